// schema.c: JSON Schema (draft 2020-12) of machine files, from the tables of keys and of kinds, so that editors can
// complete and check while one types.
#include "base/json.h"
#include "spec/keys.h"
#include "spec/spec.h"

#include <string.h>

static void value(dv_json_out *o, const char *name, const dv_key *k);

static void ref(dv_json_out *o, const char *name, const char *def)
{
  dv_json_open(o, name, '{');
  dv_json_text(o, "$ref", dv_arena_text(o->text.arena, "#/$defs/%s", def));
  dv_json_close(o);
}

static void type(dv_json_out *o, const char *first, const char *second)
{
  const char *const both[] = {first, second};
  if (second) dv_json_texts(o, "type", both, 2);
  else dv_json_text(o, "type", first);
}

static void words(dv_json_out *o, const char *list)
{
  dv_json_open(o, "enum", '[');
  while (*list) {
    size_t n = strcspn(list, "|");
    dv_json_text(o, NULL, dv_arena_copy(o->text.arena, list, n));
    list += n + (list[n] == '|');
  }
  dv_json_close(o);
}

// The keys of a map, in an object that is open already.
static void section(dv_json_out *o, const dv_section *s, int closed)
{
  type(o, "object", NULL);
  dv_json_open(o, "properties", '{');
  for (int i = 0; i < s->n; i++) value(o, s->key[i].name, &s->key[i]);
  dv_json_close(o);
  dv_json_open(o, "required", '[');
  for (int i = 0; i < s->n; i++)
    if (s->key[i].required) dv_json_text(o, NULL, s->key[i].name);
  dv_json_close(o);
  if (closed) dv_json_bool(o, "additionalProperties", 0);
}

static void named(dv_json_out *o, const dv_key *k)
{
  type(o, "object", "null");
  dv_json_open(o, "propertyNames", '{');
  dv_json_text(o, "pattern", "^[A-Za-z0-9_-]+$");
  dv_json_close(o);
  if (k->each) value(o, "additionalProperties", k->each);
  else ref(o, "additionalProperties", k->as & DV_AS_SIGNALS ? "signal" : "part");
}

static void list(dv_json_out *o, const dv_key *k, int form)
{
  type(o, "array", form == DV_AS_LIST ? NULL : "null");
  if (form == DV_AS_ITEMS) value(o, "items", k->each);
  else if (form == DV_AS_LIST) ref(o, "items", "number");
  else {
    dv_json_open(o, "items", '{');
    type(o, "array", NULL);
    ref(o, "items", "number");
    dv_json_close(o);
  }
  if (k->most && form != DV_AS_ITEMS) {
    dv_json_int(o, "minItems", k->least);
    dv_json_int(o, "maxItems", k->most);
  }
}

// Bounds hold for bare numbers, which are SI; quantities are texts here.
static void number(dv_json_out *o, const dv_key *k)
{
  dv_json_text(o, "$ref", "#/$defs/number");
  if (k->range == DV_ABOVE_ZERO) dv_json_int(o, "exclusiveMinimum", 0);
  if (k->range == DV_FROM_ZERO) dv_json_int(o, "minimum", 0);
  if (k->range != DV_FROM_TO) return;
  dv_json_number(o, "minimum", k->lo);
  dv_json_number(o, "maximum", k->hi);
}

static void form(dv_json_out *o, const dv_key *k, int as)
{
  static const char *const scalar[] = {"string", "number", "boolean"};
  switch (as) {
  case DV_AS_NUMBER: number(o, k); break;
  case DV_AS_TEXT: dv_json_texts(o, "type", scalar, 3); break;
  case DV_AS_CHOICE: words(o, k->words); break;
  case DV_AS_MAP: section(o, k->section, 1); break;
  case DV_AS_OPEN:
    if (k->section) section(o, k->section, 0);
    else type(o, "object", "null");
    break;
  case DV_AS_NAMED:
  case DV_AS_PARTS:
  case DV_AS_SIGNALS: named(o, k); break;
  default: list(o, k, as);
  }
}

