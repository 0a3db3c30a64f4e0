// loop_row.c: gaps of closures, their Jacobian and its bias.
//
//   along   c = a.d        c' = a.(vB - vA) + wA.(a x d)     c'' - J v' = 2 (wA x a).d' + (wA x (wA x a)).d
//   across  c = a.b        c' = (wA - wB).(a x b)            c'' - J v' = (wA - wB).((wA x a) x b + a x (wB x b))
//   apart   c = |d| - L    c' = u.(vB - vA)                  c'' - J v' = (d'.d' - (u.d')^2) / |d|
//   relation: formula of coordinates, differentiated over jets (math/jet.h)
//
// The factors of the twists are the screw of the row: the wrench that a unit multiplier puts on both frames.
#include "engine/loop.h"

#include "kinds/formula.h"

typedef struct {
  real R[9];
  v3 p, w, v;  // world axes
} side;

static void place(const dv_eval *e, const dv_loop *l, int k, side *s)
{
  const real *X = e->num + l->num + 12 * k;
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
  s->v = dv_m3_mul(b->R_WB, dv_v3_add(b->v, dv_v3_cross(b->w, dv_v3_of(e->num + l->num + 12 * k + 9))));
}

DV_FN v3 axis_of(const side *s, int i)
{
  v3 a;
  for (int k = 0; k < 3; k++) a.x[k] = s->R[3 * k + i];
  return a;
}

DV_FN void screw_put(real *screw, v3 nA, v3 fA, v3 nB, v3 fB)
{
  dv_v3_put(screw, nA);
  dv_v3_put(screw + 3, fA);
  dv_v3_put(screw + 6, nB);
  dv_v3_put(screw + 9, fB);
}

// Gap and screw of a row.
static void row_gap(const dv_eval *e, const dv_closure *row, const side *s, real *c, real *screw)
{
  v3 a = axis_of(&s[0], row->i), d = dv_v3_sub(s[1].p, s[0].p), none = dv_v3_zero();
  if (row->what == DV_ALONG) {
    *c = dv_v3_dot(a, d);
    screw_put(screw, dv_v3_cross(a, d), dv_v3_sub(none, a), none, a);
  } else if (row->what == DV_ACROSS) {
    v3 b = axis_of(&s[1], row->j), n = dv_v3_cross(a, b);
    *c = dv_v3_dot(a, b);
    screw_put(screw, n, none, dv_v3_sub(none, n), none);
  } else {
    real length = dv_sqrt(dv_v3_dot(d, d));
    v3 u = dv_v3_scale(d, 1 / length);
    *c = length - e->num[row->value];
    screw_put(screw, none, dv_v3_sub(none, u), none, u);
  }
}

// J = screw . twists. size: the longest motion that a unit of rate gives the frames against each other.
static void row_columns(const dv_eval *e, const dv_loop *l, const dv_loop_room *r, int row)
{
  const int *column = DV_MODEL_AT(e->m, int, INT) + l->column;
  const real *screw = r->screw + 12 * row;
  int nv = r->nv, turns = DV_MODEL_AT(e->m, dv_closure, CLOSURE)[row].what == DV_ACROSS;
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
    most = dv_max(most, square);
  }
  r->size[row] = dv_sqrt(most);
}

static void frames(const dv_eval *e, const dv_loop *l, const dv_loop_room *r)
{
  int n = 6 * r->nv;
  for (int k = 0; k < 2; k++) {
    if (l->link[k] < 0)
      for (int i = 0; i < n; i++) r->frame[k * n + i] = dv_real(0);
    else DV_X(dv_jacobian)(&e->tree, e->num, e->link, l->link[k], e->num + l->num + 12 * k + 9, r->frame + k * n);
  }
}

static void joint_rows(const dv_eval *e, const dv_loop *l, dv_loop_room *r)
{
  const dv_closure *all = DV_MODEL_AT(e->m, dv_closure, CLOSURE);
  side s[2];
  place(e, l, 0, &s[0]);
  place(e, l, 1, &s[1]);
  frames(e, l, r);
  real far = dv_sqrt(dv_v3_dot(s[0].p, s[0].p));
  for (int i = l->row; i < l->row + l->nrow; i++) {
    if (!r->wants[i]) continue;
    row_gap(e, &all[i], s, &r->c[i], r->screw + 12 * i);
    row_columns(e, l, r, i);
    r->reach[i] = r->size[i] + far;
  }
}

