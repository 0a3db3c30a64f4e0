// read_part.c: values of a part go where the rows of its kind say: parameter i to param[i], option i to option[i] and so on.
//
// The kind is the one that the part has: quantities `kp[]` are spread over its coordinates (expand.c). Names, terminals and
// coefficients are read by the rows that keys_kind.c makes of the kind.
#include "base/number.h"
#include "spec/check.h"

#include <math.h>
#include <string.h>

// Unit of a quantity of this part: on its axis if that is known.
static const char *unit_of(dv_check *c, const dv_part_spec *p, const char *unit, int *rotary)
{
  const dv_kind *k = p->as;
  *rotary = -1;
  for (int i = 0; i < k->nport && *rotary < 0; i++)
    if (dv_domain_is_axis((int)k->port[i].domain)) *rotary = dv_check_rotary(c, &p->port[i]);
  return *rotary < 0 ? unit : dv_spec_axis_unit(c->arena, unit, *rotary);
}

static int fits(dv_check *c, const dv_part_spec *p, const dv_node *n, const char *what, dv_dim given, const char *unit)
{
  int rotary;
  const char *on = unit_of(c, p, unit, &rotary);
  // With an unknown axis (reported) no more can be said.
  if (rotary < 0 && on && strchr(on, '{')) return 0;
  return dv_check_fits(c, n, what, given, on);
}

static const dv_node *list_item(const dv_node *list, const dv_ref *of, int n, const char *name)
{
  for (int i = 0; i < n && i < list->n; i++)
    if (!strcmp(of[i].text, name)) return list->item[i]->type == DV_SCALAR ? list->item[i] : NULL;
  return NULL;
}

// Scalar of a quantity in a map; `kp.elbow` stands in the list `kp`, or is its one value for all.
static const dv_node *value_node(dv_check *c, const dv_node *map, const dv_part_spec *p, const char *name)
{
  const char *dot = p->neach ? strchr(name, '.') : NULL;
  if (!dot) return dv_check_get(map, name, DV_SCALAR);
  const dv_node *n = dv_doc_find(map, dv_arena_copy(c->arena, name, (size_t)(dot - name)));
  if (!n || n->type != DV_SEQ) return n && n->type == DV_SCALAR ? n : NULL;
  const dv_node *item = list_item(n, p->each, p->neach, dot + 1);
  return item ? item : list_item(n, p->row, p->nrow, dot + 1);
}

// The end of a range may be written in a unit that rounds it.
static double at_end(double x, double end) { return isfinite(end) && fabs(x - end) <= 1e-15 * fabs(end) ? end : x; }

static void read_param(dv_check *c, const dv_node *part, dv_part_spec *p, int i)
{
  const dv_param *q = &p->as->param[i];
  const dv_node *n = value_node(c, part, p, q->name);
  dv_quantity_value v;
  int rotary;
  p->param[i] = isnan(q->def) ? 0 : q->def;
  p->param_mark[i] = n ? n->mark : p->mark;
  p->param_dim[i].any = 1;
  if (!n || dv_check_quantity(c, n, &v) || fits(c, p, n, q->name, v.dim, q->unit)) return;
  v.value = at_end(at_end(v.value, q->lo), q->hi);
  if (v.value < q->lo || v.value > q->hi) {
    const char *unit = unit_of(c, p, q->unit, &rotary), *plain = unit && strpbrk(unit, "*{1") != unit ? unit : "";
    const char *remedy = q->hi < 1e30 ? dv_arena_text(c->arena, "give %g to %g %s", q->lo, q->hi, plain)
                                      : dv_arena_text(c->arena, "give %g %s or more", q->lo, plain);
    dv_diag_add(c->diags, DV_ERROR, n->mark, remedy, "'%s' of %s is out of range: %g", q->name, p->name, v.value);
    return;
  }
  if (dv_number_is_part(q->unit, v.value)) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "give a whole number", "'%s' of %s is %g", q->name, p->name, v.value);
    return;
  }
  p->param[i] = v.value;
  p->param_dim[i] = v.dim;
}

