// compiled.c: the engine with the functions of a machine that `davit compile` wrote, and whether it is that of a model.
#include "davit/real.h"
#include "engine/engine.h"
#include "engine/compiled.h"

#if DV_LANES == 1 && !defined(DV_TRACE)

#include "base/hash.h"

static int place(int lanes) { return lanes == 1 ? 0 : lanes == 4 ? 1 : 2; }

const dv_engine *dv_engine_compiled(const dv_engine *plain, const dv_compiled *c, dv_engine *own)
{
  int at = place(plain->lanes);
  if (!c || !c->rates[at]) return plain;
  *own = *plain;
  own->rates = own->slopes = c->rates[at];
  if (c->sample[at]) own->sample = c->sample[at];
  if (c->roots[at]) own->roots = c->roots[at];
  if (c->tidy[at]) own->tidy = c->tidy[at];
  return own;
}

dv_show *dv_compiled_show(const dv_compiled *c, int lanes) { return c ? c->show[place(lanes)] : NULL; }

int dv_shown_cell(const dv_variable *v, int *cell)
{
  *cell = v->array == DV_IN_RATE ? ~v->index : v->index;
  return v->array == DV_IN_RATE || v->array == DV_IN_WORK;
}

int dv_compiled_shows(const dv_compiled *c, const dv_variable *v)
{
  int cell, found = !dv_shown_cell(v, &cell);
  for (int i = 0; i < c->nshown && !found; i++) found = c->shown[i] == cell;
  return found;
}

static uint64_t hash_numbers(uint64_t h, const dv_model *m, const int32_t *open, int nopen)
{
  const double *num = dv_model_NUMBER(m);
  int from = 0;
  for (int i = 0; i <= nopen; i++) {
    int to = i < nopen ? open[i] : m->nnum;
    h = dv_hash_on(h, num + from, (size_t)(to - from) * sizeof *num);
    from = to + 1;
  }
  return h;
}

uint64_t dv_compiled_key(const dv_model *m, const int32_t *open, int nopen)
{
  uint64_t h = dv_hash_on(DV_HASH_START, open, (size_t)nopen * sizeof *open);
  for (int i = 0; i < DV_S_COUNT; i++) {
    const dv_section *s = &m->section[i];
    if (i == DV_S_START || i == DV_S_SCALE || i == DV_S_TEXT || i == DV_S_VARIABLE || i == DV_S_NUMBER) continue;
    h = dv_hash_on(h, (const char *)m + s->offset, (size_t)s->count * (size_t)s->size);
  }
  h = dv_hash_text(h, dv_model_text(m, m->foreign));
  return hash_numbers(h, m, open, nopen) ^ ((uint64_t)(uint32_t)m->nx << 32) ^ (uint64_t)(uint32_t)m->nwork;
}

int dv_compiled_fits(const dv_compiled *c, const dv_model *m)
{
  if (memcmp(c->magic, "dvmach3", 8) || c->nx != m->nx || c->nd != m->nd || c->nquad != m->nquad) return 0;
  for (int i = 0; i < c->nopen; i++)
    if (c->open[i] < 0 || c->open[i] >= m->nnum || (i && c->open[i] <= c->open[i - 1])) return 0;
  return c->key == dv_compiled_key(m, c->open, c->nopen);
}

#endif
