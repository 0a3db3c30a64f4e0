// model_keep.c: blocks that the library gives out, and the heads of their sims.
#include "run/model_keep.h"

#include "base/aligned.h"

#include <stdlib.h>
#include <string.h>

enum { FRONT = 128 };  // bytes in front of the block; a multiple of its alignment
static const unsigned model_magic = 0x6d6f6465, sim_magic = 0x73696d31;

typedef struct {
  unsigned magic;
  atomic_flag lock;
  int users, left;  // sims that live; 1: whoever opened it has freed it
  dv_sim *all, *unused;
  void *thing;  // what lives as long as the model; NULL: nothing
  void (*give)(void *);
} keep;

_Static_assert(sizeof(keep) <= FRONT, "the keep fits in front of the block");

static keep *keep_of(const dv_model *m) { return (keep *)(void *)((char *)(size_t)m - FRONT); }

static void lock(keep *k)
{
  while (atomic_flag_test_and_set_explicit(&k->lock, memory_order_acquire)) {}
}

static void unlock(keep *k) { atomic_flag_clear_explicit(&k->lock, memory_order_release); }

dv_model *dv_model_keep_new(size_t n)
{
  size_t room = (n + FRONT + 63) & ~(size_t)63;
  char *at = room > n ? dv_aligned_take(64, room) : NULL;
  if (!at) return NULL;
  memset(at, 0, room);
  keep *k = (keep *)(void *)at;
  k->magic = model_magic;
  atomic_flag_clear(&k->lock);
  return (dv_model *)(void *)(at + FRONT);
}

void dv_model_keep_thing(dv_model *m, void *thing, void (*give)(void *))
{
  keep_of(m)->thing = thing;
  keep_of(m)->give = give;
}

int dv_model_is_kept(const dv_model *m) { return m && keep_of(m)->magic == model_magic; }

static void end(keep *k)
{
  for (dv_sim *s = k->all, *next; s; s = next) {
    next = s->next;
    free(s);
  }
  if (k->thing) k->give(k->thing);
  k->magic = 0;
  dv_aligned_give(k);
}

void dv_model_free(dv_model *m)
{
  if (!dv_model_is_kept(m)) return;
  keep *k = keep_of(m);
  lock(k);
  k->left = 1;
  int users = k->users;
  unlock(k);
  if (!users) end(k);
}

dv_sim *dv_model_take_sim(const dv_model *m)
{
  keep *k = keep_of(m);
  lock(k);
  dv_sim *s = k->unused;
  if (s) k->unused = s->next_free;
  else if ((s = calloc(1, sizeof *s))) {
    s->next = k->all;
    k->all = s;
  }
  if (s) k->users++;
  unlock(k);
  if (!s) return NULL;
  s->model = m;
  s->magic = sim_magic;
  return s;
}

void dv_model_leave_sim(dv_sim *s)
{
  keep *k = keep_of(s->model);
  s->body = NULL;
  lock(k);
  s->next_free = k->unused;
  k->unused = s;
  int last = --k->users == 0 && k->left;
  unlock(k);
  if (last) end(k);
}

int dv_sim_lives(const dv_sim *s) { return s && s->magic == sim_magic && s->body; }
