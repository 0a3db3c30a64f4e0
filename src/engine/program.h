// program.h: rows of the model that the engine runs. Offsets: work and number in reals, text in bytes, int in ints.
#pragma once

#include "davit/kind.h"
#include "engine/engine.h"
#include "kinds/kinds.h"
#include "kinds/seizes.h"
#include "model/model.h"

typedef enum { DV_AT_COORDINATE, DV_AT_LINE, DV_AT_COMBINATION, DV_AT_FRAME, DV_AT_NODE } dv_junction_type;

// A place where parts meet the skeleton or each other. Axes and frames share flow; nodes share effort.
typedef struct dv_junction {
  int type, domain, width;
  int shared, sum, pos;  // work: [width] each; pos: axis coordinate, or pose [12] of a frame
  int iq, iv;            // DV_AT_COORDINATE
  int link[2];           // DV_AT_LINE: from, to; DV_AT_FRAME: link[0]; -1: the world
  int body, same_axes;   // DV_AT_FRAME: its body; an earlier frame with its axes, -1: none
  int seen[2];           // the same in the observer's tree
  int num, seen_num;     // numbers: LINE: point from [3], point to [3], link axes; FRAME: R_LF [9], p_LF [3]
  int term, nterm;       // DV_AT_COMBINATION: int: [nterm] junctions that it adds up; numbers: their factors [nterm], offset
  int x, capacity;       // DV_AT_NODE: state, -1 if it has none; work: sum of the capacities on it
  int solved;            // DV_AT_NODE: 1: neither state nor source, its effort follows from the flows (dv_tee)
  int motion;            // work: [DV_MOTION] accelerations, -1: nobody asks; of an axis the first is its own
  int name;
  int service_only;  // 1: a line that only the service asks for; nothing plugs into it
  int loaded;        // 1: a line on which something acts, not only looks
  int for_rates;     // 1: a line that rates of state depend on
} dv_junction;

// Of a frame, world axes: angular acceleration [3], that of its origin [3], second derivatives of roll, pitch, yaw.
enum { DV_MOTION_ANGULAR = 0, DV_MOTION_LINEAR = 3, DV_MOTION_EULER = 6, DV_MOTION = 9 };

// Scratch of the service's reduction to n coordinates: mass matrix, G = dv/du, J and J of a reference, vectors.
static inline int dv_service_map(int nv, int n) { return nv * nv + nv * n + 12 * nv + 4 * nv; }

// A slot whose flow is whole only when the node's rate is known: storage takes capacity x rate on top, a source what is left.
typedef struct dv_settlement {
  int flow, capacity;  // work; capacity -1: a source
  int junction;
} dv_settlement;

// Nodes without capacity that parts tie together: their efforts are such that the flows into each add up to zero. Or a loop of
// signals and bonds (ncall > 0): values that its calls, made in their order, give back.
typedef struct dv_tee {
  int unknown, nunknown;  // int: [nunknown] junctions; of a loop: work
  int part, npart;        // int: [npart] parts that answer there; of a loop: whose values the unknowns are
  int call, ncall;        // int: [ncall] rows of the calls
  int start;              // number: [nunknown] where the search begins; a loop has none
  int room;               // work: dv_newton_reals
} dv_tee;

// Values, steps, what is left, tried values, sizes, reaches; the Jacobian (engine/newton.h).
static inline int dv_newton_reals(int n) { return 6 * n + n * n; }

// A coordinate whose motion is given: its value, rate and acceleration are read from the work.
typedef struct dv_drive {
  int iq, iv;
  int value, rate, acceleration;  // work
  int applied;                    // work: effort of the parts on it
  int name;
} dv_drive;

// A list of copies: int: [n] pairs of work offsets (to, from).
typedef struct dv_copies {
  int at, n;
} dv_copies;

typedef struct dv_part {
  int kind;                      // row of kinds.def, or behind them one from outside
  dv_copies gather;              // junctions and inputs -> the part's cells
  dv_copies fix, store, answer;  // the part's effort, capacity, answer -> junctions
  int par;                       // number
  int x, d;                      // first state in x, first in d
  int nslot, nframe;
  int effort, flow, pos, pose, capacity, in, out, root, guard;  // work
  int direct;                                                   // 1: flow, pos and pose are the one junction's own
  int port;                                                     // int: [nport] junction, -1: not connected
  int source;                 // int: [nin] work offsets; a formula's inputs follow, three each (value, rate, acceleration)
  int nin;                    // with the formula's, in reals
  int opt, rows;              // int
  int table[DV_TABLES];       // number
  int code, ncode, constant;  // code; number
  int neach, each;            // coordinates of a kind with lists; int: iq [neach], iv [neach], junction of each axis [neach]
  int list;                   // number: parameters with lists, each [neach] or [nrow]
  int nrow, row;              // rows of its task; int: dv_task_row [nrow], -1: its coordinates themselves
  int given;                  // int: of each parameter of the kind, whether it was given
  int stored, power;          // work: energy [J]; power into each port [nport, W]; written by observe
  int name, file, line, col;
  int root_index, nroot;  // its roots
  int side;               // first of the sides [nroot] that it holds, in d; -1: its kind holds none
} dv_part;

