// libFuzzer target: robots: URDF, MJCF, SDF and xacro, by the root of the XML and its words.
#include "fuzz.h"

const char *const fuzz_ways[] = {"a machine", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  fuzz_one(bytes, n, FUZZ_URDF);
  return 0;
}
