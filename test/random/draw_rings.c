// draw_rings.c: signals that follow from themselves within the instant, alone or in twos.
#include "draft.h"

static dv_node *signal_of(draft *d, dv_node *value)
{
  dv_node *e = node_map(d->arena);
  node_put(d->arena, e, "kind", node_text(d->arena, "expression"));
  node_put(d->arena, e, "value", value);
  return e;
}

// The slope of what comes back stays below one, so that there is one solution.
void draw_rings(draft *d)
{
  if (!chance(&d->rnd, 0.3)) return;
  const char *name = fresh(d, "ring"), *other = fresh(d, "ring");
  double pull = between(&d->rnd, -0.8, 0.8);
  const char *from = formula(d, 1);
  dv_node *value = node_text(d->arena, "%.3f*sin(%s) + (%s)", pull, name, from);
  if (!draft_try(d, "signals", name, signal_of(d, value))) return;
  names_add(d, &d->readable, name);
  if (chance(&d->rnd, 0.5)) return;
  if (!draft_try(d, "signals", other, signal_of(d, node_text(d->arena, "atan(%s)", name)))) return;
  names_add(d, &d->readable, other);
  value->text = dv_arena_text(d->arena, "%.3f*sin(%s) + (%s)", pull, other, from);
}
