// bond_growth.c: what a machine of many elements, or of many axes, costs to assemble grows like what it costs to read.
#include "assemble/assemble.h"
#include "batch/pace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

enum { SHORT = 500, TIMES = 8, ROUNDS = 3 };

// Transformers, written from the far end: what is known comes last.
static void transformers(FILE *f, int n)
{
  fprintf(f, "davit: 1\nparts:\n  m: {kind: bond.I, at: v%d, inertia: 1}\n", n);
  for (int i = n; i > 0; i--)
    fprintf(f, "  v%d: {kind: bond.one}\n  t%d: {kind: bond.TF, from: v%d, to: v%d, modulus: 1}\n", i, i, i - 1, i);
  fputs("  v0: {kind: bond.one}\n  s: {kind: bond.Se, at: v0, effort: 1}\n", f);
}

// A line of inertias and compliances: as many states.
static void ladder(FILE *f, int n)
{
  fputs("davit: 1\nparts:\n  a0: {kind: bond.one}\n  s: {kind: bond.Se, at: a0, effort: 1}\n", f);
  for (int i = 0; i < n; i++)
    fprintf(f,
            "  l%d: {kind: bond.I, at: a%d, inertia: 1}\n  z%d: {kind: bond.zero}\n  p%d: {kind: bond.bond, from: a%d, to: z%d}\n"
            "  c%d: {kind: bond.C, at: z%d, capacitance: 1}\n  a%d: {kind: bond.one}\n  q%d: {kind: bond.bond, from: z%d, to: "
            "a%d}\n",
            i, i, i, i, i, i, i, i, i + 1, i, i, i + 1);
  fprintf(f, "  r: {kind: bond.R, at: a%d, resistance: 1}\n", n);
}

// A body with n points, an axis to each, a limit on it and a spring.
static void points(FILE *f, int n)
{
  fputs("davit: 1\nworld: {points: {far: [0, 9, 0]}}\nbodies:\n  b:\n    mass: 1\n    inertia: [1, 1, 1]\n    points:\n", f);
  for (int i = 0; i < n; i++) fprintf(f, "      p%d: [%d, 0, 0]\n", i, i);
  fputs("joints: {fly: {type: free, child: b}}\naxes:\n", f);
  for (int i = 0; i < n; i++) fprintf(f, "  x%d: {from: world.far, to: b.p%d, limits: [1 m, 9 km]}\n", i, i);
  fputs("parts:\n", f);
  for (int i = 0; i < n; i++) fprintf(f, "  k%d: {kind: force.spring, axis: x%d, stiffness: 1, rest: 1 m}\n", i, i);
}

// One junction with n resistances.
static void hub(FILE *f, int n)
{
  fputs("davit: 1\nparts:\n  z: {kind: bond.zero}\n  s: {kind: bond.Se, at: z, effort: 1}\n", f);
  for (int i = 0; i < n; i++) fprintf(f, "  r%d: {kind: bond.R, at: z, resistance: %d}\n", i, i + 1);
}

// Pairs of bodies, each pair a group of loops by itself.
static void pairs(FILE *f, int n)
{
  fputs("davit: 1\nbodies:\n", f);
  for (int i = 0; i < n; i++) fprintf(f, "  a%d: {mass: 1}\n  b%d: {mass: 1}\n", i, i);
  fputs("joints:\n", f);
  for (int i = 0; i < n; i++)
    fprintf(f, "  x%d: {type: prismatic, child: a%d, axis: x, rate: 1}\n  y%d: {type: prismatic, child: b%d, axis: x}\n", i, i, i,
            i);
  fputs("loops:\n", f);
  for (int i = 0; i < n; i++) fprintf(f, "  l%d: {type: equal, of: [x%d, y%d]}\n", i, i, i);
}

// CPU time of assembling over that of reading, each the least of some rounds.
static double share(void (*write)(FILE *f, int n), int n)
{
  double reading = HUGE_VAL, assembling = HUGE_VAL;
  char *text = NULL;
  size_t bytes;
  FILE *f = open_memstream(&text, &bytes);
  assert_non_null(f);
  write(f, n);
  fclose(f);
  for (int i = 0; i < ROUNDS; i++) {
    dv_arena *a = dv_arena_new();
    dv_diags *diags = dv_diags_new(a);
    double start = dv_pace_clock();
    dv_doc *doc = dv_doc_read_memory(a, diags, "grown.yaml", text, bytes);
    dv_spec *spec = dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0);
    double middle = dv_pace_clock();
    assert_non_null(dv_assemble(spec, dv_kinds_x1));
    reading = fmin(reading, middle - start);
    assembling = fmin(assembling, dv_pace_clock() - middle);
    dv_arena_free(a);
  }
  free(text);
  return assembling / reading;
}

static void like_reading(void **state)
{
  static void (*const subject[])(FILE * f, int n) = {transformers, ladder, hub, points};
  (void)state;
  for (size_t i = 0; i < sizeof subject / sizeof *subject; i++) {
    double small = share(subject[i], SHORT), large = share(subject[i], TIMES * SHORT);
    print_message("assembling over reading: %.2f, %d times the elements %.2f\n", small, TIMES, large);
    assert_true(large < 3 * small);
  }
}

// Matrices of all loops and rates grow by the square of both; elimination of all together grew by the cube.
static void loops(void **state)
{
  enum { FEW = 60, TIMES_MORE = 8 };
  (void)state;
  double small = share(pairs, FEW), large = share(pairs, TIMES_MORE * FEW);
  print_message("loops: assembling over reading: %.2f, %d times the loops %.2f\n", small, TIMES_MORE, large);
  assert_true(large < TIMES_MORE * small);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(like_reading), cmocka_unit_test(loops)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
