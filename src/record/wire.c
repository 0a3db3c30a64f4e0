// wire.c: counts, texts with their lengths, then the numbers row by row.
#include "record/wire.h"

#include <stdint.h>
#include <string.h>

static void put_count(dv_sandbox_out *out, size_t n)
{
  uint64_t k = n;
  dv_sandbox_put(out, &k, sizeof k);
}

static void put_string(dv_sandbox_out *out, const char *text)
{
  put_count(out, strlen(text));
  dv_sandbox_put(out, text, strlen(text));
}

void dv_wire_put(dv_sandbox_out *out, const dv_history *l)
{
  const dv_film *f = &l->film;
  size_t frames = f->scene ? (size_t)f->n : 0;
  put_count(out, (size_t)l->ncolumn);
  put_count(out, (size_t)l->nrow);
  put_count(out, (size_t)l->fact.n);
  put_count(out, (size_t)f->width);
  put_count(out, frames);
  for (int i = 0; i < l->ncolumn; i++) put_string(out, l->column[i].name), put_string(out, l->column[i].unit);
  for (int i = 0; i < l->fact.n; i++) put_string(out, l->fact.item[i].key), put_string(out, l->fact.item[i].text);
  for (int i = 0; i < l->nrow; i++) dv_sandbox_put(out, dv_history_row(l, i), (size_t)l->ncolumn * sizeof(double));
  if (!frames) return;
  put_string(out, f->scene);
  dv_sandbox_put(out, f->item, frames * (size_t)f->width * sizeof(float));
}

typedef struct {
  dv_arena *arena;
  const char *at;
  size_t left;
  int bad;
} reader;

static void take(reader *r, void *out, size_t n)
{
  if (r->bad || n > r->left) {
    r->bad = 1;
    return;
  }
  if (n) memcpy(out, r->at, n);
  r->at += n;
  r->left -= n;
}

static size_t count(reader *r, size_t most)
{
  uint64_t k = 0;
  take(r, &k, sizeof k);
  if (k > most) r->bad = 1;
  return r->bad ? 0 : (size_t)k;
}

static const char *string(reader *r)
{
  size_t n = count(r, r->left);
  if (r->bad || n > r->left) return r->bad = 1, "";
  char *text = dv_arena_copy(r->arena, r->at, n);
  take(r, text, n);
  return text;
}

static void get_film(reader *r, dv_film *f, size_t width, size_t frames)
{
  const char *scene = string(r);
  if (r->bad || !width || frames > r->left / (width * sizeof(float))) {
    r->bad = 1;
    return;
  }
  f->width = (int)width;
  for (size_t i = 0; i < frames; i++) take(r, dv_film_append(f), width * sizeof(float));
  f->scene = scene;
}

dv_history *dv_wire_get(dv_arena *a, const char *bytes, size_t n)
{
  reader r = {.arena = a, .at = bytes, .left = n};
  size_t columns = count(&r, DV_HISTORY_COLUMNS), rows = count(&r, DV_HISTORY_ROWS), facts = count(&r, DV_HISTORY_COLUMNS),
         width = count(&r, DV_HISTORY_COLUMNS), frames = count(&r, DV_FILM_FRAMES);
  if (r.bad || !columns || columns + facts > r.left || rows > r.left / (columns * sizeof(double))) return NULL;
  dv_history *l = dv_history_new(a, (int)columns);
  for (size_t i = 0; i < columns; i++) {
    l->column[i].name = string(&r);
    l->column[i].unit = string(&r);
  }
  for (size_t i = 0; i < facts; i++) {
    const char *key = string(&r);
    dv_history_fact(l, key, string(&r));
  }
  if (r.bad || rows > r.left / (columns * sizeof(double))) return NULL;
  for (size_t i = 0; i < rows; i++) take(&r, dv_history_append(l), columns * sizeof(double));
  if (frames) get_film(&r, &l->film, width, frames);
  return r.bad || r.left ? NULL : l;
}
