// keys_check.c: holds a document against the tables of keys. Only the shape is looked at here; numbers come later.
#include "spec/check.h"

#include <math.h>
#include <string.h>

// Beyond this many names the nearest one is not searched for: a fault must stay cheap.
enum { NAMES_MOST = 4096 };

const char *dv_did_you_mean(dv_diags *d, const char *typed, const char *const *names, int n, const char *fallback)
{
  if (d->n >= DV_DIAG_MOST || n > NAMES_MOST) return fallback;
  const char *best = dv_nearest(typed, names, n);
  return best ? dv_arena_text(d->arena, "did you mean '%s'?", best) : fallback;
}

const dv_key *dv_keys_find(const dv_section *s, const char *name)
{
  for (int i = 0; i < s->n; i++)
    if (!strcmp(s->key[i].name, name)) return &s->key[i];
  return NULL;
}

const char *dv_keys_nearest(dv_diags *d, const dv_section *s, const char *typed)
{
  if (d->n >= DV_DIAG_MOST) return NULL;
  const char **names = DV_TAKE(d->arena, const char *, s->n), *all = s->n ? "its keys are: " : "it has no keys";
  for (int i = 0; i < s->n; i++) {
    names[i] = s->key[i].name;
    all = dv_arena_text(d->arena, "%s%s%s", all, i ? ", " : "", names[i]);
  }
  return dv_did_you_mean(d, typed, names, s->n, all);
}

int dv_keys_word(const char *words, const char *text)
{
  size_t n = strlen(text);
  for (int i = 0; *words; i++) {
    size_t length = strcspn(words, "|");
    if (length == n && !strncmp(words, text, n)) return i;
    words += length + (words[length] == '|');
  }
  return -1;
}

static const char *nearest_word(dv_diags *d, const char *words, const char *typed)
{
  const char *name[32], *all = "one of: ";
  int n = 0;
  for (; *words && n < 32; n++) {
    size_t length = strcspn(words, "|");
    name[n] = dv_arena_copy(d->arena, words, length);
    all = dv_arena_text(d->arena, "%s%s%s", all, n ? ", " : "", name[n]);
    words += length + (words[length] == '|');
  }
  return dv_did_you_mean(d, typed, name, n, all);
}

static const char *length_text(dv_arena *a, const dv_key *k)
{
  if (!k->most) return "a list of numbers";
  if (k->least == k->most) return dv_arena_text(a, "a list of %d numbers", k->least);
  return dv_arena_text(a, "a list of %d to %d numbers", k->least, k->most);
}

const char *dv_keys_forms(dv_arena *a, const dv_key *k)
{
  const char *all = "";
  const struct {
    int as;
    const char *text;
  } form[] = {
      {DV_AS_NUMBER, "a number"                                            },
      {DV_AS_CHOICE, k->words                                              },
      {DV_AS_TEXT,   "a text"                                              },
      {DV_AS_LIST,   length_text(a,                                          k)},
      {DV_AS_ROWS,            "a list of rows"                                                        },
      {DV_AS_ITEMS,            "a list"},
      {DV_AS_MAP | DV_AS_NAMED | DV_AS_OPEN | DV_AS_PARTS | DV_AS_SIGNALS,            "a map" },
  };
  for (int i = 0; i < DV_COUNT(form); i++)
    if (k->as & form[i].as) all = dv_arena_text(a, "%s%s%s", all, *all ? " or " : "", form[i].text);
  return all;
}

enum {
  SCALARS = DV_AS_NUMBER | DV_AS_TEXT | DV_AS_CHOICE,
  LISTS = DV_AS_LIST | DV_AS_ROWS | DV_AS_ITEMS,
  MAPS = DV_AS_MAP | DV_AS_NAMED | DV_AS_OPEN | DV_AS_PARTS | DV_AS_SIGNALS
};

int dv_keys_fits(const dv_key *k, const dv_node *value)
{
  switch (value->type) {
  case DV_SCALAR: return (k->as & SCALARS) != 0;
  case DV_SEQ: return (k->as & LISTS) != 0;
  case DV_MAP: return (k->as & MAPS) != 0;
  // An empty section is fine; an empty number is not.
  case DV_NULL: return !(k->as & SCALARS) && !(k->as & DV_AS_LIST);
  }
  return 0;
}

