// widths.c: four and eight lanes give the same bits as one, lane by lane, each lane with its own numbers.
#include "check.h"
#include "lanes.h"

static random_tree t;
static _Alignas(64) double num[LANES * TREE_NUM], q[LANES * TREE_NQ], v[LANES * TREE_NV], a[LANES * TREE_NV],
    tau[LANES * TREE_NV], fext[LANES * 6 * TREE_LINKS], one[LANES * LANES_OUT], many[LANES * LANES_OUT];

static void spread(int n, const double *from, int lane, double *to)
{
  for (int i = 0; i < n; i++) to[LANES * i + lane] = from[i];
}

// Lane l: the same structure with all masses and inertias scaled, in a state of its own.
static lanes_in make(int i)
{
  tree_make(&t, 60 + (uint64_t)i, 1 + i % 30, i % 64);
  for (int l = 0; l < LANES; l++) {
    tree_state s;
    tree_state_make(&t, (uint64_t)(1000 * i + l), &s);
    for (int k = 0; k < t.n; k++) {
      tree_link *b = &t.body[k];
      b->mass *= 1 + 0.1 * l;
      for (int c = 0; c < 6; c++) b->inertia[c] *= 1 + 0.1 * l;
    }
    tree_pack(&t);
    spread(t.nnum, t.num, l, num);
    spread(t.tree.nq, s.q, l, q);
    spread(t.tree.nv, s.v, l, v);
    spread(t.tree.nv, s.a, l, a);
    spread(t.tree.nv, s.tau, l, tau);
    spread(6 * t.n, s.fext, l, fext);
  }
  return (lanes_in){&t.tree, t.nnum, num, q, v, a, tau, fext};
}

__attribute__((unused)) static void compare(int (*run)(const lanes_in *, double *))
{
  for (int i = 0; i < 64; i++) {
    lanes_in in = make(i);
    int n = lanes_run_x1(&in, one);
    assert_true(n <= LANES_OUT && run(&in, many) == n);
    for (int k = 0; k < LANES * n; k++)
      if (memcmp(&one[k], &many[k], sizeof *one))
        fail_msg("tree %d, result %d of %d, lane %d: %a for %a", i, k / LANES, n, k % LANES, many[k], one[k]);
  }
}

static void four_lanes(void **state)
{
  (void)state;
#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    compare(lanes_run_x4);
    return;
  }
#endif
  print_message("skipped: this CPU has no AVX2\n");
  skip();
}

static void eight_lanes(void **state)
{
  (void)state;
#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")) {
    compare(lanes_run_x8);
    return;
  }
#endif
  print_message("skipped: this CPU has no AVX-512\n");
  skip();
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(four_lanes), cmocka_unit_test(eight_lanes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
