// oil.c: energy and compliance of oil belong together at every pressure, also below vacuum: B h' = p + h.
#include "support.h"

#include "kinds/hydraulic/oil.h"

static void assert_held(const oil_par *o, int aerated, double p)
{
  double d = 1e-4 * (fabs(p) + 1e5), h = oil_energy(o, aerated, p);
  double slope = (8 * (oil_energy(o, aerated, p + d) - oil_energy(o, aerated, p - d)) -
                  (oil_energy(o, aerated, p + 2 * d) - oil_energy(o, aerated, p - 2 * d))) /
                 (12 * d);
  double want = (p + h) * oil_compliance(o, aerated, p);
  if (!(fabs(slope - want) <= 1e-6 * (fabs(want) + 1e-3)))
    fail_msg("p = %g Pa, air %g: h' is %.9g, (p + h)/B is %.9g", p, o->air, slope, want);
}

static void energy_follows_the_modulus(void **state)
{
  static const double pressure[] = {-2e7, -3e6, -2e5, -1.5e5, -9e4, -3e4, 1e4, 1e5, 1e6, 2e7}, air[] = {0.001, 0.005, 0.1};
  (void)state;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 10; k++) {
      oil_par o = {1.4e9, air[i], 1.4};
      assert_held(&o, OIL_AERATED, pressure[k]);
      assert_held(&o, OIL_PURE, pressure[k]);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(energy_follows_the_modulus)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
