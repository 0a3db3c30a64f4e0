// statistics.c: summaries, quantiles (Hyndman and Fan 1996, type 7), rank correlation (Spearman 1904), Pareto fronts.
#include "batch/statistics.h"

#include <math.h>
#include <stdlib.h>

static const double share[DV_QUANTILES] = {0.05, 0.5, 0.95};

typedef struct {
  double value;
  int at;
} ranked;

static int by_value(const void *a, const void *b)
{
  const ranked *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? -1 : 1;
  return x->at - y->at;
}

static ranked *sorted(dv_arena *a, const double *v, int n, int *count)
{
  ranked *r = DV_TAKE(a, ranked, n + 1);
  *count = 0;
  for (int i = 0; i < n; i++)
    if (isfinite(v[i])) r[(*count)++] = (ranked){v[i], i};
  qsort(r, (size_t)*count, sizeof *r, by_value);
  return r;
}

// Between the two nearest of n sorted numbers.
static double quantile(const ranked *r, int n, double p)
{
  double at = p * (n - 1);
  int i = (int)at;
  return i + 1 < n ? r[i].value + (at - i) * (r[i + 1].value - r[i].value) : r[n - 1].value;
}

dv_summary dv_summary_of(const double *y, int n)
{
  dv_arena *a = dv_arena_new();
  dv_summary s = {
      .mean = NAN, .deviation = NAN, .least = NAN, .most = NAN, .quantile = {NAN, NAN, NAN}
  };
  double sum = 0, square = 0;
  ranked *r = sorted(a, y, n, &s.n);
  for (int i = 0; i < s.n; i++) sum += r[i].value;
  if (s.n) {
    s.mean = sum / s.n;
    s.least = r[0].value, s.at_least = r[0].at;
    s.most = r[s.n - 1].value, s.at_most = r[s.n - 1].at;
  }
  for (int i = 0; i < s.n; i++) square += (r[i].value - s.mean) * (r[i].value - s.mean);
  if (s.n > 1) s.deviation = sqrt(square / (s.n - 1));
  for (int i = 0; i < DV_QUANTILES && s.n; i++) s.quantile[i] = quantile(r, s.n, share[i]);
  dv_arena_free(a);
  return s;
}

// Equal values share their mean rank.
static double *ranks(dv_arena *a, const double *v, int n)
{
  int count;
  ranked *r = sorted(a, v, n, &count);
  double *out = DV_TAKE(a, double, n + 1);
  for (int i = 0, k; i < count; i = k) {
    for (k = i; k < count && r[k].value == r[i].value;) k++;
    for (int m = i; m < k; m++) out[r[m].at] = (i + k - 1) / 2.0;
  }
  return out;
}

double dv_rank_correlation(const double *x, const double *y, int n)
{
  dv_arena *a = dv_arena_new();
  double *u = DV_TAKE(a, double, n + 1), *v = DV_TAKE(a, double, n + 1), uu = 0, vv = 0, uv = 0;
  int count = 0;
  for (int i = 0; i < n; i++)
    if (isfinite(x[i]) && isfinite(y[i])) u[count] = x[i], v[count++] = y[i];
  u = ranks(a, u, count), v = ranks(a, v, count);
  double middle = (count - 1) / 2.0;
  for (int i = 0; i < count; i++) {
    uu += (u[i] - middle) * (u[i] - middle);
    vv += (v[i] - middle) * (v[i] - middle);
    uv += (u[i] - middle) * (v[i] - middle);
  }
  dv_arena_free(a);
  return uu > 0 && vv > 0 ? uv / sqrt(uu * vv) : 0;
}

// No worse in anything and better in something.
static int beats(const double *const *y, const int *sign, int ny, int a, int b)
{
  int better = 0;
  for (int k = 0; k < ny; k++) {
    double d = sign[k] * (y[k][a] - y[k][b]);
    if (sign[k] && d < 0) return 0;
    better |= sign[k] && d > 0;
  }
  return better;
}

static int counts(const double *const *y, const int *sign, int ny, int row)
{
  for (int k = 0; k < ny; k++)
    if (sign[k] && !isfinite(y[k][row])) return 0;
  return 1;
}

static int rising(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

// A new row is compared with the front so far only: what one of those beats, a member of the front beats.
int dv_pareto_front(const double *const *y, const int *sign, int ny, int n, int *front)
{
  int size = 0;
  for (int row = 0; row < n; row++) {
    int beaten = !counts(y, sign, ny, row), kept = 0;
    for (int i = 0; i < size && !beaten; i++) beaten = beats(y, sign, ny, front[i], row);
    if (beaten) continue;
    for (int i = 0; i < size; i++)
      if (!beats(y, sign, ny, row, front[i])) front[kept++] = front[i];
    front[kept++] = row;
    size = kept;
  }
  qsort(front, (size_t)size, sizeof *front, rising);
  return size;
}
