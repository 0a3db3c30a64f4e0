// write.c: a polynomial in words of a language.
#include "symbol/write.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// p/q with a small q, or NULL; halves of halves only: q is a power of two.
static const char *fraction(char *out, size_t n, double x, int halves)
{
  for (int q = 2; q <= (halves ? 64 : 1000); q = halves ? 2 * q : q + 1) {
    double p = rint(x * q);
    if (p > 0 && p < 100000 && fabs(x * q - p) < 4e-15 * p) return snprintf(out, n, "%.0f/%d", p, q), out;
  }
  return NULL;
}

void dv_write_decimal(dv_text *t, double x)
{
  char text[DV_NUMBER_TEXT], ratio[32];
  double y = x;
  snprintf(text, sizeof text, "%.15g", x);  // the last digits are rounding
  dv_number_read(text, &y);
  dv_number_write(text, y);
  int whole = y == rint(y), readable = strlen(text) <= 9;
  const char *best = !whole && y < 16 ? fraction(ratio, sizeof ratio, x, 1) : NULL;
  if (!best && !readable) best = fraction(ratio, sizeof ratio, x, 0);
  dv_text_add(t, "%s", best ? best : text);
}

static void text_power(dv_text *t, const char *name, int e)
{
  if (e == 1) dv_text_add(t, "%s", name);
  else dv_text_add(t, "%s^%d", name, e);
}

static const char *text_name(const dv_tongue *g, const dv_atom *atom)
{
  (void)g;
  return atom->name;
}

const dv_tongue dv_tongue_text = {
    .times = "*",
    .cos = "cos(",
    .sin = "sin(",
    .open = "(",
    .close = ")",
    .negative = " - ",
    .plus = " + ",
    .number = dv_write_decimal,
    .power = text_power,
    .name = text_name,
    .divides = 2,
    .room = 120,
    .next_line = "\n   ",
};

dv_tongue dv_tongue_with(dv_tongue g, dv_arena *a, const void *context)
{
  g.arena = a;
  g.context = context;
  g.line = DV_TAKE(a, size_t, 1);
  return g;
}

// Factors of a monomial: `begun`: something stands before. Returns whether something stands now.
static int monomial(dv_text *t, const dv_tongue *g, const dv_ring *r, const signed char *v, int begun)
{
  for (int sort = 0; sort < 3; sort++)  // constants, then coordinates, then rates
    for (int i = 0; i < r->natom; i++) {
      if ((int)r->atom[i].sort != sort || !v[i] || (v[i] < 0 && g->divides)) continue;
      if (begun) dv_text_add(t, "%s", g->times);
      g->power(t, g->name(g, &r->atom[i]), v[i]);
      begun = 1;
    }
  for (int i = 0; i < r->natom && g->divides; i++) {
    if (v[i] >= 0) continue;
    if (!begun) g->number(t, 1);
    int all = g->divides == 2 ? -v[i] : 1;
    for (int k = 0; k < -v[i]; k += all) {
      dv_text_add(t, "/");
      g->power(t, g->name(g, &r->atom[i]), all);
    }
    begun = 1;
  }
  return begun;
}

static int is_one(double x) { return fabs(x - 1) < 1e-15; }

static void sign_within(dv_text *t, const dv_tongue *g, int first, double c)
{
  if (first) dv_text_add(t, "%s", c < 0 ? "-" : "");
  else dv_text_add(t, "%s", c < 0 ? g->negative : g->plus);
}

// Between terms, where a line may end.
static void sign(dv_text *t, const dv_tongue *g, int first, double c)
{
  if (!first && g->line && t->n > *g->line + (size_t)g->room) {
    dv_text_add(t, "%s", g->next_line);
    *g->line = t->n;
  }
  sign_within(t, g, first, c);
}

static int number(dv_text *t, const dv_tongue *g, double c)
{
  if (is_one(fabs(c))) return 0;
  g->number(t, fabs(c));
  return 1;
}

void dv_write_angle(dv_text *t, const dv_tongue *g, const dv_ring *r, int of)
{
  const signed char *v = dv_exponents_at(&r->sum, of / 2);
  int first = 1;
  for (int i = 0; i < r->nangle; i++) {
    if (!v[i]) continue;
    sign_within(t, g, first, v[i]);
    if (number(t, g, v[i] * r->turn[i])) dv_text_add(t, "%s", g->times);
    dv_text_add(t, "%s", g->name(g, &r->angle[i]));
    first = 0;
  }
}

static void angle(dv_text *t, const dv_tongue *g, const dv_ring *r, int of)
{
  if (g->angle) {
    dv_text_add(t, "%s", g->angle(g, of));
    return;
  }
  dv_text_add(t, "%s", of & 1 ? g->sin : g->cos);
  dv_write_angle(t, g, r, of);
  dv_text_add(t, "%s", g->close);
}

