// fmu_law.c: the laws of a part that is an FMU.
//
// Model Exchange: rates, outputs and event indicators are those of the FMU at (t, x, u); a change of sign of an indicator, the
// FMU's next time, an input that is not continuous and what the FMU wants after a step are jumps, which may give new states.
// Co-Simulation: at t_k the machine has come there with outputs extrapolated by
//   y(t) = y_k-1 + order (y_k-1 - y_k-2) (t - t_k-1) / h
// and the FMU follows from t_k-1: with inputs of order 0 as they were at t_k-1, of order 1 along the line to t_k, or, where it
// takes no derivatives of inputs, with their mean. The error of a machine goes with h^(order + 1).
#include "exchange/fmu_part.h"

#include <math.h>
#include <string.h>

static dv_fmu_part *part_of(const dv_cell *c) { return (dv_fmu_part *)(uintptr_t)c->own; }

static void fail(double *out, int n)
{
  for (int i = 0; i < n; i++) out[i] = NAN;
}

// ---- Model Exchange

// The instance at the cell's time, state and the inputs of laws `by`; NULL: it failed.
static dv_fmu_instance *at_point(dv_fmu_part *p, const double *par, const dv_cell *c, int by)
{
  dv_fmu_instance *i = dv_fmu_at(p, par, c, NULL);
  size_t n = (size_t)p->is->nstate;
  double *value = p->states + n;
  if (!i) return NULL;
  if (i->at[0] != c->t && dv_fmu_failed(p, i, "it does not take the time", dv_fmi_set_time(&i->holder, c->t))) return NULL;
  i->at[0] = c->t;
  for (size_t k = 0; k < n; k++) {
    const dv_fmu_variable *v = &p->is->variable[p->is->state[k]];
    if (!isfinite(c->x[k])) return NULL;
    p->states[k] = (c->x[k] - v->offset) / v->factor;
  }
  if (n && memcmp(i->at + 1, c->x, n * sizeof(double)) != 0 &&
      dv_fmu_failed(p, i, "it does not take its states", dv_fmi_vector(&i->holder, DV_FMI_SET_STATES, p->states, n)))
    return NULL;
  if (n) memcpy(i->at + 1, c->x, n * sizeof(double));
  dv_fmu_values(p, c, by, value);
  return dv_fmu_put(p, i, value, by, 0) ? NULL : i;
}

static void me_rate(const void *par, dv_cell *c)
{
  dv_fmu_part *p = part_of(c);
  int n = p->is->nstate;
  pthread_mutex_lock(&p->lock);
  dv_fmu_instance *i = at_point(p, par, c, DV_BY_RATE);
  if (!i || dv_fmu_failed(p, i, "it gives no derivatives", dv_fmi_vector(&i->holder, DV_FMI_GET_RATES, p->states, (size_t)n)))
    fail(c->dx, n);
  else
    for (int k = 0; k < n; k++) c->dx[k] = p->states[k] * p->is->variable[p->is->state[k]].factor;
  pthread_mutex_unlock(&p->lock);
}

// Outputs, and at ports what it answers with.
static void spread(const dv_fmu_part *p, const double *value, dv_cell *c, int answers)
{
  for (int k = 0; k < p->nget; k++) {
    const dv_wire *w = &p->get[k];
    if (w->end == DV_WIRE_OUT && !answers) c->out[w->at] = value[k];
    if (w->end == DV_WIRE_EFFORT && answers) c->effort[w->at] = w->sign * value[k];
    if (w->end == DV_WIRE_FLOW && answers) c->flow[w->at] = w->sign * value[k];
  }
}

static void me_give(const void *par, dv_cell *c, int answers)
{
  dv_fmu_part *p = part_of(c);
  pthread_mutex_lock(&p->lock);
  double *value = p->states + p->is->nstate + p->nset;
  dv_fmu_instance *i = at_point(p, par, c, answers ? DV_BY_ANSWER : DV_BY_SIGNAL);
  if (!i || dv_fmu_take(p, i, value)) fail(value, p->nget);
  spread(p, value, c, answers);
  pthread_mutex_unlock(&p->lock);
}

static void me_signal(const void *par, dv_cell *c) { me_give(par, c, 0); }
static void me_answer(const void *par, dv_cell *c) { me_give(par, c, 1); }

