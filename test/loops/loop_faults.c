// loop_faults.c: loops that cannot work are refused, with names, places and remedies.
#include "bond/graph.h"
#include "refusal.h"

static const char bars[] = "bodies:\n"
                           "  a: {mass: 1 kg, com: [0.5, 0, 0], inertia: [1, 1, 1], points: {tip: [1, 0, 0]}}\n"
                           "  b: {mass: 1 kg, com: [0.5, 0, 0], inertia: [1, 1, 1], points: {tip: [1, 0, 0]}}\n"
                           "joints:\n"
                           "  p: {type: revolute, child: a}\n"
                           "  q: {type: revolute, child: b, at: {xyz: [3, 0, 0]}, position: 180 deg}\n";

static void refused(const char *more, const char *what, const char *remedy, int line)
{
  char text[2048];
  snprintf(text, sizeof text, "%s%s", bars, more);
  assert_refused(text, what, remedy, line);
}

// Two bars of 1 m cannot meet over 3 m; with a rod of 0.4 m between their tips 0.6 m are left.
static void cannot_close(void **state)
{
  (void)state;
  refused("loops:\n  c: {type: revolute, parent: a, child: b, at: {point: tip}, child_at: {point: tip}}\n",
          "loop 'c' cannot close: 1 m are left between its frames", "nearer", 8);
  refused("loops:\n  c: {type: distance, parent: a, child: b, at: {point: tip}, child_at: {point: tip}, length: 0.4 m}\n",
          "loop 'c' cannot close: 0.6 m are left of its length", "nearer", 8);
  refused("loops:\n  c: {type: expression, zero: p^2 + 4}\n", "loop 'c' cannot close: 4 are left of its relation", "nearer", 8);
}

// A wheel without a radius, with one that cannot be, and a blade that is asked for one; a wheel on an axle too high.
static void cannot_roll(void **state)
{
  (void)state;
  refused("loops:\n  c: {type: rolling-disc, child: b}\n", "loop 'c' rolls, but has no radius", "radius", 8);
  refused("loops:\n  c: {type: rolling-ball, child: b, radius: -1 m}\n", "radius of loop 'c' is -1", "positive", 8);
  refused("loops:\n  c: {type: skate, child: b, radius: 1 m}\n", "a loop of type skate has no 'radius'", "remove", 8);
  refused("loops:\n  c: {type: rolling-disc, child: b, axis: y, axle: z, radius: 0.4 m, at: {xyz: [0, -1, 0]}}\n",
          "loop 'c' cannot close: 0.6 m are left between wheel and plane", "nearer", 8);
}

// A beam of 1 m whose tip shall be 5 m aside.
static void bent_too_far(void **state)
{
  (void)state;
  graph g = graph_try("bodies:\n"
                      "  a: {beam: {length: 1 m, section: {tube: [0.05, 0.005]}, material: {E: 1e9, G: 4e8, density: 3000},\n"
                      "      modes: {bending_y: 1, bending_z: 1}, shapes: clamped-free}, points: {tip: [1, 0, 0]}}\n"
                      "joints: {p: {type: fixed, child: a}}\n"
                      "loops: {c: {type: point-in-plane, child: a, axis: y, at: {xyz: [0, 5, 0]}, child_at: {point: tip}}}\n");
  assert_null(g.b.model);
  assert_non_null(strstr(g.b.diags->item[0].what, "the loops close only if 'a.bending_y.1' is 5, for a beam of 1 m"));
  assert_int_equal(g.b.diags->item[0].mark.line, 2);
  graph_close(&g);
}

// A distance between two points that are one place at the start has no direction: rates were not finite in the first instant.
static void without_length(void **state)
{
  (void)state;
  graph g = graph_try("bodies: {a: {mass: 1 kg, points: {p: [0, 0, 1]}}, b: {mass: 1 kg}}\n"
                      "joints: {j: {type: prismatic, child: a}, k: {type: prismatic, parent: a, child: b, at: {point: p}}}\n"
                      "axes: {strut: {from: a.p, to: b}}\n"
                      "parts: {s: {kind: force.damper, axis: strut, damping: 1}}\n");
  assert_null(g.b.model);
  assert_non_null(strstr(g.b.diags->item[0].what, "axis 'strut' has no length at the start"));
  assert_int_equal(g.b.diags->item[0].mark.line, 3);
  graph_close(&g);
}

