// card_text.c: see card_text.h.
#include "batch/card_text.h"

#include "engine/compiled.h"
#include "graph/source.h"

#include <string.h>

static const char *constant(dv_arena *a, double value)
{
  dv_text out = {.arena = a};
  dv_trace_constant_text(&out, value);
  return dv_text_all(&out);
}

static int found(const int *list, int n, int what)
{
  int i = 0;
  while (i < n && list[i] != what) i++;
  return i < n ? i : -1;
}

// Zeros lose their sign, as in record.c.
const char *dv_card_column_text(dv_arena *a, const dv_traced_machine *t, const dv_record *r, int c)
{
  if (c == 0) return "t";
  const dv_variable *v = &dv_model_VARIABLE(r->model)[r->variable[c]];
  int cell, open = v->array == DV_IN_NUMBER ? found(t->open, t->nopen, v->index) : -1;
  if (dv_shown_cell(v, &cell)) return dv_arena_text(a, "((double)S(%d) + 0.0)", found(t->shown, t->nshown, cell));
  if (v->array == DV_IN_STATE) return dv_arena_text(a, "((double)X(%d) + 0.0)", v->index);
  return open >= 0 ? dv_arena_text(a, "o.p[%d * THREADS]", open) : constant(a, dv_model_NUMBER(r->model)[v->index]);
}

// As in spec/evaluate.c: what is exact, or rounded correctly wherever it is computed.
static const struct {
  int op;
  const char *text;  // of its arguments %1...
} rows[] = {
    {DV_OP_ADD,    "(%1 + %2)"           },
    {DV_OP_SUB,    "(%1 - %2)"           },
    {DV_OP_MUL,    "(%1 * %2)"           },
    {DV_OP_DIV,    "(%1 / %2)"           },
    {DV_OP_NEG,    "(-%1)"               },
    {DV_OP_SQRT,   "sqrt(%1)"            },
    {DV_OP_ABS,    "fabs(%1)"            },
    {DV_OP_SIGN,   "davit_sign(%1)"      },
    {DV_OP_FLOOR,  "floor(%1)"           },
    {DV_OP_MIN,    "davit_least(%1, %2)" },
    {DV_OP_MAX,    "davit_most(%1, %2)"  },
    {DV_OP_LESS,   "(double)(%1 < %2)"   },
    {DV_OP_SELECT, "(%1 > 0.5 ? %2 : %3)"},
};

static const char *row_of(int op)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].op == op) return rows[i].text;
  return NULL;
}

// %1, %2, %3 of a row.
static const char *filled(dv_arena *a, const char *row, const char *const *argument)
{
  dv_text out = {.arena = a};
  for (const char *s = row; *s; s++) {
    if (*s != '%') dv_text_put(&out, s, 1);
    else dv_text_add(&out, "%s", argument[s[1] - '1']), s++;
  }
  return dv_text_all(&out);
}

static const char *input(dv_arena *a, const dv_traced_machine *t, const dv_record *r, const char *name)
{
  int c = strcmp(name, "t") ? dv_history_find(r->log, name) : 0;
  return c < 0 ? NULL : dv_card_column_text(a, t, r, c);
}

const char *dv_card_formula_text(dv_arena *a, const dv_traced_machine *t, const dv_record *r, const dv_formula *f)
{
  const char *stack[DV_FORMULA_DEPTH + 1] = {NULL};
  int n = 0;
  for (int i = 0; i < f->ncode; i++) {
    dv_code c = f->code[i];
    if (c.op == DV_OP_CONST) stack[n] = constant(a, f->constant[c.arg]);
    else if (c.op == DV_OP_INPUT) stack[n] = input(a, t, r, f->input[c.arg]);
    else {
      const char *row = row_of(c.op);
      if (!row) return NULL;
      n -= dv_formula_args(c.op);
      stack[n] = filled(a, row, stack + n);
    }
    if (!stack[n]) return NULL;
    n++;
  }
  return stack[0];
}
