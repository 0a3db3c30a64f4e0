// bond_internal.h: the hand-written bond graph of a machine while it is assembled: graph, causality, program.
#pragma once

#include "assemble/internal.h"
#include "base/names.h"

typedef struct {
  int *item;
  int n, cap;
} dv_ints;

// A vertex of the graph, one per component: a junction, an element, a place of the machine.
typedef struct {
  dv_bond_role role;    // places of the machine are junctions too
  int part, component;  // part -1: a place of the machine
  int machine;          // junction that gives what its bonds share; -1: none
  int entry;            // of the coefficients
  int field;            // 1: all components at once, coupled by a matrix
  int open;             // 1-junction that may stay without an element that sets its flow
  dv_ints bond;         // at it; a two-port's first is `from`
} dv_bond_node;

typedef struct {
  int end[2];      // nodes; power goes from the first to the second
  int setter;      // end that sets the effort, for evaluation; -1: not known
  int drawn;       // the same by the usual assignment (SCAP), for people
  int part, slot;  // part that it belongs to and place among its slots; part -1: inside a matrix
} dv_bond;

// Operations of the program: see dv_bond_op (program.h). CONSTANT, OUTSIDE: cells that are there already.
typedef enum { DV_V_CONSTANT, DV_V_OUTSIDE, DV_V_STATE, DV_V_DOT, DV_V_DIVIDE, DV_V_VALUE, DV_V_SLOPE, DV_V_ROOT } dv_var_op;

typedef struct {
  int a, b;  // variables: DOT sums a b; DIVIDE a / b; VALUE, SLOPE: input a and its rate b; ROOT: is such that a = 0
} dv_var_term;

typedef struct {
  dv_var_op op;
  int cell;  // work
  struct {
    dv_var_term *item;
    int n, cap;
  } term;
  const dv_formula *formula;
  int code, constant;  // of the formula, in the model; -1: not yet
  int rate;            // variable, -1: not asked for yet
  int level;           // times that it was differentiated
  int x;               // state: place in its part's; later in x
  int junction;        // OUTSIDE: of the machine, -1: none
  dv_source from;      // OUTSIDE otherwise
  int outside_rate;    // OUTSIDE: variable of its rate, -1: not known
  int part;            // whose it is, -1: nobody's
  int rank;            // the least is taken as unknown of a loop first
  int same;            // 1 + the variable that it is a copy of; 0: not looked for yet
  const char *name;    // "m1.flow"; given by dv_var_name
  double value;        // CONSTANT
  int num;             // CONSTANT: its number
} dv_bond_var;

// Operations that go together: one, or a loop with its unknowns.
typedef struct {
  dv_ints var;  // in order; the unknowns last
  int nunknown;
  int curved;     // 1: the loop is not linear
  int put, sign;  // or: bond whose effort (flow) goes to the machine
  int rate, x;    // or: variable that is the rate of state x
} dv_bond_draft;

typedef struct dv_bonds {
  struct {
    dv_bond_node *item;
    int n, cap;
  } node;
  struct {
    dv_bond *item;
    int n, cap;
  } bond;
  struct {
    dv_bond_var *item;
    int n, cap;
  } var;             // effort and flow of bond b: 2 b, 2 b + 1
  dv_names names;    // of variables
  dv_ints named;     // [names.n] the variable of each name
  dv_ints *of_part;  // [part] variables, once they are all there
  struct {
    dv_bond_draft *item;
    int n, cap;
  } block;
  int *first;         // [part] first node, -1: none
  dv_ints seat;       // [6 junction + component] node of a place of the machine, -1: none
  int **state;        // [part] variable of each component's momentum or displacement, -1: none
  int *shared;        // [node] variable of what a junction's bonds share, -1: an element
  int *moved;         // [node] variable of a 1-junction's displacement, -1: not kept
  int **entry;        // [part][entry] variables of the coefficients, made when needed
  int asking;         // storage whose differential causality is being resolved, for messages
  dv_ints dependent;  // storages with differential causality, by the usual assignment: nodes
  struct {
    const char **item;
    int n, cap;
  } loop;                // algebraic loops, in words
  int one, minus, zero;  // variables
} dv_bonds;

#define DV_EFFORT_OF(bond) (2 * (bond))
#define DV_FLOW_OF(bond) (2 * (bond) + 1)

const char *dv_bond_node_name(dv_assembler *c, int node);
int dv_bond_other(const dv_bond *b, int node);                       // the node at its other end
int dv_bond_sets(const dv_bond *b, int node);                        // 1: the node sets the effort
int dv_bond_integral(const dv_bonds *g, int node, int drawn);        // 1: a storage with integral causality, at all its bonds
int dv_bond_machine_end(const dv_bonds *g, const dv_bond_draft *d);  // node of a contribution to the machine
const char *dv_bond_block_name(dv_assembler *c, int block);
int dv_coefficient_varies(const dv_part_spec *p);

void dv_bonds_graph(dv_assembler *c);              // bond_graph.c: c->bonds, or NULL if there are none
void dv_bonds_causality(dv_assembler *c);          // bond_causality.c
void dv_bond_conflict(dv_assembler *c, int node);  // bond_conflict.c: tells the contradiction at a vertex
void dv_bonds_states(dv_assembler *c);             // bond_state.c: which states the parts have
int dv_bond_slots(const dv_assembler *c, int part);
void dv_bonds_place(dv_assembler *c);                                         // bond_state.c: cells of efforts, flows and states
int dv_bond_source(const dv_assembler *c, const char *name, dv_source *out);  // "m1.flow", "k1.displacement"; 0, or -1
int dv_bond_find(const dv_assembler *c, const char *name);                    // the same as variable, or -1
void dv_bonds_program(dv_assembler *c);  // bond_program.c: variables and what they are made of
void dv_bonds_sort(dv_assembler *c);     // bond_sort.c: blocks, loops
void dv_bonds_write(dv_assembler *c);    // bond_write.c: rows of the model

void dv_bonds_text(dv_assembler *c, struct dv_drawing *d);  // bond_text.c: equations in the order of evaluation
const struct dv_drawing *dv_draw(dv_assembler *c);          // bond_draw.c: the whole machine

// bond_var.c
int dv_var_add(dv_assembler *c, dv_var_op op, const char *name);  // name: or NULL
void dv_var_name(dv_assembler *c, int var, const char *name);
const dv_ints *dv_vars_of(dv_assembler *c, int part);
void dv_var_term_add(dv_assembler *c, int var, int a, int b);
int dv_var_new(dv_assembler *c, dv_var_op op);  // with a cell of its own
int dv_var_constant(dv_assembler *c, double value, const char *name);
void dv_var_define(dv_assembler *c, int var, dv_var_op op, int a, int b);  // by one term
void dv_var_copy(dv_assembler *c, int var, int from);
// own: name of the element's variable in the formula, own_var: which that is
int dv_var_formula(dv_assembler *c, const dv_part_spec *p, const dv_formula *f, const char *own, int own_var, int var);
const dv_coefficient *dv_described_by(const dv_part_spec *p);
int dv_var_entry(dv_assembler *c, int part, int k);  // entry of the coefficients
void dv_var_field(dv_assembler *c, int part, int inverse, int i, int var,
                  const int *x);  // row i of their matrix, or of its inverse, times x

// bond_rate.c
int dv_var_reserve_rate(dv_assembler *c, int var);
void dv_var_fill_rate(dv_assembler *c, int var, int rate);
int dv_var_rate(dv_assembler *c, int var);    // variable of its time derivative; -1 after a diagnostic
int dv_var_same(const dv_bonds *g, int var);  // the variable that it is a copy of
