// no_memory.c: whatever piece of memory is refused, the program gets an error and goes on, and nothing leaks or stays open.
//
// The linker leads the library's requests here (--wrap).
#include "descriptors.h"
#include "short_memory.h"
#include "support.h"

#include "davit/davit.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PLACES = 200 };

static long left = -1;  // pieces until one fails; < 0: none does
static long count;

static int fails(void)
{
  count++;
  return left >= 0 && left-- == 0;
}

typedef struct {
  const char *file, *method;
} sample;

// What every step gives: 0, or out of memory where one piece fails.
static int whole(const sample *x, const char *out)
{
  dv_session *s = dv_open(x->file);
  if (!s) return DV_NO_MEMORY;
  dv_set(s, "until", "0.02 s");
  if (x->method) dv_set(s, "solver.method", x->method);
  int code = dv_simulate(s);
  for (int i = 0; i < dv_message_count(s); i++) assert_true(strlen(dv_message(s, i)) > 0);
  if (code == DV_NO_MEMORY) {
    assert_int_equal(dv_message_count(s), 1);
    assert_non_null(strstr(dv_message(s, 0), "out of memory"));
    assert_int_equal(dv_row_count(s), 0);
  }
  if (!code) code = dv_save(s, out);
  dv_close(s);
  return code;
}

static void each_piece(const sample *x, int expected)
{
  char out[64];
  snprintf(out, sizeof out, "/tmp/davit-no-memory-%ld.csv", (long)getpid());
  count = 0;
  left = -1;
  assert_int_equal(whole(x, out), expected);
  long all = count, step = all > PLACES ? all / PLACES : 1;
  int open = open_descriptors();
  for (long i = 0; i < all; i += step) {
    left = i;
    int code = whole(x, out);
    if (code != DV_NO_MEMORY && code != expected) fail_msg("%s, piece %ld: %d", x->file, i, code);
    left = -1;
    assert_int_equal(open_descriptors(), open);
  }
  assert_int_equal(whole(x, out), expected);
  remove(out);
}

static void one_fails(void **state)
{
  static const sample x[] = {
      {"machines/planar-pendulum.yaml",    "rk4"       },
      {"machines/knuckle-boom-crane.yaml", "cvode-bdf" },
      {"machines/arm7.yaml",               "rosenbrock"},
      {"machines/forestry-bogie.yaml",     NULL        }
  };
  (void)state;
  for (size_t i = 0; i < sizeof x / sizeof *x; i++) each_piece(&x[i], DV_OK);
  each_piece(&(sample){"machines/no-such-file.yaml", NULL}, DV_BAD_FILE);
}

// Saving gives up alone: the results are still there, and so is the file that was to be replaced.
static void saving(const char *suffix)
{
  char out[64], pattern[80];
  struct stat before, after;
  glob_t found;
  snprintf(out, sizeof out, "/tmp/davit-no-memory-%ld.%s", (long)getpid(), suffix);
  snprintf(pattern, sizeof pattern, "%s.tmp*", out);
  dv_session *s = dv_open("machines/planar-pendulum.yaml");
  dv_set(s, "until", "0.1 s");
  assert_int_equal(dv_simulate(s), DV_OK);
  count = 0;
  assert_int_equal(dv_save(s, out), DV_OK);
  assert_int_equal(stat(out, &before), 0);
  int open = open_descriptors(), rows = dv_row_count(s), failed = 0;
  for (long i = 0, all = count; i < all; i++) {
    left = i;
    int code = dv_save(s, out);
    left = -1;
    failed += code == DV_NO_MEMORY;
    if (code != DV_NO_MEMORY && code != DV_OK) fail_msg(".%s, piece %ld: %d", suffix, i, code);
    assert_int_equal(open_descriptors(), open);
    assert_int_equal(glob(pattern, 0, NULL, &found), GLOB_NOMATCH);
    assert_int_equal(stat(out, &after), 0);
    assert_int_equal(after.st_size, before.st_size);
    assert_int_equal(dv_row_count(s), rows);
  }
  assert_true(failed > 1);
  remove(out);
  dv_close(s);
}

static void saving_fails(void **state)
{
  (void)state;
  saving("csv");
  saving("h5");
  saving("mat");
}

// A session goes on after it.
static void another_try(void **state)
{
  (void)state;
  dv_session *s = dv_open("machines/planar-pendulum.yaml");
  dv_set(s, "until", "0.02 s");
  for (long i = 0; i < 12; i += 3) {
    left = i;
    int code = dv_simulate(s);
    left = -1;
    if (code) assert_int_equal(code, DV_NO_MEMORY);
    assert_int_equal(dv_simulate(s), DV_OK);
  }
  dv_close(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_fails), cmocka_unit_test(saving_fails), cmocka_unit_test(another_try)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