// 1: an input that is not continuous is another than at the last event.
static int differs(const dv_fmu_part *p, const dv_cell *c, const double *value)
{
  const double *kept = c->d + p->is->nstate + DV_FMU_SIDES + p->is->nroot;
  for (int k = 0; k < p->nset; k++)
    if (!p->is->variable[p->set[k].variable].continuous && value[k] != kept[k]) return 1;
  return 0;
}

// Indicators with the FMU's side of zero: not positive is one side. Then the next time, and inputs that jump.
static void me_root(const void *par, dv_cell *c)
{
  dv_fmu_part *p = part_of(c);
  int n = p->is->nroot, e = p->is->nstate;
  pthread_mutex_lock(&p->lock);
  dv_fmu_instance *i = at_point(p, par, c, DV_BY_ANY);
  if (!i || dv_fmu_failed(p, i, "it gives no event indicators", dv_fmi_vector(&i->holder, DV_FMI_GET_ROOTS, p->roots, (size_t)n)))
    for (int k = 0; k < n; k++) p->roots[k] = -1;
  for (int k = 0; k < n; k++) c->root[k] = -p->roots[k];
  dv_fmu_values(p, c, DV_BY_ANY, p->states + e);
  c->root[n] = c->t - c->d[e + DV_FMU_NEXT];
  c->root[n + 1] = c->d[e] > 0 && differs(p, c, p->states + e) ? 1 : -1;
  pthread_mutex_unlock(&p->lock);
}

// 1: something calls for an event; < 0: it failed.
static int is_event(dv_fmu_part *p, dv_fmu_instance *i, const dv_cell *c)
{
  int e = p->is->nstate, event = 0, ends = 0;
  const double *side = c->d + e + DV_FMU_SIDES;
  if (p->is->completed_needed && dv_fmu_failed(p, i, "a step was not taken", dv_fmi_completed(&i->holder, &event, &ends)))
    return -1;
  if (ends) strcpy(p->message, "it ended the simulation");
  if (ends) return -1;
  if (dv_fmu_failed(p, i, "it gives no event indicators",
                    dv_fmi_vector(&i->holder, DV_FMI_GET_ROOTS, p->roots, (size_t)p->is->nroot)))
    return -1;
  for (int k = 0; k < p->is->nroot; k++) event |= (p->roots[k] > 0) != (side[k] > 0);
  return event || c->t >= c->d[e + DV_FMU_NEXT] || differs(p, c, p->states + e);
}

static int happen(dv_fmu_part *p, dv_fmu_instance *i, dv_cell *c)
{
  int n = p->is->nstate, changed;
  double next, *value = p->states + n, *side = c->d + n + DV_FMU_SIDES;
  if (dv_fmu_failed(p, i, "it does not enter its event mode", dv_fmi_plain(&i->holder, DV_FMI_ENTER_EVENT))) return -1;
  if (dv_fmu_put(p, i, value, DV_BY_ANY, 1) || dv_fmu_events(p, i, &changed, &next)) return -1;
  for (int k = 0; k < n; k++) c->d[k] = c->x[k];
  if (changed) {
    if (dv_fmu_failed(p, i, "it gives no states", dv_fmi_vector(&i->holder, DV_FMI_GET_STATES, p->states, (size_t)n))) return -1;
    for (int k = 0; k < n; k++) {
      const dv_fmu_variable *v = &p->is->variable[p->is->state[k]];
      i->at[1 + k] = c->d[k] = p->states[k] * v->factor + v->offset;
    }
  }
  if (dv_fmu_failed(p, i, "it gives no event indicators",
                    dv_fmi_vector(&i->holder, DV_FMI_GET_ROOTS, p->roots, (size_t)p->is->nroot)))
    return -1;
  for (int k = 0; k < p->is->nroot; k++) side[k] = p->roots[k];
  for (int k = 0; k < p->nset; k++) side[p->is->nroot + k] = value[k];
  c->d[n + DV_FMU_NEXT] = next;
  c->d[n] = i->epoch = ++p->count;
  return 0;
}

