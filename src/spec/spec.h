// spec.h: a machine after checking: names are unique, numbers are SI, units fit. Still in the user's terms.
//
// References (ports, inputs, signals) stay names with places; assemble/ resolves them.
#pragma once

#include "base/measure.h"
#include "base/run_formulation.h"
#include "beam/beam.h"
#include "davit/kind.h"
#include "spec/doc.h"
#include "spec/formula.h"

typedef struct {
  double R[9], p[3];  // row-major; origin
} dv_placement;

typedef struct {
  const char *text;
  dv_mark mark;
} dv_ref;

typedef struct {
  const char *name;
  dv_mark mark;
  double at[3];  // body axes
} dv_point_spec;

typedef enum { DV_BOX, DV_CYLINDER, DV_CAPSULE, DV_SPHERE, DV_MESH } dv_shape;

typedef struct {
  dv_shape shape;
  double size[3];    // box: edges; cylinder, capsule: radius, length (along z); sphere: radius
  const char *file;  // mesh: STL or OBJ, path beside the file that names it
  double scale[3];
  dv_placement at;  // in body axes
  double color[4];  // rgba 0..1
  int own_color;    // none was given: a mesh has the colors of its file
} dv_visual_spec;

typedef enum { DV_MOVES_FREE, DV_MOVES_PRESCRIBED, DV_MOVES_LOCKED } dv_motion;

// One scalar coordinate of a joint. A one-coordinate joint's is named after the joint, others joint.suffix.
typedef struct {
  const char *name;
  dv_mark mark;
  int rotary;
  dv_motion motion;
  dv_ref signal;                          // DV_MOVES_PRESCRIBED
  double position, rate;                  // initial (or locked at position)
  int given;                              // 1: position, 2: rate, 4: named under `independent:` (dv_loop_given of the engine)
  double lower, upper;                    // limits; -inf, inf: none
  double limit_stiffness, limit_damping;  // end stop; 0: limits are information only
  double effort_most, rate_most;          // inf: none
  double viscous, coulomb, stribeck;      // friction: {e}/{f}, {e}; coulomb is smoothed over `stribeck` (rate)
} dv_coordinate_spec;

typedef struct {
  dv_mark mark;
  int given;
  dv_formula formula;  // a bare number is a formula of one constant; a bare name of one input
} dv_input_spec;

// An elastic body: shapes, modal coordinates (body.bending_y.1 ...) and their damping.
typedef struct {
  dv_mark mark;
  dv_beam_data data;
  const dv_beam *beam;          // or
  const dv_modal_table *table;  // a body from outside
  int axis;                     // of the body, along the beam
  int chord;                    // 1: joints on it do not turn with their sections
  int nmode;
  dv_coordinate_spec *mode;  // [nmode]
  double *mass, *stiffness;  // [nmode] of the body alone
  double *damping;           // [nmode] N s/m, N m s/rad
  dv_input_spec more;        // damping of every mode beside that
  int nstation;
  double *station;
} dv_elastic_spec;

typedef struct {
  const char *name;
  dv_mark mark;
  double mass, com[3];
  double inertia[6];  // about the centre of mass, body axes: xx xy xz yy yz zz
  int inertia_at;     // what it was given about: 0: the centre, 1: the origin
  int has_full;
  double full[36];           // added symmetric 6x6 about the body's origin, order (angular, linear), row-major; no weight
  dv_elastic_spec *elastic;  // NULL: rigid; mass, com and inertia are those of the straight beam
  int npoint, nvisual;
  dv_point_spec *point;
  dv_visual_spec *visual;
} dv_body_spec;

typedef struct {
  double *value;  // [rows][columns], SI
  int rows;
} dv_table_spec;

typedef enum {
#define DV_JOINT_TYPE(id, ...) DV_J_##id,
#include "spec/joint_types.def"
  DV_J_COUNT
} dv_joint_type;

