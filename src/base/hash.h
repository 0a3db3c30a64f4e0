// hash.h: FNV-1a, 64 bits (Fowler, Noll, Vo 1991): keys and checksums, not against malice.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define DV_HASH_START 0xCBF29CE484222325u

uint64_t dv_hash_on(uint64_t hash, const void *bytes, size_t n);  // goes on from a hash
uint64_t dv_hash_text(uint64_t hash, const char *text);           // with its end, so that "ab", "c" is not "a", "bc"; NULL is ""
static inline uint64_t dv_hash_bytes(const void *bytes, size_t n) { return dv_hash_on(DV_HASH_START, bytes, n); }