// Added mass on a body that is one with the root of a beam: the beam was lost.
static void added_mass_on_a_root(void **state)
{
  (void)state;
  graph g = graph_try("bodies:\n"
                      "  pod: {mass: 1 kg, inertia: [1, 1, 1]}\n"
                      "  a: {beam: {length: 1 m, section: {tube: [0.05, 0.005]}, modes: {bending_y: 1}, shapes: clamped-free}}\n"
                      "joints: {q: {type: fixed, parent: a, child: pod}, p: {type: revolute, child: a}}\n"
                      "parts: {sea: {kind: marine.water}, added: {kind: marine.added-mass, frame: pod, x: 3 kg}}\n");
  assert_null(g.b.model);
  assert_non_null(strstr(g.b.diags->item[0].what, "'pod' has added mass, but sits on the root of a beam"));
  assert_int_equal(g.b.diags->item[0].mark.line, 2);
  graph_close(&g);
}

static void over_determined(void **state)
{
  (void)state;
  refused("loops:\n  c: {type: equal, of: [p, q]}\n  d: {type: sum, sum: {p: 1, q: -1}, offset: 1 rad}\n",
          "loop 'd' cannot close: 0.5 are left", "nearer", 9);
  graph g =
      graph_try("bodies: {a: {mass: 1 kg, inertia: [1, 1, 1]}, b: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
                "joints:\n  p: {type: revolute, child: a, motion: locked}\n  q: {type: revolute, child: b, motion: locked}\n"
                "loops:\n  c: {type: equal, of: [p, q]}\n");
  assert_null(g.b.model);
  assert_non_null(strstr(g.b.diags->item[0].what, "loop 'c' is over-determined"));
  assert_int_equal(g.b.diags->item[0].mark.line, 6);
  graph_close(&g);
}

// A parallelogram with all bars in line branches; where the file leaves an angle open another position is taken.
static void singular(void **state)
{
  static const char text[] = "bodies:\n"
                             "  a: {mass: 1 kg, com: [0.5, 0, 0], points: {tip: [1, 0, 0]}}\n"
                             "  b: {mass: 1 kg, com: [1, 0, 0], points: {tip: [2, 0, 0]}}\n"
                             "  c: {mass: 1 kg, com: [0.5, 0, 0], points: {tip: [1, 0, 0]}}\n"
                             "joints:\n"
                             "  p: {type: revolute, child: a%s}\n"
                             "  q: {type: revolute, parent: a, child: b, at: {point: tip}%s}\n"
                             "  r: {type: revolute, child: c, at: {xyz: [2, 0, 0]}%s}\n"
                             "loops:\n  l: {type: revolute, parent: b, child: c, at: {point: tip}, child_at: {point: tip}}\n";
  static const char at[] = ", position: 0";
  char whole[1024];
  (void)state;
  for (int open = 0; open < 2; open++) {
    snprintf(whole, sizeof whole, text, open ? "" : at, open ? "" : at, open ? "" : at);
    graph g = graph_try(whole);
    assert_non_null(g.b.model);
    int told = g.b.diags->n && strstr(g.b.diags->item[0].what, "singular position: 1 closures count there, 2 beside it");
    assert_int_equal(told, !open);
    graph_close(&g);
  }
}

// A body without mass may be carried by others, but not move by itself.
static void without_inertia(void **state)
{
  (void)state;
  graph g = graph_try("bodies: {a: {}, b: {}}\n"
                      "joints: {p: {type: revolute, child: a}, q: {type: revolute, child: b}}\n"
                      "loops:\n  c: {type: equal, of: [p, q]}\n");
  assert_null(g.b.model);
  assert_non_null(strstr(g.b.diags->item[0].what, "nothing that has inertia moves with it"));
  graph_close(&g);
  g = graph_open("bodies: {a: {mass: 1 kg, inertia: [1, 1, 1]}, b: {}}\n"
                 "joints: {p: {type: revolute, child: a}, q: {type: revolute, child: b}}\n"
                 "loops:\n  c: {type: equal, of: [p, q]}\n");
  graph_close(&g);
}

