// library.c: what binds the source to davit: functions of the engine's signatures, and the table dv_compiled of engine.h.
//
// The file is compiled once per width; only the first has the table.
#include "graph/target.h"
#include "engine/compiled.h"

typedef struct {
  dv_text out;
  const dv_traced_machine *t;
} writer;

// Open numbers lie among the others of the engine.
static void put_open(writer *w)
{
  const dv_traced_machine *t = w->t;
  dv_text_add(&w->out, "static const int32_t open_numbers[] = {");
  for (int i = 0; i < t->nopen; i++) dv_text_add(&w->out, "%d, ", t->open[i]);
  dv_text_add(&w->out, "-1};\nstatic const int32_t shown[] = {");
  for (int i = 0; i < t->nshown; i++) dv_text_add(&w->out, "%d, ", t->shown[i]);
  dv_text_add(
      &w->out,
      "-1};\n"
      "#define RATES (const void *m, const double *num, double t, const double *x, const double *d, double *dx, double *power, double *work)\n"
      "#define SAMPLE (const void *m, const double *num, int part, double t, const double *x, double *d, double *work)\n"
      "#define ROOTS (const void *m, const double *num, double t, const double *x, double *d, double *work, double *root)\n"
      "#define TIDY (const void *m, const double *num, double t, double *x, const double *d, double *work)\n"
      "#define IN (const real *)(const void *)x, (const real *)(const void *)d, p\n"
      "#define OUT(a) (real *)(void *)(a)\n"
      "static void take_open(const double *num, real *p)\n{\n"
      "  for (int i = 0; i < %d; i++) p[i] = ((const real *)(const void *)num)[open_numbers[i]];\n}\n"
      "#define OPEN real p[%d]; take_open(num, p)\n",
      t->nopen, t->nopen + 1);
}

// A machine with loops may give up: then the functions of the engine that made the work ready are called (dv_seats).
static void put_seats(writer *w)
{
  dv_text_add(
      &w->out,
      "typedef struct {\n  const void *owner[3];\n  int(*rates) RATES;\n  void(*sample) SAMPLE;\n  void(*roots) ROOTS;\n  void(*tidy) TIDY;\n} seats;\n"
      "#define ENGINE ((const seats *)(const void *)(OUT(work) + %d))\n",
      w->t->m->work_cell);
}

static void put_rates(writer *w)
{
  const dv_model *m = w->t->m;
  int loops = w->t->rates->pivots;
  dv_text_add(&w->out,
              "int DV_X(davit_rates) RATES\n{\n  real sum = dv_real(0), *rate = OUT(dx);\n  OPEN;\n  (void)m, (void)num;\n  ");
  if (loops) dv_text_add(&w->out, "if (");
  dv_text_add(&w->out, "DV_X(davit_machine)(t, IN, rate, OUT(power), OUT(work) + %d", m->work_v);
  if (loops) dv_text_add(&w->out, ", OUT(work) + %d))\n    return ENGINE->rates(m, num, t, x, d, dx, power, work)", m->work_loop);
  else dv_text_add(&w->out, ", 0)");
  dv_text_add(&w->out, ";\n  for (int i = 0; i < %d; i++) sum += 0 * rate[i];\n  return dv_all(sum == 0.0) ? 0 : 1;\n}\n", m->nx);
}

static void put_sample(writer *w, const dv_traced_function *f)
{
  dv_text_add(&w->out, "  case %d: ", f->part);
  if (f->pivots)
    dv_text_add(&w->out, "if (DV_X(davit_%s)(t, IN, OUT(d))) ENGINE->sample(m, num, part, t, x, d, work); break;\n", f->name);
  else dv_text_add(&w->out, "DV_X(davit_%s)(t, IN, OUT(d)); break;\n", f->name);
}

static void put_samples(writer *w)
{
  const dv_traced_machine *t = w->t;
  dv_text_add(&w->out, "void DV_X(davit_sample) SAMPLE\n{\n  OPEN;\n  (void)m, (void)num, (void)work;\n  switch (part) {\n");
  for (int i = 0; i < t->function.n; i++)
    if (t->function.item[i].part >= 0) put_sample(w, &t->function.item[i]);
  dv_text_add(&w->out, "  default: break;\n  }\n}\n");
}

