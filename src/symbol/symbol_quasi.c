// symbol_quasi.c: the equations in velocities of the user's choice (Rokseth 2014, eqs 3.33 to 3.41, after Meirovitch): u = A(q)
// v.
//
//   v = beta u,  beta = A^-1,  beta' = -beta A' beta
//   M <- beta^T M beta,  C <- beta^T (C beta + M beta'),  g <- beta^T g,  h <- (beta'^T M + beta^T C^T) beta u,  J <- J beta
#include "symbol/machine.h"

#include <assert.h>
#include <string.h>

enum { MOST = 6 };  // velocities of the user's own: minors of their matrix are written out

// A velocity: its name and what it is of the rates.
typedef struct {
  const char *name;
  dv_poly *of;  // [nv]
} velocity;

static int refuse(dv_symbol_machine *m, dv_diags *d, const char *remedy, const char *what, const char *name)
{
  dv_diag_add(d, DV_ERROR, (dv_mark){m->spec->source->file, 0, 0}, remedy, what, name);
  return -1;
}

// What stands in a formula of --quasi: rates, coordinates, parameters (the last are found by the reader of formulas).
static int find_name(void *context, const char *name, dv_poly *out)
{
  dv_symbol_machine *m = context;
  for (int i = 0; i < m->nv; i++)
    if (!strcmp(m->v[i].name, name)) return *out = dv_poly_atom(m->ring, m->v[i].atom), 0;
  for (int i = 0; i < m->nq; i++) {
    dv_symbol_coordinate *q = &m->q[i];
    if (strcmp(q->name, name) != 0) continue;
    if (q->atom < 0) q->atom = dv_ring_atom(m->ring, m->ring->angle[q->angle]);
    return *out = dv_poly_atom(m->ring, q->atom), 0;
  }
  return -1;
}

static int count_derived(const dv_ring *r)
{
  int n = 0;
  for (int i = 0; i < r->natom; i++) n += r->atom[i].derived != 0;
  return n;
}

static int has_rate(const dv_symbol_machine *m, dv_poly x)
{
  for (int i = 0; i < x.n; i++)
    for (int k = 0; k < m->nv; k++)
      if (dv_exponents_at(&m->ring->power, x.term[i].power)[m->v[k].atom]) return 1;
  return 0;
}

// Linear in rates, and nothing besides.
static int split(dv_symbol_machine *m, dv_poly x, velocity *u)
{
  for (int k = 0; k < m->nv; k++) {
    u->of[k] = dv_poly_slope_atom(m->ring, x, m->v[k].atom);
    if (has_rate(m, u->of[k])) return -1;
    x = dv_poly_sub(m->ring, x, dv_poly_times(m->ring, u->of[k], dv_poly_atom(m->ring, m->v[k].atom)));
  }
  return x.n ? -1 : 0;
}

static int is_taken(const dv_symbol_machine *m, const char *name)
{
  for (int i = 0; i < m->ring->natom + m->ring->nangle; i++)
    if (!strcmp(i < m->ring->natom ? m->ring->atom[i].name : m->ring->angle[i - m->ring->natom].name, name)) return 1;
  return m->symbols->parameters && dv_doc_find(m->symbols->parameters, name) != NULL;
}

static int refuse_name(dv_symbol_machine *m, dv_diags *d, const char *name)
{
  const char **known = DV_TAKE(m->ring->arena, const char *, m->nv);
  for (int i = 0; i < m->nv; i++) known[i] = m->v[i].name;
  const char *near = dv_nearest(name, known, m->nv);
  return refuse(m, d,
                near ? dv_arena_text(m->ring->arena, "did you mean '%s'?", near)
                     : "name rates, coordinates and parameters of the file",
                "--quasi: there is no '%s'", name);
}

