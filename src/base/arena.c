// arena.c: blocks in a chain; a piece never moves and is never freed alone.
#include "base/arena.h"

#include "base/aligned.h"
#include "base/arena_care.h"

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
  void (*out)(void *context);
  void *context;
  dv_care *care;
  dv_arena *parent, *child, *before, *after;  // a child's neighbours in its parent's list
};

static size_t round_up(size_t n) { return (n + ALIGN - 1) & ~(size_t)(ALIGN - 1); }

static block *block_new(size_t payload)
{
  size_t size = round_up(sizeof(block)) + payload;
  block *b = dv_aligned_take(ALIGN, round_up(size));
  if (!b) return NULL;
  b->next = NULL;
  b->used = round_up(sizeof(block));
  b->size = round_up(size);
  return b;
}

void dv_arena_exhausted(const dv_arena *a)
{
  for (; a; a = a->parent)
    if (a->out) a->out(a->context);
  abort();
}

dv_arena *dv_arena_try(void)
{
  dv_arena *a = calloc(1, sizeof *a);
  if (a) a->top = block_new(FIRST);
  if (a && a->top) return a;
  return free(a), NULL;
}

dv_arena *dv_arena_under(dv_arena *parent)
{
  dv_arena *a = dv_arena_try();
  if (!a) dv_arena_exhausted(parent);
  a->parent = parent;
  if (!parent) return a;
  a->after = parent->child;
  if (a->after) a->after->before = a;
  parent->child = a;
  return a;
}

dv_arena *dv_arena_new(void) { return dv_arena_under(NULL); }

void dv_arena_guard(dv_arena *a, void (*out)(void *context), void *context)
{
  a->out = out;
  a->context = context;
}

dv_care *dv_arena_care(dv_arena *a)
{
  dv_care *c = DV_TAKE(a, dv_care, 1);
  c->next = a->care;
  return a->care = c;
}

const dv_care *dv_arena_cares(const dv_arena *a) { return a->care; }

static void unhook(dv_arena *a)
{
  if (a->after) a->after->before = a->before;
  if (a->before) a->before->after = a->after;
  else if (a->parent) a->parent->child = a->after;
}

void dv_arena_free(dv_arena *a)
{
  if (!a) return;
  while (a->child) dv_arena_free(a->child);  // NOLINT(clang-analyzer-unix.Malloc): a child unhooks itself
  unhook(a);
  for (dv_care *c = a->care; c; c = c->next)
    if (c->end) c->end(c->thing);
  for (block *b = a->top, *next; b; b = next) {
    next = b->next;
    dv_aligned_give(b);
  }
  free(a);
}

void *dv_arena_take(dv_arena *a, size_t bytes)
{
  if (bytes > SIZE_MAX / 4) dv_arena_exhausted(a);
  size_t need = round_up(bytes ? bytes : 1);
  if (a->top->used + need > a->top->size) {
    size_t twice = 2 * a->top->size;
    block *b = block_new(need > twice ? need : twice);
    if (!b) b = block_new(need);
    if (!b) dv_arena_exhausted(a);
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

// A whole number; how many letters it has.
static int put_int(char *to, int x)
{
  char digit[12];
  int n = 0, sign = x < 0;
  unsigned left = sign ? 0u - (unsigned)x : (unsigned)x;
  do digit[n++] = (char)('0' + left % 10);
  while (left /= 10);
  if (sign) *to++ = '-';
  for (int i = n; i--;) *to++ = digit[i];
  return n + sign;
}

enum { ROOM = 256, LEFT = 16 };  // letters; of these for one more and a number

// The text of a format of letters, %s and %d into to[ROOM]: its length; -1: there is more in it, or it is longer. Names are made
// by the thousand, and the C library's own way is slow once a library has added letters to it (libquadmath does).
static int put_plain(char *to, const char *format, va_list args)
{
  int n = 0;
  for (; *format; format++) {
    if (n > ROOM - LEFT) return -1;
    if (*format != '%') to[n++] = *format;
    else if (*++format == 'd') n += put_int(to + n, va_arg(args, int));
    else if (*format == 's') {
      const char *text = va_arg(args, const char *);
      if (!text) return -1;
      while (*text && n < ROOM) to[n++] = *text++;
      if (*text) return -1;
    } else return -1;
  }
  return n;
}

char *dv_arena_vtext(dv_arena *a, const char *format, va_list args)
{
  char room[ROOM];
  va_list again;
  va_copy(again, args);
  int n = put_plain(room, format, again);
  va_end(again);
  if (n >= 0) return dv_arena_copy(a, room, (size_t)n);
  va_copy(again, args);
  n = vsnprintf(NULL, 0, format, again);
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
