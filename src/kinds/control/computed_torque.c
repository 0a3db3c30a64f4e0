// computed_torque.c: joint control by the arm's own model: what the desired motion takes, and PID on its errors.
//
//   tau = C(q, w) qd' + g(q) + B(q) qd'' - Kp e1 - Kd e2 - Ki int e1,   e1 = q - qd, e2 = w - qd'
//
// The model is the machine's, with added mass and buoyancy. What the arm does not hold is where it is and moves as it does
// (option base: moving), or stands still and level for it (still). base: level takes its rates into C, but weighs the arm on a
// level base that is not meant to move: T. Rokseth 2014, eq. 4.84-4.86, with coriolis: document.
#include "kinds/control/model_based.h"

DV_PARAMETERS(
    DV_P_EACH(kp, "*", DV_REQUIRED, 0, 1e30, "effort per error of position")
    DV_P_EACH(kd, "*", 0,           0, 1e30, "effort per error of rate")
    DV_P_EACH(ki, "*", 0,           0, 1e30, "effort per integral of the error")
    DV_DERIVED(real none)
);

enum { Q, W, GOAL, GOAL_V, GOAL_A };
enum { FORM, BASE };
enum { CHRISTOFFEL, DOCUMENT };
enum { MOVING, STILL, LEVEL };

static const dv_option options[] = {
    {"coriolis", "christoffel|document", "matrix C: of Christoffel's symbols, or 1/2 sum_k w_k dB_kl/dq_j"                   },
    {"base",     "moving|still|level",   "how the model takes what is not in its list: as it moves; level and at rest; level"},
};
static const dv_quantity states[] = {
    {"e0[]", "", 1, "integral of the error", 0}
};
static const dv_quantity ins[] = {
    {"position[]",          "", 1, "measured coordinate", DV_BY_SIGNAL | DV_BY_RATE | DV_OWN_POSITION},
    {"rate[]",              "", 1, "measured rate",       DV_BY_SIGNAL | DV_OWN_RATE                 },
    {"goal[]",              "", 1, "desired coordinate",  DV_BY_SIGNAL | DV_BY_RATE                  },
    {"goal_rate[]",         "", 1, "its rate",            DV_BY_SIGNAL | DV_OPTIONAL                 },
    {"goal_acceleration[]", "", 1, "its acceleration",    DV_BY_SIGNAL | DV_OPTIONAL                 },
};
static const dv_quantity outs[] = {
    {"effort[]", "{e}", 100, "effort of the joint",    0},
    {"model[]",  "{e}", 100, "the model's part of it", 0}
};

DV_FN real in(const dv_cell *c, int what, int k) { return c->in[what * c->n + k]; }

// What the arm does not hold, as the option says: it does not accelerate.
DV_FN void settle(const dv_cell *c, model_motion *m)
{
  const dv_service *s = c->service;
  for (int i = 0; i < s->nv; i++) m->a[i] = m->da[i] = dv_real(0);
  if (c->opt[BASE] == MOVING) return;
  for (int i = 0; i < s->nv; i++) m->dv[i] = dv_real(0);
  for (int i = 0; c->opt[BASE] == STILL && i < s->nv; i++) m->v[i] = dv_real(0);
  s->level(s, m->q);
}

DV_FN void gather(const dv_cell *c, model_motion *m)
{
  model_take(m, c->service);
  settle(c, m);
  for (int k = 0; k < c->n; k++) {
    int i = c->iv[k];
    m->q[c->iq[k]] = in(c, Q, k);
    m->v[i] = in(c, W, k);
    m->dv[i] = in(c, GOAL_V, k);
    m->da[i] = in(c, GOAL_A, k);
  }
}

DV_LAW(signal)
{
  model_motion m;
  (void)p;
  gather(c, &m);
  model_efforts(&m, c->opt[FORM] == CHRISTOFFEL, 0);
  for (int k = 0; k < c->n; k++) {
    real e1 = in(c, Q, k) - in(c, GOAL, k), e2 = in(c, W, k) - in(c, GOAL_V, k);
    const real *kp = c->list + L_kp * c->n, *kd = c->list + L_kd * c->n, *ki = c->list + L_ki * c->n;
    c->out[c->n + k] = m.effort[c->iv[k]];
    c->out[k] = m.effort[c->iv[k]] - kp[k] * e1 - kd[k] * e2 - ki[k] * c->x[k];
  }
}

DV_LAW(rate)
{
  (void)p;
  for (int k = 0; k < c->n; k++) c->dx[k] = in(c, Q, k) - in(c, GOAL, k);
}

DV_KIND(control, computed_torque) = {
    .name = "control.computed-torque",
    .doc = "joint control by the machine's model: computed torque with PID",
    .instead = "use control.inverse-dynamics or control.pd-gravity",
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .each = "joints",
    .service = DV_ASKS_MODEL,
    .signal = signal,
    .rate = rate,
    .example = "# a pendulum: B e'' + Kd e' + Kp e = 0 whatever the goal does\n"
               "bodies: {rod: {mass: 4 kg, com: [0.5, 0, 0], inertia: [0.6, 0.6, 1]}}\n"
               "joints: {q: {type: revolute, axis: z, child: rod, position: 0.1 rad}}\n"
               "gravity: [0, -9.81, 0]\n"
               "signals: {goal: {kind: sine, amplitude: 1 rad, omega: 1 rad/s}}\n"
               "parts:\n"
               "  law: {kind: control.computed-torque, joints: [q], kp: 8, kd: 8, goal: goal, goal_rate: goal.rate, "
               "goal_acceleration: goal.acceleration}\n"
               "  motor: {kind: force.effort, axis: q, effort: law.effort.q}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-11, atol: 1e-13}\n"
               "cases: {example: {expect: [{final: q - goal, is: -0.0947346982656289, within: 1e-8, source: \"e = (0.1 - 0.8 t) "
               "exp(-2t), B = 2\"}]}}\n",
};
