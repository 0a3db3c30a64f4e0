// libFuzzer target: MAT results, through the process without rights: whatever happens there is a message here.
#include "fuzz.h"
#include "record/history.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  if (!dv_history_read(a, fuzz_file(bytes, n, ".mat"), d) && !d->nerror) fuzz_stop("nothing and no diagnostic", "");
  dv_arena_free(a);
  return 0;
}
