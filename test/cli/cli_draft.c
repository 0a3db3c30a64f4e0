// cli_draft.c: drawings for CAD: pairs of group code and value, and lines where the machine's geometry says.
#include "command.h"

#include <stdlib.h>

// A shaft across (radius 0.3, along y), a box turned by 30 degrees about y, a ball, and a body without a shape.
static const char machine[] =
    "name: shop\n"
    "bodies:\n"
    "  shaft: {mass: 1, inertia: [1, 1, 1], visual: [{cylinder: {radius: 0.3, length: 2}, at: {rpy: [90 deg, 0, 0]}}], points: {end: [0, 1, 0]}}\n"
    "  arm: {mass: 1, inertia: [1, 1, 1], visual: [{box: [2, 0.4, 0.2], at: {xyz: [1, 0, 0]}}]}\n"
    "  ball: {mass: 1, inertia: [1, 1, 1], visual: [{sphere: {radius: 0.25}}]}\n"
    "  stick: {mass: 1, inertia: [1, 1, 1], points: {tip: [0, 0, -1.5]}}\n"
    "joints:\n"
    "  turn: {type: revolute, axis: -y, child: shaft, at: {xyz: [0, 0, 1]}}\n"
    "  luff: {type: revolute, axis: -y, parent: shaft, child: arm, position: 30 deg}\n"
    "  hook: {type: fixed, parent: arm, child: ball, at: {xyz: [2, 0, 0]}}\n"
    "  rope: {type: revolute, axis: y, parent: arm, child: stick, at: {xyz: [2, 0, 0]}, position: 30 deg}\n";

typedef struct {
  char kind[16], layer[40], text[80];
  double x[2], y[2], radius;
} entity;

typedef struct {
  entity item[2000];
  int n, layers;
} drawing;

// Two lines are a pair; a code of 0 begins the next thing.
static drawing *read_drawing(command *c, const char *name)
{
  size_t n;
  char *at = get_file(c, name, &n), *end;
  drawing *d = DV_TAKE(c->arena, drawing, 1);
  char section[40] = "";
  assert_non_null(at);
  while (*at) {
    long code = strtol(at, &end, 10);
    assert_true(end > at && *end == '\n');
    char *value = end + 1, *stop = strchr(value, '\n');
    assert_non_null(stop);
    *stop = 0;
    entity *e = &d->item[d->n ? d->n - 1 : 0];
    if (code == 2) snprintf(section, sizeof section, "%s", value);
    if (code == 0 && !strcmp(value, "LAYER")) d->layers++;
    if (code == 0 && !strcmp(section, "ENTITIES")) snprintf(d->item[d->n++].kind, sizeof e->kind, "%s", value);
    if (code == 8) snprintf(e->layer, sizeof e->layer, "%s", value);
    if (code == 1) snprintf(e->text, sizeof e->text, "%s", value);
    if (code == 10 || code == 11) e->x[code - 10] = strtod(value, NULL);
    if (code == 20 || code == 21) e->y[code - 20] = strtod(value, NULL);
    if (code == 40) e->radius = strtod(value, NULL);
    at = stop + 1;
  }
  assert_string_equal(d->item[d->n - 1].kind, "EOF");
  return d;
}

static int count(const drawing *d, const char *kind, const char *layer)
{
  int n = 0;
  for (int i = 0; i < d->n; i++) n += !strcmp(d->item[i].kind, kind) && (!layer || !strcmp(d->item[i].layer, layer));
  return n;
}

static const entity *first(const drawing *d, const char *kind, const char *layer)
{
  for (int i = 0; i < d->n; i++)
    if (!strcmp(d->item[i].kind, kind) && !strcmp(d->item[i].layer, layer)) return &d->item[i];
  fail_msg("no %s on %s", kind, layer);
  return NULL;
}

// Largest coordinates of a layer's lines in the side view, which comes first: half of them.
static void reach_of(const drawing *d, const char *layer, double most[2])
{
  int lines = count(d, "LINE", layer) / 2;
  most[0] = most[1] = -HUGE_VAL;
  for (int i = 0; i < d->n && lines; i++) {
    const entity *e = &d->item[i];
    if (strcmp(e->kind, "LINE") != 0 || strcmp(e->layer, layer) != 0) continue;
    lines--;
    for (int k = 0; k < 2; k++) most[0] = fmax(most[0], e->x[k]), most[1] = fmax(most[1], e->y[k]);
  }
}

