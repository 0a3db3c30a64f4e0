// compare_ledger.c: every joule of a tight run is accounted for.
#include "trial.h"

verdict compare_ledger(trial *t)
{
  if (t->reference->failed) return NOT_HERE;
  if (t->reference->ledger.relative <= 1e-6) return AGREES;
  const course *c = course_run(t, t->m, &(way){.method = "cvode-bdf", .tolerance = 1e-11});
  if (c->slow || c->failed) return OPEN;
  if (c->ledger.relative <= 1e-6) return AGREES;
  return say(t, "%.3e J of %.3e J are not accounted for", c->ledger.residual, c->ledger.throughput);
}
