// check_axis.c: `axes:`: distances between two points, and weighted sums of coordinates and other axes.
//
//   x = sum of factor_i x_i + offset,   of the sort (linear, rotary) of the first term
#include "spec/check.h"

#include <math.h>
#include <string.h>

enum { DEEPEST = 16 };  // sums of sums of ...

static const dv_axis_spec *find_axis(const dv_check *c, const char *name)
{
  for (int i = 0; i < c->spec->naxis; i++)
    if (!strcmp(c->spec->axis[i].name, name)) return &c->spec->axis[i];
  return NULL;
}

int dv_check_rotary(const dv_check *c, const dv_connection *at)
{
  const char *name = at->name.text;
  if (at->line) return 0;
  for (int depth = 0; name && depth < DEEPEST; depth++) {
    int i = dv_names_find(&c->coordinates, name);
    if (i >= 0) return c->coordinate[i]->rotary;
    const dv_axis_spec *a = find_axis(c, name);
    if (!a) return -1;
    if (!a->nterm) return 0;
    name = a->term[0].text;
  }
  return -1;
}

static int rotary_of(const dv_check *c, dv_ref name)
{
  dv_connection at = {.name = name};
  return dv_check_rotary(c, &at);
}

static void read_names(dv_check *c, const dv_node *n, dv_axis_spec *a)
{
  const dv_node *sum = dv_check_get(n, "sum", DV_MAP), *from = dv_doc_find(n, "from"), *to = dv_doc_find(n, "to");
  const dv_node *odd = sum ? (from ? from : to) : dv_doc_find(n, "offset");
  if (odd)
    dv_diag_add(c->diags, DV_ERROR, odd->key_mark, "give {from, to}, or {sum, offset}", "'%s' has no place beside %s", odd->key,
                sum ? "a sum" : "two points");
  if (!sum) {
    if (!from || !to)
      dv_diag_add(c->diags, DV_ERROR, a->mark, "give from and to (body.point), or a sum", "axis '%s' has no '%s'", a->name,
                  from ? "to" : "from");
    dv_check_line(c, n, &a->at);
    return;
  }
  if (!sum->n)
    dv_diag_add(c->diags, DV_ERROR, sum->key_mark, "write {coordinate: factor}", "the sum of axis '%s' has no terms", a->name);
  a->nterm = sum->n;
  a->term = DV_TAKE(c->arena, dv_ref, sum->n);
  a->factor = DV_TAKE(c->arena, double, sum->n);
  for (int i = 0; i < sum->n; i++) a->term[i] = (dv_ref){sum->item[i]->key, sum->item[i]->key_mark};
}

// Factors carry the unit that turns a term into the sort of the first one.
static void read_factors(dv_check *c, const dv_node *n, dv_axis_spec *a)
{
  static const char *const unit[2][2] = {
      {"1",     "m/rad"},
      {"rad/m", "1"    }
  };  // [sort of the sum][of the term]
  const dv_node *sum = dv_check_get(n, "sum", DV_MAP);
  int sort = a->nterm ? rotary_of(c, a->term[0]) : 0;
  for (int i = 0; i < a->nterm; i++) {
    int rotary = rotary_of(c, a->term[i]);
    if (rotary < 0) dv_check_no_axis(c, a->term[i].text, a->term[i].mark);
    else if (sum->item[i]->type != DV_SCALAR)
      dv_diag_add(c->diags, DV_ERROR, sum->item[i]->key_mark, "give a number", "the factor of '%s' must be a number",
                  a->term[i].text);
    else if (sort >= 0) dv_check_number(c, sum->item[i], a->term[i].text, unit[sort][rotary], &a->factor[i]);
  }
  if (sort >= 0) dv_check_key(c, n, "offset", sort ? "rad" : "m", &a->offset);
}

static void read_limits(dv_check *c, const dv_node *n, dv_axis_spec *a)
{
  const dv_node *limits = dv_check_get(n, "limits", DV_SEQ);
  double range[2] = {-HUGE_VAL, HUGE_VAL};
  int sort = a->nterm ? rotary_of(c, a->term[0]) : 0;
  if (limits && limits->n == 2 && sort >= 0) dv_check_numbers(c, limits, "limits", sort ? "rad" : "m", range, 2);
  if (range[0] >= range[1])
    dv_diag_add(c->diags, DV_ERROR, limits->mark, "give [least, largest]", "limits of axis '%s' leave nothing between them",
                a->name);
  a->lower = range[0];
  a->upper = range[1];
}

void dv_check_axes(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "axes", DV_MAP);
  dv_spec *s = c->spec;
  s->axis = DV_TAKE(c->arena, dv_axis_spec, map ? map->n : 0);
  for (int i = 0; map && i < map->n; i++) {
    dv_axis_spec *a = &s->axis[s->naxis++];
    a->name = map->item[i]->key;
    a->mark = map->item[i]->key_mark;
    a->at.name = (dv_ref){a->name, a->mark};
    if (map->item[i]->type == DV_MAP) read_names(c, map->item[i], a);
    else dv_diag_add(c->diags, DV_ERROR, a->mark, "give from and to (body.point), or a sum", "axis '%s' is empty", a->name);
  }
  // All names are known now: a sum may use an axis that comes later.
  for (int i = 0; i < s->naxis; i++)
    if (map->item[i]->type == DV_MAP) {
      read_factors(c, map->item[i], &s->axis[i]);
      read_limits(c, map->item[i], &s->axis[i]);
    }
}
