// lane_runs.c: runs side by side in lanes give the bits of runs alone; a lane that fails does not disturb the others.
#include "batch/lanes.h"
#include "assemble/assemble.h"

#include <stdio.h>
#include <string.h>

#include "support.h"

typedef struct {
  dv_machine *machine;
  dv_record *record;
} opened;

static opened open_with(const char *file, const char *which, const char *setting)
{
  const char *const all[] = {"time", "*"};
  dv_machine_options o = {.case_name = which, .settings = &setting, .nsetting = 1};
  opened p = {.machine = dv_machine_open(file, &o)};
  for (int i = 0; !p.machine->model && i < p.machine->diags->n; i++) print_error("%s\n", dv_diag_text(p.machine->diags, i));
  assert_non_null(p.machine->model);
  p.record = dv_record_new(p.machine->arena, p.machine->diags, p.machine->model, all + 1, 1);
  assert_non_null(p.record);
  return p;
}

static void run_alone(opened *p, const dv_run_options *o)
{
  dv_run_result r;
  dv_state *s = dv_state_new(p->machine->arena, p->machine->model);
  assert_int_equal(dv_run(p->machine->model, s, o, dv_record_row, NULL, p->record, &r, p->machine->diags, p->machine->arena), 0);
}

static void assert_same(const dv_history *a, const dv_history *b)
{
  assert_int_equal(a->nrow, b->nrow);
  assert_int_equal(a->ncolumn, b->ncolumn);
  for (int i = 0; i < a->nrow; i++)
    for (int j = 0; j < a->ncolumn; j++) {
      double x = dv_history_row(a, i)[j], y = dv_history_row(b, i)[j];
      if (memcmp(&x, &y, sizeof x) == 0 || x == y) continue;
      fail_msg("row %d, %s: %.17g and %.17g", i, a->column[j].name, x, y);
    }
}

enum { RUNS = 3 };

static void compare(const char *file, const char *which, const char *const *setting, const dv_run_options *o)
{
  opened alone[RUNS], side[RUNS];
  dv_lane_run lane[RUNS] = {0};
  dv_arena *a = dv_arena_new();
  for (int i = 0; i < RUNS; i++) {
    alone[i] = open_with(file, which, setting[i]);
    side[i] = open_with(file, which, setting[i]);
    lane[i].model = side[i].machine->model;
    lane[i].record = side[i].record;
    run_alone(&alone[i], o);
  }
  assert_int_equal(dv_lanes_run(a, lane, RUNS, o), 0);
  for (int i = 0; i < RUNS; i++) {
    assert_int_equal(lane[i].failed, 0);
    assert_same(alone[i].record->log, side[i].record->log);
    dv_machine_close(alone[i].machine);
    dv_machine_close(side[i].machine);
  }
  dv_arena_free(a);
}

static int no_lanes(void) { return dv_engine_widest()->lanes == 1; }

static void pendulum(void **state)
{
  (void)state;
  static const char *const mass[] = {"m=1kg", "L=2m", "m=3kg"};
  dv_run_options o = {.method = "rk4", .step = 1e-2, .until = 1, .every = 7e-3};
  if (no_lanes()) skip();
  compare("machines/planar-pendulum.yaml", NULL, mass, &o);
  o.method = "rosenbrock";
  o.every = 0.1;
  static const char *const wagon[] = {"m1=2kg", "m1=3kg", "m1=4kg"};
  compare("machines/pendulum-on-wagon.yaml", NULL, wagon, &o);
}

// An attitude at the start that is a unit quaternion but for rounding.
static void attitude(void **state)
{
  (void)state;
  static const char *const at[] = {"joints.flight.position={rpy: [0, 20 deg, 0]}", "joints.flight.position={rpy: [0.1, 0.2, 0]}",
                                   "joints.flight.position={rpy: [1, 0.5, 2]}"};
  dv_run_options o = {.method = "rk4", .step = 1e-3, .until = 0.1, .every = 0.01};
  if (no_lanes()) skip();
  compare("machines/tumbling-body.yaml", "asymmetric", at, &o);
}

