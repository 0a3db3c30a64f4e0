// fmu_in.h: FMUs as parts of a machine: `kind: fmu, file: engine.fmu`.
//
// An FMU is code of others. It is loaded only if `allowed` says so of its bytes; a machine file cannot.
#pragma once

#include "assemble/assemble.h"

typedef struct {
  dv_maker maker;  // the first: a dv_fmus is a maker of kinds
  dv_arena *arena;
  int (*allowed)(void *context, const char *file, const void *bytes, size_t n);  // 1: this very FMU may be loaded
  void *context;
  const char *remedy;        // what the user may do where one is not allowed
  struct dv_fmu_open *open;  // those that were unpacked
} dv_fmus;

// Lives as long as the arena, and must outlive the machines.
dv_fmus *dv_fmus_new(dv_arena *a, int (*allowed)(void *context, const char *file, const void *bytes, size_t n), void *context);
const dv_maker *dv_fmus_of_program(dv_arena *a, int allow);  // all or none, as the program says
