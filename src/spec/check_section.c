// check_section.c: `section:` of a beam: a hollow box, a tube, an I, numbers, or a table along the length.
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

static int read_shape(dv_check *c, const dv_node *map, dv_beam_section *s)
{
  const dv_node *b = dv_check_get(map, "box", DV_SEQ), *t = dv_check_get(map, "tube", DV_SEQ),
                *i = dv_check_get(map, "I", DV_SEQ);
  double v[4];
  if (b && b->n == 3) {
    if (dv_check_numbers(c, b, "box", "m", v, 3) || positive(c, b, "box", v, 3)) return -1;
    if (2 * v[2] > fmin(v[0], v[1])) return too_thick(c, b);
    *s = box(v[0], v[1], v[2]);
  } else if (t && t->n == 2) {
    if (dv_check_numbers(c, t, "tube", "m", v, 2) || positive(c, t, "tube", v, 2)) return -1;
    if (2 * v[1] > v[0]) return too_thick(c, t);
    *s = tube(v[0], v[1]);
  } else if (i && i->n == 4) {
    if (dv_check_numbers(c, i, "I", "m", v, 4) || positive(c, i, "I", v, 4)) return -1;
    if (2 * v[2] > v[0] || v[3] > v[1]) return too_thick(c, i);
    *s = profile(v[0], v[1], v[2], v[3]);
  }
  return 0;
}

// Numbers besides a shape replace what it gives.
static int read_numbers(dv_check *c, const dv_node *map, dv_beam_section *s, double *shear)
{
  const dv_node *fibres = dv_check_get(map, "fibres", DV_SEQ);
  double out[2];
  if (dv_check_key(c, map, "A", "m^2", &s->A) < 0 || dv_check_key(c, map, "Iy", "m^4", &s->Iy) < 0 ||
      dv_check_key(c, map, "Iz", "m^4", &s->Iz) < 0 || dv_check_key(c, map, "J", "m^4", &s->J) < 0)
    return -1;
  int given = dv_check_key(c, map, "shear", "1", shear);
  if (given < 0) return -1;
  if (s->Iy == 0) s->Iy = s->Iz;
  if (s->Iz == 0) s->Iz = s->Iy;
  if (s->J == 0) s->J = s->Iy + s->Iz;
  if (given == 0 || s->Ay == 0) s->Ay = s->Az = *shear * s->A;
  if (fibres && fibres->n == 2 && !dv_check_numbers(c, fibres, "fibres", "m", out, 2)) s->cy = out[0], s->cz = out[1];
  return 0;
}

static int read_table(dv_check *c, const dv_node *table, double shear, const dv_beam_section *like, double length,
                      dv_beam_data *d)
{
  static const dv_table columns = {
      "table", 5, 0, {"m", "m^2", "m^4", "m^4", "m^4"},
         2, 1, "x, A, Iy, Iz, J"
  };
  dv_table_spec t = {0};
  int before = c->diags->nerror;
  dv_check_table(c, table, &columns, &t);
  if (c->diags->nerror > before || t.rows < 2) return -1;
  dv_beam_section *s = DV_TAKE(c->arena, dv_beam_section, t.rows);
  for (int i = 0; i < t.rows; i++) {
    const double *v = t.value + 5 * i;
    if (positive(c, table, "table", v + 1, 4)) return -1;
    s[i] = (dv_beam_section){v[0], v[1], v[2], v[3], v[4], shear * v[1], shear * v[1], like->cy, like->cz};
  }
  if (s[0].x > 0 || s[t.rows - 1].x < length)
    dv_diag_add(c->diags, DV_WARNING, table->mark, "let it begin at 0 and reach the end",
                "the table of sections covers %g to %g m of a beam of %g m; its ends are carried on", s[0].x, s[t.rows - 1].x,
                length);
  d->section = s;
  d->nsection = t.rows;
  return 0;
}

int dv_check_section(dv_check *c, const dv_node *beam, double length, dv_beam_data *d)
{
  const dv_node *map = dv_check_get(beam, "section", DV_MAP), *table = map ? dv_doc_find(map, "table") : NULL;
  dv_beam_section *s = DV_TAKE(c->arena, dv_beam_section, 1);
  double shear = 5.0 / 6;
  if (!map || read_shape(c, map, s) || read_numbers(c, map, s, &shear)) return -1;
  if (table) return read_table(c, table, shear, s, length, d);
  if (!(s->A > 0 && s->Iy > 0 && s->Iz > 0 && s->J > 0)) {
    dv_diag_add(c->diags, DV_ERROR, map->mark, "give box, tube or I, or A and Iy or Iz, or a table",
                "the section of a beam needs an area and a second moment");
    return -1;
  }
  d->section = s;
  d->nsection = 1;
  return 0;
}
