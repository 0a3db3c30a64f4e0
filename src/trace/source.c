// source.c: the graph as C, one line per operation that something needs.
//
// Sines and cosines of states come first, in a loop of a multiple of eight, so that one lane vectorises; others are computed
// where they stand, sine and cosine of one angle together.
#include "trace/trace.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

static const char *const written[] = {
#define X(name, n, text) text,
    DV_TRACE_OPS(X)
#undef X
};
static const int arguments[] = {
#define X(name, n, text) n,
    DV_TRACE_OPS(X)
#undef X
};

typedef struct {
  const dv_traced_machine *t;
  const dv_graph *g;
  const dv_model *m;
  dv_text out;
  char *live;    // [node]
  int *partner;  // [node] of a sine: its cosine, and the other way round; -1: none
  int *first;    // [node] of a sine or cosine of an input: its place in the loop; -1: elsewhere
  int nfirst;
} writer;

static const dv_trace_node *node(const writer *w, int i) { return &w->g->node.item[i]; }

static void mark(writer *w, const int *root, int n)
{
  for (int i = 0; i < n; i++) w->live[root[i]] = 1;
}

// What is needed, from the outputs back; arguments always come before.
static void find_live(writer *w)
{
  mark(w, w->t->dx, w->t->nx);
  mark(w, w->t->power, w->t->nquad);
  mark(w, w->t->v, w->t->nv);
  for (int i = w->g->node.n - 1; i >= 0; i--) {
    const dv_trace_node *n = node(w, i);
    if (!w->live[i]) continue;
    if (arguments[n->op] > 0) w->live[n->a] = 1;
    if (arguments[n->op] > 1) w->live[n->b] = 1;
    if (arguments[n->op] > 2) w->live[n->c] = 1;
  }
}

static int is_turn(const dv_trace_node *n) { return n->op == DV_T_SIN || n->op == DV_T_COS; }

static void pair_turns(writer *w, dv_arena *a)
{
  int n = w->g->node.n, *turn = DV_TAKE(a, int, n);  // by argument: a sine or cosine of it
  memset(turn, -1, (size_t)n * sizeof *turn);
  for (int i = 0; i < n; i++) {
    const dv_trace_node *k = node(w, i);
    w->partner[i] = w->first[i] = -1;
    if (!w->live[i] || !is_turn(k)) continue;
    int other = turn[k->a];
    if (other >= 0) w->partner[i] = other, w->partner[other] = i;
    turn[k->a] = i;
    if (node(w, k->a)->op == DV_T_INPUT) w->first[i] = other >= 0 ? w->first[other] : w->nfirst++;
  }
}

static void put_constant(dv_text *t, double x)
{
  char number[DV_NUMBER_TEXT];
  if (isfinite(x)) dv_text_add(t, x < 0 || signbit(x) ? "(%s)" : "%s", dv_number_write(number, x));
  else dv_text_add(t, isnan(x) ? "(double)NAN" : x < 0 ? "-(double)INFINITY" : "(double)INFINITY");
  if (isfinite(x) && !strpbrk(number, ".en")) dv_text_add(t, x < 0 || signbit(x) ? "*1.0" : ".0");
}

// An argument; `whole`: it must be a real, as functions take.
static void put_argument(writer *w, int i, int whole)
{
  const dv_trace_node *n = node(w, i);
  if (n->op != DV_T_CONST) {
    dv_text_add(&w->out, n->op == DV_T_INPUT ? "i%d" : "v%d", n->op == DV_T_INPUT ? n->a : i);
    return;
  }
  if (whole) dv_text_add(&w->out, "dv_real(");
  put_constant(&w->out, n->value);
  if (whole) dv_text_add(&w->out, ")");
}

