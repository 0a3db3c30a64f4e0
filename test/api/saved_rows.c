// saved_rows.c: saved blocks that somebody wrote. What davit saves is taken; a block in which any one integer was changed, with
// a hash that is right, is refused, or runs within its own memory (the sanitizers look).
#include "davit/davit.h"

#include "assemble/assemble.h"
#include "base/file.h"
#include "base/hash.h"
#include "model/saved_fault.h"
#include "solve/solve.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 2, SHOWN = 40 };

// Loads and runs; 1: taken.
static int run(const void *bytes, size_t n)
{
  char why[300];
  dv_model *m = dv_model_load(bytes, n, why, sizeof why);
  if (!m) return 0;
  dv_method by = {.method = "rk4", .step = 1e-6};
  dv_sim *s = dv_sim_new(m, &by, why, sizeof why);
  for (int i = 0; s && i < STEPS; i++) dv_sim_step(s, 1e-6);
  for (int i = 0; s && i < dv_model_variables(m) && i < SHOWN; i++) dv_sim_get(s, i);
  dv_sim_free(s);
  dv_model_free(m);
  return 1;
}

static const dv_model *block_of(dv_arena *a, const char *path, const char *text, size_t length)
{
  dv_machine m = {.arena = a, .diags = dv_diags_new(a)};
  m.doc = dv_doc_read_memory(a, m.diags, path, text, length);
  m.spec = m.doc->root ? dv_spec_read(m.doc, dv_kinds_x1, NULL, NULL, 0) : NULL;
  m.model = m.spec ? dv_assemble(m.spec, dv_kinds_x1) : NULL;
  if (!m.model) return NULL;
  dv_state *s = dv_state_new(a, m.model);
  return dv_start(&m, s) ? NULL : dv_saved_block(a, m.model, &m.spec->solver, s);
}

static const dv_model *block_of_file(dv_arena *a, const char *path)
{
  size_t n;
  const char *text = dv_file_read(a, dv_diags_new(a), path, (dv_mark){NULL, 0, 0}, (size_t)1 << 24, &n);
  const dv_model *m = text ? block_of(a, path, text, n) : NULL;
  if (!m) fail_msg("%s cannot be built", path);
  return m;
}

static void own_blocks_are_taken(void **state)
{
  static const char *const path[] = {
      "machines/planar-pendulum.yaml",     "machines/tumbling-body.yaml",        "machines/benchmarks/heavy-top.yaml",
      "machines/benchmarks/stewart.yaml",  "machines/benchmarks/held-boom.yaml", "machines/forestry-machine.yaml",
      "machines/benchmarks/elastica.yaml", "machines/electric-road-arm.yaml",    "machines/floating-two-arms.yaml"};
  int taken = 0;
  (void)state;
  for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
    dv_arena *a = dv_arena_new();
    const dv_model *m = block_of_file(a, path[i]);
    if (!run(m, (size_t)m->bytes)) fail_msg("%s is refused", path[i]);
    dv_arena_free(a);
  }
  for (int i = 0; dv_kinds_x1[i]; i++) {
    dv_arena *a = dv_arena_new();
    const char *text = dv_kinds_x1[i]->example;
    const dv_model *m = block_of(a, "f", text, strlen(text));
    char why[300];
    dv_model *own = m ? dv_model_load(m, (size_t)m->bytes, why, sizeof why) : NULL;
    if (m && !own) fail_msg("%s: %s", dv_kinds_x1[i]->name, why);
    taken += own != NULL;
    dv_model_free(own);
    dv_arena_free(a);
  }
  assert_true(taken > 120);
}

// Every `stride`-th integer of the head and of all sections but numbers and text gets other values.
static int change_ints(const dv_model *m, int stride)
{
  size_t n = (size_t)m->bytes;
  char *own = malloc(n);
  assert_non_null(own);
  memcpy(own, m, n);
  dv_model *head = (dv_model *)(void *)own;
  int taken = 0, seen = 0;
  for (int id = -1; id < DV_S_NUMBER; id++) {
    size_t at = id < 0 ? offsetof(dv_model, nlink) : (size_t)m->section[id].offset;
    size_t end = id < 0 ? sizeof(dv_model) : at + (size_t)m->section[id].count * (size_t)m->section[id].size;
    for (; at + 4 <= end; at += 4) {
      int32_t was, to[] = {-1, 0, 1, 7, -2, 1000000, INT32_MAX, INT32_MIN};
      if (seen++ % stride) continue;
      memcpy(&was, own + at, 4);
      to[4] = was + 1, to[5] = was - 1;
      for (size_t k = 0; k < sizeof to / sizeof *to; k++) {
        memcpy(own + at, to + k, 4);
        head->hash = dv_saved_hash(head);
        taken += run(own, n);
      }
      memcpy(own + at, &was, 4);
    }
  }
  free(own);
  return taken;
}

