// libFuzzer target: journals of sweeps, with the head of this sweep and with any.
#include "batch/journal.h"
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  double value[4];
  char why[DV_JOURNAL_WHY];
  int kept = 0;
  uint64_t key = 0;
  if (n >= 16) memcpy(&key, bytes + 8, sizeof key);
  dv_journal *j = dv_journal_open(a, dv_diags_new(a), fuzz_file(bytes, n, ".part"), key, 5, 3, &kept);
  for (int i = 0; j && i < 5; i++) {
    dv_run_status s = dv_journal_read(j, i, value);
    dv_journal_why(j, i, why);
    if (strnlen(why, sizeof why) == sizeof why) fuzz_stop("a sentence without an end", "");
    if (s != DV_RUN_OPEN) kept--;
  }
  if (j && kept) fuzz_stop("counts differ", "");
  if (j) dv_journal_close(j, 0);
  dv_arena_free(a);
  return 0;
}
