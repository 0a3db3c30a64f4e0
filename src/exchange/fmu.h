// fmu.h: a machine as a functional mock-up unit: the core, its block, and what describes it.
#pragma once

#include "base/diag.h"
#include "davit/davit.h"

typedef struct {
  int version;             // 2 or 3
  const char *identifier;  // of C: the name of its files
  const void *picture;     // PNG; NULL: none
  size_t picture_bytes;
} dv_fmu_options;

// The archive's bytes, NULL after a diagnostic.
const void *dv_fmu_write(dv_arena *a, dv_diags *d, const dv_model *m, const dv_fmu_options *o, size_t *n);
// A name of C from any text: "gear box-2" -> "gear_box_2".
const char *dv_fmu_identifier(dv_arena *a, const char *name);
int dv_fmu_has_kit(void);      // 0: this davit was built without what FMUs carry
int dv_fmu_has_windows(void);  // 1: the machine runs on Windows, too
