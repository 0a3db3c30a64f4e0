// sheet_latex.c: formulas as a LaTeX document. Coordinates are q_1, q_2 ..., numbers have six digits at most.
#include "symbol/sheet.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MATRIX_WIDTH = 150 };  // characters of a row, LaTeX's words counted, that fit beside each other

static void word(dv_text *t, const char *w, size_t n)
{
  static const char *const greek[] = {"alpha", "beta",  "gamma", "delta",  "epsilon", "zeta", "eta",   "theta", "kappa", "lambda",
                                      "mu",    "nu",    "xi",    "rho",    "sigma",   "tau",  "phi",   "chi",   "psi",   "omega",
                                      "Gamma", "Delta", "Theta", "Lambda", "Phi",     "Psi",  "Omega", "Sigma"};
  for (int i = 0; i < DV_COUNT(greek); i++)
    if (strlen(greek[i]) == n && !strncmp(greek[i], w, n)) {
      dv_text_add(t, "\\%s", greek[i]);
      return;
    }
  int digits = 1;
  for (size_t i = 0; i < n; i++) digits &= isdigit((unsigned char)w[i]) != 0;
  if (n > 1 && !digits) dv_text_add(t, "\\mathrm{");
  for (size_t i = 0; i < n; i++) dv_text_add(t, strchr("%$#&{}~^\\", w[i]) ? "\\%c" : "%c", w[i]);
  if (n > 1 && !digits) dv_text_add(t, "}");
}

// psi_s: psi with index s; m12: m with index 12.
static const char *symbol(dv_arena *a, const char *name)
{
  dv_text t = {.arena = a};
  size_t n = strcspn(name, "_."), letters = n;
  while (letters > 1 && isdigit((unsigned char)name[letters - 1])) letters--;
  word(&t, name, letters);
  int open = 0;
  for (const char *p = name + letters; *p;) {
    size_t k = strcspn(p, "_.");
    if (k) {
      dv_text_add(&t, "%s", open++ ? "," : "_{");
      word(&t, p, k);
    }
    p += k;
    if (*p) p++;
  }
  if (open) dv_text_add(&t, "}");
  return dv_text_all(&t);
}

static const char *rate_symbol(const dv_tongue *g, const dv_symbol_machine *m, int i)
{
  if (m->v[i].chosen) return symbol(g->arena, m->v[i].name);
  for (int k = 0; k < m->nq && m->v[i].whole < 0; k++)
    if (m->N[k * m->nv + i].n) return dv_arena_text(g->arena, "\\dot q_{%d}", k + 1);
  return dv_arena_text(g->arena, "v_{%d}", i + 1);
}

static const char *name_of(const dv_tongue *g, const dv_atom *atom)
{
  const dv_symbol_machine *m = g->context;
  for (int i = 0; i < m->nq && atom->sort == DV_COORDINATE; i++)
    if (!strcmp(m->q[i].name, atom->name)) return dv_arena_text(g->arena, "q_{%d}", i + 1);
  for (int i = 0; i < m->nv && atom->sort == DV_RATE; i++)
    if (!strcmp(m->v[i].name, atom->name)) return rate_symbol(g, m, i);
  return symbol(g->arena, atom->name);
}

static void number(dv_text *t, double x)
{
  dv_text plain = {.arena = t->arena};
  char short_text[32], *e;
  int p, q;
  dv_write_decimal(&plain, x);
  if (sscanf(plain.at, "%d/%d", &p, &q) == 2) {
    dv_text_add(t, "\\tfrac{%d}{%d}", p, q);
    return;
  }
  snprintf(short_text, sizeof short_text, "%.6g", x);
  if ((e = strchr(short_text, 'e'))) {
    *e = 0;
    sscanf(e + 1, "%d", &p);
    dv_text_add(t, "%s\\cdot10^{%d}", short_text, p);
  } else dv_text_add(t, "%s", short_text);
}

static void power(dv_text *t, const char *name, int e)
{
  if (e == 1) dv_text_add(t, "%s", name);
  else dv_text_add(t, strstr(name, "\\dot") ? "{%s}^{%d}" : "%s^{%d}", name, e);
}

