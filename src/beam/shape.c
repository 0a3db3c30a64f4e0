// shape.c: closed forms of shape functions.
//
//   bending     hinged-hinged sin(k pi x/L);  others  cosh bx -+ cos bx - s (sinh bx -+ sin bx)  with  cos bL cosh bL = -+1
//   twist, stretch   sin((2k - 1) pi x/2L) with a free end, sin(k pi x/L) between clamped ends, cos(k pi x/L) between free ones
//   cosh bx - s sinh bx = ((1 - s) e^bx + (1 + s) e^-bx)/2,  1 - s without cancellation: high modes stay exact at the far end
//
// Blevins 1979, tables 8-1, 8-16, 8-19.
#include "beam/shape.h"

#include <math.h>

// Root k (from 1) of cos x cosh x = sign, by Newton on  cos x - sign / cosh x,  which does not grow with x.
static double root(int k, int sign)
{
  double x = sign < 0 ? (k - 0.5) * M_PI : (k + 0.5) * M_PI;
  for (int i = 0; i < 60; i++) {
    double f = cos(x) - sign / cosh(x), d = -sin(x) + sign * sinh(x) / (cosh(x) * cosh(x)), step = f / d;
    x -= step;
    if (fabs(step) < 1e-16 * x) break;
  }
  return x;
}

// cosh - s sinh and sinh - s cosh, at t of bL.
typedef struct {
  double beta, s, rest;  // rest: (1 - s) e^(bL)
} hyperbolic;

static hyperbolic hyperbolic_of(int k, int sign)
{
  hyperbolic h = {root(k, sign), 0, 0};
  double b = h.beta, e = exp(-b);
  double under = 0.5 * (1 - e * e) - sign * sin(b) * e;  // (sinh - sign sin) e^-b
  h.s = (0.5 * (1 + e * e) - sign * cos(b) * e) / under;
  h.rest = (sign * (cos(b) - sin(b)) - e) / under;
  return h;
}

// Clamped root: cosh - cos - s (sinh - sin); free root: + instead of the inner minus. Value, slope, curvature by t = x/L.
static void beam_function(int k, dv_beam_ends ends, double t, double *value)
{
  int sign = ends == DV_CLAMPED_FREE ? -1 : 1, clamped = ends == DV_FREE_FREE ? -1 : 1;
  hyperbolic h = hyperbolic_of(k, sign);
  double x = h.beta * t, up = 0.5 * h.rest * exp(x - h.beta), down = 0.5 * (1 + h.s) * exp(-x);
  double even = up + down, odd = up - down;
  value[0] = even - clamped * (cos(x) - h.s * sin(x));
  value[1] = h.beta * (odd + clamped * (sin(x) + h.s * cos(x)));
  value[2] = h.beta * h.beta * (even + clamped * (cos(x) - h.s * sin(x)));
}

static void polynomial(const dv_beam_data *d, int k, double t, double *value)
{
  double power[DV_POLYNOMIAL_MOST] = {0};
  int top = DV_POLYNOMIAL_MOST - 1;
  if (d->npolynomial)
    for (int i = 0; i <= top; i++) power[i] = d->polynomial[k][i];
  else power[k + 2] = 1;
  value[0] = value[1] = value[2] = 0;
  for (int i = top; i >= 0; i--) {
    value[2] = value[2] * t + 2 * value[1];
    value[1] = value[1] * t + value[0];
    value[0] = value[0] * t + power[i];
  }
}

static void bending(const dv_beam_data *d, dv_beam_ends ends, int k, double t, double *value)
{
  double a = (k + 1) * M_PI;
  switch (ends) {
  case DV_HINGED_HINGED:
    value[0] = sin(a * t);
    value[1] = a * cos(a * t);
    value[2] = -a * a * value[0];
    break;
  case DV_POLYNOMIAL: polynomial(d, k, t, value); break;
  default: {
    double end[3], size = ends == DV_CLAMPED_CLAMPED ? 1.588 : 2;  // largest displacement about 1
    beam_function(k + 1, ends, t, end);
    for (int i = 0; i < 3; i++) value[i] = end[i] / size;
  }
  }
}

static void along(const dv_beam_data *d, int k, double t, double *value)
{
  int boundary = d->ends == DV_CRAIG_BAMPTON && k == 0;
  double half = (k + 0.5) * M_PI, whole = (d->ends == DV_CRAIG_BAMPTON ? k : k + 1) * M_PI;
  int between = d->ends == DV_CLAMPED_CLAMPED || d->ends == DV_CRAIG_BAMPTON, open = d->ends == DV_FREE_FREE;
  value[0] = boundary ? t : between ? sin(whole * t) : open ? cos(whole * t) : sin(half * t);
  value[1] = boundary ? 1 : between ? whole * cos(whole * t) : open ? -whole * sin(whole * t) : half * cos(half * t);
}

void dv_shape_closed(const dv_beam_basis *b, int k, double x, dv_shape_value *v)
{
  double value[3] = {0}, L = b->data->length;
  *v = (dv_shape_value){0};
  if (b->way == DV_TWIST || b->way == DV_STRETCH) {
    along(b->data, k, x / L, value);
    v->u = value[0];
    v->strain = value[1] / L;
    return;
  }
  bending(b->data, dv_beam_ends_of(b->data, b->way), k, x / L, value);
  v->u = value[0];
  v->slope = v->turn = value[1] / L;
  v->strain = value[2] / (L * L);
}
