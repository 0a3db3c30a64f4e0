// polygon.c: ears are cut off: a corner that turns the way of the whole (Newell's normal) whose triangle holds no other corner
// (Meisters 1975). Of a quadrangle without a dent the shorter diagonal is taken, which says what it is where it is not flat.
#include "mesh/polygon.h"

typedef struct {
  const float (*p)[3];
  double normal[3];
  int at[DV_POLYGON_MOST], n;  // what is left
} rest;

// Newell (Sutherland, Sproull, Schumacker 1974)
static void find_normal(rest *r)
{
  for (int i = 0; i < r->n; i++) {
    const float *a = r->p[i], *b = r->p[(i + 1) % r->n];
    for (int k = 0; k < 3; k++) {
      int x = (k + 1) % 3, y = (k + 2) % 3;
      r->normal[k] += ((double)a[x] - b[x]) * ((double)a[y] + b[y] - r->p[0][y] - (double)r->p[0][y]);
    }
  }
}

// Twice the area of a triangle as it is seen along the normal.
static double turn(const rest *r, int a, int b, int c)
{
  double out = 0, u[3], v[3];
  for (int k = 0; k < 3; k++) u[k] = (double)r->p[b][k] - r->p[a][k], v[k] = (double)r->p[c][k] - r->p[a][k];
  for (int k = 0; k < 3; k++) {
    int x = (k + 1) % 3, y = (k + 2) % 3;
    out += r->normal[k] * (u[x] * v[y] - u[y] * v[x]);
  }
  return out;
}

static int before(const rest *r, int i) { return r->at[(i + r->n - 1) % r->n]; }
static int after(const rest *r, int i) { return r->at[(i + 1) % r->n]; }

static int same_place(const rest *r, int a, int b)
{
  return r->p[a][0] == r->p[b][0] && r->p[a][1] == r->p[b][1] && r->p[a][2] == r->p[b][2];
}

// What has been bridged to a hole passes a place twice: that holds nothing up.
static int holds(const rest *r, int a, int b, int c, int q)
{
  if (same_place(r, q, a) || same_place(r, q, b) || same_place(r, q, c)) return 0;
  return turn(r, a, b, q) >= 0 && turn(r, b, c, q) >= 0 && turn(r, c, a, q) >= 0;
}

static int is_ear(const rest *r, int i)
{
  int a = before(r, i), b = r->at[i], c = after(r, i);
  if (!(turn(r, a, b, c) > 0)) return 0;
  for (int k = 0; k < r->n; k++)
    if (r->at[k] != a && r->at[k] != b && r->at[k] != c && holds(r, a, b, c, r->at[k])) return 0;
  return 1;
}

static double square(const rest *r, int a, int b)
{
  double out = 0;
  for (int k = 0; k < 3; k++) out += ((double)r->p[a][k] - r->p[b][k]) * ((double)r->p[a][k] - r->p[b][k]);
  return out;
}

static int has_dent(const rest *r)
{
  int dent = 0;
  for (int i = 0; i < r->n; i++) dent |= turn(r, before(r, i), r->at[i], after(r, i)) < 0;
  return dent;
}

// Where to begin: an ear, or any corner where there is none (crossed, or without an area).
static int next_ear(const rest *r)
{
  for (int i = 1; i <= r->n; i++)
    if (is_ear(r, i % r->n)) return i % r->n;
  return 1;
}

void dv_polygon_cut(const float (*p)[3], int n, int (*out)[3])
{
  rest r = {.p = p, .n = n};
  for (int i = 0; i < n; i++) r.at[i] = i;
  find_normal(&r);
  int dent = n > 3 && has_dent(&r), other = n == 4 && !dent && square(&r, 1, 3) < square(&r, 0, 2);
  for (int k = 0; k < n - 2; k++) {
    int i = dent ? next_ear(&r) : other ? 0 : 1;
    out[k][0] = before(&r, i), out[k][1] = r.at[i], out[k][2] = after(&r, i);
    r.n--;
    for (; i < r.n; i++) r.at[i] = r.at[i + 1];
    other = 0;
  }
}
