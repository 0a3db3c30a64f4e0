// sheet_c.c: formulas as C functions: mass matrix, C v, weight, Jacobians, each by itself.
#include "symbol/sheet.h"

#include "base/visible.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct {
  const dv_sheet *s;
  const char *machine;  // prefix of all names
  char *kernel;         // [kernels] stands in this function
  char *angle;          // [2 sums] likewise
} scope;

// Letters, digits and _, and no word of C.
static const char *plain_name(dv_arena *a, const char *name)
{
  static const char *const words[] = {"auto",    "break",  "case",     "char",   "const",    "continue", "default",
                                      "do",      "double", "else",     "enum",   "extern",   "float",    "for",
                                      "goto",    "if",     "inline",   "int",    "long",     "register", "restrict",
                                      "return",  "short",  "signed",   "sizeof", "static",   "struct",   "switch",
                                      "typedef", "union",  "unsigned", "void",   "volatile", "while"};
  char *out = dv_arena_text(a, "%s%s", isdigit((unsigned char)*name) ? "_" : "", name);
  for (char *p = out; *p; p++)
    if (!isalnum((unsigned char)*p) || (unsigned char)*p > 127) *p = '_';
  for (int i = 0; i < DV_COUNT(words); i++)
    if (!strcmp(out, words[i])) return dv_arena_text(a, "%s_", out);
  return out;
}

static const char *c_name(const dv_tongue *g, const dv_atom *atom)
{
  const scope *x = g->context;
  const dv_symbol_machine *m = x->s->m;
  if (atom->derived == 2) return atom->name;
  if (atom->sort == DV_CONSTANT) return dv_arena_text(g->arena, "p->%s", plain_name(g->arena, atom->name));
  for (int i = 0; i < m->nq && atom->sort == DV_COORDINATE; i++)
    if (!strcmp(m->q[i].name, atom->name)) return dv_arena_text(g->arena, "q[%d]", i);
  for (int i = 0; i < m->nv; i++)
    if (!strcmp(m->v[i].name, atom->name)) return dv_arena_text(g->arena, "v[%d]", i);
  return atom->name;
}

static const char *c_angle(const dv_tongue *g, int of) { return dv_arena_text(g->arena, "%s%d", of & 1 ? "sin" : "cos", of / 2); }

// No division of whole numbers.
static void c_number(dv_text *t, double x)
{
  dv_text whole = {.arena = t->arena};
  dv_write_decimal(&whole, x);
  const char *text = dv_text_all(&whole), *bar = strchr(text, '/');
  if (bar) dv_text_add(t, "%.*s.0%s", (int)(bar - text), text, bar);
  else dv_text_add(t, "%s", text);
}

static void c_power(dv_text *t, const char *name, int e)
{
  if (e > 4) dv_text_add(t, "pow(%s, %d)", name, e);
  else
    for (int i = 0; i < e; i++) dv_text_add(t, "%s%s", i ? "*" : "", name);
}

// As text, but for numbers, powers and names.
static dv_tongue tongue_of_c(dv_arena *a, const scope *x)
{
  dv_tongue g = dv_tongue_with(dv_tongue_text, a, x);
  g.divides = 1;
  g.number = c_number;
  g.power = c_power;
  g.name = c_name;
  g.angle = c_angle;
  g.room = 110;
  g.next_line = "\n     ";
  return g;
}

static void parameters(dv_text *t, const scope *x)
{
  const dv_ring *r = x->s->m->ring;
  dv_text_add(t, "typedef struct {\n");
  for (int pass = 0; pass < 2; pass++) {
    int any = 0;
    for (int i = 0; i < r->natom + r->nangle; i++) {
      const dv_atom *p = i < r->natom ? &r->atom[i] : &r->angle[i - r->natom];
      int used = i < r->natom ? x->s->used[i] : x->s->turns[i - r->natom], again = 0;
      for (int k = 0; k < r->natom && i >= r->natom; k++)
        again |= x->s->used[k] && r->atom[k].sort == p->sort && !strcmp(r->atom[k].name, p->name);
      if (p->sort != DV_CONSTANT || !used || again) continue;
      any = 1;
      if (!pass) {
        dv_text_add(t, "  double %s;  // %s%s%s\n", plain_name(t->arena, p->name), p->unit,
                    p->definition ? "; in the file: " : "", p->definition ? p->definition : "");
        continue;
      }
      dv_text_add(t, "  .%s = ", plain_name(t->arena, p->name));
      dv_text_number(t, p->value);
      dv_text_add(t, ",\n");
    }
    if (!any) dv_text_add(t, pass ? "  .none = 0,\n" : "  double none;\n");
    dv_text_add(t, pass ? "};\n\n" : "} %s_parameters;\n\n", x->machine);
    if (!pass) dv_text_add(t, "const %s_parameters %s_nominal = {\n", x->machine, x->machine);
  }
}

static void look_at(const scope *x, const dv_sheet_block *b)
{
  for (int i = 0; i < b->rows * dv_sheet_columns(b); i++)
    for (int k = 0; k < b->x[i].n; k++) {
      x->kernel[b->x[i].group[k].kernel] = 1;
      x->angle[b->x[i].group[k].angle] = 1;
    }
}

