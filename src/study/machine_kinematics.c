// machine_kinematics.c: places and axes of a machine.
//
//   distance x = |d|, d = p_to - p_from, u = d/x:   dx/dq = u . (J_to - J_from)
//   x'' = u . (a_to - a_from) + (|d'|^2 - (u . d')^2) / x   while the rates are constant
#include "study/machine_kinematics.h"

#include "engine/engine.h"
#include "engine/skeleton_at.h"

#include <math.h>
#include <string.h>

static void add_movers(dv_kinematics *k)
{
  const dv_spec *s = k->spec;
  for (int i = 0; i < s->njoint; i++)
    for (int n = 0; n < s->joint[i].ncoordinate; n++) {
      const dv_coordinate_spec *c = &s->joint[i].coordinate[n];
      const dv_variable *table = dv_model_VARIABLE(k->m);
      int q = dv_model_find(k->m, dv_arena_text(k->arena, "%s.position", c->name));
      int v = dv_model_find(k->m, dv_arena_text(k->arena, "%s.rate", c->name));
      if (q < 0 || v < 0 || table[q].array != DV_IN_STATE || table[v].array != DV_IN_STATE) continue;
      k->mover[k->nmover++] = (dv_mover){
          c->name, table[q].index, table[v].index - k->m->nq, c->rotary, c->motion == DV_MOVES_FREE, c->lower, c->upper};
    }
}

dv_kinematics *dv_kinematics_new(dv_arena *a, const dv_machine *m)
{
  dv_kinematics *k = DV_TAKE(a, dv_kinematics, 1);
  *k = (dv_kinematics){.machine = m, .m = m->model, .spec = m->spec, .arena = a};
  k->q = DV_TAKE(a, double, k->m->nx);
  k->v = DV_TAKE(a, double, k->m->nv);
  k->work = DV_TAKE(a, double, k->m->nwork);
  k->jac = DV_TAKE(a, double, 6 * k->m->nv);
  k->mover = DV_TAKE(a, dv_mover, k->m->nv);
  memcpy(k->q, dv_model_START(k->m), (size_t)k->m->nq * sizeof(double));
  dv_engine_x1.ready(k->m, dv_model_NUMBER(k->m), k->work);
  add_movers(k);
  return k;
}

const dv_mover *dv_mover_find(const dv_kinematics *k, const char *name)
{
  for (int i = 0; i < k->nmover; i++)
    if (!strcmp(k->mover[i].name, name)) return &k->mover[i];
  return NULL;
}

// "body" or "body.point", of this body.
static int is_on(const dv_body_spec *b, const char *body, const char *name, dv_spot *out)
{
  size_t n = strlen(body);
  if (strncmp(name, body, n) || (name[n] && name[n] != '.')) return 0;
  for (int p = 0; p < b->npoint && name[n]; p++)
    if (!strcmp(b->point[p].name, name + n + 1)) {
      memcpy(out->at, b->point[p].at, sizeof out->at);
      return 1;
    }
  return !name[n];
}

int dv_spot_find(const dv_kinematics *k, const char *name, dv_spot *out)
{
  const dv_spec *s = k->spec;
  *out = (dv_spot){.name = name, .body = -1};
  if (is_on(&s->world, "world", name, out)) return 0;
  for (int i = 0; i < s->nbody; i++) {
    out->body = i;
    if (is_on(&s->body[i], s->body[i].name, name, out)) return 0;
  }
  return -1;
}

const char *dv_spot_nearest(const dv_kinematics *k, const char *name)
{
  struct {
    const char **item;
    int n, cap;
  } all = {0};
  for (int i = 0; i < k->spec->nbody; i++) {
    const dv_body_spec *b = &k->spec->body[i];
    *DV_PUSH(k->arena, &all) = b->name;
    for (int p = 0; p < b->npoint; p++) *DV_PUSH(k->arena, &all) = dv_arena_text(k->arena, "%s.%s", b->name, b->point[p].name);
  }
  const char *near = dv_nearest(name, all.item, all.n);
  return near ? dv_arena_text(k->arena, "did you mean '%s'?", near) : "name a body, or body.point";
}

void dv_spot_at(dv_kinematics *k, const dv_spot *p, const double *q, double x[3])
{
  memcpy(x, p->at, 3 * sizeof(double));
  if (p->body >= 0) dv_engine_point(k->m, q, k->v, p->body, p->at, x, NULL, NULL, k->work);
}

void dv_spot_jacobian(dv_kinematics *k, const dv_spot *p, const double *q, double *J)
{
  int nv = k->m->nv;
  memset(J, 0, 3 * (size_t)nv * sizeof(double));
  if (p->body < 0) return;
  dv_engine_jacobian(k->m, q, p->body, p->at, k->jac, k->work);
  memcpy(J, k->jac + 3 * nv, 3 * (size_t)nv * sizeof(double));
}

static int find_line(const dv_kinematics *k, const char *from, const char *to, dv_way *out)
{
  out->iq = out->iv = -1;
  return dv_spot_find(k, from, &out->end[0]) || dv_spot_find(k, to, &out->end[1]) ? -1 : 0;
}

static int find_axis(const dv_kinematics *k, const dv_axis_spec *a, dv_way *out)
{
  *out = (dv_way){.name = a->name, .mark = a->mark, .iq = -1, .iv = -1, .lower = a->reach[0], .upper = a->reach[1]};
  if (!a->nterm) return find_line(k, a->at.from.text, a->at.to.text, out);
  out->nterm = a->nterm;
  out->term = DV_TAKE(k->arena, dv_way, a->nterm);
  out->room = DV_TAKE(k->arena, double, k->m->nv);
  out->factor = a->factor;
  out->offset = a->offset;
  for (int i = 0; i < a->nterm; i++)
    if (dv_way_find(k, a->term[i].text, &out->term[i])) return -1;
  out->rotary = out->term[0].rotary;
  return 0;
}

