// output.c: whole files out.
//
// A reader of a half-written result would believe it; rename(2) shows either the old file or the new one. The temporary file is
// locked (flock) while its writer lives, so that a later run knows what a killed one has left, and removes it.
#include "base/file.h"
#include "base/planted.h"
#include "base/real_path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIES = 100 };

static int refuse(dv_diags *d, const char *path, const char *remedy, const char *why)
{
  dv_diag_add(d, DV_ERROR, (dv_mark){path, 0, 0}, remedy, "cannot write '%s': %s", path, why);
  return -1;
}

// A symbolic link stays one: what it points to is replaced.
static char *target_of(dv_arena *a, const char *path)
{
  const char *real = dv_real_path(a, path);
  return dv_arena_copy(a, real ? real : path, strlen(real ? real : path));
}

static char *folder_of(dv_arena *a, const char *path)
{
  const char *slash = strrchr(path, '/');
  return dv_arena_copy(a, slash == path ? "/" : slash ? path : ".", slash == path || !slash ? 1 : (size_t)(slash - path));
}

int dv_is_planted(const char *path)
{
  char folder[PATH_MAX];
  const char *slash = strrchr(path, '/');
  struct stat s, in;
  int n = snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
  if (n >= (int)sizeof folder || lstat(path, &s) || stat(folder, &in)) return 0;
  int open_to_all = (in.st_mode & S_ISVTX) && (in.st_mode & S_IWOTH);
  return open_to_all && s.st_uid != geteuid() && s.st_uid != in.st_uid;
}

// 1: the open file still has this name.
static int has_name(int fd, const char *name)
{
  struct stat s, t;
  return !fstat(fd, &s) && !lstat(name, &t) && s.st_dev == t.st_dev && s.st_ino == t.st_ino;
}

// ".tmp" and two numbers, as create() makes them.
static int is_temporary(const char *end)
{
  if (strncmp(end, ".tmp", 4)) return 0;
  const char *pid = end + 4, *dash = pid + strspn(pid, "0123456789");
  if (dash == pid || *dash != '-' || !dash[1]) return 0;
  return !dash[1 + strspn(dash + 1, "0123456789")];
}

// A temporary file that nobody holds: its writer was killed.
static void remove_orphan(const char *name)
{
  int fd = open(name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat s;
  if (fd < 0) return;
  if (!fstat(fd, &s) && S_ISREG(s.st_mode) && s.st_uid == geteuid() && !flock(fd, LOCK_EX | LOCK_NB) && has_name(fd, name))
    unlink(name);
  close(fd);
}

static void remove_orphans(const char *folder, const char *target)
{
  const char *slash = strrchr(target, '/'), *base = slash ? slash + 1 : target;
  char name[PATH_MAX];
  size_t n = strlen(base);
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d));)
    if (!strncmp(e->d_name, base, n) && is_temporary(e->d_name + n) &&
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name) < (int)sizeof name)
      remove_orphan(name);
  if (d) closedir(d);
}

// A new file of a name of its own, locked; another run that cleans up may have been faster than the lock. -1: errno says why.
static int create(dv_output *w)
{
  for (int i = 0; i < TRIES; i++) {
    char *name = dv_arena_text(w->diags->arena, "%s.tmp%ld-%d", w->target, (long)getpid(), i);
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST) continue;
    if (fd < 0) return -1;
    int taken = flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;  // a file system without locks is fine, too
    w->temporary = name;
    if (!taken && has_name(fd, name)) return fd;
    close(fd);
  }
  w->temporary = NULL;
  errno = EEXIST;
  return -1;
}

// A rename would not ask.
static int is_protected(const char *target, const struct stat *s) { return !(s->st_mode & 0222) || access(target, W_OK); }

static int refuse_protected(dv_diags *d, const char *path)
{
  return refuse(d, path, "give another name, or chmod u+w", "it is protected against writing");
}

