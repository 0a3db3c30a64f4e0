// read.h: a machine from text, for the tests of the checker.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "support.h"

#include "spec/spec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A kind with everything that a kind can have and that the first kinds lack.
static const dv_port all_ports[] = {
    {"axle",  DV_ROTARY,    DV_ANSWERS, "a rotary axis"   },
    {"mount", DV_FRAME,     DV_ANSWERS, "a frame"         },
    {"oil",   DV_HYDRAULIC, DV_STORES,  "a hydraulic node"},
};
static const dv_param all_params[] = {
    {"gain", "{e}/{x}", DV_REQUIRED, 0, 1000, "stiffness on the axis"},
    {"area", "m^2",     0.01,        0, 1,    "an area"              },
};
static const dv_option all_options[] = {
    {"mode", "slow|fast", "how"}
};
static const dv_table all_tables[] = {
    {"curve",  2, 0, {"m", "N", NULL, NULL},   2, 1, "rows of [length, force]"},
    {"levels", 1, 0, {"Pa", NULL, NULL, NULL}, 0, 0, "pressures"              },
};
static const dv_quantity all_states[] = {
    {"p", "Pa", 1e5, "pressure", 0}
};
static const dv_quantity all_ins[] = {
    {"u", "m", 1, "a length",          DV_BY_RATE              },
    {"w", "1", 1, "an optional input", DV_BY_RATE | DV_OPTIONAL}
};
static const dv_kind all_kind = {
    .name = "test.all",
    .doc = "has everything",
    DV_ROWS(port, all_ports),
    DV_ROWS(param, all_params),
    DV_ROWS(option, all_options),
    DV_ROWS(table, all_tables),
    DV_ROWS(state, all_states),
    DV_ROWS(in, all_ins),
};

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  const dv_kind **kinds;
  dv_doc *doc;
  dv_spec *spec;
} machine;

static inline machine machine_start(void)
{
  machine m = {.arena = dv_arena_new()};
  int n = 0;
  while (dv_kinds_x1[n]) n++;
  m.kinds = DV_TAKE(m.arena, const dv_kind *, n + 2);
  for (int i = 0; i < n; i++) m.kinds[i] = dv_kinds_x1[i];
  m.kinds[n] = &all_kind;
  m.diags = dv_diags_new(m.arena);
  return m;
}

static inline void machine_free(machine *m) { dv_arena_free(m->arena); }

static inline void machine_show(const machine *m)
{
  for (int i = 0; i < m->diags->n; i++) print_message("  %s\n", dv_diag_text(m->diags, i));
}

static inline machine machine_read(const char *yaml, const char *case_name, const char *const *settings, int n)
{
  machine m = machine_start();
  m.doc = dv_doc_read_memory(m.arena, m.diags, "m.yaml", yaml, strlen(yaml));
  m.spec = dv_spec_read(m.doc, m.kinds, case_name, settings, n);
  return m;
}

// A file that must be without fault.
static inline machine machine_good(const char *yaml)
{
  machine m = machine_read(yaml, NULL, NULL, 0);
  if (!m.spec || m.diags->n) machine_show(&m);
  assert_non_null(m.spec);
  assert_int_equal(m.diags->n, 0);
  return m;
}
