// graph_layout.c: which orders a program has, in which order, and where their values are: places are given back after their last
// use, so that the values stay near.
//
// A product that goes into one sum alone is no order of its own: the sum takes both. Sums, products and signs are all w + u v or
// w - u v, so that runs of equal orders are long: u = 1 where nothing is multiplied, w = -0 where nothing is added, which leaves
// every number as it is.
#include "graph/graph_order.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Orders are sorted within stretches: longer ones have longer runs of equal orders, but more values at a time. Runs are worth
// more.
enum { W = DV_PROGRAM_WIDTH, STRETCH = 1 << 14, BYTES = sizeof(double) };

typedef struct {
  dv_arena *arena;
  const dv_graph *g;
  const dv_trace_loop *loop;
  int fixed;
  char *live, *phase, *taken;         // [node] taken: 1: a product that its sum takes
  int *last, *place;                  // [node] of its last use in the order of computing; where it is, -1: nowhere yet
  int *uses;                          // [node]
  int *free[2], nfree[2], places[2];  // of what is fixed, of the seeds
  int *list, n, nrun;                 // nodes in the order of computing; runs of equal ones
  int one, nothing[2], zero;          // places: of 1 among what is fixed, of -0 among both, of 0 among the seeds
} layout;

enum { ONE = -1, NOTHING = -2 };  // stand for nodes

static int is_seeded(const layout *l, int i) { return l->phase[i] == DV_SEEDED; }

static int is_made(const layout *l, int i)
{
  int op = l->g->node.item[i].op;
  return l->live[i] && !l->taken[i] && op != DV_T_CONST && op != DV_T_INPUT && op != DV_T_VARIABLE;
}

static void spread(const dv_graph *g, char *live)
{
  for (int i = g->node.n - 1; i >= 0; i--) {
    const dv_trace_node *n = &g->node.item[i];
    const int arg[] = {n->a, n->b, n->c};
    for (int k = 0; live[i] && k < dv_trace_arguments(n->op); k++) live[arg[k]] = 1;
  }
}

static int uses_loop(const layout *l)
{
  int uses = 0;
  for (int i = 0; i < l->loop->n; i++) uses |= l->live[l->loop->item[i].node];
  return uses;
}

// What the loop needs.
static void find_within(layout *l, char *within)
{
  const dv_graph *g = l->g;
  within[l->loop->until] = 1;
  for (int i = 0; i < l->loop->n; i++) within[l->loop->item[i].next] = 1;
  spread(g, within);
  for (int i = 0; i < l->loop->n; i++) l->live[l->loop->item[i].first] = 1;
  for (int i = 0; i < g->node.n; i++) l->live[i] |= within[i];
  spread(g, l->live);
}

// What depends on the variables is repeated if the loop needs it, and comes behind it if not.
static void find_phases(layout *l)
{
  const dv_graph *g = l->g;
  char *within = DV_TAKE(l->arena, char, g->node.n);
  if (l->loop->n) find_within(l, within);
  for (int i = 0; i < g->node.n; i++) {
    const dv_trace_node *n = &g->node.item[i];
    const int arg[] = {n->a, n->b, n->c};
    int moved = n->op == DV_T_VARIABLE, seeded = n->op == DV_T_INPUT && n->a >= l->fixed;
    for (int k = 0; k < dv_trace_arguments(n->op); k++) {
      moved |= l->phase[arg[k]] != DV_BEFORE;
      seeded |= is_seeded(l, arg[k]);
    }
    l->phase[i] = (char)(seeded ? DV_SEEDED : !moved ? DV_BEFORE : within[i] ? DV_WITHIN : DV_BEHIND);
  }
}

// Of something fixed and a seed, or of what is fixed.
static int is_product(const layout *l, int i)
{
  const dv_trace_node *n = &l->g->node.item[i];
  return n->op == DV_T_MUL && !(is_seeded(l, n->a) && is_seeded(l, n->b));
}

static int is_zero(const layout *l, int i)
{
  const dv_trace_node *n = &l->g->node.item[i];
  return n->op == DV_T_CONST && n->value == 0 && !signbit(n->value);
}

// That nothing else reads, in this phase.
static int is_own_product(const layout *l, int i, int phase)
{
  return is_product(l, i) && l->uses[i] == 1 && l->phase[i] == phase;
}

// A product or nothing, by something fixed.
static int is_gate(const layout *l, int i)
{
  const dv_trace_node *n = &l->g->node.item[i];
  return n->op == DV_T_SELECT && is_seeded(l, i) && !is_seeded(l, n->a) && is_zero(l, n->c) && is_own_product(l, n->b, DV_SEEDED);
}

