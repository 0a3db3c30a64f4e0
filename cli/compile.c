// compile.c: `davit compile FILE`: the machine's equations as straight-line C, and as a library that runs use.
#include "compile.h"

#include "cache.h"
#include "engine/compiled.h"
#include "graph/target.h"

#include <stdio.h>
#include <string.h>

const option options_compile[] = {
    OUTPUT("o", dv_target_files,
           "library, which runs take if --compiled names it, or the source alone (default: into your cache, where runs find it)"),
    OUTPUT("source", DV_TARGET_TEXTS, "keep the source, too"),
    OPTION("open", "path[=value],...",
           "numbers that stay inputs, so that --set and sweeps may change them; value: another one that they may have"),
    OPTION("show", "column,...", "sweeps record these by compiled code, too"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

int compile_show(dv_arena *a, dv_diags *d, const dv_model *m, const char *const *column, int n, dv_trace_options *o)
{
  dv_record *r = dv_record_new(a, d, m, column, n);
  if (!r) return BAD_USAGE;
  int *cell = DV_TAKE(a, int, r->log->ncolumn);
  o->nshown = 0;
  for (int i = 1; i < r->log->ncolumn; i++) o->nshown += dv_shown_cell(&dv_model_VARIABLE(m)[r->variable[i]], &cell[o->nshown]);
  o->shown = cell;
  return FINE;
}

static int write_source(args *a, const dv_traced_machine *t, const char *path)
{
  int code = write_text(a, a->diags, path, dv_target_of(path)(a->arena, t, a->operand[0]));
  if (code) return code;
  printf("%s: %d operations\n", path, dv_trace_operations(a->arena, t));
  return FINE;
}

// The library's path, or that of the source alone; in the cache if the command line says nothing. NULL after a diagnostic.
static const char *out_path(args *a, const dv_machine *m)
{
  const char *out = value_of(a, "o");
  cache c;
  if (out || cache_make(a, &c) != FINE) return out;
  out = cache_path(a->arena, &c, cache_name(a->arena, &c, m->model, compiled_what(a->arena, a->operand[0])));
  cache_close(&c);
  return out;
}

static int build(args *a, dv_machine *m, const dv_traced_machine *t, const char *out)
{
  int code = compile_build(a, dv_trace_library(m->arena, t, a->operand[0]), out, 0);
  if (code == FINE)
    printf("%s: %d operations, %d open numbers; runs use it %s while the machine and its other numbers stay the same\n", out,
           dv_trace_operations(m->arena, t), t->nopen, value_of(a, "o") ? "with --compiled" : "by themselves");
  return code;
}

static int wrong_suffix(args *a, const char *option, const char *path, const char *files)
{
  return bad_usage(a, dv_arena_text(a->arena, "give %s", files), "%s: '%s' is none of these", option, path);
}

static const double *start_of(const dv_machine *m, const dv_state *s)
{
  double *start = DV_TAKE(m->arena, double, m->model->nx + m->model->nd + 1);
  memcpy(start, s->x, (size_t)m->model->nx * sizeof *start);
  if (m->model->nd) memcpy(start + m->model->nx, s->d, (size_t)m->model->nd * sizeof *start);
  return start;
}

static int compile(args *a, dv_machine *m)
{
  const char *out = value_of(a, "o"), *keep = value_of(a, "source"), **column;
  int alone = out && dv_target_of(out), columns = items_of(a, "show", &column);
  dv_trace_options o = {0};
  if (out && !ends_with(out, ".so") && !alone) return wrong_suffix(a, "-o", out, dv_target_files);
  if (keep && !dv_target_of(keep)) return wrong_suffix(a, "--source", keep, DV_TARGET_TEXTS);
  int code = compile_open(a, m, &o);
  if (code == FINE && columns) code = compile_show(m->arena, a->diags, m->model, column, columns, &o);
  // the source says where the machine starts: at an equilibrium, with its loops closed
  dv_state *s = alone || keep ? dv_state_new(m->arena, m->model) : NULL;
  if (code == FINE && s && dv_start(m, s)) code = RUN_FAILED;
  if (code != FINE) return code;
  if (s) o.start = start_of(m, s);
  dv_traced_machine *t = dv_trace_machine(m->arena, m->diags, m->model, &o, a->operand[0]);
  if (!t) return RUN_FAILED;
  if (s && t->unsampled) return dv_trace_report(m->diags, m->model, a->operand[0], t->unsampled_part, t->unsampled), RUN_FAILED;
  if (alone) return write_source(a, t, out);
  if (keep) code = write_source(a, t, keep);
  if (code == FINE && !(out = out_path(a, m))) code = RUN_FAILED;
  return code == FINE ? build(a, m, t, out) : code;
}

int run_compile(args *a)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  return finish(m, compile(a, m));
}
