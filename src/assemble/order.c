// order.c: sorts the calls of an evaluation by what they read and write.
//
// Resources: the time, driven coordinates, all coordinates, the accelerations, what each junction shares, what it sums, each
// part's outputs. A call goes when every writer of what it reads has gone. What cannot go is an algebraic loop: of signals and
// bonds it is solved (order_loop.c), any other is shown as one.
#include "assemble/order.h"
#include "assemble/junction_find.h"
#include "assemble/slope.h"

#include <string.h>

enum { TIME, DRIVEN, COORDINATES, LINKS, DYNAMICS, ACCELERATIONS, MOTION, WHOLE, REACTIONS, FIRST };

static int shared_of(int junction) { return FIRST + junction; }
static int sum_of(const dv_sorter *s, int junction) { return FIRST + s->njunction + junction; }
static int out_of(const dv_sorter *s, int part) { return FIRST + 2 * s->njunction + part; }
static int answer_of(const dv_sorter *s, int part) { return FIRST + 2 * s->njunction + s->c->part.n + part; }
static int variable_of(const dv_sorter *s, int var) { return FIRST + 2 * s->njunction + 2 * s->c->part.n + var; }
static void put(const dv_sorter *s, dv_ints *l, int resource) { *DV_PUSH(s->c->arena, l) = resource; }

static void read_inputs(const dv_sorter *s, dv_task *t, int part, int by);

// A part that asks for water or ground waits for the signals that move it, but not for what changes its states.
static void read_fields(const dv_sorter *s, dv_task *t, int asks)
{
  for (int i = 0; i < s->c->part.n; i++) {
    const dv_kind *k = s->c->part.item[i].as;
    if ((asks & DV_ASKS_WATER && k->field) || (asks & DV_ASKS_GROUND && k->profile))
      read_inputs(s, t, i, DV_BY_ANY & ~DV_BY_RATE);
  }
}

static int is_of_part(const dv_call *call) { return call->part >= 0 && call->what != DV_C_BOND && call->what != DV_C_TEE; }

static dv_task *add(dv_sorter *s, int what, int part)
{
  dv_task *t = DV_PUSH(s->c->arena, s);
  t->call.what = what;
  t->call.part = part;
  return t;
}

static void read_from(const dv_sorter *s, dv_task *t, const dv_source *from)
{
  if (from->from == DV_FROM_TIME) put(s, &t->reads, TIME);
  if (from->from == DV_FROM_COORDINATE) put(s, &t->reads, COORDINATES);
  if (from->from == DV_FROM_ACCELERATION) put(s, &t->reads, ACCELERATIONS);
  if (from->from == DV_FROM_NODE) put(s, &t->reads, shared_of(from->junction));
  if (from->from == DV_FROM_PORT) put(s, &t->reads, answer_of(s, from->part));
  if (from->from == DV_FROM_PART) put(s, &t->reads, out_of(s, from->part));
  if (from->from == DV_FROM_MOTION) put(s, &t->reads, MOTION);
  if (from->from == DV_FROM_WHOLE) put(s, &t->reads, WHOLE);
  if (from->from == DV_FROM_REACTION) put(s, &t->reads, REACTIONS);
  if (from->from == DV_FROM_BOND) put(s, &t->reads, variable_of(s, from->var));
}

static void read_source(const dv_sorter *s, dv_task *t, dv_ref ref)
{
  dv_source from;
  if (s->c->diags->nerror || dv_find_source(s->c, ref, &from)) return;
  read_from(s, t, &from);
}

static int default_readers(const dv_kind *k) { return k->signal ? DV_BY_SIGNAL : DV_BY_ANSWER | DV_BY_RATE | DV_BY_PUBLISH; }

