// titan_script.c: the operator's script: recovery of joint 2 (A20), energy (A21), two plants that must be equal, real time (A35).
#include "titan/titan.h"

enum { ROWS = 2500 };

typedef struct {
  const titan *t;
  int n;
  double time[ROWS], error[ROWS], energy[ROWS], q[ROWS][JOINTS];
} story;

// T + V + sum of V0 P^2 / 2 beta
static double energy_of(const titan *t, const double *x, const double *work)
{
  double sum = titan_value(t, x, work, "energy.kinetic", 0, "") + titan_value(t, x, work, "energy.potential", 0, "");
  for (int k = 1; k <= JOINTS; k++) {
    double a = titan_value(t, x, work, "a", k, ".pressure"),
           b = dv_model_find(t->model, "b1.pressure") < 0 ? 0 : titan_value(t, x, work, "b", k, ".pressure");
    sum += 1e-3 / 2e8 * (a * a + b * b);
  }
  return sum;
}

static int note(void *context, double time, const double *x, const double *dx, const double *work)
{
  story *s = context;
  (void)dx;
  assert_true(s->n < ROWS);
  s->time[s->n] = time;
  s->error[s->n] = titan_value(s->t, x, work, "q", 2, "") - titan_value(s->t, x, work, "goal", 2, "");
  s->energy[s->n] = energy_of(s->t, x, work);
  memcpy(s->q[s->n++], x, sizeof s->q[0]);
  return 0;
}

static dv_run_result tell(titan *t, story *s, double until)
{
  dv_run_options o = {.method = "cvode", .rtol = 1e-8, .atol = 1e-10, .until = until, .every = 0.01};
  dv_run_result r;
  s->t = t;
  s->n = 0;
  assert_int_equal(dv_run(t->model, t->s, &o, note, NULL, s, &r, t->m->diags, t->m->arena), 0);
  return r;
}

// Time from the peak of the error until it has fallen to a tenth of it, between two rows by a straight line.
static double recovery(const story *s)
{
  int peak = 0, i;
  for (i = 0; i < s->n && s->time[i] < 8; i++)
    if (s->error[i] < s->error[peak]) peak = i;
  double tenth = 0.1 * s->error[peak];
  assert_near(s->time[peak], 5.98, 0.02);
  for (i = peak; s->error[i] < tenth; i++) assert_true(i + 1 < s->n);
  double part = (tenth - s->error[i - 1]) / (s->error[i] - s->error[i - 1]);
  return s->time[i - 1] + part * (s->time[i] - s->time[i - 1]) - s->time[peak];
}

static void script(void **state)
{
  (void)state;
  static story s;
  titan t = titan_open("e1", NULL);
  dv_run_result r = tell(&t, &s, 24);
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (int i = 0; i < s.n; i++) least = fmin(least, s.energy[i]), most = fmax(most, s.energy[i]);
  assert_near(recovery(&s), 2.16, 0.05);
  assert_near(most - least, 436.6, 0.2);
  assert_true(r.ledger.relative < 1e-6);
  assert_true(fabs(r.ledger.residual) < 1e-3 * 436.6);
  assert_true(r.wall < 24);
  titan_close(&t);
}

static void recovery_alone(void **state)
{
  (void)state;
  static story s;
  titan t = titan_open("e1-stop", NULL);
  tell(&t, &s, 12);
  assert_near(recovery(&s), 2.34, 0.05);
  titan_close(&t);
}

// With equal areas and pressures that start at a sum of Ps, two chambers are one load pressure, exactly.
static void two_chambers_are_one_pressure(void **state)
{
  (void)state;
  static const char *const equal[] = {"Aup=8.7 cm^2", "Adown=8.7 cm^2", "dp0=0.001 Pa", NULL};
  static story two, one;
  titan a = titan_open("e1", equal), b = titan_open("control-plant", equal);
  tell(&a, &two, 10);
  tell(&b, &one, 10);
  assert_int_equal(two.n, one.n);
  for (int i = 0; i < one.n; i++)
    for (int k = 0; k < JOINTS; k++) assert_near(two.q[i][k], one.q[i][k], 1e-8);
  titan_close(&a);
  titan_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(script), cmocka_unit_test(recovery_alone),
                                     cmocka_unit_test(two_chambers_are_one_pressure)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
