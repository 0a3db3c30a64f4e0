// check_part.c: `signals:` and `parts:`: each has the keys of its kind.
#include "spec/check.h"

#include <math.h>
#include <string.h>

static int find_kind(const dv_check *c, const char *name)
{
  for (int i = 0; c->kinds[i]; i++)
    if (!strcmp(c->kinds[i]->name, name) || (c->kinds[i]->formerly && !strcmp(c->kinds[i]->formerly, name))) return i;
  return -1;
}

static const char *last_word(const char *name)
{
  const char *dot = strrchr(name, '.');
  return dot ? dot + 1 : name;
}

static void unknown_kind(dv_check *c, const dv_node *n, const char *full)
{
  struct {
    const char **item;
    int n, cap;
  } all = {0};
  const char *remedy = NULL;
  for (int i = 0; c->kinds[i]; i++) {
    *DV_PUSH(c->arena, &all) = c->kinds[i]->name;
    if (!strcmp(last_word(c->kinds[i]->name), last_word(n->text)))
      remedy = dv_arena_text(c->arena, "did you mean '%s'?", c->kinds[i]->name);
  }
  if (!strcmp(n->text, "fmu")) remedy = "an FMU is named under `parts:`, and not in programs that load no code of others";
  if (!remedy) remedy = dv_did_you_mean(c->diags, full, all.item, all.n, "`davit kinds` lists them");
  dv_diag_add(c->diags, DV_ERROR, n->mark, remedy, "unknown kind '%.64s'", n->text);
}

// `sine` of a signal is short for signal.sine.
static const char *full_name(const dv_check *c, const char *text, int is_signal)
{
  return is_signal && !strchr(text, '.') ? dv_arena_text(c->arena, "signal.%s", text) : text;
}

int dv_check_find_kind(const dv_check *c, const dv_node *part, int is_signal)
{
  const char *text = part->type == DV_MAP ? dv_check_text(part, "kind") : NULL;
  return text ? find_kind(c, full_name(c, text, is_signal)) : -1;
}

// Row of the kind that a part names, or -1 after a fault.
static int read_kind(dv_check *c, const dv_node *part, int is_signal)
{
  const dv_node *n = dv_doc_find(part, "kind");
  if (!n || n->type != DV_SCALAR) {
    const char *remedy = "add 'kind: ...'; `davit kinds` lists them";
    dv_diag_add(c->diags, DV_ERROR, n ? n->mark : part->key_mark, remedy, "%s '%.64s' has no kind", is_signal ? "signal" : "part",
                part->key);
    return -1;
  }
  int i = dv_check_find_kind(c, part, is_signal);
  if (i < 0) unknown_kind(c, n, full_name(c, n->text, is_signal));
  else if (c->kinds[i]->formerly && !strcmp(c->kinds[i]->formerly, n->text))
    dv_diag_add(c->diags, DV_WARNING, n->mark, dv_arena_text(c->arena, "write '%s'", c->kinds[i]->name), "'%s' is an old name",
                n->text);
  if (i < 0 || !is_signal || dv_kind_is_signal(c->kinds[i])) return i;
  dv_diag_add(c->diags, DV_ERROR, n->mark, "move it to 'parts:'", "'%s' is not a signal", c->kinds[i]->name);
  return -1;
}

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

static dv_ref *read_refs(dv_check *c, const dv_node *part, const char *key, int *n)
{
  const dv_node *list = key ? dv_check_get(part, key, DV_SEQ) : NULL, *one = key ? dv_check_get(part, key, DV_SCALAR) : NULL;
  dv_ref *ref = DV_TAKE(c->arena, dv_ref, list ? list->n : 1);
  *n = one != NULL;
  if (one) *ref = (dv_ref){one->text, one->mark};
  for (int i = 0; list && i < list->n; i++) {
    if (list->item[i]->type != DV_SCALAR) {
      dv_diag_add(c->diags, DV_ERROR, list->item[i]->mark, "write a list of names", "'%s' must hold names only", key);
      continue;
    }
    ref[*n].text = list->item[i]->text;
    ref[(*n)++].mark = list->item[i]->mark;
  }
  return ref;
}

