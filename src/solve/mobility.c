// mobility.c: rank of the closures, what is redundant, how the rest moves.
//
//   freedoms = free rates - rank J;   singular values of J by LAPACK; values below 1e-8 of the largest are zero
#include "solve/mobility.h"
#include "engine/closed_loops.h"

#include "engine/program.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double zero = 1e-8;

typedef struct {
  const dv_model *m;
  int nrow, nfree;
  int *free;              // [nfree] rates that are not driven
  double *c, *J, *value;  // [nrow], [nrow][nv], singular values
  double *work;
  int nvalue;
} look;

static look look_at(const dv_model *m, dv_arena *a)
{
  look l = {.m = m, .nrow = DV_MODEL_COUNT(m, CLOSURE)};
  char *driven = DV_TAKE(a, char, m->nv);
  l.free = DV_TAKE(a, int, m->nv);
  dv_engine_driven(m, driven);
  for (int i = 0; i < m->nv; i++)
    if (!driven[i]) l.free[l.nfree++] = i;
  l.c = DV_TAKE(a, double, 2 * (size_t)l.nrow);
  l.J = DV_TAKE(a, double, (size_t)l.nrow *(size_t)m->nv);
  l.nvalue = l.nrow < l.nfree ? l.nrow : l.nfree;
  l.value = DV_TAKE(a, double, l.nvalue);
  l.work = DV_TAKE(a, double, m->nwork);
  dv_engine_x1.ready(m, dv_model_NUMBER(m), l.work);
  return l;
}

// A relation counts by its largest factor: a gear of 1000 is no further from a singular position than one of 1.
static double row_size(const look *l, int row)
{
  double most = 0;
  for (int j = 0; j < l->m->nv; j++) most = fmax(most, fabs(l->J[row * l->m->nv + j]));
  return most > 0 && dv_model_CLOSURE(l->m)[row].what == DV_RELATION ? most : 1;
}

static void find_values(look *l, const double *x, const double *d, dv_arena *a)
{
  double *A = DV_TAKE(a, double, (size_t)l->nrow *(size_t)l->nfree), *rest = DV_TAKE(a, double, l->nvalue);
  if (!l->nrow) return;
  dv_engine_closures(l->m, x, d, l->c, l->J, l->c + l->nrow, l->work);
  if (!l->nvalue) return;
  for (int i = 0; i < l->nrow; i++) {
    double size = row_size(l, i);
    for (int j = 0; j < l->nfree; j++) A[i * l->nfree + j] = l->J[i * l->m->nv + l->free[j]] / size;
  }
  LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'N', 'N', l->nrow, l->nfree, A, l->nfree, l->value, NULL, 1, NULL, 1, rest);
}

static int count_rank(const look *l, double *distance)
{
  int rank = 0;
  *distance = 0;
  while (rank < l->nvalue && l->value[rank] > zero * l->value[0]) *distance = l->value[rank++];
  return rank;
}

int dv_mobility_rank(const dv_model *m, const double *x, const double *d, double *distance, dv_arena *a)
{
  look l = look_at(m, a);
  find_values(&l, x, d, a);
  return count_rank(&l, distance);
}

// By the axes of the user's frames; an oblique axis has no letter, and those across it have none.
static const char *row_name(dv_arena *a, const dv_loop *l, const dv_closure *row)
{
  static const char *const oblique[] = {"a line across the axis", "another line across the axis", "the axis"}, *const axis[] = {
                                                                                                                   "x", "y", "z"};
  const char *first = l->way[0][row->i] < 0 ? oblique[row->i] : axis[l->way[0][row->i]];
  const char *second = l->way[1][row->j] < 0 ? oblique[row->j] : axis[l->way[1][row->j]];
  if (row->what == DV_ALONG) return dv_arena_text(a, "along %s", first);
  if (row->what == DV_ACROSS) return dv_arena_text(a, "%s across %s", first, second);
  static const char *const text[] = {
#define DV_CLOSURE(id, name, turns, rates, text, left) text,
#include "engine/closures.def"
      "relation"};
  return text[row->what];
}

static int is_there(const dv_loop *l, const double *d) { return l->held < 0 || d[l->held] > 0.5; }

// What is not held is none.
static void count_loops(const dv_model *m, const double *d, dv_mobility *out)
{
  const dv_loop *l = dv_model_LOOP(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, LOOP); i++) {
    out->loops += is_there(&l[i], d);
    out->closures += is_there(&l[i], d) ? l[i].nrow : 0;
  }
}

static void list_redundant(const dv_model *m, const double *d, dv_mobility *out, dv_arena *a)
{
  const dv_loop *l = dv_model_LOOP(m);
  const double *pivot = d + m->loop_d + 2;
  out->redundant = DV_TAKE(a, dv_redundant, out->closures);
  for (int i = 0; i < DV_MODEL_COUNT(m, LOOP); i++)
    for (int r = l[i].row; r < l[i].row + l[i].nrow; r++) {
      int used = 0;
      for (int k = 0; k < (int)d[m->loop_d] - 1; k++) used |= (int)pivot[k] == r;
      if (used || !is_there(&l[i], d)) continue;
      dv_redundant it = {dv_model_text(m, l[i].name), row_name(a, &l[i], dv_model_CLOSURE(m) + r)};
      out->redundant[out->nredundant++] = it;
    }
}

static const char *rate_name(dv_arena *a, const dv_model *m, int i)
{
  const char *path = dv_model_state_name(m, m->nq + i);
  size_t n = strlen(path), k = strlen(".rate");
  return n > k && !strcmp(path + n - k, ".rate") ? dv_arena_copy(a, path, n - k) : path;
}

static void find_motions(const look *l, const dv_state *s, dv_mobility *out, dv_arena *a)
{
  const dv_model *m = l->m;
  char *dependent = DV_TAKE(a, char, m->nv);
  out->motion = DV_TAKE(a, double, (size_t)m->nv *(size_t)m->nv);
  out->rate = DV_TAKE(a, const char *, m->nv);
  out->independent = DV_TAKE(a, const char *, m->nv);
  dv_engine_loops_dependent(m, s->d, dependent);
  for (int i = 0; i < m->nv; i++) out->rate[i] = rate_name(a, m, i);
  for (int j = 0; j < l->nfree; j++)
    if (!dependent[l->free[j]]) out->independent[out->freedoms++] = out->rate[l->free[j]];
  if (l->nrow) dv_engine_loops_map(m, s->x, s->d, out->motion, l->work);
  else
    for (int j = 0; j < l->nfree; j++) out->motion[l->free[j] * l->nfree + j] = 1;
}

int dv_mobility_of(const dv_model *m, const dv_state *s, dv_mobility *out, dv_arena *a)
{
  look l = look_at(m, a);
  memset(out, 0, sizeof *out);
  out->joints = DV_MODEL_COUNT(m, JOINT);
  out->coordinates = m->nv;
  out->driven = m->nv - l.nfree;
  count_loops(m, s->d, out);
  find_values(&l, s->x, s->d, a);
  for (int i = 0; i < l.nrow; i++) out->gap = fmax(out->gap, fabs(l.c[i]));
  out->nvalue = l.nrow ? l.nvalue : 0;
  out->value = l.value;
  out->rank = count_rank(&l, &out->distance);
  if (l.nrow) list_redundant(m, s->d, out, a);
  find_motions(&l, s, out, a);
  return 0;
}
