// draft.h: a machine while it is drawn: its tree, and the names that later draws may use.
#pragma once

#include "machine.h"
#include "stream.h"

#include "spec/units.h"

typedef struct {
  const char **item;
  int n, cap;
} names;

typedef struct {
  int drawn, kept;
} tally;

// How each kind is used in its own example, whose numbers go together: [kind]; NULL: not at all.
dv_node **examples_read(dv_arena *a, dv_node **whole_file);  // whole_file [kind]: the example itself

typedef struct {
  stream rnd;
  dv_arena *arena;
  dv_units *units;
  const char *folder, *stem;  // where files beside the machine go, and how their names begin
  names files;                // those written
  dv_node *root;
  double size, mass;                  // of this machine's bodies, m and kg
  names bodies, points, bearers;      // points: "body.point"; bearers: bodies that joints may hang on
  names linear, rotary, coordinates;  // axes that parts may take hold of; free scalar coordinates of joints
  names hydraulic, electric;          // nodes
  names readable, smooth;             // what formulas may read; signals of two derivatives
  int isotropic;                      // 1: nothing in it knows the axes of the world
  int count;                          // names made so far
  dv_node **example, **example_file;  // [kind]
  int wet;                            // 1: there is water
  tally *kinds;                       // [kind], or NULL
  int tell;                           // 1: says what was refused
} draft;

void names_add(draft *d, names *list, const char *name);
const char *names_pick(draft *d, const names *list);  // NULL: it is empty
const char *fresh(draft *d, const char *stem);        // a name that was not there
// Puts an entry into a section; takes it out again if the machine is then refused. 1: it stayed.
int draft_try(draft *d, const char *section, const char *name, dv_node *entry);

dv_node *quantity(draft *d, double si, const char *unit);              // "0.3 m", or the bare number
dv_node *place(draft *d, double reach);                                // {xyz: , rpy: }
dv_node *place_otherwise(draft *d, double reach, const char *parent);  // by a matrix, Denavit and Hartenberg, or a point
const char *formula(draft *d, double size);                            // text of a formula whose values have about this size
const char *frame(draft *d, int world);                                // a body, a point, or the world

// The size of a quantity in a kind's own example, in SI; else what the caller has, else one that is usual in its unit.
double typical(const draft *d, const dv_node *example, const char *key, const char *unit, double otherwise);

// One thing that is drawn: THING(name).
#define THING(name) void draw_##name(draft *d);
#include "things.def"
#undef THING

void draw_elastic(draft *d, dv_node *body, double length);      // a beam or a modal body instead of a rigid one
void draw_water(draft *d);                                      // what floats needs it
int draw_kind(draft *d, int kind);                              // a part or signal of it; 1: it was accepted
int draw_ports(draft *d, const dv_kind *k, dv_node *entry);     // 0: the machine has nothing for one of them
void draw_lists(draft *d, const dv_kind *k, dv_node *entry);    // coordinates, axes and task of a kind with `each`
int draw_bond(draft *d, int kind);                              // the bond graph of the kind's example
dv_node *perturbed(draft *d, const dv_node *n, double factor);  // numbers of an example by a factor, everything else as it is
void draw_start(draft *d);                                      // initial: and nominal:
void draw_machine(draft *d);                                    // all of it
