// compare_sweep.c: `davit sweep` over a body's mass, and `davit run` with that mass: the same bits.
#include "trial.h"

#include "base/file.h"
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The number in the last row, `back` columns before its end; NULL: none.
static const char *last(trial *t, const char *path, int back)
{
  size_t n;
  char *text = dv_file_read(t->arena, dv_diags_new(t->arena), path, (dv_mark){NULL, 0, 0}, (size_t)1 << 24, &n);
  if (!text || !n) return NULL;
  while (n && text[n - 1] == '\n') text[--n] = 0;
  char *line = strrchr(text, '\n');
  for (; line && back > 0; back--) {
    char *comma = strrchr(line, ',');
    if (!comma) return NULL;
    *comma = 0;
  }
  return line && strrchr(line, ',') ? strrchr(line, ',') + 1 : NULL;
}

static const dv_node *mass_of(const trial *t, const char **body)
{
  const dv_node *bodies = dv_doc_find(t->root, "bodies");
  for (int i = 0; bodies && i < bodies->n; i++) {
    const dv_node *mass = dv_doc_find(bodies->item[i], "mass");
    *body = bodies->item[i]->key;
    if (mass && mass->type == DV_SCALAR) return mass;
  }
  return NULL;
}

verdict compare_sweep(trial *t)
{
  const char *body = NULL, *rest, *name, *how;
  const dv_node *mass = mass_of(t, &body);
  double m;
  if (!t->davit || !mass || !t->m->model->nq || t->reference->failed) return NOT_HERE;
  rest = dv_number_read(mass->text, &m);
  if (!rest || dv_file_write(dv_diags_new(t->arena), "sweep.yaml", t->m->text, strlen(t->m->text))) return NOT_HERE;
  name = dv_model_state_name(t->m->model, 0);
  how = dv_arena_text(t->arena, "sweep.yaml --until %.9gs --solver rosenbrock --step %.9gs", t->until, t->until / 128);
  const char *value = dv_arena_text(t->arena, "%.6g%s", 1.25 * m, *rest ? rest + 1 : "");
  remove("sweep.csv"), remove("swept.csv");
  int many = system(dv_arena_text(
      t->arena, "%s sweep %s --jobs 1 --fresh --vary bodies.%s.mass=%.6g%s,%s --metric 'final(%s)' -o swept.csv >/dev/null 2>&1",
      t->davit, how, body, 1.1 * m, *rest ? rest + 1 : "", value, name));
  int one = system(dv_arena_text(t->arena, "%s run %s --set bodies.%s.mass=%s --columns %s --out sweep.csv >/dev/null 2>&1",
                                 t->davit, how, body, value, name));
  if (one || many) return !one == !many ? NOT_HERE : OPEN;  // another of its runs may have failed
  const char *a = last(t, "swept.csv", 1), *b = last(t, "sweep.csv", 0);
  if (!a || !b) return say(t, "a sweep leaves no table");
  return strcmp(a, b) ? say(t, "%s ends at %s in a sweep, at %s in a run", name, a, b) : AGREES;
}
