// loop_twins.c: a body that floats and is closed to the world by a loop moves like one that hangs on the joint itself.
#include "engine/engine.h"
#include "engine/program.h"
#include "solve/harness.h"

// Pose of a body at the state: R_WB [9], p_WB [3].
static void pose(const fixture *b, int body, double *out)
{
  const dv_model *m = b->model;
  const double *num = dv_model_NUMBER(m);
  double *work = DV_TAKE(b->arena, double, m->nwork), *dx = DV_TAKE(b->arena, double, m->nx);
  dv_engine_x1.ready(m, num, work);
  assert_int_equal(dv_engine_x1.rates(m, num, b->state->t, b->state->x, b->state->d, dx, NULL, work), 0);
  dv_engine_x1.observe(m, num, b->state->x, work);
  memcpy(out, work + (dv_model_BODY(m) + body)->pose, 12 * sizeof(double));
}

static const char shared[] = "gravity: [1, 2, -9]\n"
                             "bodies:\n"
                             "  twin: {mass: 2 kg, com: [0.3, 0.2, -0.4], inertia: [0.3, 0.4, 0.5, 0.02, -0.03, 0.04]}\n";

typedef struct {
  const char *tree;  // joints of the one
  const char *more;  // its bodies beside the twin
  const char *rate;  // the other's initial rate: linear, angular
  const char *loop;
} pair;

static void same_motion(const pair *p, const char *method, double step, double within)
{
  char text[2][2048];
  double at[2][12];
  snprintf(text[0], sizeof text[0], "%s%sjoints:\n%s", shared, p->more, p->tree);
  snprintf(text[1], sizeof text[1],
           "%sjoints:\n  f: {type: free, child: twin, position: [0.2, -0.1, 0.5, 1, 0, 0, 0], rate: [%s]}\n"
           "loops:\n  l: {type: %s, child: twin, at: {xyz: [0.2, -0.1, 0.5]}}\n",
           shared, p->rate, p->loop);
  for (int i = 0; i < 2; i++) {
    fixture b = fixture_open(text[i]);
    fixture_run(&b, method, 1, step);
    pose(&b, 0, at[i]);
    fixture_close(&b);
  }
  for (int i = 0; i < 12; i++) assert_near(at[1][i], at[0][i], within);
}

#define AT "at: {xyz: [0.2, -0.1, 0.5]}"

static const pair pairs[] = {
    {"  j: {type: revolute, axis: [1, 2, 2], child: twin, rate: 3, " AT "}\n",     "",                         "0, 0, 0, 1, 2, 2",
     "revolute, axis: [1, 2, 2]"                                                                                                                        },
    {"  j: {type: prismatic, axis: [1, 2, 2], child: twin, rate: 3, " AT "}\n",    "",                         "1, 2, 2, 0, 0, 0",
     "prismatic, axis: [1, 2, 2]"                                                                                                                       },
    {"  j: {type: cylindrical, axis: y, child: twin, rate: [0.5, 2], " AT "}\n",   "",                         "0, 0.5, 0, 0, 2, 0",
     "cylindrical, axis: y"                                                                                                                             },
    {"  j: {type: universal, child: twin, rate: [1, -2], " AT "}\n",               "",                         "0, 0, 0, 1, -2, 0",    "universal"      },
    {"  j: {type: ball, child: twin, rate: [1, -2, 3], " AT "}\n",                 "",                         "0, 0, 0, 1, -2, 3",    "ball"           },
    {"  j: {type: planar, axis: x, child: twin, rate: [0.5, -1, 2], " AT "}\n",    "",                         "0, 0.5, -1, 2, 0, 0",  "planar, axis: x"},
    {"  j: {type: prismatic, axis: z, child: bead, rate: 0.5, " AT
     "}\n  k: {type: ball, parent: bead, child: twin, rate: [1, -2, 3]}\n",   "  bead: {}\n",             "0, 0, 0.5, 1, -2, 3",  "point-on-line"  },
    {"  j: {type: prismatic, axis: x, child: bead, rate: 0.5, " AT
     "}\n  i: {type: prismatic, axis: y, parent: bead, child: disc, rate: "
     "-1}\n  k: {type: ball, parent: disc, child: twin, rate: [1, -2, 3]}\n", "  bead: {}\n  disc: {}\n", "0.5, -1, 0, 1, -2, 3", "point-in-plane" },
    {"  j: {type: fixed, child: twin, " AT "}\n",                                  "",                         "0, 0, 0, 0, 0, 0",     "fixed"          },
};

static void fixed_steps(void **state)
{
  (void)state;
  for (int i = 0; i < (int)(sizeof pairs / sizeof *pairs); i++) same_motion(&pairs[i], "lie-rk4", 5e-4, 1e-9);
}

static void adaptive(void **state)
{
  (void)state;
  for (int i = 0; i < (int)(sizeof pairs / sizeof *pairs); i++) same_motion(&pairs[i], "cvode-adams", 0, 1e-7);
}

// A point mass on a rope: energy, moment about the vertical and the length stay; its pull is m (v^2 / L - g.r / L).
static void distance(void **state)
{
  (void)state;
  fixture b =
      fixture_open("bodies: {bob: {mass: 2 kg, inertia: [0.1, 0.1, 0.1]}}\n"
                   "joints: {f: {type: free, child: bob, position: [0.6, 0, -0.8, 1, 0, 0, 0], rate: [0.8, 1.5, 0.6, 0, 0, 0]}}\n"
                   "loops: {rope: {type: distance, child: bob, length: 1 m}}\n");
  const double *x = b.state->x;
  double lz = 0.6 * 1.5, e = 0.5 * (0.64 + 2.25 + 0.36) - 9.81 * 0.8;
  fixture_run(&b, "lie-rk4", 2, 5e-4);
  double R[12], v[3] = {0};
  pose(&b, 0, R);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) v[i] += R[3 * i + k] * x[b.model->nq + k];
  assert_near(x[0] * x[0] + x[1] * x[1] + x[2] * x[2], 1, 1e-13);
  assert_near(x[0] * v[1] - x[1] * v[0], lz, 1e-9);
  assert_near(0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + 9.81 * x[2], e, 1e-9);
  fixture_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(fixed_steps), cmocka_unit_test(adaptive), cmocka_unit_test(distance)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
