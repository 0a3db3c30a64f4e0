// source.c: the traced machine as a file of C: what its arrays mean, tables, one function after the other.
#include "base/number.h"
#include "base/visible.h"
#include "engine/program.h"
#include "engine/closed_loops.h"
#include "engine/times.h"
#include "graph/source.h"
#include "graph/target.h"

#include <math.h>
#include <string.h>

void dv_trace_number_text(dv_text *t, const char *cast, double x)
{
  char number[DV_NUMBER_TEXT];
  if (!isfinite(x)) {
    dv_text_add(t, "%s%s%s", x < 0 ? "-" : "", cast, isnan(x) ? "NAN" : "INFINITY");
    return;
  }
  dv_number_write(number, x);
  dv_text_add(t, signbit(x) ? "(%s%s)" : "%s%s", number, strpbrk(number, ".en") ? "" : ".0");
}

void dv_trace_constant_text(dv_text *t, double x) { dv_trace_number_text(t, "(double)", x); }

static void put_table(dv_text *out, const char *kept, const dv_trace_pick *p, int i)
{
  dv_text_add(out, "%s double table%d[] = {", kept, i);
  for (int k = 0; k < p->stride * p->rows; k++) {
    dv_text_add(out, k ? ", " : "");
    dv_trace_constant_text(out, p->table[k]);
  }
  dv_text_add(out, "};\n");
}

// What some function looks up: tables, and where the argument is not the time.
static void find_picks(dv_arena *a, const dv_traced_machine *t, char *used, int *any, int *by_lane)
{
  const dv_graph *g = t->graph;
  for (int f = 0; f < t->function.n; f++) {
    const char *live = dv_trace_live(a, g, &t->function.item[f]);
    for (int i = 0; i < g->node.n; i++) {
      const dv_trace_node *n = &g->node.item[i], *at = n->op == DV_T_PICK ? &g->node.item[n->a] : NULL;
      if (!live[i] || !at) continue;
      *any = used[dv_trace_table(g, n->c)] = 1;
      *by_lane |= at->op != DV_T_INPUT || at->a != 0;
    }
  }
}

void dv_trace_tables(dv_arena *a, const dv_traced_machine *t, const char *kept, const char *helper, dv_text *out)
{
  const dv_graph *g = t->graph;
  char *used = DV_TAKE(a, char, g->pick.n + 1);
  int any = 0, by_lane = 0;
  find_picks(a, t, used, &any, &by_lane);
  for (int i = 0; i < g->pick.n; i++)
    if (used[i]) put_table(out, kept, &g->pick.item[i], i);
  if (any)
    dv_text_add(out,
                "\n// The table's last row whose first column is not after t; at most the last row but one.\n"
                "%s const double *row(double t, const double *table, int stride, int rows)\n{\n  int lo = 0, hi = rows - 1;\n"
                "  while (hi - lo > 1) {\n    int mid = (lo + hi) / 2;\n    if (table[mid * stride] <= t) lo = mid;\n"
                "    else hi = mid;\n  }\n  return table + lo * stride;\n}\n\n",
                helper);
  if (by_lane)
    dv_text_add(out,
                "// A column of that row or of the next, lane by lane.\n"
                "%s real pick(real t, const double *table, int stride, int rows, int column, int next)\n{\n"
                "  real out = dv_real(0);\n  for (int l = 0; l < DV_LANES; l++)\n"
                "    dv_put(&out, l, row(dv_lane(t, l), table, stride, rows)[next * stride + column]);\n  return out;\n}\n\n",
                helper);
}

dv_traced_function dv_trace_alone(const dv_traced_function *f, const char *name)
{
  dv_traced_function g = *f;
  g.narray = 1;
  g.array[0].name = name;
  g.array[0].optional = 0;
  return g;
}

static const dv_variable *variable_at(const dv_model *m, int array, int index)
{
  const dv_variable *v = dv_model_VARIABLE(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (v[i].array == array && v[i].index == index) return v + i;
  return NULL;
}

// A word behind `remark`, and the value with which the machine starts.
typedef struct {
  dv_text *out;
  const dv_traced_machine *t;
  const char *remark;
} list;

static void put_row(const list *l, const char *array, int i, const dv_variable *v, double value)
{
  const dv_model *m = l->t->m;
  const char *unit = v ? dv_model_text(m, v->unit) : "";
  dv_text_add(l->out, "%s   %s[%d]  %s%s%s%s = ", l->remark, array, i, v ? dv_model_text(m, v->path) : "(not named)",
              *unit ? " [" : "", unit, *unit ? "]" : "");
  dv_trace_constant_text(l->out, value);
  dv_text_add(l->out, "\n");
}

// The part that a discrete state belongs to, NULL: none.
static const dv_part *part_of(const dv_model *m, int d)
{
  const dv_part *p = dv_model_PART(m), *last = NULL;
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++)
    if ((dv_kind_of(m, p + i)->ndiscrete || dv_kind_of(m, p + i)->holds) && p[i].d <= d) last = p + i;
  return last;
}

// By part, in the order of its kind; what the loops have says which rates depend on which.
static void put_discrete(const list *l, const double *start)
{
  const dv_model *m = l->t->m;
  if (m->nd)
    dv_text_add(l->out, "%s Discrete states, as they start; of a part in the order in which its kind names them:\n", l->remark);
  for (int i = 0; i < m->nd; i++) {
    const dv_part *p = part_of(m, i);
    dv_text_add(l->out, "%s   d[%d]", l->remark, i);
    if (dv_engine_is_pivot(m, i)) dv_text_add(l->out, "  pivot of the loops");
    else if (p) dv_text_add(l->out, "  %s, no. %d", dv_model_text(m, p->name), i - p->d + 1);
    dv_text_add(l->out, " = %.17g\n", start[i]);
  }
}

