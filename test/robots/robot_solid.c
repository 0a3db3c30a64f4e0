// `solid: {mesh: ...}`: mass, centre and inertia of a closed mesh, placed and scaled, against closed forms; open and missing
// ones.
#define _GNU_SOURCE
#include "robots.h"

#include "davit/kind.h"
#include "spec/spec.h"

#include <unistd.h>

static char folder[] = "/tmp/davit-solid-XXXXXX";

static void put(const char *name, const char *text)
{
  char path[100];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static int set_up(void **state)
{
  (void)state;
  if (!mkdtemp(folder)) return -1;
  put("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  put("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n");
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  char command[100];
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  return system(command);
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

static void test_refused(void **state)
{
  (void)state;
  static const char *const row[][2] = {
      {"{mesh: open.obj, density: 1}",              "the mesh is not closed (3 edges)"},
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_solid), cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
