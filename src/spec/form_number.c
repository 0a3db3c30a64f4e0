// form_number.c: a scalar of the file becomes a number in SI, or a fault that shows what it is and what is needed.
#include "base/number.h"
#include "spec/check.h"

#include <math.h>
#include <string.h>

const dv_node *dv_check_get(const dv_node *map, const char *key, dv_node_type type)
{
  const dv_node *n = map ? dv_doc_find(map, key) : NULL;
  return n && n->type == type ? n : NULL;
}

const char *dv_check_text(const dv_node *map, const char *key)
{
  const dv_node *n = dv_check_get(map, key, DV_SCALAR);
  return n ? n->text : NULL;
}

int dv_check_fits(dv_check *c, const dv_node *n, const char *what, dv_dim given, const char *unit)
{
  const dv_dim wanted = dv_known_dim(c->spec, c->units, unit);
  const char *turned = dv_dim_equal(given, wanted) ? dv_dim_turn_fault(given, wanted) : NULL;
  if (turned)
    dv_diag_add(c->diags, DV_ERROR, n->mark, turned, "'%.80s' is not of the sort of '%s', which needs %s", n->text, what, unit);
  if (dv_dim_equal(given, wanted)) return turned ? -1 : 0;
  // 40 C is a charge.
  const char *also = unit && !strcmp(unit, "K") ? " or degC" : "";
  dv_diag_add(c->diags, DV_ERROR, n->mark, dv_arena_text(c->arena, "give it in %s%s", unit, also),
              "'%.80s' is %s, but '%s' needs %s", n->text, dv_dim_text(c->arena, given), what, unit);
  return -1;
}

static int lookup(void *context, const char *name, dv_quantity_value *out)
{
  const dv_check *c = context;
  int i = dv_names_find(&c->parameters, name);
  if (i >= 0) c->parameter[i].used = 1;
  if (i < 0 || c->parameter[i].progress != DV_KNOWN) return -1;
  *out = c->parameter[i].value;
  return 0;
}

static void unknown_name(dv_check *c, const char *name, dv_mark mark)
{
  int i = dv_names_find(&c->scope, name);
  if (i >= 0) {
    dv_diag_add(c->diags, DV_ERROR, mark, "use a parameter", "'%s' is a %s, but a fixed number is needed here", name,
                c->named[i].what);
    return;
  }
  const char *remedy = dv_did_you_mean(c->diags, name, c->parameters.item, c->parameters.n, "add it to 'parameters:'");
  dv_diag_add(c->diags, DV_ERROR, mark, remedy, "unknown name '%.64s'", name);
}

static int evaluate(dv_check *c, const dv_node *n, dv_quantity_value *out)
{
  dv_formula f = {0};
  if (dv_formula_parse(c->arena, c->diags, c->units, n->text, n->mark, &f)) return -1;
  int unknown = 0;
  for (int i = 0; i < f.ninput; i++)
    if (dv_names_find(&c->parameters, f.input[i]) < 0) {
      dv_mark mark = n->mark;
      if (mark.col) mark.col += f.input_at[i];
      unknown_name(c, f.input[i], mark);
      unknown = -1;
    }
  return unknown ? -1 : dv_formula_evaluate(c->diags, &f, n->mark, lookup, c, out);
}

int dv_check_quantity(dv_check *c, const dv_node *n, dv_quantity_value *out)
{
  if (n->type != DV_SCALAR) return -1;
  dv_quantity_value v = {.dim = {.any = 1}};
  const char *end = dv_number_read(n->text, &v.value);
  if ((!end || *end) && evaluate(c, n, &v)) return -1;
  if (!isfinite(v.value)) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "check divisions, roots and powers", "'%.80s' is not a finite number", n->text);
    return -1;
  }
  *out = v;
  return 0;
}

int dv_check_number(dv_check *c, const dv_node *n, const char *what, const char *unit, double *out)
{
  dv_quantity_value v;
  if (dv_check_quantity(c, n, &v) || dv_check_fits(c, n, what, v.dim, unit)) return -1;
  *out = v.value;
  return 0;
}

int dv_check_numbers(dv_check *c, const dv_node *list, const char *what, const char *unit, double *out, int most)
{
  if (list->type != DV_SEQ || list->n > most) return -1;
  int faulty = 0;
  for (int i = 0; i < list->n; i++) faulty |= dv_check_number(c, list->item[i], what, unit, &out[i]);
  return faulty;
}
