// tornado.c: sensitivities as horizontal bars, the strongest on top.
#include "plot/path.h"
#include "plot/svg.h"

#include <math.h>
#include <stdlib.h>

enum { BAR = 22, TOP = 44, HALF = 220, RIGHT = 70 };

typedef struct {
  const char *label;
  double value;
} bar;

static int stronger(const void *a, const void *b)
{
  double x = fabs(((const bar *)a)->value), y = fabs(((const bar *)b)->value);
  return (x < y) - (x > y);
}

static void put_bar(dv_text *t, const bar *b, double zero, double y)
{
  double length = HALF * fabs(b->value);
  dv_text number = {.arena = t->arena};
  dv_svg_text(t, "end", zero - HALF - 12, y + 15, b->label);
  dv_text_add(t, "<rect fill=\"%s\" x=\"", b->value < 0 ? "#D55E00" : "#0072B2");
  dv_pixel(t, b->value < 0 ? zero - length : zero);
  dv_text_add(t, "\" y=\"");
  dv_pixel(t, y + 3);
  dv_text_add(t, "\" height=\"%d\" width=\"", BAR - 6);
  dv_pixel(t, length);
  dv_text_add(t, "\"/>\n");
  dv_text_add(&number, "%+.2f", b->value);
  dv_svg_text(t, "start", zero + HALF + 12, y + 15, dv_text_all(&number));
}

char *dv_tornado_svg(dv_arena *a, const dv_tornado *f)
{
  dv_text t = {.arena = a};
  bar *b = DV_TAKE(a, bar, f->n);
  double left = 40;
  for (int i = 0; i < f->n; i++) {
    b[i] = (bar){f->label[i], f->value[i]};
    left = fmax(left, dv_svg_width(f->label[i]) + 30);
  }
  qsort(b, (size_t)f->n, sizeof *b, stronger);
  double zero = left + HALF, bottom = TOP + BAR * f->n;
  dv_svg_head(&t, (int)(zero + HALF + RIGHT), bottom + 24);
  if (f->title) dv_svg_text(&t, "name", 12, 20, f->title);
  for (int i = 0; i < f->n; i++) put_bar(&t, &b[i], zero, TOP + BAR * i);
  dv_svg_line(&t, "axis", zero, TOP - 6, zero, bottom + 6);
  dv_text_add(&t, "</svg>\n");
  return t.at;
}
