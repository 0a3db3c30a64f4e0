// contour.c: lines of equal value over a heat map, by marching squares between the middles of its cells.
//
// A square of four middles is cut where two neighbours lie on different sides of the level, at the place that a straight line
// between them gives; of a saddle the two lines that keep the mean's side together.
#include "plot/heat.h"

#include <math.h>

typedef struct {
  double x, y, value;  // px
} node;

static node middle(const dv_heat *h, dv_map m, int i, int j)
{
  int row = h->nx + 1, at = j * row + i;
  double x = (h->x[at] + h->x[at + 1] + h->x[at + row] + h->x[at + row + 1]) / 4;
  double y = (h->y[at] + h->y[at + 1] + h->y[at + row] + h->y[at + row + 1]) / 4;
  return (node){m.x0 + m.dx * x, m.y0 + m.dy * y, h->value[j * h->nx + i]};
}

static void put_point(dv_text *t, node a, node b, double level, char letter)
{
  double s = (level - a.value) / (b.value - a.value);
  dv_text_put(t, &letter, 1);
  dv_pixel(t, a.x + s * (b.x - a.x));
  dv_text_put(t, " ", 1);
  dv_pixel(t, a.y + s * (b.y - a.y));
}

// Corners in turn; a cut edge k lies between corners k and k + 1.
static void put_square(dv_text *t, const node *n, double level)
{
  int cut[4], cuts = 0;
  double mean = (n[0].value + n[1].value + n[2].value + n[3].value) / 4;
  if (!isfinite(mean)) return;
  for (int k = 0; k < 4; k++)
    if ((n[k].value < level) != (n[(k + 1) % 4].value < level)) cut[cuts++] = k;
  int turn = cuts == 4 && (mean < level) != (n[0].value < level);
  for (int k = 0; k + 1 < cuts; k += 2) {
    int a = cut[(k + turn) % 4], b = cut[(k + 1 + turn) % 4];
    put_point(t, n[a], n[(a + 1) % 4], level, 'M');
    put_point(t, n[b], n[(b + 1) % 4], level, 'L');
  }
}

void dv_heat_contours(dv_text *t, const dv_heat *h, dv_map m, const dv_scale *s)
{
  for (int i = 0; i < s->nticks; i++) {
    dv_text_add(t, "<path class=\"contour\" d=\"");
    for (int y = 0; y + 1 < h->ny; y++)
      for (int x = 0; x + 1 < h->nx; x++) {
        const node n[4] = {middle(h, m, x, y), middle(h, m, x + 1, y), middle(h, m, x + 1, y + 1), middle(h, m, x, y + 1)};
        put_square(t, n, dv_scale_tick(s, i));
      }
    dv_text_add(t, "\"/>\n");
  }
}
