// change_case.c: a variant, a case and the settings of the command line are applied to the document before anything is checked.
//
// A load case of a study is a case too, by its path: studies.lift.cases.heavy.
// Order: settings of cases.* and variants.*, then the variant, then the case (set, parameters, signals, parts, until, solver),
// then the other settings: what the user types last wins.
#include "spec/check.h"

#include <string.h>

static dv_node *child_slot(dv_node *map, const char *key, int *at)
{
  for (*at = 0; *at < map->n; ++*at)
    if (!strcmp(map->item[*at]->key, key)) return map->item[*at];
  return NULL;
}

static void drop(dv_node *map, int at)
{
  memmove(&map->item[at], &map->item[at + 1], (size_t)(map->n - at - 1) * sizeof *map->item);
  map->n--;
}

static int other_kind(const dv_node *have, const dv_node *from)
{
  const char *a = dv_check_text(have, "kind"), *b = dv_check_text(from, "kind");
  return a && b && strcmp(a, b) != 0;
}

// Maps merge deep; null removes; a part of another kind replaces the old one.
static void merge(dv_doc *doc, dv_node *into, const dv_node *from)
{
  for (int i = 0; i < from->n; i++) {
    dv_node *it = from->item[i];
    int at;
    dv_node *have = child_slot(into, it->key, &at);
    if (!have && it->type != DV_NULL) dv_node_append(doc->arena, into, it->key, it);
    else if (have && it->type == DV_NULL) drop(into, at);
    else if (have && have->type == DV_MAP && it->type == DV_MAP && !other_kind(have, it)) merge(doc, have, it);
    else if (have && !dv_bare_over(doc->arena, doc->diags, it->key, have, it)) into->item[at] = it;
  }
}

static void merge_section(dv_doc *doc, const dv_node *from)
{
  dv_node *root = doc->root;
  int at;
  if (!from || from->type != DV_MAP) return;
  dv_node *have = child_slot(root, from->key, &at);
  if (have && have->type == DV_MAP) merge(doc, have, from);
  else if (!have || have->type == DV_NULL) {
    dv_node *new = dv_node_new(doc->arena, DV_MAP, from->mark);
    if (have) drop(root, at);
    merge(doc, new, from);
    dv_node_append(doc->arena, root, from->key, new);
    new->key_mark = from->key_mark;
  }
}

static void set_paths(dv_doc *doc, const dv_node *map, const char *prefix)
{
  for (int i = 0; map && i < map->n; i++)
    dv_doc_set_node(doc, dv_arena_text(doc->arena, "%s%s", prefix, map->item[i]->key), map->item[i]);
}

static void replace(dv_doc *doc, const dv_node *from)
{
  int at;
  dv_node *root = doc->root;
  if (!from || from->type != DV_SCALAR) return;
  dv_node *copy = dv_node_new(doc->arena, DV_SCALAR, from->mark);
  *copy = *from;
  const dv_node *have = child_slot(root, from->key, &at);
  if (have && !dv_bare_over(doc->arena, doc->diags, from->key, have, copy)) root->item[at] = copy;
  else if (!have) dv_node_append(doc->arena, root, from->key, copy);
}

// Entries of a list or map, behind those that the machine has.
static void add_entries(dv_doc *doc, dv_node *have, const dv_node *from)
{
  int at;
  for (int i = 0; i < from->n; i++) {
    dv_node *it = from->item[i];
    if (it->key && child_slot(have, it->key, &at)) drop(have, at);
    dv_node_append(doc->arena, have, it->key, it);
  }
}

// The machine's section with the entries of the case, or that of the case alone (from NULL: none).
static void put_section(dv_doc *doc, const char *name, const dv_node *from, int alone)
{
  int at;
  dv_node *have = child_slot(doc->root, name, &at);
  if (!from && !alone) return;
  if (have && (alone || have->type != from->type)) {
    drop(doc->root, at);
    have = NULL;
  }
  if (!from) return;
  if (!have) {
    have = dv_node_new(doc->arena, from->type, from->mark);
    dv_node_append(doc->arena, doc->root, name, have);
    have->key_mark = from->key_mark;
  }
  add_entries(doc, have, from);
}

