// force_position.c: force control: a PI law of the force moves the goal of a position loop.
//
//   xF = xd + Kf e + Ki int e,   e = hd - h;   a = xd'' + (Kd (xd' - x') + Kp (xF - x)) / Md
//   u = J^T A^-1 (a - J' v) + C v + g + D v + J^T h   =>   Md x'' + Kd x' + Kp x = Kp xF   (xd at rest)
//
// h: measured force that the machine exerts along the rows. Rows with kf = ki = 0 are held in position: hybrid control.
// B. Siciliano et al., Robotics, 2009, ch. 9.3.
#include "kinds/control/held.h"

DV_PARAMETERS(
    TASK_PARAMETERS
    TASK_SUMS
    DV_P_ROW(mass, "*", 1, 1e-12, 1e30, "mass of the position loop")
    DV_P_ROW(kf,   "*", 0, 0,     1e30, "gain of the error of the force")
    TASK_LISTS
);

enum { GOAL_ACCELERATION = OWN_IN, WANTED_FORCE, FORCE, INS };
enum { REFERENCE = OWN_OUT, OUTS };

static const dv_option options[] = {TASK_BASE, TASK_WINDUP};
static const dv_quantity states[] = {TASK_SUM, TASK_SLEWED};
static const dv_quantity discrete[] = {
    HELD_SUM, HELD_ROWS, {"reference_held[row]", "", 1, "sampled: last goal of the position loop", 0},
      HELD
};
static const dv_quantity ins[] = {
    {"goal[row]",              "", 1, "desired position without force",                             TASK_READS | DV_OPTIONAL},
    {"goal_rate[row]",         "", 1, "its rate",                                                   TASK_READS | DV_OPTIONAL},
    {"goal_acceleration[row]", "", 1, "its acceleration",                                           TASK_READS | DV_OPTIONAL},
    {"goal_force[row]",        "", 1, "force that the machine shall exert on its surroundings",     TASK_READS              },
    {"force[row]",             "", 1, "measured force that the machine exerts on its surroundings", TASK_READS              },
    TASK_MEASURED
};
static const dv_quantity outs[] = {
    TASK_ROW_OUTS_IN("{e}"), {"reference[row]", "{x}", 1, "goal of the position loop", 0},
     TASK_OUTS
};

DV_FN task_shape shape(void)
{
  task_shape s = {L_damping, INS, OUTS, L_ki};
  return s;
}

DV_FN void efforts(const par *p, const dv_cell *c, const real *sum, real *out)
{
  task t;
  task_shape s = shape();
  task_model(&t, &p->task, c, &s);
  for (int r = 0; r < c->m; r++) {
    real kp, kd, mass = task_row(c, L_mass, r), e = task_in(c, WANTED_FORCE, r) - task_in(c, FORCE, r);
    real goal = task_in(c, GOAL, r) + task_row(c, L_kf, r) * e + task_integral(c, &s, sum, r);
    task_gains(c, r, mass, out, &kp, &kd);
    real push = kd * (task_in(c, GOAL_RATE, r) - t.d.rate[r]) + kp * task_error(&t, goal, r);
    t.a[r] = task_in(c, GOAL_ACCELERATION, r) + push / mass;
    out[ERROR * c->m + r] = e;
    out[REFERENCE * c->m + r] = goal;
  }
  task_start(&t, c, &s);
  task_push(&t, c->in + FORCE * c->m);
  task_accelerate(&t, c, &s);
  task_put(&t, c, &s, out);
}

DV_FAULT(fault) { return held_fault(&p->task, c); }

HELD_LAWS

DV_KIND(control, force_position) = {
    .name = "control.force-position",
    .doc = "force control: PI of the force around a position loop; rows without force gains are held in position",
    HELD_KIND,
    .example =
        "# pressed on a spring of K = 1e4 N/m at z = 0. Without integral h = (Kf hd)/(1/K + Kf)\n"
        "bodies: {tool: {mass: 4 kg}}\n"
        "joints: {z: {type: prismatic, axis: z, child: tool, position: 0}}\n"
        "parts:\n"
        "  law: {kind: control.force-position, coordinates: [z], goal_force: -10 N, force: \"1e4*z\", mass: 1 kg, kp: 10 N/m,\n"
        "        kd: 100 N.s/m, kf: 0.02 m/N, ki: 0.02}\n"
        "  motor: {kind: force.effort, axis: z, effort: law.effort.z}\n"
        "  ground: {kind: force.spring, axis: z, stiffness: 10 kN/m}\n"
        "until: 20 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: 1e4*z, is: -10, within: 1e-6, source: the integral leaves no error}\n"
        "  proportional:\n"
        "    parts: {law: {ki: 0}}\n"
        "    expect:\n"
        "      - {final: 1e4*z, is: -9.950248756218905, within: 1e-6, source: Kf hd/(1/K + Kf)}\n",
};
