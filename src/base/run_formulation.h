// run_formulation.h: what a run integrates beside coordinates, as the reader, the schema and the command's help see it.
#pragma once

typedef enum {
#define DV_OF_RATES(id, ...) DV_RUN_BY_##id,
#include "base/run_formulations.def"
  DV_RUN_BY_COUNT
} dv_run_by;

typedef struct {
  const char *name;
  int momenta;      // 1: momenta are integrated instead of rates
  int multipliers;  // 1: loops by multipliers
  const char *summary, *doc;
} dv_run_formulation;

extern const dv_run_formulation dv_run_formulations[DV_RUN_BY_COUNT];
extern const char dv_run_formulation_words[];      // "|velocity|momentum|..."
extern const char dv_run_formulation_of_rates[];   // those of rates alone
extern const char dv_run_formulation_docs[];       // "; velocity: rates v; momentum: ..."
extern const char dv_run_formulation_rate_docs[];  // those of rates alone