const char *dv_write_plain(dv_ring *r, dv_poly p)
{
  const dv_tongue *g = &dv_tongue_text;
  dv_text t = {.arena = r->arena};
  for (int i = 0; i < p.n; i++) {
    const dv_term *x = &p.term[i];
    sign(&t, g, i == 0, x->c);
    int begun = number(&t, g, x->c);
    begun = monomial(&t, g, r, dv_exponents_at(&r->power, x->power), begun);
    if (x->angle) {
      if (begun) dv_text_add(&t, "%s", g->times);
      angle(&t, g, r, x->angle);
    } else if (!begun) g->number(&t, 1);
  }
  return p.n ? dv_text_all(&t) : "0";
}

// What all monomials share, whatever power of it.
static void common(const dv_ring *r, dv_poly p, signed char *out)
{
  for (int i = 0; i < r->natom; i++) {
    out[i] = 127;
    for (int k = 0; k < p.n; k++) {
      signed char e = dv_exponents_at(&r->power, p.term[k].power)[i];
      if (e < out[i]) out[i] = e;
    }
  }
}

static void kernel_terms(dv_text *t, const dv_tongue *g, const dv_ring *r, dv_poly p, const signed char *factor)
{
  for (int k = 0; k < p.n; k++) {
    signed char rest[DV_RING_ATOMS];
    const signed char *v = dv_exponents_at(&r->power, p.term[k].power);
    for (int i = 0; i < r->natom; i++) rest[i] = (signed char)(v[i] - factor[i]);
    sign(t, g, k == 0, p.term[k].c);
    int begun = number(t, g, p.term[k].c);
    if (!monomial(t, g, r, rest, begun)) g->number(t, 1);
  }
}

// Factor and sum. Returns whether something was written: a kernel of 1 is nothing inside a product.
static int kernel(dv_text *t, const dv_tongue *g, const dv_ring *r, const dv_kernel *k, int inside, int begun)
{
  signed char factor[DV_RING_ATOMS];
  if (k->name && inside) {
    dv_atom atom = {.name = k->name, .derived = 2};
    dv_text_add(t, "%s%s", begun ? g->times : "", g->name(g, &atom));
    return 1;
  }
  common(r, k->poly, factor);
  int single = k->poly.n == 1, any = 0;
  for (int i = 0; i < r->natom; i++) any |= factor[i] > 0;
  if (single || any) begun = monomial(t, g, r, factor, begun);
  else memset(factor, 0, sizeof factor);
  if (single) return begun;
  int bare = !inside && !begun;
  dv_text_add(t, "%s%s", begun ? g->times : "", bare ? "" : g->open);
  kernel_terms(t, g, r, k->poly, factor);
  dv_text_add(t, "%s", bare ? "" : g->close);
  return 1;
}

void dv_write_kernel(dv_text *t, const dv_tongue *g, const dv_ring *r, const dv_kernel *k, int inside)
{
  if (g->line) *g->line = t->n;
  kernel(t, g, r, k, inside, 0);
}

static int parts(dv_text *t, const dv_tongue *g, const dv_ring *r, const dv_group *x, int begun)
{
  if (x->n == 1) return monomial(t, g, r, dv_exponents_at(&r->power, x->part[0].state), begun);
  dv_text_add(t, "%s%s", begun ? g->times : "", g->open);
  for (int i = 0; i < x->n; i++) {
    double k = x->part[i].k / x->part[0].k;
    sign(t, g, i == 0, k);
    int inside = number(t, g, k);
    if (!monomial(t, g, r, dv_exponents_at(&r->power, x->part[i].state), inside)) g->number(t, 1);
  }
  dv_text_add(t, "%s", g->close);
  return 1;
}

// A kernel alone, without number, state and angle, needs no brackets.
static int is_bare(const dv_kernel *k, const dv_group *x)
{
  return !k->name && !x->angle && x->n == 1 && !x->part[0].state && is_one(x->part[0].k);
}

void dv_write_sum(dv_text *t, const dv_tongue *g, const dv_collector *c, const dv_collected *all)
{
  if (g->line) *g->line = t->n;
  for (int i = 0; i < all->n; i++) {
    const dv_group *x = &all->group[i];
    const dv_kernel *k = &c->kernel.item[x->kernel];
    sign(t, g, i == 0, x->part[0].k);
    int begun = number(t, g, x->part[0].k);
    begun = kernel(t, g, c->ring, k, !is_bare(k, x), begun);
    begun = parts(t, g, c->ring, x, begun);
    if (!x->angle) {
      if (!begun) g->number(t, 1);
      continue;
    }
    if (begun) dv_text_add(t, "%s", g->times);
    angle(t, g, c->ring, x->angle);
  }
  if (!all->n) dv_text_add(t, "0");
}
