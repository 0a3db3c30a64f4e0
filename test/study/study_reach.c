// study_reach.c: inverse kinematics and workspace: closed forms, forward kinematics, and arms in general position.
#include "command.h"

#include "record/history.h"
#include "study/workspace.h"

static uint64_t seed = 12345;

static dv_machine *open_machine(const char *path)
{
  dv_machine *m = dv_machine_open(path, NULL);
  assert_non_null(m->model);
  return m;
}

static dv_arm *arm_of(dv_machine *m, const char *point)
{
  return dv_arm_new(dv_kinematics_new(m->arena, m), point, NULL, NULL, 0, m->diags);
}

static double nearest_branch(const dv_reach *r, const double *q)
{
  double best = HUGE_VAL;
  for (int i = 0; i < r->nbranch; i++) {
    double off = 0;
    for (int j = 0; j < 3; j++) off = fmax(off, fabs(remainder(r->branch[i].moved[j] - q[j], 2 * M_PI)));
    best = fmin(best, off);
  }
  return best;
}

// q3 < 0, r > 0: the way there and back is the identity; every branch is where it should be.
static void test_loader(void **state)
{
  (void)state;
  dv_machine *m = open_machine("test/study/loader.yaml");
  dv_arm *c = arm_of(m, "stick.tip");
  double p[3], l1 = 0.153, l2 = 4.118, l3 = 4.229, d1 = 0.786;
  assert_int_equal(c->n, 3);
  dv_arm_point(c, (double[]){0.3, 0.2, -1.0}, p);
  assert_near(p[0], 6.81659988, 5e-9);
  assert_near(p[1], 2.10862144, 5e-9);
  assert_near(p[2], -1.42957860, 5e-9);
  for (int i = 0; i < 200; i++) {
    double q[3] = {uniform(&seed, -3, 3), uniform(&seed, -1.2, 1.4), uniform(&seed, -2.9, -0.1)},
           r = l1 + l2 * cos(q[1]) + l3 * cos(q[1] + q[2]);
    dv_reach out;
    if (r < 0.1) continue;
    double target[3] = {cos(q[0]) * r, sin(q[0]) * r, d1 + l2 * sin(q[1]) + l3 * sin(q[1] + q[2])};
    dv_reach_target(c, target, q, &out);
    assert_true(out.complete);
    assert_true(out.nbranch >= 2 && out.nbranch <= 4);
    assert_near(nearest_branch(&out, q), 0, 1e-12);
    for (int k = 0; k < out.nbranch; k++) assert_near(out.branch[k].distance, 0, 1e-12);
  }
  dv_machine_close(m);
}

// Axes that neither meet nor are parallel, that meet, that are parallel: the closed form loses no branch that a search finds.
static void test_general(void **state)
{
  command *c = *state;
  for (int i = 0; i < 30; i++) {
    char text[1200];
    const char *middle = i % 3 == 0   ? "xyz: [0.4, 0.3, 0.2], rpy: [0.7, 0.4, 0.1]"
                         : i % 3 == 1 ? "xyz: [0, 0, 0.5], rpy: [1.1, 0, 0]"
                                      : "xyz: [0.6, 0.1, 0.2]";
    snprintf(text, sizeof text,
             "bodies:\n  a: {mass: 1, inertia: [1, 1, 1]}\n  b: {mass: 1, inertia: [1, 1, 1]}\n  c: {mass: 1, inertia: [1, 1, "
             "1], points: {tip: [%g, %g, %g]}}\njoints:\n"
             "  q1: {type: revolute, child: a, at: {xyz: [0.1, 0.2, 0.3], rpy: [%g, 0.2, 0]}}\n"
             "  q2: {type: revolute, parent: a, child: b, at: {%s}}\n"
             "  q3: {type: revolute, parent: b, child: c, at: {xyz: [%g, 0.1, 0.2], rpy: [%g, %g, 0]}}\n",
             uniform(&seed, 0.2, 1), uniform(&seed, -0.5, 0.5), uniform(&seed, -0.5, 0.5), uniform(&seed, -1, 1), middle,
             uniform(&seed, 0.2, 0.8), uniform(&seed, -1.5, 1.5), uniform(&seed, -1.5, 1.5));
    put_file(c, "arm.yaml", text);
    dv_machine *m = open_machine(dv_arena_text(c->arena, "%s/arm.yaml", c->dir));
    dv_arm *arm = arm_of(m, "c.tip");
    double q[3] = {uniform(&seed, -3, 3), uniform(&seed, -3, 3), uniform(&seed, -3, 3)}, target[3], other[3];
    dv_reach out;
    dv_arm_point(arm, q, target);
    dv_reach_target(arm, target, NULL, &out);
    assert_true(out.complete);
    assert_near(nearest_branch(&out, q), 0, 1e-6);
    // neighbours on the other branches are found from their own targets too
    for (int k = 0; k < out.nbranch; k++) {
      dv_reach again;
      dv_arm_point(arm, out.branch[k].moved, other);
      dv_reach_target(arm, other, NULL, &again);
      assert_int_equal(again.nbranch, out.nbranch);
    }
    dv_machine_close(m);
  }
  drop_file(c, "arm.yaml");
}

