// check_inertia.c: inertia matrices: reading, moving, and whether a body of positive mass can have them.
//
//   about another point: I_o = I_c + m (r^2 1 - r r')
//   physical: principal moments a <= b <= c with a >= 0 and c <= a + b (equality: a flat body)
//   nearest physical: moments below zero become zero; where c > a + b, a and b are raised by (c - a - b)/2; the axes stay
#include "beam/eigen.h"
#include "spec/check.h"
#include "spec/forms.h"

#include <math.h>
#include <string.h>

enum { XX, XY, XZ, YY, YZ, ZZ };

void dv_inertia_shift(double I[6], double mass, const double r[3], double sign)
{
  double m = sign * mass;
  I[XX] += m * (r[1] * r[1] + r[2] * r[2]);
  I[YY] += m * (r[0] * r[0] + r[2] * r[2]);
  I[ZZ] += m * (r[0] * r[0] + r[1] * r[1]);
  I[XY] -= m * r[0] * r[1];
  I[XZ] -= m * r[0] * r[2];
  I[YZ] -= m * r[1] * r[2];
}

static void full_matrix(const double I[6], double m[9])
{
  double full[9] = {I[XX], I[XY], I[XZ], I[XY], I[YY], I[YZ], I[XZ], I[YZ], I[ZZ]};
  memcpy(m, full, sizeof full);
}

// Elements by name, or in the file's order xx yy zz xy xz yz.
int dv_form_inertia(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  double list[6] = {0};
  dv_inertia_spec I = {0};
  if (n->type == DV_MAP) {
    if (dv_read(c, k->section, n, &I)) return -1;
    return *(dv_inertia_spec *)to = I, 0;
  }
  if (n->n == 4 || n->n == 5) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "give [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]", "'inertia' has %d numbers", n->n);
    return -1;
  }
  if (dv_read_numbers(c, k, n, list)) return -1;
  I = (dv_inertia_spec){.xx = list[0], .yy = list[1], .zz = list[2], .xy = list[3], .xz = list[4], .yz = list[5]};
  *(dv_inertia_spec *)to = I;
  return 0;
}

// "inertia: [...]" of the nearest physical moments about the axes given (columns).
static const char *nearest(dv_arena *arena, const double moment[3], const double axis[9])
{
  double a[3], p[9] = {0};
  for (int i = 0; i < 3; i++) a[i] = fmax(moment[i], 0);
  for (int i = 0; i < 3; i++) {
    double lack = a[i] - a[(i + 1) % 3] - a[(i + 2) % 3];
    for (int j = 1; j < 3 && lack > 0; j++) a[(i + j) % 3] += lack / 2;
  }
  for (int row = 0; row < 3; row++)
    for (int col = 0; col < 3; col++)
      for (int i = 0; i < 3; i++) p[3 * row + col] += a[i] * axis[3 * row + i] * axis[3 * col + i];
  int products = fabs(p[1]) + fabs(p[2]) + fabs(p[5]) > 1e-12 * (p[0] + p[4] + p[8]);
  const char *rest = products ? dv_arena_text(arena, ", %.10g, %.10g, %.10g", p[1], p[2], p[5]) : "";
  return dv_arena_text(arena, "inertia: [%.10g, %.10g, %.10g%s] about the centre of mass", p[0], p[4], p[8], rest);
}

