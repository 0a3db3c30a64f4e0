// machine.c: a machine as formulas, from its file.
#include "symbol/machine.h"

int dv_symbol_full(const dv_symbol_machine *m, dv_diags *d)
{
  dv_diag_add(d, DV_ERROR, (dv_mark){m->spec->source->file, 0, 0}, "lock joints, ask for fewer freedoms, or leave out --symbolic",
              "the formulas of this machine have too many %s", m->ring->full);
  return -1;
}

dv_symbol_machine *dv_symbol_machine_new(dv_arena *a, dv_diags *d, const dv_spec *s, double prune, int names)
{
  dv_symbol_machine *m = DV_TAKE(a, dv_symbol_machine, 1);
  m->symbols = dv_symbols_new(a, s);
  m->ring = m->symbols->ring;
  m->spec = s;
  m->prune = prune;
  m->symbols->names = names;
  m->divisor = -1;
  if (dv_symbol_tree(m, d)) return NULL;
  if (!m->nv) {
    dv_diag_add(d, DV_ERROR, (dv_mark){s->source->file, 0, 0}, "of a bond graph: 'davit bondgraph' prints its equations",
                "no joint of the machine moves, so that there are no equations of motion");
    return NULL;
  }
  if (!m->ring->full) dv_symbol_dynamics(m);
  if (!m->ring->full) dv_symbol_points(m);
  if (!m->ring->full && dv_symbol_closures(m, d)) return NULL;
  if (!m->ring->full) return m;
  return dv_symbol_full(m, d), NULL;
}
