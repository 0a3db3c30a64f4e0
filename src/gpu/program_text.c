// program_text.c: see program_text.h.
#include "gpu/program_text.h"

#include "graph/cuda.h"
#include "step/step.h"

#include <string.h>

extern const unsigned char gpu_prelude[], gpu_run[];  // the texts, by cmake/text.cmake
extern const unsigned gpu_prelude_size, gpu_run_size;

static const struct {
  const char *name;
  int is;
} methods[] = {
    {"euler", 1},
    {"heun",  2},
    {"rk4",   4}
};

const char *dv_gpu_methods(void) { return "euler, heun, rk4"; }

int dv_gpu_method(const char *name)
{
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (!strcmp(methods[i].name, name)) return methods[i].is;
  return 0;
}

const char *dv_gpu_source(dv_arena *a, dv_diags *d, const dv_traced_machine *t, const char *file, const char *method, int single,
                          int seed, int *live)
{
  dv_text out = {.arena = a};
  const char *why;
  int part, is = dv_gpu_method(method);
  if (!is || (is == 1 && dv_chart_new(a, t->m)->nattitude)) {
    dv_diag_add(d, DV_ERROR, (dv_mark){file, 0, 0},
                dv_arena_text(a, "give --solver: one of %s; euler turns no attitudes there", dv_gpu_methods()),
                "%s cannot be run on a card", method);
    return NULL;
  }
  const char *functions = dv_trace_cuda(a, t, file, seed, live, &why, &part);
  if (!functions) return dv_trace_report(d, t->m, file, part, why), NULL;
  dv_text_add(&out, "#define METHOD %d  // %s\n%s\n", is, method, single ? "#define SINGLE\n" : "");
  dv_text_add(&out, "%.*s\n%s\n%.*s", (int)gpu_prelude_size, (const char *)gpu_prelude, functions, (int)gpu_run_size,
              (const char *)gpu_run);
  return dv_text_all(&out);
}
