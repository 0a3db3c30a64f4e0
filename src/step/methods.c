// methods.c: the one-step methods by name and width.
#include "davit/real.h"

#if DV_LANES == 1

#include "step/step.h"

#define METHODS(X) X(dv_euler) X(dv_rk4) X(dv_lie_rk4) X(dv_rosenbrock) X(dv_frozen_rk4) X(dv_rkn) X(dv_rk3) X(dv_dopri5)

#define X(name) extern const dv_stepper name##_x1;
METHODS(X)
#undef X
static const dv_stepper *const one[] = {
#define X(name) &name##_x1,
    METHODS(X)
#undef X
};
enum { COUNT = sizeof one / sizeof *one };

#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
#define X(name) extern const dv_stepper name##_x4, name##_x8;
METHODS(X)
#undef X
static const dv_stepper *const four[COUNT] = {
#define X(name) &name##_x4,
    METHODS(X)
#undef X
};
static const dv_stepper *const eight[COUNT] = {
#define X(name) &name##_x8,
    METHODS(X)
#undef X
};
#endif

const char *dv_stepper_name(int i) { return i >= 0 && i < COUNT ? one[i]->name : NULL; }

int dv_step_is_controlled(const dv_stepper *m, double step) { return step < 0 || (step == 0 && m->estimate && !m->implicit); }

const dv_stepper *dv_stepper_find(const char *name, int lanes)
{
  for (int i = 0; i < COUNT; i++) {
    if (strcmp(one[i]->name, name)) continue;
    if (lanes == 1) return one[i];
#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
    if (lanes == 4) return four[i];
    if (lanes == 8) return eight[i];
#endif
  }
  return NULL;
}

#endif
