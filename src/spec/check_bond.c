// check_bond.c: elements of a bond graph: where their bonds go, and what describes them.
//
// A terminal names a bond junction (all its components), one component of it (`v.x`), an axis, a node, or a body or point
// (six components); a list of names is a mux. An element has as many components as its first terminal.
#include "spec/check.h"

#include <math.h>
#include <string.h>

typedef struct {
  dv_bond_end *item;
  int n, cap;
} ends;

typedef struct {
  dv_ref *item;
  int n, cap;
} refs;

static int is_junction(const dv_kind *k) { return k->bond == DV_BOND_ONE || k->bond == DV_BOND_ZERO; }

// The part of that name if it is a bond junction.
static const dv_node *find_junction(const dv_check *c, const char *name)
{
  int at = dv_names_find(&c->scope, name);
  if (at < 0 || strcmp(c->named[at].what, "part")) return NULL;
  int kind = dv_check_find_kind(c, c->named[at].node, 0);
  return kind >= 0 && is_junction(c->kinds[kind]) ? c->named[at].node : NULL;
}

static void add(dv_check *c, ends *to, refs *names, dv_bond_end end, const char *name)
{
  *DV_PUSH(c->arena, to) = end;
  *DV_PUSH(c->arena, names) = (dv_ref){name, end.at.name.mark};
}

static void no_junction(dv_check *c, const dv_node *n)
{
  refs all = {0};
  for (int i = 0; i < c->scope.n; i++)
    if (find_junction(c, c->scope.item[i])) *DV_PUSH(c->arena, &all) = (dv_ref){c->scope.item[i], n->mark};
  const char **names = DV_TAKE(c->arena, const char *, all.n + c->coordinates.n), *remedy;
  for (int i = 0; i < all.n; i++) names[i] = all.item[i].text;
  for (int i = 0; i < c->coordinates.n; i++) names[all.n + i] = c->coordinates.item[i];
  remedy = dv_did_you_mean(c->diags, n->text, names, all.n + c->coordinates.n,
                           "name a bond junction (a part of the kinds `bond`), an axis, a node or a body");
  dv_diag_add(c->diags, DV_ERROR, n->mark, remedy, "a bond cannot end at '%.64s'", n->text);
}

// A bond junction as a whole, or one of its components. 1 if the name is one.
static int to_junction(dv_check *c, const dv_node *n, dv_bond_end end, ends *to, refs *names)
{
  const char *dot = strchr(n->text, '.'), *word = dot ? dv_arena_copy(c->arena, n->text, (size_t)(dot - n->text)) : n->text;
  const dv_node *part = find_junction(c, word), *list = part ? dv_check_get(part, "components", DV_SEQ) : NULL;
  int known = part && !dot;
  if (!part) return 0;
  end.junction = 1;
  end.at.name.text = word;
  if (!list && !dot) add(c, to, names, end, "");
  for (int i = 0; list && i < list->n; i++) {
    const char *name = list->item[i]->type == DV_SCALAR ? list->item[i]->text : "";
    end.component = i;
    if (dot && strcmp(dot + 1, name)) continue;
    add(c, to, names, end, dot ? "" : name);
    known = 1;
  }
  if (!known)
    dv_diag_add(c->diags, DV_ERROR, n->mark, list ? "name one of its `components:`" : "give it `components:`",
                "junction '%s' has no component '%.64s'", word, dot + 1);
  return 1;
}

static int to_frame(dv_check *c, const dv_node *n, dv_bond_end end, ends *to, refs *names)
{
  static const char *const component[6] = {"mx", "my", "mz", "fx", "fy", "fz"};
  const char *word = dv_arena_copy(c->arena, n->text, strcspn(n->text, "."));
  dv_port frame = {"at", DV_FRAME, DV_ANSWERS, NULL};
  if (strcmp(n->text, "world") && dv_names_find(&c->bodies, word) < 0) return 0;
  dv_check_port(c, n, &frame, &end.at);
  end.domain = DV_FRAME;
  for (end.component = 0; end.component < 6; end.component++) add(c, to, names, end, component[end.component]);
  return 1;
}

