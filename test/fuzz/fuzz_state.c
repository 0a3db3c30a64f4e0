// libFuzzer target: saved states; the checksum is set right, so that what is behind it is looked at.
#include "assemble/assemble.h"
#include "base/hash.h"
#include "fuzz.h"
#include "solve/solve.h"

#include <string.h>

static const char text[] =
    "bodies: {bob: {mass: 1 kg, inertia: [1, 1, 1]}}\njoints: {pin: {type: revolute, axis: y, child: bob}}\n";

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  static const dv_model *model;
  static dv_arena *always;
  if (!always) {
    always = dv_arena_new();
    dv_doc *doc = dv_doc_read_memory(always, dv_diags_new(always), "/nowhere/f", text, strlen(text));
    model = dv_assemble(dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0), dv_kinds_x1);
  }
  dv_arena *a = dv_arena_new();
  char *own = dv_arena_copy(a, (const char *)bytes, n);
  if (n >= 24) {
    uint64_t sum = dv_hash_bytes(own + 16, n - 16);
    memcpy(own, "davits2", 8);
    memcpy(own + 8, &sum, sizeof sum);
    if (n % 2) memcpy(own + 16, &model->hash, sizeof model->hash);
    if (n % 2 && n >= 16 + 24) sum = dv_hash_bytes(own + 16, n - 16), memcpy(own + 8, &sum, sizeof sum);
  }
  const char *path = fuzz_file((const uint8_t *)own, n, ".state");
  dv_diags *d = dv_diags_new(a);
  dv_state *s = dv_state_new(a, model);
  if (dv_state_load(model, s, path, d) && !d->nerror) fuzz_stop("refused without a diagnostic", "");
  dv_state_carry(model, s, path, d);
  dv_arena_free(a);
  return 0;
}
