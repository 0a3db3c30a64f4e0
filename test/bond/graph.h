// graph.h: a machine from text with its bond graph drawn, and its variables by name at the end of a run.
#pragma once

#include "engine/engine.h"
#include "solve/harness.h"

typedef struct {
  fixture b;
  const dv_drawing *drawing;
} graph;

static inline graph graph_try(const char *yaml)
{
  graph g = {.b = {.arena = dv_arena_new()}};
  g.b.diags = dv_diags_new(g.b.arena);
  dv_doc *doc = dv_doc_read_memory(g.b.arena, g.b.diags, "test.yaml", yaml, strlen(yaml));
  dv_spec *spec = doc->root && !g.b.diags->nerror ? dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0) : NULL;
  g.b.model = spec ? dv_assemble_drawn(spec, dv_kinds_x1, &g.drawing) : NULL;
  return g;
}

static inline graph graph_open(const char *yaml)
{
  graph g = graph_try(yaml);
  for (int i = 0; i < g.b.diags->n; i++) print_message("%s\n", dv_diag_text(g.b.diags, i));
  assert_non_null(g.b.model);
  g.b.state = dv_state_new(g.b.arena, g.b.model);
  return g;
}

static inline void graph_close(graph *g) { fixture_close(&g->b); }

// A variable of the work or the state, after rates and observe at the state.
static inline double graph_value(const graph *g, const char *path)
{
  const dv_model *m = g->b.model;
  if (!m) return NAN;
  int i = dv_model_find(m, path);
  if (i < 0) fail_msg("no variable '%s'", path);
  const dv_variable *v = dv_model_VARIABLE(m) + i;
  double *work = DV_TAKE(g->b.arena, double, m->nwork), *dx = DV_TAKE(g->b.arena, double, m->nx);
  const double *num = dv_model_NUMBER(m);
  dv_engine_x1.ready(m, num, work);
  assert_int_equal(dv_engine_x1.rates(m, num, g->b.state->t, g->b.state->x, g->b.state->d, dx, NULL, work), 0);
  dv_engine_x1.observe(m, num, g->b.state->x, work);
  return v->array == DV_IN_STATE ? g->b.state->x[v->index] : work[v->index];
}

static inline dv_run_result graph_run(graph *g, double until) { return fixture_run(&g->b, "cvode-adams", until, 0); }

static inline int vertex(const dv_drawing *d, const char *name)
{
  for (int i = 0; i < d->node.n; i++)
    if (!strcmp(d->node.item[i].name, name)) return i;
  fail_msg("no vertex '%s'", name);
  return -1;
}

// Name of the vertex at whose end the causal stroke of the bond between two stands: it takes the effort.
static inline const char *stroke(const dv_drawing *d, const char *a, const char *b)
{
  int i = vertex(d, a), j = vertex(d, b);
  for (int k = 0; k < d->bond.n; k++) {
    const dv_drawn_bond *bond = &d->bond.item[k];
    if ((bond->end[0] == i && bond->end[1] == j) || (bond->end[0] == j && bond->end[1] == i))
      return bond->stroke < 0 ? "" : d->node.item[bond->end[bond->stroke]].name;
  }
  fail_msg("no bond between '%s' and '%s'", a, b);
  return "";
}
