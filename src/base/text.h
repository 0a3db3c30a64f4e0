// text.h: text that grows, in an arena.
#pragma once

#include "base/arena.h"

typedef struct {
  dv_arena *arena;
  char *at;        // always with a terminating zero once something was added
  size_t n, room;  // bytes used, bytes taken
} dv_text;

void dv_text_put(dv_text *t, const char *bytes, size_t n);
void dv_text_add(dv_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void dv_text_number(dv_text *t, double x);  // shortest text that reads back as x, in every locale
const char *dv_text_all(const dv_text *t);  // "" when nothing was added
