// change_removed.c: what a variant or a case takes away takes along the loops, axes, parts and plotted columns that name it.
//
// Formulas that name it stay: their author must say what they shall be instead, and is told where they are.
#include "spec/check.h"

#include <string.h>

static void remove_item(dv_node *n, int at)
{
  memmove(&n->item[at], &n->item[at + 1], (size_t)(n->n - at - 1) * sizeof *n->item);
  n->n--;
}

dv_node *dv_change_section(const dv_change *v, const char *name)
{
  dv_node *n = dv_doc_find(v->doc->root, name);
  return n && n->type == DV_MAP ? n : NULL;
}

void dv_change_remove(dv_change *v, dv_node *map, int at)
{
  dv_names_add(v->check->arena, &v->gone, map->item[at]->key);
  remove_item(map, at);
}

// A name may come back: a variant that is like another one gives a part again. A welded joint has no coordinate any more.
static int is_there(const dv_change *v, const char *name)
{
  static const char *const sections[] = {"bodies", "joints", "loops", "axes", "signals", "parts"};
  for (int i = 0; i < DV_COUNT(sections); i++) {
    const dv_node *n = dv_doc_find(dv_change_section(v, sections[i]), name);
    const char *motion = n ? dv_check_text(n, "motion") : NULL;
    if (n && !(motion && !strcmp(motion, "welded"))) return 1;
  }
  return 0;
}

// "boom", "boom.tip" while boom is gone
static int is_gone(const dv_change *v, const char *text)
{
  const char *name = dv_arena_copy(v->check->arena, text, strcspn(text, "."));
  return dv_names_find(&v->gone, name) >= 0 && !is_there(v, name);
}

// Values that are words of the language, not names.
static int is_word(const dv_node *n, int loop)
{
  return n->key && (!strcmp(n->key, "kind") || (loop && (!strcmp(n->key, "type") || !strncmp(n->key, "axis", 4))));
}

static int names_gone(const dv_change *v, const dv_node *n, int loop)
{
  if (is_word(n, loop)) return 0;
  if (n->type == DV_SCALAR) return is_gone(v, n->text);
  int sum = n->type == DV_MAP && n->key && !strcmp(n->key, "sum");
  for (int i = 0; i < n->n; i++)
    if (names_gone(v, n->item[i], loop) || (sum && is_gone(v, n->item[i]->key))) return 1;
  return 0;
}

static int prune_section(dv_change *v, const char *name)
{
  dv_node *map = dv_change_section(v, name);
  int some = 0, loop = !strcmp(name, "loops");
  for (int i = map ? map->n - 1 : -1; i >= 0; i--) {
    if (map->item[i]->type != DV_MAP || !names_gone(v, map->item[i], loop)) continue;
    dv_change_remove(v, map, i);
    some = 1;
  }
  return some;
}

static void prune_list(const dv_change *v, dv_node *list)
{
  for (int i = list && list->type == DV_SEQ ? list->n - 1 : -1; i >= 0; i--)
    if (list->item[i]->type == DV_SCALAR && is_gone(v, list->item[i]->text)) remove_item(list, i);
}

void dv_change_prune(dv_change *v)
{
  if (!v->gone.n) return;
  while (prune_section(v, "loops") | prune_section(v, "axes") | prune_section(v, "parts")) {}
  dv_node *plots = dv_doc_find(v->doc->root, "plots");
  prune_list(v, dv_doc_find(v->doc->root, "record"));
  prune_list(v, dv_doc_find(dv_change_section(v, "start"), "hold"));
  for (int i = plots && plots->type == DV_SEQ ? plots->n - 1 : -1; i >= 0; i--) {
    dv_node *columns = plots->item[i]->type == DV_MAP ? dv_doc_find(plots->item[i], "columns") : plots->item[i];
    int had = columns ? columns->n : 0;
    prune_list(v, columns);
    for (int k = 0; columns != plots->item[i] && k < plots->item[i]->n; k++) prune_list(v, plots->item[i]->item[k]);
    if (had && !columns->n) remove_item(plots, i);
  }
}

void dv_change_nulls(dv_change *v, const dv_node *changes)
{
  for (int i = 0; changes && i < changes->n; i++) {
    const dv_node *map = changes->item[i];
    for (int k = 0; map->type == DV_MAP && k < map->n; k++)
      if (map->item[k]->type == DV_NULL && dv_change_section(v, map->key))
        dv_names_add(v->check->arena, &v->gone, map->item[k]->key);
  }
}
