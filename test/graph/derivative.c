// derivative.c: exact slopes of rates against extrapolated differences (Ridders 1982), for every kind's example and whole
// machines.
//
// At random states near the start, along random directions of states, time and numbers. Where the differences do not settle
// (a corner near by) a point says nothing; most must speak.
#include "solve/harness.h"

#include "graph/derivative.h"
#include "spec/joint_type.h"

#include <float.h>

enum { W = DV_DERIVATIVE_WIDTH, POINTS = 6, LEVELS = 9 };

typedef struct {
  const dv_model *m;
  dv_derivative *exact;
  double *num, *x, *d, *dx, *work, *seed;
  dv_slopes slope;
  int *number, nnumber;
  double t;
  int spoke, silent;
  double worst;
} point;

static void rates_at(point *p, double by, double *dx)
{
  const dv_model *m = p->m;
  for (int i = 0; i < m->nx; i++) p->x[i] += by * p->seed[(1 + i) * W];
  for (int i = 0; i < p->nnumber; i++) p->num[p->number[i]] += by * p->seed[(1 + m->nx + i) * W];
  dv_engine_x1.ready(m, p->num, p->work);
  dv_engine_x1.rates(m, p->num, p->t + by * p->seed[0], p->x, p->d, dx, NULL, p->work);
  for (int i = 0; i < m->nx; i++) p->x[i] -= by * p->seed[(1 + i) * W];
  for (int i = 0; i < p->nnumber; i++) p->num[p->number[i]] -= by * p->seed[(1 + m->nx + i) * W];
}

// Central differences with steps h, h/2, ...; Neville's scheme in h^2. Best value and its error, by component.
static void ridders(point *p, dv_arena *a, double h, double *best, double *error)
{
  int n = p->m->nx;
  double *T[LEVELS], *f = DV_TAKE(a, double, n), *g = DV_TAKE(a, double, n);
  for (int k = 0; k < LEVELS; k++) T[k] = DV_TAKE(a, double, n *LEVELS);
  for (int i = 0; i < n; i++) error[i] = HUGE_VAL;
  for (int k = 0; k < LEVELS; k++, h /= 2) {
    rates_at(p, h, f);
    rates_at(p, -h, g);
    for (int i = 0; i < n; i++) {
      double *row = T[k] + i * LEVELS, *above = k ? T[k - 1] + i * LEVELS : NULL, power = 1;
      row[0] = (f[i] - g[i]) / (2 * h);
      for (int j = 1; j <= k; j++) {
        power *= 4;
        row[j] = row[j - 1] + (row[j - 1] - above[j - 1]) / (power - 1);
        double rounding = 4 * DBL_EPSILON * fmax(fabs(f[i]), fabs(g[i])) / h;
        double off = rounding + fmax(fabs(row[j] - row[j - 1]), fabs(row[j] - above[j - 1]));
        if (off < error[i]) error[i] = off, best[i] = row[j];
      }
    }
  }
}

static void draw(point *p, uint64_t *stream, const double *start)
{
  const dv_model *m = p->m;
  const double *scale = dv_model_SCALE(m);
  for (int i = 0; i < m->nx; i++) p->x[i] = start[i] + around_zero(stream, 0.02 * scale[i]);
  memcpy(p->d, start + m->nx, (size_t)m->nd * sizeof *p->d);
  p->t = uniform(stream, 0.1, 0.2);
  dv_engine_x1.ready(m, p->num, p->work);
  dv_engine_x1.tidy(m, p->num, p->t, p->x, p->d, p->work);  // as a run leaves it: loops closed, quaternions of length one
  memset(p->seed, 0, (size_t)(1 + m->nx + p->nnumber) * W * sizeof *p->seed);
  p->seed[0] = around_zero(stream, 1);
  for (int i = 0; i < m->nx; i++) p->seed[(1 + i) * W] = around_zero(stream, scale[i]);
  for (int i = 0; i < p->nnumber; i++) p->seed[(1 + m->nx + i) * W] = around_zero(stream, fabs(p->num[p->number[i]]));
}

static void compare(point *p, dv_arena *a, const char *file)
{
  int n = p->m->nx;
  double *best = DV_TAKE(a, double, n), *error = DV_TAKE(a, double, n), *dx = DV_TAKE(a, double, n);
  double *again = DV_TAKE(a, double, n), *off = DV_TAKE(a, double, n);  // from another step: a kink near by shows
  const double *scale = dv_model_SCALE(p->m);
  dv_engine_x1.ready(p->m, p->num, p->work);
  if (dv_engine_x1.rates(p->m, p->num, p->t, p->x, p->d, dx, NULL, p->work)) return;
  assert_int_equal(dv_derivative_run(p->exact, p->num, p->t, p->x, p->d, p->seed, &p->slope), 0);
  ridders(p, a, 0.02, best, error);
  ridders(p, a, 0.007, again, off);
  for (int i = 0; i < n; i++) {
    // rates are rounded, and directions have nominal sizes: what is less than that is nothing
    double is = p->slope.dx[i * W], nothing = 1e-12 * (fabs(dx[i]) + scale[i]), size = fmax(fabs(best[i]), fabs(is));
    if (size <= nothing) continue;
    if (!(error[i] + fabs(best[i] - again[i]) <= 1e-8 * size)) {
      p->silent++;
      continue;
    }
    p->spoke++;
    p->worst = fmax(p->worst, fabs(is - best[i]) / size);
    if (!(fabs(is - best[i]) <= 1e-8 * size + error[i]))
      fail_msg("%s: slope of the rate of %s is %.12g, differences say %.12g (+- %.1g)", file, dv_model_state_name(p->m, i), is,
               best[i], error[i]);
  }
}