static void read_inputs(const dv_sorter *s, dv_task *t, int part, int by)
{
  const dv_part_spec *p = &s->c->part.item[part];
  const dv_kind *k = p->as;
  for (int i = 0; i < k->nin; i++) {
    int readers = k->in[i].reads & DV_BY_ANY;
    if (!((readers ? readers : default_readers(k)) & by) || !p->in[i].given || p->in[i].formula.code[0].op != DV_OP_INPUT)
      continue;
    dv_ref ref = {p->in[i].formula.input[0], p->in[i].mark};
    read_source(s, t, ref);
  }
  for (int i = 0; i < p->formula.ninput && (by & default_readers(k)); i++) {
    for (int d = 0; d <= s->c->slope.order.item[part]; d++) {
      dv_source from = dv_formula_source(s->c, part, i, d);
      read_from(s, t, &from);
    }
  }
}

// The junction behind a port.
static int port_of(const dv_sorter *s, int part, int i)
{
  return DV_AT(s->c->b, int, INT, DV_AT(s->c->b, dv_part, PART, part)->port)[i];
}

static void read_ports(const dv_sorter *s, dv_task *t, int part)
{
  for (int i = 0; i < s->c->part.item[part].as->nport; i++) put(s, &t->reads, shared_of(port_of(s, part, i)));
}

// The wrench that keeps a frame still: after the dynamics without it, before anyone looks at accelerations.
static void add_hold(dv_sorter *s, int part)
{
  dv_task *t = add(s, DV_C_HOLD, part);
  read_inputs(s, t, part, DV_BY_ANSWER);
  put(s, &t->reads, DYNAMICS);
  put(s, &t->writes, ACCELERATIONS);
  put(s, &t->writes, answer_of(s, part));
  for (int i = 0; i < part; i++)
    if (s->c->part.item[i].as->seizes == DV_HOLDS_STILL)
      dv_diag_add(s->c->diags, DV_ERROR, s->c->part.item[part].mark, "keep one of them",
                  "'%s' and '%s' both hold a frame still: each wrench would change the other", s->c->part.item[i].name,
                  s->c->part.item[part].name);
}

static void add_publish(dv_sorter *s, int part, const dv_kind *k)
{
  dv_task *t = add(s, DV_C_PUBLISH, part);
  read_inputs(s, t, part, DV_BY_PUBLISH);
  for (int i = 0; i < k->nport; i++) {
    int j = port_of(s, part, i);
    put(s, k->port[i].role == DV_FIXES ? &t->writes : &t->reads, shared_of(j));
    if (k->port[i].role == DV_STORES) put(s, &t->writes, sum_of(s, j));
  }
}

static void add_signal(dv_sorter *s, int part, const dv_kind *k)
{
  dv_task *t = add(s, DV_C_SIGNAL, part);
  read_inputs(s, t, part, DV_BY_SIGNAL);
  read_ports(s, t, part);
  read_fields(s, t, k->service);
  if (k->service & ~DV_ASKS_SHAPE) put(s, &t->reads, COORDINATES);
  put(s, &t->reads, TIME);
  put(s, &t->writes, out_of(s, part));
}

static void add_answer(dv_sorter *s, int part, const dv_kind *k)
{
  dv_task *t = add(s, DV_C_ANSWER, part);
  read_inputs(s, t, part, DV_BY_ANSWER);
  read_ports(s, t, part);
  read_fields(s, t, k->service);
  if (k->keeps) put(s, &t->reads, out_of(s, part));
  for (int i = 0; i < k->nport; i++)
    if (k->port[i].role != DV_FIXES && k->port[i].role != DV_WATCHES) put(s, &t->writes, sum_of(s, port_of(s, part, i)));
  if (k->seizes != DV_HOLDS_STILL) put(s, &t->writes, answer_of(s, part));
}

static void add_rate(dv_sorter *s, int part, const dv_kind *k)
{
  dv_task *t = add(s, DV_C_RATE, part);
  read_inputs(s, t, part, DV_BY_RATE);
  if (k->signal) put(s, &t->reads, out_of(s, part));
  read_ports(s, t, part);
  read_fields(s, t, k->service);
}

