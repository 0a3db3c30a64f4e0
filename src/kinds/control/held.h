// held.h: from the efforts that a controller wants to those that it gives: limits, slew, sampling, delay, integral.
//
//   continuous:  u = clamp(wanted, limit);  with slew  u' = clamp((clamp(wanted) - u)/lag, slew)
//   sampled:     u_k = clamp(wanted_k, limit) within slew x period of u_k-1, from t_k + delay to t_k+1 + delay;
//                sum_k+1 = sum_k + period error_k
#pragma once

#include "kinds/control/task.h"

enum { HELD_DELAYS = 8, HELD_EFFORTS = HELD_DELAYS + 1 };

// Discrete states: [sum], outputs with [row], wanted[], efforts of the last nine samples, flag, time of the last one, 1 after it.
// clang-format off
#define HELD_SUM {"sum_held[row]", "", 1, "sampled: integral of the error", 0}
#define HELD_ROWS \
  {"error_held[row]",   "", 1, "sampled: last error", 0}, \
  {"inertia_held[row]", "", 1, "sampled: last task inertia", 0}, \
  {"kp_held[row]",      "", 1, "sampled: last gain of the error", 0}, \
  {"kd_held[row]",      "", 1, "sampled: last gain of its rate", 0}
#define HELD_EFFORT(back) {"effort_held" back "[]", "", 100, "sampled: effort, " back " samples back", 0}
#define HELD \
  {"wanted_held[]", "", 100, "sampled: last wanted effort", 0}, \
  HELD_EFFORT("0"), HELD_EFFORT("1"), HELD_EFFORT("2"), HELD_EFFORT("3"), HELD_EFFORT("4"), \
  HELD_EFFORT("5"), HELD_EFFORT("6"), HELD_EFFORT("7"), HELD_EFFORT("8"), \
  {"saturated_held", "1", 1, "sampled: last flag", 0}, \
  {"last",           "s", 1, "sampled: time of the last sample", 0}, \
  {"started",        "1", 1, "sampled: 1 after the first sample", 0}
// clang-format on

// Where things are among the discrete states.
DV_FN int held_rows(const dv_cell *c, const task_shape *s) { return s->ki ? c->m : 0; }
DV_FN int held_efforts(const dv_cell *c, const task_shape *s) { return held_rows(c, s) + s->outs * c->m + c->n; }
DV_FN int held_flag(const dv_cell *c, const task_shape *s) { return held_efforts(c, s) + HELD_EFFORTS * c->n; }

DV_FN void held_prepare(task_par *p)
{
  real periods = dv_select(p->period > 0.0, p->delay / dv_max(p->period, dv_real(1e-30)), dv_real(0));
  p->steps = dv_floor(periods + 1e-9);
  p->left = dv_select(periods - p->steps > 1e-9, p->delay - p->steps * p->period, dv_real(0));
}

// Time of sample k, as the solver counts it: a period that is one over a whole number n gives k / n.
DV_FN real held_instant(const task_par *p, real k)
{
  real n = dv_floor(1 / p->period + 0.5);
  return dv_select((n >= 1.0) & (dv_abs(n * p->period - 1) < 1e-12), k / n, k * p->period);
}

// What does not go together, of any such controller.
DV_FN const char *held_fault(const task_par *p, const dv_cell *c)
{
  double period = dv_lane(p->period, 0), delay = dv_lane(p->delay, 0);
  int sampled = task_sampled(c), given = task_has_list(c, KP), by_frequency = task_has_list(c, FREQUENCY);
  if (c->m > c->n) return "its task has more rows than there are coordinates to move it|take rows away, or add coordinates";
  if (!given && !by_frequency) return "it has no gains|give kp and kd, or frequency and ratio";
  if (given && by_frequency) return "it has two sets of gains|give kp and kd, or frequency and ratio";
  if (sampled && !(period > 0)) return "its period is zero|give a longer one, or none: it is continuous then";
  if (delay > 0 && !sampled) return "it has a delay, but is continuous|give a period as well";
  if (delay > (int)HELD_DELAYS * period) return "its delay is longer than eight periods|give a longer period";
  return NULL;
}

