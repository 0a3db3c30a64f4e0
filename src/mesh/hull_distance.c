// hull_distance.c: distance of two convex hulls by the algorithm of Gilbert, Johnson and Keerthi (IEEE J. Robotics Automation 4,
// 1988).
//
// Differences of a point of each are a convex set, whose place nearest to the origin is looked for: of at most four differences
// (a simplex) it is found exactly; the difference that lies furthest towards the origin from there joins those that it needs.
#include "mesh/hull.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 100 };

typedef struct {
  double w[4][3], share[4];
  int n;
} simplex;

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// a x = b of m rows by elimination; 0, or -1: singular.
static int solve(double a[3][3], double b[3], int m)
{
  for (int i = 0; i < m; i++) {
    int p = i;
    for (int r = i; r < m; r++)
      if (fabs(a[r][i]) > fabs(a[p][i])) p = r;
    if (!(fabs(a[p][i]) > 1e-300)) return -1;
    for (int c = 0; c < m; c++) {
      double t = a[i][c];
      a[i][c] = a[p][c], a[p][c] = t;
    }
    double t = b[i];
    b[i] = b[p], b[p] = t;
    for (int r = 0; r < m; r++) {
      double f = a[r][i] / a[i][i];
      if (r == i) continue;
      for (int c = 0; c < m; c++) a[r][c] -= f * a[i][c];
      b[r] -= f * b[i];
    }
  }
  for (int i = 0; i < m; i++) b[i] /= a[i][i];
  return 0;
}

// Shares of the corners `in` (bits) at the place of their plane that is nearest to the origin; -1: not between them.
static int shares(const simplex *s, int in, double share[4])
{
  int at[4], n = 0;
  double e[3][3], a[3][3], b[3], rest = 1;
  for (int i = 0; i < s->n; i++)
    if (in >> i & 1) at[n++] = i;
  for (int i = 0; i + 1 < n; i++)
    for (int k = 0; k < 3; k++) e[i][k] = s->w[at[i + 1]][k] - s->w[at[0]][k];
  for (int i = 0; i + 1 < n; i++) {
    for (int k = 0; k + 1 < n; k++) a[i][k] = dot(e[i], e[k]);
    b[i] = -dot(e[i], s->w[at[0]]);
  }
  if (solve(a, b, n - 1)) return -1;
  memset(share, 0, 4 * sizeof *share);
  for (int i = 0; i + 1 < n; i++) {
    if (b[i] < 0) return -1;
    share[at[i + 1]] = b[i], rest -= b[i];
  }
  share[at[0]] = rest;
  return rest < 0 ? -1 : 0;
}

static void place(const simplex *s, const double share[4], double x[3])
{
  for (int k = 0; k < 3; k++) {
    x[k] = 0;
    for (int i = 0; i < s->n; i++) x[k] += share[i] * s->w[i][k];
  }
}

// The place nearest to the origin; only the corners that it needs stay.
static double nearest(simplex *s, double x[3])
{
  double best = HUGE_VAL, share[4], y[3];
  simplex kept = {.n = 0};
  for (int in = 1; in < 1 << s->n; in++) {
    if (shares(s, in, share)) continue;
    place(s, share, y);
    if (!(dot(y, y) < best)) continue;
    best = dot(y, y);
    memcpy(x, y, sizeof y);
    kept.n = 0;
    for (int i = 0; i < s->n; i++)
      if (in >> i & 1) memcpy(kept.w[kept.n++], s->w[i], sizeof *s->w);
  }
  *s = kept;
  return best;
}

static const double *furthest(const double (*p)[3], int n, const double way[3], double sign)
{
  int best = 0;
  for (int i = 1; i < n; i++)
    if (sign * dot(p[i], way) > sign * dot(p[best], way)) best = i;
  return p[best];
}

double dv_hull_distance(const double (*a)[3], int na, const double (*b)[3], int nb)
{
  simplex s = {.n = 1};
  double x[3], far = HUGE_VAL, size = 0;
  for (int k = 0; k < 3; k++) s.w[0][k] = x[k] = a[0][k] - b[0][k];
  for (int i = 0; i < ROUNDS; i++) {
    double w[3], before = far;
    far = nearest(&s, x);
    size = fmax(size, far);
    if (s.n == 4 || far <= 1e-24 * size) return 0;
    const double *p = furthest(a, na, x, -1), *q = furthest(b, nb, x, 1);
    for (int k = 0; k < 3; k++) w[k] = p[k] - q[k];
    if (dot(x, w) >= far * (1 - 1e-12) || far >= before) break;
    memcpy(s.w[s.n++], w, sizeof w);
  }
  return sqrt(far);
}
