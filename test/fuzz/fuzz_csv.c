// libFuzzer target: CSV results, measured and drawn.
#include "base/measure.h"
#include "fuzz.h"
#include "plot/plot.h"
#include "record/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 4 };

static void measure(const double *t, const double *y, int n)
{
  dv_course c = {.t = t, .y = y, .n = n, .at = n ? t[0] : 0, .goal = NAN, .band = NAN};
  for (int i = 0; i < DV_MEASURE_COUNT; i++) dv_measure_of((dv_measure)i, &c);
}

// Within tags: names stand outside them.
static int has_nan(const char *svg)
{
  for (const char *p = strchr(svg, '<'), *end; p; p = strchr(end, '<')) {
    end = strchr(p, '>');
    if (!end) return 1;
    for (; p + 3 <= end; p++)
      if (!memcmp(p, "nan", 3) || !memcmp(p, "inf", 3)) return 1;
  }
  return 0;
}

static void draw(dv_arena *a, const dv_history *l)
{
  dv_panel panel[COLUMNS] = {{0}};
  dv_curve curve[COLUMNS];
  double *t = DV_TAKE(a, double, l->nrow + 1);
  int n = l->ncolumn < COLUMNS ? l->ncolumn : COLUMNS;
  dv_history_column(l, 0, t);
  for (int i = 0; i < n; i++) {
    double *y = DV_TAKE(a, double, l->nrow + 1);
    dv_history_column(l, i, y);
    if (l->nrow) measure(t, y, l->nrow);
    curve[i] = (dv_curve){l->column[i].name, t, y, l->nrow};
    panel[i] = (dv_panel){.x_label = l->column[0].name,
                          .x_unit = l->column[0].unit,
                          .y_unit = l->column[i].unit,
                          .ncurve = 1,
                          .curve = &curve[i],
                          .joined = i + 1 < n};
  }
  dv_figure f = {.title = "f", .npanel = n, .panel = panel};
  const char *svg = dv_figure_svg(a, &f);
  if (has_nan(svg)) fuzz_stop("a picture with nan", svg);
}

const char *const fuzz_ways[] = {"rows", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  const char *why = NULL, *text = dv_arena_copy(a, (const char *)bytes, n);
  dv_history *l = dv_csv_of(a, d, "f.csv", text, n, &why);
  if (!l && !d->nerror && !why) fuzz_stop("nothing and no reason", "");
  if (l) {
    if (l->nrow) fuzz_accept(0);
    dv_history_back(l);
    dv_history_nearest(l, "x");
    draw(a, l);
  }
  dv_arena_free(a);
  return 0;
}
