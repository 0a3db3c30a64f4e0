// heap.c: the linker sends malloc and its kin here (--wrap): they count, and give nothing while the heap is closed.
#include <stddef.h>

extern int heap_is_closed;
extern long heap_asked;
void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_aligned_alloc(size_t align, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t n);

static int closed(void) { return heap_is_closed ? (int)++heap_asked : 0; }

void *__wrap_malloc(size_t n) { return closed() ? NULL : __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t size) { return closed() ? NULL : __real_calloc(n, size); }
void *__wrap_aligned_alloc(size_t align, size_t n) { return closed() ? NULL : __real_aligned_alloc(align, n); }
