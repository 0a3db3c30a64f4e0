// solids_share.c: shapes of one solid that overlap, and cuts that reach outside.
//
// Masses add up by volume, so what two shapes share counts twice, and a cut takes away what is not there. A grid of places in
// each shape's box says so from a hundredth of its volume on.
#include "spec/solids_share.h"

#include <math.h>

enum { GRID = 12 };
static const double TOLD = 0.01;

static void extent(const dv_solid_shape *s, double half[3])
{
  double r = s->size[0], l = s->size[1];
  half[0] = half[1] = half[2] = r;
  if (s->shape == DV_CYLINDER) half[2] = l / 2;
  if (s->shape == DV_CAPSULE) half[2] = l / 2 + r;
  for (int i = 0; i < 3 && s->shape == DV_BOX; i++) half[i] = s->size[i] / 2;
}

// At x of its own axes.
static int holds(const dv_solid_shape *s, const double x[3])
{
  double half[3], r = s->size[0], along = s->shape == DV_SPHERE ? x[2] : fmax(fabs(x[2]) - s->size[1] / 2, 0);
  extent(s, half);
  for (int i = 0; i < 3; i++)
    if (!(fabs(x[i]) < half[i])) return 0;
  if (s->shape == DV_BOX) return 1;
  return x[0] * x[0] + x[1] * x[1] + along * along < r * r;
}

static int holds_world(const dv_solid_shape *s, const double x[3])
{
  double own[3] = {0};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) own[i] += s->at.R[3 * k + i] * (x[k] - s->at.p[k]);
  return holds(s, own);
}

// The k-th of GRID^3 places, in body axes; 0 where it is not inside.
static int place(const dv_solid_shape *s, int k, double x[3])
{
  int at[3] = {k % GRID, k / GRID % GRID, k / GRID / GRID};
  double half[3], own[3];
  extent(s, half);
  for (int i = 0; i < 3; i++) own[i] = half[i] * ((2 * at[i] + 1) / (double)GRID - 1);
  for (int i = 0; i < 3; i++) {
    x[i] = s->at.p[i];
    for (int m = 0; m < 3; m++) x[i] += s->at.R[3 * i + m] * own[m];
  }
  return holds(s, own);
}

static int is_cut(const dv_solid_shape *s, int n, const double x[3])
{
  for (int i = 0; i < n; i++)
    if (s[i].cut && holds_world(&s[i], x)) return 1;
  return 0;
}

// The part of a that b holds, without what is cut away again.
static double share(const dv_solid_shape *s, int n, int a, int b)
{
  double x[3];
  int in = 0, both = 0;
  for (int k = 0; k < GRID * GRID * GRID; k++)
    if (place(&s[a], k, x)) in++, both += holds_world(&s[b], x) && !is_cut(s, n, x);
  return in ? (double)both / in : 0;
}

static void overlap(dv_diags *d, const char *body, const dv_solid_shape *s, int n, int a, int b)
{
  double most = fmax(share(s, n, a, b), share(s, n, b, a));
  if (most > TOLD)
    dv_diag_add(d, DV_WARNING, s[b].mark, "let them touch only, or give each its mass",
                "shapes of the solid of '%s' lie in each other (%.0f %% of the smaller one): what they share counts twice", body,
                100 * most);
}

// What lies in no shape, and what lies in thinner ones.
static void cut_reaches(dv_diags *d, const char *body, const dv_solid_shape *cut, const dv_solid_shape *s, int n)
{
  double x[3];
  int in = 0, outside = 0, dense = 0;
  for (int k = 0; k < GRID * GRID * GRID; k++) {
    if (!place(cut, k, x)) continue;
    double there = -1;
    for (int i = 0; i < n; i++)
      if (!s[i].cut && holds_world(&s[i], x)) there = fmax(there, isnan(s[i].density) ? HUGE_VAL : s[i].density);
    in++;
    outside += there < 0;
    dense += there >= 0 && cut->density > there * (1 + 1e-9);
  }
  if (in && outside > TOLD * in)
    dv_diag_add(d, DV_WARNING, cut->mark, "cut only what is there",
                "%.0f %% of what is cut from the solid of '%s' lies outside of it, and is taken from its mass all the same",
                100.0 * outside / in, body);
  if (in && dense > TOLD * in)
    dv_diag_add(d, DV_WARNING, cut->mark, "cut with the density of what is there, or less where something fills the hole",
                "what is cut from the solid of '%s' is denser than what is there", body);
}

void dv_solids_share(dv_diags *d, const char *body, const dv_solid_shape *s, int n)
{
  for (int i = 0; i < n; i++)
    if (s[i].shape == DV_MESH) return;
  for (int i = 0; i < n; i++) {
    if (isnan(s[i].density)) continue;
    if (s[i].cut) cut_reaches(d, body, &s[i], s, n);
    for (int k = 0; k < i && !s[i].cut; k++)
      if (!s[k].cut && !isnan(s[k].density)) overlap(d, body, s, n, k, i);
  }
}
