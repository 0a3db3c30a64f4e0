// symbol_ring.c: identities of trigonometric polynomials, and machines whose equations stand in textbooks.
#include "kinds/kinds.h"
#include "support.h"
#include "symbol/sheet.h"

#include <math.h>
#include <string.h>

static dv_poly trig(dv_ring *r, const char *name, int sine)
{
  return dv_poly_trig(r, dv_ring_angle(r, (dv_atom){.name = name, .value = 0.3 * (double)strlen(name), .sort = DV_COORDINATE}, 1),
                      sine);
}

static void products_become_sums(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  dv_ring *r = dv_ring_new(a);
  dv_poly ca = trig(r, "a", 0), sa = trig(r, "a", 1), cb = trig(r, "bb", 0), sb = trig(r, "bb", 1);
  double one;
  dv_poly unit = dv_poly_add(r, dv_poly_times(r, ca, ca), dv_poly_times(r, sa, sa));
  assert_true(dv_poly_is_number(unit, &one) && one == 1);
  dv_poly sum = dv_poly_sub(r, dv_poly_times(r, ca, cb), dv_poly_times(r, sa, sb));
  assert_int_equal(sum.n, 1);  // cos(a + b)
  assert_string_equal(dv_write_plain(r, sum), "cos(a + bb)");
  dv_poly difference = dv_poly_sub(r, dv_poly_times(r, sb, ca), dv_poly_times(r, cb, sa));
  assert_string_equal(dv_write_plain(r, difference), "-sin(a - bb)");
  assert_near(dv_poly_value(r, difference), sin(0.6 - 0.3), 1e-15);
  dv_poly slope = dv_poly_slope_angle(r, dv_poly_times(r, sum, sa), 0);  // (cos(a + b) sin a)' = cos(2 a + b)
  assert_string_equal(dv_write_plain(r, slope), "cos(2*a + bb)");
  dv_arena_free(a);
}

static void monomials_multiply(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  dv_ring *r = dv_ring_new(a);
  dv_poly m = dv_poly_atom(r, dv_ring_atom(r, (dv_atom){.name = "m", .value = 2})),
          L = dv_poly_atom(r, dv_ring_atom(r, (dv_atom){.name = "L", .value = 3}));
  dv_poly square = dv_poly_times(r, dv_poly_add(r, m, L), dv_poly_sub(r, m, L));
  assert_int_equal(square.n, 2);
  assert_near(dv_poly_value(r, square), 4 - 9, 0);
  assert_near(dv_poly_value(r, dv_poly_slope_atom(r, square, 1)), -6, 0);
  assert_int_equal(dv_poly_sub(r, square, square).n, 0);
  double out = 0;
  assert_int_equal(dv_poly_prune(r, square, 5, &out).n, 1);
  assert_near(out, 4, 0);
  dv_arena_free(a);
}

// w^2 + x^2 + y^2 + z^2 = 1
static void quaternions_have_length_one(void **state)
{
  (void)state;
  static const char *const name[4] = {"w", "x", "y", "z"};
  dv_arena *a = dv_arena_new();
  dv_ring *r = dv_ring_new(a);
  int atom[4];
  double one;
  dv_poly sum = {0};
  for (int i = 0; i < 4; i++) {
    atom[i] = dv_ring_atom(r, (dv_atom){.name = name[i], .value = 0.5, .sort = DV_COORDINATE});
    dv_poly q = dv_poly_atom(r, atom[i]);
    sum = dv_poly_add(r, sum, dv_poly_times(r, q, q));
  }
  sum = dv_poly_unit(r, dv_poly_times(r, sum, sum), atom[0], atom + 1);
  assert_true(dv_poly_is_number(sum, &one) && one == 1);
  dv_arena_free(a);
}

static void too_much_is_told(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  dv_ring *r = dv_ring_new(a);
  dv_poly x = dv_poly_atom(r, dv_ring_atom(r, (dv_atom){.name = "x", .value = 1}));
  for (int i = 0; i < 8; i++) x = dv_poly_times(r, x, x);  // x^256
  assert_non_null(r->full);
  dv_arena_free(a);
}

static dv_symbol_machine *machine(dv_arena *a, const char *yaml, int names)
{
  dv_diags *d = dv_diags_new(a);
  dv_doc *doc = dv_doc_read_memory(a, d, "m.yaml", yaml, strlen(yaml));
  dv_spec *s = dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0);
  assert_non_null(s);
  dv_symbol_machine *m = dv_symbol_machine_new(a, d, s, 0, names);
  assert_non_null(m);
  return m;
}

static const char *entry(const char *text, const char *label)
{
  const char *at = strstr(text, label);
  assert_non_null(at);
  return at + strlen(label);
}

static void reads(const char *text, const char *label, const char *formula)
{
  const char *at = entry(text, label);
  size_t n = strcspn(at, "\n");
  if (n != strlen(formula) || strncmp(at, formula, n) != 0) fail_msg("%s%.*s, not %s", label, (int)n, at, formula);
}

