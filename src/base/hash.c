// hash.c: hash = (hash xor byte) prime, byte by byte.
#include "base/hash.h"

#include <string.h>

uint64_t dv_hash_on(uint64_t hash, const void *bytes, size_t n)
{
  const unsigned char *at = bytes;
  for (size_t i = 0; i < n; i++) hash = (hash ^ at[i]) * 0x100000001B3u;
  return hash;
}

uint64_t dv_hash_text(uint64_t hash, const char *text) { return dv_hash_on(hash, text ? text : "", text ? strlen(text) + 1 : 1); }
