// crew.c: workers are forked, so that whatever a run does to its process stays there. The next item is a counter in shared
// memory.
#include "batch/crew.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { JOBS_MOST = 256 };

typedef struct {
  atomic_int next, done, stop, fault;
} board;

static void labour(const dv_crew *c, board *b)
{
  for (int item; !atomic_load(&b->stop) && (item = atomic_fetch_add(&b->next, 1)) < c->items;) {
    int fault = c->work(c->context, item);
    if (fault) {
      atomic_store(&b->fault, fault);
      atomic_store(&b->stop, 1);
    } else atomic_fetch_add(&b->done, 1);
  }
}

// A killed sweep leaves no one behind. The parent may have gone before the kernel was asked.
static int outlived(pid_t parent) { return prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent; }

static int start(const dv_crew *c, board *b, pid_t *worker)
{
  pid_t parent = getpid();
  int jobs = c->jobs < 1 ? 1 : c->jobs > JOBS_MOST ? JOBS_MOST : c->jobs, n = 0;
  for (int i = 0; i < jobs && i < c->items; i++) {
    pid_t p = fork();
    if (p == 0) {
      if (!outlived(parent)) labour(c, b);
      _exit(0);
    }
    if (p > 0) worker[n++] = p;
  }
  return n;
}

// Whoever is still at work after a moment is ended: its item is not done, and its journal survives that.
static void end_late(const pid_t *worker, const int *gone, int n, int looks)
{
  enum { LOOKS_MOST = 5 };
  for (int i = 0; i < n && looks > LOOKS_MOST; i++)
    if (!gone[i]) kill(worker[i], SIGKILL);
}

// Waits for all; 1: one of them did not end by itself, though nobody asked for the end.
static int attend(const dv_crew *c, board *b, const pid_t *worker, int n)
{
  int left = n, bad = 0, asked = 0, gone[JOBS_MOST] = {0}, status;
  while (left) {
    for (int i = 0; i < n; i++) {
      if (gone[i] || waitpid(worker[i], &status, WNOHANG) == 0) continue;
      gone[i] = 1;
      left--;
      bad |= !asked && (!WIFEXITED(status) || WEXITSTATUS(status) != 0);
    }
    if (c->stop && c->stop()) {
      atomic_store(&b->stop, 1);
      end_late(worker, gone, n, asked++);
    }
    if (c->progress) c->progress(c->context, atomic_load(&b->done));
    if (left) nanosleep(&(struct timespec){0, 20000000}, NULL);
  }
  return bad;
}

int dv_crew_run(dv_crew *c)
{
  pid_t worker[JOBS_MOST];
  if (!c->items) return c->fault = 0;
  board *b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (b == MAP_FAILED) return -1;
  int n = start(c, b, worker), bad = attend(c, b, worker, n), stopped = atomic_load(&b->stop);
  c->fault = atomic_load(&b->fault);
  munmap(b, sizeof *b);
  return !n || bad || c->fault ? -1 : stopped;
}
