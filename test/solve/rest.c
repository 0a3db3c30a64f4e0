// rest.c: machines on oil come to rest where statics and the oil that is shut in say.
#include "solve/harness.h"

#define LOAD                                                                                                                     \
  "gravity: 10 m/s^2\nbodies: {load: {mass: 2 t}}\njoints: {x: {type: prismatic, axis: z, child: load, position: 0.25 m}}\n"
#define RAM "kind: hydraulic.cylinder, axis: x, area_a: 20 cm^2, area_b: 10 cm^2, stroke: 0.5 m, dead_a: 0.2 l, bulk: 1e9 Pa"

static void settle(fixture *b, const char *const *joint, int n)
{
  dv_ref held[2] = {{0}};
  dv_equilibrium_result e;
  for (int i = 0; i < n; i++) held[i].text = joint[i];
  double *start = DV_TAKE(b->arena, double, b->state->n), *other = DV_TAKE(b->arena, double, b->state->n);
  size_t bytes = (size_t)b->state->n * sizeof(double);
  memcpy(start, b->state->block, bytes);
  assert_int_equal(dv_equilibrium_held(b->model, b->state, held, n, 1, &e, b->diags, b->arena), 0);
  memcpy(other, b->state->block, bytes);
  memcpy(b->state->block, start, bytes);
  assert_int_equal(dv_equilibrium_held(b->model, b->state, held, n, 0, &e, b->diags, b->arena), 0);
  // by slopes of the graph as by differences: a spool in its lap and oil that is shut in may stop a little apart
  const double *scale = dv_model_SCALE(b->model);
  for (int i = 0; i < b->model->nx; i++) assert_near(b->state->x[i], other[i + (b->state->x - b->state->block)], 1e-5 * scale[i]);
}

// Flow goes with the root of the pressure: Newton's step from p lands on -p, and from there on p.
static void runs_dry(void **state)
{
  (void)state;
  fixture b = fixture_open(
      "nodes: {A: {initial: 60 bar}, B: {initial: 10 bar}}\nparts:\n"
      "  one: {kind: hydraulic.volume, a: A, volume: 1 l}\n  two: {kind: hydraulic.volume, a: B, volume: 0.3 l}\n"
      "  hole: {kind: hydraulic.orifice, a: A, b: T, area: 1 mm^2}\n"
      "  slit: {kind: hydraulic.orifice, a: B, b: A, area: 3 mm^2}\n  tank: {kind: hydraulic.tank, a: T, pressure: 2 bar}\n");
  settle(&b, NULL, 0);
  assert_near(fixture_value(&b, "A.pressure"), 2e5, 1e-2);
  assert_near(fixture_value(&b, "B.pressure"), 2e5, 1e-2);
  fixture_close(&b);
}

// The oil below the piston is shut in: V falls by e^(-p/bulk), p = m g/A.
static void oil_stays(void **state)
{
  (void)state;
  fixture b = fixture_open(LOAD "parts:\n  ram: {" RAM ", a: A, b: T}\n  tank: {kind: hydraulic.tank, a: T}\n");
  settle(&b, NULL, 0);
  assert_near(fixture_value(&b, "A.pressure"), 1e7, 1);
  assert_near(0.25 - fixture_value(&b, "x"), 0.35 * (1 - exp(-0.01)), 2e-5);  // the search keeps it to first order
  fixture_close(&b);
}

// A held joint: both lines are shut, and one of them takes the pressure that carries the load; the other does not go below zero.
static void held_load_is_carried(void **state)
{
  (void)state;
  const char *joint[] = {"x"};
  fixture b = fixture_open(LOAD "nodes: {A: {initial: 60 bar}, B: {initial: 3 bar}}\nparts:\n  ram: {" RAM ", a: A, b: B}\n");
  settle(&b, joint, 1);
  double a = fixture_value(&b, "A.pressure"), low = fixture_value(&b, "B.pressure");
  assert_true(fixture_value(&b, "x") == 0.25);
  assert_near(2e-3 * a - 1e-3 * low, 2e4, 1e-6);
  assert_true(low >= 0);
  fixture_close(&b);
}

// The same behind a servo valve whose spool comes to rest next to its middle, and with a pump that must fill its line first.
static void held_behind_a_valve(void **state)
{
  (void)state;
  const char *joint[] = {"x"};
  fixture b = fixture_open(
      LOAD "nodes: {A: {initial: 60 bar}, B: {initial: 60 bar}, P: {volume: 0.5 l}}\nparts:\n  ram: {" RAM ", a: A, b: B}\n"
           "  pump: {kind: hydraulic.pump-fixed, p: P, t: T, displacement: 5 cm^3/rad, speed: 100 rad/s}\n"
           "  relief: {kind: hydraulic.relief, a: P, b: T, setting: 210 bar}\n"
           "  valve: {kind: hydraulic.valve43, p: P, t: T, a: A, b: B, area: 20 mm^2, spool: second, command: 0}\n"
           "  tank: {kind: hydraulic.tank, a: T}\n");
  b.state->x[fixture_index(&b, "valve.spool")] = 1e-3;
  settle(&b, joint, 1);
  assert_near(2e-3 * fixture_value(&b, "A.pressure") - 1e-3 * fixture_value(&b, "B.pressure"), 2e4, 1e-5);
  assert_true(fixture_value(&b, "P.pressure") > 210e5);
  fixture_close(&b);
}

// Held without anything that could carry it: the joint stays, and nothing else moves.
static void held_by_nothing(void **state)
{
  (void)state;
  const char *joint[] = {"x"};
  fixture b = fixture_open(LOAD "nodes: {A: {initial: 60 bar}}\nparts: {pot: {kind: hydraulic.volume, a: A, volume: 1 l}}\n");
  settle(&b, joint, 1);
  assert_true(fixture_value(&b, "x") == 0.25);
  assert_true(fixture_value(&b, "A.pressure") == 60e5);
  fixture_close(&b);
}

// A bucket with 50 kg of soil: the oil carries it, and its load stays; 250 kg in all on 20 cm2.
static void held_load_of_soil(void **state)
{
  (void)state;
  const char *joint[] = {"x"};
  fixture b = fixture_open(
      "gravity: 10 m/s^2\nbodies: {m: {mass: 200 kg}}\njoints: {x: {type: prismatic, axis: z, child: m, position: 0.25 m}}\n"
      "nodes: {A: {initial: 60 bar}}\nparts:\n  ram: {kind: hydraulic.cylinder, axis: x, closed: 0, stroke: 0.5 m, "
      "area_a: 20 cm2, area_b: 10 cm2, a: A, b: T}\n  tank: {kind: hydraulic.tank, a: T}\n"
      "  dig: {kind: contact.bucket, tool: m, bin: m, width: 1 m, level: -5 m, gravity: 10, capacity: 100 kg, initial: {load: 50 kg}}\n");
  settle(&b, joint, 1);
  assert_near(fixture_value(&b, "dig.load"), 50, 1e-12);
  assert_near(fixture_value(&b, "A.pressure"), 2500 / 2e-3, 1);
  fixture_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_dry),
      cmocka_unit_test(oil_stays),
      cmocka_unit_test(held_load_is_carried),
      cmocka_unit_test(held_behind_a_valve),
      cmocka_unit_test(held_by_nothing),
      cmocka_unit_test(held_load_of_soil),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
