// check_variant.c: `variants:`: one description, a family of machines.
//
// A variant drops bodies (with all that hangs on them), merges sections of its own, sets paths, and holds joints: locked ones
// stay coordinates whose effort is an output, welded ones are gone and their bodies are one, with the exact inertia. Axes, parts
// and plotted columns that name what is gone go with it; so they do when a case takes something away.
#include "spec/check.h"

#include <string.h>

enum { DEEPEST = 16 };  // variants like variants like ...

typedef struct {
  dv_check *check;
  dv_doc *doc;
  dv_names gone;  // bodies, joints, axes, parts
} change;

static dv_node *section(const change *v, const char *name)
{
  dv_node *n = dv_doc_find(v->doc->root, name);
  return n && n->type == DV_MAP ? n : NULL;
}

static void remove_item(dv_node *n, int at)
{
  memmove(&n->item[at], &n->item[at + 1], (size_t)(n->n - at - 1) * sizeof *n->item);
  n->n--;
}

static void take_away(change *v, dv_node *map, int at)
{
  dv_names_add(v->check->arena, &v->gone, map->item[at]->key);
  remove_item(map, at);
}

static void no_such(change *v, const dv_node *map, dv_mark mark, const char *what, const char *name)
{
  int n = map ? map->n : 0;
  const char **names = DV_TAKE(v->check->arena, const char *, n);
  for (int i = 0; i < n; i++) names[i] = map->item[i]->key;
  dv_diag_add(v->check->diags, DV_ERROR, mark, dv_did_you_mean(v->check->diags, name, names, n, NULL),
              "the variant names a %s '%.64s' that does not exist", what, name);
}

// A body, its joint, and whatever hangs on it. Depth is bounded: a body that is gone is not found again.
static void drop_body(change *v, const char *name)
{
  dv_node *bodies = section(v, "bodies"), *joints = section(v, "joints");
  for (int i = 0; bodies && i < bodies->n; i++)
    if (!strcmp(bodies->item[i]->key, name)) take_away(v, bodies, i);
  for (int i = 0; joints && i < joints->n; i++) {
    const dv_node *j = joints->item[i];
    const char *child = dv_check_text(j, "child"), *parent = dv_check_text(j, "parent");
    int mine = child && !strcmp(child, name), hangs = parent && !strcmp(parent, name);
    if (!mine && !hangs) continue;
    take_away(v, joints, i);
    if (hangs && child && dv_names_find(&v->gone, child) < 0) drop_body(v, child);
    i = -1;  // the list has changed
  }
}

static void drop_bodies(change *v, const dv_node *list)
{
  int n = !list ? 0 : list->type == DV_SEQ ? list->n : list->type == DV_SCALAR;
  for (int i = 0; i < n; i++) {
    const dv_node *it = list->type == DV_SEQ ? list->item[i] : list;
    if (it->type != DV_SCALAR) continue;
    if (dv_doc_find(section(v, "bodies"), it->text)) drop_body(v, it->text);
    else if (dv_names_find(&v->gone, it->text) < 0) no_such(v, section(v, "bodies"), it->mark, "body", it->text);
  }
}

static void put(change *v, dv_node *map, const char *key, dv_node *value)
{
  for (int i = 0; i < map->n; i++)
    if (!strcmp(map->item[i]->key, key)) {
      value->key = key;
      map->item[i] = value;
      return;
    }
  dv_node_append(v->check->arena, map, key, value);
}

// {joint: position} or [joint, ...]
static void hold_joints(change *v, const dv_node *held, const char *motion)
{
  dv_node *joints = section(v, "joints");
  for (int i = 0; held && (held->type == DV_MAP || held->type == DV_SEQ) && i < held->n; i++) {
    const dv_node *it = held->item[i];
    const char *name = held->type == DV_MAP ? it->key : it->type == DV_SCALAR ? it->text : NULL;
    dv_mark mark = held->type == DV_MAP ? it->key_mark : it->mark;
    dv_node *joint = name ? dv_doc_find(joints, name) : NULL, *word = dv_node_new(v->check->arena, DV_SCALAR, mark);
    if (name && (!joint || joint->type != DV_MAP)) no_such(v, joints, mark, "joint", name);
    if (!joint || joint->type != DV_MAP) continue;
    word->text = motion;
    put(v, joint, "motion", word);
    if (held->type == DV_MAP && it->type != DV_NULL) {
      dv_node *position = dv_node_new(v->check->arena, it->type, it->mark);
      *position = *it;
      put(v, joint, "position", position);
    }
    if (!strcmp(motion, "welded")) dv_names_add(v->check->arena, &v->gone, name);
  }
}

// A name may come back: a variant that is like another one gives a part again.
static int is_there(const change *v, const char *name)
{
  static const char *const sections[] = {"bodies", "joints", "axes", "signals", "parts"};
  for (int i = 0; i < DV_COUNT(sections); i++) {
    const dv_node *n = dv_doc_find(section(v, sections[i]), name);
    const char *motion = n ? dv_check_text(n, "motion") : NULL;
    if (n && !(motion && !strcmp(motion, "welded"))) return 1;
  }
  return 0;
}

