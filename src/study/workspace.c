// workspace.c: the section that a point covers, its extremes, area and swept volume.
//
//   r = |p - (axis)|, z = k . p;   area = sum |d(r, z)/d(a, b)| da db,   volume = sweep x sum r |d(r, z)/d(a, b)| da db
//
// The sums hold while the determinant keeps its sign; where the section folds over itself its union is counted in squares.
#include "study/workspace.h"

#include "study/least.h"
#include "study/vector.h"

#include <math.h>
#include <string.h>

const char *dv_workspace_way(const dv_workspace *s, int up)
{
  static const char *const name[] = {"x", "y", "z", "-x", "-y", "-z"};
  const double *e = up ? s->ez : s->ex;
  for (int i = 0; i < 3; i++)
    if (fabs(e[i]) > 1 - 1e-9) return name[e[i] < 0 ? i + 3 : i];
  return up ? "up" : "ahead";
}

void dv_workspace_section(const dv_workspace *s, const double *moved, double rz[2])
{
  double p[3], d[3];
  dv_arm_point(s->arm, moved, p);
  if (s->about < 0) {
    rz[0] = dot(s->ex, p);
    rz[1] = dot(s->ez, p);
    return;
  }
  for (int i = 0; i < 3; i++) d[i] = p[i] - s->at[i];
  double h = dot(s->axis, d);
  for (int i = 0; i < 3; i++) d[i] -= h * s->axis[i];
  rz[0] = sqrt(dot(d, d));
  rz[1] = dot(s->axis, p);
}

// d(r, z)/d(rest[0], rest[1])
static double section_det(const dv_workspace *s, const double *moved)
{
  double J[3 * 64], p[3], d[3], g[2][2];
  int n = s->arm->n;
  dv_arm_point(s->arm, moved, p);
  dv_arm_jacobian(s->arm, moved, J);
  for (int i = 0; i < 3; i++) d[i] = p[i] - s->at[i];
  double h = dot(s->axis, d), r = 0;
  for (int i = 0; i < 3; i++) d[i] = s->about < 0 ? s->ex[i] : d[i] - h * s->axis[i];
  r = s->about < 0 ? 1 : sqrt(dot(d, d));
  for (int k = 0; k < 2; k++) {
    double column[3] = {J[s->rest[k]], J[n + s->rest[k]], J[2 * n + s->rest[k]]};
    g[0][k] = r > 0 ? dot(d, column) / r : 0;
    g[1][k] = dot(s->about < 0 ? s->ez : s->axis, column);
  }
  return g[0][0] * g[1][1] - g[0][1] * g[1][0];
}

void dv_workspace_dexterity(const dv_workspace *s, const double *moved, double *least, double *whole, double *det)
{
  double J[3 * 64], T[3 * 64], sv[3];
  int n = s->arm->n, planar = n < 3;
  dv_arena *a = dv_arena_new();
  dv_arm_jacobian(s->arm, moved, J);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < n; j++) T[j * 3 + i] = J[i * n + j];
  // of J' [n][3]; a chain of two coordinates has two singular values
  if (planar) dv_svd(a, 3, n, J, NULL, sv, NULL);
  else dv_svd(a, n, 3, T, NULL, sv, NULL);
  *least = planar ? sv[n - 1] : sv[2];
  *whole = planar ? sv[0] * sv[n - 1] : sv[0] * sv[1] * sv[2];
  *det =
      n != 3 ? NAN : J[0] * (J[4] * J[8] - J[5] * J[7]) - J[1] * (J[3] * J[8] - J[5] * J[6]) + J[2] * (J[3] * J[7] - J[4] * J[6]);
  dv_arena_free(a);
}

// ---- limits

