// sandbox.c: fork, limits, work, and a pipe back.
#define _GNU_SOURCE
#include "sandbox/sandbox.h"

#include "sandbox/sandbox_rights.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DONE = 0, REFUSED = 1, NO_MEMORY = 2, NO_SANDBOX = 3, BACK = 3, REASON_MOST = 1000 };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static void limit(int what, size_t most)
{
  struct rlimit l = {most, most};
  setrlimit(what, &l);
}

static void limits(const dv_sandbox_share *share)
{
#ifndef SANITIZED  // their shadow alone is terabytes
  limit(RLIMIT_AS, share->memory);
#endif
  limit(RLIMIT_CPU, (size_t)share->seconds);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
}

static void flush(dv_sandbox_out *out)
{
  const char *at = out->piece;
  for (ssize_t k; out->n; at += k, out->n -= (size_t)k) {
    k = write(out->fd, at, out->n);
    if (k < 0 && errno == EINTR) k = 0;
    if (k < 0) _exit(NO_MEMORY);
  }
}

void dv_sandbox_put(dv_sandbox_out *out, const void *bytes, size_t n)
{
  for (const char *from = bytes; n;) {
    size_t room = sizeof out->piece - out->n, k = n < room ? n : room;
    memcpy(out->piece + out->n, from, k);
    out->n += k;
    from += k;
    n -= k;
    if (out->n == sizeof out->piece) flush(out);
  }
}

static void no_memory(void *context)
{
  (void)context;
  _exit(NO_MEMORY);
}

// Only the way back stays open, as descriptor 3; what other libraries would print goes nowhere.
static void leave_alone(int back)
{
  int nowhere = open("/dev/null", O_RDWR);
  if (nowhere < 0 || dup2(back, BACK) < 0) _exit(NO_SANDBOX);
  for (int fd = 0; fd < BACK; fd++) dup2(nowhere, fd);
  for (long fd = BACK + 1, last = sysconf(_SC_OPEN_MAX); fd < (last > 4096 ? 4096 : last); fd++) close((int)fd);
}

static void inside(const dv_sandbox_share *share, dv_sandbox_work *work, void *context, int back)
{
  static const int caught[] = {SIGINT, SIGTERM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGXCPU, SIGPIPE, SIGCHLD};
  for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) signal(caught[i], SIG_DFL);
  leave_alone(back);
  limits(share);
  if (share->folder ? dv_sandbox_lock_folder(share->folder) : dv_sandbox_lock(share->path)) _exit(NO_SANDBOX);
  dv_arena *a = dv_arena_try();
  if (!a) _exit(NO_MEMORY);
  dv_arena_guard(a, no_memory, NULL);
  dv_sandbox_out *out = DV_TAKE(a, dv_sandbox_out, 1);
  out->fd = BACK;
  int bad = work(context, a, out);
  flush(out);
  dv_arena_free(a);
  _exit(bad ? REFUSED : DONE);
}

static void end_bytes(void *thing) { free(*(char **)thing); }

// What the process has had of the processor, s.
static double spent(pid_t child)
{
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid(child, &clock) || clock_gettime(clock, &t)) return -1;
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Waits until something comes; the limit of the processor's time does not end a process that waits for something. 1: it stands
// still.
static int stands_still(int fd, pid_t child, int seconds)
{
  struct pollfd p = {.fd = fd, .events = POLLIN};
  double before = spent(child);
  for (int k; (k = poll(&p, 1, 1000 * seconds)) <= 0;) {
    double now = spent(child);
    if (k == 0 && now == before) return 1;
    if (k < 0 && errno != EINTR) return 0;  // read says why
    if (k == 0) before = now;
  }
  return 0;
}

// All that comes through the pipe, at most so much; it lives as long as the arena. NULL: there is no memory for it, or *still.
static const char *collect(dv_arena *a, int fd, pid_t child, const dv_sandbox_share *share, size_t *n, int *still)
{
  size_t most = share->memory;
  dv_care *care = dv_arena_care(a);
  char **bytes = DV_TAKE(a, char *, 1);
  care->end = end_bytes;
  care->thing = bytes;
  for (size_t room = 0;;) {
    if (*n == room) {
      room = room ? 2 * room : 1 << 16;
      char *more = *n < most ? realloc(*bytes, room) : NULL;
      if (!more) return NULL;
      *bytes = more;
    }
    if ((*still = stands_still(fd, child, share->seconds))) return NULL;
    ssize_t k = read(fd, *bytes + *n, room - *n);
    if (k == 0) return *bytes;
    if (k < 0 && errno != EINTR) return NULL;
    if (k > 0) *n += (size_t)k;
  }
}

static const char *reason(dv_arena *a, const dv_sandbox_share *share, int status, const char *told, size_t n)
{
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
    return dv_arena_text(a, "reading it took longer than %d s", share->seconds);
  if (WIFSIGNALED(status)) return dv_arena_text(a, "reading it ended in a crash (signal %d): it is damaged", WTERMSIG(status));
  if (WEXITSTATUS(status) == NO_MEMORY)
    return dv_arena_text(a, "reading it takes more than %zu MB of memory", share->memory >> 20);
  if (WEXITSTATUS(status) == NO_SANDBOX) return "no process without rights could be made to read it in";
  if (!n) return "reading it failed";
  char *text = dv_arena_copy(a, told, n < REASON_MOST ? n : REASON_MOST);
  for (char *p = text; *p; p++)
    if ((unsigned char)*p < 0x20 || *p == 0x7F) *p = '?';
  return text;
}

const char *dv_sandbox_run(dv_arena *a, const dv_sandbox_share *share, dv_sandbox_work *work, void *context, size_t *n,
                           const char **why)
{
  int status = 0, still = 0, back[2];
  *n = 0;
  if (pipe2(back, O_CLOEXEC)) return *why = strerror(errno), NULL;
  pid_t child = fork();
  if (!child) inside(share, work, context, back[1]);
  close(back[1]);
  if (child < 0) {
    *why = strerror(errno);
    close(back[0]);
    return NULL;
  }
  const char *got = collect(a, back[0], child, share, n, &still);
  close(back[0]);
  if (!got) kill(child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (still) return *why = dv_arena_text(a, "reading it stood still for %d s", share->seconds), NULL;
  if (!got) return *why = "what comes of reading it does not fit into memory", NULL;
  if (WIFEXITED(status) && WEXITSTATUS(status) == DONE) return got;
  *why = reason(a, share, status, got, *n);
  return NULL;
}
