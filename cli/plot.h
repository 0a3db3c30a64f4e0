// plot.h: results grouped into figures; private to plot*.c.
#pragma once

#include "cli.h"
#include "base/json.h"
#include "base/shown.h"
#include "plot/plot.h"

typedef struct {
  const char *title, *x;  // NULL: none; time
  const char **column;    // patterns
  int ncolumn;
  const dv_json *look;  // the plot's keys, as the result has them; NULL: none
} group;

typedef struct {
  group *item;
  int n, cap;
} groups;

// Results that are drawn into one figure: the first says what is drawn.
typedef struct {
  const dv_history *l;
  const char *name;  // in the legend
  int points;        // 1: measured: drawn as points
} source;

typedef struct {
  source *item;
  int n, cap;
} sources;

// What the options say about every panel.
typedef struct {
  dv_window x, y;
  int x_log, y_log, difference;
  struct {
    dv_mark_line *item;
    int n, cap;
  } limit, mark;
  struct {
    dv_inset *item;
    int n, cap;
  } inset, zoom;       // a zoom has no corner
  const char **right;  // patterns of columns of the axis at the right
  int nright;
} wishes;

// Of a panel: how numbers of SI are shown.
typedef struct {
  dv_shown x, y, right;
} shown_units;

// plot_look.c: what the keys of a plot say; group.look may be NULL.
void look_wishes(args *a, const group *g, wishes *w);  // right columns and logarithms; options win
void look_unknown(args *a, const dv_history *l, const group *g, const int *drawn, int n);
void look_names(args *a, const dv_history *l, const group *g, dv_panel *p, const char **column);
void look_strokes(args *a, const dv_history *l, const group *g, dv_panel *p, const char **column, int own);
int look_unit(args *a, const group *g, const char *unit, dv_shown *u);                             // 1: the plot says which
void look_lines(args *a, const dv_history *l, const group *g, const shown_units *u, dv_panel *p);  // windows, limits, marks
int look_zooms(args *a, const group *g, const shown_units *u, const dv_panel *p, dv_panel *out);   // count
int look_zoom_count(const group *g);
void look_insets(args *a, const group *g, const shown_units *u, dv_panel *p);
int spectrogram_panels(args *a, const dv_history *l, const group *g, dv_panel **panels);  // count; what has none is told
void look_polar(args *a, dv_panel *p);
const char *look_text(const group *g, const char *key);  // NULL: not said
int look_int(const group *g, const char *key);           // 0: not said

int sources_open(args *a, sources *out);  // the results among the operands, which keep the columns, and --points: 0, or a code
int wishes_of(args *a, const dv_history *l, wishes *w);  // 0 or BAD_USAGE; l: whose columns a mark may name
void panel_overlay(args *a, const sources *s, const group *g, dv_panel *p, const char **column);
dv_panel panel_difference(args *a, const sources *s, const group *g, const dv_panel *p, const char **column, int n);
void panel_wishes(args *a, const wishes *w, dv_panel *p);  // windows, logarithms, limits, marks
const char *column_short(dv_arena *a, const char *name);   // without .position
double *column_values(dv_arena *a, const dv_history *l, int column);

int end_of_figure(const groups *list, int i);  // plots one after the other that name the same figure are panels of it
dv_figure figure_of(args *a, const sources *s, const wishes *w, const groups *list, int first, int end,
                    dv_figure f);  // groups first to end - 1; the keys of the first say how it is laid out, unless options do
int groups_of(args *a, const dv_history *l, groups *out);  // 0, or BAD_USAGE with a diagnostic
int group_panels(args *a, const sources *s, const wishes *w, const group *g,
                 dv_panel **panels);                              // count; a pattern that fits nothing: a warning
int write_drawing(args *a, const char *svg, const char *path);    // .svg, .png or .pdf; FINE or RUN_FAILED
int write_figure(args *a, const dv_figure *f, const char *path);  // .svg, .png or .pdf; FINE or RUN_FAILED
int plot_energy(args *a, const dv_history *l, const char *title, const char *path);  // a Sankey diagram of its ledger