// "tip=slide.rate + L*cos(pin)*pin.rate"
static int read_velocity(dv_symbol_machine *m, dv_diags *d, const char *text, velocity *u)
{
  const char *equal = strchr(text, '='), *unknown;
  dv_poly x;
  u->of = DV_TAKE(m->ring->arena, dv_poly, m->nv);
  if (!equal || equal == text || !equal[1])
    return refuse(m, d, "e.g. --quasi 'tip=slide.rate + L*cos(pin)*pin.rate'", "--quasi '%s' is not NAME=FORMULA", text);
  u->name = dv_arena_text(m->ring->arena, "%.*s", (int)(equal - text), text);
  if (is_taken(m, u->name)) return refuse(m, d, "take another", "--quasi: the name '%s' is taken", u->name);
  if (strchr(equal + 1, '=')) return refuse(m, d, "--quasi may be repeated", "--quasi '%s' is more than one velocity", text);
  int derived = count_derived(m->ring), bad = dv_symbol_expression(m->symbols, equal + 1, find_name, m, &x, &unknown);
  if (unknown) return refuse_name(m, d, unknown);
  if (bad || count_derived(m->ring) > derived)
    return refuse(m, d, "it may hold rates (pin.rate, base.wx), coordinates, parameters, sums, products, cos and sin",
                  "--quasi '%s' cannot be read as a trigonometric polynomial", text);
  if (split(m, x, u)) return refuse(m, d, "each term wants one rate", "--quasi '%s' is not linear in rates", text);
  return 0;
}

// Determinant of n rows and the n columns that are in the mask, along the first row.
static dv_poly determinant(dv_symbol_machine *m, const velocity *u, int n, unsigned columns)
{
  if (!n) return dv_poly_number(m->ring, 1);
  dv_poly sum = {0};
  for (int k = 0, sign = 1; k < m->nv; k++) {
    if (!(columns >> k & 1)) continue;
    if (u->of[k].n) {
      dv_poly x = dv_poly_times(m->ring, u->of[k], determinant(m, u + 1, n - 1, columns & ~(1U << k)));
      sum = dv_poly_add(m->ring, sum, dv_poly_scale(m->ring, x, sign));
    }
    sign = -sign;
  }
  return sum;
}

static int is_simple(const dv_symbol_machine *m, dv_poly x)
{
  if (x.n != 1 || x.term[0].angle) return 0;
  const signed char *e = dv_exponents_at(&m->ring->power, x.term[0].power);
  for (int i = 0; i < m->ring->natom; i++)
    if (e[i] && m->ring->atom[i].sort != DV_CONSTANT) return 0;
  return 1;
}

// The rates whose place the n velocities take: a constant determinant if there is one, else that of the fewest terms. 0: none.
static unsigned choose(dv_symbol_machine *m, const velocity *u, int n, dv_poly *det)
{
  unsigned best = 0, seen = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m->nv; k++) seen |= u[i].of[k].n ? 1U << k : 0;
  for (unsigned some = seen; some && !(best && is_simple(m, *det)); some = (some - 1) & seen) {
    if (__builtin_popcount(some) != n) continue;
    dv_poly x = determinant(m, u, n, some);
    if (!x.n || (best && !is_simple(m, x) && x.n >= det->n)) continue;
    best = some, *det = x;
  }
  return best;
}

// 1/determinant: a monomial of constants, or an atom D that the formulas divide by.
static dv_poly inverse(dv_symbol_machine *m, dv_poly det)
{
  dv_ring *r = m->ring;
  signed char v[DV_RING_ATOMS] = {0};
  m->divisor = -1;
  if (is_simple(m, det)) {
    const signed char *e = dv_exponents_at(&r->power, det.term[0].power);
    for (int i = 0; i < r->natom; i++) v[i] = (signed char)-e[i];
  } else {
    const char *name = is_taken(m, "D") ? is_taken(m, "det") ? "det_" : "det" : "D";
    m->determinant = det;
    m->divisor = dv_ring_atom(r, (dv_atom){.name = name, .value = 1, .sort = DV_COORDINATE, .unit = ""});
    v[m->divisor] = -1;
  }
  dv_sum_begin(r);
  dv_sum_term(r, dv_exponents_of(r, &r->power, v), 0, m->divisor < 0 ? 1 / det.term[0].c : 1);
  return dv_sum_end(r);
}

