// beam_link.h: elastic bodies: a floating frame (the link's) and modal coordinates x that move the body's points and sections in
// it.
//
//   r = r0 + phi x (+ e x^T G x / 2: bending shortens),   velocity v + w x r + phi' x',  phi' = phi + e (G x)^T
//   section's angular velocity  w + psi x'   (small rotations);   T = 1/2 sum c^2 |velocity|^2 + 1/2 sum J (w + psi x')^2
//
// The mass lies in nodes of weight c^2. Nodes are scaled by c, so that a node is (c, c r0, c phi, c G) and every integral over
// the body is a sum over nodes; of a linear field few nodes have the same sums as many. Shabana 2013, ch. 5; Wasfy & Noor 2003.
#pragma once

#include "skeleton/pass.h"

// Numbers of a beam, from link.shape on: e[3], Jpsi[modes][3], N[modes][modes] (sections; without shortening also the nodes'),
// then nodes: c, r0[3], phi[modes][3], with shortening G[modes][modes]. J alone is in the link's I.
typedef struct {
  real *pos, *rate, *acc;  // [modes] x, x', x''
  solid *own;              // the nodes as they lie
  real *B;                 // [modes][6] angular, linear momentum of the body per modal rate
  real *N;                 // [modes][modes] modal mass
  real *A, *C, *W;         // dv_aba: modal mass and B with what sites carry; gains A^-1 C
  real *e;                 // [modes] modal bias, then the free accelerations
} beam_room;

DV_FN beam_room dv_beam_room_at(real *room, int n)
{
  beam_room r;
  r.pos = room;
  r.rate = r.pos + n;
  r.acc = r.rate + n;
  r.e = r.acc + n;
  r.own = (solid *)(void *)(r.e + n);
  r.B = r.e + n + 10;
  r.C = r.B + 6 * n;
  r.W = r.C + 6 * n;
  r.N = r.W + 6 * n;
  r.A = r.N + n * n;
  return r;
}
DV_FN beam_room dv_beam_room(here h) { return dv_beam_room_at(dv_room(h), h.l->modes); }

#ifdef __cplusplus
extern "C" {
#endif
void DV_X(dv_beams_place)(DV_TREE, const real *q);  // own, B, N
void DV_X(dv_beams_move)(DV_TREE, const real *v);   // rate
void DV_X(dv_beams_open)(DV_TREE);                  // A, C, e before sites add what they carry
// The burden on a beam's link, with its nodes added and its modal coordinates eliminated; tau: modal efforts.
void DV_X(dv_beam_eliminate)(DV_TREE, int i, const real *tau, dv_burden *c);
void DV_X(dv_beam_finish)(DV_TREE, int i, real *acc);        // modal accelerations from those of the link
void DV_X(dv_beam_wrench)(here h, v3 *n, v3 *f, real *tau);  // what moves the nodes, added to n, f; tau [modes] or NULL: set
void DV_X(dv_beam_momentum)(here h, v3 *n, v3 *f, real *p);  // added to n, f; p [modes] or NULL: set
void DV_X(dv_beam_slope)(here h, real *slope);               // dT/dx of the nodes, [modes]
#ifdef __cplusplus
}
#endif