void dv_name_check(dv_diags *d, const char *name, dv_mark mark, const char *what)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  static const char reserved[] = "world|t|pi|e|g0";
  size_t good = strspn(name, letters);
  if (!*name) dv_diag_add(d, DV_ERROR, mark, "give it a name of letters, digits, _ and -", "empty name of a %s", what);
  else if (name[good]) {
    dv_diag_add(d, DV_ERROR, mark, "use letters, digits, _ and -", "character '%c' in the name '%.64s' of a %s", name[good], name,
                what);
  } else if (dv_keys_word(reserved, name) >= 0) {
    dv_diag_add(d, DV_ERROR, mark, "choose another name", "'%s' is a reserved name and cannot be a %s", name, what);
  }
}

static const char *type_text(const dv_node *n)
{
  static const char *const text[] = {"empty", "a single value", "a list", "a map"};
  return text[n->type];
}

// A list of numbers, and how many.
static void check_list(dv_diags *d, const dv_key *k, const dv_node *list, const char *where)
{
  if (k->most && (list->n < k->least || list->n > k->most)) {
    dv_diag_add(d, DV_ERROR, list->mark, dv_arena_text(d->arena, "it takes %s", length_text(d->arena, k)), "%s has %d numbers",
                where, list->n);
  }
  for (int i = 0; i < list->n; i++)
    if (list->item[i]->type != DV_SCALAR) {
      dv_diag_add(d, DV_ERROR, list->item[i]->mark, NULL, "item %d of %s must be a number, not %s", i + 1, where,
                  type_text(list->item[i]));
    }
}

static void check_rows(dv_diags *d, const dv_key *k, const dv_node *list, const char *where)
{
  if (k->most && (list->n < k->least || list->n > k->most))
    dv_diag_add(d, DV_ERROR, list->mark, NULL, k->least == k->most ? "%s has %d rows, not %d" : "%s has %d rows, not %d or more",
                where, list->n, k->least);
  const dv_key row = {.name = k->name, .as = DV_AS_LIST};
  for (int i = 0; i < list->n; i++) {
    if (list->item[i]->type == DV_SEQ) check_list(d, &row, list->item[i], where);
    else if (!(k->as & DV_AS_LIST) || list->item[i]->type != DV_SCALAR)
      dv_diag_add(d, DV_ERROR, list->item[i]->mark, "write [[1, 2], [3, 4]]", "row %d of %s must be a list, not %s", i + 1, where,
                  type_text(list->item[i]));
  }
}

static void check_seq(dv_diags *d, const dv_key *k, const dv_node *list, const char *where)
{
  if (k->as & DV_AS_ROWS) check_rows(d, k, list, where);
  else if (k->as & DV_AS_LIST) check_list(d, k, list, where);
  else
    for (int i = 0; i < list->n; i++) dv_keys_check_value(d, k->each, list->item[i], where);
}

static void check_named(dv_diags *d, const dv_key *k, const dv_node *map)
{
  for (int i = 0; i < map->n; i++) {
    const dv_node *it = map->item[i];
    const char *what = k->each ? k->each->name : k->as & DV_AS_SIGNALS ? "signal" : "part";
    if (k->each && k->each->as == DV_AS_NUMBER) what = "parameter";
    dv_name_check(d, it->key, it->key_mark, what);
    if (k->each) dv_keys_check_value(d, k->each, it, dv_arena_text(d->arena, "%s '%.64s'", what, it->key));
  }
}

// How a map would be written: "write {radius: ..., length: ...}"; NULL: its keys are the user's, or too many to show. What a
// text is.
static const char *example(dv_arena *a, const dv_key *k)
{
  const char *text = "";
  if (k->as == DV_AS_TEXT && k->doc) return dv_arena_text(a, "it is: %s", k->doc);
  if (!(k->as & DV_AS_MAP) || !k->section || k->section->n > 4) return NULL;
  for (int i = 0; i < k->section->n; i++) text = dv_arena_text(a, "%s%s%s: ...", text, i ? ", " : "", k->section->key[i].name);
  return dv_arena_text(a, "write {%s}", text);
}