static void locals(dv_text *t, const dv_tongue *g, const scope *x)
{
  const dv_ring *r = x->s->m->ring;
  for (int i = 2; i < 2 * r->sum.n; i++) {
    if (!x->angle[i]) continue;
    dv_text_add(t, "  const double %s = %s(", c_angle(g, i), i & 1 ? "sin" : "cos");
    *g->line = t->n;
    dv_write_angle(t, g, r, i);
    dv_text_add(t, ");\n");
  }
  for (int i = 0; i < x->s->collect.kernel.n; i++) {
    const dv_kernel *k = &x->s->collect.kernel.item[i];
    if (!x->kernel[i] || !k->name) continue;
    dv_text_add(t, "  const double %s = ", k->name);
    dv_write_kernel(t, g, r, k, 0);
    dv_text_add(t, ";\n");
  }
}

static void entry(dv_text *t, const dv_tongue *g, const scope *x, const dv_sheet_block *b, int i)
{
  int columns = dv_sheet_columns(b), from = i;
  if (b->symmetric && i / columns > i % columns) {
    from = (i % columns) * columns + i / columns;
    dv_text_add(t, "  %s[%d] = %s[%d];\n", b->name, i, b->name, from);
    return;
  }
  dv_text_add(t, "  %s[%d] = %s", b->name, i, b->sort == DV_SHEET_LENGTH ? "sqrt(" : b->over ? "(" : "");
  dv_write_sum(t, g, &x->s->collect, &b->x[i]);
  if (b->over) dv_text_add(t, ")/length[%d]", i % columns);
  dv_text_add(t, "%s;\n", b->sort == DV_SHEET_LENGTH ? ")" : "");
}

// The determinant that the formulas of this block divide by.
static const dv_sheet_block *divisor_of(const scope *x, const dv_sheet_block *b)
{
  const dv_symbol_machine *m = x->s->m;
  for (int i = 0; m->divisor >= 0 && i < b->rows * dv_sheet_columns(b); i++)
    for (int k = 0; k < b->x[i].n; k++)
      for (int j = 0; j < b->x[i].group[k].n; j++)
        if (dv_exponents_at(&m->ring->power, b->x[i].group[k].part[j].state)[m->divisor]) return &x->s->block.item[0];
  return NULL;
}

static void function(dv_text *t, const dv_tongue *g, scope *x, const dv_sheet_block *b)
{
  int columns = dv_sheet_columns(b), rates = strlen(b->name) == 1 && strchr("Cch", *b->name) != NULL;
  const dv_sheet_block *divisor = divisor_of(x, b);
  const char *of = b->of ? plain_name(t->arena, b->of) : "";
  memset(x->kernel, 0, (size_t)x->s->collect.kernel.n);
  memset(x->angle, 0, 2 * (size_t)x->s->m->ring->sum.n);
  look_at(x, b);
  if (divisor) look_at(x, divisor);
  dv_text_add(t, "// %s%s%s: %s", b->name, b->of ? " of " : "", b->of ? b->of : "", b->doc);
  dv_text_add(t, b->columns ? "; [%d][%d]\n" : "; [%d]\n", b->rows, b->columns);
  dv_text_add(t, "void %s_%s%s%s(const %s_parameters *p, const double *q, ", x->machine, b->name, b->of ? "_" : "", of,
              x->machine);
  dv_text_add(t, "%s%sdouble *%s)\n{\n  (void)p, (void)q;\n", rates ? "const double *v, " : "",
              b->over ? "const double *length, " : "", b->name);
  if (rates) dv_text_add(t, "  (void)v;\n");
  locals(t, g, x);
  if (divisor) {
    dv_text_add(t, "  const double %s = ", divisor->name);
    dv_write_sum(t, g, &x->s->collect, &divisor->x[0]);
    dv_text_add(t, ";\n");
  }
  for (int i = 0; i < b->rows * columns; i++) entry(t, g, x, b, i);
  dv_text_add(t, "}\n\n");
}

static void list(dv_text *t, const char *what, int n, const char *(*name)(const dv_symbol_machine *, int),
                 const dv_symbol_machine *m)
{
  dv_text_add(t, "// %s:", what);
  for (int i = 0; i < n; i++) dv_text_add(t, "%s %d %s", i ? "," : "", i, name(m, i));
  dv_text_add(t, "\n");
}

static const char *coordinate_name(const dv_symbol_machine *m, int i) { return m->q[i].name; }
static const char *rate_name(const dv_symbol_machine *m, int i) { return m->v[i].name; }

char *dv_sheet_c(dv_arena *a, const dv_sheet *s, const char *command)
{
  dv_text t = {.arena = a};
  const char *name = s->m->spec->name ? s->m->spec->name : "machine";
  scope x = {s, plain_name(a, name), DV_TAKE(a, char, s->collect.kernel.n + 1), DV_TAKE(a, char, 2 * s->m->ring->sum.n)};
  dv_tongue g = tongue_of_c(a, &x);
  dv_text_add(
      &t, "// %s: M(q) v' + C(q, v) v + g(q) = tau, of the bodies alone, all coordinates free; SI units.\n// Written by: %s\n",
      dv_text_visible(a, name, 0), dv_text_visible(a, command, 0));
  list(&t, "q", s->m->nq, coordinate_name, s->m);
  list(&t, "v", s->m->nv, rate_name, s->m);
  dv_text_add(&t, "#include <math.h>\n\n");
  parameters(&t, &x);
  for (int i = 0; i < s->block.n; i++) function(&t, &g, &x, &s->block.item[i]);
  return t.at;
}
