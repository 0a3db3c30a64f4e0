// marine_faults.c: water that is missing or twice there, tables that name no direction: told with cause and remedy.
#include "refusal.h"

#include <stdio.h>

static void refused(const char *parts, const char *what, const char *remedy)
{
  char yaml[1000];
  sprintf(yaml, "bodies: {hull: {mass: 10 kg, inertia: [1, 1, 1]}}\njoints: {base: {type: free, child: hull}}\nparts:\n%s",
          parts);
  assert_refused(yaml, what, remedy, 5);
}

static void water(void **state)
{
  (void)state;
  refused("  sea: {kind: marine.wave, amplitude: 1 m, period: 8 s}\n  lift: {kind: marine.buoyancy, frame: hull, volume: 1 l}\n",
          "the machine has none", "marine.water");
  refused("  sea: {kind: marine.water}\n  lake: {kind: marine.water, density: 1000}\n", "both the water", "one of them");
}

// Waves are written along z: on a world that hangs otherwise they gave no heave and decayed with no depth.
static void upright(void **state)
{
  (void)state;
  refused("  sea: {kind: marine.water}\n  w: {kind: marine.wave, amplitude: 1 m, period: 8 s}\ngravity: [0, -9.81, 0]\n",
          "gravity is not along it", "along z");
  refused(
      "  lake: {kind: marine.water}\n  w: {kind: marine.sea, height: 1 m, period: 8 s, frequencies: [1]}\ngravity: [1, 0, -9]\n",
      "gravity is not along it", "along z");
}

static void directions(void **state)
{
  (void)state;
  refused("  sea: {kind: marine.water}\n  d: {kind: marine.damping, frame: hull, linear: [[7, 1, 3]]}\n", "not 1 to 6", "roll");
  refused("  sea: {kind: marine.water}\n  d: {kind: marine.damping, frame: hull, quadratic: [[1, 1, 3], [2, 0, 1]]}\n",
          "not 1 to 6", "roll");
  refused("  sea: {kind: marine.water}\n  a: {kind: marine.added-mass, frame: hull, couple: [[1, 2.5, 3]]}\n", "not 1 to 6",
          "roll");
}

// A thruster without direction failed at t = 0 only, by a rate that was not finite; a part that lifts nothing said nothing.
static void nothing(void **state)
{
  (void)state;
  refused("  sea: {kind: marine.water}\n  jet: {kind: marine.thruster, frame: hull, dx: 0, torque: 3 N.m}\n",
          "its direction is zero", "dx, dy or dz");
  refused("  sea: {kind: marine.water}\n  l: {kind: marine.buoyancy, frame: hull}\n", "it has no volume", "or a shape");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(water), cmocka_unit_test(upright), cmocka_unit_test(directions),
                                     cmocka_unit_test(nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
