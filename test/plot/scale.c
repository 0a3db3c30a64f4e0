// scale.c: axes of numbers at the ends of what a double holds: ticks stay few, and pictures without nan.
#include "support.h"

#include "plot/plot.h"
#include "plot/scale.h"

#include <float.h>
#include <string.h>

static const double ends[] = {0,      1,       -1,     1.7e308,         -1.7e308, DBL_MAX, -DBL_MAX,
                              5e-324, DBL_MIN, 1e-290, 1 + DBL_EPSILON, 1e300,    1e15,    -1e-310};
enum { N = (int)(sizeof ends / sizeof *ends) };

static void ticks(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++) {
      dv_scale s = dv_scale_of(a, ends[i], ends[k], 0.05, 6, "N");
      assert_true(isfinite(s.lo) && isfinite(s.hi) && s.lo < s.hi);
      assert_true(s.nticks >= 1 && s.nticks < 20);
      for (int j = 0; j < s.nticks; j++) {
        assert_true(isfinite(dv_scale_tick(&s, j)));
        assert_null(strstr(dv_scale_label(a, &s, j), "nan"));
      }
    }
  dv_arena_free(a);
}

static void pictures(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++) {
      const double x[] = {ends[i], 0, ends[k]}, y[] = {ends[k], 1, ends[i]};
      dv_curve curve = {"y", x, y, 3};
      dv_panel panel = {.x_label = "x", .x_unit = "s", .y_unit = "N", .ncurve = 1, .curve = &curve};
      dv_figure f = {.npanel = 1, .panel = &panel};
      const char *svg = dv_figure_svg(a, &f);
      assert_null(strstr(svg, "nan"));
      assert_null(strstr(svg, "inf"));
    }
  dv_arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(ticks), cmocka_unit_test(pictures)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
