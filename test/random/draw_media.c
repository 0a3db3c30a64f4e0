// draw_media.c: water and ground, before those that feel them.
#include "draft.h"

// One of the kinds for which `has` holds.
static void one_of(draft *d, int (*has)(const dv_kind *k))
{
  int n = 0;
  for (int i = 0; dv_kinds_x1[i]; i++) n += has(dv_kinds_x1[i]);
  int pick = n ? whole(&d->rnd, n) : -1;
  for (int i = 0; dv_kinds_x1[i] && pick >= 0; i++)
    if (has(dv_kinds_x1[i]) && pick-- == 0) draw_kind(d, i);
}

static int is_still(const dv_kind *k) { return k->field && k->still; }
static int moves(const dv_kind *k) { return k->field && !k->still; }
static int is_ground(const dv_kind *k) { return k->profile != NULL; }

void draw_water(draft *d)
{
  d->wet = 1;  // asked for once
  one_of(d, is_still);
}

void draw_media(draft *d)
{
  if (d->isotropic) return;
  if (chance(&d->rnd, 0.3)) {
    draw_water(d);
    if (chance(&d->rnd, 0.5)) one_of(d, moves);
  }
  if (chance(&d->rnd, 0.15)) one_of(d, is_ground);
}
