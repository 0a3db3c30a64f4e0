// titan_actuators.c: rise times and periods of the step tests of single actuators (A30-A33).
#include "titan/titan.h"

enum { ROWS = 2500 };

typedef struct {
  const titan *t;
  const char *column[2];
  int n;
  double time[ROWS], value[2][ROWS];
} story;

static int note(void *context, double time, const double *x, const double *dx, const double *work)
{
  story *s = context;
  (void)dx;
  assert_true(s->n < ROWS);
  s->time[s->n] = time;
  for (int i = 0; i < 2; i++) s->value[i][s->n] = titan_value(s->t, x, work, s->column[i], 0, "");
  s->n++;
  return 0;
}

static void tell(const char *file, const char *case_name, story *s)
{
  titan t = titan_open_file(file, case_name, NULL);
  dv_run_options o = {.method = "cvode", .rtol = 1e-9, .atol = 1e-11, .until = 12, .every = 0.005};
  dv_run_result r;
  s->t = &t;
  s->n = 0;
  assert_int_equal(dv_run(t.model, t.s, &o, note, NULL, s, &r, t.m->diags, t.m->arena), 0);
  titan_close(&t);
}

// First time at which a column passes a level, between two rows by a straight line.
static double passes(const story *s, int column, double level)
{
  const double *v = s->value[column];
  int i = 0;
  while (v[i] < level) assert_true(++i < s->n);
  return s->time[i - 1] + (level - v[i - 1]) / (v[i] - v[i - 1]) * (s->time[i] - s->time[i - 1]);
}

static double rise(const story *s, int column, double final)
{
  return passes(s, column, 0.9 * final) - passes(s, column, 0.1 * final);
}

// Time from the n-th maximum to the next, at the peaks of parabolas through three rows.
static double period(const story *s, int column)
{
  const double *v = s->value[column];
  double first = 0;
  for (int i = 1; i + 1 < s->n; i++) {
    if (s->time[i] < 0.51 || !(v[i] > v[i - 1] && v[i] >= v[i + 1])) continue;
    double at = s->time[i] + 0.5 * (s->time[i + 1] - s->time[i]) * (v[i - 1] - v[i + 1]) / (v[i - 1] - 2 * v[i] + v[i + 1]);
    if (first > 0) return at - first;
    first = at;
  }
  fail_msg("there are not two maxima");
  return 0;
}

typedef struct {
  const char *file, *case_name, *column[2];
  double final[2], rise[2], period[2];  // of the two models; period 0: not given
} test_step;

static void steps(void **state)
{
  (void)state;
  static const char motor[] = "machines/rigs/hydraulic-actuator-motor.yaml",
                    cylinder[] = "machines/rigs/hydraulic-actuator-cylinder.yaml";
  static const test_step list[] = {
      {motor,    "step",       {"q", "r"}, {2.0467, 2.0467},             {2.89, 2.71},   {2.018, 2.017}},
      {motor,    "step-stiff", {"q", "r"}, {2.0467, 2.0467},             {1.720, 1.715}, {0, 0}        },
      {cylinder, "step",       {"x", "y"}, {0.4 * 2.4560, 0.4 * 1.8420}, {3.19, 2.27},   {2.02, 2.02}  },
      {cylinder, "step-stiff", {"x", "y"}, {0.4 * 2.4560, 0.4 * 1.8420}, {1.88, 1.39},   {2.03, 2.03}  },
  };
  static story s;
  for (int i = 0; i < 4; i++) {
    memcpy(s.column, list[i].column, sizeof s.column);
    tell(list[i].file, list[i].case_name, &s);
    for (int k = 0; k < 2; k++) {
      assert_near(rise(&s, k, list[i].final[k]), list[i].rise[k], 0.01 * list[i].rise[k]);
      if (list[i].period[k] > 0) assert_near(period(&s, k), list[i].period[k], 0.01 * list[i].period[k]);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
