// form_place.c: placements: xyz + rpy, euler, quaternions, matrices, and what quaternions and rotations need.
//
//   R = Rz(yaw) Ry(pitch) Rx(roll);  X_AC = X_AB X_BC: R = R1 R2, p = p1 + R1 p2
#include "spec/check.h"
#include "spec/forms.h"

#include <float.h>
#include <math.h>
#include <string.h>

const dv_placement dv_place_identity = {
    {1,  0, 0, 0, 1, 0, 0, 0, 1},
    {0, 0, 0}
};

dv_placement dv_place_times(dv_placement a, dv_placement b)
{
  dv_placement x;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) x.R[3 * i + j] = a.R[3 * i] * b.R[j] + a.R[3 * i + 1] * b.R[3 + j] + a.R[3 * i + 2] * b.R[6 + j];
    x.p[i] = a.p[i] + a.R[3 * i] * b.p[0] + a.R[3 * i + 1] * b.p[1] + a.R[3 * i + 2] * b.p[2];
  }
  return x;
}

// Sine and cosine; of quarter turns exactly 0 and +-1: 90 deg is pi/2 but for its rounding, and a cosine of 6e-17 would cost
// operations in every evaluation.
static void turn_of(double angle, double *s, double *c)
{
  const double quarter = 1.5707963267948966, count = nearbyint(angle / quarter);
  *s = sin(angle), *c = cos(angle);
  if (fabs(angle - count * quarter) > 2 * DBL_EPSILON * fabs(angle)) return;
  *s = nearbyint(*s), *c = nearbyint(*c);
}

// Rodrigues: R = c 1 + s [a x] + (1 - c) a a'
void dv_place_axis(const double a[3], double angle, double R[9])
{
  double s, c;
  turn_of(angle, &s, &c);
  double v = 1 - c;
  double r[9] = {c + v * a[0] * a[0],        v * a[0] * a[1] - s * a[2], v * a[0] * a[2] + s * a[1],
                 v * a[0] * a[1] + s * a[2], c + v * a[1] * a[1],        v * a[1] * a[2] - s * a[0],
                 v * a[0] * a[2] - s * a[1], v * a[1] * a[2] + s * a[0], c + v * a[2] * a[2]};
  memcpy(R, r, sizeof r);
}

// Rotation with third column `axis`; the other two are any that complete it.
void dv_axis_complete(const double axis[3], double align[9])
{
  int least = fabs(axis[0]) < fabs(axis[1]) ? (fabs(axis[0]) < fabs(axis[2]) ? 0 : 2) : (fabs(axis[1]) < fabs(axis[2]) ? 1 : 2);
  double x[3] = {0, 0, 0}, y[3], dot = axis[least], n = 0;
  x[least] = 1;
  for (int i = 0; i < 3; i++) x[i] -= dot * axis[i];
  for (int i = 0; i < 3; i++) n += x[i] * x[i];
  for (int i = 0; i < 3; i++) x[i] /= sqrt(n);
  for (int i = 0; i < 3; i++) y[i] = axis[(i + 1) % 3] * x[(i + 2) % 3] - axis[(i + 2) % 3] * x[(i + 1) % 3];
  for (int i = 0; i < 3; i++) {
    align[3 * i] = x[i];
    align[3 * i + 1] = y[i];
    align[3 * i + 2] = axis[i];
  }
}

dv_placement dv_place_rpy(const double rpy[3])
{
  static const double axis[3][3] = {
      {1, 0, 0},
      {0, 1, 0},
      {0, 0, 1}
  };
  dv_placement x = dv_place_identity;
  for (int i = 2; i >= 0; i--) {
    dv_placement turn = dv_place_identity;
    dv_place_axis(axis[i], rpy[i], turn.R);
    x = dv_place_times(x, turn);
  }
  return x;
}