// w'(J v) = (J'w)'v, with J'w by the backward pass.
static void compare_back(point *p, dv_arena *a, uint64_t *stream, const char *file)
{
  int nx = p->m->nx, n = 1 + nx + p->nnumber;
  double *weight = DV_TAKE(a, double, nx *W + 1), *back = DV_TAKE(a, double, n *W), forth_sum = 0, back_sum = 0, size = 0;
  const double *scale = dv_model_SCALE(p->m);
  for (int i = 0; i < nx; i++) weight[i * W] = around_zero(stream, 1) / scale[i];
  if (dv_derivative_run(p->exact, p->num, p->t, p->x, p->d, p->seed, &p->slope)) return;
  for (int i = 0; i < nx; i++) forth_sum += weight[i * W] * p->slope.dx[i * W], size += fabs(weight[i * W] * p->slope.dx[i * W]);
  assert_int_equal(dv_derivative_back(p->exact, p->num, p->t, p->x, p->d, weight, back), 0);
  for (int i = 0; i < n; i++) back_sum += back[i * W] * p->seed[i * W], size += fabs(back[i * W] * p->seed[i * W]);
  if (isnan(forth_sum)) return;
  if (!(fabs(forth_sum - back_sum) <= 1e-12 * size)) fail_msg("%s: forth %.15g, back %.15g", file, forth_sum, back_sum);
}

// Numbers of parts: parameters of the variable table.
static void find_numbers(point *p, dv_arena *a)
{
  const dv_model *m = p->m;
  const dv_variable *v = dv_model_VARIABLE(m);
  p->number = DV_TAKE(a, int, DV_MODEL_COUNT(m, VARIABLE) + 1);
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE) && p->nnumber < 40; i++)
    if (v[i].array == DV_IN_NUMBER && v[i].role == DV_ROLE_PARAMETER) p->number[p->nnumber++] = v[i].index;
}

static point make(const dv_model *m, dv_arena *a, int numbers)
{
  point p = {.m = m, .x = DV_TAKE(a, double, m->nx + 1), .d = DV_TAKE(a, double, m->nd + 1), .dx = DV_TAKE(a, double, m->nx + 1)};
  p.work = DV_TAKE(a, double, m->nwork), p.num = DV_TAKE(a, double, m->nnum + 1);
  memcpy(p.num, dv_model_NUMBER(m), (size_t)m->nnum * sizeof(double));
  if (numbers) find_numbers(&p, a);
  p.seed = DV_TAKE(a, double, (1 + m->nx + p.nnumber) * W);
  dv_derivative_options o = {.number = p.number, .nnumber = p.nnumber, .back = 1};
  p.exact = dv_derivative_new(a, m, &o);
  return p;
}

static int look_at(const dv_model *m, dv_arena *a, const char *name, int numbers)
{
  uint64_t stream = 5;
  point p = make(m, a, numbers);
  if (!p.exact) return 0;
  for (int k = 0; k < POINTS; k++) {
    draw(&p, &stream, dv_model_START(m));
    compare(&p, a, name);
    compare_back(&p, a, &stream, name);
  }
  assert_true(p.silent <= p.spoke);
  print_message("%-40s %4d states %3d numbers %6d orders: %4d slopes, %d silent, worst %.1e\n", name, m->nx, p.nnumber,
                dv_derivative_orders(p.exact), p.spoke, p.silent, p.worst);
  return 1;
}

static void every_kind(void **state)
{
  (void)state;
  int told = 0, all = 0;
  for (const dv_kind *const *k = dv_kinds_x1; *k; k++, all++) {
    fixture b = fixture_open((*k)->example);
    int done = look_at(b.model, b.arena, (*k)->name, 1);
    if (!done) print_message("%s has no graph\n", (*k)->name);
    told += done;
    fixture_close(&b);
  }
  print_message("%d of %d kinds\n", told, all);
  assert_true(told >= all - 1);  // control.waypoints looks at numbers to decide where it goes
}

static void whole_machines(void **state)
{
  (void)state;
  static const char *const file[] = {"titan4",
                                     "rov-manipulator",
                                     "rov-recoil",
                                     "forestry-machine",
                                     "electric-road-arm",
                                     "knuckle-boom-crane",
                                     "benchmarks/a03-andrews"};
  for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
    char path[256];
    snprintf(path, sizeof path, "machines/%s.yaml", file[i]);
    dv_machine_options o = {0};
    dv_machine *m = dv_machine_open(path, &o);
    assert_non_null(m->model);
    if (!look_at(m->model, m->arena, file[i], 1)) print_message("%s has no graph\n", file[i]);
    dv_machine_close(m);
  }
}

