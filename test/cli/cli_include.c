// cli_include.c: one file taken in twice under names of its own: each copy moves as the file alone does; faults with their
// places.
#include "command.h"

static const char arm[] = "doc: boom and elbow\n"
                          "parameters: {L: 1 m, m: 2 kg, k: 3 N.m/rad, J: m*L^2/12}\n"
                          "bodies:\n"
                          "  rod: {mass: m, com: [L/2, 0, 0], inertia: [0.01, J, J], points: {tip: [L, 0, 0]}}\n"
                          "  fore-arm: {mass: m/2, com: [L/4, 0, 0], inertia: [0.01, J, J]}\n"
                          "joints:\n"
                          "  boom: {type: revolute, axis: -y, child: rod, position: 0.3 rad}\n"
                          "  elbow: {type: revolute, axis: -y, parent: rod, child: fore-arm, at: {point: tip}, position: -0.5}\n"
                          "axes:\n"
                          "  line: {from: world, to: fore-arm}\n"
                          "  both: {sum: {boom: 1, elbow: 1}}\n"
                          "signals: {ref: '0.2*sin(3*t) + 0.1 [rad]'}\n"
                          "parts:\n"
                          "  spring: {kind: force.spring, axis: boom, stiffness: k}\n"
                          "  rope: {kind: force.damper, axis: line, damping: 2 N.s/m}\n"
                          "  law: {kind: control.pd-gravity, coordinates: [boom, elbow], kp: 20, kd: 5, goal: [ref, -0.5]}\n"
                          "  motor: {kind: force.effort, axis: boom, effort: law.effort.boom - 0.1*boom.rate}\n"
                          "  twin: {kind: force.damper, axis: both, damping: 0.5}\n"
                          "until: 1 s\n"
                          "solver: {method: rk4, step: 1 ms}\n";

static double final_of(command *c, const char *column) { return json_at(json_at(json_of(c), "final"), column)->number; }

static void twice(void **state)
{
  command *c = *state;
  put_file(c, "arm.yaml", arm);
  put_file(c, "two.yaml",
           "include:\n"
           "  - {file: arm.yaml, as: left}\n"
           "  - {file: arm.yaml, as: right, with: {L: 0.75*width, k: 1}, join: {parent: hull, at: {xyz: [0, -1, 2]}}}\n"
           "parameters: {width: 2 m}\n"
           "bodies: {hull: {}}\n"
           "joints: {stand: {type: fixed, child: hull}}\n"
           "until: 1 s\n"
           "solver: {method: rk4, step: 1 ms}\n");
  assert_int_equal(run(c, "run @/arm.yaml --json"), 0);
  double boom = final_of(c, "boom.position"), elbow = final_of(c, "elbow.position");
  assert_int_equal(run(c, "run @/arm.yaml --set L=1.5m --set k=1 --json"), 0);
  double long_boom = final_of(c, "boom.position"), long_elbow = final_of(c, "elbow.position");
  assert_int_equal(run(c, "run @/two.yaml --json"), 0);
  assert_near(final_of(c, "left_boom.position"), boom, 1e-12);
  assert_near(final_of(c, "left_elbow.position"), elbow, 1e-12);
  assert_near(final_of(c, "right_boom.position"), long_boom, 1e-12);
  assert_near(final_of(c, "right_elbow.position"), long_elbow, 1e-12);
  drop_file(c, "arm.yaml");
  drop_file(c, "two.yaml");
}

// The state that the file starts from is part of the machine.
static void initial_comes_along(void **state)
{
  command *c = *state;
  put_file(
      c, "arm.yaml",
      "parameters: {slow: 0.5}\nbodies: {rod: {mass: 1 kg, inertia: [1, 1, 1]}}\njoints: {pin: {type: revolute, child: rod}}\n"
      "initial: {pin: 20 deg, pin.rate: 2*slow}\n");
  put_file(c, "m.yaml", "include: [{file: arm.yaml, as: left, with: {slow: 0.25}}]\ngravity: 0\nuntil: 1 s\n");
  assert_int_equal(run(c, "run @/m.yaml --json"), 0);
  assert_near(final_of(c, "left_pin.position"), acos(-1) / 9 + 0.5, 1e-9);
  drop_file(c, "arm.yaml");
  drop_file(c, "m.yaml");
}

