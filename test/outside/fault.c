// fault.c: a library with one damper, and one fault: which, the file that includes it says.
#include "davit/library.h"

#ifdef FAULT_RANGE
DV_PARAMETERS(
    DV_P(damping, "{e}/{f}", 1, 2, 3, "damping, with a default outside its range")
);
#elif defined FAULT_UNIT
DV_PARAMETERS(
    DV_P(damping, "smoot", 1, 0, 3, "damping, in a unit that nobody knows")
);
#else
DV_PARAMETERS(
    DV_P(damping, "{e}/{f}", 1, 0, 10, "damping")
);
#endif

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "axis that it brakes"}
};

#ifdef FAULT_START
static const dv_quantity states[] = {
    {"depth", "m", 1, "depth at which it begins", 0}
};
DV_LAW(start)
{
  dv_water w;
  real at[3] = {dv_real(0), dv_real(0), dv_real(0)};
  (void)p;
  c->service->water(c->service, at, &w);
  c->dx[0] = w.depth;
}
DV_LAW(rate)
{
  (void)p;
  c->dx[0] = dv_real(0);
}
#endif

#ifdef FAULT_GUARD
DV_LAW(guard)
{
  (void)p;
  c->guard[1] = c->flow[0];
}
static const char *const warnings[] = {"it runs backward"};
#endif

DV_LAW(answer)
{
#ifdef FAULT_ENERGY
  c->effort[0] = -p->damping * c->flow[0];
#elif defined FAULT_FINITE
  c->effort[0] = p->damping / p->damping * c->flow[0];
#elif defined FAULT_BITS
  c->effort[0] = p->damping * c->flow[0] * (1 + DV_LANES * 0x1p-50);
#else
  c->effort[0] = p->damping * c->flow[0];
#endif
}

DV_KIND(my, damper) = {
#ifdef FAULT_CLASH
    .name = "force.damper",
#elif defined FAULT_NAME
    .name = "damper",
#else
    .name = "my.damper",
#endif
    .doc = "damper with a fault",
#ifdef FAULT_STANDS
    .stands_for = DV_FOR_FRICTION,
#endif
    DV_ROWS(port, ports),
    DV_PARAMS,
#ifdef FAULT_START
    DV_ROWS(state, states),
    .service = DV_ASKS_WATER,
    .start = start,
#endif
#ifdef FAULT_GUARD
    DV_ROWS(warning, warnings),
    .guard = guard,
#endif
#ifndef FAULT_LAW
    .answer = answer,
#endif
#ifdef FAULT_START
    .rate = rate,
#endif
    .example = "bodies: {mass: {mass: 2 kg}}\n"
               "joints: {x: {type: prismatic, axis: x, child: mass, rate: 1 m/s}}\n"
               "gravity: 0\n"
               "parts: {d: {kind: my.damper, axis: x, damping: 4 N s/m}}\n"
               "until: 1 s\n"
               "cases: {example: {expect: [{final: x.rate, is: 0.1353352832366127, within: 1e-4, source: exp(-2 t)}]}}\n",
};

#ifdef FAULT_LAW
__attribute__((unused)) static void mention(void) { (void)answer; }
#endif

#if defined FAULT_VERSION || defined FAULT_SIZE || defined FAULT_NONE
#ifdef FAULT_NONE
static const dv_kind *const rows[] = {NULL};
#else
static const dv_kind *const rows[] = {&DV_X(dv_my_damper), NULL};
#endif
#ifdef FAULT_VERSION
enum { ABI = DV_KIND_ABI + 1 };
#else
enum { ABI = DV_KIND_ABI };
#endif
#ifdef FAULT_SIZE
#define LAYOUT                                                                                                                   \
  {                                                                                                                              \
    .kind = sizeof(dv_kind) - 8                                                                                                  \
  }
#else
#define LAYOUT DV_KIND_LAYOUT
#endif
DV_EXPORTED const dv_kind_table DV_X(davit_kinds);
const dv_kind_table DV_X(davit_kinds) = {"dvkinds", ABI, LAYOUT, rows, NULL, NULL, 0};
#elif !defined FAULT_WIDTH || DV_LANES < 8
DV_KIND_LIBRARY(&DV_X(dv_my_damper));
#endif
