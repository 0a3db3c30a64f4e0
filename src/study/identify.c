// identify.c: inertia from a swing, stiffness from load and deflection, damping from a decay.
//
//   I_o = m g l T^2 / (4 pi^2), I_c = I_o - m l^2;   T/T_0 = 1 + A^2/16 + 11 A^4/3072
//   ln(x_1/x_2) = 2 pi zeta / sqrt(1 - zeta^2)
//
// A decay is read from its extremes: differences of successive ones do not feel an offset, and fall by half the decrement.
#include "study/identify.h"

#include <math.h>

dv_swing dv_swing_inertia(double mass, double length, double period, double gravity)
{
  double about_pivot = mass * gravity * length * period * period / (4 * M_PI * M_PI);
  return (dv_swing){about_pivot, about_pivot - mass * length * length};
}

double dv_swing_small(double period, double amplitude)
{
  double a2 = amplitude * amplitude;
  return period / (1 + a2 / 16 + 11 * a2 * a2 / 3072);
}

int dv_line_fit(const double *x, const double *y, int n, dv_line *out)
{
  double mx = 0, my = 0, sxx = 0, sxy = 0, zxx = 0, zxy = 0, rest = 0, zrest = 0;
  for (int i = 0; i < n; i++) mx += x[i] / n, my += y[i] / n, zxx += x[i] * x[i], zxy += x[i] * y[i];
  for (int i = 0; i < n; i++) sxx += (x[i] - mx) * (x[i] - mx), sxy += (x[i] - mx) * (y[i] - my);
  if (n < 2 || !(sxx > 0) || x[n - 1] == x[0]) return -1;
  *out = (dv_line){.ends = (y[n - 1] - y[0]) / (x[n - 1] - x[0]), .slope = sxy / sxx, .through_zero = zxy / zxx};
  out->offset = my - out->slope * mx;
  for (int i = 0; i < n; i++) {
    rest += pow(y[i] - out->offset - out->slope * x[i], 2);
    zrest += pow(y[i] - out->through_zero * x[i], 2);
  }
  out->rms = sqrt(rest / n);
  out->error = n > 2 ? sqrt(rest / (n - 2) / sxx) : NAN;
  out->zero_error = sqrt(zrest / (n - 1) / zxx);
  return 0;
}

// ---- decay

typedef struct {
  double t, x;
} extreme;

// Vertex of the parabola through three points about the k-th; the point itself at an end or where they are in line.
static extreme vertex(const double *t, const double *x, int n, int k)
{
  if (k < 1 || k + 1 >= n) return (extreme){t[k], x[k]};
  double a = t[k - 1] - t[k], b = t[k + 1] - t[k], fa = x[k - 1] - x[k], fb = x[k + 1] - x[k];
  double curve = (fb / b - fa / a) / (b - a), slope = fa / a - curve * a;
  if (curve == 0) return (extreme){t[k], x[k]};
  double s = -slope / (2 * curve);
  return s < a || s > b ? (extreme){t[k], x[k]} : (extreme){t[k] + s, x[k] + s * (slope + curve * s)};
}

// Extremes between crossings of the mean; a crossing counts when the signal leaves a band that noise stays in.
static int find_extremes(const double *t, const double *x, int n, extreme *out)
{
  double mean = 0, most = 0;
  int side = 0, best = 0, count = 0, half = n / 2;
  // the mean of the later half: the first swings would lean on it
  for (int i = half; i < n; i++) mean += x[i] / (n - half);
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i] - mean));
  for (int i = 0; i < n; i++) {
    double y = x[i] - mean;
    int now = y > 0.05 * most ? 1 : y < -0.05 * most ? -1 : side;
    if (now != side && side) out[count++] = vertex(t, x, n, best);
    if (now != side || (now > 0 ? x[i] > x[best] : x[i] < x[best])) best = i;
    side = now;
  }
  return count;
}

int dv_decay_fit(dv_arena *a, const double *t, const double *x, int n, int skip, dv_decay *out)
{
  extreme *e = DV_TAKE(a, extreme, n + 1);
  int count = find_extremes(t, x, n, e), first = 2 * skip + 1, m = count - first;  // the first half swing may be cut by the start
  if (m < 4) return -1;
  double *k = DV_TAKE(a, double, 3 * m), *at = k + m, *size = at + m;
  int halves = 0;
  for (int i = 0; i < m; i++) k[i] = i, at[i] = e[first + i].t;
  for (int i = 0; i + 1 < m; i++) size[halves++] = log(fabs(e[first + i].x - e[first + i + 1].x) / 2);
  dv_line time, fall;
  if (dv_line_fit(k, at, m, &time) || dv_line_fit(k, size, halves, &fall)) return -1;
  double d = -2 * fall.slope, error = 2 * fall.error;
  *out = (dv_decay){.halves = halves, .period = 2 * time.slope, .amplitude = exp(fall.offset), .decrement = d, .ratio = exp(d)};
  out->damping = d / sqrt(4 * M_PI * M_PI + d * d);
  out->damping_error = error * 4 * M_PI * M_PI / pow(4 * M_PI * M_PI + d * d, 1.5);
  out->frequency = 2 * M_PI / out->period / sqrt(1 - out->damping * out->damping);
  return 0;
}

// ---- integration

// Takes away the parabola that fits best.
static void remove_drift(const double *t, double *x, int n)
{
  double S[5] = {0}, b[3] = {0}, mid = (t[0] + t[n - 1]) / 2, half = (t[n - 1] - t[0]) / 2, A[3][4];
  for (int i = 0; i < n; i++) {
    double s = (t[i] - mid) / half, p = 1;
    for (int k = 0; k < 5; k++, p *= s) {
      S[k] += p;
      if (k < 3) b[k] += p * x[i];
    }
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) A[i][j] = j < 3 ? S[i + j] : b[i];
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) {
      double f = A[i][k] / A[k][k];
      for (int j = k; j < 4 && i != k; j++) A[i][j] -= f * A[k][j];
    }
  for (int i = 0; i < n; i++) {
    double s = (t[i] - mid) / half;
    x[i] -= A[0][3] / A[0][0] + s * (A[1][3] / A[1][1] + s * A[2][3] / A[2][2]);
  }
}

void dv_decay_integrate(dv_arena *a, const double *t, const double *acceleration, int n, double *x)
{
  double *v = DV_TAKE(a, double, n), mean = 0;
  for (int i = 0; i < n; i++) mean += acceleration[i] / n;
  x[0] = 0;
  for (int i = 1; i < n; i++) v[i] = v[i - 1] + (t[i] - t[i - 1]) * ((acceleration[i] + acceleration[i - 1]) / 2 - mean);
  for (int i = 1; i < n; i++) x[i] = x[i - 1] + (t[i] - t[i - 1]) * (v[i] + v[i - 1]) / 2;
  remove_drift(t, x, n);
}
