// live_order.c: a search for an order of operations with few live values.
//
// Operations are written depth first from the outputs: what an output needs stands just before it. Two things are left open: in
// which order the outputs come, and which argument of an operation comes first. Both are ranks; a random change of a few ranks
// is kept if it does not cost more (hill climbing, with a generator of its own: the same machine gives the same order).
// The cost is the sum over all operations of the values that live there beyond the registers: what would be spilled.
// A last pass lets operations that are ready overtake those that would wait.
#include "graph/live_order.h"
#include "graph/source.h"

#include "base/random_stream.h"

#include <string.h>

enum {
  WORK = 40000000,  // operations that the search may visit
  CHANGES = 5,      // ranks that change at once
  LATENCY = 8,      // operations until a result can be used
  WINDOW = 2000,    // operations that may pass another
  CROWDED = 100,    // live values beyond which none is added ahead of its time
};

typedef struct {
  int *ready, *uses;  // [node] when it can be used, -1: not computed; uses that are still to come
  char *gone;         // [n] 1: this place of the old order is done
  int first, live;    // first place that is not; values that live
} pipe;

typedef struct {
  const dv_graph *g;
  const char *again;  // [node] 1: computed wherever it is used
  int n, nout, registers;
  int *out;     // [nout] nodes to be had, in the order of `first`
  int *rank;    // [node] of two arguments the one of higher rank comes first
  int *node;    // [n] the computed nodes, as they were made
  int *order;   // [n] under construction
  int *last;    // [node] place in the order of its last use
  int *ending;  // [n] values that end at a place
  int *stack;   // [2 node]
  char *seen;   // [node]
  uint64_t random;
} search;

static int is_computed(const search *s, int i)
{
  int op = s->g->node.item[i].op;
  return op != DV_T_CONST && op != DV_T_INPUT && op != DV_T_VARIABLE && !s->again[i];
}

// Its arguments that are computed, lowest rank first.
static int arguments(const search *s, int i, int *arg)
{
  const dv_trace_node *k = &s->g->node.item[i];
  const int all[3] = {k->a, k->b, k->c};
  int n = 0;
  for (int j = 0; j < dv_trace_arguments(k->op); j++) {
    if (!is_computed(s, all[j])) continue;
    int at = n++;
    for (; at > 0 && s->rank[arg[at - 1]] > s->rank[all[j]]; at--) arg[at] = arg[at - 1];
    arg[at] = all[j];
  }
  return n;
}

// Depth first: a node is taken from the stack twice, before and after its arguments (~node).
static int visit(search *s, int from, int n)
{
  int top = 0, arg[3];
  s->stack[top++] = from;
  while (top) {
    int i = s->stack[--top];
    if (i < 0) {
      s->order[n++] = ~i;
      continue;
    }
    if (s->seen[i]) continue;
    s->seen[i] = 1;
    s->stack[top++] = ~i;
    for (int k = 0, most = arguments(s, i, arg); k < most; k++) s->stack[top++] = arg[k];
  }
  return n;
}

static void arrange(search *s)
{
  int n = 0;
  memset(s->seen, 0, (size_t)s->g->node.n);
  for (int i = 0; i < s->nout; i++) n = visit(s, s->out[i], n);
}

// Values that live while the k-th operation is done, summed up beyond the registers; *most: the largest number.
static long cost(search *s, int *most)
{
  int live = 0, arg[3];
  long sum = 0;
  *most = 0;
  memset(s->ending, 0, (size_t)s->n * sizeof *s->ending);
  for (int k = 0; k < s->n; k++) {
    s->last[s->order[k]] = k;
    for (int j = 0, n = arguments(s, s->order[k], arg); j < n; j++) s->last[arg[j]] = k;
  }
  for (int k = 0; k < s->n; k++) s->ending[s->last[s->order[k]]]++;
  for (int k = 0; k < s->n; k++) {
    live++;
    if (live > *most) *most = live;
    if (live > s->registers) sum += live - s->registers;
    live -= s->ending[k];
  }
  return sum;
}

static int draw(search *s, int below) { return (int)((dv_random_bits(&s->random) >> 33) % (uint64_t)below); }

// Outputs and what the loop needs, once each.
static void take_outputs(search *s, const dv_traced_function *f)
{
  const dv_graph *g = s->g;
  memset(s->seen, 0, (size_t)g->node.n);
#define TAKE(i)                                                                                                                  \
  if (is_computed(s, i) && !s->seen[i]) s->out[s->nout++] = i, s->seen[i] = 1
  for (int i = 0; i < f->loop.n; i++) {
    TAKE(f->loop.item[i].first);
    TAKE(f->loop.item[i].next);
  }
  if (f->loop.n) TAKE(f->loop.until);
  for (int i = 0; i < f->troubles.n; i++) TAKE(f->troubles.item[i]);
  for (int k = 0; k < f->narray; k++)
    for (int i = 0; i < f->array[k].n; i++) TAKE(f->array[k].node[i]);
#undef TAKE
}

// Deep arguments come first: what they leave behind is one value.
static void rank_by_depth(search *s)
{
  for (int i = 0; i < s->g->node.n; i++) {
    const dv_trace_node *k = &s->g->node.item[i];
    const int all[3] = {k->a, k->b, k->c};
    for (int j = 0; j < dv_trace_arguments(k->op); j++)
      if (s->rank[all[j]] >= s->rank[i]) s->rank[i] = s->rank[all[j]] + 1;
  }
}

