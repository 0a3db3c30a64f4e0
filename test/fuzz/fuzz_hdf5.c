// libFuzzer target: HDF5 results, through the process without rights: whatever happens there is a message here.
//
// With FUZZ_INSIDE set it reads in its own process, where the fuzzer sees which of our code an input reaches. Most of what it
// finds then is the library's: -fork=1 -ignore_crashes=1 goes on, and what counts is a report whose first frame is ours.
#include "fuzz.h"
#include "record/format.h"

#include <stdlib.h>

const char *const fuzz_ways[] = {"rows", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  const char *path = fuzz_file(bytes, n, ".h5"), *why = NULL;
  const dv_history *l = getenv("FUZZ_INSIDE") ? dv_hdf5_read(a, d, path, &why) : dv_history_read(a, path, d);
  if (!l && !why && !d->nerror) fuzz_stop("nothing and no diagnostic", "");
  if (l && l->nrow) fuzz_accept(0);
  dv_arena_free(a);
  return 0;
}
