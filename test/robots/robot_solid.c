// `solid: {mesh: ...}`: mass, centre and inertia of a closed mesh, placed and scaled, against closed forms; open and missing
// ones.
#define _GNU_SOURCE
#include "robots.h"
#include "folder.h"

#include "davit/kind.h"
#include "spec/spec.h"

#include <unistd.h>

static char folder[] = "/tmp/davit-solid-XXXXXX";

static void put(const char *name, const char *text) { folder_put(folder, name, text); }

static int set_up(void **state)
{
  (void)state;
  if (folder_make(folder)) return -1;
  put("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  put("turned.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 4 3\n");
  put("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n");
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  return folder_remove(folder);
}

static dv_spec *read_solid(fixture b, const char *solid)
{
  const char *text = dv_arena_text(b.a, "bodies: {a: {solid: %s}}\njoints: {j: {type: free, child: a}}\n", solid);
  dv_doc *doc = dv_doc_read_memory(b.a, b.d, dv_arena_text(b.a, "%s/m.yaml", folder), text, strlen(text));
  return dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0);
}

// Twice as large, 6 kg/m^3: 8 kg; centre (1/2 1/2 1/2), at (0 0 3) and turned by 90 degrees about z: (-1/2 1/2 3.5).
// About the centre: xx = 2 m k^2 (1/10 - 1/16), xy = -m k^2 (1/20 - 1/16); the turn changes the sign of xy and xz.
static void test_solid(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_spec *s = read_solid(b, "{mesh: t.obj, scale: 2, density: 6 kg/m^3, at: {xyz: [0, 0, 3], rpy: [0, 0, 90 deg]}}");
  expect_none(b);
  const dv_body_spec *a = &s->body[0];
  assert_relative("mass", a->mass, 8, 1e-12);
  assert_relative("x", a->com[0], -0.5, 1e-12);
  assert_relative("z", a->com[2], 3.5, 1e-12);
  const double *I = a->inertia;  // xx xy xz yy yz zz
  assert_relative("xx", I[0], 2 * 8 * 4 * (0.1 - 1.0 / 16), 1e-10);
  assert_relative("zz", I[5], 2 * 8 * 4 * (0.1 - 1.0 / 16), 1e-10);
  assert_relative("xy", I[1], 8 * 4 * (0.05 - 1.0 / 16), 1e-10);
  assert_relative("xz", I[2], 8 * 4 * (0.05 - 1.0 / 16), 1e-10);
  assert_relative("yz", I[4], -8 * 4 * (0.05 - 1.0 / 16), 1e-10);
  assert_int_equal(a->nvisual, 1);  // it is its own picture
  fixture_close(b);
}

// A polygon in the plane of r and z, turned about z in STEPS steps of angle t. Between two steps points lie on chords: with
// S = STEPS sin t the solid has V = S int r dA and, of unit density, Izz = S (2 + cos t)/3 int r^3 dA.
enum { STEPS = 40, CORNERS_MOST = 32 };
typedef struct {
  int n, closed;  // closed: the polygon does not begin and end at the axis
  double r[CORNERS_MOST], z[CORNERS_MOST];
} outline;

static void put_turned(const char *name, const outline *o)
{
  char text[200000];
  int at = 0;
  for (int k = 0; k < STEPS; k++)
    for (int i = 0; i < o->n; i++)
      at += snprintf(text + at, sizeof text - (size_t)at, "v %.9g %.9g %.9g\n", o->r[i] * cos(2 * M_PI * k / STEPS),
                     o->r[i] * sin(2 * M_PI * k / STEPS), o->z[i]);
  for (int k = 0; k < STEPS; k++)
    for (int i = 0; i < o->n - !o->closed; i++) {
      int a = k * o->n + i + 1, b = k * o->n + (i + 1) % o->n + 1, next = (k + 1) % STEPS * o->n;
      at += snprintf(text + at, sizeof text - (size_t)at, "f %d %d %d %d\n", a, b, next + (i + 1) % o->n + 1, next + i + 1);
    }
  put(name, text);
}