static void test_convert(void **state)
{
  command *c = *state;
  double cosine = cos(M_PI / 6), sine = 0.5, most[2];
  put_file(c, "shop.yaml", machine);
  assert_int_equal(run(c, "convert @//shop.yaml @//shop.dxf"), 0);
  const drawing *d = read_drawing(c, "shop.dxf");
  // a shaft along the eye is a circle, across it two ends and two lines
  const entity *e = first(d, "CIRCLE", "SHAFT");
  assert_int_equal(count(d, "CIRCLE", "SHAFT"), 1);
  assert_int_equal(count(d, "POLYLINE", "SHAFT"), 2);
  assert_int_equal(count(d, "LINE", "SHAFT"), 2);
  assert_near(e->x[0], 0, 1e-9);
  assert_near(e->y[0], 1000, 1e-9);
  assert_near(e->radius, 300, 1e-9);
  // the far corner of the box: (2, 0.1) turned by 30 degrees
  assert_int_equal(count(d, "LINE", "ARM"), 24);
  reach_of(d, "ARM", most);
  assert_near(most[0], 1000 * (2 * cosine + 0.1 * sine), 1e-9);
  assert_near(most[1], 1000 * (1 + 2 * sine + 0.1 * cosine), 1e-9);
  e = first(d, "CIRCLE", "BALL");
  assert_near(e->x[0], 2000 * cosine, 1e-9);
  assert_near(e->y[0], 1000 + 2000 * sine, 1e-9);
  assert_near(e->radius, 250, 1e-9);
  // the stick hangs down: both turns cancel
  e = first(d, "LINE", "STICK");
  assert_near(e->x[1], e->x[0], 1e-9);
  assert_near(e->y[1], e->y[0] - 1500, 1e-9);
  assert_int_equal(d->layers, 7);  // four bodies, POINTS, JOINTS, TITLES
  assert_int_equal(count(d, "TEXT", "JOINTS"), 6);
  assert_string_equal(first(d, "TEXT", "TITLES")->text, "shop: side view (x, z), mm");
  drop_file(c, "shop.dxf");
  // another pose
  assert_int_equal(run(c, "convert @//shop.yaml @//up.dxf --set joints.luff.position=90deg"), 0);
  assert_near(first(read_drawing(c, "up.dxf"), "CIRCLE", "BALL")->y[0], 3000, 1e-9);
  drop_file(c, "up.dxf");
  assert_int_equal(run(c, "convert @//shop.yaml @//shop.dwg"), 64);
  assert_says(c->err, ".svg or .dxf");
  assert_int_equal(run(c, "convert @//shop.yaml @//other.yaml --set joints.luff.position=1"), 64);
  drop_file(c, "shop.yaml");
}

// The edge of the section goes through the corners of the sheet's loader; the swept ring has its extremes.
static void test_reach(void **state)
{
  command *c = *state;
  double x[2] = {HUGE_VAL, -HUGE_VAL}, z[2] = {HUGE_VAL, -HUGE_VAL};
  assert_int_equal(run(c, "workspace test/study/loader.yaml --point stick.tip --dxf @//reach.dxf"), 0);
  const drawing *d = read_drawing(c, "reach.dxf");
  assert_int_equal(count(d, "POLYLINE", "REACH"), 2);
  assert_int_equal(count(d, "POLYLINE", "SWEPT"), 1);
  int side = count(d, "VERTEX", "REACH") / 2;
  for (int i = 0; i < d->n && side; i++) {
    const entity *e = &d->item[i];
    if (strcmp(e->kind, "VERTEX") != 0 || strcmp(e->layer, "REACH") != 0) continue;
    side--;
    x[0] = fmin(x[0], e->x[0]), x[1] = fmax(x[1], e->x[0]);
    z[0] = fmin(z[0], e->y[0]), z[1] = fmax(z[1], e->y[0]);
  }
  assert_near(x[1], 6973.9, 0.5);
  assert_near(z[0], -4724.7, 0.5);
  assert_near(z[1], 5365.8, 0.5);
  drop_file(c, "reach.dxf");
}

static int times(const char *text, const char *part)
{
  int n = 0;
  for (const char *at = text; (at = strstr(at, part)); at++) n++;
  return n;
}

static double radius_at(const char *text, int which)
{
  const char *at = text;
  for (int i = 0; i <= which; i++) at = strstr(at, " r=\"") + 4;
  return strtod(at, NULL);
}

// Width in pixels of the bar that says how long a metre is; it is drawn last.
static double bar_width(const char *text)
{
  const char *last = NULL;
  for (const char *at = text; (at = strstr(at, "stroke=\"#111111\" stroke-width=\"1\" d=\"M")); at++) last = at;
  double x[4];
  assert_non_null(last);
  assert_int_equal(sscanf(strstr(last, "d=\"M"), "d=\"M%lf %lfL%lf %lf", &x[0], &x[1], &x[2], &x[3]), 4);
  assert_true(x[1] == x[3]);
  return x[2] - x[0];
}

static double bar_metres(const char *text)
{
  const char *end = strstr(text, " m</text>");
  assert_non_null(end);
  while (end > text && end[-1] != '>') end--;
  return strtod(end, NULL);
}

