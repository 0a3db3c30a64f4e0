// compare_renamed.c: names and the order of entries mean nothing.
#include "trial.h"

#include <string.h>

static void names_of(trial *t, const dv_node *map, renaming *there, renaming *back, stream *s)
{
  for (int i = 0; map && map->type == DV_MAP && i < map->n; i++) {
    const char *old = map->item[i]->key, *name = dv_arena_text(t->arena, "%c%d_%d", 'a' + whole(s, 26), whole(s, 100), there->n);
    renaming_add(t->arena, there, old, name);
    renaming_add(t->arena, back, name, old);
  }
}

static void shuffle(dv_node *map, stream *s)
{
  for (int i = map->n - 1; i > 0 && map->type == DV_MAP; i--) {
    int k = whole(s, i + 1);
    dv_node *held = map->item[i];
    map->item[i] = map->item[k], map->item[k] = held;
  }
  for (int i = 0; i < map->n; i++) shuffle(map->item[i], s);
}

static const char *back_to(dv_arena *a, const char *name, const void *context) { return renaming_apply(a, context, name); }

verdict compare_renamed(trial *t)
{
  static const char *const section[] = {"bodies", "joints", "loops", "axes", "nodes", "signals", "parts", "initial", "nominal"};
  renaming there = {0}, back = {0};
  stream s = stream_of(t->number, 5);
  for (int i = 0; i < 7; i++) names_of(t, dv_doc_find(t->root, section[i]), &there, &back, &s);
  const dv_node *bodies = dv_doc_find(t->root, "bodies");
  for (int i = 0; bodies && i < bodies->n; i++) names_of(t, dv_doc_find(bodies->item[i], "points"), &there, &back, &s);
  dv_node *root = node_copy(t->arena, t->root);
  for (int i = 0; i < 9; i++)
    if (dv_doc_find(root, section[i])) node_rename(t->arena, dv_doc_find(root, section[i]), &there);
  for (int i = 0; i < 7; i++)  // keys of the file itself stay
    for (int k = 0; k < root->n; k++)
      if (!strcmp(root->item[k]->key, section[i])) shuffle(root->item[k], &s);
  machine *m = machine_read(t->units, root, NULL, 0);
  int *map = DV_TAKE(t->arena, int, t->m->model->nx + 1);
  verdict v;
  if (!m->model) v = say(t, "renamed: refused: %s", machine_refusal(m));
  else if (states_match(t->m, m, back_to, &back, map)) v = say(t, "renamed: it has other states");
  else v = same_machine(t, m, map, "renamed");
  machine_free(m);
  return v;
}
