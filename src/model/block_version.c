// block_version.c: the version of the layout of blocks, from the rows that number things in them.
#include "model/block_version.h"

#include "base/hash.h"
#include "model/model.h"

// What counts of a row: its name, its place, and what a primitive is.
static const char rows[] =
#define DV_PRIMITIVE(...) #__VA_ARGS__ "\n"
#include "base/primitives.def"
#define DV_SOLVER(id, ...) #id "\n"
#define DV_SUNDIALS(id, ...) #id "\n"
#include "base/solvers.def"
#define OP(name, arguments, ...) #name #arguments "\n"
#include "base/graph_ops.def"
#undef OP
#define DV_SECTION(id, type, ...) #id #type "\n"
#include "model/sections.def"
#define DV_WORK(name, type, ...) #name #type "\n"
#include "model/work.def"
    // Rows whose members changed while their names stayed.
    "TEE: unknowns, calls of loops; BOND_BLOCK: curved\n";

int32_t dv_block_version(void)
{
  uint64_t hash = dv_hash_text(DV_HASH_START ^ DV_MODEL_VERSION, rows);
  return (int32_t)(hash >> 33);  // never negative
}
