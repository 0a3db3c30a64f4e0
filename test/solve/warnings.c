// warnings.c: circuits that are wrong, or run where they should not: told with place and remedy, runs go on.
#include "solve/harness.h"

#include <stdlib.h>

#define LINE "nodes: {A: {initial: 50 bar, volume: 1 l, bulk: 1e9 Pa}}\n"
#define JOINT                                                                                                                    \
  "gravity: 0\nbodies: {a: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: a, position: 1 mm, rate: 1 mm/s}}\n"
#define TANK "  tank: {kind: hydraulic.tank, a: T}\n"

// All diagnostics of a text that is read and compiled only.
static const char *faults(const char *yaml, int errors)
{
  static char text[2000];
  size_t n = 0;
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  dv_doc *doc = dv_doc_read_memory(a, d, "test.yaml", yaml, strlen(yaml));
  dv_spec *spec = dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0);
  if (spec) dv_assemble(spec, dv_kinds_x1);
  for (int i = 0; i < d->n; i++) n += (size_t)snprintf(text + n, sizeof text - n, "%s\n", dv_diag_text(d, i));
  print_message("%s", text);
  assert_int_equal(d->nerror, errors);
  dv_arena_free(a);
  return text;
}

// The warnings of a run.
static const char *warns(const char *yaml, double until)
{
  static char text[2000];
  size_t n = 0;
  fixture b = fixture_open(yaml);
  dv_run_options o = {.method = "cvode", .until = until};
  dv_run_result r;
  assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 0);
  text[0] = 0;
  for (int i = 0; i < b.diags->n; i++) n += (size_t)snprintf(text + n, sizeof text - n, "%s\n", dv_diag_text(b.diags, i));
  print_message("%s", text);
  fixture_close(&b);
  return text;
}

static int times(const char *text, const char *part)
{
  int n = 0;
  for (const char *p = text; (p = strstr(p, part)); p += strlen(part)) n++;
  return n;
}

// An input of 5 kN between its default ends of -1 and 1.
static void input_outside_of_its_range(void **state)
{
  (void)state;
  const char *text =
      warns("bodies: {a: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: a}}\ngravity: 0\n"
            "signals: {pull: {kind: input, value: 5 kN}}\nparts: {f: {kind: force.effort, axis: x, effort: pull}}\n",
            0.1);
  assert_int_equal(times(text, "outside of the input's range"), 1);
  assert_non_null(strstr(text, "test.yaml:4:"));
  assert_non_null(strstr(text, "pull"));
  assert_string_equal(warns("signals: {pull: {kind: input, value: 5 kN, lower: -5 kN, upper: 5 kN}}\n", 0.1), "");
}

static void two_sources(void **state)
{
  (void)state;
  const char *text = faults("parts:\n" TANK "  pump: {kind: hydraulic.pressure, a: T, pressure: 100 bar}\n", 1);
  assert_non_null(strstr(text, "test.yaml:2:"));
  assert_non_null(strstr(text, "node 'T' has two sources of pressure: tank.a (line 2) and pump.a (line 3)"));
}

// Both flows are given from the first second on: nothing but a capacity could take the rest. No state feels the node.
static void no_answer(void **state)
{
  (void)state;
  static const char *const method[] = {"cvode", "rk4", "rosenbrock", "dopri5"};
  for (int i = 0; i < 4; i++) {
    fixture b = fixture_open("bodies: {m: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: m, rate: 1 m/s}}\n"
                             "parts:\n" TANK "  pump: {kind: hydraulic.flow, a: M, flow: 10 l/min}\n"
                             "  way: {kind: hydraulic.orifice, a: M, b: T, area: 4 mm2, opening: 1-t}\n");
    dv_run_options o = {.method = method[i], .until = 2};
    dv_run_result r;
    assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 2);
    const char *text = dv_diag_text(b.diags, b.diags->n - 1);
    print_message("%s: %s\n", method[i], text);
    assert_non_null(strstr(text, "no pressure of node 'M' lets its flows add up to zero at t = "));
    assert_true(b.state->t <= 1);
    fixture_close(&b);
  }
}

