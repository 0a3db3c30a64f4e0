// width.c: compiled once per width.
#include "davit/real.h"
#include "width.h"

void DV_X(width_run)(const double *x, const double *y, double *out)
{
  const int n = 8 * WIDTH_BLOCKS;
  for (int i = 0; i < n; i += DV_LANES) {
    real a, b, r[WIDTH_FUNCTIONS];
    memcpy(&a, x + i, sizeof a);
    memcpy(&b, y + i, sizeof b);
    dv_sincos(a, &r[0], &r[1]);
    r[2] = dv_tan(a), r[3] = dv_exp(a), r[4] = dv_expm1(a), r[5] = dv_log(a), r[6] = dv_tanh(a), r[7] = dv_atan(a);
    r[8] = dv_atan2(a, b), r[9] = dv_asin(a), r[10] = dv_acos(a), r[11] = dv_hypot(a, b), r[12] = dv_pow(a, b);
    r[13] = dv_floor(a), r[14] = dv_pow(b, a);
    for (int k = 0; k < WIDTH_FUNCTIONS; k++) memcpy(out + k * n + i, &r[k], sizeof r[k]);
  }
}
