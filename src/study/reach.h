// reach.h: inverse kinematics of a point, with the attitude of its body if wanted: all branches, and which limits they keep.
#pragma once

#include "study/machine_kinematics.h"

// Where axes of the point's body shall head, unit vectors: none, one, or two for its whole attitude.
typedef struct {
  int n;
  double axis[2][3], along[2][3];  // in the body; in the world
} dv_heading;

// Struts that hold as many coordinates together.
typedef struct {
  int n, *way, *coordinate;
  int side;  // sign of det(dl/dq) in the initial pose
} dv_strut_group;

typedef struct {
  dv_kinematics *k;
  dv_spot point;
  dv_heading heading;
  dv_spot ahead[2];  // 1 m along each axis of the heading: an axis heads there when this spot gets there
  int n;             // coordinates that move it, from the root on
  const dv_mover **mover;
  double *lower, *upper;  // [n] what limits leave of each coordinate: its own, and those of axes that depend on it alone
  int tied;               // 1: some limit concerns several coordinates
  int nway;               // other limits: cylinders
  dv_way *way;
  int ngroup;  // struts on several coordinates (dead_point.c)
  dv_strut_group **group;
  int nrow;                   // closures of loops: then all free coordinates move, and the loops stay closed
  double *d, *gap, *closure;  // discrete states [nd]; scratch: gaps and their measures [2 nrow], their slopes [nrow][nv]
  int side;                   // sign of det J_D of the loops in the initial pose; 0: none
  double *q;                  // scratch: the whole pose [nq], others than the chain's at their initial positions
  double *J;                  // scratch: [3][nv]
  double *row;                // scratch: [nv]
  int follows;                // 1: loops are kept closed (dv_arm_follow): the arm's coordinates are independent, others follow
  struct dv_follow *follow;   // follow.c
  int open;                   // 1: they cannot be closed in this pose: its places are not numbers
} dv_arm;

// heading NULL: any; names NULL: all free coordinates that move the point or turn its heading. NULL after a diagnostic.
dv_arm *dv_arm_new(dv_kinematics *k, const char *point, const dv_heading *heading, const char *const *names, int n, dv_diags *d);
int dv_arm_moves(const dv_arm *c, const dv_mover *m);                                        // 1: by its joint alone
int dv_arm_ranges(dv_arm *c, dv_diags *d);                                                   // lower, upper; -1: a diagnostic
void dv_arm_pose(dv_arm *c, const double *moved);                                            // -> c->q
void dv_arm_spot(dv_arm *c, const dv_spot *p, const double *moved, double x[3], double *J);  // J [3][n] unless NULL
void dv_arm_point(dv_arm *c, const double *moved, double x[3]);
void dv_arm_jacobian(dv_arm *c, const double *moved, double *J);                            // [3][n]
void dv_arm_twist(dv_arm *c, const double *moved, int j, double turn[3], double slide[3]);  // of the point, per unit of rate j
double dv_arm_gap(dv_arm *c, const double *moved);     // largest gap of a loop; slopes go to c->closure
double dv_arm_excess(dv_arm *c, const double *moved);  // largest excess over a limit, in its unit; <= 0: none
int dv_arm_crossed(dv_arm *c);                         // 1: in c->q the loops are put together the other way

// dead_point.c
int dv_way_is_strut(const dv_way *w);     // 1: between two points, with limits on both sides
void dv_arm_group_struts(dv_arm *c);      // at the initial pose
int dv_arm_beyond_dead_point(dv_arm *c);  // 1: in c->q struts on several coordinates are beyond their dead point

// follow.c: keeps the loops of the machine closed from now on; `chosen` 1: the arm's coordinates were named, and must do. Without
// loops: nothing. -1 after a diagnostic.
int dv_arm_follow(dv_arm *c, int chosen, dv_diags *d);
void dv_arm_settle(dv_arm *c);                    // c->q: the others follow the arm's coordinates
void dv_arm_carry(dv_arm *c, const double *row);  // row [nv] -> c->row [n], by the arm's coordinates

typedef struct {
  double *moved;           // [n]
  double at[3], distance;  // of the point; from the target
  double turned;           // largest angle between an axis and where it shall head
  double excess;           // over limits
} dv_branch;

typedef struct {
  const char *method;
  int complete;  // 1: these are all branches
  int nbranch;
  dv_branch *branch;  // those that reach; within limits first, then nearest to the seed
  int within;         // how many keep all limits
  dv_branch nearest;  // within limits, if none of the branches is
} dv_reach;

void dv_reach_target(dv_arm *c, const double target[3], const double *seed, dv_reach *out);  // seed [n] or NULL

// Three revolute joints in general position: seeds of all branches, at most `most`. -1: the chain is another one.
int dv_reach_closed(dv_arm *c, const double target[3], double *moved, int most);