// Oil, controller at its sampling period, corners of the reference.
static void titan(void **state)
{
  (void)state;
  static const char *const supply[] = {"Ps=200bar", "Ps=190bar", "Ps=220bar"};
  dv_run_options o = {.method = "rk4", .step = 1e-3, .until = 1.3, .every = 0.05};
  if (no_lanes()) skip();
  compare("machines/titan4.yaml", "e1-sampled", supply, &o);
}

// Loops: Newton, pivots of the first lane; then a lane whose slider comes to its dead centre, where it must go alone.
static void loops(void **state)
{
  (void)state;
  static const char *const mass[] = {"bodies.rocker.mass=1kg", "bodies.rocker.mass=2kg", "bodies.rocker.mass=3kg"};
  dv_run_options o = {.method = "rk4", .step = 1e-3, .until = 0.2, .every = 0.01};
  if (no_lanes()) skip();
  compare("machines/benchmarks/four-bar.yaml", "swing", mass, &o);
  static const char *const rate[RUNS] = {"joints.q.rate=1", "joints.q.rate=20", "joints.q.rate=2"};
  opened p[RUNS];
  dv_lane_run lane[RUNS] = {0};
  dv_arena *a = dv_arena_new();
  for (int i = 0; i < RUNS; i++) {
    p[i] = open_with("test/loops/slider-crank.yaml", "slider-first", rate[i]);
    lane[i].model = p[i].machine->model;
    lane[i].record = p[i].record;
  }
  assert_int_equal(dv_lanes_run(a, lane, RUNS, &o), 0);
  assert_true(!lane[0].alone && lane[1].alone && !lane[2].alone);
  for (int i = 0; i < RUNS; i++) dv_machine_close(p[i].machine);
  dv_arena_free(a);
}

// A spring that is far too stiff for the step carries its lane away; its neighbours do not notice.
static void failing_lane(void **state)
{
  (void)state;
  static const char *const stiffness[RUNS] = {"k1=10N/m", "k1=1e12N/m", "k1=20N/m"};
  dv_run_options o = {.method = "rk4", .step = 1e-2, .until = 2, .every = 0.1};
  opened p[RUNS], alone = open_with("machines/pendulum-on-wagon.yaml", NULL, stiffness[2]);
  dv_lane_run lane[RUNS] = {0};
  dv_arena *a = dv_arena_new();
  if (no_lanes()) skip();
  for (int i = 0; i < RUNS; i++) {
    p[i] = open_with("machines/pendulum-on-wagon.yaml", NULL, stiffness[i]);
    lane[i].model = p[i].machine->model;
    lane[i].record = p[i].record;
  }
  run_alone(&alone, &o);
  assert_int_equal(dv_lanes_run(a, lane, RUNS, &o), 0);
  assert_true(!lane[0].failed && lane[1].failed && !lane[2].failed);
  assert_true(lane[1].failed_t < 2 && lane[1].record->log->nrow < 20);
  assert_same(alone.record->log, p[2].record->log);
  for (int i = 0; i < RUNS; i++) dv_machine_close(p[i].machine);
  dv_machine_close(alone.machine);
  dv_arena_free(a);
}

// Machines of different structure cannot share a vector.
static void unlike(void **state)
{
  (void)state;
  opened p = open_with("machines/planar-pendulum.yaml", NULL, "m=1kg"),
         q = open_with("machines/pendulum-on-wagon.yaml", NULL, "m1=2kg");
  dv_lane_run lane[] = {
      {.model = p.machine->model, .record = p.record},
      {.model = q.machine->model, .record = q.record}
  };
  dv_run_options o = {.method = "rk4", .step = 1e-2, .until = 1}, adaptive = {.method = "cvode", .until = 1};
  dv_arena *a = dv_arena_new();
  assert_int_equal(dv_lanes_run(a, lane, 2, &o), -1);
  assert_int_equal(dv_lanes_width(&adaptive), 1);
  dv_machine_close(p.machine);
  dv_machine_close(q.machine);
  dv_arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(pendulum), cmocka_unit_test(attitude),     cmocka_unit_test(titan),
                                     cmocka_unit_test(loops),    cmocka_unit_test(failing_lane), cmocka_unit_test(unlike)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