// The shaft has 300 mm and the ball 250 mm: so on the sketch, also beside the bar with a length. Two views have a red x axis for
// each joint that moves; a machine that lies in the plane of the plan has no side view.
static void test_sketch(void **state)
{
  command *c = *state;
  put_file(c, "shop.yaml", machine);
  assert_int_equal(run(c, "convert @//shop.yaml @//shop.svg"), 0);
  const char *svg = take_file(c, "shop.svg");
  assert_int_equal(times(svg, "stroke=\"#d62728\""), 2 * 3);
  assert_int_equal(times(svg, ">luff</text>"), 2);
  assert_near(bar_width(svg) / bar_metres(svg), radius_at(svg, 2) / 0.25, 0.02 * radius_at(svg, 2) / 0.25);
  assert_near(radius_at(svg, 0) / radius_at(svg, 2), 300.0 / 250, 1e-3);  // a point of the arm stands between them
  drop_file(c, "shop.yaml");
  // up is where gravity says; the plan is seen from there: up x across points up in it
  static const char *const gravity[] = {"[0, 0, -9.81]", "[0, 0, 9.81]", "[0, -9.81, 0]", "[-9.81, 0, 0]"};
  static const char *const side[] = {"side view (x, z)", "side view (x, -z)", "side view (x, y)", "side view (y, x)"};
  static const char *const plan[] = {"plan (x, y)", "plan (x, -y)", "plan (x, -z)", "plan (y, z)"};
  for (int i = 0; i < 4; i++) {
    put_file(
        c, "box.yaml",
        "davit: 1\nbodies: {b: {mass: 1 kg, inertia: [1, 1, 1], visual: {box: [2, 2, 2]}}}\njoints: {j: {type: revolute, axis: z, child: b}}\n");
    assert_int_equal(run(c, "convert @//box.yaml @//box.svg --set 'gravity=%s'", gravity[i]), 0);
    svg = take_file(c, "box.svg");
    assert_says(svg, side[i]);
    assert_says(svg, plan[i]);
  }
  drop_file(c, "box.yaml");
}

// A picture of the start and one of a saved state, in which the stick has fallen.
static void test_picture(void **state)
{
  command *c = *state;
  size_t n, later;
  put_file(c, "shop.yaml", machine);
  assert_int_equal(run(c, "convert @//shop.yaml @//a.png"), 0);
  assert_int_equal(run(c, "run @//shop.yaml --until 0.3 --save-state @//s.json"), 0);
  assert_int_equal(run(c, "convert @//shop.yaml @//b.png --from-state @//s.json"), 0);
  const char *a = get_file(c, "a.png", &n), *b = get_file(c, "b.png", &later);
  assert_memory_equal(a, "\x89PNG\r\n\x1a\n", 8);
  assert_memory_equal(b, "\x89PNG\r\n\x1a\n", 8);
  assert_true(n != later || memcmp(a, b, n) != 0);
  assert_int_equal(run(c, "convert @//shop.yaml @//b.png --from-state @//a.png"), 1);
  for (int i = 0; i < 4; i++) drop_file(c, (const char *[]){"a.png", "b.png", "s.json", "shop.yaml"}[i]);
}

static int png_width(const char *png)
{
  const unsigned char *p = (const unsigned char *)png + 16;
  return p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}

// A force shows as an arrow; two states stand side by side; a drawing of one body names no other's joints.
static void test_looks(void **state)
{
  command *c = *state;
  size_t n, m;
  put_file(
      c, "jet.yaml",
      "davit: 1\nname: jet\ngravity: 0\nbodies:\n  a: {mass: 1 kg, inertia: [1, 1, 1], points: {end: [1, 0, 0]}, visual: {box: [2, 0.2, "
      "0.2]}}\n  b: {mass: 1 kg, inertia: [1, 1, 1], visual: {box: [1, 0.1, 0.1]}}\n  c: {mass: 1 kg, inertia: [1, 1, 1]}\n"
      "joints: {j: {type: revolute, child: a}, k: {type: revolute, parent: a, child: b, at: {point: end}}, l: {type: "
      "revolute, parent: b, child: c, "
      "at: {xyz: [1, 0, 0]}}}\nparts: {jet: {kind: force.wrench, frame: a.end, fz: 5 N}}\nuntil: 1 s\n");
  assert_int_equal(run(c, "convert @//jet.yaml @//a.png"), 0);
  assert_int_equal(run(c, "convert @//jet.yaml @//b.png --forces jet"), 0);
  assert_int_equal(run(c, "run @//jet.yaml --until 1 --save-state @//s.json"), 0);
  assert_int_equal(run(c, "convert @//jet.yaml @//c.png --from-state @//s.json --from-state @//s.json"), 0);
  const char *a = get_file(c, "a.png", &n), *b = get_file(c, "b.png", &m);
  assert_true(n != m || memcmp(a, b, n) != 0);
  assert_int_equal(png_width(get_file(c, "c.png", &m)), 2 * (png_width(a) * 2 / 3));
  assert_int_equal(run(c, "convert @//jet.yaml @//a.svg --only a"), 0);
  const char *svg = get_file(c, "a.svg", &n);
  assert_non_null(strstr(svg, ">j</text>"));
  assert_non_null(strstr(svg, ">k</text>"));
  assert_null(strstr(svg, ">l</text>"));
  assert_int_equal(run(c, "convert @//jet.yaml @//a.svg --only nobody"), 64);
  assert_int_equal(run(c, "convert @//jet.yaml @//a.svg --forces jet"), 64);
  for (int i = 0; i < 6; i++) drop_file(c, (const char *[]){"a.png", "b.png", "c.png", "s.json", "a.svg", "jet.yaml"}[i]);
}

