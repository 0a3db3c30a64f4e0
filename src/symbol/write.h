// write.h: formulas of a machine as text, LaTeX and C.
#pragma once

#include "base/text.h"
#include "symbol/collect.h"

// How a language writes what a polynomial is made of.
typedef struct dv_tongue {
  const char *times, *cos, *sin, *open, *close;  // "*", "cos(", "sin(", "(", ")"
  const char *negative, *plus;                   // between terms: " - ", " + "
  void (*number)(dv_text *t, double x);          // x > 0
  void (*power)(dv_text *t, const char *name, int e);
  const char *(*name)(const struct dv_tongue *g, const dv_atom *atom);
  const char *(*angle)(const struct dv_tongue *g, int of);  // its name for this cosine or sine; NULL: it is written out
  int divides;  // negative powers stand behind a slash, 1: each factor, 2: as one power
  // lines of a long sum: characters after which one ends, 0: never; what begins the next; where this one began
  int room;
  const char *next_line;
  size_t *line;
  const void *context;  // for `name`
  dv_arena *arena;      // for what it makes
} dv_tongue;

extern const dv_tongue dv_tongue_text;

// The language with lines that end, and an arena for its names.
dv_tongue dv_tongue_with(dv_tongue g, dv_arena *a, const void *context);
const char *dv_write_plain(dv_ring *r, dv_poly p);  // text, all terms one by one
void dv_write_kernel(dv_text *t, const dv_tongue *g, const dv_ring *r, const dv_kernel *k, int inside);  // inside a product
void dv_write_sum(dv_text *t, const dv_tongue *g, const dv_collector *c, const dv_collected *x);         // "0": nothing
void dv_write_angle(dv_text *t, const dv_tongue *g, const dv_ring *r, int of);                           // its argument
void dv_write_decimal(dv_text *t, double x);  // as it reads best: 3, 1/12, 0.25, 1.6180339887498949
