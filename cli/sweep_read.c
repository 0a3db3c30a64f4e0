// sweep_read.c: the plan and the metrics of a sweep from the command line.
#include "sweep.h"

#include "base/hash.h"
#include "base/number.h"
#include "batch/lanes.h"
#include "spec/units.h"

#include <math.h>
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

static const dv_metric_spec *metric_of_file(const dv_spec *spec, const char *name)
{
  for (int i = 0; i < spec->nmetric; i++)
    if (!strcmp(spec->metric[i].name, name)) return &spec->metric[i];
  return NULL;
}

static int read_metric(sweep *w, dv_units *u, const dv_machine *m, const char *text)
{
  args *a = w->a;
  const dv_metric_spec *known = metric_of_file(m->spec, text);
  dv_metric *out = &w->metric[w->s.nmetric++];
  if (known ? dv_metric_of_file(a->arena, a->diags, u, known, out) : dv_metric_read(a->arena, a->diags, u, text, out))
    return BAD_USAGE;
  for (const dv_metric *other = w->metric; other < out; other++)
    if (!strcmp(other->name, out->name))
      return bad_usage(a, "give each a name of its own", "there are two metrics '%s'", out->name);
  int varied = 0;
  for (int i = 0; i < w->s.plan->nvary; i++) varied |= !strcmp(w->s.plan->vary[i].path, "until");
  double until = varied ? HUGE_VAL : m->spec->solver.until;
  return dv_metric_settle(a->arena, a->diags, u, out, m->model, until) ? BAD_USAGE : FINE;
}

// Those of the command line, else all of the file.
static int read_metrics(sweep *w, const dv_machine *m)
{
  args *a = w->a;
  const char **text;
  int n = values_of(a, "metric", &text), all = n ? n : m->spec->nmetric, bad = 0;
  if (!all) return bad_usage(a, "e.g. --metric 'max(pin.reaction.fz)', or 'metrics:' in the file", "there is no metric");
  if (all > DV_SWEEP_METRICS) return bad_usage(a, NULL, "%d metrics are more than %d", all, (int)DV_SWEEP_METRICS);
  dv_units *u = dv_units_open(a->arena);
  w->s.metric = w->metric = DV_TAKE(a->arena, dv_metric, all);
  for (int i = 0; i < all; i++) bad |= read_metric(w, u, m, n ? text[i] : m->spec->metric[i].name);
  return bad ? BAD_USAGE : FINE;
}

// A metric by its name or its number.
static int metric_called(const sweep *w, const char *text)
{
  int k = 0, end = 0;
  for (int i = 0; i < w->s.nmetric; i++)
    if (!strcmp(w->metric[i].name, text)) return i;
  return sscanf(text, "%d%n", &k, &end) == 1 && !text[end] && k >= 1 && k <= w->s.nmetric ? k - 1 : -1;
}

// min:1,max:lift
static int read_goals(sweep *w)
{
  const char **item;
  int n = items_of(w->a, "pareto", &item);
  w->goal = DV_TAKE(w->a->arena, int, w->s.nmetric + 1);
  for (int i = 0; i < n; i++) {
    int low = !strncmp(item[i], "min:", 4), k = low || !strncmp(item[i], "max:", 4) ? metric_called(w, item[i] + 4) : -1;
    if (k < 0)
      return bad_usage(w->a, "e.g. --pareto min:1,max:2 for the first and second --metric, or min:NAME",
                       "--pareto: '%s' is no goal", item[i]);
    w->goal[k] = low ? -1 : 1;
  }
  return FINE;
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

// Everything that the numbers depend on: the file, the command's changes, the plan, the metrics, the program, libraries of kinds.
static uint64_t key_of(const sweep *w, const dv_machine *m)
{
  uint64_t h = dv_hash_text(dv_plan_hash(w->s.plan), m->doc->hash);
  h = dv_hash_text(dv_hash_text(h, DAVIT_VERSION), w->s.machine.case_name);
  for (int i = 0; i < w->s.machine.nsetting; i++) h = dv_hash_text(h, w->s.machine.settings[i]);
  if (sweep_precision(w)) h = dv_hash_text(h, value_of(w->a, "precision"));
  if (w->a->kinds) h = dv_hash_on(h, w->a->kinds->hash, (size_t)w->a->kinds->n * sizeof *w->a->kinds->hash);
  for (int i = 0; i < w->s.nmetric; i++)
    h = dv_hash_text(dv_hash_text(dv_hash_text(h, w->metric[i].name), w->metric[i].text), w->metric[i].unit);
  return h;
}

// The first run, or the last if the first cannot be made: then the others are worth trying.
static dv_machine *open_any(sweep *w)
{
  dv_machine *first = dv_sweep_open(&w->s, 0), *last = first->model ? NULL : dv_sweep_open(&w->s, w->s.plan->nrun - 1);
  if (!last || !last->model) return dv_machine_close(last), first;
  dv_machine_close(first);
  return last;
}

static int read_machine(sweep *w)
{
  args *a = w->a;
  w->s.machine = machine_options(a, value_of(a, "case"));
  w->s.file = a->operand[0];
  w->s.reading = w->reading = dv_reading_open_with(w->s.file, &w->s.machine.import);
  dv_machine *m = open_any(w);
  outputs_know(a, m);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  w->s.lanes = has(a, "gpu") ? 1 : dv_lanes_width(&o);
  int code = read_metrics(w, m);
  if (code == FINE) code = read_goals(w);
  if (code == FINE) w->key = key_of(w, m);
  if (code == FINE) code = sweep_compile(w, m, w->s.lanes);
  print_diags(m->diags);
  dv_machine_close(m);
  return code;
}

int sweep_read(sweep *w)
{
  double jobs = (double)sysconf(_SC_NPROCESSORS_ONLN);
  if (!dv_history_extension(w->out, w->a->diags) || whole_number(w->a, "jobs", 1, 256, &jobs)) return BAD_USAGE;
  w->jobs = (int)jobs;
  if (value_of(w->a, "precision") && !has(w->a, "gpu")) return bad_usage(w->a, "give --gpu too", "--precision is that of a card");
  if (sweep_precision(w) < 0) return BAD_USAGE;
  int code = read_shard(w);
  if (code == FINE) code = read_plan(w);
  return code == FINE && !has(w->a, "list") ? read_machine(w) : code;
}
