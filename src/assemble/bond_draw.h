// bond_draw.h: the whole machine as a bond graph, for people: vertices, bonds with half arrows and causal strokes, equations.
#pragma once

#include "base/arena.h"

typedef struct {
  const char *label;  // "1", "0", "I", "MTF", "IC"
  const char *name;   // "m1"; several lines for merged storage
  int dependent;      // 1: a storage with differential causality
} dv_drawn_node;

typedef struct {
  int end[2];         // vertices; the half arrow points to the second
  int stroke;         // end with the causal stroke: that which takes the effort; -1: none
  int wide;           // components
  const char *power;  // variable that is its power, NULL: what the vertex at either end leaves over
  int against;        // 1: that variable counts against the half arrow
} dv_drawn_bond;

typedef struct dv_drawing {
  struct {
    dv_drawn_node *item;
    int n, cap;
  } node;
  struct {
    dv_drawn_bond *item;
    int n, cap;
  } bond;
  struct {
    const char **item;
    int n, cap;
  } dependent;  // storages with differential causality
  struct {
    const char **item;
    int n, cap;
  } loop;  // algebraic loops: "r1, r2"
  struct {
    const char **item;
    int n, cap;
  } equation;  // in the order of evaluation
} dv_drawing;
