// disk_rows.c: pieces of a history, written one behind the other, mapped in the end.
#define _GNU_SOURCE
#include "record/disk_rows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct dv_disk_rows {
  dv_history *log;
  int fd;
  size_t bytes, done;  // of a piece; of the file
  double *piece;       // the one that is filled
  int rows;
  const char *fault;
  void *map;
};

// A file without a name; where the file system knows none, one that loses it at once.
static int open_nameless(dv_arena *a, const char *path)
{
  const char *slash = strrchr(path, '/');
  char *folder = dv_arena_copy(a, slash ? path : ".", !slash ? 1 : slash == path ? 1 : (size_t)(slash - path));
  int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0 || errno == EACCES || errno == ENOENT) return fd;
  char *name = dv_arena_text(a, "%s/davit-rows-XXXXXX", folder);
  fd = mkostemp(name, O_CLOEXEC);
  if (fd >= 0) unlink(name);
  return fd;
}

dv_disk_rows *dv_disk_rows_open(dv_arena *a, dv_diags *d, const char *path, dv_history *l)
{
  dv_disk_rows *s = DV_TAKE(a, dv_disk_rows, 1);
  size_t bytes = (size_t)DV_HISTORY_PIECE * (size_t)l->ncolumn * sizeof(double);
  *s =
      (dv_disk_rows){.log = l, .bytes = bytes, .piece = dv_arena_take(a, bytes), .fd = open_nameless(a, path), .map = MAP_FAILED};
  if (s->fd >= 0) return s;
  dv_diag_add(d, DV_ERROR, (dv_mark){path, 0, 0}, NULL, "cannot write '%s': %s", path, strerror(errno));
  return NULL;
}

// 0, or -1 with the reason kept.
static int put(dv_disk_rows *s, size_t bytes)
{
  for (size_t at = 0; at < bytes;) {
    ssize_t k = pwrite(s->fd, (const char *)s->piece + at, bytes - at, (off_t)(s->done + at));
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return s->fault = strerror(k ? errno : ENOSPC), -1;
    at += (size_t)k;
  }
  s->done += bytes;
  return 0;
}

double *dv_disk_rows_next(dv_disk_rows *s)
{
  int i = s->rows % DV_HISTORY_PIECE;
  size_t row = (size_t)s->log->ncolumn;
  if (s->fault) return NULL;
  if (s->rows >= DV_HISTORY_ROWS) return s->fault = "no reader takes more rows", NULL;
  if (!i && s->rows && put(s, s->bytes)) return NULL;  // its rows stay in memory
  s->rows++;
  return memset(s->piece + (size_t)i * row, 0, row * sizeof(double));
}

const char *dv_disk_rows_fault(const dv_disk_rows *s) { return s->fault; }

// The last rows stay in memory: a full disk takes no more.
int dv_disk_rows_show(dv_disk_rows *s)
{
  dv_history *l = s->log;
  if (s->done) s->map = mmap(NULL, s->done, PROT_READ, MAP_PRIVATE, s->fd, 0);
  if (s->done && s->map == MAP_FAILED) return -1;
  for (size_t at = 0; at < s->done; at += s->bytes) *DV_PUSH(l->arena, &l->piece) = (double *)(void *)((char *)s->map + at);
  if ((size_t)s->rows * s->bytes > s->done * DV_HISTORY_PIECE) *DV_PUSH(l->arena, &l->piece) = s->piece;
  l->nrow = s->rows;
  return 0;
}

void dv_disk_rows_close(dv_disk_rows *s)
{
  if (s->map != MAP_FAILED) munmap(s->map, s->done);
  s->log->piece.n = s->log->nrow = 0;
  close(s->fd);
}