static void add_part(dv_sorter *s, int part)
{
  const dv_kind *k = s->c->part.item[part].as;
  if (k->publish) add_publish(s, part, k);
  if (k->signal) add_signal(s, part, k);
  if (k->answer) add_answer(s, part, k);
  if (k->seizes == DV_HOLDS_STILL) add_hold(s, part);
  if (k->rate) add_rate(s, part, k);
}

// What the laws of its parts read, but for what it finds itself.
static void read_but(const dv_sorter *s, dv_task *t, const dv_task *from, int kept)
{
  for (int i = 0; i < from->reads.n; i++) {
    int r = from->reads.item[i], own = kept >= 0 && r == out_of(s, kept);
    for (int k = 0; k < t->writes.n; k++) own |= t->writes.item[k] == r;
    if (!own) put(s, &t->reads, r);
  }
}

static void add_tee(dv_sorter *s, int index)
{
  dv_tee tee = *DV_AT(s->c->b, dv_tee, TEE, index);
  int laws = s->n;
  dv_task *t = add(s, DV_C_TEE, index);
  for (int i = 0; i < tee.nunknown; i++) put(s, &t->writes, shared_of(DV_AT(s->c->b, int, INT, tee.unknown)[i]));
  for (int i = 0; i < tee.npart; i++) {
    int part = DV_AT(s->c->b, int, INT, tee.part)[i];
    const dv_kind *k = s->c->part.item[part].as;
    int kept = k->keeps && k->signal ? part : -1;
    for (int n = 0; n < laws; n++) {
      const dv_task *from = &s->item[n];
      int what = from->call.what;
      if (from->call.part == part && (what == DV_C_ANSWER || (kept >= 0 && what == DV_C_SIGNAL))) read_but(s, t, from, kept);
    }
  }
}

static int has(const dv_ints *l, int resource)
{
  for (int i = 0; i < l->n; i++)
    if (l->item[i] == resource) return 1;
  return 0;
}

static void read_variable(const dv_sorter *s, dv_task *t, int var)
{
  int same = dv_var_same(s->c->bonds, var);
  const dv_bond_var *v = &s->c->bonds->var.item[same];
  if (v->op == DV_V_OUTSIDE && v->junction >= 0) put(s, &t->reads, shared_of(v->junction));
  else if (v->op == DV_V_OUTSIDE) read_from(s, t, &v->from);
  else if (v->op != DV_V_CONSTANT && !has(&t->writes, variable_of(s, same))) put(s, &t->reads, variable_of(s, same));
}

// A block of the bond graph: its variables, a contribution to the machine, or the rate of a state.
static void add_block(dv_sorter *s, int block)
{
  const dv_bonds *g = s->c->bonds;
  const dv_bond_draft *d = &g->block.item[block];
  dv_task *t = add(s, DV_C_BOND, block);
  for (int i = 0; i < d->var.n; i++) put(s, &t->writes, variable_of(s, d->var.item[i]));
  for (int i = 0; i < d->var.n; i++)
    for (int k = 0; k < g->var.item[d->var.item[i]].term.n; k++) {
      dv_var_term v = g->var.item[d->var.item[i]].term.item[k];
      read_variable(s, t, v.a);
      read_variable(s, t, v.b);
    }
  if (d->rate) read_variable(s, t, d->rate - 1);
  if (!d->put) return;
  const dv_bond_node *n = &g->node.item[dv_bond_machine_end(g, d)];
  read_variable(s, t, n->role == DV_BOND_ONE ? DV_EFFORT_OF(d->put - 1) : DV_FLOW_OF(d->put - 1));
  put(s, &t->writes, sum_of(s, n->machine));
  const dv_junction *j = DV_AT(s->c->b, dv_junction, JUNCTION, n->machine);
  dv_mark mark = {s->c->spec->source->file, 0, 0};
  if (j->solved)
    dv_diag_add(s->c->diags, DV_ERROR, mark, "give the node a volume or a capacitance",
                "a bond acts on node '%s', which has no capacity; its %s cannot be found from the flows then",
                DV_AT(s->c->b, char, TEXT, j->name), dv_domain_of(j->domain)->shared);
}

