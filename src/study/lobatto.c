// lobatto.c: Lobatto's rules: points with both ends, integrals of the polynomials through them.
#include "study/collocation.h"

#include <math.h>

const dv_lobatto dv_lobatto_rows[] = {
    {"hermite-simpson", "cubic, three points, order 4",   3, {0, 0.5, 1}                                     },
    {"trapezoid",       "quadratic, two points, order 2", 2, {0, 1}                                          },
    {"lobatto",         "quartic, four points, order 6",  4, {0, 0.27639320225002103, 0.72360679774997897, 1}},
    {NULL,              NULL,                             0, {0}                                             },
};

void dv_lobatto_weights(const dv_lobatto *l, double to, double *weight)
{
  for (int i = 0; i < l->n; i++) {
    double p[DV_STAGES_MOST + 1] = {1};  // the polynomial that is 1 at point i and 0 at the others
    int degree = 0;
    for (int j = 0; j < l->n; j++) {
      if (j == i) continue;
      double span = l->at[i] - l->at[j];
      degree++;
      for (int k = degree; k >= 0; k--) p[k] = ((k ? p[k - 1] : 0) - l->at[j] * (k < degree ? p[k] : 0)) / span;
    }
    weight[i] = 0;
    for (int k = 0; k <= degree; k++) weight[i] += p[k] * pow(to, k + 1) / (k + 1);
  }
}
