// forestry_points.c: mass matrix, velocity and gravity terms, accelerations and energy at the sheet's points (C1, C2, C7).
#include "forestry/forestry.h"

#include "engine/program.h"
#include "engine/skeleton_at.h"
#include "formulation/verify.h"

enum { MOST = 8 };

typedef struct {
  double M[MOST * MOST], bias[MOST];
} terms;

static terms at(const forestry *f)
{
  terms t;
  double zero[MOST] = {0};
  const double *q = f->s->x, *v = q + f->model->nq;
  dv_engine_mass_matrix(f->model, q, t.M, f->work);
  dv_engine_inverse_dynamics(f->model, q, v, zero, t.bias, f->work);
  for (int i = 0; i < f->model->nv; i++)
    for (int k = 0; k < i; k++)
      assert_near(t.M[i * f->model->nv + k], t.M[k * f->model->nv + i], 1e-12 * fabs(t.M[i * f->model->nv + i]));
  return t;
}

static double mass(const forestry *f, const terms *t, const char *a, const char *b)
{
  return t->M[forestry_index(f, a) * f->model->nv + forestry_index(f, b)];
}

typedef struct {
  const char *a, *b;
  double is, last;
} entry;

static void check_masses(const forestry *f, const terms *t, const entry *e, int n)
{
  for (int i = 0; i < n; i++) assert_sheet(mass(f, t, e[i].a, e[i].b), e[i].is, e[i].last);
}

typedef struct {
  const char *joint;
  double is;
} row;

static void check_rows(const forestry *f, const double *value, const row *r, int n, double last)
{
  for (int i = 0; i < n; i++) assert_sheet(value[forestry_index(f, r[i].joint)], r[i].is, last);
}

static void accelerations(const forestry *f, const row *r, int n)
{
  const double *num = dv_model_NUMBER(f->model);
  assert_int_equal(dv_engine_x1.rates(f->model, num, 0, f->s->x, f->s->d, f->dx, NULL, f->work), 0);
  check_rows(f, f->dx + f->model->nq, r, n, 1e-7);
}

// C1: the document's numbers within 1 %, the sheet's within their digits; gains by frequency and damping.
static void table_6_3(void **state)
{
  (void)state;
  const pose start[] = {
      {"swing", 0,            0},
      {"boom",  0,            0},
      {"stick", 0,            0},
      {"pin",   -90 * degree, 0},
      {"head",  0,            0}
  };
  const pose goal[] = {
      {"swing", 10 * degree,  0},
      {"boom",  -10 * degree, 0},
      {"stick", -10 * degree, 0},
      {"pin",   -70 * degree, 0},
      {"head",  0,            0}
  };
  const entry M[] = {
      {"swing", "swing", 103702.00192, 1e-5},
      {"boom",  "boom",  121274.31205, 1e-5},
      {"stick", "stick", 36822.34872,  1e-5},
      {"pin",   "pin",   6060.088,     1e-3},
      {"head",  "head",  5085.0,       1e-1},
      {"boom",  "stick", 62703.7085,   1e-4},
      {"boom",  "pin",   10683.9397,   1e-4},
      {"stick", "pin",   9154.2337,    1e-4},
      {"swing", "head",  15628.3810,   1e-4}
  };
  const row gain[] = {
      {"swing", 92114.796 },
      {"boom",  553460.193},
      {"stick", 168046.340}
  };
  const double kv[] = {195473.668, 518152.503, 157325.915}, nu[] = {0.15, 0.34, 0.34};
  const double document[] = {91590, 552740, 167314};
  forestry f = forestry_open("five", NULL, NULL);
  forestry_pose(&f, start, 5);
  terms t = at(&f);
  assert_sheet(t.bias[forestry_index(&f, "boom")], 140836.837, 1e-3);
  assert_sheet(t.bias[forestry_index(&f, "stick")], 58803.126, 1e-3);
  assert_near(t.bias[forestry_index(&f, "boom")], 140825, 1408);
  forestry_pose(&f, goal, 5);
  t = at(&f);
  assert_sheet(t.bias[forestry_index(&f, "boom")], 136401.097, 1e-3);
  assert_sheet(t.bias[forestry_index(&f, "stick")], 55456.443, 1e-3);
  assert_near(t.bias[forestry_index(&f, "stick")], 55608, 556);
  check_masses(&f, &t, M, 9);
  for (int i = 0; i < 3; i++) {
    double w = 2 * 3.14159265358979324 * nu[i], m = mass(&f, &t, gain[i].joint, gain[i].joint);
    assert_sheet(w * w * m, gain[i].is, 1e-3);
    assert_sheet(2 * w * m, kv[i], 1e-3);
    assert_near(w * w * m, document[i], 0.01 * document[i]);
  }
  forestry_close(&f);
}

