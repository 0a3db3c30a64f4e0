// Unit text -> factor, offset, dimension, against the units' definitions (SI brochure, ISO 80000, NIST SP 811).
#include "reader.h"

#include "base/shown.h"

#include "spec/units.h"

#define PI 3.14159265358979323846

static const struct {
  const char *text;
  double factor, offset;
  signed char e[7];  // kg m s K A mol cd
} good[] = {
    {"m",                       1,                     0,              {0, 1}                },
    {"mm",                      1e-3,                  0,              {0, 1}                },
    {"kg",                      1,                     0,              {1}                   },
    {"g",                       1e-3,                  0,              {1}                   },
    {"t",                       1e3,                   0,              {1}                   },
    {"min",                     60,                    0,              {0, 0, 1}             },
    {"ms",                      1e-3,                  0,              {0, 0, 1}             },
    {"h",                       3600,                  0,              {0, 0, 1}             },
    {"bar",                     1e5,                   0,              {1, -1, -2}           },
    {"mbar",                    100,                   0,              {1, -1, -2}           },
    {"GPa",                     1e9,                   0,              {1, -1, -2}           },
    {"N/mm^2",                  1e6,                   0,              {1, -1, -2}           },
    {"psi",                     6894.757293168361,     0,              {1, -1, -2}           },
    {"deg",                     PI / 180,              0,              {0}                   },
    {"rad",                     1,                     0,              {0}                   },
    {"rev",                     2 * PI,                0,              {0}                   },
    {"rpm",                     PI / 30,               0,              {0, 0, -1}            },
    {"rev/min",                 PI / 30,               0,              {0, 0, -1}            },
    {"deg/s",                   PI / 180,              0,              {0, 0, -1}            },
    {"Hz",                      1,                     0,              {0, 0, -1}            },
    {"1/s",                     1,                     0,              {0, 0, -1}            },
    {"s-1",                     1,                     0,              {0, 0, -1}            },
    {"s^-1",                    1,                     0,              {0, 0, -1}            },
    {"l",                       1e-3,                  0,              {0, 3}                },
    {"l/min",                   1e-3 / 60,             0,              {0, 3, -1}            },
    {"lpm",                     1e-3 / 60,             0,              {0, 3, -1}            },
    {"cm^3/rev",                1e-6 / (2 * PI),       0,              {0, 3}                },
    {"cSt",                     1e-6,                  0,              {0, 2, -1}            },
    {"mm^2/s",                  1e-6,                  0,              {0, 2, -1}            },
    {"kN",                      1e3,                   0,              {1, 1, -2}            },
    {"Nm",                      1,                     0,              {1, 2, -2}            },
    {"kNm",                     1e3,                   0,              {1, 2, -2}            },
    {"N.m/rad",                 1,                     0,              {1, 2, -2}            },
    {"N s/m",                   1,                     0,              {1, 0, -1}            },
    {"N*s/m",                   1,                     0,              {1, 0, -1}            },
    {"N/(m/s)",                 1,                     0,              {1, 0, -1}            },
    {"N/(m/s)^2",               1,                     0,              {1, -1}               },
    {"kg m^2",                  1,                     0,              {1, 2}                },
    {"kg.m2",                   1,                     0,              {1, 2}                },
    {"kg m**2",                 1,                     0,              {1, 2}                },
    {"kg m\xC2\xB2",            1,                     0,              {1, 2}                }, // superscript two
    {"m s\xE2\x81\xBB\xC2\xB2", 1,                     0,              {0, 1, -2}            }, // superscript minus two
    {"footcandle",              1 / (0.3048 * 0.3048), 0,              {0, -2, 0, 0, 0, 0, 1}},
    {"N\xC2\xB7m",              1,                     0,              {1, 2, -2}            }, // middle dot
    {"\xC2\xB0",                PI / 180,              0,              {0}                   }, // degree sign
    {"kg/m^3",                  1,                     0,              {1, -3}               },
    {"m/s^2",                   1,                     0,              {0, 1, -2}            },
    {"%",                       1e-2,                  0,              {0}                   },
    {"1",                       1,                     0,              {0}                   },
    {"km/h",                    1 / 3.6,               0,              {0, 1, -1}            },
    {"knot",                    1852.0 / 3600,         0,              {0, 1, -1}            },
    {"kW",                      1e3,                   0,              {1, 2, -3}            },
    {"kWh",                     3.6e6,                 0,              {1, 2, -2}            },
    {"Ah",                      3600,                  0,              {0, 0, 1, 0, 1}       },
    {"V",                       1,                     0,              {1, 2, -3, 0, -1}     },
    {"mH",                      1e-3,                  0,              {1, 2, -2, 0, -2}     },
    {"ohm",                     1,                     0,              {1, 2, -3, 0, -2}     },
    {"K",                       1,                     0,              {0, 0, 0, 1}          },
    {"degC",                    1,                     273.15,         {0, 0, 0, 1}          },
    {"degF",                    5.0 / 9,               459.67 * 5 / 9, {0, 0, 0, 1}          },
    {"mol",                     1,                     0,              {0, 0, 0, 0, 0, 1}    },
    {"cd",                      1,                     0,              {0, 0, 0, 0, 0, 0, 1} },
};