// What a row needs beside the frames or axes that all have: a new one that is not here and needs nothing is looked at, too.
typedef struct {
  const char *name, *keys;
} further;

static const char *keys_of(const further *list, const char *name, const char *usual)
{
  for (; list->name; list++)
    if (!strcmp(list->name, name)) return list->keys;
  return usual;
}

static void look_at_text(const char *text, const char *name)
{
  fixture b = fixture_open(text);
  if (b.model->nx) assert_int_equal(look_at(b.model, b.arena, name, 0), 1);
  fixture_close(&b);
}

static void every_joint(void **state)
{
  (void)state;
  static const further keys[] = {
      {"helical",     ", axis: [1, 2, 3], lead: 40 mm"                            },
      {"leadscrew",   ", axis: [1, 2, 3], lead: 400 mm"                           },
      {"path",        ", path: [0.4*s, \"0.2 [m]*sin(s/1[m])\", \"0.1*s^2/1[m]\"]"},
      {"ball",        ""                                                          },
      {"free",        ""                                                          },
      {"fixed",       ""                                                          },
      {"curve",       ", axis: x, axis2: y, curve: \"y - 0.3*x^2/1[m]\""          },
      {"universal",   ""                                                          },
      {"gimbal",      ""                                                          },
      {"homokinetic", ""                                                          },
      {NULL,          NULL                                                        }
  };
  for (int i = 0; i < DV_J_COUNT; i++) {
    char text[1024];
    const char *name = dv_joint_rows[i].name;
    snprintf(text, sizeof text,
             "gravity: 9.81\nbodies:\n  a: {mass: 3 kg, com: [0.5, 0.1, 0], inertia: [0.2, 0.25, 0.3]}\n"
             "  b: {mass: 2 kg, com: [0.1, 0.2, 0.3], inertia: [0.4, 0.5, 0.6]}\n"
             "joints:\n  pin: {type: revolute, child: a, axis: y, rate: 1}\n"
             "  it: {type: %s, parent: a, child: b, at: {xyz: [1, 0.2, 0.1], rpy: [0.3, 0.2, 0.1]}%s}\n",
             name, keys_of(keys, name, ", axis: [1, 2, 3]"));
    look_at_text(text, name);
  }
}

static const char *const closures[] = {
#define DV_CLOSURE_TYPE(id, name, ...) name,
#include "spec/closure_types.def"
};

// Two bodies that fly free, and two wheels.
static void every_closure(void **state)
{
  (void)state;
#define FRAMES "parent: a, child: b, at: {xyz: [0.3, 0.1, 0.2]}, child_at: {xyz: [0.3, 0.1, 0.2]}"
  static const further keys[] = {
      {"ball",        FRAMES                                                              },
      {"fixed",       FRAMES                                                              },
      {"translation", FRAMES                                                              },
      {"universal",   FRAMES ", axis: x, axis2: y"                                        },
      {"helical",     FRAMES ", axis: z, lead: 50 mm"                                     },
      {"distance",    "parent: a, child: b, child_at: {xyz: [0.3, 0.4, 0]}, length: 0.5 m"},
      {"gear",        "of: [l, r], ratio: 2"                                              },
      {"rack",        "of: [s, r], radius: 0.2 m"                                         },
      {"equal",       "of: [l, r]"                                                        },
      {"sum",         "sum: {l: 1, r: 1}"                                                 },
      {"expression",  "zero: \"sin(l) - 2*r - 0.1*r^2\""                                  },
      {NULL,          NULL                                                                }
  };
  for (size_t i = 0; i < sizeof closures / sizeof *closures; i++) {
    char text[2048];
    snprintf(text, sizeof text,
             "gravity: 9.81\nbodies:\n  a: {mass: 3 kg, com: [0.5, 0.1, 0], inertia: [0.2, 0.25, 0.3]}\n"
             "  b: {mass: 2 kg, com: [0.1, 0.2, 0.3], inertia: [0.4, 0.5, 0.6]}\n"
             "  x: {mass: 2 kg, com: [0.1, 0, 0], inertia: [0.4, 0.5, 0.6]}\n"
             "  y: {mass: 2 kg, com: [0.2, 0, 0], inertia: [0.4, 0.5, 0.6]}\n  z: {mass: 1 kg}\n"
             "joints:\n  fa: {type: free, child: a}\n  fb: {type: free, child: b}\n"
             "  l: {type: revolute, child: x, axis: y}\n  r: {type: revolute, child: y, axis: y}\n"
             "  s: {type: prismatic, child: z, axis: z}\nloops:\n  it: {type: %s, %s}\n",
             closures[i], keys_of(keys, closures[i], FRAMES ", axis: z"));
    look_at_text(text, closures[i]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_joint), cmocka_unit_test(every_closure), cmocka_unit_test(every_kind),
                                     cmocka_unit_test(whole_machines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