// What a coordinate says of itself: `position.elbow` -> elbow.position, and so on.
static void read_own(dv_check *c, const dv_quantity *q, dv_input_spec *in)
{
  int own = q->reads & ~DV_OPTIONAL & (DV_OWN_POSITION | DV_OWN_RATE | DV_OWN_ACCELERATION);
  const char *coordinate = strchr(q->name, '.');
  if (!own || !coordinate) return;
  const char *what = own & DV_OWN_POSITION ? "position" : own & DV_OWN_RATE ? "rate" : "acceleration";
  in->formula = dv_formula_name(c->arena, dv_arena_text(c->arena, "%s.%s", coordinate + 1, what));
  in->given = 1;
}

static void read_input(dv_check *c, const dv_node *part, dv_part_spec *p, int i)
{
  const dv_quantity *q = &p->as->in[i];
  const dv_node *n = value_node(c, part, p, q->name);
  dv_quantity_value v;
  p->in[i].mark = n ? n->mark : p->mark;
  if (!n) read_own(c, q, &p->in[i]);
  if (!n || dv_check_formula(c, n, DV_INPUT_NAMES, &p->in[i].formula)) return;
  p->in[i].given = 1;
  if (p->in[i].formula.ninput) return;
  // All of it is known already: one number.
  if (dv_formula_evaluate(c->diags, &p->in[i].formula, n->mark, NULL, NULL, &v)) return;
  if (!isfinite(v.value))
    dv_diag_add(c->diags, DV_ERROR, n->mark, "check divisions, roots and powers", "'%.80s' is not a finite number", n->text);
  else if (!fits(c, p, n, q->name, v.dim, q->unit)) p->in[i].formula = dv_formula_constant(c->arena, v);
}

static void read_states(dv_check *c, const dv_node *part, dv_part_spec *p)
{
  const dv_kind *k = p->as;
  const dv_node *map = dv_check_get(part, "initial", DV_MAP);
  for (int i = 0; i < k->nstate; i++) {
    const dv_node *n = map ? value_node(c, map, p, k->state[i].name) : NULL;
    dv_quantity_value v;
    if (n && !dv_check_quantity(c, n, &v) && !fits(c, p, n, n->key, v.dim, k->state[i].unit)) p->state[i] = v.value;
  }
}

void dv_part_take(dv_check *c, dv_part_spec *p)
{
  const dv_kind *k = p->as = dv_kind_expand(c->arena, c->kinds[p->kind], p);
  p->param = DV_TAKE(c->arena, double, k->nparam);
  p->param_mark = DV_TAKE(c->arena, dv_mark, k->nparam);
  p->param_dim = DV_TAKE(c->arena, dv_dim, k->nparam);
  p->option = DV_TAKE(c->arena, int, k->noption);
  p->port = DV_TAKE(c->arena, dv_connection, k->nport);
  p->in = DV_TAKE(c->arena, dv_input_spec, k->nin);
  p->state = DV_TAKE(c->arena, double, k->nstate);
  for (int i = 0; (k->bond || k->start) && i < k->nstate; i++) p->state[i] = NAN;
}

void dv_read_part(dv_check *c, const dv_node *part, dv_part_spec *p)
{
  const dv_kind *k = p->as;
  for (int i = 0; i < k->nport; i++) {
    const dv_node *n = dv_doc_find(part, k->port[i].name);
    if (n) dv_check_port(c, n, &k->port[i], &p->port[i]);
  }
  for (int i = 0; i < k->nparam; i++) read_param(c, part, p, i);
  for (int i = 0; i < k->noption; i++) {
    const char *word = dv_check_text(part, k->option[i].name);
    int at = word ? dv_keys_word(k->option[i].choices, word) : 0;
    p->option[i] = at < 0 ? 0 : at;
  }
  for (int i = 0; i < k->ntable && i < DV_TABLES; i++) {
    const dv_node *n = dv_doc_find(part, k->table[i].name);
    if (n) dv_check_table(c, n, &k->table[i], &p->table[i]);
  }
  for (int i = 0; i < k->nin; i++) read_input(c, part, p, i);
  const dv_node *formula = k->formula ? dv_doc_find(part, k->formula) : NULL;
  if (formula && !dv_check_formula(c, formula, DV_INPUT_NAMES, &p->formula)) p->formula_mark = formula->mark;
  read_states(c, part, p);
  dv_tell_idle(c, part, p);
  dv_tell_half_direction(c, part, p);
  dv_tell_missing_sizes(c, part, p);
}
