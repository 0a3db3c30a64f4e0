// plan_read.h: the readers of a plan; private to plan_*.c. Codes: FINE, or BAD_USAGE after a diagnostic.
#pragma once

#include "plan.h"

int plan_ask(planning *w);                                       // plan_question.c: into w->q
int plan_objective(planning *w, const char *text, double sign);  // plan_objective.c: into the terms of w->t; sign -1: most

// plan_number.c
const char *plan_trimmed(dv_arena *a, const char *text, size_t n);  // without blanks at its ends
int plan_number(planning *w, const char *what, const char *text, const char *unit, double *out);
int plan_range(planning *w, const char *what, const char *text, const char *unit, int about, double *lower, double *upper);
const char *plan_unit(const planning *w, int v);
int plan_column(planning *w, const char *what, const char *name, int *out);
