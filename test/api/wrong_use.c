// wrong_use.c: NULL in the place of a session or a text is told, and never crashes.
#include "support.h"

#include "davit/davit.h"

#include <string.h>

static void no_path(void **state)
{
  (void)state;
  dv_session *s = dv_open(NULL);
  assert_non_null(s);
  assert_int_equal(dv_check(s), DV_BAD_FILE);
  assert_int_equal(dv_message_count(s), 1);
  assert_non_null(strstr(dv_message(s, 0), "cannot read"));
  assert_int_equal(dv_simulate(s), DV_BAD_FILE);
  dv_close(s);
}

static void no_session(void **state)
{
  (void)state;
  dv_close(NULL);
  dv_case(NULL, "A01");
  dv_set(NULL, "until", "1 s");
  dv_record_only(NULL, "*");
  dv_use_kinds(NULL, "x.so");
  assert_int_equal(dv_check(NULL), DV_BAD_USE);
  assert_int_equal(dv_simulate(NULL), DV_BAD_USE);
  assert_int_equal(dv_save(NULL, "x.csv"), DV_BAD_USE);
  assert_int_equal(dv_message_count(NULL), 0);
  assert_string_equal(dv_message(NULL, 0), "");
  assert_int_equal(dv_row_count(NULL), 0);
  assert_int_equal(dv_column_count(NULL), 0);
  assert_string_equal(dv_column_name(NULL, 0), "");
  assert_string_equal(dv_column_unit(NULL, 0), "");
  assert_int_equal(dv_column_find(NULL, "x"), -1);
  double x = 7;
  dv_column_read(NULL, 0, &x);
  assert_true(x == 7);
  assert_int_equal(dv_summary_of(NULL).steps, 0);
}

static void no_texts(void **state)
{
  (void)state;
  dv_session *s = dv_open("machines/planar-pendulum.yaml");
  dv_case(s, NULL);
  dv_set(s, "until", "0.1 s");
  assert_int_equal(dv_simulate(s), DV_OK);
  assert_int_equal(dv_column_find(s, NULL), -1);
  assert_int_equal(dv_save(s, NULL), DV_BAD_USE);
  dv_column_read(s, 0, NULL);
  dv_set(s, NULL, "1");
  assert_int_equal(dv_check(s), DV_BAD_FILE);
  assert_true(dv_message_count(s) > 0);
  dv_close(s);
  s = dv_open("machines/planar-pendulum.yaml");
  dv_set(s, "until", NULL);
  assert_int_equal(dv_check(s), DV_BAD_FILE);
  assert_true(dv_message_count(s) > 0);
  dv_close(s);
  s = dv_open("machines/planar-pendulum.yaml");
  dv_record_only(s, NULL);
  assert_int_equal(dv_simulate(s), DV_BAD_USE);
  assert_true(dv_message_count(s) > 0);
  dv_close(s);
  s = dv_open("machines/planar-pendulum.yaml");
  dv_use_kinds(s, NULL);
  assert_int_equal(dv_simulate(s), DV_BAD_FILE);
  assert_true(dv_message_count(s) > 0);
  dv_close(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_path), cmocka_unit_test(no_session), cmocka_unit_test(no_texts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