static const pose base_state[] = {
    {"z",     -0.1, 0.1  },
    {"roll",  0.02, 0.05 },
    {"pitch", 0.03, -0.04}
};

// A point of the sheet: a variant with its base and n joints of the arm in the common pose, and what it gives there.
typedef struct {
  const char *variant;
  int base, n;
  const entry *M;
  int nM;
  const row *bias, *a;  // [base + n] each; a NULL: not in the sheet
} point;

static forestry open_posed(const char *variant, int base, int n)
{
  const pose arm[5] = {
      {"swing", 20 * degree,  0.3 },
      {"boom",  30 * degree,  -0.2},
      {"stick", -90 * degree, 0.4 },
      {"pin",   -30 * degree, 0.1 },
      {"head",  5 * degree,   -0.2}
  };
  forestry f = forestry_open(variant, NULL, NULL);
  forestry_pose(&f, base_state, base);
  forestry_pose(&f, arm, n);
  return f;
}

static forestry check_point(const point *p)
{
  forestry f = open_posed(p->variant, p->base, p->n);
  terms t = at(&f);
  check_masses(&f, &t, p->M, p->nM);
  check_rows(&f, t.bias, p->bias, p->base + p->n, 1e-6);
  if (p->a) accelerations(&f, p->a, p->base + p->n);
  return f;
}

static void three(void **state)
{
  (void)state;
  const entry M[] = {
      {"swing", "swing", 11661.47418, 1e-5},
      {"boom",  "boom",  12806.46627, 1e-5},
      {"stick", "stick", 1503.040434, 1e-6},
      {"boom",  "stick", 1747.992413, 1e-6}
  };
  const row bias[] = {
      {"swing", 954.497742  },
      {"boom",  28910.598564},
      {"stick", 2852.909113 }
  };
  const row tau[] = {
      {"swing", 2120.553581 },
      {"boom",  30947.504055},
      {"stick", 2751.632632 }
  };
  forestry f = check_point(&(point){"three", 0, 3, M, 4, bias, NULL});
  double a[3], is[3];
  a[forestry_index(&f, "swing")] = 0.1;
  a[forestry_index(&f, "boom")] = 0.2;
  a[forestry_index(&f, "stick")] = -0.3;
  dv_engine_inverse_dynamics(f.model, f.s->x, f.s->x + 3, a, is, f.work);
  check_rows(&f, is, tau, 3, 1e-6);
  forestry_close(&f);
}

static void five(void **state)
{
  (void)state;
  const entry M[] = {
      {"swing", "swing", 55602.84623,  1e-5},
      {"boom",  "boom",  70607.86065,  1e-5},
      {"stick", "stick", 46208.00831,  1e-5},
      {"pin",   "pin",   6017.973011,  1e-6},
      {"head",  "head",  5085.0,       1e-1},
      {"swing", "boom",  -748.270576,  1e-6},
      {"swing", "stick", -1090.755036, 1e-6},
      {"swing", "pin",   -481.452684,  1e-6},
      {"swing", "head",  11100.143147, 1e-6}
  };
  const row bias[] = {
      {"swing", 8301.418788  },
      {"boom",  100749.293802},
      {"stick", 26822.896757 },
      {"pin",   -885.657025  },
      {"head",  3944.223261  }
  };
  forestry f = check_point(&(point){"five", 0, 5, M, 9, bias, NULL});
  forestry_close(&f);
}

