// lane_events.c: machines side by side, each with events of its own: a lane gives the bits of a run alone.
#include "batch/lanes.h"
#include "solve/harness.h"

enum { RUNS = 4 };

// A ball that falls on a plane, hands that take a moving thing at different times, and a sampled hold.
static const char *const text =
    "parameters: {h: %g m, at: %g s}\n"
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
    "  stop: {kind: force.bumper, axis: z, lower: -1 m, upper: 0.25 m, stiffness: 1e4 N/m, damping: 20}\n"
    "  weld: {kind: contact.weld, hand: hand, object: thing, close: close, stiffness: 1e4, damping: "
    "100, turn_stiffness: 1e3, turn_damping: 10}\n"
    "  push: {kind: force.effort, axis: z, effort: \"0.1*held + less(z, 0.15)\"}\n";

typedef struct {
  fixture b[RUNS];
  dv_record *record[RUNS];
} fleet;

// Balls from different heights; hands that close at times of their own.
static fleet fleet_open(void)
{
  static const char *const all[] = {"*"};
  fleet f;
  for (int i = 0; i < RUNS; i++) {
    char yaml[2048];
    snprintf(yaml, sizeof yaml, text, 0.2 + 0.1 * i, 0.3 + 0.0137 * i);
    f.b[i] = fixture_open(yaml);
    f.record[i] = dv_record_new(f.b[i].arena, f.b[i].diags, f.b[i].model, all, 1);
  }
  return f;
}

static void fleet_close(fleet *f)
{
  for (int i = 0; i < RUNS; i++) fixture_close(&f->b[i]);
}

static void together(fleet *f, const dv_run_options *o)
{
  dv_lane_run lane[RUNS] = {0};
  for (int i = 0; i < RUNS; i++) lane[i] = (dv_lane_run){.model = f->b[i].model, .record = f->record[i]};
  assert_int_equal(dv_lanes_run(f->b[0].arena, lane, RUNS, o), 0);
  for (int i = 0; i < RUNS; i++) assert_int_equal(lane[i].failed, 0);
}

static void alone(fleet *f, const dv_run_options *o)
{
  for (int i = 0; i < RUNS; i++) {
    fixture *b = &f->b[i];
    dv_run_result r;
    assert_int_equal(dv_run(b->model, b->state, o, dv_record_row, NULL, f->record[i], &r, b->diags, b->arena), 0);
    assert_true(r.events > 3);
  }
}

// Events are located in each lane, signals have corners of their own, samples and books are kept: all columns, all bits.
static void a_lane_is_a_run(void **state)
{
  static const char *const method[] = {"rk4", "rosenbrock", "dopri5", "euler", "lie-rk4"};
  (void)state;
  if (dv_engine_widest()->lanes == 1) skip();
  for (int k = 0; k < 5; k++) {
    dv_run_options o = {.method = method[k], .step = 1e-3, .until = 1.5, .every = 0.0137};
    fleet one = fleet_open(), wide = fleet_open();
    alone(&one, &o);
    together(&wide, &o);
    for (int i = 0; i < RUNS; i++) {
      const dv_history *a = one.record[i]->log, *b = wide.record[i]->log;
      assert_int_equal(a->nrow, b->nrow);
      for (int n = 0; n < a->nrow; n++)
        for (int c = 0; c < a->ncolumn; c++)
          if (!(dv_history_row(a, n)[c] == dv_history_row(b, n)[c]))
            fail_msg("%s, lane %d, row %d, %s: %.17g alone, %.17g in lanes", method[k], i, n, a->column[c].name,
                     dv_history_row(a, n)[c], dv_history_row(b, n)[c]);
    }
    fleet_close(&one);
    fleet_close(&wide);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_lane_is_a_run)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
