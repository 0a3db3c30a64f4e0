// reeving.h: the way of a rope from a point or a drum over round sheaves to a point, in the plane x-z of where it begins.
//
//   span between circles: sqrt(D^2 - (R2 - R1)^2) at the angle atan2(d) - asin((R2 - R1)/D);   arcs R (angle out - angle in)
//
// What is off the plane lengthens spans alone.
#pragma once

#include "davit/kind.h"
#include "math/spatial.h"

enum { SHEAVES = 5, SPANS = SHEAVES + 1, CIRCLES = SPANS + 1 };
enum { FROM, TO, FIRST, DRUM_SLOT = 42 };  // ports; the drum comes behind seven frames
enum { SHEAVE_RADIUS, SHEAVE_FRICTION, SHEAVE_COLUMNS };

static const dv_port reeving_ports[] = {
    {"from", DV_FRAME,  DV_ANSWERS,    "where it begins, or the drum's centre; the rope lies in its plane x-z"},
    {"to",   DV_FRAME,  DV_ANSWERS,    "where it ends"                                                        },
    {"s1",   DV_FRAME,  DV_MAY_ANSWER, "centre of the first sheave"                                           },
    {"s2",   DV_FRAME,  DV_MAY_ANSWER, "of the second one"                                                    },
    {"s3",   DV_FRAME,  DV_MAY_ANSWER, "of the third one"                                                     },
    {"s4",   DV_FRAME,  DV_MAY_ANSWER, "of the fourth one"                                                    },
    {"s5",   DV_FRAME,  DV_MAY_ANSWER, "of the fifth one"                                                     },
    {"turn", DV_ROTARY, DV_MAY_ANSWER, "axis of the drum; it winds up as the axis grows"                      },
};
static const dv_table reeving_tables[] = {
    {.name = "sheaves",
     .columns = SHEAVE_COLUMNS,
     .unit = {"m", "1"},
     .doc =
         "rows of [radius, friction]; the rope turns from x towards z round a positive radius; friction on the arc, 0 of a turning sheave"},
};

#define PI 3.141592653589793

DV_FN const char *reeving_fault(const dv_cell *c, real drum, real heading)
{
  if (dv_lane(heading, 0) != 0 && dv_lane(drum, 0) == 0) return "it has a heading, but no drum|give drum, or leave heading out";
  if (c->rows[0] > SHEAVES) return "the rope runs over five sheaves at most|give sheaves: [[radius, friction], ...]";
  for (int i = 0; i < c->rows[0]; i++)
    if (dv_lane(c->table[0][SHEAVE_COLUMNS * i + SHEAVE_FRICTION], 0) < 0)
      return "friction of a sheave is negative|give 0 or more";
  return NULL;
}

// a in (-pi, pi] about `about`.
DV_FN real reeving_near(real a, real about) { return a - 2 * PI * dv_floor((a - about) / (2 * PI) + 0.5); }

// The way, in the axes of `from`. Span j runs from circle j to j + 1; angles from x towards z. Where circles touch, `open` is 0,
// the span stays as it is.
typedef struct {
  int n;                                             // sheaves
  real R[CIRCLES], dx[SPANS], dy[SPANS], dz[SPANS];  // from centre to centre
  real vy[SPANS];                                    // rate of dy
  real apart[SPANS], D2[SPANS], open[SPANS], in_plane[SPANS], span[SPANS], angle[SPANS], turning[SPANS];
  real wrap[CIRCLES], weight[SPANS], rate[SPANS];  // weight: length of a section; rate: of its length
  real path, whole;                                // whole: its rate
  real wound, winding;                             // on the drum since angle zero; its rate
  real growth[SPANS], in_growth[SPANS];            // rates of span and in_plane
} way;

DV_FN int reeving_port(const way *w, int circle) { return circle == 0 ? FROM : circle == w->n + 1 ? TO : FIRST + circle - 1; }

// Place and velocity of a circle's centre, as `from` sees them.
DV_FN void reeving_seen(const dv_cell *c, int port, v3 *at, v3 *rate)
{
  const real *from = c->pose, *X = c->pose + 12 * port, *v = c->flow + 6 * port;
  *at = dv_m3_tmul(from, dv_v3_sub(dv_v3_of(X + 9), dv_v3_of(from + 9)));
  v3 own = dv_v3_sub(dv_m3_tmul(from, dv_m3_mul(X, dv_v3_of(v + 3))), dv_v3_of(c->flow + 3));
  *rate = dv_v3_sub(own, dv_v3_cross(dv_v3_of(c->flow), *at));
}

