// assemble.c: runs the steps of assembling and lays out the work.
#include "assemble/assemble.h"

#include "assemble/closing.h"
#include "assemble/bond_internal.h"
#include "assemble/internal.h"
#include "engine/block.h"
#include "engine/loop.h"
#include "skeleton/desired.h"

#include <math.h>
#include <string.h>

int dv_work_take(dv_assembler *c, int n)
{
  int at = c->nwork;
  c->nwork += n;
  return at;
}

int dv_number_add(dv_assembler *c, const double *value, int n)
{
  int at = dv_builder_take(c->b, DV_S_NUMBER, n);
  if (n) memcpy(DV_AT(c->b, double, NUMBER, at), value, (size_t)n * sizeof(double));
  return at;
}

int dv_constant_put(dv_assembler *c, int work, double value)
{
  dv_constant k = {work, dv_number_add(c, &value, 1)};
  *DV_AT(c->b, dv_constant, CONSTANT, dv_builder_take(c->b, DV_S_CONSTANT, 1)) = k;
  return work;
}

int dv_constant_add(dv_assembler *c, double value) { return dv_constant_put(c, dv_work_take(c, 1), value); }

int dv_work_place(dv_assembler *c, dv_work_id row)
{
  dv_model *h = &c->b->header;
  int at = dv_work_take(c, dv_work_reals(h, row));
  dv_work_put(h, row, at);
  return at;
}

// Rows whose size is known by the trees, in the order of the table.
static void place_skeleton(dv_assembler *c)
{
  dv_model *h = &c->b->header;
  h->link_reals = dv_links_reals(c, &c->fast);
  h->seen_reals = dv_links_reals(c, &c->seen);
  for (int row = DV_W_link; row <= DV_W_zero; row++) dv_work_place(c, (dv_work_id)row);
}

// One lane's cells need the most reals.
static void place_cells(dv_assembler *c)
{
  int cell = (int)(sizeof(dv_cell) / sizeof(real));
  c->b->header.cell_reals = DV_SEATS_REALS + cell * c->part.n;
  dv_work_place(c, DV_W_cell);
}

// Sizes of the model service's scratch: the most that a part asks for.
static void size_service(dv_assembler *c)
{
  dv_model *h = &c->b->header;
  for (int i = 0; i < c->part.n; i++) {
    const dv_part *row = DV_AT(c->b, dv_part, PART, i);
    if (!(c->part.item[i].as->service & (DV_ASKS_MODEL | DV_ASKS_SHAPE))) continue;
    int law = dv_service_room(h->nq, h->nv, row->neach, row->nrow), map = dv_service_map(h->nv, row->neach);
    h->serves = 1;
    h->law_reals = law > h->law_reals ? law : h->law_reals;
    h->map_reals = map > h->map_reals ? map : h->map_reals;
  }
  h->desired_reals = h->nlink * DV_DESIRED_REALS;
}

static void place_service(dv_assembler *c)
{
  size_service(c);
  for (int i = 0; i < c->spec->nbody && c->b->header.serves; i++)
    if (dv_is_elastic(&c->spec->body[i])) {
      dv_diag_add(c->diags, DV_ERROR, c->spec->body[i].elastic->mark, "give the beam no modes (modes: 0)",
                  "a controller asks for the machine's dynamics, which it has for rigid bodies only");
      return;
    }
  for (int row = DV_W_service; row <= DV_W_service_room; row++) dv_work_place(c, (dv_work_id)row);
}

// A kind that gives the water at rest.
static const char *water_name(const dv_assembler *c)
{
  for (int i = 0; c->kinds[i]; i++)
    if (c->kinds[i]->field && c->kinds[i]->still) return c->kinds[i]->name;
  return "water";
}

// Water at rest gives density and surface: one is enough, and currents and waves alone are none.
static void check_water(dv_assembler *c, int waters)
{
  int seen = 0;
  for (int i = 0; i < c->part.n; i++) {
    const dv_part_spec *p = &c->part.item[i];
    if ((p->as->service & DV_ASKS_WATER) && !waters)
      dv_diag_add(c->diags, DV_ERROR, p->mark, dv_arena_text(c->arena, "add a part of kind %s", water_name(c)),
                  "'%s' is in the water, but the machine has none", p->name);
    if (p->as->field && p->as->still && seen++)
      dv_diag_add(c->diags, DV_ERROR, p->mark, "keep one of them", "'%s' and another part are both the water", p->name);
  }
}

