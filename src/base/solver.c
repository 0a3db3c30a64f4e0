// solver.c: the rows of solvers.def.
#include "base/solver.h"

#include <stddef.h>
#include <string.h>

#define DV_TERMS(...)                                                                                                            \
  {                                                                                                                              \
    __VA_ARGS__                                                                                                                  \
  }
#define DV_SOLVER(id, ...) {__VA_ARGS__},
const dv_solver dv_solvers[DV_SOLVER_COUNT] = {
#include "base/solvers.def"
};

const char dv_solver_words[] =
#define DV_SOLVER(id, name, other, ...) "|" name other
#include "base/solvers.def"
    ;
const char dv_solver_list[] =
#define DV_SOLVER(id, name, ...) ", " name
#include "base/solvers.def"
    ;

const dv_solver *dv_solver_find(const char *name)
{
  if (!name) return &dv_solvers[0];
  for (int i = 0; i < DV_SOLVER_COUNT; i++)
    if (!strcmp(dv_solvers[i].name, name) || (*dv_solvers[i].other && !strcmp(dv_solvers[i].other + 1, name)))
      return &dv_solvers[i];
  return NULL;
}

const dv_solver_fault *dv_solver_refuses(const dv_solver *s, double step, int momenta)
{
  // Stages of such a method are placed by accelerations, which are not the rates of momenta.
  static const dv_solver_fault no_momenta = {"formulation", "integrates rates, not momenta",
                                             "use formulation: velocity, or another method"};
  static const dv_solver_fault no_control = {"step", "cannot choose its step: it does not estimate its error",
                                             "give a step, or use a method that goes by the error"};
  if (momenta && !s->momenta) return &no_momenta;
  return step < 0 && s->chooses == DV_STEP_FIXED ? &no_control : NULL;
}
