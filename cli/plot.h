// plot.h: results grouped into figures; private to plot*.c.
#pragma once

#include "cli.h"
#include "plot/plot.h"

typedef struct {
  const char *title, *x;  // NULL: none; time
  const char **column;    // patterns
  int ncolumn;
} group;

typedef struct {
  group *item;
  int n, cap;
} groups;

int groups_of(args *a, const dv_history *l, groups *out);  // 0, or BAD_USAGE with a diagnostic
int group_panels(args *a, const dv_history *l, const group *g,
                 dv_panel **panels);                              // count; a pattern that fits nothing: a warning
int write_drawing(args *a, const char *svg, const char *path);    // .svg or .png; FINE or RUN_FAILED
int write_figure(args *a, const dv_figure *f, const char *path);  // .svg or .png; FINE or RUN_FAILED
