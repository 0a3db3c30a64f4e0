// filmed.c: columns that pages need although no run records them by default: places and twists of bodies in plots and scenarios.
#include "assemble/internal.h"
#include "base/name_pattern.h"
#include "model/variable_value.h"
#include "spec/scenario_spec.h"

static int fits(dv_ref column, const char *path) { return column.text && dv_pattern_fits(column.text, path); }

static int is_plotted(const dv_spec *s, const char *path)
{
  for (int i = 0; i < s->nplot; i++) {
    const dv_plot_spec *p = &s->plot[i];
    if (fits(p->x, path)) return 1;
    for (int k = 0; k < p->ncolumn; k++)
      if (fits(p->column[k], path)) return 1;
  }
  return 0;
}

static int is_asked(const dv_moment_spec *m, int n, const char *path)
{
  for (int i = 0; i < n; i++)
    if (fits(m[i].column, path)) return 1;
  return 0;
}

static int is_played(const dv_spec *s, const char *path)
{
  for (int i = 0; i < s->nscenario; i++) {
    const dv_scenario_spec *x = &s->scenario[i];
    if (is_asked(x->step, x->nstep, path) || is_asked(x->event, x->nevent, path) || is_asked(x->fail, x->nfail, path)) return 1;
    for (int k = 0; k < x->nscore; k++)
      if (fits(x->score[k].column, path)) return 1;
  }
  return 0;
}

void dv_assemble_filmed(dv_assembler *c)
{
  dv_builder *b = c->b;
  for (int i = 0; i < b->section[DV_S_VARIABLE].count; i++) {
    dv_variable *v = DV_AT(b, dv_variable, VARIABLE, i);
    const char *path = DV_AT(b, char, TEXT, v->path);
    if (!v->shown && (is_plotted(c->spec, path) || is_played(c->spec, path))) v->shown = DV_FILMED;
  }
}
