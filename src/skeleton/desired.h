// desired.h: efforts that a desired motion wants of a machine at its present motion, and their rates. See desired.c.
#pragma once

#include "skeleton/six.h"
#include "skeleton/skeleton.h"

typedef struct {
  dv_six V, D, A;       // twist, desired twist, desired acceleration without gravity
  dv_six dV, dD, dA;    // their rates
  dv_six F, dF;         // wrench that the joint passes on, and its rate
  dv_six L;             // the loads' part of it
  dv_six h, k, dh, dk;  // document: momentum of the motion and of the desired one, beyond the joint; their rates
  v3 g;                 // gravity
} dv_desired_work;

enum { DV_DESIRED_REALS = 13 * 6 + 3 };

typedef struct {
  const real *q, *v, *a;     // the motion: coordinates, rates, accelerations
  const real *dv, *da, *dj;  // the desired one: rates, accelerations, jerks; [nv]
  const real *fext;          // outer wrenches on the links (moment, force), link axes about their origins [nlink][6]; NULL: none
  int christoffel;           // C by Christoffel's symbols; else C_jl = 1/2 sum_k v_k dB_kl/dq_j
} dv_desired_motion;

#ifdef __cplusplus
extern "C" {
#endif
// After dv_position at q. w, d: scratch, [nlink]. effort: [nv]; rate: [nv], or NULL; of the efforts without fext.
void DV_X(dv_desired)(DV_TREE, dv_desired_work *d, const dv_desired_motion *m, real *effort, real *rate);
#ifdef __cplusplus
}
#endif
