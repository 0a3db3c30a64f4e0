// draw_machine.c: a machine, thing by thing.
#include "draft.h"

#include <string.h>

// Kinds that look at the world's axes: media and who feels them, and what has a frame.
static int knows_the_world(const dv_kind *k)
{
  if (k->field || k->profile || (k->service & (DV_ASKS_WATER | DV_ASKS_GROUND))) return 1;
  for (int i = 0; i < k->nport; i++)
    if (k->port[i].domain == DV_FRAME) return 1;
  return 0;
}

static void parts(draft *d)
{
  int n = 0, want = 1 + whole(&d->rnd, 6);
  while (dv_kinds_x1[n]) n++;
  for (int tries = 0; want > 0 && tries < 20; tries++) {
    int kind = whole(&d->rnd, n);
    const dv_kind *k = dv_kinds_x1[kind];
    if (d->isotropic && knows_the_world(k)) continue;
    want -= draw_kind(d, kind);
  }
}

static void settings(draft *d)
{
  char *until = dv_arena_text(d->arena, "%.2f s", between(&d->rnd, 0.1, 0.2));
  node_put(d->arena, d->root, "until", node_text(d->arena, "%s", until));
}

static void drop_empty(dv_node *root)
{
  for (int i = root->n - 1; i >= 0; i--)
    if (root->item[i]->type == DV_MAP && root->item[i]->n == 0) node_drop(root, i);
}

void draw_machine(draft *d)
{
  d->root = node_map(d->arena);
  d->size = about(&d->rnd, 0.6, 2);
  d->mass = about(&d->rnd, 5, 5);
  d->isotropic = chance(&d->rnd, 0.3);
  node_put(d->arena, d->root, "davit", node_text(d->arena, "1"));
  if (d->isotropic) node_put(d->arena, d->root, "doc", node_text(d->arena, ISOTROPIC));
#define THING(name) draw_##name(d);
#include "things.def"
#undef THING
  parts(d);
  draw_start(d);
  settings(d);
  drop_empty(d->root);
}
