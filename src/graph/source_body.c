// source_body.c: one function's share of the graph as C, one line per operation that something needs.
//
// Where the target's words say so, sines and cosines of states come first, in a loop of a multiple of eight, so that one lane
// vectorises; others are computed where they stand, sine and cosine of one angle together.
#include "base/number.h"
#include "engine/closed_loops.h"
#include "graph/source.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const written[] = {
#define OP(name, n, text, value, da, db, dc) text,
#include "base/graph_ops.def"
#undef OP
};

const dv_trace_words dv_trace_c = {
    .time = "dv_real(t)",
    .state = "x[%d]",
    .discrete = "d[%d]",
    .open = "p[%d]",
    DV_TRACE_WORDS_OF_C,
    .sines_first = 1,
    .loop = {"real", DV_TRACE_LOOP_OF_C},
    .pivot = "  if (dv_lane(d[%d], 0) != %d) return 1;\n",
};

typedef struct {
  const dv_graph *g;
  dv_text *out;
  char *live;    // [node]
  int *partner;  // [node] of a sine: its cosine, and the other way round; -1: none
  int *first;    // [node] of a sine or cosine of an input: its place in the loop; -1: elsewhere
  int nfirst;
  char *sought;  // [pick] 1: the row of its table at the time is known
  char *phase;   // [node] BEFORE, WITHIN or AFTER the loop
  char *done;    // [node] 1: written, with its partner
  const dv_trace_style *style;
  const dv_traced_machine *t;
  const dv_traced_array *rates;  // of a stage: what it gives
  int nplace;
  struct place *place;  // [nplace] where they stand, rising
  int *held;            // [rate] 1: an input that it gives as it is has been copied
} writer;
struct place {
  int after, output;
};
enum { BEFORE, WITHIN, AFTER };

static const dv_trace_node *node(const writer *w, int i) { return &w->g->node.item[i]; }
static int is_again(const writer *w, int i) { return w->style->again && w->style->again[i]; }

// What the marked nodes need; arguments always come before.
static void spread_live(const dv_graph *g, char *live)
{
  for (int i = g->node.n - 1; i >= 0; i--) {
    const dv_trace_node *n = &g->node.item[i];
    if (!live[i]) continue;
    if (dv_trace_arguments(n->op) > 0) live[n->a] = 1;
    if (dv_trace_arguments(n->op) > 1) live[n->b] = 1;
    if (dv_trace_arguments(n->op) > 2) live[n->c] = 1;
  }
}

static void mark_loop(const dv_traced_function *f, char *live)
{
  if (f->loop.n) live[f->loop.until] = 1;
  for (int i = 0; i < f->loop.n; i++) live[f->loop.item[i].first] = live[f->loop.item[i].next] = 1;
  for (int i = 0; i < f->troubles.n; i++) live[f->troubles.item[i]] = 1;
}

static int uses_loop(const dv_traced_function *f, const char *live)
{
  int uses = 0;
  for (int i = 0; i < f->loop.n; i++) uses |= live[f->loop.item[i].node];
  return uses;
}

char *dv_trace_live(dv_arena *a, const dv_graph *g, const dv_traced_function *f)
{
  char *live = DV_TAKE(a, char, g->node.n);
  for (int k = 0; k < f->narray; k++)
    for (int i = 0; i < f->array[k].n; i++) live[f->array[k].node[i]] = 1;
  spread_live(g, live);
  if (f->loop.n && !uses_loop(f, live)) return live;
  mark_loop(f, live);
  spread_live(g, live);
  return live;
}

static int is_turn(const dv_trace_node *n) { return n->op == DV_T_SIN || n->op == DV_T_COS; }