DV_FN void reeving_spans(const dv_cell *c, way *w)
{
  v3 a, va, b, vb;
  reeving_seen(c, FROM, &a, &va);
  for (int j = 0; j <= w->n; j++, a = b, va = vb) {
    reeving_seen(c, reeving_port(w, j + 1), &b, &vb);
    v3 d = dv_v3_sub(b, a), v = dv_v3_sub(vb, va);
    real r = w->R[j + 1] - w->R[j], apart = dv_max(d.x[0] * d.x[0] + d.x[2] * d.x[2], dv_real(1e-12)),
         least = r * r * 1.0001 + 1e-9;
    real D2 = dv_max(apart, least), in_plane = dv_sqrt(D2 - r * r), open = dv_select(apart > least, dv_real(1), dv_real(0));
    real along = open * (d.x[0] * v.x[0] + d.x[2] * v.x[2]);
    w->dx[j] = d.x[0], w->dy[j] = d.x[1], w->dz[j] = d.x[2], w->vy[j] = v.x[1];
    w->apart[j] = apart, w->D2[j] = D2, w->open[j] = open;
    w->in_plane[j] = in_plane;
    w->span[j] = dv_sqrt(in_plane * in_plane + d.x[1] * d.x[1]);
    w->angle[j] = dv_atan2(d.x[2], d.x[0]) - dv_asin(r / dv_sqrt(D2));
    w->turning[j] = (d.x[0] * v.x[2] - d.x[2] * v.x[0]) / apart + r * along / (D2 * in_plane);
    w->weight[j] = w->span[j];
    w->in_growth[j] = along / in_plane;
    w->rate[j] = w->growth[j] = (along + d.x[1] * v.x[1]) / w->span[j];
  }
}

DV_FN void reeving_arcs(way *w)
{
  for (int i = 1; i <= w->n; i++) {
    real s = dv_copysign(dv_real(1), w->R[i]), half = 0.5 * w->R[i] * (w->turning[i] - w->turning[i - 1]);
    w->wrap[i] = reeving_near(s * (w->angle[i] - w->angle[i - 1]), dv_real(0.5 * PI));
    real arc = 0.5 * dv_abs(w->R[i]) * dv_max(w->wrap[i], dv_real(0));
    w->weight[i - 1] += arc, w->weight[i] += arc;
    w->rate[i - 1] += half, w->rate[i] += half;
    w->path += dv_abs(w->R[i]) * w->wrap[i];
  }
}

// Of a rope that begins on a drum of this radius, negative: it turns the other way; 0: at a point.
DV_FN way reeving_way(const dv_cell *c, int sheaves, real drum, real heading)
{
  way w;
  w.n = sheaves;
  for (int i = 0; i < w.n; i++) w.R[i + 1] = c->table[0][SHEAVE_COLUMNS * i + SHEAVE_RADIUS];
  w.R[0] = drum, w.R[w.n + 1] = dv_real(0);
  reeving_spans(c, &w);
  real r = dv_abs(drum);
  // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): reeving_spans() writes every angle, of which there is one at least
  w.wound = r * c->pos[DRUM_SLOT] + drum * (reeving_near(w.angle[0], heading) - heading);
  w.winding = drum * w.turning[0] + r * c->flow[DRUM_SLOT];
  w.path = w.wound;
  reeving_arcs(&w);
  w.rate[0] += w.winding;
  w.whole = dv_real(0);
  for (int j = 0; j <= w.n; j++) w.path += w.span[j], w.whole += w.rate[j];
  return w;
}

// Gradient of P times the length of span j and Q times its angle, by the difference of its centres.
DV_FN v3 reeving_gradient(const way *w, int j, real P, real Q)
{
  real k = w->open[j] * (P / w->span[j] + Q * (w->R[j + 1] - w->R[j]) / (w->D2[j] * w->in_plane[j]));
  real side = Q / w->apart[j];
  v3 f = {
      {k * w->dx[j] - side * w->dz[j], P / w->span[j] * w->dy[j], k * w->dz[j] + side * w->dx[j]}
  };
  return f;
}

// The part takes f (axes of `from`) at a circle that is at `at`: `from` gets what balances it.
DV_FN void reeving_put(dv_cell *c, int port, v3 at, v3 f)
{
  real *e = c->effort + 6 * port;
  v3 n = dv_v3_cross(at, f), own = dv_m3_tmul(c->pose + 12 * port, dv_m3_mul(c->pose, f));
  for (int i = 0; i < 3; i++) {
    e[3 + i] = own.x[i];
    c->effort[i] -= n.x[i];
    c->effort[3 + i] -= f.x[i];
  }
}

// Margins: of the least wrap, of the least span.
DV_FN void reeving_guard(const way *w, real *guard)
{
  guard[0] = dv_real(1), guard[1] = w->open[0] - 0.5;
  for (int i = 1; i <= w->n; i++) {
    guard[0] = dv_min(guard[0], w->wrap[i]);
    guard[1] = dv_min(guard[1], w->open[i] - 0.5);
  }
}

#define REEVING_WARNINGS                                                                                                         \
  "the rope has left a sheave, which its law does not know; change the sign of its radius, or leave it out",                     \
      "two of its circles touch; the rope between them has no length left"
