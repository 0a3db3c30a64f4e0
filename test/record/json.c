// json.c: JSON that is written reads back the same; what is not JSON is refused at its place.
#include "base/json.h"

#include <string.h>

#include "support.h"

static dv_json *read(dv_arena *a, dv_diags *d, const char *text) { return dv_json_read(a, d, "x", text, strlen(text)); }

static void test_round_trip(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  dv_json_out o = {.text = {.arena = a}};
  static const double x[] = {0.1, -1e-300, 3, NAN};
  static const char *const names[] = {"a \"quoted\" \\ text", "\xc3\xa6\n\t\x01"};
  dv_json_open(&o, NULL, '{');
  dv_json_numbers(&o, "x", x, 4);
  dv_json_texts(&o, "names", names, 2);
  dv_json_matrix(&o, "m", x, 1, 2);
  dv_json_bool(&o, "yes", 1);
  dv_json_text(&o, "none", NULL);
  dv_json_open(&o, "empty", '[');
  dv_json_close(&o);
  dv_json_close(&o);
  dv_diags *d = dv_diags_new(a);
  dv_json *v = read(a, d, dv_text_all(&o.text));
  assert_non_null(v);
  assert_int_equal(v->n, 6);
  for (int i = 0; i < 3; i++) assert_true(dv_json_find(v, "x")->item[i]->number == x[i]);
  assert_int_equal(dv_json_find(v, "x")->item[3]->type, DV_JSON_NULL);
  for (int i = 0; i < 2; i++) assert_string_equal(dv_json_find(v, "names")->item[i]->text, names[i]);
  assert_true(dv_json_find(v, "m")->item[0]->item[1]->number == x[1]);
  assert_int_equal(dv_json_find(v, "none")->type, DV_JSON_NULL);
  assert_int_equal(dv_json_find(v, "empty")->n, 0);
  dv_arena_free(a);
}

static void test_unicode(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  dv_json *v = read(a, dv_diags_new(a), "\"\\u00e6\\u20ac\\ud83d\\ude00\\/\"");
  assert_non_null(v);
  assert_string_equal(v->text, "\xc3\xa6\xe2\x82\xac\xf0\x9f\x98\x80/");
  dv_arena_free(a);
}

static void test_faults(void **state)
{
  (void)state;
  static const struct {
    const char *text, *message;
  } bad[] = {
      {"",                      "x:1:1: error: expected a JSON value"    },
      {"{\"a\": 1,\n \"b\" 2}", "x:2:6: error: expected ':'"             },
      {"[1, 2",                 "x:1:6: error: expected ',' or ']'"      },
      {"{\"a\": 1, \"a\": 2}",  "x:1:10: error: key \"a\" is given twice"},
      {"1 2",                   "x:1:3: error: something follows"        },
      {"\"\\ud800\"",           "surrogate"                              },
      {"\"\\u0000\"",           "zero"                                   },
      {"\"\\q\"",               "escape"                                 },
      {"\"a\nb\"",              "must end with"                          },
      {"01",                    "expected a JSON value"                  },
      {"1.",                    "expected a JSON value"                  },
      {"+1",                    "expected a JSON value"                  },
      {"1e999",                 "too large"                              },
      {"nan",                   "expected a JSON value"                  },
      {"{1: 2}",                "expected a key"                         },
      {"[1,]",                  "expected a JSON value"                  },
  };
  for (int i = 0; i < (int)(sizeof bad / sizeof *bad); i++) {
    dv_arena *a = dv_arena_new();
    dv_diags *d = dv_diags_new(a);
    if (read(a, d, bad[i].text)) fail_msg("accepted: %s", bad[i].text);
    assert_int_equal(d->nerror, 1);
    if (!strstr(dv_diag_text(d, 0), bad[i].message)) fail_msg("%s: %s", bad[i].text, dv_diag_text(d, 0));
    dv_arena_free(a);
  }
}

static void test_depth(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  char deep[4096];
  memset(deep, '[', sizeof deep);
  dv_diags *d = dv_diags_new(a);
  assert_null(dv_json_read(a, d, "x", deep, sizeof deep));
  assert_non_null(strstr(dv_diag_text(d, 0), "deep"));
  dv_arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_unicode),
                                     cmocka_unit_test(test_faults), cmocka_unit_test(test_depth)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
