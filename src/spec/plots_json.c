// plots_json.c: what `plots:` say, as JSON, by the rows of their keys: those that were given, under their names. A quantity is
// [value in SI, unit]; words are numbers, from 0.
#include "spec/plots_json.h"

#include "spec/keys.h"
#include "spec/units.h"

#include <math.h>

static void put_refs(dv_json_out *o, const dv_key *k, const char *at, const char *base)
{
  const dv_ref *ref = *(dv_ref *const *)(const void *)at;
  int n = *(const int *)(const void *)(base + k->count);
  const char **text = DV_TAKE(o->text.arena, const char *, n);
  for (int i = 0; i < n; i++) text[i] = ref[i].text;
  if (n) dv_json_texts(o, k->name, text, n);
}

static void put_quantity(dv_json_out *o, const char *name, dv_quantity_value v)
{
  if (!isfinite(v.value)) return;
  dv_json_open(o, name, '[');
  dv_json_number(o, NULL, v.value);
  dv_json_text(o, NULL, v.dim.any ? NULL : dv_dim_unit(o->text.arena, v.dim));
  dv_json_close(o);
}

static void put_section(dv_json_out *o, const dv_section *s, const char *of);

static void put_items(dv_json_out *o, const dv_key *k, const char *at, const char *base)
{
  const char *item = *(char *const *)(const void *)at;
  int n = *(const int *)(const void *)(base + k->count);
  if (!n) return;
  dv_json_open(o, k->name, '[');
  for (int i = 0; i < n; i++) put_section(o, k->each->section, item + (size_t)i * k->size);
  dv_json_close(o);
}

static void put_row(dv_json_out *o, const dv_key *k, const char *base)
{
  const char *at = base + k->at, *text;
  switch (k->into) {
  case DV_INTO_TEXT:
  case DV_INTO_REF:
    text = k->into == DV_INTO_REF ? ((const dv_ref *)(const void *)at)->text : *(const char *const *)(const void *)at;
    if (text) dv_json_text(o, k->name, text);
    return;
  case DV_INTO_INT:
    if (*(const int *)(const void *)at) dv_json_int(o, k->name, *(const int *)(const void *)at);
    return;
  case DV_INTO_REFS: put_refs(o, k, at, base); return;
  case DV_INTO_QUANTITY: put_quantity(o, k->name, *(const dv_quantity_value *)(const void *)at); return;
  case DV_INTO_ITEMS: put_items(o, k, at, base); return;
  default: return;
  }
}

static void put_rows(dv_json_out *o, const dv_section *s, const char *of)
{
  for (int i = 0; i < s->n; i++) put_row(o, &s->key[i], of);
}

static void put_section(dv_json_out *o, const dv_section *s, const char *of)
{
  dv_json_open(o, NULL, '{');
  put_rows(o, s, of);
  dv_json_close(o);
}

// `scale`: [unit of SI, factor, offset] of the unit that the figure asks for: shown = factor value + offset; angles are bare.
static void put_scale(dv_json_out *o, const char *unit)
{
  double factor, offset;
  dv_dim dim;
  if (!unit || dv_units_parse(dv_units_open(o->text.arena), unit, &factor, &offset, &dim)) return;
  dv_json_open(o, "scale", '[');
  dv_json_text(o, NULL, dv_dim_unit(o->text.arena, dim));
  dv_json_number(o, NULL, 1 / factor);
  dv_json_number(o, NULL, -offset / factor);
  dv_json_close(o);
}

void dv_plots_json(dv_json_out *o, const char *key, const dv_spec *s)
{
  dv_json_open(o, key, '[');
  for (int i = 0; i < s->nplot; i++) {
    dv_json_open(o, NULL, '{');
    put_rows(o, &dv_keys_plot, (const char *)&s->plot[i]);
    put_scale(o, s->plot[i].unit);
    dv_json_close(o);
  }
  dv_json_close(o);
}