static void to_place(dv_check *c, const dv_node *n, ends *to, refs *names)
{
  dv_bond_end end = {.at = {.name = {n->text, n->mark}}, .domain = DV_AXIS};
  if (n->type == DV_MAP) {
    dv_check_line(c, n, &end.at);
    add(c, to, names, end, "");
    return;
  }
  if (n->type != DV_SCALAR || to_junction(c, n, end, to, names)) return;
  int node = dv_names_find(&c->nodes, n->text);
  if (node >= 0) end.domain = c->spec->node[node].domain;
  if (node >= 0 || dv_check_rotary(c, &end.at) >= 0) add(c, to, names, end, "");
  else if (!to_frame(c, n, end, to, names)) no_junction(c, n);
}

// In a mux the components go by the names of what they come from.
static void read_terminal(dv_check *c, const dv_node *n, dv_terminal_spec *t)
{
  ends to = {0};
  refs names = {0};
  if (n->type == DV_SEQ) {
    for (int i = 0; i < n->n; i++) {
      int first = to.n;
      to_place(c, n->item[i], &to, &names);
      for (int k = first; k < to.n && n->item[i]->type == DV_SCALAR; k++)
        names.item[k].text =
            dv_arena_text(c->arena, "%s%s%s", n->item[i]->text, *names.item[k].text ? "." : "", names.item[k].text);
    }
  } else {
    to_place(c, n, &to, &names);
  }
  *t = (dv_terminal_spec){to.n, to.item, names.item};
}

// A junction's own components.
static void read_components(dv_check *c, const dv_node *part, dv_part_spec *p)
{
  const dv_node *list = dv_check_get(part, "components", DV_SEQ);
  refs names = {0};
  for (int i = 0; list && i < list->n; i++) {
    if (list->item[i]->type != DV_SCALAR) continue;
    *DV_PUSH(c->arena, &names) = (dv_ref){list->item[i]->text, list->item[i]->mark};
    dv_name_check(c->diags, list->item[i]->text, list->item[i]->mark, "component");
    for (int k = 0; k < names.n - 1; k++)
      if (!strcmp(names.item[k].text, list->item[i]->text))
        dv_diag_add(c->diags, DV_ERROR, list->item[i]->mark, "rename one of them", "two components are called '%.64s'",
                    names.item[k].text);
  }
  if (!names.n) *DV_PUSH(c->arena, &names) = (dv_ref){"", p->mark};
  p->each = names.item;
  p->neach = names.n;
}

void dv_check_terminals(dv_check *c, const dv_node *part, dv_part_spec *p)
{
  const dv_kind *k = c->kinds[p->kind];
  p->terminal = DV_TAKE(c->arena, dv_terminal_spec, k->nterminal);
  if (is_junction(k)) {
    read_components(c, part, p);
    return;
  }
  for (int i = 0; i < k->nterminal; i++) {
    const dv_node *n = dv_doc_find(part, k->terminal[i].name);
    if (n) read_terminal(c, n, &p->terminal[i]);
  }
  p->each = p->terminal[0].name;
  p->neach = p->terminal[0].n;
  if (k->bond == DV_BOND_PLAIN && p->terminal[1].n != p->neach && p->terminal[1].n && p->neach)
    dv_diag_add(c->diags, DV_ERROR, p->mark, "connect as many as there are",
                "bond '%s' has %d components at one end and %d at the other", p->name, p->neach, p->terminal[1].n);
}

// A formula that holds no names is one number.
static void read_entry(dv_check *c, const dv_node *n, const dv_coefficient *k, dv_formula *out)
{
  dv_quantity_value v;
  *out = dv_formula_constant(c->arena, (dv_quantity_value){.dim = {.any = 1}});
  if (dv_check_formula(c, n, DV_INPUT_NAMES, out)) return;
  if (out->ninput) {
    if (!k->varies)
      dv_diag_add(c->diags, DV_ERROR, n->mark, "use the modulated element (MSe, MSf, MTF, MGY), or numbers and parameters only",
                  "'%s' must be a number, but holds the signal '%.64s'", k->name, out->input[0]);
    return;
  }
  if (dv_formula_evaluate(c->diags, out, n->mark, NULL, NULL, &v)) return;
  if (!isfinite(v.value))
    dv_diag_add(c->diags, DV_ERROR, n->mark, "check divisions, roots and powers", "'%.80s' is not a finite number", n->text);
  *out = dv_formula_constant(c->arena, v);
}