DV_FN const dv_kind *dv_kind_of(const dv_model *m, const dv_part *p)
{
  if (p->kind < DV_KINDS_OWN) return DV_X(dv_kinds)[p->kind];
  return (const dv_kind *)m->outside.table->kind[DV_TABLE_HERE][p->kind - DV_KINDS_OWN];
}

typedef enum {
  DV_C_TIME,
  DV_C_DRIVE,
  DV_C_KINEMATICS,
  DV_C_PUBLISH,
  DV_C_SIGNAL,
  DV_C_ANSWER,
  DV_C_DYNAMICS,
  DV_C_NODES,
  DV_C_RATE,
  DV_C_BOND,
  DV_C_TEE,
  DV_C_HOLD,
  DV_C_MOTION,
  DV_C_WHOLE,  // energies, momenta, centre of mass of the skeleton; where a formula asks for them
  DV_C_REACT,  // reactions and what sections of beams carry; likewise
  DV_C_COUNT
} dv_call_what;

typedef struct dv_call {
  int what, part;  // part: for publish, signal, answer, rate; bond: block; tee
  int for_roots;   // 1: what roots are made of depends on it
  int for_rates;   // 1: so do the rates of state; 0: only shown
} dv_call;

// One operation of the hand-written bond graph. DOT: out = sum a b; DIVIDE: a / b; VALUE, SLOPE: formula of inputs a with rates
// b, or its time derivative; ROOT: an unknown such that a = 0; LOAD: state x; RATE: dx = a b; PUT: out += a b, a sum of the
// machine.
typedef enum { DV_B_LOAD, DV_B_DOT, DV_B_DIVIDE, DV_B_VALUE, DV_B_SLOPE, DV_B_ROOT, DV_B_RATE, DV_B_PUT } dv_bond_what;

typedef struct dv_bond_op {
  int what, out, x;           // out: work
  int term, n, inside;        // int: [n] pairs a, b (work); the first `inside` hold unknowns of the loop
  int code, ncode, constant;  // formula
  int room;                   // work: its inputs [3 n]
} dv_bond_op;

// Operations in order: one, or a loop whose last `nunknown` operations give the unknowns.
typedef struct dv_bond_block {
  int op, nop, nunknown;
  int curved;  // 1: the loop is not linear
  int room;    // work: [nunknown^2 + nunknown]; curved: dv_newton_reals
} dv_bond_block;

// Two trees describe the same machine. The fast one lumps welded bodies into one link and is what dynamics runs on; the
// observer's has one link per body, welds being coordinates that stand still, and gives poses and the reaction of every joint.

// A body of the user: where it sits on its link, in either tree.
typedef struct dv_body {
  int name, link;      // fast tree; -1: welded to the world
  int num;             // number: R_LB [9], p_LB [3]
  int seen, seen_num;  // observer's tree, always a link; number: R_LB [9], p_LB [3]
  int pose, twist;     // work: R_WB [9], p_WB [3], quaternion w x y z [4], roll pitch yaw [3]; angular, linear velocity of the
                       // origin, world axes [6]; written by observe
} dv_body;

enum { DV_REACTION = 8 };  // of a joint or loop: force [3], moment [3], their sizes

// A joint of the user: one link, a chain of links, or a weld.
typedef struct dv_joint {
  int name, type;      // dv_joint_type of the spec
  int parent, child;   // bodies, -1: world
  int iq, nq, iv, nv;  // coordinates in the fast tree
  int reaction;        // work: [DV_REACTION] on the child body, in its axes about its origin; written by observe
  int file, line, col;
} dv_joint;

// A closure of the skeleton, one equation c(q) = 0, or of rates alone, J(q) v = 0. a: axes of the first frame, b: of the second,
// d: from first to second origin.
typedef enum {
#define DV_CLOSURE(id, ...) DV_##id,
#include "engine/closures.def"
  DV_RELATION  // a formula of coordinates
} dv_closure_what;