static int find_ranges(dv_workspace *s, dv_diags *d)
{
  dv_arm *c = s->arm;
  for (int i = 0; i < c->n; i++) {
    const dv_mover *m = c->mover[i];
    s->lower[i] = isfinite(c->lower[i]) || !m->rotary ? c->lower[i] : -M_PI;
    s->upper[i] = isfinite(c->upper[i]) || !m->rotary ? c->upper[i] : M_PI;
    s->middle[i] = (s->lower[i] + s->upper[i]) / 2;
    if (isfinite(s->lower[i]) && isfinite(s->upper[i])) continue;
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, "add 'limits:' to its joint", "coordinate '%s' has no limits: its reach is endless",
                m->name);
    return -1;
  }
  if (dv_arm_excess(c, s->middle) == HUGE_VAL)
    for (int i = 0; i < c->n; i++) s->middle[i] = c->k->q[c->mover[i]->iq];
  return 0;
}

static int within(const dv_workspace *s, const double *moved) { return !s->arm->tied || dv_arm_excess(s->arm, moved) <= 1e-9; }

// ---- the section's frame

// 1: turns the point's body about a line; slide: how it moves the point.
static int turns(const dv_workspace *s, int i, double axis[3], double slide[3])
{
  dv_arm_twist(s->arm, s->middle, i, axis, slide);
  return s->arm->mover[i]->rotary && fabs(dot(axis, axis) - 1) < 1e-6;
}

static int find_about(dv_workspace *s, const char *name, dv_diags *d)
{
  dv_arm *c = s->arm;
  double axis[3], slide[3];
  s->about = !name && c->n >= 3 && turns(s, 0, axis, slide) ? 0 : -1;
  if (!name || !strcmp(name, "none")) return 0;
  for (int i = 0; i < c->n; i++)
    if (!strcmp(c->mover[i]->name, name) && turns(s, i, axis, slide)) s->about = i;
  if (s->about >= 0) return 0;
  dv_diag_add(d, DV_ERROR, (dv_mark){0}, "name one that turns and moves the point, or none", "'%s' cannot sweep the section",
              name);
  return -1;
}

// Across the plane: the axis of the first that turns; if none does, square to the first two ways.
static void find_normal(dv_workspace *s, double slide[3])
{
  double first[3], second[3], axis[3];
  for (int i = 0; i < s->arm->n; i++)
    if (turns(s, i, s->axis, slide)) return;
  turns(s, 0, axis, first);
  turns(s, 1, axis, second);
  cross(first, second, s->axis);
  double size = sqrt(dot(s->axis, s->axis));
  for (int i = 0; i < 3; i++) s->axis[i] = size > 0 ? s->axis[i] / size : i == 1;
}

static void find_frame(dv_workspace *s)
{
  static const double up[3] = {0, 0, 1}, ahead[3] = {0, 1, 0};
  double p[3], l[3] = {0}, lever[3];
  dv_arm_point(s->arm, s->middle, p);
  if (s->about < 0) find_normal(s, l);
  else turns(s, s->about, s->axis, l);
  cross(s->axis, l, lever);
  for (int i = 0; i < 3; i++) s->at[i] = p[i] + lever[i];
  for (int i = 0, down = s->axis[2] < -1e-9; i < 3 && down; i++) s->axis[i] = -s->axis[i];
  // a plane: its z as near to up as can be
  const double *near = fabs(dot(s->axis, up)) < 0.9 ? up : ahead;
  double h = dot(near, s->axis), size;
  for (int i = 0; i < 3; i++) s->ez[i] = near[i] - h * s->axis[i];
  size = sqrt(dot(s->ez, s->ez));
  for (int i = 0; i < 3; i++) s->ez[i] /= size;
  cross(s->ez, s->axis, s->ex);
  int back = s->ex[0] < -1e-9 || (fabs(s->ex[0]) < 1e-9 && s->ex[1] < 0);
  for (int i = 0; i < 3 && back; i++) s->ex[i] = -s->ex[i];
}

// ---- grid, extremes, area

static void grid_pose(const dv_workspace *s, double a, double b, double *moved)
{
  memcpy(moved, s->middle, (size_t)s->arm->n * sizeof(double));
  const double at[2] = {a, b};
  for (int k = 0; k < 2 && k < s->nrest; k++) {
    int i = s->rest[k];
    moved[i] = s->lower[i] + (s->upper[i] - s->lower[i]) * at[k];
  }
}

