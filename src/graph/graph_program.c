// graph_program.c: places are given back after their last use, so that the values stay near.
#include "graph/graph_program.h"

#include "davit/real.h"

#include <string.h>

enum { W = DV_PROGRAM_WIDTH, BEFORE, WITHIN, AFTER };

typedef struct {
  int op, to, a, b, c;  // places
} order;

struct dv_program {
  const dv_graph *g;
  order *item;
  int n, inputs, first, after;  // orders [first, after) are repeated
  int nturn, until, most;
  order *turn;  // to: the variable's place, a: where it begins, b: what it becomes
  int *out;     // [nout] places
  int nout;
  double *value, *next;  // [places][W], [nturn][W]
};

typedef struct {
  dv_arena *arena;
  const dv_graph *g;
  const dv_trace_loop *loop;
  char *live, *phase;  // [node]
  int *last, *place;   // [node] of its last use in the order of computing; where it is, -1: nowhere yet
  int *free, nfree, places;
  int *list, n;  // nodes in the order of computing
} layout;

static int is_made(const layout *l, int i)
{
  int op = l->g->node.item[i].op;
  return l->live[i] && op != DV_T_CONST && op != DV_T_INPUT && op != DV_T_VARIABLE;
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

// What depends on the variables is repeated if the loop needs it, and comes behind it if not.
static void find_phases(layout *l)
{
  const dv_graph *g = l->g;
  char *within = DV_TAKE(l->arena, char, g->node.n);
  within[l->loop->until] = 1;
  for (int i = 0; i < l->loop->n; i++) within[l->loop->item[i].next] = 1;
  spread(g, within);
  for (int i = 0; i < l->loop->n; i++) l->live[l->loop->item[i].first] = 1;
  for (int i = 0; i < g->node.n; i++) l->live[i] |= within[i];
  spread(g, l->live);
  for (int i = 0; i < g->node.n; i++) {
    const dv_trace_node *n = &g->node.item[i];
    const int arg[] = {n->a, n->b, n->c};
    int moved = n->op == DV_T_VARIABLE;
    for (int k = 0; k < dv_trace_arguments(n->op); k++) moved |= l->phase[arg[k]] != BEFORE;
    l->phase[i] = (char)(!moved ? BEFORE : within[i] ? WITHIN : AFTER);
  }
}

static void list_phase(layout *l, int phase)
{
  for (int i = 0; i < l->g->node.n; i++)
    if (is_made(l, i) && l->phase[i] == phase) l->list[l->n++] = i;
}

// What the loop reads from before stays until its end; outputs, variables and what they become stay for ever.
static void find_last(layout *l, const int *node, int n, int first, int after)
{
  for (int k = 0; k < l->n; k++) {
    const dv_trace_node *x = &l->g->node.item[l->list[k]];
    const int arg[] = {x->a, x->b, x->c};
    for (int i = 0; i < dv_trace_arguments(x->op); i++) {
      int outside = k >= first && k < after && l->phase[arg[i]] != WITHIN;
      int until = outside ? after : k;
      if (l->last[arg[i]] < until) l->last[arg[i]] = until;
    }
  }
  for (int i = 0; i < n; i++) l->last[node[i]] = l->n;
  for (int i = 0; i < l->loop->n; i++) {
    const dv_trace_turn *t = &l->loop->item[i];
    l->last[t->node] = l->last[t->first] = l->last[t->next] = l->n;
  }
  if (l->loop->n) l->last[l->loop->until] = l->n;
}

static int take_place(layout *l) { return l->nfree ? l->free[--l->nfree] : l->places++; }

static order order_of(const layout *l, int i)
{
  const dv_trace_node *n = &l->g->node.item[i];
  int m = dv_trace_arguments(n->op);
  order o = {.op = n->op, .to = -1, .a = m > 0 ? l->place[n->a] : 0, .b = m > 1 ? l->place[n->b] : 0};
  o.c = m > 2 ? l->place[n->c] : n->op == DV_T_PICK ? n->c : 0;
  return o;
}

// dying: lists of nodes by the order after which they are free.
static void lay_out(layout *l, dv_program *p)
{
  int *head = DV_TAKE(l->arena, int, l->n + 1), *link = DV_TAKE(l->arena, int, l->g->node.n);
  for (int k = 0; k <= l->n; k++) head[k] = -1;
  for (int i = 0; i < l->g->node.n; i++)
    if (is_made(l, i)) link[i] = head[l->last[i]], head[l->last[i]] = i;
  for (int k = 0; k < l->n; k++) {
    order o = order_of(l, l->list[k]);
    o.to = l->place[l->list[k]] = take_place(l);
    p->item[k] = o;
    for (int i = head[k]; i >= 0; i = link[i]) l->free[l->nfree++] = l->place[i];
  }
}

// Inputs, constants and variables have places of their own.
static void settle(layout *l, int inputs)
{
  l->places = inputs;
  for (int i = 0; i < l->g->node.n; i++) {
    int op = l->g->node.item[i].op;
    l->place[i] = op == DV_T_INPUT ? l->g->node.item[i].a : -1;
    if (l->live[i] && (op == DV_T_CONST || op == DV_T_VARIABLE)) l->place[i] = l->places++;
  }
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
  p->turn = DV_TAKE(l->arena, order, p->nturn);
  for (int i = 0; i < p->nturn; i++) {
    const dv_trace_turn *t = &l->loop->item[i];
    p->turn[i] = (order){.to = l->place[t->node], .a = l->place[t->first], .b = l->place[t->next]};
  }
}

static void put_values(const layout *l, dv_program *p)
{
  p->value = DV_TAKE(l->arena, double, (size_t)l->places *W);
  p->next = DV_TAKE(l->arena, double, (size_t)p->nturn *W + 1);
  for (int i = 0; i < l->g->node.n; i++)
    for (int k = 0; k < W && l->live[i] && l->g->node.item[i].op == DV_T_CONST; k++)
      p->value[l->place[i] * W + k] = l->g->node.item[i].value;
}

dv_program *dv_program_new(dv_arena *a, const dv_graph *g, const int *node, int n, const dv_trace_loop *loop)
{
  static const dv_trace_loop none = {0};
  dv_program *p = DV_TAKE(a, dv_program, 1);
  int nodes = g->node.n;
  layout l = {.arena = a, .g = g, .loop = loop, .live = DV_TAKE(a, char, nodes), .phase = DV_TAKE(a, char, nodes)};
  l.last = DV_TAKE(a, int, nodes), l.place = DV_TAKE(a, int, nodes), l.free = DV_TAKE(a, int, nodes);
  for (int i = 0; i < n; i++) l.live[node[i]] = 1;
  memset(l.phase, BEFORE, (size_t)nodes);
  spread(g, l.live);
  if (uses_loop(&l)) find_phases(&l);
  else l.loop = &none;
  l.list = DV_TAKE(a, int, nodes);
  list_phase(&l, BEFORE);
  p->first = l.n;
  list_phase(&l, WITHIN);
  p->after = l.n;
  list_phase(&l, AFTER);
  find_last(&l, node, n, p->first, p->after);
  p->g = g, p->n = l.n, p->nout = n, p->inputs = count_inputs(g);
  settle(&l, p->inputs);
  p->item = DV_TAKE(a, order, l.n + 1);
  lay_out(&l, p);
  if (l.loop->n) put_turns(&l, p);
  put_values(&l, p);
  p->out = DV_TAKE(a, int, n + 1);
  for (int i = 0; i < n; i++) p->out[i] = l.place[node[i]];
  return p;
}

int dv_program_orders(const dv_program *p) { return p->n; }

// The column of the row for t, or of the next (source.c writes the same).
static double pick(const dv_trace_pick *p, double t)
{
  int lo = 0, hi = p->rows - 1;
  while (hi - lo > 1) {
    int mid = (lo + hi) / 2;
    if (p->table[mid * p->stride] <= t) lo = mid;
    else hi = mid;
  }
  return p->table[(lo + p->next) * p->stride + p->column];
}

static void look_up(const dv_program *p, const order *o)
{
  for (int i = 0; i < W; i++) p->value[o->to * W + i] = pick(&p->g->pick.item[o->c], p->value[o->a * W + i]);
}

static void obey(const dv_program *p, const order *o)
{
  double *to = p->value + o->to * W;
  const double *x = p->value + o->a * W, *y = p->value + o->b * W, *z = p->value + o->c * W;
  switch (o->op) {
#define OP(name, n, text, result, da, db, dc)                                                                                    \
  case DV_T_##name:                                                                                                              \
    for (int i = 0; i < W; i++) {                                                                                                \
      const double a = x[i], b = y[i], c = z[i];                                                                                 \
      (void)a, (void)b, (void)c;                                                                                                 \
      to[i] = result;                                                                                                            \
    }                                                                                                                            \
    break;
#include "graph/ops.def"
#undef OP
  default: break;
  }
}

static void obey_all(const dv_program *p, int from, int to)
{
  for (int i = from; i < to; i++)
    if (p->item[i].op == DV_T_PICK) look_up(p, &p->item[i]);
    else obey(p, &p->item[i]);
}

static int wants_more(const dv_program *p)
{
  int any = 0;
  for (int i = 0; i < W; i++) any |= p->value[p->until * W + i] != 0;
  return any;
}

// Newton, until no point wants more. The points that are there already stay.
static int repeat(dv_program *p)
{
  for (int i = 0; i < p->nturn; i++) memcpy(p->value + p->turn[i].to * W, p->value + p->turn[i].a * W, W * sizeof(double));
  for (int n = 1;; n++) {
    obey_all(p, p->first, p->after);
    if (!wants_more(p)) return 0;
    if (n == p->most) return 1;
    for (int i = 0; i < p->nturn; i++) memcpy(p->next + i * W, p->value + p->turn[i].b * W, W * sizeof(double));
    for (int i = 0; i < p->nturn; i++) memcpy(p->value + p->turn[i].to * W, p->next + i * W, W * sizeof(double));
  }
}

int dv_program_run(dv_program *p, const double *in, double *out)
{
  int bad = 0;
  memcpy(p->value, in, (size_t)p->inputs * W * sizeof *in);
  obey_all(p, 0, p->first);
  if (p->nturn) bad = repeat(p);
  obey_all(p, p->after, p->n);
  for (int i = 0; i < p->nout; i++) memcpy(out + i * W, p->value + p->out[i] * W, W * sizeof(double));
  return bad;
}
