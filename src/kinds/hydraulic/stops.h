// stops.h: the end stops of a rod: spring and damper beyond either end, which push and never pull.
//
// Meeting a stop and leaving it are events: roots CLOSED, OPEN, PUSHING are the first of a kind that holds them.
#pragma once

#include "davit/kind.h"

// clang-format off
#define STOPS_PARAMETERS \
  DV_P(stiffness, "N/m",   1e8, 0, 1e12, "stiffness of the end stops") \
  DV_P(damping,   "N.s/m", 1e5, 0, 1e10, "damping of the end stops")
// clang-format on
DV_GROUP_STRUCT(stops_par, STOPS_PARAMETERS);

enum { STOPS_CLOSED, STOPS_OPEN, STOPS_PUSHING, STOPS_ROOTS };

// s: how far the rod is out, v: its rate.
typedef struct {
  real s, stroke, v;
} stops_rod;

DV_FN dv_bool stops_closed(const dv_cell *c, const stops_rod *r) { return dv_beyond(c, STOPS_CLOSED, r->s < 0.0); }
DV_FN dv_bool stops_open(const dv_cell *c, const stops_rod *r) { return dv_beyond(c, STOPS_OPEN, r->s > r->stroke); }

// Depth in a stop: negative beyond the closed end, positive beyond the open one.
DV_FN real stops_depth(const dv_cell *c, const stops_rod *r)
{
  return dv_select(stops_open(c, r), r->s - r->stroke, dv_select(stops_closed(c, r), r->s, dv_real(0)));
}

// Spring and damper of the stop where the rod is; zero between them.
DV_FN real stops_spring_damper(const stops_par *p, const dv_cell *c, const stops_rod *r)
{
  real e = p->stiffness * stops_depth(c, r) + p->damping * r->v;
  return dv_select(stops_open(c, r) | stops_closed(c, r), e, dv_real(0));
}

// Negative: the stop would pull.
DV_FN real stops_pushing(const stops_par *p, const dv_cell *c, const stops_rod *r)
{
  real e = stops_spring_damper(p, c, r);
  return dv_select(stops_open(c, r), e, dv_select(stops_closed(c, r), -e, dv_real(1)));
}

DV_FN real stops_effort(const stops_par *p, const dv_cell *c, const stops_rod *r)
{
  return dv_select(dv_beyond(c, STOPS_PUSHING, stops_pushing(p, c, r) < 0.0), dv_real(0), stops_spring_damper(p, c, r));
}

DV_FN real stops_stored(const stops_par *p, const dv_cell *c, const stops_rod *r)
{
  real d = stops_depth(c, r);
  return 0.5 * p->stiffness * d * d;
}

DV_FN real stops_loss(const stops_par *p, const dv_cell *c, const stops_rod *r)
{
  return (stops_effort(p, c, r) - p->stiffness * stops_depth(c, r)) * r->v;
}

DV_FN void stops_roots(const stops_par *p, dv_cell *c, const stops_rod *r)
{
  c->root[STOPS_CLOSED] = r->s;
  c->root[STOPS_OPEN] = r->stroke - r->s;
  c->root[STOPS_PUSHING] = stops_pushing(p, c, r);
}

// A stop gives a little; a hundredth of the stroke beyond it the geometry is wrong.
DV_FN void stops_guard(dv_cell *c, const stops_rod *r)
{
  c->guard[0] = r->s + 0.01 * r->stroke;
  c->guard[1] = 1.01 * r->stroke - r->s;
}

// The laws of a kind whose rod(p, c) says where its rod is.
#define STOPS_LAWS                                                                                                               \
  DV_LAW(root)                                                                                                                   \
  {                                                                                                                              \
    stops_rod r = rod(p, c);                                                                                                     \
    stops_roots(&p->stops, c, &r);                                                                                               \
  }                                                                                                                              \
  DV_LAW(guard)                                                                                                                  \
  {                                                                                                                              \
    stops_rod r = rod(p, c);                                                                                                     \
    stops_guard(c, &r);                                                                                                          \
  }

static const char *const stops_warnings[] = {"the rod is pushed in beyond its stroke", "the rod is pulled out beyond its stroke"};