// The efforts of the last sample that has taken effect.
DV_FN void held_signal(const task_par *p, dv_cell *c, const task_shape *s)
{
  const real *d = c->d + held_rows(c, s), *effort = c->d + held_efforts(c, s), *flag = c->d + held_flag(c, s);
  real back = p->steps + dv_select(c->t < flag[1] + p->left, dv_real(1), dv_real(0));
  int shown = s->outs * c->m + c->n;
  for (int i = 0; i < shown; i++) c->out[i] = d[i];
  for (int k = 0; k < c->n; k++) {
    real u = dv_real(0);
    for (int i = 0; i < HELD_EFFORTS; i++) u = dv_select(back == (double)i, effort[i * c->n + k], u);
    c->out[shown + k] = u;
  }
  c->out[shown + c->n] = flag[0];
}

// Efforts from those wanted, which the law has written among the outputs.
DV_FN void held_limit(const task_par *p, dv_cell *c, const task_shape *s)
{
  const real *limit = task_each(c, s, LIMIT), *slew = task_each(c, s, SLEW);
  const real *slewed = c->x + (task_summed(c, s) ? c->m : 0);
  real *wanted = c->out + s->outs * c->m, *effort = wanted + c->n, flag = dv_real(0);
  for (int k = 0; k < c->n; k++) {
    effort[k] = dv_clamp(wanted[k], -limit[k], limit[k]);
    flag = dv_select(dv_abs(wanted[k]) > limit[k], dv_real(1), flag);
    if (!task_slewed(c, s)) continue;
    flag = dv_select(dv_abs(effort[k] - slewed[k]) > slew[k] * p->lag, dv_real(1), flag);
    effort[k] = slewed[k];
  }
  effort[c->n] = flag;
}

// The integral waits while the flag is above this.
DV_FN double held_waits(const dv_cell *c, const task_shape *s) { return s->ki && c->opt[WINDUP] ? 0.5 : 2.0; }

// Rates of the integral and of efforts that are slewed.
DV_FN void held_rate(const task_par *p, dv_cell *c, const task_shape *s)
{
  const real *limit = task_each(c, s, LIMIT), *slew = task_each(c, s, SLEW), *wanted = c->out + s->outs * c->m;
  int at = task_summed(c, s) ? c->m : 0;
  int sampled = task_sampled(c);
  dv_bool waits = wanted[2 * c->n] > held_waits(c, s);
  for (int r = 0; r < at; r++) {
    real e = c->out[ERROR * c->m + r], sum = c->x[r];
    dv_bool full = (dv_abs(sum) >= task_row(c, s->ki + 1, r)) & (sum * e > 0.0);
    c->dx[r] = sampled ? dv_real(0) : dv_select(full | waits, dv_real(0), e);
  }
  for (int k = 0; task_slewed(c, s) && k < c->n; k++) {
    real u = dv_clamp(wanted[k], -limit[k], limit[k]);
    c->dx[at + k] = sampled ? dv_real(0) : dv_clamp((u - c->x[at + k]) / p->lag, -slew[k], slew[k]);
  }
}

