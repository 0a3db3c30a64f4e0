// equations_write.c: matrices with names on rows and columns, as text, LaTeX and JSON.
#include "equations.h"

#include <stdio.h>
#include <string.h>

static int rows_of(const equations *e, const block *b) { return b->rows ? b->rows : e->n; }
static const char *row_name(const equations *e, const block *b, int i) { return b->row ? b->row[i] : e->name[i]; }
static const char *column_name(const equations *e, const block *b, int j) { return b->column ? b->column[j] : e->name[j]; }

static int is_zero(const equations *e, const block *b)
{
  for (int i = 0; i < rows_of(e, b) * b->columns; i++)
    if (b->x[i] != 0) return 0;
  return 1;
}

static int widest(const equations *e)
{
  int most = 4;
  for (int k = 0; k < e->block.n; k++)
    for (int i = 0; i < rows_of(e, &e->block.item[k]); i++) {
      int length = (int)strlen(row_name(e, &e->block.item[k], i));
      if (length > most) most = length;
    }
  return most;
}

static void print_block(const equations *e, const block *b, int wide)
{
  int cell = wide > 14 ? wide : 14;
  printf("%s: %s%s%s%s\n", b->name, b->doc, b->of ? " " : "", b->of ? b->of : "", is_zero(e, b) ? ": zero\n" : "");
  if (is_zero(e, b)) return;
  if (b->columns > 1) {
    printf("  %-*s", wide, "");
    for (int j = 0; j < b->columns; j++) printf(" %*s", cell, column_name(e, b, j));
    printf("\n");
  }
  for (int i = 0; i < rows_of(e, b); i++) {
    printf("  %-*s", wide, row_name(e, b, i));
    for (int j = 0; j < b->columns; j++) printf(" %*.7g", cell, b->x[i * b->columns + j]);
    printf("\n");
  }
  printf("\n");
}

void equations_print(const equations *e)
{
  for (int i = 0; i < e->block.n; i++) print_block(e, &e->block.item[i], widest(e));
}

// A name in upright letters; what TeX would take as its own is escaped.
static const char *upright(dv_arena *a, const char *name)
{
  dv_text t = {.arena = a};
  dv_text_add(&t, "\\mathrm{");
  for (; *name; name++) dv_text_add(&t, strchr("_%$#&{}", *name) ? "\\%c" : "%c", *name);
  dv_text_add(&t, "}");
  return dv_text_all(&t);
}

// 1.5e-07 as 1.5\cdot10^{-7}
static const char *in_latex(dv_arena *a, double x)
{
  char *text = dv_arena_text(a, "%.6g", x), *e = strchr(text, 'e');
  if (!e) return text;
  *e = 0;
  int power = 0;
  sscanf(e + 1, "%d", &power);
  return dv_arena_text(a, "%s\\cdot10^{%d}", text, power);
}

static void latex_block(const equations *e, const block *b)
{
  dv_arena *a = e->a->arena;
  printf("%% %s%s%s\n\\[ %s%s%s%s = \\begin{array}{r|", b->doc, b->of ? " " : "", b->of ? b->of : "", b->latex, b->of ? "_{" : "",
         b->of ? upright(a, b->of) : "", b->of ? "}" : "");
  for (int j = 0; j < b->columns; j++) printf("r");
  printf("}\n");
  for (int j = 0; j < b->columns && b->columns > 1; j++) printf(" & %s", upright(a, column_name(e, b, j)));
  if (b->columns > 1) printf(" \\\\ \\hline\n");
  for (int i = 0; i < rows_of(e, b); i++) {
    printf("  %s", upright(a, row_name(e, b, i)));
    for (int j = 0; j < b->columns; j++) printf(" & %s", in_latex(a, b->x[i * b->columns + j]));
    printf(" \\\\\n");
  }
  printf("\\end{array} \\]\n\n");
}

void equations_latex(const equations *e)
{
  for (int i = 0; i < e->block.n; i++) latex_block(e, &e->block.item[i]);
}

static void put_block(dv_json_out *o, const char *key, const block *b, int n)
{
  if (b->columns == 1) dv_json_numbers(o, key, b->x, n);
  else dv_json_matrix(o, key, b->x, n, b->columns);
}

// Names of rows that are no rates, once: "rows": {"B": [...], ...}
static void put_row_names(dv_json_out *o, const equations *e)
{
  int open = 0;
  for (int i = 0; i < e->block.n; i++) {
    const block *b = &e->block.item[i];
    if (!b->row || b->of) continue;
    if (!open++) dv_json_open(o, "rows", '{');
    dv_json_texts(o, b->name, b->row, b->rows);
  }
  if (open) dv_json_close(o);
}

// Derivatives along the rates stand together: "dB/dq": {"pin": [[...], ...], ...}
void equations_json(const equations *e, const char *method, const dv_machine *m)
{
  dv_json_out o = {.text = {.arena = e->a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, e->a->operand[0], 1);
  dv_json_text(&o, "method", method);
  dv_json_texts(&o, "rates", e->name, e->n);
  put_row_names(&o, e);
  for (int i = 0; i < e->block.n; i++) {
    const block *b = &e->block.item[i];
    if (!b->of) {
      put_block(&o, b->name, b, rows_of(e, b));
      continue;
    }
    dv_json_open(&o, b->name, '{');
    for (; i < e->block.n && e->block.item[i].of; i++) {
      const block *one = &e->block.item[i];
      put_block(&o, one->of, one, rows_of(e, one));
    }
    dv_json_close(&o);
    i--;
  }
  put_diags(&o, m->diags);
  dv_json_close(&o);
  print_json(&o);
}