void dv_trace_arrays(dv_text *out, const dv_traced_machine *t, const char *remark)
{
  const dv_model *m = t->m;
  const double *start = t->start, *num = dv_model_NUMBER(m);
  list l = {out, t, remark};
  dv_text_add(out, "%s States, and where they start:\n", remark);
  for (int i = 0; i < m->nx; i++) put_row(&l, "x", i, variable_at(m, DV_IN_STATE, i), start[i]);
  put_discrete(&l, start + m->nx);
  if (t->nopen) dv_text_add(out, "%s Numbers of the machine that are left open:\n", remark);
  for (int i = 0; i < t->nopen; i++) put_row(&l, "p", i, variable_at(m, DV_IN_NUMBER, t->open[i]), num[t->open[i]]);
}

static void put_values(dv_text *out, const char *name, int n, const double *value, const int *at)
{
  dv_text_add(out, "#define DAVIT_%s {", name);
  for (int i = 0; i < n; i++) {
    dv_text_add(out, i ? ", " : "");
    dv_trace_constant_text(out, value[at ? at[i] : i]);
  }
  dv_text_add(out, n ? "}\n" : "0}\n");
}

// The same for the compiler: double x[] = DAVIT_X.
static void put_starts(dv_text *out, const dv_traced_machine *t)
{
  put_values(out, "X", t->m->nx, t->start, NULL);
  put_values(out, "D", t->m->nd, t->start + t->m->nx, NULL);
  put_values(out, "P", t->nopen, dv_model_NUMBER(t->m), t->open);
}

static void put_head(dv_text *out, const dv_traced_machine *t, const char *file)
{
  const double *num = dv_model_NUMBER(t->m);
  double period;
  int part;
  dv_text_add(
      out,
      "// Equations of %s, written by davit: x' = f(t, x, d, p).\n//\n"
      "// Needs davit/real.h and nothing else; compile with -ffp-contract=off. One lane (DV_LANES 1, the default): real is\n"
      "// double and DV_X(name) is name_x1. DAVIT_X, DAVIT_D and DAVIT_P are starting values of x, d and p:\n"
      "//   double x[] = DAVIT_X, d[] = DAVIT_D, p[] = DAVIT_P, dx[sizeof x / sizeof *x];\n"
      "//   davit_machine_x1(t, x, d, p, dx, 0, 0, 0);  // the rates; between samples d stays\n",
      dv_text_visible(out->arena, file, 0));
  for (int i = 0; t->samples && (part = dv_engine_sampled(t->m, num, i, &period)) >= 0; i++)
    dv_text_add(out, "// Call davit_sample_%d every %g s, at t = 0 first.\n", part, period);
  if (t->m->nroot)
    dv_text_add(out, "// Where a number of davit_roots changes its sign a part jumps; what it does then is not in this file.\n");
  dv_text_add(out, "// Other numbers of the machine are folded in. SI units.\n//\n");
  dv_trace_arrays(out, t, "//");
  dv_text_add(out, "#include \"davit/real.h\"\n\n");
  put_starts(out, t);
  dv_text_add(out, "\n");
}

static void put_function(dv_arena *a, const dv_traced_machine *t, const dv_traced_function *f, dv_text *out)
{
  dv_text_add(out, "// %s:", f->doc);
  for (int k = 0; k < f->narray; k++)
    dv_text_add(out, "%s %s%s", k ? "," : "", f->array[k].name, f->array[k].optional ? " (unless NULL)" : "");
  // some may write where they read
  const char *apart = f->in_place ? "" : "restrict ";
  if (f->pivots) dv_text_add(out, ".\n// Returns 1 where its loops need other pivots, and has written nothing then");
  dv_text_add(out, ".\n%s DV_X(davit_%s)(double t, const real *%sx, const real *%sd, const real *%sp", f->pivots ? "int" : "void",
              f->name, apart, apart, apart);
  for (int k = 0; k < f->narray; k++) dv_text_add(out, ", real *%s%s", apart, f->array[k].name);
  dv_text_add(out, ")\n{\n  (void)t, (void)x, (void)d, (void)p;\n");
  dv_trace_body(a, t, f, &(dv_trace_style){.words = &dv_trace_c}, out);
  for (int k = 0; k < f->narray; k++)
    if (!f->array[k].n) dv_text_add(out, "  (void)%s;\n", f->array[k].name);
  dv_text_add(out, "}\n\n");
}

const char *dv_target_c(dv_arena *a, const dv_traced_machine *t, const char *file)
{
  dv_text out = {.arena = a};
  put_head(&out, t, file);
  dv_trace_tables(a, t, "static const", "static", &out);
  for (int f = 0; f < t->function.n; f++) put_function(a, t, &t->function.item[f], &out);
  return dv_text_all(&out);
}

int dv_trace_operations(dv_arena *a, const dv_traced_machine *t)
{
  const char *live = dv_trace_live(a, t->graph, t->rates);
  int count = 0;
  for (int i = 0; i < t->graph->node.n; i++) count += live[i] && t->graph->node.item[i].op > DV_T_INPUT;
  return count;
}
