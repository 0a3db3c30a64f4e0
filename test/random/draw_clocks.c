// draw_clocks.c: signals of time alone, which may move joints.
#include "draft.h"

static const char *sine(draft *d, dv_node *e)
{
  node_put(d->arena, e, "amplitude", quantity(d, between(&d->rnd, -0.3, 0.3), ""));
  if (chance(&d->rnd, 0.5)) node_put(d->arena, e, "omega", quantity(d, about(&d->rnd, 5, 3), "rad/s"));
  else node_put(d->arena, e, "frequency", quantity(d, about(&d->rnd, 1, 3), "Hz"));
  if (chance(&d->rnd, 0.5)) node_put(d->arena, e, "phase", quantity(d, between(&d->rnd, -3, 3), "rad"));
  return "sine";
}

static const char *quintic(draft *d, dv_node *e)
{
  node_put(d->arena, e, "from", quantity(d, between(&d->rnd, -0.2, 0.2), ""));
  node_put(d->arena, e, "to", quantity(d, between(&d->rnd, -0.2, 0.2), ""));
  node_put(d->arena, e, "start", quantity(d, between(&d->rnd, 0, 0.1), "s"));
  node_put(d->arena, e, "duration", quantity(d, about(&d->rnd, 0.2, 2), "s"));
  return chance(&d->rnd, 0.5) ? "quintic" : "cubic";
}

static const char *step(draft *d, dv_node *e)
{
  node_put(d->arena, e, "from", quantity(d, between(&d->rnd, -1, 1), ""));
  node_put(d->arena, e, "to", quantity(d, between(&d->rnd, -1, 1), ""));
  node_put(d->arena, e, "at", quantity(d, between(&d->rnd, 0, 0.3), "s"));
  return "step";
}

void draw_clocks(draft *d)
{
  names_add(d, &d->readable, "t");
  for (int i = 1 + whole(&d->rnd, 3); i > 0; i--) {
    dv_node *e = node_map(d->arena), *kind = node_put(d->arena, e, "kind", node_text(d->arena, "sine"));
    const char *name = fresh(d, "sig");
    int which = whole(&d->rnd, 3);
    kind->text = which == 0 ? sine(d, e) : which == 1 ? quintic(d, e) : step(d, e);
    if (!draft_try(d, "signals", name, e)) continue;
    names_add(d, &d->readable, name);
    if (which < 2) names_add(d, &d->smooth, name), names_add(d, &d->readable, dv_arena_text(d->arena, "%s.rate", name));
  }
}
