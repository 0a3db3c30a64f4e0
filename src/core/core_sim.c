// core_sim.c: dv_sim_new of the core runtime: methods of one step alone. The whole library has its own (api/any_sim.c).
#include "run/sim.h"

dv_sim *dv_sim_new(const dv_model *m, const dv_method *by, char *message, size_t room)
{
  return dv_sim_new_by(m, by, dv_advancer_core, message, room);
}
