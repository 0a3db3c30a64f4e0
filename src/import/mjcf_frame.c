// mjcf_frame.c: frames of MJCF: pos, and one of quat, axisangle, euler, xyaxes, zaxis.
#include "import/mjcf.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>

static double unit(double v[3])
{
  double n = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (int i = 0; i < 3 && n > 0; i++) v[i] /= n;
  return n;
}

static void cross(const double a[3], const double b[3], double out[3])
{
  for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void put_columns(const double x[3], const double y[3], const double z[3], double R[9])
{
  for (int i = 0; i < 3; i++) R[3 * i] = x[i], R[3 * i + 1] = y[i], R[3 * i + 2] = z[i];
}

static int by_axes(double v[6], double R[9])
{
  double *x = v, *y = v + 3, z[3], along = 0;
  if (!(unit(x) > 0)) return -1;
  for (int i = 0; i < 3; i++) along += x[i] * y[i];
  for (int i = 0; i < 3; i++) y[i] -= along * x[i];
  if (!(unit(y) > 0)) return -1;
  cross(x, y, z);
  return put_columns(x, y, z, R), 0;
}

// The smallest turn that takes z there.
static int by_z(double z[3], double R[9])
{
  double axis[3] = {-z[1], z[0], 0};
  if (!(unit(z) > 0)) return -1;
  axis[0] = -z[1], axis[1] = z[0];
  double s = unit(axis);
  if (!(s > 0)) axis[0] = 1;
  dv_place_axis(axis, atan2(s, z[2]), R);
  return 0;
}

// Small letters: about the frame that the turns before have turned; capitals: about axes that stand still.
static int by_euler(const char *sequence, const double angle[3], double R[9])
{
  dv_placement sum = dv_place_identity;
  for (int i = 0; i < 3; i++) {
    const char *letters = "xyzXYZ", *at = sequence[i] ? strchr(letters, sequence[i]) : NULL;
    double axis[3] = {0};
    dv_placement one = dv_place_identity;
    if (!at) return -1;
    axis[(at - letters) % 3] = 1;
    dv_place_axis(axis, angle[i], one.R);
    sum = at - letters < 3 ? dv_place_times(sum, one) : dv_place_times(one, sum);
  }
  memcpy(R, sum.R, sizeof sum.R);
  return 0;
}

int dv_mjcf_frame(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, dv_placement *out)
{
  static const struct {
    const char *name;
    int n;
  } form[] = {
      {"quat",      4},
      {"axisangle", 4},
      {"euler",     3},
      {"xyaxes",    6},
      {"zaxis",     3},
  };
  double v[6] = {0};
  int given = 0, which = 0, bad = 0;
  *out = dv_place_identity;
  if (dv_mjcf_numbers(f, e, c, "pos", out->p, 3, 3, NULL) < 0) return -1;
  for (; which < 5 && !given; which++) given = dv_mjcf_numbers(f, e, c, form[which].name, v, form[which].n, form[which].n, NULL);
  if (given <= 0) return given;
  which--;
  for (int i = 0; i < 3 && which == 2; i++) v[i] *= f->angle;
  if (which == 0) bad = !(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3] > 0);
  else if (which == 1) bad = !(unit(v) > 0);
  if (!bad && which == 0) dv_quaternion_rotation(v, out->R);
  else if (!bad && which == 1) dv_place_axis(v, v[3] * f->angle, out->R);
  else if (which == 2) bad = by_euler(f->sequence, v, out->R);
  else if (which == 3) bad = by_axes(v, out->R);
  else if (which == 4) bad = by_z(v, out->R);
  if (!bad) return 0;
  dv_diag_add(f->u->r->diags, DV_ERROR, e->mark, "give numbers that are not all zero", "%s of <%s> is no rotation",
              form[which].name, e->name);
  return -1;
}
