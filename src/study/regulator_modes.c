// regulator_modes.c: Popov, Belevitch and Hautus: inputs do not move the mode of an eigenvalue p if [A - p, B] has less than full
// rank, outputs do not show it if [A - p; C] has. In units of the states in which A is even, so that pascals may stand beside
// radians, and with inputs and outputs as large as A.
#include "study/regulator_modes.h"

#include "base/text.h"
#include "study/least.h"

#include <math.h>
#include <string.h>

static const dv_mark no_place = {NULL, 0, 0};
static const double nothing = 1e-10;

typedef struct {
  const dv_regulator *r;
  dv_arena *a;
  dv_diags *d;
  double *A, *At, *B, *C;  // [n][n]; [nu][n], [ny][n] turned and scaled
  double *re, *im;         // [n] poles
  double fastest;
  int bad;
} look;

// The states that take part in a vector (re [n], im [n]), largest first.
static const char *mode_name(const look *o, int k, const double *v)
{
  dv_text t = {.arena = o->a};
  const dv_linear *l = o->r->l;
  char *taken = DV_TAKE(o->a, char, l->n + 1);
  double first = 0;
  dv_text_add(&t, o->im[k] != 0 ? "%.4g \u00b1 %.4gi 1/s" : "%.4g 1/s", o->re[k] + 0.0, fabs(o->im[k]));
  for (int c = 0; c < 3 && c < l->n; c++) {
    int best = 0;
    double most = -1;
    for (int i = 0; i < l->n; i++)
      if (!taken[i] && hypot(v[i], v[l->n + i]) > most) most = hypot(v[i], v[l->n + i]), best = i;
    if (!c) first = most;
    if (most < 0.2 * first) break;
    taken[best] = 1;
    dv_text_add(&t, "%s%s", c ? ", " : ": ", l->state[best]);
  }
  return dv_text_all(&t);
}

static const char *names_of(dv_arena *a, const char *const *name, int n)
{
  dv_text t = {.arena = a};
  for (int i = 0; i < n; i++) dv_text_add(&t, "%s'%s'", i ? ", " : "", name[i]);
  return n ? dv_text_all(&t) : "nothing";
}

// 1: the rows M [rows][n] do not see the mode of pole k of A; v [2n] is then the vector that they miss. Complex numbers are
// written as pairs: (A - p) v = 0, v = (re, im).
static int misses(const look *o, int k, const double *A, const double *M, int rows, double *v)
{
  int n = o->r->l->n, w = 2 * n, h = 2 * (n + rows);
  double *T = DV_TAKE(o->a, double, h *w), *s = DV_TAKE(o->a, double, w), *V = DV_TAKE(o->a, double, w *w);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) T[i * w + j] = T[(n + i) * w + n + j] = A[i * n + j];
    T[i * w + i] -= o->re[k], T[(n + i) * w + n + i] -= o->re[k];
    T[i * w + n + i] += o->im[k], T[(n + i) * w + i] -= o->im[k];
  }
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n; j++) T[(w + i) * w + j] = T[(w + rows + i) * w + n + j] = M[i * n + j];
  dv_svd(o->a, h, w, T, NULL, s, V);
  for (int i = 0; i < w; i++) v[i] = V[i * w + w - 1];
  return s[w - 1] <= nothing * s[0];
}

static void moved(look *o, int k, double *v)
{
  const dv_linear *l = o->r->l;
  int fades = o->re[k] < -1e-9 * o->fastest, needed = o->r->npole || !fades;
  if (!misses(o, k, o->At, o->B, l->nu, v)) return;
  dv_diag_add(o->d, needed ? DV_ERROR : DV_WARNING, no_place,
              needed ? "add an input that moves it, or take it out of the machine" : NULL, "%s %s the mode (%s)%s",
              names_of(o->a, l->input, l->nu), l->nu > 1 ? "do not move" : "does not move", mode_name(o, k, v),
              fades ? "; it fades by itself" : "");
  o->bad |= needed;
}

static void weighed(look *o, int k, double *v)
{
  const dv_regulator *r = o->r;
  if (r->npole || fabs(o->re[k]) > 1e-9 * o->fastest || !misses(o, k, o->A, o->C, r->nweight, v)) return;
  dv_diag_add(o->d, DV_ERROR, no_place, "give one of these states a --weight",
              "no weight sees the mode (%s), which does not fade", mode_name(o, k, v));
  o->bad = 1;
}

static void measured(look *o, int k, double *v)
{
  const dv_regulator *r = o->r;
  const dv_linear *l = r->l;
  int fades = o->re[k] < -1e-9 * o->fastest;
  if (!r->disturbance || !misses(o, k, o->A, o->C + r->nweight * l->n, r->nmeasured, v)) return;
  dv_diag_add(o->d, fades ? DV_WARNING : DV_ERROR, no_place, fades ? NULL : "measure something that it moves",
              "%s %s the mode (%s)%s", names_of(o->a, l->output + r->nweight, r->nmeasured),
              r->nmeasured > 1 ? "do not show" : "does not show", mode_name(o, k, v), fades ? "; it fades by itself" : "");
  o->bad |= !fades;
}

// ---- in even units

static void stretch(double *row, int n, double to)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += row[i] * row[i];
  for (int i = 0; i < n && sum > 0; i++) row[i] *= to / sqrt(sum);
}

static void even_out(look *o)
{
  const dv_linear *l = o->r->l;
  int n = l->n;
  const double *size = dv_balance(o->a, n, l->A);
  double *room = DV_TAKE(o->a, double, 2 * n * n + (l->nu + l->ny) * n + 1), sum = 0;
  o->A = room, o->At = o->A + n * n, o->B = o->At + n * n, o->C = o->B + l->nu * n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double a = l->A[i * n + j] * size[j] / size[i];
      o->A[i * n + j] = o->At[j * n + i] = a, sum += a * a;
    }
  double all = sum > 0 ? sqrt(sum) : 1;
  for (int k = 0; k < l->nu; k++) {
    for (int i = 0; i < n; i++) o->B[k * n + i] = l->B[i * l->nu + k] / size[i];
    stretch(o->B + k * n, n, all);
  }
  for (int k = 0; k < l->ny; k++) {
    for (int i = 0; i < n; i++) o->C[k * n + i] = l->C[k * n + i] * size[i];
    stretch(o->C + k * n, n, all);
  }
}

static int is_repeated(const look *o, int k)
{
  for (int i = 0; i < k; i++)
    if (hypot(o->re[i] - o->re[k], o->im[i] - o->im[k]) <= 1e-6 * o->fastest) return 1;
  return 0;
}

int dv_regulator_modes(dv_arena *a, dv_diags *d, const dv_regulator *r)
{
  int n = r->l->n;
  look o = {.r = r, .a = dv_arena_under(a), .d = d, .re = DV_TAKE(a, double, 2 * n + 2)};
  double *v = DV_TAKE(a, double, 2 * n + 2);
  o.im = o.re + n;
  even_out(&o);
  if (dv_eigenvalues(a, n, o.A, o.re, o.im, NULL, 0)) {
    dv_diag_add(d, DV_ERROR, no_place, NULL, "the eigenvalues of the linearised machine do not converge");
    return 1;
  }
  for (int k = 0; k < n; k++) o.fastest = fmax(o.fastest, hypot(o.re[k], o.im[k]));
  for (int k = 0; k < n; k++) {
    if (o.im[k] < 0 || is_repeated(&o, k)) continue;
    moved(&o, k, v), weighed(&o, k, v), measured(&o, k, v);
  }
  dv_arena_free(o.a);
  return o.bad;
}
