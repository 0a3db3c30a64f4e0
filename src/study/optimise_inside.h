// optimise_inside.h: what optimise*.c share.
#pragma once

#include "study/minimise.h"
#include "study/optimise.h"

double dv_wanted_value(const dv_optimise *o, const dv_wanted *w, const dv_optimum *p);         // in its unit
double dv_wanted_slope(const dv_optimise *o, const dv_wanted *w, const dv_optimum *p, int i);  // by SI of number i
double dv_range_size(const dv_range *r, double factor);
// Values alone, without slopes and journal.
int dv_optimise_values_at(const dv_optimise *o, const dv_search *s, dv_diags *d, const double *x, dv_optimum *out);
// optimise_between.c: limits that the run passes between its records; warnings.
void dv_optimise_between(const dv_optimise *o, const dv_search *s, dv_diags *d, const dv_optimum *last);
