// bode_measure.c: response of the machine itself to a sine, once its motion repeats from period to period.
//
//   half: (max - min)/2 of a period;   first harmonic: 2/N sum y exp(-j w t), beside u = amplitude sin w t
//
// The motion repeats when half, mean and harmonic of two periods, a quarter of the settling time apart, are equal to 1e-4.
#include "bode.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 240 };  // per period
static const double EQUAL = 1e-4;

typedef struct {
  double half, mean, sine, cosine;
} period;

typedef struct {
  const dv_model *model;
  int variable, apart, settle;  // periods between those that are compared, periods before the first comparison
  double every;
  double least, most;
  period sum, last, done;
  int count, repeated;
} listener;

static void begin(listener *l)
{
  l->least = HUGE_VAL;
  l->most = -HUGE_VAL;
  memset(&l->sum, 0, sizeof l->sum);
}

static int same(const period *a, const period *b)
{
  double size = fmax(fabs(a->half), hypot(a->sine, a->cosine)), off = fmax(fabs(a->half - b->half), fabs(a->mean - b->mean));
  return fmax(off, hypot(a->sine - b->sine, a->cosine - b->cosine)) <= EQUAL * size;
}

static void end_period(listener *l)
{
  l->count++;
  l->done = (period){0.5 * (l->most - l->least), l->sum.mean / SAMPLES, 2 * l->sum.sine / SAMPLES, 2 * l->sum.cosine / SAMPLES};
  if (l->count % l->apart) return;
  l->repeated = l->count >= l->settle && l->count > l->apart && same(&l->done, &l->last);
  l->last = l->done;
}

static int listen(void *context, double t, const double *x, const double *dx, const double *work)
{
  listener *l = context;
  long k = lround(t / l->every);
  if (k > 0 && k % SAMPLES == 0) {
    end_period(l);
    begin(l);
  }
  double y = dv_variable_value(l->model, l->variable, x, dx, work), angle = 2 * acos(-1) * (double)(k % SAMPLES) / SAMPLES;
  l->least = fmin(l->least, y);
  l->most = fmax(l->most, y);
  l->sum.mean += y;
  l->sum.sine += y * sin(angle);
  l->sum.cosine += y * cos(angle);
  return l->repeated || interrupted();
}

// The machine with a sine in place of the input; its mean is the value that the input has in the file.
static dv_machine *with_sine(args *a, const bode_plan *plan, const dv_machine *m, double frequency)
{
  dv_machine_options o = machine_options(a, value_of(a, "case"));
  int n = o.nsetting, at = dv_model_find(m->model, dv_arena_text(a->arena, "%s.value", plan->input));
  const char **all = DV_TAKE(a->arena, const char *, n + 1);
  if (n) memcpy(all, o.settings, (size_t)n * sizeof *all);
  dv_text t = {.arena = a->arena};
  dv_text_add(&t, "signals.%s={kind: sine, amplitude: ", plan->input);
  dv_text_number(&t, plan->amplitude);
  dv_text_add(&t, ", frequency: ");
  dv_text_number(&t, frequency);
  dv_text_add(&t, ", offset: ");
  dv_text_number(&t, dv_model_NUMBER(m->model)[dv_model_VARIABLE(m->model)[at].index]);
  dv_text_add(&t, "}");
  all[n++] = dv_text_all(&t);
  o.settings = all;
  o.nsetting = n;
  return dv_machine_open(a->operand[0], &o);
}

int bode_measure(args *a, const bode_plan *plan, dv_machine *m, bode_point *p)
{
  dv_machine *sine = with_sine(a, plan, m, p->frequency);
  if (!sine->model) {
    move_diags(m->diags, sine->diags);
    dv_machine_close(sine);
    return RUN_FAILED;
  }
  double T = 1 / p->frequency;
  listener l = {.model = sine->model, .variable = dv_model_find(sine->model, plan->output), .every = T / SAMPLES};
  l.apart = (int)ceil(0.25 * plan->settle / T);
  l.settle = (int)ceil(plan->settle / T);
  begin(&l);
  dv_run_options o = run_options(a, sine);
  dv_run_result r = {0};
  o.every = l.every;
  o.until = fmax(20 * plan->settle, 100 * T);
  o.ledger = HUGE_VAL;
  dv_state *s = dv_state_new(sine->arena, sine->model);
  int code = dv_start(sine, s) || dv_run(sine->model, s, &o, listen, NULL, &l, &r, sine->diags, sine->arena) > 0;
  p->half = l.done.half / plan->amplitude;
  p->gain = hypot(l.done.sine, l.done.cosine) / plan->amplitude;
  p->phase = atan2(l.done.cosine, l.done.sine);
  p->periods = l.repeated ? l.count : 0;
  // what a run warns of, all runs of a sweep would
  if (code > 0) move_diags(m->diags, sine->diags);
  dv_machine_close(sine);
  return code > 0 ? RUN_FAILED : FINE;
}