typedef struct {
  const char *name;
  dv_mark mark;
  dv_joint_type type;
  int parent, child;  // bodies; parent -1: the world
  dv_ref curve;       // expression of a curve joint; text NULL: none
  dv_ref *path;       // expressions of a path joint's x, y, z
  int npath;
  dv_table_spec points;   // instead: rows s, x, y, z
  int welded;             // 1: it was a moving joint; now fixed where it stood
  dv_placement at;        // joint frame in the parent's body axes; the child's body frame is the joint frame after the motion
  dv_placement child_at;  // child's body frame in the moved joint frame (classic DH rows need it); identity otherwise
  double
      axis[3];  // unit, joint frame (revolute prismatic helical cylindrical: the axis; planar: the normal; universal: first axis)
  double axis2[3];  // universal: second axis, in the frame after the first rotation; planar: direction of x, that of y being axis
                    // x axis2
  double pitch;     // m/rad
  int ncoordinate;  // scalar coordinates; ball and free: 0 unless prescribed
  dv_coordinate_spec
      coordinate[6];  // ball, free prescribed: x y z roll pitch yaw (ball: roll pitch yaw), R = Rz(yaw) Ry(pitch) Rx(roll)
  dv_motion motion;   // ball and free as a whole
  int given;          // ball and free: 1: position, 2: rate, 4: named under `independent:`
  int rate_axes;      // of `rate` until it is turned into child axes: 0 child, 1 the joint's frame on the parent, 2 the world
  double position[7],
      rate[6];  // initial of ball (w x y z; angular in child axes) and free (x y z, w x y z; linear, angular in child axes)
} dv_joint_spec;

typedef enum {
#define DV_CLOSURE_TYPE(id, ...) DV_L_##id,
#include "spec/closure_types.def"
  DV_L_COUNT
} dv_loop_type;

// What closes a chain: a joint between two frames, or a relation between coordinates.
typedef struct {
  const char *name;
  dv_mark mark;
  dv_loop_type type;
  int body[2];         // first and second; -1: the world
  dv_placement at[2];  // frames in body axes
  double axis[3];      // in both frames; with axis2: in the first
  double axis2[3];     // of a type that takes one: in the second
  double length;       // of a distance; radius of what rolls
  double pitch;        // m/rad, of a screw
  int nterm;           // coordinates of a relation that is a sum
  const char **term;
  int *term_rotary;  // -1: there is none of this name
  double *factor;
  int rotary;            // the sum is an angle; -1: not known
  double ratio, offset;  // first = ratio x second + offset; of a sum: added to it
  dv_formula zero;       // of a relation
  dv_mark zero_mark;
} dv_loop_spec;

int dv_loop_takes(dv_loop_type t, const char *key);  // 1: a loop of this type has this key; "of", "sum", "zero": it is a relation
int dv_loop_is_relation(dv_loop_type t);
int dv_loop_has_second(dv_loop_type t);  // an axis of its own on the second frame

// Where a part's port or a named axis goes.
typedef struct {
  dv_ref name;      // a coordinate, a named axis or node, or body.point for a frame port
  int line;         // 1: distance axis between two points given in place
  dv_ref from, to;  // body.point
} dv_connection;

typedef struct {
  const char *name;
  dv_mark mark;
  dv_connection at;  // a distance between two points, or
  int nterm;         // a weighted sum of other axes and coordinates: sum of factor x term + offset
  dv_ref *term;
  double *factor, offset;
  int rotary;       // the sum is an angle; -1: not known
  double reach[2];  // least and largest value, e.g. of a cylinder between its stops; -inf, inf: none; information only
} dv_axis_spec;     // `axes:`

// A hydraulic or electric node: it exists as soon as a port names it; `nodes:` adds facts.
typedef struct {
  const char *name;
  dv_mark mark;
  dv_domain domain;     // DV_HYDRAULIC, DV_ELECTRIC
  double initial;       // pressure or voltage at the start
  double volume, bulk;  // > 0: oil enclosed by the node itself, and its bulk modulus
  double capacitance;   // > 0: of the node itself, against ground
  dv_ref oil;           // part that says how warm its oil is; NULL: the machine's
} dv_node_spec;

// One component of a terminal of a bond-graph element: where its bond goes.
typedef struct {
  dv_connection at;  // a bond junction, which is a part, or a place of the machine
  int junction;      // 1: a bond junction
  dv_domain domain;  // of a place of the machine
  int component;     // of the junction or frame
} dv_bond_end;

typedef struct {
  int n;
  dv_bond_end *end;
  dv_ref *name;  // [n] of the components; "" of a scalar
} dv_terminal_spec;

typedef enum { DV_FOR_ALL, DV_FOR_EACH, DV_FOR_PAIRS } dv_spread;

typedef struct {
  int which;  // coefficient of the kind
  dv_mark mark;
  dv_spread spread;  // one entry; one per component; a matrix
  int rows, cols;
  dv_formula *entry;  // [rows][cols]
  char gives;         // of a law: 'e' or 'f'
} dv_coefficient_spec;

