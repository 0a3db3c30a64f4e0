// compare_case.c: a machine with other numbers, and the case that sets them right, by their paths.
#include "trial.h"

#include "base/number.h"

#include <string.h>

// Some numbers of an entry become others; `set` has the right ones.
static void spoil(trial *t, const char *section, dv_node *entry, dv_node *set, stream *s)
{
  for (int i = 0; i < entry->n; i++) {
    dv_node *v = entry->item[i];
    double x;
    if (v->type != DV_SCALAR || !chance(s, 0.3) || !strcmp(v->key, "kind") || !strcmp(v->key, "type")) continue;
    const char *rest = dv_number_read(v->text, &x);
    if (!rest || (*rest && *rest != ' ')) continue;
    node_put(t->arena, set, dv_arena_text(t->arena, "%s.%s.%s", section, entry->key, v->key), node_copy(t->arena, v));
    v->text = dv_arena_text(t->arena, "%.6g%s", 0.9 * x, rest);
  }
}

verdict compare_case(trial *t)
{
  static const char *const section[] = {"bodies", "joints", "nodes", "signals", "parts"};
  dv_arena *a = t->arena;
  stream s = stream_of(t->number, 29);
  dv_node *root = node_copy(a, t->root), *set = node_map(a), *one;
  for (int i = 0; i < 5; i++) {
    dv_node *map = dv_doc_find(root, section[i]);
    for (int k = 0; map && map->type == DV_MAP && k < map->n; k++)
      if (map->item[k]->type == DV_MAP) spoil(t, section[i], map->item[k], set, &s);
  }
  if (!set->n) return NOT_HERE;
  one = node_put(a, node_put(a, root, "cases", node_map(a)), "right", node_map(a));
  node_put(a, one, "set", set);
  machine *m = machine_case(t->units, root, "right");
  verdict v = same_states(t, m, "case");
  machine_free(m);
  return v;
}
