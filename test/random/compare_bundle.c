// compare_bundle.c: runs side by side, as sweeps make them, have the bits of runs alone.
#include "trial.h"

#include "run/bundle.h"
#include "solve/machine_pattern.h"

#include <string.h>

enum { RUNS = 3 };

static void keep(void *context, double t, const double *x, const double *dx, const double *work, int lanes, int lane)
{
  trial *of = ((trial **)context)[0];
  double *end = ((double **)context)[1];
  (void)t, (void)dx, (void)work;
  for (int i = 0; i < of->m->model->nx; i++) end[i] = x[i * lanes + lane];
}

// Starts that differ a little from each other, so that events fall into other steps.
static dv_state *moved(trial *t, int run)
{
  const dv_model *m = t->m->model;
  stream s = stream_of(t->number, 23 + (uint64_t)run);
  dv_state *out = dv_state_new(t->m->arena, m);
  dv_state_copy(out, t->m->start);
  for (int i = 0; i < m->nx && run && !DV_MODEL_COUNT(m, LOOP); i++)
    out->x[i] += 1e-4 * dv_model_SCALE(m)[i] * between(&s, -1, 1);
  return out;
}

static verdict compare_one(trial *t, const char *method)
{
  const dv_model *m = t->m->model;
  way w = {.method = method, .step = t->until / 200};
  dv_run_options o = {.method = w.method, .step = w.step, .until = t->until, .every = t->until / 40, .width = 1};
  o.pattern = dv_pattern_of_chart;  // as dv_run does
  dv_bundle_lane lane[RUNS] = {{0}};
  void *context[RUNS][2];
  if (dv_bundle_width(&o) < 2) return NOT_HERE;
  for (int i = 0; i < RUNS; i++) {
    context[i][0] = t, context[i][1] = DV_TAKE(t->m->arena, double, m->nx + 1);
    lane[i] = (dv_bundle_lane){.model = m, .from = moved(t, i), .record = keep, .context = context[i]};
  }
  if (dv_bundle_run(t->m->arena, lane, RUNS, &o)) return NOT_HERE;
  for (int i = 0; i < RUNS; i++) {
    const double *end = context[i][1];
    w.from = moved(t, i);
    const course *alone = course_run(t, t->m, &w);
    if (alone->slow) return OPEN;
    if (lane[i].alone) continue;
    if (alone->failed != lane[i].failed)
      return say(t, "run %d of several %s, alone it %s", i, lane[i].failed ? "fails" : "goes through",
                 alone->failed ? alone->why : "goes through");
    for (int k = 0; k < m->nx && !alone->failed; k++)
      if (memcmp(&end[k], &alone->end[k], sizeof(double)))
        return say(t, "run %d of several: %s ends at %.17g, alone at %.17g", i, dv_model_state_name(m, k), end[k], alone->end[k]);
  }
  return AGREES;
}

// An explicit method where the fastest motion lets it.
verdict compare_bundle(trial *t)
{
  verdict v = compare_one(t, "rosenbrock");
  return v == AGREES && t->until / 200 * t->fastest < 1 ? compare_one(t, "rk4") : v;
}
