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
  if (!dv_loop_takes(l->type, "length")) return;
  const dv_node *length = dv_doc_find(n, "length");
  if (!length)
    dv_diag_add(c->diags, DV_ERROR, l->mark, "add 'length: ...'", "loop '%s' keeps a distance, but has no length", l->name);
  else if (sound && !(l->length > 0))
    dv_diag_add(c->diags, DV_ERROR, length->mark, "give a positive length, or make the loop a ball", "length of loop '%s' is %g",
                l->name, l->length);
}

// sum of factor x coordinate + offset as postfix code
static void set_sum(dv_check *c, dv_formula *f, int n, const char *const *name, const double *factor, double offset)
{
  int at = 0;
  f->code = DV_TAKE(c->arena, dv_code, 1 + 4 * n);
  f->constant = DV_TAKE(c->arena, double, 1 + n);
  f->input = DV_TAKE(c->arena, const char *, n);
  f->constant[0] = offset;
  f->code[at++] = (dv_code){DV_OP_CONST, 0};
  for (int i = 0; i < n; i++) {
    f->constant[1 + i] = factor[i];
    f->input[i] = name[i];
    f->code[at++] = (dv_code){DV_OP_INPUT, i};
    f->code[at++] = (dv_code){DV_OP_CONST, 1 + i};
    f->code[at++] = (dv_code){DV_OP_MUL, 0};
    f->code[at++] = (dv_code){DV_OP_ADD, 0};
  }
  f->ncode = at;
  f->nconst = 1 + n;
  f->ninput = n;
}

// 1: rotary, 0: linear, -1: no such coordinate, reported.
static int coordinate_sort(dv_check *c, const char *name, dv_mark mark)
{
  int i = dv_names_find(&c->coordinates, name);
  if (i >= 0) return c->coordinate[i]->rotary;
  dv_diag_add(c->diags, DV_ERROR, mark,
              dv_did_you_mean(c->diags, name, c->coordinates.item, c->coordinates.n, "name a coordinate of a joint"),
              "there is no coordinate '%.64s'", name);
  return -1;
}

// Unit of a factor that turns a term into the sort of the sum.
static const char *const factor_unit[2][2] = {
    {"1",     "m/rad"},
    {"rad/m", "1"    }
};

static void read_pair(dv_check *c, const dv_node *n, dv_loop_spec *l)
{
  const dv_node *of = dv_check_get(n, "of", DV_SEQ);
  const char *name[2];
  double factor[2] = {1, -1}, offset = 0;
  if (!of || of->n != 2 || of->item[0]->type != DV_SCALAR || of->item[1]->type != DV_SCALAR) {
    dv_diag_add(c->diags, DV_ERROR, of ? of->mark : l->mark, "write 'of: [first, second]'", "loop '%s' relates two coordinates",
                l->name);
    return;
  }
  for (int i = 0; i < 2; i++) name[i] = of->item[i]->text;
  int sort = coordinate_sort(c, name[0], of->item[0]->mark), second = coordinate_sort(c, name[1], of->item[1]->mark);
  if (sort < 0 || second < 0) return;
  int gear = dv_loop_takes(l->type, "ratio"), rack = dv_loop_takes(l->type, "radius");
  const char *key = gear ? "ratio" : "radius";
  double ratio = 1;
  int absent = dv_check_key(c, n, key, gear ? factor_unit[sort][second] : "m", &ratio);
  if (absent > 0 && (gear || rack))
    dv_diag_add(c->diags, DV_ERROR, l->mark, dv_arena_text(c->arena, "add '%s: ...'", key), "loop '%s' has no %s", l->name, key);
  if ((rack && (sort || !second)) || (!gear && !rack && sort != second))
    dv_diag_add(c->diags, DV_ERROR, of->mark, rack ? "name the rack first, then the pinion" : "use a gear with a ratio",
                "'%s' is %s, '%s' is %s", name[0], sort ? "an angle" : "a length", name[1], second ? "an angle" : "a length");
  dv_check_key(c, n, "offset", sort ? "rad" : "m", &offset);
  factor[1] = -ratio;
  set_sum(c, &l->zero, 2, name, factor, -offset);
}

