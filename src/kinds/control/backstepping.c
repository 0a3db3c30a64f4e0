// backstepping.c: valve controller of a hydraulic arm by backstepping through the load pressures.
//
//   a0 = -Kp e1 - Kd e2 - Ki e0,   chi = C(q, w) qd' + g(q) + B(q) qd'' [+ D w],   a1 = E^-1 (chi + a0): wanted load pressures
//   v = (2 bulk/V) E w + a1' - E e2 - K3 (P - a1),   u = V sqrt(rho)/(2 bulk Cd) v / sqrt(supply - sgn(v) P)
//
// e1 = q - qd, e2 = w - qd', e0 the integral of e1; E = gain x d(actuator)/dq, P the load pressure. chi' is taken along the
// motion with the plant's accelerations. C is that of Christoffel's symbols; the document has C_jl = 1/2 sum_k w_k dB_kl/dq_j and
// neglects the rate of E. T. Rokseth 2014, eq. 4.16-4.28.
#include "kinds/control/model_based.h"

DV_PARAMETERS(
    DV_P(supply,       "Pa",     DV_REQUIRED, 1,     1e9,  "supply over return pressure")
    DV_P(volume,       "m^3",    DV_REQUIRED, 1e-9,  10,   "oil on each side of an actuator")
    DV_P(bulk,         "Pa",     1.4e9,       1e6,   1e11, "bulk modulus of the oil")
    DV_P(cd,           "1",      0.62,        0.01,  2,    "discharge coefficient of the valves")
    DV_P(rho,          "kg/m^3", 870,         100,   5000, "density of the oil")
    DV_P(floor,        "Pa",     1e4,         1,     1e8,  "least pressure drop that the inversion counts on")
    DV_P(period,       "s",      1e-3,        1e-6,  1e3,  "sampled: period")
    DV_P_EACH(kp,      "*",      DV_REQUIRED, 0,     1e30, "effort per error of position")
    DV_P_EACH(kd,      "*",      0,           0,     1e30, "effort per error of rate")
    DV_P_EACH(ki,      "*",      0,           0,     1e30, "effort per integral of the error")
    DV_P_EACH(k3,      "1/s",    0,           0,     1e30, "decay of the error of pressure")
    DV_P_EACH(gain,    "*",      DV_REQUIRED, 1e-12, 100,
         "effort per load pressure: displacement of a motor, mean area of a cylinder")
    DV_P_EACH(damping, "*",      0,           0,     1e30, "viscous friction of the joint, compensated on demand")
);

enum { Q, W, A, LOAD_A, LOAD_B, GOAL, GOAL_V, GOAL_A, GOAL_J };  // inputs
enum { FORM, FRICTION, LEVER, TIME };                            // options
enum { CHRISTOFFEL, DOCUMENT };                                  // choices
enum { TURNING, STEADY };
enum { AREA, WANTED, E0 };  // outputs; discrete states

static const dv_option options[] = {
    {"coriolis", "christoffel|document", "matrix C: of Christoffel's symbols, or 1/2 sum_k w_k dB_kl/dq_j"  },
    {"friction", "off|compensated",      "whether chi holds D w"                                            },
    {"lever",    "turning|steady",       "whether the rate of E counts, or is neglected"                    },
    {"time",     "continuous|sampled",   "a law, or a program that runs at its period and holds its outputs"},
};
static const dv_quantity states[] = {
    {"e0[]", "", 1, "integral of the error", 0}
};
#define MEASURED (DV_BY_SIGNAL | DV_BY_SAMPLE)

