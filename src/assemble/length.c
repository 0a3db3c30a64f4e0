// length.c: distance axes that have no length at the start, and so no direction: whatever they carry would not be a number.
#include "assemble/internal.h"

#include "engine/engine.h"
#include "engine/program.h"

#include <string.h>

static const double shortest = 1e-9;  // m

static dv_mark mark_of(const dv_assembler *c, const char *name)
{
  const dv_axis_spec *a = dv_find_axis(c, name);
  return a ? a->mark : (dv_mark){NULL, 0, 0};
}

static int is_line(const dv_junction *j) { return j->type == DV_AT_LINE && !j->service_only; }

void dv_assemble_lengths(dv_assembler *c, const dv_model *m, const double *x)
{
  const dv_junction *j = dv_model_JUNCTION(m);
  int n = DV_MODEL_COUNT(m, JUNCTION), lines = 0;
  for (int i = 0; i < n; i++) lines += is_line(&j[i]);
  if (!lines) return;
  double *work = DV_TAKE(c->arena, double, dv_engine_x1.nwork(m)), *dx = DV_TAKE(c->arena, double, m->nx + 1);
  dv_engine_x1.ready(m, dv_model_NUMBER(m), work);
  dv_engine_x1.rates(m, dv_model_NUMBER(m), 0, x, x + m->nx, dx, NULL, work);
  for (int i = 0; i < n; i++) {
    const char *name = dv_model_text(m, j[i].name);
    if (!is_line(&j[i]) || !(work[j[i].pos] < shortest)) continue;
    dv_diag_add(c->diags, DV_ERROR, mark_of(c, name), "move one of its points, or start elsewhere",
                "axis '%s' has no length at the start: both ends are at one place, and it has no direction", name);
  }
}
