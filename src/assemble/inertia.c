// inertia.c: kinds with an `inertia` law (added mass) give it to the body behind their first port, before links are made.
#include "assemble/internal.h"

#include <string.h>

// What lies along a beam moves with the section at its frame.
static void on_a_beam(dv_assembler *c, const dv_part_spec *p, const dv_body_spec *b)
{
  if (b->elastic && b->elastic->nmode && !b->has_full)
    dv_diag_add(c->diags, DV_WARNING, p->mark, "put pieces of it on rigid bodies that are fixed along the beam",
                "'%s' lies on the beam '%s' as if that was stiff from there on: it does not feel the bending", p->name, b->name);
}

static void add(dv_assembler *c, const dv_part_spec *p)
{
  const dv_kind *k = p->as;
  double *par = DV_TAKE(c->arena, double, k->npar + k->nparam), A[36], moved[36], at[3];
  dv_placement X = dv_place_identity;
  dv_cell cell;
  int body, rows[DV_TABLES] = {0};
  if (!p->port[0].name.text || dv_find_point(c, p->port[0].name, &body, at) || body < 0) return;
  memset(&cell, 0, sizeof cell);
  memcpy(par, p->param, (size_t)k->nparam * sizeof(double));
  cell.opt = p->option;
  cell.rows = rows;
  for (int t = 0; t < k->ntable; t++) {
    int given = k->table[t].columns, stride = given + k->table[t].derived;
    rows[t] = p->table[t].rows;
    cell.table[t] = DV_TAKE(c->arena, double, rows[t] * stride);
    for (int r = 0; r < rows[t]; r++)
      memcpy(cell.table[t] + r * stride, p->table[t].value + r * given, (size_t)given * sizeof(double));
  }
  if (k->prepare) k->prepare(par, &cell);
  k->inertia(par, &cell, A);
  memcpy(X.p, at, sizeof at);
  dv_spatial_move(A, &X, moved);
  for (int i = 0; i < 36; i++) {
    c->spec->body[body].full[i] += moved[i];
    if (moved[i] != 0) c->spec->body[body].has_full = 1;  // strips without added mass may sit on a beam
  }
  on_a_beam(c, p, &c->spec->body[body]);
}

void dv_assemble_inertia(dv_assembler *c)
{
  for (int i = 0; i < c->spec->npart; i++)
    if (c->spec->part[i].as && c->spec->part[i].as->inertia) add(c, &c->spec->part[i]);
}