// Spong and Vidyasagar, Robot Dynamics and Control 1989, eqs 6.4.24 to 6.4.34: planar elbow manipulator.
static void two_links_as_in_the_book(void **state)
{
  (void)state;
  static const char yaml[] =
      "davit: 1\nname: elbow\n"
      "parameters: {m1: 3 kg, m2: 2 kg, l1: 0.7 m, lc1: 0.3 m, lc2: 0.2 m, I1: 0.1 kg.m^2, I2: 0.05 kg.m^2, g: 9.81 m/s^2}\n"
      "gravity: [0, -g, 0]\n"
      "bodies:\n  one: {mass: m1, com: [lc1, 0, 0], inertia: [I1, I1, I1]}\n  two: {mass: m2, com: [lc2, 0, 0], inertia: [I2, I2, I2]}\n"
      "joints:\n  q1: {type: revolute, child: one}\n  q2: {type: revolute, parent: one, child: two, at: {xyz: [l1, 0, 0]}}\n";
  dv_arena *a = dv_arena_new();
  dv_sheet *s = dv_sheet_new(a, machine(a, yaml, 0), NULL, 0);
  const char *text = dv_sheet_text(a, s);
  reads(text, "M[q1, q1] = ", "m1*lc1^2 + I1 + l1^2*m2 + m2*lc2^2 + I2 + 2*l1*m2*lc2*cos(q2)");
  reads(text, "a1 = ", "m2*lc2^2 + I2");
  reads(text, "M[q1, q2] = ", "a1 + l1*m2*lc2*cos(q2)");
  reads(text, "M[q2, q2] = ", "a1");
  reads(text, "C[q1, q1] = ", "-l1*m2*lc2*q2.rate*sin(q2)");  // h q2', h = -m2 l1 lc2 sin q2
  reads(text, "C[q1, q2] = ", "-l1*m2*lc2*(q1.rate + q2.rate)*sin(q2)");
  reads(text, "C[q2, q1] = ", "l1*m2*lc2*q1.rate*sin(q2)");
  assert_null(strstr(text, "C[q2, q2]"));
  reads(text, "g[q1] = ", "g*m2*lc2*cos(q1 + q2) + g*(m1*lc1 + l1*m2)*cos(q1)");
  reads(text, "g[q2] = ", "g*m2*lc2*cos(q1 + q2)");
  assert_non_null(strstr(dv_sheet_latex(a, s, "test_a"), "\\cos(q_{1} + q_{2})"));
  assert_non_null(strstr(dv_sheet_c(a, s, "test"), "void elbow_M(const elbow_parameters *p, const double *q, double *M)"));
  dv_arena_free(a);
}

// Rokseth 2014, example 2.2: (m1 + m2) x'' + m2 L cos q q'' - m2 L sin q q'^2, m2 L^2 q'' + m2 L cos q x'' - m2 g L sin q
static void wagon_as_in_the_document(void **state)
{
  (void)state;
  static const char yaml[] = "davit: 1\nparameters: {m1: 2 kg, m2: 1 kg, L: 0.3 m, g: 9.81 m/s^2}\ngravity: [0, 0, -g]\n"
                             "bodies:\n  wagon: {mass: m1}\n  pendulum: {mass: m2, com: [0, 0, L]}\n"
                             "joints:\n  x: {type: prismatic, axis: x, child: wagon}\n"
                             "  q: {type: revolute, axis: y, parent: wagon, child: pendulum}\n";
  dv_arena *a = dv_arena_new();
  const char *text = dv_sheet_text(a, dv_sheet_new(a, machine(a, yaml, 0), NULL, 0));
  reads(text, "M[x, x] = ", "m1 + m2");
  reads(text, "M[x, q] = ", "m2*L*cos(q)");
  reads(text, "M[q, q] = ", "m2*L^2");
  reads(text, "c[x] = ", "-m2*L*q.rate^2*sin(q)");
  reads(text, "\ng[q] = ", "-g*m2*L*sin(q)");
  dv_arena_free(a);
}

// A rod that slides in a turning tube: m r^2 + I, 2 m r r' a', -m r a'^2. Numbers get names.
static void tube_with_named_numbers(void **state)
{
  (void)state;
  static const char yaml[] =
      "davit: 1\ngravity: 0\n"
      "bodies:\n  tube: {inertia: [1, 1, 1]}\n  rod: {mass: 2}\n"
      "joints:\n  a: {type: revolute, axis: z, child: tube}\n  r: {type: prismatic, axis: x, parent: tube, child: rod}\n";
  dv_arena *a = dv_arena_new();
  const char *text = dv_sheet_text(a, dv_sheet_new(a, machine(a, yaml, 1), NULL, 0));
  reads(text, "M[a, a] = ", "m_rod*r^2 + I_tube_zz");
  reads(text, "M[r, r] = ", "m_rod");
  reads(text, "c[a] = ", "2*m_rod*r*a.rate*r.rate");
  reads(text, "c[r] = ", "-m_rod*r*a.rate^2");
  dv_arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_become_sums),        cmocka_unit_test(monomials_multiply),
      cmocka_unit_test(quaternions_have_length_one), cmocka_unit_test(too_much_is_told),
      cmocka_unit_test(two_links_as_in_the_book),    cmocka_unit_test(wagon_as_in_the_document),
      cmocka_unit_test(tube_with_named_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