static void note(dv_workspace *s, const double rz[2])
{
  s->r[0] = fmin(s->r[0], rz[0]), s->r[1] = fmax(s->r[1], rz[0]);
  s->z[0] = fmin(s->z[0], rz[1]), s->z[1] = fmax(s->z[1], rz[1]);
}

static void note_dexterity(dv_workspace *s, double least, double det)
{
  s->least_singular = fmin(s->least_singular, least);
  if (det < s->least_det) s->least_det = det;
  if (det > s->most_det) s->most_det = det;
}

// Corners, and dexterity in the middle of the cells.
static void fill_grid(dv_workspace *s, double *moved)
{
  int na = s->na, nb = s->nb;
  double rz[2], det;
  for (int j = 0; j <= nb; j++)
    for (int i = 0; i <= na; i++) {
      grid_pose(s, (double)i / na, (double)j / nb, moved);
      dv_workspace_section(s, moved, rz);
      s->u[j * (na + 1) + i] = rz[0];
      s->w[j * (na + 1) + i] = rz[1];
      if (!within(s, moved)) continue;
      double least, whole;
      note(s, rz);
      dv_workspace_dexterity(s, moved, &least, &whole, &det);
      note_dexterity(s, least, det);
    }
  for (int j = 0; j < nb; j++)
    for (int i = 0; i < na; i++) {
      double *least = &s->least[j * na + i], *whole = &s->whole[j * na + i];
      grid_pose(s, (i + 0.5) / na, (j + 0.5) / nb, moved);
      *least = *whole = NAN;
      if (!within(s, moved)) continue;
      dv_workspace_dexterity(s, moved, least, whole, &det);
      note_dexterity(s, *least, det);
    }
}

// A grid of nine poses closes in on an extreme.
static void sharpen(dv_workspace *s, int which, int largest, double *moved)
{
  double best = largest ? -HUGE_VAL : HUGE_VAL, at[2] = {0.5, 0.5}, size = 0.5, rz[2];
  for (int round = 0; round < 60; round++) {
    double from[2] = {at[0], at[1]};
    int n = round ? 1 : 20;  // the first look is at the whole
    for (int j = -n; j <= n; j++)
      for (int i = -n; i <= n; i++) {
        double a = fmin(fmax(from[0] + size * i / n, 0), 1), b = fmin(fmax(from[1] + size * j / n, 0), 1);
        grid_pose(s, a, b, moved);
        dv_workspace_section(s, moved, rz);
        if (!within(s, moved) || (largest ? rz[which] <= best : rz[which] >= best)) continue;
        best = rz[which];
        at[0] = a, at[1] = b;
        note(s, rz);
      }
    size = round ? (from[0] == at[0] && from[1] == at[1] ? size / 2 : size) : size / 20;
  }
}

static void cover_cell(dv_raster *r, const dv_workspace *s, int i, int j)
{
  int row = s->na + 1, at[4] = {j * row + i, j * row + i + 1, (j + 1) * row + i + 1, (j + 1) * row + i};
  double p[4][2];
  for (int k = 0; k < 4; k++) p[k][0] = s->u[at[k]], p[k][1] = s->w[at[k]];
  dv_raster_triangle(r, p[0], p[1], p[2]);
  dv_raster_triangle(r, p[0], p[2], p[3]);
}

static void measure_union(dv_workspace *s)
{
  double moment;
  dv_raster *r = dv_raster_new(s->arm->k->arena, s->r, s->z, 1000);
  for (int j = 0; j < s->nb; j++)
    for (int i = 0; i < s->na; i++)
      if (!isnan(s->least[j * s->na + i])) cover_cell(r, s, i, j);
  dv_raster_measure(r, &s->area, &moment);
  s->volume = s->about < 0 ? 0 : s->sweep * moment;
}

