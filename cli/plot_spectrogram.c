// plot_spectrogram.c: `davit plot --spectrogram`: what frequencies a column has, and when: amplitudes of windows by Hann.
//
// Rows are put at equal distances by straight lines between them. A window is an eighth of the run; a sine of amplitude A that
// fits it has A at its frequency.
#include "plot.h"

#include <math.h>
#include <string.h>

enum { ROWS_LEAST = 64, ROWS_MOST = 4096, WINDOWS = 8, HOPS = 4, BINS_MOST = 160 };

static const double turn = 6.283185307179586;

// n values at equal distances.
static double *even_rows(args *a, const double *t, const double *y, int rows, int n)
{
  double *out = DV_TAKE(a->arena, double, n);
  for (int i = 0, k = 0; i < n; i++) {
    double at = t[0] + (t[rows - 1] - t[0]) * i / (n - 1);
    while (k + 2 < rows && t[k + 1] < at) k++;
    double wide = t[k + 1] - t[k];
    out[i] = wide > 0 ? y[k] + (y[k + 1] - y[k]) * (at - t[k]) / wide : y[k];
  }
  return out;
}

static double amplitude(const double *y, int n, int bin)
{
  double re = 0, im = 0, sum = 0;
  for (int i = 0; i < n; i++) {
    double w = 0.5 - 0.5 * cos(turn * i / n), angle = turn * bin * i / n;
    re += w * y[i] * cos(angle), im += w * y[i] * sin(angle), sum += w;
  }
  return (bin ? 2 : 1) * hypot(re, im) / sum;
}

// Bins beyond which nothing is larger than a hundredth of the largest.
static int used_bins(const double *value, int nx, int ny)
{
  double most = 0;
  int last = 1;
  for (int i = 0; i < nx * ny; i++) most = fmax(most, value[i]);
  for (int k = 0; k < ny; k++)
    for (int i = 0; i < nx; i++)
      if (value[k * nx + i] > 0.01 * most) last = k;
  return last + 4 < ny ? last + 4 : ny;
}

static void corners(dv_heat *h, double *x, double *y, double t0, double dt, double df)
{
  for (int k = 0; k <= h->ny; k++)
    for (int i = 0; i <= h->nx; i++) x[k * (h->nx + 1) + i] = t0 + dt * i, y[k * (h->nx + 1) + i] = df * fmax(k - 0.5, 0);
  h->x = x, h->y = y;
}

static dv_heat *heat_of(args *a, const double *t, const double *y, int rows, const char *label, const char *unit)
{
  int n = rows < ROWS_MOST ? rows : ROWS_MOST, width = n / WINDOWS, hop = width / HOPS, nx = (n - width) / hop + 1;
  int ny = width / 2 < BINS_MOST ? width / 2 : BINS_MOST;
  double *even = even_rows(a, t, y, rows, n), *value = DV_TAKE(a->arena, double, nx *ny);
  double step = (t[rows - 1] - t[0]) / (n - 1);
  for (int k = 0; k < ny; k++)
    for (int i = 0; i < nx; i++) value[k * nx + i] = amplitude(even + i * hop, width, k);
  dv_heat *h = DV_TAKE(a->arena, dv_heat, 1);
  *h = (dv_heat){.nx = nx, .ny = used_bins(value, nx, ny), .value = value, .label = label, .unit = unit};
  size_t room = (size_t)(nx + 1) * (size_t)(h->ny + 1);
  double first = t[0] + step * (width - hop) / 2.0;  // a cell stands in the middle of its window
  corners(h, DV_TAKE(a->arena, double, room), DV_TAKE(a->arena, double, room), first, step * hop, 1 / (step * width));
  return h;
}

static int is_even(const double *t, const double *y, int rows)
{
  for (int i = 0; i < rows; i++)
    if (!isfinite(y[i]) || (i && t[i] < t[i - 1])) return 0;
  return rows >= ROWS_LEAST && t[rows - 1] > t[0];
}

int spectrogram_panels(args *a, const dv_history *l, const group *g, dv_panel **panels)
{
  int *column = DV_TAKE(a->arena, int, l->ncolumn), n = 0, count = 0;
  for (int i = 0; i < g->ncolumn; i++) dv_history_match(l, g->column[i], column, &n);
  const double *t = column_values(a->arena, l, 0);
  *panels = DV_TAKE(a->arena, dv_panel, n);
  for (int i = 0; i < n; i++) {
    const dv_column *c = &l->column[column[i]];
    const double *y = column_values(a->arena, l, column[i]);
    if (!is_even(t, y, l->nrow)) {
      dv_diag_add(a->diags, DV_WARNING, (dv_mark){0}, "record more rows: --every",
                  "'%s' has no spectrogram: it wants %d numbers over time", c->name, ROWS_LEAST);
      continue;
    }
    (*panels)[count++] = (dv_panel){.title = column_short(a->arena, c->name),
                                    .x_label = "time",
                                    .x_unit = "s",
                                    .y_label = "frequency",
                                    .y_unit = "Hz",
                                    .heat = heat_of(a, t, y, l->nrow, "amplitude", c->unit)};
  }
  return count;
}