// y = y^2 + 0.2 + t/10 has no solution after half a second; nothing but a column has it.
static void no_values_that_agree(void **state)
{
  (void)state;
  static const char *const method[] = {"cvode", "rk4", "dopri5"};
  for (int i = 0; i < 3; i++) {
    fixture b = fixture_open("signals: {y: 'y*y + 0.2 + 0.1*t'}\nbodies: {m: {mass: 1 kg}}\n"
                             "joints: {x: {type: prismatic, axis: x, child: m, rate: 1 m/s}}\n");
    dv_run_options o = {.method = method[i], .until = 2};
    dv_run_result r;
    assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 2);
    assert_non_null(strstr(dv_diag_text(b.diags, b.diags->n - 1), "an algebraic loop has no solution"));
    assert_true(b.state->t < 0.51);
    fixture_close(&b);
  }
}

static void no_capacity(void **state)
{
  (void)state;
  const char *text = faults("parts:\n" TANK "  o: {kind: hydraulic.orifice, a: T, b: D, area: 1 mm2}\n", 1);
  assert_non_null(strstr(text, "nothing determines the pressure of node 'D'"));
  assert_non_null(strstr(text, "nodes: {D: {volume: 0.1 l}}"));
}

static void open_port(void **state)
{
  (void)state;
  const char *text = faults("parts:\n" TANK "  o: {kind: hydraulic.orifice, a: T, area: 1 mm2}\n", 1);
  assert_non_null(strstr(text, "test.yaml:3:"));
  assert_non_null(strstr(text, "'b'"));
}

static void acceleration_loop(void **state)
{
  (void)state;
  const char *text = faults("bodies: {m: {mass: 1 kg}}\n"
                            "joints: {x: {type: prismatic, axis: x, child: m}}\n"
                            "parts: {f: {kind: force.effort, axis: x, effort: -x.acceleration}}\n",
                            1);
  assert_non_null(strstr(text, "algebraic loop"));
  assert_non_null(strstr(text, "filter"));
}

// 0.7 m on an axis whose rod ends at 0.5 m.
static void beyond_its_stroke(void **state)
{
  (void)state;
  const char *text =
      warns("bodies: {m: {mass: 600 kg}}\n"
            "joints: {x: {type: prismatic, axis: x, child: m, position: 0.7 m}}\n"
            "gravity: 0\n"
            "parts: {c: {kind: hydraulic.cylinder, a: A, b: B, axis: x, area_a: 20 cm2, area_b: 10 cm2, stroke: 0.5 m}}\n",
            0.01);
  assert_int_equal(times(text, "pulled out beyond its stroke at t = 0 s"), 1);
  assert_non_null(strstr(text, "test.yaml:4:"));
}

// 4 cm3/rad at 100 rad/s into a litre of 1 GPa: 4e8 Pa/s, 300 bar (half over 200) after 0.0625 s from 50 bar.
static void pump_without_relief(void **state)
{
  (void)state;
  const char *yaml =
      LINE "parts:\n" TANK "  p: {kind: hydraulic.pump-fixed, p: A, t: T, displacement: 4 cm3/rad, speed: 100 rad/s}\n";
  assert_null(strstr(warns(yaml, 0.05), "half over"));
  const char *text = warns(yaml, 0.1);
  assert_int_equal(times(text, "half over the rated one"), 1);
  assert_non_null(strstr(text, "relief valve"));
}

// A piston pulled at 0.1 m/s out of a closed chamber.
static void cavitation(void **state)
{
  (void)state;
  const char *text =
      warns("bodies: {m: {mass: 1 kg}}\n"
            "joints: {x: {type: prismatic, axis: x, child: m, motion: {prescribed: s}}}\n"
            "signals: {s: {kind: quintic, to: 0.1 m, duration: 1 s}}\n"
            "parts: {c: {kind: hydraulic.cylinder, a: A, b: B, axis: x, area_a: 20 cm2, area_b: 10 cm2, stroke: 0.5 m}}\n",
            1);
  assert_int_equal(times(text, "node 'A' is at"), 1);
  assert_non_null(strstr(text, "oil would cavitate"));
  assert_null(strstr(text, "node 'B'"));
}

