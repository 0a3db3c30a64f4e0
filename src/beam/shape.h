// shape.h: functions that modes are made of. Private to beam/.
#pragma once

#include "beam/beam.h"

// A function of one way at a point: displacement (or twist), section's rotation, slope, strain, shear.
typedef struct {
  double u, turn, slope, strain, shear;
} dv_shape_value;

// The functions of a way, and how modes combine them: mode k = sum_j mix[j][k] function_j.
typedef struct dv_beam_basis {
  const dv_beam_data *data;
  dv_beam_way way;
  int n;
  double *mix;               // [n][n]
  double *nodal;             // finite elements: [2 (elements + 1)][n]: displacement, rotation at nodes
  double *mass, *stiffness;  // [n] of the modes
} dv_beam_basis;

void dv_shape_closed(const dv_beam_basis *b, int k, double x, dv_shape_value *v);   // shape.c: function k of a closed form
void dv_shape_element(const dv_beam_basis *b, int k, double x, dv_shape_value *v);  // element.c: of finite elements
int dv_element_modes(dv_arena *a, dv_beam_basis *b);                                // element.c: nodal; 0, or -1
void dv_shape_at(const dv_beam_basis *b, double x, dv_shape_value *v);              // beam_modes.c: [n] functions

// Rigidity and inertia of a way at a section: of strain, of shear, per displacement, per rotation.
typedef struct {
  double bend, shear, mass, turn;
} dv_way_section;
dv_way_section dv_beam_way_at(const dv_beam_data *d, dv_beam_way way, double x);
