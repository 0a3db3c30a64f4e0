// sweep.c: one group of runs: in the lanes of a vector where they can be, else one after the other.
#include "batch/sweep.h"

#include "batch/lanes.h"
#include "batch/sweep_inside.h"
#include "graph/trace.h"
#include "run/running.h"
#include "engine/compiled.h"

#include <math.h>
#include <string.h>

enum { PROBES = 8 };

dv_machine *dv_sweep_open(const dv_sweep *s, int run)
{
  dv_machine_options o = s->machine;
  dv_arena *a = dv_arena_new();
  const char **setting = DV_TAKE(a, const char *, o.nsetting + s->plan->nvary);
  for (int i = 0; i < o.nsetting; i++) setting[i] = o.settings[i];
  for (int i = 0; i < s->plan->nvary; i++) {
    const char *text = dv_plan_setting(a, s->plan, run, i);
    if (!strncmp(text, "case=", 5)) o.case_name = text + 5;
    else setting[o.nsetting++] = text;
  }
  o.settings = setting;
  dv_machine *m = dv_reading_machine(s->reading, &o);
  dv_arena_free(a);
  return m;
}

// Numbers in which some runs of the plan differ. NULL: they differ in more.
const int *dv_sweep_differing(dv_arena *a, const dv_sweep *s, const dv_model *first, int *n)
{
  dv_machine *m[PROBES];
  const dv_model *model[PROBES + 1] = {first};
  int models = 1;
  for (int i = 0; i < PROBES; i++) {
    m[i] = dv_sweep_open(s, (int)((long)(s->plan->nrun - 1) * i / (PROBES - 1)));
    if (m[i]->model) model[models++] = m[i]->model;
  }
  const int *open = dv_trace_differing(a, model, models, n);
  for (int i = 0; i < PROBES; i++) dv_machine_close(m[i]);
  return open;
}

void dv_sweep_times(const dv_sweep *s, dv_machine *m, dv_run_options *o)
{
  o->also = dv_metrics_times(m->arena, s->metric, s->nmetric, &o->nalso);
}

dv_record *dv_sweep_record(const dv_sweep *s, const dv_machine *m)
{
  int n;
  const char **name = dv_metrics_columns(m->arena, s->metric, s->nmetric, &n);
  return dv_record_new(m->arena, m->diags, m->model, name, n);
}

static void measure(const dv_sweep *s, const dv_sweep_member *p, double *value)
{
  for (int i = 0; i < s->nmetric; i++) value[i] = dv_metric_value(p->machine->diags, &s->metric[i], p->record->log);
}

static int is_known(const dv_diags *own, const char *what)
{
  for (int i = 0; i < own->nknown; i++)
    if (strstr(what, own->known[i])) return 1;
  return 0;
}

// The first warning from `first` on that the file does not acknowledge; NULL: none.
static const char *warning(const dv_diags *own, const dv_diags *d, int first)
{
  for (int i = first; d && i < d->n; i++)
    if (d->item[i].severity == DV_WARNING && !is_known(own, d->item[i].what)) return d->item[i].what;
  return NULL;
}

// before: how much was said of the machine when it began; lane: what was said in a lane, or NULL.
static int enter_result(const dv_sweep *s, const dv_sweep_member *p, int before, const dv_diags *lane)
{
  double value[DV_SWEEP_METRICS];
  const dv_diags *own = p->machine->diags;
  const char *said = warning(own, own, before);
  if (!said) said = warning(own, lane, 0);
  measure(s, p, value);
  return dv_journal_write(s->journal, p->run, DV_RUN_DONE, value, said);
}

int dv_sweep_enter_failure(const dv_sweep *s, const dv_sweep_member *p, dv_run_status status)
{
  const dv_diags *d = p->machine->diags;
  double value[DV_SWEEP_METRICS];
  const char *why = "it gives no reason";
  int i = 0;
  for (int k = 0; k < s->nmetric; k++) value[k] = NAN;
  while (i < d->n && d->item[i].severity != DV_ERROR) i++;
  if (i < d->n && !d->item[i].mark.file) why = d->item[i].what;
  else if (i < d->n)
    why =
        dv_arena_text(d->arena, "%s:%d:%d: %s", d->item[i].mark.file, d->item[i].mark.line, d->item[i].mark.col, d->item[i].what);
  return dv_journal_write(s->journal, p->run, status, value, why);
}

