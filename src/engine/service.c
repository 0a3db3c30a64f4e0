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

// Efforts that hold the loads (buoyancy) at the pose in the scratch: J^T (what the part takes).
static void hold_load(const dv_eval *e, const dv_part *p, const dv_kind *k, real *tau)
{
  const dv_junction *j = DV_MODEL_AT(e->m, dv_junction, JUNCTION) + DV_MODEL_AT(e->m, int, INT)[p->port];
  if (j->link[0] < 0) return;
  const dv_link_work *l = &dv_service_links(e)[j->link[0]];
  const real *R = dv_service_numbers(e) + j->num;
  real pose[12], effort[6], still[6], *J = e->w + e->m->work_service_rows;
  dv_cell c;
  dv_eval known = *e;
  known.num = dv_service_numbers(e);
  DV_X(dv_part_cell)(&known, p, &c);
  c.service = &e->service;
  dv_m3_product(l->R_WB, R, pose);
  dv_v3_put(pose + 9, dv_v3_add(l->p_WB, dv_m3_mul(l->R_WB, dv_v3_of(R + 9))));
  for (int i = 0; i < 6; i++) still[i] = dv_real(0);
  c.pose = pose;
  c.flow = still;
  c.effort = effort;
  k->answer(known.num + p->par, &c);
  DV_X(dv_jacobian)(&e->tree, dv_service_numbers(e), dv_service_links(e), j->link[0], R + 9, J);
  v3 n = dv_m3_mul(pose, dv_v3_of(effort)), f = dv_m3_mul(pose, dv_v3_of(effort + 3));
  for (int i = 0; i < e->m->nv; i++)
    for (int a = 0; a < 3; a++) tau[i] += J[a * e->m->nv + i] * n.x[a] + J[(3 + a) * e->m->nv + i] * f.x[a];
}

static void hold_loads(const dv_eval *e, real *tau)
{
  const dv_part *p = DV_MODEL_AT(e->m, dv_part, PART);
  int posed = 0;
  for (int i = 0; i < DV_MODEL_COUNT(e->m, PART); i++, p++) {
    const dv_kind *k = DV_X(dv_kinds)[p->kind];
    if (!k->load) continue;
    if (!posed++) DV_X(dv_pose)(&e->tree, dv_service_numbers(e), dv_service_links(e));
    hold_load(e, p, k, tau);
  }
}

void DV_X(dv_service_efforts)(const dv_eval *e, const real *q, const real *v, const real *a, real *tau)
{
  DV_X(dv_rnea)(&e->tree, dv_service_numbers(e), dv_service_links(e), q, v, a, NULL, tau);
  hold_loads(e, tau);
}

static void bias(const dv_service *s, const real *q, const real *v, real *h)
{
  const dv_eval *e = dv_service_eval(s);
  DV_X(dv_service_efforts)(e, q, v, e->w + e->m->work_service_zero, h);
}

static void slope(const dv_service *s, const real *q, const real *v, real *k)
{
  const dv_eval *e = dv_service_eval(s);
  DV_X(dv_hamilton)(&e->tree, dv_service_numbers(e), dv_service_links(e), q, v, e->w + e->m->work_service_rows, k);
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
  dv_desired_motion m = {q, v, a, dv, da, dj, christoffel};
  DV_X(dv_desired)
  (&e->tree, dv_service_numbers(e), dv_service_links(e), (dv_desired_work *)(void *)(e->w + e->m->work_service_desired), &m,
   effort, rate);
  hold_loads(e, effort);
}

// A free joint's attitude follows its place, a ball's is all it has: the last four coordinates are the quaternion.
static void level(const dv_service *s, real *q)
{
  const dv_eval *e = dv_service_eval(s);
  for (int i = 0; i < e->tree.nlink; i++) {
    const dv_link *l = &e->tree.link[i];
    int nq = DV_X(dv_joint_row_facts)(l->joint).nq;
    for (int k = 0; nq >= 4 && k < 4; k++) q[l->iq + nq - 4 + k] = dv_real(k == 0);
  }
}

// Every field's part adds its share. Surface: the height of the world's origin unless a field says otherwise.
static void water(const dv_service *s, const real *point, dv_water *w)
{
  dv_eval *e = (dv_eval *)s->machine;
  const dv_model *m = e->m;
  v3 g = dv_v3_of(e->num + m->gravity);
  real size = dv_sqrt(dv_v3_dot(g, g)), scale = dv_select(size > 0.0, -1 / size, dv_real(0));
  memset(w, 0, sizeof *w);
  w->gravity = size;
  dv_v3_put(w->up, dv_v3_scale(g, scale));
  w->depth = -dv_v3_dot(dv_v3_of(w->up), dv_v3_of(point));
  for (int i = 0; i < m->nfield; i++) {
    const dv_part *p = DV_MODEL_AT(m, dv_part, PART) + DV_MODEL_AT(m, int, INT)[m->field + i];
    dv_cell c;
    DV_X(dv_part_cell)(e, p, &c);
    DV_X(dv_kinds)[p->kind]->field(e->num + p->par, &c, point, w);
  }
}

static void ground(const dv_service *s, const real *at, dv_ground *g)
{
  dv_eval *e = (dv_eval *)s->machine;
  const dv_model *m = e->m;
  memset(g, 0, sizeof *g);
  for (int i = 0; i < m->nprofile; i++) {
    const dv_part *p = DV_MODEL_AT(m, dv_part, PART) + DV_MODEL_AT(m, int, INT)[m->profile + i];
    dv_cell c;
    DV_X(dv_part_cell)(e, p, &c);
    DV_X(dv_kinds)[p->kind]->profile(e->num + p->par, &c, at, g);
  }
}

void DV_X(dv_service_open)(dv_eval *e)
{
  e->service.nq = e->m->nq;
  e->service.nv = e->m->nv;
  e->service.mass = mass;
  e->service.bias = bias;
  e->service.slope = slope;
  e->service.axis = axis;
  e->service.desired = desired;
  e->service.reduced = DV_X(dv_service_reduced);
  e->service.level = level;
  e->service.q = e->w + e->m->work_q;
  e->service.v = e->w + e->m->work_v;
  e->service.a = e->w + e->m->work_a;
  e->service.room = e->w + e->m->work_service_room;
  e->service.water = water;
  e->service.ground = ground;
  e->service.grounds = e->m->nprofile;
  e->service.machine = e;
}