// A parameter by its name; NULL: its kind has none.
static const double *number_of(const dv_part_spec *p, const char *name)
{
  for (int i = 0; i < p->as->nparam; i++)
    if (!strcmp(p->as->param[i].name, name)) return &p->param[i];
  return NULL;
}

static const dv_part_spec *still_water(const dv_assembler *c)
{
  for (int i = 0; i < c->part.n; i++)
    if (c->part.item[i].as->field && c->part.item[i].as->still) return &c->part.item[i];
  return NULL;
}

// Waves have a gravity and a level of their own; a world with others is hardly meant.
static void check_waves(dv_assembler *c)
{
  const dv_part_spec *water = still_water(c);
  const double g = fabs(c->spec->gravity[2]), *rest = water ? number_of(water, "level") : NULL;
  for (int i = 0; i < c->part.n; i++) {
    const dv_part_spec *p = &c->part.item[i];
    const double *own = p->as->upright ? number_of(p, "gravity") : NULL, *level = p->as->upright ? number_of(p, "level") : NULL;
    if (own && g > 1e-6 && fabs(*own - g) > 1e-3 * g)
      dv_diag_add(c->diags, DV_WARNING, p->mark, dv_arena_text(c->arena, "write 'gravity: %g m/s^2' there", g),
                  "the waves of '%s' run under a gravity of %g m/s^2, the world has %g", p->name, *own, g);
    if (level && rest && fabs(*level - *rest) > 1e-9 * (1 + fabs(*rest)))
      dv_diag_add(c->diags, DV_WARNING, p->mark, dv_arena_text(c->arena, "write 'level: %g m' there", *rest),
                  "the waves of '%s' run over a surface at %g m, that of '%s' rests at %g m", p->name, *level, water->name,
                  *rest);
  }
}

// So have parts that carry a load of their own; what has no port carries nothing.
static void check_weights(dv_assembler *c)
{
  const double *g = c->spec->gravity, across = hypot(g[0], g[1]), all = hypot(across, g[2]);
  for (int i = 0; i < c->part.n; i++) {
    const dv_part_spec *p = &c->part.item[i];
    const double *own = p->as->upright || !p->as->nport ? NULL : number_of(p, "gravity");
    if (own && fabs(*own - all) > 1e-3 * fmax(all, *own))
      dv_diag_add(c->diags, DV_WARNING, p->mark, dv_arena_text(c->arena, "write 'gravity: %g m/s^2' there", all),
                  "'%s' weighs its load with a gravity of %g m/s^2, the world has %g", p->name, *own, all);
    else if (own && *own > 0 && (across > 1e-3 * all || g[2] > 0))
      dv_diag_add(c->diags, DV_WARNING, p->mark,
                  "let its ground be a body whose z points up, and acknowledge this; or turn the machine",
                  "'%s' weighs its load along -z of its ground, or of the world, which is not where gravity is along", p->name);
  }
}

// Which way is up: without gravity z, which is told; waves know no other axis.
static void check_upright(dv_assembler *c)
{
  const double *g = c->spec->gravity, across = hypot(g[0], g[1]);
  int asked = 0;
  for (int i = 0; i < c->part.n; i++) asked += c->part.item[i].as->service & DV_ASKS_WATER;
  for (int i = 0; i < c->part.n; i++) {
    const dv_part_spec *p = &c->part.item[i];
    if (p->as->upright && across > 1e-12 * fabs(g[2]))
      dv_diag_add(c->diags, DV_ERROR, p->mark, "turn the machine so that gravity is along z",
                  "'%s' runs across the world's z axis, but gravity is not along it", p->name);
    if (p->as->field && p->as->still && asked && across + fabs(g[2]) == 0)
      dv_diag_add(c->diags, DV_WARNING, p->mark,
                  "if z points down, let a gravity that is too small to matter say so: [0, 0, 1e-12]; else acknowledge this",
                  "there is no gravity, so that the surface of '%s' is taken to lie across the world's z axis, with z up",
                  p->name);
  }
}

