// symbol_inertia.c: mass, centre and moments of inertia of a body as polynomials, about its origin.
//
//   J = I_C + m (c.c 1 - c c^T),  H = [m c],  I = m 1;  then the added 6x6 (numbers), which has no weight
#include "symbol/machine.h"

#include <string.h>

static const dv_node *item(const dv_node *list, int i)
{
  return list && list->type == DV_SEQ && i < list->n ? list->item[i] : NULL;
}

static const char *const names[6] = {"xx", "xy", "xz", "yy", "yz", "zz"};

static const dv_node *element(const dv_node *inertia, int i)
{
  static const int place[6] = {0, 3, 4, 1, 5, 2};  // in a list of the file
  if (inertia && inertia->type == DV_MAP) return dv_doc_find(inertia, names[i]);
  return item(inertia, place[i]);
}

static int row_of(int i) { return i < 3 ? 0 : i < 5 ? 1 : 2; }
static int column_of(int i) { return i < 3 ? i : i < 5 ? i - 2 : 2; }

// Element i of m (c.c 1 - c c^T)
static double shift_number(const dv_body_spec *b, int i)
{
  const double *c = b->com;
  int row = row_of(i), column = column_of(i);
  return b->mass * ((row == column ? c[0] * c[0] + c[1] * c[1] + c[2] * c[2] : 0) - c[row] * c[column]);
}

static dv_poly shift(dv_ring *r, dv_poly mass, dv_pv c, int i)
{
  int row = row_of(i), column = column_of(i);
  dv_sum_begin(r);
  for (int k = 0; k < 3 && row == column; k++)
    if (k != row) dv_sum_product(r, c.x[k], c.x[k], 1);
  if (row != column) dv_sum_product(r, c.x[row], c.x[column], -1);
  dv_poly length = dv_sum_end(r);
  return dv_poly_times(r, mass, length);
}

static void add_full(dv_ring *r, const dv_body_spec *b, dv_symbol_link *l)
{
  for (int i = 0; i < 9 && b->has_full; i++) {
    const double *row = b->full + 6 * (i / 3), *below = b->full + 6 * (3 + i / 3);
    l->J.x[i] = dv_poly_add(r, l->J.x[i], dv_poly_number(r, row[i % 3]));
    l->H.x[i] = dv_poly_add(r, l->H.x[i], dv_poly_number(r, row[3 + i % 3]));
    l->I.x[i] = dv_poly_add(r, l->I.x[i], dv_poly_number(r, below[3 + i % 3]));
  }
}

void dv_symbol_body(dv_symbol_machine *m, int body, dv_symbol_link *l)
{
  const dv_body_spec *b = &m->spec->body[body];
  const dv_node *n = dv_symbol_node(m, "bodies", b->name);
  const dv_node *com = n ? dv_doc_find(n, "com") : NULL, *inertia = n ? dv_doc_find(n, "inertia") : NULL;
  dv_ring *r = m->ring;
  dv_pv c;
  l->mass = dv_symbol_named(m->symbols, n ? dv_doc_find(n, "mass") : NULL, b->mass, "kg", "m_%s", b->name);
  for (int i = 0; i < 3; i++) c.x[i] = dv_symbol_named(m->symbols, item(com, i), b->com[i], "m", "c_%s_%c", b->name, "xyz"[i]);
  l->centre = c;
  l->moment = dv_pv_scale(r, c, l->mass);
  l->H = dv_pm_skew(r, l->moment);
  for (int i = 0; i < 6; i++) {
    double number = b->inertia[i] + (b->inertia_at ? shift_number(b, i) : 0);
    dv_poly x = dv_symbol_named(m->symbols, element(inertia, i), number, "kg.m^2", "I_%s_%s", b->name, names[i]);
    if (!b->inertia_at) x = dv_poly_add(r, x, shift(r, l->mass, c, i));
    l->J.x[3 * row_of(i) + column_of(i)] = l->J.x[3 * column_of(i) + row_of(i)] = x;
  }
  for (int i = 0; i < 3; i++) l->I.x[4 * i] = l->mass;
  add_full(r, b, l);
}
