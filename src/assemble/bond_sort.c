// bond_sort.c: puts the bond graph's variables in blocks: single ones, and loops (strongly connected components).
//
// A loop is solved for some unknowns that, once known, leave an order for the rest; at once where it is linear in them.
#include "assemble/bond_internal.h"
#include "assemble/components.h"

#include "base/text.h"

#include <stdlib.h>

typedef struct {
  dv_assembler *c;
  dv_bonds *g;
  dv_components var;
} search;

static int computed(const dv_bonds *g, int var)
{
  dv_var_op op = g->var.item[var].op;
  return op != DV_V_CONSTANT && op != DV_V_OUTSIDE;
}

// Variables that var is made of: 2 per term.
static int behind(const dv_bonds *g, int var, int k)
{
  const dv_var_term *t = &g->var.item[var].term.item[k / 2];
  return dv_var_same(g, k % 2 ? t->b : t->a);
}

static int nbehind(const dv_bonds *g, int var) { return 2 * g->var.item[var].term.n; }

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

// Names of the parts of a role (DV_BOND_NONE: of all) in a loop, in the order of the file.
static const char *part_names(search *s, const dv_ints *loop, dv_bond_role role)
{
  dv_text text = {.arena = s->c->arena};
  int *part = DV_TAKE(s->c->arena, int, loop->n);
  for (int i = 0; i < loop->n; i++) part[i] = s->g->var.item[loop->item[i]].part;
  qsort(part, (size_t)loop->n, sizeof *part, by_number);
  for (int i = 0; i < loop->n; i++) {
    if (part[i] < 0 || (i && part[i] == part[i - 1]) || (role && s->c->part.item[part[i]].as->bond != role)) continue;
    dv_text_add(&text, "%s%s", text.n ? ", " : "", s->c->part.item[part[i]].name);
  }
  return dv_text_all(&text);
}

static int in_loop(const search *s, int var, int component) { return computed(s->g, var) && s->var.where[var] == component; }

// A product of two unknowns, a division by one, a law of one.
static int is_linear(const search *s, int var, int component)
{
  const dv_bond_var *v = &s->g->var.item[var];
  for (int i = 0; i < v->term.n; i++) {
    int a = in_loop(s, behind(s->g, var, 2 * i), component), b = in_loop(s, behind(s->g, var, 2 * i + 1), component);
    if ((v->op == DV_V_DOT && a && b) || (v->op == DV_V_DIVIDE && b)) return 0;
    if ((v->op == DV_V_VALUE || v->op == DV_V_SLOPE) && (a || b)) return 0;
  }
  return 1;
}

static int is_curved(const search *s, const dv_ints *loop, int component)
{
  for (int i = 0; i < loop->n; i++)
    if (!is_linear(s, loop->item[i], component)) return 1;
  return 0;
}

// Loops of resistances are told; those of storages are differential causality, which is told elsewhere.
static void tell(search *s, const dv_ints *loop)
{
  for (int i = 0; i < loop->n; i++)
    if (s->g->var.item[loop->item[i]].rank < 2) return;
  const char *names = part_names(s, loop, DV_BOND_R);
  *DV_PUSH(s->c->arena, &s->g->loop) = *names ? names : part_names(s, loop, DV_BOND_NONE);
}

// Orders the loop's variables without the unknowns; gives how many found a place.
static int order(search *s, const dv_ints *loop, const int *unknown, int component, dv_ints *out)
{
  int *done = DV_TAKE(s->c->arena, int, loop->n);
  out->n = 0;
  for (int news = 1; news;) {
    news = 0;
    for (int i = 0; i < loop->n; i++) {
      int ready = !done[i] && !unknown[i];
      for (int k = 0; ready && k < nbehind(s->g, loop->item[i]); k++) {
        int b = behind(s->g, loop->item[i], k);
        for (int m = 0; m < loop->n && in_loop(s, b, component); m++)
          if (loop->item[m] == b && !done[m] && !unknown[m]) ready = 0;
      }
      if (!ready) continue;
      done[i] = news = 1;
      *DV_PUSH(s->c->arena, out) = loop->item[i];
    }
  }
  return out->n;
}

// Takes unknowns, best rank first, until the rest can be ordered.
static void tear(search *s, const dv_ints *loop, int component, dv_bond_draft *d)
{
  int *unknown = DV_TAKE(s->c->arena, int, loop->n);
  dv_ints sorted = {0};
  for (int i = 0; i < loop->n; i++) {
    unknown[i] = s->g->var.item[loop->item[i]].op == DV_V_ROOT;
    d->nunknown += unknown[i];
  }
  while (order(s, loop, unknown, component, &sorted) + d->nunknown < loop->n) {
    int best = -1;
    for (int i = 0; i < loop->n; i++) {
      int placed = unknown[i];
      for (int k = 0; k < sorted.n; k++) placed |= sorted.item[k] == loop->item[i];
      if (!placed && (best < 0 || s->g->var.item[loop->item[i]].rank < s->g->var.item[loop->item[best]].rank)) best = i;
    }
    unknown[best] = 1;
    d->nunknown++;
  }
  for (int i = 0; i < sorted.n; i++) *DV_PUSH(s->c->arena, &d->var) = sorted.item[i];
  for (int i = 0; i < loop->n; i++)
    if (unknown[i]) *DV_PUSH(s->c->arena, &d->var) = loop->item[i];
}

static void add_block(void *context, const dv_ints *loop)
{
  search *s = context;
  int var = loop->item[loop->n - 1], itself = 0;
  for (int k = 0; k < nbehind(s->g, var); k++) itself |= behind(s->g, var, k) == var;
  dv_bond_draft d = {0};
  if (loop->n == 1 && !itself) {
    d.var = *loop;
  } else {
    tell(s, loop);
    d.curved = is_curved(s, loop, s->var.found);
    tear(s, loop, s->var.found, &d);
  }
  *DV_PUSH(s->c->arena, &s->g->block) = d;
}

static int is_computed(const void *context, int var) { return computed(((const search *)context)->g, var); }

static int next_behind(const void *context, int var, int at[2])
{
  const dv_bonds *g = ((const search *)context)->g;
  return at[0] < nbehind(g, var) ? behind(g, var, at[0]++) : -1;
}

void dv_bonds_sort(dv_assembler *c)
{
  dv_bonds *g = c->bonds;
  if (!g || c->diags->nerror) return;
  int n = g->var.n;
  search s = {
      .c = c, .g = g, .var = {.n = n, .counts = is_computed, .next = next_behind, .close = add_block}
  };
  s.var.context = &s;
  dv_components_find(c->arena, &s.var);
  for (int i = 0; i < n && !c->diags->nerror; i++) {
    if (g->var.item[i].op != DV_V_STATE) continue;
    dv_bond_draft d = {.rate = 1 + dv_var_same(g, g->var.item[i].rate), .x = i};
    *DV_PUSH(c->arena, &g->block) = d;
  }
}