static velocity *without(dv_arena *a, const velocity *u, int n, int row)
{
  velocity *out = DV_TAKE(a, velocity, n);
  for (int i = 0, k = 0; i < n; i++)
    if (i != row) out[k++] = u[i];
  return out;
}

// Rows of rates that are kept are those of the unit matrix; the others are P^-1 (u - R v_kept), P^-1 by minors.
static void invert(dv_symbol_machine *m, const velocity *u, int n, unsigned places, dv_poly det)
{
  dv_ring *r = m->ring;
  dv_poly one = inverse(m, det);
  for (int row = 0, at = 0; row < m->nv; row++) {
    if (!(places >> row & 1)) {
      m->beta[row * m->nv + row] = dv_poly_number(r, 1);
      continue;
    }
    for (int k = 0, to = 0; k < n; k++, to++) {
      while (!(places >> to & 1)) to++;
      dv_poly x = determinant(m, without(r->arena, u, n, k), n - 1, places & ~(1U << row));
      x = dv_poly_scale(r, dv_poly_times(r, x, one), (at + k) % 2 ? -1 : 1);
      m->beta[row * m->nv + to] = x;
      for (int j = 0; j < m->nv; j++) {
        if (places >> j & 1) continue;
        m->beta[row * m->nv + j] = dv_poly_sub(r, m->beta[row * m->nv + j], dv_poly_times(r, x, u[k].of[j]));
      }
    }
    at++;
  }
}

// out = a b, or a^T b
static void product(dv_symbol_machine *m, const dv_poly *a, int turned, const dv_poly *b, int columns, dv_poly *out)
{
  int n = m->nv;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < columns; j++) {
      dv_sum_begin(m->ring);
      for (int k = 0; k < n; k++) dv_sum_product(m->ring, turned ? a[k * n + i] : a[i * n + k], b[k * columns + j], 1);
      out[i * columns + j] = dv_symbol_tidy(m, dv_sum_end(m->ring));
    }
}

static dv_poly *room(dv_symbol_machine *m, int n) { return DV_TAKE(m->ring->arena, dv_poly, n); }

// A polynomial that is linear in rates, with the rates that the velocities make.
static dv_poly moved(dv_symbol_machine *m, dv_poly x, const dv_poly *rate)
{
  dv_poly sum = {0};
  for (int k = 0; k < m->nv; k++)
    sum = dv_poly_add(m->ring, sum, dv_poly_times(m->ring, dv_poly_slope_atom(m->ring, x, m->v[k].atom), rate[k]));
  return sum;
}

// beta' = -beta A' beta along the motion
static void beta_rate(dv_symbol_machine *m, const dv_poly *rate, dv_poly *out)
{
  int n = m->nv;
  dv_poly *slope = room(m, n * n), *half = room(m, n * n);
  for (int i = 0; i < n * n; i++)
    for (int k = 0; k < n; k++)
      slope[i] = dv_poly_sub(m->ring, slope[i], dv_poly_times(m->ring, dv_symbol_along(m, m->A[i], k), rate[k]));
  product(m, slope, 0, m->beta, n, half);
  product(m, m->beta, 0, half, n, out);
}

// row [nv] of rates becomes one of velocities
static void turn_row(dv_symbol_machine *m, dv_poly *row)
{
  dv_poly *was = room(m, m->nv);
  memcpy(was, row, (size_t)m->nv * sizeof *was);
  product(m, m->beta, 1, was, 1, row);
}

