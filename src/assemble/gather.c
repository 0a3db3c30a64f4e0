// gather.c: lists of copies between junctions and parts, so that the engine need not look at ports when it runs.
//
// gather:  [n] pairs (to, from): what junctions share, coordinates, poses, inputs -> the part's own cells
// fix, store, answer:  [n] pairs (to, from): efforts of sources, capacities, answers -> junctions
#include "assemble/internal.h"

typedef struct {
  int *item;
  int n, cap;
} list;

static void copy(dv_assembler *c, list *l, int to, int from, int n)
{
  for (int i = 0; i < n; i++) {
    *DV_PUSH(c->arena, l) = to + i;
    *DV_PUSH(c->arena, l) = from + i;
  }
}

static dv_copies keep(dv_assembler *c, const list *l)
{
  dv_copies k = {dv_builder_take(c->b, DV_S_INT, l->n), l->n / 2};
  for (int i = 0; i < l->n; i++) *DV_AT(c->b, int, INT, k.at + i) = l->item[i];
  return k;
}

static void add(dv_assembler *c, int part)
{
  dv_part row = *DV_AT(c->b, dv_part, PART, part);
  const dv_kind *k = c->part.item[part].as;
  list gather = {0}, fix = {0}, store = {0}, answer = {0};
  for (int i = 0, slot = 0, frame = 0; i < k->nport; i++) {
    const dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, DV_AT(c->b, int, INT, row.port)[i]);
    int node = j->type == DV_AT_NODE, role = k->port[i].role;
    if (!row.direct) {
      copy(c, &gather, (node ? row.effort : row.flow) + slot, j->shared, j->width);
      if (j->type == DV_AT_FRAME) copy(c, &gather, row.pose + 12 * frame++, j->pos, 12);
      else copy(c, &gather, row.pos + slot, j->pos, 1);
    }
    if (role == DV_FIXES) copy(c, &fix, j->shared, row.effort + slot, 1);
    else if (role != DV_WATCHES) copy(c, &answer, j->sum, (node ? row.flow : row.effort) + slot, j->width);
    if (role == DV_STORES) copy(c, &store, j->capacity, row.capacity + slot, 1);
    slot += j->width;
  }
  for (int i = 0; i < row.nin; i++) {
    int from = DV_AT(c->b, int, INT, row.source)[i];
    if (from != row.in + i) copy(c, &gather, row.in + i, from, 1);
  }
  row.gather = keep(c, &gather);
  row.fix = keep(c, &fix);
  row.store = keep(c, &store);
  row.answer = keep(c, &answer);
  *DV_AT(c->b, dv_part, PART, part) = row;
}

void dv_assemble_gather(dv_assembler *c)
{
  for (int i = 0; i < c->part.n; i++) add(c, i);
}
