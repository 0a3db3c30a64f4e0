// loop_closures.c: loops -> closures (one equation each), their frames in both trees, the rates that they depend on.
#include "assemble/internal.h"

#include "engine/loop.h"

#include <math.h>
#include <string.h>

// What each type is made of.
typedef struct {
  int what, i, j;
} equation;
static const struct {
  int same, n;
  equation row[6];
} recipes[] = {
#define DV_CLOSURE_TYPE(id, name, keys, same, ...)                                                                               \
  {same, (int)(sizeof((equation[]){__VA_ARGS__}) / sizeof(equation)), {__VA_ARGS__}},
#include "spec/closure_types.def"
};

static void add_row(dv_assembler *c, dv_loop *l, int what, int i, int j, int value)
{
  dv_closure row = {what, i, j, value};
  int at = dv_builder_take(c->b, DV_S_CLOSURE, 1);
  if (!l->nrow++) l->row = at;
  *DV_AT(c->b, dv_closure, CLOSURE, at) = row;
}

static void add_rows(dv_assembler *c, const dv_loop_spec *s, dv_loop *l)
{
  const double *number = s->length > 0 ? &s->length : &s->pitch;
  int value = *number != 0 ? dv_number_add(c, number, 1) : 0;
  for (int i = 0; i < recipes[s->type].n; i++) {
    const equation *row = &recipes[s->type].row[i];
    add_row(c, l, row->what, row->i, row->j, value);
  }
  l->along = recipes[s->type].same;
}

// z along the axis, in the user's frame k; without an axis: that frame itself.
static void turn_to(const dv_loop_spec *s, int k, double R[9])
{
  const double *axis = k && dv_loop_has_second(s->type) ? s->axis2 : s->axis;
  if (axis[0] == 0 && axis[1] == 0 && axis[2] == 0) memcpy(R, dv_place_identity.R, 9 * sizeof(double));
  else dv_axis_complete(axis, R);
}

static void find_ways(const dv_loop_spec *s, dv_loop *l)
{
  double R[9];
  for (int k = 0; k < 2; k++) {
    turn_to(s, k, R);
    for (int i = 0; i < 3; i++) {
      l->way[k][i] = -1;
      for (int user = 0; user < 3; user++)
        if (fabs(R[3 * user + i]) > 1 - 1e-12) l->way[k][i] = user;
    }
  }
}

// Frame k of a loop on its link: the seat of its body, the user's placement, then z along the axis.
static int add_frame(dv_assembler *c, const dv_loop_spec *s, int k, dv_tree_draft *t, double *out)
{
  dv_placement X = s->at[k], turn = dv_place_identity;
  turn_to(s, k, turn.R);
  X = dv_place_times(X, turn);
  dv_seat seat = dv_seat_on(c, t, s->body[k], &X);
  memcpy(out, seat.at.R, 12 * sizeof(double));
  return seat.link;
}

static void add_frames(dv_assembler *c, const dv_loop_spec *s, dv_loop *l)
{
  double fast[24], seen[24];
  for (int k = 0; k < 2; k++) {
    l->link[k] = add_frame(c, s, k, &c->fast, fast + 12 * k);
    l->seen[k] = add_frame(c, s, k, &c->seen, seen + 12 * k);
  }
  l->num = dv_number_add(c, fast, 24);
  l->seen_num = dv_number_add(c, seen, 24);
  l->child = s->body[1];
  find_ways(s, l);
}

static int on_way(dv_assembler *c, int link, int from)
{
  for (; from >= 0; from = DV_AT(c->b, dv_link, LINK, from)->parent)
    if (from == link) return 1;
  return 0;
}

static void put_int(dv_assembler *c, int value) { *DV_AT(c->b, int, INT, dv_builder_take(c->b, DV_S_INT, 1)) = value; }

// The modal rates that move a site, unless another site on the way has brought them.
static void add_modal_columns(dv_assembler *c, dv_loop *l, const dv_link *site)
{
  for (int k = 0; k < site->site_modes; k++) {
    int known = 0;
    for (int i = 0; i < l->ncolumn; i++) known |= DV_AT(c->b, int, INT, l->column)[i] == site->iv + k;
    if (known) continue;
    put_int(c, site->iv + k);
    l->ncolumn++;
  }
}

// Rates on the way to one of the frames but not to both: what moves both moves them alike.
static void add_columns(dv_assembler *c, dv_loop *l)
{
  l->column = c->b->section[DV_S_INT].count;
  for (int i = 0; i < c->b->section[DV_S_LINK].count; i++) {
    if (on_way(c, i, l->link[0]) == on_way(c, i, l->link[1])) continue;
    const dv_link link = *DV_AT(c->b, dv_link, LINK, i);
    int nv = dv_joint_row_facts_x1(link.joint).nv;
    for (int k = 0; k < nv; k++, l->ncolumn++) put_int(c, link.iv + k);
    add_modal_columns(c, l, &link);
  }
}

