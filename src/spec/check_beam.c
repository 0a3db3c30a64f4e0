// check_beam.c: `beam:` of a body: length, section, material, modes and their shapes, damping, masses, stations.
#include "spec/check.h"

#include <math.h>
#include <string.h>

static const char *const ways[DV_BEAM_WAYS] = {"bending_y", "bending_z", "torsion", "axial"};

enum { DEFAULT_ELEMENTS = 16, WAY_MOST = 12 };

int dv_check_whole(dv_check *c, const dv_node *n, const char *what, int most, int *out)
{
  double v = 0;
  if (n->type != DV_SCALAR || dv_check_number(c, n, what, "1", &v)) return -1;
  if (v != floor(v) || v < 0 || v > most) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, dv_arena_text(c->arena, "give a whole number from 0 to %d", most), "'%s' is %g",
                what, v);
    return -1;
  }
  *out = (int)v;
  return 0;
}

static int read_modes(dv_check *c, const dv_node *beam, dv_beam_data *d)
{
  const dv_node *n = dv_doc_find(beam, "modes");
  int sum = 0;
  if (!n || n->type == DV_NULL) return 0;
  if (n->type == DV_SCALAR) {
    if (dv_check_whole(c, n, "modes", WAY_MOST, &d->count[DV_BEND_Y])) return -1;
    d->count[DV_BEND_Z] = d->count[DV_BEND_Y];
    return 0;
  }
  for (int w = 0; w < DV_BEAM_WAYS; w++) sum += d->count[w];
  if (sum <= DV_BEAM_MODES_MOST) return 0;
  dv_diag_add(c->diags, DV_ERROR, n->mark, dv_arena_text(c->arena, "give at most %d", DV_BEAM_MODES_MOST),
              "the beam has %d modes", sum);
  return -1;
}

static int read_polynomials(dv_check *c, const dv_node *beam, dv_beam_data *d)
{
  const dv_node *n = dv_check_get(beam, "polynomials", DV_SEQ);
  if (!n) return 0;
  d->npolynomial = n->n;
  d->polynomial = dv_arena_take(c->arena, (size_t)n->n * sizeof *d->polynomial);
  for (int i = 0; i < n->n; i++)
    if (n->item[i]->type != DV_SEQ || n->item[i]->n > DV_POLYNOMIAL_MOST ||
        dv_check_numbers(c, n->item[i], "polynomials", "1", d->polynomial[i], DV_POLYNOMIAL_MOST)) {
      dv_diag_add(c->diags, DV_ERROR, n->item[i]->mark, "give its coefficients by power of x/length, at most 12",
                  "a polynomial of the beam cannot be read");
      return -1;
    }
  for (int w = DV_BEND_Y; w <= DV_BEND_Z; w++)
    if (d->count[w] > n->n) {
      dv_diag_add(c->diags, DV_ERROR, n->mark, "give as many polynomials as modes, or fewer modes",
                  "the beam has %d polynomials for %d modes", n->n, d->count[w]);
      return -1;
    }
  return 0;
}

static int check_shapes(dv_check *c, const dv_node *beam, dv_beam_data *d)
{
  const dv_node *n = dv_doc_find(beam, "elements");
  if (!n && (d->timoshenko || d->ends == DV_CRAIG_BAMPTON)) d->elements = DEFAULT_ELEMENTS;
  if ((d->timoshenko || d->ends == DV_CRAIG_BAMPTON) && d->elements == 0) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "give the number of elements", "these shapes come from finite elements only");
    return -1;
  }
  if (d->ends == DV_POLYNOMIAL && d->elements) {
    dv_diag_add(c->diags, DV_ERROR, beam->mark, "choose other shapes, or Euler and Bernoulli without elements",
                "polynomials are closed forms: they go with neither elements nor Timoshenko's theory");
    return -1;
  }
  return read_polynomials(c, beam, d);
}

static int on_beam(dv_check *c, const dv_node *n, double x, double length)
{
  if (x >= 0 && x <= length) return 1;
  dv_diag_add(c->diags, DV_ERROR, n->mark, dv_arena_text(c->arena, "give 0 to %g m", length), "%g m is not on the beam", x);
  return 0;
}

static int read_masses(dv_check *c, const dv_node *beam, dv_beam_data *d)
{
  const dv_node *list = dv_check_get(beam, "masses", DV_SEQ);
  int n = list ? list->n : 0;
  double *at = DV_TAKE(c->arena, double, n + 1), *mass = DV_TAKE(c->arena, double, n + 1);
  d->mass_at = at;
  d->mass = mass;
  for (int i = 0; i < n; i++) {
    const dv_node *m = list->item[i];
    dv_beam_mass one = {0};
    if (m->type != DV_MAP || dv_read(c, &dv_keys_beam_mass, m, &one) || !on_beam(c, m, one.at, d->length)) return -1;
    at[i] = one.at;
    mass[i] = one.mass;
  }
  d->nmass = n;
  return 0;
}

static void read_stations(dv_check *c, const dv_node *beam, dv_elastic_spec *e)
{
  const dv_node *n = dv_check_get(beam, "stations", DV_SEQ);
  if (!n) return;
  double *x = DV_TAKE(c->arena, double, n->n);
  if (dv_check_numbers(c, n, "stations", "m", x, n->n)) return;
  for (int i = 0; i < n->n; i++)
    if (!on_beam(c, n->item[i], x[i], e->data.length)) return;
  e->station = x;
  e->nstation = n->n;
}

