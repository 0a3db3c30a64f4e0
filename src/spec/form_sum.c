// form_sum.c: a weighted sum {name: factor}: what it is, and its factors, whose units turn each term into what the sum is.
//
// A sum is a length or an angle, whatever the order of the terms: as the units of the factors say (an angle times a length is a
// length), else as all terms are.
#include "spec/check.h"
#include "spec/forms.h"

const char *dv_factor_unit(int sum_rotary, int rotary)
{
  static const char *const unit[2][2] = {
      {"1",   "m"},
      {"1/m", "1"}
  };
  return unit[sum_rotary][rotary];
}

// What a factor says of the sum: 0: a length, 1: an angle, -1: nothing, it is a bare number.
static int factor_says(dv_check *c, const dv_node *factor, int rotary)
{
  enum { METRE = 1 };
  dv_diags *told = c->diags;
  dv_quantity_value v = {0};
  c->diags = dv_diags_new(c->arena);  // faults are told when the factor is read
  int bad = factor->type != DV_SCALAR || dv_check_quantity(c, factor, &v);
  c->diags = told;
  if (bad || v.dim.any) return -1;
  return v.dim.e[METRE] == 0 ? rotary : !rotary;
}

int dv_check_sum_sort(dv_check *c, const dv_node *sum, const int *sort)
{
  int says = -1, mixed = 0;
  for (int i = 0; i < sum->n; i++) {
    if (sort[i] < 0) return -1;
    mixed |= sort[i] != sort[0];
    if (says < 0) says = factor_says(c, sum->item[i], sort[i]);
  }
  if (says < 0 && mixed)
    dv_diag_add(c->diags, DV_ERROR, sum->key_mark,
                "give a factor its unit, as in {hook: 2, drum: 0.3 m}: a length for each radian",
                "angles and lengths are added without units");
  return says >= 0 ? says : mixed ? -1 : sort[0];
}

void dv_read_factors(dv_check *c, const dv_node *sum, int rotary, const int *sort, double *factor)
{
  for (int i = 0; i < sum->n; i++) {
    const dv_node *it = sum->item[i];
    if (it->type != DV_SCALAR)
      dv_diag_add(c->diags, DV_ERROR, it->key_mark, "give a number", "the factor of '%s' must be a number", it->key);
    else if (rotary >= 0 && sort[i] >= 0) dv_check_number(c, it, it->key, dv_factor_unit(rotary, sort[i]), &factor[i]);
  }
}

// Names of the terms; the factors come when all axes are known.
int dv_form_terms(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_axis_spec *a = to;
  (void)k;
  a->nterm = n->n;
  a->term = DV_TAKE(c->arena, dv_ref, n->n);
  a->factor = DV_TAKE(c->arena, double, n->n);
  for (int i = 0; i < n->n; i++) a->term[i] = (dv_ref){n->item[i]->key, n->item[i]->key_mark};
  return 0;
}
