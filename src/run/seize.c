// seize.c: two frames come to one velocity at once, as by a plastic impact: a grip that closes on a moving object.
//
//   u = J v,  lambda = -(J B^-1 J^T)^-1 u,   v+ = v + B^-1 J^T lambda,   lost: 1/2 u^T (J B^-1 J^T)^-1 u
//
// J [6][nv]: twist of the hand less that of the object at one place. Linear and angular momentum of the whole stay, since the
// impulse is inner; driven coordinates keep their rates. With closed loops the same in their independent rates y', v = G y' +
// ...: G^T B G for B, J G for J. Directions in which the machine cannot move are left alone. Glocker 2001, 5.
#include "run/running.h"

#include "engine/closed_loops.h"
#include "engine/skeleton_at.h"
#include "math/dense.h"

#include <math.h>
#include <string.h>

enum { ROWS = 6, PASSES = 4 };

typedef struct {
  const dv_model *m;
  int nv, n;              // rates; those that give way independently
  double *B, *J, *Y, *G;  // [n][n]; [6][n]; B^-1 J^T [6][n]; [nv][n], NULL: unit
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
  dv_ldl(k->n, k->B);
  memcpy(k->Y, k->J, ROWS * (size_t)k->n * sizeof(double));
  for (int r = 0; r < ROWS; r++) dv_ldl_solve(k->n, k->B, k->Y + r * k->n);
  for (int r = 0; r < ROWS; r++)
    for (int s = 0; s < ROWS; s++) {
      k->S[ROWS * r + s] = 0;
      for (int i = 0; i < k->n; i++) k->S[ROWS * r + s] += k->J[r * k->n + i] * k->Y[s * k->n + i];
    }
  for (int r = 0; r < ROWS; r++) trace += k->S[(ROWS + 1) * r];
  for (int r = 0; r < ROWS; r++) k->S[(ROWS + 1) * r] += 1e-9 * trace;
  if (trace > 0) dv_ldl(ROWS, k->S);
  return !(trace > 0);
}

// v += G Y^T u
static void give_way(const impact *k, const double *u, double *v)
{
  for (int j = 0; j < k->n; j++) {
    double by = 0;
    for (int r = 0; r < ROWS; r++) by += k->Y[r * k->n + j] * u[r];
    if (!k->G) v[j] += by;
    for (int i = 0; k->G && i < k->nv; i++) v[i] += k->G[i * k->n + j] * by;
  }
}

// B <- G^T B G, J <- J G; whole, rows: B and J of all rates.
static void reduce(impact *k, const double *whole, const double *rows)
{
  int n = k->n, nv = k->nv;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int a = 0; a < nv; a++)
        for (int b = 0; b < nv && k->G[a * n + i] != 0; b++) sum += k->G[a * n + i] * whole[a * nv + b] * k->G[b * n + j];
      k->B[i * n + j] = sum;
    }
  for (int r = 0; r < ROWS; r++)
    for (int j = 0; j < n; j++) {
      k->J[r * n + j] = 0;
      for (int i = 0; i < nv; i++) k->J[r * n + j] += rows[r * nv + i] * k->G[i * n + j];
    }
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
    give_way(k, u, v);
  }
}

static double kinetic(int nv, const double *B, const double *v)
{
  double sum = 0;
  for (int i = 0; i < nv; i++)
    for (int j = 0; j < nv; j++) sum += 0.5 * v[i] * B[i * nv + j] * v[j];
  return sum;
}

int dv_seizes(const dv_model *m, int part)
{
  int seizes = dv_kind_of(m, dv_model_PART(m) + part)->seizes;
  return seizes == DV_SEIZES || seizes == DV_UNITES;
}

int dv_merges(const dv_model *m, int part) { return dv_kind_of(m, dv_model_PART(m) + part)->seizes == DV_UNITES; }

size_t dv_seize_room(const dv_model *m)
{
  size_t nv = (size_t)m->nv;
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++)
    if (dv_seizes(m, i)) return 3 * nv * nv + 3 * ROWS * nv;
  return 0;
}

double dv_seize(const dv_model *m, int part, double *x, const double *d, double *work, double *room)
{
  const int *port = dv_model_INT(m) + dv_model_PART(m)[part].port;
  size_t nv = (size_t)m->nv, rows_size = ROWS * nv;
  double *whole = room, *B = whole + nv * nv, *G = B + nv * nv, *rows = G + nv * nv, *v = x + m->nq, at[3];
  impact k = {m, m->nv, m->nv, B, rows + rows_size, rows + 2 * rows_size, NULL, {0}};
  const int loops = DV_MODEL_COUNT(m, LOOP);
  if (loops) k.n = dv_engine_loops_map(m, x, d, k.G = G, work);
  dv_engine_frame_jacobian(m, x, port[1], NULL, at, k.J, work);
  dv_engine_frame_jacobian(m, x, port[0], at, NULL, rows, work);
  subtract(m->nv, rows, k.J);
  dv_engine_mass_matrix(m, x, whole, work);
  if (loops) {
    reduce(&k, whole, rows);
  } else {
    memcpy(k.J, rows, rows_size * sizeof(double));
    memcpy(k.B, whole, nv * nv * sizeof(double));
    fix_driven(&k);
  }
  double before = kinetic(m->nv, whole, v);
  if (inverse_inertia(&k)) return 0;
  bring_together(&k, rows, v);
  return before - kinetic(m->nv, whole, v);
}
