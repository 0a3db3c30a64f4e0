// collect.c: terms with one function of the state together; equal factors once.
#include "symbol/collect.h"

#include "symbol/write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int dv_power_order(const dv_exponents *e, int a, int b)
{
  const signed char *x = dv_exponents_at(e, a), *y = dv_exponents_at(e, b);
  for (int i = 0; i < e->used; i++)
    if (x[i] != y[i]) return y[i] - x[i];
  return 0;
}

// A term, its monomial in two.
typedef struct {
  const dv_ring *ring;
  int angle, state, constant;
  double c;
} split;

static int angle_order(const dv_ring *r, int a, int b)
{
  if (!a || !b) return (a != 0) - (b != 0);
  int order = dv_power_order(&r->sum, a / 2, b / 2);
  return order ? order : (a & 1) - (b & 1);
}

static int by_function(const void *a, const void *b)
{
  const split *x = a, *y = b;
  int order = angle_order(x->ring, x->angle, y->angle);
  if (!order) order = dv_power_order(&x->ring->power, x->state, y->state);
  return order ? order : dv_power_order(&x->ring->power, x->constant, y->constant);
}

static split split_term(dv_ring *r, const dv_term *t)
{
  signed char constant[DV_RING_ATOMS] = {0}, state[DV_RING_ATOMS] = {0};
  const signed char *v = dv_exponents_at(&r->power, t->power);
  for (int i = 0; i < r->natom; i++) *(r->atom[i].sort == DV_CONSTANT ? &constant[i] : &state[i]) = v[i];
  split s = {.ring = r, .angle = t->angle, .c = t->c};
  s.constant = dv_exponents_of(r, &r->power, constant);
  s.state = dv_exponents_of(r, &r->power, state);
  return s;
}

static int all_whole(const split *s, int n, double unit)
{
  for (int i = 0; i < n; i++) {
    double x = s[i].c / unit;
    if (fabs(x - rint(x)) > 1e-12 || fabs(x) > 100) return 0;
  }
  return 1;
}

// What to divide by so that a sum reads well: whole factors if there are such, else as it stands.
static double unit_of(const split *s, int n)
{
  double least = s[0].c;
  for (int i = 1; i < n; i++)
    if (fabs(s[i].c) < fabs(least)) least = s[i].c;
  if (least < 0) least = -least;
  double first = fabs(s[0].c), sign = s[0].c < 0 ? -1 : 1;
  if (n == 1) return s[0].c;
  return sign * (all_whole(s, n, first) ? first : all_whole(s, n, least) ? least : 1);
}

// The kernel of n sorted terms and its factor. Sums that differ by a factor only are one kernel, as it was met first.
static int kernel_of(dv_collector *c, const split *s, int n, double *factor)
{
  dv_term *t = DV_TAKE(c->ring->arena, dv_term, n), *key = DV_TAKE(c->ring->arena, dv_term, n);
  double unit = unit_of(s, n);
  for (int i = 0; i < n; i++) {
    t[i] = (dv_term){s[i].constant, 0, s[i].c / unit};
    key[i] = (dv_term){s[i].constant, 0, s[i].c / s[0].c};
  }
  const char *text = dv_write_plain(c->ring, (dv_poly){n, key});
  int at = dv_names_find(&c->text, text);
  if (at < 0) {
    dv_names_add(c->ring->arena, &c->text, text);
    at = c->kernel.n;
    DV_PUSH(c->ring->arena, &c->kernel)->poly = (dv_poly){n, t};
  }
  *factor = s[0].c / c->kernel.item[at].poly.term[0].c;
  return at;
}

static void put(dv_collector *c, dv_collected *out, int first, int kernel, int angle, dv_share part)
{
  dv_group *g = NULL;
  for (int i = first; i < out->n && !g; i++)
    if (out->group[i].kernel == kernel) g = &out->group[i];
  if (!g) {
    g = &out->group[out->n++];
    *g = (dv_group){.kernel = kernel, .angle = angle};
    c->kernel.item[kernel].uses++;
  }
  dv_share *more = DV_TAKE(c->ring->arena, dv_share, g->n + 1);
  if (g->n) memcpy(more, g->part, (size_t)g->n * sizeof *more);
  more[g->n++] = part;
  g->part = more;
}

dv_collected dv_collect(dv_collector *c, dv_poly p)
{
  dv_arena *a = c->ring->arena;
  split *s = DV_TAKE(a, split, p.n);
  dv_collected out = {.group = DV_TAKE(a, dv_group, p.n)};
  int first = 0;
  for (int i = 0; i < p.n; i++) s[i] = split_term(c->ring, &p.term[i]);
  if (p.n) qsort(s, (size_t)p.n, sizeof *s, by_function);
  for (int i = 0, n; i < p.n; i += n) {
    for (n = 1; i + n < p.n && s[i + n].angle == s[i].angle && s[i + n].state == s[i].state;) n++;
    if (i && s[i].angle != s[i - 1].angle) first = out.n;
    double factor;
    int kernel = kernel_of(c, s + i, n, &factor);
    put(c, &out, first, kernel, s[i].angle, (dv_share){factor, s[i].state});
  }
  return out;
}

void dv_collect_name(dv_collector *c, const char *prefix)
{
  int n = 0;
  for (int i = 0; i < c->kernel.n; i++) {
    dv_kernel *k = &c->kernel.item[i];
    if (k->uses > 1 && k->poly.n > 1) k->name = dv_arena_text(c->ring->arena, "%s%d", prefix, ++n);
  }
}
