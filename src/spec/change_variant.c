// change_variant.c: `variants:`: one description, a family of machines.
//
// A variant drops bodies (with all that hangs on them), merges sections of its own, sets paths, and holds joints: locked ones
// stay coordinates whose effort is an output, welded ones are gone and their bodies are one, with the exact inertia.
#include "spec/check.h"

#include <string.h>

enum { DEEPEST = 16 };  // variants like variants like ...

static void no_such(dv_change *v, const dv_node *map, dv_mark mark, const char *what, const char *name)
{
  int n = map ? map->n : 0;
  const char **names = DV_TAKE(v->check->arena, const char *, n);
  for (int i = 0; i < n; i++) names[i] = map->item[i]->key;
  dv_diag_add(v->check->diags, DV_ERROR, mark, dv_did_you_mean(v->check->diags, name, names, n, NULL),
              "the variant names a %s '%.64s' that does not exist", what, name);
}

// Joints on dropped bodies go, with the bodies that hang on them, until nothing more falls.
static void let_fall(dv_change *v, dv_names *dropped)
{
  dv_node *bodies = dv_change_section(v, "bodies"), *joints = dv_change_section(v, "joints");
  for (int some = 1; some && joints;) {
    some = 0;
    for (int i = joints->n - 1; i >= 0; i--) {
      const char *child = dv_check_text(joints->item[i], "child"), *parent = dv_check_text(joints->item[i], "parent");
      int falls = parent && dv_names_find(dropped, parent) >= 0;
      if (!falls && !(child && dv_names_find(dropped, child) >= 0)) continue;
      if (child) dv_names_add(v->check->arena, dropped, child);
      dv_change_remove(v, joints, i);
      some = 1;
    }
  }
  for (int i = bodies ? bodies->n - 1 : -1; i >= 0; i--)
    if (dv_names_find(dropped, bodies->item[i]->key) >= 0) dv_change_remove(v, bodies, i);
}

static void drop_bodies(dv_change *v, const dv_node *list)
{
  int n = !list ? 0 : list->type == DV_SEQ ? list->n : list->type == DV_SCALAR;
  dv_names dropped = {0};
  for (int i = 0; i < n; i++) {
    const dv_node *it = list->type == DV_SEQ ? list->item[i] : list, *bodies = dv_change_section(v, "bodies");
    if (it->type != DV_SCALAR) continue;
    if (dv_doc_find(bodies, it->text)) dv_names_add(v->check->arena, &dropped, it->text);
    else no_such(v, bodies, it->mark, "body", it->text);
  }
  if (dropped.n) let_fall(v, &dropped);
}

static void put(dv_change *v, dv_node *map, const char *key, dv_node *value)
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
static void hold_joints(dv_change *v, const dv_node *held, const char *motion)
{
  dv_node *joints = dv_change_section(v, "joints");
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
      const dv_node *before = dv_doc_find(joint, "position");
      *position = *it;
      if (before) dv_bare_over(v->check->arena, v->check->diags, name, before, position);
      put(v, joint, "position", position);
    }
    if (!strcmp(motion, "welded")) dv_names_add(v->check->arena, &v->gone, name);
  }
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

// A name of its own that nothing uses is a slip of the pen: dv_check_added looks.
static void remember_added(dv_change *v, const dv_node *given)
{
  const dv_node *have = dv_change_section(v, "parameters");
  for (int i = 0; given && i < given->n; i++)
    if (!dv_doc_find(have, given->item[i]->key)) dv_names_add(v->check->arena, &v->check->added, given->item[i]->key);
}

static void apply(dv_change *v, const dv_node *n)
{
  remember_added(v, dv_check_get(n, "parameters", DV_MAP));
  drop_bodies(v, dv_doc_find(n, "drop"));
  dv_change_by_rows(v->doc, &dv_keys_variant, n);
  hold_joints(v, dv_doc_find(n, "lock"), "locked");
  hold_joints(v, dv_doc_find(n, "weld"), "welded");
  dv_change_nulls(v, n);
  dv_change_prune(v);
}

static void apply_like(dv_change *v, const dv_node *asked, int depth)
{
  const dv_node *n = find_variant(v->check, v->doc->root, asked), *like = n ? dv_doc_find(n, "like") : NULL;
  if (depth > DEEPEST)
    dv_diag_add(v->check->diags, DV_ERROR, asked->mark, "let one of them stand alone",
                "variants are like each other in a circle");
  if (!n || depth > DEEPEST) return;
  if (like && like->type == DV_SCALAR) apply_like(v, like, depth + 1);
  for (int i = 0; like && like->type == DV_SEQ && i < like->n; i++)
    if (like->item[i]->type == DV_SCALAR) apply_like(v, like->item[i], depth + 1);
  if (n->type == DV_MAP) apply(v, n);
  v->check->spec->variant = n->key;
}

void dv_check_variant(dv_check *c, dv_doc *doc, const dv_node *asked)
{
  dv_change v = {.check = c, .doc = doc};
  apply_like(&v, asked, 1);
}
