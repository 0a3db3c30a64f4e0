// plane.c: what is drawn, in order, and how far it reaches.
#include "plot/plane.h"

#include <math.h>
#include <string.h>

dv_plane *dv_plane_new(dv_arena *a)
{
  dv_plane *d = DV_TAKE(a, dv_plane, 1);
  d->arena = a;
  for (int i = 0; i < 2; i++) d->least[i] = HUGE_VAL, d->most[i] = -HUGE_VAL;
  return d;
}

static void add(dv_plane *d, dv_plane_item item, const double *xy, double reach)
{
  item.at = (double(*)[2])dv_arena_take(d->arena, (size_t)item.n * sizeof *item.at);
  memcpy(item.at, xy, (size_t)item.n * sizeof *item.at);
  for (int k = 0; k < item.n; k++)
    for (int i = 0; i < 2; i++) {
      d->least[i] = fmin(d->least[i], item.at[k][i] - reach);
      d->most[i] = fmax(d->most[i], item.at[k][i] + reach);
    }
  *DV_PUSH(d->arena, d) = item;
}

void dv_plane_line(dv_plane *d, const char *layer, const double *a, const double *b)
{
  double both[4] = {a[0], a[1], b[0], b[1]};
  add(d, (dv_plane_item){.sort = DV_PLANE_LINE, .layer = layer, .n = 2}, both, 0);
}

void dv_plane_polyline(dv_plane *d, const char *layer, const double *xy, int n, int closed)
{
  add(d, (dv_plane_item){.sort = DV_PLANE_POLYLINE, .layer = layer, .n = n, .closed = closed != 0}, xy, 0);
}

void dv_plane_circle(dv_plane *d, const char *layer, const double *centre, double radius)
{
  add(d, (dv_plane_item){.sort = DV_PLANE_CIRCLE, .layer = layer, .n = 1, .size = radius}, centre, radius);
}

void dv_plane_text(dv_plane *d, const char *layer, const double *at, double height, const char *text)
{
  add(d, (dv_plane_item){.sort = DV_PLANE_TEXT, .layer = layer, .n = 1, .size = height, .text = text}, at, 0);
}
