// libFuzzer target: model blocks; the hash is set right, so that what is behind it is looked at.
#include "base/hash.h"
#include "fuzz.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  char *own = aligned_alloc(64, (n + 64) & ~(size_t)63);
  if (!own) return 0;
  memcpy(own, bytes, n);
  if (n >= sizeof(dv_model)) {
    dv_model *m = (dv_model *)own;
    memcpy(m->magic, "davit\0\0", 8);
    m->version = DV_MODEL_VERSION;
    m->bytes = (int64_t)n;
    m->hash = dv_hash_bytes(own + sizeof *m, n - sizeof *m);
  }
  if (dv_model_valid(own, n)) {
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
