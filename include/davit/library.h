// library.h: a library of kinds: kinds that are not in davit's tree, loaded by `davit --kinds FILE.so` or dv_kinds (davit.h).
//
//   DV_KIND(force, drag) = {.name = "force.drag", ...};
//   DV_KIND_LIBRARY(&DV_X(dv_force_drag));
//
// The same files are compiled once for each width of lanes, and once as C++ for tracing; davit_add_kinds of the CMake package
// does it, with the flags that make every width give the same bits. See doc/outside.md.
#pragma once

#include "davit/kind.h"
#include "davit/tracer.h"

enum { DV_KIND_ABI = 1 };  // raised when the meaning of kind.h changes and no size does

// Sizes and places in the structs of kind.h that must be the same on both sides.
typedef struct {
  int32_t kind, law, energy, example, cell, side, list, service, water, ground, reduced, param, option, table, quantity, port;
} dv_kind_layout;

#define DV_KIND_LAYOUT                                                                                                           \
  {                                                                                                                              \
    sizeof(dv_kind), offsetof(dv_kind, answer), offsetof(dv_kind, stored), offsetof(dv_kind, example), sizeof(dv_cell),          \
        offsetof(dv_cell, side), offsetof(dv_cell, list), sizeof(dv_service), sizeof(dv_water), sizeof(dv_ground),               \
        sizeof(dv_reduced), sizeof(dv_param), sizeof(dv_option), sizeof(dv_table), sizeof(dv_quantity), sizeof(dv_port)          \
  }

// What a library exports for each width: davit_kinds_x1, _x4, _x8, _trace.
typedef struct {
  char magic[8];  // "dvkinds"
  int32_t abi;
  dv_kind_layout layout;
  const dv_kind *const *kind;    // ends with NULL
  dv_tracing *tracing;           // of the traced width, else NULL
  const char *const *operation;  // [DV_TRACED_COUNT] names, likewise
  int32_t noperation;
} dv_kind_table;

#ifdef __cplusplus
#define DV_EXPORTED extern "C" __attribute__((visibility("default")))
#else
#define DV_EXPORTED extern __attribute__((visibility("default")))
#endif

#ifdef DV_TRACE
#define DV_LIBRARY_OPERATION(name) #name,
#define DV_LIBRARY_TRACING                                                                                                       \
  dv_tracing davit_tracing;                                                                                                      \
  static const char *const dv_library_operations[] = {DV_TRACED_OPERATIONS(DV_LIBRARY_OPERATION)};
#define DV_LIBRARY_TRACED &davit_tracing, dv_library_operations, DV_TRACED_COUNT
#else
#define DV_LIBRARY_TRACING
#define DV_LIBRARY_TRACED NULL, NULL, 0
#endif

// A kind of another file of the library.
#ifdef __cplusplus
#define DV_KIND_ELSEWHERE(domain, name) extern "C" const dv_kind DV_X(dv_##domain##_##name)
#else
#define DV_KIND_ELSEWHERE(domain, name) extern const dv_kind DV_X(dv_##domain##_##name)
#endif

#define DV_KIND_LIBRARY(...)                                                                                                     \
  DV_LIBRARY_TRACING                                                                                                             \
  static const dv_kind *const dv_library_kinds[] = {__VA_ARGS__, NULL};                                                          \
  DV_EXPORTED const dv_kind_table DV_X(davit_kinds);                                                                             \
  const dv_kind_table DV_X(davit_kinds) = {"dvkinds", DV_KIND_ABI, DV_KIND_LAYOUT, dv_library_kinds, DV_LIBRARY_TRACED}
