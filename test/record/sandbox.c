// sandbox.c: what a process without rights can and cannot do, and that its end is a message.
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char own[] = "test/record/sandbox.c";

static int has_landlock(void) { return syscall(SYS_landlock_create_ruleset, NULL, 0, 1) > 0; }

static void put(dv_sandbox_out *out, const char *text) { dv_sandbox_put(out, text, strlen(text)); }

static int answers(void *context, dv_arena *a, dv_sandbox_out *out)
{
  (void)a;
  for (int i = 0; i < 100000; i++) put(out, context);
  return 0;
}

static int refuses(void *context, dv_arena *a, dv_sandbox_out *out) { return (void)a, put(out, context), -1; }

static int crashes(void *context, dv_arena *a, dv_sandbox_out *out)
{
  (void)context, (void)a, (void)out;
  return raise(SIGSEGV);
}

static int loops(void *context, dv_arena *a, dv_sandbox_out *out)
{
  (void)a, (void)out;
  for (volatile int *x = context;;) *x = 1;
  return 0;
}

// For a lock that nobody opens: it takes no time of the processor.
static int waits(void *context, dv_arena *a, dv_sandbox_out *out)
{
  int locked = 1;
  (void)context, (void)a, (void)out;
  return (int)syscall(SYS_futex, &locked, FUTEX_WAIT, 1, NULL, NULL, 0);
}

static int takes_all(void *context, dv_arena *a, dv_sandbox_out *out)
{
  (void)context, (void)out;
  for (int i = 0; i < 1000; i++) dv_arena_take(a, (size_t)64 << 20);
  return 0;
}

static int writes_all(void *context, dv_arena *a, dv_sandbox_out *out)
{
  (void)context;
  char *piece = dv_arena_take(a, 1 << 20);
  for (int i = 0; i < 1000; i++) dv_sandbox_put(out, piece, 1 << 20);
  return 0;
}

// A letter for each thing that should not work, and does.
static int tries(void *context, dv_arena *a, dv_sandbox_out *out)
{
  (void)a;
  if (open("/tmp/davit-sandbox", O_WRONLY | O_CREAT, 0600) >= 0) put(out, "creates a file; ");
  if (open(own, O_RDWR) >= 0) put(out, "opens to write; ");
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) put(out, "makes a socket; ");
  if (unlink("/tmp/davit-sandbox-none") == 0 || errno == ENOENT) put(out, "removes files; ");
  if (rename(own, "/tmp/davit-sandbox") == 0 || errno == ENOENT) put(out, "renames files; ");
  pid_t child = fork();
  if (!child) _exit(0);
  if (child > 0) put(out, "forks; ");
  if (kill(getppid(), 0) == 0) put(out, "signals; ");
  if (execl("/bin/true", "true", (char *)NULL) == 0 || errno != EPERM) put(out, "starts programs; ");
  int fd = open(own, O_RDONLY);
  char byte;
  if (fd < 0 || read(fd, &byte, 1) != 1) put(out, "cannot read its file; ");
  if (*(const int *)context && open("test/record/history.c", O_RDONLY) >= 0) put(out, "reads another file; ");
  return 0;
}

enum { FCHMODAT2 = 452 };  // on every machine; libraries of Debian 12 do not know it

// Work in a folder, and work that it begins in turn.
static int tries_in_folder(void *context, dv_arena *a, dv_sandbox_out *out)
{
  const char *folder = context;
  char other[100];
  snprintf(other, sizeof other, "%s/mine", folder);
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) put(out, "makes a socket; ");
  if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0) put(out, "makes a local socket; ");
  if (chmod(other, 0666) == 0) put(out, "changes a mode; ");
  if (syscall(FCHMODAT2, AT_FDCWD, other, 0666, 0) == 0) put(out, "changes a mode by a younger call; ");
  if (truncate(other, 0) == 0) put(out, "empties a file; ");
  if (execl("/bin/true", "true", (char *)NULL) == 0 || errno != EPERM) put(out, "starts programs; ");
  if (has_landlock() && open(other, O_RDONLY) < 0) put(out, "cannot read below its folder; ");
  if (has_landlock() && open(own, O_RDONLY) >= 0) put(out, "reads another folder; ");
  char word[] = "inner";
  size_t n = 0;
  const char *why = NULL;
  dv_sandbox_share share = {.memory = (size_t)1 << 30, .seconds = 10};
  const char *got = has_landlock() ? dv_sandbox_run(a, &share, answers, word, &n, &why) : word;
  if (!got) put(out, "cannot begin work in turn: "), put(out, why);
  return 0;
}