// A list that is given must have as many values as what it is spread over.
static void check_lengths(dv_check *c, const dv_node *part, const dv_part_spec *p)
{
  const dv_kind *k = c->kinds[p->kind];
  for (int m = 0; m < k->nparam + k->nin; m++) {
    const char *name = m < k->nparam ? k->param[m].name : k->in[m - k->nparam].name;
    dv_list_kind list = dv_is_list(name);
    const dv_node *n = list ? dv_check_get(part, dv_list_name(c->arena, name), DV_SEQ) : NULL;
    int want = list == DV_OVER_EACH ? p->neach : p->nrow;
    if (n && n->n != want)
      dv_diag_add(c->diags, DV_ERROR, n->mark, "give one for each, or one number for all", "'%s' has %d values, but '%s' has %d",
                  n->key, n->n, list == DV_OVER_ROWS && p->has_task ? k->task : k->each, want);
  }
}

// Parameters that the part gives.
static int *given(dv_check *c, const dv_node *part, const dv_kind *k)
{
  int *is = DV_TAKE(c->arena, int, k->nparam);
  for (int i = 0; i < k->nparam; i++) is[i] = dv_doc_find(part, dv_list_name(c->arena, k->param[i].name)) != NULL;
  return is;
}

// Nothing of the kind is a list: it works on one coordinate.
static int takes_one(const dv_kind *k)
{
  int lists = 0;
  for (int i = 0; i < k->nparam; i++) lists |= dv_is_list(k->param[i].name);
  for (int i = 0; i < k->nin; i++) lists |= dv_is_list(k->in[i].name);
  for (int i = 0; i < k->nout; i++) lists |= dv_is_list(k->out[i].name);
  return !lists && !k->bond;
}

// Nothing can be listed twice, and one at least.
static void check_names(dv_check *c, const dv_node *part, const char *key, const dv_ref *ref, int n)
{
  const dv_node *list = dv_doc_find(part, key);
  if (!n && list && list->type == DV_SEQ) dv_diag_add(c->diags, DV_ERROR, list->mark, "name one at least", "'%s' is empty", key);
  for (int i = 1; i < n; i++)
    for (int k = 0; k < i; k++)
      if (!strcmp(ref[i].text, ref[k].text))
        dv_diag_add(c->diags, DV_ERROR, ref[i].mark, "take one of them away", "'%s' is twice in '%s'", ref[i].text, key);
}

// Rows of a task; an absent or empty key (null) means the coordinates themselves.
static void read_task(dv_check *c, const dv_node *part, dv_part_spec *p)
{
  const dv_kind *k = c->kinds[p->kind];
  const dv_node *task = dv_doc_find(part, k->task), *from = dv_check_get(part, "relative_to", DV_SCALAR);
  check_names(c, part, k->each, p->each, p->neach);
  p->has_task = task && task->type != DV_NULL;
  if (p->has_task) p->row = read_refs(c, part, k->task, &p->nrow);
  if (p->has_task) check_names(c, part, k->task, p->row, p->nrow);
  if (from) p->from = dv_check_point(c, from);
}

// Coordinates that a kind with lists works on, and the rows of its task.
static void read_each(dv_check *c, const dv_node *part, dv_part_spec *p)
{
  const dv_kind *k = c->kinds[p->kind];
  int naxes;
  p->given = given(c, part, k);
  if (!k->each) return;
  p->each = p->row = read_refs(c, part, k->each, &p->neach);
  p->nrow = p->neach;
  p->axes = read_refs(c, part, k->axes, &naxes);
  if (p->neach > 1 && takes_one(k))
    dv_diag_add(c->diags, DV_ERROR, p->each[1].mark, "give one", "'%s' of '%s' has %d names", k->each, p->name, p->neach);
  if (k->axes && naxes != p->neach && dv_doc_find(part, k->axes))
    dv_diag_add(c->diags, DV_ERROR, dv_doc_find(part, k->axes)->mark, "give one for each", "'%s' has %d names, but '%s' has %d",
                k->axes, naxes, k->each, p->neach);
  if (k->task) read_task(c, part, p);
  check_lengths(c, part, p);
}

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
  if (v.value < q->lo || v.value > q->hi) {
    const char *unit = unit_of(c, p, q->unit, &rotary), *plain = unit && strpbrk(unit, "*{1") != unit ? unit : "";
    const char *remedy = q->hi < 1e30 ? dv_arena_text(c->arena, "give %g to %g %s", q->lo, q->hi, plain)
                                      : dv_arena_text(c->arena, "give %g %s or more", q->lo, plain);
    dv_diag_add(c->diags, DV_ERROR, n->mark, remedy, "'%s' of %s is out of range: %g", q->name, p->name, v.value);
    return;
  }
  p->param[i] = v.value;
  p->param_dim[i] = v.dim;
}

