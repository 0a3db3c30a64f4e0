// rates.h: between our rates v and another code's u.
//
//   u = T v,   u' = T a + c,   f = T^T f_u,   M = T^T M_u T
//
// T is, up to order, block-diagonal in ones and rotations, hence orthogonal.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// One block: u[theirs...] = R v[ours...], of n = 1 or 3.
typedef struct {
  int n, ours, theirs;
  double R[9], c[3];
} dv_rate_block;

typedef struct {
  int nblock;
  dv_rate_block *block;
} dv_rates;

dv_rates dv_rates_make(int nv);
void dv_rates_drop(dv_rates *r);
void dv_rates_clear(dv_rates *r);
void dv_rates_add_one(dv_rates *r, int ours, int theirs);
void dv_rates_add_three(dv_rates *r, int ours, int theirs, const double *R);  // R NULL: 1
void dv_rates_drift(dv_rates *r, const double *w, const double *v);           // c = R (w x v) of the block added last

void dv_rates_there(const dv_rates *r, const double *x, double *y);        // y = T x: rates and efforts
void dv_rates_back(const dv_rates *r, const double *y, double *x);         // x = T^T y
void dv_rates_there_accel(const dv_rates *r, const double *a, double *y);  // y = T a + c
void dv_rates_back_accel(const dv_rates *r, const double *y, double *a);   // a = T^T (y - c)
void dv_rates_back_matrix(const dv_rates *r, int nv, double *M);           // M = T^T M T, in place

#ifdef __cplusplus
}
#endif
