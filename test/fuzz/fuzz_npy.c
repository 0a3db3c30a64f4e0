// libFuzzer target: NumPy results. What was read and written reads again as the same.
#include "fuzz.h"
#include "record/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As a file in memory.
static dv_history *again(dv_arena *a, const dv_history *l, const char **why)
{
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  if (!f || dv_npy_write(l, a, f, why) || fclose(f)) fuzz_stop("cannot be written", "");
  dv_history *out = dv_npy_of(a, (const unsigned char *)text, n, why);
  free(text);
  return out;
}

static void compare(const dv_history *x, const dv_history *y)
{
  if (x->nrow != y->nrow || x->ncolumn != y->ncolumn) fuzz_stop("another size", "");
  for (int i = 0; i < x->ncolumn; i++)
    if (strcmp(x->column[i].name, y->column[i].name) || strcmp(x->column[i].unit, y->column[i].unit))
      fuzz_stop("another name", x->column[i].name);
  for (int i = 0; i < x->nrow; i++)
    if (memcmp(dv_history_row(x, i), dv_history_row(y, i), (size_t)x->ncolumn * sizeof(double))) fuzz_stop("another row", "");
}

const char *const fuzz_ways[] = {"rows", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  const char *why = NULL;
  const dv_history *l = dv_npy_of(a, bytes, n, &why);
  if (!l && !why) fuzz_stop("nothing and no reason", "");
  const dv_history *m = l ? again(a, l, &why) : NULL;
  if (l && !m) fuzz_stop("does not read again", why);
  if (l) compare(l, m), fuzz_accept(0);
  dv_arena_free(a);
  return 0;
}
