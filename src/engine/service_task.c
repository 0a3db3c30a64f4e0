// service_task.c: dynamics in chosen coordinates, and what they do to a task.
//
//   v = G u + ..., v' = G u' + b:   B = G^T M G,  bias = G^T (M b + C v + g),  x' = J_v v,  x'' = J_v G u' + J_v b + J_v' v
//
// In a tree the chosen rates u are some of v: G selects them, b = 0, and the others keep their speed. With loops see loop_map.c.
#include "engine/service.h"

#include "engine/loop.h"

// Scratch of one reduction; see dv_service_map.
typedef struct {
  real *M, *G, *J, *base, *row, *tau, *b;
} scratch;

static scratch scratch_of(const dv_eval *e, int n)
{
  int nv = e->m->nv;
  real *at = dv_work_service_map(e->m, e->w);
  scratch s = {at, at + nv * nv, at + nv * nv + nv * n, NULL, NULL, NULL, NULL};
  s.base = s.J + 6 * nv;
  s.row = s.base + 6 * nv;
  s.tau = s.row + nv;
  s.b = s.tau + nv;
  return s;
}

// The nominal machine, on the service's scratch.
static dv_eval known_of(const dv_eval *e)
{
  dv_eval known = *e;
  known.num = dv_service_numbers(e);
  known.link = dv_service_links(e);
  known.room = e->m->work_service_loop;
  return known;
}

// v' = G y'' + b; G: [nv][n].
static void map_coordinates(const dv_eval *e, const dv_choice *c, const scratch *s, const real *q, const real *v)
{
  int nv = e->m->nv;
  if (DV_MODEL_COUNT(e->m, LOOP)) {
    dv_eval known = known_of(e);
    DV_X(dv_loop_map)(&known, q, v, c->n, c->iv, s->G, s->b);
    return;
  }
  for (int i = 0; i < nv * c->n; i++) s->G[i] = dv_real(0);
  for (int k = 0; k < c->n; k++) s->G[c->iv[k] * c->n + k] = dv_real(1);
  for (int i = 0; i < nv; i++) s->b[i] = dv_real(0);
}

// out [n] = G^T full [nv]
static void project(int nv, int n, const real *G, const real *full, real *out)
{
  for (int k = 0; k < n; k++) {
    out[k] = dv_real(0);
    for (int i = 0; i < nv; i++) out[k] += G[i * n + k] * full[i];
  }
}

static void reduce_mass(const dv_eval *e, int n, const scratch *s, const real *q, real *B)
{
  int nv = e->m->nv;
  DV_X(dv_crba)(&e->tree, dv_service_numbers(e), dv_service_links(e), q, s->M);
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < nv; i++) {
      s->tau[i] = dv_real(0);
      for (int j = 0; j < nv; j++) s->tau[i] += s->M[i * nv + j] * s->G[j * n + k];
    }
    project(nv, n, s->G, s->tau, B + k * n);
  }
}

// Squared size of rows first to first + 2 of the frame's J, for the chosen coordinates.
static real span_of(const dv_frame_motion *m, int nv, int n, const real *G, int first)
{
  real sum = dv_real(0);
  for (int r = first; r < first + 3; r++)
    for (int k = 0; k < n; k++) {
      real j = dv_real(0);
      for (int i = 0; i < nv; i++) j += m->J[r * nv + i] * G[i * n + k];
      sum += j * j;
    }
  return sum;
}

static void task_row(const dv_eval *e, const dv_choice *c, const scratch *s, int r, const real *q, const real *v,
                     const dv_reduced *out)
{
  const dv_task_row *row = &c->row[r];
  int nv = e->m->nv, axis = row->what == DV_ROW_AXIS;
  dv_axis_motion at = {dv_real(0), dv_real(0), dv_real(0), s->row};
  dv_frame_motion m, base;
  m.J = s->J;
  base.J = s->base;
  if (axis) DV_X(dv_service_axis)(e, row->link, q, v, &at);
  else DV_X(dv_service_frame)(e, row->link, row->num, &m);
  if (!axis && row->from_num >= 0) {
    DV_X(dv_service_frame)(e, row->from, row->from_num, &base);
    DV_X(dv_frame_relative)(&base, nv, &m);
  }
  if (!axis) DV_X(dv_frame_row)(&m, nv, row->what, &at);
  project(nv, c->n, s->G, s->row, out->J + r * c->n);
  out->x[r] = at.x;
  out->rate[r] = at.rate;
  out->drift[r] = at.drift;
  for (int i = 0; i < nv; i++) out->drift[r] += s->row[i] * s->b[i];
  real own = dv_real(0);
  for (int k = 0; k < c->n; k++) own += out->J[r * c->n + k] * out->J[r * c->n + k];
  out->span[r] = axis ? own : span_of(&m, nv, c->n, s->G, row->what < DV_ROW_ROLL ? 3 : 0);
}

// The coordinates themselves.
static void own_rows(const dv_choice *c, const real *q, const real *v, const dv_reduced *out)
{
  for (int i = 0; i < c->n; i++) {
    out->x[i] = q[c->iq[i]];
    out->rate[i] = v[c->iv[i]];
    out->drift[i] = dv_real(0);
    out->span[i] = dv_real(1);
    for (int k = 0; k < c->n; k++) out->J[i * c->n + k] = dv_real(i == k);
  }
}

// 1 if the machine is there already.
static int is_there(const dv_eval *e, const dv_choice *c, const real *position, const real *rate, const real *q, const real *v)
{
  int there = e->m->nominal == 0;
  for (int k = 0; k < c->n; k++) there &= dv_all((position[k] == q[c->iq[k]]) & (rate[k] == v[c->iv[k]]));
  return there;
}

void DV_X(dv_service_place)(const dv_service *service, const dv_choice *c, const real *position, const real *rate, real *q,
                            real *v)
{
  const dv_eval *e = dv_service_eval(service);
  scratch s = scratch_of(e, c->n);
  dv_loop_scratch room = {s.G, s.b, s.row};
  if (DV_MODEL_COUNT(e->m, LOOP)) {
    dv_eval known = known_of(e);
    if (!is_there(e, c, position, rate, q, v)) DV_X(dv_loop_place)(&known, c, position, rate, &room, q, v);
    return;
  }
  for (int k = 0; k < c->n; k++) {
    q[c->iq[k]] = position[k];
    v[c->iv[k]] = rate[k];
  }
}

void DV_X(dv_service_reduced)(const dv_service *service, const dv_choice *c, const real *q, const real *v, const dv_reduced *out)
{
  const dv_eval *e = dv_service_eval(service);
  scratch s = scratch_of(e, c->n);
  map_coordinates(e, c, &s, q, v);
  if (out->B) reduce_mass(e, c->n, &s, q, out->B);
  if (out->bias) {
    DV_X(dv_service_efforts)(e, q, v, s.b, s.tau);
    project(e->m->nv, c->n, s.G, s.tau, out->bias);
  }
  if (!out->x) return;
  if (!c->row) {
    own_rows(c, q, v, out);
    return;
  }
  DV_X(dv_velocity)(&e->tree, dv_service_numbers(e), dv_service_links(e), q, v);
  DV_X(dv_pose)(&e->tree, dv_service_numbers(e), dv_service_links(e));
  for (int r = 0; r < c->m; r++) task_row(e, c, &s, r, q, v, out);
}
