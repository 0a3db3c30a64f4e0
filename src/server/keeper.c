// keeper.c: a queue of recordings and the thread that writes them.
#include "server/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES_MOST = 100000, NOTE_MOST = 600, JOBS_MOST = 64 };

// A recording; without one: try again what waits.
typedef struct {
  dv_arena *arena;
  dv_history *log;
  int asked;
} job;

typedef struct note {
  struct note *next;
  char text[NOTE_MOST];
} note;

struct dv_keeper {
  const char *stem;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  pthread_t thread;
  int runs, ends;  // the thread was started; it shall end
  job queue[JOBS_MOST];
  int first, count;
  note *told, **last;
  // the thread's own
  int recordings;
  job waiting;  // one that could not be written
};

static void tell(dv_keeper *k, const char *text)
{
  note *n = calloc(1, sizeof *n);
  if (!n) return;
  snprintf(n->text, sizeof n->text, "%s", text);
  pthread_mutex_lock(&k->lock);
  *k->last = n;
  k->last = &n->next;
  pthread_mutex_unlock(&k->lock);
}

// An empty file holds the name from now on: another viewer that records here at the same time takes the next. Never one that a
// link leads elsewhere.
static int is_taken(const char *path)
{
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd >= 0) close(fd);
  return fd < 0 && errno == EEXIST;
}

// The first name that is free: "crane-live-1.h5"; NULL: there is none.
static const char *file_name(dv_keeper *k, dv_arena *a, const char *stem)
{
  while (++k->recordings <= NAMES_MOST) {
    const char *path = dv_arena_text(a, "%s-%d.h5", stem, k->recordings);
    if (!is_taken(path)) return path;
  }
  return NULL;
}

// 0, or -1 after a diagnostic; the name is free again.
static int write_as(dv_keeper *k, const dv_history *l, const char *path, dv_diags *d)
{
  struct stat s;
  if (!path) dv_diag_add(d, DV_ERROR, (dv_mark){0}, "move some away", "there are %d recordings already", NAMES_MOST);
  if (path && !dv_history_write(l, path, d)) return 0;
  k->recordings--;
  if (path && !lstat(path, &s) && S_ISREG(s.st_mode) && !s.st_size) unlink(path);
  return -1;
}

// Where a recording goes that cannot be written where it should: a folder of its own.
static char *refuge(dv_arena *a)
{
  const char *tmp = getenv("TMPDIR");
  return mkdtemp(dv_arena_text(a, "%s/davit-XXXXXX", tmp && *tmp ? tmp : "/tmp"));
}

// 0 after it was written, and told.
static int write_recording(dv_keeper *k, const job *j, dv_diags *d)
{
  dv_arena *a = j->arena;
  const char *path = file_name(k, a, k->stem), *size = dv_arena_text(a, "%d rows, %d frames", j->log->nrow, j->log->film.n);
  if (!write_as(k, j->log, path, d)) {
    tell(k, dv_arena_text(a, "%s: %s", path, size));
    return 0;
  }
  const char *folder = refuge(a), *name = strrchr(k->stem, '/');
  if (!folder) return -1;
  int here = k->recordings;
  path = file_name(k, a, dv_arena_text(a, "%s/%s", folder, name ? name + 1 : k->stem));
  int bad = write_as(k, j->log, path, d);
  k->recordings = here;
  if (bad) return rmdir(folder), -1;
  tell(k, dv_arena_text(a, "%s: %s; %s", path, size, dv_diag_text(d, 0)));
  return 0;
}

// One that found no room anywhere waits in memory for another try.
static void try_again(dv_keeper *k, int asked)
{
  if (!k->waiting.arena) return;
  if (!write_recording(k, &k->waiting, dv_diags_new(k->waiting.arena))) {
    dv_arena_free(k->waiting.arena);
    k->waiting.arena = NULL;
  } else if (asked) tell(k, "there is still no room for the recording that waits in memory");
}

static void write_new(dv_keeper *k, const job *j)
{
  dv_diags *d = dv_diags_new(j->arena);
  int bad = write_recording(k, j, d);
  const char *why = d->n ? dv_diag_text(d, 0) : "";
  if (bad && k->waiting.arena) tell(k, dv_arena_text(j->arena, "the recording is lost: %s", why));
  else if (bad) {
    tell(k, dv_arena_text(j->arena, "the recording waits in memory; make room, then record or stop once more: %s", why));
    k->waiting = *j;
    return;
  }
  dv_arena_free(j->arena);
}

static int take(dv_keeper *k, job *j)
{
  pthread_mutex_lock(&k->lock);
  while (!k->count && !k->ends) pthread_cond_wait(&k->changed, &k->lock);
  int any = k->count > 0;
  if (any) {
    *j = k->queue[k->first];
    k->first = (k->first + 1) % JOBS_MOST;
    k->count--;
    pthread_cond_broadcast(&k->changed);
  }
  pthread_mutex_unlock(&k->lock);
  return any;
}

static void do_job(dv_keeper *k, const job *j)
{
  if (j->arena) write_new(k, j);
  else try_again(k, j->asked);
}

static void *work(void *keeper)
{
  dv_keeper *k = keeper;
  job j;
  while (take(k, &j)) do_job(k, &j);
  return NULL;
}

// Whoever brings more than the queue holds waits. Where no thread can be had it is done at once.
static void put(dv_keeper *k, job j)
{
  if (!k->runs) k->runs = !pthread_create(&k->thread, NULL, work, k);
  if (!k->runs) {
    do_job(k, &j);
    return;
  }
  pthread_mutex_lock(&k->lock);
  while (k->count == JOBS_MOST) pthread_cond_wait(&k->changed, &k->lock);
  k->queue[(k->first + k->count++) % JOBS_MOST] = j;
  pthread_cond_broadcast(&k->changed);
  pthread_mutex_unlock(&k->lock);
}

dv_keeper *dv_keeper_new(dv_arena *a, const char *stem)
{
  dv_keeper *k = DV_TAKE(a, dv_keeper, 1);
  k->stem = stem;
  k->last = &k->told;
  pthread_mutex_init(&k->lock, NULL);
  pthread_cond_init(&k->changed, NULL);
  return k;
}

void dv_keeper_put(dv_keeper *k, dv_arena *tape, dv_history *l) { put(k, (job){tape, l, 0}); }
void dv_keeper_again(dv_keeper *k, int asked)
{
  if (k->runs || k->waiting.arena) put(k, (job){NULL, NULL, asked});
}

const char *dv_keeper_note(dv_keeper *k, dv_arena *a)
{
  pthread_mutex_lock(&k->lock);
  note *n = k->told;
  if (n) k->told = n->next;
  if (n && !k->told) k->last = &k->told;
  pthread_mutex_unlock(&k->lock);
  const char *text = n ? dv_arena_copy(a, n->text, strlen(n->text)) : NULL;
  free(n);
  return text;
}

void dv_keeper_end(dv_keeper *k)
{
  pthread_mutex_lock(&k->lock);
  k->ends = 1;
  pthread_cond_broadcast(&k->changed);
  pthread_mutex_unlock(&k->lock);
  if (k->runs) pthread_join(k->thread, NULL);
  k->runs = 0;
  try_again(k, 0);
  if (k->waiting.arena) tell(k, "a recording that waited in memory is lost: there is no room for it");
  dv_arena_free(k->waiting.arena);
  k->waiting.arena = NULL;
}