void dv_rpy_of(const double R[9], double rpy[3])
{
  rpy[1] = atan2(-R[6], hypot(R[0], R[3]));
  // At pitch = +-90 deg only roll -+ yaw is known: yaw = 0.
  int upright = hypot(R[0], R[3]) < 1e-12;
  rpy[0] = upright ? atan2(-R[5], R[4]) : atan2(R[7], R[8]);
  rpy[2] = upright ? 0 : atan2(R[3], R[0]);
}

void dv_quaternion_matrix(const double q[4], double R[9])
{
  double w = q[0], x = q[1], y = q[2], z = q[3];
  double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                 2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                 2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  memcpy(R, r, sizeof r);
}

// The largest of |w x y z| is found first and the others from it, so that nothing is divided by a small number.
void dv_quaternion_of(const double R[9], double q[4])
{
  double four[4] = {1 + R[0] + R[4] + R[8], 1 + R[0] - R[4] - R[8], 1 - R[0] + R[4] - R[8], 1 - R[0] - R[4] + R[8]};
  int k = 0;
  for (int i = 1; i < 4; i++)
    if (four[i] > four[k]) k = i;
  double d[3] = {R[7] - R[5], R[2] - R[6], R[3] - R[1]}, s[3] = {R[5] + R[7], R[2] + R[6], R[1] + R[3]};
  double column[4][4] = {
      {four[0], d[0],    d[1],    d[2]   },
      {d[0],    four[1], s[2],    s[1]   },
      {d[1],    s[2],    four[2], s[0]   },
      {d[2],    s[1],    s[0],    four[3]}
  };
  double scale = (column[k][0] < 0 ? -0.5 : 0.5) / sqrt(four[k]);
  for (int i = 0; i < 4; i++) q[i] = scale * column[k][i];
}

static double determinant(const double R[9])
{
  return R[0] * (R[4] * R[8] - R[5] * R[7]) - R[1] * (R[3] * R[8] - R[5] * R[6]) + R[2] * (R[3] * R[7] - R[4] * R[6]);
}

// Largest element of R R' - 1.
static double skewness(const double R[9])
{
  double worst = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double dot = R[3 * i] * R[3 * j] + R[3 * i + 1] * R[3 * j + 1] + R[3 * i + 2] * R[3 * j + 2];
      worst = fmax(worst, fabs(dot - (i == j)));
    }
  return worst;
}

// Nearest rotation by the quaternion: R is one to 1e-6 here.
static void orthonormalise(double R[9])
{
  double q[4];
  dv_quaternion_of(R, q);
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int i = 0; i < 4; i++) q[i] /= length;
  dv_quaternion_matrix(q, R);
}

static void check_last_row(dv_check *c, const dv_node *matrix, const double row[4])
{
  if (row[0] != 0 || row[1] != 0 || row[2] != 0 || row[3] != 1)
    dv_diag_add(c->diags, DV_ERROR, matrix->item[3]->mark, NULL, "the last row of a 4x4 placement must be [0, 0, 0, 1]");
}

static int read_rows(dv_check *c, const dv_key *k, const dv_node *matrix, int columns, double m[4][4])
{
  int faulty = 0;
  for (int i = 0; i < matrix->n; i++) {
    const dv_node *row = matrix->item[i];
    if (row->type != DV_SEQ) return -1;
    if (row->n != columns || columns < matrix->n || columns > 4) {
      dv_diag_add(c->diags, DV_ERROR, row->mark, "give 3x3, 3x4 or 4x4 numbers", "row %d of the matrix has %d numbers", i + 1,
                  row->n);
      return -1;
    }
    for (int j = 0; j < columns; j++) faulty |= dv_check_number(c, row->item[j], k->name, j == 3 && i < 3 ? "m" : "1", &m[i][j]);
  }
  return faulty;
}

