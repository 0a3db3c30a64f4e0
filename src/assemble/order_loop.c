// order_loop.c: algebraic loops of signals and bonds: strongly connected components of the tasks.
//
// Some values of a loop, once known, leave an order for the rest: they are found before it (engine/tee.c). Whatever else a loop
// goes through (forces, accelerations, nodes) is left to be reported.
#include "assemble/components.h"
#include "assemble/order.h"

typedef struct {
  dv_sorter *s;
  dv_components tasks;
  int found;
} search;

static void put(const dv_sorter *s, dv_ints *l, int i) { *DV_PUSH(s->c->arena, l) = i; }

static int has(const dv_ints *l, int i)
{
  for (int k = 0; k < l->n; k++)
    if (l->item[k] == i) return 1;
  return 0;
}

// 1: a task of the component that was found last writes it.
static int writes_within(const search *s, int resource)
{
  const dv_ints *w = &s->s->writers[resource];
  for (int i = 0; i < w->n; i++)
    if (s->tasks.where[w->item[i]] == s->tasks.found) return 1;
  return 0;
}

static int var_cell(const dv_bonds *g, int var) { return g->var.item[dv_var_same(g, var)].cell; }

// Cells of the work that a task reads, and those that it writes.
static void cells_read(const dv_sorter *s, const dv_task *t, dv_ints *out)
{
  if (t->call.what == DV_C_SIGNAL) {
    const dv_part *p = DV_AT(s->c->b, dv_part, PART, t->call.part);
    for (int i = 0; i < p->nin; i++) put(s, out, DV_AT(s->c->b, int, INT, p->source)[i]);
    return;
  }
  const dv_bonds *g = s->c->bonds;
  const dv_bond_draft *d = &g->block.item[t->call.part];
  for (int i = 0; i < d->var.n; i++)
    for (int k = 0; k < g->var.item[d->var.item[i]].term.n; k++) {
      dv_var_term v = g->var.item[d->var.item[i]].term.item[k];
      put(s, out, var_cell(g, v.a));
      put(s, out, var_cell(g, v.b));
    }
}

static void cells_written(const dv_sorter *s, const dv_task *t, const dv_ints *read, dv_ints *out)
{
  dv_ints all = {0};
  if (t->call.what == DV_C_SIGNAL) {
    const dv_part *p = DV_AT(s->c->b, dv_part, PART, t->call.part);
    for (int i = 0; i < s->c->part.item[t->call.part].as->nout; i++) put(s, &all, p->out + i);
  } else {
    const dv_bond_draft *d = &s->c->bonds->block.item[t->call.part];
    for (int i = 0; i < d->var.n; i++) put(s, &all, var_cell(s->c->bonds, d->var.item[i]));
  }
  for (int i = 0; i < all.n; i++)
    if (has(read, all.item[i])) put(s, out, all.item[i]);
}

// Puts the loop's tasks in order as far as those that are known allow; how many found a place.
static int placed(const search *s, const dv_ints *loop, const int *known, int *done)
{
  int n = 0;
  for (int i = 0; i < loop->n; i++) n += done[i] = known[i];
  for (int news = 1; news;) {
    news = 0;
    for (int i = 0; i < loop->n; i++) {
      const dv_task *t = &s->s->item[loop->item[i]];
      int ready = !done[i];
      for (int r = 0; ready && r < t->reads.n; r++)
        for (int k = 0; ready && k < loop->n; k++) ready = done[k] || !has(&s->s->item[loop->item[k]].writes, t->reads.item[r]);
      if (!ready) continue;
      done[i] = news = 1;
      n++;
    }
  }
  return n;
}

// Which tasks' values are assumed: those of the fewest cells, until the rest can be ordered. 0: what they share is in no cell.
static int tear(const search *s, const dv_ints *loop, const int *cells, int *known)
{
  int *done = DV_TAKE(s->s->c->arena, int, loop->n);
  while (placed(s, loop, known, done) < loop->n) {
    int best = -1;
    for (int i = 0; i < loop->n; i++)
      if (!done[i] && cells[i] && (best < 0 || cells[i] < cells[best])) best = i;
    if (best < 0) return 0;
    known[best] = 1;
  }
  return 1;
}

static int keep(const dv_sorter *s, const dv_ints *l)
{
  int at = dv_builder_take(s->c->b, DV_S_INT, l->n);
  for (int i = 0; i < l->n; i++) *DV_AT(s->c->b, int, INT, at + i) = l->item[i];
  return at;
}

