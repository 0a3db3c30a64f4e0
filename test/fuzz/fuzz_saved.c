// libFuzzer target: saved models (.dvm) that somebody wrote, up to steps of a sim.
//
// The input is a list of changes to the block of a kind's example, made here: the first byte says of which kind, then seven bytes
// each: what is done, where, with which value. So inputs stay what they are when the layout of blocks changes. The head is set
// right, so that what is behind it is looked at. A first byte of 255: what follows is the block itself, as it is.
#include "assemble/assemble.h"
#include "davit/davit.h"
#include "fuzz.h"
#include "model/saved_fault.h"
#include "solve/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BASES = 254, RAW = 255, CHANGE = 7, STATES_MOST = 1000 };

typedef struct {
  dv_arena *arena;
  const dv_model *block;
} base;

static const dv_model *block_of(dv_arena *a, const char *text)
{
  dv_machine m = {.arena = a, .diags = dv_diags_new(a)};
  m.doc = dv_doc_read_memory(a, m.diags, "/nowhere/f", text, strlen(text));
  m.spec = m.doc->root ? dv_spec_read(m.doc, dv_kinds_x1, NULL, NULL, 0) : NULL;
  m.model = m.spec ? dv_assemble(m.spec, dv_kinds_x1) : NULL;
  if (!m.model) return NULL;
  dv_state *s = dv_state_new(a, m.model);
  return dv_start(&m, s) ? NULL : dv_saved_block(a, m.model, &m.spec->solver, s);
}

static const dv_model *base_of(unsigned which)
{
  static base made[BASES];
  static unsigned kinds;
  while (dv_kinds_x1[kinds] && kinds < BASES) kinds++;
  base *b = &made[which % kinds];
  if (!b->arena) {
    b->arena = dv_arena_new();
    b->block = block_of(b->arena, dv_kinds_x1[which % kinds]->example);
  }
  return b->block;
}

static uint32_t number_at(const uint8_t *p, int n)
{
  uint32_t x = 0;
  for (int i = 0; i < n; i++) x |= (uint32_t)p[i] << 8 * i;
  return x;
}

// 0, 1: an integer of the head or of a section is set; 2: one is added to it; 3: a number of the machine, its start or scale.
static void change(const dv_model *m, char *own, const uint8_t *p)
{
  static const double odd[] = {0, -1, 1, 1e-300, 1e300, (double)NAN, (double)INFINITY, 0.5};
  size_t ints = (sizeof *m - offsetof(dv_model, nlink)) / 4, where = number_at(p + 1, 2);
  uint32_t value = number_at(p + 3, 4);
  if (p[0] % 4 == 3) {
    const dv_section *s = &m->section[DV_S_NUMBER + p[6] % 3];
    if (s->count) memcpy(own + s->offset + 8 * (where % (size_t)s->count), odd + value % 8, 8);
    return;
  }
  const dv_section *s = &m->section[(p[0] >> 2) % DV_S_NUMBER];
  size_t count = p[0] & 128 ? ints : (size_t)s->count * (size_t)s->size / 4;
  char *at = own + (p[0] & 128 ? (int64_t)offsetof(dv_model, nlink) : s->offset);
  int32_t was;
  if (!count) return;
  at += 4 * (where % count);
  memcpy(&was, at, 4);
  value = p[0] % 4 == 2 ? (uint32_t)was + (uint32_t)(int8_t)value : value;
  memcpy(at, &value, 4);
}

static void run(const void *bytes, size_t n)
{
  char why[200];
  static const char *const method[] = {"rk4", "rosenbrock", "dopri5"};
  dv_model *m = dv_model_load(bytes, n, why, sizeof why);
  dv_method by = {.method = method[n % 3], .step = 1e-6};
  dv_sim *s = m && dv_model_states(m) < STATES_MOST ? dv_sim_new(m, &by, why, sizeof why) : NULL;
  for (int i = 0; s && i < 3; i++)
    if (dv_sim_step(s, 1e-6) == DV_OK) fuzz_accept((int)(n % 3));
  for (int i = 0; s && i < dv_model_variables(m) && i < 50; i++) dv_sim_get(s, i);
  dv_sim_free(s);
  dv_model_free(m);
}

const char *const fuzz_ways[] = {"steps by rk4", "steps by rosenbrock", "steps by dopri5", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  if (!n) return 0;
  if (bytes[0] == RAW) {
    run(bytes + 1, n - 1);
    return 0;
  }
  const dv_model *m = base_of(bytes[0]);
  if (!m) return 0;
  char *own = aligned_alloc(64, (size_t)m->bytes);  // blocks are multiples of 64
  if (!own) return 0;
  memcpy(own, m, (size_t)m->bytes);
  for (size_t at = 1; at + CHANGE <= n; at += CHANGE) change(m, own, bytes + at);
  ((dv_model *)(void *)own)->hash = 0;
  ((dv_model *)(void *)own)->hash = dv_saved_hash((const dv_model *)(const void *)own);
  run(own, (size_t)m->bytes);
  free(own);
  return 0;
}