// Six joints whose last three axes meet (Pieper 1968): eight poses take the hand to one place and attitude.
static const char *wrist =
    "bodies:\n  a: {mass: 1, inertia: [1, 1, 1]}\n  b: {mass: 1, inertia: [1, 1, 1]}\n  c: {mass: 1, inertia: [1, 1, 1]}\n"
    "  d: {mass: 1, inertia: [1, 1, 1]}\n  g: {mass: 1, inertia: [1, 1, 1]}\n"
    "  f: {mass: 1, inertia: [1, 1, 1], points: {tool: [0.1, 0.05, 0.2]}}\njoints:\n"
    "  q1: {type: revolute, child: a, axis: z}\n"
    "  q2: {type: revolute, parent: a, child: b, axis: y, at: {xyz: [0, 0.15, 0.6]}}\n"
    "  q3: {type: revolute, parent: b, child: c, axis: y, at: {xyz: [0, -0.05, 0.9]}}\n"
    "  q4: {type: revolute, parent: c, child: d, axis: z, at: {xyz: [0, 0, 0.8]}}\n"
    "  q5: {type: revolute, parent: d, child: g, axis: y}\n"
    "  q6: {type: revolute, parent: g, child: f, axis: z}\n";

static void test_attitude(void **state)
{
  command *c = *state;
  put_file(c, "wrist.yaml", wrist);
  const char *path = dv_arena_text(c->arena, "%s/wrist.yaml", c->dir);
  dv_machine *m = open_machine(path);
  dv_heading h = {
      .n = 2, .axis = {{1, 0, 0}, {0, 1, 0}}
  };
  dv_arm *arm = dv_arm_new(dv_kinematics_new(m->arena, m), "f.tool", &h, NULL, 0, m->diags);
  assert_int_equal(arm->n, 6);
  for (int i = 0; i < 5; i++) {
    double q[6] = {uniform(&seed, -3, 3), uniform(&seed, -0.2, 0.6), uniform(&seed, 0.5, 1.5),
                   uniform(&seed, -2, 2), uniform(&seed, 0.4, 1.4),  uniform(&seed, -3, 3)};
    double at[3], ahead[3];
    dv_reach out;
    dv_arm_point(arm, q, at);
    for (int k = 0; k < 2; k++) {
      dv_arm_spot(arm, &arm->ahead[k], q, ahead, NULL);
      for (int j = 0; j < 3; j++) arm->heading.along[k][j] = ahead[j] - at[j];
    }
    dv_reach_target(arm, at, q, &out);
    assert_int_equal(out.nbranch, 8);
    for (int j = 0; j < 6; j++) assert_near(remainder(out.branch[0].moved[j] - q[j], 2 * M_PI), 0, 1e-7);
  }
  dv_machine_close(m);
  // the tool upside down, by attitude and by one axis; a hand that cannot turn so says by how much
  assert_int_equal(run(c, "ik %s --point f.tool --target 0.8,0.3,0.5 --rpy 180deg,0,0.4 --json", path), 0);
  assert_int_equal(json_at(json_of(c), "branches")->n, 8);
  assert_int_equal(run(c, "ik %s --point f.tool --target 0.8,0.3,0.5 --heading z=0,0,-2 --json", path), 0);
  assert_near(json_at(json_at(json_of(c), "branches")->item[0], "turned")->number, 0, 1e-9);
  assert_int_equal(run(c, "ik %s --point f.tool --target 0.8,0.3,0.5 --rpy 180deg,0,0.4 --joints q1,q2,q3", path), 2);
  assert_says(c->err, "deg off");
  assert_int_equal(run(c, "ik %s --point f.tool --target 0,0,1 --rpy 0,0", path), 64);
  assert_int_equal(run(c, "ik %s --point f.tool --target 0,0,1 --heading w=0,0,1", path), 64);
  assert_int_equal(run(c, "ik %s --point f.tool --target 0,0,1 --heading z=0,0,0", path), 64);
  assert_int_equal(run(c, "ik %s --point f.tool --target 0,0,1 --heading z=0,0,1 --rpy 0,0,0", path), 64);
  drop_file(c, "wrist.yaml");
}

