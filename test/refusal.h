// refusal.h: machines from text that cannot work, and what they are told.
#pragma once

#include "support.h"

#include <string.h>

#include "assemble/assemble.h"

// It is refused: a message of that line says `what`, and its remedy `remedy`. Returns how many errors there are.
static inline int assert_refused(const char *yaml, const char *what, const char *remedy, int line)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  dv_doc *doc = dv_doc_read_memory(a, d, "test.yaml", yaml, strlen(yaml));
  dv_spec *spec = doc->root && !d->nerror ? dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0) : NULL;
  int found = 0, errors;
  assert_null(spec ? dv_assemble(spec, dv_kinds_x1) : NULL);
  for (int i = 0; i < d->n; i++) {
    const dv_diag *is = &d->item[i];
    found |= strstr(is->what, what) && is->remedy && strstr(is->remedy, remedy) && is->mark.line == line;
  }
  for (int i = 0; i < d->n && !found; i++) print_message("%s\n", dv_diag_text(d, i));
  if (!found) fail_msg("no message '%s' with '%s' in line %d", what, remedy, line);
  errors = d->nerror;
  dv_arena_free(a);
  return errors;
}
