// kind.h: what a kind (a spring, a valve, a signal, a controller) declares about itself, and what its laws see.
//
// A kind is one const struct in one file and one row in kinds.def; parameters.h declares its parameters. Parser, unit check,
// help, reference, schema, plots and the audit read the struct; nothing else knows a kind by name.
//
// Power is positive into the part in every domain: a spring that pushes its axis open writes a negative effort.
#pragma once

#include "davit/parameters.h"
#include "davit/real.h"

#include <stddef.h>

// Domains, one row each: name; what a port of it is connected to; units of effort, flow and coordinate; width; 1 if a node shares
// flow (a 1-junction); of others, the effort that a node shares, and its usual size; what to do with a port that does not fit.
#define DV_DOMAINS(X)                                                                                                            \
  X(LINEAR, "linear", "linear axis", "N", "m/s", "m", 1, 1, "", 1, "connect it to a linear axis")                                \
  X(ROTARY, "rotary", "rotary axis", "N.m", "rad/s", "rad", 1, 1, "", 1, "connect it to a rotary axis")                          \
  X(AXIS, "axis", "axis", "N", "m/s", "m", 1, 1, "", 1, "connect it to an axis") /* linear or rotary */                          \
  X(FRAME, "frame", "frame", "N", "m/s", "m", 6, 1, "", 1, "connect it to a body or a point")                                    \
  X(HYDRAULIC, "hydraulic", "hydraulic node", "Pa", "m^3/s", "m^3", 1, 0, "pressure", 1e6, "use a node of its own for oil")      \
  X(ELECTRIC, "electric", "electric node", "V", "A", "C", 1, 0, "voltage", 1, "use a node of its own for current")

typedef enum {
#define X(id, ...) DV_##id,
  DV_DOMAINS(X)
#undef X
      DV_DOMAIN_COUNT
} dv_domain;

typedef struct {
  const char *name, *place, *effort, *flow, *position;
  int width, shares_flow;
  const char *shared;  // "" where flow is shared
  double nominal;
  const char *remedy;
} dv_domain_row;

static inline const dv_domain_row *dv_domain_of(int domain)
{
  static const dv_domain_row row[] = {
#define X(id, ...) {__VA_ARGS__},
      DV_DOMAINS(X)
#undef X
  };
  return &row[domain];
}

static inline int dv_domain_is_node(int domain) { return !dv_domain_of(domain)->shares_flow; }
static inline int dv_domain_is_axis(int domain) { return domain == DV_LINEAR || domain == DV_ROTARY || domain == DV_AXIS; }

// What a part does at a port: answer with the summed variable, fix the shared one, store (give a capacity and answer), or only
// watch. A port that may answer need not be connected: an axis then stands still, a frame is the world.
typedef enum { DV_ANSWERS, DV_FIXES, DV_STORES, DV_MAY_ANSWER, DV_WATCHES } dv_port_role;

typedef struct {
  const char *name;
  dv_domain domain;
  dv_port_role role;
  const char *doc;
} dv_port;

// Units: text as in files; "*": any dimension; "": not known (signals); "count" of a parameter: a whole number. On axes they
// depend on the axis: {e} effort, {f} rate, {x} coordinate, as in "{e}/{x}".
typedef struct {
  const char *name, *unit;
  double def, lo, hi;  // SI; def DV_REQUIRED: the user must give it
  const char *doc;
} dv_param;

typedef struct {
  const char *name, *choices;  // "first|second|third"; the first is 0 and the default
  const char *doc;
} dv_option;

enum { DV_COLUMNS = 14 };  // most columns that a user gives in a table

// A list of rows whose number is the user's; `derived` further columns are filled by prepare.
typedef struct {
  const char *name;
  int columns, derived;
  const char *unit[DV_COLUMNS];
  int rows_least, rising;  // rising: the first column must increase; 2: or, where it does not change, the second
  const char *doc;
} dv_table;

typedef struct {
  const char *name, *unit;
  double nominal;  // scales tolerances and the audit's test points
  const char *doc;
  int reads;  // inputs: which laws read it (DV_BY_...); 0: signal if there is one, else answer and rate
} dv_quantity;