// Which argument of a sum or a gate is a product that it takes: 0, 1, or -1.
static int takes(const layout *l, int i)
{
  const dv_trace_node *n = &l->g->node.item[i];
  if (is_gate(l, i)) return 1;
  if ((n->op != DV_T_ADD && n->op != DV_T_SUB) || is_seeded(l, n->a) != is_seeded(l, n->b)) return -1;
  return is_own_product(l, n->b, l->phase[i]) ? 1 : is_own_product(l, n->a, l->phase[i]) ? 0 : -1;
}

static void find_taken(layout *l, const int *node, int n)
{
  for (int i = 0; i < n; i++) l->uses[node[i]] += 2;
  for (int i = 0; i < l->loop->n; i++) {
    const dv_trace_turn *t = &l->loop->item[i];
    l->uses[t->first] += 2, l->uses[t->next] += 2;
  }
  for (int i = 0; i < l->g->node.n; i++) {
    const dv_trace_node *x = &l->g->node.item[i];
    const int arg[] = {x->a, x->b, x->c};
    for (int k = 0; l->live[i] && k < dv_trace_arguments(x->op); k++) l->uses[arg[k]]++;
  }
  for (int i = 0; i < l->g->node.n; i++) {
    int which = l->live[i] ? takes(l, i) : -1;
    if (which >= 0) l->taken[which ? l->g->node.item[i].b : l->g->node.item[i].a] = 1;
  }
}

typedef struct {
  int op, n, node[3];
} reading;

static reading linear(int op, int u, int v, int w)
{
  return (reading){
      op, 3, {u, v, w}
  };
}

// A product and what goes with it; what is fixed comes first.
static reading read_product(const layout *l, int op, int product, int w)
{
  const dv_trace_node *x = &l->g->node.item[product];
  int swap = is_seeded(l, x->a);
  return linear(op, swap ? x->b : x->a, swap ? x->a : x->b, w);
}

static reading read_plain(const layout *l, int i)
{
  const dv_trace_node *x = &l->g->node.item[i];
  reading r = {
      x->op, dv_trace_arguments(x->op), {x->a, x->b, x->c}
  };
  int fixed = 0;
  assert(r.n <= 3);
  for (int k = 0; k < r.n; k++) fixed += !is_seeded(l, r.node[k]);
  if (is_seeded(l, i) && x->op == DV_T_SELECT && !is_seeded(l, x->a)) r.op = DV_ORDER_CHOICE;
  else if (is_seeded(l, i) && fixed) r.op += DV_ORDER_MIXED;
  else if (x->op == DV_T_ADD) r = linear(DV_ORDER_SCALED_SUM, ONE, x->b, x->a);
  else if (x->op == DV_T_SUB) r = linear(DV_ORDER_SCALED_LESS, ONE, x->b, x->a);
  else if (x->op == DV_T_NEG) r = linear(DV_ORDER_SCALED_LESS, ONE, x->a, NOTHING);
  return r;
}

// What an order reads.
static reading read_of(const layout *l, int i)
{
  const dv_trace_node *x = &l->g->node.item[i];
  int which = takes(l, i);
  if (which < 0) return is_product(l, i) ? read_product(l, DV_ORDER_SCALED_SUM, i, NOTHING) : read_plain(l, i);
  if (x->op == DV_T_SELECT) return read_product(l, DV_ORDER_GATE, x->b, x->a);
  int op = x->op == DV_T_ADD ? DV_ORDER_SCALED_SUM : which ? DV_ORDER_SCALED_LESS : DV_ORDER_SCALED_FROM;
  return read_product(l, op, which ? x->b : x->a, which ? x->a : x->b);
}

// Nodes that are ready, by operation, and which nodes wait for which.
typedef struct {
  int *ready[DV_ORDERS], nready[DV_ORDERS];
  int *waits;                // [node] for how many nodes it waits
  int *first, *next, *user;  // lists of the nodes that wait for a node; edge 0 is none
  int nedge;
} queue;

static queue *new_queue(const layout *l)
{
  int nodes = l->g->node.n;
  queue *q = DV_TAKE(l->arena, queue, 1);
  q->waits = DV_TAKE(l->arena, int, nodes), q->first = DV_TAKE(l->arena, int, nodes);
  q->next = DV_TAKE(l->arena, int, 3 * nodes + 1), q->user = DV_TAKE(l->arena, int, 3 * nodes + 1);
  for (int i = 0; i < nodes; i++) q->waits[i] = -1;
  return q;
}

static void put_ready(const layout *l, queue *q, int i)
{
  int op = read_of(l, i).op;
  if (!q->ready[op]) q->ready[op] = DV_TAKE(l->arena, int, STRETCH);
  q->ready[op][q->nready[op]++] = i;
}

