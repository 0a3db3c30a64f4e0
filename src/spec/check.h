// check.h: what the files check_*.c share while a document becomes a spec. Private to spec/.
#pragma once

#include "spec/keys.h"
#include "base/names.h"
#include "spec/place.h"
#include "spec/joint_type.h"
#include "spec/spec.h"

// Values of sections that are used up while they are read; the rows of their keys are about these.
typedef struct {
  double xx, xy, xz, yy, yz, zz;  // as in dv_body_spec.inertia
} dv_inertia_spec;

typedef struct {
  double xyz[3], rpy[3], angles[3], quaternion[4];
  dv_ref order;  // of the angles
  dv_placement matrix;
} dv_place_spec;

typedef struct {
  double linear[3], angular[3];
  int axes;
} dv_velocity_spec;

typedef struct {
  double a, alpha, d, theta;
  int modified;
} dv_dh_row;

typedef struct {
  dv_beam_section is;                                    // NaN: not given
  double shear, fibres[2], box[3], tube[2], profile[4];  // NaN likewise; of a shape: 0
  dv_table_spec table;                                   // x, A, Iy, Iz, J
} dv_section_spec;

typedef struct {
  int nratio;
  double *ratio, alpha, beta;
  dv_input_spec coefficient;
} dv_damping_spec;

typedef struct {
  dv_elastic_spec is;
  dv_section_spec section;
  dv_damping_spec damping;
} dv_beam_spec;

typedef struct {
  dv_modal_table table;
  dv_damping_spec damping;
} dv_modal_spec;

typedef struct {
  double radius, length;
} dv_round_spec;

typedef struct {
  double box[3];
  dv_round_spec cylinder, capsule, sphere;
} dv_shape_spec;

typedef struct {
  dv_shape_spec shape;
  dv_placement at;
  double density, mass;
  int cut;
  const char *file;  // of a mesh
  double scale[3];
} dv_solid_spec;

typedef struct {
  dv_shape_spec shape;
  dv_visual_spec is;
} dv_picture_spec;

// Numbers from a file, or in equal steps.
typedef struct {
  dv_ref csv;
  dv_ref *column, *unit;
  int ncolumn, nunit;
  dv_quantity_value from, to;
  int count;
} dv_series_spec;

typedef enum { DV_NEW, DV_ON_THE_WAY, DV_KNOWN, DV_FAULTY } dv_progress;

typedef struct {
  const dv_node *node;
  dv_formula formula;
  dv_quantity_value value;
  dv_progress progress;
  int used;  // something asked for it
} dv_parameter;

// A name that formulas, ports and columns may begin with.
typedef struct {
  const dv_node *node;
  const char *what;  // "signal", "part", "joint", "axis"
} dv_named;

typedef struct dv_check {
  dv_arena *arena;
  dv_diags *diags;
  dv_units *units;
  const dv_doc *doc;
  const dv_node *root, *chosen;  // after the case was applied; the case, or NULL
  const dv_kind *const *kinds;
  const dv_section **kind_keys;  // [kind] made on first use
  dv_spec *spec;
  dv_names parameters, added;  // added: those that a variant brings
  dv_parameter *parameter;     // [parameters.n]
  dv_names scope;              // signals, parts, joints, axes: one name space
  dv_named *named;             // [scope.n]
  dv_names bodies;             // index in spec->body
  dv_name_rows joints, axes;   // of the spec
  dv_names points;             // "body.point", once one was asked for
  const double **point;        // [points.n] where it is, body axes
  dv_names coordinates;        // index in coordinate
  dv_coordinate_spec **coordinate;
  dv_names nodes;               // index in spec->node
  const dv_joint_spec *within;  // joint whose coordinates a formula may call by their short names; NULL: none
  const char *own;              // name that a formula may hold besides: the variable of a bond-graph element; NULL: none
} dv_check;

// Units of the tables, parsed once.
typedef struct dv_known_units {
  dv_names text;
  dv_dim *dim;  // [text.n]
} dv_known_units;

