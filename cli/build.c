// build.c: `davit build FILE -o FILE.dvm`: the machine as a saved block, for programs that step it without its file (davit.h).
#include "cli.h"

#include <stdio.h>

const option options_build[] = {
    OUTPUT("o", "FILE.dvm", "where the block goes (default: beside the machine file)"),
    OPTION("slopes", NULL, "with the machine's graph, by which dv_sim_slope is exact in the core alone, too"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static int build(args *a, dv_machine *m)
{
  const char *out = value_of(a, "o") ? value_of(a, "o") : beside(a->arena, a->operand[0], ".dvm");
  if (!ends_with(out, ".dvm")) return bad_usage(a, "give FILE.dvm", "-o: '%s' is no name of a saved model", out);
  dv_state *s = dv_state_new(m->arena, m->model);
  if (dv_start(m, s)) return RUN_FAILED;
  if (m->model->outside.table) {
    dv_mark none = {NULL, 0, 0};
    dv_diag_add(m->diags, DV_ERROR, none, "build them into davit, or give the program the machine file",
                "kinds from outside cannot be saved: they are code");
    return RUN_FAILED;
  }
  const dv_model *block = dv_saved_block(m->arena, m->model, &m->spec->solver, s);
  if (has(a, "slopes")) block = dv_saved_with_graph(m->arena, block);
  int code = write_bytes(a, m->diags, out, (const char *)block, (size_t)block->bytes);
  if (code == FINE)
    printf("%s: %lld bytes, %d states, %d variables\n", out, (long long)block->bytes, block->nx, DV_MODEL_COUNT(block, VARIABLE));
  return code;
}

int run_build(args *a)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  return finish(m, build(a, m));
}
