// form_beam.c: values of a beam that have a form of their own.
#include "spec/check.h"
#include "spec/forms.h"

int dv_form_beam_modes(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_beam_data *d = &((dv_beam_spec *)to)->is.data;
  if (n->type == DV_MAP) return dv_read(c, k->section, n, to);
  if (dv_read_whole(c, k, n, &d->count[DV_BEND_Y])) return -1;
  d->count[DV_BEND_Z] = d->count[DV_BEND_Y];
  return 0;
}

int dv_form_polynomials(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_beam_data *d = &((dv_beam_spec *)to)->is.data;
  d->npolynomial = n->n;
  d->polynomial = dv_arena_take(c->arena, (size_t)n->n * sizeof *d->polynomial);
  for (int i = 0; i < n->n; i++)
    if (dv_check_numbers(c, n->item[i], k->name, "1", d->polynomial[i], DV_POLYNOMIAL_MOST)) {
      dv_diag_add(c->diags, DV_ERROR, n->item[i]->mark, "give its coefficients by power of x/length, at most 12",
                  "a polynomial of the beam cannot be read");
      return -1;
    }
  return 0;
}

int dv_form_sections(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  static const dv_table columns = {
      "table", 5, 0, {"m", "m^2", "m^4", "m^4", "m^4"},
         2, 1, "x, A, Iy, Iz, J"
  };
  int before = c->diags->nerror;
  (void)k;
  dv_check_table(c, n, &columns, to);
  return c->diags->nerror > before ? -1 : 0;
}
