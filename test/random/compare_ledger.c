// compare_ledger.c: every joule of a tight run is accounted for; what the tolerance leaves goes with it.
#include "trial.h"

#include <math.h>

verdict compare_ledger(trial *t)
{
  const dv_ledger *l = &t->reference->ledger;
  if (t->reference->failed) return NOT_HERE;
  if (l->relative <= 1e-6) return AGREES;
  const course *c = course_run(t, t->m, &(way){.method = "cvode-bdf", .tolerance = 1e-2 * TIGHT});
  if (c->slow || c->failed) return OPEN;
  if (c->ledger.relative <= 1e-6 || (l->relative < 1e-3 && fabs(c->ledger.residual) < 0.1 * fabs(l->residual))) return AGREES;
  return say(t, "%.3e J of %.3e J are not accounted for", c->ledger.residual, c->ledger.throughput);
}
