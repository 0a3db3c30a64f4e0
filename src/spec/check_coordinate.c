// check_coordinate.c: the coordinates of a joint: where they start, their limits and friction.
#include "spec/check.h"

#include <math.h>
#include <string.h>

enum { POSITION, RATE };
static const char *const units[][2] = {
    {"m",   "rad"  },
    {"m/s", "rad/s"}
};

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

// Unit quaternion; its coordinates by roll, pitch and yaw if it is prescribed.
static void set_attitude(dv_check *c, const dv_node *n, dv_joint_spec *j, const double q[4])
{
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  double *out = &j->position[dv_joint_slides(j)];
  if (!(length > 0) || !isfinite(length)) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "no rotation is [1, 0, 0, 0]", "the quaternion of joint '%s' has no length",
                j->name);
    return;
  }
  if (fabs(length - 1) > 1e-6)
    dv_diag_add(c->diags, DV_WARNING, n->mark, "it is divided by its length",
                "the quaternion of joint '%s' has the length %.9g, not 1", j->name, length);
  for (int i = 0; i < 4; i++) out[i] = q[i] / length;
}

static void spread_whole(dv_joint_spec *j)
{
  double R[9], rpy[3];
  int shift = dv_joint_slides(j);
  dv_quaternion_matrix(&j->position[shift], R);
  dv_rpy_of(R, rpy);
  for (int i = 0; i < shift; i++) j->coordinate[i].position = j->position[i];
  for (int i = 0; i < 3; i++) j->coordinate[shift + i].position = rpy[i];
}

static void wrong_count(dv_check *c, const dv_node *n, const dv_joint_spec *j, const char *what, const char *form)
{
  dv_diag_add(c->diags, DV_ERROR, n->mark, dv_arena_text(c->arena, "give %s", form),
              "%s of joint '%s' has the wrong number of values", what, j->name);
}

static void read_whole_position(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  int shift = dv_joint_slides(j);
  double list[7] = {0}, q[4];
  if (n->type != DV_NULL) j->given |= 1;
  if (n->type == DV_MAP) {
    dv_placement at;
    dv_check_place(c, n, &at);
    dv_quaternion_of(at.R, q);
    memcpy(j->position, at.p, (size_t)shift * sizeof(double));
    set_attitude(c, n, j, q);
    const dv_node *xyz = dv_doc_find(n, "xyz");
    if (xyz && !shift) dv_diag_add(c->diags, DV_ERROR, xyz->key_mark, "remove it", "ball joint '%s' does not translate", j->name);
  } else if (n->type == DV_SEQ && n->n == shift + 4) {
    if (dv_check_numbers(c, &(dv_node){.type = DV_SEQ, .n = shift, .item = n->item}, "position", "m", list, shift)) return;
    if (dv_check_numbers(c, &(dv_node){.type = DV_SEQ, .n = 4, .item = n->item + shift}, "position", "1", list + shift, 4))
      return;
    memcpy(j->position, list, (size_t)shift * sizeof(double));
    set_attitude(c, n, j, list + shift);
  } else if (n->type != DV_NULL)
    wrong_count(c, n, j, "position", shift ? "[x, y, z, w, x, y, z] or {xyz: ..., rpy: ...}" : "[w, x, y, z] or {rpy: ...}");
  spread_whole(j);
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

void dv_check_position(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  if (dv_joint_is_whole(j)) read_whole_position(c, n, j);
  else read_each(c, n, j, POSITION);
}

void dv_check_rate(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  if (dv_joint_is_whole(j)) dv_check_velocity(c, n, j);
  else read_each(c, n, j, RATE);
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
static void read_by_coordinate(dv_check *c, const dv_node *joint, const char *key, dv_joint_spec *j, read_one *read)
{
  const dv_node *n = dv_doc_find(joint, key);
  if (!n || n->type == DV_NULL) return;
  if (!j->ncoordinate) {
    dv_diag_add(c->diags, DV_ERROR, n->key_mark, "remove it", "joint '%s' has no single coordinates that '%s' could be about",
                j->name, key);
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
}

// Coordinates of ball and free joints exist only if they are prescribed, of welded ones not at all.
static void list_coordinates(dv_check *c, dv_joint_spec *j)
{
  for (int i = 0; i < j->ncoordinate && !j->welded; i++) {
    int at = dv_names_add(c->arena, &c->coordinates, j->coordinate[i].name);
    if (at >= 0) c->coordinate[at] = &j->coordinate[i];
  }
}

void dv_check_coordinates(dv_check *c, const dv_node *joint, dv_joint_spec *j)
{
  const dv_node *position = dv_doc_find(joint, "position"), *rate = dv_doc_find(joint, "rate");
  name_coordinates(c, j);
  if (dv_joint_is_whole(j)) j->position[dv_joint_slides(j)] = 1;
  dv_check_motion(c, dv_doc_find(joint, "motion"), j);
  if (position) dv_check_position(c, position, j);
  if (rate) dv_check_rate(c, rate, j);
  read_by_coordinate(c, joint, "limits", j, read_limits);
  read_by_coordinate(c, joint, "friction", j, read_friction);
  list_coordinates(c, j);
}
