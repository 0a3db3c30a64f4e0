// compare_compiled.c: the machine as compiled C gives the bits of the engine.
#include "trial.h"

#include "base/file.h"
#include "engine/compiled.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

verdict compare_compiled(trial *t)
{
  const dv_model *m = t->m->model;
  dv_diags *d = dv_diags_new(t->arena);
  const char *path = dv_arena_text(t->arena, "random.yaml"), *so = dv_arena_text(t->arena, "./compiled.so");
  if (!t->davit || t->reference->failed || dv_file_write(d, path, t->m->text, strlen(t->m->text))) return NOT_HERE;
  if (system(dv_arena_text(t->arena, "%s compile %s -o %s >/dev/null 2>&1", t->davit, path, so))) return NOT_HERE;  // it says why
  void *library = dlopen(so, RTLD_NOW | RTLD_LOCAL);
  const dv_compiled *c = library ? dlsym(library, "davit_compiled") : NULL;
  if (!c) return say(t, "compiled: no library");
  if (!dv_compiled_fits(c, m)) return say(t, "compiled: the library does not fit its machine");
  way plain = {.method = "rosenbrock", .step = t->until / 256}, fast;
  course *a = course_run(t, t->m, &plain), *b;
  if (a->slow && a->state->t > 0) plain.until = 0.25 * a->state->t, a = course_run(t, t->m, &plain);
  fast = plain, fast.compiled = c;
  b = course_run(t, t->m, &fast);
  if (a->slow || b->slow) return OPEN;
  if (a->failed != b->failed) return say(t, "compiled: %s", a->failed ? a->why : b->why);
  for (int i = 0; !a->failed && i < m->nx; i++)
    if (a->end[i] != b->end[i])  // zeros have two signs
      return say(t, "compiled: %s ends with %.17g, the engine says %.17g", dv_model_state_name(m, i), b->end[i], a->end[i]);
  return AGREES;
}
