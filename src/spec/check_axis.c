// check_axis.c: `axes:`: distances between two points, and weighted sums of coordinates and other axes.
//
//   x = sum of factor_i x_i + offset,   a length or an angle (form_sum.c)
#include "spec/check.h"

#include <math.h>
#include <string.h>

static const char *axis_name(const void *c, int i) { return ((const dv_check *)c)->spec->axis[i].name; }

static const dv_axis_spec *find_axis(dv_check *c, const char *name)
{
  int i = dv_name_rows_find(c->arena, &c->axes, c, c->spec->naxis, axis_name, name);
  return i < 0 ? NULL : &c->spec->axis[i];
}

int dv_check_rotary(dv_check *c, const dv_connection *at)
{
  if (at->line) return 0;
  int i = at->name.text ? dv_names_find(&c->coordinates, at->name.text) : -1;
  if (i >= 0) return c->coordinate[i]->rotary;
  const dv_axis_spec *a = at->name.text ? find_axis(c, at->name.text) : NULL;
  return a ? a->rotary : -1;
}

static int rotary_of(dv_check *c, dv_ref name)
{
  dv_connection at = {.name = name};
  return dv_check_rotary(c, &at);
}

// Of a sum, after those of the sums in it; 0: they are not known yet.
static int find_sort(dv_check *c, const dv_node *n, dv_axis_spec *a, const char *known)
{
  int *sort = DV_TAKE(c->arena, int, a->nterm);
  for (int i = 0; i < a->nterm; i++) {
    const dv_axis_spec *of = find_axis(c, a->term[i].text);
    if (of && of->nterm && !known[of - c->spec->axis]) return 0;
    sort[i] = rotary_of(c, a->term[i]);
  }
  a->rotary = dv_check_sum_sort(c, dv_check_get(n, "sum", DV_MAP), sort);
  return 1;
}

// Sums of sums: until nothing more is found.
static void find_sorts(dv_check *c, const dv_node *map)
{
  dv_spec *s = c->spec;
  char *known = DV_TAKE(c->arena, char, s->naxis);
  for (int some = 1; some;) {
    some = 0;
    for (int i = 0; i < s->naxis; i++)
      if (s->axis[i].nterm && !known[i]) some |= known[i] = (char)find_sort(c, map->item[i], &s->axis[i], known);
  }
  for (int i = 0; i < s->naxis; i++)
    if (s->axis[i].nterm && !known[i])
      dv_diag_add(c->diags, DV_ERROR, s->axis[i].mark, "let its terms be coordinates or distance axes",
                  "axis '%s' is made of itself, or of an axis that is", s->axis[i].name);
}

// Two points, or a sum.
static void check_form(dv_check *c, const dv_node *n, dv_axis_spec *a)
{
  const dv_node *sum = dv_check_get(n, "sum", DV_MAP), *from = dv_doc_find(n, "from"), *to = dv_doc_find(n, "to");
  const dv_node *odd = sum ? (from ? from : to) : dv_doc_find(n, "offset");
  if (odd)
    dv_diag_add(c->diags, DV_ERROR, odd->key_mark, "give {from, to}, or {sum, offset}", "'%s' has no place beside %s", odd->key,
                sum ? "a sum" : "two points");
  if (sum && !sum->n)
    dv_diag_add(c->diags, DV_ERROR, sum->key_mark, "write {coordinate: factor}", "the sum of axis '%s' has no terms", a->name);
  a->rotary = sum ? -1 : 0;
  a->at.line = !sum;
  if (sum) return;
  if (!from || !to)
    dv_diag_add(c->diags, DV_ERROR, a->mark, "give from and to (body.point), or a sum", "axis '%s' has no '%s'", a->name,
                from ? "to" : "from");
  dv_check_ends(c, n);
}

// Values whose units go with the axis.
static void read_values(dv_check *c, const dv_node *n, dv_axis_spec *a)
{
  int *sort = DV_TAKE(c->arena, int, a->nterm);
  for (int i = 0; i < a->nterm; i++) {
    sort[i] = rotary_of(c, a->term[i]);
    if (sort[i] < 0 && !find_axis(c, a->term[i].text)) dv_check_no_axis(c, a->term[i].text, a->term[i].mark);
  }
  if (a->nterm) dv_read_factors(c, dv_check_get(n, "sum", DV_MAP), a->rotary, sort, a->factor);
  if (a->rotary < 0) return;
  dv_read_one(c, &dv_keys_axis, "offset", n, a->rotary, a);
  dv_read_one(c, &dv_keys_axis, "limits", n, a->rotary, a);
  if (a->reach[0] >= a->reach[1])
    dv_diag_add(c->diags, DV_ERROR, dv_doc_find(n, "limits")->mark, "give [least, largest]",
                "limits of axis '%s' leave nothing between them", a->name);
}

void dv_check_axes(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "axes", DV_MAP);
  dv_spec *s = c->spec;
  dv_read_one(c, &dv_keys_machine, "axes", c->root, -1, s);
  for (int i = 0; i < s->naxis; i++) {
    dv_axis_spec *a = &s->axis[i];
    a->at.name = (dv_ref){a->name, a->mark};
    a->reach[0] = -HUGE_VAL;
    a->reach[1] = HUGE_VAL;
    if (map->item[i]->type == DV_MAP) check_form(c, map->item[i], a);
    else dv_diag_add(c->diags, DV_ERROR, a->mark, "give from and to (body.point), or a sum", "axis '%s' is empty", a->name);
  }
  // All names are known now: a sum may use an axis that comes later.
  find_sorts(c, map);
  for (int i = 0; i < s->naxis; i++)
    if (map->item[i]->type == DV_MAP) read_values(c, map->item[i], &s->axis[i]);
}
