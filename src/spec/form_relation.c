// form_relation.c: relations between coordinates: their terms, whose units depend on what the coordinates are, and expressions.
#include "spec/check.h"
#include "spec/forms.h"

#include <string.h>

// 1: rotary, 0: linear, -1: no such coordinate, reported.
int dv_coordinate_sort(dv_check *c, const char *name, dv_mark mark)
{
  int i = dv_names_find(&c->coordinates, name);
  if (i >= 0) return c->coordinate[i]->rotary;
  dv_diag_add(c->diags, DV_ERROR, mark,
              dv_did_you_mean(c->diags, name, c->coordinates.item, c->coordinates.n, "name a coordinate of a joint"),
              "there is no coordinate '%.64s'", name);
  return -1;
}

static void take_terms(dv_check *c, dv_loop_spec *l, int n)
{
  l->nterm = n;
  l->term = DV_TAKE(c->arena, const char *, n);
  l->term_rotary = DV_TAKE(c->arena, int, n);
  l->factor = DV_TAKE(c->arena, double, n);
}

// A key that the loop's type does not have is refused elsewhere.
static int is_wanted(const dv_key *k, const dv_loop_spec *l) { return l->type != DV_L_COUNT && dv_loop_takes(l->type, k->name); }

int dv_form_of(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_loop_spec *l = to;
  if (!is_wanted(k, l)) return 0;
  if (n->n != 2 || n->item[0]->type != DV_SCALAR || n->item[1]->type != DV_SCALAR) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "write 'of: [first, second]'", "loop '%s' relates two coordinates", l->name);
    return -1;
  }
  take_terms(c, l, 2);
  for (int i = 0; i < 2; i++) {
    l->term[i] = n->item[i]->text;
    l->term_rotary[i] = dv_coordinate_sort(c, l->term[i], n->item[i]->mark);
  }
  l->rotary = l->term_rotary[1] < 0 ? -1 : l->term_rotary[0];
  return 0;
}

int dv_form_ratio(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_loop_spec *l = to;
  if (is_wanted(k, l) && !dv_loop_is_relation(l->type)) return dv_check_number(c, n, k->name, k->unit, &l->length);
  if (!is_wanted(k, l) || l->rotary < 0) return 0;
  return dv_check_number(c, n, k->name, k->unit ? k->unit : dv_factor_unit(l->rotary, l->term_rotary[1]), &l->ratio);
}

int dv_form_sum(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_loop_spec *l = to;
  if (!is_wanted(k, l) || !n->n) return 0;
  take_terms(c, l, n->n);
  for (int i = 0; i < n->n; i++) {
    l->term[i] = n->item[i]->key;
    l->term_rotary[i] = dv_coordinate_sort(c, l->term[i], n->item[i]->key_mark);
  }
  l->rotary = dv_check_sum_sort(c, n, l->term_rotary);
  dv_read_factors(c, n, l->rotary, l->term_rotary, l->factor);
  return 0;
}

int dv_form_offset(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_loop_spec *l = to;
  if (!is_wanted(k, l) || l->rotary < 0) return 0;
  return dv_check_number(c, n, k->name, l->rotary ? "rad" : "m", &l->offset);
}

// A coordinate as a quantity, for dv_formula_dimension.
static int measure(void *context, const char *name, dv_quantity_value *out)
{
  dv_check *c = context;
  int i = dv_names_find(&c->coordinates, name);
  if (i < 0) return -1;
  *out = (dv_quantity_value){1, dv_known_dim(c->spec, c->units, c->coordinate[i]->rotary ? "rad" : "m")};
  return 0;
}

// The names in an expression are coordinates, and their dimensions fit each other.
void dv_check_relation(dv_check *c, dv_loop_spec *l)
{
  dv_dim dim;
  int known = 1;
  for (int i = 0; i < l->zero.ninput; i++) {
    dv_mark mark = l->zero_mark;
    if (mark.col && l->zero.input_at) mark.col += l->zero.input_at[i];
    known &= dv_coordinate_sort(c, l->zero.input[i], mark) >= 0;
  }
  if (known && l->zero.constant_dim) dv_formula_dimension(c->diags, &l->zero, l->zero_mark, measure, c, &dim);
}

void dv_read_zero(dv_check *c, const dv_node *zero, dv_loop_spec *l)
{
  l->zero_mark = zero->mark;
  if (dv_check_formula(c, zero, DV_INPUT_NAMES, &l->zero)) return;
  dv_check_relation(c, l);
  if (!l->zero.ninput)
    dv_diag_add(c->diags, DV_ERROR, zero->mark, "name coordinates in it", "the expression of loop '%s' has no coordinate",
                l->name);
}

int dv_form_zero(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_loop_spec *l = to;
  if (is_wanted(k, l)) dv_read_zero(c, n, l);
  return 0;
}
