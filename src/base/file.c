// file.c: whole files in; names of files. How files are written: output.c.
#include "base/file.h"

#include "base/arena_care.h"
#include "base/real_path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 16 };

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

// A note in the arena's care; there is nothing to end.
static void end_note(void *path) { (void)path; }

void dv_file_was_read(dv_arena *a, const char *path)
{
  dv_care *note = dv_arena_care(a);
  note->thing = dv_arena_copy(a, path, strlen(path));
  note->end = end_note;
}

void dv_files_read(const dv_arena *a, void (*each)(void *context, const char *path), void *context)
{
  for (const dv_care *c = dv_arena_cares(a); c; c = c->next)
    if (c->end == end_note) each(context, c->thing);
}

static void end_file(void *fd) { close((int)(intptr_t)fd); }

char *dv_file_read(dv_arena *a, dv_diags *d, const char *path, dv_mark from, size_t most, size_t *n)
{
  *n = 0;
  if (!strcmp(path, "-")) return read_all(a, d, STDIN_FILENO, "standard input", from, most, PIECE, n);
  dv_care *care = dv_arena_care(a);
  // O_NONBLOCK: opening a pipe that nobody writes must not hang
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return refuse(d, from, path, errno == ENOENT ? "check the spelling of the path" : NULL, strerror(errno));
  *care = (dv_care){end_file, (void *)(intptr_t)fd, care->next};
  struct stat s;
  char *p = NULL;
  if (fstat(fd, &s)) refuse(d, from, path, NULL, strerror(errno));
  else if (S_ISDIR(s.st_mode)) refuse(d, from, path, "name a file in it", "it is a folder");
  else if (!S_ISREG(s.st_mode)) refuse(d, from, path, "use '-' to read from standard input", "it is not a regular file");
  else if ((size_t)s.st_size > most) refuse(d, from, path, "split it, or move tables to CSV files", "the file is too large");
  else p = read_all(a, d, fd, path, from, most, (size_t)s.st_size, n);
  close(fd);
  care->end = NULL;
  if (p) dv_file_was_read(a, path);
  return p;
}

char *dv_file_beside(dv_arena *a, const char *from, const char *name)
{
  const char *slash = from ? strrchr(from, '/') : NULL;
  if (!slash || name[0] == '/') return dv_arena_copy(a, name, strlen(name));
  return dv_arena_text(a, "%.*s/%s", (int)(slash - from), from, name);
}

static int same_entry(const struct stat *a, const struct stat *b) { return a->st_dev == b->st_dev && a->st_ino == b->st_ino; }

// Of a file that is not there: its folder, and its own name.
static const char *folder_of(dv_arena *a, const char *path, const char **name)
{
  const char *slash = strrchr(path, '/');
  *name = slash ? slash + 1 : path;
  return !slash ? "." : slash == path ? "/" : dv_arena_copy(a, path, (size_t)(slash - path));
}

int dv_file_same(dv_arena *a, const char *one, const char *other)
{
  struct stat s, t;
  const char *m, *n;
  if (!strcmp(one, other)) return 1;
  int there = !stat(one, &s), also = !stat(other, &t);
  if (there || also) return there && also && same_entry(&s, &t);
  if (stat(folder_of(a, one, &m), &s) || stat(folder_of(a, other, &n), &t)) return 0;
  return same_entry(&s, &t) && !strcmp(m, n);
}

const char *dv_real_path(dv_arena *a, const char *path)
{
  char *real = realpath(path, NULL);
  const char *copy = real ? dv_arena_copy(a, real, strlen(real)) : NULL;
  free(real);
  return copy;
}

const char *dv_folder_above(dv_arena *a, const char *path)
{
  size_t n = strlen(path);
  if (n < 2) return NULL;
  for (n--; n && path[n - 1] != '/';) n--;
  return n ? dv_arena_copy(a, path, n) : NULL;
}

static int is_there(dv_arena *a, const char *folder, const char *const *files)
{
  for (; *files; files++)
    if (!access(dv_arena_text(a, "%s%s", folder, *files), F_OK)) return 1;
  return 0;
}

const char *dv_package_above(dv_arena *a, const char *home, const char *const *files)
{
  const char *up = home;
  for (int i = 0; i < DV_LEVELS_UP && strcmp(up, "/") != 0; i++, up = dv_folder_above(a, up))
    if (is_there(a, up, files)) return up;
  up = dv_folder_above(a, home);
  return up && strcmp(up, "/") != 0 ? up : home;
}