// A foot that starts half a metre in the ground.
static void deep_in_the_ground(void **state)
{
  (void)state;
  const char *text = warns("bodies: {m: {mass: 1 kg}}\n"
                           "joints: {z: {type: prismatic, axis: z, child: m, position: -0.5 m}}\n"
                           "parts: {foot: {kind: contact.point, object: m, stiffness: 1e3 N/m, surface: profile}}\n",
                           0.01);
  assert_int_equal(times(text, "'foot': pressed in deeper than its `deepest`"), 1);
  assert_non_null(strstr(text, "at t = 0 s"));
  assert_non_null(strstr(text, "test.yaml:3:"));
  assert_int_equal(times(text, "its surface is a profile, but the machine has none"), 1);
}

// "nx: 1" for a wall slanted by 45 degrees without a word, since nz is 1 where it is not given; likewise dz of a thruster.
static void directions_named_in_part(void **state)
{
  (void)state;
  const char *text = faults("bodies: {m: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
                            "joints: {f: {type: free, child: m}}\n"
                            "parts:\n"
                            "  wall: {kind: contact.point, object: m, stiffness: 1e3 N/m, nx: 1}\n"
                            "  fine: {kind: contact.point, object: m, stiffness: 1e3 N/m, nx: 1, nz: 0}\n"
                            "  also: {kind: contact.point, object: m, stiffness: 1e3 N/m, nx: 0, ny: 0.0}\n"
                            "  sea: {kind: marine.water}\n"
                            "  up: {kind: marine.thruster, frame: m, dz: 1, model: static, command: 3}\n"
                            "  ball: {kind: marine.buoyancy, frame: m, shape: sphere}\n"
                            "  block: {kind: marine.added-mass, frame: m, shape: box, length: 3 m, height: 1 m}\n"
                            "signals: {s: {kind: sine, period: 2 s, frequency: 1 Hz}}\n",
                            1);
  assert_non_null(strstr(text, "test.yaml:4:"));
  assert_non_null(strstr(text, "'nx' of wall is given, but not 'nz', which is 1 then; write 'nz: 0'"));
  assert_non_null(strstr(text, "'dz' of up is given, but not 'dx', which is 1 then"));
  assert_null(strstr(text, "of fine"));
  assert_null(strstr(text, "of also"));
  assert_non_null(strstr(text, "'s': it has a period and a frequency"));
  // a sphere without radius was one of 1 m, with four tons of lift
  assert_non_null(strstr(text, "'radius' of ball is not given, and is 1 m then; write 'radius: ...'"));
  assert_non_null(strstr(text, "'width' of block is not given"));
  assert_int_equal(times(text, "is not given, and is 1 m"), 2);
}

static void contacts_that_cannot_be(void **state)
{
  (void)state;
  const char *text =
      faults("bodies: {m: {mass: 1 kg}}\n"
             "joints: {z: {type: prismatic, axis: z, child: m}}\n"
             "parts:\n"
             "  a: {kind: contact.point, object: m, stiffness: 1e3 N/m, nz: 0}\n"
             "  b: {kind: contact.pad, object: m, length: 1 m, width: 1 m, stiffness: 1e3 N/m, nx: 1, nz: 0, surface: profile}\n"
             "  c: {kind: ground.rough, lowest: 3, highest: 1}\n"
             "signals: {d: {kind: sensor, in: z, period: 1 ms, delay: 40 ms}}\n",
             4);
  assert_non_null(strstr(text, "test.yaml:4:3: error: 'a': its normal is zero"));
  assert_non_null(strstr(text, "test.yaml:5:3: error: 'b': its surface is a profile, whose normal is z"));
  assert_non_null(strstr(text, "test.yaml:6:3: error: 'c': its shortest wave is not shorter"));
  assert_non_null(strstr(text, "'d': its delay is longer than 32 periods"));
}

