// recoil_state.c: the moving frame method at the states of sheet rov-moving-frame: checks A1 to A8, A27 to A29.
#include "sheet.h"

static random_tree rov;

typedef struct {
  dv_arena *arena;
  dv_frames *f;
  double q[NQ], v[DOF];
} setting;

static setting at_sheet(const rov_data *d)
{
  setting s = {.arena = dv_arena_new()};
  rov_build(&rov, d);
  s.f = dv_frames_new(s.arena, &rov.tree, rov.num, 1);
  sheet_state(s.q, s.v);
  frames_at(s.f, s.q, s.v);
  return s;
}

static void connections_and_velocities(void **state)
{
  (void)state;
  const double x3[3] = {-0.754814001, 4.43926912, 2.41500368}, row[3] = {0.593846685, -0.381983255, -0.708120688};
  const double velocity[9] = {0.0818218109, -0.775386211,  -0.378139264, -1.06173532, -0.241573342,
                              0.227987137,  -0.0916715524, -0.383450571, 0.0536431225};
  setting s = at_sheet(&set_F);
  double X[18];
  for (int i = 0; i < 3; i++) {
    assert_near(s.f->x[2].x[i], x3[i], 1e-8);
    assert_near(s.f->R[2][i], row[i], 1e-8);
  }
  // the sheet's first link has its frame at mid-length; ours, massless, at its joint
  dv_matrix_times(18, DOF, s.f->B, s.v, X);
  for (int i = 0; i < 6; i++) assert_near(X[12 + i], velocity[i], 1e-8);
  v3 half =
         {
             {0, 0.65, 0}
  },
     w2 = dv_v3_of(X + 9);
  v3 middle = dv_v3_add(dv_v3_of(X + 6), dv_m3_mul(s.f->R[1], dv_v3_cross(w2, half)));
  for (int i = 0; i < 3; i++) assert_near(middle.x[i], velocity[6 + i], 1e-8);
  dv_arena_free(s.arena);
}

static void matrices(void **state)
{
  (void)state;
  const double diagonal[DOF] = {2100, 2100, 2100, 2235.16588, 1404.67237, 2251.15375, 287.928937, 33.3333333};
  const double Nv[DOF] = {52.2275325, -27.7402492, 45.3653893, 72.7826085, -5.30630457, -114.295288, -47.0484196, -8.15367919};
  setting s = at_sheet(&set_F);
  double x[DOF];
  for (int i = 0; i < DOF; i++) assert_near(s.f->M[i * DOF + i] / diagonal[i], 1, 1e-6);
  dv_matrix_times(DOF, DOF, s.f->N, s.v, x);
  for (int i = 0; i < DOF; i++) assert_near(x[i] / Nv[i], 1, 1e-7);
  dv_arena_free(s.arena);
}

static void recoil_and_drives(void **state)
{
  (void)state;
  const char driven[DOF] = {[6] = 1, [7] = 1};
  const double want[DOF] = {-0.0100433717, 0.021279306,   -0.0160612386, -0.057088713,
                            -0.0115963667, 0.00192089727, 11.8035384,    0.564349299};
  setting s = at_sheet(&set_F);
  double a[DOF] = {[6] = 0.2, [7] = 0.5}, tau[DOF] = {0}, p[DOF], K = 0;
  assert_int_equal(dv_frames_split(s.arena, s.f, s.v, driven, a, tau), 0);
  for (int i = 0; i < DOF; i++) assert_near((i < 6 ? a[i] : tau[i]) / want[i], 1, 1e-7);
  dv_matrix_times(DOF, DOF, s.f->M, s.v, p);
  for (int i = 0; i < DOF; i++) K += 0.5 * p[i] * s.v[i];
  assert_near(K / 97.4923112, 1, 1e-7);
  dv_arena_free(s.arena);
}

// Everything prescribed: the wrench that holds the vehicle (E5 at t = 2.5 s).
static void hold_wrench(void **state)
{
  (void)state;
  const double want[DOF] = {-263.51382, 87.093433, 194.63164, 330.93186, 496.72384, 246.37561, -122.54374, 198.90536};
  const char driven[DOF] = {1, 1, 1, 1, 1, 1, 1, 1};
  setting s = at_sheet(&set_F);
  double t = 2.5, n[2] = {acos(-1) / 5, 2 * acos(-1) / 3}, A = acos(-1) / 2, q[NQ] = {[3] = 1}, v[DOF] = {0}, a[DOF] = {0},
         tau[DOF];
  for (int i = 0; i < 2; i++) {
    q[7 + i] = A * sin(n[i] * t);
    v[6 + i] = A * n[i] * cos(n[i] * t);
    a[6 + i] = -A * n[i] * n[i] * sin(n[i] * t);
  }
  frames_at(s.f, q, v);
  assert_int_equal(dv_frames_split(s.arena, s.f, v, driven, a, tau), 0);
  for (int i = 0; i < DOF; i++) assert_near(tau[i], want[i], 1e-4);
  dv_arena_free(s.arena);
}

