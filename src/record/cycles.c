// cycles.c: rainflow counting (Matsuishi and Endo 1968) in the form of ASTM E1049, section 5.4.4.
//
// Reversals wait on a stack. The range Y before the last one, X, closes a cycle when X >= Y; a Y that holds the start counts one
// half. What remains at the end are half cycles. Ranges below a billionth of the whole are rounding and are left out. Damage of a
// range: Palmgren (1924) and Miner (1945) on a line N = C range^-slope.
#include "record/cycles.h"

#include <math.h>

static const double rounding = 1e-9;

typedef struct {
  dv_cycle *item;
  int n;
} counted;

// Largest less least value.
static double whole_range(const double *y, int n)
{
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (int i = 0; i < n; i++)
    if (isfinite(y[i])) least = fmin(least, y[i]), most = fmax(most, y[i]);
  return most > least ? most - least : 0;
}

// Ends and turning points of y, without points that are not finite. A turn by less than `least` is none.
static int reversals(const double *y, int n, double least, double *out)
{
  int m = 0;
  for (int i = 0; i < n; i++) {
    if (!isfinite(y[i]) || (m && y[i] == out[m - 1])) continue;
    int on = m > 1 && (y[i] > out[m - 1]) == (out[m - 1] > out[m - 2]);
    if (m && !on && fabs(y[i] - out[m - 1]) < least) continue;
    out[on ? m - 1 : m] = y[i];
    m += !on;
  }
  return m;
}

static void close_range(counted *c, double from, double to, double count)
{
  c->item[c->n++] = (dv_cycle){.range = fabs(to - from), .mean = (from + to) / 2, .count = count};
}

// Counts what the newest reversal closes; gives the height of the stack that is left.
static int settle(counted *c, double *s, int n)
{
  while (n >= 3 && fabs(s[n - 1] - s[n - 2]) >= fabs(s[n - 2] - s[n - 3])) {
    int start = n == 3;
    close_range(c, s[n - 3], s[n - 2], start ? 0.5 : 1);
    if (start) s[0] = s[1], s[1] = s[2];
    else s[n - 3] = s[n - 1];
    n -= start ? 1 : 2;
  }
  return n;
}

int dv_cycles_count(dv_arena *a, const double *y, int n, dv_cycle **out)
{
  double *turn = DV_TAKE(a, double, n + 1), *stack = DV_TAKE(a, double, n + 1);
  int m = reversals(y, n, rounding * whole_range(y, n), turn), height = 0;
  counted c = {.item = DV_TAKE(a, dv_cycle, m + 1)};
  for (int i = 0; i < m; i++) {
    stack[height++] = turn[i];
    height = settle(&c, stack, height);
  }
  for (int i = 1; i < height; i++) close_range(&c, stack[i - 1], stack[i], 0.5);
  *out = c.item;
  return c.n;
}

double dv_cycles_equivalent(const dv_cycle *c, int n, double slope, double cycles)
{
  double most = 0, sum = 0;
  for (int i = 0; i < n; i++) most = fmax(most, c[i].range);
  if (!most) return 0;
  for (int i = 0; i < n; i++) sum += c[i].count * pow(c[i].range / most, slope);  // scaled: powers of newtons overflow
  return most * pow(sum / cycles, 1 / slope);
}
