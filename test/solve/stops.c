// stops.c: a mass against damped stops of every kind, under every solver: it leaves at the speed of the closed form.
// That the stop lets go is an event, so that fixed steps keep their order.
//
//   m s'' = -k s - d s' until the stop would pull, k s + d s' = 0:  at w t = pi - 2 atan(a/w),  a = d/2m,  w^2 = k/m - a^2
//   v/v0 = exp(-a t) (cos(w t) - (a/w) sin(w t))
#include "solve/harness.h"

static const double mass = 2, stiffness = 2e4, damping = 20, end = 0.1;

static double rebound(void)
{
  double a = 0.5 * damping / mass, w = sqrt(stiffness / mass - a * a), t = (acos(-1) - 2 * atan(a / w)) / w;
  return exp(-a * t) * (cos(w * t) - a / w * sin(w * t));
}

// The coordinate x comes from 0 at 1 or -1 per second and meets its stop at 0.05 or -0.05.
static const struct {
  const char *name, *yaml;
  double speed;
} stop[] = {
    {"bumper, upper",
     "bodies: {m: {mass: 2 kg}}\njoints: {x: {type: prismatic, axis: x, child: m, rate: 1 m/s}}\ngravity: 0\n"
     "parts: {b: {kind: force.bumper, axis: x, lower: -1 m, upper: 0.05 m, stiffness: 2e4 N/m, damping: 20 N.s/m}}\n",            1 },
    {"bumper, lower",
     "bodies: {m: {mass: 2 kg}}\njoints: {x: {type: prismatic, axis: x, child: m, rate: -1 m/s}}\ngravity: 0\n"
     "parts: {b: {kind: force.bumper, axis: x, lower: -0.05 m, upper: 1 m, stiffness: 2e4 N/m, damping: 20 N.s/m}}\n",            -1},
    {"limits",
     "bodies: {m: {mass: 2 kg}}\ngravity: 0\njoints:\n  x: {type: prismatic, axis: x, child: m, rate: -1 m/s, limits: "
     "{lower: -0.05 m, upper: 1 m, stiffness: 2e4 N/m, damping: 20 N.s/m}}\n",                                                    -1},
    {"rope",
     "bodies: {m: {mass: 2 kg}}\njoints: {x: {type: prismatic, axis: x, child: m, rate: 1 m/s}}\ngravity: 0\n"
     "axes: {way: {sum: {x: 1}, offset: 0.95 m}}\n"
     "parts: {b: {kind: force.rope, axis: way, length: 1 m, stiffness: 2e4 N, damping: 20 N.s}}\n",                               1 },
    {"rack",
     "bodies: {m: {mass: 2 kg}, wheel: {mass: 1 kg, inertia: [1, 1, 1]}}\ngravity: 0\njoints:\n"
     "  x: {type: prismatic, axis: x, child: m, rate: -1 m/s}\n  turn: {type: revolute, axis: z, child: wheel, motion: locked}\n"
     "parts: {b: {kind: force.rack, pinion: turn, rack: x, radius: 0.1 m, gap: 0.1 m, stiffness: 2e4 N/m, damping: 20 N.s/m}}\n", -1},
    {"gear",
     "bodies: {m: {mass: 1 kg, inertia: [2, 2, 2]}, wheel: {mass: 1 kg, inertia: [1, 1, 1]}}\ngravity: 0\njoints:\n"
     "  x: {type: revolute, axis: z, child: m, rate: 1 rad/s}\n  turn: {type: revolute, axis: z, child: wheel, motion: locked}\n"
     "parts: {b: {kind: force.gear, a: x, b: turn, ratio: 2, gap: 0.1 rad, stiffness: 2e4 N.m/rad, damping: 20 N.m.s/rad}}\n",    1 },
    {"cylinder",
     "bodies: {m: {mass: 2 kg}}\ngravity: 0\njoints: {x: {type: prismatic, axis: x, child: m, rate: -1 m/s}}\nparts:\n"
     "  c: {kind: hydraulic.cylinder, a: T, b: T, axis: x, closed: -0.05 m, stroke: 1 m, area_a: 1e-8 m2, area_b: 1e-8 m2, "
     "stiffness: 2e4 N/m, damping: 20 N.s/m}\n  tank: {kind: hydraulic.tank, a: T}\n",                                            -1},
    {"contact",
     "bodies: {m: {mass: 2 kg}}\ngravity: 0\njoints: {x: {type: prismatic, axis: z, child: m, rate: -1 m/s}}\n"
     "parts: {c: {kind: contact.point, object: m, level: -0.05 m, stiffness: 2e4 N/m, damping: 20 N.s/m}}\n",                     -1},
    {"support",
     "bodies: {m: {mass: 2 kg}}\ngravity: 0\njoints: {x: {type: prismatic, axis: z, child: m, rate: -1 m/s}}\n"
     "parts: {c: {kind: contact.support, object: m, level: -0.05 m, stiffness: 2e4 N/m, damping: 20 N.s/m}}\n",                   -1},
};
enum { STOPS = sizeof stop / sizeof *stop };

static const struct {
  const char *name;
  double step, within;  // step < 0: by the error
} solver[] = {
    {"cvode",       0,    1e-9},
    {"cvode-adams", 0,    1e-9},
    {"dopri5",      -1,   1e-9},
    {"rosenbrock",  -1,   1e-9},
    {"rosenbrock",  1e-3, 1e-4},
    {"rosenbrock",  1e-4, 1e-7},
    {"rk4",         1e-3, 1e-6},
    {"rk3",         1e-3, 3e-4},
    {"dopri5",      1e-3, 5e-8},
    {"euler",       1e-5, 1e-4},
};
enum { SOLVERS = sizeof solver / sizeof *solver };

static void they_bounce(void **state)
{
  (void)state;
  double left = rebound();
  for (int i = 0; i < STOPS; i++)
    for (int k = 0; k < SOLVERS; k++) {
      fixture b = fixture_open(stop[i].yaml);
      dv_run_result r = fixture_run(&b, solver[k].name, end, solver[k].step);
      double got = stop[i].speed * fixture_value(&b, "x.rate");
      if (!(fabs(got - left) <= solver[k].within))
        print_error("%s, %s, step %g:\n", stop[i].name, solver[k].name, solver[k].step);
      assert_near(got, left, solver[k].within);
      assert_true(r.ledger.relative < 1e-2);
      fixture_close(&b);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(they_bounce)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
