// count_own.c: so many calls of our own code and nothing else, for callgrind: davit-count CODE MODEL OP CALLS
//
// davit-count machine MODEL - -: the model as a machine file, for davit compile (links on revolute joints, placed without turns).
// CODE: davit, reference, or a library of `davit compile`, whose right-hand side is called (MODEL and OP are then ignored).
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codes.h"
#include "race.h"
#include "shape.h"

#include "engine/engine.h"
#include "engine/compiled.h"

enum { WORK = 1 << 16 };

static int op_find(const char *name)
{
  for (int i = 0; i < DV_PEER_OPS; i++)
    if (!strcmp(dv_op_name[i], name)) return i;
  return -1;
}

static int skeleton(dv_arena *a, const dv_peer *code, const char *model, const char *op, long calls)
{
  const dv_bench_model *m = dv_bench_model_make(a, model, model);
  const int question = op_find(op);
  dv_runner r = {.code = code};
  if (!m || question < 0 || !code->run[question]) return 64;
  dv_race_make(1, &r, m);
  dv_race_calls(&r, question, calls);
  dv_race_drop(1, &r);
  return 0;
}

static int compiled(dv_arena *a, const char *path, long calls)
{
  void *so = dlopen(path, RTLD_NOW);
  const dv_compiled *c = so ? dlsym(so, "davit_compiled") : NULL;
  if (!c) return 64;
  double *x = DV_TAKE(a, double, c->nx), *dx = DV_TAKE(a, double, c->nx), *d = DV_TAKE(a, double, c->nd);
  double *power = DV_TAKE(a, double, c->nquad), *work = DV_TAKE(a, double, WORK);
  for (int i = 0; i < c->nx; i++) x[i] = 0.1 * i;
  for (long i = 0; i < calls; i++) c->rates[0](NULL, NULL, 0, x, d, dx, power, work);
  return 0;
}

static int machine(dv_arena *a, const char *model)
{
  const dv_bench_model *m = dv_bench_model_make(a, model, model);
  if (!m) return 64;
  printf("gravity: [%.17g, %.17g, %.17g]\nbodies:\n", m->num[0], m->num[1], m->num[2]);
  for (int i = 0; i < m->tree.nlink; i++) {
    dv_shape s = dv_shape_of(&m->tree, m->num, i);
    printf("  b%d: {mass: %.17g, com: [%.17g, %.17g, %.17g], ", i, s.m, s.com[0], s.com[1], s.com[2]);
    printf("inertia: [%.17g, %.17g, %.17g, %.17g, %.17g, %.17g]}\n", s.Ic[0], s.Ic[3], s.Ic[5], s.Ic[1], s.Ic[2], s.Ic[4]);
  }
  printf("joints:\n");
  for (int i = 0; i < m->tree.nlink; i++) {
    dv_shape s = dv_shape_of(&m->tree, m->num, i);
    const int parent = m->tree.link[i].parent;
    printf("  j%d: {type: revolute, axis: %c, child: b%d, at: {xyz: [%.17g, %.17g, %.17g]}", i, "xyz"[s.axis], i, s.p[0], s.p[1],
           s.p[2]);
    if (parent >= 0) printf(", parent: b%d", parent);
    printf("}\n");
  }
  return 0;
}

int main(int argc, char **argv)
{
  if (argc != 5) return 64;
  dv_arena *a = dv_arena_new();
  long calls = atol(argv[4]);
  int code = !strcmp(argv[1], "machine")     ? machine(a, argv[2])
             : !strcmp(argv[1], "davit")     ? skeleton(a, &dv_peer_davit_x1, argv[2], argv[3], calls)
             : !strcmp(argv[1], "reference") ? skeleton(a, &dv_peer_reference_x1, argv[2], argv[3], calls)
                                             : compiled(a, argv[1], calls);
  dv_arena_free(a);
  return code;
}
