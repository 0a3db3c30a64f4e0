// names.c: open addressing over FNV-1a hashes; at most half full.
#include "base/names.h"

#include "base/hash.h"

#include <string.h>

static unsigned hash(const char *text)
{
  uint64_t h = dv_hash_bytes(text, strlen(text));
  return (unsigned)(h ^ (h >> 29));
}

// The slot where the name is, or the empty one where it belongs.
static int *slot_of(const dv_names *s, const char *name)
{
  unsigned mask = (unsigned)s->nslot - 1;
  for (unsigned i = hash(name) & mask;; i = (i + 1) & mask)
    if (!s->slot[i] || !strcmp(s->item[s->slot[i] - 1], name)) return &s->slot[i];
}

static void widen(dv_arena *a, dv_names *s)
{
  s->nslot = s->nslot ? 2 * s->nslot : 16;
  s->slot = DV_TAKE(a, int, s->nslot);
  for (int i = 0; i < s->n; i++) *slot_of(s, s->item[i]) = i + 1;
}

int dv_names_add(dv_arena *a, dv_names *s, const char *name)
{
  if (2 * (s->n + 1) > s->nslot) widen(a, s);
  int *at = slot_of(s, name);
  if (*at) return -1;
  *DV_PUSH(a, s) = name;
  *at = s->n;
  return s->n - 1;
}

int dv_names_find(const dv_names *s, const char *name) { return s->n ? *slot_of(s, name) - 1 : -1; }

int dv_name_rows_find(dv_arena *a, dv_name_rows *r, const void *context, int n, dv_name_of_row *name_of, const char *name)
{
  for (; r->seen < n; r->seen++)
    if (dv_names_add(a, &r->names, name_of(context, r->seen)) >= 0) *DV_PUSH(a, &r->row) = r->seen;
  int i = dv_names_find(&r->names, name);
  return i < 0 ? -1 : r->row.item[i];
}
