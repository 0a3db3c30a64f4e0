// units.h: numbers with units at the edge of the program; SI inside.
#pragma once

#include "base/diag.h"

// What a plain unit says of turns, of which dimensions say nothing: a cycle is 2 pi rad, and both are 1. `left_out` says nothing
// where one would expect it (cm^3, mm, 1/min). What is calculated is untold.
typedef enum { DV_TURN_UNTOLD, DV_TURN_ANGLE, DV_TURN_CYCLE, DV_TURN_LEFT_OUT } dv_turns;

// Dimension: exponents of kg m s K A mol cd in halves (m^2 is 4), so that sqrt(2/rho) has one; radian counts as 1.
// `any`: a bare number, fits every dimension.
typedef struct {
  signed char e[7];
  signed char any, turn;
} dv_dim;

// Units that a reader met, so that each is looked up once; one per reader and thread.
typedef struct dv_units dv_units;

dv_units *dv_units_open(dv_arena *a);
// Unit text ("bar", "l/min", "N.m/rad", "kg m^2") -> factor and offset to SI, dimension. 0 ok, -1 unknown unit.
int dv_units_parse(dv_units *u, const char *text, double *factor, double *offset, dv_dim *dim);
int dv_dim_equal(dv_dim a, dv_dim b);  // `any` equals everything
// The remedy, where a unit would be wrong by a share of 2 pi: Hz for rad/s, rpm for Hz, cm^3 for cm^3/rev; NULL: it is right.
const char *dv_dim_turn_fault(dv_dim given, dv_dim wanted);
const char *dv_dim_unit(dv_arena *a, dv_dim d);  // "N", "kg m^5 s^-2"; "": a bare or pure number
const char *dv_dim_text(dv_arena *a, dv_dim d);  // "a force (N)", "kg m^5 s^-2": to follow "is"
