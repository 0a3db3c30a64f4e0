// seize.c: two frames come to one velocity at once, as by a plastic impact: a grip that closes on a moving object.
//
//   u = J v,  lambda = -(J B^-1 J^T)^-1 u,   v+ = v + B^-1 J^T lambda,   lost: 1/2 u^T (J B^-1 J^T)^-1 u
//
// J [6][nv]: twist of the hand less that of the object at one place. Linear and angular momentum of the whole stay, since the
// impulse is inner; driven coordinates keep their rates. Directions in which the machine cannot move are left alone. Glocker
// 2001, 5.
#include "run/running.h"

#include "math/dense.h"
#include "engine/skeleton_at.h"

#include <math.h>
#include <string.h>

enum { ROWS = 6, PASSES = 4 };

typedef struct {
  const dv_model *m;
  int nv;
  double *B, *J, *Y;      // [nv][nv]; [6][nv]; B^-1 J^T [6][nv]
  double S[ROWS * ROWS];  // J B^-1 J^T
} impact;

// What a drive moves does not give way: no column, and a mass of its own.
static void fix_driven(impact *k)
{
  const dv_drive *d = dv_model_DRIVE(k->m);
  for (int n = 0; n < DV_MODEL_COUNT(k->m, DRIVE); n++)
    for (int i = 0; i < k->nv; i++) {
      k->B[d[n].iv * k->nv + i] = k->B[i * k->nv + d[n].iv] = i == d[n].iv;
      for (int r = 0; r < ROWS; r++) k->J[r * k->nv + d[n].iv] = 0;
    }
}

// The hand's Jacobian less the object's, in `hand`. What is left of columns that move both alike is rounding; an impulse for it
// would be as large as 1/rounding where a drive alone moves one against the other.
static void subtract(int nv, double *hand, const double *object)
{
  for (int i = 0; i < nv; i++) {
    double most = 0;
    for (int r = 0; r < ROWS; r++) most = fmax(most, fmax(fabs(hand[r * nv + i]), fabs(object[r * nv + i])));
    for (int r = 0; r < ROWS; r++) {
      double apart = hand[r * nv + i] - object[r * nv + i];
      hand[r * nv + i] = fabs(apart) > 1e-12 * most ? apart : 0;
    }
  }
}

// 1: nothing of the machine can give way.
static int inverse_inertia(impact *k)
{
  double trace = 0;
  dv_ldl(k->nv, k->B);
  memcpy(k->Y, k->J, ROWS * (size_t)k->nv * sizeof(double));
  for (int r = 0; r < ROWS; r++) dv_ldl_solve(k->nv, k->B, k->Y + r * k->nv);
  for (int r = 0; r < ROWS; r++)
    for (int s = 0; s < ROWS; s++) {
      k->S[ROWS * r + s] = 0;
      for (int i = 0; i < k->nv; i++) k->S[ROWS * r + s] += k->J[r * k->nv + i] * k->Y[s * k->nv + i];
    }
  for (int r = 0; r < ROWS; r++) trace += k->S[(ROWS + 1) * r];
  for (int r = 0; r < ROWS; r++) k->S[(ROWS + 1) * r] += 1e-9 * trace;
  if (trace > 0) dv_ldl(ROWS, k->S);
  return !(trace > 0);
}

// Repeated, so that the small number on the diagonal leaves no error where the machine can move.
static void bring_together(const impact *k, const double *rows, double *v)
{
  for (int pass = 0; pass < PASSES; pass++) {
    double u[ROWS];
    for (int r = 0; r < ROWS; r++) {
      u[r] = 0;
      for (int i = 0; i < k->nv; i++) u[r] -= rows[r * k->nv + i] * v[i];
    }
    dv_ldl_solve(ROWS, k->S, u);
    for (int r = 0; r < ROWS; r++)
      for (int i = 0; i < k->nv; i++) v[i] += k->Y[r * k->nv + i] * u[r];
  }
}

static double kinetic(int nv, const double *B, const double *v)
{
  double sum = 0;
  for (int i = 0; i < nv; i++)
    for (int j = 0; j < nv; j++) sum += 0.5 * v[i] * B[i * nv + j] * v[j];
  return sum;
}

int dv_seizes(const dv_model *m, int part) { return dv_kind_of(m, dv_model_PART(m) + part)->seizes == 1; }

size_t dv_seize_room(const dv_model *m)
{
  size_t nv = (size_t)m->nv;
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++)
    if (dv_seizes(m, i)) return 2 * nv * nv + 3 * ROWS * nv;
  return 0;
}

double dv_seize(const dv_model *m, int part, double *x, double *work, double *room)
{
  const int *port = dv_model_INT(m) + dv_model_PART(m)[part].port;
  size_t nv = (size_t)m->nv, rows_size = ROWS * nv;
  double *whole = room, *rows = whole + nv * nv, *v = x + m->nq, at[3];
  impact k = {m, m->nv, rows + rows_size, rows + rows_size + nv * nv, rows + 2 * rows_size + nv * nv, {0}};
  dv_engine_frame_jacobian(m, x, port[1], NULL, at, k.J, work);
  dv_engine_frame_jacobian(m, x, port[0], at, NULL, rows, work);
  subtract(m->nv, rows, k.J);
  memcpy(k.J, rows, rows_size * sizeof(double));
  dv_engine_mass_matrix(m, x, whole, work);
  memcpy(k.B, whole, nv * nv * sizeof(double));
  double before = kinetic(m->nv, whole, v);
  fix_driven(&k);
  if (inverse_inertia(&k)) return 0;
  bring_together(&k, rows, v);
  return before - kinetic(m->nv, whole, v);
}
