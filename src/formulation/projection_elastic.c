// projection_elastic.c: what modal rates do to nodes and sites of an elastic body (skeleton/beam_link.h, joint/site.h).
//
//   node:  phi' = phi + e (G x)^T          site:  S_k = [J psi_k; R^T phi'_k],  R = exp([th]),  th = psi x
//   R = 1 + s [th] + a [th]^2    J = 1 - a [th] + b [th]^2    s = sin t/t,  a = (1 - cos t)/t^2,  b = (t - sin t)/t^3,  t = |th|
#include "formulation/projection.h"

// sum over n of (-x)^n / (2n + f)! and its slope by x; x = t^2.
static double series(int f, double x, double *slope)
{
  enum { TERMS = 24 };
  double term = 1, sum, before = 0;
  for (int i = 2; i <= f; i++) term /= i;
  sum = term;
  *slope = 0;
  for (int n = 1; n < TERMS; n++) {
    before = -term / ((2 * n + f) * (2 * n + f - 1.0));
    *slope += n * before;
    term = before * x;
    sum += term;
  }
  return sum;
}

// A field of modes at one place: e, phi, psi (sites), G (with shortening).
typedef struct {
  int n;
  const double *e, *phi, *psi, *G;
} shapes;

static shapes of_site(const dv_projection *s, int link)
{
  const dv_link *l = &s->tree.link[link];
  const double *e = s->num + l->site_shape, *psi = e + 3 + 3 * l->site_modes;
  return (shapes){l->site_modes, e, e + 3, psi, l->site_shortens ? psi + 3 * l->site_modes : NULL};
}

static shapes of_node(const dv_projection *s, const dv_slice *c)
{
  const dv_link *l = &s->tree.link[c->link];
  const int n = l->modes, stride = 4 + 3 * n + (l->shortens ? n * n : 0);
  const double *e = s->num + l->shape, *node = e + 3 + 3 * n + n * n + stride * c->node;
  return (shapes){n, e, node + 4, NULL, l->shortens ? node + 4 + 3 * n : NULL};
}

// e (G x)_k
static v3 nearer(const shapes *f, int k, const double *x)
{
  double sum = 0;
  for (int l = 0; f->G && l < f->n; l++) sum += f->G[f->n * k + l] * x[l];
  return dv_v3_scale(dv_v3_of(f->e), sum);
}

static v3 slide(const shapes *f, int k, const double *x) { return dv_v3_add(dv_v3_of(f->phi + 3 * k), nearer(f, k, x)); }

static v3 bend(const shapes *f, const double *x)
{
  v3 th = dv_v3_zero();
  for (int k = 0; k < f->n; k++) th = dv_v3_add(th, dv_v3_scale(dv_v3_of(f->psi + 3 * k), x[k]));
  return th;
}

void dv_node_mode(const dv_projection *s, const dv_slice *c, int k, v3 *phi, v3 *change)
{
  const dv_link *l = &s->tree.link[c->link];
  shapes f = of_node(s, c);
  *phi = slide(&f, k, s->q + l->mq);
  *change = nearer(&f, k, s->u + l->mv);
}

void dv_site_pose(const dv_projection *s, int link, double *R, v3 *r)
{
  const double *x = s->q + s->tree.link[link].iq;
  shapes f = of_site(s, link);
  v3 th = bend(&f, x);
  double tt = dv_v3_dot(th, th), unused, one = series(1, tt, &unused), a = series(2, tt, &unused);
  for (int j = 0; j < 3; j++) {
    v3 t1 = dv_v3_cross(th, dv_v3_unit(j)), t2 = dv_v3_cross(th, t1);
    for (int i = 0; i < 3; i++) R[3 * i + j] = (i == j) + one * t1.x[i] + a * t2.x[i];
  }
  *r = dv_v3_of(dv_projection_numbers(s, link)->p);
  for (int k = 0; k < f.n; k++)
    *r = dv_v3_add(*r, dv_v3_add(dv_v3_scale(dv_v3_of(f.phi + 3 * k), x[k]), dv_v3_scale(nearer(&f, k, x), 0.5 * x[k])));
}

// J psi and its rate while th moves by `rate`.
static void turn(v3 th, v3 rate, v3 psi, v3 *w, v3 *change)
{
  double da, db, tt = dv_v3_dot(th, th), a = series(2, tt, &da), b = series(3, tt, &db), dt = 2 * dv_v3_dot(th, rate);
  v3 t1 = dv_v3_cross(th, psi), t2 = dv_v3_cross(th, t1), r1 = dv_v3_cross(rate, psi);
  v3 r2 = dv_v3_add(dv_v3_cross(rate, t1), dv_v3_cross(th, r1));
  for (int i = 0; i < 3; i++) {
    w->x[i] = psi.x[i] - a * t1.x[i] + b * t2.x[i];
    change->x[i] = dt * (db * t2.x[i] - da * t1.x[i]) - a * r1.x[i] + b * r2.x[i];
  }
}

void dv_site_screws(const dv_projection *s, int link, dv_twist *screw, dv_twist *change)
{
  const dv_link *l = &s->tree.link[link];
  const double *x = s->q + l->iq, *rate = s->u + l->iv;
  shapes f = of_site(s, link);
  double R[9];
  v3 unused, w = dv_v3_zero(), th = bend(&f, x), dth = bend(&f, rate);
  dv_site_pose(s, link, R, &unused);
  for (int k = 0; k < f.n; k++) {
    turn(th, dth, dv_v3_of(f.psi + 3 * k), &screw[k].w, &change[k].w);
    screw[k].v = dv_m3_tmul(R, slide(&f, k, x));
    w = dv_v3_add(w, dv_v3_scale(screw[k].w, rate[k]));
  }
  for (int k = 0; k < f.n; k++)  // (R^T phi')' = R^T phi'' - w x R^T phi'
    change[k].v = dv_v3_sub(dv_m3_tmul(R, nearer(&f, k, rate)), dv_v3_cross(w, screw[k].v));
}

v3 dv_turning_momentum(const dv_projection *s, int link, const double *x)
{
  const dv_link *l = &s->tree.link[link];
  v3 sum = dv_v3_zero();
  for (int k = 0; k < l->modes; k++) sum = dv_v3_add(sum, dv_v3_scale(dv_v3_of(s->num + l->shape + 3 + 3 * k), x[k]));
  return sum;
}

// What the nodes have of the modal mass is theirs; they are sections of their own.
double dv_turning_mass(const dv_projection *s, int link, int i, int k)
{
  const dv_link *l = &s->tree.link[link];
  const int n = l->modes;
  double Z = s->num[l->shape + 3 + 3 * n + n * i + k];
  for (int j = 0; !l->shortens && j < l->nodes; j++) {
    const double *phi = s->num + l->shape + 3 + 3 * n + n * n + (4 + 3 * n) * j + 4;
    Z -= dv_v3_dot(dv_v3_of(phi + 3 * i), dv_v3_of(phi + 3 * k));
  }
  return Z;
}
