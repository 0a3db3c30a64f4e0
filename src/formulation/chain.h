// chain.h: a machine as the document sees it: bodies that move in the inertial frame, each by a Jacobian of all rates.
//
// Nothing here comes from the skeleton's recursions: only its description of the machine (links, placements, inertias) and
// its order of coordinates and rates are shared. Everything is in inertial axes; Jacobians and inertias have the linear
// three rows first, then the angular three. Rates of ball and free joints are quasi-velocities in the axes of the child.
#pragma once

#include "base/arena.h"
#include "skeleton/skeleton.h"

// What one rate does to all that its joint carries: turns it about a line along `turn` through `at`, slides it along `slide`.
typedef struct {
  int link;
  v3 turn, slide, at;
} dv_chain_column;

// An inertia that sits on a link: a rigid body at its centre of mass, or an added 6x6 at the link's origin.
typedef struct {
  int link, weighs;
  v3 at;         // link axes, from the link's origin
  double M[36];  // link axes: linear, angular
  int n;         // columns that move it
  int *column;   // [n] rising
} dv_chain_inertia;

typedef struct {
  dv_tree tree;
  const double *num;
  int nv, ninertia;
  double (*R)[9];           // [nlink] axes of each link
  v3 *p;                    // [nlink] its origin
  dv_chain_column *column;  // [nv]
  dv_chain_inertia *inertia;
  double **J, **H;  // [ninertia] Jacobian [6][n] of its own columns; momentum M J [6][n] of each column at unit rate
} dv_chain;

dv_chain *dv_chain_new(dv_arena *a, const dv_tree *t, const double *num);  // t and num must outlive it
void dv_chain_place(dv_chain *c, const double *q);                         // all that follows is at this q

// Jacobian [6][nv] of a point of a link, given in link axes; linear, angular.
void dv_chain_jacobian(const dv_chain *c, int link, v3 point, double *J);
