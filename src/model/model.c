// model.c: finds variables, checks a block, makes states.
#include "model/model.h"

#include "base/arena.h"
#include "model/block_version.h"
#include "model/builder.h"

#include <string.h>

static int same_path(const char *path, const char *wanted)
{
  size_t n = strlen(wanted);
  return strncmp(path, wanted, n) == 0 && (path[n] == 0 || strcmp(path + n, ".position") == 0);
}

int dv_model_find(const dv_model *m, const char *path)
{
  if (!m || !path) return -1;
  const dv_variable *v = dv_model_VARIABLE(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (strcmp(dv_model_text(m, v[i].path), path) == 0) return i;
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (same_path(dv_model_text(m, v[i].path), path)) return i;
  return -1;
}

int dv_model_state(const dv_model *m, int x)
{
  const dv_variable *v = dv_model_VARIABLE(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (v[i].array == DV_IN_STATE && v[i].index == x) return i;
  return -1;
}

const char *dv_model_state_name(const dv_model *m, int x)
{
  int i = dv_model_state(m, x);
  return i < 0 ? "?" : dv_model_text(m, dv_model_VARIABLE(m)[i].path);
}

// Everything between the hash and the table of sections is structure.
int dv_model_alike(const dv_model *a, const dv_model *b)
{
  size_t from = offsetof(dv_model, hash) + sizeof a->hash, to = offsetof(dv_model, section);
  if (memcmp((const char *)a + from, (const char *)b + from, to - from)) return 0;
  for (int i = 0; i < DV_S_COUNT; i++) {
    const dv_section *p = &a->section[i], *q = &b->section[i];
    if (p->count != q->count || p->size != q->size) return 0;
    if (i == DV_S_NUMBER || i == DV_S_START || i == DV_S_SCALE || i == DV_S_VARIABLE || i == DV_S_SETTING) continue;
    if (memcmp((const char *)a + p->offset, (const char *)b + q->offset, (size_t)p->count * (size_t)p->size)) return 0;
  }
  return 1;
}

static int sections_fit(const dv_model *m, size_t n)
{
  for (int i = 0; i < DV_S_COUNT; i++) {
    const dv_section *s = &m->section[i];
    if (s->offset < (int64_t)sizeof(dv_model) || s->offset % 64 || s->count < 0 || s->size < 0) return 0;
    if ((uint64_t)s->offset + (uint64_t)s->count * (uint64_t)s->size > n) return 0;
  }
  return 1;
}

int dv_model_valid(const void *bytes, size_t n)
{
  const dv_model *m = bytes;
  if (n < sizeof(dv_model) || memcmp(m->magic, "davit\0\0", 8) || m->version != dv_block_version() || m->bytes != (int64_t)n)
    return 0;
  return sections_fit(m, n) && m->hash == dv_hash_bytes((const char *)bytes + sizeof(dv_model), n - sizeof(dv_model));
}

// Steps, step and time of the last Jacobian, then x and d there.
int dv_state_kept(const dv_model *m) { return 3 + m->nx + m->nd; }

dv_state *dv_state_new(dv_arena *a, const dv_model *m)
{
  dv_state *s = DV_TAKE(a, dv_state, 1);
  s->n = 1 + m->nx + m->nd + m->nquad + dv_state_kept(m);
  s->block = DV_TAKE(a, double, s->n);
  s->x = s->block + 1;
  s->d = s->x + m->nx;
  s->quad = s->d + m->nd;
  s->kept = s->quad + m->nquad;
  memcpy(s->x, dv_model_START(m), (size_t)(m->nx + m->nd) * sizeof(double));
  return s;
}

void dv_state_copy(dv_state *to, const dv_state *from)
{
  to->t = from->t;
  memcpy(to->block, from->block, (size_t)from->n * sizeof(double));
}
