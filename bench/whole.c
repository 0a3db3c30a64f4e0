// whole.c: a run of each machine as its file has it: its own solver, tolerance and record.
//
// Thread CPU time of the run without reading and compiling; the machines take turns. Least, median, and largest over least of
// the rounds: the spread says how quiet the computer was.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sections.h"

#include "batch/pace.h"
#include "assemble/assemble.h"
#include "record/record.h"

enum { ROUNDS_MOST = 32 };

// Cases in which the machine moves.
static const struct {
  const char *machine, *of;
} runs[] = {
    {"planar-pendulum",              "A01"       },
    {"pendulum-on-wagon",            NULL        },
    {"wagon-bondgraph",              NULL        },
    {"tumbling-body",                "asymmetric"},
    {"arm7",                         "fall"      },
    {"floating-two-arms",            "tumble"    },
    {"titan4",                       "e1"        },
    {"rov-manipulator",              "lift"      },
    {"rov-recoil",                   NULL        },
    {"rov-recoil-two-arms",          NULL        },
    {"electric-road-arm",            "E8"        },
    {"forestry-machine",             NULL        },
    {"forestry-bogie",               "stroke"    },
    {"knuckle-boom-crane",           "luffing"   },
    {"knuckle-boom-crane-cylinders", NULL        },
    {"knuckle-boom-crane-deck",      NULL        },
    {"knuckle-boom-crane-mounted",   NULL        },
    {"loader-crane",                 NULL        },
};
enum { RUNS = sizeof runs / sizeof *runs };

typedef struct {
  dv_machine *m;
  double cpu[ROUNDS_MOST];  // s
  dv_run_result result;
} whole;

static void go(dv_bench *b, whole *w, int round)
{
  dv_machine *m = w->m;
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  dv_record *record = dv_record_new(a, d, m->model, NULL, 0);
  dv_state *s = dv_state_new(a, m->model);
  o.ledger = HUGE_VAL;
  int bad = !record || dv_start(m, s);
  double begin = dv_pace_clock();
  bad = bad || dv_run(m->model, s, &o, dv_record_row, NULL, record, &w->result, d, a);
  w->cpu[round] = bad ? HUGE_VAL : dv_pace_clock() - begin;
  b->wrong += bad;
  dv_arena_free(a);
}

static int rising(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print(dv_bench *b, whole *w, int i, int rounds)
{
  const dv_machine *m = w->m;
  double until = m->spec->solver.until, steps = (double)w->result.steps;
  qsort(w->cpu, (size_t)rounds, sizeof *w->cpu, rising);
  dv_bench_print(b, "| %-28s | %-10s | %-11s | %3d | %5g | %8.4f | %8.4f | %6.2f | %11.0f | %7.0f | %8.2f |\n", runs[i].machine,
                 runs[i].of ? runs[i].of : "", m->spec->solver.method ? m->spec->solver.method : "cvode", m->model->nx, until,
                 w->cpu[0], w->cpu[rounds / 2], w->cpu[rounds - 1] / w->cpu[0], until / w->cpu[0], steps,
                 1e6 * w->cpu[0] / steps);
}

void dv_bench_whole(dv_bench *b)
{
  whole *w = DV_TAKE(b->arena, whole, RUNS);
  if (b->only) return;
  for (int i = 0; i < RUNS; i++) {
    dv_machine_options o = {.case_name = runs[i].of};
    w[i].m = dv_machine_open(dv_arena_text(b->arena, DAVIT_MACHINES "/%s.yaml", runs[i].machine), &o);
    b->wrong += !w[i].m->model;
  }
  for (int k = 0; k < b->rounds; k++)
    for (int i = 0; i < RUNS; i++)
      if (w[i].m->model) go(b, &w[i], k);
  dv_bench_print(
      b,
      "\n## Whole runs of each machine, as their files have them\n\n| %-28s | case       | solver      |  nx | t [s] |  CPU [s] |   "
      "median | spread | real time x |   steps | us/step "
      "|\n|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
      "");
  for (int i = 0; i < RUNS; i++) {
    if (w[i].m->model) print(b, &w[i], i, b->rounds);
    dv_machine_close(w[i].m);
  }
}
