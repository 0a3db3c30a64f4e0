// loop_row.c: gaps of closures, their Jacobian and its bias.
//
//   of two frames: one file each in closure/
//   relation: formula of coordinates, differentiated over jets (math/jet.h)
//
// The factors of the twists are the screw of the row: the wrench that a unit multiplier puts on both frames.
#include "engine/closures.def"
#include "engine/loop.h"

#include "kinds/formula_run.h"

// Frame k on its link.
static const real *frame_of(const dv_eval *e, const dv_loop *l, int k)
{
  const real *X = e->num + l->num + 12 * k;
  if (k || l->held < 0) return X;
  dv_loop_taken(e, l, X, e->w + l->room);
  return e->w + l->room;
}

static void place(const dv_eval *e, const dv_loop *l, int k, side *s)
{
  const real *X = frame_of(e, l, k);
  s->w = s->v = dv_v3_zero();
  if (l->link[k] < 0) {
    memcpy(s->R, X, sizeof s->R);
    s->p = dv_v3_of(X + 9);
    return;
  }
  const dv_link_work *b = &e->link[l->link[k]];
  dv_m3_product(b->R_WB, X, s->R);
  s->p = dv_v3_add(b->p_WB, dv_m3_mul(b->R_WB, dv_v3_of(X + 9)));
}

static void move(const dv_eval *e, const dv_loop *l, int k, side *s)
{
  if (l->link[k] < 0) return;
  const dv_link_work *b = &e->link[l->link[k]];
  s->w = dv_m3_mul(b->R_WB, b->w);
  s->v = dv_m3_mul(b->R_WB, dv_v3_add(b->v, dv_v3_cross(b->w, dv_v3_of(frame_of(e, l, k) + 9))));
}

// Of a switch over closures.def.
#define CASE(id, call)                                                                                                           \
  case DV_##id: call; break;

// Gap and screw of a row.
static void row_gap(const dv_eval *e, const dv_closure *row, const side *s, real *c, real *screw)
{
  switch (row->what) {
#define DV_CLOSURE(id, name, ...) CASE(id, name##_gap(e, row, s, c, screw))
#include "engine/closures.def"
  default: break;
  }
}

// J = screw . twists. size: the longest motion that a unit of rate gives the frames against each other, or what rolls its rim.
static void row_columns(const dv_eval *e, const dv_loop *l, const dv_loop_room *r, int row)
{
  const int *column = dv_model_INT(e->m) + l->column;
  const real *screw = r->screw + 12 * row;
  int nv = r->nv, what = dv_model_CLOSURE(e->m)[row].what, turns = dv_closure_turns(what), rolls = dv_closure_rates(what);
  real most = dv_real(0);
  for (int k = 0; k < l->ncolumn; k++) {
    int i = column[k];
    real sum = dv_real(0), square = dv_real(0);
    for (int a = 0; a < 6; a++) {
      real A = r->frame[a * nv + i], B = r->frame[(6 + a) * nv + i], d = B - A;
      sum += screw[a] * A + screw[6 + a] * B;
      if ((a < 3) == turns) square += d * d;
    }
    r->J[row * nv + i] = sum;
    most = dv_max(most, rolls ? square + sum * sum : square);
  }
  r->size[row] = dv_sqrt(most);
}

static void frames(const dv_eval *e, const dv_loop *l, const dv_loop_room *r)
{
  int n = 6 * r->nv;
  for (int k = 0; k < 2; k++) {
    if (l->link[k] < 0)
      for (int i = 0; i < n; i++) r->frame[k * n + i] = dv_real(0);
    else DV_X(dv_jacobian)(&e->tree, e->num, e->link, l->link[k], frame_of(e, l, k) + 9, r->frame + k * n);
  }
}

// Rows of what is not held are none.
static void let_go(const dv_eval *e, const dv_loop *l, dv_loop_room *r)
{
  const int *column = dv_model_INT(e->m) + l->column;
  real none = dv_real(0);
  dv_bool held = dv_loop_held(e, l);
  for (int i = l->row; i < l->row + l->nrow; i++) {
    r->c[i] = dv_select(held, r->c[i], none);
    r->size[i] = dv_select(held, r->size[i], none);
    r->reach[i] = dv_select(held, r->reach[i], none);
    for (int k = 0; k < l->ncolumn; k++) {
      real *J = r->J + i * r->nv + column[k];
      *J = dv_select(held, *J, none);
    }
  }
}

// The longest arm that is added up to the place of a frame.
static real longest_arm(const dv_eval *e, const dv_loop *l)
{
  real most = dv_real(0);
  for (int k = 0; k < 2; k++) {
    v3 arm = dv_v3_of(e->num + l->num + 12 * k + 9);
    most = dv_max(most, dv_v3_dot(arm, arm));
    if (l->link[k] >= 0) most = dv_max(most, dv_v3_dot(e->link[l->link[k]].p_WB, e->link[l->link[k]].p_WB));
  }
  return dv_sqrt(most);
}