// What the controllers of the file believe is part of the machine: the law holds 3 kg at 1 m where there are 2 kg.
static void nominal_comes_along(void **state)
{
  command *c = *state;
  put_file(c, "arm.yaml",
           "parameters: {m: 2 kg, far: 1 m}\nbodies: {rod: {mass: m, com: [far, 0, 0]}}\n"
           "joints: {pin: {type: revolute, axis: -y, child: rod}}\n"
           "parts:\n  law: {kind: control.pd-gravity, coordinates: [pin], kp: 1, kd: 1, goal: [0]}\n"
           "  motor: {kind: force.effort, axis: pin, effort: law.effort.pin}\n"
           "nominal: {bodies.rod.mass: 1.5*m}\n");
  put_file(c, "m.yaml", "include: [{file: arm.yaml, as: left}]\n");
  // m far^2 acceleration = 3 kg g far - 2 kg g far
  assert_int_equal(run(c, "eval @/m.yaml --json"), 0);
  assert_near(json_at(json_of(c), "acceleration")->item[0]->number, 9.81 / 2, 1e-12);
  put_file(c, "m.yaml", "include: [{file: arm.yaml, as: left}]\nnominal: {left_m: 1 kg, bodies.left_rod.mass: 2 kg}\n");
  assert_int_equal(run(c, "eval @/m.yaml --json"), 0);
  assert_near(json_at(json_of(c), "acceleration")->item[0]->number, 0, 1e-12);
  drop_file(c, "arm.yaml");
  drop_file(c, "m.yaml");
}

// Two pairs of wheels that turn alike: the first follows the second, in each copy. `mesh` is a word of the language, too.
static void independent_comes_along(void **state)
{
  command *c = *state;
  put_file(c, "gear.yaml",
           "bodies: {a: {mass: 1 kg, inertia: [1, 1, 1]}, b: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
           "joints:\n  p: {type: revolute, child: a, position: 1 rad}\n  q: {type: revolute, child: b, position: 0.5 rad}\n"
           "loops: {mesh: {type: sum, sum: {p: 1, q: -1}}}\nindependent: q\n");
  put_file(c, "m.yaml", "include: [{file: gear.yaml, as: l}, {file: gear.yaml, as: r}]\nuntil: 1 ms\n");
  assert_int_equal(run(c, "run @/m.yaml --json"), 0);
  assert_near(final_of(c, "l_q.position"), 0.5, 1e-12);
  assert_near(final_of(c, "r_q.position"), 0.5, 1e-12);
  drop_file(c, "gear.yaml");
  drop_file(c, "m.yaml");
}

// What stays behind and makes another machine of the file is told.
static void left_behind(void **state)
{
  command *c = *state;
  const char *rod = "bodies: {rod: {mass: 1 kg}}\njoints: {pin: {type: prismatic, child: rod}}\n";
  put_file(c, "moon.yaml", dv_arena_text(c->arena, "%sgravity: 1.62\n", rod));
  put_file(c, "m.yaml", "include: [{file: moon.yaml, as: left}]\n");
  assert_int_equal(run(c, "check @/m.yaml"), 0);
  assert_says(c->err,
              "m.yaml:1:11: warning: 'moon.yaml' has gravity of its own, which stays behind under 'as'; write 'gravity:'");
  put_file(c, "m.yaml", "include: [{file: moon.yaml, as: left}]\ngravity: 9.81\n");
  assert_int_equal(run(c, "check @/m.yaml"), 0);
  assert_null(strstr(c->err, "warning"));
  put_file(c, "moon.yaml", dv_arena_text(c->arena, "%svariants: {heavy: {set: {bodies.rod.mass: 2 kg}}}\nvariant: heavy\n", rod));
  assert_int_equal(run(c, "check @/m.yaml"), 0);
  assert_says(c->err, "'moon.yaml' is meant as its variant 'heavy', which stays behind");
  drop_file(c, "moon.yaml");
  drop_file(c, "m.yaml");
}

static void faults(void **state)
{
  static const struct {
    const char *entry, *says;
  } bad[] = {
      {"{file: arm.yaml, as: left, with: {LL: 2}}",          "m.yaml:1:45: error: the included file has no parameter 'LL'"},
      {"{file: arm.yaml, as: 2nd}",                          "'2nd' cannot begin a name"                                  },
      {"{file: arm.yaml, join: {parent: hull}}",             "what is joined needs a name of its own; add 'as: name'"     },
      {"{file: arm.yaml, as: left, joined: {parent: hull}}", "did you mean 'join'?"                                       },
      {"{as: left}",                                         "has no 'file'"                                              },
      {"{file: arm.yaml, as: left, join: {parent: hul}}",    "parent body 'hul' does not exist"                           },
  };
  command *c = *state;
  put_file(c, "arm.yaml", arm);
  for (int i = 0; i < (int)(sizeof bad / sizeof *bad); i++) {
    put_file(
        c, "m.yaml",
        dv_arena_text(c->arena, "include: [%s]\nbodies: {hull: {}}\njoints: {s: {type: fixed, child: hull}}\n", bad[i].entry));
    assert_int_equal(run(c, "check @/m.yaml"), 1);
    assert_says(c->err, bad[i].says);
  }
  drop_file(c, "arm.yaml");
  drop_file(c, "m.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(twice, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(initial_comes_along, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(nominal_comes_along, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(independent_comes_along, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(left_behind, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(faults, command_setup, command_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
