// filter.c: a text through another program, such as dot or rsvg-convert.
//
// Input and output are files in memory, so that no pipe can stop and no full disk cut what the program writes.
#define _GNU_SOURCE  // memfd_create
#include "cli.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int fill(int fd, const char *text, size_t n)
{
  for (ssize_t k; n; text += k, n -= (size_t)k)
    if ((k = write(fd, text, n)) <= 0) return -1;
  return lseek(fd, 0, SEEK_SET) < 0 ? -1 : 0;
}

static const char *call(args *a, const char *const *argv, int in, int out)
{
  posix_spawn_file_actions_t files;
  pid_t pid;
  int status;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
  int bad = posix_spawnp(&pid, argv[0], &files, NULL, (char *const *)(size_t)argv, environ);
  posix_spawn_file_actions_destroy(&files);
  if (bad) return dv_arena_text(a->arena, "the program %s was not found", argv[0]);
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return dv_arena_text(a->arena, "%s was lost", argv[0]);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return dv_arena_text(a->arena, "the program %s was not found", argv[0]);
  return WIFEXITED(status) && !WEXITSTATUS(status) ? NULL : dv_arena_text(a->arena, "%s failed", argv[0]);
}

static char *content(args *a, int fd, size_t *n)
{
  struct stat s;
  if (fstat(fd, &s) || s.st_size <= 0) return NULL;
  char *bytes = dv_arena_take(a->arena, (size_t)s.st_size);
  *n = (size_t)s.st_size;
  size_t got = 0;
  for (ssize_t k; got < *n && (k = pread(fd, bytes + got, *n - got, (off_t)got)) > 0;) got += (size_t)k;
  return got == *n ? bytes : NULL;
}

char *filter_text(args *a, const char *const *argv, const char *text, size_t *n, const char **why)
{
  int in = memfd_create("in", MFD_CLOEXEC), out = memfd_create("out", MFD_CLOEXEC);
  char *bytes = NULL;
  if (in < 0 || out < 0 || fill(in, text, strlen(text))) *why = strerror(errno);
  else *why = call(a, argv, in, out);
  if (!*why && !(bytes = content(a, out, n))) *why = dv_arena_text(a->arena, "%s wrote nothing", argv[0]);
  if (in >= 0) close(in);
  if (out >= 0) close(out);
  return bytes;
}