// x'' = x^3 from rest at 1 reaches infinity after 1.854 s; the greatest effort that there is carries the solver across.
static void beyond_all_sense(void **state)
{
  (void)state;
  const char *text =
      warns("gravity: 0\nbodies: {b: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: b, position: 1 m}}\n"
            "parts: {f: {kind: force.effort, axis: x, effort: 'x^3*1[N/m^3]'}}\n",
            10);
  assert_int_equal(times(text, " ends at "), 1);
  assert_non_null(strstr(text, "x.position (test.yaml:3)"));
}

// rk4 at h omega = z keeps the share 1 - z^6/72 + z^8/576 of the energy in a step; what it loses, no part takes.
static void fixed_steps_that_lose_energy(void **state)
{
  (void)state;
  const char *yaml = "gravity: 0\nbodies: {m: {mass: 2 kg}}\njoints: {x: {type: prismatic, axis: x, child: m, position: 0.1 m}}\n"
                     "parts: {k: {kind: force.spring, axis: x, stiffness: 2e4 N/m}}\n";
  const double h[] = {1e-3, 4e-3, 1e-2};
  for (int i = 0; i < 3; i++) {
    fixture b = fixture_open(yaml);
    dv_run_options o = {.method = "rk4", .step = h[i], .until = 1, .every = 0.01};
    dv_run_result r;
    assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 0);
    double z = 100 * h[i], kept = pow(1 - pow(z, 6) / 72 + pow(z, 8) / 576, 1 / h[i]);
    assert_near(r.ledger.residual, 100 * (kept - 1), 1e-3 * fabs(100 * (kept - 1)) + 1e-9);
    print_message("h = %g s: %.3g of the throughput\n", h[i], r.ledger.relative);
    assert_int_equal(b.diags->n, i > 1);
    if (i > 1) assert_non_null(strstr(dv_diag_text(b.diags, 0), "use a smaller step"));
    fixture_close(&b);
  }
}

// A swing of 2 mJ beside a mass with 5 kJ: x = a cos(w t), w = 2000 rad/s. Steps of 1 ms damp it away, which the books do not
// show; by 20 us it is there. A fall that is damped within a step is no fault: v = exp(-t c/m).
static void fixed_steps_that_lose_a_swing(void **state)
{
  (void)state;
  const char *yaml = "gravity: 0\nbodies: {m: {mass: 1 g}, big: {mass: 100 kg}, slow: {mass: 1 kg}}\njoints:\n"
                     "  x: {type: prismatic, axis: x, child: m, position: 1 mm}\n"
                     "  roll: {type: prismatic, axis: x, child: big, rate: 10 m/s}\n"
                     "  drag: {type: prismatic, axis: x, child: slow, rate: 1 mm/s}\n"
                     "parts: {k: {kind: force.spring, axis: x, stiffness: 4000 N/m},\n"
                     "  c: {kind: force.damper, axis: drag, damping: 1e5 N.s/m}}\n";
  const double h[] = {1e-3, 2e-5}, until = 0.1;
  for (int i = 0; i < 2; i++) {
    fixture b = fixture_open(yaml);
    dv_run_options o = {.method = "rosenbrock", .step = h[i], .until = until, .every = 0.01};
    dv_run_result r;
    assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 0);
    double off = fabs(b.state->x[0] - 1e-3 * cos(2000 * until));
    print_message("h = %g s: x is off by %.3g m, residual %.2g of the throughput\n", h[i], off, r.ledger.relative);
    assert_true(r.ledger.relative < 1e-4);
    assert_int_equal(off > 1e-4, !i);
    assert_int_equal(b.diags->n, !i);
    if (!i) assert_non_null(strstr(dv_diag_text(b.diags, 0), "the step is too long: by its own estimate x"));
    fixture_close(&b);
  }
}

