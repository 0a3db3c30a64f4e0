// components.c: see components.h. A node on the path knows how far back its own lead: `low`; where that is itself, a component
// ends.
#include "assemble/components.h"

typedef struct {
  int node, at[2];
} step;

typedef struct {
  dv_arena *arena;
  dv_components *c;
  int *index, *low, *open;  // [n]; open: on the stack, in no component yet
  int next;
  dv_ints stack;
  struct {
    step *item;
    int n, cap;
  } path;
} search;

static void enter(search *s, int node)
{
  s->index[node] = s->low[node] = ++s->next;
  s->open[node] = 1;
  *DV_PUSH(s->arena, &s->stack) = node;
  *DV_PUSH(s->arena, &s->path) = (step){.node = node};
}

static void look_back(search *s, int from, int to)
{
  if (s->open[to] && s->low[to] < s->low[from]) s->low[from] = s->low[to];
}

static void close(search *s, int first)
{
  dv_ints nodes = {0};
  int last;
  s->c->found++;
  do {
    last = s->stack.item[--s->stack.n];
    s->open[last] = 0;
    s->c->where[last] = s->c->found;
    *DV_PUSH(s->arena, &nodes) = last;
  } while (last != first);
  s->c->close(s->c->context, &nodes);
}

static void leave(search *s)
{
  int node = s->path.item[--s->path.n].node;
  if (s->low[node] == s->index[node]) close(s, node);
  if (s->path.n) look_back(s, s->path.item[s->path.n - 1].node, node);
}

static void go_on(search *s)
{
  step *now = &s->path.item[s->path.n - 1];
  int to = s->c->next(s->c->context, now->node, now->at);
  if (to < 0) leave(s);
  else if (!s->c->counts(s->c->context, to)) return;
  else if (s->index[to]) look_back(s, now->node, to);
  else enter(s, to);
}

void dv_components_find(dv_arena *a, dv_components *c)
{
  search s = {.arena = a, .c = c, .index = DV_TAKE(a, int, c->n), .low = DV_TAKE(a, int, c->n), .open = DV_TAKE(a, int, c->n)};
  c->where = DV_TAKE(a, int, c->n);
  for (int i = 0; i < c->n; i++) {
    if (s.index[i] || !c->counts(c->context, i)) continue;
    for (enter(&s, i); s.path.n;) go_on(&s);
  }
}
