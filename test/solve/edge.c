// edge.c: machines that begin exactly where a law changes, or come there exactly: what holds must hold, by every solver.
//
// Far from the origin a place is rounded more coarsely than the time, and what is at rest leaves with the square of the time.
// The rest of a weight on a stop is k x = m g.
#include "solve/harness.h"

#include "base/solver.h"

#define WEIGHT (100 * 9.81)

// Joint h at the edge of the law that holds the weight, by 5e5 N/m.
typedef struct {
  const char *name, *joint, *part;
} hold;

static const hold holds[] = {
    {"bumper",         "axis: -z, child: m, position: 10 m",
     "l: {kind: force.bumper, axis: h, upper: 10 m, stiffness: 5e5, damping: 1e4}"                                                                                                            },
    {"lower bumper",   "axis: z, child: m, position: -10 m",
     "l: {kind: force.bumper, axis: h, lower: -10 m, stiffness: 5e5, damping: 1e4}"                                                                                                           },
    {"rope",           "axis: -z, child: m, position: 10 m",                                                      "l: {kind: force.rope, axis: h, length: 10 m, stiffness: 5e6, damping: 1e5}"},
    {"rope, going up", "axis: -z, child: m, position: 10 m, rate: -0.2 m/s",
     "l: {kind: force.rope, axis: h, length: 10 m, stiffness: 5e6, damping: 1e5}"                                                                                                             },
    {"limits",         "axis: -z, child: m, position: 10 m, limits: {upper: 10 m, stiffness: 5e5, damping: 1e4}", ""                                                                          },
    {"contact",        "axis: z, child: m, position: 10 m",
     "l: {kind: contact.point, object: m, level: 10 m, stiffness: 5e5, damping: 1e4}"                                                                                                         },
    {"plunger",        "axis: z, child: m, position: 10 m",
     "l: {kind: hydraulic.telescopic, a: A, axis: h, closed: 10 m, stages: [[20 cm2, 0.5 m]], stiffness: 5e5, damping: 1e4}, "
     "o: {kind: hydraulic.tank, a: A}"                                                                                                                                                        },
    {"at the origin",  "axis: -z, child: m",                                                                      "l: {kind: force.bumper, axis: h, upper: 0 m, stiffness: 5e5, damping: 1e4}"},
};
enum { HOLDS = sizeof holds / sizeof *holds };

static double sinks(const hold *k, const dv_solver *is, int momentum)
{
  char yaml[600];
  snprintf(yaml, sizeof yaml, "bodies: {m: {mass: 100 kg}}\njoints: {h: {type: prismatic, %s}}\nparts: {%s}\n", k->joint,
           k->part);
  fixture b = fixture_open(yaml);
  double from = b.state->x[0];
  dv_run_options o = {.method = is->name, .until = 0.7, .step = is->chooses == DV_STEP_FIXED ? 2e-4 : 0, .momentum = momentum};
  dv_run_result r;
  assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 0);
  double way = fabs(b.state->x[0] - from);
  fixture_close(&b);
  return way;
}

static void weights_are_held(void **state)
{
  (void)state;
  for (int i = 0; i < HOLDS; i++)
    for (int k = 0; k < DV_SOLVER_COUNT; k++)
      for (int n = 0; n < 2; n++) {
        if (n && !dv_solvers[k].momenta) continue;
        double way = sinks(&holds[i], &dv_solvers[k], n), off = way / (WEIGHT / 5e5) - 1;
        if (fabs(off) > 1e-3)
          print_error("%s by %s: sinks by %.6g of what it should\n", holds[i].name, dv_solvers[k].name, off + 1);
        assert_true(fabs(off) < 1e-3);
      }
}

// Which side a linear machine is of is told.
static void edges_are_told(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++) {
    fixture b = fixture_open(i ? "bodies: {m: {mass: 1 kg}}\njoints: {h: {type: prismatic, axis: -z, child: m, position: 9 m}}\n"
                                 "parts: {l: {kind: force.bumper, axis: h, upper: 10 m, stiffness: 5e5}}\n"
                               : "bodies: {m: {mass: 1 kg}}\njoints: {h: {type: prismatic, axis: -z, child: m, position: 10 m}}\n"
                                 "parts: {l: {kind: force.bumper, axis: h, upper: 10 m, stiffness: 5e5}}\n");
    dv_linear l;
    int before = b.diags->n;
    assert_int_equal(dv_linearise(b.model, b.state, NULL, 0, NULL, 0, &l, b.diags, b.arena), 0);
    assert_int_equal(b.diags->n - before, !i);
    if (!i) assert_non_null(strstr(dv_diag_text(b.diags, before), "'l' is exactly at the edge of its law"));
    fixture_close(&b);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(weights_are_held), cmocka_unit_test(edges_are_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
