// plot.c: `davit plot RESULT`: figures of a result file.
#include "plot.h"

#include "base/names.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const option options_plot[] = {
    OUTPUT("o", "FILE|FOLDER", "file.svg, .png or .pdf; a folder gets one file per plot (default: RESULT.svg)"),
    OPTION("png", NULL, "PNG instead of SVG, with a folder or without -o"),
    OPTION("x", "COLUMN", "what the x axis shows (default: time, or as the plot says)"),
    UNITS_OPTION,
    OPTION("from", "X", "show x from there"),
    OPTION("to", "X", "show x up to there"),
    OPTION("lower", "Y", "show y from there"),
    OPTION("upper", "Y", "show y up to there"),
    OPTION("log", "x|y|xy", "logarithmic axes"),
    OPTION("polar", NULL, "x is an angle, the columns are distances"),
    OPTION("right", "COLUMNS", "these of the columns against an axis at the right"),
    OPTION("dashed", "COLUMNS",
           "these of the columns dashed, in the colour of the solid one before; so do --dotted and --marked"),
    OPTION("dotted", "COLUMNS", "these of the columns dotted"),
    OPTION("marked", "COLUMNS", "these of the columns as lines with markers"),
    OPTION("band", "LOW,HIGH", "what lies between these two of the columns is shaded"),
    OPTION("names", "A,B,...", "what the legend calls the columns, in their order"),
    OPTION("legend", "A,B,...", "what it calls the results, in their order (by their cases or files)"),
    OPTION("unit", "UNIT", "of the y axis: deg, bar, kN"),
    OPTION("title", "TEXT", "above the figure"),
    OPTION("limit", "[NAME=]Y", "a line across at a value; may be repeated"),
    OPTION("mark", "[NAME=]X|COLUMN", "an upright line at x, or where a column passes half of its way; may be repeated"),
    OPTION("zoom", "X..X", "this part of the x axis once more, as a panel; may be repeated"),
    OPTION(
        "inset", "X..X[@CORNER]",
        "this part of the x axis once more, larger, inside: upper-right, upper-left, lower-right, lower-left, or where it hides least"),
    INPUT("points", "FILE", "measured data, drawn as points over the curves of the same columns; may be repeated"),
    OPTION("spectrogram", NULL, "amplitudes over time and frequency, a panel for each column"),
    OPTION("energy", NULL, "where the energy of the run came from and where it went (Sankey diagram)"),
    OPTION("difference", NULL, "with several results: one more panel, each less the first"),
    OPTION("beside", "N", "so many panels side by side (1)"),
    OPTION("caption", "TEXT", "below the figure"),
    OPTION("figure", "NAME", "only the plots of the machine file with this title or `figure:`"),
    OPTION("paper", "one|two", "size for one (85 mm) or two columns (175 mm) of print"),
    OPTION("width", "PX", "width of the figure (860)"),
    OPTION("height", "PX", "height of each panel (200)"),
    END_OPTIONS,
};

static int is_image(const char *path)
{
  return !strcmp(extension(path), ".svg") || !strcmp(extension(path), ".png") || !strcmp(extension(path), ".pdf");
}

static const char *title_of(args *a, const dv_history *l)
{
  const char *machine = dv_history_fact_text(l, "machine"), *which = dv_history_fact_text(l, "case");
  if (!machine || !*machine) return NULL;
  return which && *which ? dv_arena_text(a->arena, "%s: %s", machine, which) : machine;
}

static int size_option(args *a, const char *name, int least, int *out)
{
  const char *text = value_of(a, name);
  int n = 0, end = 0;
  if (!text) return 0;
  if (sscanf(text, "%d%n", &n, &end) != 1 || text[end] || n < least || n > 10000)
    return bad_usage(a, dv_arena_text(a->arena, "give %d to 10000", least), "--%s: '%s' is no size", name, text);
  *out = n;
  return 0;
}

static int same_x(const dv_panel *p, const dv_panel *q)
{
  return !p->polar && !q->polar && !strcmp(p->x_label, q->x_label) &&
         !strcmp(p->x_unit ? p->x_unit : "", q->x_unit ? q->x_unit : "") &&
         !memcmp(&p->x_window, &q->x_window, sizeof p->x_window);
}

// A row shares its x axes with the row below if each of its panels can.
static void join(dv_figure *f)
{
  int wide = f->columns > 1 ? f->columns : 1;
  for (int i = 0; i < f->npanel; i += wide) {
    int all = 1;
    for (int k = i; k < i + wide && k < f->npanel; k++)
      all &= k + wide < f->npanel && !f->panel[k + wide].title && same_x(&f->panel[k], &f->panel[k + wide]);
    for (int k = i; k < i + wide && k < f->npanel; k++) f->panel[k].joined = all;
  }
}

int end_of_figure(const groups *list, int i)
{
  const char *figure = look_text(&list->item[i], "figure");
  int end = i + 1;
  for (; figure && end < list->n; end++) {
    const char *next = look_text(&list->item[end], "figure");
    if (!next || strcmp(next, figure) != 0) break;
  }
  return end;
}

