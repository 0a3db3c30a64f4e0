// libFuzzer target: model blocks; the hash is set right, so that what is behind it is looked at.
#include "base/hash.h"
#include "fuzz.h"
#include "model/block_version.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

// A header of this version with the input as its table of sections, and the input once more behind it: so the target reaches
// as far when the header grows.
static char *block_of(const uint8_t *bytes, size_t n, size_t *size)
{
  *size = sizeof(dv_model) + n;
  char *own = aligned_alloc(64, (*size + 63) & ~(size_t)63);
  if (!own) return NULL;
  dv_model *m = memset(own, 0, sizeof *m);
  memcpy(m->section, bytes, n < sizeof m->section ? n : sizeof m->section);
  if (n) memcpy(own + sizeof *m, bytes, n);
  memcpy(m->magic, "davit\0\0", 8);
  m->version = dv_block_version();
  m->bytes = (int64_t)*size;
  m->hash = dv_hash_bytes(own + sizeof *m, n);
  return own;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  size_t size;
  char *own = block_of(bytes, n, &size);
  if (!own) return 0;
  if (dv_model_valid(own, size)) {
    const dv_model *m = (const dv_model *)own;
    unsigned sum = 0;
    for (int i = 0; i < DV_S_COUNT; i++) {
      const unsigned char *at = (const unsigned char *)own + m->section[i].offset;
      for (size_t k = 0; k < (size_t)m->section[i].count * (size_t)m->section[i].size; k++) sum += at[k];
    }
    if (sum == 12345678) fuzz_stop("a sum", "that keeps the compiler from leaving it out");
  }
  free(own);
  return 0;
}