static void read_sum(dv_check *c, const dv_node *n, dv_loop_spec *l)
{
  const dv_node *sum = dv_check_get(n, "sum", DV_MAP);
  double offset = 0;
  if (!sum || !sum->n) {
    dv_diag_add(c->diags, DV_ERROR, l->mark, "write 'sum: {coordinate: factor, ...}'", "loop '%s' has no terms", l->name);
    return;
  }
  const char **name = DV_TAKE(c->arena, const char *, sum->n);
  double *factor = DV_TAKE(c->arena, double, sum->n);
  int *sort_of = DV_TAKE(c->arena, int, sum->n);
  for (int i = 0; i < sum->n; i++) sort_of[i] = coordinate_sort(c, sum->item[i]->key, sum->item[i]->key_mark);
  int whole = dv_check_sum_sort(c, sum, sort_of);
  for (int i = 0; i < sum->n; i++) {
    const dv_node *it = sum->item[i];
    int sort = sort_of[i];
    name[i] = it->key;
    if (it->type != DV_SCALAR)
      dv_diag_add(c->diags, DV_ERROR, it->key_mark, "give a number", "the factor of '%s' must be a number", it->key);
    else if (whole >= 0 && sort >= 0) dv_check_number(c, it, it->key, factor_unit[whole][sort], &factor[i]);
  }
  if (whole >= 0) dv_check_key(c, n, "offset", whole ? "rad" : "m", &offset);
  set_sum(c, &l->zero, sum->n, name, factor, offset);
}

// A coordinate as a quantity, for dv_formula_dimension.
static int measure(void *context, const char *name, dv_quantity_value *out)
{
  dv_check *c = context;
  int i = dv_names_find(&c->coordinates, name);
  if (i < 0) return -1;
  *out = (dv_quantity_value){1, dv_known_dim(c->spec, c->units, c->coordinate[i]->rotary ? "rad" : "m")};
  return 0;
}

// The names in an expression are coordinates, and their dimensions fit each other.
static void check_names(dv_check *c, dv_loop_spec *l)
{
  dv_dim dim;
  int known = 1;
  for (int i = 0; i < l->zero.ninput; i++) {
    dv_mark mark = l->zero_mark;
    if (mark.col && l->zero.input_at) mark.col += l->zero.input_at[i];
    known &= coordinate_sort(c, l->zero.input[i], mark) >= 0;
  }
  if (known && l->zero.constant_dim) dv_formula_dimension(c->diags, &l->zero, l->zero_mark, measure, c, &dim);
}

static void read_zero(dv_check *c, const dv_node *zero, dv_loop_spec *l)
{
  l->zero_mark = zero->mark;
  if (dv_check_formula(c, zero, DV_INPUT_NAMES, &l->zero)) return;
  check_names(c, l);
  if (!l->zero.ninput)
    dv_diag_add(c->diags, DV_ERROR, zero->mark, "name coordinates in it", "the expression of loop '%s' has no coordinate",
                l->name);
}

static void read_expression(dv_check *c, const dv_node *n, dv_loop_spec *l)
{
  const dv_node *zero = dv_check_get(n, "zero", DV_SCALAR);
  if (zero) read_zero(c, zero, l);
  else
    dv_diag_add(c->diags, DV_ERROR, l->mark, "write 'zero: an expression of coordinates'", "loop '%s' has no expression",
                l->name);
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
    check_names(c, l);
    if (is_locked(j)) check_locked(c, j, l);
  }
}

static void tie_by(dv_check *c, const dv_joint_spec *j, const char *text, dv_mark mark)
{
  if (!text) return;
  dv_loop_spec *l = add_tie(c, j, dv_arena_text(c->arena, "%s.tie", j->name));
  read_zero(c, &(dv_node){.type = DV_SCALAR, .text = text, .mark = mark}, l);
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
  int sound = n->type == DV_MAP && !dv_read(c, &dv_keys_loop, n, l);
  if (l->type == DV_L_COUNT) {
    l->type = 0;
    return;
  }
  refuse_keys(c, n, l);
  if (!dv_loop_is_relation(l->type)) check_joint(c, n, l, sound);
  else if (dv_loop_takes(l->type, "sum")) read_sum(c, n, l);
  else if (dv_loop_takes(l->type, "zero")) read_expression(c, n, l);
  else read_pair(c, n, l);
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
    if (whole_independent(c, name->text) || coordinate_sort(c, name->text, name->mark) < 0) continue;
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
