// form_coefficient.c: what describes an element of a bond graph: a number, one for each component, a matrix, or a law.
#include "spec/check.h"
#include "spec/forms.h"

#include <math.h>
#include <string.h>

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

// One entry, one for each component, or rows of a matrix.
static void read_entries(dv_check *c, const dv_node *n, const dv_coefficient *k, dv_coefficient_spec *s)
{
  int pairs = n->type == DV_SEQ && n->n && n->item[0]->type == DV_SEQ;
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

int dv_form_coefficient(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_part_spec *p = to;
  const dv_coefficient *is = &p->as->coefficient[k->place];
  p->coefficient.which = k->place;
  p->coefficient.mark = n->mark;
  if (is->gives == DV_GIVES_LAW) read_law(c, n, p);
  else read_entries(c, n, is, &p->coefficient);
  return 0;
}
