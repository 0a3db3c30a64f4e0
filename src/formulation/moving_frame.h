// moving_frame.h: the moving frame method (Murakami and Impelluso): a frame on every body, and one matrix B for all.
//
//   X' = B v     M* = B^T M B     N* = B^T (M B' + D M B)     F* = B^T F     M* v' + N* v = F* + tau
//
// Six rows per body: velocity of its mass centre in inertial axes, angular velocity in its own. A body with added mass has six
// more: velocity of its origin and angular velocity, both in its own axes. Nothing here comes from the skeleton's recursions.
#pragma once

#include "base/arena.h"
#include "skeleton/skeleton.h"

enum { DV_FRAMES_MOST = 1000 };  // rates; B takes 6 numbers per body and rate

typedef struct {
  int link, added;
  double M[36], D[36];  // blocks of M, which is constant, and of D
} dv_frame_rows;

typedef struct {
  dv_tree tree;
  const double *num;
  int nv, nblock;           // rates; blocks of six rows
  int outer;                // free joints slide along the axes of the parent (the document's x'), else along the child's
  v3 *centre;               // [nlink] mass centre in link axes
  double (*R)[9];           // [nlink] frame connections E = [R x; 0 1]: axes,
  v3 *x;                    //   mass centre
  v3 *w;                    // [nlink] angular velocity, own axes
  v3 *Bv, *Bw, *dBv, *dBw;  // [nlink][nv] columns of B and B'
  dv_frame_rows *rows;      // [nblock]
  double *B, *Bdot;         // [6 nblock][nv]
  double *M, *N;            // [nv][nv]
  double *F, *Fstar;        // [6 nblock], [nv]
} dv_frames;

dv_frames *dv_frames_new(dv_arena *a, const dv_tree *t, const double *num, int outer);  // t and num must outlive it
void dv_frames_place(dv_frames *f, const double *q, const double *v);                   // E, B, B', D
void dv_frames_stack(dv_frames *f, const double *v);                                    // its last part: columns to rows, D
void dv_frames_form(dv_frames *f);                                                      // M*, N* of what was placed
void dv_frames_weigh(dv_frames *f);                                                     // F: weight; more may be added to it
void dv_frames_load(dv_frames *f);                                                      // F* = B^T F

// The rotation-only collapse: rows of velocities count no more, so only moments of inertia about mass centres remain.
void dv_frames_collapse(dv_frames *f);

// Accelerations of the free coordinates and efforts of the driven ones (driven[i] != 0: a[i] is given, tau[i] asked for).
// NULL: all are free. 1: M* of the free ones is not positive definite.
int dv_frames_split(dv_arena *a, const dv_frames *f, const double *v, const char *driven, double *acceleration, double *tau);
void dv_frames_effort(const dv_frames *f, const double *v, const double *a, double *tau);  // M* a + N* v - F*
