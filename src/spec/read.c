// read.c: values of a section go where their rows say: numbers in the row's unit and range, words, names with their places.
//
// Rules between values stay with the files check_*.c. A fault is reported at its place and leaves the value as it was, which is
// the row's default or what the caller put there.
#include "spec/check.h"

#include <math.h>
#include <string.h>

// "give a number above zero"
static const char *range_text(dv_arena *a, const dv_key *k, int whole)
{
  const char *what = whole ? "a whole number" : "a number";
  if (k->range == DV_ABOVE_ZERO) return "give a number above zero";
  if (k->range == DV_FROM_ZERO) return "give zero or more";
  return dv_arena_text(a, "give %s from %g to %g", what, k->lo, k->hi);
}

static int in_range(const dv_key *k, double v)
{
  switch (k->range) {
  case DV_ABOVE_ZERO: return v > 0;
  case DV_FROM_ZERO: return v >= 0;
  case DV_FROM_TO: return v >= k->lo && v <= k->hi;
  default: return 1;
  }
}

// A number of this row, or the word that may stand in its place: -1 for the first, -2 for the second ...
static int read_number(dv_check *c, const dv_key *k, const dv_node *n, int whole, double *out)
{
  double v = 0;
  int word = k->words ? dv_keys_word(k->words, n->text) : -1;
  if (word >= 0) return *out = -1 - word, 0;
  if (dv_check_number(c, n, k->name, k->unit, &v)) return -1;
  if (in_range(k, v) && (!whole || v == floor(v))) return *out = v, 0;
  dv_diag_add(c->diags, DV_ERROR, n->mark, range_text(c->arena, k, whole), "'%s' is %g", k->name, v);
  return -1;
}

int dv_read_whole(dv_check *c, const dv_key *k, const dv_node *n, int *out)
{
  double v = 0;
  int word = k->as & DV_AS_CHOICE ? dv_keys_word(k->words, n->text) : -1;
  if (k->as & DV_AS_CHOICE) return word < 0 ? -1 : (*out = word, 0);
  if (read_number(c, k, n, 1, &v)) return -1;
  *out = (int)v;
  return 0;
}

// A value that the user has named is called by its name.
static const char *name_of(const dv_key *k, const dv_node *n) { return n->key ? n->key : k->name; }

int dv_read_numbers(dv_check *c, const dv_key *k, const dv_node *list, double *out)
{
  double v[DV_NUMBERS_MOST] = {0};
  if (list->n < k->least || list->n > k->most || dv_check_numbers(c, list, name_of(k, list), k->unit, v, k->most)) return -1;
  for (int i = 0; i < list->n; i++)
    if (!in_range(k, v[i])) {
      dv_diag_add(c->diags, DV_ERROR, list->item[i]->mark, range_text(c->arena, k, 0), "'%s' has the number %g", name_of(k, list),
                  v[i]);
      return -1;
    }
  memcpy(out, v, (size_t)list->n * sizeof *v);
  return 0;
}

// A list of any length, or one number.
static int read_series(dv_check *c, const dv_key *k, const dv_node *n, char *base)
{
  const dv_node *const *item = n->type == DV_SEQ ? (const dv_node *const *)n->item : &n;
  int faulty = 0, count = n->type == DV_SEQ ? n->n : n->type == DV_SCALAR;
  double *v = DV_TAKE(c->arena, double, count);
  for (int i = 0; i < count; i++) faulty |= read_number(c, k, item[i], 0, &v[i]);
  if (faulty) return -1;
  memcpy(base + k->at, &v, sizeof v);
  *(int *)(void *)(base + k->count) = count;
  return 0;
}

dv_ref *dv_read_refs(dv_check *c, const dv_node *n, int *count)
{
  const dv_node *const *item = n->type == DV_SEQ ? (const dv_node *const *)n->item : &n;
  int most = n->type == DV_SEQ ? n->n : n->type == DV_SCALAR;
  dv_ref *out = DV_TAKE(c->arena, dv_ref, most);
  *count = 0;
  for (int i = 0; i < most; i++)
    if (item[i]->type == DV_SCALAR) out[(*count)++] = (dv_ref){item[i]->text, item[i]->mark};
  return out;
}

