// service.c: the machine's own dynamics for model-based control: B, C v + g, dT/dq, axes; the water at a point, the ground over a
// place.
//
// Coordinates are those of the fast tree. Numbers are those of the machine as its controllers know it; the water is the real one.
#include "engine/service.h"
#include "skeleton/desired.h"

static void mass(const dv_service *s, const real *q, real *B)
{
  const dv_eval *e = dv_service_eval(s);
  DV_X(dv_crba)(&e->tree, dv_service_numbers(e), dv_service_links(e), q, B);
}

// What a load (buoyancy) puts on its link at the pose in the scratch.
static void put_load(const dv_eval *e, int part, const dv_kind *k, real *fext)
{
  const dv_part *p = dv_model_PART(e->m) + part;
  const dv_junction *j = dv_model_JUNCTION(e->m) + dv_model_INT(e->m)[p->port];
  if (j->link[0] < 0) return;
  const dv_link_work *l = &dv_service_links(e)[j->link[0]];
  const real *num = dv_service_numbers(e), *R = num + j->num;
  real pose[12], effort[6], still[6];
  dv_cell c = *DV_X(dv_part_cell)(e, part);
  if (num != e->num) DV_X(dv_part_seat)(e, p, num, &c);
  dv_m3_product(l->R_WB, R, pose);
  dv_v3_put(pose + 9, dv_v3_add(l->p_WB, dv_m3_mul(l->R_WB, dv_v3_of(R + 9))));
  for (int i = 0; i < 6; i++) still[i] = dv_real(0);
  c.pose = pose;
  c.flow = still;
  c.effort = effort;
  k->answer(num + p->par, &c);
  v3 f = dv_m3_mul(R, dv_v3_of(effort + 3)), n = dv_v3_add(dv_m3_mul(R, dv_v3_of(effort)), dv_v3_cross(dv_v3_of(R + 9), f));
  for (int i = 0; i < 3; i++) {
    fext[6 * j->link[0] + i] -= n.x[i];
    fext[6 * j->link[0] + 3 + i] -= f.x[i];
  }
}

// Wrenches of all loads on the links at q, [nlink][6]; NULL: none. Leaves the scratch at q.
static const real *loads(const dv_eval *e, const real *q)
{
  const dv_part *p = dv_model_PART(e->m);
  real *fext = dv_work_service_rows(e->m, e->w);
  int any = 0;
  DV_X(dv_position)(&e->tree, dv_service_numbers(e), dv_service_links(e), q);
  for (int i = 0; i < DV_MODEL_COUNT(e->m, PART); i++, p++) {
    const dv_kind *k = dv_kind_of(e->m, p);
    if (!k->load) continue;
    if (!any++) {
      DV_X(dv_pose)(&e->tree, dv_service_numbers(e), dv_service_links(e));
      for (int n = 0; n < 6 * e->m->nlink; n++) fext[n] = dv_real(0);
    }
    put_load(e, i, k, fext);
  }
  return any ? fext : NULL;
}

void DV_X(dv_service_efforts)(const dv_eval *e, const real *q, const real *v, const real *a, real *tau)
{
  const real *fext = loads(e, q);
  DV_X(dv_rnea)(&e->tree, dv_service_numbers(e), dv_service_links(e), q, v, a, fext, tau);
}

static void bias(const dv_service *s, const real *q, const real *v, real *h)
{
  const dv_eval *e = dv_service_eval(s);
  DV_X(dv_service_efforts)(e, q, v, dv_work_zero(e->m, e->w), h);
}

static void slope(const dv_service *s, const real *q, const real *v, real *k)
{
  const dv_eval *e = dv_service_eval(s);
  DV_X(dv_hamilton)(&e->tree, dv_service_numbers(e), dv_service_links(e), q, v, dv_work_service_rows(e->m, e->w), k);
}

static void axis(const dv_service *s, const real *q, int index, real *x, real *row)
{
  const dv_eval *e = dv_service_eval(s);
  dv_axis_motion at = {dv_real(0), dv_real(0), dv_real(0), row};
  DV_X(dv_position)(&e->tree, dv_service_numbers(e), dv_service_links(e), q);
  DV_X(dv_pose)(&e->tree, dv_service_numbers(e), dv_service_links(e));
  DV_X(dv_service_axis)(e, index, q, NULL, &at);
  *x = at.x;
}

static void desired(const dv_service *s, const real *q, const real *v, const real *a, const real *dv, const real *da,
                    const real *dj, int christoffel, real *effort, real *rate)
{
  const dv_eval *e = dv_service_eval(s);
  dv_desired_motion m = {q, v, a, dv, da, dj, loads(e, q), christoffel};
  DV_X(dv_desired)
  (&e->tree, dv_service_numbers(e), dv_service_links(e), dv_work_service_desired(e->m, e->w), &m, effort, rate);
}