// Set T: rows of velocities dropped, moments of inertia as printed: of the rod about its end.
static const rov_data set_T = {
    .J1 = 4000 / 3.0, .m3 = 100, .J3 = 100 / 3.0, .L3 = 1, .foot = {0, 1.4, -0.17},
                      .L2 = 1.3
};
static const char held[DOF] = {1, 1, 1, 0, 0, 0, 1, 1};

static void collapsed(void **state)
{
  (void)state;
  const double wdot[3] = {-0.0120444161, 0.00133298075, 0.007026184};
  const double M[9] = {1363.70964, 6.99402547, -6.39587, 6.99402547, 1350.12424, 15.1276551, -6.39587, 15.1276551, 1352.83279};
  setting s = at_sheet(&set_T);
  double a[DOF] = {[6] = 0.2, [7] = 0.5}, tau[DOF] = {0};
  dv_frames_collapse(s.f);
  frames_at(s.f, s.q, s.v);
  assert_int_equal(dv_frames_split(s.arena, s.f, s.v, held, a, tau), 0);
  for (int i = 0; i < 3; i++) {
    assert_near(a[3 + i] / wdot[i], 1, 1e-7);
    for (int j = 0; j < 3; j++) assert_near(s.f->M[(3 + i) * DOF + 3 + j] / M[3 * i + j], 1, 1e-7);
  }
  dv_arena_free(s.arena);
}

static void scatter(uint64_t *seed, double *q, double *v, double *a)
{
  for (int i = 0; i < 3; i++) q[i] = tree_uniform(seed, -2, 2);
  attitude(tree_uniform(seed, -3, 3), tree_uniform(seed, -1.5, 1.5), tree_uniform(seed, -3, 3), q + 3);
  for (int i = 7; i < NQ; i++) q[i] = tree_uniform(seed, -3, 3);
  for (int i = 0; i < DOF; i++) v[i] = tree_uniform(seed, -1, 1);
  for (int i = 0; i < DOF; i++) a[i] = held[i] && i > 5 ? tree_uniform(seed, -1, 1) : 0;
}

// The collapse is the exact model of a vehicle pinned at its centre, where the rod's end is, too.
static void collapse_is_a_pinned_vehicle(void **state)
{
  (void)state;
  static random_tree pinned;
  const rov_data exact = {.J1 = 4000 / 3.0, .m3 = 100, .J3 = 100 / 12.0, .L3 = 1};
  setting s = at_sheet(&set_T);
  rov_build(&pinned, &exact);
  dv_frames *f = dv_frames_new(s.arena, &pinned.tree, pinned.num, 1);
  dv_frames_collapse(s.f);
  for (uint64_t seed = 1; seed < 30; seed++) {
    uint64_t random = seed;
    double a[DOF], b[DOF], tau[DOF] = {0};
    scatter(&random, s.q, s.v, a);
    memset(s.v, 0, 3 * sizeof *s.v);
    memcpy(b, a, sizeof b);
    frames_at(s.f, s.q, s.v);
    frames_at(f, s.q, s.v);
    assert_int_equal(dv_frames_split(s.arena, s.f, s.v, held, a, tau), 0);
    memset(tau, 0, sizeof tau);
    assert_int_equal(dv_frames_split(s.arena, f, s.v, held, b, tau), 0);
    for (int i = 3; i < 6; i++) assert_near(a[i], b[i], 1e-12);
  }
  dv_arena_free(s.arena);
}

// A w + h of sec. 2.7: A = J11 + J31 (1 - u u^T), h = J31 (th2' (e3 - sin th3 u) + th3' a)
static void closed_form_of_the_collapse(void **state)
{
  (void)state;
  const double J11 = 4000 / 3.0, J31 = 100 / 3.0;
  setting s = at_sheet(&set_T);
  dv_frames_collapse(s.f);
  for (uint64_t seed = 1; seed < 30; seed++) {
    uint64_t random = seed;
    double a[DOF], p[DOF];
    scatter(&random, s.q, s.v, a);
    frames_at(s.f, s.q, s.v);
    dv_matrix_times(DOF, DOF, s.f->M, s.v, p);
    double c2 = cos(s.q[7]), s2 = sin(s.q[7]), c3 = cos(s.q[8]), s3 = sin(s.q[8]);
    const double u[3] = {-s2 * c3, c2 * c3, s3}, axis[3] = {c2, s2, 0}, *w = s.v + 3;
    double uw = u[0] * w[0] + u[1] * w[1] + u[2] * w[2], h[3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++)
        assert_near(s.f->M[(3 + i) * DOF + 3 + j], (i == j ? J11 + J31 : 0) - J31 * u[i] * u[j], 1e-12 * J11);
      h[i] = (J11 + J31) * w[i] - J31 * u[i] * uw + J31 * (s.v[6] * ((i == 2) - s3 * u[i]) + s.v[7] * axis[i]);
      assert_near(p[3 + i], h[i], 1e-12 * J11);
    }
  }
  dv_arena_free(s.arena);
}