static void eight(void **state)
{
  (void)state;
  const entry M[] = {
      {"z",     "z",     20480,         1   },
      {"z",     "roll",  3800.866199,   1e-6},
      {"z",     "pitch", -9877.116518,  1e-6},
      {"roll",  "roll",  36095.476321,  1e-6},
      {"roll",  "pitch", -18797.267460, 1e-6},
      {"pitch", "pitch", 97026.957582,  1e-6}
  };
  const row bias[] = {
      {"z",     201741.163639},
      {"roll",  41565.865385 },
      {"pitch", -99383.495285},
      {"swing", 11649.613297 },
      {"boom",  102488.392492},
      {"stick", 26219.242643 },
      {"pin",   -1297.683441 },
      {"head",  4587.173963  }
  };
  const row a[] = {
      {"z",     0.6062901 },
      {"roll",  -4.8765829},
      {"pitch", -3.7029039},
      {"swing", -0.7772154},
      {"boom",  -4.6076634},
      {"stick", 1.9196116 },
      {"pin",   0.6183377 },
      {"head",  9.2064375 }
  };
  forestry f = check_point(&(point){"limp", 3, 5, M, 6, bias, a});
  dv_engine_x1.observe(f.model, dv_model_NUMBER(f.model), f.s->x, f.work);
  assert_sheet(f.work[forestry_index(&f, "energy.total")], -14911.12254, 1e-5);
  forestry_close(&f);
}

static void six(void **state)
{
  (void)state;
  const entry M[] = {
      {"z",     "z",     19190,        1   },
      {"roll",  "roll",  19936.192170, 1e-6},
      {"pitch", "pitch", 48793.553569, 1e-6},
      {"swing", "swing", 11661.474180, 1e-6},
      {"boom",  "boom",  12806.466267, 1e-6},
      {"stick", "stick", 1503.040434,  1e-6},
      {"z",     "roll",  1008.612903,  1e-6},
      {"z",     "pitch", -2959.385328, 1e-6},
      {"z",     "swing", 89.445175,    1e-6},
      {"z",     "boom",  2939.213701,  1e-6},
      {"z",     "stick", 311.374709,   1e-6}
  };
  const row bias[] = {
      {"z",     188319.883708},
      {"roll",  9749.809287  },
      {"pitch", -30061.830814},
      {"swing", 1940.799650  },
      {"boom",  29444.952673 },
      {"stick", 2831.787197  }
  };
  const row a[] = {
      {"z",     0.6107529 },
      {"roll",  -5.9497668},
      {"pitch", -3.8651220},
      {"swing", -3.6790862},
      {"boom",  -4.4231892},
      {"stick", 1.5886642 }
  };
  forestry f = check_point(&(point){"limp-six", 3, 3, M, 11, bias, a});
  forestry_close(&f);
}

