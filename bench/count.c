// count.c: so many calls of another code, for counting instructions (our own: count_own.c), and the table of bench/count.
#include <string.h>

#include "codes.h"
#include "race.h"
#include "sections.h"

static const dv_peer *code_find(const char *name)
{
  const dv_peer *const codes[] = {&dv_peer_mujoco, &dv_peer_simbody, &dv_peer_kdl};
  static const char *const names[] = {"mujoco", "simbody", "kdl"};
  for (int i = 0; i < 3; i++)
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

// bench/count writes a table; the row of ABA gives the goals.
void dv_bench_counts(dv_bench *b)
{
  char line[256];
  double loop, compiled;
  if (b->only && strcmp(b->only, "arm7")) return;
  dv_bench_print(
      b, "\n## Instructions per call, 7-joint arm\n\nCounted by callgrind; our side and the reference loop built for AVX2, "
         "contraction off. Compiled: the whole right-hand side of the same arm as a machine.\n\n");
  FILE *f = popen(DAVIT_COUNT, "r");
  while (f && fgets(line, sizeof line, f)) {
    dv_bench_print(b, "%s", line);
    if (sscanf(line, "| aba | %lf | %lf", &loop, &compiled) != 2) continue;
    dv_bench_goal(b, "7-joint arm, ABA by the loop: instructions", loop, 5400, 1);
    dv_bench_goal(b, "7-joint arm, compiled: instructions", compiled, 2700, 1);
  }
  if (!f || pclose(f)) dv_bench_print(b, "No counts: valgrind is missing, or failed.\n");
}
