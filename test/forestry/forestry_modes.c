// forestry_modes.c: modes of the locked machine, poles of the closed loop, and the steps that they allow (C12).
#include "forestry/forestry.h"

// Linearised at the equilibrium near the initial state, or at the initial state itself.
static dv_linear modes(forestry *f, int settle)
{
  dv_linear l = {0};
  dv_equilibrium_result r;
  if (settle) assert_int_equal(dv_equilibrium(f->model, f->s, &r, f->m->diags, f->m->arena), 0);
  assert_int_equal(dv_linearise(f->model, f->s, NULL, 0, NULL, 0, &l, f->m->diags, f->m->arena), 0);
  return l;
}

static void locked(void **state)
{
  (void)state;
  const double want[] = {1.8607, 1.9194, 5.4359, 10.2527, 17.5854};
  forestry f = forestry_open("locked", NULL, NULL);
  dv_linear l = modes(&f, 1);
  assert_int_equal(l.nmode, 5);
  for (int i = 0; i < 5; i++) assert_near(l.im[i], want[i], 1e-4);
  forestry_close(&f);
}

// One hinge alone, hanging: frequency and damping in closed form.
static void gimbal(void **state)
{
  (void)state;
  static const char *const pin[] = {"joints.swing.motion=locked", "joints.boom.motion=locked", "joints.stick.motion=locked",
                                    "joints.head.motion=locked", NULL};
  static const char *const head[] = {"joints.swing.motion=locked", "joints.boom.motion=locked", "joints.stick.motion=locked",
                                     "joints.pin.motion=locked", NULL};
  const struct {
    const char *const *settings;
    double omega, zeta, lever, inertia;
  } row[] = {
      {pin,  1.86089, 0.0665, 2.24, 6060.088},
      {head, 1.91958, 0.0768, 2.00, 5085    }
  };
  for (int i = 0; i < 2; i++) {
    forestry f = forestry_open("conservative-five", NULL, row[i].settings);
    dv_linear l = modes(&f, 0);
    assert_int_equal(l.nmode, 1);
    assert_near(l.im[0], row[i].omega, 1e-5);
    assert_near(l.im[0], sqrt(955 * 9.81 * row[i].lever / row[i].inertia), 1e-7);
    forestry_close(&f);
    const char *with[8] = {0};
    int n = 0;
    for (; row[i].settings[n]; n++) with[n] = row[i].settings[n];
    with[n] = "b_pin=1500";
    with[n + 1] = "b_head=1500";
    f = forestry_open("conservative-five", NULL, with);
    l = modes(&f, 0);
    assert_near(l.damping[0], row[i].zeta, 1e-4);
    forestry_close(&f);
  }
}

static const char *const goal[] = {"joints.swing.position=10 deg", "joints.boom.position=-10 deg",
                                   "joints.stick.position=-10 deg", "joints.pin.position=-70 deg", NULL};

// The pole nearest to what the sheet says.
static void has_pole(const dv_linear *l, double re, double im, double within)
{
  double best = HUGE_VAL;
  for (int i = 0; i < l->nmode; i++) best = fmin(best, fmax(fabs(l->re[i] - re), fabs(l->im[i] - im)));
  assert_near(best, 0, within);
}

static double step_of(const dv_linear *l, dv_arena *a, const char *method)
{
  dv_stable_step s[DV_STABLE_STEPS];
  int n = dv_stable_steps(l, s, a);
  for (int i = 0; i < n; i++)
    if (!strncmp(s[i].method, method, strlen(method))) return s[i].step;
  return NAN;
}

