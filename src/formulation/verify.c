// verify.c: compares mass matrix, weight, momentum, efforts, reactions and accelerations of all formulations at random states.
//
// Efforts are asked for random accelerations, accelerations for the efforts that Newton and Euler give for those.
#include "formulation/verify.h"

#include "formulation/lagrange.h"
#include "formulation/matrix.h"
#include "formulation/projection.h"

#include <math.h>
#include <stdint.h>

typedef struct {
  dv_formulator *f;
  dv_chain *chain;  // NULL: the machine has elastic bodies, Jacobians are of rigid ones
  dv_projection *projection;
  dv_verification *out;
  uint64_t seed;
  int count;                            // ways that know the machine
  dv_formulation_id way[DV_WAY_COUNT];  // which they are
  double *q, *v, *a, *tau;              // the state
  double *answer[DV_WAY_COUNT];         // [nv] of each way
  double *first, *second;               // [nv][nv]
  dv_auxiliary auxiliary;
  double *reaction;  // [2][nlink][6]
  double size;       // of what cancels in the terms compared; differences are relative to it if it is the largest
} trial;

// splitmix64 (Steele, Lea, Flood 2014)
double dv_verify_uniform(uint64_t *seed)
{
  uint64_t z = (*seed += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return 2 * ((double)(z >> 11) * 0x1p-53) - 1;
}

// A unit quaternion, uniform on the sphere.
static void attitude(uint64_t *seed, double *q)
{
  double n = 0;
  while (!(n <= 1 && n > 1e-3)) {
    n = 0;
    for (int i = 0; i < 4; i++) {
      q[i] = dv_verify_uniform(seed);
      n += q[i] * q[i];
    }
  }
  for (int i = 0; i < 4; i++) q[i] /= sqrt(n);
}

void dv_verify_scatter(const dv_tree *tree, uint64_t *seed, double *q)
{
  for (int i = 0; i < tree->nlink; i++) {
    dv_joint_facts f = dv_joint_row_facts_x1(tree->link[i].joint);
    double *at = q + tree->link[i].iq, size = f.turns ? acos(-1) : 1;
    for (int k = 0; k < f.nq; k++) at[k] = size * dv_verify_uniform(seed);
    if (f.nq != f.nv) attitude(seed, at + f.nq - 4);
  }
  for (int i = 0; i < tree->nlink; i++)
    for (int k = 0; k < tree->link[i].modes; k++) q[tree->link[i].mq + k] = 0.1 * dv_verify_uniform(seed);
}

static void scatter(trial *t)
{
  const dv_tree *tree = &t->f->tree;
  dv_verify_scatter(tree, &t->seed, t->q);
  for (int i = 0; i < tree->nv; i++) t->v[i] = dv_verify_uniform(&t->seed);
  for (int i = 0; i < tree->nv; i++) t->a[i] = dv_verify_uniform(&t->seed);
}

// The larger of two; NaN if one of them is.
static double larger(double x, double y) { return isnan(x) || x > y ? x : y; }

// One comparison: x against y, both [n]; keeps the largest of its row.
static void compare(trial *t, int *row, const char *what, const char *first, const char *second, int n, const double *x,
                    const double *y)
{
  dv_difference *d = &t->out->pair[(*row)++];
  double size = t->size, apart = 0;
  for (int i = 0; i < n; i++) {
    size = fmax(size, fmax(fabs(x[i]), fabs(y[i])));
    apart = larger(apart, fabs(x[i] - y[i]));
  }
  d->what = what;
  d->first = first;
  d->second = second;
  d->difference = larger(d->difference, apart == 0 ? 0 : apart / size);
}

static void compare_all(trial *t, int *row, const char *what, int efforts)
{
  for (int i = 0; i < t->count; i++)
    for (int k = i + 1; k < t->count; k++) {
      const dv_formulation *x = dv_formulations[t->way[i]], *y = dv_formulations[t->way[k]];
      if (efforts && (!x->effort || !y->effort)) continue;
      compare(t, row, what, x->name, y->name, t->f->tree.nv, t->answer[i], t->answer[k]);
    }
}

// Slopes may cancel, as in a plane with one joint: what cancels is of the size of p . v.
static void compare_slopes(trial *t, int *row, const char *second, const double *p, const double *x, const double *y)
{
  int n = t->f->tree.nv;
  for (int i = 0; i < n; i++) t->size += p[i] * t->v[i];
  compare(t, row, "slope", "recursion", second, n, x, y);
  t->size = 0;
}

// Weights may cancel, as on an upright axis: they are at most g sqrt(m B_ii). After the recursion at rest, which leaves what the
// world carries, m g.
static void compare_weights(trial *t, int *row, const char *second, const double *B, const double *x, const double *y)
{
  const dv_tree *tree = &t->f->tree;
  const double *g = t->f->num + tree->gravity;
  double carried = 0, most = 0;
  for (int i = 0; i < tree->nlink; i++) {
    const double *f = t->f->link[i].f.x;
    if (tree->link[i].parent < 0) carried += sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
  }
  for (int i = 0; i < tree->nv; i++) most = fmax(most, B[i * tree->nv + i]);
  t->size = sqrt(carried * sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) * most);
  compare(t, row, "weight", "recursion", second, tree->nv, x, y);
  t->size = 0;
}