// Parts that make the water; a part that asks for water must find some.
static void list_fields(dv_assembler *c)
{
  dv_model *h = &c->b->header;
  int waters = 0;
  h->field = c->b->section[DV_S_INT].count;
  h->still = 1;
  for (int i = 0; i < c->part.n; i++) {
    if (!c->part.item[i].as->field) continue;
    *DV_AT(c->b, int, INT, dv_builder_take(c->b, DV_S_INT, 1)) = i;
    h->nfield++;
    h->still &= c->part.item[i].as->still;
    waters += c->part.item[i].as->still;
  }
  h->profile = c->b->section[DV_S_INT].count;
  for (int i = 0; i < c->part.n; i++) {
    if (!c->part.item[i].as->profile) continue;
    *DV_AT(c->b, int, INT, dv_builder_take(c->b, DV_S_INT, 1)) = i;
    h->nprofile++;
  }
  check_water(c, waters);
  check_upright(c);
  check_waves(c);
  check_weights(c);
}

static void add_point(dv_assembler *c, int body, const dv_point_spec *point)
{
  dv_placement at = dv_place_identity;
  memcpy(at.p, point->at, sizeof at.p);
  dv_seat seen = dv_seat_on(c, &c->seen, body, &at), fast = dv_seat_on(c, &c->fast, body, &at);
  double placed[12];
  memcpy(placed, seen.at.p, sizeof seen.at.p);
  memcpy(placed + 3, seen.at.R, sizeof seen.at.R);
  dv_point p = {.name = dv_builder_text(c->b, dv_arena_text(c->arena, "%s.%s", c->spec->body[body].name, point->name)),
                .body = body,
                .num = dv_number_add(c, point->at, 3),
                .at = dv_work_take(c, 25),
                .seen = seen.link,
                .seen_num = dv_number_add(c, placed, 12),
                .link = fast.link,
                .link_num = dv_number_add(c, fast.at.p, 3)};
  *DV_AT(c->b, dv_point, POINT, dv_builder_take(c->b, DV_S_POINT, 1)) = p;
}

static void add_bodies(dv_assembler *c)
{
  for (int i = 0; i < c->spec->nbody; i++) {
    const dv_body_spec *b = &c->spec->body[i];
    dv_body row = {dv_builder_text(c->b, b->name),
                   c->fast.seat[i].link,
                   dv_number_add(c, c->fast.seat[i].at.R, 12),
                   c->seen.seat[i].link,
                   dv_number_add(c, c->seen.seat[i].at.R, 12),
                   dv_work_take(c, 19),
                   dv_work_take(c, 6)};
    *DV_AT(c->b, dv_body, BODY, dv_builder_take(c->b, DV_S_BODY, 1)) = row;
    for (int k = 0; k < b->npoint; k++) add_point(c, i, &b->point[k]);
  }
}

static void add_joints(dv_assembler *c)
{
  for (int i = 0; i < c->spec->njoint; i++) {
    const dv_joint_spec *j = &c->spec->joint[i];
    int nq, nv;
    dv_joint_size(j, &nq, &nv);
    dv_joint row = {dv_builder_text(c->b, j->name),
                    (int)j->type,
                    j->parent,
                    j->child,
                    c->joint_iq[i],
                    nq,
                    c->joint_iv[i],
                    nv,
                    dv_work_take(c, DV_REACTION),
                    dv_builder_text(c->b, j->mark.file),
                    j->mark.line,
                    j->mark.col};
    *DV_AT(c->b, dv_joint, JOINT, dv_builder_take(c->b, DV_S_JOINT, 1)) = row;
  }
}

// States of parts that formulas name: where their copies are.
static void list_watched(dv_assembler *c)
{
  dv_model *h = &c->b->header;
  h->nwatch = c->watched.n;
  h->watch = dv_builder_take(c->b, DV_S_INT, 2 * h->nwatch);
  for (int i = 0; i < h->nwatch; i++) {
    const struct dv_watched *w = &c->watched.item[i];
    const dv_part *row = DV_AT(c->b, dv_part, PART, w->part);
    int *pair = DV_AT(c->b, int, INT, h->watch + 2 * i);
    pair[0] = w->work;
    pair[1] = w->held < 0 ? row->x + w->state : h->nx + row->d + w->held;
  }
}