typedef struct {
  const char *name;
  dv_mark mark;
  int kind;           // row of the kinds table
  const dv_kind *as;  // the kind as this part has it: quantities `name[]` spread over its coordinates
  int neach, naxes;
  dv_ref *each, *axes;  // its coordinates and axes, of a kind with `each`
  int nrow, has_task;
  dv_ref *row;    // rows of its task, of a kind with `task`; without a task: its coordinates
  dv_ref from;    // frame that the task is relative to; text NULL: the world
  int *given;     // [nparam of the kind, a list once] 1: was given; NULL: none
  double *param;  // [nparam]; units of axis parameters are checked in assemble, when the axis is known
  dv_mark *param_mark;
  dv_dim *param_dim;  // dimension as given (`any` for bare numbers and defaults)
  int *option;
  dv_table_spec table[DV_TABLES];
  dv_connection *port;
  dv_input_spec *in;
  dv_formula formula;  // of a kind that has one
  dv_mark formula_mark;
  double *state;               // initial states, [nstate]; NaN: not given (bond-graph elements only)
  int is_signal;               // from `signals:`
  dv_terminal_spec *terminal;  // [nterminal] of a bond-graph element, which has components instead of coordinates in `each`
  dv_coefficient_spec coefficient;
} dv_part_spec;

typedef struct {
  const char *name;  // in `metrics:`, or NULL
  dv_mark mark;
  const char *text;  // the expression as written
  dv_formula value;  // of recorded columns; units of the result are SI
  dv_measure what;
  double at, from, to;  // s; from, to: its window (whole run if NaN)
  double goal, band;    // of step measures; NaN: not given
  dv_dim goal_dim;
} dv_metric_spec;

typedef struct {
  dv_metric_spec metric;
  dv_dim is_dim, within_dim;
  double is, within, relative;  // passes if |value - is| <= max(within, relative*|is|); drift: max |value - value at start| <=
                                // within or relative*|value at start|
  const char *source;           // where the number comes from
  int mode, damping;            // from 1: instead of a column, the frequency (Hz) or damping ratio of this mode at the start
} dv_expect_spec;

// A line across a panel of a figure, or a band; NaN: not given.
typedef struct {
  const char *name;
  dv_quantity_value at, to;  // to: other side of a band
  dv_ref of;                 // instead of `at`: where this column passes `through`
  dv_quantity_value through;
} dv_plot_line;

// What a panel shows of its axes; NaN: up to the data.
typedef struct {
  dv_quantity_value from, to, lower, upper;
  int inside;  // of a close-up: the corner of its panel in which it is drawn; 0: it is a panel of its own
} dv_plot_window;

typedef struct {
  const char *title, *caption, *unit, *figure;
  dv_ref x;  // column on the x axis; text NULL: time
  int ncolumn, nname, nright, ndashed, ndotted, npoints, nmarked, nband, nlimit, nmark, nzoom;
  dv_ref *column;  // patterns with * allowed
  dv_ref *name, *right, *dashed, *dotted, *points, *marked, *band;
  dv_plot_window window;
  dv_plot_window *zoom;
  dv_plot_line *limit, *mark;
  int log;  // 1: x, 2: y, 3: both
  int polar, beside;
} dv_plot_spec;

typedef struct {
  const char *method;  // of base/solvers.def
  dv_mark mark;
  int order;                // most of cvode; 0: default
  const char *linear;       // "auto", "dense", "klu"
  const char *derivatives;  // "differences", "exact"
  int formulation;          // dv_run_by
  double step, rtol, atol;  // 0: default; step < 0: by the error
  double until, every;
  double ledger;  // warn above this relative residual; 0: default
} dv_solver_spec;

typedef struct {
  const char *name;
  dv_mark mark;
  const char *doc;
} dv_case_spec;

// `start:`: the initial state itself, or the equilibrium near it while some joints are held.
typedef struct {
  int equilibrium, nhold;
  dv_ref *hold;
} dv_start_spec;

// A button of the gamepad (-1: none) or a key of the keyboard (NULL: none).
typedef struct {
  int button;
  const char *key;
} dv_press_spec;

// How a hand moves an input of the machine.
typedef struct {
  dv_ref input;
  int axis;              // of the gamepad, -1: none
  dv_press_spec press;   // key: the only one, or that for up
  const char *key_down;  // NULL: none
  const char *mode;      // NULL: works in all
  const char *label;     // NULL: name of the input
  double scale, dead_zone;
  int toggle;
} dv_control_spec;

// `operator:`
typedef struct {
  const char *case_name;  // driven live if no other is named; NULL: none
  dv_press_spec dead_man, next_mode;
  int nmode, ncontrol;
  dv_ref *mode;
  double dead_zone;  // of controls that say nothing else
  dv_control_spec *control;
} dv_desk_spec;

// `faults:`: an input that takes a value while the fault lasts.
typedef struct {
  const char *name;
  dv_mark mark;
  const char *doc;
  dv_ref input;
  double value;
} dv_fault_spec;