// A link of theirs would lead us to a file of ours.
static int refuse_planted(dv_diags *d, const char *path)
{
  return refuse(d, path, "give another name or folder", "it belongs to somebody else, in a folder where all may write");
}

int dv_output_possible(dv_diags *d, const char *path)
{
  struct stat s;
  const char *target = target_of(d->arena, path), *end = strrchr(path, '/');
  if (dv_is_planted(path) || dv_is_planted(target)) return refuse_planted(d, path);
  if (!stat(target, &s)) return S_ISREG(s.st_mode) && is_protected(target, &s) ? refuse_protected(d, path) : 0;
  if (end && !end[1]) return 0;  // a folder, which will be made
  return access(folder_of(d->arena, target), W_OK | X_OK) ? refuse(d, path, NULL, strerror(errno)) : 0;
}

int dv_output_begin(dv_output *w, dv_diags *d, const char *path)
{
  struct stat s;
  *w = (dv_output){.diags = d, .path = path, .target = target_of(d->arena, path)};
  w->folder = folder_of(d->arena, w->target);
  if (dv_is_planted(path) || dv_is_planted(w->target)) return refuse_planted(d, path);
  int there = !stat(w->target, &s), fd;
  if (there && S_ISDIR(s.st_mode)) return refuse(d, path, "name a file in it", "it is a folder");
  if (there && is_protected(w->target, &s)) return refuse_protected(d, path);
  if (there && !S_ISREG(s.st_mode)) fd = open(path, O_WRONLY | O_CLOEXEC);
  else {
    remove_orphans(w->folder, w->target);
    fd = create(w);
  }
  if (fd >= 0 && there && w->temporary) fchmod(fd, s.st_mode & 0777);  // what nobody else could read stays so
  w->f = fd < 0 ? NULL : fdopen(fd, "wb");
  if (w->f) return 0;
  int why = errno;
  if (fd >= 0) close(fd);
  if (fd >= 0 && w->temporary) unlink(w->temporary);
  return refuse(d, path, NULL, strerror(why));
}

void dv_output_drop(dv_output *w)
{
  fclose(w->f);
  w->f = NULL;
  if (w->temporary) unlink(w->temporary);
}

// What cannot be synchronised (a pipe, a terminal) says EINVAL.
static int sync_file(int fd) { return fsync(fd) && errno != EINVAL && errno != ENOTSUP && errno != EROFS; }

static int sync_folder(const char *folder)
{
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return 0;  // a folder that may be written but not read
  int bad = sync_file(fd);
  close(fd);
  return bad;
}

// The lock is held by a second descriptor beyond the close, which may report that the disk is full.
static const char *settle(dv_output *w)
{
  errno = 0;
  int lock = w->temporary ? fcntl(fileno(w->f), F_DUPFD_CLOEXEC, 0) : -1;
  int bad = ferror(w->f) || fflush(w->f) || sync_file(fileno(w->f));
  int why = errno;
  if (fclose(w->f) && !bad) bad = 1, why = errno;
  if (!bad && w->temporary && (rename(w->temporary, w->target) || sync_folder(w->folder))) bad = 1, why = errno;
  if (lock >= 0) close(lock);
  return !bad ? NULL : why ? strerror(why) : "the disk may be full";
}

int dv_output_finish(dv_output *w, const char *why)
{
  if (why) dv_output_drop(w);
  else if (!(why = settle(w))) return 0;
  else if (w->temporary) unlink(w->temporary);
  return refuse(w->diags, w->path, NULL, why);
}

int dv_file_write(dv_diags *d, const char *path, const char *bytes, size_t n)
{
  dv_output w;
  if (dv_output_begin(&w, d, path)) return -1;
  errno = 0;
  int bad = fwrite(bytes, 1, n, w.f) != n;
  return dv_output_finish(&w, !bad ? NULL : errno ? strerror(errno) : "the disk may be full");
}
