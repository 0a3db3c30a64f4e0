// sweep.c: `davit sweep FILE`: many runs of a machine with other numbers; finished ones survive a kill.
#include "sweep.h"

#include "batch/crew.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const option options_sweep[] = {
    OPTION("vary", "path=a:b unit:n",
           "n values from a to b (:log behind it: equal ratios), or a list a,b,c; case=a,b too; may be repeated: a grid"),
    OPTION("dist", "path~law(...)",
           "drawn: normal(mean, deviation), uniform(a, b), lognormal(median, sigma), triangular(a, b, c)"),
    OPTION("sample", "N", "N draws at every point of the grid; without --dist: N draws from the ranges instead of a grid"),
    OPTION("latin", NULL, "draw by Latin hypercube"),
    OPTION("seed", "N", "of the draws (1)"),
    OPTION("metric", "[NAME [UNIT] =] EXPRESSION",
           "a number of each run: max(column), rms(a - b), at(x, 3 s)..., or one of the file's metrics (all of them); may be "
           "repeated"),
    OPTION("pareto", "min:METRIC,max:METRIC", "print and mark the runs that no other beats; METRIC is a name or number, from 1"),
    OPTION("jobs", "N", "processes (all cores)"),
    OPTION("compile", NULL,
           "compile the machine for this plan first, with the varied numbers open; it is kept for the next time"),
    OPTION("gpu", NULL, "make the runs on a graphics card (by a method with a fixed step); the table is the same"),
    OPTION("precision", "NAME",
           "with --gpu: double (the processor's bits), contracted (a product and a sum rounded once) or mixed (rates in single)"),
    OUTPUT("o", "FILE",
           "table of the results, in a format of run --out (sweep.csv); the journal of a sweep under way is FILE.part"),
    OUTPUT("plot", "FILE.svg", "curves, heat maps or scatter of the metrics, and FILE-influence.svg with the sensitivities"),
    OPTION("shard", "I/N", "make part I of N only (from 1), for the job array of a cluster; --join puts the tables together"),
    OPTION("join", NULL, "join the tables of shards: davit sweep --join A.csv B.csv... -o ALL.csv"),
    OPTION("fresh", NULL, "forget what an earlier, unfinished sweep has done"),
    OPTION("list", NULL, "print the runs and make none"),
    OPTION("json", NULL, "summary as JSON"),
    UNTIL_OPTION,
    OPTION("solver", "NAME", "with a fixed step (rk4, rosenbrock...) runs share the lanes of a vector"),
    STEP_OPTION,
    METRIC_EVERY_OPTION,
    TOLERANCE_OPTIONS,
    MACHINE_OPTIONS,
    END_OPTIONS,
};

double sweep_clock(void)
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

static int work(void *context, int item)
{
  const sweep *w = context;
  return dv_sweep_group(&w->s, group_of(w, item));
}

static const char *duration(dv_arena *a, double s)
{
  if (s < 120) return dv_arena_text(a, "%.0f s", s);
  return s < 7200 ? dv_arena_text(a, "%.0f min", s / 60) : dv_arena_text(a, "%.0f h", s / 3600);
}

// A line that is renewed on a terminal, a line a minute in a log. Runs that an earlier sweep has left take no time.
void sweep_progress(void *context, int done)
{
  sweep *w = context;
  int items = items_of_shard(w), terminal = isatty(STDERR_FILENO);
  double now = sweep_clock(), spent = now - w->begin, fresh = (double)done * w->s.lanes - w->kept;
  if ((w->mpi && w->shard) || fresh <= 0 || now - w->shown < (terminal ? 0.1 : 60)) return;
  dv_arena *a = dv_arena_new();
  int runs = items * w->s.lanes < w->s.plan->nrun ? items * w->s.lanes : w->s.plan->nrun;
  int made = done * w->s.lanes < runs ? done * w->s.lanes : runs;
  fprintf(stderr, "%s  %d of %d runs, %.3g runs/s, %s left%s", terminal ? "\r" : "", made, runs, fresh / spent,
          duration(a, (runs - made) * spent / fresh), terminal ? "    " : "\n");
  dv_arena_free(a);
  w->shown = now;
}

