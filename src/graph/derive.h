// derive.h: slopes of a graph, as more nodes of the same graph.
//
//   forward:  tangent of a node = sum of slope along argument * tangent of argument
//   backward: adjoint of an argument += slope along it * adjoint of the node
//
// What a Newton loop ends with depends on the inputs by the implicit function theorem: next(w, inputs) = w, and at its end
// Newton's `next` does not change with w, so that the slope of w is that of `next` with w held, as long as the loop goes on (at
// its end `next` is w itself). What the equations leave open (the length of a quaternion) stays as it began, and `next` changes
// with it: so w is not held there but moves as what it began with, which is the same for all else.
#pragma once

#include "graph/graph.h"

// Tangents of the nodes before n, [n]: nodes; 0: none. seed [n]: those of inputs.
int *dv_derive_tangents(dv_arena *a, dv_graph *g, int n, const int *seed, const dv_trace_loop *loop);
// Adjoints of the nodes before n, [n]: nodes; 0: none. seed [n]: those of outputs.
int *dv_derive_adjoints(dv_arena *a, dv_graph *g, int n, const int *seed, const dv_trace_loop *loop);