// Initial values and sizes of the states: coordinates, rates, the parts' own.
static void add_start(dv_assembler *c)
{
  dv_model *h = &c->b->header;
  h->nx = h->nq + h->nv + h->nz;
  double *x = DV_AT(c->b, double, START, dv_builder_take(c->b, DV_S_START, h->nx + h->nd));
  double *scale = DV_AT(c->b, double, SCALE, dv_builder_take(c->b, DV_S_SCALE, h->nx));
  dv_work_place(c, DV_W_d);
  for (int i = 0; i < h->nx; i++) scale[i] = 1;
  for (int i = 0; i < c->coordinate.n; i++) {
    const dv_coordinate *k = &c->coordinate.item[i];
    if (!k->spec) continue;
    x[k->iq] = k->spec->position;
    x[h->nq + k->iv] = k->spec->motion == DV_MOVES_LOCKED ? 0 : k->spec->rate;
  }
  for (int i = 0; i < c->spec->njoint; i++) {
    const dv_joint_spec *j = &c->spec->joint[i];
    int nq, nv;
    dv_joint_size(j, &nq, &nv);
    if (j->ncoordinate) continue;
    memcpy(x + c->joint_iq[i], j->position, (size_t)nq * sizeof(double));
    if (j->motion == DV_MOVES_FREE) memcpy(x + h->nq + c->joint_iv[i], j->rate, (size_t)nv * sizeof(double));
  }
  for (int i = 0; i < c->b->section[DV_S_JUNCTION].count; i++) {
    const dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
    if (j->x < 0) continue;
    x[j->x] = dv_node_initial(c, j);
    scale[j->x] = dv_domain_of(j->domain)->nominal;
  }
  for (int i = 0; i < c->part.n; i++) {
    const dv_kind *k = c->part.item[i].as;
    const dv_part *row = DV_AT(c->b, dv_part, PART, i);
    for (int n = 0; n < dv_kind_states(k, c->part.item[i].option); n++) {
      x[row->x + n] = c->part.item[i].state[n];
      if (x[row->x + n] != 0 && dv_part_sampled(&c->part.item[i]))
        dv_diag_add(c->diags, DV_ERROR, c->part.item[i].mark, "leave it out of `initial:`",
                    "'%s' is sampled, and begins with '%s' of 0", c->part.item[i].name, k->state[n].name);
      scale[row->x + n] = k->state[n].nominal;
    }
  }
}

// A controller cannot set more coordinates than the loops leave free, and some know trees only.
static void check_controllers(const dv_assembler *c, int rank)
{
  int freedoms = c->b->header.nv - c->b->section[DV_S_DRIVE].count - rank;
  for (int i = 0; i < c->part.n; i++) {
    const dv_part_spec *p = &c->part.item[i];
    if (p->as->seizes == DV_HOLDS_STILL)
      dv_diag_add(c->diags, DV_ERROR, p->mark, p->as->instead,
                  "'%s' holds a frame still, which is known for machines without loops only", p->name);
    if (!(p->as->service & DV_ASKS_MODEL)) continue;
    if (!p->as->task)
      dv_diag_add(c->diags, DV_ERROR, p->mark, p->as->instead, "'%s' (%s) knows machines without loops only", p->name,
                  p->as->name);
    else if (p->neach > freedoms)
      dv_diag_add(c->diags, DV_ERROR, p->mark, "leave out those that follow the others",
                  "'%s' sets %d coordinates, but the machine has %d freedom%s", p->name, p->neach, freedoms,
                  freedoms == 1 ? "" : "s");
  }
}

// A law sets coordinates that do not follow each other through the loops.
static void check_tied(dv_assembler *c, const dv_model *m, const double *x)
{
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    const dv_part *p = dv_model_PART(m) + i;
    const int *iv = dv_model_INT(m) + p->each + p->neach;
    if (!p->neach || !(c->kinds[p->kind]->service & DV_ASKS_MODEL)) continue;
    int tied = dv_closing_tied(m, x, x + m->nx, iv, p->neach, c->arena);
    if (tied < 0) continue;
    dv_mark mark = {dv_model_text(m, p->file), p->line, p->col};
    dv_diag_add(c->diags, DV_ERROR, mark, "leave it out",
                "'%s' sets coordinates that the loops tie to each other: '%s' follows from the others", dv_model_text(m, p->name),
                dv_model_state_name(m, m->nq + iv[tied]));
  }
}

