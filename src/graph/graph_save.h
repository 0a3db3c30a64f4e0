// graph_save.h: a machine's graph as rows of its saved block (model/saved_graph.h).
#pragma once

#include "base/arena.h"
#include "model/saved_graph.h"

typedef struct {
  dv_graph_node *node;
  int *integer;
  double *real;
  int nnode, ninteger, nreal;
} dv_graph_rows;

// Rates and all outputs of m at its start's pivots. open [nopen]: numbers that may change. 1: the machine has no graph.
int dv_graph_save(dv_arena *a, const dv_model *m, const int *open, int nopen, dv_graph_rows *out);
