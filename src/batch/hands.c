// hands.c: see hands.h. Where no thread can be made, the caller does the work.
#include "batch/hands.h"

#include <pthread.h>
#include <stdatomic.h>

enum { JOBS_MOST = 256 };

typedef struct {
  const dv_hands *h;
  atomic_long next;
  atomic_int hands;
} board;

static void *labour(void *context)
{
  board *b = context;
  int hand = atomic_fetch_add(&b->hands, 1);
  for (long item; !(b->h->stop && b->h->stop()) && (item = atomic_fetch_add(&b->next, 1)) < b->h->items;)
    b->h->work(b->h->context, item, hand);
  return NULL;
}

void dv_hands_run(const dv_hands *h)
{
  pthread_t hand[JOBS_MOST];
  board b = {.h = h};
  int jobs = h->jobs > JOBS_MOST ? JOBS_MOST : h->jobs, n = 0;
  while (n < jobs - 1 && n < h->items - 1 && !pthread_create(&hand[n], NULL, labour, &b)) n++;
  labour(&b);
  while (n--) pthread_join(hand[n], NULL);
}