static void measure(dv_workspace *s, double *moved)
{
  int n = DV_WORKSPACE_FINE, plus = 0, minus = 0;
  double cell = (s->upper[s->rest[0]] - s->lower[s->rest[0]]) * (s->upper[s->rest[1]] - s->lower[s->rest[1]]) / n / n, rz[2];
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      grid_pose(s, (i + 0.5) / n, (j + 0.5) / n, moved);
      if (!within(s, moved)) continue;
      double det = section_det(s, moved);
      plus |= det > 0, minus |= det < 0;
      dv_workspace_section(s, moved, rz);
      s->area += fabs(det) * cell;
      s->volume += s->about < 0 ? 0 : s->sweep * rz[0] * fabs(det) * cell;
    }
  s->folds = plus && minus;
  if (s->folds) measure_union(s);
}

// More than two coordinates in the section: a lattice of poses.
static void sample(dv_workspace *s, double *moved)
{
  enum { SAMPLES = 200000 };
  static const double step[] = {0.8191725134, 0.6710436067, 0.5497004779, 0.8566748838, 0.7338918566, 0.6287067210, 0.5385972572};
  double rz[2], moment, least, whole, det;
  dv_raster *r = NULL;
  for (int pass = 0; pass < 2; pass++) {
    if (pass) r = dv_raster_new(s->arm->k->arena, s->r, s->z, 200);
    for (int n = 1; n <= SAMPLES; n++) {
      for (int k = 0; k < s->nrest; k++) {
        int i = s->rest[k];
        moved[i] = s->lower[i] + (s->upper[i] - s->lower[i]) * fmod(n * step[k % 7], 1);
      }
      if (!within(s, moved)) continue;
      dv_workspace_section(s, moved, rz);
      if (pass) dv_raster_point(r, rz[0], rz[1]);
      else note(s, rz);
      if (pass || n % 100) continue;
      dv_workspace_dexterity(s, moved, &least, &whole, &det);
      note_dexterity(s, least, det);
    }
  }
  dv_raster_measure(r, &s->area, &moment);
  s->volume = s->about < 0 ? 0 : s->sweep * moment;
  s->sampled = 1;
}

static dv_workspace *workspace_new(dv_arm *c)
{
  dv_arena *a = c->k->arena;
  dv_workspace *s = DV_TAKE(a, dv_workspace, 1);
  *s = (dv_workspace){
      .arm = c,
      .na = DV_WORKSPACE_CELLS,
      .nb = DV_WORKSPACE_CELLS,
      .r = {HUGE_VAL, -HUGE_VAL},
      .z = {HUGE_VAL, -HUGE_VAL},
      .least_singular = HUGE_VAL,
      .least_det = HUGE_VAL,
      .most_det = -HUGE_VAL
  };
  s->lower = DV_TAKE(a, double, 3 * c->n);
  s->upper = s->lower + c->n;
  s->middle = s->upper + c->n;
  s->rest = DV_TAKE(a, int, c->n);
  s->u = DV_TAKE(a, double, 2 * (s->na + 1) * (s->nb + 1));
  s->w = s->u + (s->na + 1) * (s->nb + 1);
  s->least = DV_TAKE(a, double, 2 * s->na * s->nb);
  s->whole = s->least + s->na * s->nb;
  return s;
}

dv_workspace *dv_workspace_new(dv_arm *c, const char *about, dv_diags *d)
{
  dv_workspace *s = workspace_new(c);
  double *moved = DV_TAKE(c->k->arena, double, c->n);
  if (c->n < 2 || c->n > 64) {
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, "name others with --joints", "%d coordinates move '%s': a workspace needs 2 to 64",
                c->n, c->point.name);
    return NULL;
  }
  if (find_ranges(s, d) || find_about(s, about, d)) return NULL;
  for (int i = 0; i < c->n; i++)
    if (i != s->about) s->rest[s->nrest++] = i;
  find_frame(s);
  s->sweep = s->about < 0 ? 0 : fmin(s->upper[s->about] - s->lower[s->about], 2 * M_PI);
  memcpy(moved, s->middle, (size_t)c->n * sizeof(double));
  if (s->nrest != 2) {
    sample(s, moved);
    return s;
  }
  fill_grid(s, moved);
  for (int k = 0; k < 4; k++) sharpen(s, k / 2, k % 2, moved);
  measure(s, moved);
  return s;
}
