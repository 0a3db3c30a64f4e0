// gradients.c: what the slopes of a run cost by many numbers: Titan 4's E1 with its sampled controller, 20 s by rk4, beside one
// run.
#include "sections.h"

#include "base/number.h"
#include "batch/gradient.h"
#include "record/record.h"
#include "batch/pace.h"
#include "spec/quantity.h"

#include <math.h>
#include <string.h>

enum { NUMBERS = 60 };
static const char *const settings[] = {"until=20 s", "solver.method=rk4", "solver.step=1 ms"};
static const char column[] = "q2";

typedef struct {
  dv_arena *arena;
  const char *file;
  dv_reading *reading;
  dv_machine_options o;
  dv_gradient_by by[NUMBERS];
  int n;
  dv_metric metric;
} place;

// A plain number with its unit.
static int read_number(place *p, const dv_node *node, const char *path)
{
  dv_gradient_by *b = &p->by[p->n];
  dv_diags *quiet = dv_diags_new(p->arena);
  double bare, offset = 0;
  const char *rest = node->type == DV_SCALAR ? dv_number_read(node->text, &bare) : NULL;
  if (!rest || dv_quantity_read(p->arena, quiet, path, node->text, NULL, &b->value)) return 0;
  while (*rest == ' ') rest++;
  *b = (dv_gradient_by){.name = path, .path = path, .unit = rest, .factor = 1, .value = b->value, .maybe = 1};
  return !*rest || !dv_quantity_scale(p->arena, quiet, path, rest, NULL, &b->factor, &offset);
}

static void walk(place *p, const dv_node *node, const char *path)
{
  for (int i = 0; i < node->n && node->type == DV_MAP && p->n < NUMBERS; i++) {
    const dv_node *child = node->item[i];
    const char *below = *path ? dv_arena_text(p->arena, "%s.%s", path, child->key) : child->key;
    if (child->type == DV_MAP) walk(p, child, below);
    else if (strcmp(child->key, "period")) p->n += read_number(p, child, below);  // samples would be more or fewer
  }
}

static double time_of_run(const place *p)
{
  dv_machine *m = dv_reading_machine(p->reading, &p->o);
  dv_state *s = dv_state_new(m->arena, m->model);
  const char *name = column;
  dv_record *record = dv_record_new(m->arena, m->diags, m->model, &name, 1);
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  dv_run_result r;
  double start = dv_pace_clock();
  int bad = dv_start(m, s) || dv_run(m->model, s, &o, dv_record_row, NULL, record, &r, m->diags, m->arena);
  double took = dv_pace_clock() - start;
  dv_machine_close(m);
  return bad ? NAN : took;
}

static double time_of_gradient(place *p, dv_gradient_way way)
{
  dv_machine *m = dv_reading_machine(p->reading, &p->o);
  dv_gradient g = {.file = p->file, .reading = p->reading, .options = p->o, .nby = p->n, .by = p->by, .nmetric = 1, .way = way};
  dv_units *u = dv_units_open(p->arena);
  g.metric = &p->metric;
  int bad = dv_metric_read(p->arena, m->diags, u, "rms(q2)", &p->metric) ||
            dv_metric_settle(p->arena, m->diags, u, &p->metric, m->model, m->spec->solver.until);
  double start = dv_pace_clock();
  bad = bad || dv_gradient_run(&g, m);
  double took = dv_pace_clock() - start;
  dv_machine_close(m);
  return bad ? NAN : took;
}

void dv_bench_gradients(dv_bench *b)
{
  if (b->only && strcmp(b->only, "gradients")) return;
  place p = {.arena = b->arena, .file = DAVIT_MACHINES "/titan4.yaml"};
  p.o = (dv_machine_options){.case_name = "e1-sampled", .settings = settings, .nsetting = sizeof settings / sizeof *settings};
  p.reading = dv_reading_open(p.file, 0);
  dv_machine *m = dv_reading_machine(p.reading, &p.o);
  walk(&p, dv_doc_path(m->spec->source->root, "parameters"), "");
  walk(&p, dv_doc_path(m->spec->source->root, "parts"), "parts");
  double run = HUGE_VAL, back = HUGE_VAL;
  for (int k = 0; k < b->rounds; k++)
    run = fmin(run, time_of_run(&p)), back = fmin(back, time_of_gradient(&p, DV_GRADIENT_ADJOINT));
  b->wrong += !isfinite(back);
  double forward = time_of_gradient(&p, DV_GRADIENT_FORWARD);
  dv_bench_print(
      b, "\n## Gradients\n\nTitan 4, E1, 20 s by rk4: one run %.2f s; its slopes by %d numbers %.2f s back, %.2f s forward.\n",
      run, p.n, back, forward);
  dv_bench_goal(b, "Titan 4, E1: gradient by 60 numbers over one run", back / run, 6, 1);
  dv_machine_close(m);
  dv_reading_close(p.reading);
}