// form_number.c. unit NULL: any dimension. 0, or -1: faulty and reported (now or before), *out untouched.
int dv_check_quantity(dv_check *c, const dv_node *n, dv_quantity_value *out);
int dv_check_fits(dv_check *c, const dv_node *n, const char *what, dv_dim given, const char *unit);
int dv_check_number(dv_check *c, const dv_node *n, const char *what, const char *unit, double *out);
int dv_check_numbers(dv_check *c, const dv_node *list, const char *what, const char *unit, double *out,
                     int most);                                                       // all of them, or -1
const dv_node *dv_check_get(const dv_node *map, const char *key, dv_node_type type);  // NULL if absent or of another type
const char *dv_check_text(const dv_node *map, const char *key);                       // NULL likewise

// read.c: the values of a section into the struct that its rows are about; map NULL: the defaults. on: {e}, {f}, {x} in units are
// those of a linear (0) or rotary (1) axis. 0, or -1: some were faulty.
int dv_read(dv_check *c, const dv_section *s, const dv_node *map, void *out);
int dv_read_on(dv_check *c, const dv_section *s, const dv_node *map, int rotary, void *out);
int dv_read_one(dv_check *c, const dv_section *s, const char *key, const dv_node *map, int rotary,
                void *out);                                                           // a row that is LATER
int dv_read_numbers(dv_check *c, const dv_key *k, const dv_node *list, double *out);  // a list, as its row says
int dv_read_whole(dv_check *c, const dv_key *k, const dv_node *n, int *out);          // a whole number, or which of the words
dv_ref *dv_read_refs(dv_check *c, const dv_node *n, int *count);                      // a text or a list of texts

void dv_check_parameters(dv_check *c);  // check_parameter.c
void dv_check_added(dv_check *c);       // last: parameters that a variant adds are used

// form_formula.c: formulas of names that are known only when the machine runs; parameters in them become constants.
enum { DV_INPUT_NAMES, DV_COLUMN_NAMES };
int dv_check_formula(dv_check *c, const dv_node *n, int names, dv_formula *out);
dv_formula dv_formula_constant(dv_arena *a, dv_quantity_value v);
int dv_check_name(dv_check *c, const char *name, dv_mark mark, int names);  // its first word is something in the machine

// form_sum.c: 1: the sum {name: factor} is an angle, 0: a length, -1: faulty; sort: of its terms, likewise.
int dv_check_sum_sort(dv_check *c, const dv_node *sum, const int *sort);
void dv_read_factors(dv_check *c, const dv_node *sum, int rotary, const int *sort, double *factor);
const char *dv_factor_unit(int sum_rotary, int rotary);  // of a factor that turns such a term into such a sum

// form_place.c
void dv_check_place(dv_check *c, const dv_node *at, dv_placement *out);  // xyz, rpy, euler, ...; at NULL: identity
void dv_check_turn(dv_check *c, const dv_node *at, const dv_place_spec *p, double R[9]);  // form_turn.c: euler or quaternion
void dv_quaternion_of(const double R[9], double q[4]);                                    // w x y z
void dv_quaternion_matrix(const double q[4], double R[9]);
void dv_rpy_of(const double R[9], double rpy[3]);

// check_body.c, check_shape.c, check_visual.c, check_inertia.c
void dv_check_contacts(dv_check *c, dv_node *root);  // contact_groups.c: parts and frames that `contacts:` stand for
void dv_check_bodies(dv_check *c);
// Which of the shapes it is, and its size: 0, or -1: reported.
int dv_check_shape(dv_check *c, const dv_node *map, const dv_shape_spec *given, dv_shape *shape, double size[3]);
void dv_check_solid(dv_check *c, const dv_node *solid, dv_body_spec *b, int mass_given);
void dv_check_visuals(dv_check *c, const dv_node *visual, dv_body_spec *b);
void dv_check_inertia(dv_check *c, const dv_node *n, dv_body_spec *b);        // moved to the centre, judged
void dv_check_beam(dv_check *c, const dv_node *body, dv_body_spec *b);        // check_beam.c
void dv_check_modal(dv_check *c, const dv_node *body, dv_body_spec *b);       // check_modal.c
void dv_check_modes(dv_check *c, const dv_body_spec *b, dv_elastic_spec *e);  // names of its modal coordinates
void dv_check_damping(dv_check *c, const dv_node *map, const dv_damping_spec *d, dv_elastic_spec *e);
void dv_refuse_beside_elastic(dv_check *c, const dv_node *body);
dv_section_spec dv_section_new(void);  // check_section.c: nothing is given
int dv_check_section(dv_check *c, const dv_node *map, const dv_section_spec *given, dv_beam_data *d);
void dv_check_spatial(dv_check *c, const dv_node *n, dv_body_spec *b);
void dv_inertia_shift(double inertia[6], double mass, const double r[3], double sign);  // += sign mass (r^2 1 - r r')
void dv_body_spatial(const dv_body_spec *b, double m[36]);                              // 6x6 about the body's origin

