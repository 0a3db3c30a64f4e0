// history.c: rows in pieces, so that a long run never moves what it has recorded.
#include "record/history.h"

#include <string.h>

dv_history *dv_history_new(dv_arena *a, int ncolumn)
{
  dv_history *l = DV_TAKE(a, dv_history, 1);
  l->arena = a;
  l->ncolumn = ncolumn;
  l->column = DV_TAKE(a, dv_column, ncolumn);
  l->film.arena = a;
  return l;
}

double *dv_history_append(dv_history *l)
{
  int i = l->nrow % DV_HISTORY_PIECE;
  if (!i) {
    double **piece = DV_PUSH(l->arena, &l->piece);
    *piece = DV_TAKE(l->arena, double, (size_t)DV_HISTORY_PIECE *(size_t)l->ncolumn);
  }
  l->nrow++;
  return l->piece.item[l->piece.n - 1] + (size_t)i * (size_t)l->ncolumn;
}

float *dv_film_append(dv_film *f)
{
  size_t frame = (size_t)f->width * sizeof(float);
  if (f->n == f->cap) {
    int cap = f->cap ? 2 * f->cap : 64;
    f->item = dv_arena_grow(f->arena, f->item, (size_t)f->cap * frame, (size_t)cap * frame);
    f->cap = cap;
  }
  return f->item + (size_t)f->n++ * (size_t)f->width;
}

void dv_history_column(const dv_history *l, int column, double *out)
{
  for (int i = 0; i < l->nrow; i++) out[i] = dv_history_row(l, i)[column];
}

int dv_history_find(const dv_history *l, const char *name)
{
  size_t n = strlen(name);
  int alias = -1;
  for (int i = 0; i < l->ncolumn; i++) {
    if (!strcmp(l->column[i].name, name)) return i;
    if (!strncmp(l->column[i].name, name, n) && !strcmp(l->column[i].name + n, ".position")) alias = i;
  }
  return alias;
}

int dv_history_back(const dv_history *l)
{
  for (int i = 0; i < l->nrow; i++) {
    double t = dv_history_row(l, i)[0];
    if (!(i ? t >= dv_history_row(l, i - 1)[0] : t == t)) return i + 1;
  }
  return 0;
}

void dv_history_fact(dv_history *l, const char *key, const char *text)
{
  dv_fact *f = DV_PUSH(l->arena, &l->fact);
  f->key = dv_arena_copy(l->arena, key, strlen(key));
  f->text = dv_arena_copy(l->arena, text, strlen(text));
}

const char *dv_history_fact_text(const dv_history *l, const char *key)
{
  for (int i = 0; i < l->fact.n; i++)
    if (!strcmp(l->fact.item[i].key, key)) return l->fact.item[i].text;
  return NULL;
}
