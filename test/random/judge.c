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

static void compare_all(const court *c, trial *t, report *r)
{
  for (int i = 0; i < nrow; i++) r->of[i] = NOT_HERE;
  for (int i = 0; i < nrow && r->differs < 0; i++) {
    if (c->only >= 0 ? i != c->only : !c->all && (t->number + 7 * (uint64_t)i) % (uint64_t)rows[i].one_in != 0) continue;
    if (c->but >> i & 1) continue;
    clock_t at = clock();
    r->differs = i;  // should it never come back
    snprintf(r->said, sizeof r->said, "%s: it crashed", rows[i].name);
    r->of[i] = rows[i].compare(t);
    r->seconds[i] = processor(at);
    if (r->of[i] == DIFFERS) memcpy(r->said, t->said, sizeof r->said);
    else r->differs = -1;
  }
}

static void in_child(const court *c, const dv_node *root, uint64_t number, report *r)
{
  trial t = {.units = c->units, .folder = c->folder, .davit = c->davit, .number = number, .root = root};
  struct rlimit most = {OPENING_MOST, SECONDS_MOST + 1};
  clock_t at = clock();
  setrlimit(RLIMIT_CPU, &most);
  r->differs = 0;
  snprintf(r->said, sizeof r->said, "it crashed at the start");
  r->ran = !trial_open(&t);
  r->differs = -1;
  memcpy(r->said, t.said, sizeof r->said);
  r->opening = processor(at);
  most.rlim_cur = SECONDS_MOST;
  setrlimit(RLIMIT_CPU, &most);
  if (r->ran) compare_all(c, &t, r);
}

void judge(const court *c, const dv_node *root, uint64_t number, report *out)
{
  report *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  memset(out, 0, sizeof *out);
  if (shared == MAP_FAILED) return;
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    in_child(c, root, number, shared);
    _exit(0);
  }
  int status = 0;
  if (pid > 0) waitpid(pid, &status, 0);
  *out = *shared;
  if (pid < 0 || (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))) {
    out->ran = 0, out->differs = -1;
    snprintf(out->said, sizeof out->said, "it takes too long (%.60s)", shared->said);
  }
  munmap(shared, sizeof *shared);
}
