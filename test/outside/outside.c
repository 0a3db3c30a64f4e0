// outside.c: kinds from libraries: taken, refused with place and cause, audited, and run by several threads at a time.
#include "support.h"

#include "assemble/assemble.h"
#include "audit/audit.h"
#include "engine/compiled.h"
#include "graph/trace.h"
#include "outside/outside.h"
#include "solve/solve.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  const dv_outside *kinds;
} loaded;

static loaded load(const char *first, const char *second)
{
  loaded l = {.arena = dv_arena_new()};
  const char *path[2] = {first, second};
  l.diags = dv_diags_new(l.arena);
  l.kinds = dv_outside_load(l.arena, l.diags, path, second ? 2 : 1);
  return l;
}

static int says(const dv_diags *d, const char *text)
{
  for (int i = 0; i < d->n; i++)
    if (strstr(dv_diag_text(d, i), text)) return 1;
  for (int i = 0; i < d->n; i++) print_error("%s\n", dv_diag_text(d, i));
  return 0;
}

static void stands_behind_our_own(void **state)
{
  (void)state;
  loaded l = load(LIBRARIES "/good_kinds.so", LIBRARIES "/good_kinds.so");  // named twice, there once
  assert_non_null(l.kinds);
  assert_int_equal(l.kinds->n, 2);
  assert_ptr_equal(l.kinds->all[DV_KINDS_OWN - 1], dv_kinds_x1[DV_KINDS_OWN - 1]);
  assert_string_equal(l.kinds->all[DV_KINDS_OWN]->name, "my.duffing");
  assert_string_equal(l.kinds->all[DV_KINDS_OWN + 1]->name, "my.eddy-brake");
  assert_null(l.kinds->all[DV_KINDS_OWN + 2]);
  dv_arena_free(l.arena);
}

static void passes_our_own_audit(void **state)
{
  (void)state;
  loaded l = load(LIBRARIES "/good_kinds.so", NULL);
  for (int i = 0; i < l.kinds->n; i++) {
    const void *width[3];
    dv_audit_widths(l.kinds, DV_KINDS_OWN + i, width);
    assert_null(dv_audit_untried(width[0]));
    dv_audit_laws(l.diags, NULL, width);
    dv_audit_energy(l.diags, NULL, width);
  }
  assert_int_equal(l.diags->nerror, 0);
  dv_arena_free(l.arena);
}

static void is_refused_with_the_cause(void **state)
{
  static const char *const fault[][2] = {
    {LIBRARIES "/nowhere.so",          "nowhere.so"                                          },
    {LIBRARIES "/CTestTestfile.cmake", "cannot be loaded"                                    },
    {LIBRARIES "/fault_VERSION.so",    "built for another version of davit"                  },
    {LIBRARIES "/fault_SIZE.so",       "built for another version of davit"                  },
    {LIBRARIES "/fault_NONE.so",       "no kind in it"                                       },
    {LIBRARIES "/fault_CLASH.so",      "'force.damper' is there already: davit itself has it"},
    {LIBRARIES "/fault_NAME.so",       "not of the form domain.name"                         },
    {LIBRARIES "/fault_RANGE.so",      "damping: its default is outside its range"           },
    {LIBRARIES "/fault_UNIT.so",       "'smoot' is unknown"                                  },
    {LIBRARIES "/fault_LAW.so",        "no law 'answer'"                                     },
    {LIBRARIES "/fault_STANDS.so",     "without naming a kind"                               },
#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
    {LIBRARIES "/fault_WIDTH.so",      "lacks the kinds of a width: 'davit_kinds_x8'"        },
#endif
  };
  (void)state;
  for (size_t i = 0; i < sizeof fault / sizeof *fault; i++) {
    loaded l = load(fault[i][0], NULL);
    assert_null(l.kinds);
    if (!says(l.diags, fault[i][1])) fail_msg("%s: nobody says '%s'", fault[i][0], fault[i][1]);
    dv_arena_free(l.arena);
  }
  loaded l = load(LIBRARIES "/fault_BITS.so", LIBRARIES "/fault_ENERGY.so");
  assert_null(l.kinds);
  assert_true(says(l.diags, "'my.damper' is there already: " LIBRARIES "/fault_BITS.so has it"));
  dv_arena_free(l.arena);
}

static void audit_finds(const char *library, const char *what)
{
  const void *width[3];
  loaded l = load(library, NULL);
  assert_non_null(l.kinds);
  dv_audit_widths(l.kinds, DV_KINDS_OWN, width);
  int faults = dv_audit_laws(l.diags, library, width);
  if (!faults) faults = dv_audit_energy(l.diags, library, width);
  if (!faults || !says(l.diags, what)) fail_msg("%s: the audit does not say '%s'", library, what);
  dv_arena_free(l.arena);
}

static void the_audit_finds_faults(void **state)
{
  (void)state;
  audit_finds(LIBRARIES "/fault_ENERGY.so", "'my.damper' makes energy");
  audit_finds(LIBRARIES "/fault_FINITE.so", "gives NaN");
  audit_finds(LIBRARIES "/fault_GUARD.so", "leaves out the margin of a warning");
#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
  if (dv_engine_of_width(4)) audit_finds(LIBRARIES "/fault_BITS.so", "in one lane");
#endif
}