// int r dA = int r^2/2 dz and int r^3 dA = int r^4/4 dz around the polygon (Green), exact along each edge.
static void integrals(const outline *o, double *first, double *third)
{
  *first = *third = 0;
  for (int i = 0; i < o->n; i++) {
    int j = (i + 1) % o->n;
    double dz = o->z[j] - o->z[i], a = o->r[i], b = o->r[j];
    *first += dz * (a * a + a * b + b * b) / 6;
    *third += dz * (a * a * a * a + a * a * a * b + a * a * b * b + a * b * b * b + b * b * b * b) / 20;
  }
}

static void expect_turned(const char *name, const outline *o, double R, double smooth)
{
  fixture b = fixture_open();
  double first, third, t = 2 * M_PI / STEPS;
  put_turned(name, o);
  integrals(o, &first, &third);
  dv_spec *s = read_solid(b, dv_arena_text(b.a, "{mesh: %s, density: 1 kg/m^3}", name));
  expect_none(b);
  assert_relative("mass", s->body[0].mass, fabs(STEPS * sin(t) * first), 1e-6);
  assert_relative("Izz", s->body[0].inertia[5], fabs(STEPS * sin(t) * (2 + cos(t)) / 3 * third), 1e-6);
  assert_true(fabs(s->body[0].com[2]) < 1e-6 * R);
  assert_relative("smooth", s->body[0].mass, smooth, 0.02);  // chords of 9 and 11 degrees
  fixture_close(b);
}

// A torus (2 pi^2 R r^2 when smooth) and a ball (4/3 pi r^3).
static void test_turned(void **state)
{
  (void)state;
  outline torus = {.n = 32, .closed = 1}, ball = {.n = 21};
  for (int i = 0; i < 32; i++) torus.r[i] = 1 + 0.3 * cos(2 * M_PI * i / 32), torus.z[i] = 0.3 * sin(2 * M_PI * i / 32);
  for (int i = 0; i < 21; i++) ball.r[i] = i % 20 ? 0.7 * sin(M_PI * i / 20) : 0, ball.z[i] = -0.7 * cos(M_PI * i / 20);
  expect_turned("torus.obj", &torus, 1.3, 2 * M_PI * M_PI * 0.09);
  expect_turned("ball.obj", &ball, 0.7, 4.0 / 3 * M_PI * 0.343);
}

// An L of two squares and one beside, 1 m high: its ends are faces with a dent. Centre (5/6 5/6 1/2); of unit density
// Izz = 2 (5/12) + 2 (5/36) + 1/6 + 5/9, xy = 1/9 + 2/9. Inside out it is the same.
#define ELL(out)                                                                                                                 \
  "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n" out
static void test_dented(void **state)
{
  (void)state;
  put("ell.obj",
      ELL("f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n"));
  put("lle.obj",
      ELL("f 1 2 3 4 5 6\nf 12 11 10 9 8 7\nf 7 8 2 1\nf 8 9 3 2\nf 9 10 4 3\nf 10 11 5 4\nf 11 12 6 5\nf 12 7 1 6\n"));
  for (int i = 0; i < 2; i++) {
    fixture b = fixture_open();
    dv_spec *s = read_solid(b, i ? "{mesh: lle.obj, density: 1}" : "{mesh: ell.obj, density: 1}");
    expect_none(b);
    assert_relative("mass", s->body[0].mass, 3, 1e-12);
    assert_relative("x", s->body[0].com[0], 5.0 / 6, 1e-12);
    assert_relative("Izz", s->body[0].inertia[5], 11.0 / 6, 1e-12);
    assert_relative("Ixy", s->body[0].inertia[1], 1.0 / 3, 1e-12);
    fixture_close(b);
  }
}

