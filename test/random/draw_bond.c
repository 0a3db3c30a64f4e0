// draw_bond.c: the bond graph of a kind's example, with other numbers; now and then it hangs on an axis of the machine.
#include "draft.h"

#include <string.h>

typedef struct {
  const dv_node *from;  // the example's parts
  const char **name;    // [part] what it is called here
} graft;

static const char *renamed(const graft *g, const char *name)
{
  for (int i = 0; i < g->from->n; i++)
    if (!strcmp(g->from->item[i]->key, name)) return g->name[i];
  return name;
}

static int is_terminal(const char *key) { return !strcmp(key, "at") || !strcmp(key, "from") || !strcmp(key, "to"); }

static dv_node *element(draft *d, const graft *g, const dv_node *part)
{
  dv_node *e = node_map(d->arena);
  for (int i = 0; i < part->n; i++) {
    const dv_node *v = part->item[i];
    if (is_terminal(v->key) && v->type == DV_SCALAR)
      node_put(d->arena, e, v->key, node_text(d->arena, "%s", renamed(g, v->text)));
    else if (!strcmp(v->key, "kind")) node_put(d->arena, e, v->key, node_copy(d->arena, v));
    else node_put(d->arena, e, v->key, perturbed(d, v, about(&d->rnd, 1, 2)));
  }
  return e;
}

// A spring or a resistance between one of its junctions and an axis of the machine.
static void couple(draft *d, const graft *g)
{
  const char *axis = names_pick(d, chance(&d->rnd, 0.5) ? &d->linear : &d->rotary), *junction = NULL;
  for (int i = 0; i < g->from->n; i++)
    if (!strcmp(dv_doc_find(g->from->item[i], "kind")->text, "bond.one")) junction = g->name[i];
  if (!axis || !junction) return;
  dv_node *all = node_section(d->arena, d->root, "parts"), *e;
  const char *zero = fresh(d, "zero");
  int before = all->n;
  static const char *const way[] = {"from", "to"};
  node_put(d->arena, node_put(d->arena, all, zero, node_map(d->arena)), "kind", node_text(d->arena, "bond.zero"));
  for (int i = 0; i < 2; i++) {
    e = node_put(d->arena, all, fresh(d, "bond"), node_map(d->arena));
    node_put(d->arena, e, "kind", node_text(d->arena, "bond.bond"));
    node_put(d->arena, e, way[i], node_text(d->arena, "%s", i ? axis : junction));
    node_put(d->arena, e, way[1 - i], node_text(d->arena, "%s", zero));
  }
  e = node_map(d->arena);
  node_put(d->arena, e, "kind", node_text(d->arena, "bond.C"));
  node_put(d->arena, e, "at", node_text(d->arena, "%s", zero));
  node_put(d->arena, e, "stiffness", quantity(d, about(&d->rnd, 50, 3), ""));
  if (!draft_try(d, "parts", fresh(d, "C"), e)) all->n = before;
}

int draw_bond(draft *d, int kind)
{
  const dv_node *root = d->example_file[kind];
  graft g = {root ? dv_doc_find(root, "parts") : NULL, NULL};
  if (d->kinds) d->kinds[kind].drawn++;
  if (!g.from || !g.from->n) return 0;
  dv_node *all = node_section(d->arena, d->root, "parts");
  int before = all->n, n = g.from->n;
  g.name = DV_TAKE(d->arena, const char *, n);
  for (int i = 0; i < n; i++) g.name[i] = fresh(d, "e");
  for (int i = 0; i < n - 1; i++) node_put(d->arena, all, g.name[i], element(d, &g, g.from->item[i]));
  if (!draft_try(d, "parts", g.name[n - 1], element(d, &g, g.from->item[n - 1]))) {
    all->n = before;
    return 0;
  }
  if (d->kinds) d->kinds[kind].kept++;
  if (chance(&d->rnd, 0.5)) couple(d, &g);
  return 1;
}
