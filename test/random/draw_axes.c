// draw_axes.c: distances between points, and sums of axes.
#include "draft.h"

static dv_node *distance(draft *d)
{
  dv_node *e = node_map(d->arena);
  node_put(d->arena, e, "from", node_text(d->arena, "%s", frame(d, 0)));
  node_put(d->arena, e, "to", node_text(d->arena, "%s", frame(d, 0)));
  return e;
}

static dv_node *sum(draft *d, const names *of)
{
  dv_node *e = node_map(d->arena), *s = node_put(d->arena, e, "sum", node_map(d->arena));
  const char *a = names_pick(d, of), *b = names_pick(d, of);
  node_put(d->arena, s, a, quantity(d, between(&d->rnd, -2, 2), ""));
  if (a != b) node_put(d->arena, s, b, quantity(d, between(&d->rnd, -2, 2), ""));
  return e;
}

void draw_axes(draft *d)
{
  for (int i = whole(&d->rnd, 3); i > 0; i--) {
    const char *name = fresh(d, "a");
    int way = whole(&d->rnd, 4);
    const names *of = way == 1 ? &d->rotary : &d->linear;
    if (way < 2 && !of->n) continue;
    if (way >= 2 && d->points.n < 2) continue;
    if (!draft_try(d, "axes", name, way < 2 ? sum(d, of) : distance(d))) continue;
    names_add(d, way == 1 ? &d->rotary : &d->linear, name);
    names_add(d, &d->readable, name);
    names_add(d, &d->readable, dv_arena_text(d->arena, "%s.rate", name));
  }
}
