// pd_gravity.c: PD control with compensation of gravity, of the coordinates or of a task.
//
//   u = g + J^T (Kp (xd - x) + Kd (xd' - x') + Ki int(xd - x)) + D v,   g at the pose, or once and for all at the goal
//
// At rest e = 0, with V = 1/2 v^T B v + 1/2 e^T Kp e falling all the time, if g is right; pressed on something: Kp e = h.
// Gains by frequency: m is the diagonal of B at the goal, or of the task inertia at the pose. Takegaki, Arimoto 1981.
#include "kinds/control/held.h"

DV_PARAMETERS(
    TASK_PARAMETERS
    TASK_SUMS
    TASK_LISTS
);

enum { GRAVITY = OWN_OPTION };
enum { AT_POSE, AT_GOAL, NONE };

static const dv_option options[] = {
    TASK_BASE, TASK_WINDUP, {"gravity", "pose|goal|none", "where gravity is compensated: as the machine is, or as it shall be"}
};
static const dv_quantity states[] = {TASK_SUM, TASK_SLEWED};
static const dv_quantity discrete[] = {HELD_SUM, HELD_ROWS, HELD};
static const dv_quantity ins[] = {TASK_GOALS, TASK_MEASURED};
static const dv_quantity outs[] = {TASK_ROW_OUTS, TASK_OUTS};

DV_FN task_shape shape(void)
{
  task_shape s = {L_damping, OWN_IN, OWN_OUT, L_ki};
  return s;
}

// Model at rest, at the pose or at the goal: its gravity, or its inertia.
DV_FN void at_rest(task *t, const dv_cell *c, int goal, real *B, real *gravity)
{
  const real *position = c->in + OWN_IN * c->m;
  dv_reduced d = {B, gravity, NULL, NULL, NULL, NULL, NULL};
  for (int i = 0; i < t->s->nv; i++) t->v[i] = dv_real(0);
  for (int k = 0; k < c->n; k++) t->free[k] = dv_real(0);
  t->s->place(t->s, &t->of, goal ? c->in : position, t->free, t->q, t->v);
  t->s->reduced(t->s, &t->of, t->q, t->v, &d);
}

// Masses that gains by frequency count with, into f.
DV_FN void masses(task *t, const dv_cell *c)
{
  int at_goal = !c->row && task_has_list(c, FREQUENCY);
  if (at_goal) at_rest(t, c, 1, t->factor, NULL);
  for (int r = 0; r < c->m; r++) t->a[r] = at_goal ? t->factor[r * c->m + r] : task_inertia(t, r);
}

DV_FN void efforts(const par *p, const dv_cell *c, const real *sum, real *out)
{
  task t;
  task_shape s = shape();
  real kp, kd;
  task_model(&t, &p->task, c, &s);
  task_start(&t, c, &s);
  task_put(&t, c, &s, out);  // the task inertia as it is
  masses(&t, c);
  for (int r = 0; r < c->m; r++) {
    real e = task_error(&t, task_in(c, GOAL, r), r);
    task_gains(c, r, t.a[r], out, &kp, &kd);
    t.f[r] = kp * e + kd * (task_in(c, GOAL_RATE, r) - t.d.rate[r]) + task_integral(c, &s, sum, r);
    out[ERROR * c->m + r] = e;
  }
  task_push(&t, t.f);
  if (c->opt[GRAVITY] != NONE) {
    at_rest(&t, c, c->opt[GRAVITY] == AT_GOAL, NULL, t.free);
    for (int k = 0; k < c->n; k++) t.u[k] += t.free[k];
  }
  for (int k = 0; k < c->n; k++) out[OWN_OUT * c->m + k] = t.u[k];
}

DV_FAULT(fault)
{
  if (c->row && c->opt[GRAVITY] == AT_GOAL)
    return "gravity at the goal is known for coordinates only|leave out its task, or compensate gravity at the pose";
  return held_fault(&p->task, c);
}

HELD_LAWS

DV_KIND(control, pd_gravity) = {
    .name = "control.pd-gravity",
    .doc = "PD control of coordinates or of a task, with compensation of gravity at the pose or at the goal",
    HELD_KIND,
    .example = "# a rod, I = 1.6 kg.m2, with gravity gone: 1.6 e'' + 8 e' + 10 e = 0\n"
               "bodies: {rod: {mass: 4 kg, com: [0.5, 0, 0], inertia: [0.6, 0.6, 1]}}\n"
               "joints: {q: {type: revolute, axis: -y, child: rod, position: 0.1 rad}}\n"
               "parts:\n"
               "  law: {kind: control.pd-gravity, coordinates: [q], kp: 10 N.m/rad, kd: 8 N.m.s/rad, goal: 1 rad}\n"
               "  motor: {kind: force.effort, axis: q, effort: law.effort.q}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-12, atol: 1e-14}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: 1 - q, is: 0.25856774566528123, within: 1e-9, source: 0.9 (1 + 2.5 t) exp(-2.5 t)}\n",
};
