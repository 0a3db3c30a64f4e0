// crane.h: the knuckle-boom crane in the coordinates of its sheet, and the state of its check E.
#pragma once

#include <stdio.h>
#include <string.h>
#include "support.h"

#include "assemble/assemble.h"
#include "engine/evaluation.h"

#define UNUSED_OK __attribute__((unused))

enum { N = 9, CYLINDERS = 2 };

// The sheet lists joints first, then modes; the machine has each boom's modes behind its joint.
static const char *const order[N] = {"q1",
                                     "q2",
                                     "q3",
                                     "boom.bending_y.1",
                                     "boom.bending_y.2",
                                     "boom.bending_y.3",
                                     "knuckle.bending_y.1",
                                     "knuckle.bending_y.2",
                                     "knuckle.bending_y.3"};

typedef struct {
  dv_machine *machine;
  const dv_model *m;
  dv_state *s;
  double *work, *dx;
  int at[N];  // of the sheet's coordinates
} crane;

UNUSED_OK static int index_of(const crane *c, const char *path)
{
  int i = dv_model_find(c->m, path);
  if (i < 0) fail_msg("no variable '%s'", path);
  return dv_model_VARIABLE(c->m)[i].index;
}

UNUSED_OK static crane crane_open(const char *const *settings, int n)
{
  dv_machine_options o = {.settings = settings, .nsetting = n};
  crane c = {.machine = dv_machine_open("machines/knuckle-boom-crane.yaml", &o)};
  for (int i = 0; i < c.machine->diags->n; i++) print_message("%s\n", dv_diag_text(c.machine->diags, i));
  c.m = c.machine->model;
  assert_non_null(c.m);
  c.s = dv_state_new(c.machine->arena, c.m);
  c.work = dv_arena_take(c.machine->arena, (size_t)c.m->nwork * sizeof(double));
  c.dx = DV_TAKE(c.machine->arena, double, c.m->nx);
  dv_engine_x1.ready(c.m, dv_model_NUMBER(c.m), c.work);
  for (int i = 0; i < N && c.m->nv == N; i++) c.at[i] = index_of(&c, order[i]);
  return c;
}

UNUSED_OK static void set(crane *c, const double *q, const double *u)
{
  for (int i = 0; i < N; i++) {
    c->s->x[c->at[i]] = q[i];
    c->s->x[c->m->nq + c->at[i]] = u ? u[i] : 0;
  }
}

// Rates and what people see, after the structure's damping has ended.
UNUSED_OK static void evaluate(crane *c)
{
  const double *num = dv_model_NUMBER(c->m);
  assert_int_equal(dv_engine_x1.rates(c->m, num, 1, c->s->x, c->s->d, c->dx, NULL, c->work), 0);
  dv_engine_x1.observe(c->m, num, c->s->x, c->work);
}

UNUSED_OK static double seen(const crane *c, const char *path) { return c->work[index_of(c, path)]; }

UNUSED_OK static void expect_all(const char *what, const double *got, const double *wanted, int n, double tolerance)
{
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(wanted[i]));
  for (int i = 0; i < n; i++)
    if (!(fabs(got[i] - wanted[i]) <= tolerance * most)) fail_msg("%s %d: %.12g for %.12g", what, i, got[i], wanted[i]);
}

// Check E.
static const double eq[N] = {0.5, -1.4, -0.5, 0.03, -0.004, 0.001, 0.012, 0.002, -0.0005};
static const double eu[N] = {0.2, -0.15, 0.3, 0.05, 0.02, -0.01, -0.04, 0.01, 0.005};

UNUSED_OK static void load_state(crane *c)
{
  static const char *const node[4] = {"A1.pressure", "B1.pressure", "A2.pressure", "B2.pressure"};
  static const double P[4] = {12e6, 5e6, 9e6, 6e6};
  set(c, eq, eu);
  for (int i = 0; i < 4; i++) c->s->x[index_of(c, node[i])] = P[i];
  c->s->x[index_of(c, "valve1.spool")] = 0.3;
  c->s->x[index_of(c, "valve2.spool")] = -0.2;
}

// First row of M, p, E, h, G there, of the sheet.
UNUSED_OK static const double eM[N] = {1713853.5433, 942383.14398, 293632.94479,  11559.266983, -5260.3542128,
                                       -868.1787527, 7036.1553341, -1329.9844649, 1582.6229399};
UNUSED_OK static const double ep[N] = {289697.72561,  161643.09784, 54133.616731,  2406.6064621, -1039.6257448,
                                       -210.67286794, 636.07591484, -21.014153834, 153.03314606};
UNUSED_OK static const double eE[N] = {
    0, 24442.361763, 21885.889104, 2.2939645617, -0.53224250159, -0.60781188515, 125.43775919, 16.384644808, 25.804146321};
UNUSED_OK static const double eh[N] = {19690.21842,   -16206.30886,  -11643.256375, -2.2939645617, 0.53224250159,
                                       0.60781188515, -501.65576331, -65.510326962, -103.22825445};
UNUSED_OK static const double eG[N] = {-1066027.7915, -338799.00677, -50021.330156, -19120.195606, 2418.8201299,
                                       1011.0808977,  -7760.1626362, -1013.3041985, -1597.0093522};
