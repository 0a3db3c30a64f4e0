// projection.h: projection matrices: the twist of every section of a machine is P u, u all its rates (Cibicik et al. 2019).
//
//   P = [V L_1 ... V L_i | 0 | S(x) | 0],  S_k = [psi_k; phi_k]       p = M u,  M = sum P^T D P        p' = E + G + tau
//   E = dT/dq at constant u,   h = M' u - E,   M u' + h = G + tau
//
// Sections are the links' rigid and added inertias, in link axes at the link's origin, and the nodes of elastic bodies, in link
// axes at their deflected places; twists of nodes are scaled by the root c of their mass: [w; c v]. Nothing here comes from the
// skeleton's recursions. For the quasi-velocities of ball and free joints E holds the gyroscopic terms as well.
#pragma once

#include "base/arena.h"
#include "formulation/screw_algebra.h"
#include "skeleton/skeleton.h"

enum { DV_SLICE_LINK = -1 };

// A place with a twist: the origin of a link, or a node of its elastic body.
typedef struct {
  int link, node;  // node: DV_SLICE_LINK, or which
  double c;        // root of the node's mass; 1
  v3 r, rate;      // c times its place in the link, link axes; its rate there
} dv_slice;

// What one rate does through one link; modal rates move every site of their beam.
typedef struct {
  int rate;
  dv_twist line, change;  // world axes, at the world's origin; its rate
} dv_line;

typedef struct {
  dv_tree tree;
  const double *num;
  int nv, nline, nsection;
  const double *q, *u;           // of dv_projection_place
  double (*R)[9];                // [nlink] axes of each link
  v3 *p;                         // [nlink] its origin
  dv_twist *twist;               // [nlink] world axes, at the world's origin
  int *first;                    // [nlink + 1] of its lines
  dv_line *line;                 // [nline]
  dv_slice *section;             // [nsection]
  dv_twist *P, *change;          // [nv] the columns of one section, and their rates
  double *M;                     // [nv][nv]
  double *momentum, *E, *h, *G;  // [nv]
} dv_projection;

dv_projection *dv_projection_new(dv_arena *a, const dv_tree *t, const double *num);          // num must outlive it
void dv_projection_place(dv_projection *s, const double *q, const double *u);                // q, u must stay
void dv_projection_section(dv_projection *s, int section);                                   // P and its rate
void dv_projection_form(dv_projection *s);                                                   // M, p, E, h, G of what was placed
void dv_projection_effort(const dv_projection *s, const double *acceleration, double *tau);  // M u' + h - G

// Reaction of the joint of a link by auxiliary speeds along the six unit screws of its frame (moments 0-2, forces 3-5):
//   rho = -(M_r u' + h_r) + G_r + tau_r    is what the link exerts on the one before
// load: NULL or [nlink][6], wrench (n, f) of the parts on each link, in link axes about its origin.
typedef struct {
  double *M;  // [6][nv]
  double h[6], G[6], tau[6];
} dv_auxiliary;
dv_auxiliary dv_auxiliary_new(dv_arena *a, const dv_projection *s);
void dv_auxiliary_form(dv_projection *s, int link, const double *load, dv_auxiliary *r);
void dv_auxiliary_reaction(const dv_projection *s, const dv_auxiliary *r, const double *acceleration, double *rho);

// Between the files of this method.
const dv_link_num *dv_projection_numbers(const dv_projection *s, int link);
dv_twist dv_slice_see(const dv_projection *s, const dv_slice *c, dv_twist line);  // a world screw as the section sees it
dv_twist dv_slice_change(const dv_projection *s, const dv_slice *c, dv_twist line, dv_twist change);  // rate of that
dv_wrench dv_slice_momentum(const dv_projection *s, const dv_slice *c, dv_twist t);                   // Pi D t
dv_wrench dv_slice_weight(const dv_projection *s, const dv_slice *c);
// Sections of an elastic body turn against each other: T = w . J psi x' + x'^T Z x' / 2 beside the rigid part.
v3 dv_turning_momentum(const dv_projection *s, int link, const double *x);  // J psi x
double dv_turning_mass(const dv_projection *s, int link, int i, int k);     // Z
// A site (skeleton/joint/site.h): its pose in the beam, and the screws of the modal rates with their rates, site axes.
void dv_site_pose(const dv_projection *s, int link, double *R, v3 *r);
void dv_site_screws(const dv_projection *s, int link, dv_twist *screw, dv_twist *change);
// A mode at a node: c phi' and its rate.
void dv_node_mode(const dv_projection *s, const dv_slice *c, int k, v3 *phi, v3 *change);