static int ignore(void *context, double t, const double *x, const double *dx, const double *work)
{
  (void)context, (void)t, (void)x, (void)dx, (void)work;
  return 0;
}

static void too_many_records(void **state)
{
  (void)state;
  fixture b = fixture_open("bodies: {m: {mass: 2 kg}}\njoints: {x: {type: prismatic, axis: x, child: m}}\n");
  dv_run_options o = {.method = "cvode", .until = 1, .every = 1e-15};
  dv_run_result r;
  assert_int_equal(dv_run(b.model, b.state, &o, ignore, NULL, NULL, &r, b.diags, b.arena), 2);
  assert_non_null(strstr(dv_diag_text(b.diags, 0), "give a larger `every`"));
  fixture_close(&b);
}

// 20 N/s pass 10 N after half a second; and a drive that carries 2 kg needs 19.62 N.
static void beyond_its_effort(void **state)
{
  (void)state;
  const char *pushed = "bodies: {a: {mass: 2 kg}}\njoints: {x: {type: prismatic, axis: x, child: a, limits: {effort: %s}}}\n"
                       "parts: {f: {kind: force.effort, axis: x, effort: '20 [N/s]*t'}}\n";
  const char *held = "bodies: {a: {mass: 2 kg}}\n"
                     "joints: {z: {type: prismatic, axis: z, child: a, motion: locked, limits: {effort: %s}}}\n";
  static const struct {
    const char *limit;
    int pushed, held;
  } rows[] = {
      {"10 N", 1, 1},
      {"21 N", 0, 0}
  };
  for (int i = 0; i < 2; i++) {
    char yaml[400];
    snprintf(yaml, sizeof yaml, pushed, rows[i].limit);
    assert_int_equal(times(warns(yaml, 1), "'x.limits': the effort on the coordinate is beyond its limit"), rows[i].pushed);
    snprintf(yaml, sizeof yaml, held, rows[i].limit);
    assert_int_equal(times(warns(yaml, 1), "'z.limits': the effort on the coordinate is beyond its limit"), rows[i].held);
  }
}

// From 80 degrees by 1 rad/s it locks after 0.17 s; beyond 90 degrees it starts in another range; held outer axes do not lock.
static void a_gimbal_that_locks(void **state)
{
  (void)state;
  static const struct {
    const char *more;
    double until;
    int told;
  } rows[] = {
      {"position: [0, 80 deg, 0], rate: [0.1, 1, 0]",                      0.1, 0},
      {"position: [0, 80 deg, 0], rate: [0.1, 1, 0]",                      0.5, 1},
      {"position: [0, 170 deg, 0], rate: [0.1, 1, 0]",                     0.5, 0},
      {"position: [0, 80 deg, 0], rate: [0.1, 1, 0], motion: {c: locked}", 0.5, 0},
  };
  for (int i = 0; i < 4; i++) {
    char yaml[400];
    snprintf(yaml, sizeof yaml,
             "gravity: 0\nbodies: {a: {mass: 2 kg, inertia: [1, 2, 2.5]}}\njoints: {g: {type: gimbal, child: a, %s}}\n",
             rows[i].more);
    assert_int_equal(times(warns(yaml, rows[i].until), "'g.b.limits': the joint locks"), rows[i].told);
  }
}

// Half a turn brings the outer axes of a homokinetic joint into one line, one against the other.
static void a_homokinetic_joint_that_folds(void **state)
{
  (void)state;
  const char *yaml = "gravity: 0\nbodies: {a: {mass: 2 kg, inertia: [1, 2, 2.5]}}\n"
                     "joints: {h: {type: homokinetic, child: a, position: [0, 170 deg, 0], rate: [0, 1, 0]}}\n";
  assert_int_equal(times(warns(yaml, 0.1), "'h.b.limits': the joint locks"), 0);
  assert_int_equal(times(warns(yaml, 0.3), "'h.b.limits': the joint locks"), 1);
}