static void add_row(dv_sorter *s, const dv_ints *loop, const int *known, const dv_ints *read)
{
  dv_ints unknown = {0}, part = {0};
  for (int i = 0; i < loop->n; i++) {
    const dv_task *t = &s->item[loop->item[i]];
    if (known[i]) cells_written(s, t, read, &unknown);
    if (t->call.what == DV_C_SIGNAL) put(s, &part, t->call.part);
  }
  dv_tee row = {.nunknown = unknown.n, .npart = part.n, .ncall = loop->n};
  row.unknown = keep(s, &unknown);
  row.part = keep(s, &part);
  row.call = keep(s, loop);  // tasks, until the calls have their rows
  row.room = dv_work_take(s->c, dv_newton_reals(unknown.n));
  struct dv_order_loop draft = {dv_builder_take(s->c->b, DV_S_TEE, 1), *loop};
  *DV_AT(s->c->b, dv_tee, TEE, draft.tee) = row;
  *DV_PUSH(s->c->arena, &s->loop) = draft;
}

// The tasks wait for the values that are assumed, not for who gives them; those wait for all that comes from outside.
static void rewire(search *f, const dv_ints *loop, const int *known)
{
  dv_sorter *s = f->s;
  dv_task finds = {
      .call = {DV_C_TEE, s->loop.item[s->loop.n - 1].tee, 0, 0}
  };
  int found = s->nresource++;
  put(s, &finds.writes, found);
  for (int i = 0; i < loop->n; i++) {
    dv_task *t = &s->item[loop->item[i]];
    finds.call.for_roots |= t->call.for_roots;
    finds.call.for_rates |= t->call.for_rates;
    for (int r = 0; r < t->reads.n; r++) {
      int *resource = &t->reads.item[r], torn = 0;
      if (!writes_within(f, *resource)) put(s, &finds.reads, *resource);
      for (int k = 0; k < loop->n; k++) torn |= known[k] && has(&s->item[loop->item[k]].writes, *resource);
      if (torn) *resource = found;
    }
  }
  *DV_PUSH(s->c->arena, s) = finds;
}

static int can_be_solved(const dv_sorter *s, const dv_ints *loop)
{
  for (int i = 0; i < loop->n; i++) {
    int what = s->item[loop->item[i]].call.what;
    if (what != DV_C_SIGNAL && what != DV_C_BOND) return 0;
  }
  return 1;
}

static void solve(search *f, const dv_ints *loop)
{
  dv_sorter *s = f->s;
  dv_ints read = {0};
  int *known = DV_TAKE(s->c->arena, int, loop->n), *cells = DV_TAKE(s->c->arena, int, loop->n);
  for (int i = 0; i < loop->n; i++) cells_read(s, &s->item[loop->item[i]], &read);
  for (int i = 0; i < loop->n; i++) {
    dv_ints own = {0};
    cells_written(s, &s->item[loop->item[i]], &read, &own);
    cells[i] = own.n;
  }
  if (!tear(f, loop, cells, known)) return;
  add_row(s, loop, known, &read);
  rewire(f, loop, known);
  f->found++;
}

static void look_at(void *context, const dv_ints *loop)
{
  search *f = context;
  const dv_task *t = &f->s->item[loop->item[loop->n - 1]];
  int itself = 0;
  for (int r = 0; r < t->reads.n; r++) itself |= has(&t->writes, t->reads.item[r]);
  if ((loop->n > 1 || itself) && can_be_solved(f->s, loop)) solve(f, loop);
}

static int waits(const void *context, int task) { return !((const search *)context)->s->item[task].done; }

// at: of what it reads; of the writers of that.
static int writer(const void *context, int task, int at[2])
{
  const dv_sorter *s = ((const search *)context)->s;
  const dv_ints *reads = &s->item[task].reads;
  for (; at[0] < reads->n; at[0]++, at[1] = 0) {
    const dv_ints *w = &s->writers[reads->item[at[0]]];
    if (at[1] < w->n) return w->item[at[1]++];
  }
  return -1;
}

int dv_order_loops(dv_sorter *s)
{
  search f = {
      .s = s, .tasks = {.n = s->n, .counts = waits, .next = writer, .close = look_at}
  };
  f.tasks.context = &f;
  dv_components_find(s->c->arena, &f.tasks);
  return f.found;
}

void dv_order_loops_write(dv_sorter *s)
{
  for (int i = 0; i < s->loop.n; i++) {
    const struct dv_order_loop *l = &s->loop.item[i];
    const dv_tee *t = DV_AT(s->c->b, dv_tee, TEE, l->tee);
    int *row = DV_AT(s->c->b, int, INT, t->call);
    for (int k = 0; k < l->task.n; k++) {
      int at = k, own = s->item[l->task.item[k]].row;
      for (; at > 0 && row[at - 1] > own; at--) row[at] = row[at - 1];
      row[at] = own;
    }
  }
}
