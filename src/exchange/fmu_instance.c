// fmu_instance.c: instances of an FMU that is a part, found by their epoch.
#include "exchange/fmu_part.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { EVENTS_MOST = 100 };

int dv_fmu_failed(dv_fmu_part *p, dv_fmu_instance *i, const char *what, int status)
{
  static const char *const word[] = {"ok", "warning", "discard", "error", "fatal"};
  if (status <= 1) return 0;
  const char *said = i && i->holder.message[0] ? i->holder.message : NULL;
  snprintf(p->message, sizeof p->message, "%s: %s%s%s", what, status > 4 ? "error" : word[status], said ? ": " : "",
           said ? said : "");
  if (i && status >= 4) i->holder.instance = NULL;  // fatal: it must not be touched again
  return 1;
}

static int to_fmu(dv_fmu_part *p, dv_fmu_instance *i, int variable, double si, const char *what)
{
  const dv_fmu_variable *v = &p->is->variable[variable];
  return dv_fmu_failed(p, i, what, dv_fmi_set(&i->holder, v->type, v->reference, (si - v->offset) / v->factor));
}

// ---- values

static double input_of(const dv_wire *w, const dv_cell *c)
{
  if (w->end == DV_WIRE_IN) return c->in[w->at];
  return w->sign * (w->end == DV_WIRE_EFFORT ? c->effort[w->at] : w->end == DV_WIRE_FLOW ? c->flow[w->at] : c->pos[w->at]);
}

void dv_fmu_values(dv_fmu_part *p, const dv_cell *c, int by, double *value)
{
  for (int i = 0; i < p->nset; i++)
    if (p->set[i].reads & by) value[i] = input_of(&p->set[i], c);
}

int dv_fmu_put(dv_fmu_part *p, dv_fmu_instance *i, const double *value, int by, int discrete)
{
  double *now = i->at + 1 + p->is->nstate;
  size_t n = 0;
  for (int k = 0; k < p->nset; k++) {
    const dv_fmu_variable *v = &p->is->variable[p->set[k].variable];
    if (!(p->set[k].reads & by) || (!v->continuous && !discrete) || now[k] == value[k]) continue;
    if (!isfinite(value[k])) return -1;
    now[k] = value[k];
    if (v->type != DV_FMI_FLOAT64) {
      if (to_fmu(p, i, p->set[k].variable, value[k], "an input was not taken")) return -1;
      continue;
    }
    p->reference[n] = v->reference;
    p->value[n++] = (value[k] - v->offset) / v->factor;
  }
  return dv_fmu_failed(p, i, "its inputs were not taken", dv_fmi_set_reals(&i->holder, p->reference, n, p->value)) ? -1 : 0;
}

int dv_fmu_take(dv_fmu_part *p, dv_fmu_instance *i, double *value)
{
  size_t n = 0;
  for (int k = 0; k < p->nget; k++)
    if (p->is->variable[p->get[k].variable].type == DV_FMI_FLOAT64)
      p->reference[n++] = p->is->variable[p->get[k].variable].reference;
  if (dv_fmu_failed(p, i, "it gives no outputs", dv_fmi_get_reals(&i->holder, p->reference, n, p->value))) return -1;
  n = 0;
  for (int k = 0; k < p->nget; k++) {
    const dv_fmu_variable *v = &p->is->variable[p->get[k].variable];
    double x = 0;
    if (v->type == DV_FMI_FLOAT64) x = p->value[n++];
    else if (dv_fmu_failed(p, i, "it gives no outputs", dv_fmi_get(&i->holder, v->type, v->reference, &x))) return -1;
    value[k] = v->factor * x + v->offset;
  }
  return 0;
}

// ---- life

int dv_fmu_events(dv_fmu_part *p, dv_fmu_instance *i, int *states_changed, double *next)
{
  dv_fmi_happening e = {.again = 1};
  *states_changed = 0;
  for (int n = 0; e.again && n < EVENTS_MOST; n++) {
    if (dv_fmu_failed(p, i, "an event failed", dv_fmi_discrete(&i->holder, &e))) return -1;
    *states_changed |= e.states_changed;
    if (!e.ends) continue;
    snprintf(p->message, sizeof p->message, "it ended the simulation%s%s", i->holder.message[0] ? ": " : "", i->holder.message);
    return -1;
  }
  if (e.again) snprintf(p->message, sizeof p->message, "its events do not come to an end");
  if (e.again) return -1;
  *next = e.has_next ? e.next : 1e300;
  return dv_fmu_failed(p, i, "it does not leave its event mode", dv_fmi_plain(&i->holder, DV_FMI_ENTER_TIME)) ? -1 : 0;
}

