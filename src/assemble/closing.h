// closing.h: closes the loops of a machine.
#pragma once

#include "base/diag.h"
#include "model/model.h"

// What must stay, by rates: 1: its coordinate; 1: itself, as far as the loops allow.
typedef struct {
  const char *position, *rate;  // [nv]
} dv_closing_wish;

// x [nx], d [nd]: a rough state at t = 0 becomes one that closes, with pivots chosen. wish NULL: as the file says. most [nq]: a
// beam's coordinate may come to its length, others to infinity; NULL: all may. 0, or -1 with a diagnostic that names the loop.
int dv_closing(const dv_model *m, double *x, double *d, const dv_closing_wish *wish, const double *most, dv_diags *diags,
               dv_arena *a);
// Of n rates the first that depends on the others through the loops at this state, or -1.
int dv_closing_tied(const dv_model *m, const double *x, const double *d, const int *iv, int n, dv_arena *a);
