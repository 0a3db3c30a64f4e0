// arena.h: one allocator per lifetime. Everything taken is zeroed, 64-byte aligned and freed together.
#pragma once

#include <stdarg.h>
#include <stddef.h>

typedef struct dv_arena dv_arena;

dv_arena *dv_arena_new(void);
dv_arena *dv_arena_try(void);           // NULL: out of memory
dv_arena *dv_arena_under(dv_arena *a);  // freed with `a` if not before
void dv_arena_free(dv_arena *a);        // NULL is fine

// When the system has no memory left, the guard of the arena, or of the one that it lies under, is called; it does not return (it
// jumps back to where the work began, which is given up and its arenas freed). Without a guard the program aborts. Readers bound
// sizes first.
void *dv_arena_take(dv_arena *a, size_t bytes);
void dv_arena_guard(dv_arena *a, void (*out)(void *context), void *context);  // NULL: none
void dv_arena_exhausted(const dv_arena *a) __attribute__((noreturn));         // another library has no memory left

// A thing of another library in the arena's care: end(thing) when the arena is freed, unless `end` was set to NULL before. The
// slot is taken before the thing is made.
typedef struct dv_care {
  void (*end)(void *thing);
  void *thing;
  struct dv_care *next;
} dv_care;
dv_care *dv_arena_care(dv_arena *a);

void *dv_arena_grow(dv_arena *a, void *old, size_t old_bytes, size_t new_bytes);  // copy into a larger piece
char *dv_arena_copy(dv_arena *a, const char *text, size_t length);                // with a terminating zero
char *dv_arena_text(dv_arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *dv_arena_vtext(dv_arena *a, const char *format, va_list args);

#define DV_TAKE(a, T, n) ((T *)dv_arena_take((a), (size_t)(n) * sizeof(T)))

// A list in an arena: `T *item; int n, cap;`. DV_PUSH gives the address of a new zeroed last element.
#define DV_PUSH(a, list)                                                                                                         \
  (((list)->n == (list)->cap                                                                                                     \
        ? ((list)->item = dv_arena_grow((a), (list)->item, (size_t)(list)->cap * sizeof *(list)->item,                           \
                                        (size_t)((list)->cap ? 2 * (list)->cap : 8) * sizeof *(list)->item),                     \
           (list)->cap = (list)->cap ? 2 * (list)->cap : 8)                                                                      \
        : 0),                                                                                                                    \
   &(list)->item[(list)->n++])
