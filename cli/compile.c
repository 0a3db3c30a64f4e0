// compile.c: `davit compile FILE`: the machine's right-hand side as straight-line C, and as a library that runs use.
#include "compile.h"

#include "base/file.h"
#include "trace/trace.h"

#include <stdio.h>
#include <string.h>

const option options_compile[] = {
    OPTION("o", "FILE.so|FILE.c",
           "library, or the source alone (default: FILE.so beside the machine file, where runs look for it)"),
    OPTION("source", "FILE.c", "keep the source, too"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

// What binds the source to davit: the signature of its engine, finiteness, the key. Only the first width has the table.
static const char *with_binding(args *a, const char *source, const dv_model *m)
{
  dv_text t = {.arena = a->arena};
  dv_text_add(&t,
              "%s\n#define SIGNATURE (const void *m, const double *num, double t, const double *x, const double *d, double *dx, "
              "double *power, double *work)\n",
              source);
  dv_text_add(
      &t,
      "int DV_X(davit_rates) SIGNATURE\n{\n  real sum = dv_real(0), *rate = (real *)(void *)dx;\n  (void)m, (void)num;\n"
      "  DV_X(davit_machine)(t, (const real *)(const void *)x, (const real *)(const void *)d, rate, (real *)(void *)power,\n"
      "                      (real *)(void *)work + %d);\n"
      "  for (int i = 0; i < %d; i++) sum += 0 * rate[i];\n  return dv_all(sum == 0.0) ? 0 : 1;\n}\n",
      m->work_v, m->nx);
  dv_text_add(&t,
              "\n#if DV_LANES == 1\n#ifdef __x86_64__\nint davit_rates_x4 SIGNATURE, davit_rates_x8 SIGNATURE;\n#else\n"
              "#define davit_rates_x4 0\n#define davit_rates_x8 0\n#endif\n"
              "const struct {\n  char magic[8];\n  uint64_t key;\n  int32_t nx, nd, nquad, unused;\n  int(*rates[3]) "
              "SIGNATURE;\n} davit_compiled = {\n"
              "    \"dvmach1\", %lluu, %d, %d, %d, 0, {davit_rates_x1, davit_rates_x4, davit_rates_x8}};\n#endif\n",
              (unsigned long long)dv_trace_key(m), m->nx, m->nd, m->nquad);
  return dv_text_all(&t);
}

static const char *beside(args *a, const char *file)
{
  const char *dot = strrchr(file, '.');
  size_t n = dot && !strchr(dot, '/') ? (size_t)(dot - file) : strlen(file);
  return dv_arena_text(a->arena, "%.*s.so", (int)n, file);
}

static int compile(args *a, dv_machine *m)
{
  const char *out = value_of(a, "o") ? value_of(a, "o") : beside(a, a->operand[0]), *keep = value_of(a, "source");
  if (!ends_with(out, ".so") && !ends_with(out, ".c")) return bad_usage(a, "give FILE.so or FILE.c", "-o: '%s' is neither", out);
  dv_traced_machine *t = dv_trace_machine(m->arena, m->diags, m->model, a->operand[0]);
  if (!t) return RUN_FAILED;
  const char *source = dv_trace_source(m->arena, t, m->model, a->operand[0]);
  if (ends_with(out, ".c")) keep = out;
  if (keep && dv_file_write(a->diags, keep, source, strlen(source))) return RUN_FAILED;
  if (keep) printf("%s: %d operations\n", keep, dv_trace_operations(m->arena, t));
  if (keep == out) return FINE;
  int code = compile_build(a, with_binding(a, source, m->model), out);
  if (code == FINE)
    printf("%s: %d operations; 'davit run' uses it while the machine and its numbers stay the same\n", out,
           dv_trace_operations(m->arena, t));
  return code;
}

int run_compile(args *a)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  return finish(m, compile(a, m));
}
