// check_beam.c: rules of `beam:` of a body: modes and their shapes, damping, what lies on the beam.
#include "spec/check.h"

#include <math.h>
#include <string.h>

static const char *const ways[DV_BEAM_WAYS] = {"bending_y", "bending_z", "torsion", "axial"};

enum { DEFAULT_ELEMENTS = 16 };

static int check_count(dv_check *c, const dv_node *beam, const dv_beam_data *d)
{
  int sum = 0;
  for (int w = 0; w < DV_BEAM_WAYS; w++) sum += d->count[w];
  if (sum <= DV_BEAM_MODES_MOST) return 0;
  dv_diag_add(c->diags, DV_ERROR, dv_doc_find(beam, "modes")->mark,
              dv_arena_text(c->arena, "give at most %d", DV_BEAM_MODES_MOST), "the beam has %d modes", sum);
  return -1;
}

static int check_polynomials(dv_check *c, const dv_node *beam, const dv_beam_data *d)
{
  for (int w = DV_BEND_Y; d->npolynomial && w <= DV_BEND_Z; w++)
    if (d->count[w] > d->npolynomial) {
      dv_diag_add(c->diags, DV_ERROR, dv_doc_find(beam, "polynomials")->mark, "give as many polynomials as modes, or fewer modes",
                  "the beam has %d polynomials for %d modes", d->npolynomial, d->count[w]);
      return -1;
    }
  return 0;
}

// 1: a way of bending has these ends.
static int has_ends(const dv_beam_data *d, dv_beam_ends ends) { return d->ends == ends || dv_beam_ends_of(d, DV_BEND_Z) == ends; }

static int check_shapes(dv_check *c, const dv_node *beam, dv_beam_data *d)
{
  const dv_node *n = dv_doc_find(beam, "elements");
  if (!n && (d->timoshenko || has_ends(d, DV_CRAIG_BAMPTON))) d->elements = DEFAULT_ELEMENTS;
  if ((d->timoshenko || has_ends(d, DV_CRAIG_BAMPTON)) && d->elements == 0) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "give the number of elements", "these shapes come from finite elements only");
    return -1;
  }
  if (has_ends(d, DV_POLYNOMIAL) && d->elements) {
    dv_diag_add(c->diags, DV_ERROR, beam->mark, "choose other shapes, or Euler and Bernoulli without elements",
                "polynomials are closed forms: they go with neither elements nor Timoshenko's theory");
    return -1;
  }
  return check_polynomials(c, beam, d);
}

static int on_beam(dv_check *c, const dv_node *n, double x, double length)
{
  if (x >= 0 && x <= length) return 1;
  dv_diag_add(c->diags, DV_ERROR, n->mark, dv_arena_text(c->arena, "give 0 to %g m", length), "%g m is not on the beam", x);
  return 0;
}

static int check_masses(dv_check *c, const dv_node *beam, const dv_beam_data *d)
{
  const dv_node *list = dv_doc_find(beam, "masses");
  for (int i = 0; i < d->nmass; i++)
    if (!on_beam(c, list->item[i], d->mass[i].at, d->length)) return -1;
  return 0;
}

static void check_stations(dv_check *c, const dv_node *beam, const dv_elastic_spec *e)
{
  const dv_node *list = dv_doc_find(beam, "stations");
  for (int i = 0; i < e->nstation; i++)
    if (!on_beam(c, list->item[i], e->station[i], e->data.length)) return;
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
void dv_check_damping(dv_check *c, const dv_node *map, const dv_damping_spec *d, dv_elastic_spec *e)
{
  const dv_node *ratio = dv_doc_find(map, "ratio");
  int each = ratio && ratio->type == DV_SEQ;
  if (each && ratio->n != e->nmode)
    dv_diag_add(c->diags, DV_ERROR, ratio->mark, dv_arena_text(c->arena, "give one or %d numbers", e->nmode),
                "the beam has %d modes, 'ratio' has %d values", e->nmode, ratio->n);
  for (int k = 0; k < e->nmode; k++) {
    double m = e->mass[k], s = e->stiffness[k], z = k < d->nratio ? d->ratio[k] : each || !d->nratio ? 0 : d->ratio[0];
    e->damping[k] += 2 * z * sqrt(s * m) + d->alpha * m + d->beta * s;
    if (e->damping[k] < 0) {
      dv_diag_add(c->diags, DV_ERROR, map->mark, "give zero or more", "the damping of the beam is negative");
      return;
    }
  }
  e->more = d->coefficient;
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
  dv_beam_spec *s = DV_TAKE(c->arena, dv_beam_spec, 1);
  dv_elastic_spec *e = &s->is;
  if (!beam) return;
  dv_refuse_beside_elastic(c, body);
  e->mark = beam->key_mark;
  s->section = dv_section_new();
  if (dv_read(c, &dv_keys_beam, beam, s) || e->data.length == 0) return;
  if (e->data.G == 0) e->data.G = e->data.E / 2.6;
  int faulty = dv_check_section(c, dv_check_get(beam, "section", DV_MAP), &s->section, &e->data);
  faulty |= check_count(c, beam, &e->data) | check_shapes(c, beam, &e->data) | check_masses(c, beam, &e->data);
  if (faulty) return;
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
  dv_read_one(c, &dv_keys_beam, "stations", beam, -1, s);
  check_stations(c, beam, e);
  dv_read_one(c, &dv_keys_beam, "damping", beam, -1, s);
  const dv_node *damping = dv_check_get(beam, "damping", DV_MAP);
  if (damping) dv_check_damping(c, damping, &s->damping, e);
  weigh(c, e, b);
  b->elastic = e;
}
