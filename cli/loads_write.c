// loads_write.c: loads as a table, as JSON, and as files for a finite-element or fatigue check.
#include "loads.h"

#include "base/shown.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// Cycles of rounding are no cycles.
static int drop_noise(dv_cycle *c, int n, double least)
{
  int kept = 0;
  for (int i = 0; i < n; i++)
    if (c[i].range > least) c[kept++] = c[i];
  return kept;
}

static void measure(args *a, const loads *l, load *p, double slope, double cycles)
{
  p->least = p->most = l->nrow ? p->y[0] : 0;
  for (int i = 0; i < l->nrow; i++) {
    p->least = fmin(p->least, p->y[i]);
    p->most = fmax(p->most, p->y[i]);
    if (fabs(p->y[i]) <= p->peak) continue;
    p->peak = fabs(p->y[i]);
    p->peak_time = l->time[i];
    p->peak_row = i;
  }
  // mean over time: rows of a result need not be equally far apart
  double span = l->nrow ? l->time[l->nrow - 1] - l->time[0] : 0;
  for (int i = 1; i < l->nrow; i++) p->mean += (l->time[i] - l->time[i - 1]) * (p->y[i] + p->y[i - 1]) / 2;
  p->mean = span > 0 ? p->mean / span : p->least;
  p->ncycle = dv_cycles_count(a->arena, p->y, l->nrow, &p->cycle);
  p->ncycle = drop_noise(p->cycle, p->ncycle, 1e-6 * (p->most - p->least));
  p->equivalent = dv_cycles_equivalent(p->cycle, p->ncycle, slope, cycles);
  for (int i = 0; i < p->ncycle; i++) p->counted += p->cycle[i].count;
}

void loads_measure(args *a, loads *l, double slope, double cycles)
{
  for (int i = 0; i < l->n; i++) measure(a, l, &l->item[i], slope, cycles);
}

void loads_print(const args *a, const loads *l)
{
  int width = 4;
  for (int i = 0; i < l->n; i++) width = fmax(width, (double)strlen(l->item[i].name));
  printf("%s: loads over %g s; static value: %s\n", l->title, l->nrow ? l->time[l->nrow - 1] : 0, l->still);
  printf("%-*s  unit %12s %8s %12s %12s %12s %12s %7s %8s %12s\n", width, "load", "peak", "at [s]", "least", "most", "mean",
         "static", "factor", "cycles", "equivalent");
  for (int i = 0; i < l->n; i++) {
    const load *p = &l->item[i];
    dv_shown u = l->si ? (dv_shown){p->unit, 1, 0} : dv_shown_as(p->unit, p->peak);
    double k = u.factor;
    char factor[16] = "-";
    if (isfinite(p->amplification)) snprintf(factor, sizeof factor, "%.3f", p->amplification);
    printf("%-*s  %-4s %12.6g %8.4g %12.6g %12.6g %12.6g %12.6g %7s %8.1f %12.6g\n", width, p->name, u.unit, k * p->peak,
           p->peak_time, k * p->least, k * p->most, k * p->mean, k * p->still, factor, p->counted, k * p->equivalent);
  }
  if (l->held) printf("static: no actuator holds %s everywhere; there it is held by an effort of its own\n", l->held);
  if (l->shared) printf("static: actuators can share the load in several ways; shown is the one of the least efforts\n");
  printf("equivalent: range of constant amplitude with the same damage in %s cycles, slope %s\n",
         value_of(a, "cycles") ? value_of(a, "cycles") : "1", value_of(a, "slope") ? value_of(a, "slope") : "3");
}

static void put_load(dv_json_out *o, const load *p)
{
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "name", p->name);
  dv_json_text(o, "unit", p->unit);
  dv_json_number(o, "peak", p->peak);
  dv_json_number(o, "peak_time", p->peak_time);
  dv_json_number(o, "least", p->least);
  dv_json_number(o, "most", p->most);
  dv_json_number(o, "mean", p->mean);
  dv_json_number(o, "static", p->still);
  dv_json_number(o, "amplification", p->amplification);
  dv_json_number(o, "equivalent", p->equivalent);
  dv_json_open(o, "cycles", '[');
  for (int i = 0; i < p->ncycle; i++) {
    double row[] = {p->cycle[i].range, p->cycle[i].mean, p->cycle[i].count};
    dv_json_numbers(o, NULL, row, 3);
  }
  dv_json_close(o);
  dv_json_close(o);
}

void loads_print_json(const args *a, const loads *l)
{
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, a->operand[0], 1);
  dv_json_text(&o, "machine", l->title);
  dv_json_text(&o, "static", l->still);
  if (l->held) dv_json_text(&o, "held", l->held);
  dv_json_bool(&o, "shared", l->shared);
  dv_json_open(&o, "loads", '[');
  for (int i = 0; i < l->n; i++) put_load(&o, &l->item[i]);
  dv_json_close(&o);
  dv_json_close(&o);
  print_json(&o);
}

static int write_histories(args *a, const loads *l, const char *path)
{
  dv_history *h = dv_history_new(a->arena, l->n + 1);
  h->column[0] = (dv_column){"time", "s"};
  for (int j = 0; j < l->n; j++) h->column[j + 1] = (dv_column){l->item[j].name, l->item[j].unit};
  for (int i = 0; i < l->nrow; i++) {
    double *row = dv_history_append(h);
    row[0] = l->time[i];
    for (int j = 0; j < l->n; j++) row[j + 1] = l->item[j].y[i];
  }
  return write_history(a, a->diags, h, path);
}

static int write_cycles(args *a, const loads *l, const char *path)
{
  dv_text t = {.arena = a->arena};
  dv_text_add(&t, "load,unit,range,mean,count\n");
  for (int j = 0; j < l->n; j++)
    for (int i = 0; i < l->item[j].ncycle; i++) {
      const dv_cycle *c = &l->item[j].cycle[i];
      dv_text_add(&t, "%s,%s,%.17g,%.17g,%g\n", l->item[j].name, l->item[j].unit, c->range, c->mean, c->count);
    }
  return write_bytes(a, a->diags, path, dv_text_all(&t), t.n);
}

int loads_write(args *a, const loads *l, const char *folder)
{
  if (mkdir(folder, 0777) && errno != EEXIST) {
    dv_diag_add(a->diags, DV_ERROR, (dv_mark){folder, 0, 0}, NULL, "cannot make the folder: %s", strerror(errno));
    return RUN_FAILED;
  }
  const char *history = dv_arena_text(a->arena, "%s/loads.csv", folder),
             *cycles = dv_arena_text(a->arena, "%s/cycles.csv", folder);
  if (write_histories(a, l, history) || write_cycles(a, l, cycles)) return RUN_FAILED;
  if (!has(a, "json")) printf("%s: histories\n%s: rainflow cycles\n", history, cycles);
  return FINE;
}
