// Formulas: values and dimensions against C's own arithmetic, faults with their columns, bounds.
#include "reader.h"

#include "base/number.h"
#include "base/text.h"
#include "spec/formula.h"

#define PI 3.14159265358979323846

// L = 2 m, m = 3 kg, f = 0.5 1/s, t = 0.25 s, x = 1.5 (bare), left-arm.angle = 0.3 rad
static int find(void *context, const char *name, dv_quantity_value *out)
{
  static const struct {
    const char *name;
    double value;
    dv_dim dim;
  } known[] = {
      {"L",              2,    {.e = {0, 2}}    },
      {"m",              3,    {.e = {2}}       },
      {"f",              0.5,  {.e = {0, 0, -2}}},
      {"t",              0.25, {.e = {0, 0, 2}} },
      {"x",              1.5,  {.any = 1}       },
      {"left-arm.angle", 0.3,  {.any = 0}       },
  };
  (void)context;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(known[i].name, name)) return *out = (dv_quantity_value){known[i].value, known[i].dim}, 0;
  return -1;
}

static int evaluate(fixture b, dv_units *u, const char *text, dv_quantity_value *out)
{
  dv_formula f;
  dv_mark mark = {"f", 3, 10};
  if (dv_formula_parse(b.a, b.d, u, text, mark, &f)) return -1;
  return dv_formula_evaluate(b.d, &f, mark, find, NULL, out);
}

static void test_values(void **state)
{
  (void)state;
  const struct {
    const char *text;
    double value;
    const char *dim;
  } rows[] = {
      {"3",                                   3,                           "a bare number"                     },
      {"-.5e1",                               -5,                          "a bare number"                     },
      {" 7 ",                                 7,                           "a bare number"                     },
      {"250 bar",                             250e5,                       "a pressure (Pa)"                   },
      {"-5 mm",                               -0.005,                      "a length (m)"                      },
      {"30deg",                               PI / 6,                      "an angle or a pure number (rad, 1)"},
      {"20 degC",                             293.15,                      "a temperature (K)"                 },
      {"1/2",                                 0.5,                         "a bare number"                     },
      {"2*3+4*5",                             26,                          "a bare number"                     },
      {"2-3-4",                               -5,                          "a bare number"                     },
      {"2/4/2",                               0.25,                        "a bare number"                     },
      {"-2^2",                                -4,                          "a bare number"                     },
      {"2^3^2",                               512,                         "a bare number"                     },
      {"2**-1",                               0.5,                         "a bare number"                     },
      {"(2+3)*-4",                            -20,                         "a bare number"                     },
      {"- -3",                                3,                           "a bare number"                     },
      {"2*L + 30[cm]",                        4.3,                         "a length (m)"                      },
      {"L + 1",                               3,                           "a length (m)"                      },
      {"1 + L",                               3,                           "a length (m)"                      },
      {"m*L^2/12",                            1,                           "an inertia (kg.m^2)"               },
      {"sqrt(L/g0)",                          sqrt(2 / 9.80665),           "a time (s)"                        },
      {"sqrt(2/(870[kg/m^3]))*sqrt(10[bar])", sqrt(2 / 870.0) * sqrt(1e6), "a velocity (m/s)"                  },
      {"L^0.5*L^1.5",                         4,                           "an area (m^2)"                     },
      {"sin(2*pi*f*t)",                       sin(PI / 4),                 "a bare number"                     },
      {"L*cos(30[deg])",                      2 * cos(PI / 6),             "a length (m)"                      },
      {"atan2(L, 2*L)",                       atan2(1,                     2),                                   "an angle or a pure number (rad, 1)"},
      {"asin(0.5)",                                     PI / 6,                                                      "an angle or a pure number (rad, 1)"                                               },
      {"exp(log(5))",                                     5,                                                    "a bare number"   },
      {"min(L, 3[m])",                                     2,                                                   "a length (m)"                                              },
      {"max(L, 3)",                                     3,                                                      "a length (m)"      },
      {"abs(-L)",                                     2,                                                        "a length (m)"                                                },
      {"sign(-L)*x",                                     -1.5,                                                     "a bare number"},
      {"select(less(L, 3[m]), m, 7)",                                     3,                                    "a mass (kg)"                                  },
      {"floor(2.7) + tanh(0)",                                     2,                                           "a bare number"       },
      {"cosh(2)/sinh(2)*tanh(2)",                                     1,                                        "a bare number"                               },
      {"tan(0.3)+acos(1)+atan(0)",                                     tan(0.3),                                       "an angle or a pure number (rad, 1)"},
      {"'left-arm'.angle*2",                                     0.6,                                             "an angle or a pure number (rad, 1)"                                          },
      {"3*[mm]",                                     0.003,                                                         "a length (m)"         },
      {"e^x",                                     exp(1.5),                                                            "a bare number"                                          },
      {"1e-3*1E3",                                     1,                                                       "a bare number"           },
  };
  fixture b = fixture_open();
  dv_units *u = dv_units_open(b.a);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dv_quantity_value q = {0, {.any = 0}};
    if (evaluate(b, u, rows[i].text, &q)) fail_msg("%s: %s", rows[i].text, b.d->n ? dv_diag_text(b.d, 0) : "unknown name");
    assert_relative("value", q.value, rows[i].value, 4e-16);
    assert_string_equal(dv_dim_text(b.a, q.dim), rows[i].dim);
  }
  expect_none(b);
  fixture_close(b);
}