static int is_two_port(const dv_kind *k) { return k->bond == DV_BOND_TF || k->bond == DV_BOND_GY; }

static void wrong_size(dv_check *c, const dv_part_spec *p, const char *name, int rows, int cols)
{
  int wide = p->neach, high = is_two_port(p->as) ? p->terminal[1].n : wide;
  if (is_two_port(p->as) || rows > 1)
    dv_diag_add(c->diags, DV_ERROR, p->coefficient.mark, dv_arena_text(c->arena, "give %d rows of %d", high, wide),
                "'%s' of '%s' has %d rows of %d", name, p->name, rows, cols);
  else
    dv_diag_add(c->diags, DV_ERROR, p->coefficient.mark, "give one for each, or one for all",
                "'%s' of '%s' has %d values, but its bond has %d components", name, p->name, cols, wide);
}

static void read_matrix(dv_check *c, const dv_node *n, const dv_coefficient *k, dv_part_spec *p)
{
  dv_coefficient_spec *s = &p->coefficient;
  int pairs = n->type == DV_SEQ && n->n && n->item[0]->type == DV_SEQ, wide = p->neach,
      high = is_two_port(p->as) ? p->terminal[1].n : wide;
  s->spread = n->type == DV_SCALAR ? DV_FOR_ALL : pairs ? DV_FOR_PAIRS : DV_FOR_EACH;
  s->rows = pairs ? n->n : 1;
  s->cols = n->type == DV_SCALAR ? 1 : pairs ? n->item[0]->n : n->n;
  s->entry = DV_TAKE(c->arena, dv_formula, s->rows * s->cols);
  if (n->type == DV_SCALAR) read_entry(c, n, k, &s->entry[0]);
  for (int i = 0; n->type == DV_SEQ && i < s->rows; i++) {
    const dv_node *row = pairs ? n->item[i] : n;
    if (row->type != DV_SEQ || row->n != s->cols) {
      dv_diag_add(c->diags, DV_ERROR, row->mark, "give all rows the same length", "row %d of '%s' does not have %d values", i + 1,
                  k->name, s->cols);
      continue;
    }
    for (int j = 0; j < s->cols; j++) read_entry(c, row->item[j], k, &s->entry[i * s->cols + j]);
  }
  if (pairs ? s->rows != high || s->cols != wide : s->spread == DV_FOR_EACH && s->cols != wide)
    wrong_size(c, p, k->name, s->rows, s->cols);
  else if (!pairs && high != wide && high && wide)
    dv_diag_add(c->diags, DV_ERROR, s->mark, dv_arena_text(c->arena, "give a matrix of %d rows of %d", high, wide),
                "'%s' joins %d components with %d", p->name, wide, high);
}

static int letter(char a) { return (a >= 'a' && a <= 'z') || (a >= 'A' && a <= 'Z') || a == '_'; }
static int digit(char a) { return a >= '0' && a <= '9'; }

// The letters e, f, p, q that stand alone become the names of an element's variables: e would be Euler's number otherwise.
static const char *long_names(dv_check *c, const char *text)
{
  static const char *const name[4] = {"effort", "flow", "momentum", "displacement"}, letters[] = "efpq";
  const char *out = "";
  for (const char *p = text; *p;) {
    const char *from = p, *whole = NULL;
    if (digit(*p)) {
      while (digit(*p) || *p == '.') p++;
      if ((*p == 'e' || *p == 'E') && (digit(p[1]) || ((p[1] == '-' || p[1] == '+') && digit(p[2])))) p += 2;
      while (digit(*p)) p++;
    } else if (letter(*p)) {
      while (letter(*p) || digit(*p) || *p == '.') p++;
      const char *at = p - from == 1 ? strchr(letters, *from) : NULL;
      if (at) whole = name[at - letters];
    } else if (*p == '[' || *p == '\'') {
      char end = *p == '[' ? ']' : '\'';
      do p++;
      while (*p && *p != end);
      if (*p) p++;
    } else {
      p++;
    }
    out = whole ? dv_arena_text(c->arena, "%s%s", out, whole) : dv_arena_text(c->arena, "%s%.*s", out, (int)(p - from), from);
  }
  return out;
}