// Waves know gravity and level by themselves: others than the world's are told.
static void waves_of_another_world(void **state)
{
  (void)state;
  const char *yaml = "gravity: %s\nparts:\n  sea: {kind: marine.water, level: %s}\n"
                     "  swell: {kind: marine.wave, amplitude: 1 m, period: 8 s}\n"
                     "  waves: {kind: marine.sea, height: 1 m, period: 6 s, frequencies: [1], level: 2 m, gravity: 9.81}\n";
  char text[400];
  snprintf(text, sizeof text, yaml, "9.81", "2 m");
  const char *told = faults(text, 0);
  assert_int_equal(times(told, "warning"), 1);
  assert_non_null(
      strstr(told, "the waves of 'swell' run over a surface at 0 m, that of 'sea' rests at 2 m; write 'level: 2 m' there"));
  snprintf(text, sizeof text, yaml, "1.62", "2 m");
  told = faults(text, 0);
  assert_int_equal(times(told, "run under a gravity of 9.8"), 2);
  assert_int_equal(times(told, "the world has 1.62; write 'gravity: 1.62 m/s^2' there"), 2);
}

// So do parts that weigh a load of their own, also where there is no gravity at all.
static void loads_of_another_world(void **state)
{
  (void)state;
  const char *yaml = "gravity: %s\nbodies: {b: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: b}}\n"
                     "parts: {dig: {kind: contact.bucket, tool: b, bin: b, width: 1 m}}\n";
  static const char *const gravity[] = {"9.81", "9.80665", "1.62", "0", "[1, 0, -9.76]"};
  static const char *const words[] = {NULL, NULL, "'dig' weighs its load with a gravity of 9.81 m/s^2, the world has 1.62",
                                      "the world has 0; write 'gravity: 0 m/s^2' there",
                                      "'dig' weighs its load along -z of its ground, or of the world"};
  for (int i = 0; i < 5; i++) {
    char text[400];
    snprintf(text, sizeof text, yaml, gravity[i]);
    const char *told = faults(text, 0);
    if (!words[i]) assert_int_equal(times(told, "'dig'"), 0);
    if (words[i]) assert_non_null(strstr(told, words[i]));
  }
}

// Strips on a beam go with its frame.
static void strips_on_a_beam_are_told(void **state)
{
  (void)state;
  const char *form =
      "bodies: {b: {beam: {length: 1 m, section: {tube: [0.1, 0.01]}, material: {E: 2e11 Pa, density: 7850 kg/m^3}, "
      "modes: {bending_z: %d}}}}\njoints: {j: {type: fixed, child: b}}\n"
      "parts:\n  sea: {kind: marine.water}\n  s: {kind: marine.strips, frame: b, length: 1 m, diameter: 0.1 m}\n";
  char yaml[1000];
  for (int i = 0; i < 2; i++) {
    snprintf(yaml, sizeof yaml, form, i);
    assert_int_equal(times(faults(yaml, 0), "'s' lies on the beam 'b' as if that was stiff from there on"), i);
  }
}

// A line that nothing damps is told; its steps are those of its own ringing.
static void undamped_lines_are_told(void **state)
{
  (void)state;
  const char *form =
      "bodies: {m: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: m, position: 0.9 m, motion: locked}}\n"
      "parts:\n  sea: {kind: marine.water}\n"
      "  line: {kind: marine.line, a: world, b: m, length: 1 m, stiffness: 1e3 N, mass: 0.1 kg/m, damping: %s}\n";
  char yaml[1000];
  for (int i = 0; i < 2; i++) {
    snprintf(yaml, sizeof yaml, form, i ? "1 N.s" : "0");
    assert_int_equal(times(warns(yaml, 0.01), "0.8 length/elements sqrt(stiffness mass)"), !i);
  }
}