static const dv_tongue tongue = {
    .times = "\\,",
    .cos = "\\cos(",
    .sin = "\\sin(",
    .open = "(",
    .close = ")",
    .negative = " - ",
    .plus = " + ",
    .number = number,
    .power = power,
    .name = name_of,
    .room = 150,
    .next_line = "\\\\\n  &\\quad{}",
};

// Underscores and the like in running text; two hyphens stay two, and m^2 has its power.
static void prose(dv_text *t, const char *text)
{
  for (; *text; text++) {
    if (strchr("_%$#&{}", *text)) dv_text_add(t, "\\%c", *text);
    else if (*text == '-') dv_text_add(t, "-{}");
    else if (*text == '^' && isdigit((unsigned char)text[1])) dv_text_add(t, "\\textsuperscript{%c}", *++text);
    else dv_text_add(t, "%c", strchr("^~\\", *text) ? ' ' : *text);
  }
}

static void head(dv_text *t, const dv_sheet *s, const char *command)
{
  dv_text_add(
      t,
      "\\documentclass[10pt,a4paper]{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{amsmath}\n\\usepackage[landscape,margin=15mm]{geometry}\n"
      "\\allowdisplaybreaks\n\\setlength{\\parindent}{0pt}\n\\begin{document}\n\\section*{");
  prose(t, s->m->spec->name ? s->m->spec->name : "machine");
  dv_text_add(t,
              "}\n\\[ M(q)\\,\\dot v + C(q, v)\\,v + g(q) = \\tau \\]\nThe bodies alone, all coordinates free. %d terms, %d "
              "shared factors. Made by \\texttt{",
              s->terms, s->shared);
  prose(t, command);
  dv_text_add(t, "}.\n\n");
  if (s->m->prune > 0)
    dv_text_add(t,
                "Pruned: %.0f terms of less than %g of $\\sqrt{M_{ii}M_{jj}}$, of the largest term of the potential, of the "
                "reach of a point; in one entry at most %.2g of that together.\n\n",
                s->m->pruned, s->m->prune, s->m->left_out);
}

static void legend(dv_text *t, const dv_tongue *g, const dv_sheet *s)
{
  const dv_ring *r = s->m->ring;
  int any = 0;
  dv_text_add(t, "Coordinates:");
  for (int i = 0; i < s->m->nq; i++) {
    dv_text_add(t, "%s $q_{%d}$ ", i ? "," : "", i + 1);
    prose(t, s->m->q[i].name);
  }
  dv_text_add(t, ".\n\n");
  for (int i = 0; i < s->m->nv; i++) {
    if (s->m->v[i].whole < 0 || s->m->v[i].chosen) continue;
    dv_text_add(t, "%s $v_{%d}$ ", any++ ? "," : "Rates of their own:", i + 1);
    prose(t, s->m->v[i].name);
  }
  dv_text_add(t, "\n\nParameters, in SI:");
  for (int i = 0; i < r->natom + r->nangle; i++) {
    const dv_atom *p = i < r->natom ? &r->atom[i] : &r->angle[i - r->natom];
    int used = i < r->natom ? s->used[i] : s->turns[i - r->natom], again = 0;
    for (int k = 0; k < r->natom && i >= r->natom; k++)
      again |= s->used[k] && r->atom[k].sort == p->sort && !strcmp(r->atom[k].name, p->name);
    if (p->sort != DV_CONSTANT || !used || again) continue;
    dv_text_add(t, " $%s = %s", name_of(g, p), p->value < 0 ? "-" : "");
    number(t, p->value < 0 ? -p->value : p->value);
    dv_text_add(t, "$ \\textrm{");
    prose(t, p->unit);
    dv_text_add(t, "};");
  }
  dv_text_add(t, "\n\n");
}

static void shared(dv_text *t, const dv_tongue *g, const dv_sheet *s)
{
  if (!s->shared) return;
  dv_text_add(t, "\\subsection*{Shared factors}\n\\begin{align*}\n");
  int first = 1;
  for (int i = 0; i < s->collect.kernel.n; i++) {
    const dv_kernel *k = &s->collect.kernel.item[i];
    if (!k->name) continue;
    dv_text_add(t, "%s%s &= ", first ? "" : "\\\\\n", symbol(g->arena, k->name));
    dv_write_kernel(t, g, s->m->ring, k, 0);
    first = 0;
  }
  dv_text_add(t, "\n\\end{align*}\n");
}

