// register_map.h: inputs and outputs of a machine as registers of a PLC: raw counts, each with its scale.
#pragma once

#include "base/diag.h"
#include "spec/spec.h"

#include <stdint.h>

typedef struct {
  const dv_register_spec *as;
  int is_input;  // of the machine: a holding register or a coil; else an input register or a discrete input
  int slot;      // in the inputs or outputs
  int clipped;   // 1: a value did not fit, and was told
} dv_register;

typedef struct {
  int n;
  dv_register *item;
} dv_register_map;

int dv_register_words(const dv_register_spec *r);                               // registers that it takes; a bit: 0
double dv_register_value(const dv_register_spec *r, const uint16_t *words);     // a bit: words[0] is 0 or 1
int dv_register_put(const dv_register_spec *r, double value, uint16_t *words);  // 1: it does not fit, and stays at its end
