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

#define FINGER(name) "  " name ": {mass: 0.01, com: [0, 0.02, 0.01], inertia: [5e-7, 2e-7, 5e-7]}\n"
#define KNUCKLE(name, parent, axis, at, limits)                                                                                  \
  "  " name ": {type: revolute, parent: " parent ", child: " name ", axis: " axis ", at: " at ", limits: {" limits               \
  ", stiffness: 0.0143, damping: 7.56e-5}, friction: {viscous: 0.5, coulomb: 0.1}}\n"

// Fingers of a hand that all begin at their stops, with friction: what loads the last of them is zero but for rounding, and it
// stays. None turns faster than all weights (0.04 kg at 0.2 m) would turn it against its friction, 0.5 + 0.1/0.001 N m s.
static void fingers_stay_at_their_stops(void **state)
{
  (void)state;
  static const char yaml[] =
      "bodies:\n  arm: {mass: 2, com: [0.3, 0, 0], inertia: [0.3, 0.3, 0.3]}\n" FINGER("f0") FINGER("f1") FINGER("f2")
          FINGER("f3") "joints:\n  arm: {type: revolute, child: arm, axis: y, at: {rpy: [1.5707963267948966, 0, 0]}}\n" KNUCKLE(
              "f0", "arm", "z", "{xyz: [0, 0.02, 0], rpy: [0, 0, 3.141592653589793]}", "lower: 0, upper: 1.9")
              KNUCKLE("f1", "f0", "z", "{xyz: [0, 0.02, 0], rpy: [1.5707963267948966, 0, 0]}", "lower: 0, upper: 1.9")
                  KNUCKLE("f2", "f1", "x", "{xyz: [0, 0.02, 0.03], rpy: [1.5707963267948966, 0, 3.141592653589793]}",
                          "lower: 0, upper: 1.9")
                      KNUCKLE("f3", "f2", "x", "{xyz: [0, 0.02, 0.03], rpy: [0, 0, 3.141592653589793]}", "lower: -1.9, upper: 0");
  fixture b = fixture_open(yaml);
  dv_run_options o = {.method = "cvode-bdf", .until = 1e-3};
  dv_run_result r;
  int bad = dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena);
  if (bad) fail_msg("%s", dv_diag_text(b.diags, b.diags->n - 1));
  for (int i = 1; i < 5; i++) assert_true(fabs(b.state->x[i]) < 1e-3 * 0.04 * 9.81 * 0.2 / 100.5);
  fixture_close(&b);
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

// A is 1/s or what a warning says of it.
static double pole_of(const char *yaml, const char *told)
{
  fixture b = fixture_open(yaml);
  dv_linear l;
  int before = b.diags->n;
  assert_int_equal(dv_linearise(b.model, b.state, NULL, 0, NULL, 0, &l, b.diags, b.arena), 0);
  assert_true(l.exact);
  assert_int_equal(b.diags->n - before, told != NULL);
  if (told && !strstr(dv_diag_text(b.diags, before), told)) fail_msg("%s", dv_diag_text(b.diags, before));
  double a = l.A[l.n * l.n - 1];
  fixture_close(&b);
  return a;
}

// A valve that passes what is wanted, whichever way: 4 MPa before it, 1 MPa behind it, its law divides by the root of either. Its
// slope is that of neither side alone times both halves: p' = K g (p0 - p)/V.
static void several_edges_at_once(void **state)
{
  (void)state;
  double is = pole_of("nodes: {A: {volume: 1 l, bulk: 1 GPa, initial: 1 MPa}}\nsignals:\n"
                      "  q: \"1e-10 [m^3/s/Pa]*(1 [MPa] - A.pressure)\"\n"
                      "  law: {kind: control.valve-inversion, flow: q, supply: P.pressure, line: A.pressure, area: 10 mm2, cd: "
                      "0.6, rho: 800 kg/m3}\nparts:\n"
                      "  supply: {kind: hydraulic.pressure, a: P, pressure: 5 MPa}\n  tank: {kind: hydraulic.tank, a: T}\n"
                      "  valve: {kind: hydraulic.valve32, p: P, t: T, a: A, area: 10 mm2, cd: 0.6, rho: 800 kg/m3, dp0: 1 Pa, "
                      "command: law.command}\n",
                      NULL);
  assert_near(is, -100, 1e-3);
}

// Where two laws meet the slopes of both are told, and where there is none, that.
static void sides_are_told(void **state)
{
  (void)state;
  double is = pole_of("signals: {y: {kind: state, rate: \"(-2*max(y, 0) + 6*max(-y, 0))/1[s]\"}}\n",
                      "the slope of the rate of 'y.y' by 'y.y' is -6 on one side and -2 on the other");
  assert_near(is, -4, 1e-12);
  pole_of("signals: {y: {kind: state, rate: \"-sqrt(abs(y))/1[s]\"}}\n", "the rate of 'y.y' has no slope by 'y.y' at this state");
  pole_of("signals: {y: {kind: state, rate: \"-y*abs(y)/1[s]\", initial: {y: 0.1}}}\n", NULL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(weights_are_held), cmocka_unit_test(fingers_stay_at_their_stops),
                                     cmocka_unit_test(edges_are_told), cmocka_unit_test(several_edges_at_once),
                                     cmocka_unit_test(sides_are_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