// `display:`: what people see of the machine; it changes no number of a run.
typedef struct {
  int si;         // 1: units of SI instead of degrees, bar, kN
  int around;     // dv_around
  double ground;  // m against gravity: ground or sea floor; NAN: as the parts say
} dv_display_spec;
typedef enum { DV_AROUND_FOUND, DV_AROUND_LAND, DV_AROUND_WATER } dv_around;

// How a register of Modbus holds a number; the words stand in keys_io.c.
typedef enum { DV_AS_INT16, DV_AS_UINT16, DV_AS_INT32, DV_AS_UINT32, DV_AS_FLOAT32, DV_AS_BIT } dv_register_form;

// A variable in registers: value = offset + scale raw.
typedef struct {
  dv_ref name;
  int address, form, low_first;
  dv_quantity_value scale, offset;
} dv_register_spec;

// `io:`: how a controller in another process drives the machine.
typedef struct {
  int transport;  // dv_transport_id
  int realtime;
  int port;                 // 0: a free one
  double period, watchdog;  // s; 0: of the solver; default
  int ninput, noutput, nregister;
  dv_ref *input, *output;  // none: all inputs; what is shown
  dv_register_spec *registers;
} dv_io_spec;

typedef struct dv_spec {
  dv_arena *arena;
  const dv_doc *source;
  const char *name, *doc;
  double language;  // its version: 1
  double gravity[3];
  int nbody, njoint, naxis, npart, ncase, nplot, nexpect;
  dv_body_spec *body;
  dv_joint_spec *joint;
  dv_axis_spec *axis;
  int nloop;
  dv_loop_spec *loop;
  int nindependent;
  dv_ref *independent;  // coordinates that the others follow
  int nnode;
  dv_node_spec *node;
  dv_ref oil;             // part that says how warm the oil of all nodes is, or NULL
  dv_part_spec *part;     // signals first, then parts
  dv_body_spec world;     // its points
  dv_case_spec *cases;    // all cases of the file
  const char *case_name;  // the one that was applied, or NULL
  int nvariant;
  dv_case_spec *variants;  // all variants of the file
  const char *variant;     // the one that was applied, or NULL
  dv_plot_spec *plot;      // of the machine, then of the case
  int nrecord;
  dv_ref *record;          // patterns of columns to record; none: all
  dv_expect_spec *expect;  // of the applied case
  int nmetric;
  dv_metric_spec *metric;  // of the machine and the case
  dv_solver_spec solver;
  dv_start_spec start;
  dv_desk_spec desk;
  dv_io_spec io;
  dv_display_spec display;
  int nscenario;
  struct dv_scenario_spec *scenario;  // scenario_spec.h
  int nfault;
  dv_fault_spec *fault;
  int nstudy;
  struct dv_study_spec *study;       // study_spec.h
  struct dv_spec *nominal;           // the machine as its controllers know it, where the file says `nominal:`; NULL: as it is
  const struct dv_outside *outside;  // kinds/kinds.h: kinds that came from libraries; NULL: none
  struct dv_known_units *known;      // private: units parsed so far
  dv_units *units;                   // as lent by its reader
} dv_spec;

// Applies the case (NULL: none) and the `path=value` settings to the doc, then checks everything: all faults go to doc->diags.
// kinds: NULL-terminated table. Returns NULL if there were errors.
dv_spec *dv_spec_read(dv_doc *doc, const dv_kind *const *kinds, const char *case_name, const char *const *settings, int nsetting);
// The same with units that other readings share.
dv_spec *dv_spec_read_with(dv_doc *doc, dv_units *u, const dv_kind *const *kinds, const char *case_name,
                           const char *const *settings, int nsetting);

// The same for the machine as it stands and with each of its cases and variants; a fault that shows in several is reported once.
// Returns the number of errors in doc->diags.
int dv_spec_check(dv_doc *doc, const dv_kind *const *kinds, const char *const *settings, int nsetting);

dv_dim dv_known_dim(dv_spec *s, dv_units *u, const char *unit);  // of a unit, remembered; u NULL: opened if needed
// Units of a part's parameters on an axis: "{e}/{x}" -> "N/m" or "N.m/rad".
const char *dv_spec_axis_unit(dv_arena *a, const char *unit, int rotary);
// 1 if a dimension as given fits the unit; with placeholders left: if it fits on a linear or on a rotary axis.
int dv_spec_unit_fits(dv_spec *s, const char *unit, dv_dim given);

char *dv_schema_json(dv_arena *a, const dv_kind *const *kinds);  // JSON Schema of machine files
char *dv_kind_reference(dv_arena *a, const dv_kind *k,
                        int markdown);  // help of one kind: doc, ports, parameters with units, example