// A lane that was left behind.
static int enter_frozen(const dv_sweep *s, const dv_sweep_member *p, const dv_lane_run *l)
{
  const char *place = l->failed_x < 0 ? "a rate" : dv_state_place(p->machine->arena, l->model, l->failed_x);
  if (l->reason) dv_diag_add(p->machine->diags, DV_ERROR, (dv_mark){0}, NULL, "%s", l->reason);
  else
    dv_diag_add(p->machine->diags, DV_ERROR, (dv_mark){0}, "give a smaller step", "%s is not finite after t = %.6g s", place,
                l->failed_t);
  return dv_sweep_enter_failure(s, p, DV_RUN_BROKEN);
}

static int make_alone(const dv_sweep *s, const dv_sweep_member *p)
{
  dv_machine *m = p->machine;
  dv_run_result r;
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  if (s->compiled && dv_compiled_fits(s->compiled, m->model)) o.compiled = s->compiled;
  dv_sweep_times(s, m, &o);
  dv_state *state = dv_state_new(m->arena, m->model);
  return dv_start(m, state) || dv_run(m->model, state, &o, dv_record_row, NULL, p->record, &r, m->diags, m->arena);
}

int dv_sweep_values(const dv_sweep *s, const dv_sweep_member *p, double *value)
{
  if (make_alone(s, p)) return 1;
  measure(s, p, value);
  return 0;
}

int dv_sweep_run_alone(const dv_sweep *s, const dv_sweep_member *p)
{
  int before = p->machine->diags->n;
  return make_alone(s, p) ? dv_sweep_enter_failure(s, p, DV_RUN_BROKEN) : enter_result(s, p, before, NULL);
}

int dv_sweep_same_run(const dv_run_options *a, const dv_run_options *b)
{
  return a->step == b->step && a->until == b->until && a->every == b->every && a->momentum == b->momentum &&
         !strcmp(a->method ? a->method : "", b->method ? b->method : "");
}

// 0, or -1: they cannot share a vector. *fault: of the journal.
static int run_together(const dv_sweep *s, const dv_sweep_member *p, int n, int *fault)
{
  dv_lane_run lane[DV_LANES_MOST] = {0};
  dv_run_options o = dv_run_options_of(&p->machine->spec->solver);
  int before[DV_LANES_MOST];
  for (int i = 0; i < n; i++) {
    before[i] = p[i].machine->diags->n;
    dv_run_options other = dv_run_options_of(&p[i].machine->spec->solver);
    dv_state *state = dv_state_new(p[i].machine->arena, p[i].machine->model);
    if (!dv_sweep_same_run(&o, &other) || dv_start(p[i].machine, state)) return -1;
    lane[i].model = p[i].machine->model;
    lane[i].from = state;
    lane[i].record = p[i].record;
  }
  o.compiled = s->compiled;
  dv_sweep_times(s, p->machine, &o);
  if (dv_lanes_run(p->machine->arena, lane, n, &o)) return -1;
  for (int i = 0; i < n && !*fault; i++) {
    dv_sweep_member again = p[i];
    if (lane[i].alone) again.record = dv_sweep_record(s, again.machine);
    if (lane[i].alone && again.record) *fault = dv_sweep_run_alone(s, &again);
    else if (lane[i].failed) *fault = enter_frozen(s, &p[i], &lane[i]);
    else *fault = enter_result(s, &p[i], before[i], lane[i].told);
  }
  return 0;
}

int dv_sweep_groups(const dv_sweep *s) { return (s->plan->nrun + s->lanes - 1) / s->lanes; }

// A group is made whole, even if some of its runs are finished: which runs share a vector must not depend on an interruption.
int dv_sweep_group(const dv_sweep *s, int group)
{
  dv_sweep_member p[DV_LANES_MOST];
  double value[DV_SWEEP_METRICS];
  int first = group * s->lanes, n = 0, open = 0, fault = 0;
  for (int run = first; run < first + s->lanes && run < s->plan->nrun; run++)
    open |= dv_journal_read(s->journal, run, value) == DV_RUN_OPEN;
  for (int run = first; run < first + s->lanes && run < s->plan->nrun && open; run++) {
    dv_sweep_member q = {.machine = dv_sweep_open(s, run), .run = run};
    if (q.machine->model) q.record = dv_sweep_record(s, q.machine);
    if (q.record) p[n++] = q;
    else {
      if (!fault) fault = dv_sweep_enter_failure(s, &q, DV_RUN_REFUSED);
      dv_machine_close(q.machine);
    }
  }
  if (n && (s->lanes < 2 || run_together(s, p, n, &fault)))
    for (int i = 0; i < n && !fault; i++) fault = dv_sweep_run_alone(s, &p[i]);
  for (int i = 0; i < n; i++) dv_machine_close(p[i].machine);
  return fault;
}
