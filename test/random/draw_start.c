// draw_start.c: `initial:` of the machine, beside what joints and nodes say, also exactly at the edge of a law; and what
// controllers believe, `nominal:`.
#include "draft.h"

#include <string.h>

static void initial(draft *d)
{
  const char *c = names_pick(d, &d->coordinates), *oil = names_pick(d, &d->hydraulic), *wire = names_pick(d, &d->electric);
  if (c && chance(&d->rnd, 0.6)) draft_try(d, "initial", c, quantity(d, between(&d->rnd, -0.5, 0.5), ""));
  c = names_pick(d, &d->coordinates);
  if (c && chance(&d->rnd, 0.6))
    draft_try(d, "initial", dv_arena_text(d->arena, "%s.rate", c), quantity(d, between(&d->rnd, -1, 1), ""));
  if (oil) draft_try(d, "initial", dv_arena_text(d->arena, "%s.pressure", oil), quantity(d, between(&d->rnd, 0, 1e7), "Pa"));
  if (wire) draft_try(d, "initial", dv_arena_text(d->arena, "%s.voltage", wire), quantity(d, between(&d->rnd, -12, 12), "V"));
}

static void nominal(draft *d)
{
  const char *b = names_pick(d, &d->bodies);
  const dv_node *bodies = dv_doc_find(d->root, "bodies"), *body = b && bodies ? dv_doc_find(bodies, b) : NULL;
  if (!body || !dv_doc_find(body, "mass")) return;
  dv_node *mass = node_text(d->arena, "%.4g kg", about(&d->rnd, d->mass, 2));  // a bare one is refused where the body has a unit
  draft_try(d, "nominal", dv_arena_text(d->arena, "bodies.%s.mass", b), mass);
}

// The machine begins exactly where a rope is straight or a stop is met: a root is zero there.
static void edge(draft *d)
{
  static const char *const where[] = {"length", "upper", "lower", "closed"};
  const dv_node *parts = dv_doc_find(d->root, "parts"), *given = dv_doc_find(d->root, "initial");
  for (int i = 0; parts && i < parts->n; i++) {
    const dv_node *part = parts->item[i], *axis = dv_doc_find(part, "axis");
    for (int k = 0; axis && axis->text && k < 4; k++) {
      const dv_node *at = dv_doc_find(part, where[k]);
      if (at && at->text && !(given && dv_doc_find(given, axis->text))) {
        draft_try(d, "initial", axis->text, node_text(d->arena, "%s", at->text));
        return;
      }
    }
  }
}

void draw_start(draft *d)
{
  if (chance(&d->rnd, 0.15)) initial(d);
  if (chance(&d->rnd, 0.15)) nominal(d);
  if (chance(&d->rnd, 0.3)) edge(d);
}
