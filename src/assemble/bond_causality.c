// bond_causality.c: which end of each bond sets its effort: the sequential causality assignment procedure (SCAP).
//
// Sources first, then storages in the order of the file with integral causality, then resistances, then what is left; each choice
// is followed as far as the junctions and two-ports force it, and taken back if that contradicts. A storage that is forced the
// other way has differential causality. (Karnopp, Margolis, Rosenberg: System Dynamics, ch. 5.)
#include "assemble/bond_internal.h"

typedef struct {
  dv_assembler *c;
  dv_bonds *g;
  int stuck;        // vertex that contradicts itself
  int *open;        // [node] bonds that are not decided
  int *strong;      // [node] bonds that bring a junction what its bonds share
  dv_ints decided;  // bonds, in the order of their decisions
  dv_ints queue;    // nodes to look at: from `looked` on
  int looked;
  char *queued;  // [node]
} scap;

static void wake(scap *s, int node)
{
  if (s->queued[node]) return;
  s->queued[node] = 1;
  *DV_PUSH(s->c->arena, &s->queue) = node;
}

// Counts a decision at both ends of a bond; by -1: takes it back.
static void count_at_ends(scap *s, const dv_bond *b, int by)
{
  for (int i = 0; i < 2; i++) {
    int node = b->end[i], one = s->g->node.item[node].role == DV_BOND_ONE;
    s->open[node] -= by;
    if (dv_bond_sets(b, node) == one) s->strong[node] += by;
  }
}

static int set(scap *s, int bond, int end)
{
  dv_bond *b = &s->g->bond.item[bond];
  if (b->setter == end) return 0;
  if (b->setter >= 0) return -1;
  b->setter = end;
  *DV_PUSH(s->c->arena, &s->decided) = bond;
  count_at_ends(s, b, 1);
  for (int i = 0; i < 2; i++) wake(s, b->end[i]);
  return 0;
}

static void forget_queue(scap *s)
{
  while (s->looked < s->queue.n) s->queued[s->queue.item[s->looked++]] = 0;
  s->looked = s->queue.n = 0;
}

// Takes all decisions but the first n back.
static void take_back(scap *s, int n)
{
  forget_queue(s);
  while (s->decided.n > n) {
    dv_bond *b = &s->g->bond.item[s->decided.item[--s->decided.n]];
    count_at_ends(s, b, -1);
    b->setter = -1;
  }
}

// The node sets the effort of its bond (or takes it): 0, or -1 if that contradicts.
static int decide(scap *s, int node, int bond, int sets)
{
  int end = s->g->bond.item[bond].end[1] == node;
  return set(s, bond, sets ? end : !end);
}

static int decide_all(scap *s, int node, int sets, int except)
{
  const dv_bond_node *n = &s->g->node.item[node];
  for (int i = 0; i < n->bond.n; i++)
    if (n->bond.item[i] != except && decide(s, node, n->bond.item[i], sets)) return -1;
  return 0;
}

// The first bond of a junction that is open, or that is strong.
static int find(const scap *s, int node, int strong)
{
  const dv_bond_node *n = &s->g->node.item[node];
  for (int i = 0; i < n->bond.n; i++) {
    const dv_bond *b = &s->g->bond.item[n->bond.item[i]];
    if (strong ? b->setter >= 0 && dv_bond_sets(b, node) == (n->role == DV_BOND_ONE) : b->setter < 0) return n->bond.item[i];
  }
  return -1;
}

// Exactly one bond is strong: it brings a 1-junction's flow (the junction sets its effort), a 0-junction's effort. Of a place of
// the machine none is: the machine brings it.
static int junction(scap *s, int node)
{
  const dv_bond_node *n = &s->g->node.item[node];
  int one = n->role == DV_BOND_ONE, most = n->machine < 0;
  if (s->strong[node] > most) return -1;
  if (s->strong[node] == most) return s->open[node] ? decide_all(s, node, !one, most ? find(s, node, 1) : -1) : 0;
  if (n->open) return 0;
  return s->open[node] == 0 ? -1 : s->open[node] == 1 ? decide(s, node, find(s, node, 0), one) : 0;
}