void dv_change_entries(dv_doc *doc, const dv_section *s, const dv_node *map)
{
  for (int i = 0; i < s->n; i++) {
    const dv_node *n = dv_doc_find(map, s->key[i].name);
    int alone = s->key[i].change == DV_STANDS_ALONE;
    if (n && n->type != DV_SEQ && n->type != DV_MAP) n = NULL;
    if (alone || s->key[i].change == DV_ADDS) put_section(doc, s->key[i].name, n, alone);
  }
}

void dv_change_by_rows(dv_doc *doc, const dv_section *s, const dv_node *map)
{
  for (int i = 0; i < s->n; i++) {
    const char *name = s->key[i].name;
    const dv_node *n = dv_doc_find(map, name);
    switch (s->key[i].change) {
    case DV_SETS_PATHS: set_paths(doc, dv_check_get(map, name, DV_MAP), ""); break;
    case DV_SETS_VALUES: set_paths(doc, dv_check_get(map, name, DV_MAP), dv_arena_text(doc->arena, "%s.", name)); break;
    case DV_MERGES: merge_section(doc, n); break;
    case DV_REPLACES: replace(doc, n); break;
    case DV_ADDS:
    case DV_STANDS_ALONE:
    case DV_CHANGES_NOTHING: break;
    }
  }
}

static const dv_node *find_case(dv_check *c, const dv_node *root, const char *name)
{
  const dv_node *cases = dv_check_get(root, "cases", DV_MAP), *found = cases ? dv_doc_find(cases, name) : NULL;
  if (!found && !strncmp(name, "studies.", 8)) found = dv_doc_path(root, name);
  if (found) return found;
  int n = cases ? cases->n : 0;
  const char **names = DV_TAKE(c->arena, const char *, n), *all = n ? "its cases are: " : "it has no cases";
  for (int i = 0; i < n; i++) {
    names[i] = cases->item[i]->key;
    if (i < 20) all = dv_arena_text(c->arena, "%s%s%s", all, i ? ", " : "", names[i]);
  }
  // the name was asked for from outside: no place in the file is at fault
  dv_diag_add(c->diags, DV_ERROR, (dv_mark){0}, dv_did_you_mean(c->diags, name, names, n, all), "'%.200s' has no case '%.64s'",
              c->doc->file, name);
  return NULL;
}

static int is_early(const char *setting)
{
  return !strncmp(setting, "cases.", 6) || !strncmp(setting, "variants.", 9) || !strncmp(setting, "variant=", 8);
}

static void apply_settings(dv_doc *doc, const char *const *settings, int n, int early)
{
  for (int i = 0; i < n; i++) {
    const char *equals = strchr(settings[i], '=');
    if (is_early(settings[i]) != early) continue;
    if (equals) dv_doc_set(doc, dv_arena_copy(doc->arena, settings[i], (size_t)(equals - settings[i])), equals + 1, (dv_mark){0});
    else dv_diag_add(doc->diags, DV_ERROR, (dv_mark){0}, "write path=value", "setting '%.64s' has no '='", settings[i]);
  }
}

// The variant that the command line names, else the case's, else the machine's own.
static const dv_node *asked_variant(const dv_check *c, const dv_doc *doc)
{
  const dv_node *root = dv_check_get(doc->root, "variant", DV_SCALAR), *of_case = dv_check_get(c->chosen, "variant", DV_SCALAR);
  return root && !root->mark.file ? root : of_case ? of_case : root;
}

void dv_check_apply(dv_check *c, dv_doc *doc, const char *case_name, const char *const *settings, int nsetting)
{
  apply_settings(doc, settings, nsetting, 1);
  c->chosen = case_name ? find_case(c, doc->root, case_name) : NULL;
  const dv_node *variant = asked_variant(c, doc);
  if (variant) dv_check_variant(c, doc, variant);
  if (c->chosen && c->chosen->type == DV_MAP) {
    dv_change_by_rows(doc, &dv_keys_case, c->chosen);
    dv_change v = {.check = c, .doc = doc};
    dv_change_nulls(&v, c->chosen);
    dv_change_prune(&v);
    dv_change_entries(doc, &dv_keys_case, c->chosen);
  }
  apply_settings(doc, settings, nsetting, 0);
}

void dv_check_apply_nominal(dv_doc *doc) { set_paths(doc, dv_check_get(doc->root, "nominal", DV_MAP), ""); }
