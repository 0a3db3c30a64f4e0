// spline.c: cubic spline through way-points, at rest at both ends; constant outside.
//
//   on [t_i, t_i+1], h = t_i+1 - t_i, m = s'':  s = m_i (t_i+1-t)^3/6h + m_i+1 (t-t_i)^3/6h + linear part
// m solves the tridiagonal system of continuous s' with s' = 0 at the ends (de Boor 1978).
#include "kinds/signal/signal.h"

typedef struct {
  real none;
} par;

enum { T, Y, M, W, COLUMNS };  // time, value; derived: second derivative, scratch of the elimination

static const dv_table tables[] = {
    {"points", 2, 2, {"s", "*", NULL, NULL}, 2, 1, "rows of [time, value]"}
};

// Row i of the system: lower m_i-1 + diagonal m_i + upper m_i+1 = right
DV_FN void row(const real *q, int n, int i, real *lower, real *diagonal, real *upper, real *right)
{
  const real *here = q + i * COLUMNS;
  real zero = dv_real(0), left_h = zero, right_h = zero, left_slope = zero, right_slope = zero;
  if (i > 0) {
    left_h = here[T] - here[T - COLUMNS];
    left_slope = (here[Y] - here[Y - COLUMNS]) / left_h;
  }
  if (i < n - 1) {
    right_h = here[T + COLUMNS] - here[T];
    right_slope = (here[Y + COLUMNS] - here[Y]) / right_h;
  }
  *lower = left_h / 6;
  *upper = right_h / 6;
  *diagonal = (left_h + right_h) / 3;
  *right = right_slope - left_slope;
}

DV_PREPARE(prepare)
{
  real *q = c->table[0], lower, diagonal, upper, right;
  int n = c->rows[0];
  (void)p;
  for (int i = 0; i < n; i++) {
    row(q, n, i, &lower, &diagonal, &upper, &right);
    if (i > 0) {
      diagonal -= lower * q[(i - 1) * COLUMNS + W];
      right -= lower * q[(i - 1) * COLUMNS + M];
    }
    q[i * COLUMNS + W] = upper / diagonal;
    q[i * COLUMNS + M] = right / diagonal;
  }
  for (int i = n - 2; i >= 0; i--) q[i * COLUMNS + M] -= q[i * COLUMNS + W] * q[(i + 1) * COLUMNS + M];
}

DV_LAW(signal)
{
  real a[COLUMNS], b[COLUMNS];
  (void)p;
  signal_segment(c->table[0], COLUMNS, c->rows[0], c->t, a, b);
  real h = b[T] - a[T], zero = dv_real(0);
  dv_bool inside = (c->t >= a[T]) & (c->t < b[T]);
  real x = dv_clamp(c->t - a[T], zero, h), y = h - x, la = a[Y] / h - a[M] * h / 6, lb = b[Y] / h - b[M] * h / 6;
  real value = (a[M] * y * y * y + b[M] * x * x * x) / (6 * h) + la * y + lb * x;
  real rate = (b[M] * x * x - a[M] * y * y) / (2 * h) + lb - la, acceleration = (a[M] * y + b[M] * x) / h;
  signal_put(c, dv_jet_of(value, dv_select(inside, rate, zero), dv_select(inside, acceleration, zero)));
}

DV_INSTANT(next)
{
  (void)p;
  return signal_next_row(c->table[0], COLUMNS, c->rows[0], t);
}

DV_KIND(signal, spline) = {
    .name = "signal.spline",
    .doc = "smooth curve through way-points, at rest at both ends",
    .npar = DV_NPAR(par),
    .table = tables,
    .ntable = DV_COUNT(tables),
    .out = signal_outs,
    .nout = DV_COUNT(signal_outs),
    .prepare = prepare,
    .signal = signal,
    .next = next,
    .smooth = 2,
    .bench = "signals:\n"
             "  s: {kind: spline, points: [[0, 0], [2, 2]]}\n"
             "until: 3 s\n"
             "cases:\n"
             "  bench:\n"
             "    expect:\n"
             "      - {value: s, at: 1 s, is: 1, within: 1e-14, source: two points give the cubic 3x^2 - 2x^3}\n"
             "      - {value: s.rate, at: 1 s, is: 1.5, within: 1e-14, source: 3/2 h/T}\n",
};