// Inputs. DV_OPTIONAL: zero if not connected; DV_OPTIONAL_ONE: one; DV_OWN_...: `name[]` of a kind with `each` is its
// coordinate's own; DV_RATE_OF_LAST: the rate of the input before it. Of a state, `reads` is 0, or 1 + the parameter without
// which it does not exist.
enum {
  DV_BY_SIGNAL = 1,
  DV_BY_ANSWER = 2,
  DV_BY_RATE = 4,
  DV_BY_SAMPLE = 8,
  DV_OPTIONAL = 16,
  DV_BY_PUBLISH = 32,
  DV_OPTIONAL_ONE = 64 | DV_OPTIONAL,
  DV_OWN_POSITION = 128 | DV_OPTIONAL,
  DV_OWN_RATE = 256 | DV_OPTIONAL,
  DV_OWN_ACCELERATION = 512 | DV_OPTIONAL,
  DV_RATE_OF_LAST = 1024 | DV_OPTIONAL,
  DV_BY_ANY = DV_BY_SIGNAL | DV_BY_ANSWER | DV_BY_RATE | DV_BY_SAMPLE | DV_BY_PUBLISH
};

enum { DV_TABLES = 2, DV_OUTS_MOST = 16 };

typedef struct dv_code {
  int op, arg;  // base/formula_code.h
} dv_code;

enum { DV_SERVICE_ROOM = 16 };

// The ground over a place of a surface's own plane: what all kinds with a `profile` law add up to, in its axes.
typedef struct {
  real height, slope[2];  // along z; d(height)/dx, d(height)/dy
  real bend[3];           // d2(height)/dx2, /dx dy, /dy2
  real rate;              // d(height)/dt at a fixed place
} dv_ground;

// The water at a point: what all kinds with a `field` law add up to, in world axes.
typedef struct {
  real velocity[3], acceleration[3];
  real density;
  real depth;    // of the point below the momentary surface, along gravity
  real up[3];    // against gravity; where there is none, the world's z
  real gravity;  // its size
} dv_water;

// A row of a task: a place or an angle of a frame (R = Rz(yaw) Ry(pitch) Rx(roll)), or any axis.
typedef enum { DV_ROW_X, DV_ROW_Y, DV_ROW_Z, DV_ROW_ROLL, DV_ROW_PITCH, DV_ROW_YAW, DV_ROW_AXIS } dv_row_what;
typedef struct {
  int what;            // dv_row_what
  int link, num;       // frame: link, and number: R_LF [9], p_LF [3]; axis: junction
  int from, from_num;  // frame in whose axes and from whose origin it counts; -1: the world
} dv_task_row;

// What a controller works with: the coordinates that it sets, and the rows of its task.
typedef struct {
  int n, m;
  const int *iq, *iv;      // [n]
  const dv_task_row *row;  // [m]; NULL: the coordinates themselves, m = n
} dv_choice;

// Dynamics in the chosen coordinates y: B y'' + bias = efforts; and the task x(q): x' = rate, x'' = J y'' + drift.
typedef struct {
  real *B;                 // [n][n]
  real *bias;              // [n]  C v + g
  real *x, *rate, *drift;  // [m]
  real *J;                 // [m][n]
  real *span;              // [m]  squared size of J for all rows of that frame: what a row's own can be compared with
} dv_reduced;