// A range, by the names that all kinds have for its ends.
static void check_range(dv_check *c, const dv_part_spec *p)
{
  int lower = -1, upper = -1;
  for (int i = 0; i < p->as->nparam; i++) {
    if (!strcmp(p->as->param[i].name, "lower")) lower = i;
    if (!strcmp(p->as->param[i].name, "upper")) upper = i;
  }
  if (lower < 0 || upper < 0 || p->param[lower] <= p->param[upper]) return;
  dv_diag_add(c->diags, DV_ERROR, p->param_mark[lower], "exchange them", "'lower' of %s, %g, is above 'upper', %g", p->name,
              p->param[lower], p->param[upper]);
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

static void take_arrays(dv_check *c, dv_part_spec *p)
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

static void read_values(dv_check *c, const dv_node *part, dv_part_spec *p)
{
  const dv_kind *k = p->as;
  for (int i = 0; i < k->nport; i++) {
    const dv_node *n = dv_doc_find(part, k->port[i].name);
    if (n) dv_check_port(c, n, &k->port[i], &p->port[i]);
  }
  for (int i = 0; i < k->nparam; i++) read_param(c, part, p, i);
  check_range(c, p);
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
}

// `mix: 2*ref`: short for {kind: expression, ...}.
static void read_expression(dv_check *c, const dv_node *n, dv_part_spec *p)
{
  p->kind = dv_kind_for(c->kinds, DV_FOR_FORMULA);
  if (p->kind < 0) dv_diag_add(c->diags, DV_ERROR, n->mark, "write {kind: ..., ...}", "there is no kind for expressions here");
  if (p->kind < 0 || dv_check_formula(c, n, DV_INPUT_NAMES, &p->formula)) return;
  p->formula_mark = n->mark;
  take_arrays(c, p);
}

static void read_part(dv_check *c, const dv_node *n, int is_signal, dv_part_spec *p)
{
  p->name = n->key;
  p->mark = n->key_mark;
  p->is_signal = is_signal;
  if (is_signal && n->type == DV_SCALAR) {
    read_expression(c, n, p);
    return;
  }
  if (n->type != DV_MAP) {
    const char *form = is_signal ? "write {kind: ...} or an expression" : "write {kind: ...}";
    dv_diag_add(c->diags, DV_ERROR, n->type == DV_NULL ? n->key_mark : n->mark, form, "%s '%.64s' must be a map",
                is_signal ? "signal" : "part", n->key);
    return;
  }
  p->kind = read_kind(c, n, is_signal);
  if (p->kind < 0) return;
  const dv_kind *k = c->kinds[p->kind];
  if (!c->kind_keys[p->kind]) c->kind_keys[p->kind] = dv_keys_of_kind(c->arena, k);
  dv_keys_check(c->diags, c->kind_keys[p->kind], n,
                dv_arena_text(c->arena, "%s '%.64s' (%s)", is_signal ? "signal" : "part", n->key, k->name));
  if (k->bond) dv_check_terminals(c, n, p);
  else read_each(c, n, p);
  take_arrays(c, p);
  read_values(c, n, p);
  if (k->bond) dv_check_coefficient(c, n, p);
}

void dv_check_parts(dv_check *c)
{
  const dv_node *signals = dv_check_get(c->root, "signals", DV_MAP), *parts = dv_check_get(c->root, "parts", DV_MAP);
  dv_spec *s = c->spec;
  s->part = DV_TAKE(c->arena, dv_part_spec, (signals ? signals->n : 0) + (parts ? parts->n : 0));
  for (int i = 0; signals && i < signals->n; i++) read_part(c, signals->item[i], 1, &s->part[s->npart++]);
  for (int i = 0; parts && i < parts->n; i++) read_part(c, parts->item[i], 0, &s->part[s->npart++]);
}
