// mtl.h: libraries of materials beside OBJ files.
#pragma once

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

typedef struct {
  const char *name, *file;  // file: of its picture; NULL: none
  uint32_t color;           // as in dv_mesh
} dv_mtl;

typedef struct {
  dv_mtl *item;
  int n, cap;
} dv_mtls;

dv_mtls dv_mtl_decode(dv_arena *a, const char *bytes);  // with a zero behind them; what is not understood is left out