// Parameters that the file gives, and initial states likewise.
static int give_numbers(dv_fmu_part *p, dv_fmu_instance *i, const double *par, const int *given)
{
  for (int k = 0; k < p->nparam; k++)
    if (p->param[k] >= 0 && (!given || given[k]) && to_fmu(p, i, p->param[k], par[k], "a parameter was not taken")) return -1;
  for (int k = 0; p->fmi.exchange && k < p->is->nstate; k++)
    if (isfinite(p->initial[k]) && to_fmu(p, i, p->is->state[k], p->initial[k], "an initial state was not taken")) return -1;
  return 0;
}

static int begin(dv_fmu_part *p, dv_fmu_instance *i, const double *par, const dv_cell *c, const double *inputs)
{
  int changed;
  double next;
  i->epoch = -1;
  if (i->holder.instance) dv_fmi_free(&i->holder);
  i->holder.fmi = &p->fmi;
  for (int k = 0; k < 1 + p->is->nstate + p->nset; k++) i->at[k] = NAN;
  if (dv_fmu_failed(p, i, "it cannot be instantiated", dv_fmi_new(&i->holder, p->name))) return -1;
  if (give_numbers(p, i, par, c->given)) return -1;
  if (dv_fmu_failed(p, i, "it does not begin", dv_fmi_enter_start(&i->holder, c->t))) return -1;
  if (inputs && dv_fmu_put(p, i, inputs, DV_BY_ANY, 1)) return -1;
  if (dv_fmu_failed(p, i, "it cannot be initialised", dv_fmi_plain(&i->holder, DV_FMI_EXIT_START))) return -1;
  if (p->fmi.exchange && dv_fmu_events(p, i, &changed, &next)) return -1;
  if (p->nparam) memcpy(i->par, par, (size_t)p->nparam * sizeof *par);
  i->epoch = 0;
  return 0;
}

static int same_numbers(const dv_fmu_part *p, const dv_fmu_instance *i, const double *par)
{
  return !p->nparam || !memcmp(i->par, par, (size_t)p->nparam * sizeof *par);
}

// A free place, or the one whose use lies back furthest.
static dv_fmu_instance *place(dv_fmu_part *p)
{
  dv_fmu_instance *oldest = &p->instance[0];
  for (int k = 0; k < p->most; k++) {
    dv_fmu_instance *i = &p->instance[k];
    if (!i->holder.instance) return i;
    if (i->used < oldest->used) oldest = i;
  }
  return oldest;
}

dv_fmu_instance *dv_fmu_at(dv_fmu_part *p, const double *par, const dv_cell *c, const double *inputs)
{
  double epoch = c->d ? c->d[dv_fmu_epoch_at(p)] : 0;
  dv_fmu_instance *found = NULL;
  for (int k = 0; k < p->most && !found; k++)
    if (p->instance[k].holder.instance && p->instance[k].epoch == epoch && (epoch != 0 || same_numbers(p, &p->instance[k], par)))
      found = &p->instance[k];
  if (epoch == 0 && (!found || inputs)) {  // where the inputs are known, it begins with them
    found = found ? found : place(p);
    if (begin(p, found, par, c, inputs)) return NULL;
  }
  if (found && !same_numbers(p, found, par)) {
    snprintf(p->message, sizeof p->message, "its parameters were changed after the start");
    return NULL;
  }
  if (found) found->used = ++p->calls;
  else if (!p->message[0])
    snprintf(p->message, sizeof p->message,
             "the run goes on from a state that this FMU has left, and it cannot go back (it serves %d runs side by side)",
             p->most);
  return found;
}

void dv_fmu_close(void *part)
{
  dv_fmu_part *p = part;
  for (int k = 0; k < DV_FMU_INSTANCES; k++) dv_fmi_free(&p->instance[k].holder);
  pthread_mutex_destroy(&p->lock);
}
