// formulation.c: the table of formulations, and the room that they share.
#include "formulation/formulation.h"

#define DV_FORMULATION(id) extern const dv_formulation dv_way_##id;
#include "formulation/formulations.def"

const dv_formulation *const dv_formulations[DV_WAY_COUNT] = {
#define DV_FORMULATION(id) &dv_way_##id,
#include "formulation/formulations.def"
};

dv_formulator *dv_formulator_new(dv_arena *a, const dv_tree *t, const double *num)
{
  dv_formulator *f = DV_TAKE(a, dv_formulator, 1);
  dv_link *link = DV_TAKE(a, dv_link, t->nlink);
  size_t n = (size_t)t->nv;
  f->tree = *t;
  f->tree.link = link;
  f->num = num;
  for (int i = 0; i < t->nlink; i++) {
    link[i] = t->link[i];
    link[i].drive = DV_FREE;
  }
  f->link = (dv_link_work *)dv_arena_take(a, (size_t)dv_tree_reals(t) * sizeof(double));
  f->B = DV_TAKE(a, double, n *n);
  f->dB = DV_TAKE(a, double, n *n *n);
  f->C = DV_TAKE(a, double, n *n);
  f->zero = DV_TAKE(a, double, 4 * n);
  f->x = f->zero + n, f->y = f->x + n, f->z = f->y + n;
  for (int i = 0; i < DV_WAY_COUNT; i++)
    if (dv_formulations[i]->room && dv_formulation_knows((dv_formulation_id)i, t))
      f->own[i] = dv_formulations[i]->room(a, &f->tree, num);
  return f;
}
