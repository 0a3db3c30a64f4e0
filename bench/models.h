// models.h: the machines of the benchmarks, as trees of our skeleton that every code then models.
#pragma once

#include "base/arena.h"
#include "peer.h"

enum { DV_BENCH_SAMPLES = 64 };

typedef struct {
  const char *name;  // arm7, float7, chainN (joints x y z in turn), turnedN (general placements), treeN (binary)
  const char *title;
  dv_tree tree;
  double *num;
  double *q, *v, *a, *tau;  // [samples][nq], [samples][nv]
} dv_bench_model;

dv_bench_model *dv_bench_model_make(dv_arena *arena, const char *name, const char *title);  // NULL: unknown name
dv_sample dv_bench_model_sample(const dv_bench_model *m, int k);
