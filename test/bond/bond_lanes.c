// bond_lanes.c: the bond graph's program gives the same bits in one lane as in four and eight: loops, laws, moduli.
#include "bond/graph.h"

enum { WIDEST = 8 };

// Rates of a random state in each lane, against one lane at a time.
static void compare(const dv_model *m, const dv_engine *e, dv_arena *a)
{
  int lanes = e->lanes, nx = m->nx;
  const dv_model *models[WIDEST] = {m, m, m, m, m, m, m, m};
  double *num = DV_TAKE(a, double, m->nnum *lanes), *work = DV_TAKE(a, double, m->nwork *lanes),
         *x = DV_TAKE(a, double, nx *lanes), *dx = DV_TAKE(a, double, nx *lanes), *one = DV_TAKE(a, double, 2 * nx),
         *alone = DV_TAKE(a, double, m->nwork), d[1] = {0};
  uint64_t seed = 7;
  e->pack(models, num);
  e->ready(m, num, work);
  dv_engine_x1.ready(m, dv_model_NUMBER(m), alone);
  for (int trial = 0; trial < 50; trial++) {
    for (int i = 0; i < nx * lanes; i++) x[i] = around_zero(&seed, 1);
    assert_int_equal(e->rates(m, num, 0.3, x, d, dx, NULL, work), 0);
    for (int l = 0; l < lanes; l++) {
      for (int i = 0; i < nx; i++) one[i] = x[i * lanes + l];
      assert_int_equal(dv_engine_x1.rates(m, dv_model_NUMBER(m), 0.3, one, d, one + nx, NULL, alone), 0);
      for (int i = 0; i < nx; i++) assert_memory_equal(&dx[i * lanes + l], &one[nx + i], sizeof *dx);
    }
  }
}

static void same_bits(const dv_model *m, dv_arena *a)
{
  for (int width = 1; width <= WIDEST; width *= 2)
    if (dv_engine_of_width(width)) compare(m, dv_engine_of_width(width), a);
}

static void pendulum(void **state)
{
  (void)state;
  dv_machine *m = dv_machine_open("machines/wagon-bondgraph.yaml", NULL);
  assert_non_null(m->model);
  same_bits(m->model, m->arena);
  dv_machine_close(m);
}

static void laws_and_loops(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  v: {kind: bond.one, components: [x, y]}\n"
                       "  m: {kind: bond.I, at: v, inertia: [[2, 1], [1, 3]]}\n"
                       "  k: {kind: bond.C, at: v, law: 'e = 3*q + 5*q^3'}\n"
                       "  d: {kind: bond.R, at: v, law: 'e = tanh(3*f) + f*abs(f)'}\n"
                       "  u: {kind: bond.zero}\n"
                       "  j: {kind: bond.one}\n"
                       "  b: {kind: bond.bond, from: v.x, to: u}\n"
                       "  c: {kind: bond.bond, from: u, to: j}\n"
                       "  R1: {kind: bond.R, at: u, resistance: 2 + sin(k.displacement.x)}\n"
                       "  R2: {kind: bond.R, at: j, resistance: 6}\n"
                       "  C: {kind: bond.C, at: j, capacitance: 0.2}\n");
  same_bits(g.b.model, g.b.arena);
  graph_close(&g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(pendulum), cmocka_unit_test(laws_and_loops)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
