// harness.h: a machine from text, runs of it, and its state by name.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "support.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assemble/assemble.h"
#include "solve/solve.h"

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  const dv_model *model;
  dv_state *state;
} fixture;

static inline fixture fixture_open(const char *yaml)
{
  fixture b = {.arena = dv_arena_new()};
  b.diags = dv_diags_new(b.arena);
  dv_doc *doc = dv_doc_read_memory(b.arena, b.diags, "test.yaml", yaml, strlen(yaml));
  dv_spec *spec = doc->root && !b.diags->nerror ? dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0) : NULL;
  b.model = spec ? dv_assemble(spec, dv_kinds_x1) : NULL;
  for (int i = 0; i < b.diags->n; i++) print_message("%s\n", dv_diag_text(b.diags, i));
  assert_non_null(b.model);
  b.state = dv_state_new(b.arena, b.model);
  return b;
}

static inline void fixture_close(fixture *b) { dv_arena_free(b->arena); }

static inline dv_run_result fixture_run(fixture *b, const char *method, double until, double step)
{
  dv_run_options o = {.method = method, .until = until, .step = step, .rtol = 1e-11, .atol = 1e-13, .every = until};
  dv_run_result r;
  int bad = dv_run(b->model, b->state, &o, NULL, NULL, NULL, &r, b->diags, b->arena);
  for (int i = 0; i < b->diags->n; i++) print_message("%s\n", dv_diag_text(b->diags, i));
  assert_int_equal(bad, 0);
  return r;
}

static inline int fixture_index(const fixture *b, const char *path)
{
  int i = dv_model_find(b->model, path);
  assert_true(i >= 0);
  const dv_variable *v = dv_model_VARIABLE(b->model) + i;
  assert_int_equal(v->array, DV_IN_STATE);
  return v->index;
}

static inline double fixture_value(const fixture *b, const char *path) { return b->state->x[fixture_index(b, path)]; }
