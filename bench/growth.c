// growth.c: what reading and assembling a machine costs, and how that grows with its size.
#include "sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "assemble/assemble.h"
#include "batch/pace.h"

enum { SMALL = 1250, LARGE = 10000 };

typedef struct {
  char *text;
  size_t n;
  FILE *file;
} page;

static FILE *open_page(page *p) { return p->file = open_memstream(&p->text, &p->n); }

static void chain(FILE *f, int n)
{
  fputs("davit: 1\nname: chain\nbodies:\n", f);
  for (int i = 0; i < n; i++) fprintf(f, "  b%d: {mass: 1 kg, com: [0, 0, -0.05], inertia: [1e-3, 1e-3, 1e-3]}\n", i);
  fputs("joints:\n  j0: {type: revolute, child: b0, axis: y}\n", f);
  for (int i = 1; i < n; i++)
    fprintf(f, "  j%d: {type: revolute, parent: b%d, at: {xyz: [0, 0, -0.1]}, child: b%d, axis: y}\n", i, i - 1, i);
}

static void chain_of_parts(FILE *f, int n)
{
  chain(f, n);
  fputs("parts:\n", f);
  for (int i = 0; i < n; i++) fprintf(f, "  k%d: {kind: force.spring, axis: j%d, stiffness: 4}\n", i, i);
  for (int i = 0; i < n; i++) fprintf(f, "  d%d: {kind: force.damper, axis: j%d, damping: 4}\n", i, i);
}

// Each signal reads the one that is written below it.
static void signals_backwards(FILE *f, int n)
{
  fputs("davit: 1\nname: signals\nbodies: {b: {mass: 1 kg}}\njoints: {j: {type: prismatic, child: b, axis: x}}\nsignals:\n", f);
  for (int i = n; i > 0; i--) fprintf(f, "  s%d: s%d + 1\n", i, i - 1);
  fputs("  s0: 2*t\n", f);
}

// A hand-written bond graph: a source at one end, an inertia at the other.
static void transformers(FILE *f, int n)
{
  fputs("davit: 1\nname: transformers\nparts:\n  v0: {kind: bond.one}\n  s: {kind: bond.Se, at: v0, effort: 1}\n", f);
  for (int i = 0; i < n; i++)
    fprintf(f, "  t%d: {kind: bond.TF, from: v%d, to: v%d, modulus: 1}\n  v%d: {kind: bond.one}\n", i, i, i + 1, i + 1);
  fprintf(f, "  m: {kind: bond.I, at: v%d, inertia: 1}\n", n);
}

static const struct {
  const char *name;
  void (*write)(FILE *f, int n);
  double seconds;  // at most, with LARGE of them; 0: no goal
} subject[] = {
    {"chain of n bodies",               chain,             2},
    {"the same with 2 n parts",         chain_of_parts,    0},
    {"n signals, each above its input", signals_backwards, 1},
    {"chain of n transformers",         transformers,      0},
};

// Seconds of CPU to read and assemble it; the least of some rounds.
static double cost(dv_bench *b, void (*write)(FILE *f, int n), int n)
{
  double best = HUGE_VAL;
  page p = {0};
  if (!open_page(&p)) return best;
  write(p.file, n);
  fclose(p.file);
  for (int round = 0; round < b->rounds && round < 3; round++) {
    dv_arena *a = dv_arena_new();
    dv_diags *diags = dv_diags_new(a);
    double start = dv_pace_clock();
    dv_doc *doc = dv_doc_read_memory(a, diags, "grown.yaml", p.text, p.n);
    dv_spec *spec = doc->root ? dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0) : NULL;
    b->wrong += !(spec && dv_assemble(spec, dv_kinds_x1));
    best = fmin(best, dv_pace_clock() - start);
    dv_arena_free(a);
  }
  free(p.text);
  return best;
}

void dv_bench_growth(dv_bench *b)
{
  if (b->only && strcmp(b->only, "growth")) return;
  dv_bench_print(b, "\n## Growth: reading and assembling\n\n| %-34s | n = %d [s] | n = %d [s] | exponent |\n|---|--:|--:|--:|\n",
                 "", SMALL, LARGE);
  for (int i = 0; i < (int)(sizeof subject / sizeof *subject); i++) {
    double small = cost(b, subject[i].write, SMALL), large = cost(b, subject[i].write, LARGE);
    double power = log(large / small) / log((double)LARGE / SMALL);
    dv_bench_print(b, "| %-34s | %12.3f | %13.3f | %8.2f |\n", subject[i].name, small, large, power);
    dv_bench_goal(b, dv_arena_text(b->arena, "%s: exponent of n", subject[i].name), power, 1.3, 1);
    if (subject[i].seconds > 0)
      dv_bench_goal(b, dv_arena_text(b->arena, "%s, n = %d: seconds", subject[i].name, LARGE), large, subject[i].seconds, 1);
  }
  struct rusage use;
  if (getrusage(RUSAGE_SELF, &use) == 0)
    dv_bench_goal(b, "the largest of them: GB of memory", 1e-6 * (double)use.ru_maxrss, 1, 1);
}
