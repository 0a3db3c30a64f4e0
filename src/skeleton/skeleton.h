// skeleton.h: the multibody tree, its numbers, its scratch, and the passes over it.
//
// A *link* is a body and the joint that carries it; links are numbered so that parents come first.
// Structure is ints (dv_link), equal in all lanes; numbers are reals (dv_link_num), one set per lane.
// Spatial quantities are (angular, linear) pairs in the axes of the link, about the origin of the link.
// Rates are quasi-velocities: a ball joint's is its angular velocity in child axes, a free joint's is
// (linear 3, angular 3) in child axes. Coordinates: ball (w x y z), free (x y z, w x y z).
#pragma once

#include "davit/real.h"
#include "math/spatial.h"  // v3 and its algebra

enum { DV_FREE, DV_DRIVEN };          // how a link's joint moves: effort given, or acceleration given (prescribed, locked)
enum { DV_RIGID, DV_FULL, DV_BEAM };  // rows of the body table: mass + com + inertia, any symmetric 6x6, elastic (beam_link.h)
enum { DV_MODES_MOST = 32 };          // modal coordinates of one elastic body

typedef struct dv_link {
  int parent;  // link, or -1: the world
  int joint;   // row of joints.def
  int body;    // DV_RIGID, DV_FULL, DV_BEAM
  int drive;   // DV_FREE, DV_DRIVEN
  int iq, iv;  // first coordinate, first rate
  int turned;  // 0: the placement is a pure translation
  int level;   // dv_level of the placement's origin
  int num;     // first of its numbers in the number block, a dv_link_num

  // DV_BEAM: modal coordinates and the first of them in q and v; nodes (beam_link.h); 1: its points come nearer as it bends;
  // number: its field; scratch, reals from the work of link 0
  int modes, mq, mv, nodes, shortens, shape, room;
  // A site (joint/site.h), where something is attached to a beam. Modal coordinates of that beam, 0: a weld; 1: bending brings
  // it nearer; number: its shapes; scratch of the site, and of the beam
  int site_modes, site_shortens, site_shape, site_room, site_beam_room;
} dv_link;

// Numbers of a link. A DV_RIGID link has only the first part in the block, up to `full`.
typedef struct {
  real R[9], p[3];  // placement of the joint frame in the parent at q = 0, row-major; origin
  real m, mc[3];    // mass; mass x centre of mass
  real I[6];        // inertia about the link's origin: xx xy xz yy yz zz
  real pitch;       // dv_primitive_number: m/rad of helical joints
  real full[21];  // DV_FULL: *added* to the rigid part, without weight: J[6] (as I), H[9], M[6];  n = J w + H v, f = H^T w + M v
} dv_link_num;

typedef struct {
  int nlink, nq, nv;
  int gravity;          // where the gravity vector (3, world axes) starts in the number block
  int elastic;          // 1: some bodies are DV_BEAM
  int full;             // 1: some bodies are DV_FULL
  const dv_link *link;  // [nlink]
} dv_tree;

// An inertia of six freedoms: n = J al + H acc, f = H^T al + M acc. What hangs on a link: inertia, moment, force.
typedef struct {
  real J[6], H[9], M[6];
} dv_lump;
typedef struct {
  dv_lump I;
  v3 n, f;
} dv_burden;

// Scratch of a link; what is published stays valid until the next pass that writes it.
typedef struct {
  // dv_position: the joint's rotation, as far as it has one; dv_velocity: also w, v, cw, cv
  real s, c;       // sine and cosine of the coordinate (revolute, helical)
  v3 w;            // angular velocity
  v3 al, acc;      // angular acceleration; acceleration of the origin minus gravity: what an accelerometer there reads
  v3 n, f;         // dv_rnea, dv_reaction: moment and force that the joint exerts on the link, about its origin
  v3 cw, cv;       // angular, linear acceleration of the link while its parent's and its joint's are zero
  real U[12];      // the joint's elimination in dv_aba; see the joints
  int heaped;      // `load` holds the share of some children
  int end, count;  // dv_crba: rate behind those of all that the link carries; how many they are
  dv_burden load;  // what children load on the link; of a driven link its own articulated inertia and bias
  v3 v;            // velocity of the origin
  v3 r;            // origin of the link in the parent, parent axes (prismatic, helical, free; else the placement's)
  real E[9];       // axes of the link in the parent (ball, free)
  v3 g;            // gravity in link axes, in trees with DV_FULL bodies
  // dv_pose
  real R_WB[9];  // axes of the link in the world, row-major
  v3 p_WB;       // origin of the link in the world
} dv_link_work;

// Which components of an origin are zero, a bit each. 0 claims nothing, and is right for any.
static inline int dv_level(const double *p) { return (p[0] == 0) | (p[1] == 0) << 1 | (p[2] == 0) << 2; }

// What a joint's row says.
typedef struct {
  const char *name, *family;
  int axis, nq, nv, turns;  // turns: its one coordinate is an angle
} dv_joint_facts;

