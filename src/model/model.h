// model.h: the flat const model. One block of bytes: a header, sections of structure (ints), one section of numbers
// (doubles), text. Indices and offsets instead of pointers, so that it can be saved, shared and embedded as it is.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum {
#define DV_SECTION(id, type, count, what) DV_S_##id,
#include "model/sections.def"
  DV_S_COUNT
} dv_section_id;

// When an array of the work is written. A stage reads what the stages before it wrote; KEPT is written when the work is made
// ready, or by the solver; SCRATCH is read only by the function that wrote it.
typedef enum {
  DV_STAGE_KEPT,
  DV_STAGE_START,
  DV_STAGE_CALLS,
  DV_STAGE_KINEMATICS,
  DV_STAGE_DYNAMICS,
  DV_STAGE_OBSERVE,
  DV_STAGE_SCRATCH
} dv_stage;

typedef enum {
#define DV_WORK(name, type, reals, stage, what) DV_W_##name,
#include "model/work.def"
  DV_W_COUNT
} dv_work_id;

// work_energy. The residual of the ledger so far is the solver's, since it owns the integrals.
enum { DV_ENERGY_KINETIC, DV_ENERGY_POTENTIAL, DV_ENERGY_STORED, DV_ENERGY_TOTAL, DV_ENERGY_RESIDUAL, DV_ENERGY_COUNT };

enum { DV_MODEL_VERSION = 12, DV_BYTE_ORDER = 0x01020304 };
enum { DV_POSE_SHOWN = 1, DV_POSE_COUNTS = 2 };

typedef struct {
  int64_t offset;  // bytes from the start of the block, multiple of 64
  int32_t count;   // elements
  int32_t size;    // bytes per element
} dv_section;

typedef struct dv_model {
  char magic[8];       // "davit" and a zero
  int32_t version;     // of the layout
  int32_t byte_order;  // DV_BYTE_ORDER, as the computer writes it
  int64_t bytes;       // of the block
  uint64_t kinds;      // of a saved block: dv_kinds_key of the program that made it; else 0
  uint64_t hash;       // FNV-1a of everything after the header
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
  int32_t foreign;       // text: a line for each kind from a library: its name and the hash of the library
#define DV_WORK(name, type, reals, stage, what) int32_t work_##name;  // offset in the work, in reals
#include "model/work.def"
  int32_t nsum;                                // reals that parts add up at junctions
  int32_t link_reals, seen_reals, loop_reals;  // scratch of the links of both trees, of the loops
  int32_t cell_reals;                          // cells of the parts
  int32_t serves;                              // 1: a part asks for the model service; then its scratch:
  int32_t desired_reals, map_reals, law_reals;
  int32_t loop_d;             // where the chosen pivots of loops are among the discrete states
  int32_t loop_given;         // int: [nv] what the user said of each rate: dv_loop_given, or-ed
  int32_t multipliers;        // 1: accelerations by multipliers instead of independent coordinates
  int32_t nfield, field;      // int: parts that make the water
  int32_t still;              // 1: none of them moves it
  int32_t nprofile, profile;  // int: parts that make the ground
  int32_t nwatch, watch;      // int: [nwatch] pairs (work, place in x, or nx + place in d): states that formulas name
  int32_t nsample, sample;    // int: parts that may sample; each comes after those that it reads
  int32_t seen_q, seen_v;     // int: coordinate, rate of the fast tree behind each of the observer's; -1: stands still
  dv_section section[DV_S_COUNT];
} dv_model;

// The arrays of the block with their types: dv_model_PART(m) is a const struct dv_part *.
#define DV_SECTION(id, type, count, what)                                                                                        \
  static inline const type *dv_model_##id(const dv_model *m)                                                                     \
  {                                                                                                                              \
    return (const type *)(const void *)((const char *)m + m->section[DV_S_##id].offset);                                         \
  }
#include "model/sections.def"
#define DV_MODEL_COUNT(m, id) ((m)->section[DV_S_##id].count)

static inline const char *dv_model_text(const dv_model *m, int offset) { return dv_model_TEXT(m) + offset; }

// One row per state, input, output and parameter. Recording, plots, viewer, sweeps and run-time errors use these rows.
typedef enum { DV_ROLE_STATE, DV_ROLE_OUTPUT, DV_ROLE_INPUT, DV_ROLE_PARAMETER } dv_role;
typedef enum { DV_IN_STATE, DV_IN_RATE, DV_IN_WORK, DV_IN_NUMBER } dv_array;

typedef struct dv_variable {
  int32_t path, unit, doc;  // text
  int32_t role, array, index;
  int32_t file, line, col;      // place in the machine file; file is text
  int32_t shown;                // 0, DV_RECORDED, DV_FILMED
  double nominal, least, most;  // size; range of a parameter, else all numbers
} dv_variable;

int dv_model_find(const dv_model *m, const char *path);     // row of the variable table, or -1; "x" finds "x.position" too
int dv_model_state(const dv_model *m, int x);               // row of the variable that is state x, or -1
const char *dv_model_state_name(const dv_model *m, int x);  // its path
int dv_model_alike(const dv_model *a, const dv_model *b);   // 1: same structure; only numbers, start and scale may differ
int dv_model_valid(const void *bytes, size_t n);            // 1: a whole block of this layout with the right hash

// Rows of work.def and sections.def, for those who walk them.
typedef struct {
  const char *name;
  dv_stage stage;
  int field;  // bytes: where dv_model has its offset
} dv_work_row;

extern const dv_work_row dv_work_rows[DV_W_COUNT];
int dv_work_reals(const dv_model *m, dv_work_id row);  // its size, from the counts of the model
int dv_work_at(const dv_model *m, dv_work_id row);     // its offset
void dv_work_put(dv_model *m, dv_work_id row, int at);

const char *dv_section_name(dv_section_id id);
int dv_section_count(const dv_model *m, dv_section_id id);  // elements that the header asks for, -1: any

// A run's state: what resumes it. One block; copying it is a checkpoint.
typedef struct {
  double t;
  double *x, *d, *quad;  // [nx], [nd], [nquad]
  double *kept;          // [dv_state_kept] what methods carry from step to step (step/step.h); zeros: nothing
  double *block;         // one for t (written when saved), then x, d, quad, kept in a row
  int n;                 // doubles in the block
} dv_state;

// How a saved block is run unless its user says otherwise, as in the machine file. Texts end with a zero.
typedef struct dv_settings {
  char method[16], linear[8];
  double step, rtol, atol, until, every, ledger;
  int32_t order, momentum;
} dv_settings;

struct dv_arena;
int dv_state_kept(const dv_model *m);
dv_state *dv_state_new(struct dv_arena *a, const dv_model *m);  // at t = 0, from the model's START
void dv_state_copy(dv_state *to, const dv_state *from);
