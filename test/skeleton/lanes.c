// lanes.c: compiled once per width.
#include "lanes.h"

enum { LINKS = 32, NV = 6 * LINKS, NQ = 7 * LINKS, NUM = 3 + 44 * LINKS };

static _Alignas(64) dv_link_work w[LINKS];
static _Alignas(64) real num[NUM], q[NQ], v[NV], a[NV], tau[NV], fext[6 * LINKS], mass[NV * NV], r[NV + 16];

// Lanes first ... first + DV_LANES - 1 of an array.
static void get(int n, const double *from, int first, real *to)
{
  for (int i = 0; i < n; i++) memcpy(&to[i], from + LANES * i + first, sizeof(real));
}
static void put(int n, const real *from, int first, double *out, int *at)
{
  for (int i = 0; i < n; i++) memcpy(out + LANES * (*at)++ + first, &from[i], sizeof(real));
}

static void observe(const dv_tree *t, int first, double *out, int *at)
{
  static _Alignas(64) real jac[6 * NV], x[8];
  const real point[3] = {dv_real(0.1), dv_real(-0.3), dv_real(0.2)};
  DV_X(dv_velocity)(t, num, w, q, v);
  DV_X(dv_pose)(t, num, w);
  DV_X(dv_jacobian)(t, num, w, t->nlink - 1, point, jac);
  put(6 * t->nv, jac, first, out, at);
  DV_X(dv_jdotv)(t, num, w, t->nlink - 1, point, x);
  put(6, x, first, out, at);
  DV_X(dv_momentum)(t, num, w, x);
  put(6, x, first, out, at);
  DV_X(dv_energy)(t, num, w, &x[0], &x[1]);
  DV_X(dv_mass_centre)(t, num, w, &x[2], &x[3]);
  put(6, x, first, out, at);
  for (int i = 0; i < t->nlink; i++) {
    put(9, w[i].R_WB, first, out, at);
    put(3, w[i].p_WB.x, first, out, at);
    put(3, w[i].v.x, first, out, at);
  }
}

static void dynamics(const dv_tree *t, int first, double *out, int *at)
{
  DV_X(dv_rnea)(t, num, w, q, v, a, fext, r);
  put(t->nv, r, first, out, at);
  DV_X(dv_crba)(t, num, w, q, mass);
  put(t->nv * t->nv, mass, first, out, at);
  DV_X(dv_aba)(t, num, w, q, v, tau, fext, a);
  DV_X(dv_reaction)(t, num, w, fext);
  put(t->nv, a, first, out, at);
  put(t->nv, tau, first, out, at);
  for (int i = 0; i < t->nlink; i++) {
    put(3, w[i].n.x, first, out, at);
    put(3, w[i].f.x, first, out, at);
  }
}

int DV_X(lanes_run)(const lanes_in *in, double *out)
{
  const dv_tree *t = in->tree;
  int at = 0;
  for (int first = 0; first < LANES; first += DV_LANES) {
    at = 0;
    get(in->nnum, in->num, first, num);
    get(t->nq, in->q, first, q);
    get(t->nv, in->v, first, v);
    get(t->nv, in->a, first, a);
    get(t->nv, in->tau, first, tau);
    get(6 * t->nlink, in->fext, first, fext);
    observe(t, first, out, &at);
    dynamics(t, first, out, &at);
    DV_X(dv_coordinate_rate)(t, q, v, r);
    put(t->nq, r, first, out, &at);
    DV_X(dv_coordinate_add)(t, q, 0.3, v, r);
    DV_X(dv_coordinate_normalise)(t, r);
    put(t->nq, r, first, out, &at);
  }
  return at;
}
