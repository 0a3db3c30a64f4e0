// reference_loop.c: the smallest fast loop we know, as a mark for our skeleton to meet.
//
// RNEA and ABA (Featherstone 2008, 5.3 and 7.3) for trees of revolute joints on a fixed base: kernels per joint axis,
// 3x3 blocks, the zero row and column of the articulated inertia used; no external forces, no drives, libm's sines.
#include "reference_loop.h"

#if DV_LANES == 1
DV_FN void sine(real x, real *s, real *c) { sincos(x, s, c); }
#elif DV_LANES == 4
real _ZGVdN4v_sin(real);
real _ZGVdN4v_cos(real);
DV_FN void sine(real x, real *s, real *c) { *s = _ZGVdN4v_sin(x), *c = _ZGVdN4v_cos(x); }
#else
real _ZGVeN8v_sin(real);
real _ZGVeN8v_cos(real);
DV_FN void sine(real x, real *s, real *c) { *s = _ZGVeN8v_sin(x), *c = _ZGVeN8v_cos(x); }
#endif

// One source, a kernel per axis: the compiler folds e.
#define BY_AXIS(kernel, axis, ...)                                                                                               \
  switch (axis) {                                                                                                                \
  case 0: kernel(0, __VA_ARGS__); break;                                                                                         \
  case 1: kernel(1, __VA_ARGS__); break;                                                                                         \
  default: kernel(2, __VA_ARGS__);                                                                                               \
  }

// The acceleration of the world that stands for gravity.
DV_FN vec fall(void)
{
  vec a = zero();
  a.x[2] += 9.81;
  return a;
}

// Twist, velocity product, bias wrench p = V x* (I V).
DV_FN void velocity(int e, const loop_link *b, loop_work *k, const loop_work *P, real rate)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  vec w = P ? to_child(e, b, k, P->w) : zero(), v = P ? to_child(e, b, k, subtract(P->v, lever(b->p, P->w))) : zero();
  k->cw.x[y] = w.x[z] * rate;
  k->cw.x[z] = -(w.x[y] * rate);
  k->cv.x[y] = v.x[z] * rate;
  k->cv.x[z] = -(v.x[y] * rate);
  w.x[e] += rate;
  k->w = w;
  k->v = v;
  vec linear, t = lever(b->mc, w), angular = add(symmetric(b->I, w), lever(b->mc, v));
  for (int i = 0; i < 3; i++) linear.x[i] = b->m * v.x[i] - t.x[i];
  k->pn = add(cross(w, angular), cross(v, linear));
  k->pf = cross(w, linear);
}

DV_FN void inertia(const loop_link *b, loop_work *k)
{
  for (int i = 0; i < 6; i++) {
    k->J[i] = dv_real(b->I[i]);
    k->M[i] = dv_real(i == 0 || i == 3 || i == 5 ? b->m : 0);
  }
  for (int i = 0; i < 3; i++) {
    const int y = (i + 1) % 3, z = (i + 2) % 3;
    k->H[4 * i] = dv_real(0);
    k->H[3 * z + y] = dv_real(b->mc[i]);
    k->H[3 * y + z] = dv_real(-b->mc[i]);
  }
}

typedef struct {
  real J[6], H[9], M[6];
  vec n, f;
} load;