// Inputs of a relation: the coordinates, and how they move: rate `d` in input `only`, or the rates themselves (only < 0).
static dv_jet relation(const dv_eval *e, const dv_loop *l, const dv_loop_room *r, int only)
{
  const int *list = DV_MODEL_AT(e->m, int, INT);
  real *in = e->w + l->room;
  for (int k = 0; k < l->ncolumn; k++) {
    in[3 * k] = r->q[list[l->coordinate + k]];
    in[3 * k + 1] = only < 0 ? r->v[list[l->column + k]] : dv_real(k == only);
    in[3 * k + 2] = dv_real(0);
  }
  return dv_formula_run(DV_MODEL_AT(e->m, dv_code, CODE) + l->code, l->ncode, e->num + l->constant, in);
}

static void relation_row(const dv_eval *e, const dv_loop *l, dv_loop_room *r)
{
  const int *column = DV_MODEL_AT(e->m, int, INT) + l->column;
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

static int is_relation(const dv_eval *e, const dv_loop *l)
{
  return DV_MODEL_AT(e->m, dv_closure, CLOSURE)[l->row].what == DV_RELATION;
}

static int wanted(const dv_loop *l, const dv_loop_room *r)
{
  int any = 0;
  for (int i = l->row; i < l->row + l->nrow; i++) any |= r->wants[i];
  return any;
}

void DV_X(dv_loop_rows)(const dv_eval *e, dv_loop_room *r)
{
  const dv_loop *l = DV_MODEL_AT(e->m, dv_loop, LOOP);
  for (int i = 0; i < DV_MODEL_COUNT(e->m, LOOP); i++, l++) {
    if (!wanted(l, r)) continue;
    if (is_relation(e, l)) relation_row(e, l, r);
    else joint_rows(e, l, r);
  }
}

static real row_bias(const dv_closure *row, const side *s, const real *screw, const real *acc)
{
  v3 a = axis_of(&s[0], row->i), d = dv_v3_sub(s[1].p, s[0].p), rate = dv_v3_sub(s[1].v, s[0].v), turn = dv_v3_cross(s[0].w, a);
  real sum = dv_real(0);
  for (int i = 0; i < 12; i++) sum += screw[i] * acc[i];
  if (row->what == DV_ALONG) return sum + 2 * dv_v3_dot(turn, rate) + dv_v3_dot(dv_v3_cross(s[0].w, turn), d);
  if (row->what == DV_ACROSS) {
    v3 b = axis_of(&s[1], row->j);
    v3 twist = dv_v3_add(dv_v3_cross(turn, b), dv_v3_cross(a, dv_v3_cross(s[1].w, b)));
    return sum + dv_v3_dot(dv_v3_sub(s[0].w, s[1].w), twist);
  }
  real along = dv_v3_dot(dv_v3_of(screw + 9), rate);
  return sum + (dv_v3_dot(rate, rate) - along * along) / dv_sqrt(dv_v3_dot(d, d));
}

static void joint_bias(const dv_eval *e, const dv_loop *l, dv_loop_room *r)
{
  const dv_closure *all = DV_MODEL_AT(e->m, dv_closure, CLOSURE);
  side s[2];
  real acc[12];
  for (int k = 0; k < 2; k++) {
    place(e, l, k, &s[k]);
    move(e, l, k, &s[k]);
    for (int i = 0; i < 6; i++) acc[6 * k + i] = dv_real(0);
    if (l->link[k] >= 0) DV_X(dv_jdotv)(&e->tree, e->num, e->link, l->link[k], e->num + l->num + 12 * k + 9, acc + 6 * k);
  }
  for (int i = l->row; i < l->row + l->nrow; i++)
    if (r->wants[i]) r->gamma[i] = row_bias(&all[i], s, r->screw + 12 * i, acc);
}

void DV_X(dv_loop_bias)(const dv_eval *e, dv_loop_room *r)
{
  const dv_loop *l = DV_MODEL_AT(e->m, dv_loop, LOOP);
  for (int i = 0; i < DV_MODEL_COUNT(e->m, LOOP); i++, l++) {
    if (!wanted(l, r)) continue;
    if (is_relation(e, l)) r->gamma[l->row] = relation(e, l, r, -1).dd;
    else joint_bias(e, l, r);
  }
}