static void opposed(void **state)
{
  (void)state;
  graph g = graph_try("bodies: {a: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
                      "joints: {f: {type: free, child: a, position: {rpy: [170 deg, 0, 0]}}}\n"
                      "loops:\n  c: {type: revolute, child: a}\n");
  assert_null(g.b.model);
  assert_non_null(strstr(g.b.diags->item[0].what, "loop 'c' closes with its axes opposed"));
  graph_close(&g);
}

static void bad_names(void **state)
{
  (void)state;
  refused("loops:\n  c: {type: ball, parent: a, child: bb}\n", "child body 'bb' does not exist", "add it to 'bodies:'", 8);
  refused("loops:\n  c: {type: ball, parent: a, child: b, at: {point: tips}}\n", "body 'a' has no point 'tips'",
          "did you mean 'tip'?", 8);
  refused("loops:\n  c: {type: ball, parent: a, child: a}\n", "joins a body with itself", "two bodies", 8);
  refused("loops:\n  c: {type: equal, of: [p, qq]}\n", "there is no coordinate 'qq'", "name a coordinate", 8);
  refused("loops:\n  c: {type: expression, zero: p - cos(r)}\n", "unknown name 'r'", "name", 8);
  refused("independent: s\n", "there is no coordinate 's'", "name a coordinate", 7);
  refused("loops:\n  p: {type: equal, of: [p, q]}\n", "loop 'p' has the name of a joint", "rename", 8);
}

// Joints whose coordinates are tied: what a file may say of them.
static void ties(void **state)
{
  static const char text[] = "bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1]}}\n"
                             "joints:\n  cv: {type: %s, child: a%s}\n  w: {type: curve, child: b%s}\n";
  static const char wire[] = ", curve: 'y - x^2/(2 [m])'";
  static const struct {
    const char *type, *cv, *w, *what;
  } row[] = {
      {"homokinetic", ", position: [0.1, 0.2, 0.1]",                 wire,                  NULL                                    },
      {"homokinetic", ", motion: locked, position: [0.1, 0.2, 0.1]", wire,                  NULL                                    },
      {"homokinetic", ", motion: welded, position: [0.1, 0.2, 0.1]", wire,                  NULL                                    },
      {"homokinetic", ", motion: locked, position: [0.1, 0.2, 0]",   wire,                  "'cv' is locked where it cannot be: 0.1"},
      {"homokinetic", ", motion: {a: locked, c: locked}",            wire,                  "loop 'cv.tie' is over-determined"      },
      {"homokinetic", "",                                            "",                    "joint 'w' has no curve"                },
      {"homokinetic", "",                                            ", curve: z",          "unknown name 'z'"                      },
      {"homokinetic", "",                                            ", curve: 'y - 2[s]'", "right of it is a time (s)"             },
      {"universal",   ", curve: a",                                  wire,                  "a universal joint has no 'curve'"      },
  };
  (void)state;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char whole[600];
    snprintf(whole, sizeof whole, text, row[i].type, row[i].cv, row[i].w);
    graph g = graph_try(whole);
    int found = !row[i].what && g.b.model;
    for (int k = 0; k < g.b.diags->n; k++) found |= row[i].what && strstr(g.b.diags->item[k].what, row[i].what) != NULL;
    if (!found) fail_msg("row %zu: %s", i, g.b.diags->n ? dv_diag_text(g.b.diags, 0) : "nothing is said");
    graph_close(&g);
  }
}

static const char mixed[] = "bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1]}}\n"
                            "joints:\n  pin: {type: revolute, child: a}\n  slide: {type: prismatic, parent: a, child: b}\n"
                            "loops:\n  c: {type: expression, zero: '%s'}\n";

