// check_section.c: what `section:` of a beam makes of its values: a hollow box, a tube, an I, numbers, or a table along the
// length.
//
//   box h x b, wall t: A = h b - (h - 2t)(b - 2t),  Iz = (b h^3 - (b - 2t)(h - 2t)^3)/12,  J = 4 Am^2 t/perimeter (Bredt)
//   shear areas: walls along the force;  tube: half of A;  I: web, flanges
#include "spec/check.h"

#include <math.h>

static int positive(dv_check *c, const dv_node *n, const char *what, const double *v, int count)
{
  for (int i = 0; i < count; i++)
    if (!(v[i] > 0)) {
      dv_diag_add(c->diags, DV_ERROR, n->mark, "give positive numbers", "'%s' of a beam must be positive", what);
      return -1;
    }
  return 0;
}

static double cube(double x) { return x * x * x; }

static dv_beam_section box(double h, double b, double t)
{
  double hi = h - 2 * t, bi = b - 2 * t, hm = h - t, bm = b - t;
  return (dv_beam_section){.A = h * b - hi * bi,
                           .Iz = (b * cube(h) - bi * cube(hi)) / 12,
                           .Iy = (h * cube(b) - hi * cube(bi)) / 12,
                           .J = 2 * t * hm * hm * bm * bm / (hm + bm),
                           .Ay = 2 * t * hm,
                           .Az = 2 * t * bm,
                           .cy = h / 2,
                           .cz = b / 2};
}
static dv_beam_section tube(double D, double t)
{
  double d = D - 2 * t, A = M_PI / 4 * (D * D - d * d), I = M_PI / 64 * (D * D * D * D - d * d * d * d);
  return (dv_beam_section){.A = A, .Iy = I, .Iz = I, .J = 2 * I, .Ay = A / 2, .Az = A / 2, .cy = D / 2, .cz = D / 2};
}
static dv_beam_section profile(double h, double b, double flange, double web)
{
  double inner = h - 2 * flange;
  return (dv_beam_section){.A = 2 * b * flange + inner * web,
                           .Iz = (b * cube(h) - (b - web) * cube(inner)) / 12,
                           .Iy = (2 * flange * cube(b) + inner * cube(web)) / 12,
                           .J = (2 * b * cube(flange) + (h - flange) * cube(web)) / 3,
                           .Ay = (h - flange) * web,
                           .Az = 5 * b * flange / 3,
                           .cy = h / 2,
                           .cz = b / 2};
}

static int too_thick(dv_check *c, const dv_node *n)
{
  dv_diag_add(c->diags, DV_ERROR, n->mark, "give a wall thinner than half of the width", "the walls of the section do not fit");
  return -1;
}

dv_section_spec dv_section_new(void)
{
  return (dv_section_spec){
      .is = {.A = NAN,  .Iy = NAN, .Iz = NAN, .J = NAN},
        .shear = NAN, .fibres = {NAN, NAN         }
  };
}

// The shape that is given, before numbers beside it.
static int put_shape(dv_check *c, const dv_node *map, const dv_section_spec *g, dv_beam_section *s)
{
  const double *b = g->box, *t = g->tube, *i = g->profile;
  if (b[0] > 0) {
    if (2 * b[2] > fmin(b[0], b[1])) return too_thick(c, dv_doc_find(map, "box"));
    *s = box(b[0], b[1], b[2]);
  } else if (t[0] > 0) {
    if (2 * t[1] > t[0]) return too_thick(c, dv_doc_find(map, "tube"));
    *s = tube(t[0], t[1]);
  } else if (i[0] > 0) {
    if (2 * i[2] > i[0] || i[3] > i[1]) return too_thick(c, dv_doc_find(map, "I"));
    *s = profile(i[0], i[1], i[2], i[3]);
  }
  return 0;
}

static double shear_of(const dv_section_spec *g) { return isnan(g->shear) ? 5.0 / 6 : g->shear; }

// Numbers besides a shape replace what it gives.
static void put_numbers(const dv_section_spec *g, dv_beam_section *s)
{
  if (!isnan(g->is.A)) s->A = g->is.A;
  if (!isnan(g->is.Iy)) s->Iy = g->is.Iy;
  if (!isnan(g->is.Iz)) s->Iz = g->is.Iz;
  if (!isnan(g->is.J)) s->J = g->is.J;
  if (s->Iy == 0) s->Iy = s->Iz;
  if (s->Iz == 0) s->Iz = s->Iy;
  if (s->J == 0) s->J = s->Iy + s->Iz;
  if (!isnan(g->shear) || s->Ay == 0) s->Ay = s->Az = shear_of(g) * s->A;
  if (!isnan(g->fibres[0])) s->cy = g->fibres[0], s->cz = g->fibres[1];
}

static int put_table(dv_check *c, const dv_node *table, const dv_section_spec *g, const dv_beam_section *like, dv_beam_data *d)
{
  const dv_table_spec *t = &g->table;
  double shear = shear_of(g);
  dv_beam_section *s = DV_TAKE(c->arena, dv_beam_section, t->rows);
  if (t->rows < 2) return -1;  // which has been told
  for (int i = 0; i < t->rows; i++) {
    const double *v = t->value + 5 * i;
    if (positive(c, table, "table", v + 1, 4)) return -1;
    s[i] = (dv_beam_section){v[0], v[1], v[2], v[3], v[4], shear * v[1], shear * v[1], like->cy, like->cz};
  }
  if (s[0].x > 0 || s[t->rows - 1].x < d->length)
    dv_diag_add(c->diags, DV_WARNING, table->mark, "let it begin at 0 and reach the end",
                "the table of sections covers %g to %g m of a beam of %g m; its ends are carried on", s[0].x, s[t->rows - 1].x,
                d->length);
  d->section = s;
  d->nsection = t->rows;
  return 0;
}

int dv_check_section(dv_check *c, const dv_node *map, const dv_section_spec *given, dv_beam_data *d)
{
  const dv_node *table = map ? dv_doc_find(map, "table") : NULL;
  dv_beam_section *s = DV_TAKE(c->arena, dv_beam_section, 1);
  if (!map || put_shape(c, map, given, s)) return -1;
  put_numbers(given, s);
  if (table) return put_table(c, table, given, s, d);
  if (!(s->A > 0 && s->Iy > 0 && s->Iz > 0 && s->J > 0)) {
    dv_diag_add(c->diags, DV_ERROR, map->mark, "give box, tube or I, or A and Iy or Iz, or a table",
                "the section of a beam needs an area and a second moment");
    return -1;
  }
  d->section = s;
  d->nsection = 1;
  return 0;
}
