// saved_block.c: a model's block with what stepping it needs beside the machine: where it starts, how it is run, its Jacobian's
// pattern.
#include "graph/graph_save.h"
#include "run/sim.h"
#include "solve/machine_pattern.h"
#include "solve/solve.h"

#include "engine/engine_key.h"
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
  out->kinds = dv_engine_key();
  out->hash = dv_saved_hash(out);
  return out;
}

// ---- with its graph

static void open_numbers(char *is_open, int first, int n)
{
  for (int i = 0; i < n; i++) is_open[first + i] = 1;
}

// Inputs, parameters that a running machine can change, and all numbers of a part whose others may follow from one.
static int find_open(dv_arena *a, const dv_model *m, int **open)
{
  const dv_variable *v = dv_model_VARIABLE(m);
  char *is_open = DV_TAKE(a, char, m->nnum + 1);
  int n = 0;
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++) {
    if (v[i].array != DV_IN_NUMBER) continue;
    int settable = v[i].role == DV_ROLE_PARAMETER && dv_number_settable(m, &v[i]), first = v[i].index, count = 1;
    if (settable) dv_numbers_with(m, &v[i], &first, &count);
    if (settable || v[i].role == DV_ROLE_INPUT) open_numbers(is_open, first, count);
  }
  *open = DV_TAKE(a, int, m->nnum + 1);
  for (int i = 0; i < m->nnum; i++)
    if (is_open[i]) (*open)[n++] = i;
  return n;
}

const dv_model *dv_saved_with_graph(dv_arena *a, const dv_model *block)
{
  int *open, nopen = find_open(a, block, &open);
  dv_graph_rows r;
  if (dv_graph_save(a, block, open, nopen, &r)) return block;
  size_t own = (size_t)block->bytes, more = round_up((size_t)r.nnode * sizeof *r.node) +
                                            round_up((size_t)r.ninteger * sizeof *r.integer) +
                                            round_up((size_t)r.nreal * sizeof *r.real);
  dv_model *out = dv_arena_take(a, own + more);
  memcpy(out, block, own);
  append(out, DV_S_GRAPH, r.node, r.nnode, sizeof *r.node);
  append(out, DV_S_GRAPH_INT, r.integer, r.ninteger, sizeof *r.integer);
  append(out, DV_S_GRAPH_REAL, r.real, r.nreal, sizeof *r.real);
  out->hash = dv_saved_hash(out);
  return out;
}
