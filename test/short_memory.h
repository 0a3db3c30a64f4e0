// short_memory.h: the library's requests for memory, to which the linker leads (--wrap): those are refused for which fails() says
// so.
#pragma once

#include <stddef.h>

typedef struct dv_arena dv_arena;
void dv_arena_exhausted(const dv_arena *a) __attribute__((noreturn));
void *__real_dv_arena_take(dv_arena *a, size_t bytes);
void *__real_calloc(size_t n, size_t size);

static int fails(void);  // the test's own

void *__wrap_dv_arena_take(dv_arena *a, size_t bytes);
void *__wrap_dv_arena_take(dv_arena *a, size_t bytes)
{
  if (fails()) dv_arena_exhausted(a);
  return __real_dv_arena_take(a, bytes);
}

void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size) { return fails() ? NULL : __real_calloc(n, size); }
