// draft.c: orthographic views: the side view where the world's x and z are, the plan below it.
//
// A cylinder's outline: both ends, which are ellipses, and two lines where it turns away, along its axis a and +- r (a x e)/|a x
// e|, e the direction of view.
#include "plot/draft.h"
#include "plot/scale.h"

#include <math.h>
#include <string.h>

enum { CURVE, PLAN, TUBE, BALL, LABEL };
enum { VIEWS = 2, CORNERS = 48 };
static const double scale = 1000;  // mm in a m

typedef struct {
  const char *name;
  int across, up, along;  // axes of the world: right, up, and towards the eye
  double below;           // mm: how far the view is moved down
  double turn;            // -1: what is up in the world's axis is down in the view
} view;

dv_draft *dv_draft_new(dv_arena *a)
{
  dv_draft *d = DV_TAKE(a, dv_draft, 1);
  d->arena = a;
  return d;
}

static void add(dv_draft *d, int sort, const char *layer, const double *at, int n, double radius, const char *text)
{
  double(*copy)[3] = (double(*)[3])dv_arena_take(d->arena, (size_t)n * sizeof *copy);
  memcpy(copy, at, (size_t)n * sizeof *copy);
  *DV_PUSH(d->arena, d) = (dv_stroke){sort, n, layer, text, copy, radius};
}

void dv_draft_curve(dv_draft *d, const char *layer, const double *xyz, int n) { add(d, CURVE, layer, xyz, n, 0, NULL); }

void dv_draft_plan(dv_draft *d, const char *layer, const double *xyz, int n) { add(d, PLAN, layer, xyz, n, 0, NULL); }

void dv_draft_line(dv_draft *d, const char *layer, const double a[3], const double b[3])
{
  double both[6] = {a[0], a[1], a[2], b[0], b[1], b[2]};
  add(d, CURVE, layer, both, 2, 0, NULL);
}

void dv_draft_tube(dv_draft *d, const char *layer, const double a[3], const double b[3], double radius)
{
  double both[6] = {a[0], a[1], a[2], b[0], b[1], b[2]};
  add(d, TUBE, layer, both, 2, radius, NULL);
}

void dv_draft_ball(dv_draft *d, const char *layer, const double at[3], double radius)
{
  add(d, BALL, layer, at, 1, radius, NULL);
}
void dv_draft_label(dv_draft *d, const char *layer, const double at[3], const char *text)
{
  add(d, LABEL, layer, at, 1, 0, text);
}

static void seen(const view *v, const double p[3], double out[2])
{
  out[0] = scale * p[v->across];
  out[1] = scale * v->turn * p[v->up] - v->below;
}

static void draw_curve(dv_plane *o, const view *v, const dv_stroke *s, dv_arena *a)
{
  double *xy = DV_TAKE(a, double, 2 * s->n);
  for (int i = 0, n = 0; i <= s->n; i++) {
    if (i < s->n && isfinite(s->at[i][0] + s->at[i][1] + s->at[i][2])) {
      seen(v, s->at[i], xy + 2 * n++);
      continue;
    }
    if (n == 2) dv_plane_line(o, s->layer, xy, xy + 2);
    if (n > 2) dv_plane_polyline(o, s->layer, xy, n, 0);
    n = 0;
  }
}

// The end of a tube around p; u, w: unit vectors square to its axis.
static void draw_end(dv_plane *o, const view *v, const dv_stroke *s, const double *p, const double *u, const double *w)
{
  double xy[CORNERS][2];
  for (int i = 0; i < CORNERS; i++) {
    double angle = 2 * M_PI * i / CORNERS, at[3];
    for (int k = 0; k < 3; k++) at[k] = p[k] + s->radius * (cos(angle) * u[k] + sin(angle) * w[k]);
    seen(v, at, xy[i]);
  }
  dv_plane_polyline(o, s->layer, xy[0], CORNERS, 1);
}

static void draw_tube(dv_plane *o, const view *v, const dv_stroke *s)
{
  double axis[3], length = 0, e[3] = {0}, u[3], w[3], side = 0, from[2], to[2];
  e[v->along] = 1;
  for (int k = 0; k < 3; k++) axis[k] = s->at[1][k] - s->at[0][k], length += axis[k] * axis[k];
  length = sqrt(length);
  for (int k = 0; k < 3; k++) axis[k] = length > 0 ? axis[k] / length : e[k];
  for (int k = 0; k < 3; k++) u[k] = axis[(k + 1) % 3] * e[(k + 2) % 3] - axis[(k + 2) % 3] * e[(k + 1) % 3], side += u[k] * u[k];
  side = sqrt(side);
  if (side < 1e-9) {
    seen(v, s->at[0], from);
    dv_plane_circle(o, s->layer, from, scale * s->radius);
    return;
  }
  for (int k = 0; k < 3; k++) u[k] /= side;
  for (int k = 0; k < 3; k++) w[k] = axis[(k + 1) % 3] * u[(k + 2) % 3] - axis[(k + 2) % 3] * u[(k + 1) % 3];
  for (int i = 0; i < 2; i++) draw_end(o, v, s, s->at[i], u, w);
  for (int sign = -1; sign < 2; sign += 2) {
    double a[3], b[3];
    for (int k = 0; k < 3; k++) a[k] = s->at[0][k] + sign * s->radius * u[k], b[k] = s->at[1][k] + sign * s->radius * u[k];
    seen(v, a, from);
    seen(v, b, to);
    dv_plane_line(o, s->layer, from, to);
  }
}

