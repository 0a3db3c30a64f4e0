// loop_mobility.c: mobility of the electric-road arm (sheet 2.9, checks 26 and 27): ranks, null motion, distance, no yaw.
#include "engine/program.h"
#include "solve/harness.h"
#include "solve/mobility.h"

typedef struct {
  dv_machine *machine;
  dv_mobility m;
} seen;

static seen look(const char *const *settings, int n)
{
  dv_machine_options o = {.settings = settings, .nsetting = n};
  seen s = {.machine = dv_machine_open("test/loops/arm.yaml", &o)};
  for (int i = 0; i < s.machine->diags->n; i++) print_message("%s\n", dv_diag_text(s.machine->diags, i));
  assert_non_null(s.machine->model);
  dv_mobility_of(s.machine->model, dv_state_new(s.machine->arena, s.machine->model), &s.m, s.machine->arena);
  return s;
}

// Rate of a coordinate per unit of the arm's pitch.
static double per_pitch(const dv_mobility *m, const char *name)
{
  double pitch = 0, rate = NAN;
  for (int i = 0; i < m->coordinates; i++) {
    if (!strcmp(m->rate[i], "q2t")) pitch = m->motion[i * m->freedoms];
    if (!strcmp(m->rate[i], name)) rate = m->motion[i * m->freedoms];
  }
  return rate / pitch;
}

static void thirteen_joints(void **state)
{
  (void)state;
  seen s = look(NULL, 0);
  assert_int_equal(s.m.closures, 12);
  assert_int_equal(s.m.rank, 11);
  assert_int_equal(s.m.freedoms, 1);
  assert_int_equal(s.m.nredundant, 1);
  assert_near(per_pitch(&s.m, "q1i"), 0.78167586, 1e-8);
  assert_near(per_pitch(&s.m, "q1j"), 0.78167586, 1e-8);
  assert_near(per_pitch(&s.m, "q2i"), 0.046420898, 1e-9);
  assert_near(per_pitch(&s.m, "q2j"), 0.046420898, 1e-9);
  assert_near(per_pitch(&s.m, "q3i"), -0.047832667, 1e-9);
  assert_near(per_pitch(&s.m, "q3j"), -0.047832667, 1e-9);
  assert_near(per_pitch(&s.m, "q1t"), 0, 1e-12);
  assert_near(fabs(per_pitch(&s.m, "q4i")), 0.046420898, 1e-9);
  assert_near(fabs(per_pitch(&s.m, "q5i")), 0.21832414, 1e-8);
  assert_near(s.m.distance, 0.1066, 5e-5);
  dv_machine_close(s.machine);
}

static void horizontal_legs(void **state)
{
  (void)state;
  const char *const set[] = {"z0=-184 mm"};
  seen s = look(set, 1);
  assert_int_equal(s.m.rank, 10);
  assert_int_equal(s.m.freedoms, 2);
  dv_machine_close(s.machine);
}

// The gap that is left when the arm is turned is the misfit angle's sine.
static void cannot_yaw(void **state)
{
  (void)state;
  const char *const set[] = {"joints.q1t.motion=locked", "joints.q1t.position=0.1", "joints.q2t.motion=locked"};
  dv_machine_options o = {.settings = set, .nsetting = 3};
  dv_machine *m = dv_machine_open("test/loops/arm.yaml", &o);
  assert_null(m->model);
  assert_non_null(strstr(m->diags->item[0].what, "cannot close"));
  dv_machine_close(m);
}

// Angle by which the axes of q2 and q5 of leg i would miss a right angle, deg, where ball joints let the arm yaw.
static double misfit(const char *yaw)
{
  const char *const set[] = {"variant=two", "z0=-70 mm", yaw};
  dv_machine_options o = {.settings = set, .nsetting = 3};
  dv_machine *machine = dv_machine_open("machines/electric-road-arm.yaml", &o);
  const dv_model *m = machine->model;
  assert_non_null(m);
  const double *x = dv_model_START(m), *num = dv_model_NUMBER(m), *hub = NULL, *root = NULL;
  double *work = DV_TAKE(machine->arena, double, m->nwork), *dx = DV_TAKE(machine->arena, double, m->nx), dot = 0;
  dv_engine_x1.ready(m, num, work);
  dv_engine_x1.rates(m, num, 0, x, x + m->nx, dx, NULL, work);
  dv_engine_x1.observe(m, num, x, work);
  for (int i = 0; i < DV_MODEL_COUNT(m, BODY); i++) {
    const dv_body *b = dv_model_BODY(m) + i;
    if (!strcmp(dv_model_text(m, b->name), "hub_i")) hub = work + b->pose;
    if (!strcmp(dv_model_text(m, b->name), "root")) root = work + b->pose;
  }
  for (int k = 0; k < 3; k++) dot += hub[3 * k + 2] * root[3 * k];
  dv_machine_close(machine);
  return asin(fabs(dot)) * 180 / acos(-1);
}

static void misfits(void **state)
{
  (void)state;
  assert_near(misfit("joints.q1t.position=0.05"), 0.4348, 5e-5);
  assert_near(misfit("joints.q1t.position=0.1"), 0.8726, 5e-5);
}

static void ball_joints(void **state)
{
  (void)state;
  const char *const set[] = {"variant=two", "joints.q1t.position=0.1"};
  dv_machine_options o = {.settings = set, .nsetting = 2};
  dv_machine *machine = dv_machine_open("machines/electric-road-arm.yaml", &o);
  for (int i = 0; i < machine->diags->n; i++) print_message("%s\n", dv_diag_text(machine->diags, i));
  assert_non_null(machine->model);
  dv_mobility m;
  dv_mobility_of(machine->model, dv_state_new(machine->arena, machine->model), &m, machine->arena);
  assert_int_equal(m.rank, 7 + 2);  // the rotors' screws are two relations more
  assert_int_equal(m.freedoms, 2);
  assert_int_equal(m.nredundant, 0);
  dv_machine_close(machine);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(thirteen_joints), cmocka_unit_test(horizontal_legs),
                                     cmocka_unit_test(cannot_yaw), cmocka_unit_test(misfits), cmocka_unit_test(ball_joints)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