// Scratch of elastic bodies, in reals; it lies behind the links' work.
#define DV_BEAM_ROOM(modes) (10 + 22 * (modes) + 2 * (modes) * (modes))
#define DV_SITE_ROOM(modes) (7 + 6 * (modes))

// Reals of the links' work with the room of elastic bodies.
static inline int dv_tree_reals(const dv_tree *t)
{
  int n = t->nlink * (int)(sizeof(dv_link_work) / sizeof(real));
  for (int i = 0; i < t->nlink; i++) {
    const dv_link *l = &t->link[i];
    int beam = l->body == DV_BEAM ? l->room + DV_BEAM_ROOM(l->modes) : 0, site = l->site_room + DV_SITE_ROOM(l->site_modes);
    n = beam > n ? beam : n;
    n = l->site_room && site > n ? site : n;
  }
  return n;
}

// All functions: t and num as above, w has nlink entries and the room of elastic bodies. fext: NULL or [nlink][6], wrench (n, f)
// that the world exerts on each link, in link axes about its origin.
#define DV_TREE const dv_tree *t, const real *__restrict num, dv_link_work *__restrict w

#ifdef __cplusplus
extern "C" {
#endif

int DV_X(dv_joint_row)(const char *name);  // "revolute_x", ... "ball", "free", "site" -> row, or -1
dv_joint_facts DV_X(dv_joint_row_facts)(int row);

// Kinematics. dv_pose needs dv_velocity (or dv_position) of the same q.
void DV_X(dv_position)(DV_TREE, const real *q);                 // joint rotations and offsets only
void DV_X(dv_velocity)(DV_TREE, const real *q, const real *v);  // and twists
void DV_X(dv_pose)(DV_TREE);                                    // R_WB, p_WB of every link
void DV_X(dv_accelerate)(DV_TREE, const real *a);               // al, acc for given joint accelerations, after dv_velocity

// Dynamics. They find what they need from q and v (not v, cw, cv of the links), except the _at form, which uses the w of an
// earlier dv_velocity at (q, v).
void DV_X(dv_rnea)(DV_TREE, const real *q, const real *v, const real *a, const real *fext, real *tau);
void DV_X(dv_crba)(DV_TREE, const real *q, real *Mass);  // [nv][nv], symmetric, filled
void DV_X(dv_aba)(DV_TREE, const real *q, const real *v, real *tau, const real *fext, real *a);
void DV_X(dv_aba_at)(DV_TREE, real *tau, const real *fext, real *a);
// dv_aba is hybrid: where a link is DV_DRIVEN its a is read and its tau is written (the drive's effort); elsewhere the reverse.

// Lagrange-Hamilton form: p = B v and slope with p' = slope - gravity's efforts + tau; see hamilton.c.
void DV_X(dv_hamilton)(DV_TREE, const real *q, const real *v, real *p, real *slope);
void DV_X(dv_momenta)(DV_TREE, real *p);  // p alone, after dv_velocity; w[i].n, w[i].f are used up

// After dv_rnea, or after dv_aba + dv_reaction: w[i].n, w[i].f is the wrench the joint of link i exerts on link i.
// dv_reaction: inward pass of Newton-Euler with the w, v, al, acc that dv_velocity and dv_accelerate or dv_aba_at left.
void DV_X(dv_reaction)(DV_TREE, const real *fext);

// Wrench (n, f) that moves a part of an elastic body's mass, link axes about its origin, after dv_rnea: part as dv_link of that
// body with nodes and shape of its own; J [6]: of the part's sections; room: DV_BEAM_ROOM.
void DV_X(dv_beam_part)(DV_TREE, int link, const dv_link *part, const real *J, real *room, real *wrench);

// Quantities of the whole. They use w of dv_velocity and dv_pose.
// dv_jacobian: [6][nv], world axes: angular rows 0-2, linear rows 3-5 of the point, which is given in link axes.
// dv_jdotv: [6]: acceleration of the point at zero joint accelerations, no gravity.
void DV_X(dv_jacobian)(DV_TREE, int link, const real *point, real *Jac);
void DV_X(dv_jdotv)(DV_TREE, int link, const real *point, real *acc);
void DV_X(dv_momentum)(DV_TREE, real *h);                       // [6] about the world's origin, world axes: angular, linear
void DV_X(dv_mass_centre)(DV_TREE, real *mass, real *com);      // rigid parts only
void DV_X(dv_energy)(DV_TREE, real *kinetic, real *potential);  // potential: zero at the world's origin

// Coordinates.
void DV_X(dv_coordinate_rate)(const dv_tree *t, const real *q, const real *v, real *qdot);  // q' = N(q) v
// q (+) h dq: the constant rates dq for a time h: attitudes by the exact exponential, a free joint along its screw.
void DV_X(dv_coordinate_add)(const dv_tree *t, const real *q, double h, const real *dq, real *out);
void DV_X(dv_coordinate_normalise)(const dv_tree *t, real *q);  // unit quaternions

#ifdef __cplusplus
}
#endif
