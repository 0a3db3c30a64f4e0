// hull.c: quickhull (Barber, Dobkin, Huhdanpaa 1996), stopped at a number of corners.
//
// Every point outside belongs to the face that it lies furthest beyond. The one that lies furthest of all becomes a corner: faces
// that see it go, and the edges around them (those that only one such face has) each make a face with it. What lies beyond no
// face by more than `flat` of the size is inside.
#include "mesh/hull.h"

#include <math.h>
#include <string.h>

static const double flat = 1e-6;

typedef struct {
  int corner[3];
  double n[3], d;
} face;

typedef struct {
  const double (*p)[3];
  int n, nface;
  face f[2 * DV_HULL_MOST + 8];
  int *owner;  // [n] face that it lies beyond; -1: none
  double *far, near;
} work;

static void cross(const double a[3], const double b[3], double out[3])
{
  for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void less(const double a[3], const double b[3], double out[3])
{
  for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}

static double beyond(const face *f, const double p[3]) { return dot(f->n, p) - f->d; }

// 0, or -1: it has no area.
static int make_face(const work *w, int a, int b, int c, face *f)
{
  double ab[3], ac[3], n[3];
  less(w->p[b], w->p[a], ab);
  less(w->p[c], w->p[a], ac);
  cross(ab, ac, n);
  double size = sqrt(dot(n, n)), longest = sqrt(fmax(dot(ab, ab), dot(ac, ac)));
  if (!(size > w->near * longest)) return -1;
  f->corner[0] = a, f->corner[1] = b, f->corner[2] = c;
  for (int i = 0; i < 3; i++) f->n[i] = n[i] / size;
  f->d = dot(f->n, w->p[a]);
  return 0;
}

static void give(work *w, int point)
{
  w->owner[point] = -1;
  w->far[point] = w->near;
  for (int i = 0; i < w->nface; i++) {
    double far = beyond(&w->f[i], w->p[point]);
    if (far > w->far[point]) w->far[point] = far, w->owner[point] = i;
  }
}

// The point that `far` says lies furthest.
static int furthest(const work *w, double (*far)(const work *, const int *, int), const int *from)
{
  int best = 0;
  double most = -1;
  for (int i = 0; i < w->n; i++) {
    double x = far(w, from, i);
    if (x > most) most = x, best = i;
  }
  return best;
}

static double from_point(const work *w, const int *from, int i)
{
  double d[3];
  less(w->p[i], w->p[from[0]], d);
  return dot(d, d);
}

static double from_line(const work *w, const int *from, int i)
{
  double a[3], b[3], n[3];
  less(w->p[from[1]], w->p[from[0]], a);
  less(w->p[i], w->p[from[0]], b);
  cross(a, b, n);
  return dot(n, n);
}

static double from_plane(const work *w, const int *from, int i)
{
  face f;
  return make_face(w, from[0], from[1], from[2], &f) ? 0 : fabs(beyond(&f, w->p[i]));
}

// Four points that lie far apart, and their faces; -1: all lie in a plane.
static int begin(work *w)
{
  int c[4] = {0};
  c[0] = furthest(w, from_point, c);
  c[1] = furthest(w, from_point, c);
  w->near = flat * sqrt(from_point(w, c, c[1]));
  c[2] = furthest(w, from_line, c);
  c[3] = furthest(w, from_plane, c);
  face base;
  if (!(w->near > 0) || make_face(w, c[0], c[1], c[2], &base) || fabs(beyond(&base, w->p[c[3]])) <= w->near) return -1;
  if (beyond(&base, w->p[c[3]]) > 0) {
    int swap = c[1];
    c[1] = c[2], c[2] = swap;
  }
  const int of[4][3] = {
      {c[0], c[1], c[2]},
      {c[0], c[3], c[1]},
      {c[1], c[3], c[2]},
      {c[2], c[3], c[0]}
  };
  for (int i = 0; i < 4; i++)
    if (make_face(w, of[i][0], of[i][1], of[i][2], &w->f[w->nface++])) return -1;
  for (int i = 0; i < w->n; i++) give(w, i);
  return 0;
}

// 1: a face among those seen has the edge from b to a: the edge lies between two of them.
static int is_between(const work *w, const char *seen, int a, int b)
{
  for (int i = 0; i < w->nface; i++)
    for (int k = 0; seen[i] && k < 3; k++)
      if (w->f[i].corner[k] == b && w->f[i].corner[(k + 1) % 3] == a) return 1;
  return 0;
}

// Faces of a new corner with the edges around those that see it; -1: it does not fit.
static int replace(work *w, int point)
{
  char seen[2 * DV_HULL_MOST + 8];
  face fresh[2 * DV_HULL_MOST + 8];
  int n = 0, kept = 0;
  for (int i = 0; i < w->nface; i++) seen[i] = beyond(&w->f[i], w->p[point]) > -w->near;
  for (int i = 0; i < w->nface; i++)
    for (int k = 0; k < 3; k++) {
      int a = w->f[i].corner[k], b = w->f[i].corner[(k + 1) % 3];
      if (!seen[i] || is_between(w, seen, a, b)) continue;
      if (n >= 2 * DV_HULL_MOST || make_face(w, a, b, point, &fresh[n++])) return -1;
    }
  for (int i = 0; i < w->nface; i++)
    if (!seen[i]) kept++;
  if (kept + n > 2 * DV_HULL_MOST) return -1;
  kept = 0;
  for (int i = 0; i < w->nface; i++)
    if (!seen[i]) w->f[kept++] = w->f[i];
  memcpy(w->f + kept, fresh, (size_t)n * sizeof *fresh);
  w->nface = kept + n;
  return 0;
}

static void add(dv_hull *out, const work *w, int point, int corner[])
{
  for (int i = 0; i < out->n; i++)
    if (corner[i] == point) return;
  corner[out->n] = point;
  memcpy(out->at[out->n++], w->p[point], sizeof *out->at);
}

// Corners that faces have, and how far the points lie outside; 1: more corners than that.
static int finish(const work *w, int most, dv_hull *out)
{
  int corner[6 * DV_HULL_MOST + 24] = {0};
  *out = (dv_hull){.nface = w->nface};
  for (int i = 0; i < w->nface; i++)
    for (int k = 0; k < 3; k++) {
      int known = 0;
      for (int j = 0; j < out->n; j++) known |= corner[j] == w->f[i].corner[k];
      if (!known && out->n == most) return 1;
      add(out, w, w->f[i].corner[k], corner);
    }
  for (int i = 0; i < w->nface; i++)
    for (int k = 0; k < 3; k++)
      for (int j = 0; j < out->n; j++)
        if (corner[j] == w->f[i].corner[k]) out->face[i][k] = j;
  for (int i = 0; i < w->n; i++)
    if (w->owner[i] >= 0) out->beyond = fmax(out->beyond, w->far[i]);
  return 0;
}

int dv_hull_of(dv_arena *a, const double (*p)[3], int n, int most, dv_hull *out)
{
  work w = {.p = p, .n = n};
  if (n < 4) return -1;
  w.owner = DV_TAKE(a, int, n);
  w.far = DV_TAKE(a, double, n);
  most = most < 4 ? 4 : most > DV_HULL_MOST ? DV_HULL_MOST : most;
  if (begin(&w) || finish(&w, most, out)) return -1;
  for (int rounds = 0; rounds < 10 * DV_HULL_MOST; rounds++) {
    int best = -1;
    for (int i = 0; i < n; i++)
      if (w.owner[i] >= 0 && (best < 0 || w.far[i] > w.far[best])) best = i;
    if (best < 0 || out->n >= most) break;
    if (replace(&w, best)) w.owner[best] = -1;
    else
      for (int i = 0; i < n; i++)
        if (w.owner[i] >= 0) give(&w, i);
    if (finish(&w, most, out)) break;
  }
  return 0;
}

int dv_hull_of_triangles(dv_arena *a, const float *t, int n, const double scale[3], int most, dv_hull *out)
{
  typedef double place[3];
  place *p = DV_TAKE(a, place, 3 * (size_t)n);
  for (int i = 0; i < 9 * n; i++) p[i / 3][i % 3] = scale[i % 3] * (double)t[i];
  return dv_hull_of(a, (const double(*)[3])p, 3 * n, most, out);
}
