// ledger_rows.c: which integrals the energy ledger of this machine needs.
#include "assemble/internal.h"

static void add(dv_assembler *c, int what, int part)
{
  dv_quadrature q = {what, part};
  *DV_AT(c->b, dv_quadrature, QUADRATURE, dv_builder_take(c->b, DV_S_QUADRATURE, 1)) = q;
}

void dv_assemble_ledger(dv_assembler *c)
{
  for (int i = 0; i < c->part.n; i++) {
    const dv_kind *k = c->part.item[i].as;
    if (k->answer || k->publish || (k->bond >= DV_BOND_SE && k->bond <= DV_BOND_R)) add(c, DV_Q_POWER_IN, i);
    if (k->loss) add(c, DV_Q_LOSS, i);
    if (k->carried) add(c, DV_Q_CARRIED, i);
  }
  for (int i = 0; i < c->b->section[DV_S_DRIVE].count; i++) add(c, DV_Q_DRIVE, i);
  c->b->header.nquad = c->b->section[DV_S_QUADRATURE].count;
}