// At the start, at an event, and after a step where the FMU wants to know.
static void me_jump(const void *par, dv_cell *c)
{
  dv_fmu_part *p = part_of(c);
  int n = p->is->nstate, first = c->d[n] == 0;
  pthread_mutex_lock(&p->lock);
  double *inputs = p->states + n;
  dv_fmu_values(p, c, DV_BY_ANY, inputs);
  int bad = first && !dv_fmu_at(p, par, c, inputs);
  for (int k = 0; k < n; k++) c->d[k] = c->x[k];
  dv_fmu_instance *i = bad ? NULL : at_point(p, par, c, DV_BY_ANY);
  int event = !i ? -1 : first ? 1 : is_event(p, i, c);
  if (event > 0) event = happen(p, i, c);
  if (event < 0) c->d[n] = -2;  // there is none of this epoch: whatever asks fails
  pthread_mutex_unlock(&p->lock);
}

// States that the file does not give are those that the FMU begins with.
static void me_start(const void *par, dv_cell *c)
{
  dv_fmu_part *p = part_of(c);
  size_t n = (size_t)p->is->nstate;
  pthread_mutex_lock(&p->lock);
  memcpy(p->initial, c->dx, n * sizeof(double));
  dv_fmu_instance *i = dv_fmu_at(p, par, c, NULL);
  int bad = !i || dv_fmu_failed(p, i, "it gives no states", dv_fmi_vector(&i->holder, DV_FMI_GET_STATES, p->states, n));
  for (size_t k = 0; k < n; k++) {
    const dv_fmu_variable *v = &p->is->variable[p->is->state[k]];
    if (isnan(c->dx[k])) c->dx[k] = bad ? NAN : p->states[k] * v->factor + v->offset;
  }
  pthread_mutex_unlock(&p->lock);
}

// ---- Co-Simulation

static double *outputs_at(const dv_fmu_part *p, const dv_cell *c) { return c->d + DV_FMU_INPUTS + p->nset; }

static void cs_give(const void *par, dv_cell *c, int answers)
{
  dv_fmu_part *p = part_of(c);
  double h = *(const double *)par;
  pthread_mutex_lock(&p->lock);
  double *value = p->states + p->nset, *y = outputs_at(p, c);
  double along = p->order ? (c->t - c->d[DV_FMU_LAST]) / h : 0;
  if (c->d[0] > 0)
    for (int k = 0; k < p->nget; k++)
      value[k] = y[k] + (p->is->variable[p->get[k].variable].continuous ? along * (y[k] - y[p->nget + k]) : 0);
  else if (c->d[0] < 0) fail(value, p->nget);
  else {
    dv_fmu_instance *i = dv_fmu_at(p, par, c, NULL);
    if (!i || dv_fmu_take(p, i, value)) fail(value, p->nget);
  }
  spread(p, value, c, answers);
  pthread_mutex_unlock(&p->lock);
}

static void cs_signal(const void *par, dv_cell *c) { cs_give(par, c, 0); }
static void cs_answer(const void *par, dv_cell *c) { cs_give(par, c, 1); }

// 1: the FMU takes this input along a line.
static int takes_line(const dv_fmu_part *p, const dv_fmu_variable *v)
{
  return p->is->interpolates && (p->is->version == 3 ? v->updated : p->fmi.call[DV_FMI_INPUT_SLOPES] != NULL);
}

// Inputs over the step from t that ends now: u0 at its beginning, u1 at its end.
static int put_inputs(dv_fmu_part *p, dv_fmu_instance *i, const double *u0, double *u1, double t, double h)
{
  size_t n = 0;
  for (int k = 0; k < p->nset; k++) {
    const dv_fmu_variable *v = &p->is->variable[p->set[k].variable];
    double end = u1[k];
    u1[k] = u0[k];
    if (!p->order || !v->continuous || v->type != DV_FMI_FLOAT64) continue;
    if (!takes_line(p, v)) {
      u1[k] = 0.5 * (u0[k] + end);
      continue;
    }
    p->line_of[n] = v->reference;
    p->line[n] = (u0[k] - v->offset) / v->factor;
    p->line[p->nset + (int)n++] = (end - u0[k]) / h / v->factor;
  }
  dv_fmi_lines lines = {p->line_of, p->line, p->line + p->nset, n, t};
  if (dv_fmu_put(p, i, u1, DV_BY_ANY, 1)) return -1;
  if (!p->order) return 0;
  return dv_fmu_failed(p, i, "derivatives of inputs were not taken", dv_fmi_set_lines(&i->holder, &lines)) ? -1 : 0;
}

