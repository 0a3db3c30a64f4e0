// optimise.c: `davit optimise FILE`: numbers of a machine that make a metric best within limits.
#include "optimise.h"

#include "batch/crew.h"
#include "study/minimise.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const option options_optimise[] = {
    OPTION("vary", "path=LO..HI",
           "a number and its bounds, e.g. boom.length=2..4m; or a list to choose from: bore=63,80,100mm; may be repeated"),
    OPTION("min", "METRIC", "what shall be least, e.g. 'max(pump.pressure)' or a name of `metrics:`; twice: a front"),
    OPTION("max", "METRIC", "what shall be largest"),
    OPTION("subject", "LIMIT", "e.g. 'max(pump.pressure) <= 210 bar', 'final(reach) >= 7 m'; may be repeated"),
    OPTION("method", "NAME", "slsqp, mma (NLopt) or ipopt"),
    OPTION("starts", "N", "searches: from the file's numbers, and from N - 1 points within the bounds (1)"),
    OPTION("front", "N", "points of the front of two objectives (9)"),
    OPTION("jobs", "N", "processes (all cores)"),
    OPTION("seed", "N", "of the further starts (1)"),
    OPTION("tolerance", "R", "of the numbers, relative to their range (1e-7)"),
    OPTION("fresh", NULL, "begin anew, whatever a search that was stopped has left"),
    OUTPUT("o", "FILE.yaml", "write the machine with the best numbers (optimised.yaml); what is under way is FILE.yaml.part"),
    OUTPUT("plot", "x.svg|x.png", "draw the search, or the front"),
    OUTPUT("report", "x.html", "a page with the numbers, and the machine before and after side by side in 3D"),
    OPTION("json", NULL, "as JSON"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static int work(void *context, int item)
{
  optimising *w = context;
  dv_arena *a = dv_arena_new();
  dv_optimise_search(&w->o, &w->search[w->stage + item], dv_diags_new(a), dv_optimum_new(a, &w->o));
  dv_arena_free(a);
  return 0;
}

// Several processes search; then each search is gone through once more from the journal.
int optimise_search_items(optimising *w, int first, int n)
{
  dv_crew c = {.jobs = w->jobs < n ? w->jobs : n, .items = n, .work = work, .stop = interrupted, .context = w};
  w->stage = first;
  int code = dv_crew_run(&c);
  for (int i = first; i < first + n && !code; i++) {
    dv_diags *quiet = dv_diags_new(w->a->arena);
    w->result[i] = dv_optimum_new(w->a->arena, &w->o);
    if (dv_optimise_search(&w->o, &w->search[i], quiet, w->result[i])) w->result[i] = NULL;
  }
  if (interrupted()) code = 1;
  w->keep = code != 0;
  if (!code) return FINE;
  dv_diag_add(w->a->diags, DV_ERROR, (dv_mark){w->out, 0, 0}, "the same command goes on from there",
              "%s; what was found is in %s", code > 0 ? "interrupted" : "a worker was killed", w->journal);
  return RUN_FAILED;
}

static int is_better(const optimising *w, const dv_optimum *p, const dv_optimum *than)
{
  double worse = fmax(p->violation, 1e-6), other = than ? fmax(than->violation, 1e-6) : HUGE_VAL;
  if (!than || worse != other) return worse < other;
  return w->o.objective[0].sense * (p->objective[0] - than->objective[0]) < 0;
}

static void choose_best(optimising *w, int n)
{
  w->best = -1;
  for (int i = 0; i < n; i++)
    if (w->result[i] && is_better(w, w->result[i], w->best < 0 ? NULL : w->result[w->best])) w->best = i;
}

static int look_first(optimising *w)
{
  dv_search s = w->search[0];
  s.halt = interruption(), s.item = s.choice = -1;
  w->first = dv_optimum_new(w->a->arena, &w->o);
  double *x = DV_TAKE(w->a->arena, double, w->o.g.nby + 1);
  for (int i = 0; i < w->o.g.nby; i++) x[i] = w->o.range[i].start;
  int bad = dv_optimise_look(&w->o, &s, w->a->diags, x, w->first);
  for (int c = 0; c < w->o.ncase * w->o.g.nmetric && bad == 3; c++)
    if (!isfinite(w->first->value[c])) {
      dv_diag_add(w->a->diags, DV_ERROR, (dv_mark){w->a->operand[0], 0, 0}, "start where it has one, or take another measure",
                  "'%s' has no value at the start", w->o.g.metric[c % w->o.g.nmetric].name);
      break;
    }
  if (bad) return bad == 1 ? BAD_FILE : RUN_FAILED;
  return dv_optimise_question(&w->o, &s, w->a->diags, w->first) ? RUN_FAILED : FINE;
}

// ---- one objective

static int find_best(optimising *w)
{
  int n = dv_optimise_choices(&w->o) * w->o.starts, code;
  for (int i = 0; i < n; i++)
    w->search[i] =
        (dv_search){.item = i, .choice = i / w->o.starts, .start = i % w->o.starts, .below = NAN, .halt = interruption()};
  if ((code = look_first(w)) || (code = optimise_search_items(w, 0, n))) return code;
  choose_best(w, n);
  w->items = n;
  if (w->best < 0) {
    dv_diag_add(w->a->diags, DV_ERROR, (dv_mark){w->a->operand[0], 0, 0}, "run it with these numbers by --set", "all runs fail");
    return RUN_FAILED;
  }
  return dv_optimise_answer(&w->o, &w->search[w->best], w->a->diags, w->first, w->result[w->best]) ? RUN_FAILED : FINE;
}

static int open_journal(optimising *w)
{
  int items = dv_optimise_choices(&w->o) * (w->o.nobjective == 2 ? w->o.front : w->o.starts), kept;
  w->search = DV_TAKE(w->a->arena, dv_search, items + 1), w->result = DV_TAKE(w->a->arena, dv_optimum *, items + 1);
  w->search[0].below = NAN;
  w->journal = dv_arena_text(w->a->arena, "%s.part", w->out);
  int bad = output_ready(w->a, w->out, WRITES);
  if (bad || (bad = output_ready(w->a, w->journal, WRITES))) return bad;
  if (has(w->a, "fresh")) unlink(w->journal);
  w->o.journal = dv_journal_open(w->a->arena, w->a->diags, w->journal, w->key, items * (int)DV_OPTIMISE_MOST,
                                 dv_optimise_values(&w->o), &kept);
  if (w->o.journal && kept) fprintf(stderr, "  going on: %d points were looked at before\n", kept);
  return w->o.journal ? FINE : BAD_FILE;
}

static int optimise(optimising *w)
{
  int code = optimise_read(w);
  if (code == FINE) code = open_journal(w);
  if (code != FINE) return code;
  code = w->o.nobjective == 1 ? find_best(w) : (code = look_first(w)) ? code : optimise_front(w);
  int found = code == FINE;
  if (found) code = optimise_write(w);
  dv_journal_close(w->o.journal, !w->keep && (code == FINE || !found));  // what was found and cannot be written is kept
  if (code == FINE && value_of(w->a, "plot")) code = optimise_draw(w, value_of(w->a, "plot"));
  if (code == FINE && value_of(w->a, "report")) code = optimise_report(w, value_of(w->a, "report"));
  if (code == FINE && !has(w->a, "json")) optimise_print(w);
  return code;
}

// The machine as it was read first, and those of cases, but for the one that is finished by itself.
static void close_others(const optimising *w, dv_machine *first)
{
  for (int c = 0; w->in_case && c < w->o.ncase; c++)
    if (w->in_case[c] && w->in_case[c] != w->m && w->in_case[c] != first) dv_machine_close(w->in_case[c]);
  if (first != w->m) dv_machine_close(first);
}

int run_optimise(args *a)
{
  optimising w = {.a = a, .out = value_of(a, "o") ? value_of(a, "o") : "optimised.yaml"};
  dv_machine_options o = machine_options(a, NULL);
  const char *missing = dv_minimise_default();
  if (!missing)
    return bad_usage(a, "install libnlopt-dev or coinor-libipopt-dev and build again",
                     "this davit was built without NLopt and Ipopt");
  w.reading = dv_reading_open(a->operand[0], o.free_base);
  dv_machine *first = w.m = dv_reading_machine(w.reading, &o);
  watch_signals();
  outputs_know(a, w.m);
  int whole = w.m->model != NULL, code = whole ? optimise(&w) : fail_open(a, w.m, a->operand[0]);
  if (whole && has(a, "json") && code != BAD_USAGE) optimise_put(&w, code == FINE);
  close_others(&w, first);
  if (whole) code = finish(w.m, code);
  dv_reading_close(w.reading);
  return code;
}
