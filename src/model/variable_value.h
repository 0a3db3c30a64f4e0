// variable_value.h: values of variables, and a whole state in a few digits.
#pragma once

#include "model/model.h"

// dv_variable.shown: recorded by default, or at least in the frames of pages.
enum { DV_RECORDED = 1, DV_FILMED = 2 };

// Value of a variable at an evaluated point; in arrays [quantity][lane].
double dv_variable_value(const dv_model *m, int variable, const double *x, const double *dx, const double *work);
double dv_variable_lane(const dv_model *m, int variable, const double *x, const double *dx, const double *work, int lanes,
                        int lane);

// Time, continuous and discrete states in 64 bits: equal for runs that are equal in all bits (base/hash.h).
uint64_t dv_state_hash(const dv_model *m, const dv_state *s);