// A goal goes to the servo, which acts on the machine.
static void test_blocks(void **state)
{
  command *c = *state;
  put_file(c, "b.yaml",
           "davit: 1\nname: b\nbodies: {cart: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: cart}}\n"
           "signals: {goal: 2*t}\nparts: {push: {kind: force.servo, axis: x, kp: 10, kd: 1, goal: goal}}\n");
  assert_int_equal(run(c, "blocks @//b.yaml --json -o @//b.dot"), 0);
  const dv_json *arrows = json_at(json_of(c), "arrows");
  assert_int_equal(arrows->n, 2);
  assert_string_equal(json_at(arrows->item[0], "from")->text, "goal");
  assert_string_equal(json_at(arrows->item[0], "to")->text, "push");
  assert_string_equal(json_at(arrows->item[1], "from")->text, "push");
  assert_string_equal(json_at(arrows->item[1], "to")->text, "machine");
  assert_says(take_file(c, "b.dot"), "digraph blocks");
  // an input that is a formula: what it reads stands before the part, not the part itself
  put_file(c, "b.yaml",
           "davit: 1\nname: b\nbodies: {cart: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: cart}}\n"
           "signals: {goal: 2*t}\nparts: {push: {kind: force.effort, axis: x, effort: '3*(goal - x)'}}\n");
  assert_int_equal(run(c, "blocks @//b.yaml -o @//b.dot"), 0);
  static const char *const wanted[] = {"p0 -> p1 [label=\"\"]", "machine -> p1 [label=\"x\"]", "p1 -> machine"};
  const char *read = take_file(c, "b.dot");
  assert_int_equal(times(read, "->"), 3);
  for (int i = 0; i < 3; i++) assert_says(read, wanted[i]);
  // what only watches a body reads the machine, and is a detector in the bond graph
  put_file(c, "b.yaml",
           "davit: 1\nname: b\nbodies: {hull: {mass: 1 kg, inertia: [1, 1, 1]}}\njoints: {base: {type: free, child: hull}}\n"
           "signals: {goal: 2*t}\nparts: {pilot: {kind: control.station, frame: hull, gains: [[1, 1, 1]], x: goal}}\n");
  assert_int_equal(run(c, "blocks @//b.yaml -o @//b.dot"), 0);
  read = take_file(c, "b.dot");
  assert_int_equal(times(read, "->"), 2);
  assert_says(read, "machine -> p1");
  assert_int_equal(run(c, "bondgraph @//b.yaml --json"), 0);
  assert_null(strstr(c->out, "\"MR\""));
  assert_says(c->out, "\"Df\"");
  // five signals of the machine that go to one block are one arrow with four names; a piece of the diagram has neighbours
  put_file(c, "b.yaml",
           "davit: 1\nname: b\nbodies: {cart: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: cart}}\n"
           "signals: {far: 3*near, near: cart.x + cart.y + cart.z + cart.vx + cart.vy, lone: 2*t, deep: 2*lone}\n");
  assert_int_equal(run(c, "blocks @//b.yaml -o @//b.dot"), 0);
  const char *dot = take_file(c, "b.dot");
  assert_int_equal(times(dot, "->"), 3);
  assert_says(dot, "machine -> p");
  assert_says(dot, "cart.x\\ncart.y\\ncart.z\\ncart.vx\\nand 1 more");
  assert_int_equal(run(c, "blocks @//b.yaml --only 'fa*' -o @//b.dot"), 0);
  dot = take_file(c, "b.dot");
  assert_int_equal(times(dot, "->"), 1);
  assert_says(dot, "near");
  assert_null(strstr(dot, "lone"));
  assert_int_equal(run(c, "blocks @//b.yaml -o @//b.bmp"), 64);
  drop_file(c, "b.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_convert), cmocka_unit_test(test_reach), cmocka_unit_test(test_sketch),
                                     cmocka_unit_test(test_picture), cmocka_unit_test(test_looks), cmocka_unit_test(test_blocks)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
