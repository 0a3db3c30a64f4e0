// rigid.c: time per call of kinematics, RNEA, CRBA and ABA against MuJoCo, Simbody, KDL and the reference loop.
//
// What each does: MuJoCo the stages that the question needs (kinematics, comPos, comVel; rne; crb; crb + factorM + rne +
// solveM), Simbody its operators at the stage that they need, KDL its chain solvers. All answers are compared.
#include <math.h>
#include <string.h>

#include "codes.h"
#include "race.h"
#include "sections.h"

enum { DAVIT, REFERENCE, MUJOCO, SIMBODY, KDL, CODES };
enum { ARM, FLOATING, CHAIN10, CHAIN50, CHAIN100, CHAIN200, TURNED50, TREE255, MODELS };

static const struct {
  const char *name, *title;
} models[MODELS] = {
    {"arm7",     "7-joint arm"      },
    {"float7",   "floating base + 7"},
    {"chain10",  "chain of 10"      },
    {"chain50",  "chain of 50"      },
    {"chain100", "chain of 100"     },
    {"chain200", "chain of 200"     },
    {"turned50", "turned chain, 50" },
    {"tree255",  "tree of 255"      },
};

static const dv_peer *const codes[CODES] = {&dv_peer_davit_x1, &dv_peer_reference_x1, &dv_peer_mujoco, &dv_peer_simbody,
                                            &dv_peer_kdl};

typedef dv_runner result[DV_PEER_REACTION][CODES];

static void model_run(dv_bench *b, int i, result out)
{
  const dv_bench_model *m = dv_bench_model_make(b->arena, models[i].name, models[i].title);
  dv_runner r[CODES];
  memset(r, 0, sizeof r);
  for (int c = 0; c < CODES; c++) r[c].code = codes[c];
  dv_race_make(CODES, r, m);
  for (int op = 0; op < DV_PEER_REACTION; op++) {
    dv_race_run(CODES, r, m, op, b->rounds);
    memcpy(out[op], r, sizeof r);
    for (int c = 0; c < CODES; c++) b->wrong += r[c].far > 1e-5;
  }
  dv_race_drop(CODES, r);
}

static void row(dv_bench *b, const char *title, const dv_runner *r)
{
  dv_bench_print(b, "| %-18s | %9.0f |", title, r[DAVIT].best);
  for (int c = 1; c < CODES; c++) {
    char text[64] = "-";
    const int digits = r[c].ratio < 99 ? 1 : 0;
    if (r[c].best > 0)
      snprintf(text, sizeof text, "%.0f  **%.*fx** (%.*f, %.*f-%.*f)", r[c].best, digits, r[c].ratio, digits, r[c].median, digits,
               r[c].low, digits, r[c].high);
    dv_bench_print(b, " %36s |", text);
  }
  dv_bench_print(b, "\n");
}

static void table(dv_bench *b, int op, result *all)
{
  static const char *const title[] = {"Kinematics (poses and twists of all bodies)", "RNEA (inverse dynamics)",
                                      "CRBA (mass matrix)", "ABA (forward dynamics)"};
  double far = 0;
  dv_bench_print(b, "\n### %s\n\n| ns per call        |     Davit |", title[op]);
  for (int c = 1; c < CODES; c++) dv_bench_print(b, " %36s |", codes[c]->name);
  dv_bench_print(b, "\n|---|--:|--:|--:|--:|--:|\n");
  for (int i = 0; i < MODELS; i++) {
    if (!all[i][op][DAVIT].code) continue;
    row(b, models[i].title, all[i][op]);
    for (int c = 0; c < CODES; c++) far = fmax(far, all[i][op][c].far);
  }
  dv_bench_print(b, "\nLargest difference between the codes' answers: %.1e of max(1, largest entry).\n", far);
}

// The exponent of n in the time, between chains of 50 and 200.
static double exponent(result *all, int op, int code)
{
  return log(all[CHAIN200][op][code].best / all[CHAIN50][op][code].best) / log(4);
}

static void exponents(dv_bench *b, result *all)
{
  static const char *const name[] = {"kinematics", "RNEA", "CRBA", "ABA"};
  dv_bench_print(b, "\n### Growth: exponent of n in the time on chains from 50 to 200\n\n| %-10s |", "");
  for (int c = 0; c < CODES; c++) dv_bench_print(b, " %9s |", codes[c]->name);
  dv_bench_print(b, "\n|---|--:|--:|--:|--:|--:|\n");
  for (int op = 0; op < 4; op++) {
    dv_bench_print(b, "| %-10s |", name[op]);
    for (int c = 0; c < CODES; c++)
      dv_bench_print(b, all[CHAIN50][op][c].best > 0 ? " %9.2f |" : "         - |", exponent(all, op, c));
    dv_bench_print(b, "\n");
  }
}

static void goals(dv_bench *b, result *all)
{
  const dv_runner *rnea = all[ARM][DV_PEER_RNEA], *aba = all[ARM][DV_PEER_ABA], *chain = all[CHAIN200][DV_PEER_ABA];
  dv_bench_goal(b, "7-joint arm, RNEA: times faster than MuJoCo", rnea[MUJOCO].ratio, 6, 0);
  dv_bench_goal(b, "7-joint arm, RNEA: times faster than KDL", rnea[KDL].ratio, 6, 0);
  dv_bench_goal(b, "7-joint arm, RNEA: times faster than the reference loop", rnea[REFERENCE].ratio, 1, 0);
  dv_bench_goal(b, "7-joint arm, ABA: times faster than MuJoCo", aba[MUJOCO].ratio, 3.5, 0);
  dv_bench_goal(b, "7-joint arm, ABA: times faster than KDL", aba[KDL].ratio, 7, 0);
  dv_bench_goal(b, "7-joint arm, ABA: times faster than the reference loop", aba[REFERENCE].ratio, 1, 0);
  dv_bench_goal(b, "chain of 200, ABA: times faster than MuJoCo", chain[MUJOCO].ratio, 20, 0);
  dv_bench_goal(b, "chain of 200, ABA: times faster than KDL", chain[KDL].ratio, 20, 0);
  dv_bench_goal(b, "chain of 200, ABA: times faster than the reference loop", chain[REFERENCE].ratio, 1, 0);
  dv_bench_goal(b, "tree of 255, ABA: times faster than the reference loop", all[TREE255][DV_PEER_ABA][REFERENCE].ratio, 1, 0);
  dv_bench_goal(b, "ABA on chains: exponent of n from 50 to 200", exponent(all, DV_PEER_ABA, DAVIT), 1.05, 1);
}

void dv_bench_rigid(dv_bench *b)
{
  result *all = DV_TAKE(b->arena, result, MODELS);
  dv_bench_print(b, "\n## Rigid bodies, one lane\n\nNanoseconds per call; beside each other code, how many times longer than "
                    "Davit it takes, least over least; in brackets median and spread of the ratios of the rounds.\n");
  for (int i = 0; i < MODELS; i++)
    if (!b->only || !strcmp(b->only, models[i].name)) model_run(b, i, all[i]);
  static const int order[] = {DV_PEER_RNEA, DV_PEER_CRBA, DV_PEER_ABA, DV_PEER_KINEMATICS};
  for (int k = 0; k < 4; k++) table(b, order[k], all);
  if (b->only) return;
  exponents(b, all);
  goals(b, all);
}
