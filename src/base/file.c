// file.c: whole files in, whole files out.
//
// A reader of a half-written result would believe it; rename(2) shows either the old file or the new one.
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 16, TRIES = 100 };

static dv_mark place(dv_mark from, const char *path) { return from.file ? from : (dv_mark){path, 0, 0}; }

static char *refuse(dv_diags *d, dv_mark from, const char *path, const char *remedy, const char *why)
{
  dv_diag_add(d, DV_ERROR, place(from, path), remedy, "cannot read '%s': %s", path, why);
  return NULL;
}

// Reads to the end, whatever the size was when the file was opened. Grows by doubling, so pipes work too.
static char *read_all(dv_arena *a, dv_diags *d, int fd, const char *path, dv_mark from, size_t most, size_t first, size_t *n)
{
  size_t size = first < most ? first + 1 : most + 1, used = 0;
  char *p = dv_arena_take(a, size + 1);
  for (;;) {
    ssize_t got = read(fd, p + used, size - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return refuse(d, from, path, NULL, strerror(errno));
    if (got == 0) break;
    used += (size_t)got;
    if (used > most) return refuse(d, from, path, "split it, or move tables to CSV files", "the file is too large");
    if (used < size) continue;
    size_t larger = 2 * size < most + 1 ? 2 * size : most + 1;
    p = dv_arena_grow(a, p, used, larger + 1);
    size = larger;
  }
  p[used] = 0;
  *n = used;
  return p;
}

char *dv_file_read(dv_arena *a, dv_diags *d, const char *path, dv_mark from, size_t most, size_t *n)
{
  *n = 0;
  if (!strcmp(path, "-")) return read_all(a, d, STDIN_FILENO, "standard input", from, most, PIECE, n);
  // O_NONBLOCK: opening a pipe that nobody writes must not hang
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return refuse(d, from, path, errno == ENOENT ? "check the spelling of the path" : NULL, strerror(errno));
  struct stat s;
  char *p = NULL;
  if (fstat(fd, &s)) refuse(d, from, path, NULL, strerror(errno));
  else if (S_ISDIR(s.st_mode)) refuse(d, from, path, "name a file in it", "it is a folder");
  else if (!S_ISREG(s.st_mode)) refuse(d, from, path, "use '-' to read from standard input", "it is not a regular file");
  else if ((size_t)s.st_size > most) refuse(d, from, path, "split it, or move tables to CSV files", "the file is too large");
  else p = read_all(a, d, fd, path, from, most, (size_t)s.st_size, n);
  close(fd);
  return p;
}

// A symbolic link stays one: what it points to is replaced.
static char *target(dv_arena *a, const char *path)
{
  char *real = realpath(path, NULL);
  char *p = dv_arena_copy(a, real ? real : path, strlen(real ? real : path));
  free(real);
  return p;
}

static int is_special(const char *path)
{
  struct stat s;
  return !stat(path, &s) && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

char *dv_file_temporary(dv_arena *a, dv_diags *d, const char *path)
{
  char *real = target(a, path);
  struct stat s;
  if (is_special(real)) return dv_arena_copy(a, path, strlen(path));
  if (!stat(real, &s) && S_ISDIR(s.st_mode)) {
    dv_diag_add(d, DV_ERROR, (dv_mark){path, 0, 0}, "name a file in it", "cannot write '%s': it is a folder", path);
    return NULL;
  }
  for (int i = 0; i < TRIES; i++) {
    char *name = dv_arena_text(a, "%s.tmp%ld-%d", real, (long)getpid(), i);
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0) return close(fd), name;
    if (errno != EEXIST) break;
  }
  dv_diag_add(d, DV_ERROR, (dv_mark){path, 0, 0}, NULL, "cannot write '%s': %s", path, strerror(errno));
  return NULL;
}

int dv_file_publish(dv_diags *d, const char *temporary, const char *path)
{
  if (!strcmp(temporary, path)) return 0;
  if (!rename(temporary, target(d->arena, path))) return 0;
  dv_diag_add(d, DV_ERROR, (dv_mark){path, 0, 0}, NULL, "cannot write '%s': %s", path, strerror(errno));
  remove(temporary);
  return -1;
}

void dv_file_drop(const char *temporary, const char *path)
{
  if (temporary && strcmp(temporary, path)) remove(temporary);
}

int dv_file_write(dv_diags *d, const char *path, const char *bytes, size_t n)
{
  char *temporary = dv_file_temporary(d->arena, d, path);
  if (!temporary) return -1;
  FILE *f = fopen(temporary, "wb");
  int bad = !f || fwrite(bytes, 1, n, f) != n;
  if (f && fclose(f)) bad = 1;
  if (!bad) return dv_file_publish(d, temporary, path);
  dv_diag_add(d, DV_ERROR, (dv_mark){path, 0, 0}, NULL, "cannot write '%s': %s", path, strerror(errno));
  dv_file_drop(temporary, path);
  return -1;
}

char *dv_file_beside(dv_arena *a, const char *from, const char *name)
{
  const char *slash = from ? strrchr(from, '/') : NULL;
  if (!slash || name[0] == '/') return dv_arena_copy(a, name, strlen(name));
  return dv_arena_text(a, "%.*s/%s", (int)(slash - from), from, name);
}
