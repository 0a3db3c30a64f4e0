// draw_kind.c: a part of any kind, by what its row of the kinds table declares and its own example shows.
#include "draft.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

// "kp[]", "kp[row]" -> "kp"; *list: 0 none, 1 over coordinates, 2 over rows.
static const char *plain(draft *d, const char *name, int *list)
{
  const char *bracket = strchr(name, '[');
  *list = !bracket ? 0 : bracket[1] == ']' ? 1 : 2;
  return bracket ? dv_arena_copy(d->arena, name, (size_t)(bracket - name)) : name;
}

static void parameters(draft *d, const dv_kind *k, const dv_node *example, dv_node *entry)
{
  for (int i = 0; i < k->nparam; i++) {
    const dv_param *q = &k->param[i];
    int list;
    const char *name = plain(d, q->name, &list);
    int shown = example && dv_doc_find(example, name);
    if (!isnan(q->def) && !chance(&d->rnd, shown ? 0.8 : 0.15)) continue;
    double x = about(&d->rnd, typical(d, example, name, q->unit, q->def), 2);
    if (q->lo < 0 && chance(&d->rnd, 0.2)) x = -x;
    x = fmin(fmax(x, q->lo), q->hi);
    if (dv_unit_counts(q->unit)) x = ceil(x);
    node_put(d->arena, entry, name, quantity(d, x, q->unit));
  }
}

static void options(draft *d, const dv_kind *k, const dv_node *example, dv_node *entry)
{
  for (int i = 0; i < k->noption; i++) {
    const dv_node *shown = example ? dv_doc_find(example, k->option[i].name) : NULL;
    if (shown && chance(&d->rnd, 0.4)) {
      node_put(d->arena, entry, k->option[i].name, node_copy(d->arena, shown));
      continue;
    }
    const char *at = k->option[i].choices;
    int n = 1;
    for (const char *p = at; *p; p++) n += *p == '|';
    for (int pick = whole(&d->rnd, n); pick > 0; pick--) at = strchr(at, '|') + 1;
    if (n > 1 && chance(&d->rnd, 0.6))
      node_put(d->arena, entry, k->option[i].name, node_text(d->arena, "%.*s", (int)strcspn(at, "|"), at));
  }
}

dv_node *perturbed(draft *d, const dv_node *n, double factor)
{
  char text[DV_NUMBER_TEXT];
  double x;
  const char *rest = n->type == DV_SCALAR ? dv_number_read(n->text, &x) : NULL;
  if (rest && (!*rest || *rest == ' ')) return node_text(d->arena, "%s%s", dv_number_write(text, x * factor), rest);
  dv_node *c = node_copy(d->arena, n);
  for (int i = 0; i < n->n; i++) {
    dv_node *item = perturbed(d, n->item[i], factor);
    item->key = c->item[i]->key;
    c->item[i] = item;
  }
  return c;
}

// Rows of the example; columns that are not indices grow or shrink as a whole, so that what rises still rises.
static void tables(draft *d, const dv_kind *k, const dv_node *example, dv_node *entry)
{
  for (int t = 0; t < k->ntable; t++) {
    const dv_node *shown = example ? dv_doc_find(example, k->table[t].name) : NULL;
    if (!shown) continue;
    dv_node *rows = node_put(d->arena, entry, k->table[t].name, node_copy(d->arena, shown));
    for (int c = 0; c < k->table[t].columns && rows->type == DV_SEQ; c++) {
      double factor = k->table[t].unit[c] && !strcmp(k->table[t].unit[c], "1") ? 1 : about(&d->rnd, 1, 1.3);
      for (int r = 0; r < rows->n; r++)
        if (rows->item[r]->type == DV_SEQ && c < rows->item[r]->n)
          rows->item[r]->item[c] = perturbed(d, rows->item[r]->item[c], factor);
    }
  }
}

static dv_node *input_of(draft *d, const dv_quantity *q, const dv_node *example, const char *name)
{
  double size = typical(d, example, name, "", q->nominal);
  return node_text(d->arena, "%s", formula(d, size));
}

// "height_rate" -> "height", if the kind has that input, too; NULL: none.
static const char *rate_of(draft *d, const dv_kind *k, const char *name)
{
  size_t n = strlen(name);
  if (n < 6 || strcmp(name + n - 5, "_rate")) return NULL;
  for (int i = 0; i < k->nin; i++)
    if (strlen(k->in[i].name) == n - 5 && !strncmp(k->in[i].name, name, n - 5)) return dv_arena_copy(d->arena, name, n - 5);
  return NULL;
}

// A quantity and its rate are given together, or neither.
static int follow(draft *d, const dv_kind *k, dv_node *entry, const char *name)
{
  const char *of = rate_of(d, k, name), *by = names_pick(d, &d->smooth);
  if (!of) return 0;
  node_drop_key(entry, of);
  if (!by || chance(&d->rnd, 0.5)) return 1;
  node_put(d->arena, entry, of, node_text(d->arena, "0.02*%s", by));
  node_put(d->arena, entry, name, node_text(d->arena, "0.02*%s.rate", by));
  return 1;
}