// "boom", "boom.tip" while boom is gone
static int is_gone(const change *v, const char *text)
{
  const char *name = dv_arena_copy(v->check->arena, text, strcspn(text, "."));
  return dv_names_find(&v->gone, name) >= 0 && !is_there(v, name);
}

// A name among the values of an axis or part; not in formulas, which must be written anew.
static int names_gone(const change *v, const dv_node *n)
{
  if (n->type == DV_SCALAR) return is_gone(v, n->text);
  for (int i = 0; i < n->n; i++)
    if (names_gone(v, n->item[i]) || (n->type == DV_MAP && n->key && !strcmp(n->key, "sum") && is_gone(v, n->item[i]->key)))
      return 1;
  return 0;
}

static int prune_section(change *v, const char *name)
{
  dv_node *map = section(v, name);
  int some = 0;
  for (int i = map ? map->n - 1 : -1; i >= 0; i--)
    if (map->item[i]->type == DV_MAP && names_gone(v, map->item[i])) {
      take_away(v, map, i);
      some = 1;
    }
  return some;
}

static void prune_columns(const change *v, dv_node *list)
{
  for (int i = list && list->type == DV_SEQ ? list->n - 1 : -1; i >= 0; i--)
    if (list->item[i]->type == DV_SCALAR && is_gone(v, list->item[i]->text)) remove_item(list, i);
}

static void prune(change *v)
{
  while (prune_section(v, "loops") | prune_section(v, "axes") | prune_section(v, "parts")) {}
  dv_node *plots = dv_doc_find(v->doc->root, "plots");
  prune_columns(v, dv_doc_find(v->doc->root, "record"));
  prune_columns(v, dv_doc_find(section(v, "start"), "hold"));
  for (int i = plots && plots->type == DV_SEQ ? plots->n - 1 : -1; i >= 0; i--) {
    dv_node *columns = plots->item[i]->type == DV_MAP ? dv_doc_find(plots->item[i], "columns") : plots->item[i];
    int had = columns ? columns->n : 0;
    prune_columns(v, columns);
    if (had && !columns->n) remove_item(plots, i);
  }
}

static const char *const merged[] = {"bodies", "joints", "loops", "axes", "nodes", "signals", "parts", "solver"};

// What the changes take away by null.
static void note_nulls(change *v, const dv_node *changes)
{
  for (int i = 0; i < DV_COUNT(merged); i++) {
    const dv_node *map = dv_check_get(changes, merged[i], DV_MAP);
    for (int k = 0; map && k < map->n; k++)
      if (map->item[k]->type == DV_NULL) dv_names_add(v->check->arena, &v->gone, map->item[k]->key);
  }
}

void dv_check_removed(dv_check *c, dv_doc *doc, const dv_node *changes)
{
  change v = {.check = c, .doc = doc};
  note_nulls(&v, changes);
  if (v.gone.n) prune(&v);
}

static const dv_node *find_variant(dv_check *c, const dv_node *root, const dv_node *asked)
{
  const dv_node *all = dv_check_get(root, "variants", DV_MAP), *found = all ? dv_doc_find(all, asked->text) : NULL;
  if (found) return found;
  int n = all ? all->n : 0;
  const char **names = DV_TAKE(c->arena, const char *, n), *list = n ? "its variants are: " : "it has no variants";
  for (int i = 0; i < n; i++) {
    names[i] = all->item[i]->key;
    if (i < 20) list = dv_arena_text(c->arena, "%s%s%s", list, i ? ", " : "", names[i]);
  }
  dv_diag_add(c->diags, DV_ERROR, asked->mark, dv_did_you_mean(c->diags, asked->text, names, n, list),
              "'%.200s' has no variant '%.64s'", c->doc->file, asked->text);
  return NULL;
}

static void apply(change *v, const dv_node *n)
{
  dv_doc *doc = v->doc;
  drop_bodies(v, dv_doc_find(n, "drop"));
  for (int i = 0; i < DV_COUNT(merged); i++) dv_case_merge(doc->arena, doc->root, dv_doc_find(n, merged[i]));
  dv_case_set(doc, dv_check_get(n, "set", DV_MAP), "");
  dv_case_set(doc, dv_check_get(n, "parameters", DV_MAP), "parameters.");
  hold_joints(v, dv_doc_find(n, "lock"), "locked");
  hold_joints(v, dv_doc_find(n, "weld"), "welded");
  note_nulls(v, n);
  prune(v);
}

static void apply_like(change *v, const dv_node *asked, int depth)
{
  const dv_node *n = find_variant(v->check, v->doc->root, asked), *like = dv_check_get(n, "like", DV_SCALAR);
  if (depth > DEEPEST)
    dv_diag_add(v->check->diags, DV_ERROR, asked->mark, "let one of them stand alone",
                "variants are like each other in a circle");
  if (!n || depth > DEEPEST) return;
  if (like) apply_like(v, like, depth + 1);
  if (n->type == DV_MAP) apply(v, n);
  v->check->spec->variant = n->key;
}

void dv_check_variant(dv_check *c, dv_doc *doc, const dv_node *asked)
{
  change v = {.check = c, .doc = doc};
  apply_like(&v, asked, 1);
}