// Columns count from the mark, 3:10.
static void test_faults(void **state)
{
  (void)state;
  static const struct {
    const char *text, *place, *part;
  } rows[] = {
      {"",               "f:3:10: error", "ends too early"                                        },
      {"2*",             "f:3:12: error", "ends too early"                                        },
      {"2*)",            "f:3:12: error", "unexpected ')'"                                        },
      {"L + m",          "f:3:12: error", "left of it is a length (m), right of it is a mass (kg)"},
      {"2*(L - m)",      "f:3:15: error", "both sides of '-'"                                     },
      {"min(L, m)",      "f:3:10: error", "both sides of 'min'"                                   },
      {"1 + sin(L)",     "f:3:14: error", "'sin' takes a pure number, but this is a length"       },
      {"L^x^L",          "f:3:13: error", "'^' takes a pure number"                               },
      {"L^0.3",          "f:3:11: error", "cannot be raised"                                      },
      {"sqrt(sqrt(L))",  "f:3:10: error", "square root"                                           },
      {"sni(3)",         "f:3:10: error", "did you mean 'sin'?"                                   },
      {"frobnicate(3)",  "f:3:10: error", "functions are sin"                                     },
      {"atan2(1)",       "f:3:10: error", "it takes 2"                                            },
      {"sin(1, 2)",      "f:3:10: error", "wrong number of arguments"                             },
      {"sin(1",          "f:3:15: error", "'sin(' is not closed"                                  },
      {"(1 + 2",         "f:3:10: error", "parenthesis is not closed"                             },
      {"3 foo",          "f:3:12: error", "unknown unit 'foo'"                                    },
      {"3 ton",          "f:3:12: error", "t (1000 kg)"                                           },
      {"2*3[foo]",       "f:3:14: error", "unknown unit 'foo'"                                    },
      {"2*3[mm",         "f:3:13: error", "the unit is not closed"                                },
      {"2*L m",          "f:3:14: error", "stands in brackets"                                    },
      {"2 m - 1 cm",     "f:3:12: error", "unknown unit"                                          },
      {"[degC]",         "f:3:10: error", "offset"                                                },
      {"1e999",          "f:3:10: error", "out of range"                                          },
      {"2*1e999",        "f:3:12: error", "out of range"                                          },
      {"'left",          "f:3:11: error", "not closed"                                            },
      {"a.",             "f:3:12: error", "a name is missing"                                     },
      {"x $ 3",          "f:3:12: error", "unexpected '$ 3'"                                      },
      {"x == 3",         "f:3:12: error", "unexpected '== 3'"                                     },
      {"0x10",           "f:3:11: error", "unknown unit 'x10'"                                    },
      {"L^30*L^30*L^30", "f:3:19: error", "powers are too large"                                  },
  };
  fixture b = fixture_open();
  dv_units *u = dv_units_open(b.a);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dv_quantity_value q;
    int n = b.d->n;
    if (!evaluate(b, u, rows[i].text, &q)) fail_msg("taken: %s", rows[i].text);
    expect_diag(b, n, rows[i].place, rows[i].part);
    assert_int_equal(b.d->n, n + 1);
  }
  fixture_close(b);
}

static void test_names(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_units *u = dv_units_open(b.a);
  dv_formula f;
  assert_int_equal(dv_formula_parse(b.a, b.d, u, "a.b + c*a.b + pi", (dv_mark){"f", 1, 1}, &f), 0);
  assert_int_equal(f.ninput, 2);
  assert_string_equal(f.input[0], "a.b");
  assert_string_equal(f.input[1], "c");
  assert_int_equal(f.input_at[1], 6);
  dv_quantity_value q;
  assert_int_equal(dv_formula_evaluate(b.d, &f, (dv_mark){"f", 1, 1}, find, NULL, &q),
                   -1);  // unknown: the lookup's owner reports
  expect_none(b);
  fixture_close(b);
}