static void pair_turns(writer *w, dv_arena *a)
{
  int n = w->g->node.n, *turn = DV_TAKE(a, int, n);  // by argument: a sine or cosine of it
  memset(turn, -1, (size_t)n * sizeof *turn);
  for (int i = 0; i < n; i++) {
    const dv_trace_node *k = node(w, i);
    w->partner[i] = w->first[i] = -1;
    if (!w->live[i] || !is_turn(k) || !w->style->words->pairs) continue;
    int other = turn[k->a];
    if (other >= 0) w->partner[i] = other, w->partner[other] = i;
    turn[k->a] = i;
    if (node(w, k->a)->op == DV_T_INPUT && w->style->words->sines_first) w->first[i] = other >= 0 ? w->first[other] : w->nfirst++;
  }
}

// A word of the target with at most two numbers in it.
static void put_words(dv_text *out, const char *word, int first, int second)
{
  const int number[] = {first, second};
  const char *at;
  for (int i = 0; i < 2 && (at = strstr(word, "%d")); i++, word = at + 2)
    dv_text_add(out, "%.*s%d", (int)(at - word), word, number[i]);
  dv_text_add(out, "%s", word);
}
static void put_place(dv_text *out, const char *word, int i) { put_words(out, word, i, 0); }

// Where an input is read: time, states, discrete states, open numbers.
static void put_access(const writer *w, int input)
{
  const dv_trace_words *words = w->style->words;
  const dv_model *m = w->t->m;
  int i = input - 1;
  if (!input) dv_text_add(w->out, "%s", words->time);
  else if (i < m->nx) put_place(w->out, words->state, i);
  else if (i < m->nx + m->nd) put_place(w->out, words->discrete, i - m->nx);
  else put_place(w->out, words->open, i - m->nx - m->nd);
}

static void put_value(writer *w, const dv_trace_node *n);

// An argument; `whole`: it must be a real, as functions take.
static void put_argument(writer *w, int i, int whole)
{
  const dv_trace_node *n = node(w, i);
  const dv_trace_words *words = w->style->words;
  if (is_again(w, i)) {
    dv_text_add(w->out, "(");
    put_value(w, n);
    dv_text_add(w->out, ")");
    return;
  }
  if (n->op == DV_T_INPUT && w->style->stage) {
    put_access(w, n->a);
    return;
  }
  if (n->op != DV_T_CONST) {
    int given = n->op == DV_T_INPUT || n->op == DV_T_VARIABLE;
    dv_text_add(w->out, "%c%d", n->op == DV_T_INPUT ? 'i' : given ? 'w' : 'v', given ? n->a : i);
    return;
  }
  if (w->style->constant && w->style->constant[i] >= 0) {
    dv_text_add(w->out, "C(%d, ", w->style->constant[i]);
    dv_trace_constant_text(w->out, n->value);
    dv_text_add(w->out, ")");
    return;
  }
  whole |= words->wraps;
  if (whole) dv_text_add(w->out, "%s", words->make[0]);
  dv_trace_number_text(w->out, words->cast, n->value);
  if (whole) dv_text_add(w->out, "%s", words->make[1]);
}

static void put_function_name(const writer *w, int op)
{
  const dv_trace_words *words = w->style->words;
  const char *own = op == DV_T_DIV ? words->divide : words->called ? words->called[op] : NULL;
  if (own) dv_text_add(w->out, "%s", own);
  else if (strncmp(written[op], "dv_", 3) != 0) dv_text_add(w->out, "%s", written[op]);
  else dv_text_add(w->out, "%s%s", words->functions, written[op] + 3);
}

static void put_call(writer *w, const dv_trace_node *n)
{
  const int arg[] = {n->a, n->b, n->c}, count = dv_trace_arguments(n->op);
  assert(count <= 3);
  put_function_name(w, n->op);
  dv_text_add(w->out, "(");
  for (int i = 0; i < count; i++) {
    if (i) dv_text_add(w->out, ", ");
    put_argument(w, arg[i], 1);
  }
  if (n->op == DV_T_PICK) {
    const dv_trace_pick *p = &w->g->pick.item[n->c];
    dv_text_add(w->out, ", table%d, %d, %d, %d, %d", dv_trace_table(w->g, n->c), p->stride, p->rows, p->column, p->next);
  }
  dv_text_add(w->out, ")");
}

