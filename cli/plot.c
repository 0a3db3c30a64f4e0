// plot.c: `davit plot RESULT`: figures of a result file.
#include "plot.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const option options_plot[] = {
    OUTPUT("o", "FILE|FOLDER", "file.svg or file.png; a folder gets one file per plot (default: RESULT.svg)"),
    OPTION("png", NULL, "PNG instead of SVG, with a folder or without -o"),
    OPTION("x", "COLUMN", "what the x axis shows (default: time, or as the plot says)"),
    UNITS_OPTION,
    OPTION("width", "PX", "width of the figure (860)"),
    OPTION("height", "PX", "height of each panel (200)"),
    END_OPTIONS,
};

static int is_image(const char *path) { return !strcmp(extension(path), ".svg") || !strcmp(extension(path), ".png"); }

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

static int plot_one(args *a, const dv_history *l, const groups *list, dv_figure *f, const char *path)
{
  struct {
    dv_panel *item;
    int n, cap;
  } all = {0};
  for (int i = 0; i < list->n; i++) {
    dv_panel *p;
    int n = group_panels(a, l, &list->item[i], &p);
    for (int k = 0; k < n; k++) *DV_PUSH(a->arena, &all) = p[k];
  }
  f->title = title_of(a, l);
  f->panel = all.item;
  f->npanel = all.n;
  return write_figure(a, f, path);
}

static const char *file_name(args *a, const group *g, int i)
{
  dv_text t = {.arena = a->arena};
  for (const char *s = g->title ? g->title : ""; *s; s++) {
    char c = isalnum((unsigned char)*s) ? (char)tolower((unsigned char)*s) : '-';
    if (c != '-' || (t.n && t.at[t.n - 1] != '-')) dv_text_put(&t, &c, 1);
  }
  return t.n ? dv_text_all(&t) : dv_arena_text(a->arena, "plot%d", i + 1);
}

static int plot_each(args *a, const dv_history *l, const groups *list, dv_figure *f, const char *folder)
{
  if (mkdir(folder, 0777) && errno != EEXIST) {
    dv_diag_add(a->diags, DV_ERROR, (dv_mark){folder, 0, 0}, NULL, "cannot make the folder: %s", strerror(errno));
    return RUN_FAILED;
  }
  int code = FINE;
  for (int i = 0; i < list->n && code == FINE; i++) {
    f->npanel = group_panels(a, l, &list->item[i], &f->panel);
    f->title = NULL;
    if (f->npanel)
      code = write_figure(
          a, f, dv_arena_text(a->arena, "%s/%s.%s", folder, file_name(a, &list->item[i], i), has(a, "png") ? "png" : "svg"));
  }
  return code;
}

int run_plot(args *a)
{
  const char *path = a->operand[0], *out = value_of(a, "o");
  dv_figure f = {0};
  if (size_option(a, "width", 240, &f.width) || size_option(a, "height", 60, &f.panel_height)) return BAD_USAGE;
  dv_history *l = dv_history_read(a->arena, path, a->diags);
  if (!l) return BAD_FILE;
  groups list = {0};
  int bad = groups_of(a, l, &list);
  if (bad) return bad;
  if (out && !is_image(out)) return plot_each(a, l, &list, &f, out);
  if (!out) out = beside(a->arena, path, has(a, "png") ? ".png" : ".svg");
  return plot_one(a, l, &list, &f, out);
}