static void test_command(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "ik test/study/loader.yaml --point stick.tip --target 5,1,0 --json"), 0);
  const dv_json *v = json_of(c), *b = json_at(v, "branches")->item[0];
  assert_int_equal((int)json_at(v, "within")->number, 1);
  assert_true(json_at(b, "within")->number == 1);
  assert_near(json_at(b, "q1")->number, atan2(1, 5), 1e-12);
  // a redundant chain: damped least squares
  assert_int_equal(run(c, "ik machines/arm7.yaml --point link7 --target 0.3,0.2,0.6 --json"), 0);
  v = json_of(c);
  assert_string_equal(json_at(v, "method")->text, "damped least squares");
  assert_near(json_at(json_at(v, "branches")->item[0], "distance")->number, 0, 1e-9);
  // out of reach: both joints stretch as far as the cylinder lets them, straight at the target
  assert_int_equal(run(c, "ik test/study/loader.yaml --point stick.tip --target '9 m,0,0.786 m' --json"), 2);
  v = json_of(c);
  double reach = sqrt(4.118 * 4.118 + 4.229 * 4.229 + 2 * 4.118 * 4.229 * cos(-70.4025344 * M_PI / 180)) + 0.153;
  assert_near(json_at(json_at(v, "nearest"), "distance")->number, 9 - reach, 1e-6);
  assert_near(json_at(json_at(json_at(v, "nearest"), "axes"), "stick-cylinder")->number, 2.41, 1e-7);
  assert_says(c->out, "out of reach");
  assert_int_equal(run(c, "ik test/study/loader.yaml --point stick.tip --target 6.8,2.1,-1.4"), 2);
  assert_says(c->err, "only beyond limits (stick-cylinder 2.5");
  assert_int_equal(run(c, "ik test/study/loader.yaml --point stick.tpi --target 1,2,3"), 64);
  assert_says(c->err, "did you mean 'stick.tip'?");
  assert_int_equal(run(c, "ik test/study/loader.yaml --point stick.tip --target 1,2"), 64);
  assert_int_equal(run(c, "ik test/study/loader.yaml --point stick.tip --target '1 kg,2,3'"), 64);
  assert_int_equal(run(c, "ik test/study/loader.yaml --point stick.tip --target 5,1,0 --seed q9=1"), 64);
  assert_int_equal(run(c, "ik test/study/loader.yaml --point stick.tip --target 5,1,0 --joints q1,q4"), 64);
  assert_int_equal(run(c, "ik test/study/loader.yaml --point base --target 5,1,0"), 64);
  // a cylinder that is too short for its place
  assert_int_equal(
      run(c, "ik test/study/loader.yaml --point stick.tip --target 5,1,0 --set 'axes.stick-cylinder.limits=[0.1 m, 0.2 m]'"), 64);
  assert_says(c->err, "axis 'stick-cylinder' is beyond its limits in every pose of 'q3'");
  // a cylinder as a loop: the same angles, and the loop is closed there
  assert_int_equal(run(c, "ik test/study/jib.yaml --point fore.tip --target 5,0,0.5 --json"), 0);
  double luff = json_at(json_at(json_of(c), "branches")->item[0], "luff")->number;
  assert_int_equal(run(c, "ik test/study/jib.yaml --variant linkage --point fore.tip --target 5,0,0.5 --json"), 0);
  v = json_of(c);
  double same = HUGE_VAL;
  for (int i = 0; i < json_at(v, "branches")->n; i++)
    same = fmin(same, fabs(json_at(json_at(v, "branches")->item[i], "luff")->number - luff));
  assert_near(same, 0, 1e-8);
}