// The joint's freedom eliminated: Ia = IA - U U^T / D, pa = pA + Ia c + U u / D.
DV_FN void eliminate(int e, const loop_work *k, real tau, load *a)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  const real *Ua = k->Ua, *Ul = k->Ul;
  real gy = k->Di * Ua[y], gz = k->Di * Ua[z], ku = k->Di * k->u;
  real cwy = k->cw.x[y], cwz = k->cw.x[z], cvy = k->cv.x[y], cvz = k->cv.x[z];
  for (int i = 0; i < 3; i++) a->J[SYM(e, i)] = a->H[3 * e + i] = dv_real(0);
  a->J[SYM(y, y)] = k->J[SYM(y, y)] - gy * Ua[y];
  a->J[SYM(y, z)] = k->J[SYM(y, z)] - gy * Ua[z];
  a->J[SYM(z, z)] = k->J[SYM(z, z)] - gz * Ua[z];
  for (int i = 0; i < 3; i++) {
    real gl = k->Di * Ul[i];
    a->H[3 * y + i] = k->H[3 * y + i] - gy * Ul[i];
    a->H[3 * z + i] = k->H[3 * z + i] - gz * Ul[i];
    for (int j = i; j < 3; j++) a->M[SYM(i, j)] = k->M[SYM(i, j)] - gl * Ul[j];
  }
  const real *J = a->J, *H = a->H, *M = a->M;
  a->n.x[e] = tau;
  a->n.x[y] = k->pn.x[y] + ku * Ua[y] + J[SYM(y, y)] * cwy + J[SYM(y, z)] * cwz + H[3 * y + y] * cvy + H[3 * y + z] * cvz;
  a->n.x[z] = k->pn.x[z] + ku * Ua[z] + J[SYM(y, z)] * cwy + J[SYM(z, z)] * cwz + H[3 * z + y] * cvy + H[3 * z + z] * cvz;
  for (int i = 0; i < 3; i++)
    a->f.x[i] = k->pf.x[i] + ku * Ul[i] + H[3 * y + i] * cwy + H[3 * z + i] * cwz + M[SYM(i, y)] * cvy + M[SYM(i, z)] * cvz;
}

DV_FN void to_parent_axes(int e, const loop_link *b, const loop_work *k, load *a)
{
  spin_symmetric(e, k->s, k->c, a->J, 1);
  spin_symmetric(e, k->s, k->c, a->M, 0);
  spin_general(e, k->s, k->c, a->H);
  a->n = spin(e, k->s, k->c, a->n);
  a->f = spin(e, k->s, k->c, a->f);
  if (!b->turned) return;
  turn_symmetric(b->R, a->J);
  turn_symmetric(b->R, a->M);
  turn_general(b->R, a->H);
  a->n = turn(b->R, a->n);
  a->f = turn(b->R, a->f);
}

// Shift by p and add: H' = H + [p]x M, J' = J + [p]x H^T + H' [p]x^T, M' = M.
DV_FN void hang(const double *p, const load *a, loop_work *P)
{
  real X[9], H[9];
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++) {
      const int y = (i + 1) % 3, z = (i + 2) % 3;
      H[3 * i + j] = a->H[3 * i + j] + p[y] * a->M[SYM(z, j)] - p[z] * a->M[SYM(y, j)];
      X[3 * i + j] = p[y] * a->H[3 * j + z] - p[z] * a->H[3 * j + y];
    }
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) {
      const int y = (j + 1) % 3, z = (j + 2) % 3;
      P->J[SYM(i, j)] += a->J[SYM(i, j)] + X[3 * i + j] + (p[y] * H[3 * i + z] - p[z] * H[3 * i + y]);
    }
  for (int i = 0; i < 9; i++) P->H[i] += H[i];
  for (int i = 0; i < 6; i++) P->M[i] += a->M[i];
  P->pf = add(P->pf, a->f);
  P->pn = add(P->pn, add(a->n, lever(p, a->f)));
}

DV_FN void articulate(int e, const loop_link *b, loop_work *k, loop_work *P, real tau)
{
  load a;
  for (int i = 0; i < 3; i++) {
    k->Ua[i] = k->J[SYM(i, e)];
    k->Ul[i] = k->H[3 * e + i];
  }
  k->Di = 1 / k->Ua[e];
  k->u = tau - k->pn.x[e];
  if (!P) return;
  eliminate(e, k, tau, &a);
  to_parent_axes(e, b, k, &a);
  hang(b->p, &a, P);
}