static const dv_quantity discrete[] = {
    {"area_held[]",   "m^2", 1e-6, "sampled: opening of the valve",  0},
    {"wanted_held[]", "Pa",  1e6,  "sampled: wanted load pressure",  0},
    {"e0_held[]",     "",    1,    "sampled: integral of the error", 0},
};
static const dv_quantity ins[] = {
    {"position[]",          "",   1,   "measured coordinate",                                MEASURED | DV_BY_RATE | DV_OWN_POSITION},
    {"rate[]",              "",   1,   "measured rate",                                      MEASURED | DV_OWN_RATE                 },
    {"acceleration[]",      "",   1,   "measured acceleration",                              MEASURED | DV_OWN_ACCELERATION         },
    {"a[]",                 "Pa", 1e6, "pressure that drives forward, or the load pressure", MEASURED                               },
    {"b[]",                 "Pa", 1e6, "pressure that drives back",                          MEASURED | DV_OPTIONAL                 },
    {"goal[]",              "",   1,   "desired coordinate",                                 MEASURED | DV_BY_RATE                  },
    {"goal_rate[]",         "",   1,   "its rate",                                           MEASURED | DV_OPTIONAL                 },
    {"goal_acceleration[]", "",   1,   "its acceleration",                                   MEASURED | DV_OPTIONAL                 },
    {"goal_jerk[]",         "",   1,   "its jerk",                                           MEASURED | DV_OPTIONAL                 },
};
static const dv_quantity outs[] = {
    {"area[]",   "m^2", 1e-6, "opening of the valve", 0},
    {"wanted[]", "Pa",  1e6,  "wanted load pressure", 0}
};

DV_PREPARE(prepare)
{
  if (!c->opt[TIME]) p->period = dv_real(0);  // no sampling
}

DV_FN real in(const dv_cell *c, int what, int k) { return c->in[what * c->n + k]; }
DV_FN real of(const dv_cell *c, int list, int k) { return c->list[list * c->n + k]; }

// The motion as measured and as desired. What is not in the list is where the machine says, and is desired to be there.
DV_FN void gather(const dv_cell *c, model_motion *m)
{
  model_take(m, c->service);
  for (int k = 0; k < c->n; k++) {
    int i = c->iv[k];
    m->q[c->iq[k]] = in(c, Q, k);
    m->v[i] = in(c, W, k);
    m->a[i] = in(c, A, k);
    m->qv[c->iq[k]] = in(c, W, k);
    m->dv[i] = in(c, GOAL_V, k);
    m->da[i] = in(c, GOAL_A, k);
    m->dj[i] = in(c, GOAL_J, k);
  }
}

// Virtual effort a0 + chi and its rate on coordinate k.
DV_FN void effort(const dv_cell *c, const model_motion *m, int k, real e0, real *tau, real *rate)
{
  real e1 = in(c, Q, k) - in(c, GOAL, k), e2 = in(c, W, k) - in(c, GOAL_V, k), e2_rate = in(c, A, k) - in(c, GOAL_A, k);
  real kp = of(c, L_kp, k), kd = of(c, L_kd, k), ki = of(c, L_ki, k), d = c->opt[FRICTION] ? of(c, L_damping, k) : dv_real(0);
  int i = c->iv[k];
  *tau = m->effort[i] + d * in(c, W, k) - kp * e1 - kd * e2 - ki * e0;
  *rate = m->rate[i] + d * in(c, A, k) - kp * e2 - kd * e2_rate - ki * e1;
}

// Opening that gives the load pressure the rate v on top of what the motion takes.
DV_FN real opening(const par *p, real v, real load)
{
  real way = dv_select(v < 0.0, dv_real(-1), dv_real(1));
  return p->volume * dv_sqrt(p->rho) / (2 * p->bulk * p->cd) * v / dv_sqrt(dv_max(p->supply - way * load, p->floor));
}