// Payload on a fixed joint: its link has the sheet's lumped mass, centre and inertia; gravity with it, and on a tilted base.
static void payload(void **state)
{
  (void)state;
  const pose level[] = {
      {"swing", 0, 0},
      {"boom",  0, 0},
      {"stick", 0, 0}
  };
  const pose tilted[] = {
      {"swing", 0,            0},
      {"boom",  30 * degree,  0},
      {"stick", -90 * degree, 0}
  };
  const row with[] = {
      {"boom",  158032.49},
      {"stick", 67515.29 }
  };
  const row without[] = {
      {"boom",  35206.386},
      {"stick", 5285.554 }
  };
  const row rolled[] = {
      {"swing", 39693.62 },
      {"boom",  105433.98},
      {"stick", 32196.69 }
  };
  forestry f = forestry_open("loaded", NULL, NULL);
  const dv_link *link = dv_model_LINK(f.model) + f.model->nlink - 1;
  const double *num = dv_model_NUMBER(f.model) + link->num;  // R[9] p[3] m mc[3] I[6]: xx xy xz yy yz zz
  double m = num[12], x = num[13] / m, y = num[14] / m;
  assert_sheet(m, 1934, 1e-9);
  assert_sheet(x, 3.558579, 1e-6);
  assert_sheet(y, 0.030757, 1e-6);
  assert_sheet(num[21] - m * (x * x + y * y), 3836.689, 1e-3);
  assert_sheet(num[19] - m * x * x, 3820.366, 1e-3);
  assert_sheet(num[16] - m * y * y, 22.3232, 1e-4);
  assert_sheet(-(num[17] + m * x * y), -138.1499, 1e-4);  // the sheet's Ixy is the integral, minus the tensor's
  forestry_pose(&f, level, 3);
  terms t = at(&f);
  check_rows(&f, t.bias, with, 2, 1e-2);
  forestry_close(&f);
  f = forestry_open("three", NULL, NULL);
  forestry_pose(&f, level, 3);
  t = at(&f);
  check_rows(&f, t.bias, without, 2, 1e-3);
  forestry_close(&f);
  f = forestry_open("loaded", NULL, (const char *const[]){"tilt=20 deg", NULL});
  forestry_pose(&f, tilted, 3);
  t = at(&f);
  check_rows(&f, t.bias, rolled, 3, 1e-2);
  forestry_close(&f);
}

// C14: articulated bodies solve M a = tau - bias; what is left of the equation, relative to its largest term.
static void residual(void **state)
{
  (void)state;
  forestry f = open_posed("limp", 3, 5);
  double tau[MOST] = {1e4, -2e4, 3e4, 5e3, 1e5, 4e4, -500, 300}, given[MOST], a[MOST];
  int n = f.model->nv;
  terms t = at(&f);
  memcpy(given, tau, sizeof tau);
  dv_engine_forward_dynamics(f.model, f.s->x, f.s->x + f.model->nq, tau, a, f.work);
  for (int i = 0; i < n; i++) {
    double left = t.bias[i] - given[i], size = fmax(fabs(t.bias[i]), fabs(given[i]));
    for (int k = 0; k < n; k++) {
      left += t.M[i * n + k] * a[k];
      size = fmax(size, fabs(t.M[i * n + k] * a[k]));
    }
    assert_near(left / size, 0, 1e-12);
  }
  forestry_close(&f);
}

// The equations by Newton-Euler, Lagrange, momenta and moving frames, on all four models at random states. Accelerations are left
// out: they differ by the condition of the mass matrix besides.
static void formulations_agree(void **state)
{
  (void)state;
  static const char *const variant[] = {"three", "five", "six", NULL};
  for (int i = 0; i < 4; i++) {
    forestry f = forestry_open(variant[i], NULL, NULL);
    dv_tree tree = {.nlink = f.model->nlink, .nq = f.model->nq, .nv = f.model->nv, .gravity = f.model->gravity};
    tree.link = dv_model_LINK(f.model);
    dv_verification *v = dv_verify(f.m->arena, &tree, dv_model_NUMBER(f.model), 20, 7);
    double worst = 0;
    for (int k = 0; k < v->n; k++)
      if (strcmp(v->pair[k].what, "acceleration")) worst = fmax(worst, v->pair[k].difference);
    print_message("%s: worst difference %.2g\n", variant[i] ? variant[i] : "eight", worst);
    assert_true(worst < 1e-12);
    forestry_close(&f);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_6_3), cmocka_unit_test(three),   cmocka_unit_test(five),     cmocka_unit_test(six),
      cmocka_unit_test(eight),     cmocka_unit_test(payload), cmocka_unit_test(residual), cmocka_unit_test(formulations_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
