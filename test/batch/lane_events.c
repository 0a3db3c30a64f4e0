// lane_events.c: machines side by side, each with events of its own: a lane gives the bits of one that fills all lanes.
#include "batch/lanes.h"
#include "solve/harness.h"

enum { RUNS = 4 };

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
  dv_record *record[RUNS];
} fleet;

// Balls from different heights; the hands close at the same time, since a corner of one lane ends the step of all.
static fleet fleet_open(void)
{
  static const char *const all[] = {"*"};
  fleet f;
  for (int i = 0; i < RUNS; i++) {
    char yaml[2048];
    snprintf(yaml, sizeof yaml, text, 0.2 + 0.1 * i, 0.3);
    f.b[i] = bench_open(yaml);
    f.record[i] = dv_record_new(f.b[i].arena, f.b[i].diags, f.b[i].model, all, 1);
  }
  return f;
}

static void fleet_close(fleet *f)
{
  for (int i = 0; i < RUNS; i++) bench_close(&f->b[i]);
}

static const dv_run_options *options(double h)
{
  static dv_run_options o;
  o = (dv_run_options){.method = "rk4", .step = h, .until = 1.5, .every = 0.05};
  return &o;
}

static void together(fleet *f, double h)
{
  dv_lane_run lane[RUNS] = {0};
  for (int i = 0; i < RUNS; i++) lane[i] = (dv_lane_run){.model = f->b[i].model, .record = f->record[i]};
  assert_int_equal(dv_lanes_run(f->b[0].arena, lane, RUNS, options(h)), 0);
}

static void alone(fleet *f, double h)
{
  for (int i = 0; i < RUNS; i++) {
    dv_lane_run lane = {.model = f->b[i].model, .record = f->record[i]};
    assert_int_equal(dv_lanes_run(f->b[i].arena, &lane, 1, options(h)), 0);
  }
}

static double last(const fleet *f, int i, const char *name)
{
  const dv_history *h = f->record[i]->log;
  return dv_history_row(h, h->nrow - 1)[dv_history_find(h, name)];
}

static void a_lane_does_not_know_of_the_others(void **state)
{
  (void)state;
  if (dv_engine_widest()->lanes == 1) skip();
  fleet one = fleet_open(), wide = fleet_open();
  alone(&one, 1e-3);
  together(&wide, 1e-3);
  for (int i = 0; i < RUNS; i++)
    for (int k = 0; k < wide.record[i]->log->nrow; k++)
      assert_memory_equal(dv_history_row(one.record[i]->log, k), dv_history_row(wide.record[i]->log, k),
                          (size_t)wide.record[i]->log->ncolumn * sizeof(double));
  fleet_close(&one);
  fleet_close(&wide);
}

// Against runs that find the instants of their events: at some m/s a delay of a step of 0.1 ms is below a millimetre at each.
static void every_lane_had_its_events(void **state)
{
  static const char *const path[] = {"z", "a.x", "b.x", "b.y"};
  (void)state;
  if (dv_engine_widest()->lanes == 1) skip();
  fleet lanes = fleet_open(), exact = fleet_open();
  together(&lanes, 1e-4);
  for (int i = 0; i < RUNS; i++) {
    bench_run(&exact.b[i], "rk4", 1.5, 1e-3);
    for (int k = 0; k < 4; k++) assert_near(last(&lanes, i, path[k]), bench_value(&exact.b[i], path[k]), 5e-3);
  }
  fleet_close(&lanes);
  fleet_close(&exact);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_lane_does_not_know_of_the_others),
                                     cmocka_unit_test(every_lane_had_its_events)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
