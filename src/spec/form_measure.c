// form_measure.c: which number of a run a metric or an expectation is about: a measure of a column, or a mode.
#include "base/measure.h"
#include "spec/check.h"
#include "spec/forms.h"

#include <math.h>
#include <string.h>

// Of several the first counts; that there are more is told elsewhere.
int dv_form_measure(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_metric_spec *m = to;
  if (m->text) return 0;
  while (strcmp(dv_measure_rows[m->what].key, k->name) != 0) m->what++;
  m->text = n->text;
  int faulty = dv_check_formula(c, n, DV_COLUMN_NAMES, &m->value);
  // Columns are plain SI numbers here, and so is what stands beside them.
  for (int i = 0; i < m->value.nconst; i++) m->value.constant_dim[i] = (dv_dim){.any = 1};
  return faulty;
}

int dv_form_mode(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_expect_spec *e = to;
  double mode = 0;
  if (e->mode) return 0;
  e->mode = 1;
  e->damping = !strcmp(k->name, "damping");
  dv_check_number(c, n, k->name, k->unit, &mode);
  if (mode >= 1 && mode <= 1e6 && mode == floor(mode)) return e->mode = (int)mode, 0;
  dv_diag_add(c->diags, DV_ERROR, n->mark, "give the number of a mode, from 1; see 'davit modes'", "'%s' is %s", k->name,
              n->text);
  return -1;
}
