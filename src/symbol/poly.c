// poly.c: sums and products of trigonometric polynomials, their slopes and values.
//
//   cos a cos b = 1/2 (cos(a-b) + cos(a+b))    sin a sin b = 1/2 (cos(a-b) - cos(a+b))    sin a cos b = 1/2 (sin(a+b) + sin(a-b))
#include "symbol/ring.h"

#include <math.h>
#include <string.h>

static int *heap_place(dv_ring *r, int power, int angle)
{
  unsigned at = ((unsigned)power * 2654435761u ^ (unsigned)angle * 2246822519u) & (unsigned)(r->heap.nslot - 1);
  for (; r->heap.slot[at]; at = (at + 1) & (unsigned)(r->heap.nslot - 1)) {
    const dv_term *t = &r->heap.term[r->heap.slot[at] - 1];
    if (t->power == power && t->angle == angle) break;
  }
  return &r->heap.slot[at];
}

static void heap_grow(dv_ring *r)
{
  int cap = r->heap.cap ? 2 * r->heap.cap : 512, old = r->heap.n;
  r->heap.term = dv_arena_grow(r->arena, r->heap.term, (size_t)old * sizeof(dv_term), (size_t)cap * sizeof(dv_term));
  r->heap.size = dv_arena_grow(r->arena, r->heap.size, (size_t)old * sizeof(double), (size_t)cap * sizeof(double));
  r->heap.cap = cap;
  r->heap.nslot = 4 * cap;
  r->heap.slot = DV_TAKE(r->arena, int, r->heap.nslot);
  for (int i = 0; i < old; i++) *heap_place(r, r->heap.term[i].power, r->heap.term[i].angle) = i + 1;
}

// The slots of a small sum are freed one by one, from the last that came, so that each is still found.
static void heap_clear(dv_ring *r)
{
  if (8 * r->heap.n > r->heap.nslot) memset(r->heap.slot, 0, (size_t)r->heap.nslot * sizeof(int));
  else
    for (int i = r->heap.n - 1; i >= 0; i--) *heap_place(r, r->heap.term[i].power, r->heap.term[i].angle) = 0;
  r->heap.n = 0;
}

void dv_sum_begin(dv_ring *r)
{
  if (!r->heap.cap) heap_grow(r);
  heap_clear(r);
}

void dv_sum_term(dv_ring *r, int power, int angle, double c)
{
  if (r->full || c == 0) return;
  if (r->heap.n == r->heap.cap) heap_grow(r);
  int *slot = heap_place(r, power, angle);
  if (!*slot) {
    r->heap.term[r->heap.n] = (dv_term){power, angle, 0};
    r->heap.size[r->heap.n++] = 0;
    *slot = r->heap.n;
  }
  r->heap.term[*slot - 1].c += c;
  r->heap.size[*slot - 1] += fabs(c);
}

// What is left of a sum that should be zero is rounding.
dv_poly dv_sum_end(dv_ring *r)
{
  int n = 0;
  dv_term *out = DV_TAKE(r->arena, dv_term, r->heap.n);
  for (int i = 0; i < r->heap.n; i++)
    if (fabs(r->heap.term[i].c) > 1e-14 * r->heap.size[i]) out[n++] = r->heap.term[i];
  if ((r->terms += n) > DV_RING_TERMS) r->full = "terms";
  return (dv_poly){n, out};
}

void dv_sum_add(dv_ring *r, dv_poly a, double c)
{
  for (int i = 0; i < a.n; i++) dv_sum_term(r, a.term[i].power, a.term[i].angle, c * a.term[i].c);
}

// The sum of angles of a vector, its first entry made positive; *sign: of its sine.
static int angle_of(dv_ring *r, signed char *v, double *sign)
{
  int i = 0;
  *sign = 1;
  while (i < r->nangle && !v[i]) i++;
  if (i < r->nangle && v[i] < 0) {
    *sign = -1;
    for (; i < r->nangle; i++) v[i] = (signed char)-v[i];
  }
  return dv_exponents_of(r, &r->sum, v);
}

