// sweep_read.c: the plan and the metrics of a sweep from the command line.
#include "sweep.h"

#include "base/number.h"
#include "spec/units.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int whole_number(args *a, const char *name, double least, double most, double *out)
{
  const char *text = value_of(a, name), *end;
  if (!text) return FINE;
  end = dv_number_read(text, out);
  if (end && !*end && *out >= least && *out <= most && *out == (double)(long long)*out) return FINE;
  return bad_usage(a, dv_arena_text(a->arena, "give a whole number from %.0f to %.0f", least, most),
                   "--%s: '%s' is no such number", name, text);
}

static int read_plan(sweep *w)
{
  args *a = w->a;
  const char **vary, **dist;
  int nvary = values_of(a, "vary", &vary), ndist = values_of(a, "dist", &dist);
  double samples = 0, seed = 1;
  dv_vary *v = DV_TAKE(a->arena, dv_vary, nvary + ndist);
  if (whole_number(a, "sample", 1, 1e7, &samples) || whole_number(a, "seed", 0, 9e15, &seed)) return BAD_USAGE;
  for (int i = 0; i < nvary + ndist; i++)
    if (dv_vary_read(a->arena, a->diags, i < nvary ? vary[i] : dist[i - nvary], &v[i])) return BAD_USAGE;
  if (!(nvary + ndist)) return bad_usage(a, "e.g. --vary payload=0:10t:21", "nothing is varied");
  w->s.plan = dv_plan_new(a->arena, a->diags, v, nvary + ndist, (int)samples, has(a, "latin"), (uint64_t)seed);
  return w->s.plan ? FINE : BAD_USAGE;
}

static int read_metrics(sweep *w)
{
  args *a = w->a;
  const char **text;
  int n = values_of(a, "metric", &text), bad = 0;
  if (!n && !has(a, "list")) return bad_usage(a, "e.g. --metric 'max(pin.reaction.fz)'", "there is no metric");
  dv_units *u = dv_units_open(a->arena);
  if (!u) return bad_usage(a, "is udunits2 installed whole?", "the data base of units cannot be read");
  w->s.metric = w->metric = DV_TAKE(a->arena, dv_metric, n);
  w->s.nmetric = n;
  for (int i = 0; i < n; i++) bad |= dv_metric_read(a->arena, a->diags, u, text[i], &w->metric[i]) != 0;
  dv_units_close(u);
  return bad ? BAD_USAGE : FINE;
}

// I/N, from 1
static int read_shard(sweep *w)
{
  const char *text = value_of(w->a, "shard");
  int end = 0;
  if (!text) return FINE;
  if (sscanf(text, "%d/%d%n", &w->shard, &w->shards, &end) == 2 && !text[end] && w->shard >= 1 && w->shards <= 1000000 &&
      w->shard-- <= w->shards)
    return FINE;
  return bad_usage(w->a, "e.g. --shard 3/8", "--shard: '%s' is no part of a whole", text);
}

// Columns of the metrics must be variables of the machine.
static int check_columns(sweep *w, const dv_machine *m)
{
  const char *name[256];
  int bad = 0;
  for (int i = 0; i < w->s.nmetric; i++)
    for (int k = 0, n = dv_metric_columns(&w->metric[i], name, 256); k < n; k++)
      if (dv_model_find(m->model, name[k]) < 0) {
        const char *near = dv_variable_nearest(w->a->arena, m->model, name[k]);
        bad = bad_usage(w->a, near ? near : "'davit run FILE --columns \"*\" --json' lists them",
                        "--metric '%s': the machine has no variable '%s'", w->metric[i].text, name[k]);
      }
  return bad;
}

static int check_machine(sweep *w)
{
  args *a = w->a;
  w->s.machine = machine_options(a, value_of(a, "case"));
  w->s.file = a->operand[0];
  w->s.reading = dv_reading_open(w->s.file, w->s.machine.free_base);
  dv_machine *m = dv_sweep_open(&w->s, 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  int bad = check_columns(w, m);
  print_diags(m->diags);
  dv_machine_close(m);
  return bad;
}

int sweep_read(sweep *w)
{
  double jobs = (double)sysconf(_SC_NPROCESSORS_ONLN);
  if (!dv_history_extension(w->out, w->a->diags) || whole_number(w->a, "jobs", 1, 256, &jobs)) return BAD_USAGE;
  w->jobs = (int)jobs;
  int code = read_shard(w);
  if (code == FINE) code = read_plan(w);
  if (code == FINE) code = read_metrics(w);
  return code == FINE && !has(w->a, "list") ? check_machine(w) : code;
}
