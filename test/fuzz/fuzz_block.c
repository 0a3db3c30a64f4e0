// libFuzzer target: model blocks. The input is a list of changes to the table of sections of a block that is right, eight bytes
// each: which section, what of it, its new value; of odd length, its last byte says how many bytes the block lacks. The head and
// the hash are set right, so that what is behind them is looked at. So inputs reach as far when the header grows.
#include "base/hash.h"
#include "fuzz.h"
#include "model/block_version.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

enum { EACH = 64, CHANGE = 8, HEAD = (sizeof(dv_model) + EACH - 1) / EACH * EACH, ALL = HEAD + EACH * DV_S_COUNT };

// Offsets are multiples of 64, as a block must have them, or any.
static void change(dv_section *s, const uint8_t *p)
{
  int32_t value;
  memcpy(&value, p + 2, sizeof value);
  if (p[1] % 4 == 0) s->offset = (int64_t)value * EACH;
  else if (p[1] % 4 == 1) s->offset = value * ((int64_t)1 << p[6] % 32);
  else if (p[1] % 4 == 2) s->count = value;
  else s->size = value;
}

static void fill(dv_model *m, size_t size, const uint8_t *bytes, size_t n)
{
  for (int i = 0; i < DV_S_COUNT; i++) m->section[i] = (dv_section){.offset = HEAD + EACH * i, .count = 8, .size = 8};
  for (size_t at = 0; at + CHANGE <= n; at += CHANGE) change(&m->section[bytes[at] % DV_S_COUNT], bytes + at);
  memcpy(m->magic, "davit\0\0", 8);
  m->version = dv_block_version();
  m->bytes = (int64_t)size;
  m->hash = dv_hash_bytes(m + 1, size - sizeof *m);
}

static void read_all(const dv_model *m)
{
  unsigned sum = 0;
  for (int i = 0; i < DV_S_COUNT; i++) {
    const unsigned char *at = (const unsigned char *)m + m->section[i].offset;
    for (size_t k = 0; k < (size_t)m->section[i].count * (size_t)m->section[i].size; k++) sum += at[k];
  }
  if (sum == 12345678) fuzz_stop("a sum", "that keeps the compiler from leaving it out");
}

const char *const fuzz_ways[] = {"the block as it was", "a block that was changed", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  size_t lacks = n % 2 ? bytes[n - 1] : 0, size = lacks < ALL - sizeof(dv_model) ? ALL - lacks : sizeof(dv_model);
  char *whole = aligned_alloc(EACH, ALL), *own = malloc(size);
  if (whole && own) {
    dv_model *m = memset(whole, 0, ALL);
    fill(m, size, bytes, n);
    // behind the last byte of this copy is nothing of ours
    memcpy(own, whole, size);
    int valid = dv_model_valid(own, size);
    if (!valid && n < CHANGE && !lacks) fuzz_stop("a block that is right is refused", "");
    if (valid) read_all((const dv_model *)(const void *)own), fuzz_accept(n >= CHANGE);
  }
  free(whole), free(own);
  return 0;
}
