// rest_carried.c: while joints are held, shut-in oil takes the pressures that carry them, as if the machine had come there
// itself.
//
//   min |E N t + f|,  s = N t      N: null space of J (steps that leave the rest as it is),  f, E: efforts of the held joints
//
// and how they change. An oil node does not go below the pressure of the air: it is pinned, and the others carry what they can.
// Matter (soil in a bucket) and the surface of the ground stay what they are.
#include "solve/rest.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

typedef struct {
  dv_rest *e;
  dv_arena *arena;
  const int *v;
  int nheld, nfree;
  char *pinned;       // [n]
  double *N, *E, *f;  // [nfree][n], [nheld][nfree], [nheld]
} carry;

static const double idle_most = 1e-9;  // of the greatest influence

// Null space of J without the pinned unknowns; its columns are scaled to one, so that all sizes count alike, but for those
// without any influence: a place at which the machine stands alike (on level ground) carries nothing, and stays.
static void find_free(carry *c)
{
  int n = c->e->n;
  double *J = DV_TAKE(c->arena, double, (size_t)n *(size_t)n), *V = DV_TAKE(c->arena, double, (size_t)n *(size_t)n),
         *size = DV_TAKE(c->arena, double, n), *sigma = DV_TAKE(c->arena, double, n), *rest = DV_TAKE(c->arena, double, n), none,
         most = 0;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) size[j] += c->e->J[i * n + j] * c->e->J[i * n + j];
    size[j] = sqrt(size[j]);
    most = fmax(most, size[j]);
  }
  for (int j = 0; j < n; j++) {
    if (j < c->e->moves && size[j] <= idle_most * most) c->pinned[j] = 1;
    int idle = c->pinned[j] || size[j] <= 1e-12 * most;
    if (idle) size[j] = 1;
    for (int i = 0; i < n; i++) J[i * n + j] = idle ? 0 : c->e->J[i * n + j] / size[j];
  }
  LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'N', 'A', n, n, J, n, sigma, &none, 1, V, n, rest);
  c->nfree = 0;
  for (int k = 0; k < n; k++) {
    if (sigma[k] >= 1e-6) continue;
    double *to = c->N + n * c->nfree, sum = 0;
    for (int j = 0; j < n; j++) to[j] = c->pinned[j] ? 0 : V[k * n + j] / size[j], sum += to[j] * to[j];
    for (int j = 0; j < n; j++) to[j] /= sum > 0 ? sqrt(sum) : 1;
    c->nfree += sum > 0;
  }
}

// x_new = x (+) s, s in nominal sizes
static void move(carry *c, const double *s)
{
  dv_rest *e = c->e;
  memset(e->xi, 0, (size_t)e->chart->n * sizeof(double));
  for (int i = 0; i < e->n; i++) e->xi[e->along[i]] = s[i] * e->chart->scale[e->along[i]];
  dv_engine_x1.add(e->m, e->s->x, 1, e->xi, e->x_new);
}

// What is left for the hands that hold: the effort it takes less what parts on the coordinate give.
static void efforts(carry *c, const double *x, double *f)
{
  dv_rest *e = c->e;
  const dv_junction *j = dv_model_JUNCTION(e->m);
  dv_engine_x1.rates(e->m, e->num, e->s->t, x, e->s->d, e->dx, NULL, e->work);
  for (int i = 0; i < c->nheld; i++) {
    f[i] = e->work[e->m->work_tau + c->v[i]];
    for (int k = 0; k < DV_MODEL_COUNT(e->m, JUNCTION); k++)
      if (j[k].type == DV_AT_COORDINATE && j[k].iv == c->v[i]) f[i] += e->work[j[k].sum];
  }
}