// Terms of the equations, by recursion and by Jacobians.
static void compare_terms(trial *t, int *row)
{
  static const char recursion[] = "recursion", jacobians[] = "Jacobians";
  dv_formulator *f = t->f;
  int n = f->tree.nv;
  dv_crba_x1(&f->tree, f->num, f->link, t->q, t->first);
  dv_chain_place(t->chain, t->q);
  dv_lagrange_mass(t->chain, f->B);
  dv_lagrange_slopes(t->chain, f->dB);
  compare(t, row, "mass matrix", recursion, jacobians, n * n, t->first, f->B);
  dv_rnea_x1(&f->tree, f->num, f->link, t->q, f->zero, f->zero, NULL, f->x);
  dv_lagrange_gravity(t->chain, f->y);
  compare_weights(t, row, jacobians, f->B, f->x, f->y);
  dv_hamilton_x1(&f->tree, f->num, f->link, t->q, t->v, f->x, f->y);
  dv_lagrange_momentum(t->chain, f->B, f->dB, t->v, f->z, t->first);
  compare(t, row, "momentum", recursion, jacobians, n, f->x, f->z);
  compare_slopes(t, row, jacobians, f->x, f->y, t->first);
  dv_lagrange_mass_rate(n, f->dB, t->v, t->first);
  dv_lagrange_christoffel(t->chain, f->B, f->dB, t->v, f->C);
  for (int i = 0; i < n * n; i++) t->second[i] = f->C[i] + f->C[i % n * n + i / n];
  compare(t, row, "rate of the mass matrix", "dB/dq", "C + C^T", n * n, t->first, t->second);
}

// Terms of the equations, by recursion and by projection matrices.
static void compare_projection(trial *t, int *row)
{
  static const char recursion[] = "recursion", projection[] = "projection";
  dv_formulator *f = t->f;
  dv_projection *s = t->projection;
  int n = f->tree.nv;
  dv_projection_place(s, t->q, t->v);
  dv_projection_form(s);
  dv_crba_x1(&f->tree, f->num, f->link, t->q, f->B);
  compare(t, row, "mass matrix", recursion, projection, n * n, f->B, s->M);
  dv_rnea_x1(&f->tree, f->num, f->link, t->q, f->zero, f->zero, NULL, f->x);
  for (int i = 0; i < n; i++) f->y[i] = -s->G[i];
  compare_weights(t, row, projection, f->B, f->x, f->y);
  dv_hamilton_x1(&f->tree, f->num, f->link, t->q, t->v, f->x, f->y);
  compare(t, row, "momentum", recursion, projection, n, f->x, s->momentum);
  compare_slopes(t, row, projection, f->x, f->y, s->E);
}

// Wrenches of all joints by recursion and by auxiliary speeds.
static void compare_reactions(trial *t, int *row)
{
  dv_formulator *f = t->f;
  int n = f->tree.nlink;
  dv_projection_place(t->projection, t->q, t->v);
  dv_rnea_x1(&f->tree, f->num, f->link, t->q, t->v, t->a, NULL, f->x);
  for (int i = 0; i < n; i++) {
    double rho[6];
    dv_auxiliary_form(t->projection, i, NULL, &t->auxiliary);
    dv_auxiliary_reaction(t->projection, &t->auxiliary, t->a, rho);
    for (int d = 0; d < 6; d++) {
      t->reaction[6 * i + d] = d < 3 ? f->link[i].n.x[d] : f->link[i].f.x[d - 3];
      t->reaction[6 * (n + i) + d] = -rho[d];
    }
  }
  compare(t, row, "reactions", "recursion", "projection", 6 * n, t->reaction, t->reaction + 6 * n);
}

// With its drives free a machine may have freedoms without inertia, as a mass point that turns.
static int is_singular(trial *t)
{
  dv_formulator *f = t->f;
  int n = f->tree.nv;
  dv_crba_x1(&f->tree, f->num, f->link, t->q, f->B);
  for (int i = 0; i < n; i++) f->x[i] = f->B[i * n + i];
  if (dv_matrix_divide(n, f->B, f->y)) return 1;
  for (int i = 0; i < n; i++)
    if (f->B[i * n + i] * f->B[i * n + i] <= 1e-13 * f->x[i]) return 1;
  return 0;
}