int dv_form_matrix(dv_check *c, const dv_key *k, const dv_node *matrix, void *to)
{
  double m[4][4] = {{0}};
  dv_placement *out = to;
  int rows = matrix->n, columns = rows && matrix->item[0]->type == DV_SEQ ? matrix->item[0]->n : 0;
  if (rows < k->least || rows > k->most || read_rows(c, k, matrix, columns, m)) return -1;
  for (int i = 0; i < 9; i++) out->R[i] = m[i / 3][i % 3];
  for (int i = 0; i < 3 && columns == 4; i++) out->p[i] = m[i][3];
  if (rows == 4) check_last_row(c, matrix, m[3]);
  if (skewness(out->R) < 1e-6 && determinant(out->R) > 0) return orthonormalise(out->R), 0;
  dv_diag_add(c->diags, DV_ERROR, matrix->mark, "its columns must be unit vectors at right angles, right-handed",
              "the matrix is not a rotation (R R' differs from 1 by %.2g, determinant %.6g)", skewness(out->R),
              determinant(out->R));
  memcpy(out->R, dv_place_identity.R, sizeof out->R);
  return -1;
}

// What gives the same twice. A variant that places a body otherwise takes the old way back by null.
static void refuse_twice(dv_check *c, const dv_node *at)
{
  static const char *const pairs[][2] = {
      {"dh",    "xyz"       },
      {"dh",    "rpy"       },
      {"dh",    "euler"     },
      {"dh",    "quaternion"},
      {"dh",    "matrix"    },
      {"dh",    "point"     },
      {"point", "xyz"       },
  };
  for (int i = 0; i < DV_COUNT(pairs); i++) {
    const dv_node *a = dv_doc_find(at, pairs[i][0]), *b = dv_doc_find(at, pairs[i][1]);
    if (a && b && a->type != DV_NULL && b->type != DV_NULL)
      dv_diag_add(c->diags, DV_ERROR, b->key_mark,
                  dv_arena_text(c->arena, "remove one of them; over an earlier one: '%s: null'", pairs[i][0]),
                  "both '%s' and '%s' give the place", pairs[i][0], pairs[i][1]);
  }
}

static void refuse_turned_twice(dv_check *c, const dv_node *at)
{
  static const char *const ways[] = {"matrix", "rpy", "euler", "quaternion"};
  const char *first = NULL;
  for (int i = 0; i < DV_COUNT(ways); i++) {
    const dv_node *n = dv_doc_find(at, ways[i]);
    if (!n || n->type == DV_NULL) continue;
    if (first)
      dv_diag_add(c->diags, DV_ERROR, n->key_mark, "remove one of them", "both '%s' and '%s' give the rotation", ways[i], first);
    first = ways[i];
  }
}

void dv_check_place(dv_check *c, const dv_node *at, dv_placement *out)
{
  dv_place_spec p = {.quaternion = {1}, .matrix = dv_place_identity};
  *out = dv_place_identity;
  if (!at) return;
  refuse_twice(c, at);
  refuse_turned_twice(c, at);
  dv_read(c, &dv_keys_pose, at, &p);
  const dv_node *matrix = dv_check_get(at, "matrix", DV_SEQ), *xyz = dv_check_get(at, "xyz", DV_SEQ),
                *point = dv_check_get(at, "point", DV_SCALAR), *origin = xyz ? xyz : point;
  if (dv_check_get(at, "rpy", DV_SEQ)) *out = dv_place_rpy(p.rpy);
  dv_check_turn(c, at, &p, out->R);
  if (matrix) *out = p.matrix;
  if (origin && matrix && matrix->n && matrix->item[0]->type == DV_SEQ && matrix->item[0]->n == 4)
    dv_diag_add(c->diags, DV_ERROR, origin->key_mark, "remove one of them", "both '%s' and the matrix give the origin",
                origin->key);
  if (xyz) memcpy(out->p, p.xyz, sizeof p.xyz);
}

int dv_form_place(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  (void)k;
  dv_check_place(c, n, to);
  return 0;
}