// 0, or -1: faulty and reported.
static int read_scalar(dv_check *c, const dv_key *k, const dv_node *n, char *to)
{
  switch (k->into) {
  case DV_INTO_NUMBER: return read_number(c, k, n, 0, (double *)(void *)to);
  case DV_INTO_INT: return dv_read_whole(c, k, n, (int *)(void *)to);
  case DV_INTO_QUANTITY: return dv_check_quantity(c, n, (dv_quantity_value *)(void *)to);
  case DV_INTO_TEXT: return *(const char **)(void *)to = n->text, 0;
  case DV_INTO_REF: return *(dv_ref *)(void *)to = (dv_ref){n->text, n->mark}, 0;
  default: return 0;
  }
}

static void put_default(const dv_key *k, char *to)
{
  if (k->into == DV_INTO_QUANTITY) *(dv_quantity_value *)(void *)to = (dv_quantity_value){k->by_default, {.any = 1}};
  if (k->by_default == 0) return;
  if (k->into == DV_INTO_NUMBER) *(double *)(void *)to = k->by_default;
  if (k->into == DV_INTO_INT) *(int *)(void *)to = (int)k->by_default;
}

static int read_key(dv_check *c, const dv_key *k, const dv_node *n, int rotary, char *base);

// Structs, one for each item of a list or map.
static int read_items(dv_check *c, const dv_key *k, const dv_node *n, int rotary, char *base)
{
  struct {
    const char *name;
    dv_mark mark;
  } head;
  int faulty = 0, count = n && (n->type == DV_SEQ || n->type == DV_MAP) && dv_keys_fits(k, n) ? n->n : 0;
  char *all = dv_arena_take(c->arena, (size_t)count * k->size);
  memcpy(base + k->at, &all, sizeof all);
  *(int *)(void *)(base + k->count) = count;
  for (int i = 0; i < count; i++) {
    const dv_node *it = n->item[i];
    char *to = all + (size_t)i * k->size;
    head.name = it->key;
    head.mark = it->key_mark;
    if (it->key) memcpy(to, &head, sizeof head);
    if (k->each->into) faulty |= read_key(c, k->each, it, rotary, to);
    else faulty |= dv_read_on(c, k->each->section, it->type == DV_MAP ? it : NULL, rotary, to);
  }
  return faulty;
}

static int read_key(dv_check *c, const dv_key *k, const dv_node *n, int rotary, char *base)
{
  char *to = base + k->at;
  if (k->into == DV_INTO_ITEMS) return read_items(c, k, n, rotary, base);
  if (k->into == DV_INTO_FORM) return n && n->type != DV_NULL && dv_keys_fits(k, n) ? k->form(c, k, n, to) : 0;
  if (k->into == DV_INTO_SECTION) return dv_read_on(c, k->section, n && n->type == DV_MAP ? n : NULL, rotary, to);
  put_default(k, to);
  if (!n) return 0;
  if (k->into == DV_INTO_REFS) {
    *(dv_ref **)(void *)to = dv_read_refs(c, n, (int *)(void *)(base + k->count));
    return 0;
  }
  if (k->into == DV_INTO_SERIES) return read_series(c, k, n, base);
  if (k->into == DV_INTO_NUMBERS) return n->type == DV_SEQ ? dv_read_numbers(c, k, n, (double *)(void *)to) : 0;
  return n->type == DV_SCALAR ? read_scalar(c, k, n, to) : 0;
}

static int read_row(dv_check *c, dv_key k, const dv_node *map, int rotary, void *out)
{
  if (rotary >= 0) k.unit = dv_spec_axis_unit(c->arena, k.unit, rotary);
  return read_key(c, &k, map ? dv_doc_find(map, k.name) : NULL, rotary, out);
}

int dv_read_on(dv_check *c, const dv_section *s, const dv_node *map, int rotary, void *out)
{
  int faulty = 0;
  for (int i = 0; i < s->n; i++)
    if (s->key[i].into && !s->key[i].later) faulty |= read_row(c, s->key[i], map, rotary, out);
  return faulty;
}

int dv_read_one(dv_check *c, const dv_section *s, const char *key, const dv_node *map, int rotary, void *out)
{
  return read_row(c, *dv_keys_find(s, key), map, rotary, out);
}

int dv_read(dv_check *c, const dv_section *s, const dv_node *map, void *out) { return dv_read_on(c, s, map, -1, out); }
