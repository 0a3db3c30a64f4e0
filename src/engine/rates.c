// rates.c: the right-hand side. Runs the calls of the model in their order, then writes the rates of state.
//
//   q' = N(q) v,   v' = a(q, v, efforts),   z' = the parts' own
//
// In machines with loops kinematics first finds the dependent coordinates and rates (loop.c).
#include "engine/loop.h"
#include "engine/observe.h"
#include "engine/poison.h"

static void start(dv_eval *e)
{
  const dv_model *m = e->m;
  const int *watch = dv_model_INT(m) + m->watch;
#if defined(DV_POISON) && !defined(DV_TRACE)
  DV_X(dv_poison)(m, e->num, e->w);
#endif
  memcpy(dv_work_q(m, e->w), e->x, (size_t)m->nq * sizeof(real));
  memcpy(dv_work_v(m, e->w), e->x + m->nq, (size_t)m->nv * sizeof(real));
  if (e->d && m->nd) memcpy(dv_work_d(m, e->w), e->d, (size_t)m->nd * sizeof(real));
  for (int i = 0; i < m->nwatch; i++) {
    int from = watch[2 * i + 1];
    if (from < m->nx || e->d) e->w[watch[2 * i]] = from < m->nx ? e->x[from] : e->d[from - m->nx];
  }
  for (int i = 0; i < m->nsum; i++) dv_work_sum(m, e->w)[i] = dv_real(0);
  DV_X(dv_nodes_publish)(e);
  DV_X(dv_service_open)(e);
}

static void time_call(dv_eval *e)
{
  real *t = dv_work_time(e->m, e->w);  // the time as a signal: value, rate, acceleration
  t[0] = dv_now(e);
  t[1] = dv_real(1);
  t[2] = dv_real(0);
}

static void drive_call(dv_eval *e)
{
  const dv_model *m = e->m;
  const dv_drive *d = dv_model_DRIVE(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, DRIVE); i++, d++) {
    dv_work_q(m, e->w)[d->iq] = e->w[d->value];
    dv_work_v(m, e->w)[d->iv] = e->still ? dv_real(0) : e->w[d->rate];
    dv_work_a(m, e->w)[d->iv] = e->still ? dv_real(0) : e->w[d->acceleration];
  }
}

static void kinematics_call(dv_eval *e)
{
  const dv_model *m = e->m;
  if (DV_MODEL_COUNT(m, LOOP)) DV_X(dv_loops_close)(e);
  DV_X(dv_velocity)(&e->tree, e->num, e->link, dv_work_q(m, e->w), dv_work_v(m, e->w));
  if (m->wants_pose & (e->whole ? DV_POSE_SHOWN | DV_POSE_COUNTS : DV_POSE_COUNTS)) DV_X(dv_pose)(&e->tree, e->num, e->link);
  DV_X(dv_junctions_publish)(e);
}

// What holds the machine beside its parts (dv_engine_still).
static void push_axes(dv_eval *e)
{
  const dv_junction *j = dv_model_JUNCTION(e->m);
  for (int i = 0; i < DV_MODEL_COUNT(e->m, JUNCTION); i++)
    if (j[i].width == 1) e->w[j[i].sum] -= e->axis_effort[i];
}

static void dynamics_call(dv_eval *e)
{
  const dv_model *m = e->m;
  const dv_drive *d = dv_model_DRIVE(m);
  int drives = DV_MODEL_COUNT(m, DRIVE);
  real *w = e->w;
  if (e->axis_effort) push_axes(e);
  DV_X(dv_junctions_collect)(e);
  for (int i = 0; i < m->nv && e->rate_effort; i++) dv_work_tau(m, w)[i] += e->rate_effort[i];
  for (int i = 0; i < drives; i++) w[d[i].applied] = dv_work_tau(m, w)[d[i].iv];
  if (!DV_MODEL_COUNT(m, LOOP) || DV_X(dv_loops_idle)(e))
    DV_X(dv_aba_at)(&e->tree, e->num, e->link, dv_work_tau(m, w), m->wants_wrench ? dv_work_fext(m, w) : NULL, dv_work_a(m, w));
  else if (m->multipliers) DV_X(dv_loops_multiply)(e);
  else DV_X(dv_loops_accelerate)(e);
  for (int i = 0; i < drives; i++) dv_work_tau(m, w)[d[i].iv] -= w[d[i].applied];  // the drive gives what the parts do not
}

static void run_call(dv_eval *e, const dv_call *c)
{
  switch (c->what) {
  case DV_C_TIME: time_call(e); break;
  case DV_C_DRIVE: drive_call(e); break;
  case DV_C_KINEMATICS: kinematics_call(e); break;
  case DV_C_DYNAMICS: dynamics_call(e); break;
  case DV_C_MOTION: DV_X(dv_junctions_move)(e); break;
  case DV_C_WHOLE: DV_X(dv_skeleton_sums)(e); break;
  case DV_C_REACT: DV_X(dv_react)(e); break;
  case DV_C_NODES: DV_X(dv_nodes_rate)(e); break;
  case DV_C_HOLD: DV_X(dv_hold_call)(e, c->part); break;
  case DV_C_TEE: DV_X(dv_tee_call)(e, c->part); break;
  case DV_C_BOND: DV_X(dv_bond_call)(e, c->part); break;
  default: DV_X(dv_part_call)(e, c->what, c->part);
  }
}

void DV_X(dv_evaluate)(dv_eval *e)
{
  const dv_call *c = dv_model_CALL(e->m);
  int n = DV_MODEL_COUNT(e->m, CALL);
  e->whole = 1;
  start(e);
  for (int i = 0; i < n; i++) run_call(e, c + i);
}

void DV_X(dv_evaluate_for_rates)(dv_eval *e)
{
  const dv_call *c = dv_model_CALL(e->m);
  int n = DV_MODEL_COUNT(e->m, CALL);
  e->whole = 0;
  start(e);
  for (int i = 0; i < n; i++)
    if (c[i].for_rates) run_call(e, c + i);
}

void DV_X(dv_evaluate_for_roots)(dv_eval *e)
{
  const dv_call *c = dv_model_CALL(e->m);
  int n = DV_MODEL_COUNT(e->m, CALL);
  e->whole = 1;
  start(e);
  for (int i = 0; i < n; i++)
    if (c[i].for_roots) run_call(e, c + i);
}

void DV_X(dv_evaluate_drives)(dv_eval *e, real *q, real *v)
{
  const dv_model *m = e->m;
  const dv_call *c = dv_model_CALL(m);
  const dv_drive *d = dv_model_DRIVE(m);
  int n = DV_MODEL_COUNT(m, CALL), drives = DV_MODEL_COUNT(m, DRIVE), loops = DV_MODEL_COUNT(m, LOOP);
  if (!drives && !loops) return;
  start(e);
  for (int i = 0; i < n; i++) {
    if (c[i].what != DV_C_RATE) run_call(e, c + i);  // no rates are asked for, and there is no room for them
    if (c[i].what == DV_C_DRIVE) break;
  }
  for (int i = 0; i < drives; i++, d++) {
    q[d->iq] = e->w[d->value];
    v[d->iv] = e->w[d->rate];
  }
  if (!loops) return;
  DV_X(dv_loops_close)(e);
  memcpy(q, dv_work_q(m, e->w), (size_t)m->nq * sizeof(real));
  memcpy(v, dv_work_v(m, e->w), (size_t)m->nv * sizeof(real));
}
