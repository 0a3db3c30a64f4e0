// sweep.c: `davit sweep FILE`: many runs of a machine with other numbers; finished ones survive a kill.
#include "sweep.h"

#include "base/hash.h"
#include "batch/crew.h"
#include "batch/lanes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const option options_sweep[] = {
    OPTION("vary", "path=a:b unit:n",
           "n values from a to b (:log behind it: equal ratios), or a list a,b,c; may be repeated: a grid"),
    OPTION("dist", "path~law(...)",
           "drawn: normal(mean, deviation), uniform(a, b), lognormal(median, sigma), triangular(a, b, c)"),
    OPTION("sample", "N", "N draws at every point of the grid; without --dist: N draws from the ranges instead of a grid"),
    OPTION("latin", NULL, "draw by Latin hypercube"),
    OPTION("seed", "N", "of the draws (1)"),
    OPTION("metric", "EXPRESSION",
           "a number of each run: max(column), rms(a - b), at(x, 3 s), overshoot(x, 1 m)...; may be repeated"),
    OPTION("pareto", "min:METRIC,max:METRIC", "print the runs that no other beats; METRIC is its number, from 1"),
    OPTION("jobs", "N", "processes (all cores)"),
    OPTION("compile", NULL,
           "compile the machine for this plan first, with the varied numbers open; it is kept for the next time"),
    OPTION("o", "FILE", "table of the results, .csv, .h5 or .mat (sweep.csv); the journal of a sweep under way is FILE.part"),
    OPTION("plot", "FILE.svg", "curve, heat map or scatter of the first metric, and the sensitivities"),
    OPTION("shard", "I/N", "make part I of N only (from 1), for the job array of a cluster; --join puts the tables together"),
    OPTION("join", NULL, "join the tables of shards: davit sweep --join A.csv B.csv... -o ALL.csv"),
    OPTION("fresh", NULL, "forget what an earlier, unfinished sweep has done"),
    OPTION("list", NULL, "print the runs and make none"),
    OPTION("json", NULL, "summary as JSON"),
    OPTION("until", "T", "end of the runs"),
    OPTION("solver", "NAME", "with a fixed step (rk4, rosenbrock...) runs share the lanes of a vector"),
    OPTION("step", "H", "step of the fixed-step solvers"),
    OPTION("every", "DT", "interval at which metrics look"),
    OPTION("rtol", "R", "relative tolerance of cvode"),
    OPTION("atol", "A", "absolute tolerance of cvode"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static double wall(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Part I of N: groups are dealt out in turn.
static int group_of(const sweep *w, int item) { return item * w->shards + w->shard; }

static int items_of_shard(const sweep *w)
{
  int groups = dv_sweep_groups(&w->s);
  return groups <= w->shard ? 0 : (groups - w->shard - 1) / w->shards + 1;
}

static void work(void *context, int item)
{
  const sweep *w = context;
  dv_sweep_group(&w->s, group_of(w, item));
}

static void show_progress(void *context, int done)
{
  const sweep *w = context;
  int items = items_of_shard(w);
  if (!isatty(STDERR_FILENO) || done == 0) return;
  double spent = wall() - w->begin, left = spent * (items - done) / done;
  fprintf(stderr, "\r  %d of %d groups of %d runs, %.3g runs/s, %.0f s left   ", done, items, w->s.lanes,
          done * w->s.lanes / spent, left);
  if (done == items) fputc('\n', stderr);
}

static const char *journal_path(const sweep *w)
{
  return w->mpi ? dv_arena_text(w->a->arena, "%s.part%d", w->out, w->shard) : dv_arena_text(w->a->arena, "%s.part", w->out);
}

// Everything that the numbers depend on: the file, the command's changes, the plan, the metrics, the program, the lanes.
static uint64_t key_of(const sweep *w, const dv_machine *m)
{
  uint64_t h = dv_hash_text(dv_plan_hash(w->s.plan) ^ (uint64_t)w->s.lanes, m->doc->hash);
  h = dv_hash_text(dv_hash_text(h, DAVIT_VERSION), w->s.machine.case_name);
  for (int i = 0; i < w->s.machine.nsetting; i++) h = dv_hash_text(h, w->s.machine.settings[i]);
  for (int i = 0; i < w->s.nmetric; i++) h = dv_hash_text(h, w->metric[i].text);
  return h;
}

static int list_runs(const sweep *w)
{
  for (int i = 0; i < w->s.plan->nrun; i++) {
    printf("%d", i);
    for (int k = 0; k < w->s.plan->nvary; k++) printf("  %s", dv_plan_setting(w->a->arena, w->s.plan, i, k));
    putchar('\n');
  }
  return FINE;
}

static int interrupted_message(sweep *w, const char *why)
{
  int kept;
  dv_journal *j = w->s.journal;
  double value[4096];
  kept = 0;
  for (int i = 0; i < j->nrun; i++) kept += dv_journal_read(j, i, value) != DV_RUN_OPEN;
  dv_diag_add(w->a->diags, DV_ERROR, (dv_mark){w->out, 0, 0}, "the same command goes on from there",
              "%s; %d of %d runs are kept in %s", why, kept, w->s.plan->nrun, j->path);
  dv_journal_close(j, 0);
  return RUN_FAILED;
}

static int make_runs(sweep *w)
{
  dv_crew c = {
      .jobs = w->jobs, .items = items_of_shard(w), .work = work, .progress = show_progress, .stop = interrupted, .context = w};
  w->begin = wall();
  int code = dv_crew_run(&c);
  if (code > 0) return interrupted_message(w, "interrupted");
  if (code < 0) return interrupted_message(w, "a worker was killed");
  return FINE;
}

static int finish_sweep(sweep *w)
{
  int code = w->mpi ? sweep_mpi_gather(w) : FINE;
  if (w->mpi && w->shard) {  // rank 0 has them now
    dv_journal_close(w->s.journal, code == FINE);
    return code;
  }
  if (code == FINE) code = sweep_collect(w);
  if (code == FINE) code = sweep_write(w);
  if (code == FINE && has(w->a, "plot")) code = sweep_plot(w, value_of(w->a, "plot"));
  dv_journal_close(w->s.journal, code == FINE);
  if (code != FINE) return code;
  if (has(w->a, "json")) sweep_print_json(w);
  else sweep_print(w);
  return FINE;
}

static int sweep_machine(sweep *w)
{
  dv_machine *m = dv_sweep_open(&w->s, 0);
  if (!m->model) return fail_open(w->a, m, w->a->operand[0]);
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  w->s.lanes = dv_lanes_width(&o);
  int code = sweep_compile(w, m, w->s.lanes);
  uint64_t key = key_of(w, m);
  const char *path = journal_path(w);
  dv_machine_close(m);
  if (code != FINE) return code;
  if (has(w->a, "fresh")) unlink(path);
  w->s.journal = dv_journal_open(w->a->arena, w->a->diags, path, key, w->s.plan->nrun, w->s.nmetric, &w->kept);
  if (!w->s.journal) return BAD_FILE;
  if (w->kept) fprintf(stderr, "  going on: %d of %d runs were finished before\n", w->kept, w->s.plan->nrun);
  code = make_runs(w);
  return code == FINE ? finish_sweep(w) : code;
}

// Tables of shards, in the order of their runs.
static int join(args *a)
{
  const char *out = value_of(a, "o") ? value_of(a, "o") : "sweep.csv";
  dv_history *first = NULL, *all = NULL;
  struct {
    const double **item;
    int n, cap;
  } rows = {0};
  for (int f = 0; f < a->noperand; f++) {
    dv_history *h = dv_history_read(a->arena, a->operand[f], a->diags);
    if (!h) return BAD_FILE;
    if (!first) first = h;
    if (h->ncolumn != first->ncolumn) {
      dv_diag_add(a->diags, DV_ERROR, (dv_mark){a->operand[f], 0, 0}, NULL, "has other columns than %s", a->operand[0]);
      return BAD_FILE;
    }
    for (int i = 0; i < h->nrow; i++) *DV_PUSH(a->arena, &rows) = dv_history_row(h, i);
  }
  for (int i = 1; i < rows.n; i++)
    for (int k = i; k > 0 && rows.item[k][0] < rows.item[k - 1][0]; k--) {
      const double *swap = rows.item[k];
      rows.item[k] = rows.item[k - 1], rows.item[k - 1] = swap;
    }
  all = dv_history_new(a->arena, first->ncolumn);
  memcpy(all->column, first->column, (size_t)first->ncolumn * sizeof *all->column);
  for (int i = 0; i < rows.n; i++) memcpy(dv_history_append(all), rows.item[i], (size_t)all->ncolumn * sizeof(double));
  for (int i = 0; i < first->fact.n; i++) dv_history_fact(all, first->fact.item[i].key, first->fact.item[i].text);
  if (dv_history_write(all, out, a->diags)) return RUN_FAILED;
  printf("%s: %d runs\n", out, rows.n);
  return FINE;
}

int run_sweep(args *a)
{
  if (has(a, "join")) return join(a);
  sweep w = {.a = a, .out = value_of(a, "o") ? value_of(a, "o") : "sweep.csv", .shards = 1};
  watch_signals();
  int code =
      a->noperand == 1 ? sweep_read(&w) : bad_usage(a, "give one machine file", "several files are joined with --join only");
  if (code) return code;
  if (has(a, "list")) return list_runs(&w);
  if (sweep_under_mpi() && (code = sweep_mpi_start(&w))) return code;
  code = sweep_machine(&w);
  if (w.mpi) w.mpi->stop();
  return code;
}