static void judge(dv_check *c, const dv_node *n, const dv_body_spec *b)
{
  double m[9], moment[3], axis[9];
  full_matrix(b->inertia, m);
  dv_eigen_symmetric(3, m, moment, axis);
  double most = fmax(moment[0], fmax(moment[1], moment[2])), least = fmin(moment[0], fmin(moment[1], moment[2])),
         lack = 2 * most - moment[0] - moment[1] - moment[2];  // by which the largest exceeds the sum of the others
  const char *near = nearest(c->arena, moment, axis);
  if (!(least >= -1e-12 * fabs(most)))
    dv_diag_add(
        c->diags, DV_ERROR, n->mark,
        dv_arena_text(
            c->arena,
            "check the signs of the products of inertia and the point that it is about (inertia_at); nearest physical value: %s",
            near),
        "inertia of body '%s' is not positive: its principal moments are %.6g, %.6g, %.6g kg m^2", b->name, moment[0], moment[1],
        moment[2]);
  else if (lack > 1e-9 * most)
    dv_diag_add(
        c->diags, DV_WARNING, n->mark, dv_arena_text(c->arena, "nearest physical value: %s", near),
        "inertia of body '%s' is not that of any rigid body: its largest moment exceeds the sum of the others by %.4g kg m^2",
        b->name, lack);
}

void dv_check_inertia(dv_check *c, const dv_node *n, dv_body_spec *b)
{
  if (b->inertia_at) dv_inertia_shift(b->inertia, b->mass, b->com, -1);
  judge(c, n, b);
}

// [I_c + m (c^2 1 - c c'), m [c x]; -m [c x], m 1] + full
void dv_body_spatial(const dv_body_spec *b, double m[36])
{
  double I[6], top[9];
  memcpy(I, b->inertia, sizeof I);
  dv_inertia_shift(I, b->mass, b->com, 1);
  full_matrix(I, top);
  const double *r = b->com, cross[9] = {0, -r[2], r[1], r[2], 0, -r[0], -r[1], r[0], 0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      m[6 * i + j] = top[3 * i + j];
      m[6 * i + j + 3] = b->mass * cross[3 * i + j];
      m[6 * (i + 3) + j] = -b->mass * cross[3 * i + j];
      m[6 * (i + 3) + j + 3] = i == j ? b->mass : 0;
    }
  for (int i = 0; i < 36 && b->has_full; i++) m[i] += b->full[i];
}

void dv_check_spatial(dv_check *c, const dv_node *n, dv_body_spec *b)
{
  double most = 0, skew = 0, total[36], value[6], least = HUGE_VAL, largest = 0;
  for (int i = 0; i < 36; i++) {
    double mirror = b->full[6 * (i % 6) + i / 6];
    most = fmax(most, fabs(b->full[i]));
    skew = fmax(skew, fabs(b->full[i] - mirror));
  }
  if (skew > 1e-9 * most) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "make it equal to its transpose",
                "'spatial' of body '%s' is not symmetric (by %.3g)", b->name, skew);
    return;
  }
  for (int i = 0; i < 36; i++) b->full[i] = b->full[6 * (i % 6) + i / 6] = 0.5 * (b->full[i] + b->full[6 * (i % 6) + i / 6]);
  dv_body_spatial(b, total);
  dv_eigen_symmetric(6, total, value, NULL);
  for (int i = 0; i < 6; i++) {
    least = fmin(least, value[i]);
    largest = fmax(largest, fabs(value[i]));
  }
  if (!(least >= -1e-12 * largest))
    dv_diag_add(c->diags, DV_ERROR, n->mark, "mass, inertia and 'spatial' together must store positive kinetic energy",
                "'spatial' of body '%s' makes its inertia negative (least eigenvalue %.4g)", b->name, least);
}

int dv_form_spatial(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_body_spec *b = to;
  if (n->n != k->most) return -1;
  for (int i = 0; i < 6; i++) {
    const dv_node *row = n->item[i];
    if (row->type != DV_SEQ) return -1;
    if (row->n != 6) {
      dv_diag_add(c->diags, DV_ERROR, row->mark, "give 6 rows of 6 numbers", "row %d of 'spatial' has %d numbers", i + 1, row->n);
      return -1;
    }
    for (int j = 0; j < 6; j++) {
      const char *unit = i < 3 && j < 3 ? "kg m^2" : i < 3 || j < 3 ? "kg m" : "kg";
      if (dv_check_number(c, row->item[j], k->name, unit, &b->full[6 * i + j])) return -1;
    }
  }
  b->has_full = 1;
  return 0;
}
