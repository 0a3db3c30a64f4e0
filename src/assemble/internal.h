// internal.h: what the steps of assembling share.
#pragma once

#include "assemble/assemble.h"
#include "engine/program.h"
#include "model/builder.h"
#include "skeleton/skeleton.h"
#include "spec/joint_type.h"
#include "spec/place.h"

// A body on a link of one of the two trees.
typedef struct {
  int link;         // -1: the world
  dv_placement at;  // body axes in link axes
} dv_seat;

typedef struct {
  const char *name;
  const dv_coordinate_spec *spec;  // NULL: a component of a ball or free joint
  int iq, iv;                      // of a component one of them is -1
  int turns;                       // of a component, 1: of the attitude or angular velocity
} dv_coordinate;

// A site on an elastic body (elastic.c).
typedef struct {
  int body, link;
  double at[3];  // beam axes
  int turns;     // with its section
} dv_site;

typedef struct {
  int section;  // DV_S_LINK or DV_S_SEEN
  int nq, nv;
  dv_seat *seat;  // [nbody]
  struct {
    dv_site *item;
    int n, cap;
  } site;
  int room;  // reals that elastic bodies need behind the links' work
  int laid;  // 1: `room` is final: no link may be added any more
} dv_tree_draft;

typedef struct {
  dv_spec *spec;
  const dv_kind *const *kinds;
  dv_diags *diags;
  dv_arena *arena;
  dv_builder *b;
  int *order;  // joints, parents first
  dv_tree_draft fast, seen;
  int *joint_iq, *joint_iv;  // first coordinate and rate of each joint, fast tree
  struct {
    dv_coordinate *item;
    int n, cap;
  } coordinate;
  struct {
    dv_part_spec *item;
    int n, cap;
  } part;  // signals, parts, and those made for joints and inputs
  struct {
    dv_loop_spec *item;
    int n, cap;
  } loop;  // those of the file, then one for each part that merges, which has its name
  struct {
    int *item;
    int n, cap;
  } smooth;  // per part: time derivatives that its first output has
  struct {
    int n;        // parts that may have twins
    char *known;  // [n][2]
    int zero;     // work: a cell that is zero, -1: none yet
    struct {
      int *item;
      int n, cap;
    } order;  // per part: of a twin the derivative that it is there for, else 0
  } slope;    // slope.c
  struct {
    struct dv_watched {
      int part, state, held, work;  // held: place among its discrete states, -1: continuous
    } * item;
    int n, cap;
  } watched;  // states of parts that formulas name
  int nwork;
  struct dv_bonds *bonds;    // hand-written bond graph (bond_internal.h), NULL: none
  struct dv_finder *finder;  // find.c
} dv_assembler;

int dv_work_take(dv_assembler *c, int n);                        // offset of n reals of work
int dv_work_place(dv_assembler *c, dv_work_id row);              // of a row of work.def, once its size is known
int dv_number_add(dv_assembler *c, const double *value, int n);  // offset in the number section
int dv_constant_add(dv_assembler *c, double value);              // work offset of a cell that holds it
int dv_constant_put(dv_assembler *c, int work, double value);    // lets a cell hold it; the cell's offset

// placement.c
int dv_placement_turned(const dv_placement *a);
int dv_axis_row(const double axis[3], double align[9]);  // 0 x, 1 y, 2 z, and the rotation that brings that axis to `axis`

// tree.c, elastic.c: links; a frame of a body as a seat in a tree: on an elastic body it sits on a site, made if need be.
void dv_joint_size(const dv_joint_spec *j, int *nq, int *nv);  // coordinates, rates
int dv_link_add(dv_assembler *c, dv_tree_draft *t, int parent, const char *row, const dv_placement *X, int drive, double pitch);
int dv_links_reals(const dv_assembler *c, const dv_tree_draft *t);  // work of all links, with the room of elastic bodies
dv_seat dv_seat_on(dv_assembler *c, dv_tree_draft *t, int body, const dv_placement *at);
dv_seat dv_seat_of_joint(dv_assembler *c, dv_tree_draft *t, const dv_joint_spec *j);
int dv_is_elastic(const dv_body_spec *b);
void dv_elastic_link(dv_assembler *c, dv_tree_draft *t, int body);  // the body's link becomes a beam, with coordinates of its own
void dv_elastic_rooms(dv_assembler *c, dv_tree_draft *t);           // sites of named points; then the scratch of all
int dv_has_sites(const dv_assembler *c, const dv_tree_draft *t, const dv_body_spec *b);
int dv_elastic_field(dv_assembler *c, const dv_placement *X, const dv_beam_field *f, int modes,
                     double *I);                                                // number: as in skeleton/beam_link.h
dv_placement dv_beam_axes(const dv_elastic_spec *e, const dv_placement *seat);  // beam axes in link axes
void dv_assemble_stations(dv_assembler *c);                                     // beam_section.c
dv_coordinate *dv_remember(dv_assembler *c, const char *name, const dv_coordinate_spec *spec, int iq, int iv);

