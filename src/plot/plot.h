// plot.h: figures of curves as SVG: panels stacked or in columns, ticks at 1-2-5, units on the axes.
#pragma once

#include "base/arena.h"

typedef struct {
  const char *label;
  const double *x, *y;  // [n]; points that are not finite leave a gap
  int n;
} dv_curve;

typedef struct {
  int colour, dash;  // from 0, round and round
  int points;        // 1: points, not a line
  int markers;       // 1: a line with markers
} dv_pen;

// Part of an axis that is shown, in its data (log10 of them on a logarithmic axis); not finite: up to the data.
typedef struct {
  int given;
  double lo, hi;
} dv_window;

// A line across the panel at a value, with what stands beside it; or a band from there to another value.
typedef struct {
  double at;
  const char *label;  // "": none
  int band;
  double to;
} dv_mark_line;

// A part of the panel once more, larger, in a corner of it.
typedef enum { DV_UPPER_RIGHT = 1, DV_UPPER_LEFT, DV_LOWER_RIGHT, DV_LOWER_LEFT, DV_FREE_CORNER } dv_corner;  // free: hides least
typedef struct {
  dv_window x, y;
  dv_corner corner;
} dv_inset;

// A value over cells of a grid, which may be bent; drawn under the curves, with a bar of its colours.
typedef struct {
  int nx, ny;
  const double *x, *y;  // [ny + 1][nx + 1] corners
  const double *value;  // [ny][nx]; not finite: nothing is drawn
  const char *label, *unit;
} dv_heat;

// Names in the place of numbers 0, 1, 2... of an axis; n 0: none.
typedef struct {
  const char *const *item;
  int n;
} dv_words;

typedef struct {
  const char *title;  // NULL: none
  const char *x_label, *x_unit;
  const char *y_label, *y_unit;  // y_label NULL: made from the unit
  int ncurve;
  dv_curve *curve;
  const dv_pen *stroke;  // [ncurve]; NULL: by their order
  int joined;            // 1: shares the x axis of the panel below
  int x_log, y_log;      // 1: x or y holds log10 of what the axis shows
  dv_words x_words, y_words;
  int bound;            // 1: the last curve is a bound, drawn black
  int dots;             // 1: points, not lines
  int bold;             // 1: those of the last curve are larger
  int equal;            // 1: both axes have one scale
  const dv_heat *heat;  // NULL: none
  int contours;         // 1: lines where the heat has the values of its bar's ticks
  dv_window x_window, y_window;
  int nlimit, nmark;
  const dv_mark_line *limit, *mark;  // across at values of y, upright at values of x
  int right;                         // the last so many curves belong to an axis at the right, of this unit and label
  const char *right_label, *right_unit;
  int right_log;
  int nshade, shade[2];  // 2: what lies between these curves, which have one x, is shaded
  int ninset;
  const dv_inset *inset;
  int polar;  // 1: x and y lie in a plane whose polar coordinates the axes show
} dv_panel;

typedef struct {
  const char *title;  // NULL: none
  int npanel;
  dv_panel *panel;
  int width, panel_height;  // px; 0: 860, 200
  int columns;              // panels side by side; 0: one
  const char *caption;      // below; NULL: none
  double paper;             // width in print, mm; 0: only pixels are said
} dv_figure;

char *dv_figure_svg(dv_arena *a, const dv_figure *f);

// Horizontal bars from zero, the longest on top: a tornado of sensitivities.
typedef struct {
  const char *title, *axis, *unit;  // axis: what the bars are
  int n;
  const char *const *label;
  const char *const *note;  // stands at the end of the line
  const double *value;      // not finite: no bar
} dv_tornado;

char *dv_tornado_svg(dv_arena *a, const dv_tornado *f, int n);  // n of them, stacked

// Where an amount comes from and where it goes (Sankey): bands from the left, through one bar, to the right.
typedef enum { DV_STREAM_SOURCE, DV_STREAM_STORE, DV_STREAM_LOSS } dv_stream_sort;
typedef struct {
  const char *name;
  double amount;  // above zero
  dv_stream_sort sort;
} dv_stream;
typedef struct {
  const char *title, *caption, *unit;  // unit of SI
  const dv_stream *in, *out;
  int nin, nout;
} dv_sankey;
char *dv_sankey_svg(dv_arena *a, const dv_sankey *f);
const char *dv_unit_meaning(const char *unit);  // "rad" -> "angle"; NULL: not known
