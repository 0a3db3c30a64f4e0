// keys_plot.c: keys of figures. plots_json.c hands them to whoever draws: the command, the report, the viewer.
#include "spec/keys_inside.h"

// clang-format off
#define WINDOW(type, of)                                                                                                                          \
  {"from", NUMBER(NULL), DEFAULT(NAN), TO(type, of from), .doc = "the x axis begins there"},                                                      \
  {"to", NUMBER(NULL), DEFAULT(NAN), TO(type, of to), .doc = "and ends there"},                                                                   \
  {"lower", NUMBER(NULL), DEFAULT(NAN), TO(type, of lower), .doc = "lower end of the y axis"},                                                    \
  {"upper", NUMBER(NULL), DEFAULT(NAN), TO(type, of upper), .doc = "upper end of the y axis"}

static const dv_key window[] = {
  WINDOW(dv_plot_window, ),
  {"inside", DV_AS_CHOICE, .words = "false|upper-right|upper-left|lower-right|lower-left|free", TO(dv_plot_window, inside), .doc = "draws it in that corner of its panel; free: where it hides least"},
};
const dv_section dv_keys_plot_window = KEYS("close-up", window);
static const dv_key each_window = {"close-up", DV_AS_MAP, .section = &dv_keys_plot_window};

static const dv_key line[] = {
  {"name", DV_AS_TEXT, TO(dv_plot_line, name), .doc = "stands beside it"},
  {"at", NUMBER(NULL), DEFAULT(NAN), TO(dv_plot_line, at), .doc = "where it lies"},
  {"to", NUMBER(NULL), DEFAULT(NAN), TO(dv_plot_line, to), .doc = "other side of a band"},
  {"of", DV_AS_TEXT, TO(dv_plot_line, of), .doc = "of a mark, instead of `at`: a column; the mark stands where it passes `through`"},
  {"through", NUMBER(NULL), DEFAULT(NAN), TO(dv_plot_line, through), .doc = "value that the column of a mark passes (half of the way from its least to its most)"},
};
const dv_section dv_keys_plot_line = KEYS("line", line);
static const dv_key each_line = {"line", DV_AS_MAP, .section = &dv_keys_plot_line};

#define COLUMNS DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text
static const dv_key plot[] = {
  {"title", DV_AS_TEXT, TO(dv_plot_spec, title), .doc = "above the figure"},
  {"columns", COLUMNS, TO_LIST(dv_plot_spec, column, ncolumn), .required = 1, .doc = "names of columns; * stands for any letters"},
  {"x", DV_AS_TEXT, TO(dv_plot_spec, x), .doc = "column on the x axis instead of time"},
  {"names", COLUMNS, TO_LIST(dv_plot_spec, name, nname), .doc = "what the legend calls the columns, in their order"},
  {"unit", DV_AS_TEXT, TO(dv_plot_spec, unit), .doc = "of the y axis: deg, bar, kN"},
  {"right", COLUMNS, TO_LIST(dv_plot_spec, right, nright), .doc = "those of the columns that belong to an axis at the right"},
  {"dashed", COLUMNS, TO_LIST(dv_plot_spec, dashed, ndashed), .doc = "drawn dashed, in the colour of the last solid column before it"},
  {"dotted", COLUMNS, TO_LIST(dv_plot_spec, dotted, ndotted), .doc = "drawn dotted, likewise"},
  {"points", COLUMNS, TO_LIST(dv_plot_spec, points, npoints), .doc = "drawn as points, likewise: what was measured"},
  {"marked", COLUMNS, TO_LIST(dv_plot_spec, marked, nmarked), .doc = "lines with markers"},
  {"band", COLUMNS, TO_LIST(dv_plot_spec, band, nband), .doc = "two of the columns: what lies between them is shaded"},
  WINDOW(dv_plot_spec, window.),
  {"log", DV_AS_CHOICE, .words = "none|x|y|xy", TO(dv_plot_spec, log), .doc = "logarithmic axes"},
  {"polar", DV_AS_CHOICE, .words = "false|true", TO(dv_plot_spec, polar), .doc = "true: x is an angle, the columns are distances"},
  {"limits", DV_AS_ITEMS, .each = &each_line, ITEMS(dv_plot_spec, limit, nlimit), .doc = "lines across, or bands: {at, to, name}"},
  {"marks", DV_AS_ITEMS, .each = &each_line, ITEMS(dv_plot_spec, mark, nmark), .doc = "upright lines, or bands: {at, to, name}, or {of: column, name}"},
  {"zooms", DV_AS_ITEMS, .each = &each_window, ITEMS(dv_plot_spec, zoom, nzoom), .doc = "close-ups, each a panel more, or inside: {from, to, lower, upper, inside: upper-right}"},
  {"figure", DV_AS_TEXT, TO(dv_plot_spec, figure), .doc = "plots that say the same are panels of one figure"},
  {"beside", NUMBER("1"), FROM_TO(1, 12), TO(dv_plot_spec, beside), .doc = "so many panels of that figure side by side (1)"},
  {"caption", DV_AS_TEXT, TO(dv_plot_spec, caption), .doc = "below the figure"},
};
const dv_section dv_keys_plot = KEYS("plot", plot);
const dv_key dv_key_plot = {"plot", DV_AS_MAP | DV_AS_ITEMS, .section = &dv_keys_plot, .each = &dv_key_text, BY_WHOLE(dv_form_plot)};
