// machine.h: a machine as formulas: its tree with polynomials for numbers, and what follows from that.
//
//   M(q) v' + C(q, v) v + g(q) = B(q) f       of the bodies alone, all coordinates free; f: efforts along the machine's axes
#pragma once

#include "symbol/algebra.h"
#include "symbol/read_formula.h"

enum { DV_SYMBOL_RATES = 64 };

// A coordinate: an angle of the ring, an atom of the ring, or both.
typedef struct {
  const char *name;
  int angle, atom;  // -1: it is none
} dv_symbol_coordinate;

typedef struct {
  const char *name;  // "pin.rate", "base.wx"
  const char *of;    // "pin", "base.wx"
  int atom, link;
  dv_pv turn, slide;  // what it does, in the axes of its link
  int whole;          // place in a joint that moves as a whole, -1: none; slides of that joint, 0 or 3
  int slides;
  int chosen;  // 1: a velocity of the user's own, --quasi
} dv_symbol_rate;

// Links come parents first; one that carries no body has no inertia.
typedef struct {
  int parent;  // -1: the world
  dv_pose at;  // in the parent, with the joint's motion
  int rate, nrate;
  dv_poly mass;
  dv_pv centre, moment;  // of mass; mass x centre
  dv_pm J, H, I;         // inertia of six freedoms about the origin: n = J w + H v, f = H^T w + I v
  dv_pose world;         // in the world
} dv_symbol_link;

typedef struct {
  const char *name;  // "dipper.tip"
  int link;
  dv_pv at;
  dv_pv place;  // in the world
  dv_poly *J;   // [6][nv] linear, angular; world axes
} dv_symbol_point;

// Distance between two points: its square and half the square's slopes.
typedef struct {
  const char *name;
  dv_poly square, *slope;  // [nv]: length x d(length)/dq
} dv_symbol_axis;

// Equation of a loop: zero at each q that closes it.
typedef struct {
  const char *name;  // "coupler.1"
  dv_poly zero, *J;  // [nv]
} dv_symbol_closure;

typedef struct {
  dv_symbols *symbols;
  dv_ring *ring;
  const dv_spec *spec;
  int nq, nv, nlink, npoint, naxis, nclosure;
  dv_symbol_coordinate *q;
  dv_symbol_rate *v;
  dv_poly *N;  // [nq][nv]: q' = N v
  dv_symbol_link *link;
  int *seat;  // [body] its link
  dv_symbol_point *point;
  dv_symbol_axis *axis;
  dv_symbol_closure *closure;
  dv_pv gravity;
  dv_poly V;          // potential energy
  dv_poly *M, *C;     // [nv][nv]
  dv_poly *c, *g;     // [nv]: C v
  dv_poly *h;         // [nv]: what motion alone adds to the momentum: p = M v, p' = h - g + tau
  dv_poly *A, *beta;  // [nv][nv] of velocities of the user's choice: v = A rates, rates = beta v; NULL: rates it is
  const char **rate;  // [nv] names of the rates then
  int divisor;        // atom of A's determinant, by which they divide; -1: none
  dv_poly determinant;
  double prune, left_out, pruned;  // share that was asked for; largest part that went, of the scale of its entry; terms that went
} dv_symbol_machine;

// NULL after a diagnostic in d: the machine is not one that has formulas. prune: 0: keep all; names: numbers get names.
dv_symbol_machine *dv_symbol_machine_new(dv_arena *a, dv_diags *d, const dv_spec *s, double prune, int names);

// The equations in other velocities, each "NAME=FORMULA" of rates; -1 after a diagnostic.
int dv_symbol_quasi(dv_symbol_machine *m, dv_diags *d, const char *const *text, int n);
int dv_symbol_full(const dv_symbol_machine *m, dv_diags *d);  // tells that something grew too large: -1

// In order, each after the last: private to symbol/.
int dv_symbol_tree(dv_symbol_machine *m, dv_diags *d);  // symbol_tree.c
dv_pose dv_symbol_frame(dv_symbol_machine *m, const dv_node *at, const dv_body_spec *parent, const dv_placement *is);  // place.c
dv_pose dv_symbol_child_at(dv_symbol_machine *m, const dv_node *at, const dv_placement *is);
dv_pv dv_symbol_point_at(dv_symbol_machine *m, const dv_body_spec *b, int point);
const dv_node *dv_symbol_node(const dv_symbol_machine *m, const char *section, const char *name);
void dv_symbol_body(dv_symbol_machine *m, int body, dv_symbol_link *l);  // symbol_inertia.c
void dv_symbol_dynamics(dv_symbol_machine *m);                           // dynamics.c: V, M, C, c, g
void dv_symbol_points(dv_symbol_machine *m);                             // points.c: points, axes
// Of a body, [6][nv]: moving frames: velocity of its mass centre in world axes, then its angular velocity in its own axes;
// screws: its angular velocity, then the velocity of its origin, both in its own axes.
dv_poly *dv_symbol_body_rates(dv_symbol_machine *m, int body, int screw);
int dv_symbol_closures(dv_symbol_machine *m, dv_diags *d);           // closures.c
dv_poly dv_symbol_along(dv_symbol_machine *m, dv_poly a, int rate);  // slope of a function of q along a rate
dv_poly dv_symbol_tidy(dv_symbol_machine *m, dv_poly a);             // with unit quaternions
