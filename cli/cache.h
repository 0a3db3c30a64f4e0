// cache.h: where machines that were compiled here are kept: $XDG_CACHE_HOME/davit or ~/.cache/davit.
#pragma once

#include "cli.h"
#include "engine/compiled.h"
#include "gpu/card.h"

typedef struct {
  int folder;  // descriptor, -1: none
  const char *path;
  unsigned char key[16];
} cache;

int cache_open(dv_arena *a, cache *c, int make);  // make: if it is not there. 0, or -1 with errno; EPERM: others may enter it
int cache_open_config(dv_arena *a, cache *c, int make);  // the same of $XDG_CONFIG_HOME/davit or ~/.config/davit
int cache_make(args *a, cache *c);                       // the same with make. FINE, or RUN_FAILED after a diagnostic
void cache_close(cache *c);
// Name of the library of a machine of this structure; what: whatever else makes it another one.
const char *cache_name(dv_arena *a, const cache *c, const dv_model *m, const char *what);
const char *cache_path(dv_arena *a, const cache *c, const char *name);
int cache_library(const cache *c, const char *name);  // descriptor of a library that only this user can have written, or -1
const dv_compiled *compiled_cached(const cache *c, const char *name, const dv_model *m);  // compiled.c; NULL: none that fits
uint64_t cache_hash(const unsigned char key[16], const void *bytes, size_t n);            // SipHash-2-4
const dv_card_cache *card_cache(dv_arena *a);  // card_cache.c: of programs for a graphics card; NULL: there is no place
