// saved_slope.c: slopes by the graph in a saved block, as FMUs and the core alone give them: against closed forms, and against
// the library's own, which derives a graph of its own; also after parameters have changed. A graph that somebody has changed is
// refused or computed within its arrays.
#include "davit/davit.h"

#include "assemble/assemble.h"
#include "base/hash.h"
#include "model/saved_fault.h"
#include "run/saved_slope.h"
#include "solve/sim_slope.h"
#include "solve/solve.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 4000 };

typedef struct {
  dv_arena *arena;
  const dv_model *block;
  dv_model *model;
  dv_sim *saved, *traced;  // by the graph of the block; by the library
} pair;

static void open_pair(pair *p, const char *file, const char *name)
{
  char why[1000];
  dv_machine_options o = {.case_name = name};
  dv_machine *m = dv_machine_open(file, &o);
  if (!m->model) fail_msg("%s: %s", file, dv_diag_text(m->diags, 0));
  dv_state *s = dv_state_new(m->arena, m->model);
  assert_int_equal(dv_start(m, s), 0);
  p->arena = m->arena;
  p->block = dv_saved_with_graph(p->arena, dv_saved_block(p->arena, m->model, &m->spec->solver, s));
  assert_true(DV_MODEL_COUNT(p->block, GRAPH) > 0);
  p->model = dv_model_load(p->block, (size_t)p->block->bytes, why, sizeof why);
  if (!p->model) fail_msg("%s: %s", file, why);
  p->saved = dv_sim_new(p->model, NULL, why, sizeof why);
  p->traced = dv_sim_new(p->model, NULL, why, sizeof why);
  assert_non_null(p->saved);
  assert_non_null(p->traced);
  p->saved->body->exact = dv_sim_slope_saved;
}

static void close_pair(pair *p)
{
  dv_sim_free(p->saved);
  dv_sim_free(p->traced);
  dv_model_free(p->model);
  dv_arena_free(p->arena);
}

// Rates and outputs along states and inputs.
static void ask(const pair *p, uint64_t *seed, double *saved, double *traced, int *nof)
{
  static int of[MOST], along[MOST];
  static double by[MOST];
  int n = dv_model_variables(p->model), nalong = 0;
  dv_info v;
  *nof = 0;
  assert_true(n < MOST);
  for (int i = 0; i < n; i++) {
    dv_model_info(p->model, i, &v);
    if (v.is == DV_IS_STATE || v.is == DV_IS_OUTPUT) of[(*nof)++] = i;
    if (v.is == DV_IS_STATE || v.is == DV_IS_INPUT) along[nalong] = i, by[nalong++] = around_zero(seed, 1);
  }
  dv_sim_slopes q = {of, along, *nof, nalong, by, saved}, r = {of, along, *nof, nalong, by, traced};
  dv_sim_refresh(p->saved->body), dv_sim_refresh(p->traced->body);
  assert_int_equal(dv_sim_slope_saved(p->saved->body, &q), 0);
  assert_int_equal(dv_sim_slope_exact(p->traced->body, &r), 0);
}

static void compare(const pair *p, const char *what, uint64_t *seed)
{
  static double saved[MOST], traced[MOST];
  double most = 0;
  int n, moved = 0;
  ask(p, seed, saved, traced, &n);
  for (int i = 0; i < n; i++) most = fmax(most, fabs(traced[i])), moved += traced[i] != 0;
  assert_true(moved > 0);
  for (int i = 0; i < n; i++)
    if (!(fabs(saved[i] - traced[i]) <= 1e-11 * fabs(traced[i]) + 1e-15 * most))
      fail_msg("%s: slope %d is %.17g, the library says %.17g", what, i, saved[i], traced[i]);
}

static void step_both(const pair *p, double dt)
{
  assert_int_equal(dv_sim_step(p->saved, dt), DV_OK);
  assert_int_equal(dv_sim_step(p->traced, dt), DV_OK);
}

// Every parameter that can be set, in both alike. How many there are.
static int turn_numbers(const pair *p)
{
  dv_info v;
  int n = 0;
  for (int i = 0; i < dv_model_variables(p->model); i++) {
    dv_model_info(p->model, i, &v);
    double value = 1.01 * dv_sim_get(p->saved, i);
    if (v.is != DV_IS_PARAMETER || !v.settable || value == 0 || dv_sim_set(p->saved, i, value)) continue;
    assert_int_equal(dv_sim_set(p->traced, i, value), DV_OK);
    n++;
  }
  return n;
}

static void machines_agree(void **state)
{
  static const struct {
    const char *file, *name;
  } all[] = {
      {"machines/titan4.yaml",            "e1"}, // oil, sampled control
      {"machines/electric-road-arm.yaml", NULL}, // loops
      {"machines/rov-manipulator.yaml",   NULL}, // water, attitudes
  };
  uint64_t seed = 17;
  (void)state;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    pair p;
    open_pair(&p, all[i].file, all[i].name);
    compare(&p, all[i].file, &seed);
    step_both(&p, 0.02);
    compare(&p, all[i].file, &seed);
    if (turn_numbers(&p)) compare(&p, "other numbers", &seed);
    close_pair(&p);
  }
}