static void draw(dv_plane *o, const view *v, const dv_draft *d, double letters)
{
  for (int i = 0; i < d->n; i++) {
    const dv_stroke *s = &d->item[i];
    double at[2];
    if (s->sort == CURVE || (s->sort == PLAN && v->along == 2)) draw_curve(o, v, s, d->arena);
    if (s->sort == TUBE) draw_tube(o, v, s);
    if (s->sort != BALL && s->sort != LABEL) continue;
    seen(v, s->at[0], at);
    if (s->sort == BALL) dv_plane_circle(o, s->layer, at, scale * s->radius);
    else dv_plane_text(o, s->layer, at, letters, s->text);
  }
}

static double wide(const dv_draft *d, int axis)
{
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (int i = 0; i < d->n; i++)
    for (int k = 0; k < d->item[i].n; k++) least = fmin(least, d->item[i].at[k][axis]), most = fmax(most, d->item[i].at[k][axis]);
  return most - least;
}

// The world's axis that points up, and 1 or -1: which way.
static int upwards(const dv_draft *d, int *sign)
{
  int up = 2;
  for (int i = 0; i < 3; i++)
    if (fabs(d->up[i]) > fabs(d->up[up])) up = i;
  *sign = d->up[up] < 0 ? -1 : 1;
  return up;
}

static const char *named(const dv_draft *d, const char *what, int across, int up, double turn)
{
  return dv_arena_text(d->arena, "%s (%c, %s%c)", what, "xyz"[across], turn < 0 ? "-" : "", "xyz"[up]);
}

// The side view has up as it is; in the plan, seen from above, up x across points up. On a sketch the side is the one that shows
// more.
static void lay_views(const dv_draft *d, int sketch, view all[VIEWS])
{
  int sign = 1, up = sketch ? upwards(d, &sign) : 2, across = up == 0, other = 3 - up - across;
  if (sketch && wide(d, other) > 1.5 * wide(d, across) && wide(d, up) > 1e-3) across = other, other = 3 - up - across;
  double turn = sign * ((across - up + 3) % 3 == 1 ? 1 : -1);
  all[0] = (view){named(d, "side view", across, up, sign), across, up, other, 0, sign};
  all[1] = (view){named(d, "plan", across, other, turn), across, other, up, 0, turn};
}

// A length to measure with, below the views.
static void add_bar(dv_plane *o, double size)
{
  double length = dv_nice_step(size / 6), x = o->least[0], y = o->least[1] - size / 20, tick = size / 100;
  for (int i = 0; i < 2; i++) {
    double end[2][2] = {
        {x + i * length, y - tick},
        {x + i * length, y + tick}
    };
    dv_plane_line(o, "SCALE", end[0], end[1]);
  }
  double bar[2][2] = {
      {x,          y},
      {x + length, y}
  };
  dv_plane_line(o, "SCALE", bar[0], bar[1]);
  dv_plane_text(o, "SCALE", bar[1], tick, dv_arena_text(o->arena, "%g m", length / scale));
}

static dv_plane *views_of(const dv_draft *d, const char *title, int sketch)
{
  view all[VIEWS];
  lay_views(d, sketch, all);
  dv_plane *probe[VIEWS], *o = dv_plane_new(d->arena);
  for (int i = 0; i < VIEWS; i++) draw(probe[i] = dv_plane_new(d->arena), &all[i], d, 1);
  double size = fmax(1, fmax(probe[0]->most[0] - probe[0]->least[0], probe[0]->most[1] - probe[0]->least[1])),
         letters = size / 80;
  if (d->n) all[1].below = probe[1]->most[1] - probe[0]->least[1] + size / 5;
  for (int i = 0; i < VIEWS; i++) {
    draw(o, &all[i], d, letters);
    double at[2] = {d->n ? probe[i]->least[0] : 0, (d->n ? probe[i]->most[1] : 0) - all[i].below + 2 * letters};
    dv_plane_text(o, "TITLES", at, 1.5 * letters, dv_arena_text(d->arena, "%s: %s%s", title, all[i].name, sketch ? "" : ", mm"));
  }
  if (sketch && d->n) add_bar(o, size);
  return o;
}

const char *dv_draft_dxf(const dv_draft *d, const char *title, size_t *n) { return dv_plane_dxf(views_of(d, title, 0), n); }

const char *dv_draft_svg(const dv_draft *d, const char *title, size_t *n) { return dv_plane_svg(views_of(d, title, 1), n); }
