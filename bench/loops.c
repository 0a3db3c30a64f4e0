// loops.c: machines with closed loops: A02 with N = 2, 10, 40 four-bars, A03, the electric-road arm.
//
// Thread CPU time of a run, minimum over the rounds. A02's error: of the first crank's tip after 10 s, against the pendulum that
// N parallelograms are, ((N + 1)/3 + N) q'' = -((N + 1)/2 + N) g cos q, by RK4 with 10 us.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sections.h"

#include "batch/pace.h"
#include "base/text.h"
#include "assemble/assemble.h"
#include "solve/solve.h"

typedef struct {
  const char *title;
  double cpu, error;
  long steps, evaluations;
} row;

// The machine file of A02.
static const char *four_bars(dv_arena *a, int n)
{
  static const char rod[] = "{mass: 1 kg, com: [0.5, 0, 0], inertia: [0, 1/12, 1/12], points: {tip: [1, 0, 0]}}";
  dv_text t = {.arena = a};
  dv_text_add(&t, "gravity: [0, -9.81, 0]\nbodies:\n");
  for (int i = 0; i <= n; i++) dv_text_add(&t, "  crank%d: %s\n", i, rod);
  for (int i = 1; i <= n; i++) dv_text_add(&t, "  coupler%d: %s\n", i, rod);
  dv_text_add(&t, "joints:\n");
  for (int i = 0; i <= n; i++)
    dv_text_add(&t, "  A%d: {type: revolute, child: crank%d, at: {xyz: [%d, 0, 0]}, position: 90 deg%s}\n", i, i, i,
                i ? "" : ", rate: -1");
  for (int i = 0; i < n; i++)
    dv_text_add(&t, "  B%d: {type: revolute, parent: crank%d, child: coupler%d, at: {point: tip}, position: -90 deg}\n", i, i,
                i + 1);
  dv_text_add(&t, "loops:\n");
  for (int i = 1; i <= n; i++)
    dv_text_add(&t, "  C%d: {type: revolute, parent: coupler%d, child: crank%d, at: {point: tip}, child_at: {point: tip}}\n", i,
                i, i);
  return dv_text_all(&t);
}

// Angle of the pendulum after 10 s.
static double pendulum(int n)
{
  double k = ((n + 1) / 2.0 + n) * 9.81 / ((n + 1) / 3.0 + n), q = acos(0), v = -1, h = 1e-5;
  for (int i = 0; i < 1000000; i++) {
    double a1 = -k * cos(q), a2 = -k * cos(q + h / 2 * v), a3 = -k * cos(q + h / 2 * (v + h / 2 * a1)),
           a4 = -k * cos(q + h * (v + h / 2 * a2));
    q += h * (v + h / 6 * (a1 + a2 + a3));
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return q;
}

// The best of some runs; the state at the end of the last one.
static const dv_state *run(dv_bench *b, const dv_machine *m, const dv_run_options *o, row *r)
{
  dv_state *s = NULL;
  r->cpu = HUGE_VAL;
  for (int round = 0; round < b->rounds && round < 5; round++) {
    dv_run_result result;
    s = dv_state_new(m->arena, m->model);
    double start = dv_pace_clock();
    b->wrong += dv_run(m->model, s, o, NULL, NULL, NULL, &result, m->diags, m->arena) != 0;
    r->cpu = fmin(r->cpu, dv_pace_clock() - start);
    r->steps = result.steps;
    r->evaluations = result.evaluations;
  }
  return s;
}

static row a02(dv_bench *b, int n)
{
  row r = {.title = dv_arena_text(b->arena, "A02, N = %d, rk4 10 ms, 10 s", n), .cpu = HUGE_VAL, .error = HUGE_VAL};
  const char *text = four_bars(b->arena, n);
  dv_machine m = {.arena = b->arena, .diags = dv_diags_new(b->arena)};
  m.doc = dv_doc_read_memory(m.arena, m.diags, "a02.yaml", text, strlen(text));
  m.spec = m.doc->root ? dv_spec_read(m.doc, dv_kinds_x1, NULL, NULL, 0) : NULL;
  m.model = m.spec ? dv_assemble(m.spec, dv_kinds_x1) : NULL;
  b->wrong += !m.model;
  if (!m.model) return r;
  dv_run_options o = {.method = "rk4", .step = 0.01, .until = 10, .every = 0.1, .ledger = HUGE_VAL};
  const dv_state *s = run(b, &m, &o, &r);
  r.error = 2 * fabs(sin(0.5 * (s->x[0] - pendulum(n))));
  b->wrong += r.error > 1e-3;
  return r;
}

// A machine of the collection as its file says.
static row machine(dv_bench *b, const char *title, const char *file, const char *name)
{
  row r = {.title = title, .cpu = HUGE_VAL, .error = NAN};
  dv_machine_options options = {.case_name = name};
  dv_machine *m = dv_machine_open(file, &options);
  b->wrong += !m->model;
  if (m->model) {
    const dv_solver_spec *v = &m->spec->solver;
    dv_run_options o = {.method = v->method,
                        .step = v->step,
                        .rtol = v->rtol,
                        .atol = v->atol,
                        .until = v->until,
                        .every = v->until / 100,
                        .ledger = HUGE_VAL};
    run(b, m, &o, &r);
  }
  dv_machine_close(m);
  return r;
}

void dv_bench_loops(dv_bench *b)
{
  if (b->only && strcmp(b->only, "loops")) return;
  row r[] = {a02(b, 2),
             a02(b, 10),
             a02(b, 40),
             machine(b, "A03, rk4 10 us, 0.03 s", DAVIT_MACHINES "/benchmarks/a03-andrews.yaml", "squeeze"),
             machine(b, "Bricard, rk4 2 ms, 10 s", DAVIT_MACHINES "/benchmarks/bricard.yaml", NULL),
             machine(b, "Electric-road arm, E8, 15 s", DAVIT_MACHINES "/electric-road-arm.yaml", "E8")};
  dv_bench_print(b, "\n## Closed loops\n\n| %-28s |  CPU [ms] |   steps | evaluations | us per evaluation |    error [m] |\n",
                 "");
  dv_bench_print(b, "|---|--:|--:|--:|--:|--:|\n");
  for (int i = 0; i < (int)(sizeof r / sizeof *r); i++)
    dv_bench_print(b, "| %-28s | %9.2f | %7ld | %11ld | %17.2f | %12s |\n", r[i].title, 1e3 * r[i].cpu, r[i].steps,
                   r[i].evaluations, 1e6 * r[i].cpu / (double)r[i].evaluations,
                   isnan(r[i].error) ? "-" : dv_arena_text(b->arena, "%.1e", r[i].error));
  double power = log(r[2].cpu / r[0].cpu) / log(20);
  dv_bench_print(b, "\nExponent of N in the time of A02 from N = 2 to 40: %.2f\n", power);
  dv_bench_goal(b, "A02, N = 2, 10 s within 1e-3: milliseconds", 1e3 * r[0].cpu, 10, 1);
  dv_bench_goal(b, "A02, N = 2 to 40: exponent of N in the time", power, 2, 1);
}
