// sheet.c: the blocks of a machine's formulas.
#include "symbol/sheet.h"

#include <ctype.h>
#include <string.h>

const char *const dv_sheet_groups[] = {"M", "C", "c", "g", "h", "A", "J", "B", "Phi", "F", "S", NULL};

static int wanted(const char *group, const char *const *only, int n)
{
  for (int i = 0; i < n; i++)
    if (!strcmp(only[i], group)) return 1;
  return n == 0;
}

static void add(dv_sheet *s, dv_sheet_block b, const dv_poly *x)
{
  int n = b.rows * dv_sheet_columns(&b);
  b.x = DV_TAKE(s->m->ring->arena, dv_collected, n);
  for (int i = 0; i < n; i++) {
    if (b.symmetric && i / dv_sheet_columns(&b) > i % dv_sheet_columns(&b)) continue;
    b.x[i] = dv_collect(&s->collect, x[i]);
  }
  *DV_PUSH(s->m->ring->arena, &s->block) = b;
}

static void add_points(dv_sheet *s)
{
  static const char *const place[] = {"x", "y", "z"}, *const rows[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
  for (int i = 0; i < s->m->npoint; i++) {
    const dv_symbol_point *p = &s->m->point[i];
    add(s, (dv_sheet_block){.name = "r", .of = p->name, .doc = "place in the world", .group = "J", .rows = 3, .row = place},
        p->place.x);
    add(s,
        (dv_sheet_block){.name = "J",
                         .of = p->name,
                         .doc = "velocity and angular velocity, world axes, by rates",
                         .group = "J",
                         .rows = 6,
                         .row = rows,
                         .columns = s->m->nv,
                         .column = s->rate},
        p->J);
  }
}

// Of each body, only where they are asked for: there are many.
static void add_bodies(dv_sheet *s, int screw)
{
  static const char *const frame[] = {"vx", "vy", "vz", "wx", "wy", "wz"}, *const twist[] = {"wx", "wy", "wz", "vx", "vy", "vz"};
  const dv_spec *spec = s->m->spec;
  dv_symbol_machine *m = (dv_symbol_machine *)s->m;  // its ring is room to calculate in
  dv_sheet_block b = {
      .name = screw ? "S" : "F",
      .doc = screw ? "screw: angular velocity and velocity of the origin, both in the body's axes, by rates"
                   : "moving frame: velocity of the mass centre in world axes, angular velocity in the body's, by rates",
      .group = screw ? "S" : "F",
      .rows = 6,
      .row = screw ? twist : frame,
      .columns = m->nv,
      .column = s->rate};
  for (int i = 0; i < spec->nbody; i++) {
    if (m->seat[i] < 0) continue;
    b.of = spec->body[i].name;
    add(s, b, dv_symbol_body_rates(m, i, screw));
  }
}

static void add_axes(dv_sheet *s)
{
  const dv_symbol_machine *m = s->m;
  dv_arena *a = m->ring->arena;
  int n = m->naxis;
  const char **name = DV_TAKE(a, const char *, n);
  dv_poly *B = DV_TAKE(a, dv_poly, n * m->nv);
  for (int i = 0; i < n; i++) {
    name[i] = m->axis[i].name;
    for (int k = 0; k < m->nv; k++) B[k * n + i] = m->axis[i].slope[k];
    add(s,
        (dv_sheet_block){.name = "length",
                         .of = name[i],
                         .doc = "between its points",
                         .group = "B",
                         .sort = DV_SHEET_LENGTH,
                         .rows = 1,
                         .row = &name[i]},
        &m->axis[i].square);
  }
  if (n)
    add(s,
        (dv_sheet_block){.name = "B",
                         .doc = "what forces along the axes do: tau = B f",
                         .group = "B",
                         .rows = m->nv,
                         .row = s->rate,
                         .columns = n,
                         .column = name,
                         .over = name},
        B);
}

static void add_closures(dv_sheet *s)
{
  const dv_symbol_machine *m = s->m;
  dv_arena *a = m->ring->arena;
  int n = m->nclosure;
  const char **name = DV_TAKE(a, const char *, n);
  dv_poly *zero = DV_TAKE(a, dv_poly, n), *J = DV_TAKE(a, dv_poly, n * m->nv);
  for (int i = 0; i < n; i++) {
    name[i] = m->closure[i].name;
    zero[i] = m->closure[i].zero;
    memcpy(J + i * m->nv, m->closure[i].J, (size_t)m->nv * sizeof *J);
  }
  if (!n) return;
  add(s, (dv_sheet_block){.name = "Phi", .doc = "zero where the loops are closed", .group = "Phi", .rows = n, .row = name}, zero);
  add(s,
      (dv_sheet_block){.name = "G",
                       .doc = "its Jacobian: Phi' = G v, and M v' + C v + g = tau + G^T lambda",
                       .group = "Phi",
                       .rows = n,
                       .row = name,
                       .columns = m->nv,
                       .column = s->rate},
      J);
}

// What the formulas divide by, and the velocities of the user's choice.
static void add_determinant(dv_sheet *s)
{
  const dv_symbol_machine *m = s->m;
  const char **name = DV_TAKE(m->ring->arena, const char *, 1);
  if (m->divisor < 0) return;
  name[0] = m->ring->atom[m->divisor].name;
  add(s,
      (dv_sheet_block){.name = name[0],
                       .doc = "determinant of A, by which the others divide",
                       .group = "A",
                       .sort = DV_SHEET_SCALAR,
                       .rows = 1,
                       .row = name},
      &m->determinant);
}

static void add_velocities(dv_sheet *s)
{
  const dv_symbol_machine *m = s->m;
  int n = m->nv;
  dv_sheet_block A = {.name = "A",
                      .doc = "the chosen velocities: v = A rates",
                      .group = "A",
                      .rows = n,
                      .row = s->rate,
                      .columns = n,
                      .column = m->rate},
                 beta = {.name = "beta",
                         .doc = "rates = beta v, tau = beta^T efforts of the rates",
                         .group = "A",
                         .rows = n,
                         .row = m->rate,
                         .columns = n,
                         .column = s->rate};
  add(s, A, m->A);
  add(s, beta, m->beta);
}

static void look_at_power(dv_sheet *s, int power)
{
  const signed char *v = dv_exponents_at(&s->m->ring->power, power);
  for (int i = 0; i < s->m->ring->natom; i++) s->used[i] |= v[i] != 0;
}

static void look_at(dv_sheet *s, const dv_collected *x)
{
  const dv_ring *r = s->m->ring;
  for (int i = 0; i < x->n; i++) {
    const signed char *v = dv_exponents_at(&r->sum, x->group[i].angle / 2);
    dv_poly k = s->collect.kernel.item[x->group[i].kernel].poly;
    for (int j = 0; j < r->nangle; j++) s->turns[j] |= v[j] != 0;
    for (int j = 0; j < k.n; j++) look_at_power(s, k.term[j].power);
    for (int j = 0; j < x->group[i].n; j++) look_at_power(s, x->group[i].part[j].state);
    s->terms += x->group[i].n;
  }
}

// A letter whose numbers are free: no name is that letter with a number.
static const char *free_letter(const dv_symbol_machine *m)
{
  static const char *const letters[] = {"a", "b", "s", "w", "h", "u", "A", "S", "W", "shared"};
  for (int k = 0; k < DV_COUNT(letters); k++) {
    size_t n = strlen(letters[k]);
    int clash = 0;
    for (int i = 0; i < m->ring->natom + m->ring->nangle; i++) {
      const char *name = i < m->ring->natom ? m->ring->atom[i].name : m->ring->angle[i - m->ring->natom].name;
      clash |= !strncmp(name, letters[k], n) && isdigit((unsigned char)name[n]);
    }
    if (!clash) return letters[k];
  }
  return "shared_";
}

// The terms of the equations of motion: matrices over the rates, or a row for each.
static void add_motion(dv_sheet *s, const char *const *only, int nonly)
{
  const dv_symbol_machine *m = s->m;
  const struct {
    const char *name, *doc;
    const dv_poly *value;
    int square, symmetric;
  } term[] = {
      {"M", "mass matrix, symmetric",                                            m->M, 1, 1},
      {"C", m->A ? "Coriolis matrix" : "Coriolis matrix, Christoffel's",         m->C, 1, 0},
      {"c", "Coriolis and centrifugal efforts C v",                              m->c, 0, 0},
      {"g", "weight",                                                            m->g, 0, 0},
      {"h", "what motion alone adds to the momentum: p = M v, p' = h - g + tau", m->h, 0, 0},
  };
  for (int i = 0; i < DV_COUNT(term); i++) {
    dv_sheet_block b = {.name = term[i].name,
                        .doc = term[i].doc,
                        .group = term[i].name,
                        .rows = m->nv,
                        .row = s->rate,
                        .symmetric = term[i].symmetric};
    if (term[i].square) b.columns = m->nv, b.column = s->rate;
    if (wanted(b.name, only, nonly)) add(s, b, term[i].value);
  }
}

// Finds what is shared, gives it names, and marks the atoms and angles that are used.
static void count(dv_arena *a, dv_sheet *s)
{
  s->used = DV_TAKE(a, char, s->m->ring->natom + 1);
  s->turns = DV_TAKE(a, char, s->m->ring->nangle + 1);
  for (int i = 0; i < s->block.n; i++)
    for (int k = 0; k < s->block.item[i].rows * dv_sheet_columns(&s->block.item[i]); k++) look_at(s, &s->block.item[i].x[k]);
  dv_collect_name(&s->collect, free_letter(s->m));
  for (int i = 0; i < s->collect.kernel.n; i++) s->shared += s->collect.kernel.item[i].name != NULL;
}

dv_sheet *dv_sheet_new(dv_arena *a, const dv_symbol_machine *m, const char *const *only, int nonly)
{
  dv_sheet *s = DV_TAKE(a, dv_sheet, 1);
  s->m = m;
  s->collect.ring = m->ring;
  s->rate = DV_TAKE(a, const char *, m->nv);
  for (int i = 0; i < m->nv; i++) s->rate[i] = m->v[i].of;
  add_determinant(s);
  if (m->A && wanted("A", only, nonly)) add_velocities(s);
  add_motion(s, only, nonly);
  if (wanted("J", only, nonly)) add_points(s);
  if (wanted("B", only, nonly)) add_axes(s);
  if (wanted("Phi", only, nonly)) add_closures(s);
  if (nonly && wanted("F", only, nonly)) add_bodies(s, 0);
  if (nonly && wanted("S", only, nonly)) add_bodies(s, 1);
  count(a, s);
  return s;
}
