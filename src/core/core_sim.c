// core_sim.c: dv_sim_new of the core runtime: methods of one step alone, slopes by the graph in the block if it has one. The
// whole library has its own (solve/any_sim.c).
#include "run/saved_slope.h"

dv_sim *dv_sim_new(const dv_model *m, const dv_method *by, char *message, size_t room)
{
  dv_sim *s = dv_sim_new_by(m, by, dv_advancer_core, NULL, message, room);
  if (s) s->body->exact = dv_sim_slope_saved;
  return s;
}