static void move_output(search *s, int from, int to)
{
  int out = s->out[from], step = from < to ? 1 : -1;
  for (int i = from; i != to; i += step) s->out[i] = s->out[i + step];
  s->out[to] = out;
}

static void climb(search *s, int deepest)
{
  int most, at[CHANGES], was[CHANGES];
  arrange(s);
  long best = cost(s, &most);
  for (int turn = WORK / (s->n + 1); turn > 0 && best; turn--) {
    int from = draw(s, s->nout), to = draw(s, s->nout), output = draw(s, 2);
    if (output) move_output(s, from, to);
    for (int i = 0; i < CHANGES && !output; i++) {
      at[i] = s->node[draw(s, s->n)], was[i] = s->rank[at[i]];
      s->rank[at[i]] = draw(s, deepest + 1);
    }
    arrange(s);
    long now = cost(s, &most);
    if (now <= best) {
      best = now;
      continue;
    }
    if (output) move_output(s, to, from);
    for (int i = CHANGES - 1; i >= 0 && !output; i--) s->rank[at[i]] = was[i];
  }
  arrange(s);
}

// How many of its arguments are used for the last time by the node; -1: one of them is not computed yet. *when: they are ready.
static int last_uses(const search *s, const pipe *p, int node, int *when)
{
  int arg[3], n = arguments(s, node, arg), last = 0;
  *when = 0;
  for (int j = 0; j < n; j++) {
    if (p->ready[arg[j]] < 0) return -1;
    if (p->ready[arg[j]] > *when) *when = p->ready[arg[j]];
    last += p->uses[arg[j]] == 1;
  }
  return last;
}

// The first operation in the order that need not wait and adds no value where many live; else the first that can be done.
static int choose(const search *s, const pipe *p, int now)
{
  int possible = -1, when;
  for (int k = p->first; k < s->n && k < p->first + WINDOW; k++) {
    int last = p->gone[k] ? -1 : last_uses(s, p, s->order[k], &when);
    if (last < 0) continue;
    if (possible < 0) possible = k;
    if (when <= now && (k == p->first || p->live < CROWDED || last > 0)) return k;
  }
  return possible;
}

// Neighbours of a depth-first order wait for each other, and a thread that waits is slow. So an operation whose arguments are
// still under way lets later ones pass, as long as few values live.
static void interleave(search *s, dv_arena *a)
{
  size_t all = (size_t)s->g->node.n + 1;
  pipe p = {DV_TAKE(a, int, all), DV_TAKE(a, int, all), DV_TAKE(a, char, (size_t)s->n + 1), 0, 0};
  int *order = DV_TAKE(a, int, (size_t)s->n + 1), arg[3];
  memset(p.ready, -1, all * sizeof *p.ready);
  for (int k = 0; k < s->n; k++)
    for (int j = 0, n = arguments(s, s->order[k], arg); j < n; j++) p.uses[arg[j]]++;
  for (int now = 0; now < s->n; now++) {
    while (p.gone[p.first]) p.first++;
    int k = choose(s, &p, now), node = s->order[k], n = arguments(s, node, arg);
    for (int j = 0; j < n; j++) p.live -= --p.uses[arg[j]] == 0;
    p.live += p.uses[node] > 0;
    p.ready[node] = now + LATENCY;
    p.gone[k] = 1;
    order[now] = node;
  }
  memcpy(s->order, order, (size_t)s->n * sizeof *order);
}

static search new_search(dv_arena *a, const dv_graph *g, const char *again, int n, int registers)
{
  size_t all = (size_t)g->node.n + 1;
  return (search){.g = g,
                  .again = again,
                  .registers = registers,
                  .out = DV_TAKE(a, int, all),
                  .rank = DV_TAKE(a, int, all),
                  .node = DV_TAKE(a, int, all),
                  .order = DV_TAKE(a, int, (size_t)n + 1),
                  .last = DV_TAKE(a, int, all),
                  .ending = DV_TAKE(a, int, (size_t)n + 1),
                  .stack = DV_TAKE(a, int, 4 * all),
                  .seen = DV_TAKE(a, char, all),
                  .n = n,
                  .random = 1};
}

const int *dv_trace_order(dv_arena *a, const dv_graph *g, const dv_traced_function *f, int registers, int seed, const char *again,
                          int *n)
{
  const char *live = dv_trace_live(a, g, f);
  search s = new_search(a, g, again, g->node.n, registers);
  int deepest = 0;
  s.n = 0;
  s.random = (uint64_t)seed;
  for (int i = 0; i < g->node.n; i++)
    if (live[i] && is_computed(&s, i)) s.node[s.n++] = i;
  take_outputs(&s, f);
  rank_by_depth(&s);
  for (int i = 0; i < s.n; i++)
    if (s.rank[s.node[i]] > deepest) deepest = s.rank[s.node[i]];
  if (s.n) climb(&s, deepest);
  if (s.n) interleave(&s, a);
  *n = s.n;
  return s.order;
}

int dv_trace_most_live(dv_arena *a, const dv_graph *g, const char *again, const int *order, int n)
{
  search s = new_search(a, g, again, n, 0);
  int most;
  memcpy(s.order, order, (size_t)n * sizeof *order);
  cost(&s, &most);
  return most;
}
