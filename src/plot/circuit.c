// circuit.c: where symbols stand. A rank is the number of parts between them and an actuator; within a rank they stand below what
// they feed, as far as there is room.
#include "plot/circuit.h"

#include "plot/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 34, MARGIN = 50, ROUNDS = 6 };

dv_circuit *dv_circuit_new(dv_arena *a)
{
  dv_circuit *c = DV_TAKE(a, dv_circuit, 1);
  c->arena = a;
  return c;
}

int dv_circuit_add(dv_circuit *c, const char *name, const dv_symbol *s)
{
  *DV_PUSH(c->arena, &c->part) =
      (dv_circuit_part){.name = name, .symbol = s, .rank = -1, .room = s->width + 8 + dv_svg_width(name)};
  return c->part.n - 1;
}

static int net_of(dv_circuit *c, const char *node)
{
  for (int i = 0; i < c->net.n; i++)
    if (!strcmp(c->net.item[i].name, node)) return i;
  *DV_PUSH(c->arena, &c->net) = (dv_circuit_net){.name = node};
  return c->net.n - 1;
}

int dv_circuit_join(dv_circuit *c, int part, const char *port, const char *node)
{
  const dv_symbol *s = c->part.item[part].symbol;
  size_t n = strlen(port);
  for (const char *p = s->pins; *p; p += strcspn(p, ","), p += *p == ',') {
    double x, y;
    char way;
    if (strncmp(p, port, n) != 0 || p[n] != ' ' || sscanf(p + n, "%lf %lf %c", &x, &y, &way) != 3) continue;
    int net = net_of(c, node);
    c->net.item[net].tank |= s->place == DV_SYMBOL_TANK;
    c->net.item[net].feeds |= s->place == DV_SYMBOL_SOURCE && p == s->pins;
    *DV_PUSH(c->arena, &c->pin) = (dv_circuit_pin){part, net, way == 'u', x, y};
    return 1;
  }
  return 0;
}

const dv_symbol *dv_symbol_box(dv_arena *a, const char *kind, const char *const *port, int n)
{
  enum { STEP = 22, HEIGHT = 30 };
  dv_text pins = {.arena = a};
  for (int i = 0; i < n; i++) dv_text_add(&pins, "%s%s %d %d d", i ? "," : "", port[i], STEP / 2 + i * STEP, HEIGHT);
  dv_symbol *s = DV_TAKE(a, dv_symbol, 1);
  *s = (dv_symbol){
      kind, DV_SYMBOL_LINE, n * STEP, HEIGHT, n ? dv_text_all(&pins) : "", dv_arena_text(a, "M0 0H%dV%dH0Z", n * STEP, HEIGHT),
      ""};
  return s;
}

// Parts that are joined to one of a rank stand a rank below it; lines that a source feeds, or that end in a tank, join nothing
// here.
static int rank_next(dv_circuit *c, int rank)
{
  int found = 0;
  for (int i = 0; i < c->pin.n; i++) {
    const dv_circuit_pin *p = &c->pin.item[i];
    const dv_circuit_net *net = &c->net.item[p->net];
    if (c->part.item[p->part].rank != rank || net->tank || net->feeds) continue;
    for (int k = 0; k < c->pin.n; k++) {
      dv_circuit_part *other = &c->part.item[c->pin.item[k].part];
      if (c->pin.item[k].net != p->net || other->rank >= 0) continue;
      other->rank = rank + 1, found = 1;
    }
  }
  return found;
}

static int has(const dv_circuit *c, int rank, int valve)
{
  for (int i = 0; i < c->part.n; i++)
    if (c->part.item[i].rank == rank && (c->part.item[i].symbol->place == DV_SYMBOL_VALVE) == valve) return 1;
  return 0;
}

// What guards a line stands between actuator and valve.
static void lower_valves(dv_circuit *c, int *top)
{
  for (int r = 1; r <= *top; r++) {
    if (!has(c, r, 0) || !has(c, r, 1)) continue;
    for (int i = 0; i < c->part.n; i++) {
      dv_circuit_part *p = &c->part.item[i];
      p->rank += p->rank > r || (p->rank == r && p->symbol->place == DV_SYMBOL_VALVE);
    }
    ++*top;
  }
}