// The next nodes of a phase from *at on, a stretch of them; 0: there are none left.
static int line_up(const layout *l, queue *q, int phase, int *at)
{
  int count = 0;
  for (; *at < l->g->node.n && count < STRETCH; ++*at) {
    int i = *at;
    if (!is_made(l, i) || l->phase[i] != phase) continue;
    reading r = read_of(l, i);
    q->waits[i] = 0;
    for (int k = 0; k < r.n; k++) {
      int on = r.node[k];
      if (on < 0 || q->waits[on] < 0) continue;
      q->user[++q->nedge] = i, q->next[q->nedge] = q->first[on], q->first[on] = q->nedge;
      q->waits[i]++;
    }
    if (!q->waits[i]) put_ready(l, q, i);
    count++;
  }
  return count;
}

static int fullest(const queue *q)
{
  int best = 0;
  for (int op = 1; op < DV_ORDERS; op++)
    if (q->nready[op] > q->nready[best]) best = op;
  return q->nready[best] ? best : -1;
}

// As many equal orders side by side as are ready: they do not wait for each other.
static void list_ready(layout *l, dv_program *p, queue *q)
{
  for (int op; (op = fullest(q)) >= 0;) {
    int n = q->nready[op], from = l->n;
    memcpy(l->list + from, q->ready[op], (size_t)n * sizeof(int));
    l->n += n, q->nready[op] = 0;
    p->run[l->nrun++] = (dv_order_run){op, from, l->n};
    for (int k = from; k < l->n; k++) {
      q->waits[l->list[k]] = -1;
      for (int e = q->first[l->list[k]]; e; e = q->next[e])
        if (!--q->waits[q->user[e]]) put_ready(l, q, q->user[e]);
    }
  }
}

static void list_phase(layout *l, dv_program *p, int phase)
{
  queue *q = new_queue(l);
  int at = 0;
  p->phase[phase] = l->nrun;
  while (line_up(l, q, phase, &at)) list_ready(l, p, q);
  p->phase[phase + 1] = l->nrun;
}

// What the loop reads from before stays until its end; what the seeds read, outputs, variables and what they become stay for
// ever.
static void find_last(layout *l, const int *node, int n, int first, int after)
{
  for (int k = 0; k < l->n; k++) {
    reading r = read_of(l, l->list[k]);
    for (int i = 0; i < r.n; i++) {
      if (r.node[i] < 0) continue;
      int outside = k >= first && k < after && l->phase[r.node[i]] != DV_WITHIN;
      int until = is_seeded(l, l->list[k]) && !is_seeded(l, r.node[i]) ? l->n : outside ? after : k;
      if (l->last[r.node[i]] < until) l->last[r.node[i]] = until;
    }
  }
  for (int i = 0; i < n; i++) l->last[node[i]] = l->n;
  for (int i = 0; i < l->loop->n; i++) {
    const dv_trace_turn *t = &l->loop->item[i];
    l->last[t->node] = l->last[t->first] = l->last[t->next] = l->n;
  }
  if (l->loop->n) l->last[l->loop->until] = l->n;
}

static int take_place(layout *l, int seeded)
{
  return l->nfree[seeded] ? l->free[seeded][--l->nfree[seeded]] : l->places[seeded]++;
}

// Where a node is, as an order for seeds or a fixed one sees it.
static int seen(const layout *l, int node, int seeded)
{
  if (!seeded) return node == ONE ? l->one : node == NOTHING ? l->nothing[0] : l->place[node];
  if (node == NOTHING) return l->nothing[1] * W * BYTES;
  if (node == ONE || !is_seeded(l, node)) return ~((node == ONE ? l->one : l->place[node]) * BYTES);
  return l->place[node] * W * BYTES;
}

// Its result has a place.
static dv_order order_of(const layout *l, int i)
{
  reading r = read_of(l, i);
  int seeded = is_seeded(l, i), at[3] = {0, 0, 0};
  for (int k = 0; k < r.n; k++) at[k] = seen(l, r.node[k], seeded);
  for (int k = 1; k < 3 && r.op == DV_ORDER_CHOICE; k++)
    if (is_zero(l, r.node[k])) at[k] = l->zero * W * BYTES;
  return (dv_order){seen(l, i, seeded), at[0], at[1], r.op == DV_T_PICK ? l->g->node.item[i].c : at[2]};
}

// head: lists of nodes by the order after which they are free.
static void lay_out(layout *l, dv_program *p)
{
  int *head = DV_TAKE(l->arena, int, l->n + 1), *link = DV_TAKE(l->arena, int, l->g->node.n);
  for (int k = 0; k <= l->n; k++) head[k] = -1;
  for (int i = 0; i < l->g->node.n; i++)
    if (is_made(l, i)) link[i] = head[l->last[i]], head[l->last[i]] = i;
  for (int k = 0; k < l->n; k++) {
    l->place[l->list[k]] = take_place(l, is_seeded(l, l->list[k]));
    p->item[k] = order_of(l, l->list[k]);
    for (int i = head[k]; i >= 0; i = link[i]) {
      int seeded = is_seeded(l, i);
      l->free[seeded][l->nfree[seeded]++] = l->place[i];
    }
  }
}

