// aligned.h: memory for vectors; Windows has a pair of functions of its own for it.
#pragma once

#include <stdlib.h>

#ifdef _WIN32
static inline void *dv_aligned_take(size_t align, size_t n) { return _aligned_malloc(n, align); }
static inline void dv_aligned_give(void *p) { _aligned_free(p); }
#else
static inline void *dv_aligned_take(size_t align, size_t n) { return aligned_alloc(align, n); }
static inline void dv_aligned_give(void *p) { free(p); }
#endif
