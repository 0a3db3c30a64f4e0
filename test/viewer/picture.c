// picture.c: still pictures of machines: the area of a ball's disc, sticks, meshes that are not there, nothing to see.
#include "support.h"

#include "scene/picture.h"
#include "solve/solve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

enum { SIDE = 96 };

static dv_machine *machine(const char *text)
{
  static const char path[] = FOLDER "/picture.yaml";
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  dv_machine_options o = {0};
  dv_machine *m = dv_machine_open(path, &o);
  if (!m->model) fail_msg("%s", dv_diag_text(m->diags, 0));
  return m;
}

// Share of the picture that is covered; -1: there is none.
static double covered(const char *text)
{
  dv_machine *m = machine(text);
  dv_state *s = dv_state_new(m->arena, m->model);
  size_t n = 0;
  unsigned char rows[SIDE * (4 * SIDE + 1)];
  uLongf room = sizeof rows;
  double sum = 0;
  assert_int_equal(dv_start(m, s), 0);
  const unsigned char *png = dv_picture(m->arena, m, s, SIDE, SIDE, &n);
  if (png) {
    assert_memory_equal(png, "\x89PNG\r\n\x1a\n", 8);
    uLong packed = (uLong)png[33] << 24 | (uLong)png[34] << 16 | (uLong)png[35] << 8 | png[36];  // behind head and its checksum
    assert_memory_equal(png + 37, "IDAT", 4);
    assert_true(n == 41 + packed + 4 + 12);
    assert_int_equal(uncompress(rows, &room, png + 41, packed), Z_OK);
    assert_true(room == sizeof rows);
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++) sum += rows[y * (4 * SIDE + 1) + 4 * x + 4] / 255.0;
  }
  dv_machine_close(m);
  return png ? sum / (SIDE * SIDE) : -1;
}

#define BODY(visual)                                                                                                             \
  "bodies: {b: {mass: 1 kg, visual: [" visual "]}}\njoints: {x: {type: prismatic, child: b, axis: x}}\nuntil: 1 s\n"

// A disc of nine tenths of the width; a rod from the side is a bar, less than a fifth of it.
static void shapes(void **state)
{
  (void)state;
  double disc = covered(BODY("{sphere: {radius: 0.3 m}}")) / (M_PI / 4 * 0.81);
  assert_true(disc > 0.98 && disc < 1.005);
  double same = covered(BODY("{capsule: {radius: 3 m, length: 1 mm}}")) / (M_PI / 4 * 0.81);
  assert_true(fabs(same - disc) < 1e-3);
  double rod = covered(BODY("{cylinder: {radius: 0.02 m, length: 2 m}}"));
  assert_true(rod > 0.01 && rod < 0.2);
  assert_true(covered(BODY("{box: [1 m, 1 m, 1 m]}")) > 0.4);
  assert_true(covered(BODY("{mesh: nowhere.stl}")) == -1);
}

static void sticks(void **state)
{
  (void)state;
  double wagon = covered("bodies: {a: {mass: 1 kg}, b: {mass: 1 kg, com: [0.5 m, 0, 0], points: {tip: [1 m, 0, 0]}}}\n"
                         "joints:\n  x: {type: prismatic, child: a, axis: x, position: 1 m}\n"
                         "  r: {type: revolute, parent: a, child: b, axis: y}\nuntil: 1 s\n");
  assert_true(wagon > 0.01 && wagon < 0.3);
  assert_true(covered("signals: {s: {kind: input, value: 0}}\nuntil: 1 s\n") == -1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(shapes), cmocka_unit_test(sticks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