static void add_angle(dv_ring *r, int power, signed char *v, int sine, double c)
{
  double sign;
  int sum = angle_of(r, v, &sign);
  if (sine && !sum) return;
  dv_sum_term(r, power, 2 * sum + sine, sine ? sign * c : c);
}

static int product_of(dv_ring *r, int a, int b)
{
  signed char v[DV_RING_ATOMS] = {0};
  if (!a || !b) return a + b;
  const signed char *x = dv_exponents_at(&r->power, a), *y = dv_exponents_at(&r->power, b);
  for (int i = 0; i < r->natom; i++) v[i] = (signed char)(x[i] + y[i]);
  return dv_exponents_of(r, &r->power, v);
}

static void term_product(dv_ring *r, const dv_term *a, const dv_term *b, double c)
{
  int power = product_of(r, a->power, b->power);
  c *= a->c * b->c;
  if (!a->angle || !b->angle) {
    dv_sum_term(r, power, a->angle + b->angle, c);
    return;
  }
  signed char plus[DV_RING_ANGLES] = {0}, minus[DV_RING_ANGLES] = {0};
  const signed char *x = dv_exponents_at(&r->sum, a->angle / 2), *y = dv_exponents_at(&r->sum, b->angle / 2);
  for (int i = 0; i < r->nangle; i++) {
    plus[i] = (signed char)(x[i] + y[i]);
    minus[i] = (signed char)(x[i] - y[i]);
  }
  int sa = a->angle & 1, sb = b->angle & 1, sine = sa ^ sb;
  add_angle(r, power, plus, sine, sa && sb ? -c / 2 : c / 2);
  add_angle(r, power, minus, sine, sb && !sa ? -c / 2 : c / 2);
}

void dv_sum_product(dv_ring *r, dv_poly a, dv_poly b, double c)
{
  for (int i = 0; i < a.n && !r->full; i++)
    for (int k = 0; k < b.n; k++) term_product(r, &a.term[i], &b.term[k], c);
}

dv_poly dv_poly_number(dv_ring *r, double c)
{
  dv_sum_begin(r);
  dv_sum_term(r, 0, 0, c);
  return dv_sum_end(r);
}

dv_poly dv_poly_atom(dv_ring *r, int atom)
{
  signed char v[DV_RING_ATOMS] = {0};
  v[atom] = 1;
  dv_sum_begin(r);
  dv_sum_term(r, dv_exponents_of(r, &r->power, v), 0, 1);
  return dv_sum_end(r);
}

dv_poly dv_poly_trig(dv_ring *r, int angle, int sine)
{
  signed char v[DV_RING_ANGLES] = {0};
  v[angle] = 1;
  dv_sum_begin(r);
  dv_sum_term(r, 0, 2 * dv_exponents_of(r, &r->sum, v) + sine, 1);
  return dv_sum_end(r);
}

static dv_poly combine(dv_ring *r, dv_poly a, double x, dv_poly b, double y)
{
  dv_sum_begin(r);
  dv_sum_add(r, a, x);
  dv_sum_add(r, b, y);
  return dv_sum_end(r);
}

dv_poly dv_poly_add(dv_ring *r, dv_poly a, dv_poly b) { return combine(r, a, 1, b, 1); }
dv_poly dv_poly_sub(dv_ring *r, dv_poly a, dv_poly b) { return combine(r, a, 1, b, -1); }
dv_poly dv_poly_scale(dv_ring *r, dv_poly a, double c) { return combine(r, a, c, (dv_poly){0}, 0); }

dv_poly dv_poly_times(dv_ring *r, dv_poly a, dv_poly b)
{
  dv_sum_begin(r);
  dv_sum_product(r, a, b, 1);
  return dv_sum_end(r);
}

