// libFuzzer target: what a controller sends: a stream of frames, and the dialogue that they make. The first byte chooses the
// mode and the number of inputs.
#include "fuzz.h"
#include "wire/dialogue.h"

#include <math.h>
#include <stdlib.h>

enum { INPUTS = 4 };

const char *const fuzz_ways[] = {"inputs in real time", "inputs in lock-step", "inputs after a token",
                                 "inputs after a token, in lock-step", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  double in[INPUTS] = {0};
  if (!n) return 0;
  dv_dialogue d = {.token = bytes[0] & 2 ? "0123456789abcdef" : "",
                   .welcome = "",
                   .lockstep = bytes[0] & 1,
                   .nin = bytes[0] >> 2 & 3,
                   .in = in};
  dv_wire_frame f;
  const char *why;
  for (size_t at = 1; at < n;) {
    long k = dv_frame_read(bytes + at, n - at, &f, &why);
    if (k <= 0) break;
    if ((size_t)k > n - at || f.nbody > DV_FRAME_BODY_MOST) abort();
    at += (size_t)k;
    dv_heard h = dv_dialogue_hear(&d, &f);
    for (int i = 0; i < d.nin; i++)
      if (!isfinite(in[i])) abort();
    if (h == DV_HEARD_INPUTS && (!d.greeted || d.sequence != f.sequence)) abort();
    if (h == DV_HEARD_INPUTS) fuzz_accept(bytes[0] & 3);
    if (h == DV_HEARD_WRONG) break;
  }
  unsigned char out[DV_FRAME_HEAD];
  return dv_dialogue_outputs(&d, out, 0, in) != DV_FRAME_HEAD;
}