typedef struct {
  dv_arena *arena;
  const char *got, *why;
  size_t n;
} result;

static result work(dv_sandbox_work *f, void *context, size_t memory, int seconds)
{
  result r = {.arena = dv_arena_new()};
  dv_sandbox_share share = {.path = own, .memory = memory, .seconds = seconds};
  r.got = dv_sandbox_run(r.arena, &share, f, context, &r.n, &r.why);
  return r;
}

static void says(result r, const char *part)
{
  assert_null(r.got);
  const char *why = r.why ? r.why : "";
  if (!strstr(why, part)) fail_msg("'%s' does not say '%s'", why, part);
  dv_arena_free(r.arena);
}

static const size_t much = (size_t)1 << 30;

static void brings_back(void **state)
{
  (void)state;
  char text[] = "what it found ";
  result r = work(answers, text, much, 10);
  assert_non_null(r.got);
  assert_int_equal(r.n, 100000 * strlen(text));
  assert_memory_equal(r.got, text, strlen(text));
  assert_memory_equal(r.got + r.n - strlen(text), text, strlen(text));
  dv_arena_free(r.arena);
}

static void ends_are_messages(void **state)
{
  (void)state;
  int x = 0;
  char why[] = "not as it should be";
  says(work(refuses, why, much, 10), why);
  says(work(crashes, NULL, much, 10), "crash (signal 11)");
  says(work(loops, &x, much, 1), "longer than 1 s");
  assert_int_equal(x, 0);
  says(work(waits, NULL, much, 1), "still for 1 s");
  says(work(writes_all, NULL, (size_t)200 << 20, 10), "");
#ifndef SANITIZED  // their shadow alone is terabytes
  says(work(takes_all, NULL, much, 10), "more than 1024 MB of memory");
#endif
}

static void nothing_else(void **state)
{
  (void)state;
  int landlock = has_landlock();
  result r = work(tries, &landlock, much, 10);
  if (!r.got) fail_msg("%s", r.why);
  if (r.n) fail_msg("it %.*s", (int)r.n, r.got);
  dv_arena_free(r.arena);
}

static void nothing_else_in_a_folder(void **state)
{
  (void)state;
  char folder[] = "/tmp/davit-sandbox-XXXXXX", file[100];
  assert_non_null(mkdtemp(folder));
  snprintf(file, sizeof file, "%s/mine", folder);
  int fd = open(file, O_WRONLY | O_CREAT, 0600);
  assert_true(fd >= 0 && write(fd, "text", 4) == 4 && !close(fd));
  dv_arena *a = dv_arena_new();
  size_t n = 0;
  const char *why = NULL;
  dv_sandbox_share share = {.folder = folder, .memory = much, .seconds = 10};
  const char *got = dv_sandbox_run(a, &share, tries_in_folder, folder, &n, &why);
  unlink(file);
  rmdir(folder);
  if (!got) fail_msg("%s", why);
  if (n) fail_msg("it %.*s", (int)n, got);
  dv_arena_free(a);
}

int main(void)
{
  (void)takes_all;
  const struct CMUnitTest tests[] = {cmocka_unit_test(brings_back), cmocka_unit_test(ends_are_messages),
                                     cmocka_unit_test(nothing_else), cmocka_unit_test(nothing_else_in_a_folder)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
