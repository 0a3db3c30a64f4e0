// damping.c: linear and quadratic damping of a body by its velocity relative to the water.
//
//   F_i = -d_i nu_i - (q_i + 1/2 rho cd A_i) |nu_i| nu_i - sum_j (D_ij nu_j + Q_ij |nu_j| nu_j),
//
// nu = (v, w) relative to the water, in the frame's axes. speed: resultant has |v| and |w| in the place of |nu_i|: drag along
// |v| v, the same in all directions where the coefficients are.
#include "kinds/marine/marine.h"

DV_PARAMETERS(
    DV_HOLDS(real linear[6], quadratic[6], cd, area[3])
    DV_P_AT(linear[0],    linear_x,        "N.s/m",         0, 0, 1e12, "force per velocity along x")
    DV_P_AT(linear[1],    linear_y,        "N.s/m",         0, 0, 1e12, "along y")
    DV_P_AT(linear[2],    linear_z,        "N.s/m",         0, 0, 1e12, "along z")
    DV_P_AT(linear[3],    linear_roll,     "N.m.s/rad",     0, 0, 1e12, "moment per angular velocity about x")
    DV_P_AT(linear[4],    linear_pitch,    "N.m.s/rad",     0, 0, 1e12, "about y")
    DV_P_AT(linear[5],    linear_yaw,      "N.m.s/rad",     0, 0, 1e12, "about z")
    DV_P_AT(quadratic[0], quadratic_x,     "kg/m",          0, 0, 1e12, "force per velocity squared along x")
    DV_P_AT(quadratic[1], quadratic_y,     "kg/m",          0, 0, 1e12, "along y")
    DV_P_AT(quadratic[2], quadratic_z,     "kg/m",          0, 0, 1e12, "along z")
    DV_P_AT(quadratic[3], quadratic_roll,  "N.m.s^2/rad^2", 0, 0, 1e12, "moment per angular velocity squared about x")
    DV_P_AT(quadratic[4], quadratic_pitch, "N.m.s^2/rad^2", 0, 0, 1e12, "about y")
    DV_P_AT(quadratic[5], quadratic_yaw,   "N.m.s^2/rad^2", 0, 0, 1e12, "about z")
    DV_P_AT(cd,           cd,              "1",             1, 0, 100,  "drag coefficient of the areas")
    DV_P_AT(area[0],      area_x,          "m^2",           0, 0, 1e6,  "projected area along x")
    DV_P_AT(area[1],      area_y,          "m^2",           0, 0, 1e6,  "along y")
    DV_P_AT(area[2],      area_z,          "m^2",           0, 0, 1e6,  "along z")
    MARINE_FADE
);

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_ANSWERS, "body or point that it slows"}
};
static const dv_table tables[] = {
    {.name = "linear",
     .columns = 3,
     .unit = {"1", "1", "*"},
     .doc = "rows of [i, j, D_ij], i and j of 1 to 6: x y z roll pitch yaw"                   },
    {.name = "quadratic", .columns = 3, .unit = {"1", "1", "*"}, .doc = "rows of [i, j, Q_ij]"},
};

static const dv_option options[] = {
    {"speed", "components|resultant", "quadratic drag of an axis by the speed along it, or by the whole speed"}
};

DV_FN int place(real index) { return ((int)dv_lane(index, 0) + 5) % 6; }  // 1..6

DV_FAULT(fault)
{
  const char *linear = marine_pairs_fault(c, 0, 3);
  (void)p;
  return linear ? linear : marine_pairs_fault(c, 1, 3);
}

// Speed that the quadratic term of axis i counts with.
DV_FN real speed(const dv_cell *c, const real *nu, int i)
{
  v3 u = dv_v3_of(nu + i / 3 * 3);
  return c->opt[0] ? dv_sqrt(dv_v3_dot(u, u)) : dv_abs(nu[i]);
}

DV_FN void couple(const dv_cell *c, int t, const real *nu, real *F)
{
  for (int r = 0; r < c->rows[t]; r++) {
    const real *row = c->table[t] + 3 * r;
    int j = place(row[1]);
    F[place(row[0])] -= row[2] * (t ? speed(c, nu, j) * nu[j] : nu[j]);
  }
}

// Velocity relative to the water: linear, angular.
DV_FN void relative(const dv_cell *c, const marine_point *m, real *nu)
{
  dv_v3_put(nu, m->velocity);
  for (int i = 0; i < 3; i++) nu[3 + i] = c->flow[i];
}

DV_LAW(answer)
{
  marine_point m = marine_at(c, dv_v3_zero());
  real nu[6], F[6], wet = marine_fade(m.water.depth, p->height);
  relative(c, &m, nu);
  for (int i = 0; i < 6; i++) {
    real q = p->quadratic[i] + (i < 3 ? 0.5 * m.water.density * p->cd * p->area[i % 3] : dv_real(0));
    F[i] = -(p->linear[i] + q * speed(c, nu, i)) * nu[i];
  }
  couple(c, 0, nu, F);
  couple(c, 1, nu, F);
  for (int i = 0; i < 6; i++) F[i] *= wet;
  marine_clear(c);
  marine_push(c, dv_v3_zero(), dv_v3_of(F), dv_v3_of(F + 3));
}

DV_AMOUNT(loss)
{
  (void)p;
  if (c->service->still) return marine_power(c);
  marine_point m = marine_at(c, dv_v3_zero());
  real sum = dv_real(0), nu[6];
  relative(c, &m, nu);
  for (int i = 0; i < 3; i++) sum += c->effort[3 + i] * nu[i] + c->effort[i] * nu[3 + i];
  return sum;
}

DV_KIND(marine, damping) = {
    .name = "marine.damping",
    .doc = "linear and quadratic damping of a body in water, per axis or with couplings",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    .service = DV_ASKS_WATER,
    .fault = fault,
    .answer = answer,
    .loss = loss,
    .active = 1,
    .form = "R",
    .example = "# a ball falls to its terminal velocity: sqrt(2 (m - rho V) g/(rho cd A))\n"
               "bodies: {ball: {mass: 50 kg}, slant: {mass: 50 kg}}\n"
               "joints:\n"
               "  z: {type: prismatic, axis: z, child: ball}\n"
               "  s: {type: prismatic, axis: [3, 4, 0], child: slant, rate: 2 m/s}\n"
               "gravity: [0, 0, -9.81]\n"
               "parts:\n"
               "  sea: {kind: marine.water, density: 1000 kg/m3}\n"
               "  lift: {kind: marine.buoyancy, frame: ball, volume: 0.03 m3}\n"
               "  added: {kind: marine.added-mass, frame: ball, shape: sphere, radius: 0.2 m, density: 1000 kg/m3}\n"
               "  drag: {kind: marine.damping, frame: ball, cd: 0.5, area_z: 0.12 m2}\n"
               "  round: {kind: marine.damping, frame: slant, speed: resultant, quadratic_x: 25 kg/m, quadratic_y: 25 kg/m, "
               "quadratic_z: 25 kg/m}\n"
               "until: 30 s\n"
               "solver: {rtol: 1e-11, atol: 1e-13}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: z.rate, is: -2.5573423705088847, within: 1e-8, source: terminal velocity}\n"
               "      - {final: s.rate, is: 0.06451612903225806, within: 1e-8, source: v0/(1 + q v0 t/m)}\n"
               "      - {value: z.rate, at: 0.5 s, is: -1.326642362825109, within: 1e-8, source: \"vt tanh(t F/(m + 2/3 pi rho "
               "r^3) vt)\"}\n",
};
