// threads.c: threads that wait for a loop and share its turns. With one thread nobody waits for anybody.
#include "api/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct dv_threads {
  pthread_mutex_t lock;
  pthread_cond_t begin, end;
  pthread_t *thread;
  int helpers, busy, quit;
  unsigned turn;  // of the loop: a helper takes part once
  atomic_int next;
  int n;
  void (*work)(void *context, int i);
  void *context;
};

static void take_turns(dv_threads *c)
{
  for (int i; (i = atomic_fetch_add(&c->next, 1)) < c->n;) c->work(c->context, i);
}

static void *help(void *crew)
{
  dv_threads *c = crew;
  unsigned seen = 0;
  pthread_mutex_lock(&c->lock);
  for (;;) {
    while (c->turn == seen && !c->quit) pthread_cond_wait(&c->begin, &c->lock);
    if (c->quit) break;
    seen = c->turn;
    pthread_mutex_unlock(&c->lock);
    take_turns(c);
    pthread_mutex_lock(&c->lock);
    if (--c->busy == 0) pthread_cond_signal(&c->end);
  }
  pthread_mutex_unlock(&c->lock);
  return NULL;
}

dv_threads *dv_threads_new(int n)
{
  long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  dv_threads *c = calloc(1, sizeof *c);
  if (n < 1) n = cpus > 0 ? (int)cpus : 1;
  if (c) c->thread = calloc((size_t)n, sizeof *c->thread);
  if (!c || !c->thread) return free(c), NULL;
  pthread_mutex_init(&c->lock, NULL);
  pthread_cond_init(&c->begin, NULL);
  pthread_cond_init(&c->end, NULL);
  while (c->helpers < n - 1 && !pthread_create(&c->thread[c->helpers], NULL, help, c)) c->helpers++;
  return c;
}

void dv_threads_free(dv_threads *c)
{
  if (!c) return;
  pthread_mutex_lock(&c->lock);
  c->quit = 1;
  pthread_cond_broadcast(&c->begin);
  pthread_mutex_unlock(&c->lock);
  for (int i = 0; i < c->helpers; i++) pthread_join(c->thread[i], NULL);
  pthread_cond_destroy(&c->begin);
  pthread_cond_destroy(&c->end);
  pthread_mutex_destroy(&c->lock);
  free(c->thread);
  free(c);
}

void dv_threads_share(dv_threads *c, int n, void (*work)(void *context, int i), void *context)
{
  c->work = work, c->context = context, c->n = n;
  atomic_store(&c->next, 0);
  if (!c->helpers || n < 2) {
    take_turns(c);
    return;
  }
  pthread_mutex_lock(&c->lock);
  c->busy = c->helpers;
  c->turn++;
  pthread_cond_broadcast(&c->begin);
  pthread_mutex_unlock(&c->lock);
  take_turns(c);
  pthread_mutex_lock(&c->lock);
  while (c->busy) pthread_cond_wait(&c->end, &c->lock);
  pthread_mutex_unlock(&c->lock);
}
