// compare_work.c: a constant force does the work F . (way of its point), whatever the point sits on.
//
// Forces are put on points of the machine, also several on one body; the books must say the same as the places.
#include "trial.h"

#include "record/record.h"

#include <math.h>
#include <string.h>

enum { PROBES = 4 };

typedef struct {
  const char *at, *name;
  double force[3], from[3], to[3];
  int column[3];
} probe;

typedef struct {
  const dv_model *m;
  probe *p;
  int n, rows;
} survey;

static int note(void *context, double time, const double *x, const double *dx, const double *work)
{
  survey *s = context;
  (void)time;
  for (int i = 0; i < s->n; i++)
    for (int k = 0; k < 3; k++) {
      double value = dv_variable_value(s->m, s->p[i].column[k], x, dx, work);
      if (!s->rows) s->p[i].from[k] = value;
      s->p[i].to[k] = value;
    }
  s->rows++;
  return 0;
}

static int choose(trial *t, dv_node *root, probe *p)
{
  const dv_node *bodies = dv_doc_find(root, "bodies");
  stream s = stream_of(t->number, 17);
  int n = 0;
  dv_node *parts = node_section(t->arena, root, "parts");
  for (int b = 0; bodies && b < bodies->n && n < PROBES; b++) {
    const dv_node *points = dv_doc_find(bodies->item[b], "points");
    for (int i = 0; points && i < points->n && n < PROBES; i++) {
      p[n] = (probe){.at = dv_arena_text(t->arena, "%s.%s", bodies->item[b]->key, points->item[i]->key),
                     .name = dv_arena_text(t->arena, "probe%d", n + 1)};
      dv_node *e = node_put(t->arena, parts, p[n].name, node_map(t->arena));
      static const char *const key[] = {"fx", "fy", "fz"};
      node_put(t->arena, e, "kind", node_text(t->arena, "force.wrench"));
      node_put(t->arena, e, "frame", node_text(t->arena, "%s", p[n].at));
      for (int k = 0; k < 3; k++)
        p[n].force[k] = floor(between(&s, -20, 20)), node_put(t->arena, e, key[k], node_text(t->arena, "%g", p[n].force[k]));
      n++;
    }
  }
  return n;
}

static verdict judge(trial *t, const dv_ledger *l, const probe *p)
{
  double want = 0, size = 0;
  for (int k = 0; k < 3; k++)
    want += p->force[k] * (p->to[k] - p->from[k]), size += fabs(p->force[k]) * (fabs(p->to[k]) + fabs(p->from[k]) + 0.1);
  for (int i = 0; i < l->nrow; i++) {
    if (strcmp(l->row[i].name, p->name)) continue;
    double is = l->row[i].supplied - l->row[i].dissipated - l->row[i].stored;
    if (fabs(is - want) > 1e-6 * size)
      return say(t, "a constant force at %s did %.9g J, its point's way says %.9g J", p->at, is, want);
    return AGREES;
  }
  return fabs(want) > 1e-6 * size ? say(t, "no row of the books for the force at %s", p->at) : AGREES;
}

static verdict run_with(trial *t, const machine *m, probe *p, int n)
{
  static const char *const axis[] = {"x", "y", "z"};
  survey s = {.m = m->model, .p = p, .n = n};
  dv_run_result r;
  dv_run_options o = {
      .method = "cvode-bdf", .rtol = TIGHT, .atol = 1e-2 * TIGHT, .until = t->until, .every = t->until, .width = 1};
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
      p[i].column[k] = dv_model_find(m->model, dv_arena_text(t->arena, "%s.%s", p[i].at, axis[k]));
      if (p[i].column[k] < 0) return say(t, "there is no column %s.%s", p[i].at, axis[k]);
    }
  const course *c = course_run(t, m, &(way){.method = "cvode-bdf", .tolerance = TIGHT});
  if (c->failed || c->slow) return NOT_HERE;
  if (dv_run(m->model, m->start, &o, note, NULL, &s, &r, m->diags, m->arena)) return NOT_HERE;
  for (int i = 0; i < n; i++)
    if (judge(t, &r.ledger, &p[i]) == DIFFERS) return DIFFERS;
  return AGREES;
}

verdict compare_work(trial *t)
{
  probe p[PROBES];
  dv_node *root = node_copy(t->arena, t->root);
  int n = t->reference->failed ? 0 : choose(t, root, p);
  if (!n) return NOT_HERE;
  machine *m = machine_read(t->units, root, NULL, 0);
  verdict v = m->model ? run_with(t, m, p, n) : NOT_HERE;  // a force on what stands still is refused
  machine_free(m);
  return v;
}
