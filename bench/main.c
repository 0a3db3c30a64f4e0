// main.c: the benchmarks' command: runs the sections and writes the report.
//
//   davit-bench [--rounds N] [--model NAME] [--out FILE] [--strict]
//   davit-bench --count CODE MODEL OP CALLS     so many calls and nothing else, for callgrind (see bench/count)
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "race.h"
#include "sections.h"

// The sections, in order.
static void (*const sections[])(dv_bench *) = {dv_bench_rigid,   dv_bench_lanes, dv_bench_compiled,    dv_bench_batch,
                                               dv_bench_stepped, dv_bench_whole, dv_bench_machines,    dv_bench_forestry,
                                               dv_bench_loops,   dv_bench_crane, dv_bench_derivatives, dv_bench_gradients,
                                               dv_bench_growth,  dv_bench_counts};

void dv_bench_print(dv_bench *b, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *text = dv_arena_vtext(b->arena, format, args);
  va_end(args);
  fputs(text, stdout);
  fflush(stdout);
  if (b->file) fputs(text, b->file);
}

void dv_bench_goal(dv_bench *b, const char *what, double measured, double wanted, int most)
{
  if (b->ngoal < (int)(sizeof b->goal / sizeof *b->goal)) b->goal[b->ngoal++] = (dv_goal){what, wanted, measured, most};
}

static const char *processor(dv_arena *arena)
{
  char line[256] = "";
  FILE *f = fopen("/proc/cpuinfo", "r");
  while (f && fgets(line, sizeof line, f) && strncmp(line, "model name", 10)) continue;
  if (f) fclose(f);
  const char *colon = strchr(line, ':');
  return colon ? dv_arena_copy(arena, colon + 2, strcspn(colon + 2, "\n")) : "unknown processor";
}

static void head(dv_bench *b)
{
  char date[32];
  time_t now = time(NULL);
  strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
  dv_bench_print(
      b,
      "# Benchmarks\n\nWritten by `make bench` on %s, one core of %s, compiler %s.\nMinimum of thread CPU time over %d "
      "rounds in which the codes take turns. Ratios hold within this run; absolute times are this machine's.\n",
      date, processor(b->arena), __VERSION__, b->rounds);
}

static int foot(dv_bench *b)
{
  int missed = 0;
  if (b->ngoal) dv_bench_print(b, "\n## Goals\n\n| %-70s | measured |     goal |        |\n|---|--:|--:|---|\n", "");
  for (int i = 0; i < b->ngoal; i++) {
    const dv_goal *g = &b->goal[i];
    const int met = g->most ? g->measured <= g->wanted : g->measured >= g->wanted;
    dv_bench_print(b, "| %-70s | %8.2f | %s %5.2f | %-6s |\n", g->what, g->measured, g->most ? "<=" : ">=", g->wanted,
                   met ? "met" : "missed");
    missed += !met;
  }
  if (b->wrong) dv_bench_print(b, "\n%d answers differ by more than 1e-5 between the codes: the times mean nothing.\n", b->wrong);
  return missed;
}

static int usage(void)
{
  fputs("usage: davit-bench [--rounds N] [--model NAME] [--out FILE] [--strict] | --count CODE MODEL OP CALLS\n", stderr);
  return 64;
}

static int everything(dv_bench *b, int strict)
{
  head(b);
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) sections[i](b);
  int missed = foot(b);
  return b->wrong || (strict && missed);
}

int main(int argc, char **argv)
{
  dv_bench b = {.arena = dv_arena_new(), .rounds = 7};
  const char *out = NULL;
  int strict = 0;
  if (argc == 6 && !strcmp(argv[1], "--count")) return dv_bench_count(argv[2], argv[3], argv[4], atol(argv[5])) ? usage() : 0;
  for (int i = 1; i < argc; i++) {
    const int more = i + 1 < argc;
    if (!strcmp(argv[i], "--strict")) strict = 1;
    else if (more && !strcmp(argv[i], "--rounds")) b.rounds = atoi(argv[++i]);
    else if (more && !strcmp(argv[i], "--model")) b.only = argv[++i];
    else if (more && !strcmp(argv[i], "--out")) out = argv[++i];
    else return usage();
  }
  if (b.rounds < 1 || b.rounds > DV_RACE_ROUNDS) return usage();
  // the old report stays until the new one is whole
  const char *fresh = out ? dv_arena_text(b.arena, "%s.new", out) : NULL;
  if (out && !(b.file = fopen(fresh, "w"))) return perror(fresh), 2;
  int failed = everything(&b, strict);
  if (b.file && (fclose(b.file) || rename(fresh, out))) return perror(out), 2;
  dv_arena_free(b.arena);
  return failed;
}