// Elements that begin and end to pull are events: rk4 at a quarter of the step is 1000 times nearer.
static void lines_pull_by_events(void **state)
{
  (void)state;
  const char *yaml =
      "gravity: 0\nbodies: {m: {mass: 1 kg}}\n"
      "joints: {x: {type: prismatic, axis: x, child: m, position: 0.9 m, rate: 1 m/s}}\nparts:\n"
      "  sea: {kind: marine.water}\n"
      "  line: {kind: marine.line, a: world, b: m, length: 1 m, stiffness: 1e3 N, damping: 1 N.s, mass: 0.1 kg/m,\n"
      "         elements: 2}\n";
  double x[3], step[3] = {0, 2e-3, 5e-4};
  for (int i = 0; i < 3; i++) {
    fixture b = fixture_open(yaml);
    dv_run_result r = fixture_run(&b, i ? "rk4" : "cvode", 0.5, step[i]);
    assert_int_equal(r.events, 8);
    x[i] = fixture_value(&b, "x");
    fixture_close(&b);
  }
  assert_near(x[1], x[0], 2e-5);
  assert_near(x[2], x[0], 2e-8);
}

// A slide at right angles to a distance: its gap is z^2/2, so that closing leaves z = sqrt(2 gap), where the slope is z and not
// 0. A millimetre further on the loop counts for certain.
static void loops_that_touch(void **state)
{
  (void)state;
  static const char text[] = "bodies: {a: {mass: 1 kg}}\njoints: {z: {type: prismatic, child: a, position: %g m}}\n"
                             "loops: {d: {type: distance, child: a, at: {xyz: [1, 0, 0]}, length: %.17g m}}\ngravity: 0\n";
  for (int k = 0; k < 2; k++) {
    char yaml[300];
    double z = k ? 1e-3 : 3e-7;
    snprintf(yaml, sizeof yaml, text, z, hypot(1, z));
    assert_int_equal(times(warns(yaml, 0.1), "start all but in a branching position"), !k);
  }
}

// A rope that runs on at a radius which shrinks to nothing: the goal hoist/r went up to 1e6 and back to that of `radius` within
// an instant, and how far the drum came was chance. It ends at that of 1 mm. J w' = J/lag (goal - w); after ten lags w is the
// goal.
static void a_drum_without_radius(void **state)
{
  (void)state;
  const char *yaml =
      "bodies: {d: {mass: 1 kg, inertia: [1, 1, 1]}}\njoints: {w: {type: revolute, axis: z, child: d}}\ngravity: 0\n"
      "signals: {layer: '0.1 [m] - 0.2 [m/s]*t'}\n"
      "parts: {m: {kind: force.winch-drive, drum: w, inertia: 1, lag: 10 ms, hoist: 1 m/s, layer: layer}}\n";
  assert_int_equal(times(warns(yaml, 1), "radius below 1 mm"), 1);
  fixture b = fixture_open(yaml);
  dv_run_options o = {.method = "cvode", .until = 1, .rtol = 1e-9};
  dv_run_result r;
  assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 0);
  assert_near(b.state->x[1], 1000, 1e-6);
  fixture_close(&b);
}

// A rope with mass: level it sags, on a load that swings its inertia across is missing, and at its end nothing is left to wind
// up. Each is told, and nothing else.
static void ropes_with_mass(void **state)
{
  (void)state;
  static const char *const told[] = {"sag by more than a twentieth", "moves across itself", "all wound up"};
  static const char *const machine[] = {
      "bodies: {m: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: m, position: 10.1 m, motion: locked}}\n"
      "parts: {r: {kind: force.heavy-rope, from: world, to: m, length: 10 m, stiffness: 1 kN, mass: 5 kg/m}}\n",
      "bodies: {m: {mass: 10 kg}}\njoints: {x: {type: prismatic, axis: x, child: m, at: {xyz: [0, 0, -10.1]}, rate: 1 m/s}}\n"
      "parts: {r: {kind: force.heavy-rope, from: world, to: m, length: 10 m, stiffness: 100 kN, mass: 10 kg/m}}\n",
      "bodies: {d: {inertia: [1, 1, 1]}, m: {mass: 10 kg}}\njoints: {w: {type: revolute, axis: y, child: d, motion: {prescribed: "
      "turn}}, z: {type: prismatic, axis: z, child: m, at: {xyz: [0.2, 0, -1]}, motion: {prescribed: up}}}\n"
      "signals: {turn: 4.9999*t, up: 0.9*t}\n"
      "parts: {r: {kind: force.heavy-rope, from: world, to: m, turn: w, drum: -0.2, heading: -90 deg, length: 1 m, stiffness: "
      "1 kN, mass: 1 g/m}}\n"};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) assert_int_equal(times(warns(machine[i], i == 2 ? 1 : 0.05), told[k]), k == i);
}

