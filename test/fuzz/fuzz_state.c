// libFuzzer target: saved states. The input is a list of changes to a state that was saved here, three bytes each: where, and to
// what; of odd length its last byte says how many bytes are cut. The checksum is set right, so that what is behind it is looked
// at. So inputs reach as far when the layout of states changes.
#include "assemble/assemble.h"
#include "base/file.h"
#include "base/hash.h"
#include "fuzz.h"
#include "solve/solve.h"

#include <string.h>

static const char text[] =
    "bodies: {bob: {mass: 1 kg, inertia: [1, 1, 1]}}\njoints: {pin: {type: revolute, axis: y, child: bob}}\n";
static const dv_model *model;
static const char *saved;
static size_t nsaved;

static void make(dv_arena *always)
{
  dv_diags *d = dv_diags_new(always);
  dv_doc *doc = dv_doc_read_memory(always, d, "/nowhere/f", text, strlen(text));
  model = dv_assemble(dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0), dv_kinds_x1);
  const char *path = fuzz_name(".state");
  if (dv_state_save(model, dv_state_new(always, model), path, d)) fuzz_stop("cannot be saved", path);
  saved = dv_file_read(always, d, path, (dv_mark){0}, (size_t)1 << 20, &nsaved);
}

static void load(dv_arena *a, const char *bytes, size_t n, int must)
{
  dv_diags *d = dv_diags_new(a);
  dv_state *s = dv_state_new(a, model);
  const char *path = fuzz_file((const uint8_t *)bytes, n, ".state");
  int bad = dv_state_load(model, s, path, d);
  if (bad && !d->nerror) fuzz_stop("refused without a diagnostic", "");
  if (!bad) fuzz_accept(0);
  if (bad && must) fuzz_stop("what was saved is refused", dv_diag_text(d, 0));
  dv_state_carry(model, s, path, d);
}

const char *const fuzz_ways[] = {"a state", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  static dv_arena *always;
  if (!always) make(always = dv_arena_new());
  dv_arena *a = dv_arena_new();
  char *own = dv_arena_copy(a, saved, nsaved);
  for (size_t i = 0; i + 3 <= n; i += 3) own[(bytes[i] | (size_t)bytes[i + 1] << 8) % nsaved] = (char)bytes[i + 2];
  size_t left = nsaved - (n % 2 ? bytes[n - 1] % nsaved : 0);
  if (left >= 24) {
    uint64_t sum = dv_hash_bytes(own + 16, left - 16);
    memcpy(own + 8, &sum, sizeof sum);
  }
  load(a, own, left, n == 0);
  dv_arena_free(a);
  return 0;
}
