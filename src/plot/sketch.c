// sketch.c: a drawing in the plane as SVG: lines in the colour of their layer, axes of frames in red, green and blue, names that
// move up or down until they stand clear of those before.
#include "plot/plane.h"
#include "plot/path.h"
#include "plot/svg.h"

#include <math.h>
#include <string.h>

enum { COLOURS = 7, WIDTH = 860, LEFT = 40, RIGHT = 120, TOP = 30, LINE = 14, TRIES = 24 };
static const double tallest = 900;
static const char *const colour[] = {"#3b4a5a", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#8a6d00", "#56B4E9"};

typedef struct {
  double x, y, width;
} box;

typedef struct {
  dv_text *out;
  dv_map map[2];
  const char **layer;
  int nlayer;
  box *taken;
  int ntaken;
} sheet;

static const char *colour_of(sheet *s, const char *layer)
{
  static const struct {
    const char *layer, *colour;
  } own[] = {
      {"FRAME-X", "#d62728"},
      {"FRAME-Y", "#2ca02c"},
      {"FRAME-Z", "#1f5fd6"},
      {"JOINTS",  "#111111"},
      {"POINTS",  "#777777"},
      {"AXES",    "#b03a8c"},
      {"TITLES",  "#111111"},
      {"SCALE",   "#111111"},
  };
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (!strcmp(own[i].layer, layer)) return own[i].colour;
  int i = 0;
  while (i < s->nlayer && strcmp(s->layer[i], layer) != 0) i++;
  if (i == s->nlayer) s->layer[s->nlayer++] = layer;
  return colour[i % COLOURS];
}

static double px(const sheet *s, int axis, double x)
{
  const dv_map *m = &s->map[axis];
  return m->x0 + m->dx * x;
}

static void put_point(const sheet *s, const char *before, const double *at)
{
  dv_text_add(s->out, "%s", before);
  dv_pixel(s->out, px(s, 0, at[0]));
  dv_text_put(s->out, " ", 1);
  dv_pixel(s->out, px(s, 1, at[1]));
}

static void put_lines(sheet *s, const dv_plane_item *e)
{
  int thick = !strncmp(e->layer, "FRAME", 5) || !strcmp(e->layer, "AXES");
  dv_text_add(s->out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s d=\"", colour_of(s, e->layer), thick ? "1.8" : "1",
              strcmp(e->layer, "AXES") != 0 ? "" : " stroke-dasharray=\"8 3 2 3\"");
  for (int i = 0; i < e->n; i++) put_point(s, i ? "L" : "M", e->at[i]);
  dv_text_add(s->out, "%s\"/>\n", e->closed ? "Z" : "");
}

static void put_round(sheet *s, const double *at, double radius, const char *ink, int filled)
{
  dv_text_add(s->out, "<circle cx=\"");
  dv_pixel(s->out, px(s, 0, at[0]));
  dv_text_add(s->out, "\" cy=\"");
  dv_pixel(s->out, px(s, 1, at[1]));
  dv_text_add(s->out, "\" r=\"");
  dv_pixel(s->out, radius);
  dv_text_add(s->out, "\" fill=\"%s\" stroke=\"%s\"/>\n", filled ? "#ffffff" : "none", ink);
}

static int is_clear(const sheet *s, box b)
{
  for (int i = 0; i < s->ntaken; i++) {
    const box *o = &s->taken[i];
    if (fabs(o->y - b.y) < LINE && b.x < o->x + o->width && o->x < b.x + b.width) return 0;
  }
  return 1;
}

// Beside its point, or the next free line below or above.
static void put_name(sheet *s, const dv_plane_item *e)
{
  box b = {px(s, 0, e->at[0][0]) + 6, px(s, 1, e->at[0][1]) - 4, dv_svg_width(e->text)};
  double home = b.y;
  for (int i = 1; i < TRIES && !is_clear(s, b); i++) b.y = home + (i % 2 ? 1 : -1) * (i + 1.0) / 2 * LINE;
  if (!is_clear(s, b)) return;
  s->taken[s->ntaken++] = b;
  dv_svg_text(s->out, !strcmp(e->layer, "TITLES") ? "title" : !strcmp(e->layer, "JOINTS") ? "name" : "small", b.x, b.y, e->text);
}

static void put_all(sheet *s, const dv_plane *d)
{
  for (int i = 0; i < d->n; i++) {
    const dv_plane_item *e = &d->item[i];
    if (e->sort == DV_PLANE_LINE || e->sort == DV_PLANE_POLYLINE) put_lines(s, e);
    if (e->sort == DV_PLANE_CIRCLE) put_round(s, e->at[0], fabs(s->map[0].dx) * e->size, colour_of(s, e->layer), 0);
    if (e->sort == DV_PLANE_TEXT && !strcmp(e->layer, "JOINTS")) put_round(s, e->at[0], 3.5, "#111111", 1);
    if (e->sort == DV_PLANE_TEXT && !strcmp(e->layer, "POINTS")) put_round(s, e->at[0], 1.5, "#777777", 0);
  }
  static const char *const first[] = {"TITLES", "JOINTS", "AXES", "POINTS", "SCALE"};
  for (int k = 0; k < 5; k++)
    for (int i = 0; i < d->n; i++)
      if (d->item[i].sort == DV_PLANE_TEXT && !strcmp(d->item[i].layer, first[k])) put_name(s, &d->item[i]);
}

const char *dv_plane_svg(const dv_plane *d, size_t *n)
{
  double size[2] = {1, 1};
  for (int i = 0; i < 2; i++)
    if (d->n) size[i] = fmax(d->most[i] - d->least[i], 1e-9);
  double scale = fmin((WIDTH - LEFT - RIGHT) / size[0], tallest / size[1]), height = scale * size[1] + 2 * TOP;
  dv_text t = {.arena = d->arena};
  sheet s = {
      .out = &t,
      .map = {{.x0 = LEFT - scale * (d->n ? d->least[0] : 0), .dx = scale},
              {.x0 = height - TOP + scale * (d->n ? d->least[1] : 0), .dx = -scale}},
      .layer = DV_TAKE(d->arena, const char *, d->n + 1),
      .taken = DV_TAKE(d->arena, box, d->n + 1),
  };
  dv_svg_head(&t, WIDTH, ceil(height));
  put_all(&s, d);
  dv_text_add(&t, "</svg>\n");
  *n = t.n;
  return dv_text_all(&t);
}
