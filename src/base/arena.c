// arena.c: blocks in a chain; a piece never moves and is never freed alone.
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64, FIRST = 1 << 14 };

typedef struct block {
  struct block *next;
  size_t used, size;
} block;

struct dv_arena {
  block *top;
};

static size_t round_up(size_t n) { return (n + ALIGN - 1) & ~(size_t)(ALIGN - 1); }

static block *block_new(size_t payload)
{
  size_t size = round_up(sizeof(block)) + payload;
  block *b = aligned_alloc(ALIGN, round_up(size));
  if (!b) abort();
  b->next = NULL;
  b->used = round_up(sizeof(block));
  b->size = round_up(size);
  return b;
}

dv_arena *dv_arena_new(void)
{
  dv_arena *a = malloc(sizeof *a);
  if (!a) abort();
  a->top = block_new(FIRST);
  return a;
}

void dv_arena_free(dv_arena *a)
{
  if (!a) return;
  for (block *b = a->top, *next; b; b = next) {
    next = b->next;
    free(b);
  }
  free(a);
}

void *dv_arena_take(dv_arena *a, size_t bytes)
{
  if (bytes > SIZE_MAX / 4) abort();
  size_t need = round_up(bytes ? bytes : 1);
  if (a->top->used + need > a->top->size) {
    size_t twice = 2 * a->top->size;
    block *b = block_new(need > twice ? need : twice);
    b->next = a->top;
    a->top = b;
  }
  char *p = (char *)a->top + a->top->used;
  a->top->used += need;
  return memset(p, 0, need);
}

void *dv_arena_grow(dv_arena *a, void *old, size_t old_bytes, size_t new_bytes)
{
  void *p = dv_arena_take(a, new_bytes);
  if (old_bytes) memcpy(p, old, old_bytes);
  return p;
}

char *dv_arena_copy(dv_arena *a, const char *text, size_t length)
{
  char *p = dv_arena_take(a, length + 1);
  if (length) memcpy(p, text, length);
  return p;
}

char *dv_arena_vtext(dv_arena *a, const char *format, va_list args)
{
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *p = dv_arena_take(a, (size_t)(n < 0 ? 0 : n) + 1);
  if (n > 0) vsnprintf(p, (size_t)n + 1, format, args);
  return p;
}

char *dv_arena_text(dv_arena *a, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *p = dv_arena_vtext(a, format, args);
  va_end(args);
  return p;
}
