// inverse_dynamics.c: exact linearisation: the task follows its goal with an error that obeys a linear law of its own.
//
//   u = J^T A^-1 (a - J' v) + C v + g + D v,   a = xd'' + Kd (xd' - x') + Kp (xd - x) + Ki int(xd - x)
//   => e'' + Kd e' + Kp e + Ki int e = 0,  e = xd - x, as far as the model is right
//
// Gains per unit of mass: kp = (2 pi f)^2, kd = 2 ratio (2 pi f). B. Siciliano et al., Robotics, 2009, ch. 8.5.2 and 8.6.3.
#include "kinds/control/held.h"

DV_PARAMETERS(
    TASK_PARAMETERS
    TASK_SUMS
    TASK_LISTS
);

enum { GOAL_ACCELERATION = OWN_IN, INS };

static const dv_option options[] = {TASK_BASE, TASK_WINDUP};
static const dv_quantity states[] = {TASK_SUM, TASK_SLEWED};
static const dv_quantity discrete[] = {HELD_SUM, HELD_ROWS, HELD};
static const dv_quantity ins[] = {
    TASK_GOALS, {"goal_acceleration[row]", "", 1, "its acceleration", TASK_READS | DV_OPTIONAL},
     TASK_MEASURED
};
static const dv_quantity outs[] = {TASK_ROW_OUTS, TASK_OUTS};

DV_FN task_shape shape(void)
{
  task_shape s = {L_damping, INS, OWN_OUT, L_ki};
  return s;
}

DV_FN void efforts(const par *p, const dv_cell *c, const real *sum, real *out)
{
  task t;
  task_shape s = shape();
  task_model(&t, &p->task, c, &s);
  for (int r = 0; r < c->m; r++) {
    real kp, kd, e = task_error(&t, task_in(c, GOAL, r), r), e_rate = task_in(c, GOAL_RATE, r) - t.d.rate[r];
    task_gains(c, r, dv_real(1), out, &kp, &kd);
    t.a[r] = task_in(c, GOAL_ACCELERATION, r) + kd * e_rate + kp * e + task_integral(c, &s, sum, r);
    out[ERROR * c->m + r] = e;
  }
  task_start(&t, c, &s);
  task_accelerate(&t, c, &s);
  task_put(&t, c, &s, out);
}

DV_FAULT(fault) { return held_fault(&p->task, c); }

HELD_LAWS

DV_KIND(control, inverse_dynamics) = {
    .name = "control.inverse-dynamics",
    .doc = "exact linearisation by the machine's model, of its coordinates or of a task: any rows of any points",
    HELD_KIND,
    .example =
        "# a pendulum whose tip follows a height: e'' + 11 e' + 22 e = 0, whatever the goal does\n"
        "bodies: {rod: {mass: 4 kg, com: [0.5, 0, 0], inertia: [0.6, 0.6, 1], points: {tip: [1, 0, 0]}}}\n"
        "joints: {q: {type: revolute, axis: -y, child: rod, position: 0.1 rad}}\n"
        "signals: {goal: {kind: sine, amplitude: 0.5 m, omega: 2 rad/s}}\n"
        "parts:\n"
        "  law: {kind: control.inverse-dynamics, coordinates: [q], task: [rod.tip.z], kp: 22 s-2, kd: 11 s-1, goal: goal,\n"
        "        goal_rate: goal.rate, goal_acceleration: goal.acceleration}\n"
        "  motor: {kind: force.effort, axis: q, effort: law.effort.q}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-12, atol: 1e-14}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: law.error.rod.tip.z, at: 0.5 s, is: 0.00572867033603986, within: 1e-9, source: 'c1 exp(-8.3723 t) "
        "+ c2 exp(-2.6277 t)'}\n",
};