static void misfit(dv_diags *d, const dv_key *k, const dv_node *value, const char *where)
{
  const char *name = value->key ? value->key : k->name, *forms = dv_keys_forms(d->arena, k);
  if (value->type != DV_NULL)
    dv_diag_add(d, DV_ERROR, value->mark, example(d->arena, k), "'%.64s' of %s must be %s, not %s", name, where, forms,
                type_text(value));
  else
    dv_diag_add(d, DV_ERROR, value->key ? value->key_mark : value->mark, dv_arena_text(d->arena, "give it %s", forms),
                "'%.64s' of %s has no value", name, where);
}

// How the contents of a value are called: "'at' of joint 'slide'"; an item or a named value has its name in `where` already.
static const char *inside(dv_diags *d, const dv_key *k, const dv_node *value, const char *where)
{
  int plain = value->key && !strcmp(value->key, k->name);
  return plain ? dv_arena_text(d->arena, "'%s' of %s", k->name, where) : where;
}

void dv_keys_check_value(dv_diags *d, const dv_key *k, const dv_node *value, const char *where)
{
  if (!dv_keys_fits(k, value)) {
    misfit(d, k, value, where);
  } else if (value->type == DV_SCALAR && (k->as & SCALARS) == DV_AS_CHOICE && dv_keys_word(k->words, value->text) < 0) {
    dv_diag_add(d, DV_ERROR, value->mark, nearest_word(d, k->words, value->text), "unknown %s '%.64s' of %s", k->name,
                value->text, where);
  } else if (value->type == DV_SEQ) {
    check_seq(d, k, value, inside(d, k, value, where));
  } else if (value->type == DV_MAP && (k->as & (DV_AS_NAMED | DV_AS_PARTS | DV_AS_SIGNALS))) {
    check_named(d, k, value);
  } else if ((value->type == DV_MAP || value->type == DV_NULL) && (k->as & DV_AS_MAP)) {
    dv_keys_check(d, k->section, value, inside(d, k, value, where));  // an empty one lacks what it must have
  }
}

const char *dv_keys_doc(dv_arena *a, const dv_key *k)
{
  const char *unit = k->unit && strcmp(k->unit, "1") != 0 ? k->unit : NULL;
  if (!k->doc) return NULL;
  if (unit && strchr(unit, '{'))
    unit = dv_arena_text(a, "%s or %s", dv_spec_axis_unit(a, unit, 0), dv_spec_axis_unit(a, unit, 1));
  if (k->by_default > 0 && isfinite(k->by_default))
    return dv_arena_text(a, "%s (%g%s%s)", k->doc, k->by_default, unit ? " " : "", unit ? unit : "");
  return unit ? dv_arena_text(a, "%s [%s]", k->doc, unit) : k->doc;
}

static void missing(dv_diags *d, const dv_key *k, const dv_node *map, const char *where)
{
  // a unit that goes with the axis is not known here
  const char *unit = k->unit && !strchr(k->unit, '{') ? dv_arena_text(d->arena, " [%s]", k->unit) : "",
             *doc = k->doc ? k->doc : dv_keys_forms(d->arena, k);
  const char *remedy = dv_arena_text(d->arena, "add '%s: ...' (%s%s)", k->name, doc, unit);
  dv_diag_add(d, DV_ERROR, map->key ? map->key_mark : map->mark, remedy, "%s has no '%s'", where, k->name);
}

void dv_keys_check(dv_diags *d, const dv_section *s, const dv_node *map, const char *where)
{
  for (int i = 0; i < map->n; i++) {
    const dv_node *it = map->item[i];
    const dv_key *k = dv_keys_find(s, it->key);
    if (k) dv_keys_check_value(d, k, it, where);
    else dv_diag_add(d, DV_ERROR, it->key_mark, dv_keys_nearest(d, s, it->key), "unknown key '%.64s' in %s", it->key, where);
  }
  for (int i = 0; i < s->n; i++)
    if (s->key[i].required && !dv_doc_find(map, s->key[i].name)) missing(d, &s->key[i], map, where);
}