static void add_relation(dv_assembler *c, const dv_loop_spec *s, dv_loop *l)
{
  const dv_formula *f = &s->zero;
  l->link[0] = l->link[1] = l->seen[0] = l->seen[1] = l->child = -1;
  l->ncolumn = f->ninput;
  for (int pass = 0; pass < 2; pass++) {
    *(pass ? &l->coordinate : &l->column) = c->b->section[DV_S_INT].count;
    for (int i = 0; i < f->ninput; i++) {
      const dv_coordinate *k = dv_find_coordinate(c, f->input[i]);
      put_int(c, pass ? k->iq : k->iv);
    }
  }
  l->room = dv_work_take(c, 3 * f->ninput);
  l->ncode = f->ncode;
  l->code = dv_builder_take(c->b, DV_S_CODE, f->ncode);
  memcpy(DV_AT(c->b, dv_code, CODE, l->code), f->code, (size_t)f->ncode * sizeof(dv_code));
  l->constant = dv_number_add(c, f->constant, f->nconst);
}

static void add_loop(dv_assembler *c, const dv_loop_spec *s)
{
  dv_loop l;
  memset(&l, 0, sizeof l);
  l.held = -1;
  l.name = dv_builder_text(c->b, s->name);
  l.file = dv_builder_text(c->b, s->mark.file);
  l.line = s->mark.line;
  l.col = s->mark.col;
  add_rows(c, s, &l);
  if (dv_loop_is_relation(s->type)) {
    add_relation(c, s, &l);
  } else {
    add_frames(c, s, &l);
    add_columns(c, &l);
  }
  l.reaction = dv_work_take(c, DV_REACTION);
  l.redundant = dv_work_take(c, 1);
  *DV_AT(c->b, dv_loop, LOOP, dv_builder_take(c->b, DV_S_LOOP, 1)) = l;
}

static void add_given(dv_assembler *c)
{
  dv_model *h = &c->b->header;
  h->loop_given = dv_builder_take(c->b, DV_S_INT, h->nv);
  for (int i = 0; i < c->coordinate.n; i++) {
    const dv_coordinate *k = &c->coordinate.item[i];
    if (k->spec) *DV_AT(c->b, int, INT, h->loop_given + k->iv) = k->spec->given;
  }
  for (int i = 0; i < c->spec->njoint; i++) {
    const dv_joint_spec *j = &c->spec->joint[i];
    int nq, n;
    dv_joint_size(j, &nq, &n);
    if (j->ncoordinate || j->motion != DV_MOVES_FREE) continue;
    for (int k = 0; k < n; k++) *DV_AT(c->b, int, INT, h->loop_given + c->joint_iv[i] + k) = j->given;
  }
}

// Whether its ports are sound is told where they are connected.
static void list_merging(dv_assembler *c, const dv_part_spec *p)
{
  dv_loop_spec l = {.name = p->name, .mark = p->mark, .type = DV_L_FIXED};
  int fault = p->as->seizes != DV_UNITES;
  for (int k = 0; k < 2 && !fault; k++) {
    l.at[k] = dv_place_identity;
    fault = dv_find_place(c, p->port[k].name.text, &l.body[k], l.at[k].p);
  }
  if (!fault) *DV_PUSH(c->arena, &c->loop) = l;
}

void dv_assemble_merging(dv_assembler *c)
{
  for (int i = c->spec->nloop; i < c->loop.n; i++) {
    dv_loop *l = DV_AT(c->b, dv_loop, LOOP, i);
    l->held = DV_AT(c->b, dv_part, PART, dv_find_part(c, c->loop.item[i].name))->d;
    l->room = dv_work_take(c, 12);
    l->along = 0;  // its axes are those of the instant
  }
}

void dv_assemble_loops(dv_assembler *c)
{
  dv_model *h = &c->b->header;
  for (int i = 0; i < c->spec->nloop; i++) *DV_PUSH(c->arena, &c->loop) = c->spec->loop[i];
  for (int i = 0; i < c->spec->npart; i++) list_merging(c, &c->spec->part[i]);
  if (!c->loop.n) return;
  for (int i = 0; i < c->loop.n; i++) add_loop(c, &c->loop.item[i]);
  int rows = c->b->section[DV_S_CLOSURE].count;
  add_given(c);
  h->wants_pose |= DV_POSE_COUNTS;
  h->multipliers = dv_run_formulations[c->spec->solver.formulation].multipliers;
  h->loop_reals = dv_loop_reals(rows, h->nv, h->link_reals);
  dv_work_place(c, DV_W_loop);
  h->loop_d = h->nd;
  h->nd += dv_loop_states(rows);
}