// Openings and wanted pressures, [2][n], for the integrals e0 [n].
DV_FN void openings(const par *p, const dv_cell *c, const real *e0, real *out)
{
  model_motion m;
  gather(c, &m);
  model_efforts(&m, c->opt[FORM] == CHRISTOFFEL, 1);
  for (int k = 0; k < c->n; k++) {
    real tau, rate, turn = dv_real(0), w = in(c, W, k), e2 = w - in(c, GOAL_V, k), load = in(c, LOAD_A, k) - in(c, LOAD_B, k);
    effort(c, &m, k, e0[k], &tau, &rate);
    real E = of(c, L_gain, k) * model_lever(&m, c->axis[k], c->iv[k]), wanted = tau / E;
    if (c->opt[LEVER] == TURNING) turn = of(c, L_gain, k) * model_lever_rate(&m, c->axis[k], c->iv[k]);
    real wanted_rate = (rate - turn * wanted) / E;
    real v = 2 * p->bulk / p->volume * E * w + wanted_rate - E * e2 - of(c, L_k3, k) * (load - wanted);
    out[AREA * c->n + k] = opening(p, v, load);
    out[WANTED * c->n + k] = wanted;
  }
}

DV_LAW(signal)
{
  if (!c->opt[TIME]) openings(p, c, c->x, c->out);
  for (int i = 0; c->opt[TIME] && i < 2 * c->n; i++) c->out[i] = c->d[i];
}

DV_LAW(sample)
{
  real *e0 = c->d + E0 * c->n;
  openings(p, c, e0, c->d);
  for (int k = 0; k < c->n; k++) e0[k] += p->period * (in(c, Q, k) - in(c, GOAL, k));
}

DV_LAW(rate)
{
  (void)p;
  for (int k = 0; k < c->n; k++) c->dx[k] = c->opt[TIME] ? dv_real(0) : in(c, Q, k) - in(c, GOAL, k);
}

DV_KIND(control, backstepping) = {
    .name = "control.backstepping",
    .doc = "valve controller of a hydraulic arm: model-based virtual efforts with PID, pressure loop, valve inversion",
    .instead = "use control.inverse-dynamics or control.pd-gravity",
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    DV_ROWS(discrete, discrete),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .each = "joints",
    .axes = "actuators",
    .service = DV_ASKS_MODEL,
    .prepare = prepare,
    .signal = signal,
    .rate = rate,
    .sample = sample,
    .period = 1 + P_period,
    .example =
        "# A pendulum on the control plant model: one pressure, between +supply and -supply. Its closed loop is linear:\n"
        "# B e2' = -Kp e1 - Kd e2 + E e3, e3' = -E e2 - K3 e3\n"
        "nodes: {L: {initial: 0 Pa}}\n"
        "bodies: {rod: {mass: 4 kg, com: [0.5, 0, 0], inertia: [0.01, 0.01, 0.01]}}\n"
        "joints: {q: {type: revolute, axis: y, child: rod, position: 0.1 rad}}\n"
        "signals: {goal: {kind: sine, amplitude: 1 rad, omega: 1 rad/s}}\n"
        "parts:\n"
        "  plus: {kind: hydraulic.pressure, a: P, pressure: 20 MPa}\n"
        "  minus: {kind: hydraulic.pressure, a: M, pressure: -20 MPa}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "  valve: {kind: hydraulic.valve32, p: P, t: M, a: L, area: 0.70710678118654752 m2, reach: 1e30, command: "
        "law.area.q, cd: 0.9, rho: 950 kg/m3, dp0: 1 Pa}\n"
        "  motor: {kind: hydraulic.motor, a: L, b: T, axis: q, displacement: 1e-5 m3/rad, volume: 0.5 l, bulk: 1e8 Pa}\n"
        "  law: {kind: control.backstepping, joints: [q], supply: 20 MPa, volume: 1 l, bulk: 1e8 Pa, cd: 0.9, rho: 950 "
        "kg/m3, kp: 101, kd: 20.2,\n"
        "        gain: 1e-5 m3/rad, k3: 20 s-1, a: L.pressure, goal: goal, goal_rate: goal.rate, goal_acceleration: "
        "goal.acceleration, goal_jerk: -goal.rate}\n"
        "until: 10 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: q, is: -0.54402111088936977, within: 1e-6, source: 'the error dies out like exp(-10 t): sin 10'}\n"
        "      - {final: law.wanted.q - L.pressure, is: 0, within: 10, source: so does the error of pressure}\n",
};