// The machine's own dynamics at any state, for model-based control: a nominal copy that the engine keeps.
typedef struct dv_service {
  int nq, nv;
  void (*mass)(const struct dv_service *s, const real *q, real *B);  // [nv][nv]
  void (*bias)(const struct dv_service *s, const real *q, const real *v,
               real *h);  // C v + g, [nv]; g: weight and all loads (buoyancy)
  void (*slope)(const struct dv_service *s, const real *q, const real *v, real *k);  // (1/2) v^T dB/dq_j v, [nv]
  void (*axis)(const struct dv_service *s, const real *q, int axis, real *x,
               real *row);  // coordinate of an axis and d(coordinate)/dq [nv]
  // C(q, v) dv + g(q) + B(q) da and its rate along (v, a, da, dj), unless NULL, [nv]; C of Christoffel's symbols, or
  // 1/2 sum_k v_k dB_kl/dq_j
  void (*desired)(const struct dv_service *s, const real *q, const real *v, const real *a, const real *dv, const real *da,
                  const real *dj, int christoffel, real *effort, real *rate);
  // q, v: the machine at the chosen coordinates and rates; what depends on them follows, the others stay as q and v have them.
  void (*place)(const struct dv_service *s, const dv_choice *c, const real *position, const real *rate, real *q, real *v);
  // In the chosen coordinates, the others moving as q and v say, without accelerating of their own; NULL members are left out.
  void (*reduced)(const struct dv_service *s, const dv_choice *c, const real *q, const real *v, const dv_reduced *out);
  void (*level)(const struct dv_service *s, real *q);  // attitudes of free and ball joints to zero
  const real *q, *v, *a;                               // where the machine is now; a: for laws that read an acceleration as input
  real *room;                                          // [dv_service_room()] for the law that asks
  void (*water)(const struct dv_service *s, const real *point, dv_water *w);  // at a point of the world, now
  void (*ground)(const struct dv_service *s, const real *at, dv_ground *g);   // over (x, y) of the surface, now
  int grounds;                                                                // parts that give it
  int still;                                                                  // 1: the water is at rest everywhere
  void *machine;                                                              // the engine's
} dv_service;

// Reals for a law that works on n coordinates and m task rows.
static inline int dv_service_room(int nq, int nv, int n, int m)
{
  int most = nq > nv ? nq : nv;
  return DV_SERVICE_ROOM * (most + n + m) + 2 * (n + m) * (n + m);
}

// What one part sees. Slots: a scalar port has one, a frame port six (moment, force; angular, linear; in the frame's axes).
typedef struct {
  real t;
  const real *x;     // [nstate]
  real *dx;          // [nstate]      written by rate
  real *d;           // [ndiscrete]   written by sample and jump
  const real *side;  // [nroot]       of a kind that holds: -1, 1: the side of the root that is held; 0: as it is. See dv_beyond
  real *effort, *flow;     // [slot]        shared ones are read, summed ones written by answer
  const real *pos;         // [slot]        coordinate of an axis port
  const real *pose;        // [frame port][12]  R_WF row-major, p_WF
  real *capacity;          // [slot]        written by publish where the role is DV_STORES
  const real *in;          // [nin]
  real *out;               // [nout]        written by signal
  real *root;              // [nroot]       written by root
  real *guard;             // [nwarning]    written by guard: negative where it warns
  const int *opt;          // [noption]
  real *table[DV_TABLES];  // [rows][columns + derived]; written by prepare only
  const int *rows;         // [ntable]
  const dv_code *code;     // formula of a kind that has one: postfix, [ncode]
  int ncode;
  const real *constant;    // constants of the formula
  int n;                   // coordinates of a kind with `each`
  const int *iq, *iv;      // [n]           where they are in q and v
  const int *axis;         // [n]           its axes, for the service
  const real *list;        // parameters with [row], [m] each and in that order with those with [], [n] each
  int m;                   // task rows of a kind with `task`; without a task: n
  const dv_task_row *row;  // [m], or NULL: the coordinates themselves
  const int *given;        // [nparam]      1: the user gave it; numbered as in the kind, a list once
  const void *own;         // what the kind was made with
  const dv_service *service;
} dv_cell;

enum { DV_ROOTS_OF_FORMULA = -1 };  // one for each condition in it

// Root i is negative. During a run that is what was found at the last event, so that between events no law jumps: integrators
// may look beyond the root before they find out. Elsewhere it is `now`.
DV_FN dv_bool dv_beyond(const dv_cell *c, int i, dv_bool now)
{
  real held = c->side ? c->side[i] : dv_real(0);
  return (held < -0.5) | ((held < 0.5) & now);
}