static void inputs(draft *d, const dv_kind *k, const dv_node *example, dv_node *entry)
{
  const dv_node *each = k->each ? dv_doc_find(entry, k->each) : NULL, *task = k->task ? dv_doc_find(entry, k->task) : NULL;
  for (int i = 0; i < k->nin; i++) {
    int list, own = k->in[i].reads & (DV_OWN_POSITION | DV_OWN_RATE | DV_OWN_ACCELERATION) & ~DV_OPTIONAL;
    const char *name = plain(d, k->in[i].name, &list);
    int shown = example && dv_doc_find(example, name);
    if (follow(d, k, entry, name)) continue;
    if (own || ((k->in[i].reads & DV_OPTIONAL) && !chance(&d->rnd, shown ? 0.7 : 0.25))) continue;
    if (!list) node_put(d->arena, entry, name, input_of(d, &k->in[i], example, name));
    const dv_node *over = list == 2 && task ? task : each;
    dv_node *all = list ? node_put(d->arena, entry, name, node_list(d->arena)) : NULL;
    for (int n = 0; list && n < (over->type == DV_SEQ ? over->n : 1); n++)
      node_put(d->arena, all, NULL, input_of(d, &k->in[i], example, name));
  }
}

void draw_lists(draft *d, const dv_kind *k, dv_node *entry)
{
  dv_node *each = node_put(d->arena, entry, k->each, node_list(d->arena)), *list;
  int n = 1 + whole(&d->rnd, 3);
  for (int i = 0; i < d->coordinates.n && each->n < n; i++)
    if (chance(&d->rnd, 0.6) || d->coordinates.n - i <= n - each->n)
      node_put(d->arena, each, NULL, node_text(d->arena, "%s", d->coordinates.item[i]));
  if (k->axes && chance(&d->rnd, 0.7)) {
    list = node_put(d->arena, entry, k->axes, node_list(d->arena));
    for (int i = 0; i < each->n; i++)
      node_put(d->arena, list, NULL,
               node_text(d->arena, "%s", d->linear.n && chance(&d->rnd, 0.5) ? names_pick(d, &d->linear) : each->item[i]->text));
  }
  if (k->task && d->points.n && !d->isotropic && chance(&d->rnd, 0.6)) {
    static const char *const row[] = {"x", "y", "z", "roll", "pitch", "yaw"};
    const char *at = names_pick(d, &d->points);
    list = node_put(d->arena, entry, k->task, node_list(d->arena));
    for (int i = 0, from = whole(&d->rnd, 6); i < each->n; i++)
      node_put(d->arena, list, NULL, node_text(d->arena, "%s.%s", at, row[(from + i) % 6]));
  }
}

// What others may read of it.
static void tell(draft *d, const dv_kind *k, const char *name, const dv_node *entry)
{
  const dv_node *each = k->each ? dv_doc_find(entry, k->each) : NULL;
  for (int i = 0; i < k->nout; i++) {
    int list;
    const char *out = plain(d, k->out[i].name, &list);
    if (chance(&d->rnd, 0.4) || (i == 0 && k->nout < 3)) {
      if (!list) names_add(d, &d->readable, dv_arena_text(d->arena, "%s.%s", name, out));
      else if (list == 1 && each && each->n)
        names_add(d, &d->readable, dv_arena_text(d->arena, "%s.%s.%s", name, out, each->item[0]->text));
    }
  }
}

// The law of a controller goes to motors on its coordinates.
static void motors(draft *d, const dv_kind *k, const char *name, const dv_node *entry)
{
  const dv_node *each = k->each ? dv_doc_find(entry, k->each) : NULL;
  int list = 0;
  if (!each || !k->nout || strcmp(plain(d, k->out[0].name, &list), "effort") || list != 1) return;
  for (int i = 0; i < each->n; i++) {
    dv_node *e = node_map(d->arena);
    node_put(d->arena, e, "kind", node_text(d->arena, "force.effort"));
    node_put(d->arena, e, "axis", node_text(d->arena, "%s", each->item[i]->text));
    node_put(d->arena, e, "effort", node_text(d->arena, "20*tanh(0.05*%s.effort.%s)", name, each->item[i]->text));
    draft_try(d, "parts", fresh(d, "motor"), e);
  }
}

static const char *stem(draft *d, const dv_kind *k)
{
  const char *word = strrchr(k->name, '.') + 1;
  char *out = dv_arena_copy(d->arena, word, strlen(word));
  int n = 0;
  for (const char *p = word; *p; p++)
    if ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z')) out[n++] = *p;
  out[n] = 0;
  return out;
}

int draw_kind(draft *d, int kind)
{
  const dv_kind *k = dv_kinds_x1[kind];
  const dv_node *example = d->example[kind];
  if (k->bond) return draw_bond(d, kind);
  if ((k->service & DV_ASKS_WATER) && !d->wet && !d->isotropic) draw_water(d);
  dv_node *entry = node_map(d->arena), *nodes = node_section(d->arena, d->root, "nodes");
  const char *name = fresh(d, dv_arena_text(d->arena, "%s_", stem(d, k)));
  int wires = nodes->n, fine = 0;
  node_put(d->arena, entry, "kind", node_text(d->arena, "%s", k->name));
  if (d->kinds) d->kinds[kind].drawn++;
  if ((!k->each || d->coordinates.n) && draw_ports(d, k, entry)) {
    if (k->each) draw_lists(d, k, entry);
    parameters(d, k, example, entry);
    options(d, k, example, entry);
    tables(d, k, example, entry);
    inputs(d, k, example, entry);
    if (k->formula)
      node_put(d->arena, entry, k->formula, node_text(d->arena, "%s", formula(d, typical(d, example, k->formula, "", 1))));
    fine = draft_try(d, dv_kind_is_signal(k) && chance(&d->rnd, 0.5) ? "signals" : "parts", name, entry);
  }
  if (!fine) {
    nodes->n = wires;
    return 0;
  }
  if (d->kinds) d->kinds[kind].kept++;
  for (int i = wires; i < nodes->n; i++)
    names_add(d, dv_doc_find(nodes->item[i], "volume") ? &d->hydraulic : &d->electric, nodes->item[i]->key);
  d->wet |= k->field && k->still;
  tell(d, k, name, entry);
  motors(d, k, name, entry);
  return 1;
}
