// optimise_between.c: limits are kept at the records of a run. What passes one between them is told, from the same run with
// sixteen times as many.
#include "run/running.h"
#include "study/optimise_inside.h"

#include <math.h>

enum { FINER = 16 };
#define SEEN 1e-4  // of a limit: less is what numbers are rounded to

// Interval of records of a case, s; 0: the machine does not open.
static double every_of(const dv_gradient *g)
{
  dv_machine *m = dv_reading_machine(g->reading, &g->options);
  dv_run_options o = {0};
  if (m->model) o = dv_run_options_of(&m->spec->solver);
  double every = m->model ? dv_running_every(&o) : 0;
  dv_machine_close(m);
  return every;
}

static void tell(const dv_optimise *o, dv_diags *d, const dv_wanted *w, double value, double every)
{
  const char *unit = o->g.metric[w->metric].unit;
  dv_diag_add(d, DV_WARNING, (dv_mark){o->g.file, 0, 0},
              dv_arena_text(d->arena, "record more often, e.g. --set 'solver.every=%.3g s', or leave a margin", every / FINER),
              "between its records, every %.3g s, the run passes '%s': it comes to %.5g%s%s", every, w->text, value,
              *unit ? " " : "", unit);
}

void dv_optimise_between(const dv_optimise *o, const dv_search *s, dv_diags *d, const dv_optimum *last)
{
  dv_arena *a = dv_arena_new();
  dv_optimum *fine = dv_optimum_new(a, o);
  dv_optimise finer = *o;
  finer.g.options.case_name = o->ncase ? o->case_name[0] : NULL;
  double every = every_of(&finer.g);
  const char **settings = DV_TAKE(a, const char *, o->g.options.nsetting + 1);
  for (int i = 0; i < o->g.options.nsetting; i++) settings[i] = o->g.options.settings[i];
  settings[o->g.options.nsetting] = dv_arena_text(a, "solver.every=%.9g s", every / FINER);
  finer.g.options.settings = settings, finer.g.options.nsetting++;
  int bad = !(every > 0) || dv_optimise_values_at(&finer, s, dv_diags_new(a), last->x, fine);
  for (int k = 0; k < o->nlimit && !bad; k++) {
    const dv_wanted *w = &o->limit[k];
    double value = dv_wanted_value(o, w, fine), size = w->limit != 0 ? fabs(w->limit) : 1;
    double beyond = -w->sense * (value - w->limit), before = -w->sense * (dv_wanted_value(o, w, last) - w->limit);
    if (w->sense && beyond > SEEN * size && beyond > 2 * before) tell(o, d, w, value, every);
  }
  dv_arena_free(a);
}
