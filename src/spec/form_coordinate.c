// form_coordinate.c: the coordinates of a joint, which its type gives it: where they start, their limits and friction.
#include "spec/check.h"
#include "spec/forms.h"

#include <math.h>
#include <string.h>

enum { POSITION, RATE };
static const char *const units[][2] = {
    {"m",   "rad"  },
    {"m/s", "rad/s"}
};

// Those of a type; a ball or free joint has them only if its motion says so.
static void name_coordinates(dv_check *c, dv_joint_spec *j)
{
  j->ncoordinate = dv_joint_steps(j->type);
  for (int i = 0; i < j->ncoordinate; i++) {
    dv_coordinate_spec *x = &j->coordinate[i];
    const char *suffix = dv_joint_coordinate(j->type, i, &x->rotary);
    x->name = *suffix ? dv_arena_text(c->arena, "%s.%s", j->name, suffix) : j->name;
    x->mark = j->mark;
    x->given = i == 0 && !strcmp(dv_joint_rows[j->type].tie, DV_PATH);  // the others follow from its s
    x->lower = -HUGE_VAL;
    x->upper = x->effort_most = x->rate_most = HUGE_VAL;
    x->stribeck = 1e-3;
  }
}

int dv_form_joint_type(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_joint_spec *j = to;
  int word = dv_keys_word(k->words, n->text);
  if (word < 0) return -1;  // reported with the keys
  j->type = (dv_joint_type)word;
  name_coordinates(c, j);
  if (!dv_joint_is_whole(j)) return 0;
  j->position[dv_joint_slides(j)] = 1;
  j->ncoordinate = 0;
  return 0;
}

static void wrong_count(dv_check *c, const dv_node *n, const dv_joint_spec *j, const char *what, const char *form)
{
  dv_diag_add(c->diags, DV_ERROR, n->mark, dv_arena_text(c->arena, "give %s", form),
              "%s of joint '%s' has the wrong number of values", what, j->name);
}

// One number, or as many as there are coordinates.
static void read_each(dv_check *c, const dv_node *n, dv_joint_spec *j, int what)
{
  static const char *const word[] = {"position", "rate"};
  int count = j->ncoordinate;
  const dv_node *const *value = n->type == DV_SEQ ? (const dv_node *const *)n->item : &n;
  if (n->type == DV_NULL || (n->type == DV_MAP && count)) {
    if (n->type == DV_MAP)
      dv_diag_add(c->diags, DV_ERROR, n->mark, count == 1 ? "give a number" : "give a list", "%s of joint '%s' cannot be a map",
                  word[what], j->name);
    return;
  }
  if ((n->type == DV_SEQ ? n->n : 1) != count) {
    wrong_count(c, n, j, word[what], count ? dv_arena_text(c->arena, "%d", count) : "none: it is fixed");
    return;
  }
  for (int i = 0; i < count; i++) {
    dv_coordinate_spec *x = &j->coordinate[i];
    dv_check_number(c, value[i], word[what], units[what][x->rotary], what == POSITION ? &x->position : &x->rate);
    x->given |= what == POSITION ? 1 : 2;
  }
}

int dv_form_position(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_joint_spec *j = to;
  (void)k;
  if (j->type == DV_J_COUNT) return 0;
  if (dv_joint_is_whole(j)) dv_read_pose(c, n, j);
  else read_each(c, n, j, POSITION);
  return 0;
}

int dv_form_rate(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_joint_spec *j = to;
  (void)k;
  if (j->type == DV_J_COUNT) return 0;
  if (dv_joint_is_whole(j)) dv_read_velocity(c, n, j);
  else read_each(c, n, j, RATE);
  return 0;
}

static void read_limits(dv_check *c, const dv_node *n, dv_coordinate_spec *x)
{
  const char *position = units[POSITION][x->rotary];
  double lower = x->lower, upper = x->upper, range[2] = {lower, upper};
  if (n->type == DV_SEQ && n->n == 2 && !dv_check_numbers(c, n, "limits", position, range, 2))
    x->lower = range[0], x->upper = range[1];
  else if (n->type == DV_MAP) {
    dv_keys_check(c->diags, &dv_keys_limits, n, dv_arena_text(c->arena, "'limits' of '%s'", x->name));
    dv_read_on(c, &dv_keys_limits, n, x->rotary, x);
  } else if (n->type == DV_SCALAR) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "give [lower, upper]", "limits of '%s' are a single value", x->name);
  }
  if (x->lower <= x->upper) return;
  dv_diag_add(c->diags, DV_ERROR, n->mark, "swap them", "lower limit %g of '%s' is above the upper limit %g", x->lower, x->name,
              x->upper);
  x->lower = lower;
  x->upper = upper;
}

static void read_friction(dv_check *c, const dv_node *n, dv_coordinate_spec *x)
{
  if (n->type != DV_MAP) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "write {viscous: ..., coulomb: ...}", "friction of '%s' must be a map", x->name);
    return;
  }
  dv_keys_check(c->diags, &dv_keys_friction, n, dv_arena_text(c->arena, "'friction' of '%s'", x->name));
  dv_read_on(c, &dv_keys_friction, n, x->rotary, x);
}

typedef void read_one(dv_check *c, const dv_node *n, dv_coordinate_spec *x);

// limits and friction: of the only coordinate, or by coordinate.
static int read_by_coordinate(dv_check *c, const dv_node *n, dv_joint_spec *j, read_one *read)
{
  if (j->type == DV_J_COUNT) return 0;
  if (!j->ncoordinate) {
    dv_diag_add(c->diags, DV_ERROR, n->key_mark, "remove it", "joint '%s' has no single coordinates that '%s' could be about",
                j->name, n->key);
  } else if (j->ncoordinate == 1) {
    read(c, n, &j->coordinate[0]);
  } else if (n->type != DV_MAP) {
    if (n->type == DV_SEQ)
      dv_diag_add(c->diags, DV_ERROR, n->mark, "write a map by coordinate", "joint '%s' has %d coordinates", j->name,
                  j->ncoordinate);
  } else {
    for (int i = 0; i < n->n; i++) {
      int k = dv_check_suffix(c, j, n->item[i]);
      if (k >= 0) read(c, n->item[i], &j->coordinate[k]);
    }
  }
  return 0;
}

int dv_form_limits(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  (void)k;
  return read_by_coordinate(c, n, to, read_limits);
}

int dv_form_friction(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  (void)k;
  return read_by_coordinate(c, n, to, read_friction);
}

// Those of ball and free joints exist only if they are prescribed, of welded ones not at all.
void dv_list_coordinates(dv_check *c, dv_joint_spec *j)
{
  for (int i = 0; i < j->ncoordinate && !j->welded; i++) {
    int at = dv_names_add(c->arena, &c->coordinates, j->coordinate[i].name);
    if (at >= 0) c->coordinate[at] = &j->coordinate[i];
  }
}