// check_joint.c, check_weld.c, form_motion.c, form_coordinate.c, check_tree.c, check_tip.c
void dv_check_joints(dv_check *c);
static inline int dv_direction_given(const double e[3]) { return e[0] != 0 || e[1] != 0 || e[2] != 0; }
// pitch or lead of a helical joint or loop
void dv_check_pitch(dv_check *c, const dv_node *n, const char *what, const char *name, dv_mark mark);
void dv_check_weld(dv_joint_spec *j);                                        // if it is welded: fixed where it stands
int dv_check_suffix(dv_check *c, const dv_joint_spec *j, const dv_node *n);  // coordinate that its key means, or -1: reported
void dv_list_coordinates(dv_check *c, dv_joint_spec *j);  // form_coordinate.c: names that formulas and others may use
enum { DV_AXES_CHILD, DV_AXES_PARENT, DV_AXES_WORLD };    // that a velocity is given in
void dv_read_pose(dv_check *c, const dv_node *value, dv_joint_spec *j);      // form_whole.c: of a ball or free joint
void dv_read_velocity(dv_check *c, const dv_node *value, dv_joint_spec *j);  // likewise
void dv_check_whole_rates(dv_check *c);  // into child axes; of chains of a ball or free joint; rates of what is locked
void dv_check_limits(dv_check *c);       // initial positions against limits
void dv_check_tree(dv_check *c);
void dv_check_tips(dv_check *c);

// check_loop.c, form_path.c, form_relation.c
void dv_check_loops(dv_check *c);
int dv_coordinate_sort(dv_check *c, const char *name, dv_mark mark);            // 1: an angle, 0: a length, -1: none, reported
void dv_read_zero(dv_check *c, const dv_node *zero, dv_loop_spec *l);           // an expression of coordinates
void dv_check_relation(dv_check *c, dv_loop_spec *l);                           // its names are coordinates, its dimensions fit
void dv_check_path(dv_check *c, const dv_node *joint, const dv_joint_spec *j);  // path or points, where the type wants them
// Coordinate k of a path joint as a function of the first; mark: where it stands. 0, or -1: reported.
int dv_path_formula(dv_check *c, const dv_joint_spec *j, int k, dv_mark *mark, dv_formula *f);
void dv_formula_less(dv_arena *a, dv_formula *f, const char *name);  // f <- f - name
// Origin at a named point of the body that a key names, if the placement `at` says so.
void dv_check_origin(dv_check *c, const dv_node *n, const char *key, const char *at, int body, double out[3]);

// check_axis.c, check_node.c
void dv_check_axes(dv_check *c);
void dv_check_nodes(dv_check *c);                                    // names of nodes, from the parts' ports; then `nodes:`
void dv_check_no_axis(dv_check *c, const char *name, dv_mark mark);  // says why a name is no axis

