// check_axis.c: `axes:`: distances between two points, and weighted sums of coordinates and other axes.
//
//   x = sum of factor_i x_i + offset,   a length or an angle, whatever the order of the terms: as the units of the factors say
//   (an angle times a length is a length), else as all terms are
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
  if (at->line) return 0;
  int i = at->name.text ? dv_names_find(&c->coordinates, at->name.text) : -1;
  if (i >= 0) return c->coordinate[i]->rotary;
  const dv_axis_spec *a = at->name.text ? find_axis(c, at->name.text) : NULL;
  return a ? a->rotary : -1;
}

static int rotary_of(const dv_check *c, dv_ref name)
{
  dv_connection at = {.name = name};
  return dv_check_rotary(c, &at);
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

// Of a sum, after those of the sums in it; 0: they are not known yet.
static int find_sort(dv_check *c, const dv_node *n, dv_axis_spec *a)
{
  int *sort = DV_TAKE(c->arena, int, a->nterm);
  for (int i = 0; i < a->nterm; i++) {
    const dv_axis_spec *of = find_axis(c, a->term[i].text);
    sort[i] = rotary_of(c, a->term[i]);
    if (sort[i] < 0 && of && of->nterm && of != a) return 0;
  }
  a->rotary = dv_check_sum_sort(c, dv_check_get(n, "sum", DV_MAP), sort);
  return 1;
}

// Sums of sums: as often as there are levels.
static void find_sorts(dv_check *c, const dv_node *map)
{
  dv_spec *s = c->spec;
  char *known = DV_TAKE(c->arena, char, s->naxis);
  for (int depth = 0; depth < DEEPEST; depth++)
    for (int i = 0; i < s->naxis; i++)
      if (s->axis[i].nterm && !known[i]) known[i] = (char)find_sort(c, map->item[i], &s->axis[i]);
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
  a->rotary = -1;
  a->term = DV_TAKE(c->arena, dv_ref, sum->n);
  a->factor = DV_TAKE(c->arena, double, sum->n);
  for (int i = 0; i < sum->n; i++) a->term[i] = (dv_ref){sum->item[i]->key, sum->item[i]->key_mark};
}

// Factors carry the unit that turns a term into the sort of the sum.
static void read_factors(dv_check *c, const dv_node *n, dv_axis_spec *a)
{
  static const char *const unit[2][2] = {
      {"1",     "m/rad"},
      {"rad/m", "1"    }
  };  // [sort of the sum][of the term]
  const dv_node *sum = dv_check_get(n, "sum", DV_MAP);
  int sort = a->rotary;
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
  int sort = a->rotary;
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
  find_sorts(c, map);
  for (int i = 0; i < s->naxis; i++)
    if (map->item[i]->type == DV_MAP) {
      read_factors(c, map->item[i], &s->axis[i]);
      read_limits(c, map->item[i], &s->axis[i]);
    }
}
