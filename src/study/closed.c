// closed.c: position of three revolute joints in general position, in closed form.
//
// With u(q3) = p - o2 at q2 = 0, m = o2 - o1 the common normal of axes 1 and 2 (length a), k1 = k2 cos(al) + e1 sin(al):
//   height along axis 1:    sin(al) (e1 . R2 u) = b1 = k1.(T - o1) - (k1.k2)(k2.u)
//   distance from o1:       2 a (e2 . R2 u) = b2 = |T - o1|^2 - a^2 - |u|^2,   e2 = m/a, square to e1
// so (b1/sin al)^2 + (b2/2a)^2 = |u_perp|^2, a trigonometric polynomial of degree 2 in q3: at most four branches. Where the
// axes meet (a = 0) or are parallel (sin al = 0) b2 = 0 or b1 = 0 gives q3 and the other equation two q2.
// Source: Pieper 1968, in a form without frames.
#include "study/reach.h"

#include "study/vector.h"

#include <complex.h>
#include <math.h>
#include <string.h>

typedef struct {
  double k[3][3], o[3][3];  // axes and points on them at zero angles
  double p[3], T[3];        // the point then; the target
  double m[3], a, sine, e1[3];
} triad;

static void along(const double *a, double f, const double *b, double *out)
{
  for (int i = 0; i < 3; i++) out[i] = a[i] + f * b[i];
}

// x turned about the axis k through o.
static void turn(const double *k, const double *o, double angle, const double *x, double *out)
{
  double d[3], c[3], h;
  along(x, -1, o, d);
  cross(k, d, c);
  h = dot(k, d);
  for (int i = 0; i < 3; i++) out[i] = o[i] + cos(angle) * (d[i] - h * k[i]) + sin(angle) * c[i] + h * k[i];
}

// Axes from the Jacobian's columns: the lever of the point is k x l turned back.
static int read_axes(dv_arm *c, triad *r)
{
  static const double zero[3];
  int nv = c->k->m->nv;
  if (c->n != 3 || c->nrow) return -1;
  dv_arm_point(c, zero, r->p);
  dv_arm_jacobian(c, zero, DV_TAKE(c->k->arena, double, 9));
  for (int j = 0; j < 3; j++) {
    double l[3], lever[3];
    for (int i = 0; i < 3; i++) r->k[j][i] = c->k->jac[i * nv + c->mover[j]->iv], l[i] = c->J[i * nv + c->mover[j]->iv];
    if (!c->mover[j]->rotary || fabs(dot(r->k[j], r->k[j]) - 1) > 1e-9 || fabs(dot(r->k[j], l)) > 1e-9) return -1;
    cross(r->k[j], l, lever);
    along(r->p, 1, lever, r->o[j]);
  }
  return 0;
}

// Moves o1 and o2 to the feet of the common normal.
static int find_normal(triad *r)
{
  double d[3], c12 = dot(r->k[0], r->k[1]);
  along(r->o[1], -1, r->o[0], d);
  double s2 = 1 - c12 * c12, d1 = dot(d, r->k[0]), d2 = dot(d, r->k[1]);
  r->sine = s2 > 1e-16 ? sqrt(s2) : 0;
  if (s2 < 1e-12) r->sine = 0;
  if (r->sine > 0) {
    along(r->o[0], (d1 - c12 * d2) / s2, r->k[0], r->o[0]);
    along(r->o[1], (c12 * d1 - d2) / s2, r->k[1], r->o[1]);
  } else along(r->o[1], -d2, r->k[1], r->o[1]);
  along(r->o[1], -1, r->o[0], r->m);
  r->a = sqrt(dot(r->m, r->m));
  if (r->a < 1e-9) r->a = 0;
  if (r->sine > 0) {
    along(r->k[0], -c12, r->k[1], r->e1);
    for (int i = 0; i < 3; i++) r->e1[i] /= r->sine;
  }
  return r->a == 0 && r->sine == 0 ? -1 : 0;
}

static void terms(const triad *r, double q3, double u[3], double *b1, double *b2)
{
  double w[3];
  turn(r->k[2], r->o[2], q3, r->p, w);
  along(w, -1, r->o[1], u);
  along(r->T, -1, r->o[0], w);
  *b1 = dot(r->k[0], w) - dot(r->k[0], r->m) - dot(r->k[0], r->k[1]) * dot(r->k[1], u);
  *b2 = dot(w, w) - r->a * r->a - dot(u, u) - 2 * dot(r->m, r->k[1]) * dot(r->k[1], u);
}

