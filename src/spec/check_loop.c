// check_loop.c: `loops:`: joints that close chains, and relations between coordinates; `independent:`.
//
// Every relation becomes a formula that is zero:  gear, rack, equal: first - ratio second - offset;  sum: sum of factor x
// coordinate + offset
#include "spec/check.h"

#include <math.h>
#include <string.h>

static const struct {
  const char *name, *keys;
} types[] = {
#define DV_CLOSURE_TYPE(id, name, keys, ...) {name, keys},
#include "spec/closure_types.def"
};

int dv_loop_takes(dv_loop_type t, const char *key)
{
  size_t n = strlen(key);
  for (const char *at = types[t].keys; *at; at += strspn(at, " ")) {
    size_t word = strcspn(at, " ");
    if (word == n && !strncmp(at, key, n)) return 1;
    at += word;
  }
  return 0;
}

int dv_loop_is_relation(dv_loop_type t) { return !dv_loop_takes(t, "parent"); }
int dv_loop_has_second(dv_loop_type t) { return dv_loop_takes(t, "axis2") || dv_loop_takes(t, "axle"); }

// Keys that belong to another type.
static void refuse_keys(dv_check *c, const dv_node *n, const dv_loop_spec *l)
{
  for (int i = 0; i < n->n; i++) {
    const char *key = n->item[i]->key;
    if (strcmp(key, "type") && dv_keys_find(&dv_keys_loop, key) && !dv_loop_takes(l->type, key))
      dv_diag_add(c->diags, DV_ERROR, n->item[i]->key_mark, "remove it", "a loop of type %s has no '%s'", types[l->type].name,
                  key);
  }
}

static void check_radius(dv_check *c, const dv_node *n, const dv_loop_spec *l, int sound)
{
  const dv_node *radius = dv_doc_find(n, "radius");
  if (!radius) dv_diag_add(c->diags, DV_ERROR, l->mark, "add 'radius: ...'", "loop '%s' rolls, but has no radius", l->name);
  else if (sound && !(l->length > 0))
    dv_diag_add(c->diags, DV_ERROR, radius->mark, "give a positive radius", "radius of loop '%s' is %g", l->name, l->length);
}

// sound: its values could be read.
static void check_joint(dv_check *c, const dv_node *n, dv_loop_spec *l, int sound)
{
  static const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
  dv_check_origin(c, n, "parent", "at", l->body[0], l->at[0].p);
  dv_check_origin(c, n, "child", "child_at", l->body[1], l->at[1].p);
  if (l->body[0] == l->body[1])
    dv_diag_add(c->diags, DV_ERROR, l->mark, "name two bodies, one of which may be the world",
                "loop '%s' joins a body with itself", l->name);
  if (!dv_direction_given(l->axis)) memcpy(l->axis, dv_loop_takes(l->type, "axis2") ? x : z, sizeof x);
  if (!dv_direction_given(l->axis2)) memcpy(l->axis2, y, sizeof y);
  if (dv_loop_takes(l->type, "pitch")) dv_check_pitch(c, n, "helical loop", l->name, l->mark);
  if (dv_loop_takes(l->type, "radius")) check_radius(c, n, l, sound);
  if (!dv_loop_takes(l->type, "length")) return;
  const dv_node *length = dv_doc_find(n, "length");
  if (!length)
    dv_diag_add(c->diags, DV_ERROR, l->mark, "add 'length: ...'", "loop '%s' keeps a distance, but has no length", l->name);
  else if (sound && !(l->length > 0))
    dv_diag_add(c->diags, DV_ERROR, length->mark, "give a positive length, or make the loop a ball", "length of loop '%s' is %g",
                l->name, l->length);
}

