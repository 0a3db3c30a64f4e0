// identify.h: measured data and what the ways of identification share; private to identify*.c.
#pragma once

#include "cli.h"

int quantity_option(args *a, const char *name, const char *unit, double *out);  // 1: given, 0: not, -1: faulty and told
dv_history *read_data(args *a, const char *path, int rows);  // with at least so many rows; NULL after a diagnostic
// A column by name (NULL: the fallback) in SI, if its header has a unit; NULL after a diagnostic.
double *read_column(args *a, const dv_history *l, const char *name, const char *fallback, const char *unit);
void print_value(args *a, dv_json_out *o, const char *key, double value, const char *unit, const char *doc);

int identify_pendulum(args *a);
int identify_stiffness(args *a);
int identify_drop(args *a);
int identify_fit(args *a);