void sweep_end_progress(const sweep *w)
{
  if (w->shown > w->begin && isatty(STDERR_FILENO)) fprintf(stderr, "\r%70s\r", "");
}

static const char *journal_path(const sweep *w)
{
  return w->mpi ? dv_arena_text(w->a->arena, "%s.part%d", w->out, w->shard) : dv_arena_text(w->a->arena, "%s.part", w->out);
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

int sweep_interrupted(sweep *w, const char *why)
{
  int kept = 0;
  dv_journal *j = w->s.journal;
  double *value = DV_TAKE(w->a->arena, double, w->s.nmetric + 1);
  for (int i = 0; i < j->nrun; i++) kept += dv_journal_read(j, i, value) != DV_RUN_OPEN;
  dv_diag_add(w->a->diags, DV_ERROR, (dv_mark){w->out, 0, 0}, "the same command goes on from there",
              "%s; %d of %d runs are kept in %s", why, kept, w->s.plan->nrun, j->path);
  dv_journal_close(j, 0);
  return RUN_FAILED;
}

static int make_runs(sweep *w)
{
  dv_crew c = {
      .jobs = w->jobs, .items = items_of_shard(w), .work = work, .progress = sweep_progress, .stop = interrupted, .context = w};
  w->begin = w->shown = sweep_clock();
  int code = dv_crew_run(&c);
  w->spent = sweep_clock() - w->begin;
  sweep_end_progress(w);
  if (c.fault) return sweep_interrupted(w, dv_arena_text(w->a->arena, "the journal cannot be written: %s", strerror(c.fault)));
  if (code > 0) return sweep_interrupted(w, "interrupted");
  if (code < 0) return sweep_interrupted(w, "a worker was killed");
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
  if (code == FINE && has(w->a, "json")) sweep_print_json(w);
  else if (code == FINE) sweep_print(w);
  dv_journal_close(w->s.journal, code == FINE);
  return code == FINE && sweep_broken(w) ? RUN_FAILED : code;
}

static int sweep_machine(sweep *w)
{
  const char *path = journal_path(w);
  int bad = output_ready(w->a, w->out, WRITES);
  if (bad || (bad = output_ready(w->a, path, WRITES))) return bad;
  if (has(w->a, "fresh")) unlink(path);
  uint64_t key = w->key ^ (uint64_t)w->s.lanes;
  w->s.journal = dv_journal_open(w->a->arena, w->a->diags, path, key, w->s.plan->nrun, w->s.nmetric, &w->kept);
  if (!w->s.journal) return BAD_FILE;
  if (w->kept) fprintf(stderr, "  going on: %d of %d runs were finished before\n", w->kept, w->s.plan->nrun);
  int code = has(w->a, "gpu") ? sweep_on_card(w) : make_runs(w);
  return code == FINE ? finish_sweep(w) : code;
}

static int sweep_plan(sweep *w)
{
  int code = sweep_read(w);
  if (code) return code;
  if (has(w->a, "list")) return list_runs(w);
  if (sweep_under_mpi() && (code = sweep_mpi_start(w))) return code;
  code = sweep_machine(w);
  if (w->mpi) w->mpi->stop();
  return code;
}

// The memory of one run is used by the next: given back to the system in between, it costs a third of the time.
static void keep_memory(void)
{
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 26);
  mallopt(M_TRIM_THRESHOLD, 1 << 28);
#endif
}

int run_sweep(args *a)
{
  if (has(a, "join")) return sweep_join(a);
  if (a->noperand != 1) return bad_usage(a, "give one machine file", "several files are joined with --join only");
  sweep w = {.a = a, .out = value_of(a, "o") ? value_of(a, "o") : "sweep.csv", .shards = 1};
  watch_signals();
  keep_memory();
  int code = sweep_plan(&w);
  dv_reading_close(w.reading);
  return code;
}