// sum of factor x coordinate + offset as postfix code
static void set_sum(dv_check *c, dv_loop_spec *l, double offset)
{
  dv_formula *f = &l->zero;
  int at = 0, n = l->nterm;
  f->code = DV_TAKE(c->arena, dv_code, 1 + 4 * n);
  f->constant = DV_TAKE(c->arena, double, 1 + n);
  f->input = DV_TAKE(c->arena, const char *, n);
  f->constant[0] = offset;
  f->code[at++] = (dv_code){DV_OP_CONST, 0};
  for (int i = 0; i < n; i++) {
    f->constant[1 + i] = l->factor[i];
    f->input[i] = l->term[i];
    f->code[at++] = (dv_code){DV_OP_INPUT, i};
    f->code[at++] = (dv_code){DV_OP_CONST, 1 + i};
    f->code[at++] = (dv_code){DV_OP_MUL, 0};
    f->code[at++] = (dv_code){DV_OP_ADD, 0};
  }
  f->ncode = at;
  f->nconst = 1 + n;
  f->ninput = n;
}

static void check_pair(dv_check *c, const dv_node *n, dv_loop_spec *l)
{
  const dv_node *of = dv_doc_find(n, "of");
  int gear = dv_loop_takes(l->type, "ratio"), rack = dv_loop_takes(l->type, "radius");
  const char *key = gear ? "ratio" : "radius";
  if (!of) dv_diag_add(c->diags, DV_ERROR, l->mark, "write 'of: [first, second]'", "loop '%s' relates two coordinates", l->name);
  if (!of || l->nterm != 2 || l->term_rotary[0] < 0 || l->term_rotary[1] < 0) return;
  int first = l->term_rotary[0], second = l->term_rotary[1];
  if ((gear || rack) && !dv_doc_find(n, key))
    dv_diag_add(c->diags, DV_ERROR, l->mark, dv_arena_text(c->arena, "add '%s: ...'", key), "loop '%s' has no %s", l->name, key);
  if ((rack && (first || !second)) || (!gear && !rack && first != second))
    dv_diag_add(c->diags, DV_ERROR, of->mark, rack ? "name the rack first, then the pinion" : "use a gear with a ratio",
                "'%s' is %s, '%s' is %s", l->term[0], first ? "an angle" : "a length", l->term[1],
                second ? "an angle" : "a length");
  else if ((gear || rack) && l->ratio == 0)
    dv_diag_add(c->diags, DV_ERROR, dv_doc_find(n, key)->mark,
                dv_arena_text(c->arena, "give another, or 'motion: locked' to hold '%s'", l->term[0]),
                "%s of loop '%s' is zero, so that '%s' could not move", key, l->name, l->term[0]);
  l->factor[0] = 1;
  l->factor[1] = -l->ratio;
  set_sum(c, l, -l->offset);
}

static void check_sum(dv_check *c, const dv_node *n, dv_loop_spec *l)
{
  if (l->nterm) set_sum(c, l, l->offset);
  else if (!dv_doc_find(n, "sum") || dv_check_get(n, "sum", DV_MAP))
    dv_diag_add(c->diags, DV_ERROR, l->mark, "write 'sum: {coordinate: factor, ...}'", "loop '%s' has no terms", l->name);
}

// Where a locked coordinate stands.
static int position(void *context, const char *name, dv_quantity_value *out)
{
  dv_check *c = context;
  int i = dv_names_find(&c->coordinates, name);
  if (i < 0) return -1;
  *out = (dv_quantity_value){.value = c->coordinate[i]->position, .dim = {.any = 1}};
  return 0;
}

static int is_locked(const dv_joint_spec *j)
{
  int n = 0;
  while (n < j->ncoordinate && j->coordinate[n].motion == DV_MOVES_LOCKED) n++;
  return n == j->ncoordinate;
}

// A joint that is locked as a whole needs no relation, but must stand where it could be.
static void check_locked(dv_check *c, const dv_joint_spec *j, const dv_loop_spec *l)
{
  dv_quantity_value gap = {0};
  c->spec->nloop--;
  if (!l->zero.ninput || dv_formula_evaluate(c->diags, &l->zero, l->zero_mark, position, c, &gap)) return;
  if (!(fabs(gap.value) <= 1e-9))
    dv_diag_add(c->diags, DV_ERROR, j->mark, "give positions that fit each other",
                "joint '%s' is locked where it cannot be: %.6g are left of what ties its coordinates", j->name, gap.value);
}

static dv_loop_spec *add_tie(dv_check *c, const dv_joint_spec *j, const char *name)
{
  dv_loop_spec *l = &c->spec->loop[c->spec->nloop++];
  *l = (dv_loop_spec){.name = name, .mark = j->mark, .type = DV_L_EXPRESSION};
  l->body[0] = l->body[1] = -1;
  l->at[0] = l->at[1] = dv_place_identity;
  return l;
}