static int with_power(dv_ring *r, int power, int atom, int e)
{
  signed char v[DV_RING_ATOMS] = {0};
  memcpy(v, dv_exponents_at(&r->power, power), (size_t)r->natom);
  v[atom] = (signed char)e;
  return dv_exponents_of(r, &r->power, v);
}

dv_poly dv_poly_slope_atom(dv_ring *r, dv_poly a, int atom)
{
  dv_sum_begin(r);
  for (int i = 0; i < a.n; i++) {
    int e = dv_exponents_at(&r->power, a.term[i].power)[atom];
    if (e) dv_sum_term(r, with_power(r, a.term[i].power, atom, e - 1), a.term[i].angle, e * a.term[i].c);
  }
  return dv_sum_end(r);
}

dv_poly dv_poly_slope_angle(dv_ring *r, dv_poly a, int angle)
{
  dv_sum_begin(r);
  for (int i = 0; i < a.n; i++) {
    const dv_term *t = &a.term[i];
    int times = dv_exponents_at(&r->sum, t->angle / 2)[angle];
    double k = r->turn[angle] * times;
    dv_sum_term(r, t->power, t->angle ^ 1, t->angle & 1 ? k * t->c : -k * t->c);
  }
  return dv_sum_end(r);
}

dv_poly dv_poly_unit(dv_ring *r, dv_poly a, int w, const int rest[3])
{
  for (int again = 1; again && !r->full;) {
    again = 0;
    dv_sum_begin(r);
    for (int i = 0; i < a.n; i++) {
      const dv_term *t = &a.term[i];
      int e = dv_exponents_at(&r->power, t->power)[w];
      if (e < 2) {
        dv_sum_term(r, t->power, t->angle, t->c);
        continue;
      }
      int less = with_power(r, t->power, w, e - 2);
      again = 1;
      dv_sum_term(r, less, t->angle, t->c);
      for (int k = 0; k < 3; k++)
        dv_sum_term(r, with_power(r, less, rest[k], dv_exponents_at(&r->power, less)[rest[k]] + 2), t->angle, -t->c);
    }
    a = dv_sum_end(r);
  }
  return a;
}

static double monomial(const dv_ring *r, int power)
{
  const signed char *v = dv_exponents_at(&r->power, power);
  double x = 1;
  for (int i = 0; i < r->natom && power; i++)
    if (v[i]) x *= pow(r->atom[i].value, v[i]);
  return x;
}

double dv_poly_value(const dv_ring *r, dv_poly a)
{
  double sum = 0;
  for (int i = 0; i < a.n; i++) {
    const dv_term *t = &a.term[i];
    const signed char *v = dv_exponents_at(&r->sum, t->angle / 2);
    double angle = 0;
    for (int k = 0; k < r->nangle; k++) angle += v[k] * r->turn[k] * r->angle[k].value;
    sum += t->c * monomial(r, t->power) * (t->angle & 1 ? sin(angle) : cos(angle));
  }
  return sum;
}

double dv_term_size(const dv_ring *r, const dv_term *t) { return fabs(t->c * monomial(r, t->power)); }

double dv_poly_size(const dv_ring *r, dv_poly a)
{
  double sum = 0;
  for (int i = 0; i < a.n; i++) sum += dv_term_size(r, &a.term[i]);
  return sum;
}

int dv_poly_is_number(dv_poly a, double *c)
{
  *c = a.n ? a.term[0].c : 0;
  return !a.n || (a.n == 1 && !a.term[0].power && !a.term[0].angle);
}

dv_poly dv_poly_prune(dv_ring *r, dv_poly a, double least, double *left_out)
{
  dv_sum_begin(r);
  for (int i = 0; i < a.n; i++) {
    const dv_term *t = &a.term[i];
    double size = dv_term_size(r, t);
    if (size < least) *left_out += size;
    else dv_sum_term(r, t->power, t->angle, t->c);
  }
  return dv_sum_end(r);
}
