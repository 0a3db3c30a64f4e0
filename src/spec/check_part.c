// check_part.c: `signals:` and `parts:`: each has a kind, and with it its keys; rules between their values.
#include "spec/check.h"

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

// The rows of a task; an absent or empty key (null) means the coordinates themselves.
static void check_task(dv_check *c, const dv_node *part, dv_part_spec *p)
{
  const dv_kind *k = c->kinds[p->kind];
  const dv_node *task = dv_doc_find(part, k->task);
  check_names(c, part, k->each, p->each, p->neach);
  p->has_task = task && task->type != DV_NULL;
  if (p->has_task) check_names(c, part, k->task, p->row, p->nrow);
}

// Coordinates that a kind with lists works on, and the rows of its task.
static void check_each(dv_check *c, const dv_node *part, dv_part_spec *p)
{
  const dv_kind *k = c->kinds[p->kind];
  p->given = given(c, part, k);
  if (!k->each) return;
  if (p->neach > 1 && takes_one(k))
    dv_diag_add(c->diags, DV_ERROR, p->each[1].mark, "give one", "'%s' of '%s' has %d names", k->each, p->name, p->neach);
  if (k->axes && p->naxes != p->neach && dv_doc_find(part, k->axes))
    dv_diag_add(c->diags, DV_ERROR, dv_doc_find(part, k->axes)->mark, "give one for each", "'%s' has %d names, but '%s' has %d",
                k->axes, p->naxes, k->each, p->neach);
  if (k->task) check_task(c, part, p);
  if (!p->has_task) {
    p->row = p->each;
    p->nrow = p->neach;
  }
  check_lengths(c, part, p);
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

// `mix: 2*ref`: short for {kind: expression, ...}.
static void read_expression(dv_check *c, const dv_node *n, dv_part_spec *p)
{
  p->kind = dv_kind_for(c->kinds, DV_FOR_FORMULA);
  if (p->kind < 0) dv_diag_add(c->diags, DV_ERROR, n->mark, "write {kind: ..., ...}", "there is no kind for expressions here");
  if (p->kind < 0 || dv_check_formula(c, n, DV_INPUT_NAMES, &p->formula)) return;
  p->formula_mark = n->mark;
  dv_part_take(c, p);
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
  p->terminal = DV_TAKE(c->arena, dv_terminal_spec, k->nterminal);
  dv_read(c, c->kind_keys[p->kind], n, p);
  if (k->bond) dv_check_terminals(c, p);
  else check_each(c, n, p);
  dv_part_take(c, p);
  dv_read_part(c, n, p);
  check_range(c, p);
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
