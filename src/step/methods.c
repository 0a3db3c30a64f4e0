// methods.c: the one-step methods by name and width.
#include "davit/real.h"

#if DV_LANES == 1

#include "step/step.h"

#define DV_SUNDIALS(...)
#define DV_SOLVER(id, ...) extern const dv_stepper dv_##id##_x1;
#include "base/solvers.def"
static const dv_stepper *const one[] = {
#define DV_SUNDIALS(...)
#define DV_SOLVER(id, ...) &dv_##id##_x1,
#include "base/solvers.def"
};
enum { COUNT = sizeof one / sizeof *one };

#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
#define DV_SUNDIALS(...)
#define DV_SOLVER(id, ...) extern const dv_stepper dv_##id##_x4, dv_##id##_x8;
#include "base/solvers.def"
static const dv_stepper *const four[COUNT] = {
#define DV_SUNDIALS(...)
#define DV_SOLVER(id, ...) &dv_##id##_x4,
#include "base/solvers.def"
};
static const dv_stepper *const eight[COUNT] = {
#define DV_SUNDIALS(...)
#define DV_SOLVER(id, ...) &dv_##id##_x8,
#include "base/solvers.def"
};
#endif

const char *dv_stepper_name(int i) { return i >= 0 && i < COUNT ? one[i]->is->name : NULL; }

int dv_step_is_controlled(const dv_stepper *m, double step)
{
  return step < 0 || (step == 0 && m->is->chooses == DV_STEP_BY_ERROR);
}

const dv_stepper *dv_stepper_find(const char *name, int lanes)
{
  for (int i = 0; i < COUNT; i++) {
    if (strcmp(one[i]->is->name, name)) continue;
    if (lanes == 1) return one[i];
#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
    if (lanes == 4) return four[i];
    if (lanes == 8) return eight[i];
#endif
  }
  return NULL;
}

#endif
