// builder.h: sections that grow, then become one block.
#pragma once

#include "base/hash.h"
#include "base/arena.h"
#include "model/model.h"

typedef struct {
  char *bytes;
  int count, cap, size;
} dv_building;

typedef struct {
  dv_arena *arena;
  dv_model header;  // counts and offsets that assembling fills
  dv_building section[DV_S_COUNT];
  int *seen, nseen, slots;  // texts by hash: offsets, open addressing
} dv_builder;

dv_builder *dv_builder_new(dv_arena *a, const int *size);         // [DV_S_COUNT] bytes of an element: dv_section_sizes
int dv_builder_take(dv_builder *b, dv_section_id id, int count);  // index of the first of `count` zeroed elements
void *dv_builder_at(dv_builder *b, dv_section_id id, int index);  // valid until the section grows
int dv_builder_text(dv_builder *b, const char *text);             // offset; equal texts share
dv_model *dv_builder_finish(dv_builder *b);                       // one block in the arena

// The element i of a section with its type: dv_building_PART(b, i) is a struct dv_part *, valid until the section grows.
#define DV_SECTION(id, type, count, what)                                                                                        \
  static inline type *dv_building_##id(dv_builder *b, int i) { return (type *)dv_builder_at(b, DV_S_##id, i); }
#include "model/sections.def"
#define DV_AT(b, T, id, i) dv_building_##id((b), (i))  // T is for the reader; the table's type counts
