// filmed.c: columns that pages need although no run records them by default: places and twists of bodies in plots and scenarios.
// What a scenario looks at must be a column that changes, or a step of it would never be done.
#include "assemble/internal.h"
#include "base/name_pattern.h"
#include "model/variable_value.h"
#include "spec/scenario_spec.h"

#include <string.h>

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

static int is_column(dv_builder *b, const dv_variable *v)
{
  return v->array != DV_IN_NUMBER && strcmp(DV_AT(b, char, TEXT, v->path), "time") != 0;
}

// A coordinate is its position.
static int has_column(dv_assembler *c, const char *name)
{
  const char *position = dv_arena_text(c->arena, "%s.position", name);
  for (int i = 0; i < c->b->section[DV_S_VARIABLE].count; i++) {
    const dv_variable *v = DV_AT(c->b, dv_variable, VARIABLE, i);
    const char *path = DV_AT(c->b, char, TEXT, v->path);
    if (is_column(c->b, v) && (!strcmp(path, name) || !strcmp(path, position))) return 1;
  }
  return 0;
}

static void check_column(dv_assembler *c, dv_ref column)
{
  int n = c->b->section[DV_S_VARIABLE].count, columns = 0;
  if (!column.text || has_column(c, column.text)) return;
  const char **name = DV_TAKE(c->arena, const char *, n);
  for (int i = 0; i < n; i++) {
    const dv_variable *v = DV_AT(c->b, dv_variable, VARIABLE, i);
    if (is_column(c->b, v)) name[columns++] = DV_AT(c->b, char, TEXT, v->path);
  }
  const char *near = dv_nearest(column.text, name, columns);
  dv_diag_add(c->diags, DV_ERROR, column.mark,
              near ? dv_arena_text(c->arena, "did you mean '%s'?", near)
                   : "name one column that changes; for a time make a signal of t",
              "a scenario looks at '%.64s', which is no column of a run", column.text);
}

static void check_moments(dv_assembler *c, const dv_moment_spec *m, int n)
{
  for (int i = 0; i < n; i++) check_column(c, m[i].column);
}

static void check_scenario(dv_assembler *c, const dv_scenario_spec *x)
{
  check_moments(c, x->step, x->nstep);
  check_moments(c, x->event, x->nevent);
  check_moments(c, x->fail, x->nfail);
  for (int i = 0; i < x->nscore; i++) check_column(c, x->score[i].column);
}

void dv_assemble_filmed(dv_assembler *c)
{
  dv_builder *b = c->b;
  for (int i = 0; i < c->spec->nscenario; i++)
    if (dv_scenario_played(c->spec, &c->spec->scenario[i])) check_scenario(c, &c->spec->scenario[i]);
  for (int i = 0; i < b->section[DV_S_VARIABLE].count; i++) {
    dv_variable *v = DV_AT(b, dv_variable, VARIABLE, i);
    const char *path = DV_AT(b, char, TEXT, v->path);
    if (!v->shown && (is_plotted(c->spec, path) || is_played(c->spec, path))) v->shown = DV_FILMED;
  }
}