// Inputs, constants and variables have places of their own.
static void settle(layout *l, dv_program *p)
{
  l->places[0] = l->fixed, l->places[1] = p->inputs;
  for (int i = 0; i < l->g->node.n; i++) {
    const dv_trace_node *n = &l->g->node.item[i];
    l->place[i] = n->op != DV_T_INPUT ? -1 : n->a < l->fixed ? n->a : n->a - l->fixed;
    if (l->live[i] && (n->op == DV_T_CONST || n->op == DV_T_VARIABLE)) l->place[i] = l->places[0]++;
  }
  l->one = l->places[0]++, l->zero = l->places[1]++;
  for (int k = 0; k < 2; k++) l->nothing[k] = l->places[k]++;
}

static int count_inputs(const dv_graph *g)
{
  int most = 0;
  for (int i = 0; i < g->node.n; i++)
    if (g->node.item[i].op == DV_T_INPUT && g->node.item[i].a >= most) most = g->node.item[i].a + 1;
  return most;
}

static void put_turns(layout *l, dv_program *p)
{
  p->nturn = l->loop->n, p->most = l->loop->most, p->until = l->place[l->loop->until];
  p->turn = DV_TAKE(l->arena, dv_order, p->nturn);
  for (int i = 0; i < p->nturn; i++) {
    const dv_trace_turn *t = &l->loop->item[i];
    p->turn[i] = (dv_order){.to = l->place[t->node], .a = l->place[t->first], .b = l->place[t->next]};
  }
}

static void put_values(const layout *l, dv_program *p)
{
  p->places = l->places[0] + 1;
  p->value = DV_TAKE(l->arena, double, p->places);
  p->next = DV_TAKE(l->arena, double, p->nturn + 1);
  p->seeded = DV_TAKE(l->arena, double, (size_t)(l->places[1] + 1) * W);
  for (int i = 0; i < l->g->node.n; i++)
    if (l->live[i] && l->g->node.item[i].op == DV_T_CONST) p->value[l->place[i]] = l->g->node.item[i].value;
  p->value[l->one] = 1, p->value[l->nothing[0]] = -0.0;
  for (int i = 0; i < W; i++) p->seeded[l->nothing[1] * W + i] = -0.0;
}

static void list_all(layout *l, dv_program *p, int *first, int *after)
{
  p->run = DV_TAKE(l->arena, dv_order_run, l->g->node.n + 1);
  list_phase(l, p, DV_BEFORE);
  *first = l->n;
  list_phase(l, p, DV_WITHIN);
  *after = l->n;
  list_phase(l, p, DV_BEHIND);
  list_phase(l, p, DV_SEEDED);
  p->n = l->n;
}

dv_program *dv_program_new(dv_arena *a, const dv_graph *g, const int *node, int n, const dv_trace_loop *loop, int fixed)
{
  static const dv_trace_loop none = {0};
  dv_program *p = DV_TAKE(a, dv_program, 1);
  int nodes = g->node.n, inputs = count_inputs(g), first, after;
  layout l = {
      .arena = a, .g = g, .loop = loop, .fixed = fixed, .live = DV_TAKE(a, char, nodes), .phase = DV_TAKE(a, char, nodes)};
  l.last = DV_TAKE(a, int, nodes), l.place = DV_TAKE(a, int, nodes), l.list = DV_TAKE(a, int, nodes);
  l.uses = DV_TAKE(a, int, nodes), l.taken = DV_TAKE(a, char, nodes);
  for (int k = 0; k < 2; k++) l.free[k] = DV_TAKE(a, int, nodes);
  for (int i = 0; i < n; i++) l.live[node[i]] = 1;
  memset(l.phase, DV_BEFORE, (size_t)nodes);
  spread(g, l.live);
  if (!uses_loop(&l)) l.loop = &none;
  find_phases(&l);
  find_taken(&l, node, n);
  list_all(&l, p, &first, &after);
  find_last(&l, node, n, first, after);
  p->g = g, p->nout = n, p->fixed = fixed, p->inputs = inputs > fixed ? inputs - fixed : 0, p->vary = dv_vary_widest();
  settle(&l, p);
  p->item = DV_TAKE(a, dv_order, l.n + 1);
  lay_out(&l, p);
  if (l.loop->n) put_turns(&l, p);
  put_values(&l, p);
  p->out = DV_TAKE(a, int, n + 1);
  for (int i = 0; i < n; i++) p->out[i] = is_seeded(&l, node[i]) ? l.place[node[i]] : ~l.place[node[i]];
  return p;
}
