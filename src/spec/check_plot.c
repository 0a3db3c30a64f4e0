// check_plot.c: rules of figures.
#include "spec/check.h"
#include "spec/forms.h"

#include <math.h>

// {title, columns, x ...}, or a list of columns.
int dv_form_plot(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_plot_spec *p = to;
  if (n->type == DV_MAP) return dv_read(c, k->section, n, p);
  dv_read(c, k->section, NULL, p);
  p->column = dv_read_refs(c, n, &p->ncolumn);
  return 0;
}

static void fault(dv_check *c, const dv_plot_spec *p, const char *remedy, const char *what)
{
  dv_mark mark = p->ncolumn ? p->column[0].mark : (dv_mark){0};
  dv_diag_add(c->diags, DV_ERROR, mark, remedy, "%s: %s", p->title ? p->title : "plot", what);
}

static void check_window(dv_check *c, const dv_plot_spec *p, const dv_plot_window *w)
{
  if (w->from.value >= w->to.value) fault(c, p, "give the smaller one first", "`from` is not below `to`");
  if (w->lower.value >= w->upper.value) fault(c, p, "give the smaller one first", "`lower` is not below `upper`");
  int x = (p->log & 1) && (w->from.value <= 0 || w->to.value <= 0);
  int y = (p->log & 2) && (w->lower.value <= 0 || w->upper.value <= 0);
  if (x || y) fault(c, p, "give more than 0", "a logarithmic axis has no zero");
}

static void check_line(dv_check *c, const dv_plot_spec *p, const dv_plot_line *l, int mark)
{
  if (l->of.text) dv_check_columns(c, &l->of, 1);
  if (l->of.text && !mark) fault(c, p, "give `at`", "a limit lies at a value; `of` is for marks");
  if (!l->of.text && !isfinite(l->at.value)) fault(c, p, "give `at: 3 s`", "a line without a place");
}

// The unit's own check against the columns is the drawer's: here they have none yet.
static void check_unit(dv_check *c, const dv_plot_spec *p)
{
  double factor, offset;
  dv_dim dim;
  if (p->unit && dv_units_parse(c->units, p->unit, &factor, &offset, &dim)) fault(c, p, "e.g. deg, mm, bar", "unknown unit");
}

void dv_check_plot(dv_check *c, const dv_plot_spec *p)
{
  dv_check_columns(c, p->column, p->ncolumn);
  if (p->x.text) dv_check_columns(c, &p->x, 1);
  const struct {
    const dv_ref *ref;
    int n;
  } list[] = {
      {p->right,  p->nright },
      {p->dashed, p->ndashed},
      {p->dotted, p->ndotted},
      {p->points, p->npoints},
      {p->marked, p->nmarked},
      {p->band,   p->nband  }
  };
  for (int i = 0; i < (int)DV_COUNT(list); i++) dv_check_columns(c, list[i].ref, list[i].n);
  if (p->nband && p->nband != 2) fault(c, p, "name two columns", "a band lies between two columns");
  if (p->polar && !p->x.text) fault(c, p, "say which column is the angle: x: pin", "a polar plot without an angle");
  if (p->polar && (p->log || p->nright || p->nzoom)) fault(c, p, "leave it out", "a polar plot has no log, right or zooms");
  check_unit(c, p);
  check_window(c, p, &p->window);
  for (int i = 0; i < p->nzoom; i++) check_window(c, p, &p->zoom[i]);
  for (int i = 0; i < p->nlimit; i++) check_line(c, p, &p->limit[i], 0);
  for (int i = 0; i < p->nmark; i++) check_line(c, p, &p->mark[i], 1);
}
