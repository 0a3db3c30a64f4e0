// slope_faults.c: rates that cannot be had are refused where they are named; they are never taken for zero.
#include "refusal.h"

#include <stdio.h>

static void refused(const char *signals, const char *what)
{
  char yaml[1000];
  sprintf(yaml,
          "bodies: {hull: {mass: 10 kg, inertia: [1, 1, 1]}}\njoints: {base: {type: free, child: hull}}\n"
          "parts: {leak: {kind: hydraulic.orifice, a: P, b: T, area: 1 mm2}, tank: {kind: hydraulic.tank, a: T}, "
          "oil: {kind: hydraulic.volume, a: P, volume: 1 l}}\nsignals:\n%s",
          signals);
  assert_int_equal(assert_refused(yaml, what, "", 6), 1);
}

static void rates(void **state)
{
  (void)state;
  refused("  y: 2*P.pressure\n  z: y.rate\n", "first time derivative of 'P.pressure'");
  refused("  y: 2*base.x\n  z: y.rate\n", "first time derivative of 'base.x'");
  refused("  y: hull.vx\n  z: y.acceleration\n", "second time derivative of 'hull.vx'");
  refused("  y: {kind: hold, in: t, period: 1 s}\n  z: y.rate\n", "no signal 'y.rate'");
  // x and y follow from each other: looking for the one at fault has to end
  refused("  x: s + 0.6*sin(y)\n  z: x.rate\n  s: {kind: sensor, in: base.x, period: 10 ms}\n  y: x + 0.1*s\n",
          "first time derivative of 'x'");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(rates)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