static int is_operator(int op) { return (op >= DV_T_ADD && op <= DV_T_DIV) || (op >= DV_T_LESS && op <= DV_T_OR); }
static int is_truth(int op) { return op >= DV_T_LESS && op <= DV_T_NOT; }

static void put_value(writer *w, const dv_trace_node *n)
{
  if (n->op == DV_T_NEG) {
    dv_text_add(w->out, "-");
    put_argument(w, n->a, 0);
  } else if (is_operator(n->op) && !(w->style->words->divide && n->op == DV_T_DIV)) {
    put_argument(w, n->a, 0);
    dv_text_add(w->out, " %s ", written[n->op]);
    put_argument(w, n->b, 0);
  } else put_call(w, n);
}

int dv_trace_table(const dv_graph *g, int pick)
{
  int i = 0;
  while (g->pick.item[i].table != g->pick.item[pick].table) i++;
  return i;
}

// The time is the same in all lanes: one search serves all columns of a table.
static int is_pick_at_time(const writer *w, const dv_trace_node *n)
{
  return w->style->words->pairs && n->op == DV_T_PICK && node(w, n->a)->op == DV_T_INPUT && node(w, n->a)->a == 0;
}

static void put_pick_at_time(writer *w, int i)
{
  const dv_trace_node *n = node(w, i);
  const dv_trace_pick *p = &w->g->pick.item[n->c];
  int table = dv_trace_table(w->g, n->c);
  if (!w->sought[table])
    dv_text_add(w->out, "  const double *row%d = row(t, table%d, %d, %d);\n", table, table, p->stride, p->rows);
  w->sought[table] = 1;
  dv_text_add(w->out, "  const real v%d = dv_real(row%d[%d]);\n", i, table, p->next * p->stride + p->column);
}

// Names of the loop are declared before it.
static void put_name(const writer *w, int i)
{
  const dv_trace_words *words = w->style->words;
  if (w->phase[i] == WITHIN) dv_text_add(w->out, "    v%d = ", i);
  else dv_text_add(w->out, "  %sv%d = ", is_truth(node(w, i)->op) ? words->truth : words->real, i);
}

static void put_pair(writer *w, int i)
{
  const dv_trace_node *n = node(w, i);
  int sine = n->op == DV_T_SIN ? i : w->partner[i], cosine = n->op == DV_T_SIN ? w->partner[i] : i;
  if (w->done[i]) return;  // written with its partner
  w->done[sine] = w->done[cosine] = 1;
  if (w->phase[i] != WITHIN) dv_text_add(w->out, "  real v%d, v%d;\n", sine, cosine);
  dv_text_add(w->out, "  dv_sincos(");
  put_argument(w, n->a, 1);
  dv_text_add(w->out, ", &v%d, &v%d);\n", sine, cosine);
}

static void put_node(writer *w, int i)
{
  const dv_trace_node *n = node(w, i);
  if (is_pick_at_time(w, n)) put_pick_at_time(w, i);
  else if (w->first[i] >= 0)
    dv_text_add(w->out, "  const real v%d = %s[%d];\n", i, n->op == DV_T_SIN ? "sine" : "cosine", w->first[i]);
  else if (is_turn(n) && w->partner[i] >= 0) put_pair(w, i);
  else {
    put_name(w, i);
    put_value(w, n);
    dv_text_add(w->out, "%s\n", w->style->words->end);
  }
}

