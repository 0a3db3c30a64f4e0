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
  dv_model header;  // counts and offsets that the compiler fills
  dv_building section[DV_S_COUNT];
  int *seen, nseen, slots;  // texts by hash: offsets, open addressing
} dv_builder;

dv_builder *dv_builder_new(dv_arena *a);
void dv_builder_type(dv_builder *b, dv_section_id id, size_t size);  // element size; once per section
int dv_builder_take(dv_builder *b, dv_section_id id, int count);     // index of the first of `count` zeroed elements
void *dv_builder_at(dv_builder *b, dv_section_id id, int index);     // valid until the section grows
int dv_builder_text(dv_builder *b, const char *text);                // offset; equal texts share
dv_model *dv_builder_finish(dv_builder *b);                          // one block in the arena

#define DV_AT(b, T, id, i) ((T *)dv_builder_at((b), DV_S_##id, (i)))