static void put_call(writer *w, const dv_trace_node *n)
{
  const int arg[] = {n->a, n->b, n->c};
  dv_text_add(&w->out, "%s(", written[n->op]);
  for (int i = 0; i < arguments[n->op]; i++) {
    if (i) dv_text_add(&w->out, ", ");
    put_argument(w, arg[i], 1);
  }
  if (n->op == DV_T_PICK) {
    const dv_trace_pick *p = &w->g->pick.item[n->c];
    dv_text_add(&w->out, ", table%d, %d, %d, %d, %d", n->c, p->stride, p->rows, p->column, p->next);
  }
  dv_text_add(&w->out, ")");
}

static int is_operator(int op) { return (op >= DV_T_ADD && op <= DV_T_DIV) || (op >= DV_T_LESS && op <= DV_T_OR); }
static int is_truth(int op) { return op >= DV_T_LESS && op <= DV_T_NOT; }

static void put_value(writer *w, const dv_trace_node *n)
{
  if (n->op == DV_T_NEG) {
    dv_text_add(&w->out, "-");
    put_argument(w, n->a, 0);
  } else if (is_operator(n->op)) {
    put_argument(w, n->a, 0);
    dv_text_add(&w->out, " %s ", written[n->op]);
    put_argument(w, n->b, 0);
  } else put_call(w, n);
}

static void put_node(writer *w, int i)
{
  const dv_trace_node *n = node(w, i);
  if (w->first[i] >= 0) {
    dv_text_add(&w->out, "  const real v%d = %s[%d];\n", i, n->op == DV_T_SIN ? "sine" : "cosine", w->first[i]);
  } else if (is_turn(n) && w->partner[i] >= 0) {
    int sine = n->op == DV_T_SIN ? i : w->partner[i], cosine = n->op == DV_T_SIN ? w->partner[i] : i;
    if (w->partner[i] < i) return;  // written with its partner
    dv_text_add(&w->out, "  real v%d, v%d;\n  dv_sincos(", sine, cosine);
    put_argument(w, n->a, 1);
    dv_text_add(&w->out, ", &v%d, &v%d);\n", sine, cosine);
  } else {
    dv_text_add(&w->out, "  const %s v%d = ", is_truth(n->op) ? "dv_bool" : "real", i);
    put_value(w, n);
    dv_text_add(&w->out, ";\n");
  }
}

static void put_tables(writer *w)
{
  for (int i = 0; i < w->g->pick.n; i++) {
    const dv_trace_pick *p = &w->g->pick.item[i];
    dv_text_add(&w->out, "static const double table%d[] = {", i);
    for (int k = 0; k < p->stride * p->rows; k++) {
      dv_text_add(&w->out, k ? ", " : "");
      put_constant(&w->out, p->table[k]);
    }
    dv_text_add(&w->out, "};\n");
  }
  if (!w->g->pick.n) return;
  dv_text_add(
      &w->out,
      "\n// A column of the table's last row whose first is not after t (at most the last but one), or of the row behind it.\n"
      "static real pick(real t, const double *table, int stride, int rows, int column, int next)\n{\n"
      "  real out = dv_real(0);\n  for (int l = 0; l < DV_LANES; l++) {\n    int lo = 0, hi = rows - 1;\n"
      "    while (hi - lo > 1) {\n      int mid = (lo + hi) / 2;\n"
      "      if (table[mid * stride] <= dv_lane(t, l)) lo = mid;\n      else hi = mid;\n    }\n"
      "    dv_put(&out, l, table[(lo + next) * stride + column]);\n  }\n  return out;\n}\n\n");
}

static void put_inputs(writer *w)
{
  const dv_model *m = w->m;
  for (int i = 0; i < w->g->node.n; i++) {
    const dv_trace_node *n = node(w, i);
    if (n->op != DV_T_INPUT || !w->live[i]) continue;
    if (n->a == 0) dv_text_add(&w->out, "  const real i0 = dv_real(t);\n");
    else if (n->a <= m->nx)
      dv_text_add(&w->out, "  const real i%d = x[%d];  // %s\n", n->a, n->a - 1, dv_model_state_name(m, n->a - 1));
    else dv_text_add(&w->out, "  const real i%d = d[%d];\n", n->a, n->a - 1 - m->nx);
  }
}

