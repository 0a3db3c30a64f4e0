// libFuzzer target: journals of sweeps, with the head of this sweep and with any; of odd length the checksums of its runs are set
// right, so that what is behind them is looked at.
#include "base/hash.h"
#include "batch/journal.h"
#include "fuzz.h"

#include <string.h>

enum { HEAD = 64, RECORD = 5 * 8, RUNS = 5 };

static const uint8_t *with_sums(dv_arena *a, const uint8_t *bytes, size_t n)
{
  uint8_t *own = (uint8_t *)dv_arena_copy(a, (const char *)bytes, n);
  for (size_t i = 0, at = HEAD; n % 2 && i < RUNS && at + RECORD <= n; i++, at += RECORD) {
    double status = own[at] % 4;
    memcpy(own + at, &status, sizeof status);
    uint64_t sum = dv_hash_bytes(own + at, RECORD - 8);
    memcpy(own + at + RECORD - 8, &sum, sizeof sum);
  }
  return own;
}

const char *const fuzz_ways[] = {"runs", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  bytes = with_sums(a, bytes, n);
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
    if (s != DV_RUN_OPEN) kept--, fuzz_accept(0);
  }
  if (j && kept) fuzz_stop("counts differ", "");
  if (j) dv_journal_close(j, 0);
  dv_arena_free(a);
  return 0;
}