// Elements of a hand-written bond graph (kinds bond.*) join at terminals instead of ports; compile makes one program of them.
typedef enum {
  DV_BOND_NONE,
  DV_BOND_ONE,
  DV_BOND_ZERO,
  DV_BOND_PLAIN,
  DV_BOND_SE,
  DV_BOND_SF,
  DV_BOND_I,
  DV_BOND_C,
  DV_BOND_R,
  DV_BOND_TF,
  DV_BOND_GY
} dv_bond_role;

typedef struct {
  const char *name;
  int out;  // 1: its half arrow points away from the part
  const char *doc;
} dv_terminal;

// What describes an element, one of: a matrix (p = I f, q = C e, e = R f, f_to = M f_from, e_to = M f_from), its inverse, or a
// law as text.
typedef enum { DV_GIVES_MATRIX, DV_GIVES_INVERSE, DV_GIVES_LAW } dv_gives;

typedef struct {
  const char *name;  // one number for all components, a list with one for each, or the rows of a matrix
  dv_gives gives;
  int varies;  // 1: signals may stand in it
  const char *doc;
} dv_coefficient;

typedef void dv_law(const void *par, dv_cell *c);
typedef real dv_amount(const void *par, const dv_cell *c);
typedef void dv_inertia(const void *par, const dv_cell *c, double *A);  // [6][6], order (angular, linear)
typedef void dv_field(const void *par, const dv_cell *c, const real *point, dv_water *w);
typedef void dv_profile(const void *par, const dv_cell *c, const real *at, dv_ground *g);
typedef double dv_instant(const void *par, const dv_cell *c, double t);
typedef const char *dv_fault(const void *par, const dv_cell *c);  // NULL: sound; else "what is wrong|what would mend it"

enum {
  DV_ASKS_MODEL = 1,
  DV_ASKS_WATER = 2,
  DV_ASKS_GROUND = 4,
  DV_ASKS_SHAPE = 8
};  // shape: axes at coordinates of its own choice

// What a file may say without naming a part: the kind that is made for it. One kind at most for each.
typedef enum {
  DV_FOR_PARTS,        // only where the file names it
  DV_FOR_FRICTION,     // `friction:` of a joint
  DV_FOR_STOP,         // `limits:` with a stiffness
  DV_FOR_LIMITS,       // `limits:` without one
  DV_FOR_MODE,         // a mode of an elastic body
  DV_FOR_CAPACITANCE,  // of an electric node
  DV_FOR_VOLUME,       // of a hydraulic node
  DV_FOR_FORMULA,      // a formula as signal or at an input
  DV_FOR_PLACE,        // body.point.z in a formula
  DV_FOR_AXIS,         // a named axis as signal
  DV_FOR_COUNT
} dv_stands_for;

