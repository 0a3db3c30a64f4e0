// exponents.c: the ring, its names, and vectors of small whole numbers that are kept once each.
#include "symbol/ring.h"

#include <string.h>

enum { LARGEST = 100 };

static void exponents_new(dv_ring *r, dv_exponents *e, int width)
{
  *e = (dv_exponents){.width = width};
  e->cap = 256;
  e->at = DV_TAKE(r->arena, signed char, (size_t)e->cap *(size_t)width);
  e->nslot = 1024;
  e->slot = DV_TAKE(r->arena, int, e->nslot);
  e->n = 1;  // all zeros
  e->slot[0] = 1;
}

dv_ring *dv_ring_new(dv_arena *a)
{
  dv_ring *r = DV_TAKE(a, dv_ring, 1);
  r->arena = a;
  r->atom = DV_TAKE(a, dv_atom, DV_RING_ATOMS);
  r->angle = DV_TAKE(a, dv_atom, DV_RING_ANGLES);
  r->turn = DV_TAKE(a, double, DV_RING_ANGLES);
  exponents_new(r, &r->power, DV_RING_ATOMS);
  exponents_new(r, &r->sum, DV_RING_ANGLES);
  return r;
}

static int find(const dv_atom *list, int n, const dv_atom *atom)
{
  for (int i = 0; i < n; i++)
    if (!strcmp(list[i].name, atom->name) && list[i].sort == atom->sort) return i;
  return -1;
}

int dv_ring_atom(dv_ring *r, dv_atom atom)
{
  int i = find(r->atom, r->natom, &atom);
  if (i >= 0) return i;
  if (r->natom == DV_RING_ATOMS) return r->full = "names", 0;
  r->atom[r->natom] = atom;
  r->power.used = r->natom + 1;
  return r->natom++;
}

int dv_ring_angle(dv_ring *r, dv_atom angle, double turn)
{
  int i = find(r->angle, r->nangle, &angle);
  if (i >= 0) return i;
  if (r->nangle == DV_RING_ANGLES) return r->full = "angles", 0;
  r->angle[r->nangle] = angle;
  r->turn[r->nangle] = turn;
  r->sum.used = r->nangle + 1;
  return r->nangle++;
}

// Of the entries that are not zero only, so that it stays the same when more come into use.
static unsigned hash(const dv_exponents *e, const signed char *v)
{
  unsigned h = 0;
  for (int i = 0; i < e->used; i++)
    if (v[i]) h += (unsigned)v[i] * (2654435761u * (unsigned)(2 * i + 1) ^ (unsigned)i << 7);
  return h ^ h >> 15;
}

static int *place(const dv_exponents *e, const signed char *v)
{
  unsigned at = hash(e, v) & (unsigned)(e->nslot - 1);
  while (e->slot[at] && memcmp(dv_exponents_at(e, e->slot[at] - 1), v, (size_t)e->used) != 0)
    at = (at + 1) & (unsigned)(e->nslot - 1);
  return &e->slot[at];
}

static void grow(dv_ring *r, dv_exponents *e)
{
  if (e->n == e->cap) {
    size_t bytes = (size_t)e->cap * (size_t)e->width;
    e->at = dv_arena_grow(r->arena, e->at, bytes, 2 * bytes);
    e->cap *= 2;
  }
  if (2 * e->n < e->nslot) return;
  e->nslot *= 4;
  e->slot = DV_TAKE(r->arena, int, e->nslot);
  for (int i = 0; i < e->n; i++) *place(e, dv_exponents_at(e, i)) = i + 1;
}

int dv_exponents_of(dv_ring *r, dv_exponents *e, const signed char *v)
{
  int *slot = place(e, v);
  if (*slot) return *slot - 1;
  for (int i = 0; i < e->used; i++)
    if (v[i] > LARGEST || v[i] < -LARGEST) return r->full = "powers", 0;
  grow(r, e);
  memcpy(e->at + (size_t)e->n * (size_t)e->width, v, (size_t)e->used);
  *place(e, v) = e->n + 1;
  return e->n++;
}