// Sines and cosines of inputs.
static void put_turns(writer *w)
{
  int room = w->nfirst < 3 ? w->nfirst : (w->nfirst + 7) / 8 * 8;  // full vectors, where they pay
  if (!w->nfirst) return;
  dv_text_add(w->out, "  real angle[%d], sine[%d], cosine[%d];\n", room, room, room);
  for (int i = 0; i < w->g->node.n; i++)
    if (w->live[i] && w->first[i] >= 0 && (w->partner[i] < 0 || w->partner[i] > i))
      dv_text_add(w->out, "  angle[%d] = i%d;\n", w->first[i], node(w, node(w, i)->a)->a);
  for (int i = w->nfirst; i < room; i++) dv_text_add(w->out, "  angle[%d] = dv_real(0);\n", i);
  dv_text_add(w->out, "  for (int i = 0; i < %d; i++) dv_sincos(angle[i], &sine[i], &cosine[i]);\n", room);
}

// The end of a statement, and whose value it is.
static void put_end(const writer *w, const char *name, const char *of)
{
  const dv_trace_words *words = w->style->words;
  dv_text_add(w->out, "%s", words->end);
  if (name) dv_text_add(w->out, "%s%s%s", words->note, name, of);
  dv_text_add(w->out, "\n");
}

// Inputs that something needs, with the names of what they are.
static void put_inputs(const writer *w, const dv_traced_machine *t)
{
  const dv_model *m = t->m;
  const dv_trace_words *words = w->style->words;
  for (int i = 0; i < w->g->node.n && !w->style->stage; i++) {
    const dv_trace_node *n = node(w, i);
    if (n->op != DV_T_INPUT || !w->live[i]) continue;
    dv_text_add(w->out, "  %si%d = ", words->real, n->a);
    put_access(w, n->a);
    put_end(w, n->a > 0 && n->a <= m->nx ? dv_model_state_name(m, n->a - 1) : NULL, "");
  }
}

// NAME(i, value)
static void put_handed(writer *w, const dv_traced_array *a, int i)
{
  dv_text_add(w->out, "  %s(%d, ", a->name, a->at[i]);
  put_argument(w, a->node[i], 1);
  dv_text_add(w->out, ");\n");
}

static void put_outputs(writer *w, const dv_model *m, const dv_traced_array *a)
{
  for (int i = 0; i < a->n && w->style->words->hands_over; i++) put_handed(w, a, i);
  if (w->style->words->hands_over) return;
  if (a->optional && !a->n) dv_text_add(w->out, "  (void)%s;\n", a->name);
  if (a->optional && a->n) dv_text_add(w->out, "  if (%s) {\n", a->name);
  for (int i = 0; i < a->n; i++) {
    dv_text_add(w->out, "  %s[%d] = ", a->name, a->at[i]);
    put_argument(w, a->node[i], 1);
    put_end(w, strcmp(a->name, "dx") ? NULL : dv_model_state_name(m, a->at[i]), "'");
  }
  if (a->optional && a->n) dv_text_add(w->out, "  }\n");
}

// What depends on the loop's variables lies within it if the loop needs it, else behind it.
static void find_phases(writer *w, dv_arena *a, const dv_traced_function *f)
{
  int n = w->g->node.n;
  char *within = DV_TAKE(a, char, n);
  w->phase = DV_TAKE(a, char, n);
  if (!uses_loop(f, w->live)) return;
  mark_loop(f, within);
  for (int i = 0; i < f->loop.n; i++) within[f->loop.item[i].first] = 0;
  spread_live(w->g, within);
  for (int i = 0; i < n; i++) {
    const dv_trace_node *k = node(w, i);
    int after = k->op == DV_T_VARIABLE;
    if (dv_trace_arguments(k->op) > 0) after |= w->phase[k->a];
    if (dv_trace_arguments(k->op) > 1) after |= w->phase[k->b];
    if (dv_trace_arguments(k->op) > 2) after |= w->phase[k->c];
    if (after) w->phase[i] = within[i] || (w->partner[i] >= 0 && within[w->partner[i]]) ? WITHIN : AFTER;
  }
}