dv_figure figure_of(args *a, const sources *s, const wishes *w, const groups *list, int first, int end, dv_figure f)
{
  struct {
    dv_panel *item;
    int n, cap;
  } all = {0};
  for (int i = first; i < end; i++) {
    dv_panel *p;
    int n = has(a, "spectrogram") ? spectrogram_panels(a, s->item[0].l, &list->item[i], &p)
                                  : group_panels(a, s, w, &list->item[i], &p);
    for (int k = 0; k < n && p[k].heat; k++) panel_wishes(a, w, &p[k]);
    for (int k = 0; k < n; k++) *DV_PUSH(a->arena, &all) = p[k];
    for (int k = 0; k < n && !value_of(a, "height"); k++)
      if (p[k].polar) f.panel_height = 380;
  }
  const group *head = &list->item[first], none = {0};
  if (end_of_figure(list, first) < end) head = &none;
  if (!f.columns) f.columns = look_int(head, "beside");
  if (!f.caption) f.caption = look_text(head, "caption");
  f.panel = all.item;
  f.npanel = all.n;
  join(&f);
  return f;
}

static int plot_some(args *a, const sources *s, const wishes *w, const groups *list, int first, int end, dv_figure f,
                     const char *path)
{
  f = figure_of(a, s, w, list, first, end, f);
  return write_figure(a, &f, path);
}

static int plot_one(args *a, const sources *s, const wishes *w, const groups *list, dv_figure *f, const char *path)
{
  f->title = s->n > 1 ? dv_history_fact_text(s->item[0].l, "machine") : title_of(a, s->item[0].l);
  return plot_some(a, s, w, list, 0, list->n, *f, path);
}

// Of its title; two figures of one name are two files.
static const char *file_name(args *a, const group *g, int i, dv_names *taken)
{
  enum { LETTERS_MOST = 100 };
  dv_text t = {.arena = a->arena};
  const char *figure = look_text(g, "figure");
  for (const char *s = figure ? figure : g->title ? g->title : ""; *s && t.n < LETTERS_MOST; s++) {
    char c = isalnum((unsigned char)*s) ? (char)tolower((unsigned char)*s) : '-';
    if (c != '-' || (t.n && t.at[t.n - 1] != '-')) dv_text_put(&t, &c, 1);
  }
  const char *name = t.n ? dv_text_all(&t) : dv_arena_text(a->arena, "plot%d", i + 1), *own = name;
  for (int k = 2; dv_names_find(taken, own) >= 0; k++) own = dv_arena_text(a->arena, "%s-%d", name, k);
  dv_names_add(a->arena, taken, own);
  return own;
}

// All that can be drawn; the code of what cannot.
static int plot_each(args *a, const sources *s, const wishes *w, const groups *list, dv_figure *f, const char *folder)
{
  if (mkdir(folder, 0777) && errno != EEXIST) {
    dv_diag_add(a->diags, DV_ERROR, (dv_mark){folder, 0, 0}, NULL, "cannot make the folder: %s", strerror(errno));
    return RUN_FAILED;
  }
  int code = FINE;
  dv_names taken = {0};
  f->title = NULL;
  for (int i = 0, end; i < list->n; i = end) {
    end = end_of_figure(list, i);
    const char *name = file_name(a, &list->item[i], i, &taken);
    int bad =
        plot_some(a, s, w, list, i, end, *f, dv_arena_text(a->arena, "%s/%s.%s", folder, name, has(a, "png") ? "png" : "svg"));
    if (bad) code = bad;
  }
  return code;
}

// Letters of 12 px are 8 points in print: 4.25 px for a millimetre.
static void paper_size(args *a, dv_figure *f)
{
  const char *paper = value_of(a, "paper");
  if (!paper) return;
  f->paper = !strcmp(paper, "one") ? 85 : 175;
  if (!f->width) f->width = (int)(4.25 * f->paper);
}

int run_plot(args *a)
{
  const char *path = a->operand[0], *out = value_of(a, "o");
  dv_figure f = {.caption = value_of(a, "caption")};
  wishes w = {0};
  if (size_option(a, "width", 240, &f.width) || size_option(a, "height", 60, &f.panel_height) ||
      size_option(a, "beside", 1, &f.columns))
    return BAD_USAGE;
  sources s = {0};
  int bad = sources_open(a, &s);
  if (!bad) bad = wishes_of(a, s.item[0].l, &w);
  if (bad) return bad;
  paper_size(a, &f);
  if (!out) out = beside(a->arena, path, has(a, "png") ? ".png" : ".svg");
  if (has(a, "energy")) return plot_energy(a, s.item[0].l, title_of(a, s.item[0].l), out);
  groups list = {0};
  bad = groups_of(a, s.item[0].l, &list);
  if (bad) return bad;
  if (!is_image(out)) return plot_each(a, &s, &w, &list, &f, out);
  return plot_one(a, &s, &w, &list, &f, out);
}
