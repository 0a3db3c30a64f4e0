// libFuzzer target: expressions with units, and units alone.
#include "fuzz.h"
#include "spec/formula.h"
#include "spec/units.h"

#include <string.h>

static int nothing(void *context, const char *name, dv_quantity_value *out)
{
  (void)context, (void)name;
  *out = (dv_quantity_value){1.5, {.any = 1}};
  return 0;
}

const char *const fuzz_ways[] = {"a unit", "a value", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  dv_units *u = dv_units_open(a);
  const char *text = dv_arena_copy(a, (const char *)bytes, n);
  double factor = 0, offset;
  dv_dim dim;
  dv_formula f = {0};
  dv_quantity_value v;
  if (!dv_units_parse(u, text, &factor, &offset, &dim)) {
    if (!(factor > 0)) fuzz_stop("a unit without a factor", text);
    fuzz_accept(0);
  }
  if (!dv_formula_parse(a, d, u, text, (dv_mark){"f", 1, 1}, &f)) {
    if (!dv_formula_evaluate(d, &f, (dv_mark){"f", 1, 1}, nothing, NULL, &v)) fuzz_accept(1);
  } else if (!d->nerror) fuzz_stop("refused without a diagnostic", text);
  dv_arena_free(a);
  return 0;
}