static void closed_loop(void **state)
{
  (void)state;
  forestry f = forestry_open("five", NULL, goal);
  dv_linear l = modes(&f, 0);
  has_pole(&l, -146.03, 0, 1e-2);
  has_pole(&l, -0.1493, 1.835, 1e-3);
  assert_near(step_of(&l, f.m->arena, "rk4"), 2.785293563405282 / 146.0316, 1e-7);  // real limit of order 4
  assert_near(step_of(&l, f.m->arena, "heun"), 2 / 146.0316, 1e-7);                 // and of order 2
  assert_near(step_of(&l, f.m->arena, "rkn"), 0.019, 0.0005);                       // the runs: 0.0185 settles, 0.019 does not
  assert_true(isinf(step_of(&l, f.m->arena, "rosenbrock")));
  forestry_close(&f);
  f = forestry_open(NULL, NULL, goal);
  l = modes(&f, 1);
  has_pole(&l, -158.57, 0, 1e-2);
  has_pole(&l, -0.1567, 1.829, 1e-3);
  has_pole(&l, -0.7476, 17.686, 1e-3);
  has_pole(&l, -0.1850, 10.249, 1e-3);
  has_pole(&l, -4.2865, 9.148, 1e-3);
  assert_near(step_of(&l, f.m->arena, "rk4"), 0.0176, 1e-4);
  assert_near(step_of(&l, f.m->arena, "rkn"), 0.01725, 0.00025);  // 0.017 settles, 0.0175 does not
  forestry_close(&f);
}

typedef struct {
  forestry *f;
  double fastest;
} along;

// The fastest pole at a recorded state.
static int look(void *context, double t, const double *x, const double *dx, const double *work)
{
  along *r = context;
  forestry *f = r->f;
  dv_arena *a = dv_arena_new();
  dv_linear l = {0};
  dv_state *s = dv_state_new(a, f->model);
  (void)dx, (void)work;
  s->t = t;
  memcpy(s->x, x, (size_t)f->model->nx * sizeof(double));
  assert_int_equal(dv_linearise(f->model, s, NULL, 0, NULL, 0, &l, f->m->diags, a), 0);
  for (int i = 0; i < l.nmode; i++) r->fastest = fmax(r->fastest, -l.re[i]);
  dv_arena_free(a);
  return 0;
}

// Along the run the pole is faster than at its end: what a step must be chosen for.
static void along_the_run(void **state)
{
  (void)state;
  const struct {
    const char *variant, *case_name;
    double pole;
  } row[] = {
      {"five", "setpoint-five",  148.7},
      {NULL,   "setpoint-eight", 160.2}
  };
  for (int i = 0; i < 2; i++) {
    forestry f = forestry_open(row[i].variant, row[i].case_name, NULL);
    along r = {&f, 0};
    dv_run_options o = {.method = "rkn", .step = 1e-3, .until = 5, .every = 0.02};
    dv_run_result out;
    assert_int_equal(dv_run(f.model, f.s, &o, look, NULL, &r, &out, f.m->diags, f.m->arena), 0);
    print_message("%s: %.2f 1/s\n", row[i].case_name, r.fastest);
    assert_near(r.fastest, row[i].pole, 0.1);
    forestry_close(&f);
  }
}

// Closed forms of what each method allows: an undamped oscillator, and a fast real pole.
static void textbook_limits(void **state)
{
  (void)state;
  double oscillator[4] = {0, 1, -1, 0}, damped[4] = {0, 1, 0, -1}, re[2], im[2];
  dv_arena *a = dv_arena_new();
  dv_linear l = {.n = 2, .ndisplacement = 1, .A = oscillator, .nmode = 1, .re = re, .im = im};
  re[0] = 0, im[0] = 1;
  assert_near(step_of(&l, a, "rk4"), 2 * sqrt(2), 1e-4);
  assert_near(step_of(&l, a, "rk3"), sqrt(3), 1e-4);
  assert_near(step_of(&l, a, "euler"), 2, 1e-4);
  l.A = damped;
  l.nmode = 2;
  re[0] = 0, im[0] = 0, re[1] = -1, im[1] = 0;
  assert_near(step_of(&l, a, "rk4"), 2.785293563405282, 1e-4);
  assert_near(step_of(&l, a, "rkn"), 2.785293563405282, 1e-4);
  assert_near(step_of(&l, a, "rk3"), 2.512745326618329, 1e-4);
  assert_near(step_of(&l, a, "euler"), 2, 1e-4);
  dv_arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(locked), cmocka_unit_test(gimbal), cmocka_unit_test(closed_loop),
                                     cmocka_unit_test(along_the_run), cmocka_unit_test(textbook_limits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