static int is_written(const writer *w, int i, int phase)
{
  int op = node(w, i)->op;
  return w->live[i] && w->phase[i] == phase && op != DV_T_CONST && op != DV_T_INPUT && op != DV_T_VARIABLE;
}

// Which state's value a rate is, unchanged; -1: it is computed.
static int plain_state(const writer *w, int output)
{
  const dv_trace_node *n = node(w, w->rates->node[output]);
  return n->op == DV_T_INPUT && n->a > 0 && n->a <= w->t->m->nx ? n->a - 1 : -1;
}

// Rates that are the state which is replaced now, and are not yet handed over, are copied.
static void hold_plain(writer *w, int state)
{
  for (int p = 1; p < w->nplace; p++) {
    int output = w->place[p].output;
    if (plain_state(w, output) != state || w->held[output]) continue;
    w->held[output] = 1;
    dv_text_add(w->out, "  const real h%d = X(%d);\n", output, state);
  }
}

// The rates of a stage whose place has come.
static void put_ready(writer *w, int place)
{
  for (; w->nplace && w->place->after <= place; w->place++, w->nplace--) {
    int output = w->place->output;
    hold_plain(w, w->rates->at[output]);
    if (w->held[output]) dv_text_add(w->out, "  %s(%d, h%d);\n", w->rates->name, w->rates->at[output], output);
    else put_handed(w, w->rates, output);
  }
}

// The k-th operation in the order of the style; -1: no more.
static int in_order(const writer *w, int k)
{
  if (!w->style->order) return k < w->g->node.n ? k : -1;
  return k < w->style->n ? w->style->order[k] : -1;
}

static void put_phase(writer *w, int phase)
{
  int k = 0, first = phase * w->g->node.n;
  put_ready(w, phase == WITHIN ? -1 : first - 1);
  for (int i; (i = in_order(w, k)) >= 0; k++) {
    if (is_written(w, i, phase)) put_node(w, i);
    put_ready(w, phase == WITHIN ? -1 : first + k);
  }
}

// Where it gives up; the words are those within a loop, two places further in.
static void put_troubles(const writer *w, const dv_traced_function *f, int within)
{
  const char *text = w->style->words->loop.trouble + (within ? 0 : 2);
  for (int i = 0; i < f->troubles.n; i++) put_place(w->out, text, f->troubles.item[i]);
}

static void put_loop(writer *w, const dv_traced_function *f)
{
  const dv_trace_words *words = w->style->words;
  const char *type = words->loop.type;
  for (int i = 0; i < f->loop.n; i++) {
    dv_text_add(w->out, "  %s%sw%d = ", type ? type : "", type ? " " : "", node(w, f->loop.item[i].node)->a);
    put_argument(w, f->loop.item[i].first, 1);
    put_end(w, NULL, NULL);
  }
  for (int i = 0; type && i < w->g->node.n; i++)
    if (is_written(w, i, WITHIN)) dv_text_add(w->out, "  %s v%d;\n", is_truth(node(w, i)->op) ? "dv_bool" : type, i);
  put_place(w->out, words->loop.head, f->loop.most);
  put_phase(w, WITHIN);
  put_troubles(w, f, 1);
  put_words(w->out, words->loop.until, f->loop.most, f->loop.until);
  for (int i = 0; i < f->loop.n; i++) {
    dv_text_add(w->out, "    w%d = ", node(w, f->loop.item[i].node)->a);
    put_argument(w, f->loop.item[i].next, 1);
    put_end(w, NULL, NULL);
  }
  dv_text_add(w->out, "%s", words->loop.tail);
}

// A machine with loops has the pivots of its start, which rates depend on which; with others it gives up.
static void put_pivots(const writer *w, const dv_model *m)
{
  const double *start = dv_model_START(m) + m->nx;
  for (int i = 0; i < m->nd; i++)
    if (dv_engine_is_pivot(m, i)) put_words(w->out, w->style->words->pivot, i, (int)start[i]);
}

