// compare_ledger.c: every joule of a tight run is accounted for, but for what the tolerance leaves of a few joules.
#include "trial.h"

#include <math.h>

#define FLOOR (0.1 * TIGHT)  // J

verdict compare_ledger(trial *t)
{
  if (t->reference->failed || course_overbent(t->m, t->reference)) return NOT_HERE;
  if (t->reference->ledger.relative <= 1e-6) return AGREES;
  const course *c = course_run(t, t->m, &(way){.method = "cvode-bdf", .tolerance = 1e-11});
  if (c->slow || c->failed) return OPEN;
  if (c->ledger.relative <= 1e-6 || fabs(c->ledger.residual) < FLOOR) return AGREES;
  return say(t, "%.3e J of %.3e J are not accounted for", c->ledger.residual, c->ledger.throughput);
}
