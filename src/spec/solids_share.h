// solids_share.h: what the shapes of a solid share with each other, counted at places inside them.
#pragma once

#include "base/diag.h"
#include "spec/place.h"
#include "spec/spec.h"

typedef struct {
  dv_shape shape;
  double size[3];  // as in dv_check_shape; not of meshes
  dv_placement at;
  dv_mark mark;
  double density;  // NaN: its mass is given, so that nothing counts twice
  int cut;
} dv_solid_shape;

// Warns where two shapes lie in each other, and where a cut lies outside of what it is cut from or takes more than is there.
void dv_solids_share(dv_diags *d, const char *body, const dv_solid_shape *s, int n);