static int later(const void *a, const void *b)
{
  const struct place *p = a, *q = b;
  return p->after != q->after ? (p->after > q->after) - (p->after < q->after) : p->output - q->output;
}

// Place `at` reads node i: so it does its states, if i is one or is computed there of some.
static void note_reading(const writer *w, int i, int at, int *read)
{
  const dv_trace_node *k = node(w, i);
  const int arg[3] = {k->a, k->b, k->c}, count = dv_trace_arguments(k->op);
  int x = k->op == DV_T_INPUT ? k->a - 1 : -1;
  assert(count <= 3);
  if (x >= 0 && x < w->t->m->nx && at > read[x]) read[x] = at;
  for (int j = 0; is_again(w, i) && j < count; j++) note_reading(w, arg[j], at, read);
}

// A rate replaces its state: it stands behind its own operation and behind all that read the state. Not within a loop.
static void find_places(writer *w, dv_arena *a, const dv_traced_function *f)
{
  int n = w->g->node.n, *at = DV_TAKE(a, int, n + 1), *read = DV_TAKE(a, int, w->t->m->nx + 1);
  memset(read, -1, (size_t)w->t->m->nx * sizeof *read);
  for (int k = 0, i; (i = in_order(w, k)) >= 0; k++) {
    const dv_trace_node *o = node(w, i);
    const int arg[3] = {o->a, o->b, o->c};
    at[i] = w->phase[i] == WITHIN ? AFTER * n - 1 : w->phase[i] * n + k;
    for (int j = 0; j < dv_trace_arguments(o->op); j++) note_reading(w, arg[j], at[i], read);
  }
  for (int k = 0; k < f->loop.n; k++) {
    const dv_trace_node *g = node(w, f->loop.item[k].first);
    if (g->op == DV_T_INPUT && g->a > 0 && g->a <= w->t->m->nx) read[g->a - 1] = AFTER * n - 1;
  }
  w->rates = &f->array[0];
  w->held = DV_TAKE(a, int, w->rates->n + 1);
  w->place = DV_TAKE(a, struct place, w->rates->n + 1);
  w->nplace = w->rates->n;
  for (int i = 0; i < w->rates->n; i++) {
    int value = w->rates->node[i], op = node(w, value)->op, own = op == DV_T_CONST || op == DV_T_INPUT ? -1 : at[value];
    if (op == DV_T_VARIABLE) own = AFTER * n - 1;
    w->place[i] = (struct place){own > read[w->rates->at[i]] ? own : read[w->rates->at[i]], i};
  }
  qsort(w->place, (size_t)w->nplace, sizeof *w->place, later);
}

void dv_trace_body(dv_arena *a, const dv_traced_machine *t, const dv_traced_function *f, const dv_trace_style *style,
                   dv_text *out)
{
  int n = t->graph->node.n;
  writer w = {.g = t->graph, .out = out, .live = dv_trace_live(a, t->graph, f), .style = style, .t = t};
  w.done = DV_TAKE(a, char, n);
  w.partner = DV_TAKE(a, int, n);
  w.first = DV_TAKE(a, int, n);
  w.sought = DV_TAKE(a, char, t->graph->pick.n + 1);
  pair_turns(&w, a);
  find_phases(&w, a, f);
  if (style->stage) find_places(&w, a, f);
  if (f->pivots) put_pivots(&w, t->m);
  put_inputs(&w, t);
  put_turns(&w);
  put_phase(&w, BEFORE);
  if (uses_loop(f, w.live)) put_loop(&w, f);
  put_phase(&w, AFTER);
  if (!f->loop.n) put_troubles(&w, f, 0);
  put_ready(&w, 3 * n);
  for (int k = 0; k < f->narray && !style->stage; k++) put_outputs(&w, t->m, &f->array[k]);
  if (f->pivots) dv_text_add(out, "%s", style->words->good);
}