static double condition(const triad *r, double q3)
{
  double u[3], b1, b2, h;
  terms(r, q3, u, &b1, &b2);
  if (r->a == 0) return b2;
  if (r->sine == 0) return b1;
  h = dot(r->k[1], u);
  b1 /= r->sine;
  b2 /= 2 * r->a;
  return b1 * b1 + b2 * b2 - (dot(u, u) - h * h);
}

// Real roots of c0 + c1 z + ... + c4 z^4 on the unit circle, as angles; by Durand and Kerner's iteration.
static int circle_roots(const double complex *c, double *angle)
{
  double complex z[4];
  int n = 4, count = 0;
  double size = 0;
  for (int i = 0; i <= 4; i++) size = fmax(size, cabs(c[i]));
  int low = 0;
  while (n > 0 && cabs(c[n]) < 1e-13 * size) n--;
  while (low < n && cabs(c[low]) < 1e-13 * size) low++;
  n -= low;
  for (int i = 0; i < n; i++) z[i] = cpow(0.4 + 0.9 * I, i);
  for (int round = 0; round < 200; round++)
    for (int i = 0; i < n; i++) {
      double complex f = c[low + n], g = c[low + n];
      for (int k = n - 1; k >= 0; k--) f = f * z[i] + c[low + k];
      for (int k = 0; k < n; k++)
        if (k != i) g *= z[i] - z[k];
      if (cabs(g) > 0) z[i] -= f / g;
    }
  for (int i = 0; i < n; i++)
    if (fabs(cabs(z[i]) - 1) < 1e-3) angle[count++] = carg(z[i]);
  return count;
}

// The condition is a trigonometric polynomial of degree 2: five samples give it.
static int third_angles(const triad *r, double *angle)
{
  enum { SAMPLES = 5 };
  double complex c[5] = {0};
  for (int s = 0; s < SAMPLES; s++) {
    double q = 2 * M_PI * s / SAMPLES, f = condition(r, q);
    for (int k = -2; k <= 2; k++) c[k + 2] += f * cexp(-I * k * q) / SAMPLES;
  }
  return circle_roots(c, angle);
}

// x cos q + y sin q = b: one or two angles; where b is out of reach the nearest.
static int angles_of(double x, double y, double b, double *q)
{
  double size = hypot(x, y), half;
  if (size < 1e-12) return q[0] = 0, 1;
  half = acos(fmin(fmax(b / size, -1), 1));
  q[0] = atan2(y, x) + half;
  q[1] = atan2(y, x) - half;
  return 2;
}

static int second_angles(const triad *r, double q3, double *q2)
{
  double u[3], v[3], b1, b2;
  terms(r, q3, u, &b1, &b2);
  cross(r->k[1], u, v);
  if (r->a == 0) return angles_of(dot(r->e1, u), dot(r->e1, v), b1 / r->sine, q2);
  if (r->sine == 0) return angles_of(dot(r->m, u), dot(r->m, v), b2 / 2, q2);
  double x1 = dot(r->e1, u), y1 = dot(r->e1, v), x2 = dot(r->m, u), y2 = dot(r->m, v), d = x1 * y2 - x2 * y1;
  b1 /= r->sine;
  b2 /= 2;
  q2[0] = atan2((x1 * b2 - x2 * b1) / d, (b1 * y2 - b2 * y1) / d);
  return 1;
}

static double first_angle(const triad *r, double q2, double q3)
{
  double w[3], t[3], c[3];
  turn(r->k[2], r->o[2], q3, r->p, w);
  turn(r->k[1], r->o[1], q2, w, w);
  along(w, -1, r->o[0], w);
  along(r->T, -1, r->o[0], t);
  along(w, -dot(w, r->k[0]), r->k[0], w);
  along(t, -dot(t, r->k[0]), r->k[0], t);
  cross(w, t, c);
  return atan2(dot(r->k[0], c), dot(w, t));
}

int dv_reach_closed(dv_arm *c, const double target[3], double *moved, int most)
{
  triad r = {0};
  double q3[4], q2[2];
  int count = 0;
  if (read_axes(c, &r) || find_normal(&r)) return -1;
  memcpy(r.T, target, sizeof r.T);
  int n3 = third_angles(&r, q3);
  for (int i = 0; i < n3; i++) {
    int n2 = second_angles(&r, q3[i], q2);
    for (int j = 0; j < n2 && count < most; j++, count++) {
      double *q = moved + 3 * count;
      q[0] = first_angle(&r, q2[j], q3[i]);
      q[1] = q2[j];
      q[2] = q3[i];
    }
  }
  return count;
}
