// any_sim.c: dv_sim_new of the whole library: any method.
#include "run/sim.h"
#include "solve/solve.h"

dv_sim *dv_sim_new(const dv_model *m, const dv_method *by, char *message, size_t room)
{
  return dv_sim_new_by(m, by, dv_advancer_any, message, room);
}