static void transform(dv_symbol_machine *m, const dv_poly *u)
{
  int n = m->nv;
  dv_poly *rate = room(m, n), *turned = room(m, n * n), *half = room(m, n * n), *X = room(m, n * n), *C = room(m, n * n),
          *CT = room(m, n * n);
  product(m, m->beta, 0, u, 1, rate);
  for (int i = 0; i < n * n; i++) C[i] = moved(m, m->C[i], rate);
  for (int i = 0; i < n * n; i++) CT[i] = C[i % n * n + i / n];
  beta_rate(m, rate, turned);
  product(m, m->M, 0, m->beta, n, half);  // M beta
  product(m, turned, 1, half, n, X);      // beta'^T M beta
  product(m, CT, 0, m->beta, n, m->C);
  product(m, m->beta, 1, m->C, n, CT);
  for (int i = 0; i < n * n; i++) X[i] = dv_poly_add(m->ring, X[i], CT[i]);
  product(m, X, 0, u, 1, m->h);
  product(m, C, 0, m->beta, n, X);
  product(m, m->M, 0, turned, n, C);
  for (int i = 0; i < n * n; i++) X[i] = dv_poly_add(m->ring, X[i], C[i]);
  product(m, m->beta, 1, X, n, m->C);
  product(m, m->C, 0, u, 1, m->c);
  product(m, m->beta, 1, half, n, m->M);
  turn_row(m, m->g);
  for (int i = 0; i < m->npoint; i++)
    for (int k = 0; k < 6; k++) turn_row(m, m->point[i].J + k * n);
  for (int i = 0; i < m->naxis; i++) turn_row(m, m->axis[i].slope);
  for (int i = 0; i < m->nclosure; i++) turn_row(m, m->closure[i].J);
}

// The chosen velocities stand where the rates were whose place they take.
static void rename_rates(dv_symbol_machine *m, const velocity *u, unsigned places, dv_poly *out)
{
  m->rate = DV_TAKE(m->ring->arena, const char *, m->nv);
  for (int i = 0, k = 0; i < m->nv; i++) {
    dv_symbol_rate *v = &m->v[i];
    m->rate[i] = v->of;
    m->A[i * m->nv + i] = dv_poly_number(m->ring, 1);
    if (places >> i & 1) {
      assert(u[k].of);  // as many places as velocities
      memcpy(m->A + i * m->nv, u[k].of, (size_t)m->nv * sizeof *m->A);
      out[i] =
          dv_poly_atom(m->ring, dv_ring_atom(m->ring, (dv_atom){.name = u[k++].name, .value = 1, .sort = DV_RATE, .unit = ""}));
    } else out[i] = dv_poly_atom(m->ring, v->atom);
  }
}

int dv_symbol_quasi(dv_symbol_machine *m, dv_diags *d, const char *const *text, int n)
{
  velocity u[MOST] = {0};
  dv_poly det = {0}, *names = room(m, m->nv);
  unsigned places;
  m->A = room(m, m->nv * m->nv);
  m->beta = room(m, m->nv * m->nv);
  if (n > MOST || m->nv > 20)
    return refuse(m, d, "name fewer", "--quasi takes six velocities at most, of machines with up to twenty rates%s", "");
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++)
      if (!strncmp(text[i], text[k], strcspn(text[i], "=") + 1))
        return refuse(m, d, "give each its own", "--quasi: '%s' takes a name that stands before", text[i]);
    if (read_velocity(m, d, text[i], &u[i])) return -1;
  }
  if (!(places = choose(m, u, n, &det)))
    return refuse(m, d, "leave one out", "the velocities of --quasi depend on each other%s", "");
  invert(m, u, n, places, det);
  rename_rates(m, u, places, names);
  transform(m, names);
  for (int i = 0, k = 0; i < m->nv; i++)
    if (places >> i & 1) {
      m->v[i].chosen = 1;
      m->v[i].name = m->v[i].of = u[k++].name;
    }
  return m->ring->full ? dv_symbol_full(m, d) : 0;
}
