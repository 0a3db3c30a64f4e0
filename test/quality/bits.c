// bits.c: prints one hash of many results: elementary functions, and the dynamics of random trees.
//
// Compiled by gcc, by clang and for aarch64, it must print the same. FNV-1a over the bytes of the doubles.
#include "davit/real.h"
#include "skeleton/tree.h"

#include <stdio.h>

static uint64_t hash_of(uint64_t h, const double *x, int n)
{
  const unsigned char *byte = (const unsigned char *)x;
  for (size_t i = 0; i < (size_t)n * sizeof *x; i++) h = (h ^ byte[i]) * 1099511628211u;
  return h;
}

static uint64_t functions(uint64_t h)
{
  uint64_t seed = 1;
  for (int i = 0; i < 20000; i++) {
    double x = tree_uniform(&seed, -30, 30), y = tree_uniform(&seed, -1, 1), s, c;
    dv_sincos(1000 * x, &s, &c);
    double r[] = {s,          c,          dv_tan(x),  dv_exp(x),      dv_expm1(y),      dv_tanh(y),    dv_log(x * x),
                  dv_asin(y), dv_acos(y), dv_atan(x), dv_atan2(y, x), dv_pow(x * x, y), dv_hypot(x, y)};
    h = hash_of(h, r, (int)(sizeof r / sizeof *r));
  }
  return h;
}

// Forward dynamics and reactions of one tree.
static uint64_t dynamics(uint64_t h, uint64_t seed)
{
  static random_tree t;
  static tree_state s;
  static _Alignas(64) dv_link_work w[TREE_LINKS];

  tree_make(&t, seed, 1 + (int)(seed % 30), seed % 2 ? TREE_FLOATING | TREE_FULL : TREE_DRIVEN | TREE_MASSLESS);
  tree_state_make(&t, seed, &s);
  dv_aba_x1(&t.tree, t.num, w, s.q, s.v, s.tau, s.fext, s.a);
  dv_reaction_x1(&t.tree, t.num, w, s.fext);
  h = hash_of(h, s.a, t.tree.nv);
  for (int i = 0; i < t.n; i++) h = hash_of(hash_of(h, w[i].n.x, 3), w[i].f.x, 3);
  return h;
}

int main(void)
{
  uint64_t h = functions(14695981039346656037u);
  for (uint64_t seed = 0; seed < 200; seed++) h = dynamics(h, seed);
  printf("%016llx\n", (unsigned long long)h);
  return 0;
}
