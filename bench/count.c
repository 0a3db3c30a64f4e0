// count.c: so many calls of one code, for counting instructions: callgrind cannot be noisy.
#include <string.h>

#include "codes.h"
#include "race.h"
#include "sections.h"

static const dv_peer *code_find(const char *name)
{
  const dv_peer *const codes[] = {&dv_peer_davit_x1, &dv_peer_reference_x1, &dv_peer_mujoco, &dv_peer_simbody, &dv_peer_kdl};
  static const char *const names[] = {"davit", "reference", "mujoco", "simbody", "kdl"};
  for (int i = 0; i < 5; i++)
    if (!strcmp(names[i], name)) return codes[i];
  return NULL;
}

static int op_find(const char *name)
{
  for (int i = 0; i < DV_PEER_OPS; i++)
    if (!strcmp(dv_op_name[i], name)) return i;
  return -1;
}

int dv_bench_count(const char *code, const char *model, const char *op, long calls)
{
  dv_arena *arena = dv_arena_new();
  const dv_bench_model *m = dv_bench_model_make(arena, model, model);
  dv_runner r = {.code = code_find(code)};
  const int question = op_find(op);
  const int fine = r.code && m && question >= 0 && r.code->run[question];
  if (fine) {
    dv_race_make(1, &r, m);
    if (r.peer) dv_race_calls(&r, question, calls);
    dv_race_drop(1, &r);
  }
  dv_arena_free(arena);
  return fine && r.peer ? 0 : -1;
}
