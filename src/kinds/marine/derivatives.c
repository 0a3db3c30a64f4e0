// derivatives.c: hydrodynamic derivatives, as manoeuvring models of vehicles and ships publish them.
//
//   F_i = sum over rows of  value nu_j nu_k nu_l,     nu = (u, v, w, p, q, r) relative to the water, frame axes
//
// 0 in the place of j, k, l: factor 1; a negative number: the absolute value. Y_uv = -28.6 is the row [2, 1, 2, 0, -28.6],
// Y_v|v| the row [2, 2, -2, 0, ...]. Signs as published: terms of F, not of a damping. Gertler and Hagen 1967; Abkowitz 1964.
#include "kinds/marine/marine.h"

DV_NO_PARAMETERS;

enum { I, FACTORS = 3, VALUE = 4, COLUMNS };

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_ANSWERS, "body or point that the numbers refer to; body axes"}
};
static const dv_table tables[] = {
    {.name = "terms",
     .columns = COLUMNS,
     .unit = {"1", "1", "1", "1", "*"},
     .rows_least = 1,
     .doc = "rows of [i, j, k, l, value]: i of 1 to 6 (x y z roll pitch yaw), j k l of 0 to 6, negative: absolute value"},
};

DV_FAULT(fault)
{
  (void)p;
  for (int r = 0; r < c->rows[0]; r++)
    for (int k = I; k < VALUE; k++) {
      double i = dv_lane(c->table[0][COLUMNS * r + k], 0);
      if (!(i >= (k == I ? 1 : -6) && i <= 6 && i == (int)i))
        return "a row of its table names a direction that does not exist|give x y z roll pitch yaw as 1 2 3 4 5 6, 0 for none";
    }
  return NULL;
}

// nu_j, |nu_j| or 1
DV_FN real factor(const real *nu, int j)
{
  if (!j) return dv_real(1);
  return j > 0 ? nu[j - 1] : dv_abs(nu[-j - 1]);
}

DV_FN marine_point wrench(const dv_cell *c, real *nu, real *F)
{
  marine_point m = marine_at(c, dv_v3_zero());
  dv_v3_put(nu, m.velocity);
  for (int i = 0; i < 3; i++) nu[3 + i] = c->flow[i];
  for (int i = 0; i < 6; i++) F[i] = dv_real(0);
  for (int r = 0; r < c->rows[0]; r++) {
    const real *row = c->table[0] + COLUMNS * r;
    real term = row[VALUE];
    for (int k = 1; k <= FACTORS; k++) term *= factor(nu, (int)dv_lane(row[k], 0));
    F[(int)dv_lane(row[I], 0) - 1] += term;
  }
  return m;
}

DV_LAW(answer)
{
  real nu[6], F[6];
  (void)p;
  wrench(c, nu, F);
  marine_clear(c);
  marine_push(c, dv_v3_zero(), dv_v3_of(F), dv_v3_of(F + 3));
}

DV_AMOUNT(loss)
{
  real nu[6], F[6], sum = dv_real(0);
  (void)p;
  wrench(c, nu, F);
  for (int i = 0; i < 6; i++) sum -= F[i] * nu[i];
  return sum;
}

DV_KIND(marine, derivatives) = {
    .name = "marine.derivatives",
    .doc = "hydrodynamic derivatives of a vehicle or ship: forces as products of velocities through the water",
    DV_ROWS(port, ports),
    .npar = DV_NPAR(par),
    DV_ROWS(table, tables),
    .service = DV_ASKS_WATER,
    .fault = fault,
    .answer = answer,
    .loss = loss,
    .active = 1,
    .form = "R",
    .example = "# a drifts with the current, u' = -u |u| as seen from the water; b sways while it is driven: v' = -1/4 u^2 v\n"
               "bodies: {a: {mass: 2 kg}, sledge: {mass: 1 g}, b: {mass: 2 kg}}\n"
               "joints:\n"
               "  x: {type: prismatic, axis: x, child: a, rate: 3 m/s}\n"
               "  s: {type: prismatic, axis: x, child: sledge, motion: {prescribed: run}}\n"
               "  y: {type: prismatic, axis: y, parent: sledge, child: b, rate: 0.5 m/s}\n"
               "signals: {run: 3*t}\n"
               "gravity: 0\n"
               "parts:\n"
               "  sea: {kind: marine.water}\n"
               "  flow: {kind: marine.current, x: 1 m/s}\n"
               "  ta: {kind: marine.derivatives, frame: a, terms: [[1, 1, -1, 0, -2]]}\n"
               "  tb: {kind: marine.derivatives, frame: b, terms: [[2, 1, 1, 2, -0.5]]}\n"
               "until: 2 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: x.rate, is: 1.4, within: 1e-8, source: \"1 + 2/(1 + 2 t)\"}\n"
               "      - {final: y.rate, is: 0.5*exp(-2), within: 1e-8, source: \"exp(-u^2/4 t), u = 3 - 1\"}\n",
};
