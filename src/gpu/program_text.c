// program_text.c: see program_text.h.
#include "gpu/program_text.h"

#include "graph/cuda.h"
#include "gpu/linear_text.h"
#include "solve/machine_pattern.h"
#include "step/step.h"

#include <string.h>

extern const unsigned char gpu_prelude[], gpu_rosenbrock[], gpu_run[];  // the texts, by cmake/text.cmake
extern const unsigned gpu_prelude_size, gpu_rosenbrock_size, gpu_run_size;

// What METHOD means in prelude.cuh.
static const struct row {
  const char *name, *is;
  int evaluations;  // in a step
  int rows;         // of states in a block's memory
  int flat;         // 1: not for attitudes
  int linear;       // 1: it solves linear equations: in double precision, and not with closed loops
} methods[] = {
    {"euler",      "EULER",      1, 2, 1, 0},
    {"heun",       "HEUN",       2, 2, 0, 0},
    {"rk3",        "RK3",        3, 3, 0, 0},
    {"rk4",        "RK4",        4, 2, 0, 0},
    {"lie-rk4",    "RK4",        4, 2, 1, 0}, // without attitudes the same
    {"rkn",        "RKN",        4, 3, 1, 0},
    {"rosenbrock", "ROSENBROCK", 4, 2, 1, 1},
};
enum { METHODS = sizeof methods / sizeof *methods };

static const struct row *named(const char *name)
{
  for (int i = 0; i < METHODS; i++)
    if (!strcmp(methods[i].name, name)) return &methods[i];
  return NULL;
}

double dv_gpu_evaluations(const char *method) { return named(method) ? named(method)->evaluations : 0; }

int dv_gpu_takes_single(const char *method) { return named(method) && !named(method)->linear; }

// Why the method does not go with the machine; NULL: it does.
static const char *unfit(const struct row *r, const dv_model *m, const dv_chart *c, int single)
{
  if (r->flat && c->nattitude) return "where it turns no attitudes";
  if (r->linear && DV_MODEL_COUNT(m, LOOP)) return "where it closes no loops";
  return r->linear && single ? "in single precision" : NULL;
}

// NULL after a diagnostic: a card has none of this name, or not for this machine.
static const struct row *method_of(dv_arena *a, dv_diags *d, const dv_model *m, const char *file, const dv_gpu_program *p)
{
  const dv_chart *c = dv_chart_new(a, m);
  const struct row *r = named(p->method);
  const char *why = r ? unfit(r, m, c, p->single) : "";
  dv_text all = {.arena = a};
  if (!why) return r;
  for (int i = 0; i < METHODS; i++)
    if (!unfit(&methods[i], m, c, p->single)) dv_text_add(&all, "%s %s", all.n ? "," : "", methods[i].name);
  dv_diag_add(d, DV_ERROR, (dv_mark){file, 0, 0}, dv_arena_text(a, "give --solver: one of%s", dv_text_all(&all)),
              "%s cannot be run on a card%s%s", p->method, *why ? ", " : "", why);
  return NULL;
}

// The linear algebra of an implicit method. 1 after a diagnostic.
static int put_linear(dv_arena *a, dv_diags *d, const dv_model *m, const char *file, dv_text *out, dv_gpu_needs *needs)
{
  const dv_chart *c = dv_chart_new(a, m);
  const dv_pattern *p = dv_pattern_of_chart(a, m, c, 0);
  if (dv_linear_operations(p) > DV_LINEAR_MOST) {
    dv_diag_add(d, DV_ERROR, (dv_mark){file, 0, 0}, "take an explicit method with a shorter step, or the processor",
                "its linear equations are too many for a card: %ld operations, of %d at most", dv_linear_operations(p),
                (int)DV_LINEAR_MOST);
    return 1;
  }
  needs->memory = dv_linear_text(out, m, c, p);
  needs->slope = dv_state_kept(m);
  dv_text_add(out, "%.*s\n", (int)gpu_rosenbrock_size, (const char *)gpu_rosenbrock);
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

static void put_inputs(const dv_gpu_program *p, dv_text *out)
{
  dv_text_add(out, "#define NIN %d\n", p->ninput);
  if (p->ninput) dv_text_add(out, "TABLE int davit_input[] = {");
  for (int i = 0; i < p->ninput; i++) dv_text_add(out, i + 1 < p->ninput ? "%d, " : "%d};\n\n", p->input[i]);
}

const char *dv_gpu_source(dv_arena *a, dv_diags *d, const dv_traced_machine *t, const char *file, const dv_gpu_program *p,
                          int seed, dv_gpu_needs *needs)
{
  dv_text out = {.arena = a};
  const char *why;
  int part;
  const struct row *r = method_of(a, d, t->m, file, p);
  if (!r) return NULL;
  *needs = (dv_gpu_needs){.rows = r->rows};
  const char *functions = dv_trace_cuda(a, t, file, seed, &needs->live, &why, &part);
  if (!functions) return dv_trace_report(d, t->m, file, part, why), NULL;
  dv_text_add(&out, "#define METHOD %s  // %s\n%s\n", r->is, p->method, p->single ? "#define SINGLE\n" : "");
  dv_text_add(&out, "%.*s\n%s\n", (int)gpu_prelude_size, (const char *)gpu_prelude, functions);
  put_row(t, p, &out);
  put_inputs(p, &out);
  if (r->linear && put_linear(a, d, t->m, file, &out, needs)) return NULL;
  dv_text_add(&out, "%.*s", (int)gpu_run_size, (const char *)gpu_run);
  return dv_text_all(&out);
}