// A sample: the law has written its outputs; they are kept.
DV_FN void held_sample(const task_par *p, dv_cell *c, const task_shape *s)
{
  const real *limit = task_each(c, s, LIMIT), *slew = task_each(c, s, SLEW);
  real *d = c->d + held_rows(c, s), *effort = c->d + held_efforts(c, s), *flag = c->d + held_flag(c, s);
  const real *wanted = c->out + s->outs * c->m;
  for (int i = 0; i < s->outs * c->m + c->n; i++) d[i] = c->out[i];
  for (int i = HELD_EFFORTS * c->n - 1; i >= c->n; i--) effort[i] = effort[i - c->n];
  flag[0] = dv_real(0);
  for (int k = 0; k < c->n; k++) {
    real step = dv_select(flag[2] > 0.0, slew[k] * p->period, dv_real(1e300)), before = effort[k];
    effort[k] = dv_clamp(dv_clamp(wanted[k], -limit[k], limit[k]), before - step, before + step);
    flag[0] = dv_select(dv_abs(effort[k] - wanted[k]) > 0.0, dv_real(1), flag[0]);
  }
  flag[1] = held_instant(p, dv_floor(c->t / p->period + 0.5));
  flag[2] = dv_real(1);
  dv_bool waits = flag[0] > held_waits(c, s);
  for (int r = 0; r < held_rows(c, s); r++) {
    real next = c->d[r] + dv_select(waits, dv_real(0), p->period * c->out[ERROR * c->m + r]), reach = task_row(c, s->ki + 1, r);
    c->d[r] = dv_clamp(next, -reach, reach);
  }
}

// Delays that are not whole periods: the instants at which a sample takes effect.
DV_FN double held_next(const task_par *p, double t)
{
  double period = dv_lane(p->period, 0), left = dv_lane(p->left, 0), at;
  if (!(period > 0) || !(left > 0)) return HUGE_VAL;
  double k = floor((t - left) / period);
  for (int i = 0; i < 4; i++, k++)
    if ((at = dv_lane(held_instant(p, dv_real(k)) + left, 0)) > t) return at;
  return HUGE_VAL;  // so late that the next one is the same number
}

// Laws of a kind whose file has par (a task_par), shape() and efforts(p, c, sum, out): out gets outputs with [row] and wanted[].
#define HELD_LAWS                                                                                                                \
  TASK_ORDER                                                                                                                     \
  DV_PREPARE(prepare)                                                                                                            \
  {                                                                                                                              \
    (void)c;                                                                                                                     \
    held_prepare(&p->task);                                                                                                      \
  }                                                                                                                              \
  DV_LAW(signal)                                                                                                                 \
  {                                                                                                                              \
    task_shape s = shape();                                                                                                      \
    if (task_sampled(c)) {                                                                                                       \
      held_signal(&p->task, c, &s);                                                                                              \
      return;                                                                                                                    \
    }                                                                                                                            \
    efforts(p, c, c->x, c->out);                                                                                                 \
    held_limit(&p->task, c, &s);                                                                                                 \
  }                                                                                                                              \
  DV_LAW(sample)                                                                                                                 \
  {                                                                                                                              \
    task_shape s = shape();                                                                                                      \
    efforts(p, c, c->d, c->out);                                                                                                 \
    held_sample(&p->task, c, &s);                                                                                                \
  }                                                                                                                              \
  DV_LAW(rate)                                                                                                                   \
  {                                                                                                                              \
    task_shape s = shape();                                                                                                      \
    held_rate(&p->task, c, &s);                                                                                                  \
  }                                                                                                                              \
  DV_LAW(guard)                                                                                                                  \
  {                                                                                                                              \
    task_shape s = shape();                                                                                                      \
    c->guard[0] = task_margin(c, &s, p->task.singular);                                                                          \
  }                                                                                                                              \
  DV_INSTANT(next)                                                                                                               \
  {                                                                                                                              \
    (void)c;                                                                                                                     \
    return held_next(&p->task, t);                                                                                               \
  }                                                                                                                              \
  static const char *const warnings[] = {                                                                                        \
      "its task is singular here: the coordinates hardly move one of its rows; change the pose or the rows"};

// What all of them say about themselves.
#define HELD_KIND                                                                                                                \
  DV_PARAMS, DV_ROWS(option, options), DV_ROWS(state, states), DV_ROWS(discrete, discrete), DV_ROWS(in, ins),                    \
      DV_ROWS(out, outs), .each = "coordinates", .task = "task", .service = DV_ASKS_MODEL, .fault = fault, .prepare = prepare,   \
                          .signal = signal, .rate = rate, .sample = sample, DV_ROWS(warning, warnings), .guard = guard,          \
                          .next = next, .period = 1 + P_task + DV_PLACE(task_par, period)
