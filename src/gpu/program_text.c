// program_text.c: see program_text.h.
#include "gpu/program_text.h"

#include "graph/cuda.h"
#include "step/step.h"

#include <string.h>

extern const unsigned char gpu_prelude[], gpu_run[];  // the texts, by cmake/text.cmake
extern const unsigned gpu_prelude_size, gpu_run_size;

// What METHOD means in prelude.cuh: stages, or 1 for semi-implicit Euler.
static const struct {
  const char *name;
  int is;
} methods[] = {
    {"euler", 1},
    {"heun",  2},
    {"rk4",   4}
};
enum { METHODS = sizeof methods / sizeof *methods };

// 0 after a diagnostic: a card has none of this name, or not for this machine.
static int method_of(dv_arena *a, dv_diags *d, const dv_model *m, const char *file, const char *name)
{
  dv_text all = {.arena = a};
  for (int i = 0; i < METHODS; i++) {
    int turns = methods[i].is == 1 && dv_chart_new(a, m)->nattitude;
    if (turns) continue;
    if (!strcmp(methods[i].name, name)) return methods[i].is;
    dv_text_add(&all, "%s %s", all.n ? "," : "", methods[i].name);
  }
  dv_diag_add(d, DV_ERROR, (dv_mark){file, 0, 0}, dv_arena_text(a, "give --solver: one of%s", dv_text_all(&all)),
              "%s cannot be run on a card%s", name, strcmp(name, "euler") ? "" : ", where it turns no attitudes");
  return 0;
}

// What a record keeps, as a function of the machine's point.
static void put_row(const dv_traced_machine *t, const dv_gpu_program *p, dv_text *out)
{
  dv_text_add(out, "#define NKEPT %d\n", p->nkept);
  if (!p->nkept) return;
  dv_text_add(out, "#define S(i) shown[i]\nAPART int davit_row(POINT, double *row)\n{\n");
  if (t->nshown)
    dv_text_add(out, "  real shown[NSHOWN];\n  const davit_point here = {o.y, o.x, o.d, o.p, o.sign, shown};\n"
                     "  if (davit_show(t, here)) return 1;\n");
  for (int i = 0; i < p->nkept; i++) dv_text_add(out, "  KEPT(%d, %s);\n", i, p->kept[i]);
  dv_text_add(out, "  return 0;\n}\n\n");
}

const char *dv_gpu_source(dv_arena *a, dv_diags *d, const dv_traced_machine *t, const char *file, const dv_gpu_program *p,
                          int seed, int *live)
{
  dv_text out = {.arena = a};
  const char *why;
  int part, is = method_of(a, d, t->m, file, p->method);
  if (!is) return NULL;
  const char *functions = dv_trace_cuda(a, t, file, seed, live, &why, &part);
  if (!functions) return dv_trace_report(d, t->m, file, part, why), NULL;
  dv_text_add(&out, "#define METHOD %d  // %s\n%s\n", is, p->method, p->single ? "#define SINGLE\n" : "");
  dv_text_add(&out, "%.*s\n%s\n", (int)gpu_prelude_size, (const char *)gpu_prelude, functions);
  put_row(t, p, &out);
  dv_text_add(&out, "%.*s", (int)gpu_run_size, (const char *)gpu_run);
  return dv_text_all(&out);
}