// B (x - y) beside what sums up in tau = B x + h, each row by the root of its own inertia, so that metres and radians count
// alike. Any sound way to solve B x = tau - h leaves rounding here, however ill B is conditioned (Wilkinson).
static double apart_as_effort(int n, const double *B, const double *tau, const double *x, const double *y)
{
  double apart = 0, size = 0;
  for (int i = 0; i < n; i++) {
    double by = 0, sum = 0, most = 0, inertia = sqrt(B[i * n + i]);
    for (int j = 0; j < n; j++) {
      by += B[i * n + j] * (x[j] - y[j]);
      sum += B[i * n + j] * x[j];
      most += fabs(B[i * n + j] * x[j]);
    }
    apart = larger(apart, fabs(by) / inertia);
    size = fmax(size, (most + fabs(tau[i] - sum)) / inertia);
  }
  return apart == 0 ? 0 : apart / size;
}

static void compare_as_efforts(trial *t, dv_difference *d)
{
  int n = t->f->tree.nv;
  dv_crba_x1(&t->f->tree, t->f->num, t->f->link, t->q, t->f->B);
  for (int i = 0; i < t->count; i++)
    for (int k = i + 1; k < t->count; k++, d++)
      d->as_effort = larger(d->as_effort, apart_as_effort(n, t->f->B, t->tau, t->answer[i], t->answer[k]));
}

static void compare_accelerations(trial *t, int *row)
{
  int n = t->f->tree.nv;
  dv_difference *first = &t->out->pair[*row];
  dv_rnea_x1(&t->f->tree, t->f->num, t->f->link, t->q, t->v, t->a, NULL, t->tau);
  for (int i = 0; i < t->count; i++)
    if (dv_formulations[t->way[i]]->acceleration(t->f, t->f->own[t->way[i]], t->q, t->v, t->tau, t->answer[i]))
      for (int k = 0; k < n; k++) t->answer[i][k] = NAN;
  compare_all(t, row, "acceleration", 0);
  compare_as_efforts(t, first);
}

static void compare_at(trial *t)
{
  int row = 0;
  scatter(t);
  if (t->chain) compare_terms(t, &row);
  compare_projection(t, &row);
  for (int i = 0; i < t->count; i++) {
    const dv_formulation *x = dv_formulations[t->way[i]];
    if (x->effort) x->effort(t->f, t->f->own[t->way[i]], t->q, t->v, t->a, t->answer[i]);
  }
  compare_all(t, &row, "effort", 1);
  compare_reactions(t, &row);
  t->out->singular |= is_singular(t);
  if (!t->out->singular) compare_accelerations(t, &row);
  t->out->n = row;
}

void dv_verification_add(dv_arena *a, dv_verification *v, dv_difference d)
{
  v->pair = dv_arena_grow(a, v->pair, (size_t)v->n * sizeof d, (size_t)(v->n + 1) * sizeof d);
  v->pair[v->n++] = d;
  v->worst = larger(v->worst, d.difference);
}

dv_verification *dv_verify(dv_arena *a, const dv_tree *tree, const double *num, int states, uint64_t seed)
{
  enum { TERMS = 10 };  // of compare_terms, compare_projection, compare_reactions
  trial t = {.f = dv_formulator_new(a, tree, num), .out = DV_TAKE(a, dv_verification, 1), .seed = seed};
  size_t n = (size_t)tree->nv;
  for (int i = 0; i < DV_WAY_COUNT; i++)
    if (dv_formulation_knows((dv_formulation_id)i, tree)) t.way[t.count++] = (dv_formulation_id)i;
  t.out->pair = DV_TAKE(a, dv_difference, DV_WAY_COUNT * DV_WAY_COUNT + TERMS);
  if (!tree->elastic) t.chain = dv_chain_new(a, &t.f->tree, num);
  t.projection = dv_projection_new(a, &t.f->tree, num);
  t.q = DV_TAKE(a, double, tree->nq);
  t.v = DV_TAKE(a, double, 3 * n);
  t.a = t.v + n, t.tau = t.a + n;
  for (int i = 0; i < t.count; i++) t.answer[i] = DV_TAKE(a, double, n);
  t.first = DV_TAKE(a, double, n *n);
  t.second = DV_TAKE(a, double, n *n);
  t.auxiliary = dv_auxiliary_new(a, t.projection);
  t.reaction = DV_TAKE(a, double, 12 * tree->nlink);
  t.out->states = states;
  for (int i = 0; i < states; i++) compare_at(&t);
  for (int i = 0; i < t.out->n; i++) t.out->worst = larger(t.out->worst, t.out->pair[i].difference);
  return t.out;
}
