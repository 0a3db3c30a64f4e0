// saved_block.c: a model's block with what stepping it needs beside the machine: where it starts, how it is run, its Jacobian's
// pattern.
#include "solve/machine_pattern.h"
#include "solve/solve.h"

#include "kinds/kinds.h"
#include "model/saved_fault.h"

#include <string.h>

enum { LINE = 64 };
static size_t round_up(size_t n) { return (n + LINE - 1) / LINE * LINE; }

static void put_text(char *to, size_t room, const char *text)
{
  if (text && strlen(text) < room) memcpy(to, text, strlen(text) + 1);
}

static dv_settings settings_of(const dv_solver_spec *s)
{
  dv_settings out = {.step = s->step,
                     .rtol = s->rtol,
                     .atol = s->atol,
                     .until = s->until,
                     .every = s->every,
                     .ledger = s->ledger,
                     .order = s->order,
                     .momentum = dv_run_formulations[s->formulation].momenta};
  put_text(out.method, sizeof out.method, s->method ? s->method : "cvode");
  put_text(out.linear, sizeof out.linear, s->linear);
  return out;
}

// A section at the end of the block.
static void append(dv_model *m, dv_section_id id, const void *rows, int count, size_t size)
{
  dv_section *s = &m->section[id];
  *s = (dv_section){m->bytes, count, (int32_t)size};
  if (count) memcpy((char *)m + m->bytes, rows, (size_t)count * size);
  m->bytes += (int64_t)round_up((size_t)count * size);
}

// Names of files may hold what a terminal would obey.
static void hide_controls(dv_model *m)
{
  char *text = (char *)m + m->section[DV_S_TEXT].offset;
  for (int i = 0; i < m->section[DV_S_TEXT].count; i++)
    if (!dv_is_shown(text[i])) text[i] = '?';
}

const dv_model *dv_saved_block(dv_arena *a, const dv_model *m, const dv_solver_spec *solver, const dv_state *start)
{
  int nslope;
  const int *slope = dv_pattern_saved(a, m, &nslope);
  dv_settings set = settings_of(solver);
  size_t own = (size_t)m->bytes, whole = own + round_up(sizeof set) + round_up((size_t)nslope * sizeof *slope);
  dv_model *out = dv_arena_take(a, whole);
  memcpy(out, m, own);
  append(out, DV_S_SETTING, &set, 1, sizeof set);
  append(out, DV_S_SLOPE, slope, nslope, sizeof *slope);
  double *x = (double *)(void *)((char *)out + out->section[DV_S_START].offset);
  memcpy(x, start->x, (size_t)m->nx * sizeof *x);
  if (m->nd) memcpy(x + m->nx, start->d, (size_t)m->nd * sizeof *x);
  hide_controls(out);
  out->kinds = dv_kinds_key();
  out->hash = dv_saved_hash(out);
  return out;
}