// check_part.c, check_port.c, form_table.c
int dv_check_find_kind(const dv_check *c, const dv_node *part, int is_signal);  // row, or -1
// Where a point of a body (or of the world) is, or NULL with a diagnostic; instead: what else may be done about the world's.
const double *dv_check_body_point(dv_check *c, const dv_body_spec *b, const char *point, dv_mark mark, const char *instead);
dv_ref dv_check_point(dv_check *c, const dv_node *n);                     // body, body.point or world
void dv_check_line(dv_check *c, const dv_node *map, dv_connection *out);  // {from, to}
void dv_check_ends(dv_check *c, const dv_node *map);                      // from and to are not the same
void dv_check_parts(dv_check *c);
void dv_check_oil(dv_check *c);  // what `oil` names gives hydraulic parts the inputs of the same names
void dv_check_port(dv_check *c, const dv_node *value, const dv_port *port, dv_connection *out);
int dv_check_rotary(dv_check *c, const dv_connection *at);  // of an axis: 1, 0, or -1 if unknown
void dv_check_table(dv_check *c, const dv_node *value, const dv_table *t, dv_table_spec *out);
int dv_read_csv(dv_check *c, const dv_series_spec *s, const dv_table *t, dv_table_spec *out);  // form_csv.c: 0, or -1: reported

// read_part.c: the part as its kind has it: arrays of its own, then their values.
void dv_part_take(dv_check *c, dv_part_spec *p);
void dv_read_part(dv_check *c, const dv_node *part, dv_part_spec *p);
void dv_tell_idle(dv_check *c, const dv_node *part, const dv_part_spec *p);  // warns of what its options leave without effect
void dv_tell_half_direction(dv_check *c, const dv_node *part, const dv_part_spec *p);  // ... of a direction that is named in part
void dv_tell_missing_sizes(dv_check *c, const dv_node *part,
                           const dv_part_spec *p);  // ... of a shape that is chosen without them

// check_bond.c: terminals and coefficients of bond-graph elements.
static inline int dv_kind_is_junction(const dv_kind *k) { return k->bond == DV_BOND_ONE || k->bond == DV_BOND_ZERO; }
void dv_check_terminals(dv_check *c, dv_part_spec *p);
void dv_check_coefficient(dv_check *c, const dv_node *part, dv_part_spec *p);

// change_removed.c: what variants and cases take away.
typedef struct {
  dv_check *check;
  dv_doc *doc;
  dv_names gone;
} dv_change;
dv_node *dv_change_section(const dv_change *v, const char *name);  // a map of the document, or NULL
void dv_change_remove(dv_change *v, dv_node *map, int at);         // an entry of a section
void dv_change_nulls(dv_change *v, const dv_node *changes);        // entries that a case or variant removes by null
void dv_change_prune(dv_change *v);                                // then what names something that is gone

// change_case.c, change_variant.c, check_run.c, check_expect.c
// change_case.c: the machine's document becomes that of a case or variant, section by section as the rows say.
void dv_change_by_rows(dv_doc *doc, const dv_section *s, const dv_node *map);
void dv_change_entries(dv_doc *doc, const dv_section *s, const dv_node *map);  // then, of DV_ADDS and DV_STANDS_ALONE
void dv_check_variant(dv_check *c, dv_doc *doc, const dv_node *asked);
void dv_check_apply(dv_check *c, dv_doc *doc, const char *case_name, const char *const *settings, int nsetting);
void dv_check_apply_nominal(dv_doc *doc);  // `nominal:` into the machine itself
void dv_check_run(dv_check *c);
void dv_check_expects(dv_check *c);
void dv_check_columns(dv_check *c, const dv_ref *column, int n);  // names that something has
void dv_check_plot(dv_check *c, const dv_plot_spec *p);
void dv_check_studies(dv_check *c);  // check_study.c

// expand.c: kinds with lists.
typedef enum { DV_NO_LIST, DV_OVER_EACH, DV_OVER_ROWS } dv_list_kind;
dv_list_kind dv_is_list(const char *name);                // "kp[]", "kp[row]"
const char *dv_list_name(dv_arena *a, const char *name);  // "kp"
const dv_kind *dv_kind_expand(dv_arena *a, const dv_kind *k, const dv_part_spec *p);

void dv_check_desk(dv_check *c);       // check_desk.c: `operator:` and `faults:`
void dv_check_scenarios(dv_check *c);  // check_scenario.c
void dv_check_io(dv_check *c);         // check_io.c
