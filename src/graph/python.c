// python.c: the traced machine as a module of Python with NumPy: for filters, optimisers and solvers of others.
//
// A state is an array [nx], or many side by side: [nx, n]. Functions give new arrays and change none.
#include "engine/times.h"
#include "base/visible.h"
#include "graph/source.h"
#include "graph/target.h"

#include <stdio.h>

// Functions that NumPy calls otherwise than C does.
static const char *const called[] = {
    [DV_T_ASIN] = "np.arcsin",     [DV_T_ACOS] = "np.arccos",  [DV_T_ATAN2] = "np.arctan2", [DV_T_POW] = "np.power",
    [DV_T_NOT] = "np.logical_not", [DV_T_SELECT] = "np.where", [DV_T_PICK] = "_pick",
};

#define OTHER_PIVOTS ": raise ArithmeticError('the loops need other pivots')\n"

static const dv_trace_words words = {
    .time = "t",
    .state = "x[%d]",
    .discrete = "d[%d]",
    .open = "p[%d]",
    .real = "",
    .truth = "",
    .end = "",
    .note = "  # ",
    .make = {"",                                                    ""},
    .cast = "_",
    .functions = "np.",
    .called = called,
    .loop = { .head = "  for n in range(1, %d + 1):  # Newton: closes the loops\n",
             .trouble = "    if np.any(v%d)" OTHER_PIVOTS,
             .until = "    if n == %d or not np.any(v%d): break\n",
             .tail = ""},
    .pivot = "  if np.any(d[%d] != %d)" OTHER_PIVOTS,
    .good = "",
};

static void put_numbers(dv_text *out, const char *name, int n, const double *value, const int *at)
{
  dv_text_add(out, "%s = np.array([", name);
  for (int i = 0; i < n; i++) {
    dv_text_add(out, i ? ", " : "");
    dv_trace_number_text(out, words.cast, value[at ? at[i] : i]);
  }
  dv_text_add(out, "], float)\n");
}

static void put_names(dv_text *out, const dv_model *m)
{
  dv_text_add(out, "STATES = (");
  for (int i = 0; i < m->nx; i++) dv_text_add(out, "'%s', ", dv_model_state_name(m, i));
  dv_text_add(out, ")\n");
}

static void put_head(dv_text *out, const dv_traced_machine *t, const char *file)
{
  double period;
  dv_text_add(out,
              "# Equations of %s, written by davit: x' = machine(t, x, d, p). SI units; numbers of the machine are folded in.\n"
              "#\n# x may be an array [nx], or of many machines [nx, n]; so may d and p. As others call it:\n"
              "#   scipy.integrate.solve_ivp(machine, (0, 10), X, vectorized=True)\n",
              dv_text_visible(out->arena, file, 0));
  for (int i = 0, part; t->samples && (part = dv_engine_sampled(t->m, dv_model_NUMBER(t->m), i, &period)) >= 0; i++)
    dv_text_add(out, "# Between samples d stays: d = sample_%d(t, x, d, p) every %g s, at t = 0 first.\n", part, period);
  if (t->tidy)
    dv_text_add(out, "# x = tidy(t, x, d, p) after a step puts it back where rounding and the method have left its manifold.\n");
  if (t->m->nroot)
    dv_text_add(out, "# Where a number of roots() changes its sign a part jumps; what it does then is not in this file.\n");
  dv_trace_arrays(out, t, "#");
  dv_text_add(out, "import numpy as np\n\n_NAN, _INFINITY = np.nan, np.inf\n");
  put_numbers(out, "X", t->m->nx, t->start, NULL);
  put_numbers(out, "D", t->m->nd, t->start + t->m->nx, NULL);
  put_numbers(out, "P", t->nopen, dv_model_NUMBER(t->m), t->open);
  put_names(out, t->m);
}

// As text of C, tables have a name each, and are looked up by column.
static void put_tables(dv_text *out, const dv_graph *g)
{
  for (int i = 0; i < g->pick.n; i++) {
    const dv_trace_pick *p = &g->pick.item[i];
    char name[32];
    snprintf(name, sizeof name, "table%d", i);
    if (dv_trace_table(g, i) == i) put_numbers(out, name, p->stride * p->rows, p->table, NULL);
  }
  dv_text_add(
      out,
      "\n\n# The table's last row whose first column is not after t, at most the last but one: a column of it or of the next.\n"
      "def _pick(t, table, stride, rows, column, next):\n"
      "  row = np.clip(np.searchsorted(table[::stride], t, side='right') - 1, 0, max(rows - 2, 0))\n"
      "  return table[(row + next) * stride + column]\n"
      "\n\ndef _reals(t, x, d, p):\n"
      "  return (np.asarray(t, float)[()], *(np.asarray(a, float) for a in (x, d, p)))\n"
      "\n\ndef _array(rows):\n  return np.stack(np.broadcast_arrays(*rows)) if rows else np.empty(0)\n");
}

// The first array of a function alone; begin: what it holds before it is written.
static void put_function(dv_arena *a, const dv_traced_machine *t, const dv_traced_function *f, dv_text *out, const char *begin)
{
  dv_traced_function g = dv_trace_alone(f, f->array[0].name);
  dv_text_add(out,
              "\n\n@np.errstate(all='ignore')\ndef %s(t, x, d=D, p=P):\n  \"\"\"%s.\"\"\"\n  t, x, d, p = _reals(t, x, d, p)\n",
              f->name, f == t->rates ? "Rates of state" : f->doc);
  dv_text_add(out, "  %s = %s\n", g.array[0].name, begin);
  dv_trace_body(a, t, &g, &(dv_trace_style){.words = &words}, out);
  dv_text_add(out, "  return _array(%s)\n", g.array[0].name);
}

const char *dv_target_python(dv_arena *a, const dv_traced_machine *t, const char *file)
{
  dv_text out = {.arena = a};
  put_head(&out, t, file);
  put_tables(&out, t->graph);
  put_function(a, t, t->rates, &out, dv_arena_text(a, "[0.0] * %d", t->m->nx));
  if (t->roots) put_function(a, t, t->roots, &out, dv_arena_text(a, "[0.0] * %d", t->m->nroot));
  if (t->tidy) put_function(a, t, t->tidy, &out, "list(x)");
  for (int i = 0; i < t->function.n; i++)
    if (t->function.item[i].part >= 0 && !t->function.item[i].jumps) put_function(a, t, &t->function.item[i], &out, "list(d)");
  return dv_text_all(&out);
}