static void test_workspace(void **state)
{
  static const double corner[4][2] = {
      {0.3002, -2.4193},
      {4.1744, -4.7233},
      {3.3249, 1.2703 },
      {5.2077, 5.3658 }
  };
  command *c = *state;
  assert_int_equal(
      run(c, "workspace test/study/loader.yaml --point stick.tip --json --svg @/w.svg --csv @/w.csv --sweep 3 --compare l3=3.5m"),
      0);
  const dv_json *v = json_of(c);
  assert_near(json_at(v, "r")->item[0]->number, 0.3002, 5e-5);
  assert_near(json_at(v, "r")->item[1]->number, 6.9739, 5e-5);
  assert_near(json_at(v, "z")->item[0]->number, -4.7247, 5e-5);
  assert_near(json_at(v, "z")->item[1]->number, 5.3658, 5e-5);
  assert_near(json_at(v, "area")->number, 30.37, 5e-3);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 2; k++) assert_near(json_at(v, "corners")->item[i]->item[k]->number, corner[i][k], 5e-5);
  const dv_json *q2 = json_at(json_at(v, "ranges"), "q2"), *q3 = json_at(json_at(v, "ranges"), "q3");
  double deg = M_PI / 180, a[2] = {q2->item[0]->number, q2->item[1]->number}, b[2] = {q3->item[0]->number, q3->item[1]->number};
  assert_near(a[0], -18.134 * deg, 1e-5);
  assert_near(a[1], 77.917 * deg, 1e-5);
  assert_near(b[0], -134.811 * deg, 1e-5);
  assert_near(b[1], -70.403 * deg, 1e-5);
  // integral of l2 l3 |sin q3|, and Pappus with r = l1 + l2 cos q2 + l3 cos(q2 + q3)
  assert_near(json_at(v, "area")->number, 4.118 * 4.229 * (cos(b[1]) - cos(b[0])) * (a[1] - a[0]), 1e-3);
  assert_true(json_at(v, "least_det")->number > 0);  // no singular pose within limits
  assert_true(json_at(v, "folds")->number == 0);
  // a shorter stick: its area by the same integral
  const dv_json *other = json_at(v, "compared")->item[0];
  assert_near(json_at(other, "area")->number, 4.118 * 3.5 * (cos(b[1]) - cos(b[0])) * (a[1] - a[0]), 1e-3);
  assert_near(json_at(other, "r")->item[1]->number, 0.153 + sqrt(4.118 * 4.118 + 3.5 * 3.5 + 2 * 4.118 * 3.5 * cos(b[1])), 1e-6);
  dv_diags *d = dv_diags_new(c->arena);
  assert_int_equal(dv_history_read(c->arena, dv_arena_text(c->arena, "%s/w.csv", c->dir), d)->nrow, 3 * 81 * 81);
  drop_file(c, "w.svg");
  drop_file(c, "w.csv");
  assert_int_equal(run(c, "workspace test/study/loader.yaml --point stick.tip --compare l9=1"), 64);
}

// A planar arm of two equal links that turns freely covers a disc of twice their length.
static void test_disc(void **state)
{
  command *c = *state;
  put_file(
      c, "two.yaml",
      "bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1], points: {tip: [1, 0, 0]}}}\njoints:\n  q1: {type: revolute, child: a, axis: y}\n"
      "  q2: {type: revolute, parent: a, child: b, axis: y, at: {xyz: [1, 0, 0]}}\n");
  assert_int_equal(run(c, "workspace @/two.yaml --point b.tip --json"), 0);
  const dv_json *v = json_of(c);
  assert_true(json_at(v, "folds")->number == 1);
  assert_near(json_at(v, "area")->number, 4 * M_PI, 0.05);
  assert_near(json_at(v, "r")->item[1]->number, 2, 1e-6);
  assert_int_equal(run(c, "workspace @/two.yaml --point b.tip --about q7"), 64);
  assert_int_equal(run(c, "workspace @/two.yaml --point b.tip"), 0);
  assert_says(c->out, "section: x -2.0000 .. 2.0000 m, z -2.0000 .. 2.0000 m");
  // the same arm in another plane, and in an oblique one: axes are called what they are
  assert_int_equal(run(c, "workspace @/two.yaml --point b.tip --set joints.q1.axis=z --set joints.q2.axis=z"), 0);
  assert_says(c->out, "section: x -2.0000 .. 2.0000 m, y -2.0000 .. 2.0000 m");
  assert_int_equal(run(c, "workspace @/two.yaml --point b.tip --set joints.q1.axis=[1,2,2] --set joints.q2.axis=[1,2,2]"), 0);
  assert_says(c->out, "m, up -");
  drop_file(c, "two.yaml");
  put_file(
      c, "slide.yaml",
      "bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1]}}\njoints:\n  x: {type: prismatic, child: a, axis: x}\n"
      "  y: {type: prismatic, parent: a, child: b, axis: y}\n");
  assert_int_equal(run(c, "workspace @/slide.yaml --point b"), 64);
  assert_says(c->err, "has no limits");
  drop_file(c, "slide.yaml");
}