// The steps, in order. Each reports faults to diags and goes on.
void dv_assemble_inertia(dv_assembler *c);  // inertia.c: added inertia of parts -> bodies
void dv_assemble_order(dv_assembler *c);    // tree.c: order of joints
void dv_assemble_trees(dv_assembler *c);
void dv_assemble_loops(dv_assembler *c);     // loop_closures.c: closures and their rates
void dv_assemble_merging(dv_assembler *c);   // after the parts: where those that merge keep whether and how
void dv_assemble_parts(dv_assembler *c);     // part_rows.c: junctions, parts, inputs, drives
void dv_assemble_nodes(dv_assembler *c);     // node.c: causality of nodes, their states
void dv_assemble_tees(dv_assembler *c);      // tee_rows.c: nodes without capacity
void dv_assemble_gather(dv_assembler *c);    // gather.c: copies between junctions and parts
void dv_assemble_calls(dv_assembler *c);     // order.c
int dv_part_sampled(const dv_part_spec *p);  // 1: it has a period
void dv_assemble_samples(dv_assembler *c);   // sample.c
void dv_assemble_ledger(dv_assembler *c);    // ledger_rows.c
void dv_assemble_foreign(dv_assembler *c);   // foreign.c: names kinds from libraries; after all parts
void dv_assemble_lengths(dv_assembler *c, const dv_model *m, const double *x);  // distance axes have one at the start
void dv_assemble_driven(dv_assembler *c, const dv_model *m);         // driven.c: positions that signals do not begin with
void dv_assemble_variables(dv_assembler *c);                         // variable.c
void dv_assemble_filmed(dv_assembler *c);                            // filmed.c: after them
void dv_assemble_dimensions(dv_assembler *c);                        // dimension.c: of signals
void dv_assemble_nominal(dv_assembler *c, const dv_model *nominal);  // nominal.c: its numbers behind the machine's

double dv_node_initial(const dv_assembler *c, const dv_junction *j);      // from `nodes:`, or zero
int dv_find_point(dv_assembler *c, dv_ref ref, int *body, double at[3]);  // body, body.point, world; -1 with a diagnostic
int dv_find_place(const dv_assembler *c, const char *text, int *body, double at[3]);  // the same, -1 without one
void dv_spatial_move(const double *A, const dv_placement *X, double *out);            // 6x6 from body to link: T^T A T
int dv_part_listed(const dv_assembler *c, const dv_part_spec *p);                     // numbers of its parameters that are lists
void dv_part_task(dv_assembler *c, dv_part *row, const dv_part_spec *p);              // task.c: rows of a controller's task

// find.c; -1, NULL: none
struct dv_finder *dv_finder_new(dv_arena *a);
int dv_find_body(const dv_assembler *c, const char *name);
int dv_find_joint(const dv_assembler *c, const char *name);
int dv_find_loop(const dv_assembler *c, const char *name);
int dv_find_part(const dv_assembler *c, const char *name);
const dv_axis_spec *dv_find_axis(const dv_assembler *c, const char *name);
const dv_node_spec *dv_find_node(const dv_assembler *c, const char *name);
const dv_point_spec *dv_find_body_point(const dv_assembler *c, const char *name);  // "body.point", "world.point"
const dv_coordinate *dv_find_coordinate(const dv_assembler *c, const char *name);
int dv_find_junction(const dv_assembler *c, const char *name, int type);  // DV_AT_...

// NULL, or what the kind's law asks too early: "what|remedy".
// idle_part.c: tells a part that does nothing as it is written; cell: as for prepare.
void dv_tell_idle_part(dv_assembler *c, const dv_part_spec *p, const double *par, const dv_cell *prepared);
const char *dv_start_law(dv_arena *a, const dv_kind *k, const double *par, dv_cell *cell);  // start_law.c
const char *dv_unit_on_axis(dv_assembler *c, const char *unit, int rotary);                 // {e}, {f}, {x} replaced

// Where a named signal comes from.
typedef enum {
  DV_FROM_TIME,
  DV_FROM_COORDINATE,
  DV_FROM_ACCELERATION,
  DV_FROM_PART,
  DV_FROM_PORT,
  DV_FROM_NODE,
  DV_FROM_BOND,
  DV_FROM_MOTION,
  DV_FROM_STATE,    // of a part: known from the beginning
  DV_FROM_WHOLE,    // energies, momenta, centre of mass
  DV_FROM_REACTION  // reactions, sections of beams
} dv_from;
typedef struct {
  dv_from from;
  int part;                // DV_FROM_PART, DV_FROM_PORT, DV_FROM_STATE
  int junction;            // DV_FROM_PORT, DV_FROM_NODE
  int work;                // value
  int rate, acceleration;  // work, or -1: not given
  int var;                 // DV_FROM_BOND: variable of the bond graph
} dv_source;
// body.x, body.point.r13: its last dot, if there is such a body or point and such an output of a place or attitude; else NULL.
// watch: how the part that looks there is called, "place" or "attitude".
const char *dv_place_suffix(const dv_assembler *c, const char *name, const char **watch);
int dv_watcher(const dv_assembler *c, const char *out);  // row of the kind that looks at places and has this output, or -1
int dv_station_column(const char *name);                 // moment_y: place among the outputs of a station, else -1
int dv_held_as(const dv_kind *k, const char *state);     // "sum_held.x" of "sum.x": where a sampled part keeps it; -1: nowhere
int dv_motion_of(const char *name);  // ax, dwz, yaw_acceleration: place among the accelerations of a frame, else -1
void dv_watch_place(dv_assembler *c, const char *name, dv_mark mark);  // extra.c: lets a formula look at boom.tip.z
int dv_find_source(dv_assembler *c, dv_ref name, dv_source *out);      // 0, or -1 with a diagnostic