// [nq] Loops may bend a beam to close, but not by more than its length.
static const double *most_bending(dv_assembler *c, const dv_model *m)
{
  double *most = DV_TAKE(c->arena, double, m->nq);
  for (int i = 0; i < m->nq; i++) most[i] = HUGE_VAL;
  for (int b = 0; b < c->spec->nbody; b++) {
    const dv_elastic_spec *e = c->spec->body[b].elastic;
    for (int i = 0; e && e->beam && i < e->nmode; i++) {
      int row = dv_model_find(m, e->mode[i].name);
      const dv_variable *v = row < 0 ? NULL : dv_model_VARIABLE(m) + row;
      if (v && v->array == DV_IN_STATE) most[v->index] = e->data.length;
    }
  }
  return most;
}

// One block; the initial state of a machine with loops is the one in which they close.
static const dv_model *finish(dv_assembler *c)
{
  const dv_model *m = dv_builder_finish(c->b);
  if (!c->loop.n) {
    dv_assemble_lengths(c, m, dv_model_START(m));
    dv_assemble_driven(c, m);
    return c->diags->nerror ? NULL : m;
  }
  double *x = DV_AT(c->b, double, START, 0);
  if (dv_closing(m, x, x + m->nx, NULL, most_bending(c, m), c->diags, c->arena)) return NULL;
  check_controllers(c, (int)x[m->nx + m->loop_d + DV_LOOP_RANK] - 1);
  if (!c->diags->nerror) check_tied(c, m, x);
  dv_assemble_lengths(c, m, x);
  dv_assemble_driven(c, m);
  return c->diags->nerror ? NULL : dv_builder_finish(c->b);
}

static dv_assembler *begin(dv_spec *s, const dv_kind *const *kinds)
{
  dv_assembler *c = DV_TAKE(s->arena, dv_assembler, 1);
  c->spec = s;
  c->kinds = kinds;
  c->diags = s->source->diags;
  c->arena = s->arena;
  c->b = dv_builder_new(s->arena, dv_section_sizes);
  c->finder = dv_finder_new(s->arena);
  c->b->header.name = dv_builder_text(c->b, s->name);
  return c;
}

// What there is: links, junctions, parts, nodes, the bond graph.
static void place_all(dv_assembler *c)
{
  dv_assemble_inertia(c);
  dv_assemble_order(c);
  dv_assemble_trees(c);
  place_skeleton(c);
  add_bodies(c);
  add_joints(c);
  dv_assemble_stations(c);
  dv_assemble_loops(c);
  dv_assemble_parts(c);
  dv_assemble_merging(c);
  dv_assemble_nodes(c);
  dv_assemble_tees(c);
  dv_bonds_program(c);
  dv_bonds_sort(c);
  dv_bonds_write(c);
  place_service(c);
  list_fields(c);
}

// The order of calls, the cells that they read and write, the ledger, the variables that people see.
static void order_all(dv_assembler *c)
{
  add_start(c);
  dv_work_place(c, DV_W_rate);
  place_cells(c);
  dv_assemble_gather(c);
  dv_assemble_calls(c);
  dv_assemble_samples(c);
  list_watched(c);
  dv_assemble_ledger(c);
  dv_assemble_variables(c);
  dv_assemble_filmed(c);
  dv_assemble_dimensions(c);
}

const dv_model *dv_assemble_drawn(dv_spec *s, const dv_kind *const *kinds, const dv_drawing **drawing)
{
  if (s->nominal) s->nominal->outside = s->outside;
  const dv_model *nominal = s->nominal ? dv_assemble(s->nominal, kinds) : NULL;
  dv_assembler *c = begin(s, kinds);
  place_all(c);
  if (c->diags->nerror) return NULL;
  order_all(c);
  if (s->nominal) dv_assemble_nominal(c, nominal);
  if (c->diags->nerror) return NULL;
  if (drawing) *drawing = dv_draw(c);
  dv_assemble_foreign(c);
  c->b->header.nwork = (c->nwork + 7) / 8 * 8;
  c->b->header.nnum = c->b->section[DV_S_NUMBER].count;
  return finish(c);
}

const dv_model *dv_assemble(dv_spec *s, const dv_kind *const *kinds) { return dv_assemble_drawn(s, kinds, NULL); }