static void put_roots(writer *w)
{
  dv_text_add(&w->out, "void DV_X(davit_all_roots) ROOTS\n{\n  OPEN;\n  (void)m, (void)num, (void)work;\n  ");
  if (w->t->roots->pivots)
    dv_text_add(&w->out, "if (DV_X(davit_roots)(t, IN, OUT(root))) ENGINE->roots(m, num, t, x, d, work, root);\n}\n");
  else dv_text_add(&w->out, "DV_X(davit_roots)(t, IN, OUT(root));\n}\n");
}

static void put_tidy(writer *w)
{
  dv_text_add(&w->out, "void DV_X(davit_all_tidy) TIDY\n{\n  OPEN;\n  (void)m, (void)num, (void)work;\n  ");
  if (w->t->tidy->pivots)
    dv_text_add(&w->out, "if (DV_X(davit_tidy)(t, IN, OUT(x), OUT(work) + %d)) ENGINE->tidy(m, num, t, x, d, work);\n}\n",
                w->t->m->work_loop);
  else dv_text_add(&w->out, "DV_X(davit_tidy)(t, IN, OUT(x), 0);\n}\n");
}

static void put_show(writer *w)
{
  dv_text_add(
      &w->out,
      "#define SHOW (const void *m, const double *num, double t, const double *x, const double *d, double *dx, double *work)\n"
      "void DV_X(davit_shown) SHOW\n{\n  OPEN;\n  (void)m, (void)num;\n  DV_X(davit_show)(t, IN, OUT(dx), OUT(work));\n}\n");
}

// Widths that are built beside this one.
static void put_widths(writer *w, int there, const char *type, const char *name, const char *signature)
{
  for (int lanes = 4; there && lanes <= 8; lanes += 4)
    dv_text_add(&w->out, "#ifdef DAVIT_X%d\n%s %s_x%d %s;\n#else\n#define %s_x%d 0\n#endif\n", lanes, type, name, lanes,
                signature, name, lanes);
}

static void put_field(writer *w, int there, const char *name)
{
  if (there) dv_text_add(&w->out, "    {(any *)%s_x1, (any *)%s_x4, (any *)%s_x8},\n", name, name, name);
  else dv_text_add(&w->out, "    {0, 0, 0},\n");
}

static void put_table(writer *w)
{
  const dv_traced_machine *t = w->t;
  const dv_model *m = t->m;
  dv_text_add(&w->out, "\n#if DV_LANES == 1\n");
  put_widths(w, 1, "int", "davit_rates", "RATES");
  put_widths(w, t->samples, "void", "davit_sample", "SAMPLE");
  put_widths(w, t->roots != NULL, "void", "davit_all_roots", "ROOTS");
  put_widths(w, t->tidy != NULL, "void", "davit_all_tidy", "TIDY");
  put_widths(w, t->show != NULL, "void", "davit_shown", "SHOW");
  dv_text_add(
      &w->out,
      "typedef void any(void);\nconst struct {\n  char magic[8];\n  uint64_t key;\n  int32_t nx, nd, nquad, nopen, nshown, unused;\n"
      "  const int32_t *open, *shown;\n  any *function[5][3];\n} davit_compiled = {\n"
      "    \"dvmach3\", %lluu, %d, %d, %d, %d, %d, 0, open_numbers, shown, {\n",
      (unsigned long long)dv_compiled_key(m, t->open, t->nopen), m->nx, m->nd, m->nquad, t->nopen, t->nshown);
  put_field(w, 1, "davit_rates");
  put_field(w, t->samples, "davit_sample");
  put_field(w, t->roots != NULL, "davit_all_roots");
  put_field(w, t->tidy != NULL, "davit_all_tidy");
  put_field(w, t->show != NULL, "davit_shown");
  dv_text_add(&w->out, "    }};\n#endif\n");
}

const char *dv_trace_library(dv_arena *a, const dv_traced_machine *t, const char *file)
{
  writer w = {.out = {.arena = a}, .t = t};
  dv_text_add(&w.out, "%s", dv_target_c(a, t, file));
  put_open(&w);
  put_seats(&w);
  put_rates(&w);
  if (t->samples) put_samples(&w);
  if (t->roots) put_roots(&w);
  if (t->tidy) put_tidy(&w);
  if (t->show) put_show(&w);
  put_table(&w);
  return dv_text_all(&w.out);
}
