// fmu_read.h: what the description of an FMU says, whatever its version.
#pragma once

#include "base/diag.h"
#include "exchange/fmi_call.h"

typedef enum { DV_FMU_PARAMETER, DV_FMU_INPUT, DV_FMU_OUTPUT, DV_FMU_LOCAL, DV_FMU_OTHER } dv_fmu_causality;

typedef struct {
  const char *name, *key;  // as in the FMU; as in a machine file: letters, digits, _
  const char *doc, *unit;  // SI unit as in a machine file; NULL: not known
  double factor, offset;   // SI = factor * FMU + offset
  uint32_t reference;
  dv_fmi_type type;
  int causality;
  int continuous;  // 1: variability
  int updated;     // 1: an input that may be set within a step (FMI 3.0)
  int has_start;
  double start, min, max;  // in SI
  double nominal;
  long derivative;      // FMI 2.0: index from 1 of the state; FMI 3.0: its reference + 1; 0: none
  const char *depends;  // references or indices, as in the file; NULL: on all; of outputs and rates
  int is_state;
} dv_fmu_variable;

typedef struct {
  const char *file;
  int version;
  const char *name, *token, *doc;
  const char *identifier[2];  // of Co-Simulation, of Model Exchange; NULL: the FMU has it not
  int only_once[2];
  int interpolates;      // Co-Simulation: takes derivatives of inputs (FMI 2.0), asks for inputs within a step (FMI 3.0)
  int completed_needed;  // Model Exchange: wants to know of each step
  double step;           // of the default experiment or its own; 0: not told
  dv_fmu_variable *variable;
  int n;
  int *state, *rate;  // [nstate] variables
  int nstate, nroot;
} dv_fmu_description;

// Of the text of modelDescription.xml; NULL after a diagnostic.
const dv_fmu_description *dv_fmu_read(dv_arena *a, dv_diags *d, const char *file, const char *bytes, size_t n);
// 1: the unknown (an output or a rate) depends on the variable by what the description says.
int dv_fmu_depends(const dv_fmu_description *f, int unknown, int variable);