static dv_machine *open_example(const loaded *l, int i)
{
  dv_machine_options o = {.case_name = "example", .kinds = l->kinds, .under = l->arena};
  const char *text = l->kinds->all[DV_KINDS_OWN + i]->example;
  char path[] = "/tmp/outside-XXXXXX.yaml";
  int fd = mkstemps(path, 5);
  assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) && !close(fd));
  dv_machine *m = dv_machine_open(path, &o);
  unlink(path);
  return m;
}

static void asks_too_early(void **state)
{
  (void)state;
  loaded l = load(LIBRARIES "/fault_START.so", NULL);
  assert_non_null(l.kinds);
  dv_machine *m = open_example(&l, 0);
  assert_null(m->model);
  assert_true(says(m->diags, "'d': the law 'start' of its kind asks for water, ground or the machine"));
  dv_arena_free(l.arena);
}

// A mass on the cubic spring comes through zero after K(1/2) seconds.
static double come_through_zero(const loaded *l)
{
  dv_machine *m = open_example(l, 0);
  assert_non_null(m->model);
  dv_state *s = dv_state_new(m->arena, m->model);
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  dv_run_result r = {0};
  assert_int_equal(dv_start(m, s), 0);
  assert_int_equal(dv_run(m->model, s, &o, NULL, NULL, NULL, &r, m->diags, m->arena), 0);
  assert_near(s->x[1], -sqrt(0.5), 1e-8);
  return s->x[0];
}

static void runs_as_the_closed_form_says(void **state)
{
  static const char *const library[] = {LIBRARIES "/good_kinds.so", LIBRARIES "/untraced_kinds.so"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    loaded l = load(library[i], NULL);
    assert_near(come_through_zero(&l), 0, 1e-8);
    dv_arena_free(l.arena);
  }
}

static void is_named_by_the_model(void **state)
{
  (void)state;
  loaded l = load(LIBRARIES "/good_kinds.so", NULL), other = load(LIBRARIES "/untraced_kinds.so", NULL);
  const dv_model *m = open_example(&l, 0)->model, *n = open_example(&other, 0)->model;
  assert_ptr_equal(strstr(dv_model_text(m, m->foreign), "my.duffing "), dv_model_text(m, m->foreign));
  assert_null(strstr(dv_model_text(m, m->foreign), "my.eddy-brake"));  // not used
  // another library with the same kind is another machine, for states and for compiled code
  assert_true(m->hash != n->hash);
  assert_true(dv_compiled_key(m, NULL, 0) != dv_compiled_key(n, NULL, 0));
  dv_arena_free(l.arena);
  dv_arena_free(other.arena);
}

static void is_traced_where_it_can_be(void **state)
{
  (void)state;
  loaded l = load(LIBRARIES "/good_kinds.so", NULL), other = load(LIBRARIES "/untraced_kinds.so", NULL);
  const dv_model *m = open_example(&l, 0)->model, *n = open_example(&other, 0)->model;
  dv_trace_options o = {0};
  char on[4] = {0};
  int timed = 0;
  assert_non_null(dv_trace_machine(l.arena, l.diags, m, &o, "example"));
  assert_int_equal(dv_trace_slopes(l.arena, m, 0, on, &timed), 0);
  // x' = v; v' = -k3 x^3 / m
  assert_true(!on[0] && on[1] && on[2] && !on[3] && !timed);
  assert_null(dv_trace_machine(other.arena, other.diags, n, &o, "example"));
  assert_true(says(other.diags, "'k' cannot be compiled: the library of its kind has no traced build"));
  assert_int_equal(dv_trace_slopes(other.arena, n, 0, on, &timed), 1);
  dv_arena_free(l.arena);
  dv_arena_free(other.arena);
}

static void *one_thread(void *sum)
{
  for (int i = 0; i < 5; i++) {
    loaded l = load(i % 2 ? LIBRARIES "/untraced_kinds.so" : LIBRARIES "/good_kinds.so", NULL);
    *(double *)sum += come_through_zero(&l);
    dv_arena_free(l.arena);
  }
  return NULL;
}

static void threads_have_libraries_of_their_own(void **state)
{
  enum { THREADS = 4 };
  pthread_t thread[THREADS];
  double sum[THREADS] = {0};
  (void)state;
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&thread[i], NULL, one_thread, &sum[i]), 0);
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  for (int i = 0; i < THREADS; i++) assert_true(sum[i] == sum[0]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(asks_too_early),
      cmocka_unit_test(stands_behind_our_own),
      cmocka_unit_test(passes_our_own_audit),
      cmocka_unit_test(is_refused_with_the_cause),
      cmocka_unit_test(the_audit_finds_faults),
      cmocka_unit_test(runs_as_the_closed_form_says),
      cmocka_unit_test(is_named_by_the_model),
      cmocka_unit_test(is_traced_where_it_can_be),
      cmocka_unit_test(threads_have_libraries_of_their_own),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