typedef struct dv_kind {
  const char *name, *doc;
  const char *formerly;  // its old name, which files may still have; or NULL
  int stands_for;        // DV_FOR_...
  const char *instead;   // of a kind that machines with loops cannot have: "use ..."
  const void *own;       // of a kind that is made while a file is read: what its laws work with; NULL: nothing
  const dv_port *port;
  int nport;
  const dv_param *param;
  int nparam, npar;  // npar: with the derived ones, in reals
  const dv_option *option;
  int noption;
  const dv_table *table;
  int ntable;
  const dv_quantity *state;
  int nstate;
  int state_option;        // 1 + index of the option that says how many of the states exist; 0: all
  const int *state_count;  // [choices of that option]
  const dv_quantity *discrete;
  int ndiscrete;
  const dv_quantity *in;
  int nin;
  const dv_quantity *out;
  int nout;
  int nroot;            // changes of sign are events. Zero is on the positive side, and laws must agree. DV_ROOTS_OF_FORMULA
  int holds;            // 1: its laws ask dv_beyond for the sides of its roots; a run changes them at events only
  const char *formula;  // name of the key that holds a formula, or NULL; its inputs follow the declared ones
  const char
      *each;  // key of a list of coordinates; parameters, states, inputs and outputs named `name[]` have one value for each
  const char *axes;  // key of a list of as many axes (actuators), or NULL
  const char *task;  // key of a list of task rows, over which quantities named `name[row]` are spread; without it: over `each`
  int service;       // asks the service: DV_ASKS_...
  dv_fault *fault;   // parameters and options that do not go together; when the model is compiled (x1)
  dv_law *prepare;   // derived numbers, once, when the model is compiled (x1); par may be written through DV_PREPARE
  dv_law *start;     // states at the start that the file leaves open: dx holds them, NaN where they are (x1)
  dv_law *publish, *signal, *answer, *rate, *root, *sample, *jump;
  const char *const *warning;  // [nwarning] what is wrong when guard i is negative: "piston beyond its stroke"
  int nwarning;
  dv_law *guard;        // margins; looked at in recorded points, told once in a run
  dv_inertia *inertia;  // added to the body behind the first port, in that frame; once, when the model is compiled (x1)
  int load;             // 1: its answer on its one frame port depends on the pose alone; the model service counts it in g(q)
  int seizes;           // 1: when its first discrete state turns to 1, its two frames come to one velocity; 3: and are one body
  int resets;           // 1: its first discrete states are what its states become at a jump
  int after_steps;      // 1: its jump is called after every step, too
  int lost;             // 1 + index of the discrete state that is negative once the part has failed; 0: it cannot
  int keeps;            // 1: answer, rate and loss read the outputs that signal wrote in the same instant
  dv_field *field;      // adds its share to the water at a point
  int still;            // 1: that share is at rest, steady and the same at every point
  int upright;          // 1: that share holds only where the world's z axis is vertical
  dv_profile *profile;  // adds its share to the ground over a place
  dv_amount *carried;   // W that the medium carries in beyond effort x flow (compressed oil, moving ground); flow of a DV_STORES
                        // slot is the whole here
  dv_amount *stored, *loss;  // energy in J; dissipated power in W. Without loss: all power in beyond storage is loss if nothing
                             // is stored, else none
  dv_instant *next;          // time of the next corner after t (x1), HUGE_VAL if none
  int active;                // may deliver net power
  int external;              // its first parameter is an input of the machine, set from outside
  int period;                // 1 + index of the parameter that is the sampling period; 0: not sampled
  int smooth;                // time derivatives given in out[1], out[2]: 0, 1, 2; -1: as many as its inputs have
  int jets;                  // 1: its outputs come in threes: a value, its rate, its acceleration
  int steps;                 // 1: its first output is constant between instants: in formulas its derivatives are zero
  int slope;                 // 1 + index of the input that is the time derivative of its first output; 0: none is
  dv_bond_role bond;         // an element of a bond graph, else DV_BOND_NONE
  const dv_terminal *terminal;
  int nterminal;
  const dv_coefficient *coefficient;  // exactly one of them is given
  int ncoefficient;
  const char *form;     // how a drawn bond graph shows it: "R", "C", "MTF"...; NULL: as its ports say
  const char *look;     // how the viewer draws it: "cylinder", "thruster", "water"... (doc/viewer.md); NULL: not at all
  const char *example;  // the smallest model that uses it, with a known answer (YAML)
} dv_kind;

// States of a part with these options: the first so many of its kind's.
static inline int dv_kind_states(const dv_kind *k, const int *option)
{
  return k->state_option ? k->state_count[option[k->state_option - 1]] : k->nstate;
}

// Row of the kind that stands for something, -1: there is none.
static inline int dv_kind_for(const dv_kind *const *kinds, dv_stands_for what)
{
  for (int i = 0; kinds[i]; i++)
    if (kinds[i]->stands_for == (int)what) return i;
  return -1;
}

// 1: it may stand under `signals:`; it has outputs and acts on nothing.
static inline int dv_kind_jumps(const dv_kind *k) { return k->jump || k->holds; }

static inline int dv_kind_is_signal(const dv_kind *k)
{
  for (int i = 0; i < k->nport; i++)
    if (k->port[i].role != DV_WATCHES) return 0;
  return k->nout > 0;
}