// 1: some law sets a coordinate of this link; of `link` and beyond: also of one that hangs on it.
static int is_set(const dv_eval *e, int link, int beyond)
{
  const dv_part *p = dv_model_PART(e->m);
  for (int i = 0; i < DV_MODEL_COUNT(e->m, PART); i++) {
    const int *iq = dv_model_INT(e->m) + p[i].each;
    if (!(dv_kind_of(e->m, p + i)->service & DV_ASKS_MODEL)) continue;
    for (int n = 0; n < p[i].neach; n++)
      for (int k = 0; k < e->tree.nlink; k++) {
        if (e->tree.link[k].iq != iq[n] || e->tree.link[k].site_modes) continue;
        int at = k;
        while (beyond && at > link) at = e->tree.link[at].parent;
        if (at == link) return 1;
      }
  }
  return 0;
}

// What carries the coordinates that laws set: its attitudes and angles become zero. A free joint's attitude follows its place, a
// ball's is all it has: the last four coordinates are the quaternion.
static void level(const dv_service *s, real *q)
{
  const dv_eval *e = dv_service_eval(s);
  for (int i = 0; i < e->tree.nlink; i++) {
    const dv_link *l = &e->tree.link[i];
    dv_joint_facts f = DV_X(dv_joint_row_facts)(l->joint);
    for (int k = 0; f.nq >= 4 && k < 4; k++) q[l->iq + f.nq - 4 + k] = dv_real(k == 0);
    if (f.turns && !is_set(e, i, 0) && is_set(e, i, 1)) q[l->iq] = dv_real(0);
  }
}

static void add_field(dv_eval *e, int i, int still, const real *point, dv_water *w)
{
  int part = dv_model_INT(e->m)[e->m->field + i];
  const dv_part *p = dv_model_PART(e->m) + part;
  const dv_kind *k = dv_kind_of(e->m, p);
  if (k->still == still) k->field(e->num + p->par, DV_X(dv_part_cell)(e, part), point, w);
}

// Surface: the height of the world's origin unless a field says otherwise. Without gravity z is up.
static void open_water(dv_eval *e)
{
  v3 g = dv_v3_of(e->num + e->m->gravity);
  real size = dv_sqrt(dv_v3_dot(g, g)), scale = dv_select(size > 0.0, -1 / size, dv_real(0));
  dv_water *w = &e->water;
  memset(w, 0, sizeof *w);
  w->gravity = size;
  dv_v3_put(w->up, dv_v3_scale(g, scale));
  w->up[2] = dv_select(size > 0.0, w->up[2], dv_real(1));
  for (int i = 0; i < e->m->nfield; i++) add_field(e, i, 1, NULL, w);
}

// What is the same everywhere, and the share of every other field.
static void water(const dv_service *s, const real *point, dv_water *w)
{
  dv_eval *e = (dv_eval *)s->machine;
  *w = e->water;
  w->depth -= dv_v3_dot(dv_v3_of(w->up), dv_v3_of(point));
  if (s->still) return;
  for (int i = 0; i < e->m->nfield; i++) add_field(e, i, 0, point, w);
}

static void ground(const dv_service *s, const real *at, dv_ground *g)
{
  dv_eval *e = (dv_eval *)s->machine;
  const dv_model *m = e->m;
  memset(g, 0, sizeof *g);
  for (int i = 0; i < m->nprofile; i++) {
    int part = dv_model_INT(m)[m->profile + i];
    const dv_part *p = dv_model_PART(m) + part;
    dv_kind_of(e->m, p)->profile(e->num + p->par, DV_X(dv_part_cell)(e, part), at, g);
  }
}

void DV_X(dv_service_open)(dv_eval *e)
{
  DV_X(dv_parts_seat)(e);
  e->service.nq = e->m->nq;
  e->service.nv = e->m->nv;
  e->service.mass = mass;
  e->service.bias = bias;
  e->service.slope = slope;
  e->service.axis = axis;
  e->service.desired = desired;
  e->service.place = DV_X(dv_service_place);
  e->service.reduced = DV_X(dv_service_reduced);
  e->service.level = level;
  e->service.q = dv_work_q(e->m, e->w);
  e->service.v = dv_work_v(e->m, e->w);
  e->service.a = dv_work_a(e->m, e->w);
  e->service.room = dv_work_service_room(e->m, e->w);
  e->service.water = water;
  e->service.ground = ground;
  e->service.grounds = e->m->nprofile;
  e->service.still = e->m->still;
  e->service.machine = e;
  if (e->m->nfield) open_water(e);
}