static int step(dv_fmu_part *p, dv_fmu_instance *i, dv_cell *c, double *u)
{
  double t = c->d[DV_FMU_LAST], h = c->t - t, *y = outputs_at(p, c);
  double *now = u + p->nset;
  memcpy(now, u, (size_t)p->nset * sizeof(double));
  if (put_inputs(p, i, c->d + DV_FMU_INPUTS, now, t, h)) return -1;
  if (dv_fmu_failed(p, i, "a step failed", dv_fmi_step(&i->holder, t, h))) return -1;
  if (dv_fmu_put(p, i, u, DV_BY_ANY, 1) || dv_fmu_take(p, i, now)) return -1;  // outputs may follow inputs at once
  memcpy(y + p->nget, y, (size_t)p->nget * sizeof(double));
  memcpy(y, now, (size_t)p->nget * sizeof(double));
  return 0;
}

// The instance that has made this very step already: a look at a record that lies ahead takes samples that the run takes again.
static dv_fmu_instance *gone_before(dv_fmu_part *p, const dv_cell *c, const double *u)
{
  for (int k = 0; k < p->most; k++) {
    dv_fmu_instance *i = &p->instance[k];
    if (i->holder.instance && i->from > 0 && i->from == c->d[0] && i->last[0] == c->t &&
        (!p->nset || !memcmp(i->last + 1, u, (size_t)p->nset * sizeof(double))))
      return i;
  }
  return NULL;
}

static int come(dv_fmu_part *p, const void *par, dv_cell *c, double *u)
{
  int first = c->d[0] == 0;
  double *y = outputs_at(p, c);
  size_t outputs = (size_t)p->nget * sizeof(double);
  dv_fmu_instance *i = first ? NULL : gone_before(p, c, u);
  if (i) {
    memcpy(y + p->nget, y, outputs);
    memcpy(y, i->last + 1 + p->nset, outputs);
    c->d[0] = i->epoch;
    return 0;
  }
  i = c->d[0] < 0 ? NULL : dv_fmu_at(p, par, c, first ? u : NULL);
  if (!i) return -1;
  if (first) {
    if (dv_fmu_take(p, i, y)) return -1;
    memcpy(y + p->nget, y, outputs);
  } else if (c->t > c->d[DV_FMU_LAST] && step(p, i, c, u)) return -1;
  i->from = c->d[0], i->last[0] = c->t;
  memcpy(i->last + 1, u, (size_t)p->nset * sizeof(double));
  memcpy(i->last + 1 + p->nset, y, outputs);
  c->d[0] = i->epoch = ++p->count;
  return 0;
}

// At a communication point: the FMU comes to where the machine is.
static void cs_sample(const void *par, dv_cell *c)
{
  dv_fmu_part *p = part_of(c);
  pthread_mutex_lock(&p->lock);
  double *u = p->states;
  dv_fmu_values(p, c, DV_BY_ANY, u);
  int bad = come(p, par, c, u);
  for (int k = 0; k < p->nset && !bad; k++) c->d[DV_FMU_INPUTS + k] = u[k];
  c->d[DV_FMU_LAST] = c->t;
  if (bad) c->d[0] = -2;  // there is none of this epoch: whatever asks fails
  pthread_mutex_unlock(&p->lock);
}

// ---- both

void dv_fmu_laws(dv_fmu_part *p)
{
  dv_kind *k = &p->kind;
  if (!p->fmi.exchange) {
    k->signal = k->nout ? cs_signal : NULL;
    k->answer = k->nport ? cs_answer : NULL;
    k->sample = cs_sample;
    k->lost = 1;
    k->period = 1;
    return;
  }
  k->signal = k->nout ? me_signal : NULL;
  k->answer = k->nport ? me_answer : NULL;
  k->rate = me_rate;  // also without states: all inputs are known then
  k->root = me_root, k->nroot = p->is->nroot + 2;
  k->jump = me_jump;
  k->lost = 1 + k->nstate;
  k->start = k->nstate ? me_start : NULL;
  k->resets = k->nstate > 0;
  k->after_steps = p->is->completed_needed;
}
