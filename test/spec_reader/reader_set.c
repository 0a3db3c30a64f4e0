// Settings: path=value reaches every place of the tree, and a mistyped path is named.
#include "reader.h"

#include "davit/kind.h"
#include "spec/doc.h"

static const char machine[] = "parameters: {m1: 2 kg, damping: 3}\n"
                              "until: 5 s\n"
                              "bodies:\n"
                              "  boom: {mass: m1, com: [0, 1, 2]}\n"
                              "joints:\n"
                              "  pin: {child: boom}\n"
                              "cases:\n"
                              "  fall: {initial: {pin.rate: 1}}\n";

static int set(dv_doc *doc, const char *path, const char *value) { return dv_doc_set(doc, path, value, (dv_mark){NULL, 0, 0}); }

static void test_good(void **state)
{
  (void)state;
  static const struct {
    const char *path, *value, *where, *text;
  } rows[] = {
      {"m1",                          "4 kg",             "parameters.m1",               "4 kg"   },
      {"parameters.m1",               "5 kg",             "parameters.m1",               "5 kg"   },
      {"until",                       "6",                "until",                       "6 s"    },
      {"gravity",                     "0",                "gravity",                     "0"      },
      {"bodies.boom.com[2]",          "7",                "bodies.boom.com.2",           "7"      },
      {"bodies.boom.com.1",           "8",                "bodies.boom.com[1]",          "8"      },
      {"bodies.boom.com",             "[9, 10]",          "bodies.boom.com[1]",          "10"     },
      {"joints.pin.position",         "0.1 rad",          "joints.pin.position",         "0.1 rad"},
      {"joints.pin.at",               "{xyz: [1, 2, 3]}", "joints.pin.at.xyz[2]",        "3"      },
      {"cases.fall.initial.pin.rate", "2",                "cases.fall.initial.pin.rate", "2"      },
      {"cases.fall.initial.pin.x",    "3",                "cases.fall.initial.pin.x",    "3"      },
      {"initial.pin",                 "4",                "initial.pin",                 "4"      },
      {"initial.pin.rate",            "5",                "initial.pin.rate",            "5"      },
  };
  fixture b = fixture_open();
  dv_doc *doc = dv_doc_read_memory(b.a, b.d, "f", machine, strlen(machine));
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    assert_int_equal(set(doc, rows[i].path, rows[i].value), 0);
    const dv_node *n = dv_doc_path(doc->root, rows[i].where);
    assert_non_null(n);
    assert_string_equal(n->text, rows[i].text);
  }
  // the key stays, and keeps its place
  assert_int_equal(dv_doc_path(doc->root, "parameters.m1")->key_mark.line, 1);
  assert_int_equal(dv_doc_find(doc->root, "parameters")->n, 2);
  assert_int_equal(set(doc, "bodies.boom.com", ""), 0);
  assert_int_equal(dv_doc_path(doc->root, "bodies.boom.com")->type, DV_NULL);
  expect_none(b);
  fixture_close(b);
}

static void test_node(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = dv_doc_read_memory(b.a, b.d, "f", machine, strlen(machine));
  const dv_node *com = dv_doc_path(doc->root, "bodies.boom.com");
  assert_int_equal(dv_doc_set_node(doc, "joints.pin.axis", com), 0);
  assert_int_equal(set(doc, "bodies.boom.com[0]", "5"), 0);
  assert_string_equal(dv_doc_path(doc->root, "joints.pin.axis[0]")->text, "0");  // a copy
  assert_int_equal(dv_doc_set_node(doc, "m2", com), -1);
  expect_diag(b, 0, "f:4:25: error", "there is no 'm2' in 'parameters'");
  fixture_close(b);
}

// A bare name: a parameter first, then an input's value or a plain signal.
static void test_signal(void **state)
{
  static const dv_kind lever = {.name = "signal.input", .external = 1}, *const kinds[] = {&lever, NULL};
  static const char text[] = "signals: {u: {kind: input, value: 1}, goal: 2*t, wave: {kind: sine}}\n";
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = dv_doc_read_memory(b.a, b.d, "f", text, strlen(text));
  doc->kinds = kinds;
  assert_int_equal(set(doc, "u", "3"), 0);
  assert_int_equal(set(doc, "goal", "4"), 0);
  assert_string_equal(dv_doc_path(doc->root, "signals.u.value")->text, "3");
  assert_string_equal(dv_doc_path(doc->root, "signals.goal")->text, "4");
  expect_none(b);
  assert_int_equal(set(doc, "wave", "5"), -1);
  expect_diag(b, 0, "error", "cannot set 'wave': the file has no parameters");
  fixture_close(b);
}

static void test_bad(void **state)
{
  (void)state;
  static const struct {
    const char *path, *value, *part;
  } rows[] = {
      {"dampnig",                               "1",       "there is no 'dampnig' in 'parameters'; did you mean 'damping'?"},
      {"bodes.boom.mass",                       "1",       "there is no 'bodes' in 'the file'; did you mean 'bodies'?"     },
      {"bodies.bom.mass",                       "1",       "there is no 'bom' in 'bodies'; did you mean 'boom'?"           },
      {"bodies.boom.com[3]",                    "1",       "there is no '3' in 'com'; it has items 0 to 2"                 },
      {"bodies.boom.com.x",                     "1",       "there is no 'x' in 'com'"                                      },
      {"bodies.boom.mass.x",                    "1",       "there is no 'x' in 'mass'"                                     },
      {"",                                      "1",       "not a path"                                                    },
      {".",                                     "1",       "cannot set '.'"                                                },
      {"bodies.",                               "1",       "cannot set 'bodies.'"                                          },
      {"bodies[",                               "1",       "cannot set 'bodies['"                                          },
      {"bodies.a]",                             "1",       "cannot set 'bodies.a]'"                                        },
      {"m1",                                    "[1, 2",   "not valid YAML"                                                },
      {"m1",                                    "!!int 3", "tags"                                                          },
      {"bodies.boom.com[99999999999999999999]", "1",       "it has items 0 to 2"                                           },
  };
  fixture b = fixture_open();
  dv_doc *doc = dv_doc_read_memory(b.a, b.d, "f", machine, strlen(machine));
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int n = b.d->n;
    if (!set(doc, rows[i].path, rows[i].value)) fail_msg("taken: %s", rows[i].path);
    expect_diag(b, n, "", rows[i].part);
  }
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_good), cmocka_unit_test(test_node), cmocka_unit_test(test_signal),
                                     cmocka_unit_test(test_bad)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