// A transformer passes effort on, a gyrator turns it into flow.
static int two_port(scap *s, int node)
{
  const dv_bond_node *n = &s->g->node.item[node];
  int gyrator = n->role == DV_BOND_GY;
  for (int i = 0; i < 2; i++) {
    const dv_bond *b = &s->g->bond.item[n->bond.item[i]];
    if (b->setter >= 0 && decide(s, node, n->bond.item[!i], dv_bond_sets(b, node) == gyrator)) return -1;
  }
  return 0;
}

static int follow(scap *s, int node)
{
  switch (s->g->node.item[node].role) {
  case DV_BOND_ONE:
  case DV_BOND_ZERO: return junction(s, node);
  case DV_BOND_TF:
  case DV_BOND_GY: return two_port(s, node);
  case DV_BOND_SE: return decide_all(s, node, 1, -1);
  case DV_BOND_SF: return decide_all(s, node, 0, -1);
  default: return 0;
  }
}

// Follows what is decided to its end: 0, or -1 at a contradiction.
static int settle(scap *s)
{
  while (s->looked < s->queue.n) {
    int node = s->queue.item[s->looked++];
    s->queued[node] = 0;
    s->stuck = node;
    if (follow(s, node)) return -1;
  }
  forget_queue(s);
  return 0;
}

static int settle_all(scap *s)
{
  for (int i = 0; i < s->g->node.n; i++) wake(s, i);
  return settle(s);
}

// Decides open bonds of a vertex one way if that contradicts nothing.
static int attempt(scap *s, int node, int bond, int sets)
{
  int before = s->decided.n;
  if (!(bond < 0 ? decide_all(s, node, sets, -1) : decide(s, node, bond, sets)) && settle(s) == 0) return 0;
  take_back(s, before);
  return -1;
}

static int is_open(const scap *s, int node) { return s->open[node] > 0; }

static int has_law(const scap *s, const dv_bond_node *n)
{
  const dv_part_spec *p = &s->c->part.item[n->part];
  return p->as->coefficient[p->coefficient.which].gives == DV_GIVES_LAW;
}

static void storages(scap *s)
{
  for (int i = 0; i < s->g->node.n; i++) {
    dv_bond_role role = s->g->node.item[i].role;
    if ((role == DV_BOND_I || role == DV_BOND_C) && is_open(s, i)) attempt(s, i, -1, role == DV_BOND_C);
  }
}

// Laws first, as they are written; then the others, which may go either way.
static void resistances(scap *s)
{
  for (int laws = 1; laws >= 0; laws--)
    for (int i = 0; i < s->g->node.n; i++) {
      const dv_bond_node *n = &s->g->node.item[i];
      if (n->role != DV_BOND_R || !is_open(s, i) || has_law(s, n) != laws) continue;
      int sets = laws ? s->c->part.item[n->part].coefficient.gives == 'e' : 1;
      if (attempt(s, i, -1, sets)) attempt(s, i, -1, !sets);
    }
}

static int rest(scap *s)
{
  for (int i = 0; i < s->g->bond.n; i++) {
    const dv_bond *b = &s->g->bond.item[i];
    if (b->setter < 0 && attempt(s, b->end[0], i, 1) && attempt(s, b->end[0], i, 0)) return -1;
  }
  return 0;
}

int dv_bond_integral(const dv_bonds *g, int node, int drawn)
{
  const dv_bond_node *n = &g->node.item[node];
  for (int i = 0; i < n->bond.n; i++) {
    const dv_bond *b = &g->bond.item[n->bond.item[i]];
    int setter = drawn ? b->drawn : b->setter;
    if ((b->end[setter] == node) != (n->role == DV_BOND_C)) return 0;
  }
  return 1;
}

static int assign(scap *s)
{
  if (settle_all(s)) return -1;
  storages(s);
  resistances(s);
  return rest(s);
}

// A transformer that divides by its modulus: a modulated one, which may become zero, or an entry of a matrix, which may be small.
static int divides(const scap *s, int node)
{
  const dv_bond_node *n = &s->g->node.item[node];
  if (n->role != DV_BOND_TF || dv_bond_sets(&s->g->bond.item[n->bond.item[0]], node)) return 0;
  const dv_coefficient_spec *k = &s->c->part.item[n->part].coefficient;
  return k->entry[n->entry].ninput || k->spread == DV_FOR_PAIRS;
}

static int divides_in_a_matrix(const scap *s)
{
  for (int i = 0; i < s->g->node.n; i++)
    if (divides(s, i) && s->c->part.item[s->g->node.item[i].part].coefficient.spread == DV_FOR_PAIRS) return 1;
  return 0;
}