// 0 = x(s) - x, and so for y and z.
static void tie_path(dv_check *c, const dv_joint_spec *j)
{
  for (int k = 1; k < j->ncoordinate; k++) {
    dv_loop_spec *l = add_tie(c, j, dv_arena_text(c->arena, "%s.tie.%s", j->name, dv_joint_coordinate(j->type, k, NULL)));
    if (dv_path_formula(c, j, k, &l->zero_mark, &l->zero)) continue;
    dv_formula_less(c->arena, &l->zero, j->coordinate[k].name);
    dv_check_relation(c, l);
    if (is_locked(j)) check_locked(c, j, l);
  }
}

static void tie_by(dv_check *c, const dv_joint_spec *j, const char *text, dv_mark mark)
{
  if (!text) return;
  dv_loop_spec *l = add_tie(c, j, dv_arena_text(c->arena, "%s.tie", j->name));
  dv_read_zero(c, &(dv_node){.type = DV_SCALAR, .text = text, .mark = mark}, l);
  if (is_locked(j)) check_locked(c, j, l);
}

// What ties the coordinates of a joint (joint_types.def) are relations named after it.
static void tie_joint(dv_check *c, const dv_joint_spec *j)
{
  const char *tie = dv_joint_rows[j->type].tie;
  if (!*tie || !j->ncoordinate) return;
  c->within = j;
  if (!strcmp(tie, DV_PATH)) tie_path(c, j);
  else if (!strcmp(tie, DV_CURVE)) tie_by(c, j, j->curve.text, j->curve.mark);
  else tie_by(c, j, tie, (dv_mark){j->mark.file, j->mark.line, 0});
  c->within = NULL;
}

static void read_loop(dv_check *c, const dv_node *n, dv_loop_spec *l)
{
  l->name = n->key;
  l->mark = l->zero_mark = n->key_mark;
  l->body[0] = l->body[1] = -1;
  l->at[0] = l->at[1] = dv_place_identity;
  l->type = DV_L_COUNT;
  l->ratio = 1;
  l->rotary = -1;
  int sound = n->type == DV_MAP && !dv_read(c, &dv_keys_loop, n, l);
  if (l->type == DV_L_COUNT) {
    l->type = 0;
    return;
  }
  refuse_keys(c, n, l);
  if (!dv_loop_is_relation(l->type)) check_joint(c, n, l, sound);
  else if (dv_loop_takes(l->type, "sum")) check_sum(c, n, l);
  else if (!dv_loop_takes(l->type, "zero")) check_pair(c, n, l);
  else if (!dv_doc_find(n, "zero"))
    dv_diag_add(c->diags, DV_ERROR, l->mark, "write 'zero: an expression of coordinates'", "loop '%s' has no expression",
                l->name);
}

// A ball or free joint is named as a whole.
static int whole_independent(dv_check *c, const char *name)
{
  for (int i = 0; i < c->spec->njoint; i++) {
    dv_joint_spec *j = &c->spec->joint[i];
    if (strcmp(j->name, name) || !dv_joint_is_whole(j)) continue;
    j->given |= 4;
    return 1;
  }
  return 0;
}

static void check_independent(dv_check *c)
{
  for (int i = 0; i < c->spec->nindependent; i++) {
    const dv_ref *name = &c->spec->independent[i];
    if (whole_independent(c, name->text) || dv_coordinate_sort(c, name->text, name->mark) < 0) continue;
    c->coordinate[dv_names_find(&c->coordinates, name->text)]->given |= 4;
  }
}

enum { TIES_MOST = 3 };  // of a joint

void dv_check_loops(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "loops", DV_MAP);
  dv_spec *s = c->spec;
  s->loop = DV_TAKE(c->arena, dv_loop_spec, (map ? map->n : 0) + TIES_MOST * s->njoint);
  for (int i = 0; map && i < map->n; i++) read_loop(c, map->item[i], &s->loop[s->nloop++]);
  for (int i = 0; i < s->njoint; i++) tie_joint(c, &s->joint[i]);
  check_independent(c);
}