static void put_loop(writer *w)
{
  int room = w->nfirst < 3 ? w->nfirst : (w->nfirst + 7) / 8 * 8;  // full vectors, where they pay
  if (!w->nfirst) return;
  dv_text_add(&w->out, "  real angle[%d], sine[%d], cosine[%d];\n", room, room, room);
  for (int i = 0; i < w->g->node.n; i++)
    if (w->live[i] && w->first[i] >= 0 && (w->partner[i] < 0 || w->partner[i] > i))
      dv_text_add(&w->out, "  angle[%d] = i%d;\n", w->first[i], node(w, node(w, i)->a)->a);
  for (int i = w->nfirst; i < room; i++) dv_text_add(&w->out, "  angle[%d] = dv_real(0);\n", i);
  dv_text_add(&w->out, "  for (int i = 0; i < %d; i++) dv_sincos(angle[i], &sine[i], &cosine[i]);\n", room);
}

static void put_outputs(writer *w, const char *array, const int *out, int n, int at)
{
  for (int i = 0; i < n; i++) {
    dv_text_add(&w->out, "  %s[%d] = ", array, at + i);
    put_argument(w, out[i], 1);
    dv_text_add(&w->out, at || *array != 'd' ? ";\n" : ";  // %s'\n", dv_model_state_name(w->m, i));
  }
}

static void put_head(writer *w, const char *file)
{
  dv_text_add(&w->out,
              "// Right-hand side of %s, written by davit: x' = f(t, x, d).\n//\n"
              "// Numbers of the machine are folded in. Needs davit/real.h and nothing else; compile with -ffp-contract=off.\n"
              "#include \"davit/real.h\"\n\n",
              file);
  put_tables(w);
  dv_text_add(&w->out,
              "// x [%d], d [%d] -> dx [%d], power [%d] unless NULL; v [%d] unless NULL: rates of coordinates.\n"
              "void DV_X(davit_machine)(double t, const real *restrict x, const real *restrict d, real *restrict dx,\n"
              "                         real *restrict power, real *restrict v)\n{\n  (void)t, (void)x, (void)d;\n",
              w->t->nx, w->t->nd, w->t->nx, w->t->nquad, w->t->nv);
}

static writer writer_of(dv_arena *a, const dv_traced_machine *t, const dv_model *m)
{
  int n = t->graph->node.n;
  writer w = {.t = t, .g = t->graph, .m = m, .out = {.arena = a}};
  w.live = DV_TAKE(a, char, n);
  w.partner = DV_TAKE(a, int, n);
  w.first = DV_TAKE(a, int, n);
  find_live(&w);
  pair_turns(&w, a);
  return w;
}

char *dv_trace_source(dv_arena *a, const dv_traced_machine *t, const dv_model *m, const char *file)
{
  writer w = writer_of(a, t, m);
  put_head(&w, file);
  put_inputs(&w);
  put_loop(&w);
  for (int i = 0; i < w.g->node.n; i++)
    if (w.live[i] && node(&w, i)->op != DV_T_CONST && node(&w, i)->op != DV_T_INPUT) put_node(&w, i);
  put_outputs(&w, "dx", t->dx, t->nx, 0);
  if (t->nquad) dv_text_add(&w.out, "  if (power) {\n");
  put_outputs(&w, "power", t->power, t->nquad, 0);
  if (t->nquad) dv_text_add(&w.out, "  }\n");
  else dv_text_add(&w.out, "  (void)power;\n");
  if (t->nv) dv_text_add(&w.out, "  if (v) {\n");
  put_outputs(&w, "v", t->v, t->nv, 0);
  dv_text_add(&w.out, t->nv ? "  }\n}\n" : "  (void)v;\n}\n");
  return w.out.at;
}

int dv_trace_operations(dv_arena *a, const dv_traced_machine *t)
{
  writer w = writer_of(a, t, NULL);
  int count = 0;
  for (int i = 0; i < w.g->node.n; i++) count += w.live[i] && node(&w, i)->op > DV_T_INPUT;
  return count;
}
