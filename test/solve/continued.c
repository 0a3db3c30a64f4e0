// continued.c: a run that is saved and continued is the run that was not interrupted, bit by bit.
#include "solve/harness.h"

#include "step/step.h"

#include <unistd.h>

// Everything that could remember: an attitude, a driven coordinate, a part's state, a sampled input, a corner.
static const char *const machine =
    "bodies:\n"
    "  base: {mass: 5 kg}\n"
    "  top: {mass: 2 kg, com: [0.1, 0.05, 0.3], inertia: [0.03, 0.05, 0.02]}\n"
    "  arm: {mass: 1 kg, com: [0.4, 0, 0], inertia: [0.01, 0.02, 0.02]}\n"
    "joints:\n"
    "  rail: {type: prismatic, axis: x, child: base, motion: {prescribed: sway}}\n"
    "  pivot: {type: ball, parent: base, child: top, rate: [1, -2, 6]}\n"
    "  elbow: {type: revolute, axis: y, parent: top, child: arm, at: {xyz: [0, 0, 0.5]}, position: 0.4 rad}\n"
    "signals:\n"
    "  sway: {kind: sine, amplitude: 0.1 m, frequency: 1 Hz}\n"
    "  held: {kind: hold, in: elbow.rate, period: 0.02 s}\n"
    "  kick: {kind: step, from: 0, to: 0.5, at: 0.33 s}\n"
    "parts:\n"
    "  motor: {kind: force.effort, axis: elbow, effort: kick - 0.3*held}\n"
    "  stop: {kind: force.bumper, axis: elbow, lower: -1 rad, upper: 1 rad, stiffness: 500 N.m/rad}\n";

static void same_bits(void **state)
{
  (void)state;
  const char *file = "davit-test-continued.state";
  for (int i = 0; dv_stepper_name(i); i++) {
    const char *method = dv_stepper_name(i);
    fixture whole = fixture_open(machine), first = fixture_open(machine), second = fixture_open(machine);
    fixture_run(&whole, method, 1, 2e-3);
    fixture_run(&first, method, 0.5, 2e-3);
    assert_int_equal(dv_state_save(first.model, first.state, file, first.diags), 0);
    assert_int_equal(dv_state_load(second.model, second.state, file, second.diags), 0);
    fixture_run(&second, method, 1, 2e-3);
    assert_memory_equal(whole.state->block + 1, second.state->block + 1, (size_t)(whole.state->n - 1) * sizeof(double));
    assert_true(whole.state->t == second.state->t);
    fixture_close(&whole);
    fixture_close(&first);
    fixture_close(&second);
  }
  unlink(file);
}

static void refused(fixture *b, const char *file, const char *why)
{
  int n = b->diags->n;
  double t = b->state->t, x = b->state->x[0];
  assert_int_equal(dv_state_load(b->model, b->state, file, b->diags), 2);
  assert_int_equal(b->diags->n, n + 1);
  assert_non_null(strstr(b->diags->item[n].what, why));
  assert_true(b->state->t == t && b->state->x[0] == x);
}

static void wrong_files(void **state)
{
  (void)state;
  const char *file = "davit-test-wrong.state";
  fixture b = fixture_open(machine);
  fixture other = fixture_open("bodies: {m: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: m}}\n");
  char bytes[4096];
  assert_int_equal(dv_state_save(other.model, other.state, file, other.diags), 0);
  refused(&b, file, "another model");
  FILE *f = fopen(file, "rb");
  size_t n = fread(bytes, 1, sizeof bytes, f);
  fclose(f);
  f = fopen(file, "wb");
  fwrite(bytes, 1, n - 1, f);
  fclose(f);
  refused(&other, file, "cut short");
  f = fopen(file, "wb");
  fwrite("davit", 1, 5, f);
  fclose(f);
  refused(&other, file, "no saved state");
  refused(&other, "davit-test-there-is-no-such.state", "cannot read");
  unlink(file);
  fixture_close(&b);
  fixture_close(&other);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits), cmocka_unit_test(wrong_files)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