int dv_way_find(const dv_kinematics *k, const char *name, dv_way *out)
{
  const dv_mover *m = dv_mover_find(k, name);
  if (m) {
    *out = (dv_way){.name = m->name, .iq = m->iq, .iv = m->iv, .lower = m->lower, .upper = m->upper, .rotary = m->rotary};
    return 0;
  }
  for (int i = 0; i < k->spec->naxis; i++)
    if (!strcmp(k->spec->axis[i].name, name)) return find_axis(k, &k->spec->axis[i], out);
  return -1;
}

static void spot_motion(dv_kinematics *k, const dv_spot *p, const double *q, const double *v, double x[3][3])
{
  memset(x, 0, 9 * sizeof(double));
  memcpy(x[0], p->at, sizeof p->at);
  if (p->body >= 0) dv_engine_point(k->m, q, v, p->body, p->at, x[0], x[1], x[2], k->work);
}

static double line_at(dv_kinematics *k, const dv_way *w, const double *q, const double *v, double *row, double *bend)
{
  double a[3][3], b[3][3], d[3][3], x, along = 0, speed = 0, push = 0;
  int nv = k->m->nv;
  spot_motion(k, &w->end[0], q, v, a);
  spot_motion(k, &w->end[1], q, v, b);
  for (int o = 0; o < 3; o++)
    for (int i = 0; i < 3; i++) d[o][i] = b[o][i] - a[o][i];
  x = sqrt(d[0][0] * d[0][0] + d[0][1] * d[0][1] + d[0][2] * d[0][2]);
  for (int i = 0; i < 3; i++) along += d[0][i] * d[1][i] / x, speed += d[1][i] * d[1][i], push += d[0][i] * d[2][i] / x;
  if (bend) *bend = push + (speed - along * along) / x;
  for (int i = 0; i < nv && row; i++) row[i] = 0;
  for (int e = 0; e < 2 && row; e++) {
    if (w->end[e].body < 0) continue;
    dv_engine_jacobian(k->m, q, w->end[e].body, w->end[e].at, k->jac, k->work);
    for (int n = 0; n < nv; n++)
      for (int i = 0; i < 3; i++) row[n] += (e ? 1 : -1) * d[0][i] / x * k->jac[(3 + i) * nv + n];
  }
  return x;
}

static double sum_at(dv_kinematics *k, const dv_way *w, const double *q, const double *v, double *row, double *bend)
{
  int nv = k->m->nv;
  double x = w->offset, part, *share = row ? w->room : NULL;
  if (row) memset(row, 0, (size_t)nv * sizeof(double));
  if (bend) *bend = 0;
  for (int i = 0; i < w->nterm; i++) {
    x += w->factor[i] * dv_way_at(k, &w->term[i], q, v, share, bend ? &part : NULL);
    if (bend) *bend += w->factor[i] * part;
    for (int n = 0; n < nv && row; n++) row[n] += w->factor[i] * share[n];
  }
  return x;
}

double dv_way_at(dv_kinematics *k, const dv_way *w, const double *q, const double *v, double *row, double *bend)
{
  if (w->nterm) return sum_at(k, w, q, v, row, bend);
  if (w->iq < 0) return line_at(k, w, q, v, row, bend);
  if (row) memset(row, 0, (size_t)k->m->nv * sizeof(double)), row[w->iv] = 1;
  if (bend) *bend = 0;
  return q[w->iq];
}

static int param_of(const dv_part_spec *p, const char *name, const char *unit)
{
  for (int i = 0; i < p->as->nparam; i++)
    if (!strcmp(p->as->param[i].name, name) && (!unit || !strcmp(p->as->param[i].unit, unit))) return i;
  return -1;
}

// The axis on which a part sits by its port `axis`.
static int axis_of(dv_kinematics *k, const dv_part_spec *p, dv_way *out)
{
  int port = 0;
  while (port < p->as->nport && strcmp(p->as->port[port].name, "axis")) port++;
  if (port == p->as->nport) return -1;
  const dv_connection *at = &p->port[port];
  *out = (dv_way){.lower = 0};
  if (at->line ? find_line(k, at->from.text, at->to.text, out) : !at->name.text || dv_way_find(k, at->name.text, out)) return -1;
  out->name = p->name;
  out->mark = p->mark;
  return 0;
}

// A part with `closed` and `stroke` is a cylinder; one with `lower` and `upper` in the unit of its axis is a pair of end stops.
static int stopped(dv_kinematics *k, const dv_part_spec *p, dv_way *out)
{
  int closed = param_of(p, "closed", NULL), stroke = param_of(p, "stroke", NULL), lower = param_of(p, "lower", "{x}"),
      upper = param_of(p, "upper", "{x}"), cylinder = closed >= 0 && stroke >= 0;
  if ((!cylinder && (lower < 0 || upper < 0)) || axis_of(k, p, out)) return -1;
  out->lower = cylinder ? p->param[closed] : p->param[lower];
  out->upper = cylinder ? p->param[closed] + p->param[stroke] : p->param[upper];
  return 0;
}

int dv_ways_limited(dv_kinematics *k, dv_way **out)
{
  const dv_spec *s = k->spec;
  int n = 0;
  *out = DV_TAKE(k->arena, dv_way, s->naxis + s->npart);
  for (int i = 0; i < s->naxis; i++)
    if ((isfinite(s->axis[i].reach[0]) || isfinite(s->axis[i].reach[1])) && !find_axis(k, &s->axis[i], &(*out)[n])) n++;
  for (int i = 0; i < s->npart; i++)
    if (!stopped(k, &s->part[i], &(*out)[n])) n++;
  return n;
}