static void changed_examples(void **state)
{
  (void)state;
  for (int i = 0; dv_kinds_x1[i]; i++) {
    dv_arena *a = dv_arena_new();
    const char *text = dv_kinds_x1[i]->example;
    const dv_model *m = block_of(a, "f", text, strlen(text));
    if (m) change_ints(m, getenv("ALL") ? 1 : 467);
    dv_arena_free(a);
  }
}

static void changed_machines(void **state)
{
  static const char *const path[] = {"machines/loader-crane.yaml", "machines/knuckle-boom-crane.yaml",
                                     "machines/wagon-bondgraph.yaml", "machines/rov-recoil.yaml"};
  (void)state;
  for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
    dv_arena *a = dv_arena_new();
    const dv_model *m = block_of_file(a, path[i]);
    assert_true(run(m, (size_t)m->bytes));
    change_ints(m, getenv("ALL") ? 7 : 4001);
    dv_arena_free(a);
  }
}

// A name that would act on a terminal is refused; of our own blocks only names of files could hold one, and they hide it.
static void no_control_characters(void **state)
{
  char why[300];
  const char *text = dv_kinds_x1[0]->example;
  (void)state;
  dv_arena *a = dv_arena_new();
  const dv_model *m = block_of(a, "\x1b[31m.yaml", text, strlen(text));
  assert_true(run(m, (size_t)m->bytes));
  char *own = malloc((size_t)m->bytes), *name = own + m->section[DV_S_TEXT].offset + 1;
  memcpy(own, m, (size_t)m->bytes);
  assert_null(memchr(name, 0x1b, (size_t)m->section[DV_S_TEXT].count - 1));
  *name = 0x1b;
  ((dv_model *)(void *)own)->hash = dv_saved_hash((const dv_model *)(const void *)own);
  assert_null(dv_model_load(own, (size_t)m->bytes, why, sizeof why));
  assert_non_null(strstr(why, "control character"));
  free(own);
  dv_arena_free(a);
}

// States of sims that somebody wrote: any one number is another.
static void change_state(const dv_model *block, int stride)
{
  static const double odd[] = {1e9, -3, (double)NAN, 0.5};
  char why[300];
  dv_method by = {.method = "rosenbrock", .step = 1e-4};
  dv_model *m = dv_model_load(block, (size_t)block->bytes, why, sizeof why);
  dv_sim *s = m ? dv_sim_new(m, &by, why, sizeof why) : NULL;
  if (!s) fail_msg("%s", why);
  assert_int_equal(dv_sim_step(s, 3e-4), DV_OK);
  size_t n = dv_sim_state_bytes(s);
  char *saved = malloc(n), *own = malloc(n);
  assert_int_equal(dv_sim_state_save(s, saved, n), DV_OK);
  for (size_t at = 32; at + 8 <= n; at += 8 * (size_t)stride)
    for (int k = 0; k < 4; k++) {
      memcpy(own, saved, n);
      memcpy(own + at, odd + k, 8);
      uint64_t hash = dv_hash_bytes(own + 32, n - 32);
      memcpy(own + 24, &hash, sizeof hash);
      if (dv_sim_state_load(s, own, n) == DV_OK) dv_sim_step(s, 1e-4);
      assert_int_equal(dv_sim_state_load(s, saved, n), DV_OK);
    }
  free(saved);
  free(own);
  dv_sim_free(s);
  dv_model_free(m);
}

static void changed_states(void **state)
{
  static const char *const kind[] = {"marine.derivatives", "marine.damping", "signal.table"};
  (void)state;
  for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
    for (int k = 0; dv_kinds_x1[k]; k++) {
      if (strcmp(dv_kinds_x1[k]->name, kind[i])) continue;
      dv_arena *a = dv_arena_new();
      change_state(block_of(a, "f", dv_kinds_x1[k]->example, strlen(dv_kinds_x1[k]->example)), 1);
      dv_arena_free(a);
    }
  dv_arena *a = dv_arena_new();
  change_state(block_of_file(a, "machines/benchmarks/singular-slider-crank.yaml"), 1);
  dv_arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(own_blocks_are_taken), cmocka_unit_test(changed_examples),
                                     cmocka_unit_test(changed_machines), cmocka_unit_test(changed_states),
                                     cmocka_unit_test(no_control_characters)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
