// heat.c: cells by colour. Cells of one colour are one path, so that the file stays small.
//
// Colours from dark blue over green to yellow, of even steps in lightness: they read in grey and for every colour vision.
#include "plot/heat.h"

#include "plot/scale.h"
#include "plot/svg.h"

#include <math.h>
#include <string.h>

enum { COLOURS = 32 };

static void colour_of(int i, char out[8])
{
  static const int anchor[][3] = {
      {68,  1,   84 },
      {65,  68,  135},
      {42,  120, 142},
      {34,  168, 132},
      {122, 209, 81 },
      {253, 231, 37 }
  };
  double at = 5.0 * i / (COLOURS - 1);
  int k = at < 4 ? (int)at : 4, c[3];
  for (int n = 0; n < 3; n++) c[n] = (int)lround(anchor[k][n] + (at - k) * (anchor[k + 1][n] - anchor[k][n]));
  static const char digit[] = "0123456789abcdef";
  out[0] = '#';
  for (int n = 0; n < 3; n++) out[1 + 2 * n] = digit[c[n] / 16], out[2 + 2 * n] = digit[c[n] % 16];
  out[7] = 0;
}

void dv_heat_extent(const dv_heat *h, int of_y, double *lo, double *hi)
{
  const double *v = of_y ? h->y : h->x;
  for (int i = 0; i < (h->nx + 1) * (h->ny + 1); i++) {
    if (!isfinite(v[i])) continue;
    *lo = fmin(*lo, v[i]);
    *hi = fmax(*hi, v[i]);
  }
}

static void range_of(const dv_heat *h, double *lo, double *hi)
{
  *lo = HUGE_VAL;
  *hi = -HUGE_VAL;
  for (int i = 0; i < h->nx * h->ny; i++)
    if (isfinite(h->value[i])) *lo = fmin(*lo, h->value[i]), *hi = fmax(*hi, h->value[i]);
  if (!(*lo < *hi)) *hi = *lo + 1;
}

static void put_cell(dv_text *t, const dv_heat *h, dv_map m, int i, int j)
{
  int row = h->nx + 1, at[4] = {j * row + i, j * row + i + 1, (j + 1) * row + i + 1, (j + 1) * row + i};
  for (int k = 0; k < 4; k++) {
    dv_text_put(t, k ? "L" : "M", 1);
    dv_pixel(t, round(10 * (m.x0 + m.dx * h->x[at[k]])) / 10);
    dv_text_put(t, " ", 1);
    dv_pixel(t, round(10 * (m.y0 + m.dy * h->y[at[k]])) / 10);
  }
  dv_text_put(t, "Z", 1);
}

// A thin edge of the same colour hides the seams between cells.
void dv_heat_cells(dv_text *t, const dv_heat *h, dv_map m)
{
  double lo, hi;
  char colour[8];
  range_of(h, &lo, &hi);
  for (int c = 0; c < COLOURS; c++) {
    int begun = 0;
    for (int n = 0; n < h->nx * h->ny; n++) {
      int mine = isfinite(h->value[n]) ? (int)fmin((h->value[n] - lo) / (hi - lo) * COLOURS, COLOURS - 1) : -1;
      if (mine != c) continue;
      colour_of(c, colour);
      if (!begun++) dv_text_add(t, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"0.5\" d=\"", colour, colour);
      put_cell(t, h, m, n % h->nx, n / h->nx);
    }
    if (begun) dv_text_add(t, "\"/>\n");
  }
}

dv_scale dv_heat_scale(dv_arena *a, const dv_heat *h, double height)
{
  double lo, hi;
  range_of(h, &lo, &hi);
  return dv_scale_of(a, lo, hi, 0, (int)(height / 40), h->unit && strcmp(h->unit, "1") ? h->unit : "");
}

void dv_heat_bar(dv_text *t, const dv_heat *h, double x, double y, double height)
{
  char colour[8];
  dv_scale s = dv_heat_scale(t->arena, h, height);
  for (int c = 0; c < COLOURS; c++) {
    colour_of(c, colour);
    dv_text_add(t, "<rect fill=\"%s\" width=\"14\" x=\"", colour);
    dv_pixel(t, x);
    dv_text_add(t, "\" y=\"");
    dv_pixel(t, y + height * (COLOURS - 1 - c) / COLOURS);
    dv_text_add(t, "\" height=\"");
    dv_pixel(t, height / COLOURS + 0.5);
    dv_text_add(t, "\"/>\n");
  }
  for (int i = 0; i < s.nticks; i++) {
    double at = y + height * (s.hi - dv_scale_tick(&s, i)) / (s.hi - s.lo);
    dv_svg_line(t, "axis", x + 14, at, x + 18, at);
    dv_svg_text(t, "start", x + 21, at + 4, dv_scale_label(t->arena, &s, i));
  }
  dv_text_add(t, "<g transform=\"translate(");
  dv_pixel(t, x + 76);
  dv_text_add(t, " ");
  dv_pixel(t, y + height / 2);
  dv_text_add(t, ") rotate(-90)\">");
  dv_svg_text(t, "mid", 0, 0, dv_scale_title(t->arena, &s, h->label, h->unit ? h->unit : ""));
  dv_text_add(t, "</g>\n");
}