// What a gap is measured by. Of a row that nothing moves the gap is rounding: of the arms, or of a product of unit axes.
static real reach_of(const dv_eval *e, const dv_loop *l, const dv_closure *c, real size, real far)
{
  real least = dv_closure_turns(c->what) ? dv_real(1) : longest_arm(e, l);
  return far + dv_select(size < 1e-9 * least, least, size);
}

static void joint_rows(const dv_eval *e, const dv_loop *l, dv_loop_room *r)
{
  const dv_closure *all = dv_model_CLOSURE(e->m);
  side s[2];
  place(e, l, 0, &s[0]);
  place(e, l, 1, &s[1]);
  frames(e, l, r);
  real far = dv_sqrt(dv_v3_dot(s[0].p, s[0].p));
  for (int i = l->row; i < l->row + l->nrow; i++) {
    if (!r->wants[i]) continue;
    row_gap(e, &all[i], s, &r->c[i], r->screw + 12 * i);
    row_columns(e, l, r, i);
    r->reach[i] = reach_of(e, l, &all[i], r->size[i], far);
  }
  if (l->held >= 0) let_go(e, l, r);
}

// Inputs of a relation: the coordinates, and how they move: rate `d` in input `only`, or the rates themselves (only < 0).
static dv_jet relation(const dv_eval *e, const dv_loop *l, const dv_loop_room *r, int only)
{
  const int *list = dv_model_INT(e->m);
  real *in = e->w + l->room;
  for (int k = 0; k < l->ncolumn; k++) {
    in[3 * k] = r->q[list[l->coordinate + k]];
    in[3 * k + 1] = only < 0 ? r->v[list[l->column + k]] : dv_real(k == only);
    in[3 * k + 2] = dv_real(0);
  }
  return dv_formula_run(dv_model_CODE(e->m) + l->code, l->ncode, e->num + l->constant, in);
}

static void relation_row(const dv_eval *e, const dv_loop *l, dv_loop_room *r)
{
  const int *column = dv_model_INT(e->m) + l->column;
  real most = dv_real(0), far = dv_real(0);
  for (int k = 0; k < l->ncolumn; k++) {
    dv_jet c = relation(e, l, r, k);
    r->c[l->row] = c.v;
    r->J[l->row * r->nv + column[k]] = c.d;
    most = dv_max(most, dv_abs(c.d));
    far += dv_abs(c.d * e->w[l->room + 3 * k]);
  }
  r->size[l->row] = most;
  r->reach[l->row] = most + far;
}

static int is_relation(const dv_eval *e, const dv_loop *l) { return dv_model_CLOSURE(e->m)[l->row].what == DV_RELATION; }

static int wanted(const dv_loop *l, const dv_loop_room *r)
{
  int any = 0;
  for (int i = l->row; i < l->row + l->nrow; i++) any |= r->wants[i];
  return any;
}

void DV_X(dv_loop_rows)(const dv_eval *e, dv_loop_room *r)
{
  const dv_loop *l = dv_model_LOOP(e->m);
  for (int i = 0; i < DV_MODEL_COUNT(e->m, LOOP); i++, l++) {
    if (!wanted(l, r)) continue;
    if (is_relation(e, l)) relation_row(e, l, r);
    else joint_rows(e, l, r);
  }
}

static real row_bias(const dv_eval *e, const dv_closure *row, const side *s, const real *screw, const real *acc)
{
  real sum = dv_real(0);
  for (int i = 0; i < 12; i++) sum += screw[i] * acc[i];
  switch (row->what) {
#define DV_CLOSURE(id, name, ...) CASE(id, sum += name##_bias(e, row, s, screw))
#include "engine/closures.def"
  default: break;
  }
  return sum;
}

static void joint_bias(const dv_eval *e, const dv_loop *l, dv_loop_room *r)
{
  const dv_closure *all = dv_model_CLOSURE(e->m);
  side s[2];
  real acc[12];
  for (int k = 0; k < 2; k++) {
    place(e, l, k, &s[k]);
    move(e, l, k, &s[k]);
    for (int i = 0; i < 6; i++) acc[6 * k + i] = dv_real(0);
    if (l->link[k] >= 0) DV_X(dv_jdotv)(&e->tree, e->num, e->link, l->link[k], frame_of(e, l, k) + 9, acc + 6 * k);
  }
  for (int i = l->row; i < l->row + l->nrow; i++)
    if (r->wants[i]) r->gamma[i] = row_bias(e, &all[i], s, r->screw + 12 * i, acc);
}

void DV_X(dv_loop_bias)(const dv_eval *e, dv_loop_room *r)
{
  const dv_loop *l = dv_model_LOOP(e->m);
  for (int i = 0; i < DV_MODEL_COUNT(e->m, LOOP); i++, l++) {
    if (!wanted(l, r)) continue;
    if (is_relation(e, l)) r->gamma[l->row] = relation(e, l, r, -1).dd;
    else joint_bias(e, l, r);
  }
}