// E by differences: efforts are linear in pressures.
static void find_influence(carry *c)
{
  double by = 0x1p-10, *f = DV_TAKE(c->arena, double, c->nheld), *s = DV_TAKE(c->arena, double, c->e->n);
  efforts(c, c->e->s->x, c->f);
  for (int k = 0; k < c->nfree; k++) {
    for (int j = 0; j < c->e->n; j++) s[j] = by * c->N[c->e->n * k + j];
    move(c, s);
    efforts(c, c->e->x_new, f);
    for (int i = 0; i < c->nheld; i++) c->E[i * c->nfree + k] = (f[i] - c->f[i]) / by;
  }
}

// s = N t of least squares, the shortest of them. Its largest component.
static double solve(carry *c, double *s)
{
  int rank, most = c->nheld > c->nfree ? c->nheld : c->nfree, n = c->e->n;
  double *b = DV_TAKE(c->arena, double, most), *sigma = DV_TAKE(c->arena, double, most), longest = 0;
  for (int i = 0; i < c->nheld; i++) b[i] = -c->f[i];
  LAPACKE_dgelss(LAPACK_ROW_MAJOR, c->nheld, c->nfree, 1, c->E, c->nfree, b, 1, sigma, 1e-9, &rank);
  memset(s, 0, (size_t)n * sizeof *s);
  for (int k = 0; k < c->nfree; k++)
    for (int j = 0; j < n; j++) s[j] += c->N[n * k + j] * b[k];
  for (int j = 0; j < n; j++) longest = fmax(longest, fabs(s[j]));
  return longest;
}

// Pins oil nodes that the step would bring below zero; how many.
static int pin(carry *c, const double *s)
{
  const dv_rest *e = c->e;
  const dv_junction *node = dv_model_JUNCTION(e->m);
  int count = 0;
  for (int k = 0; k < DV_MODEL_COUNT(e->m, JUNCTION); k++) {
    if (node[k].type != DV_AT_NODE || node[k].domain != DV_HYDRAULIC || node[k].x < 0) continue;
    for (int j = e->moves; j < e->n; j++) {
      if (e->chart->number[e->along[j]] != node[k].x || c->pinned[j]) continue;
      double by = s[j] * e->chart->scale[e->along[j]];
      if (!(by < 0 && e->s->x[node[k].x] + by < 0)) continue;
      c->pinned[j] = 1;
      count++;
    }
  }
  return count;
}

// The unknown that is state x of the machine.
static void pin_state(carry *c, int x)
{
  for (int j = c->e->moves; j < c->e->n; j++)
    if (c->e->chart->number[c->e->along[j]] == x) c->pinned[j] = 1;
}

static void pin_matter(carry *c)
{
  const dv_model *m = c->e->m;
  const dv_part *p = dv_model_PART(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++, p++) {
    const dv_kind *k = dv_kind_of(m, p);
    for (int n = k->each ? 0 : dv_kind_states(k, dv_model_INT(m) + p->opt); n-- > 0;)
      if (k->profile || !strcmp(k->state[n].unit, "kg")) pin_state(c, p->x + n);
  }
}

int dv_rest_carry(dv_rest *e, const int *v, int n)
{
  carry c = {.e = e, .arena = dv_arena_under(e->arena), .v = v, .nheld = n};
  double *s = DV_TAKE(c.arena, double, e->n), longest = 0;
  c.pinned = DV_TAKE(c.arena, char, e->n);
  c.N = DV_TAKE(c.arena, double, (size_t)e->n *(size_t)e->n);
  c.E = DV_TAKE(c.arena, double, (size_t)n *(size_t)e->n);
  c.f = DV_TAKE(c.arena, double, n);
  pin_matter(&c);
  do {
    find_free(&c);
    longest = 0;
    if (!c.nfree) break;
    find_influence(&c);
    longest = solve(&c, s);
  } while (pin(&c, s));
  if (longest > 0) {
    move(&c, s);
    memcpy(e->s->x, e->x_new, (size_t)e->m->nx * sizeof(double));
  }
  dv_arena_free(c.arena);
  return longest > 1e-9;
}
