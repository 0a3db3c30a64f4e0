// origin.c: where a rate that is not finite comes from: back from the part that has it, or whose effort is not finite either,
// along the inputs that are not, to the first value that is not.
#include "run/running.h"

#include <math.h>

static const char *name_of(const dv_model *m, int place)
{
  const dv_variable *v = dv_model_VARIABLE(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (v[i].array == DV_IN_WORK && v[i].index == place) return dv_model_text(m, v[i].path);
  return NULL;
}

// The part that has the state, or (accelerations) the first whose effort is not finite; -1: none.
static int part_behind(const dv_running *r, int state)
{
  const dv_model *m = r->m;
  int moves = state < m->nq + m->nv;
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    const dv_part *p = dv_model_PART(m) + i;
    if (dv_kind_of(m, p)->bond) continue;  // what they hold and give is of the graph's program
    if (!moves && state >= p->x && state < p->x + dv_kind_of(m, p)->nstate) return i;
    for (int k = 0; moves && k < p->nslot; k++)
      if (!isfinite(r->work[p->effort + k])) return i;
  }
  return -1;
}

// The part whose outputs are nearest before this place.
static int maker_of(const dv_model *m, int place)
{
  int best = -1, from = -1;
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    const dv_part *p = dv_model_PART(m) + i;
    int each = p->neach > p->nrow ? p->neach : p->nrow, n = dv_kind_of(m, p)->nout * (each > 1 ? each : 1);
    if (dv_kind_of(m, p)->bond) continue;
    if (p->out > from && p->out <= place && place < p->out + n) best = i, from = p->out;
  }
  return best;
}

static int bad_input(const dv_running *r, int part)
{
  const dv_part *p = dv_model_PART(r->m) + part;
  const int *source = dv_model_INT(r->m) + p->source;
  for (int k = 0; k < p->nin; k++)
    if (source[k] >= 0 && !isfinite(r->work[source[k]])) return source[k];
  return -1;
}

// An element whose law is turned round and that divides by zero.
static const char *divisor(const dv_running *r)
{
  for (int i = 0; i < DV_MODEL_COUNT(r->m, BOND_OP); i++) {
    const dv_bond_op *op = dv_model_BOND_OP(r->m) + i;
    const int *term = dv_model_INT(r->m) + op->term;
    if (op->what != DV_B_DIVIDE || !op->n || r->work[term[1]] != 0 || isfinite(r->work[op->out])) continue;
    const char *what = name_of(r->m, op->out), *by = name_of(r->m, term[1]);
    if (what && by) return dv_arena_text(r->arena, ", since '%s' is not: it is divided by '%s', which is zero", what, by);
  }
  return NULL;
}

const char *dv_fail_origin(const dv_running *r, int state)
{
  int place = -1, part = part_behind(r, state), first = part;
  for (int n = 0; part >= 0 && n < DV_MODEL_COUNT(r->m, PART); n++) {
    int from = bad_input(r, part);
    if (from < 0) break;
    place = from, part = maker_of(r->m, from);
  }
  const char *name = place >= 0 ? name_of(r->m, place) : NULL, *zero = first < 0 || part < 0 ? divisor(r) : NULL;
  if (zero) return zero;
  if (!name && part >= 0) name = dv_model_text(r->m, dv_model_PART(r->m)[part].name);
  return name ? dv_arena_text(r->arena, ", since '%s' is not", name) : "";
}
