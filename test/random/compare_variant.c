// compare_variant.c: a poorer machine with other numbers, and the variant that mends it.
#include "trial.h"

#include "base/number.h"

#include <string.h>

// A number of an entry becomes another one in the base; the variant has the right one.
static void spoil(trial *t, dv_node *entry, dv_node *mend, stream *s)
{
  for (int i = 0; i < entry->n; i++) {
    dv_node *v = entry->item[i];
    double x;
    if (v->type != DV_SCALAR || !chance(s, 0.3) || !strcmp(v->key, "kind") || !strcmp(v->key, "type")) continue;
    const char *rest = dv_number_read(v->text, &x);
    if (!rest || (*rest && *rest != ' ')) continue;
    node_put(t->arena, mend, v->key, node_copy(t->arena, v));
    v->text = dv_arena_text(t->arena, "%.6g%s", 0.9 * x, rest);
  }
}

static void split(trial *t, dv_node *section, dv_node *mend, stream *s)
{
  for (int i = section->n - 1; i >= 0; i--) {
    dv_node *entry = section->item[i];
    if (entry->type != DV_MAP) continue;
    if (chance(s, 0.3)) {
      node_put(t->arena, mend, entry->key, node_copy(t->arena, entry));
      node_drop(section, i);
    } else {
      dv_node *changes = node_map(t->arena);
      spoil(t, entry, changes, s);
      if (changes->n) node_put(t->arena, mend, entry->key, changes);
    }
  }
}

verdict compare_variant(trial *t)
{
  static const char *const section[] = {"bodies", "joints", "loops", "axes", "nodes", "signals", "parts"};
  dv_arena *a = t->arena;
  stream s = stream_of(t->number, 7);
  dv_node *root = node_copy(a, t->root), *full = node_map(a);
  for (int i = 0; i < 7; i++) {
    dv_node *map = dv_doc_find(root, section[i]), *mend = node_map(a);
    if (!map || map->type != DV_MAP) continue;
    split(t, map, mend, &s);
    if (mend->n) node_put(a, full, section[i], mend);
  }
  for (int i = root->n - 1; i >= 0; i--)
    if (root->item[i]->type == DV_MAP && !root->item[i]->n) node_drop(root, i);
  if (!full->n) return NOT_HERE;
  node_put(a, node_put(a, root, "variants", node_map(a)), "full", full);
  node_put(a, root, "variant", node_text(a, "full"));
  machine *m = machine_read(t->units, root, NULL, 0);
  verdict v = same_states(t, m, "variant");
  machine_free(m);
  return v;
}
