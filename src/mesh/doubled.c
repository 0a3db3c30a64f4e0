// doubled.c: a closed mesh whose surface lies in itself, pieces in each other: what is inside twice counts twice.
//
// Just inside of a triangle the surface winds once around each place of a sound mesh. Solid angle of a triangle from a place
// (Van Oosterom and Strackee 1983):   tan(W/2) = a . (b x c)/(abc + (a . b) c + (a . c) b + (b . c) a)
#include "mesh/mass.h"

#include <math.h>

enum { LOOKED_AT = 64, WORK = 4000000 };

typedef struct {
  double p[3][3];
} triangle;

static triangle triangle_of(const float *t, int k, const double scale[3])
{
  triangle out;
  for (int i = 0; i < 9; i++) out.p[i / 3][i % 3] = (double)t[9 * (size_t)k + (size_t)i] * scale[i % 3];
  return out;
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross(const double a[3], const double b[3], double out[3])
{
  for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double solid_angle(const triangle *t, const double x[3])
{
  double r[3][3], l[3], n[3];
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) r[i][k] = t->p[i][k] - x[k];
    l[i] = sqrt(dot(r[i], r[i]));
  }
  cross(r[1], r[2], n);
  return 2 * atan2(dot(r[0], n), l[0] * l[1] * l[2] + dot(r[0], r[1]) * l[2] + dot(r[0], r[2]) * l[1] + dot(r[1], r[2]) * l[0]);
}

// A place under the middle of a triangle, by a thousandth of its size; 0: it has none.
static int under(const triangle *t, double side, double x[3])
{
  double e[3], f[3], n[3], size;
  for (int i = 0; i < 3; i++) e[i] = t->p[1][i] - t->p[0][i], f[i] = t->p[2][i] - t->p[0][i];
  cross(e, f, n);
  size = sqrt(dot(n, n));
  if (!(size > 1e-6 * (dot(e, e) + dot(f, f)))) return 0;
  for (int i = 0; i < 3; i++) x[i] = (t->p[0][i] + t->p[1][i] + t->p[2][i]) / 3 - side * 1e-3 * n[i] / sqrt(size);
  return 1;
}

double dv_triangles_doubled(const float *t, int n, const double scale[3], int inside_out)
{
  int most = WORK / (n + 1) < LOOKED_AT ? WORK / (n + 1) : LOOKED_AT, step = n / (most + 1) + 1, seen = 0, doubled = 0;
  for (int k = 0; k < n; k += step) {
    triangle one = triangle_of(t, k, scale);
    double x[3], sum = 0, sign = inside_out ? -1 : 1;
    if (!under(&one, sign, x)) continue;
    for (int i = 0; i < n; i++) {
      triangle other = triangle_of(t, i, scale);
      sum += solid_angle(&other, x);
    }
    seen++;
    doubled += fabs(sign * sum / (4 * M_PI) - 1) > 0.5;
  }
  return seen ? (double)doubled / seen : 0;
}
