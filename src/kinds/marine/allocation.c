// allocation.c: shares a wanted force and moment out to thrusters: weighted pseudo-inverse with limits.
//
//   tau = H f,  column of H: (e, r x e),   f += W H^T (H W H^T + eps)^-1 (tau - H f), three times from f = 0;   W: weights
//
// eps, 1e-6 of the trace, keeps what the thrusters cannot reach from blowing up; the repetition takes its error off the rest.
// Beyond the limit all are scaled back, or clipped.
#include "kinds/marine/marine.h"
#include "math/dense.h"

DV_PARAMETERS(
    DV_P(limit, "N", 1e30, 0, 1e30, "largest thrust of each")
);

enum { MOST = 12, WEIGHT = 6, PASSES = 3 };

static const dv_option options[] = {
    {"beyond", "scale|clip", "what happens to thrusts beyond the limit"}
};
static const dv_table tables[] = {
    {"places",     3, 0, {"m", "m", "m", NULL}, 1, 0, "rows of [x, y, z]: where the thrusters are, at most 12; body axes"},
    {"directions", 3, 6, {"1", "1", "1", NULL}, 1, 0, "rows of [x, y, z]: where they push"                               },
};
#define WEIGHT_ROW(n)                                                                                                            \
  {                                                                                                                              \
    "weight" #n, "1", 1, "of thruster " #n ": 1, or less to spare it, 0 if it is lost", DV_OPTIONAL_ONE                          \
  }
static const dv_quantity ins[] = {
    {"fx", "N",   100, "wanted force along x",  DV_OPTIONAL},
    {"fy", "N",   100, "along y",               DV_OPTIONAL},
    {"fz", "N",   100, "along z",               DV_OPTIONAL},
    {"mx", "N.m", 100, "wanted moment about x", DV_OPTIONAL},
    {"my", "N.m", 100, "about y",               DV_OPTIONAL},
    {"mz", "N.m", 100, "about z",               DV_OPTIONAL},
    WEIGHT_ROW(1),
    WEIGHT_ROW(2),
    WEIGHT_ROW(3),
    WEIGHT_ROW(4),
    WEIGHT_ROW(5),
    WEIGHT_ROW(6),
    WEIGHT_ROW(7),
    WEIGHT_ROW(8),
    WEIGHT_ROW(9),
    WEIGHT_ROW(10),
    WEIGHT_ROW(11),
    WEIGHT_ROW(12),
};
#define THRUST_ROW(n)                                                                                                            \
  {                                                                                                                              \
    "thrust" #n, "N", 100, "of thruster " #n, 0                                                                                  \
  }
static const dv_quantity outs[] = {
    THRUST_ROW(1), THRUST_ROW(2), THRUST_ROW(3), THRUST_ROW(4),  THRUST_ROW(5),  THRUST_ROW(6),
    THRUST_ROW(7), THRUST_ROW(8), THRUST_ROW(9), THRUST_ROW(10), THRUST_ROW(11), THRUST_ROW(12),
};

DV_FN int count(const dv_cell *c)
{
  int n = c->rows[0] < c->rows[1] ? c->rows[0] : c->rows[1];
  return n < MOST ? n : MOST;
}

DV_FN const real *column(const dv_cell *c, int k) { return c->table[1] + 9 * k + 3; }

// Columns of H behind the directions.
DV_PREPARE(prepare)
{
  (void)p;
  for (int k = 0; k < c->rows[1]; k++) {
    v3 e = dv_v3_of(c->table[1] + 9 * k), r = k < c->rows[0] ? dv_v3_of(c->table[0] + 3 * k) : dv_v3_zero();
    real *h = c->table[1] + 9 * k + 3;
    e = dv_v3_scale(e, 1 / dv_sqrt(dv_max(dv_v3_dot(e, e), dv_real(1e-30))));
    dv_v3_put(h, e);
    dv_v3_put(h + 3, dv_v3_cross(r, e));
  }
}

// H W H^T + eps, lower triangle.
DV_FN void gram(const dv_cell *c, real *G)
{
  real trace = dv_real(0);
  for (int i = 0; i < 36; i++) G[i] = dv_real(0);
  for (int k = 0; k < count(c); k++) {
    const real *h = column(c, k);
    for (int i = 0; i < 6; i++)
      for (int j = 0; j <= i; j++) G[6 * i + j] += c->in[WEIGHT + k] * h[i] * h[j];
  }
  for (int i = 0; i < 6; i++) trace += dv_abs(G[7 * i]);
  for (int i = 0; i < 6; i++) G[7 * i] += 1e-6 * trace + 1e-300;
}

DV_FN void limit(const par *p, dv_cell *c)
{
  real most = p->limit;
  for (int k = 0; k < MOST; k++) most = dv_max(dv_abs(c->out[k]), most);
  for (int k = 0; k < MOST; k++) {
    real clipped = dv_clamp(c->out[k], -p->limit, p->limit),
         scaled = c->out[k] * dv_select(most > p->limit, p->limit / most, dv_real(1));
    c->out[k] = c->opt[0] ? clipped : scaled;
  }
}

// tau - H f
DV_FN void missing(const dv_cell *c, real *y)
{
  for (int i = 0; i < 6; i++) y[i] = c->in[i];
  for (int k = 0; k < count(c); k++) {
    const real *h = column(c, k);
    for (int i = 0; i < 6; i++) y[i] -= h[i] * c->out[k];
  }
}

DV_LAW(signal)
{
  real G[36], y[6];
  for (int k = 0; k < MOST; k++) c->out[k] = dv_real(0);
  gram(c, G);
  dv_ldl(6, G);
  for (int pass = 0; pass < PASSES; pass++) {
    missing(c, y);
    dv_ldl_solve(6, G, y);
    for (int k = 0; k < count(c); k++) {
      const real *h = column(c, k);
      for (int i = 0; i < 6; i++) c->out[k] += c->in[WEIGHT + k] * h[i] * y[i];
    }
  }
  limit(p, c);
}

DV_KIND(marine, allocation) = {
    .name = "marine.allocation",
    .doc = "shares force and moment out to thrusters by pseudo-inverse, with limits and lost thrusters",
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .prepare = prepare,
    .signal = signal,
    .example = "signals: {lost: {kind: step, from: 1, to: 0, at: 1 s}}\n"
               "parts:\n"
               "  share: {kind: marine.allocation, fx: 60 N, mz: 12 N.m, weight3: lost,\n"
               "          places: [[0, -1, 0], [0, 1, 0], [0, 0, 0]], directions: [[1, 0, 0], [1, 0, 0], [1, 0, 0]]}\n"
               "until: 2 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: share.thrust1, at: 0.5 s, is: 26, within: 1e-9, source: a third of 60 N and half of 12 N m}\n"
               "      - {value: share.thrust2, at: 0.5 s, is: 14, within: 1e-9, source: a third of 60 N less half of 12 N m}\n"
               "      - {value: share.thrust3, at: 0.5 s, is: 20, within: 1e-9, source: a third}\n"
               "      - {final: share.thrust1, is: 36, within: 1e-9, source: the two that are left}\n"
               "      - {final: share.thrust3, is: 0, within: 1e-12, source: lost}\n",
};
