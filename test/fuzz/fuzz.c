// fuzz.c: what must hold for every input, good or bad.
//
// No crash, no endless loop; a tree that was read is the same after it was written and read again; no root without a diagnostic.
#include "fuzz.h"

#include "davit/kind.h"
#include "import/import.h"
#include "spec/spec.h"

#include <string.h>

static int same(const dv_node *x, const dv_node *y)
{
  if (x->type != y->type || x->n != y->n) return 0;
  if (x->type == DV_SCALAR && strcmp(x->text, y->text) != 0) return 0;
  for (int i = 0; i < x->n; i++)
    if ((x->type == DV_MAP && strcmp(x->item[i]->key, y->item[i]->key) != 0) || !same(x->item[i], y->item[i])) return 0;
  return 1;
}

static void write_and_read(const dv_doc *doc)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  const char *text = dv_doc_yaml(a, doc->root);
  // written out, aliases and short forms take more room than they had
  if (strlen(text) < DV_DOC_BYTES) {
    dv_doc *again = dv_doc_read_memory(a, d, "/nowhere/again.yaml", text, strlen(text));
    if (!again->root) fuzz_stop(d->n ? dv_diag_text(d, 0) : "no diagnostic", text);
    if (!same(doc->root, again->root)) fuzz_stop("another tree", text);
  }
  dv_arena_free(a);
}

// What a robot can take in.
static const char *robot_name(void)
{
  static int made;
  if (!made++) {
    fuzz_beside("a.xacro",
                "<robot xmlns:xacro='x'><xacro:property name='two' value='2'/><xacro:macro name='m' params='a'/></robot>");
    fuzz_beside("a.yaml", "arm: {mass: 5, axes: [1, 2, 8]}\nturn: !degrees 2*45\nlong: !inches s.turn\n");
    fuzz_beside("a.xml", "<mujoco><worldbody><body name='in'><geom type='sphere' size='1'/></body></worldbody></mujoco>");
    fuzz_beside("a.sdf", "<sdf version='1.9'><model name='in'><link name='l'/></model></sdf>");
  }
  return fuzz_name(".xml");
}

void fuzz_one(const uint8_t *bytes, size_t n, fuzz_format format)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  // what a machine includes leads nowhere
  dv_doc *doc = format == FUZZ_URDF ? dv_import_memory(a, d, robot_name(), (const char *)bytes, n, NULL)
                                    : dv_doc_read_memory(a, d, "/nowhere/f", (const char *)bytes, n);
  if (!doc->root && !d->nerror) fuzz_stop("no root and no diagnostic", "");
  if (doc->root) {
    write_and_read(doc);
    const dv_spec *s = dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0);
    if (!s && !d->nerror) fuzz_stop("no machine and no diagnostic", "");
    if (s) fuzz_accept(0);
    dv_spec_check(doc, dv_kinds_x1, NULL, 0);
  }
  for (int i = 0; i < d->n; i++) dv_diag_text(d, i);
  dv_arena_free(a);
}