// Two cubes that share half of each, side by side, or an edge only (which four faces have).
static void put_cubes(const char *name, double x, double y)
{
  char text[2000];
  int at = 0;
  for (int k = 0; k < 16; k++)
    at += snprintf(text + at, sizeof text - (size_t)at, "v %g %g %d\n", k % 2 + k / 8 * x, k / 2 % 2 + k / 8 * y, k / 4 % 2);
  static const int face[6][4] = {
      {1, 3, 4, 2},
      {5, 6, 8, 7},
      {1, 2, 6, 5},
      {3, 7, 8, 4},
      {1, 5, 7, 3},
      {2, 4, 8, 6}
  };
  for (int k = 0; k < 12; k++) {
    const int *f = face[k % 6], o = k / 6 * 8;
    at += snprintf(text + at, sizeof text - (size_t)at, "f %d %d %d %d\n", f[0] + o, f[1] + o, f[2] + o, f[3] + o);
  }
  put(name, text);
}

static void expect_told(const char *solid, double mass, const char *said)
{
  fixture b = fixture_open();
  dv_spec *s = read_solid(b, solid);
  assert_non_null(s);
  assert_relative(solid, s->body[0].mass, mass, 1e-12);
  if (said) expect_diag(b, 0, "", said);
  else expect_none(b);
  fixture_close(b);
}

// What is inside twice counts twice, and is told; what touches is fine, and so is what one cut takes away again.
static void test_shared(void **state)
{
  (void)state;
  put_cubes("over.obj", 0.5, 0);
  put_cubes("apart.obj", 3, 0);
  put_cubes("edge.obj", 1, 1);
  expect_told("{mesh: over.obj, density: 1}", 2, "lie in each other");
  expect_told("{mesh: apart.obj, density: 1}", 2, NULL);
  expect_told("{mesh: edge.obj, density: 1}", 2, NULL);
  expect_told("[{box: [1, 1, 1], density: 1}, {box: [1, 1, 1], density: 1, at: {xyz: [0.5, 0, 0]}}]", 2,
              "(50 % of the smaller one)");
  expect_told("[{box: [1, 1, 1], density: 1}, {box: [1, 1, 1], density: 1, at: {xyz: [1, 0, 0]}}]", 2, NULL);
  expect_told(
      "[{box: [1, 1, 1], density: 1}, {box: [1, 1, 1], density: 1, at: {xyz: [0.5, 0, 0]}}, {box: [0.5, 1, 1], density: 1, "
      "cut: true, at: {xyz: [0.25, 0, 0]}}]",
      1.5, NULL);
  expect_told("[{box: [1, 1, 1], density: 2}, {sphere: {radius: 0.3}, mass: 1 kg}]", 3, NULL);
  double half = 1 - 4.0 / 3 * M_PI * 0.008;
  expect_told("[{box: [1, 1, 1], density: 1}, {sphere: {radius: 0.2}, density: 1, cut: true, at: {xyz: [0.5, 0, 0]}}]", half,
              "50 % of what is cut");
  expect_told("[{box: [1, 1, 1], density: 1}, {sphere: {radius: 0.2}, density: 1, cut: true, at: {xyz: [0.3, 0, 0]}}]", half,
              NULL);
  expect_told("[{box: [1, 1, 1], density: 1}, {cylinder: {radius: 0.1, length: 1}, density: 2, cut: true}]", 1 - 0.02 * M_PI,
              "denser than what is there");
}

static void test_refused(void **state)
{
  (void)state;
  static const char *const row[][2] = {
      {"{mesh: open.obj, density: 1}",              "the mesh is not closed (3 edges)"},
      {"{mesh: turned.obj, density: 1}",            "the mesh is not closed (6 edges)"},
      {"{mesh: none.obj, density: 1}",              "no triangles can be read"        },
      {"{mesh: t.obj}",                             "neither density nor mass"        },
      {"{mesh: t.obj, box: [1, 1, 1], density: 1}", "both 'box' and 'mesh'"           },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    fixture b = fixture_open();
    assert_null(read_solid(b, row[i][0]));
    expect_diag(b, 0, "", row[i][1]);
    fixture_close(b);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_solid), cmocka_unit_test(test_turned), cmocka_unit_test(test_dented),
                                     cmocka_unit_test(test_shared), cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
