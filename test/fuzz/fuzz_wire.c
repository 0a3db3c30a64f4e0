// libFuzzer target: a history as it comes from a process that is not trusted.
#include "fuzz.h"
#include "record/wire.h"

const char *const fuzz_ways[] = {"rows", "a film", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  dv_history *l = dv_wire_get(a, (const char *)bytes, n);
  double sum = 0;
  for (int i = 0; l && i < l->nrow; i++) sum += dv_history_row(l, i)[l->ncolumn - 1];
  if (l && l->nrow) fuzz_accept(0);
  if (l && l->film.scene && l->film.n) fuzz_accept(1), sum += l->film.item[l->film.n * l->film.width - 1];
  dv_arena_free(a);
  return sum == 1e-300;
}
