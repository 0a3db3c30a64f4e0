// history.c: a log written as CSV, HDF5 and MAT comes back bit for bit, and equal logs give equal bytes.
#include "record/history.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

enum { ROWS = 1000, COLUMNS = 5, LONG = 100000 };

// Doubles of all sizes from a linear congruential generator, with the awkward ones in front.
static double awkward(uint64_t *seed, int i)
{
  static const double special[] = {0.1,      1.0 / 3,   5e-324, 1.7976931348623157e308, -0.0, NAN,
                                   INFINITY, -INFINITY, 1e22,   123456789.123456789};
  if (i < (int)(sizeof special / sizeof *special)) return special[i];
  double x;
  uint64_t bits = next_bits(seed);
  memcpy(&x, &bits, sizeof x);
  return isfinite(x) ? x : 1;
}

static dv_history *sample(dv_arena *a, int rows)
{
  static const dv_column columns[COLUMNS] = {
      {"time",                      "s"      },
      {"slide.position",            "m"      },
      {"columns",                   "rad"    },
      {"a-name.with/no, \"sense\"", "N.m/rad"},
      {"a_name.with.no",            ""       }
  };
  dv_history *l = dv_history_new(a, COLUMNS);
  memcpy(l->column, columns, sizeof columns);
  l->column[3].name = "a-name.with.no";
  uint64_t seed = 7;
  for (int i = 0; i < rows; i++) {
    double *row = dv_history_append(l);
    for (int j = 0; j < COLUMNS; j++) row[j] = awkward(&seed, i);
  }
  dv_history_fact(l, "machine", "sample");
  char *text = dv_arena_take(a, LONG + 1);
  dv_history_fact(l, "long", memset(text, 'x', LONG));
  dv_history_fact(l, "plots", "[{\"title\": \"\xc3\x98\"}]");
  return l;
}

static void assert_same(const dv_history *a, const dv_history *b)
{
  assert_int_equal(a->ncolumn, b->ncolumn);
  assert_int_equal(a->nrow, b->nrow);
  for (int j = 0; j < a->ncolumn; j++) {
    assert_string_equal(a->column[j].name, b->column[j].name);
    assert_string_equal(a->column[j].unit, b->column[j].unit);
  }
  for (int i = 0; i < a->nrow; i++)
    for (int j = 0; j < a->ncolumn; j++) {
      double x = dv_history_row(a, i)[j], y = dv_history_row(b, i)[j];
      if (!(isnan(x) && isnan(y))) assert_memory_equal(&x, &y, sizeof x);
    }
}

static char *folder(dv_arena *a)
{
  char *name = dv_arena_text(a, "%s", "/tmp/davit-log-XXXXXX");
  assert_non_null(mkdtemp(name));
  return name;
}

static void assert_equal_bytes(const char *a, const char *b)
{
  FILE *f = fopen(a, "rb"), *g = fopen(b, "rb");
  assert_true(f && g);
  for (int c; (c = fgetc(f)) != EOF;) assert_int_equal(c, fgetc(g));
  assert_int_equal(fgetc(g), EOF);
  fclose(f);
  fclose(g);
}

static void round_trip(const char *extension, int rows)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  char *dir = folder(a), *one = dv_arena_text(a, "%s/one%s", dir, extension), *two = dv_arena_text(a, "%s/two%s", dir, extension);
  dv_history *l = sample(a, rows);
  assert_int_equal(dv_history_write(l, one, d), 0);
  assert_int_equal(dv_history_write(sample(a, rows), two, d), 0);
  assert_equal_bytes(one, two);
  dv_history *back = dv_history_read(a, one, d);
  if (!back) fail_msg("%s", dv_diag_text(d, 0));
  assert_same(l, back);
  if (dv_history_facts(extension)) assert_string_equal(dv_history_fact_text(back, "plots"), dv_history_fact_text(l, "plots"));
  if (dv_history_facts(extension)) assert_int_equal(strlen(dv_history_fact_text(back, "long")), LONG);
  assert_int_equal(d->n, 0);
  remove(one);
  remove(two);
  assert_int_equal(rmdir(dir), 0);  // nothing else was left there
  dv_arena_free(a);
}

static void test_round_trip(void **state)
{
  (void)state;
  for (int i = 0; dv_history_format(i); i++) {
    round_trip(dv_history_format(i), ROWS);
    round_trip(dv_history_format(i), 1);
    round_trip(dv_history_format(i), 0);
  }
}

static void write_text(const char *path, const char *text)
{
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static void test_bad_files(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  char *dir = folder(a);
  static const struct {
    const char *name, *text, *message;
  } bad[] = {
      {"a.csv", "time [s],x\n0,1\n1\n",         "a.csv:4:1: error: the row has fewer"},
      {"b.csv", "time [s],x\n0,1,2\n",          "b.csv:2:5: error: the row has more" },
      {"c.csv", "time [s],x\n0,one\n",          "c.csv:2:3: error: expected a number"},
      {"d.csv", "",                             "empty"                              },
      {"e.h5",  "nonsense",                     "not an HDF5 file"                   },
      {"f.mat", "nonsense",                     "not a MAT file"                     },
      {"h.npy", "nonsense!!!!",                 "not a file of NumPy"                },
      {"i.npy", "\x93NUMPY\1 \377\377{'descr'", "ends within its header"             },
      {"g.txt", "0",                            "use one of .csv, .h5, .mat, .npy"   },
  };
  for (int i = 0; i < (int)(sizeof bad / sizeof *bad); i++) {
    dv_diags *d = dv_diags_new(a);
    char *path = dv_arena_text(a, "%s/%s", dir, bad[i].name);
    write_text(path, bad[i].text);
    assert_null(dv_history_read(a, path, d));
    assert_int_equal(d->nerror, 1);
    if (!strstr(dv_diag_text(d, 0), bad[i].message)) fail_msg("%s", dv_diag_text(d, 0));
    remove(path);
  }
  dv_diags *d = dv_diags_new(a);
  assert_int_equal(dv_history_write(sample(a, 3), dv_arena_text(a, "%s/no/such/folder.csv", dir), d), -1);
  assert_int_equal(d->nerror, 1);
  rmdir(dir);
  dv_arena_free(a);
}

static void test_patterns(void **state)
{
  (void)state;
  assert_true(dv_pattern_fits("*", ""));
  assert_true(dv_pattern_fits("arm.*.rate", "arm.elbow.rate"));
  assert_true(dv_pattern_fits("*a*b*", "xxaxxaxbx"));
  assert_true(dv_pattern_fits("*.rate", "a.rate.rate"));
  assert_false(dv_pattern_fits("*.rate", "a.rates"));
  assert_false(dv_pattern_fits("arm", "arms"));
  assert_false(dv_pattern_fits("a*b", "acbd"));
  dv_arena *a = dv_arena_new();
  dv_history *l = sample(a, 1);
  int out[COLUMNS], n = 0;
  assert_int_equal(dv_history_match(l, "slide", out, &n), 1);  // short for slide.position
  assert_int_equal(out[0], 1);
  assert_int_equal(dv_history_match(l, "*", out, &n), COLUMNS - 1);
  assert_int_equal(n, COLUMNS - 1);  // each once, the time left out
  assert_int_equal(dv_history_match(l, "nothing", out, &n), 0);
  dv_arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_bad_files),
                                     cmocka_unit_test(test_patterns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
