// text.c: text that grows by doubling.
#include "base/text.h"

#include "base/number.h"

#include <stdio.h>
#include <string.h>

enum { FIRST = 256 };

static void make_room(dv_text *t, size_t more)
{
  size_t need = t->n + more + 1, room = t->room ? t->room : FIRST;
  if (need <= t->room) return;
  while (room < need) room *= 2;
  t->at = dv_arena_grow(t->arena, t->at, t->n, room);
  t->room = room;
}

void dv_text_put(dv_text *t, const char *bytes, size_t n)
{
  make_room(t, n);
  if (n) memcpy(t->at + t->n, bytes, n);
  t->n += n;
  t->at[t->n] = 0;
}

void dv_text_add(dv_text *t, const char *format, ...)
{
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, again);
  va_end(again);
  make_room(t, n > 0 ? (size_t)n : 0);
  if (n > 0) t->n += (size_t)vsnprintf(t->at + t->n, (size_t)n + 1, format, args);
  va_end(args);
}

void dv_text_number(dv_text *t, double x)
{
  char text[DV_NUMBER_TEXT];
  dv_number_write(text, x);
  dv_text_put(t, text, strlen(text));
}

const char *dv_text_all(const dv_text *t) { return t->at ? t->at : ""; }