// Time, driven coordinates, kinematics, dynamics, rates of the nodes.
static void add_skeleton(dv_sorter *s)
{
  static const int what[] = {DV_C_TIME, DV_C_DRIVE, DV_C_KINEMATICS, DV_C_DYNAMICS, DV_C_NODES, DV_C_MOTION};
  dv_assembler *c = s->c;
  int moves = 0;
  for (int i = 0; i < s->njunction; i++) moves |= DV_AT(c->b, dv_junction, JUNCTION, i)->motion >= 0;
  for (int i = 0; i < 5 + moves; i++) add(s, what[i], -1);
  if (moves) put(s, &s->item[5].reads, ACCELERATIONS);
  if (moves) put(s, &s->item[5].writes, MOTION);
  dv_task *time = s->item, *drive = time + 1, *kinematics = time + 2, *dynamics = time + 3, *nodes = time + 4;
  put(s, &time->writes, TIME);
  put(s, &kinematics->writes, LINKS);
  for (int i = 0; i < c->coordinate.n; i++) {
    const dv_coordinate *k = &c->coordinate.item[i];
    if (k->spec && k->spec->motion == DV_MOVES_PRESCRIBED) read_source(s, drive, k->spec->signal);
  }
  // in machines with loops kinematics finds the coordinates that depend on others
  put(s, &drive->writes, DRIVEN);
  put(s, &kinematics->reads, DRIVEN);
  put(s, c->loop.n ? &kinematics->writes : &drive->writes, COORDINATES);
  put(s, &dynamics->reads, COORDINATES);
  for (int i = 0; i < s->njunction; i++) {
    int node = DV_AT(c->b, dv_junction, JUNCTION, i)->type == DV_AT_NODE;
    if (!node) put(s, &kinematics->writes, shared_of(i));
    put(s, node ? &nodes->reads : &dynamics->reads, shared_of(i));
    put(s, node ? &nodes->reads : &dynamics->reads, sum_of(s, i));
  }
  put(s, &dynamics->writes, ACCELERATIONS);
  put(s, &dynamics->writes, DYNAMICS);
}

// What people look at, if a formula does so too.
static void add_observer(dv_sorter *s, int what, int reads, int writes)
{
  int asked = 0;
  for (int i = 0; i < s->n && !asked; i++) asked = has(&s->item[i].reads, writes);
  if (!asked) return;
  dv_task *t = add(s, what, -1);
  put(s, &t->reads, reads);
  put(s, &t->writes, writes);
}

// Writers and readers of each resource; how many writers each task waits for.
static void join(dv_sorter *s)
{
  s->writers = DV_TAKE(s->c->arena, dv_ints, s->nresource);
  s->readers = DV_TAKE(s->c->arena, dv_ints, s->nresource);
  for (int i = 0; i < s->n; i++) {
    s->item[i].done = s->item[i].waits = s->item[i].round = 0;
    for (int k = 0; k < s->item[i].writes.n; k++) put(s, &s->writers[s->item[i].writes.item[k]], i);
    for (int k = 0; k < s->item[i].reads.n; k++) put(s, &s->readers[s->item[i].reads.item[k]], i);
  }
  for (int i = 0; i < s->n; i++)
    for (int k = 0; k < s->item[i].reads.n; k++) s->item[i].waits += s->writers[s->item[i].reads.item[k]].n;
}

// The first task that has not gone and writes something that t reads, or NULL.
static dv_task *blocker(dv_sorter *s, const dv_task *t)
{
  int first = s->n;
  for (int r = 0; r < t->reads.n; r++) {
    const dv_ints *w = &s->writers[t->reads.item[r]];
    for (int i = 0; i < w->n; i++)
      if (!s->item[w->item[i]].done && w->item[i] < first) first = w->item[i];
  }
  return first < s->n ? &s->item[first] : NULL;
}