// `e = 3*f^3`: which variable it gives, and from which of the element's own.
static void read_law(dv_check *c, const dv_node *n, dv_part_spec *p)
{
  static const char *const form[] = {"f = ... p ...", "e = ... q ...", "e = ... f ..., or f = ... e ..."};
  const char *sign = strchr(n->text, '='), *left = n->text + strspn(n->text, " ");
  int role = p->as->bond - DV_BOND_I, gives_e = *left == 'e' || !strncmp(left, "effort", 6);
  const char *own[] = {"momentum", "displacement", gives_e ? "flow" : "effort"};
  dv_coefficient_spec *s = &p->coefficient;
  size_t size = sign ? strspn(left, "abcdefghijklmnopqrstuvwxyz") : 0;
  int named = sign && ((size == 1 && strchr("ef", *left)) || (size == 4 && !strncmp(left, "flow", 4)) || (size == 6 && gives_e));
  if (!named || left + size + strspn(left + size, " ") != sign || (role == 0 && gives_e) || (role == 1 && !gives_e)) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, dv_arena_text(c->arena, "write '%s'", form[role]),
                "'%.80s' is no law of this element", n->text);
    return;
  }
  dv_node right = *n;
  right.text = long_names(c, sign + 1);
  if (right.mark.col) right.mark.col += (int)(sign + 1 - n->text);
  s->gives = gives_e ? 'e' : 'f';
  s->spread = DV_FOR_ALL;
  s->rows = s->cols = 1;
  s->entry = DV_TAKE(c->arena, dv_formula, 1);
  s->entry[0] = dv_formula_constant(c->arena, (dv_quantity_value){.dim = {.any = 1}});
  c->own = own[role];
  int bad = dv_check_formula(c, &right, DV_INPUT_NAMES, s->entry);
  c->own = NULL;
  if (bad || p->as->bond == DV_BOND_R) return;
  for (int i = 0; i < s->entry->ninput; i++)
    if (strcmp(s->entry->input[i], own[role]))
      dv_diag_add(c->diags, DV_ERROR, n->mark, "its energy must be a function of that alone",
                  "the law of '%s' depends on '%.64s', not only on its %s", p->name, s->entry->input[i], own[role]);
}

void dv_check_coefficient(dv_check *c, const dv_node *part, dv_part_spec *p)
{
  const dv_kind *k = p->as;
  const dv_node *first = NULL;
  const char *names = "";
  for (int i = 0; i < k->ncoefficient; i++) {
    const dv_node *n = dv_doc_find(part, k->coefficient[i].name);
    names = dv_arena_text(c->arena, "%s%s'%s'", names, i ? " or " : "", k->coefficient[i].name);
    if (!n) continue;
    if (first)
      dv_diag_add(c->diags, DV_ERROR, n->key_mark, "remove one of them", "'%s' has both '%s' and '%s'", p->name, first->key,
                  n->key);
    if (first) return;
    first = n;
    p->coefficient.which = i;
    p->coefficient.mark = n->mark;
    if (k->coefficient[i].gives == DV_GIVES_LAW && n->type == DV_SCALAR) read_law(c, n, p);
    else if (n->type == DV_SCALAR || n->type == DV_SEQ) read_matrix(c, n, &k->coefficient[i], p);
  }
  if (!first && k->ncoefficient > 1)
    dv_diag_add(c->diags, DV_ERROR, p->mark, dv_arena_text(c->arena, "give it %s", names), "nothing describes '%s'", p->name);
}