static void test_good(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_units *u = dv_units_open(b.a);
  assert_non_null(u);
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    double factor = NAN, offset = NAN;
    dv_dim dim = {.any = 1};
    if (dv_units_parse(u, good[i].text, &factor, &offset, &dim)) fail_msg("unknown: %s", good[i].text);
    assert_relative("value", factor, good[i].factor, 5e-16);
    assert_relative("value", offset, good[i].offset, 5e-16);
    assert_false(dim.any);
    for (int k = 0; k < 7; k++) assert_int_equal(dim.e[k], 2 * good[i].e[k]);
  }
  fixture_close(b);
}

// What an engineer does not mean: dates, logarithms, "m - 1 cm", a half power, the American ton, a prefix of degC.
static const char *const bad[] = {
    "",
    " ",
    "foo",
    "m - 1 cm",
    "m^0.5",
    "m^",
    "m^0",
    "g0",
    "2 m",
    "s since 2000-01-01",
    "lg(re 1 mW)",
    "dBZ",
    "ton",
    "oz",
    "m^99",
    "m//s",
    "(m",
    "m)",
    "m/",
    "/m",
    "m@3",
    "K @ 3",
    "\"",
    "'",
    "m.3",
    "10 m",
    "m^-0",
    "m^2^2",
    "((((((((((m))))))))))",
    "m,s",
    "\xFF",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "m^30.m^30",
    "mdegC",
    "kk",
    "k",
};

static void test_bad(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_units *u = dv_units_open(b.a);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    double factor, offset;
    dv_dim dim;
    if (!dv_units_parse(u, bad[i], &factor, &offset, &dim)) fail_msg("taken: '%s'", bad[i]);
  }
  fixture_close(b);
}

static dv_dim dim_of(dv_units *u, const char *text)
{
  double factor, offset;
  dv_dim dim = {.any = 1};
  assert_int_equal(dv_units_parse(u, text, &factor, &offset, &dim), 0);
  return dim;
}

static void test_text(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_units *u = dv_units_open(b.a);
  assert_string_equal(dv_dim_text(b.a, dim_of(u, "kN")), "a force (N)");
  assert_string_equal(dv_dim_text(b.a, dim_of(u, "t")), "a mass (kg)");
  assert_string_equal(dv_dim_text(b.a, dim_of(u, "deg")), "an angle or a pure number (rad, 1)");
  assert_string_equal(dv_dim_text(b.a, dim_of(u, "kg^2 m^-4 mol")), "kg^2 m^-4 mol");
  assert_string_equal(dv_dim_text(b.a,
                                  (dv_dim){
                                      .e = {0, 1}
  }),
                      "m^1/2");
  assert_string_equal(dv_dim_text(b.a, (dv_dim){.any = 1}), "a bare number");
  assert_true(dv_dim_equal(dim_of(u, "N.m"), dim_of(u, "J")));
  assert_true(dv_dim_equal(dim_of(u, "rad/s"), dim_of(u, "Hz")));
  assert_true(dv_dim_equal((dv_dim){.any = 1}, dim_of(u, "J")));
  assert_false(dv_dim_equal(dim_of(u, "m"), dim_of(u, "s")));
  fixture_close(b);
}

// What people read is what the reader reads: each row of shown.def against UDUNITS, and a unit goes over to the next at its size.
static void test_shown(void **state)
{
  static const struct {
    const char *si;
    double least;
    const char *unit;
    double factor, offset;
  } row[] = {
#define SHOWN(...) {__VA_ARGS__},
#include "base/shown.def"
  };
  (void)state;
  fixture b = fixture_open();
  dv_units *u = dv_units_open(b.a);
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    double factor = NAN, offset = NAN;
    dv_dim dim;
    if (dv_units_parse(u, row[i].unit, &factor, &offset, &dim)) fail_msg("unknown: %s", row[i].unit);
    assert_true(dv_dim_equal(dim, dim_of(u, row[i].si)));
    assert_relative(row[i].unit, row[i].factor, 1 / factor, 5e-16);
    assert_near(row[i].offset, -offset / factor, 1e-12);
    assert_string_equal(dv_shown_as(row[i].si, fmax(row[i].least, 1e-9)).unit, row[i].unit);
  }
  assert_string_equal(dv_shown_as("N", 999).unit, "N");
  assert_string_equal(dv_shown_as("J", 2e6).unit, "MJ");
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_good), cmocka_unit_test(test_bad), cmocka_unit_test(test_text),
                                     cmocka_unit_test(test_shown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