static const char *task_name(const dv_sorter *s, const dv_task *t)
{
  static const char *const law[] = {"time",
                                    "driven coordinates",
                                    "kinematics",
                                    "publish",
                                    "signal",
                                    "answer",
                                    "dynamics",
                                    "nodes",
                                    "rate",
                                    "bonds",
                                    "nodes without capacity",
                                    "wrench that holds",
                                    "accelerations of places",
                                    "energies and momenta",
                                    "reactions"};
  if (t->call.what == DV_C_BOND) return dv_bond_block_name(s->c, t->call.part);
  if (t->call.part < 0 || t->call.what == DV_C_TEE) return law[t->call.what];
  return dv_arena_text(s->c->arena, "%s (%s)", s->c->part.item[t->call.part].name, law[t->call.what]);
}

// Walks from blocker to blocker until a task comes again, and names the tasks of that loop.
static void report_loop(dv_sorter *s)
{
  dv_task *t = NULL;
  for (int i = 0; i < s->n && !t; i++)
    if (!s->item[i].done) t = &s->item[i];
  for (int i = 0; i < s->n && t; i++) t = blocker(s, t);
  if (!t) return;
  dv_task *first = t;
  dv_mark mark = {s->c->spec->source->file, 0, 0};
  const char *text = task_name(s, first);
  do {
    if (is_of_part(&t->call)) mark = s->c->part.item[t->call.part].mark;
    t = blocker(s, t);
    text = dv_arena_text(s->c->arena, "%s <- %s", text, task_name(s, t));
  } while (t != first);
  dv_diag_add(s->c->diags, DV_ERROR, mark,
              "break it with something that has a state: a signal of kind state (y' = rate) or filter, or hold (a sampled input)",
              "algebraic loop: %s", text);
}

enum { FOR_ROOTS, FOR_RATES };

static int *mark_of(dv_task *t, int why) { return why == FOR_ROOTS ? &t->call.for_roots : &t->call.for_rates; }

// Marks a task and all that it depends on.
static void need(dv_sorter *s, int first, int why)
{
  dv_ints todo = {0};
  put(s, &todo, first);
  while (todo.n) {
    dv_task *t = &s->item[todo.item[--todo.n]];
    if (*mark_of(t, why)) continue;
    *mark_of(t, why) = 1;
    for (int r = 0; r < t->reads.n; r++) {
      const dv_ints *w = &s->writers[t->reads.item[r]];
      for (int i = 0; i < w->n; i++)
        if (!*mark_of(&s->item[w->item[i]], why)) put(s, &todo, w->item[i]);
    }
  }
}

// What a part reads at its instants alone: its roots look for them.
static void need_inputs(dv_sorter *s, int part)
{
  dv_task asks = {0};
  read_inputs(s, &asks, part, DV_BY_SAMPLE);
  for (int r = 0; r < asks.reads.n; r++) {
    const dv_ints *w = &s->writers[asks.reads.item[r]];
    for (int i = 0; i < w->n; i++) need(s, w->item[i], FOR_ROOTS);
  }
}

// Roots are looked at in every step: only the calls of their own parts, and what those read, are made for them.
static void mark_roots(dv_sorter *s)
{
  for (int i = 0; i < s->n; i++) {
    const dv_call *call = &s->item[i].call;
    if (is_of_part(call) && DV_AT(s->c->b, dv_part, PART, call->part)->nroot) need(s, i, FOR_ROOTS);
  }
  for (int i = 0; i < s->c->part.n; i++)
    if (DV_AT(s->c->b, dv_part, PART, i)->nroot) need_inputs(s, i);
}

// A signal without power and state of its own moves nothing unless something that does reads it.
static int only_shows(const dv_sorter *s, const dv_call *call)
{
  if (call->what == DV_C_MOTION || call->what == DV_C_WHOLE || call->what == DV_C_REACT) return 1;
  if (call->what != DV_C_SIGNAL) return 0;
  const dv_kind *k = s->c->part.item[call->part].as;
  return dv_kind_is_signal(k) && !k->nstate && !k->ndiscrete && !k->bond;
}