// Relations are checked for dimensions as formulas of signals are; bare factors fit everywhere.
static void sorts(void **state)
{
  (void)state;
  static const struct {
    const char *zero, *what;
    int col;
  } row[] = {
      {"slide - 3 [m/rad]*pin",       NULL,                                                  0 },
      {"slide - 0.1*pin",             NULL,                                                  0 },
      {"slide - 3 [m]*sin(pin)",      NULL,                                                  0 },
      {"slide - pin",                 "left of it is a length (m), right of it is an angle", 38},
      {"slide - 2*pin + slide^2*pin", "left of it is a length (m), right of it is an area",  46},
      {"slide - 1 [m]*sin(slide)",    "'sin' takes a pure number, but this is a length (m)", 46},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char text[600];
    snprintf(text, sizeof text, mixed, row[i].zero);
    graph g = graph_open(text);
    int found = 0;
    for (int k = 0; k < g.b.diags->n; k++) {
      const dv_diag *d = &g.b.diags->item[k];
      found += row[i].what && strstr(d->what, row[i].what) && d->remedy && d->mark.line == 6 && d->mark.col == row[i].col;
      if (!row[i].what) fail_msg("%s", dv_diag_text(g.b.diags, k));
    }
    for (int k = 0; k < g.b.diags->n && row[i].what && !found; k++) print_message("%s\n", dv_diag_text(g.b.diags, k));
    assert_int_equal(found, row[i].what != NULL);
    graph_close(&g);
  }
}

static void bad_keys(void **state)
{
  (void)state;
  refused("loops:\n  c: {type: bal, child: b}\n", "bal", "ball", 8);
  refused("loops:\n  c: {type: gear, of: [p, q]}\n", "loop 'c' has no ratio", "add 'ratio", 8);
  refused("loops:\n  c: {type: gear, of: [p, q], ratio: 2 m}\n", "ratio", "", 8);
  refused("loops:\n  c: {type: rack, of: [p, q], radius: 2 m}\n", "'p' is an angle", "rack first", 8);
  refused("loops:\n  c: {type: ball, child: b, ratio: 2}\n", "a loop of type ball has no 'ratio'", "remove it", 8);
  refused("loops:\n  c: {type: distance, child: b}\n", "keeps a distance, but has no length", "add 'length", 8);
  refused("loops:\n  c: {type: distance, child: b, length: 0}\n", "length of loop 'c' is 0", "positive", 8);
  refused("loops:\n  c: {type: sum}\n", "loop 'c' has no terms", "sum", 8);
  refused("loops:\n  c: {type: equal, of: [p]}\n", "relates two coordinates", "of: [first, second]", 8);
}

// A rough guess closes, and what was named or given stays where it was.
static void rough_guess(void **state)
{
  (void)state;
  graph g = graph_open(
      "bodies:\n  a: {mass: 1 kg, inertia: [1, 1, 1], points: {tip: [1, 0, 0]}}\n"
      "  b: {mass: 1 kg, inertia: [1, 1, 1], points: {tip: [2, 0, 0]}}\n  c: {mass: 1 kg, inertia: [1, 1, 1]}\n"
      "joints:\n  p: {type: revolute, child: a, position: 1.1, rate: 2}\n  q: {type: revolute, parent: a, child: b, at: "
      "{point: tip}}\n  s: {type: prismatic, axis: x, child: c, position: 7}\n"
      "loops: {l: {type: revolute, parent: b, child: c, at: {point: tip}}}\nindependent: p\n");
  double a = 1.1, s = cos(a) + sqrt(4 - sin(a) * sin(a));
  assert_near(fixture_value(&g.b, "p"), a, 0);
  assert_near(fixture_value(&g.b, "s"), s, 1e-14);
  assert_near(fixture_value(&g.b, "p.rate"), 2, 0);
  assert_near(fixture_value(&g.b, "s.rate"), -2 * sin(a) * (1 + cos(a) / sqrt(4 - sin(a) * sin(a))), 1e-13);
  graph_close(&g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_length),
      cmocka_unit_test(cannot_close),
      cmocka_unit_test(cannot_roll),
      cmocka_unit_test(bent_too_far),
      cmocka_unit_test(added_mass_on_a_root),
      cmocka_unit_test(over_determined),
      cmocka_unit_test(singular),
      cmocka_unit_test(opposed),
      cmocka_unit_test(without_inertia),
      cmocka_unit_test(bad_names),
      cmocka_unit_test(ties),
      cmocka_unit_test(sorts),
      cmocka_unit_test(bad_keys),
      cmocka_unit_test(rough_guess),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
