// builder.c: collects the sections of a model and lays them out in one block.
#include "model/builder.h"

#include "model/block_version.h"

#include <string.h>

enum { LINE = 64, FIRST = 32 };

dv_builder *dv_builder_new(dv_arena *a, const int *size)
{
  dv_builder *b = DV_TAKE(a, dv_builder, 1);
  b->arena = a;
  for (int i = 0; i < DV_S_COUNT; i++) {  // an empty section has an address too
    dv_building room = {dv_arena_take(a, FIRST * (size_t)size[i]), 0, FIRST, size[i]};
    b->section[i] = room;
  }
  dv_builder_take(b, DV_S_TEXT, 1);  // offset 0 is the empty text
  return b;
}

int dv_builder_take(dv_builder *b, dv_section_id id, int count)
{
  dv_building *s = &b->section[id];
  int first = s->count;
  if (s->count + count > s->cap) {
    int cap = 2 * s->cap;
    while (cap < s->count + count) cap *= 2;
    s->bytes = dv_arena_grow(b->arena, s->bytes, (size_t)s->count * (size_t)s->size, (size_t)cap * (size_t)s->size);
    s->cap = cap;
  }
  s->count += count;
  return first;
}

void *dv_builder_at(dv_builder *b, dv_section_id id, int index)
{
  dv_building *s = &b->section[id];
  return s->bytes + (size_t)index * (size_t)s->size;
}

// Slot of a text: where it is, or the empty one where it goes.
static int slot_of(const dv_builder *b, const char *text, size_t n)
{
  unsigned at = (unsigned)dv_hash_bytes(text, n) & (unsigned)(b->slots - 1);
  while (b->seen[at] && strcmp(b->section[DV_S_TEXT].bytes + b->seen[at], text)) at = (at + 1) & (unsigned)(b->slots - 1);
  return (int)at;
}

static void widen(dv_builder *b)
{
  int *old = b->seen, n = b->slots;
  b->slots = n ? 2 * n : 256;
  b->seen = DV_TAKE(b->arena, int, b->slots);
  for (int i = 0; i < n; i++) {
    if (!old[i]) continue;
    const char *text = b->section[DV_S_TEXT].bytes + old[i];
    b->seen[slot_of(b, text, strlen(text) + 1)] = old[i];
  }
}

int dv_builder_text(dv_builder *b, const char *text)
{
  if (!text || !*text) return 0;
  if (2 * b->nseen >= b->slots) widen(b);
  size_t n = strlen(text) + 1;
  int slot = slot_of(b, text, n);
  if (b->seen[slot]) return b->seen[slot];
  int at = dv_builder_take(b, DV_S_TEXT, (int)n);
  memcpy(b->section[DV_S_TEXT].bytes + at, text, n);
  b->seen[slot] = at;
  b->nseen++;
  return at;
}

static size_t round_up(size_t n) { return (n + LINE - 1) / LINE * LINE; }

dv_model *dv_builder_finish(dv_builder *b)
{
  size_t total = round_up(sizeof(dv_model));
  for (int i = 0; i < DV_S_COUNT; i++) total += round_up((size_t)b->section[i].count * (size_t)b->section[i].size);
  char *block = dv_arena_take(b->arena, total);
  dv_model *m = (dv_model *)(void *)block;
  *m = b->header;
  size_t at = round_up(sizeof(dv_model));
  for (int i = 0; i < DV_S_COUNT; i++) {
    const dv_building *s = &b->section[i];
    size_t n = (size_t)s->count * (size_t)s->size;
    m->section[i].offset = (int64_t)at;
    m->section[i].count = s->count;
    m->section[i].size = s->size;
    if (n) memcpy(block + at, s->bytes, n);
    at += round_up(n);
  }
  memcpy(m->magic, "davit\0\0", 8);
  m->version = dv_block_version();
  m->byte_order = DV_BYTE_ORDER;
  m->bytes = (int64_t)total;
  m->hash = dv_hash_bytes(block + sizeof(dv_model), total - sizeof(dv_model));
  return m;
}
