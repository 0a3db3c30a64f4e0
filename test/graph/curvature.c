// curvature.c: rates, slopes and second slopes at a point against the engine and against differences of order four along random
// directions: a crane, a four-bar linkage (closed by Newton), oil behind a valve, an elastic crane.
#include "solve/harness.h"

#include "graph/curvature.h"

enum { POINTS = 4 };

typedef struct {
  const dv_model *m;
  dv_curvature *c;
  double *z, *at, *along, *by_span, *plain;
  double *y, *slope, *bend;
  int nz, rows;
} point;

// dL/dz from the slopes.
static void gradient(point *p, const double *z, double *out)
{
  const dv_places *s = dv_curvature_slopes(p->c);
  assert_int_equal(dv_curvature_slope(p->c, z, p->y, p->slope), 0);
  memset(out, 0, (size_t)p->nz * sizeof *out);
  for (int i = 0; i < p->rows; i++) out[DV_AT_SPAN] += p->by_span[i] * p->y[i];
  for (int k = 0; k < s->n; k++) out[s->column[k]] += (z[DV_AT_SPAN] * p->by_span[s->row[k]] + p->plain[s->row[k]]) * p->slope[k];
}

static void move(point *p, double by)
{
  for (int i = 0; i < p->nz; i++) p->at[i] = p->z[i] + by * p->along[i];
}

// What differences of the values, or of the gradient, give along p->along: [n].
static void differences(point *p, dv_arena *a, int second, int n, double *out)
{
  static const double at[] = {-2, -1, 1, 2}, weight[] = {1 / 12.0, -8 / 12.0, 8 / 12.0, -1 / 12.0};
  double *f = DV_TAKE(a, double, n + 1), h = 1e-4;
  memset(out, 0, (size_t)n * sizeof *out);
  for (int k = 0; k < 4; k++) {
    move(p, at[k] * h);
    if (second) gradient(p, p->at, f);
    else assert_int_equal(dv_curvature_value(p->c, p->at, f), 0);
    for (int i = 0; i < n; i++) out[i] += weight[k] * f[i] / h;
  }
}

static void expect_equal(const char *name, const double *exact, const double *about, int n, double tolerance)
{
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(about[i]));
  for (int i = 0; i < n; i++)
    if (!(fabs(exact[i] - about[i]) <= tolerance * fabs(about[i]) + 1e-3 * tolerance * most)) {
      print_message("%s, %d: %.12g, differences %.12g\n", name, i, exact[i], about[i]);
      fail();
    }
}

static void compare(point *p, dv_arena *a, const char *name)
{
  const dv_places *s = dv_curvature_slopes(p->c), *b = dv_curvature_bends(p->c);
  double *exact = DV_TAKE(a, double, p->nz + p->rows), *about = DV_TAKE(a, double, p->nz + p->rows);
  assert_int_equal(dv_curvature_slope(p->c, p->z, p->y, p->slope), 0);
  for (int k = 0; k < s->n; k++) exact[s->row[k]] += p->slope[k] * p->along[s->column[k]];
  differences(p, a, 0, p->rows, about);
  expect_equal(name, exact, about, p->rows, 1e-6);
  memset(exact, 0, (size_t)p->nz * sizeof *exact);
  assert_int_equal(dv_curvature_bend(p->c, p->z, p->by_span, p->plain, p->bend), 0);
  for (int k = 0; k < b->n; k++) exact[b->row[k]] += p->bend[k] * p->along[b->column[k]];
  differences(p, a, 1, p->nz, about);
  expect_equal(name, exact, about, p->nz, 1e-5);
}

static void draw(point *p, uint64_t *stream, const double *start, const double *input)
{
  const double *size = dv_model_SCALE(p->m);
  int nx = p->m->nx;
  p->z[DV_AT_SPAN] = uniform(stream, 0.5, 2), p->z[DV_AT_TIME] = uniform(stream, 0.1, 0.2);
  for (int i = 0; i < nx; i++) p->z[DV_AT_STATE + i] = start[i] + around_zero(stream, 0.02 * size[i]);
  for (int i = DV_AT_STATE + nx; i < p->nz; i++) p->z[i] = *input + around_zero(stream, 0.1);
  for (int i = 0; i < p->nz; i++)
    p->along[i] = around_zero(stream, i < DV_AT_STATE || i >= DV_AT_STATE + nx ? 0.3 : 0.3 * size[i - DV_AT_STATE]);
  for (int i = 0; i < p->rows; i++) p->by_span[i] = around_zero(stream, 1), p->plain[i] = around_zero(stream, 1);
}