void dv_check_modes(dv_check *c, const dv_body_spec *b, dv_elastic_spec *e)
{
  e->mode = DV_TAKE(c->arena, dv_coordinate_spec, e->nmode + 1);
  e->damping = DV_TAKE(c->arena, double, e->nmode + 1);
  for (int k = 0; k < e->nmode; k++) {
    dv_coordinate_spec *x = &e->mode[k];
    const char *way = e->beam ? ways[e->beam->way[k]] : "mode";
    x->name = dv_arena_text(c->arena, "%s.%s.%d", b->name, way, e->beam ? e->beam->order[k] : k + 1);
    x->mark = e->mark;
    x->rotary = e->beam && e->beam->way[k] == DV_TWIST;
    x->lower = -HUGE_VAL;
    x->upper = x->effort_most = x->rate_most = HUGE_VAL;
  }
}

// d = 2 ratio sqrt(k m) + alpha m + beta k, of the beam alone; a coefficient besides may be a signal.
void dv_check_damping(dv_check *c, const dv_node *map, dv_elastic_spec *e)
{
  const dv_node *ratio = dv_doc_find(map, "ratio"), *more = dv_check_get(map, "coefficient", DV_SCALAR);
  dv_damping_spec d = {0};
  double *z = DV_TAKE(c->arena, double, e->nmode + 1);
  dv_read(c, &dv_keys_beam_damping, map, &d);
  if (ratio && ratio->type == DV_SCALAR) {
    dv_check_number(c, ratio, "ratio", "1", &z[0]);
    for (int k = 1; k < e->nmode; k++) z[k] = z[0];
  } else if (ratio && ratio->type == DV_SEQ) {
    if (ratio->n != e->nmode)
      dv_diag_add(c->diags, DV_ERROR, ratio->mark, dv_arena_text(c->arena, "give one or %d numbers", e->nmode),
                  "the beam has %d modes, 'ratio' has %d values", e->nmode, ratio->n);
    else dv_check_numbers(c, ratio, "ratio", "1", z, e->nmode);
  }
  for (int k = 0; k < e->nmode; k++) {
    double m = e->mass[k], s = e->stiffness[k];
    e->damping[k] += 2 * z[k] * sqrt(s * m) + d.alpha * m + d.beta * s;
    if (e->damping[k] < 0) {
      dv_diag_add(c->diags, DV_ERROR, map->mark, "give zero or more", "the damping of the beam is negative");
      return;
    }
  }
  if (!more) return;
  e->more.mark = more->mark;
  e->more.given = !dv_check_formula(c, more, DV_INPUT_NAMES, &e->more.formula);
  dv_quantity_value v;
  if (!e->more.given || e->more.formula.ninput) return;
  e->more.given = !dv_formula_evaluate(c->diags, &e->more.formula, more->mark, NULL, NULL, &v) &&
                  !dv_check_fits(c, more, "coefficient", v.dim, "N s/m");
  if (e->more.given) e->more.formula = dv_formula_constant(c->arena, v);
}

// The straight beam as a rigid body.
static void weigh(dv_check *c, const dv_elastic_spec *e, dv_body_spec *b)
{
  static const int at[3] = {0, 3, 5};  // xx yy zz
  dv_beam_field f = dv_beam_field_beyond(c->arena, e->beam, 0);
  double across = f.inertia - f.moment * f.moment / f.mass;
  b->mass = f.mass;
  b->com[e->axis] = f.moment / f.mass;
  for (int i = 0; i < 3; i++) b->inertia[at[(e->axis + i) % 3]] = f.J[i] + (i ? across : 0);
}

void dv_refuse_beside_elastic(dv_check *c, const dv_node *body)
{
  static const char *const key[] = {"mass", "com", "inertia", "inertia_at", "solid", "spatial"};
  for (int i = 0; i < DV_COUNT(key); i++) {
    const dv_node *n = dv_doc_find(body, key[i]);
    if (n)
      dv_diag_add(c->diags, DV_ERROR, n->key_mark, "put it into 'masses:' of a beam, or on a body that is fixed to it",
                  "'%s' has no place beside a beam or a modal table", key[i]);
  }
}

void dv_check_beam(dv_check *c, const dv_node *body, dv_body_spec *b)
{
  const dv_node *beam = dv_check_get(body, "beam", DV_MAP);
  dv_elastic_spec *e = DV_TAKE(c->arena, dv_elastic_spec, 1);
  if (!beam) return;
  dv_refuse_beside_elastic(c, body);
  e->mark = beam->key_mark;
  if (dv_read(c, &dv_keys_beam, beam, e) || !dv_doc_find(beam, "length")) return;
  if (e->data.G == 0) e->data.G = e->data.E / 2.6;
  if (dv_check_section(c, beam, e->data.length, &e->data) || read_modes(c, beam, &e->data) || check_shapes(c, beam, &e->data) ||
      read_masses(c, beam, &e->data))
    return;
  e->beam = dv_beam_new(c->arena, &e->data);
  if (!e->beam) {
    dv_diag_add(c->diags, DV_ERROR, beam->mark, "give more elements, fewer modes, or polynomials that begin with (x/length)^2",
                "the shapes of beam '%s' are not independent, or bend nothing", b->name);
    return;
  }
  e->nmode = e->beam->modes;
  e->mass = e->beam->mass;
  e->stiffness = e->beam->stiffness;
  dv_check_modes(c, b, e);
  read_stations(c, beam, e);
  const dv_node *damping = dv_check_get(beam, "damping", DV_MAP);
  if (damping) dv_check_damping(c, damping, e);
  weigh(c, e, b);
  b->elastic = e;
}
