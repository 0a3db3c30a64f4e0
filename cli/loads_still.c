// loads_still.c: the run of a machine for its loads, and what they would be if nothing moved.
//
//   dynamic amplification = peak / static value; by default the static value of the pose in which the peak occurs, as designers
//   of cranes mean it: the machine held still there by its actuators (study/hold.h)
#include "loads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_pose(const args *a, const dv_machine *m)
{
  const char *how = value_of(a, "static");
  return how ? !strcmp(how, "pose") : m != NULL;
}

// A run's rows, and beside each those of the machine held still.
typedef struct {
  watcher run;
  dv_record *still;  // NULL: not wanted
  dv_hold *hold;
} keeper;

static int keep_row(void *context, double t, const double *x, const double *dx, const double *work)
{
  keeper *k = context;
  if (k->still) {
    const dv_model *m = k->hold->m;
    int bad = dv_hold_pose(k->hold, t, x, work + m->work_d);
    dv_record_row(k->still, t, k->hold->x, k->hold->dx, k->hold->work);
    double *row = dv_history_row(k->still->log, k->still->log->nrow - 1);
    for (int i = 1; i < k->still->log->ncolumn && bad; i++) row[i] = NAN;
  }
  return watch_row(&k->run, t, x, dx, work);
}

// The machine's run, with all that loads are made of.
int loads_run_machine(args *a, dv_machine *m, loads_run *out)
{
  const char **pattern = DV_TAKE(a->arena, const char *, a->noperand + 6);
  int n = 0, keep = 0, bodies = value_of(a, "frame") && strcmp(value_of(a, "frame"), "child") != 0;
  static const char *const q[] = {"*.qw", "*.qx", "*.qy", "*.qz"};
  for (int i = 0; i < 2; i++) pattern[n++] = load_columns[i];
  for (int i = 0; i < 4 && bodies; i++) pattern[n++] = q[i];
  for (int i = 1; i < a->noperand; i++) pattern[n++] = a->operand[i];
  for (int i = 0; i < n; i++)
    if (dv_variable_match(m->model, pattern[i])) pattern[keep++] = pattern[i];
  dv_record *r = dv_record_new(m->arena, m->diags, m->model, pattern, keep);
  if (!r) return BAD_FILE;
  dv_state *s = dv_state_new(m->arena, m->model);
  dv_run_options o = run_options(a, m);
  dv_run_result result = {0};
  keeper w = {.run = {.record = r}};
  if (by_pose(a, m)) {
    w.still = dv_record_new(m->arena, m->diags, m->model, pattern, keep);
    w.hold = dv_hold_new(m->arena, m);
  }
  int code = dv_start(m, s) || dv_run(m->model, s, &o, keep_row, watch_progress, &w, &result, m->diags, m->arena);
  watch_end(&w.run);
  log_facts(a, m, r->log);
  *out = (loads_run){r->log, w.still ? w.still->log : NULL, w.hold, m};
  return code || interrupted() ? RUN_FAILED : FINE;
}

static double at_time(const loads *l, const load *p, double t)
{
  for (int i = 1; i < l->nrow; i++)
    if (t <= l->time[i]) {
      double s = (t - l->time[i - 1]) / (l->time[i] - l->time[i - 1]);
      return p->y[i - 1] + s * (p->y[i] - p->y[i - 1]);
    }
  return l->nrow ? p->y[l->nrow - 1] : 0;
}

// Static values from another result: the means of its loads of the same names.
static int still_of_result(args *a, loads *l, const char *path)
{
  dv_history *h = read_run(a, path);
  loads other = {0};
  if (!h) return BAD_FILE;
  loads_gather(a, h, NULL, &other);
  other.nrow = h->nrow;
  other.time = loads_column(a, h, h->column[0].name);
  loads_measure(a, &other, 3, 1);
  for (int i = 0; i < l->n; i++) {
    l->item[i].still = NAN;
    for (int j = 0; j < other.n; j++)
      if (!strcmp(other.item[j].name, l->item[i].name)) l->item[i].still = other.item[j].mean;
  }
  return FINE;
}

// Static values of the pose in which each load has its peak.
static int still_of_pose(args *a, const loads_run *r, loads *l)
{
  loads other = {0};
  if (!r->still)
    return bad_usage(a, "give the machine file instead of the result", "--static pose: a result does not know its machine");
  loads_gather(a, r->still, r->machine, &other);
  for (int i = 0; i < l->n; i++) {
    load *p = &l->item[i];
    for (int j = 0; j < other.n; j++)
      if (!strcmp(other.item[j].name, p->name)) p->still = other.item[j].y[p->peak_row];
  }
  return FINE;
}

static void find_notes(args *a, const dv_hold *h, loads *l)
{
  const char *names = "";
  for (int i = 0; i < h->m->nv; i++)
    if (h->gripped[i]) names = dv_arena_text(a->arena, "%s%s%s", names, *names ? ", " : "", rate_name(a->arena, h->m, i));
  if (*names) l->held = names;
  l->shared = h->redundant;
}

int loads_find_still(args *a, const loads_run *r, loads *l)
{
  char *end;
  const char *how = l->still = by_pose(a, r->machine) ? "pose" : value_of(a, "static") ? value_of(a, "static") : "mean";
  double t = strtod(how, &end);
  int timed = *how && !*end, posed = !strcmp(how, "pose"),
      word = timed || posed || !strcmp(how, "mean") || !strcmp(how, "first") || !strcmp(how, "last");
  int code = posed ? still_of_pose(a, r, l) : word ? FINE : still_of_result(a, l, how);
  if (code) return code;
  if (posed) find_notes(a, r->hold, l);
  for (int i = 0; i < l->n; i++) {
    load *p = &l->item[i];
    if (timed) p->still = at_time(l, p, t);
    else if (!strcmp(how, "mean")) p->still = p->mean;
    else if (!strcmp(how, "first")) p->still = l->nrow ? p->y[0] : 0;
    else if (!strcmp(how, "last")) p->still = l->nrow ? p->y[l->nrow - 1] : 0;
    // a load that is little beside its own peak has no factor
    double noise = !strcmp(p->unit, "N") ? l->noise[0] : !strcmp(p->unit, "N.m") ? l->noise[1] : 0;
    if (fabs(p->still) <= noise) p->still = 0;
    p->amplification = p->peak > 0 && fabs(p->still) > 0.05 * p->peak ? p->peak / fabs(p->still) : NAN;
  }
  return FINE;
}
