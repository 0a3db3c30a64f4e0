// peer.h: one multibody code (another's, or ours) that has modelled a tree of ours.
//
// put and get speak the conventions of skeleton.h and convert; run is the code itself on a sample that was put, and
// is what the benchmarks time. So a differential test is: the same trees and samples to two codes, and equal answers.
#pragma once

#include "skeleton/skeleton.h"

// What a code can be asked, and what get then gives.
enum {
  DV_PEER_KINEMATICS,  // [nlink][18]: R_WB row-major, p_WB, twist (w, v) in link axes about the link's origin
  DV_PEER_RNEA,        // [nv]: efforts for the sample's accelerations
  DV_PEER_CRBA,        // [nv][nv]: mass matrix
  DV_PEER_ABA,         // [nv]: accelerations for the sample's efforts; where a link is driven, its effort for the given one
  DV_PEER_REACTION,    // [nlink][6]: (n, f) of each joint on its link, link axes, in the motion of ABA
  DV_PEER_TOTAL,       // [11]: momentum (angular about the world's origin, linear), centre of mass, kinetic and potential energy
  DV_PEER_POINT,       // [6][nv], [6]: Jacobian of dv_peer_point on the last link, its acceleration at zero joint accelerations
  DV_PEER_OPS
};

static const double dv_peer_point[3] = {0.3, -0.2, 0.5};

// One state of the tree and what acts on it; fext may be NULL.
typedef struct {
  const double *q, *v, *a, *tau, *fext;
} dv_sample;

typedef struct {
  const char *name;
  int lanes;                                                        // samples that one run takes: k, k + 1, ...
  void *(*make)(const dv_tree *t, const double *num, int nsample);  // NULL: this code cannot model the tree; t must stay
  void (*drop)(void *peer);
  void (*put)(void *peer, int k, const dv_sample *s);
  void (*run[DV_PEER_OPS])(void *peer, int k);          // NULL: this code has no such function
  void (*get)(void *peer, int op, int k, double *out);  // of sample k of the last run
} dv_peer;

#ifdef __cplusplus
extern "C" {
#endif

extern const dv_peer dv_peer_davit_x1, dv_peer_davit_x4, dv_peer_davit_x8;
extern const dv_peer dv_peer_mujoco, dv_peer_simbody, dv_peer_kdl;

#ifdef __cplusplus
}
#endif
