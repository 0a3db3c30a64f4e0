// any_sim.c: dv_sim_new of the whole library: any method, exact slopes.
#include "solve/sim_slope.h"
#include "solve/solve.h"

dv_sim *dv_sim_new(const dv_model *m, const dv_method *by, char *message, size_t room)
{
  dv_sim *s = dv_sim_new_by(m, by, dv_advancer_any, NULL, message, room);
  if (s) s->body->exact = dv_sim_slope_exact;
  return s;
}