static void extent(command *c, double out[5])
{
  const dv_json *v = json_of(c);
  for (int i = 0; i < 2; i++) {
    out[i] = json_at(v, "r")->item[i]->number;
    out[2 + i] = json_at(v, "z")->item[i]->number;
  }
  out[4] = json_at(v, "area")->number;
}

// A cylinder as a limit of an axis, and as barrel and rod in a loop, whichever coordinate of it moves.
static void test_linkage(void **state)
{
  static const char *const way[] = {"--set axes.ram.limits=[1.4,1.75]",
                                    "--set joints.slide.limits=[0.5,0.85] --joints slide,fold"};
  command *c = *state;
  double open[5], closed[5];
  assert_int_equal(run(c, "workspace test/study/jib.yaml --point fore.tip --set axes.ram.limits=[1.4,1.75] --json"), 0);
  extent(c, open);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(run(c, "workspace test/study/jib.yaml --variant linkage --point fore.tip %s --json", way[k]), 0);
    extent(c, closed);
    for (int i = 0; i < 4; i++) assert_near(closed[i], open[i], 1e-6);
    assert_near(closed[4], open[4], 2e-3 * open[4]);  // counted in squares: the section folds
  }
  assert_int_equal(run(c, "workspace test/study/jib.yaml --variant linkage --point fore.tip --joints luff,slide"), 64);
  assert_says(c->err, "jib.yaml:28:7: error: coordinate 'slide' depends on the others by closed loops");
}

// A parallelogram keeps the head level: tip = L (cos a, sin a) + l (cos b, sin b), area = L l int int sin(a - b) da db. The
// loop's closures in space are redundant, and its rocker without limits stops nothing.
static void test_parallelogram(void **state)
{
  command *c = *state;
  put_file(
      c, "level.yaml",
      "bodies:\n  boom: {mass: 1, inertia: [1, 1, 1]}\n  rod: {mass: 1, inertia: [1, 1, 1]}\n"
      "  head: {mass: 1, inertia: [1, 1, 1]}\n  fore: {mass: 1, inertia: [1, 1, 1], points: {tip: [1, 0, 0]}}\njoints:\n"
      "  luff: {type: revolute, child: boom, axis: -y, limits: [-20 deg, 30 deg], position: 10 deg}\n"
      "  tilt: {type: revolute, parent: boom, child: head, axis: -y, at: {xyz: [2, 0, 0]}}\n"
      "  brace: {type: revolute, child: rod, axis: -y, at: {xyz: [0, 0, 0.5]}}\n"
      "  fold: {type: revolute, parent: head, child: fore, axis: -y, limits: [-140 deg, -100 deg], position: -120 deg}\n"
      "loops:\n  eye: {type: revolute, axis: y, parent: rod, child: head, at: {xyz: [2, 0, 0]}, child_at: {xyz: [0, 0, 0.5]}}\n");
  double deg = M_PI / 180, a[2] = {-20 * deg, 30 * deg}, b[2] = {-140 * deg, -100 * deg};
  double area = 2 * (sin(a[1] - b[1]) - sin(a[0] - b[1]) - sin(a[1] - b[0]) + sin(a[0] - b[0]));
  assert_int_equal(run(c, "workspace @/level.yaml --point fore.tip --json"), 0);
  const dv_json *v = json_of(c);
  assert_near(json_at(v, "area")->number, area, 1e-4 * area);
  assert_near(json_at(v, "z")->item[0]->number, 2 * sin(a[0]) + sin(b[1]), 1e-9);
  assert_true(json_at(v, "folds")->number == 0);
  // a rocker that goes no further than 15 degrees takes the rest of the section away
  assert_int_equal(run(c, "workspace @/level.yaml --point fore.tip --set joints.brace.limits=[-10deg,15deg] --json"), 0);
  v = json_of(c);
  a[0] = -10 * deg, a[1] = 15 * deg;
  area = 2 * (sin(a[1] - b[1]) - sin(a[0] - b[1]) - sin(a[1] - b[0]) + sin(a[0] - b[0]));
  assert_near(json_at(v, "area")->number, area, 1e-4 * area);
  assert_near(json_at(json_at(v, "ranges"), "luff")->item[1]->number, a[1], 1e-9);
  drop_file(c, "level.yaml");
}

