// model.h: the flat const model. One block of bytes: a header, sections of structure (ints), one section of numbers
// (doubles), text. Indices and offsets instead of pointers, so that it can be saved, shared and embedded as it is.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Sections: name, element type (declared by the folder that uses it).
#define DV_SECTIONS(X)                                                                                                           \
  X(LINK)       /* dv_link       skeleton.h: links of the fast tree              */                                              \
  X(SEEN)       /* dv_link       skeleton.h: links of the observer's tree        */                                              \
  X(LOOP)       /* dv_loop       program.h: what closes chains, and relations    */                                              \
  X(CLOSURE)    /* dv_closure    program.h: rows of the closure                  */                                              \
  X(DRIVE)      /* dv_drive      program.h: prescribed and locked coordinates    */                                              \
  X(JUNCTION)   /* dv_junction   program.h: axes, frames, nodes                  */                                              \
  X(CONSTANT)   /* dv_constant   program.h                                       */                                              \
  X(SETTLEMENT) /* dv_settlement program.h: flows that wait for a node's rate    */                                              \
  X(PART)       /* dv_part       program.h                                       */                                              \
  X(BOND_OP)    /* dv_bond_op    program.h: program of the bond graph            */                                              \
  X(BOND_BLOCK) /* dv_bond_block program.h                                       */                                              \
  X(CALL)       /* dv_call       program.h: in the order of evaluation           */                                              \
  X(BODY)       /* dv_body       program.h                                       */                                              \
  X(JOINT)      /* dv_joint      program.h: joints as the user named them        */                                              \
  X(POINT)      /* dv_point      program.h                                       */                                              \
  X(STATION)    /* dv_station    program.h: sections of beams to be observed     */                                              \
  X(INT)        /* int           lists that the rows above point into            */                                              \
  X(CODE)       /* dv_code       formulas                                        */                                              \
  X(VARIABLE)   /* dv_variable                                                   */                                              \
  X(QUADRATURE) /* dv_quadrature program.h: the ledger's integrals               */                                              \
  X(NUMBER)     /* double        everything that may differ between lanes        */                                              \
  X(START)      /* double        initial state [nx], then discrete [nd]          */                                              \
  X(SCALE)      /* double        nominal size of each state [nx]                 */                                              \
  X(TEXT)       /* char          names, units; offset 0 is ""                    */

typedef enum {
#define X(name) DV_S_##name,
  DV_SECTIONS(X)
#undef X
      DV_S_COUNT
} dv_section_id;

enum { DV_MODEL_VERSION = 6 };
enum { DV_POSE_SHOWN = 1, DV_POSE_COUNTS = 2 };

typedef struct {
  int64_t offset;  // bytes from the start of the block, multiple of 64
  int32_t count;   // elements
  int32_t size;    // bytes per element
} dv_section;

typedef struct {
  char magic[8];    // "davit" and a zero
  int32_t version;  // of the layout
  int32_t unused;
  int64_t bytes;  // of the block
  uint64_t hash;  // FNV-1a of everything after the header
  union {
    const struct dv_outside *table;
    uint64_t room;
  } outside;                        // kinds/kinds.h: kinds that came from libraries; in memory only, zero in a saved block
  int32_t nlink, nq, nv, nz;        // state x: q [nq], v [nv], z [nz]
  int32_t nseen, seen_nq, seen_nv;  // observer's tree
  int32_t nx, nd;                   // continuous and discrete states
  int32_t nnum, nwork;              // reals
  int32_t nroot, nquad;
  int32_t nominal;       // number: where those of the machine as its controllers know it begin; 0: they know it as it is
  int32_t gravity;       // number: gravity vector
  int32_t elastic;       // 1: some bodies are elastic
  int32_t full;          // 1: some bodies have an added inertia
  int32_t weightless;    // number: three zeros, a gravity vector too
  int32_t wants_pose;    // a junction needs world poses: DV_POSE_COUNTS in every evaluation, DV_POSE_SHOWN where all is shown
  int32_t wants_wrench;  // 1: a junction puts wrenches on links
  int32_t name;          // text
  int32_t work_time, work_rate, work_q, work_v, work_a, work_tau, work_sum, nsum, work_fext, work_link, work_d,
      work_cell;  // offsets in the work, in reals
  int32_t work_seen_q, work_seen_v, work_seen_a, work_seen_tau, work_seen_fext, work_seen_link, work_energy, work_momentum;
  int32_t work_service, work_service_zero, work_service_rows, work_service_room, work_service_desired,
      work_service_map;       // scratch of the model service, if a part asks for it
  int32_t work_loop, loop_d;  // scratch of the loops; where the chosen pivots are among the discrete states
  int32_t work_service_loop;  // the same for the model service
  int32_t loop_given;         // int: [nv] what the user said of each rate: dv_loop_given, or-ed
  int32_t multipliers;        // 1: accelerations by multipliers instead of independent coordinates
  int32_t nfield, field;      // int: parts that make the water
  int32_t still;              // 1: none of them moves it
  int32_t nprofile, profile;  // int: parts that make the ground
  int32_t nsample, sample;    // int: parts that may sample, who is read before who reads
  int32_t seen_q, seen_v;     // int: coordinate, rate of the fast tree behind each of the observer's; -1: stands still
  dv_section section[DV_S_COUNT];
} dv_model;

#define DV_MODEL_AT(m, T, id) ((const T *)(const void *)((const char *)(m) + (m)->section[DV_S_##id].offset))
#define DV_MODEL_COUNT(m, id) ((m)->section[DV_S_##id].count)

static inline const char *dv_model_text(const dv_model *m, int offset) { return DV_MODEL_AT(m, char, TEXT) + offset; }

// One row per state, input, output and parameter. Recording, plots, viewer, sweeps and run-time errors use these rows.
typedef enum { DV_ROLE_STATE, DV_ROLE_OUTPUT, DV_ROLE_INPUT, DV_ROLE_PARAMETER } dv_role;
typedef enum { DV_IN_STATE, DV_IN_RATE, DV_IN_WORK, DV_IN_NUMBER } dv_array;

typedef struct {
  int32_t path, unit, doc;  // text
  int32_t role, array, index;
  int32_t file, line, col;  // place in the machine file; file is text
  int32_t shown;            // 1: recorded by default
  double nominal;
} dv_variable;

int dv_model_find(const dv_model *m, const char *path);     // row of the variable table, or -1; "x" finds "x.position" too
int dv_model_state(const dv_model *m, int x);               // row of the variable that is state x, or -1
const char *dv_model_state_name(const dv_model *m, int x);  // its path
int dv_model_alike(const dv_model *a, const dv_model *b);   // 1: same structure; only numbers, start and scale may differ
int dv_model_valid(const void *bytes, size_t n);            // 1: a whole block of this layout with the right hash

// A run's state: what resumes it. One block; copying it is a checkpoint.
typedef struct {
  double t;
  double *x, *d, *quad;  // [nx], [nd], [nquad]
  double *kept;          // [dv_state_kept] what methods carry from step to step (step/step.h); zeros: nothing
  double *block;         // one for t (written when saved), then x, d, quad, kept in a row
  int n;                 // doubles in the block
} dv_state;

struct dv_arena;
int dv_state_kept(const dv_model *m);
dv_state *dv_state_new(struct dv_arena *a, const dv_model *m);  // at t = 0, from the model's START
void dv_state_copy(dv_state *to, const dv_state *from);