static void look_at(const dv_model *m, dv_arena *a, const char *name, const char *input, const char *column)
{
  uint64_t stream = 7;
  const dv_variable *v = dv_model_VARIABLE(m), *shown = v + dv_model_find(m, column);
  int row = input ? dv_model_find(m, input) : -1, number = row < 0 ? 0 : v[row].index;
  const dv_seen seen[] = {
      {shown->array, shown->index, 0, 0  },
      {shown->array, shown->index, 1, 0.3}
  };
  dv_state *s = dv_state_new(a, m);
  point p = {.m = m};
  p.c = dv_curvature_new(a, m, &(dv_curvature_options){s->x, &number, row >= 0, seen, 2});
  assert_non_null(p.c);
  p.nz = dv_curvature_variables(p.c), p.rows = dv_curvature_rows(p.c);
  p.z = DV_TAKE(a, double, p.nz), p.at = DV_TAKE(a, double, p.nz), p.along = DV_TAKE(a, double, p.nz);
  p.by_span = DV_TAKE(a, double, p.rows), p.plain = DV_TAKE(a, double, p.rows), p.y = DV_TAKE(a, double, p.rows);
  p.slope = DV_TAKE(a, double, dv_curvature_slopes(p.c)->n + 1), p.bend = DV_TAKE(a, double, dv_curvature_bends(p.c)->n + 1);
  for (int k = 0; k < POINTS; k++) {
    draw(&p, &stream, s->x, &dv_model_NUMBER(m)[number]);
    compare(&p, a, name);
  }
  print_message("%s: %d slopes, %d second slopes\n", name, dv_curvature_slopes(p.c)->n, dv_curvature_bends(p.c)->n);
}

static void look_at_text(const char *text, const char *name, const char *input, const char *column)
{
  fixture b = fixture_open(text);
  look_at(b.model, b.arena, name, input, column);
  fixture_close(&b);
}

static void crane(void **state)
{
  (void)state;
  look_at_text("bodies: {trolley: {mass: 3 kg}, load: {mass: 5 kg, com: [0, 0, -2]}}\n"
               "joints:\n  x: {type: prismatic, child: trolley, axis: [1, 0, 0], rate: 0.3 m/s}\n"
               "  swing: {type: revolute, parent: trolley, child: load, axis: [0, 1, 0], position: 0.4, rate: 1}\n"
               "signals: {f: {kind: input, value: 0.5 N, lower: -75 N, upper: 75 N}, pull: f*cos(swing)*swing.rate}\n"
               "parts: {drive: {kind: force.effort, axis: x, effort: f}}\n",
               "crane", "f.value", "pull");
}

static void linkage(void **state)
{
  (void)state;
  look_at_text(
      "bodies:\n  a: {mass: 1 kg, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}\n"
      "  b: {mass: 2 kg, com: [1, 0, 0], inertia: [0.2, 0.2, 0.2]}\n"
      "  c: {mass: 1 kg, com: [0.75, 0, 0], inertia: [0.1, 0.1, 0.1]}\n"
      "joints:\n  p: {type: revolute, child: a, axis: z, position: 70 deg}\n"
      "  q: {type: revolute, parent: a, child: b, axis: z, at: {xyz: [1, 0, 0]}, position: -60 deg}\n"
      "  r: {type: revolute, child: c, axis: z, at: {xyz: [2, 0, 0]}, position: 80 deg}\n"
      "loops: {pin: {type: revolute, parent: b, child: c, axis: z, at: {xyz: [2, 0, 0]}, child_at: {xyz: [1.5, 0, 0]}}}\n"
      "signals: {torque: {kind: input, value: 0.5 N.m, upper: 9 N.m}}\n"
      "parts: {drive: {kind: force.effort, axis: p, effort: torque}}\n",
      "four-bar linkage", "torque.value", "r.position");
}

static void elastic_crane(void **state)
{
  (void)state;
  dv_machine_options o = {.settings = (const char *[]){"modes=1"}, .nsetting = 1};
  dv_machine *m = dv_machine_open("machines/knuckle-boom-crane-luffing.yaml", &o);
  assert_non_null(m->model);
  look_at(m->model, m->arena, "elastic crane", "luff.value", "swing");
  dv_machine_close(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(crane), cmocka_unit_test(linkage), cmocka_unit_test(elastic_crane)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
