// libFuzzer target: YAML machine files.
#include "fuzz.h"

const char *const fuzz_ways[] = {"a machine", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  fuzz_one(bytes, n, FUZZ_YAML);
  return 0;
}