typedef struct dv_closure {
  int what, i, j;
  int value;  // number that the equation has: a length, a pitch
} dv_closure;

// 1: the gap is an angle's, 0: a length or a relation.
static inline int dv_closure_turns(int what)
{
  static const int turns[] = {
#define DV_CLOSURE(id, name, turns_, ...) turns_,
#include "engine/closures.def"
      0};
  return turns[what];
}

// 1: an equation of rates alone.
static inline int dv_closure_rates(int what)
{
  static const int rates[] = {
#define DV_CLOSURE(id, name, turns_, rates_, ...) rates_,
#include "engine/closures.def"
      0};
  return rates[what];
}

// What closes a chain: a joint between two frames, or a relation between coordinates.
typedef struct dv_loop {
  int name;
  int row, nrow;              // its closures
  int along;                  // bits: axes of the frames that must point the same way, not only lie in one line
  int way[2][3];              // of each frame: axis of the user's frame in which its x, y, z lie, -1: in none
  int link[2], num;           // frames on links of the fast tree, -1: the world; number: R_LF [9], p_LF [3] of each
  int seen[2], seen_num;      // the same in the observer's tree
  int column, ncolumn;        // int: [ncolumn] rates that it depends on
  int coordinate;             // DV_RELATION: int: [ncolumn] their coordinates
  int code, ncode, constant;  // DV_RELATION: formula
  int room;                   // work: DV_RELATION: its inputs [3 ncolumn]; held: its first frame, as in num [12]
  int held;                   // discrete: 1: it is there, place [3] and axes [9] of the second frame in the first; -1: always
  int child;                  // body of the second frame, -1: the world
  int reaction;               // work: [DV_REACTION] on the child; or the effort [1] of a relation; written by observe
  int redundant;              // work: null directions of the reactions that it has a part in
  int file, line, col;
} dv_loop;

// The loop that a closure belongs to.
static inline const dv_loop *dv_loop_of(const dv_model *m, int closure)
{
  const dv_loop *l = dv_model_LOOP(m);
  while (closure >= l->row + l->nrow) l++;
  return l;
}

// What the user said of a rate; DV_DRIVEN_TOO asks dv_engine_loops_choose to take driven ones for free.
enum { DV_POSITION_GIVEN = 1, DV_RATE_GIVEN = 2, DV_INDEPENDENT_GIVEN = 4, DV_DRIVEN_TOO = 8 };

typedef struct dv_point {
  int name, body, num;  // "body.point"; number: position in body axes [3]
  int at;  // work: as a place has them: position, roll pitch yaw, velocity, angular velocity; then quaternion, rotation [25]
  int seen, seen_num;  // link of the observer's tree; number: position in its axes [3], attitude [9]
  int link, link_num;  // the same of the fast tree, -1: the world
} dv_point;

// A section of a beam: loads, stress and displacement, written by observe.
typedef struct dv_station {
  int beam, site;       // links of the observer's tree: the beam, the section
  int nodes, shape, J;  // number: the mass beyond (skeleton/beam_link.h), J [6] of its sections
  int nbeyond, beyond;  // int: links that hang on the beam beyond it
  int num;              // number: R_LB [9], p_LB [3] of beam axes, x, A, Iy, Iz, cy, cz
  int room, out;        // work: scratch; DV_STATION_OUT
} dv_station;
enum {
  DV_STATION_AXIAL,
  DV_STATION_SHEAR_Y,
  DV_STATION_SHEAR_Z,
  DV_STATION_TORQUE,
  DV_STATION_MOMENT_Y,
  DV_STATION_MOMENT_Z,
  DV_STATION_STRESS,
  DV_STATION_MOVED,  // along x, y, z
  DV_STATION_OUT = DV_STATION_MOVED + 3
};

// A cell of the work that is a number of the model: inputs given as constants, locked coordinates.
typedef struct dv_constant {
  int work, num;
} dv_constant;

// Whose cells the work holds; they lie behind it.
// Behind that: functions of the engine that made the work ready, for a compiled machine that gives up (graph/library.c).
typedef struct dv_seats {
  const dv_model *model;
  const real *num, *work;
  dv_rates *rates;
  dv_event *sample;
  dv_roots *roots;
  dv_tidy *tidy;
} dv_seats;

enum { DV_SEATS_REALS = 8 };

// An integral of the ledger.
typedef enum { DV_Q_POWER_IN, DV_Q_LOSS, DV_Q_CARRIED, DV_Q_DRIVE } dv_quadrature_what;

typedef struct dv_quadrature {
  int what, part;  // part, or drive for DV_Q_DRIVE
} dv_quadrature;
