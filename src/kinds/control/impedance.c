// impedance.c: the task meets its surroundings like a mass, spring and damper that hang on the goal.
//
//   u = J^T A^-1 (a - J' v) + C v + g + D v + J^T h,   a = xd'' + (Kd (xd' - x') + Kp (xd - x) - h) / Md
//   => Md e'' + Kd e' + Kp e = h,  e = xd - x: with the measured force h that the machine exerts along the rows
//
// Without `force` the law has h = 0, and what the surroundings do acts through the machine's own task inertia:
// Md e'' + Kd e' + Kp e = Md A h. N. Hogan 1985; B. Siciliano et al., Robotics, 2009, ch. 9.2.
#include "kinds/control/held.h"

DV_PARAMETERS(
    TASK_PARAMETERS
    DV_P_ROW(mass, "*", 1, 1e-12, 1e30, "mass that the task shall have")
    TASK_LISTS
);

enum { GOAL_ACCELERATION = OWN_IN, FORCE, INS };

static const dv_option options[] = {TASK_BASE};
static const dv_quantity states[] = {TASK_SLEWED};
static const dv_quantity discrete[] = {HELD_ROWS, HELD};
static const dv_quantity ins[] = {
    TASK_GOALS,
    {"goal_acceleration[row]", "", 1, "its acceleration",                                           TASK_READS | DV_OPTIONAL},
    {"force[row]",             "", 1, "measured force that the machine exerts on its surroundings", TASK_READS | DV_OPTIONAL},
    TASK_MEASURED
};
static const dv_quantity outs[] = {TASK_ROW_OUTS, TASK_OUTS};

DV_FN task_shape shape(void)
{
  task_shape s = {L_damping, INS, OWN_OUT, 0};
  return s;
}

DV_FN void efforts(const par *p, const dv_cell *c, const real *sum, real *out)
{
  task t;
  task_shape s = shape();
  (void)sum;
  task_model(&t, &p->task, c, &s);
  for (int r = 0; r < c->m; r++) {
    real kp, kd, mass = task_row(c, L_mass, r), h = task_in(c, FORCE, r);
    real e = task_error(&t, task_in(c, GOAL, r), r), e_rate = task_in(c, GOAL_RATE, r) - t.d.rate[r];
    task_gains(c, r, mass, out, &kp, &kd);
    t.a[r] = task_in(c, GOAL_ACCELERATION, r) + (kd * e_rate + kp * e - h) / mass;
    out[ERROR * c->m + r] = e;
  }
  task_start(&t, c, &s);
  task_push(&t, c->in + FORCE * c->m);
  task_accelerate(&t, c, &s);
  task_put(&t, c, &s, out);
}

DV_FAULT(fault) { return held_fault(&p->task, c); }

HELD_LAWS

DV_KIND(control, impedance) = {
    .name = "control.impedance",
    .doc = "impedance: the task behaves as mass, damper and spring, with or without measured force",
    HELD_KIND,
    .example = "# pressed on a spring of 200 N/m at z = 0: Kp (zd - z) = h with measured force, = h Md/B without, B = 4 kg\n"
               "bodies: {tool: {mass: 4 kg}}\n"
               "joints: {z: {type: prismatic, axis: z, child: tool, position: -0.01 m}}\n"
               "parts:\n"
               "  law: {kind: control.impedance, coordinates: [z], goal: -0.1 m, mass: 1 kg, kp: 50 N/m, kd: 20 N.s/m, force: "
               "\"200*z\"}\n"
               "  motor: {kind: force.effort, axis: z, effort: law.effort.z}\n"
               "  ground: {kind: force.spring, axis: z, stiffness: 200 N/m}\n"
               "until: 20 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: z, is: -0.02, within: 1e-7, source: \"zd/(1 + K/Kp)\"}\n"
               "  unmeasured:\n"
               "    parts: {law: {force: 0}}\n"
               "    expect:\n"
               "      - {final: z, is: -0.05, within: 1e-7, source: \"zd/(1 + (Md/B) K/Kp)\"}\n",
};