static void rank_all(dv_circuit *c)
{
  int top = 0;
  for (int i = 0; i < c->part.n; i++)
    if (c->part.item[i].symbol->place == DV_SYMBOL_ACTS) c->part.item[i].rank = 0;
  while (rank_next(c, top)) top++;
  lower_valves(c, &top);
  int others = 0, sources = 0;
  for (int i = 0; i < c->part.n; i++) {
    dv_circuit_part *p = &c->part.item[i];
    if (p->symbol->place == DV_SYMBOL_TANK) continue;
    if (p->symbol->place == DV_SYMBOL_SOURCE) p->rank = -2, sources = 1;
    else if (p->rank < 0) p->rank = top + 1, others = 1;
  }
  top += others;
  for (int i = 0; i < c->part.n; i++)
    if (c->part.item[i].rank == -2) c->part.item[i].rank = top + 1;
  c->ranks = top + 1 + sources;
}

// Mean rank of the other ends of a pin's line; that of the part itself where there are none.
static double rank_beyond(const dv_circuit *c, const dv_circuit_pin *p)
{
  double sum = 0;
  int n = 0;
  for (int k = 0; k < c->pin.n; k++) {
    const dv_circuit_part *other = &c->part.item[c->pin.item[k].part];
    if (c->pin.item[k].net != p->net || c->pin.item[k].part == p->part || other->rank < 0) continue;
    sum += other->rank, n++;
  }
  return c->net.item[p->net].tank ? c->ranks + 1 : n ? sum / n : c->part.item[p->part].rank;
}

// Upside down where that leads its lines the shorter way, and returns into tanks below.
static void turn(dv_circuit *c)
{
  double *wish = DV_TAKE(c->arena, double, c->part.n + 1);
  for (int i = 0; i < c->pin.n; i++) {
    const dv_circuit_pin *p = &c->pin.item[i];
    wish[p->part] += (p->up ? 1 : -1) * (rank_beyond(c, p) - c->part.item[p->part].rank);
  }
  for (int i = 0; i < c->part.n; i++) c->part.item[i].turned = c->part.item[i].symbol->place == DV_SYMBOL_LINE && wish[i] > 1e-9;
  for (int i = 0; i < c->pin.n; i++) {
    dv_circuit_pin *p = &c->pin.item[i];
    if (!c->part.item[p->part].turned) continue;
    p->up = !p->up;
    p->y = c->part.item[p->part].symbol->height - p->y;
  }
}

// A part would stand with its pins below (above) the others of their lines.
static void wish(dv_circuit *c, int part)
{
  double sum = 0;
  int n = 0;
  for (int i = 0; i < c->pin.n; i++) {
    const dv_circuit_pin *p = &c->pin.item[i];
    if (p->part != part || c->net.item[p->net].tank) continue;
    for (int k = 0; k < c->pin.n; k++) {
      const dv_circuit_pin *o = &c->pin.item[k];
      if (o->net != p->net || o->part == part || c->part.item[o->part].rank == c->part.item[part].rank) continue;
      sum += c->part.item[o->part].x + o->x - p->x, n++;
    }
  }
  c->part.item[part].wish = n ? sum / n : c->part.item[part].x;
}

static int by_wish(const void *a, const void *b)
{
  const dv_circuit_part *x = *(dv_circuit_part *const *)a, *y = *(dv_circuit_part *const *)b;
  return x->wish != y->wish ? (x->wish > y->wish) - (x->wish < y->wish) : (x > y) - (x < y);
}

// Side by side in the order of their wishes, then moved together as near to these as it goes.
static void spread(dv_circuit *c, int rank, int wished)
{
  dv_circuit_part **row = DV_TAKE(c->arena, dv_circuit_part *, c->part.n + 1);
  int n = 0;
  for (int i = 0; i < c->part.n; i++)
    if (c->part.item[i].rank == rank) {
      if (wished) wish(c, i);
      row[n++] = &c->part.item[i];
    }
  if (!n) return;
  qsort(row, (size_t)n, sizeof *row, by_wish);
  double off = 0;
  for (int i = 0; i < n; i++) {
    row[i]->x = i ? fmax(row[i]->wish, row[i - 1]->x + row[i - 1]->room + GAP) : row[i]->wish;
    off += (row[i]->x - row[i]->wish) / n;
  }
  for (int i = 0; i < n; i++) row[i]->x = round(row[i]->x - off);
}

void dv_circuit_place(dv_circuit *c)
{
  rank_all(c);
  turn(c);
  for (int r = 0; r < c->ranks; r++) spread(c, r, r > 0);
  for (int i = 0; i < ROUNDS; i++)
    for (int r = 0; r < c->ranks; r++) spread(c, i % 2 ? r : c->ranks - 1 - r, 1);
  double least = INFINITY;
  for (int i = 0; i < c->part.n; i++)
    if (c->part.item[i].rank >= 0) least = fmin(least, c->part.item[i].x);
  for (int i = 0; i < c->part.n; i++) c->part.item[i].x += MARGIN - least;
}
