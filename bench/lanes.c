// lanes.c: throughput of the skeleton in one, four and eight lanes: time per lane, and how many times one lane's.
#include <string.h>

#include "codes.h"
#include "race.h"
#include "sections.h"

enum { ONE, FOUR, EIGHT, LOOP4, LOOP8, CODES };

// What this processor can run (x86-64-v3 and -v4).
static int supported(const dv_peer *code)
{
#ifdef DV_WIDE
  __builtin_cpu_init();
  const int v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  const int v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  return code->lanes == 8 ? v4 : code->lanes == 4 ? v3 : 1;
#else
  return code->lanes == 1;
#endif
}

static int codes_find(dv_runner *r)
{
#ifdef DV_WIDE
  const dv_peer *const codes[CODES] = {&dv_peer_davit_x1, &dv_peer_davit_x4, &dv_peer_davit_x8, &dv_peer_reference_x4,
                                       &dv_peer_reference_x8};
#else
  const dv_peer *const codes[CODES] = {&dv_peer_davit_x1};
#endif
  int n = 0;
  memset(r, 0, CODES * sizeof *r);
  for (int i = 0; i < CODES; i++)
    if (codes[i] && supported(codes[i])) r[n++].code = codes[i];
  return n;
}

static void row(dv_bench *b, const char *what, int n, const dv_runner *r)
{
  dv_bench_print(b, "| %-24s | %9.0f |", what, r[0].best);
  for (int i = 1; i < n; i++) {
    char text[64] = "-";
    // the ratio is a throughput here: one lane's time over this one's
    if (r[i].best > 0)
      snprintf(text, sizeof text, "%.0f  **%.1fx** (%.1f-%.1f)", r[i].best, 1 / r[i].ratio, 1 / r[i].high, 1 / r[i].low);
    dv_bench_print(b, " %26s |", text);
  }
  dv_bench_print(b, "\n");
}

static void heading(dv_bench *b, int n, const dv_runner *r)
{
  dv_bench_print(b,
                 "\n## Lanes\n\nNanoseconds per lane; beside each width its throughput in multiples of one lane's.\n\n"
                 "| %-24s |   x1      |",
                 "");
  for (int i = 1; i < n; i++) dv_bench_print(b, " %20s x%d    |", r[i].code->name, r[i].code->lanes);
  dv_bench_print(b, "\n|---|--:|");
  for (int i = 1; i < n; i++) dv_bench_print(b, "--:|");
  dv_bench_print(b, "\n");
}

static void goal(dv_bench *b, const dv_bench_model *m, int op, int n, const dv_runner *r)
{
  char *what = dv_arena_text(b->arena, "%s, %s: throughput of eight lanes over one", m->title, dv_op_name[op]);
  for (int i = 1; i < n && !b->only; i++)
    if (!strcmp(r[i].code->name, r[0].code->name) && r[i].code->lanes == 8 && (op == DV_PEER_RNEA || op == DV_PEER_ABA))
      dv_bench_goal(b, what, 1 / r[i].ratio, op == DV_PEER_ABA ? 5 : 4, 0);
}

void dv_bench_lanes(dv_bench *b)
{
  static const char *const models[][2] = {
      {"arm7",     "7-joint arm"      },
      {"float7",   "floating base + 7"},
      {"chain50",  "chain of 50"      },
      {"chain200", "chain of 200"     },
      {"tree255",  "tree of 255"      }
  };
  static const int order[] = {DV_PEER_RNEA, DV_PEER_CRBA, DV_PEER_ABA, DV_PEER_KINEMATICS};
  dv_runner r[CODES];
  const int n = codes_find(r);
  heading(b, n, r);
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    const dv_bench_model *m = dv_bench_model_make(b->arena, models[i][0], models[i][1]);
    if (b->only && strcmp(b->only, m->name)) continue;
    dv_race_make(n, r, m);
    for (int k = 0; k < 4; k++) {
      dv_race_run(n, r, m, order[k], b->rounds);
      row(b, dv_arena_text(b->arena, "%s, %s", m->title, dv_op_name[order[k]]), n, r);
      for (int j = 0; j < n; j++) b->wrong += r[j].far > 1e-5;
      goal(b, m, order[k], n, r);
    }
    dv_race_drop(n, r);
  }
}