static int count(const scap *s)
{
  int n = 0;
  for (int i = 0; i < s->g->node.n; i++) {
    dv_bond_role role = s->g->node.item[i].role;
    if ((role == DV_BOND_I || role == DV_BOND_C) && dv_bond_integral(s->g, i, 0)) n++;
  }
  return n;
}

// 1-junction from which a transformer takes its flow; past the inside of a matrix.
static int origin(const scap *s, int node)
{
  int bond = s->g->node.item[node].bond.item[0], from = dv_bond_other(&s->g->bond.item[bond], node);
  const dv_bond_node *n = &s->g->node.item[from];
  if (n->part >= 0 && s->c->part.item[n->part].as->bond == DV_BOND_TF)
    from = dv_bond_other(&s->g->bond.item[n->bond.item[0]], from);
  n = &s->g->node.item[from];
  return n->role == DV_BOND_ONE && n->machine < 0 ? from : -1;
}

static int open_junctions(scap *s)
{
  int n = 0;
  for (int i = 0; i < s->g->node.n; i++) {
    const dv_bond_node *k = &s->g->node.item[i];
    int strong = 0;
    for (int m = 0; m < k->bond.n; m++) strong |= dv_bond_sets(&s->g->bond.item[k->bond.item[m]], i);
    n += k->open && !strong;
  }
  return n;
}

// Transformers that divide, and the 1-junctions before them: 1 if there are new ones.
static int note_divisions(scap *s, dv_ints *forward)
{
  int news = 0;
  for (int i = 0; i < s->g->node.n; i++) {
    int from = divides(s, i) ? origin(s, i) : -1;
    if (from < 0) continue;
    news = s->g->node.item[from].open = 1;
    *DV_PUSH(s->c->arena, forward) = i;
  }
  return news;
}

static int assign_forward(scap *s, const dv_ints *forward)
{
  take_back(s, 0);
  int bad = settle_all(s);
  for (int i = 0; i < forward->n && !bad; i++)
    bad = attempt(s, forward->item[i], s->g->node.item[forward->item[i]].bond.item[0], 1);
  return bad || assign(s);
}

// With dependent storages behind modulated transformers the momenta that SCAP keeps need not tell the flows: a transformer is
// inverted and its modulus may pass zero. Then the flows of the 1-junctions before them are the states, and these transformers go
// forward. Taken if as many states are left as SCAP found.
static void avoid_division(scap *s)
{
  int n = s->g->bond.n, *old = DV_TAKE(s->c->arena, int, n), states = count(s), bad = 0, any = 0;
  dv_ints forward = {0};
  for (int i = 0; i < n; i++) old[i] = s->g->bond.item[i].setter;
  while (!bad && note_divisions(s, &forward)) bad = assign_forward(s, &forward), any = 1;
  if (any && !bad && count(s) + open_junctions(s) == states) return;
  for (int i = 0; i < n; i++) s->g->bond.item[i].setter = old[i];
  for (int i = 0; i < s->g->node.n; i++) s->g->node.item[i].open = 0;
}

static scap begin(dv_assembler *c)
{
  int n = c->bonds->node.n;
  scap s = {.c = c, .g = c->bonds, .open = DV_TAKE(c->arena, int, n), .strong = DV_TAKE(c->arena, int, n)};
  s.queued = DV_TAKE(c->arena, char, n);
  for (int i = 0; i < n; i++) s.open[i] = c->bonds->node.item[i].bond.n;
  return s;
}

void dv_bonds_causality(dv_assembler *c)
{
  if (!c->bonds || c->diags->nerror) return;
  scap s = begin(c);
  if (assign(&s)) {
    dv_bond_conflict(c, s.stuck);
    return;
  }
  for (int i = 0; i < s.g->bond.n; i++) s.g->bond.item[i].drawn = s.g->bond.item[i].setter;
  for (int i = 0; i < s.g->node.n; i++) {
    dv_bond_role role = s.g->node.item[i].role;
    if ((role == DV_BOND_I || role == DV_BOND_C) && !dv_bond_integral(s.g, i, 1)) *DV_PUSH(c->arena, &s.g->dependent) = i;
  }
  if (s.g->dependent.n || divides_in_a_matrix(&s)) avoid_division(&s);
}