// q'' = -9.81 sin q: along q -9.81 cos q.
static void pendulum_has_its_closed_form(void **state)
{
  pair p;
  double seed = 1, out = 0;
  (void)state;
  open_pair(&p, "machines/planar-pendulum.yaml", NULL);
  int q = -1, v = -1;
  dv_info info;
  for (int i = 0; i < 2; i++) {
    int at = dv_model_state(p.model, i);
    dv_model_info(p.model, at, &info);
    if (strstr(info.name, ".position")) q = at;
    else v = at;
  }
  assert_true(q >= 0 && v >= 0 && dv_model_states(p.model) == 2);
  assert_int_equal(dv_sim_set(p.saved, q, 0.7), DV_OK);
  assert_int_equal(dv_sim_slope(p.saved, &v, 1, &q, 1, &seed, &out), DV_OK);
  assert_near(out, -9.81 * cos(0.7), 4e-15);
  close_pair(&p);
}

// As an FMU has it: max(x, 0) and max(-x, 0) at zero count by half each, 3/2 + 5/2; |x| does not count; what asks for x > 0 is on
// the side where x is not. Both graphs.
static void ties_count_by_half(void **state)
{
  static const char text[] =
      "gravity: 0\nbodies: {b: {mass: 2 kg}}\njoints: {x: {type: prismatic, child: b}}\nsignals: {f: \"3 [N/m]*max(x, 0 [m]) "
      "- 5 [N/m]*max(-x, 0 [m]) + 7 [N/m]*abs(x) + select(less(0 [m], x), 11 [N/m], 13 [N/m])*x\"}\n"
      "parts: {push: {kind: force.effort, axis: x, effort: f}}\nuntil: 1 s\n";
  char path[] = "/tmp/davit-saved-XXXXXX";
  int file = mkstemp(path), x = -1, v = -1;
  double seed = 1, out = 0;
  pair p;
  dv_info info;
  (void)state;
  assert_true(file >= 0 && write(file, text, sizeof text - 1) == (ssize_t)sizeof text - 1);
  close(file);
  open_pair(&p, path, NULL);
  for (int i = 0; i < 2; i++) {
    int at = dv_model_state(p.model, i);
    dv_model_info(p.model, at, &info);
    *(strstr(info.name, ".position") ? &x : &v) = at;
  }
  dv_sim *both[] = {p.saved, p.traced};
  for (int i = 0; i < 2; i++) {
    assert_int_equal(dv_sim_slope(both[i], &v, 1, &x, 1, &seed, &out), DV_OK);
    assert_near(out, (3 / 2.0 + 5 / 2.0 + 13) / 2, 1e-15);
  }
  close_pair(&p);
  unlink(path);
}

// One integer of the graph after the other gets a value that it cannot have, or another that it can.
static void changed_graphs_stay_within(void **state)
{
  static const int value[] = {-1, 0, 7, 1 << 20, INT32_MAX, INT32_MIN};
  pair p;
  uint64_t seed = 5;
  int taken = 0, refused = 0;
  (void)state;
  open_pair(&p, "machines/electric-road-arm.yaml", NULL);
  size_t n = (size_t)p.block->bytes;
  dv_model *m = aligned_alloc(64, (n + 63) / 64 * 64);
  assert_non_null(m);
  for (int i = 0; i < 150; i++) {
    char why[300];
    memcpy(m, p.block, n);
    dv_section_id id = i % 3 ? DV_S_GRAPH : DV_S_GRAPH_INT;
    int *at = (int *)(void *)((char *)m + m->section[id].offset);
    int count = m->section[id].count * m->section[id].size / (int)sizeof(int);
    at[i % 3 || i > 30 ? (int)roll(&seed, (uint64_t)count) : i / 3] = value[roll(&seed, sizeof value / sizeof *value)];
    m->hash = dv_saved_hash(m);
    dv_model *other = dv_model_load(m, n, why, sizeof why);
    if (!other && ++refused) continue;
    dv_sim *s = dv_sim_new(other, NULL, why, sizeof why);
    assert_non_null(s);
    int of = dv_model_state(other, 0), along = dv_model_state(other, 1);
    double by = 1, out;
    s->body->exact = dv_sim_slope_saved;
    dv_sim_slope(s, &of, 1, &along, 1, &by, &out);
    taken++;
    dv_sim_free(s);
    dv_model_free(other);
  }
  assert_true(taken > 5 && refused > 20);
  free(m);
  close_pair(&p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pendulum_has_its_closed_form),
      cmocka_unit_test(machines_agree),
      cmocka_unit_test(ties_count_by_half),
      cmocka_unit_test(changed_graphs_stay_within),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
