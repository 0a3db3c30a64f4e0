// lane.h: one law of a kind on eight test points, in one width.
#pragma once

#include "davit/kind.h"

enum { LANES = 8, POINT_REALS = 576 };  // points; most quantities of one

typedef enum {
  LAW_PUBLISH,
  LAW_SIGNAL,
  LAW_ANSWER,
  LAW_RATE,
  LAW_ROOT,
  LAW_SAMPLE,
  LAW_GUARD,
  LAW_STORED,
  LAW_CARRIED,
  LAW_LOSS,
  LAW_COUNT
} law;

// Where the quantities of a cell are in a block of doubles [quantity][LANES], 64-byte aligned.
typedef struct {
  const void *kind[3];  // of one, four, eight lanes; NULL: not there
  int par, t, x, dx, d, effort, flow, pos, pose, capacity, in, out, root, guard, table[DV_TABLES], constant, amount, size;
  int nslot, nframe, nstate, nin;  // nin: with the formula's three
  int still;                       // 1: water and ground are at rest
  const int *opt, *rows, *given;
  const dv_code *code;
  int ncode;
} shape;

// Runs a law on all eight points, as many at a time as the width has; an amount goes to its place in the block.
void dv_lane_run_x1(const shape *s, law which, double *block);
void dv_lane_run_x4(const shape *s, law which, double *block);
void dv_lane_run_x8(const shape *s, law which, double *block);