// Closed forms: an oscillator of w = 100 rad/s, undamped. rk4 bears w h = 2 sqrt(2), rk3 sqrt(3), semi-implicit Euler 2; a rate
// that decays by 500/s: rk4 bears 2.785/500 s, Euler 2/500 s. What falls over by itself, or is free, is no fault of the step.
static void steps_beyond_their_limit(void **state)
{
  (void)state;
  static const char spring[] = JOINT "parts: {s: {kind: force.spring, axis: x, stiffness: 10 kN/m}}\n",
                    damper[] = JOINT "parts: {d: {kind: force.damper, axis: x, damping: 500 N.s/m}}\n",
                    falls[] = "bodies: {a: {mass: 1 kg, com: [0, 0, 1 m]}}\njoints: {x: {type: revolute, axis: y, child: a}}\n";
  static const struct {
    const char *machine, *method;
    double limit;
  } row[] = {
      {spring, "rk4",   2.8284271e-2    },
      {spring, "rk3",   1.7320508e-2    },
      {spring, "euler", 2e-2            },
      {damper, "rk4",   2.7852936e-3 * 2},
      {damper, "euler", 4e-3            },
      {falls,  "rk4",   0               },
      {JOINT,  "rk4",   0               },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    for (int beyond = 0; beyond < 2; beyond++) {
      double limit = row[i].limit > 0 ? row[i].limit : 0.1;
      fixture b = fixture_open(row[i].machine);
      dv_run_options o = {.method = row[i].method, .step = limit * (beyond ? 1.01 : 0.99), .until = 10};
      dv_step_look(b.model, b.state, &o, b.diags);
      assert_int_equal(b.diags->n, beyond && row[i].limit > 0);
      if (b.diags->n) {
        double would = atof(b.diags->item[0].remedy);
        assert_true(would <= limit * 1.001 && would > 0.9 * limit);
      }
      fixture_close(&b);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops_that_touch),
      cmocka_unit_test(ropes_with_mass),
      cmocka_unit_test(input_outside_of_its_range),
      cmocka_unit_test(two_sources),
      cmocka_unit_test(no_capacity),
      cmocka_unit_test(no_answer),
      cmocka_unit_test(no_values_that_agree),
      cmocka_unit_test(open_port),
      cmocka_unit_test(acceleration_loop),
      cmocka_unit_test(beyond_its_stroke),
      cmocka_unit_test(pump_without_relief),
      cmocka_unit_test(cavitation),
      cmocka_unit_test(deep_in_the_ground),
      cmocka_unit_test(contacts_that_cannot_be),
      cmocka_unit_test(directions_named_in_part),
      cmocka_unit_test(beyond_all_sense),
      cmocka_unit_test(fixed_steps_that_lose_energy),
      cmocka_unit_test(fixed_steps_that_lose_a_swing),
      cmocka_unit_test(steps_beyond_their_limit),
      cmocka_unit_test(too_many_records),
      cmocka_unit_test(beyond_its_effort),
      cmocka_unit_test(a_gimbal_that_locks),
      cmocka_unit_test(a_homokinetic_joint_that_folds),
      cmocka_unit_test(waves_of_another_world),
      cmocka_unit_test(loads_of_another_world),
      cmocka_unit_test(strips_on_a_beam_are_told),
      cmocka_unit_test(undamped_lines_are_told),
      cmocka_unit_test(lines_pull_by_events),
      cmocka_unit_test(a_drum_without_radius),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
