// recoil_form.c: what the moving frame method promises for any tree: it is the skeleton's motion, and its matrices do what they
// say.
#include "sheet.h"

enum { TREES = 40, OPTIONS = TREE_FLOATING | TREE_FULL | TREE_MASSLESS | TREE_INNER_FREE };

static random_tree tree;
static tree_state at;

static int options_of(int seed) { return seed % 2 ? OPTIONS : OPTIONS & ~TREE_FLOATING; }

static dv_frames *make(dv_arena *a, int seed, int more)
{
  tree_make(&tree, (uint64_t)seed, 2 + seed % 9, options_of(seed) | more);
  tree_state_make(&tree, (uint64_t)seed + 1000, &at);
  return dv_frames_new(a, &tree.tree, tree.num, 0);
}

// Free and driven joints mixed: accelerations and drive efforts of the articulated-body algorithm.
static void split_is_hybrid_dynamics(void **state)
{
  (void)state;
  static _Alignas(64) dv_link_work w[TREE_LINKS];
  for (int seed = 1; seed < TREES; seed++) {
    dv_arena *arena = dv_arena_new();
    dv_frames *f = make(arena, seed, TREE_DRIVEN);
    int n = tree.tree.nv;
    char driven[TREE_NV] = {0};
    double a[TREE_NV], tau[TREE_NV], want_a[TREE_NV], want_tau[TREE_NV];
    for (int i = 0; i < tree.n; i++)
      for (int k = 0; k < dv_joint_row_facts_x1(tree.link[i].joint).nv; k++)
        driven[tree.link[i].iv + k] = tree.link[i].drive == DV_DRIVEN;
    for (int i = 0; i < n; i++) {
      a[i] = want_a[i] = at.a[i];
      tau[i] = want_tau[i] = driven[i] ? 0 : at.tau[i];
    }
    frames_at(f, at.q, at.v);
    assert_int_equal(dv_frames_split(arena, f, at.v, driven, a, tau), 0);
    dv_aba_x1(&tree.tree, tree.num, w, at.q, at.v, want_tau, NULL, want_a);
    close_arrays(n, a, want_a, 1e-8, "acceleration", seed);
    close_arrays(n, tau, want_tau, 1e-8, "effort", seed);
    dv_arena_free(arena);
  }
}

// (q (+) h v), and B there
static void shifted(dv_frames *f, double h, const double *v, double *B, double *M)
{
  double q[TREE_NQ + 8];
  dv_coordinate_add_x1(&tree.tree, at.q, h, v, q);
  dv_frames_place(f, q, v);
  dv_frames_form(f);
  memcpy(B, f->B, 6 * (size_t)f->nblock * (size_t)f->nv * sizeof *B);
  memcpy(M, f->M, (size_t)(f->nv * f->nv) * sizeof *M);
}

// B' is the rate of B; v^T (M*'/2 - N*) v = 0. Both by central differences of second order.
static void rates_of_the_matrices(void **state)
{
  (void)state;
  const double h = 1e-5;
  for (int seed = 1; seed < TREES; seed++) {
    dv_arena *arena = dv_arena_new();
    dv_frames *f = make(arena, seed, 0);
    size_t n = (size_t)f->nv, rows = 6 * (size_t)f->nblock;
    double *B[2], *M[2], power = 0, size = 1;
    for (int i = 0; i < 2; i++) {
      B[i] = DV_TAKE(arena, double, rows *n);
      M[i] = DV_TAKE(arena, double, n *n);
      shifted(f, i ? h : -h, at.v, B[i], M[i]);
    }
    frames_at(f, at.q, at.v);
    for (size_t i = 0; i < rows * n; i++) B[0][i] = (B[1][i] - B[0][i]) / (2 * h);
    close_arrays((int)(rows * n), B[0], f->Bdot, 1e-7, "rate of B", seed);
    for (size_t i = 0; i < n * n; i++) {
      double term = at.v[i / n] * at.v[i % n], half = 0.5 * (M[1][i] - M[0][i]) / (2 * h);
      power += term * (half - f->N[i]);
      size = fmax(size, fabs(term * f->N[i]));
    }
    assert_near(power / size, 0, 1e-7);
    dv_arena_free(arena);
  }
}

// A torque between two links enters as itself, in the joint's row alone.
static void a_joint_torque_is_its_row(void **state)
{
  (void)state;
  dv_arena *arena = dv_arena_new();
  static random_tree rov;
  double q[NQ], v[DOF], want[DOF] = {[7] = 5};
  rov_build(&rov, &set_F);
  dv_frames *f = dv_frames_new(arena, &rov.tree, rov.num, 1);
  sheet_state(q, v);
  frames_at(f, q, v);
  v3 moment =
         {
             {5, 0, 0}
  },
     reaction = dv_m3_tmul(f->R[1], dv_m3_mul(f->R[2], moment));
  dv_v3_put(f->F + 15, moment);
  dv_v3_put(f->F + 9, dv_v3_scale(reaction, -1));
  dv_frames_load(f);
  assert_all_relative(f->Fstar, want, DOF, 1e-13);
  dv_arena_free(arena);
}

// The document's velocities (inertial) and the skeleton's (body axes) are one motion.
static void either_axes_of_the_base(void **state)
{
  (void)state;
  dv_arena *arena = dv_arena_new();
  static random_tree rov;
  double q[NQ], v[DOF], inner[DOF], X[18], Y[18];
  rov_build(&rov, &set_F);
  dv_frames *outer = dv_frames_new(arena, &rov.tree, rov.num, 1), *own = dv_frames_new(arena, &rov.tree, rov.num, 0);
  sheet_state(q, v);
  frames_at(outer, q, v);
  memcpy(inner, v, sizeof v);
  dv_v3_put(inner, dv_m3_tmul(outer->R[0], dv_v3_of(v)));
  frames_at(own, q, inner);
  dv_matrix_times(18, DOF, outer->B, v, X);
  dv_matrix_times(18, DOF, own->B, inner, Y);
  for (int i = 0; i < 18; i++) assert_near(X[i], Y[i], 1e-14);
  dv_arena_free(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(split_is_hybrid_dynamics),
      cmocka_unit_test(rates_of_the_matrices),
      cmocka_unit_test(a_joint_torque_is_its_row),
      cmocka_unit_test(either_axes_of_the_base),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
