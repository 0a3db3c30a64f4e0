// judge.c: a child process compares; its parent reads what it found from shared memory.
#include "judge.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OPENING_MOST = 1, SECONDS_MOST = 4 };  // of the processor

static double processor(clock_t since) { return (double)(clock() - since) / CLOCKS_PER_SEC; }

static void compare_all(const court *c, trial *t, report *r, int from)
{
  int told = t->told;  // by the reference
  for (int i = from; i < nrow; i++) r->of[i] = NOT_HERE;
  for (int i = from; i < nrow && r->differs < 0; i++) {
    if (c->only >= 0 ? i != c->only : !c->all && (t->number + 7 * (uint64_t)i) % (uint64_t)rows[i].one_in != 0) continue;
    if (c->but >> i & 1) continue;
    clock_t at = clock();
    t->told = told;
    r->differs = i;  // should it never come back
    snprintf(r->said, sizeof r->said, "%s: it crashed", rows[i].name);
    r->of[i] = rows[i].compare(t);
    r->seconds[i] = processor(at);
    if (r->of[i] == DIFFERS) memcpy(r->said, t->said, sizeof r->said);
    else r->differs = -1;
  }
}

static void in_child(const court *c, const dv_node *root, uint64_t number, report *r, int from)
{
  trial t = {.units = c->units, .folder = c->folder, .davit = c->davit, .number = number, .root = root};
  struct rlimit most = {OPENING_MOST, SECONDS_MOST + 1};
  clock_t at = clock();
  setrlimit(RLIMIT_CPU, &most);
  r->ran = 0, r->differs = 0;
  snprintf(r->said, sizeof r->said, "it crashed at the start");
  r->ran = !trial_open(&t);
  r->differs = -1;
  memcpy(r->said, t.said, sizeof r->said);
  r->opening = processor(at);
  most.rlim_cur = SECONDS_MOST;
  setrlimit(RLIMIT_CPU, &most);
  if (r->ran) compare_all(c, &t, r, from);
}

// 1: it was stopped since it took too long.
static int in_process(const court *c, const dv_node *root, uint64_t number, report *shared, int from)
{
  int status = 0;
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    in_child(c, root, number, shared, from);
    _exit(0);
  }
  if (pid > 0) waitpid(pid, &status, 0);
  return pid < 0 || (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL));
}

// A comparison that takes too long is open, and those behind it are made in another process.
void judge(const court *c, const dv_node *root, uint64_t number, report *out)
{
  report *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  memset(out, 0, sizeof *out);
  if (shared == MAP_FAILED) return;
  for (int from = 0, late = 1; late && from < nrow;) {
    late = in_process(c, root, number, shared, from);
    if (late && !shared->ran) snprintf(shared->said, sizeof shared->said, "it takes too long to open");
    if (late && (!shared->ran || shared->differs < 0)) from = nrow;
    else if (late) shared->of[shared->differs] = OPEN, from = shared->differs + 1;
    if (late) shared->differs = -1;
  }
  *out = *shared;
  munmap(shared, sizeof *shared);
}
