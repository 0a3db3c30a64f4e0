// forms.c: values with a form of their own that several sections have.
#include "spec/forms.h"

#include "base/file.h"
#include "spec/check.h"

int dv_form_same(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  double *out = to, one;
  if (n->type == DV_SEQ) return dv_read_numbers(c, k, n, out);
  if (dv_check_number(c, n, k->name, k->unit, &one)) return -1;
  for (int i = 0; i < k->most; i++) out[i] = one;
  return 0;
}

int dv_form_file(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  (void)k;
  *(const char **)to = dv_file_beside(c->arena, n->mark.file ? n->mark.file : c->doc->file, n->text);
  return 0;
}
