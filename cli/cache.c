// cache.c: the user's own folder of compiled machines, the only place whose code runs without being named.
//
// The folder and each library in it are opened first and judged by what was opened: they must be the user's, and nobody else may
// write them. A library's name is a hash of its machine under a random key of the folder (SipHash-2-4, Aumasson and Bernstein
// 2012), so that nobody knows it beforehand.
#include "cache.h"

#include "base/hash.h"
#include "engine/compiled.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// $XDG_CACHE_HOME, or ~/.cache; NULL: there is no home.
static const char *cache_home(dv_arena *a)
{
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (cache && *cache == '/') return cache;
  return home && *home == '/' ? dv_arena_text(a, "%s/.cache", home) : NULL;
}

static int is_mine(int fd, mode_t type, mode_t others)
{
  struct stat s;
  return !fstat(fd, &s) && (s.st_mode & S_IFMT) == type && s.st_uid == geteuid() && !(s.st_mode & others);
}

static int open_folder(const char *path)
{
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd >= 0 && is_mine(fd, S_IFDIR, S_IRWXG | S_IRWXO)) return fd;
  if (fd >= 0) close(fd), errno = EPERM;
  return -1;
}

static void nap(void)
{
  struct timespec t = {0, 10000000};
  nanosleep(&t, NULL);
}

// The folder's key; made by whoever comes first, and written by it in one piece.
static int read_key(int folder, unsigned char key[16], int make)
{
  unsigned char fresh[16];
  int fd = make ? openat(folder, "key", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600) : -1;
  if (fd >= 0) {
    int bad = getrandom(fresh, sizeof fresh, 0) != sizeof fresh || write(fd, fresh, sizeof fresh) != sizeof fresh;
    if (close(fd) || bad) unlinkat(folder, "key", 0);
  }
  for (int i = 0, n = 0; i < 100 && n != 16; i++) {
    fd = openat(folder, "key", O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || !is_mine(fd, S_IFREG, S_IRWXG | S_IRWXO)) return fd < 0 ? -1 : (close(fd), -1);
    n = (int)read(fd, key, 16);
    close(fd);
    if (n == 16) return 0;
    nap();
  }
  return -1;
}

static int open_in(dv_arena *a, cache *c, const char *home, int make)
{
  *c = (cache){.folder = -1};
  if (!home) return errno = ENOENT, -1;
  c->path = dv_arena_text(a, "%s/davit", home);
  if (make && ((mkdir(home, 0700) && errno != EEXIST) || (mkdir(c->path, 0700) && errno != EEXIST))) return -1;
  c->folder = open_folder(c->path);
  if (c->folder < 0) return -1;
  if (!read_key(c->folder, c->key, make)) return 0;
  cache_close(c);
  return errno = ENOENT, -1;
}

int cache_open(dv_arena *a, cache *c, int make) { return open_in(a, c, cache_home(a), make); }

int cache_open_config(dv_arena *a, cache *c, int make)
{
  const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
  const char *at = config && *config == '/' ? config : home && *home == '/' ? dv_arena_text(a, "%s/.config", home) : NULL;
  return open_in(a, c, at, make);
}

int cache_make(args *a, cache *c)
{
  if (!cache_open(a->arena, c, 1)) return FINE;
  const char *why = errno == EPERM ? "it must be yours, a folder, and closed to all others (chmod 700)" : strerror(errno);
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){c->path, 0, 0}, "set XDG_CACHE_HOME to a folder of your own",
              "no place for compiled machines: %s", c->path ? why : "there is no home");
  return RUN_FAILED;
}

void cache_close(cache *c)
{
  if (c->folder >= 0) close(c->folder);
  c->folder = -1;
}

static uint64_t turn(uint64_t x, int n) { return x << n | x >> (64 - n); }

static void mix(uint64_t v[4], int rounds)
{
  for (int i = 0; i < rounds; i++) {
    v[0] += v[1], v[2] += v[3], v[1] = turn(v[1], 13) ^ v[0], v[3] = turn(v[3], 16) ^ v[2], v[0] = turn(v[0], 32);
    v[2] += v[1], v[0] += v[3], v[1] = turn(v[1], 17) ^ v[2], v[3] = turn(v[3], 21) ^ v[0], v[2] = turn(v[2], 32);
  }
}

static uint64_t word(const unsigned char *p, size_t n)
{
  uint64_t w = 0;
  for (size_t i = 0; i < n && i < 8; i++) w |= (uint64_t)p[i] << 8 * i;
  return w;
}

uint64_t cache_hash(const unsigned char key[16], const void *bytes, size_t n)
{
  const unsigned char *p = bytes;
  uint64_t k0 = word(key, 8), k1 = word(key + 8, 8);
  uint64_t v[4] = {k0 ^ 0x736f6d6570736575u, k1 ^ 0x646f72616e646f6du, k0 ^ 0x6c7967656e657261u, k1 ^ 0x7465646279746573u};
  for (size_t i = 0; i <= n / 8; i++) {
    uint64_t m = i < n / 8 ? word(p + 8 * i, 8) : word(p + 8 * i, n % 8) | (uint64_t)n << 56;
    v[3] ^= m;
    mix(v, 2);
    v[0] ^= m;
  }
  v[2] ^= 0xff;
  mix(v, 4);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

const char *cache_name(dv_arena *a, const cache *c, const dv_model *m, const char *what)
{
  int32_t *all = DV_TAKE(a, int32_t, m->nnum);
  for (int i = 0; i < m->nnum; i++) all[i] = i;
  const char *text = dv_arena_text(a, "%016llx %s %s", (unsigned long long)dv_compiled_key(m, all, m->nnum), DAVIT_VERSION, what);
  return dv_arena_text(a, "%016llx.so", (unsigned long long)cache_hash(c->key, text, strlen(text)));
}

int cache_library(const cache *c, const char *name)
{
  int fd = openat(c->folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd >= 0 && is_mine(fd, S_IFREG, S_IWGRP | S_IWOTH)) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

const char *cache_path(dv_arena *a, const cache *c, const char *name) { return dv_arena_text(a, "%s/%s", c->path, name); }