static void mark_rates(dv_sorter *s)
{
  for (int i = 0; i < s->n; i++)
    if (!only_shows(s, &s->item[i].call)) need(s, i, FOR_RATES);
}

// Axes that a call looks at, if rates of state depend on that call.
static void mark_axes(const dv_sorter *s)
{
  for (int i = 0; i < s->n; i++) {
    const dv_call *call = &s->item[i].call;
    if (!is_of_part(call) || !call->for_rates) continue;
    const dv_part *row = DV_AT(s->c->b, dv_part, PART, call->part);
    for (int k = 0; k < s->c->part.item[call->part].as->nport; k++) {
      int j = DV_AT(s->c->b, int, INT, row->port)[k];
      if (j >= 0) dv_junction_count(s->c, j);
    }
  }
}

// A task has gone: those that wait for it alone come into the list.
static void release(dv_sorter *s, int gone, dv_ints *ready)
{
  const dv_task *g = &s->item[gone];
  for (int k = 0; k < g->writes.n; k++) {
    const dv_ints *r = &s->readers[g->writes.item[k]];
    for (int i = 0; i < r->n; i++) {
      dv_task *t = &s->item[r->item[i]];
      int round = g->round + (gone > r->item[i]);
      if (round > t->round) t->round = round;
      if (!--t->waits) put(s, ready, r->item[i]);
    }
  }
}

// Gives every task its round; how many can go.
static int find_rounds(dv_sorter *s)
{
  dv_ints ready = {0};
  for (int i = 0; i < s->n; i++)
    if (!s->item[i].waits) put(s, &ready, i);
  for (int i = 0; i < ready.n; i++) {
    s->item[ready.item[i]].done = 1;
    release(s, ready.item[i], &ready);
  }
  return ready.n;
}

// By rounds, and in each as the parts stand in the file.
static void write_calls(dv_sorter *s)
{
  int rounds = 0;
  for (int i = 0; i < s->n; i++) rounds = s->item[i].round >= rounds ? s->item[i].round + 1 : rounds;
  dv_ints *round = DV_TAKE(s->c->arena, dv_ints, rounds);
  for (int i = 0; i < s->n; i++) put(s, &round[s->item[i].round], i);
  for (int r = 0; r < rounds; r++)
    for (int i = 0; i < round[r].n; i++) {
      dv_task *t = &s->item[round[r].item[i]];
      t->row = dv_builder_take(s->c->b, DV_S_CALL, 1);
      *DV_AT(s->c->b, dv_call, CALL, t->row) = t->call;
    }
  dv_order_loops_write(s);
}

void dv_assemble_calls(dv_assembler *c)
{
  dv_sorter s = {.c = c, .njunction = c->b->section[DV_S_JUNCTION].count};
  if (c->diags->nerror) return;
  s.nresource = variable_of(&s, c->bonds ? c->bonds->var.n : 0);
  add_skeleton(&s);
  for (int i = 0; i < c->part.n; i++) add_part(&s, i);
  for (int i = 0; i < c->b->section[DV_S_TEE].count; i++) add_tee(&s, i);
  for (int i = 0; c->bonds && i < c->bonds->block.n; i++) add_block(&s, i);
  add_observer(&s, DV_C_WHOLE, LINKS, WHOLE);
  add_observer(&s, DV_C_REACT, ACCELERATIONS, REACTIONS);
  join(&s);
  mark_roots(&s);
  mark_rates(&s);
  mark_axes(&s);
  int gone = find_rounds(&s);
  if (gone < s.n && dv_order_loops(&s)) {
    join(&s);
    gone = find_rounds(&s);
  }
  if (gone < s.n) report_loop(&s);
  else write_calls(&s);
}