// q'' = (u - U^T a') / D.
DV_FN void accelerate(int e, const loop_link *b, loop_work *k, const loop_work *P, real *out)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  vec aw = P ? to_child(e, b, k, P->al) : zero(), al = to_child(e, b, k, P ? subtract(P->acc, lever(b->p, P->al)) : fall());
  aw.x[y] += k->cw.x[y];
  aw.x[z] += k->cw.x[z];
  al.x[y] += k->cv.x[y];
  al.x[z] += k->cv.x[z];
  real r = k->u;
  for (int i = 0; i < 3; i++) r -= k->Ua[i] * aw.x[i] + k->Ul[i] * al.x[i];
  r *= k->Di;
  aw.x[e] += r;
  k->al = aw;
  k->acc = al;
  *out = r;
}

#define LINK(i)                                                                                                                  \
  const loop_link *b = link + i;                                                                                                 \
  loop_work *k = work + i, *P = b->parent < 0 ? 0 : work + b->parent

void DV_X(dv_loop_aba)(int n, const loop_link *link, loop_work *work, const real *q, const real *v, const real *tau, real *out)
{
  for (int i = 0; i < n; i++) {
    LINK(i);
    sine(q[i], &k->s, &k->c);
    BY_AXIS(velocity, b->axis, b, k, P, v[i]);
    inertia(b, k);
  }
  for (int i = n - 1; i >= 0; i--) {
    LINK(i);
    BY_AXIS(articulate, b->axis, b, k, P, tau[i]);
  }
  for (int i = 0; i < n; i++) {
    LINK(i);
    BY_AXIS(accelerate, b->axis, b, k, P, &out[i]);
  }
}

DV_FN vec times(const real *W, const double *a)
{
  vec r;
  for (int i = 0; i < 3; i++) r.x[i] = W[3 * i] * a[0] + W[3 * i + 1] * a[1] + W[3 * i + 2] * a[2];
  return r;
}

// Motion, and the wrench that it needs: f = m a + W mc, n = I al + w x I w + mc x a.
DV_FN void move(int e, const loop_link *b, loop_work *k, const loop_work *P, real rate, real accel)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  vec w = P ? to_child(e, b, k, P->w) : zero(), al = P ? to_child(e, b, k, P->al) : zero();
  vec acc = to_child(e, b, k, P ? add(P->acc, times(P->W, b->p)) : fall());
  al.x[e] += accel;
  al.x[y] += w.x[z] * rate;
  al.x[z] -= w.x[y] * rate;
  w.x[e] += rate;
  k->w = w;
  k->al = al;
  k->acc = acc;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, l = (i + 2) % 3;
    k->W[4 * i] = -(w.x[j] * w.x[j] + w.x[l] * w.x[l]);
    k->W[3 * i + j] = w.x[i] * w.x[j] - al.x[l];
    k->W[3 * j + i] = w.x[i] * w.x[j] + al.x[l];
  }
  vec t = times(k->W, b->mc);
  for (int i = 0; i < 3; i++) k->f.x[i] = b->m * acc.x[i] + t.x[i];
  k->n = add(add(symmetric(b->I, al), cross(w, symmetric(b->I, w))), lever(b->mc, acc));
}

DV_FN void carry(int e, const loop_link *b, const loop_work *k, loop_work *P)
{
  vec f = to_parent(e, b, k, k->f), n = to_parent(e, b, k, k->n);
  P->f = add(P->f, f);
  P->n = add(P->n, add(n, lever(b->p, f)));
}

void DV_X(dv_loop_rnea)(int n, const loop_link *link, loop_work *work, const real *q, const real *v, const real *a, real *out)
{
  for (int i = 0; i < n; i++) {
    LINK(i);
    sine(q[i], &k->s, &k->c);
    BY_AXIS(move, b->axis, b, k, P, v[i], a[i]);
  }
  for (int i = n - 1; i >= 0; i--) {
    LINK(i);
    out[i] = k->n.x[b->axis];
    if (P) BY_AXIS(carry, b->axis, b, k, P);
  }
}