// Rows 1-3 of M* v are the momentum, rows 4-6 the moment of momentum about the vehicle's centre, in its axes.
static void first_rows_are_momentum(void **state)
{
  (void)state;
  const rov_data heavy = {
      .J1 = 1200, .m2 = 60, .m3 = 100, .J3 = 9, .L3 = 1, .foot = {0.1, 1.4, -0.17},
                       .L2 = 1.3
  };
  setting s = at_sheet(&heavy);
  for (uint64_t seed = 1; seed < 30; seed++) {
    uint64_t random = seed;
    double a[DOF], p[DOF], X[18], h[6];
    v3 P = dv_v3_zero(), L = dv_v3_zero();
    scatter(&random, s.q, s.v, a);
    frames_at(s.f, s.q, s.v);
    dv_matrix_times(DOF, DOF, s.f->M, s.v, p);
    dv_matrix_times(18, DOF, s.f->B, s.v, X);
    for (int b = 0; b < 3; b++) {
      double H[6];
      dv_matrix_times(6, 6, s.f->rows[b].M, X + 6 * b, H);
      v3 arm = dv_v3_sub(s.f->x[b], s.f->x[0]);
      P = dv_v3_add(P, dv_v3_of(H));
      L = dv_v3_add(L, dv_v3_add(dv_v3_cross(arm, dv_v3_of(H)), dv_m3_mul(s.f->R[b], dv_v3_of(H + 3))));
    }
    dv_v3_put(h, P);
    dv_v3_put(h + 3, dv_m3_tmul(s.f->R[0], L));
    assert_all_relative(p, h, 6, 1e-12);
  }
  dv_arena_free(s.arena);
}

// Buoyancy 2000 g at (0, 0, 0.5) on the vehicle, weight on all: F = (force, inertial; moment, body).
static void weight_and_buoyancy(double a, double b, double c, double th2, double th3, const double *want, double within)
{
  setting s = at_sheet(&set_F);
  double q[NQ] = {[7] = th2, [8] = th3}, v[DOF] = {0}, W = 2000 * 9.81;
  attitude(a, b, c, q + 3);
  rov.gravity[2] = -9.81;
  tree_pack(&rov);
  dv_frames_place(s.f, q, v);
  dv_frames_weigh(s.f);
  v3 up =
         {
             {0, 0, 1}
  },
     lever = {{0, 0, 0.5}}, moment = dv_v3_scale(dv_v3_cross(lever, dv_m3_tmul(s.f->R[0], up)), W);
  s.f->F[2] += W;
  for (int i = 0; i < 3; i++) s.f->F[3 + i] += moment.x[i];
  dv_frames_load(s.f);
  assert_all_relative(s.f->Fstar, want, DOF, within);
  dv_arena_free(s.arena);
}

static void forces(void **state)
{
  (void)state;
  const double level[DOF] = {0, 0, -981, -3139.2, 0, 0, 0, -490.5};
  const double turned[DOF] = {0, 0, -981, -4404.66735, -2266.85948, -362.231304, -143.386772, -430.2082};
  weight_and_buoyancy(0, 0, 0, 0, 0, level, 1e-9);
  weight_and_buoyancy(0.1, 0.2, 0.3, 0.4, -0.7, turned, 1e-7);
}

static void restoring_moment(void **state)
{
  (void)state;
  setting s = at_sheet(&set_F);
  double q[NQ] = {0}, v[DOF] = {0};
  attitude(0.1, 0.2, 0.3, q + 3);
  dv_frames_place(s.f, q, v);
  assert_near(-9810 * s.f->R[0][7] / -1508.6995, 1, 1e-7);
  assert_near(9810 * s.f->R[0][6] / -1563.17523, 1, 1e-7);
  dv_arena_free(s.arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(connections_and_velocities),
      cmocka_unit_test(matrices),
      cmocka_unit_test(recoil_and_drives),
      cmocka_unit_test(hold_wrench),
      cmocka_unit_test(collapsed),
      cmocka_unit_test(collapse_is_a_pinned_vehicle),
      cmocka_unit_test(closed_form_of_the_collapse),
      cmocka_unit_test(first_rows_are_momentum),
      cmocka_unit_test(forces),
      cmocka_unit_test(restoring_moment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
