// lane.c: calls one law of a kind in this width.
#include "audit/lane.h"

// A slope that is a little bent, which rises unless things are still.
static void ground(const dv_service *s, const real *at, dv_ground *g)
{
  g->height = 0.1 * at[0] - 0.05 * at[1] + 1e-3 * (at[0] * at[0] - at[0] * at[1]);
  g->slope[0] = 0.1 + 1e-3 * (2 * at[0] - at[1]);
  g->slope[1] = -0.05 - 1e-3 * at[0];
  g->bend[0] = dv_real(2e-3), g->bend[1] = dv_real(-1e-3), g->bend[2] = dv_real(0);
  g->rate = dv_real(s->still ? 0 : 0.3);
}

// A surface at height 1, and a stream below it that turns with the place.
static void stream(const dv_service *s, const real *at, dv_water *w)
{
  real moves = dv_real(s->still ? 0 : 1);
  w->velocity[0] = moves * (0.3 + 0.1 * at[2]), w->velocity[1] = moves * -0.2, w->velocity[2] = moves * 0.05 * at[0];
  w->acceleration[0] = moves * 0.4, w->acceleration[1] = moves * 0.1 * at[1], w->acceleration[2] = moves * -0.3;
  w->density = dv_real(1025);
  w->depth = 1 - at[2];
  w->up[0] = w->up[1] = dv_real(0);
  w->up[2] = dv_real(1);
  w->gravity = dv_real(9.81);
}
static const dv_service service = {.water = stream, .ground = ground, .grounds = 1};
static const dv_service still_service = {.water = stream, .ground = ground, .grounds = 1, .still = 1};

static dv_cell cell_of(const shape *s, real *b)
{
  dv_cell c;
  memset(&c, 0, sizeof c);
  c.t = b[s->t];
  c.x = b + s->x;
  c.dx = b + s->dx;
  c.d = b + s->d;
  c.effort = b + s->effort;
  c.flow = b + s->flow;
  c.pos = b + s->pos;
  c.pose = b + s->pose;
  c.capacity = b + s->capacity;
  c.in = b + s->in;
  c.out = b + s->out;
  c.root = b + s->root;
  c.guard = b + s->guard;
  c.opt = s->opt;
  c.given = s->given;
  for (int i = 0; i < DV_TABLES; i++) c.table[i] = b + s->table[i];
  c.rows = s->rows;
  c.code = s->code;
  c.ncode = s->ncode;
  c.constant = b + s->constant;
  c.service = s->still ? &still_service : &service;
  return c;
}

static void call(const shape *s, law which, real *b)
{
  const dv_kind *k = (const dv_kind *)s->kind[DV_LANES / 4];
  const real *par = b + s->par;
  dv_cell c = cell_of(s, b);
  switch (which) {
  case LAW_PUBLISH: k->publish(par, &c); break;
  case LAW_SIGNAL: k->signal(par, &c); break;
  case LAW_ANSWER: k->answer(par, &c); break;
  case LAW_RATE: k->rate(par, &c); break;
  case LAW_ROOT: k->root(par, &c); break;
  case LAW_SAMPLE: k->sample(par, &c); break;
  case LAW_GUARD: k->guard(par, &c); break;
  case LAW_STORED: b[s->amount] = k->stored(par, &c); break;
  case LAW_CARRIED: b[s->amount] = k->carried(par, &c); break;
  default: b[s->amount] = k->loss(par, &c);
  }
}

void DV_X(dv_lane_run)(const shape *s, law which, double *block)
{
  real b[POINT_REALS];
  for (int first = 0; first < LANES; first += DV_LANES) {
    for (int i = 0; i < s->size; i++) memcpy(&b[i], block + i * LANES + first, sizeof b[i]);
    call(s, which, b);
    for (int i = 0; i < s->size; i++) memcpy(block + i * LANES + first, &b[i], sizeof b[i]);
  }
}
