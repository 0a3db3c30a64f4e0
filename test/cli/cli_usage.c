// cli_usage.c: help for every verb, exit codes, nearest names.
#include "command.h"

static const char *const verbs[] = {"check", "run",   "test",   "eval",    "equilibrium", "modes",
                                    "plot",  "kinds", "schema", "convert", "help",        "version"};
enum { VERBS = sizeof verbs / sizeof *verbs };

static void test_help(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "help"), 0);
  char *all = c->out;
  for (int i = 0; i < VERBS; i++) {
    assert_says(all, verbs[i]);
    assert_int_equal(run(c, "help %s", verbs[i]), 0);
    assert_says(c->out, dv_arena_text(c->arena, "usage: davit %s", verbs[i]));
    char *help = c->out;
    assert_int_equal(run(c, "%s --help", verbs[i]), 0);
    assert_string_equal(c->out, help);
    assert_string_equal(c->err, "");
  }
  assert_int_equal(run(c, "--help"), 0);
  assert_string_equal(c->out, all);
  assert_int_equal(run(c, "--version"), 0);
  assert_says(c->out, "davit ");
}

static void test_wrong_usage(void **state)
{
  static const struct {
    const char *line, *message;
  } bad[] = {
      {"",                                                              ""                           },
      {"runn x.yaml",                                                   "did you mean 'run'?"        },
      {"zzz",                                                           "see 'davit help'"           },
      {"help chek",                                                     "did you mean 'check'?"      },
      {"run",                                                           "needs FILE"                 },
      {"run a.yaml b.yaml",                                             "nothing to do with 'b.yaml'"},
      {"run --unti 3 a.yaml",                                           "did you mean '--until'?"    },
      {"eval a.urdf --base fre",                                        "did you mean 'free'?"       },
      {"run a.yaml --until",                                            "needs a value"              },
      {"run a.yaml --json=yes",                                         "takes no value"             },
      {"run a.yaml --out x.txt",                                        "use one of .csv, .h5, .mat" },
      {"run machines/planar-pendulum.yaml --solver rk5",                "did you mean 'rk4'?"        },
      {"run machines/planar-pendulum.yaml --until -1",                  "until"                      },
      {"run machines/planar-pendulum.yaml --until 3kg",                 "until"                      },
      {"run machines/planar-pendulum.yaml --set nonsense",              "nonsense"                   },
      {"run machines/planar-pendulum.yaml --set joints.pim.position=1", "did you mean 'pin'?"        },
      {"run machines/planar-pendulum.yaml --case A0",                   "did you mean 'A01'?"        },
      {"run machines/planar-pendulum.yaml --columns pin.rat",           "did you mean 'pin.rate'?"   },
      {"eval machines/planar-pendulum.yaml --jacobian pendulun",        "did you mean 'pendulum'?"   },
      {"test machines/planar-pendulum.yaml --case none",                "no case 'none'"             },
      {"kinds spirng",                                                  "did you mean 'spring'?"     },
      {"convert a.urdf b.txt",                                          "name it .yaml"              },
      {"plot x.csv --width wide",                                       "no size"                    },
  };
  command *c = *state;
  for (int i = 0; i < (int)(sizeof bad / sizeof *bad); i++) {
    if (run(c, "%s", bad[i].line) != 64) fail_msg("'%s' gives %d: %s", bad[i].line, c->code, c->err);
    assert_says(c->err, bad[i].message);
    assert_false(strstr(c->err, "\033"));  // no colour outside a terminal
  }
}

static void test_option_forms(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "run machines/planar-pendulum.yaml --until=0.5 --json --solver rk4 --step=1ms"), 0);
  assert_true(json_at(json_of(c), "until")->number == 0.5);
  assert_int_equal((int)json_at(json_of(c), "steps")->number, 500);
  assert_int_equal(run(c, "run --json --until 500ms -- machines/planar-pendulum.yaml"), 0);
  assert_true(json_at(json_of(c), "until")->number == 0.5);
}

static void test_reference(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "kinds"), 0);
  assert_says(c->out, "force.spring");
  assert_int_equal(run(c, "kinds force.spring"), 0);
  assert_says(c->out, "stiffness");
  char *full = c->out;
  assert_int_equal(run(c, "kinds spring"), 0);
  assert_string_equal(c->out, full);
  assert_int_equal(run(c, "kinds chain"), 0);  // no kind has that name; the rope's description says it
  assert_says(c->out, "force.rope");
  assert_int_equal(run(c, "kinds CHAIN"), 0);
  assert_says(c->out, "force.rope");
  assert_int_equal(run(c, "kinds --markdown"), 0);
  assert_says(c->out, "# Kinds");
  assert_int_equal(run(c, "schema"), 0);
  assert_non_null(dv_json_find(json_of(c), "$schema"));
}

// A closed pipe or a full disk is not success.
static void test_full_output(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "kinds >/dev/full"), 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_help), cmocka_unit_test(test_wrong_usage),
                                     cmocka_unit_test(test_option_forms), cmocka_unit_test(test_reference),
                                     cmocka_unit_test(test_full_output)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
