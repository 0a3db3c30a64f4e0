// editor_check.c: a thread for each draft while it is checked; the drafts of others wait.
#include "server/editor_check.h"

#include "server/draft_check.h"
#include "server/server.h"

#include <pthread.h>
#include <string.h>

// A draft; its arena holds it all.
typedef struct {
  dv_arena *arena;  // NULL: nobody waits here
  int who;
  double number;
  dv_draft draft;
  const char *answer;
} wish;

struct dv_checks {
  const char *file, *folder;
  void (*wake)(void *);
  void *context;
  wish waiting[DV_EDITORS_MOST], now;  // now.arena: something is being checked
  pthread_t thread;
  pthread_mutex_t lock;
  int done;  // under the lock: `now` has its answer
};

dv_checks *dv_checks_new(dv_arena *a, const char *file, const char *folder, void (*wake)(void *), void *context)
{
  dv_checks *c = DV_TAKE(a, dv_checks, 1);
  *c = (dv_checks){.file = file, .folder = folder, .wake = wake, .context = context};
  pthread_mutex_init(&c->lock, NULL);
  return c;
}

static void *check(void *context)
{
  dv_checks *c = context;
  dv_json_out o = {.text = {.arena = c->now.arena}};
  dv_json_open(&o, NULL, '{');
  dv_json_number(&o, "number", c->now.number);
  dv_draft_check(&o, &c->now.draft);
  dv_json_close(&o);
  c->now.answer = dv_text_all(&o.text);
  pthread_mutex_lock(&c->lock);
  c->done = 1;
  pthread_mutex_unlock(&c->lock);
  c->wake(c->context);
  return NULL;
}

static void drop(wish *w)
{
  if (w->arena) dv_arena_free(w->arena);
  *w = (wish){0};
}

static void begin(dv_checks *c)
{
  for (int i = 0; !c->now.arena && i < DV_EDITORS_MOST; i++) {
    if (!c->waiting[i].arena) continue;
    c->now = c->waiting[i];
    c->waiting[i] = (wish){0};
    c->done = 0;
    if (pthread_create(&c->thread, NULL, check, c)) drop(&c->now);  // the next word of the client tries again
  }
}

void dv_checks_put(dv_checks *c, int who, double number, const char *text, const char *case_name)
{
  wish *w = NULL;
  for (int i = 0; i < DV_EDITORS_MOST; i++)
    if (c->waiting[i].arena && c->waiting[i].who == who) w = &c->waiting[i];
  for (int i = 0; !w && i < DV_EDITORS_MOST; i++)
    if (!c->waiting[i].arena) w = &c->waiting[i];
  if (!w) return;
  drop(w);
  dv_arena *a = dv_arena_new();
  *w = (wish){.arena = a, .who = who, .number = number};
  w->draft = (dv_draft){.file = c->file, .folder = c->folder, .text = dv_arena_copy(a, text, strlen(text)), .n = strlen(text)};
  if (case_name) w->draft.case_name = dv_arena_copy(a, case_name, strlen(case_name));
  begin(c);
}

static int is_done(dv_checks *c)
{
  pthread_mutex_lock(&c->lock);
  int done = c->now.arena && c->done;
  pthread_mutex_unlock(&c->lock);
  return done;
}

const char *dv_checks_take(dv_checks *c, dv_arena *a, int *who)
{
  if (!is_done(c)) return NULL;
  pthread_join(c->thread, NULL);
  *who = c->now.who;
  const char *answer = dv_arena_copy(a, c->now.answer, strlen(c->now.answer));
  drop(&c->now);
  begin(c);
  return answer;
}

void dv_checks_forget(dv_checks *c, int who)
{
  for (int i = 0; i < DV_EDITORS_MOST; i++)
    if (c->waiting[i].who == who) drop(&c->waiting[i]);
}

void dv_checks_end(dv_checks *c)
{
  if (c->now.arena) pthread_join(c->thread, NULL);
  drop(&c->now);
  for (int i = 0; i < DV_EDITORS_MOST; i++) drop(&c->waiting[i]);
  pthread_mutex_destroy(&c->lock);
}