static char *sum(const dv_tongue *g, const dv_sheet *s, const dv_sheet_block *b, int i)
{
  dv_text t = {.arena = g->arena};
  if (b->sort == DV_SHEET_LENGTH) dv_text_add(&t, "\\Bigl(");
  if (b->over && b->x[i].n) dv_text_add(&t, "\\frac{1}{%s}\\bigl(", symbol(g->arena, b->over[i % dv_sheet_columns(b)]));
  dv_write_sum(&t, g, &s->collect, &b->x[i]);
  if (b->over && b->x[i].n) dv_text_add(&t, "\\bigr)");
  if (b->sort == DV_SHEET_LENGTH) dv_text_add(&t, "\\Bigr)^{1/2}");
  return t.at;
}

static const char *letter(const dv_tongue *g, const dv_sheet_block *b)
{
  if (b->sort == DV_SHEET_LENGTH) return symbol(g->arena, b->of);
  const char *name = !strcmp(b->name, "Phi") ? "\\Phi" : !strcmp(b->name, "beta") ? "\\beta" : b->name;
  return b->of ? dv_arena_text(g->arena, "%s^{%s}", name, symbol(g->arena, b->of)) : name;
}

static int is_narrow(const dv_sheet_block *b, char **x)
{
  int columns = dv_sheet_columns(b);
  if (columns > 8 || b->sort != DV_SHEET_MATRIX) return 0;
  for (int i = 0; i < b->rows; i++) {
    size_t wide = 0;
    for (int k = 0; k < columns; k++) wide += strlen(x[i * columns + k]) + 3;
    if (wide > MATRIX_WIDTH) return 0;
  }
  return 1;
}

static void matrix(dv_text *t, const dv_tongue *g, const dv_sheet_block *b, char **x)
{
  int columns = dv_sheet_columns(b);
  dv_text_add(t, "\\[ %s = \\begin{pmatrix}\n", letter(g, b));
  for (int i = 0; i < b->rows; i++)
    for (int k = 0; k < columns; k++)
      dv_text_add(t, "%s%s", x[i * columns + k], k + 1 < columns ? " & " : i + 1 < b->rows ? " \\\\\n" : "\n");
  dv_text_add(t, "\\end{pmatrix} \\]\n");
}

static void one_by_one(dv_text *t, const dv_tongue *g, const dv_sheet_block *b, char **x)
{
  int columns = dv_sheet_columns(b), first = 1;
  dv_text_add(t, "\\begin{align*}\n");
  for (int i = 0; i < b->rows * columns; i++) {
    if (!b->x[i].n || (b->symmetric && i / columns > i % columns)) continue;
    dv_text_add(t, "%s%s", first ? "" : "\\\\\n", letter(g, b));
    if (b->columns) dv_text_add(t, "_{%d,%d}", i / columns + 1, i % columns + 1);
    else if (b->sort == DV_SHEET_MATRIX) dv_text_add(t, "_{%d}", i + 1);
    dv_text_add(t, " &= %s", x[i]);
    first = 0;
  }
  dv_text_add(t, "%s\n\\end{align*}\n", first ? "0" : "");
}

static void block(dv_text *t, const dv_tongue *g, const dv_sheet *s, const dv_sheet_block *b)
{
  int columns = dv_sheet_columns(b), n = b->rows * columns;
  char **x = DV_TAKE(g->arena, char *, n);
  for (int i = 0; i < n; i++) {
    int from = b->symmetric && i / columns > i % columns ? (i % columns) * columns + i / columns : i;
    x[i] = sum(g, s, b, from);
  }
  dv_text_add(t, "\\subsection*{$%s$: ", letter(g, b));
  prose(t, b->doc);
  dv_text_add(t, "}\n");
  if (is_narrow(b, x)) matrix(t, g, b, x);
  else one_by_one(t, g, b, x);
}

char *dv_sheet_latex(dv_arena *a, const dv_sheet *s, const char *command)
{
  dv_text t = {.arena = a};
  dv_tongue g = dv_tongue_with(tongue, a, s->m);
  head(&t, s, command);
  legend(&t, &g, s);
  shared(&t, &g, s);
  for (int i = 0; i < s->block.n; i++) block(&t, &g, s, &s->block.item[i]);
  dv_text_add(&t, "\\end{document}\n");
  return t.at;
}