// A strut of length sqrt(5 + 4 cos q) between stops at 1.5 m and 3.5 m: its dead point is q = 0, short it is at acos(-2.75/4).
// From 30 degrees the arm gets nowhere beyond either, though the length would fit at -30 degrees.
static void test_dead_point(void **state)
{
  static const char machine[] =
      "bodies: {arm: {mass: 1 kg, inertia: [1, 1, 1], points: {tip: [1, 0, 0]}}, post: {points: {lug: [-2, 0, 0]}}}\n"
      "joints:\n  foot: {type: fixed, child: post}\n"
      "  q: {type: revolute, axis: -y, child: arm, position: 30 deg}\n"
      "axes: {strut: {from: post.lug, to: arm.tip, limits: [1.5 m, 3.5 m]}}\n";
  command *c = *state;
  put_file(c, "m.yaml", machine);
  put_file(c, "stops.yaml",
           "include: m.yaml\nparts: {stop: {kind: force.bumper, axis: q, lower: 10 deg, upper: 60 deg, stiffness: 1e6}}\n");
  static const struct {
    double angle;
    int code, stopped;
  } at[] = {
      {30,  0, 0},
      {-30, 2, 2},
      {-5,  2, 2},
      {5,   0, 2},
      {133, 0, 2},
      {134, 2, 2},
      {61,  0, 2},
      {59,  0, 0},
  };
  for (int i = 0; i < (int)(sizeof at / sizeof *at); i++) {
    double a = at[i].angle * M_PI / 180;
    assert_int_equal(run(c, "ik @//m.yaml --point arm.tip --target %.17g,0,%.17g", cos(a), sin(a)), at[i].code);
    if (i == 1) assert_says(c->out, "beyond its dead point");
    assert_int_equal(run(c, "ik @//stops.yaml --point arm.tip --target %.17g,0,%.17g", cos(a), sin(a)), at[i].stopped);
    if (i == 6) assert_says(c->out, "stop 61 deg > 60 deg");
  }
  drop_file(c, "m.yaml"), drop_file(c, "stops.yaml");
}

// A boom on a cylinder of its own, and a stick on one that reaches over both joints, from the lug N = (0.3, 0). With the elbow at
// E and the stick along u its dead point is where N lies on the stick's line: cross(E - N, u) = 0; that of the boom's where the
// foot
// (-0.5, -2) lies on the boom's line. 1: the pose is on the initial pose's side of both, and within all limits.
static int is_reached(double a, double b, int *sure)
{
  double e[2] = {cos(a), sin(a)}, u[2] = {cos(a + b), sin(a + b)}, lug[2] = {e[0] + 0.4 * u[0], e[1] + 0.4 * u[1]};
  double cross = (e[0] - 0.3) * u[1] - e[1] * u[0], lever = -0.5 * e[1] + 2 * e[0], reach = hypot(lug[0] - 0.3, lug[1]);
  *sure = fabs(cross) > 1e-6 && fabs(lever) > 1e-6 && fabs(reach - 0.5) > 1e-6;
  return cross < 0 && lever > 0 && reach > 0.5;
}