#define DV_REQUIRED ((double)NAN)
#define DV_COUNT(a) ((int)(sizeof(a) / sizeof *(a)))
#define DV_NPAR(T) ((int)(sizeof(T) / sizeof(real)))

// In a kind's struct: DV_ROWS(port, ports) is a table with its length, DV_PARAMS what DV_PARAMETERS made.
#define DV_ROWS(member, table) .member = table, .n##member = DV_COUNT(table)
#define DV_PARAMS DV_ROWS(param, params), .npar = DV_NPAR(par)

// DV_LAW(answer) { ... p->k, c->flow[0] ... }: p is the file's `par`
#define DV_LAW(name)                                                                                                             \
  DV_HD void name##_(const par *p, dv_cell *c);                                                                                  \
  DV_HD void name(const void *v, dv_cell *c) { name##_((const par *)v, c); }                                                     \
  DV_HD void name##_(const par *p, dv_cell *c)
#define DV_PREPARE(name)                                                                                                         \
  DV_HD void name##_(par *p, dv_cell *c);                                                                                        \
  DV_HD void name(const void *v, dv_cell *c) { name##_((par *)(uintptr_t)v, c); }                                                \
  DV_HD void name##_(par *p, dv_cell *c)
#define DV_AMOUNT(name)                                                                                                          \
  DV_HD real name##_(const par *p, const dv_cell *c);                                                                            \
  DV_HD real name(const void *v, const dv_cell *c) { return name##_((const par *)v, c); }                                        \
  DV_HD real name##_(const par *p, const dv_cell *c)
#define DV_INERTIA(name)                                                                                                         \
  DV_HD void name##_(const par *p, const dv_cell *c, double *A);                                                                 \
  DV_HD void name(const void *v, const dv_cell *c, double *A) { name##_((const par *)v, c, A); }                                 \
  DV_HD void name##_(const par *p, const dv_cell *c, double *A)
#define DV_FIELD(name)                                                                                                           \
  DV_HD void name##_(const par *p, const dv_cell *c, const real *point, dv_water *w);                                            \
  DV_HD void name(const void *v, const dv_cell *c, const real *point, dv_water *w) { name##_((const par *)v, c, point, w); }     \
  DV_HD void name##_(const par *p, const dv_cell *c, const real *point, dv_water *w)
#define DV_PROFILE(name)                                                                                                         \
  DV_HD void name##_(const par *p, const dv_cell *c, const real *at, dv_ground *g);                                              \
  DV_HD void name(const void *v, const dv_cell *c, const real *at, dv_ground *g) { name##_((const par *)v, c, at, g); }          \
  DV_HD void name##_(const par *p, const dv_cell *c, const real *at, dv_ground *g)
#define DV_INSTANT(name)                                                                                                         \
  DV_HD double name##_(const par *p, const dv_cell *c, double t);                                                                \
  DV_HD double name(const void *v, const dv_cell *c, double t) { return name##_((const par *)v, c, t); }                         \
  DV_HD double name##_(const par *p, const dv_cell *c, double t)

#define DV_FAULT(name)                                                                                                           \
  DV_HD const char *name##_(const par *p, const dv_cell *c);                                                                     \
  DV_HD const char *name(const void *v, const dv_cell *c) { return name##_((const par *)v, c); }                                 \
  DV_HD const char *name##_(const par *p, const dv_cell *c)

#ifdef __cplusplus
#define DV_KIND(domain, name)                                                                                                    \
  extern "C" const dv_kind DV_X(dv_##domain##_##name);                                                                           \
  const dv_kind DV_X(dv_##domain##_##name)
#else
#define DV_KIND(domain, name)                                                                                                    \
  extern const dv_kind DV_X(dv_##domain##_##name);                                                                               \
  const dv_kind DV_X(dv_##domain##_##name)
#endif

#ifdef __cplusplus
extern "C" {
#endif
extern const dv_kind *const DV_X(dv_kinds)[];  // NULL-terminated, in the order of kinds.def
#ifdef __cplusplus
}
#endif
