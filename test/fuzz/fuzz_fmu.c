// libFuzzer target: FMUs of others. The first byte: an archive, or the text of its description.
#include "exchange/fmu_read.h"
#include "exchange/unpack.h"
#include "fuzz.h"

#include <sys/stat.h>

// Each unknown beside each variable, as the order of calls asks for it.
static void look(const dv_fmu_description *f)
{
  enum { SOME = 64 };
  for (int i = 0; i < f->nstate; i++)
    if (f->state[i] < 0 || f->state[i] >= f->n || f->rate[i] < 0 || f->rate[i] >= f->n)
      fuzz_stop("a state that is none", f->name);
  for (int i = 0; i < f->n && i < SOME; i++)
    for (int j = 0; j < f->n && j < SOME; j++) dv_fmu_depends(f, i, j);
}

static void describe(dv_arena *a, dv_diags *d, const char *bytes, size_t n)
{
  const dv_fmu_description *f = dv_fmu_read(a, d, "f.fmu", bytes, n);
  if (f) look(f), fuzz_accept(0);
  else if (!d->nerror) fuzz_stop("no description and no diagnostic", "");
}

static void unpack(dv_arena *a, dv_diags *d, const char *bytes, size_t n)
{
  static const char *const all[] = {""};
  size_t size = 0;
  struct stat s;
  const char *text = dv_unpack_one(a, d, (dv_mark){0}, bytes, n, "modelDescription.xml", &size);
  if (text) describe(a, d, text, size);
  const char *folder = dv_unpack(a, d, (dv_mark){0}, bytes, n, all, 1);
  if (folder) fuzz_accept(1);
  if (folder ? stat(folder, &s) != 0 : !d->nerror) fuzz_stop("neither a folder nor a diagnostic", "");
}

const char *const fuzz_ways[] = {"a description", "an archive", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  if (n) {
    const char *copy = dv_arena_copy(a, (const char *)bytes + 1, n - 1);
    if (bytes[0] == 'P') unpack(a, d, copy, n - 1);
    else describe(a, d, copy, n - 1);
  }
  for (int i = 0; i < d->n; i++) dv_diag_text(d, i);
  dv_arena_free(a);
  return 0;
}