static void value(dv_json_out *o, const char *name, const dv_key *k)
{
  int single = !(k->as & (k->as - 1));
  dv_json_open(o, name, '{');
  if (k->doc) dv_json_text(o, "description", dv_keys_doc(o->text.arena, k));
  if (single) form(o, k, k->as);
  else {
    dv_json_open(o, "anyOf", '[');
    for (int as = 1; as <= k->as; as <<= 1) {
      if (!(k->as & as)) continue;
      dv_json_open(o, NULL, '{');
      form(o, k, as);
      dv_json_close(o);
    }
    dv_json_close(o);
  }
  dv_json_close(o);
}

static const char *short_name(const dv_kind *k) { return strncmp(k->name, "signal.", 7) ? k->name : k->name + 7; }

// Keys of one kind; `kind` may be short for a signal.
static void kind(dv_json_out *o, const dv_kind *k)
{
  dv_json_open(o, k->name, '{');
  if (k->doc) dv_json_text(o, "description", k->doc);
  section(o, dv_keys_of_kind(o->text.arena, k), 1);
  dv_json_close(o);
}

// if kind is one of these then its keys; the names first, for completion.
static void choice(dv_json_out *o, const char *name, const dv_kind *const *kinds, int signals)
{
  dv_json_open(o, name, '{');
  dv_json_text(o, "type", "object");
  dv_json_open(o, "properties", '{');
  dv_json_open(o, "kind", '{');
  dv_json_open(o, "enum", '[');
  for (int i = 0; kinds[i]; i++) {
    if (signals && !dv_kind_is_signal(kinds[i])) continue;
    dv_json_text(o, NULL, kinds[i]->name);
    if (signals && short_name(kinds[i]) != kinds[i]->name) dv_json_text(o, NULL, short_name(kinds[i]));
  }
  for (int k = 0; k < 3; k++) dv_json_close(o);
  const char *const required[] = {"kind"};
  dv_json_texts(o, "required", required, 1);
  dv_json_open(o, "allOf", '[');
  for (int i = 0; kinds[i]; i++) {
    if (signals && !dv_kind_is_signal(kinds[i])) continue;
    const char *const names[] = {kinds[i]->name, short_name(kinds[i])};
    dv_json_open(o, NULL, '{');
    dv_json_open(o, "if", '{');
    dv_json_open(o, "properties", '{');
    dv_json_open(o, "kind", '{');
    dv_json_texts(o, "enum", names, signals && names[0] != names[1] ? 2 : 1);
    for (int k = 0; k < 3; k++) dv_json_close(o);
    ref(o, "then", kinds[i]->name);
    dv_json_close(o);
  }
  dv_json_close(o);
  dv_json_close(o);
}

static void definitions(dv_json_out *o, const dv_kind *const *kinds)
{
  const char *const number[] = {"number", "string"};
  dv_json_open(o, "$defs", '{');
  dv_json_open(o, "number", '{');
  dv_json_text(o, "description", "number (SI), quantity (250 bar) or expression (2*L + 30[cm])");
  dv_json_texts(o, "type", number, 2);
  dv_json_close(o);
  choice(o, "part", kinds, 0);
  dv_json_open(o, "signal", '{');
  dv_json_open(o, "anyOf", '[');
  ref(o, NULL, "number");
  ref(o, NULL, "signal-by-kind");
  dv_json_close(o);
  dv_json_close(o);
  choice(o, "signal-by-kind", kinds, 1);
  for (int i = 0; kinds[i]; i++) kind(o, kinds[i]);
  dv_json_close(o);
}

char *dv_schema_json(dv_arena *a, const dv_kind *const *kinds)
{
  dv_json_out o = {.text = {.arena = a}};
  dv_json_open(&o, NULL, '{');
  dv_json_text(&o, "$schema", "https://json-schema.org/draft/2020-12/schema");
  dv_json_text(&o, "title", "Davit machine");
  section(&o, &dv_keys_machine, 1);
  definitions(&o, kinds);
  dv_json_close(&o);
  const char *all = dv_text_all(&o.text);
  return dv_arena_copy(a, all, strlen(all));
}
