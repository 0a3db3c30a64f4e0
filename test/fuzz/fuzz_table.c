// libFuzzer target: files of numbers that machines name: the first byte says whether a CSV table of a signal or of two keys, or
// the table of a modal body.
#include "assemble/assemble.h"
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

static const char *const machine[] = {
    "signals: {x: {kind: table, data: {csv: %s}}}\n",
    "signals: {x: {kind: table, data: {csv: %s, columns: [t, x]}, between: hold}}\n",
    "bodies: {boom: {modal: {file: %s}}}\njoints: {j: {type: revolute, axis: y, child: boom}}\n",
};

const char *const fuzz_ways[] = {"a table", "columns of a table", "modes of a body", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  if (!n) return 0;
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  char text[300];
  snprintf(text, sizeof text, machine[bytes[0] % 3], fuzz_file(bytes + 1, n - 1, ".csv"));
  dv_doc *doc = dv_doc_read_memory(a, d, "/nowhere/f", text, strlen(text));
  dv_spec *s = doc->root ? dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0) : NULL;
  const dv_model *m = s ? dv_assemble(s, dv_kinds_x1) : NULL;
  if (m) fuzz_accept(bytes[0] % 3);
  if (!m && !d->nerror) fuzz_stop("no machine and no diagnostic", text);
  for (int i = 0; i < d->n; i++) dv_diag_text(d, i);
  dv_arena_free(a);
  return 0;
}
