// fleet.h: the machines of gpu/many.h on several cards of a computer: each has its share of them, and all work at once.
//
// Arrays are those of dv_gpu over all machines; the functions are the same, too.
#pragma once

#include "gpu/many.h"

typedef struct dv_fleet dv_fleet;

// Cards from o->card on, as often as there are some: `cards` of them; 0: all. NULL after a diagnostic.
dv_fleet *dv_fleet_open(dv_diags *d, const dv_traced_machine *t, const char *file, const dv_gpu_options *o, int cards);
void dv_fleet_close(dv_fleet *f);
long dv_fleet_many(const dv_fleet *f);
int dv_fleet_slope(const dv_fleet *f);
const char *dv_fleet_name(dv_arena *a, const dv_fleet *f);

int dv_fleet_plan(dv_fleet *f, const dv_planned *plan, int steps);
int dv_fleet_put(dv_fleet *f, long n, const double *x, const double *d, const double *p, const double *slope);
int dv_fleet_run(dv_fleet *f, int first, int steps, double *seconds);  // of the slowest
int dv_fleet_get(dv_fleet *f, double *x, double *d, double *slope, int *at);
int dv_fleet_set(dv_fleet *f, const double *x, const double *d, const double *slope, const int *at);
int dv_fleet_stopped(dv_fleet *f, int *at);
int dv_fleet_reduce(dv_fleet *f, const double *time, const dv_gpu_measure *all, int count, double *out);
size_t dv_fleet_kept_size(const dv_fleet *f);
int dv_fleet_kept(dv_fleet *f, double *all);
int dv_fleet_keep(dv_fleet *f, long k, int row, const double *value);
size_t dv_fleet_kept_at(const dv_fleet *f, long k, int row, int i);
