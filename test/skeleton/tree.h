// tree.h: random trees of all joint rows, described in plain numbers and packed for the skeleton.
//
// The same seed gives the same tree and states everywhere. A link is a body and the joint that carries it;
// conventions of coordinates and rates are those of skeleton.h.
#pragma once

#if DV_LANES > 1
#error "trees are packed for one lane; see lanes.c for the others"
#endif
#include "skeleton/skeleton.h"

enum { TREE_LINKS = 32, TREE_NQ = 7 * TREE_LINKS, TREE_NV = 6 * TREE_LINKS, TREE_NUM = 3 + 44 * TREE_LINKS };

// What a tree may contain beside primitive and ball joints over rigid bodies.
enum {
  TREE_FLOATING = 1,     // the first link hangs on a free joint
  TREE_FULL = 2,         // some bodies have an added 6x6 inertia
  TREE_DRIVEN = 4,       // some joints are driven
  TREE_MASSLESS = 8,     // universal, cylindrical and planar chains over massless links
  TREE_INNER_FREE = 16,  // free joints between links
  TREE_NESTED = 32       // links are numbered depth first
};

typedef struct {
  int parent;           // link, or -1: the world
  char joint[16];       // name of the joint's row
  double R[9], p[3];    // placement of the joint frame in the parent, row-major: v_parent = R v_joint; origin
  double mass, com[3];  // com in link axes from the link's origin
  double inertia[6];    // about com, link axes: xx xy xz yy yz zz
  double pitch;         // m/rad of a helical joint, rad/m of a leadscrew
  int full, driven;     // has `added`; acceleration given
  double added[21];     // J[6] H[9] M[6] about the link's origin, without weight
} tree_link;

typedef struct {
  int n;
  tree_link body[TREE_LINKS];
  double gravity[3];
  dv_tree tree;  // points to link[] of this struct: do not copy
  dv_link link[TREE_LINKS];
  _Alignas(64) double num[TREE_NUM];
  int nnum;
} random_tree;

typedef struct {
  double q[TREE_NQ + 8], v[TREE_NV], a[TREE_NV], tau[TREE_NV];
  double fext[6 * TREE_LINKS];
} tree_state;

double tree_uniform(uint64_t *seed, double lo, double hi);
void tree_make(random_tree *t, uint64_t seed, int nlink, int options);
void tree_pack(random_tree *t);  // body[], gravity -> link[], num[]; again after a change of body[]
void tree_state_make(const random_tree *t, uint64_t seed, tree_state *s);