static void test_dead_point_of_two(void **state)
{
  command *c = *state;
  const double q1 = 60 * M_PI / 180, q2 = -70 * M_PI / 180, x = cos(q1) + cos(q1 + q2), z = sin(q1) + sin(q1 + q2);
  int rows = 0, reached = 0;
  size_t size;
  put_file(c, "m.yaml",
           "bodies:\n  boom: {mass: 1 kg, inertia: [1, 1, 1], points: {lug: [0.5, 0, 0]}}\n"
           "  stick: {mass: 1 kg, inertia: [1, 1, 1], points: {lug: [0.4, 0, 0], tip: [1, 0, 0]}}\n"
           "world: {points: {near: [0.3, 0, 0], foot: [-0.5, 0, -2]}}\njoints:\n"
           "  a: {type: revolute, axis: -y, child: boom, position: 50 deg}\n"
           "  b: {type: revolute, axis: -y, parent: boom, child: stick, at: {xyz: [1, 0, 0]}, position: -60 deg}\n"
           "axes:\n  lift: {from: world.foot, to: boom.lug, limits: [0.5 m, 4 m]}\n"
           "  reach: {from: world.near, to: stick.lug, limits: [0.5 m, 3 m]}\n");
  assert_int_equal(run(c, "ik @//m.yaml --point stick.tip --target %.17g,0,%.17g", x, z), 0);
  assert_says(c->out, "2 branches found, 1 within limits");
  assert_says(c->out, "     1                 60                -70");
  assert_says(c->out, "beyond its dead point");
  // with the stick on the other side to begin with it is the other one
  assert_int_equal(run(c, "ik @//m.yaml --set 'joints.b.position=60 deg' --point stick.tip --target %.17g,0,%.17g", x, z), 0);
  assert_says(c->out, "2 branches found, 1 within limits");
  assert_says(c->out, "     1                -10                 70");
  assert_int_equal(run(c, "workspace @//m.yaml --point stick.tip --csv @//w.csv"), 0);
  for (char *line = get_file(c, "w.csv", &size), *end; line && *line && (end = strchr(line, '\n')); line = end + 1) {
    double a, b;
    int sure, wanted, got = end[-1] == '1';
    if (sscanf(line, "%lf,%lf", &a, &b) != 2) continue;
    wanted = is_reached(a, b, &sure);
    if (sure) assert_int_equal(got, wanted);
    rows++, reached += got;
  }
  assert_true(rows > 1000 && reached > rows / 10 && reached < rows * 9 / 10);
  drop_file(c, "m.yaml"), drop_file(c, "w.csv");
}

// A four-bar closes in two ways for each angle of its crank; only that of the initial pose is the machine's.
static void test_other_assembly(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml",
           "bodies:\n  crank: {mass: 1 kg, inertia: [1, 1, 1], points: {tip: [0.2, 0, 0]}}\n"
           "  rod: {mass: 2 kg, inertia: [1, 1, 1], points: {end: [0.6, 0, 0]}}\n"
           "  rocker: {mass: 1 kg, inertia: [1, 1, 1], points: {tip: [0.4, 0, 0]}}\njoints:\n"
           "  a: {type: revolute, axis: -y, child: crank, position: 60 deg}\n"
           "  b: {type: revolute, axis: -y, parent: crank, child: rod, at: {point: tip}, position: -40 deg}\n"
           "  c: {type: revolute, axis: -y, child: rocker, at: {xyz: [0.5, 0, 0]}, position: 80 deg}\n"
           "loops: {pin: {type: revolute, axis: -y, parent: rod, child: rocker, at: {point: end}, child_at: {point: tip}}}\n");
  assert_int_equal(run(c, "ik @//m.yaml --point crank.tip --target %.17g,0,%.17g", 0.2 * cos(1.1), 0.2 * sin(1.1)), 0);
  assert_says(c->out, "2 branches found, 1 within limits");
  assert_says(c->out, "put together the other way");
  drop_file(c, "m.yaml");
}

// The forestry machine's stick is on its document's side of the dead point: mirrored at -psi_s = -2.5 degrees it would go up.
static void test_forestry_side(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "workspace machines/forestry-machine.yaml --variant three --point dipper.tip --json"), 0);
  const dv_json *stick = json_at(json_at(json_of(c), "ranges"), "stick");
  double cosine[] = {(1.934 * 1.934 + 0.884 * 0.884 - 1.49 * 1.49) / (2 * 1.934 * 0.884),
                     (1.934 * 1.934 + 0.884 * 0.884 - 2.41 * 2.41) / (2 * 1.934 * 0.884)};
  for (int i = 0; i < 2; i++) assert_near(stick->item[i]->number, acos(cosine[i]) - M_PI - 2.5 * M_PI / 180, 1e-6);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_loader),
      cmocka_unit_test_setup_teardown(test_general, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_attitude, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_command, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_workspace, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_linkage, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_parallelogram, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_disc, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_dead_point, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_dead_point_of_two, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_other_assembly, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_forestry_side, command_setup, command_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
