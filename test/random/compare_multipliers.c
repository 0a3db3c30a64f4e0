// compare_multipliers.c: loops closed by multipliers instead of independent coordinates.
#include "trial.h"

verdict compare_multipliers(trial *t)
{
  static const char *const setting[] = {"solver.formulation=multipliers"};
  if (!DV_MODEL_COUNT(t->m->model, LOOP)) return NOT_HERE;
  machine *m = machine_read(t->units, t->root, setting, 1);
  verdict v = m->model ? same_machine(t, m, NULL, "multipliers") : say(t, "multipliers: refused: %s", machine_refusal(m));
  machine_free(m);
  return v;
}
