// Good files give the right numbers: placements, solids, inertias, units, tables, against closed forms.
#include "spec/read.h"

#define BODY "bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\n"

static void times(const double a[16], const double b[16], double out[16])
{
  for (int i = 0; i < 16; i++) {
    out[i] = 0;
    for (int k = 0; k < 4; k++) out[i] += a[4 * (i / 4) + k] * b[4 * k + i % 4];
  }
}

static void matrix_of(const dv_placement *x, double out[16])
{
  for (int i = 0; i < 16; i++) out[i] = i / 4 == 3 ? i == 15 : i % 4 == 3 ? x->p[i / 4] : x->R[3 * (i / 4) + i % 4];
}

// Placement of the child at coordinate q: at, motion about or along z, child_at.
static void moved(const dv_joint_spec *j, double q, double out[16])
{
  double at[16], child[16], first[16], c = cos(q), s = sin(q);
  double turn[16] = {c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
         slide[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, q, 0, 0, 0, 1};
  matrix_of(&j->at, at);
  matrix_of(&j->child_at, child);
  times(at, j->type == DV_J_revolute ? turn : slide, first);
  times(first, child, out);
}

// The matrices as the textbooks print them.
static void craig(double a, double alpha, double d, double theta, double T[16])
{
  double c = cos(theta), s = sin(theta), ca = cos(alpha), sa = sin(alpha);
  double m[16] = {c, -s, 0, a, s * ca, c * ca, -sa, -sa * d, s * sa, c * sa, ca, ca * d, 0, 0, 0, 1};
  memcpy(T, m, sizeof m);
}

static void classic(double a, double alpha, double d, double theta, double T[16])
{
  double c = cos(theta), s = sin(theta), ca = cos(alpha), sa = sin(alpha);
  double m[16] = {c, -s * ca, s * sa, a * c, s, c * ca, -c * sa, a * s, 0, sa, ca, d, 0, 0, 0, 1};
  memcpy(T, m, sizeof m);
}

static void denavit_hartenberg(void **state)
{
  (void)state;
  static const char *const type[] = {"revolute", "prismatic"}, *const convention[] = {"classic", "modified"};
  double a = 0.3, alpha = -1.1, d = 0.2, theta = 0.4, q = 0.7, T[16], want[16];
  for (int k = 0; k < 4; k++) {
    int prismatic = k & 1, modified = k >> 1;
    char text[512];
    snprintf(text, sizeof text,
             BODY "joints: {j: {type: %s, child: b, at: {dh: {a: %g, alpha: %g, d: %g, theta: %g, convention: %s}}}}\n",
             type[prismatic], a, alpha, d, theta, convention[modified]);
    machine m = machine_good(text);
    moved(&m.spec->joint[0], q, T);
    (modified ? craig : classic)(a, alpha, prismatic ? d + q : d, prismatic ? theta : theta + q, want);
    for (int i = 0; i < 16; i++) assert_near(T[i], want[i], 1e-15);
    machine_free(&m);
  }
}

// Quarter turns are exact: all elements are 0 or +-1. What is next to them is not: 90 deg and a millionth keeps its sine.
static void quarter_turns(void **state)
{
  (void)state;
  static const char *const turn[] = {"90 deg", "-90 deg", "180 deg", "270 deg", "-450 deg", "1.5707963267948966"};
  static const double sine[] = {1, -1, 0, -1, -1, 1}, cosine[] = {0, 0, -1, 0, 0, 0};
  for (int k = 0; k < 6; k++) {
    char text[256];
    snprintf(text, sizeof text, BODY "joints: {j: {type: revolute, child: b, at: {rpy: [%s, 0, 0]}}}\n", turn[k]);
    machine m = machine_good(text);
    const double *R = m.spec->joint[0].at.R, want[9] = {1, 0, 0, 0, cosine[k], -sine[k], 0, sine[k], cosine[k]};
    for (int i = 0; i < 9; i++) assert_true(R[i] == want[i]);
    machine_free(&m);
  }
  machine m = machine_good(BODY "joints: {j: {type: revolute, child: b, at: {rpy: [1.570797, 0, 0]}}}\n");
  assert_near(m.spec->joint[0].at.R[4], -6.732051033e-7, 1e-15);  // -(1.570797 - pi/2)
  machine_free(&m);
}

static void roll_pitch_yaw(void **state)
{
  (void)state;
  machine m =
      machine_good(BODY "joints: {j: {type: fixed, child: b, at: {xyz: [1 m, 20 cm, -3 mm], rpy: [10 deg, 20 deg, 30 deg]}}}\n");
  double r = M_PI / 18, p = M_PI / 9, y = M_PI / 6;
  const double want[9] = {cos(y) * cos(p),
                          cos(y) * sin(p) * sin(r) - sin(y) * cos(r),
                          cos(y) * sin(p) * cos(r) + sin(y) * sin(r),
                          sin(y) * cos(p),
                          sin(y) * sin(p) * sin(r) + cos(y) * cos(r),
                          sin(y) * sin(p) * cos(r) - cos(y) * sin(r),
                          -sin(p),
                          cos(p) * sin(r),
                          cos(p) * cos(r)};
  for (int i = 0; i < 9; i++) assert_near(m.spec->joint[0].at.R[i], want[i], 1e-15);
  assert_near(m.spec->joint[0].at.p[0], 1, 0);
  assert_near(m.spec->joint[0].at.p[1], 0.2, 1e-16);
  assert_near(m.spec->joint[0].at.p[2], -0.003, 1e-18);
  machine_free(&m);
}

// A matrix of seven digits is a rotation after reading, to the last bits.
static void matrix_is_orthonormal(void **state)
{
  (void)state;
  machine m = machine_good(
      BODY
      "joints: {j: {type: fixed, child: b, at: {matrix: [[0.8660254, -0.5, 0, 1], [0.5, 0.8660254, 0, 2], [0, 0, 1, 3 cm], [0, 0, 0, 1]]}}}\n");
  const double *R = m.spec->joint[0].at.R;
  assert_near(R[0], sqrt(0.75), 1e-7);
  assert_near(R[3], 0.5, 1e-7);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      assert_near(R[3 * i] * R[3 * j] + R[3 * i + 1] * R[3 * j + 1] + R[3 * i + 2] * R[3 * j + 2], i == j, 1e-15);
  assert_near(m.spec->joint[0].at.p[1], 2, 0);
  assert_near(m.spec->joint[0].at.p[2], 0.03, 1e-17);
  machine_free(&m);
}

static dv_body_spec solid(machine *m, const char *text)
{
  char yaml[1024];
  snprintf(yaml, sizeof yaml, "bodies: {b: {%s}}\njoints: {j: {type: free, child: b}}\n", text);
  *m = machine_good(yaml);
  return m->spec->body[0];
}

enum { XX, XY, XZ, YY, YZ, ZZ };

static void solids(void **state)
{
  (void)state;
  machine m;
  dv_body_spec b = solid(&m, "solid: {box: [1, 2, 3], density: 10}");
  assert_near(b.mass, 60, 1e-13);
  assert_near(b.inertia[XX], 5 * (4 + 9), 1e-12);
  assert_near(b.inertia[YY], 5 * (1 + 9), 1e-12);
  assert_near(b.inertia[ZZ], 5 * (1 + 4), 1e-12);
  machine_free(&m);
  b = solid(&m, "solid: {cylinder: {radius: 2, length: 3}, mass: 12}");
  assert_near(b.inertia[XX], 12 * (3 * 4 + 9) / 12.0, 1e-13);
  assert_near(b.inertia[ZZ], 12 * 4 / 2.0, 1e-13);
  machine_free(&m);
  b = solid(&m, "mass: 5 kg, solid: {sphere: {radius: 50 cm}}");
  assert_near(b.mass, 5, 1e-15);
  assert_near(b.inertia[YY], 0.4 * 5 * 0.25, 1e-15);
  machine_free(&m);
}

// Second formulation of the capsule: discs of radius rho(z), each m rho^2/4 + m z^2 across and m rho^2/2 along.
static void capsule(void **state)
{
  (void)state;
  machine m;
  dv_body_spec b = solid(&m, "solid: {capsule: {radius: 0.3, length: 0.8}, density: 1000}");
  double mass = 0, across = 0, along = 0, r = 0.3, half = 0.4;
  enum { N = 200000 };
  for (int i = 0; i < N; i++) {
    double h = 2 * (half + r) / N, z = -(half + r) + (i + 0.5) * h, beyond = fmax(fabs(z) - half, 0),
           rho2 = r * r - beyond * beyond;
    double dm = 1000 * M_PI * rho2 * h;
    mass += dm;
    across += dm * (rho2 / 4 + z * z);
    along += dm * rho2 / 2;
  }
  assert_near(b.mass, mass, 1e-8 * mass);
  assert_near(b.inertia[XX], across, 1e-8 * across);
  assert_near(b.inertia[ZZ], along, 1e-8 * along);
  machine_free(&m);
}

// A box cut in two, the pieces turned and moved, is the same box.
static void composite(void **state)
{
  (void)state;
  machine one, two;
  dv_body_spec whole = solid(&one, "solid: {box: [2, 1, 3], density: 7, at: {xyz: [1, 0.5, 0.25]}}");
  dv_body_spec cut = solid(&two, "solid: [{box: [1, 1, 3], density: 7, at: {xyz: [0.5, 0.5, 0.25]}},"
                                 " {box: [3, 1, 1], mass: 21 kg, at: {xyz: [1.5, 0.5, 0.25], rpy: [0, 90 deg, 0]}}]");
  assert_near(cut.mass, whole.mass, 1e-12);
  for (int i = 0; i < 3; i++) assert_near(cut.com[i], whole.com[i], 1e-14);
  for (int i = 0; i < 6; i++) assert_near(cut.inertia[i], whole.inertia[i], 1e-12);
  machine_free(&one);
  machine_free(&two);
}

// A tube: a rod less its bore; and the same with a weighed mass.
static void bored(void **state)
{
  (void)state;
  machine m;
  const char *tube =
      "solid: [{cylinder: {radius: 2, length: 3}, density: 7}, {cylinder: {radius: 1, length: 3}, density: 7, cut: true}]";
  dv_body_spec b = solid(&m, tube);
  double mass = 7 * M_PI * 3 * (4 - 1);
  assert_near(b.mass, mass, 1e-12);
  assert_near(b.inertia[ZZ], mass * (4 + 1) / 2, 1e-11);
  assert_near(b.inertia[XX], mass * (3 * (4 + 1) + 9) / 12, 1e-11);
  machine_free(&m);
  b = solid(&m, "mass: 12, solid: [{cylinder: {radius: 2, length: 3}}, {cylinder: {radius: 1, length: 3}, cut: true}]");
  assert_near(b.mass, 12, 1e-13);
  assert_near(b.inertia[ZZ], 12 * 5 / 2.0, 1e-12);
  machine_free(&m);
  m = machine_read("bodies: {b: {solid: {box: [1, 1, 1], density: 7, cut: true}}}\njoints: {j: {type: free, child: b}}\n", NULL,
                   NULL, 0);
  assert_null(m.spec);
  assert_non_null(strstr(dv_diag_text(m.diags, 0), "more is cut from the solid of 'b' than it has"));
  machine_free(&m);
}

static void inertia_forms(void **state)
{
  (void)state;
  machine m;
  dv_body_spec b = solid(&m, "mass: 2, com: [0.1, 0.2, 0.3], inertia: [3, 4, 5, 0.1, 0.2, 0.3], inertia_at: origin");
  assert_near(b.inertia[XX], 3 - 2 * (0.04 + 0.09), 1e-15);
  assert_near(b.inertia[XY], 0.1 + 2 * 0.1 * 0.2, 1e-15);
  assert_near(b.inertia[YZ], 0.3 + 2 * 0.2 * 0.3, 1e-15);
  machine_free(&m);
  b = solid(&m, "mass: 2, inertia: {xx: 3, yy: 4, zz: 5, yz: 0.5 kg m^2}");
  assert_near(b.inertia[YZ], 0.5, 0);
  assert_near(b.inertia[ZZ], 5, 0);
  machine_free(&m);
}

static void parameters(void **state)
{
  (void)state;
  machine m = machine_good("parameters: {c: a + b, a: 2*b, b: 30 cm, k: 2 kN/m, w: sqrt(k/m), m: 1.2 t}\n"
                           "bodies: {b: {mass: m, com: [c, a, b], inertia: [1, 1, \"w^2*1[kg m^2 s^2]\"]}}\n"
                           "joints: {j: {type: free, child: b}}\ngravity: 2*g0\n");
  const dv_body_spec *b = m.spec->body;
  assert_near(b->mass, 1200, 0);
  assert_near(b->com[0], 2 * 0.3 + 0.3, 0);
  assert_near(b->com[1], 0.6, 1e-16);
  assert_near(b->inertia[ZZ], 2000 / 1200.0, 1e-15);
  assert_near(m.spec->gravity[2], -2 * 9.80665, 1e-14);
  machine_free(&m);
}

static void coordinates(void **state)
{
  (void)state;
  machine m = machine_good(
      "bodies: {a: {}, b: {}, c: {}, d: {mass: 1, inertia: [1, 1, 1]}}\n"
      "signals: {s: t}\n"
      "joints:\n"
      "  s1: {type: helical, child: a, lead: 10 mm, position: 90 deg, limits: {lower: -1, upper: 2, stiffness: 5 N.m/rad}}\n"
      "  s2: {type: cylindrical, parent: a, child: b, axis: -x, position: [5 mm, 30 deg], motion: {slide: locked},\n"
      "    friction: {angle: {coulomb: 2 N.m, viscous: 3}}, limits: {slide: [0, 1 cm]}}\n"
      "  s3: {type: free, parent: b, child: c, motion: {yaw: {prescribed: s}, x: free, others: locked}, position: {xyz: [1, 2, 3], rpy: [0.1, 0.2, 0.3]}}\n"
      "  s4: {type: ball, parent: c, child: d, position: [0.6, 0.8, 0, 0], rate: [1, 2, 3]}\n");
  const dv_joint_spec *j = m.spec->joint;
  assert_near(j[0].pitch, 0.01 / (2 * M_PI), 1e-18);
  assert_near(j[0].coordinate[0].position, M_PI / 2, 1e-15);
  assert_near(j[0].coordinate[0].limit_stiffness, 5, 0);
  assert_int_equal(j[1].ncoordinate, 2);
  assert_string_equal(j[1].coordinate[1].name, "s2.angle");
  assert_near(j[1].axis[0], -1, 0);
  assert_int_equal(j[1].coordinate[0].motion, DV_MOVES_LOCKED);
  assert_int_equal(j[1].coordinate[1].motion, DV_MOVES_FREE);
  assert_near(j[1].coordinate[0].position, 0.005, 1e-18);
  assert_near(j[1].coordinate[1].coulomb, 2, 0);
  assert_near(j[1].coordinate[0].upper, 0.01, 1e-18);
  assert_int_equal(j[2].motion, DV_MOVES_PRESCRIBED);
  assert_int_equal(j[2].ncoordinate, 6);
  assert_int_equal(j[2].coordinate[5].motion, DV_MOVES_PRESCRIBED);
  assert_int_equal(j[2].coordinate[4].motion, DV_MOVES_LOCKED);
  for (int i = 0; i < 6; i++) assert_near(j[2].coordinate[i].position, i < 3 ? i + 1 : 0.1 * (i - 2), 1e-15);
  assert_int_equal(j[3].ncoordinate, 0);
  assert_near(j[3].position[1], 0.8, 1e-16);
  assert_near(j[3].rate[2], 3, 0);
  machine_free(&m);
}

static void write_file(const char *path, const char *text)
{
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static void parts(void **state)
{
  (void)state;
  const char *csv = "spec_numbers_table.csv";
  write_file(csv, "# measured\nnr,force [kN],length [cm]\n1,2,10\n2, 3.5 ,25\n");
  machine m = machine_good(
      BODY "joints: {j: {type: revolute, child: b}}\n"
           "parameters: {gain: 2}\n"
           "signals: {left-ref: 2*gain*t + sin(j.rate)}\n"
           "parts:\n"
           "  p: {kind: test.all, axle: j, mount: b, oil: line, gain: 3 N.m/rad, mode: fast, u: left-ref, initial: {p: 2 bar},\n"
           "      curve: {csv: spec_numbers_table.csv, columns: [length, force]}, levels: [1 bar, 2e5]}\n");
  remove(csv);
  assert_int_equal(m.spec->npart, 2);
  const dv_part_spec *s = &m.spec->part[0], *p = &m.spec->part[1];
  assert_true(s->is_signal);
  // the parameter has become a constant, names are kept
  assert_int_equal(s->formula.ninput, 2);
  assert_string_equal(s->formula.input[0], "t");
  assert_string_equal(s->formula.input[1], "j.rate");
  assert_string_equal(p->in[0].formula.input[0], "left-ref");
  assert_true(p->in[0].given);
  assert_false(p->in[1].given);
  assert_near(p->param[0], 3, 0);
  assert_near(p->param[1], 0.01, 0);
  assert_int_equal(p->option[0], 1);
  assert_near(p->state[0], 2e5, 0);
  assert_int_equal(p->table[0].rows, 2);
  const double want[4] = {0.1, 2000, 0.25, 3500};
  for (int i = 0; i < 4; i++) assert_near(p->table[0].value[i], want[i], 1e-12);
  assert_near(p->table[1].value[0], 1e5, 0);
  assert_string_equal(p->port[1].name.text, "b");
  dv_dim force = {
      .e = {2, 2, -4}
  };
  assert_true(dv_spec_unit_fits(m.spec, "{e}", force));
  assert_true(dv_spec_unit_fits(m.spec, "kN", force));
  assert_false(dv_spec_unit_fits(m.spec, "{x}", force));
  assert_false(dv_spec_unit_fits(m.spec, dv_spec_axis_unit(m.arena, "{e}", 1), force));
  machine_free(&m);
}

// Sums of axes take the sort of their first term; nodes are those that ports name.
static void axes_and_nodes(void **state)
{
  (void)state;
  machine m = machine_good("bodies: {a: {mass: 1, points: {p: [1, 0, 0]}}, b: {mass: 1, inertia: [1, 1, 1]}}\n"
                           "joints: {x: {type: prismatic, child: a}, j: {type: revolute, parent: a, child: b}}\n"
                           "axes:\n"
                           "  both: {sum: {rope: 2, j: 5 cm/rad}, offset: 1 mm}\n"
                           "  rope: {from: a.p, to: b}\n"
                           "nodes: {A: {initial: 10 bar, volume: 2 l}}\n"
                           "parts:\n"
                           "  s: {kind: force.spring, axis: both, stiffness: 3 N/m}\n"
                           "  p: {kind: test.all, axle: j, mount: b, oil: A, gain: 1, u: A.pressure, curve: [[0, 0], [1, 1]]}\n");
  const dv_axis_spec *a = m.spec->axis;
  assert_int_equal(a[0].nterm, 2);
  assert_string_equal(a[0].term[1].text, "j");
  assert_near(a[0].factor[0], 2, 0);
  assert_near(a[0].factor[1], 0.05, 1e-17);
  assert_near(a[0].offset, 1e-3, 0);
  assert_string_equal(a[1].at.from.text, "a.p");
  assert_int_equal(m.spec->nnode, 1);
  assert_near(m.spec->node[0].initial, 1e6, 0);
  assert_near(m.spec->node[0].volume, 2e-3, 1e-18);
  assert_near(m.spec->node[0].bulk, 1.4e9, 0);
  machine_free(&m);
}

// A number made of parameters is one constant for whoever compiles it.
static void inputs_fold(void **state)
{
  (void)state;
  machine m = machine_good(BODY "joints: {j: {type: revolute, child: b}}\nparameters: {a: 2 N, l: 3 m}\n"
                                "parts: {p: {kind: force.effort, axis: j, effort: a*l + 1}}\n");
  const dv_formula *f = &m.spec->part[0].in[0].formula;
  assert_int_equal(f->ncode, 1);
  assert_int_equal(f->code[0].op, DV_OP_CONST);
  assert_near(f->constant[0], 7, 0);
  machine_free(&m);
}

static void axis_units(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  assert_string_equal(dv_spec_axis_unit(a, "{e}/{x}", 0), "N/m");
  assert_string_equal(dv_spec_axis_unit(a, "{e}/{f}", 1), "N.m/(rad/s)");
  assert_string_equal(dv_spec_axis_unit(a, "m^2", 1), "m^2");
  dv_arena_free(a);
}

// A spring on a beam whose far end is a fixed massless body: mass counts where it hangs, not where the joint is.
static void inertia_through_fixed_joints(void **state)
{
  (void)state;
  machine m = machine_good("bodies: {arm: {}, load: {mass: 2 kg}}\n"
                           "joints:\n"
                           "  pin: {type: revolute, child: arm, axis: y}\n"
                           "  weld: {type: fixed, parent: arm, child: load, at: {xyz: [1, 0, 0]}}\n");
  machine_free(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(denavit_hartenberg),
      cmocka_unit_test(quarter_turns),
      cmocka_unit_test(roll_pitch_yaw),
      cmocka_unit_test(matrix_is_orthonormal),
      cmocka_unit_test(solids),
      cmocka_unit_test(capsule),
      cmocka_unit_test(bored),
      cmocka_unit_test(composite),
      cmocka_unit_test(inertia_forms),
      cmocka_unit_test(parameters),
      cmocka_unit_test(coordinates),
      cmocka_unit_test(parts),
      cmocka_unit_test(axis_units),
      cmocka_unit_test(axes_and_nodes),
      cmocka_unit_test(inputs_fold),
      cmocka_unit_test(inertia_through_fixed_joints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
