// scratch.c: a folder is locked (flock) while its process lives, and those that it has begun.
#define _GNU_SOURCE  // nftw
#include "base/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIES = 100, LETTERS = 6, OPEN_FOLDERS = 16 };

const char *dv_scratch_place(void)
{
  const char *tmp = getenv("TMPDIR");
  return tmp && *tmp == '/' ? tmp : "/tmp";
}

static int remove_one(const char *path, const struct stat *s, int what, struct FTW *at)
{
  (void)s, (void)what, (void)at;
  return remove(path);
}

static void remove_all(const char *path) { nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS); }

// The user's own folder of this name, locked; -1: it is none, or somebody holds it. must: not where the file system has no locks.
static int take(const char *path, int must)
{
  struct stat s, t;
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -1;
  int mine = !fstat(fd, &s) && s.st_uid == geteuid() && !(s.st_mode & (S_IRWXG | S_IRWXO));
  int held = mine && flock(fd, LOCK_EX | LOCK_NB) && (must || errno == EWOULDBLOCK);
  if (mine && !held && !lstat(path, &t) && s.st_dev == t.st_dev && s.st_ino == t.st_ino) return fd;
  close(fd);
  return -1;
}

static void remove_orphans(const char *in, const char *prefix)
{
  char path[PATH_MAX];
  size_t n = strlen(prefix);
  DIR *d = opendir(in);
  for (struct dirent *e; d && (e = readdir(d));) {
    if (strncmp(e->d_name, prefix, n) != 0 || strlen(e->d_name) != n + LETTERS) continue;
    int fd = snprintf(path, sizeof path, "%s/%s", in, e->d_name) < (int)sizeof path ? take(path, 1) : -1;
    if (fd < 0) continue;
    remove_all(path);
    close(fd);
  }
  if (d) closedir(d);
}

// Another process that cleans up may be faster than the lock.
int dv_scratch_open(dv_scratch *s, dv_arena *a, const char *in, const char *prefix)
{
  remove_orphans(in, prefix);
  for (int i = 0; i < TRIES; i++) {
    *s = (dv_scratch){dv_arena_text(a, "%s/%sXXXXXX", in, prefix), -1};
    if (!mkdtemp(s->path)) break;
    if ((s->lock = take(s->path, 0)) >= 0) return 0;
  }
  s->path = NULL;
  return -1;
}

void dv_scratch_close(dv_scratch *s)
{
  if (!s->path) return;
  remove_all(s->path);
  close(s->lock);
  s->path = NULL;
}