static char *repeat(fixture b, const char *head, const char *piece, int n, const char *tail)
{
  dv_text t = {.arena = b.a};
  dv_text_add(&t, "%s", head);
  for (int i = 0; i < n; i++) dv_text_add(&t, "%s", piece);
  dv_text_add(&t, "%s", tail);
  return t.at;
}

static void test_bounds(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_units *u = dv_units_open(b.a);
  const char *too_much[] = {
      repeat(b, "", "(", 3000, ""),   repeat(b, "", "-", 3000, "1"),  repeat(b, "1", "+1", 1000, ""),
      repeat(b, "1", "^1", 1000, ""), repeat(b, "", "1+(", 40, "1"),  repeat(b, "", "sin(", 500, "1"),
      repeat(b, "", "a", 5000, ""),   repeat(b, "1", " ", 5000, "m"),
  };
  dv_quantity_value q;
  for (size_t i = 0; i < sizeof too_much / sizeof *too_much; i++) {
    b.d = dv_diags_new(b.a);
    assert_int_equal(evaluate(b, u, too_much[i], &q), -1);
    assert_int_equal(b.d->n, 1);
  }
  // just inside: 256 constants and 255 sums
  assert_int_equal(evaluate(b, u, repeat(b, "1", "+1", 255, ""), &q), 0);
  assert_true(q.value == 256);
  fixture_close(b);
}

// Random expressions, written down while C computes them.
typedef struct {
  uint64_t seed;
  dv_text text;
} dice;

static double write_random(dice *d, int depth)
{
  double a, c;
  if (depth == 0 || roll(&d->seed, 5) == 0) {
    a = (double)roll(&d->seed, 1000) / 64;
    dv_text_number(&d->text, a);
    return a;
  }
  uint64_t which = roll(&d->seed, 6);
  dv_text_add(&d->text, which == 4 ? "cos(" : which == 5 ? "max(" : "(");
  a = write_random(d, depth - 1);
  if (which == 4) return dv_text_add(&d->text, ")"), cos(a);
  dv_text_add(&d->text, which == 5 ? ", " : which == 0 ? " + " : which == 1 ? "-" : which == 2 ? "*" : " / ");
  c = write_random(d, depth - 1);
  dv_text_add(&d->text, ")");
  return which == 0 ? a + c : which == 1 ? a - c : which == 2 ? a * c : which == 3 ? a / c : fmax(a, c);
}

static void test_random(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_units *u = dv_units_open(b.a);
  for (uint64_t i = 0; i < 2000; i++) {
    dice d = {.seed = i, .text = {.arena = b.a}};
    double want = write_random(&d, 6);
    dv_quantity_value q;
    if (evaluate(b, u, d.text.at, &q)) fail_msg("%s: %s", d.text.at, dv_diag_text(b.d, 0));
    if (isfinite(want) && q.value != want) fail_msg("%s = %.17g, not %.17g", d.text.at, q.value, want);
  }
  fixture_close(b);
}

// 2^-1074 to 2^1023, and back to the same bits.
static void test_numbers(void **state)
{
  (void)state;
  dice d = {.seed = 7};
  for (int i = 0; i < 20000; i++) {
    uint64_t bits = (roll(&d.seed, UINT64_C(1) << 31) << 33) ^ (roll(&d.seed, UINT64_C(1) << 31) << 10) ^ roll(&d.seed, 1024);
    double x, y = 0;
    memcpy(&x, &bits, sizeof x);
    if (!isfinite(x)) continue;
    char text[DV_NUMBER_TEXT];
    const char *end = dv_number_read(dv_number_write(text, x), &y);
    assert_non_null(end);
    assert_int_equal(*end, 0);
    if (memcmp(&x, &y, sizeof x) != 0) fail_msg("%s is %.17g", text, x);
  }
  double y;
  assert_null(dv_number_read("inf", &y));
  assert_null(dv_number_read("nan", &y));
  assert_null(dv_number_read(".", &y));
  assert_null(dv_number_read("-", &y));
  assert_string_equal(dv_number_read("1e", &y), "e");
  assert_string_equal(dv_number_read("0x10", &y), "x10");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_values), cmocka_unit_test(test_faults),
                                     cmocka_unit_test(test_names),  cmocka_unit_test(test_bounds),
                                     cmocka_unit_test(test_random), cmocka_unit_test(test_numbers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
