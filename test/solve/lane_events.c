// lane_events.c: machines of one structure side by side, each with events of its own: a lane gives the bits of a run alone.
#include "solve/harness.h"

enum { RUNS = 8 };

// A ball that falls on a plane, hands that take a moving thing at different times, and a sampled hold.
static const char *const text = "parameters: {h: %g m, at: %g s}\n"
                                "bodies:\n"
                                "  ball: {mass: 2 kg}\n"
                                "  hand: {mass: 2 kg, inertia: [1, 1, 1]}\n"
                                "  thing: {mass: 1 kg, inertia: [0.2, 0.2, 0.2]}\n"
                                "joints:\n"
                                "  z: {type: prismatic, axis: z, child: ball, position: h}\n"
                                "  a: {type: free, child: hand, position: [5, 0, 0, 1, 0, 0, 0], rate: [1, 0, 0, 0, 0, 0.3]}\n"
                                "  b: {type: free, child: thing, position: [7, 0.1, 0, 1, 0, 0, 0], rate: [0, 0, 0, 0.1, 0, 0]}\n"
                                "signals:\n"
                                "  close: {kind: step, at: at}\n"
                                "  held: {kind: hold, in: z, period: 50 ms}\n"
                                "parts:\n"
                                "  floor: {kind: contact.support, object: ball, stiffness: 1e4 N/m, damping: 20}\n"
                                "  weld: {kind: contact.weld, hand: hand, object: thing, close: close, stiffness: 1e4, damping: "
                                "100, turn_stiffness: 1e3, turn_damping: 10}\n"
                                "  push: {kind: force.effort, axis: z, effort: 0.1*held}\n";

typedef struct {
  bench b[RUNS];
  const dv_model *m[RUNS];
  dv_state *s[RUNS];
} fleet;

static fleet fleet_open(void)
{
  fleet f;
  for (int i = 0; i < RUNS; i++) {
    char yaml[2048];
    snprintf(yaml, sizeof yaml, text, 0.2 + 0.1 * i, 0.3 + 0.07 * i);
    f.b[i] = bench_open(yaml);
    f.m[i] = f.b[i].model;
    f.s[i] = f.b[i].state;
  }
  return f;
}

static void fleet_run(fleet *f, int width, double h)
{
  const dv_engine *e = dv_engine_of_width(width);
  for (int i = 0; i < RUNS; i += width) assert_int_equal(dv_run_lanes(f->m + i, f->s + i, e, "rk4", h, 1.5, f->b[i].arena), 0);
}

static void a_lane_is_a_run_alone(void **state)
{
  (void)state;
  fleet one = fleet_open();
  fleet_run(&one, 1, 1e-3);
  for (int width = 4; width <= RUNS; width *= 2) {
    if (!dv_engine_of_width(width)) continue;
    fleet wide = fleet_open();
    fleet_run(&wide, width, 1e-3);
    for (int i = 0; i < RUNS; i++) {
      assert_memory_equal(one.s[i]->x, wide.s[i]->x, (size_t)one.m[i]->nx * sizeof(double));
      assert_memory_equal(one.s[i]->d, wide.s[i]->d, (size_t)one.m[i]->nd * sizeof(double));
      bench_close(&wide.b[i]);
    }
  }
  for (int i = 0; i < RUNS; i++) bench_close(&one.b[i]);
}

// Against runs that find the instants of their events: at some m/s a delay of a step of 0.1 ms is below a millimetre at each.
static void every_lane_had_its_events(void **state)
{
  static const char *const path[] = {"z", "a.x", "b.x", "b.y"};
  (void)state;
  fleet lanes = fleet_open(), exact = fleet_open();
  fleet_run(&lanes, 1, 1e-4);
  for (int i = 0; i < RUNS; i++) {
    bench_run(&exact.b[i], "rk4", 1.5, 1e-3);
    for (int k = 0; k < 4; k++) assert_near(bench_value(&lanes.b[i], path[k]), bench_value(&exact.b[i], path[k]), 5e-3);
    bench_close(&lanes.b[i]);
    bench_close(&exact.b[i]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_lane_is_a_run_alone), cmocka_unit_test(every_lane_had_its_events)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
