// card_cache.c: programs of a graphics card that were compiled here, in the user's cache.
#include "cache.h"

#include "base/file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *name_of(dv_arena *a, const cache *c, uint64_t key)
{
  return dv_arena_text(a, "%016llx.card", (unsigned long long)cache_hash(c->key, &key, sizeof key));
}

static char *get(void *self, dv_arena *a, uint64_t key, size_t *n)
{
  const cache *c = self;
  struct stat s;
  int fd = cache_library(c, name_of(a, c, key));
  if (fd < 0) return NULL;
  char *code = NULL;
  if (!fstat(fd, &s) && s.st_size > 0) {
    *n = (size_t)s.st_size;
    code = dv_arena_take(a, *n + 1);
    if (read(fd, code, *n) != (ssize_t)*n) code = NULL;
  }
  close(fd);
  return code;
}

// What cannot be kept is compiled again the next time.
static void put(void *self, uint64_t key, const char *code, size_t n)
{
  const cache *c = self;
  dv_arena *a = dv_arena_new();
  dv_file_write(dv_diags_new(a), cache_path(a, c, name_of(a, c, key)), code, n);
  dv_arena_free(a);
}

const dv_card_cache *card_cache(dv_arena *a)
{
  cache *c = DV_TAKE(a, cache, 1);
  dv_card_cache *out = DV_TAKE(a, dv_card_cache, 1);
  *out = (dv_card_cache){c, get, put};
  return cache_open(a, c, 1) ? NULL : out;
}
