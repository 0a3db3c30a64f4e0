// rows_fault.c: are the rows of a block from outside such that the engine can run them?
//
// Every index of a row must lie in the array that it points into, with all that is read or written there; -1 only where a row
// may have nothing there. Whatever the numbers are, no law then leaves its arrays.
#include "base/formula_code.h"
#include "engine/block.h"
#include "engine/rows_within.h"
#include "engine/work.h"
#include "model/saved_fault.h"

#if DV_LANES == 1 && !defined(DV_TRACE)

enum { POWER_MOST = 16 };

int dv_code_jumps(const dv_model *m, int code, int n)
{
  const dv_code *c = dv_model_CODE(m) + code;
  int sum = 0;
  for (int i = 0; i < n && dv_within(code, n, DV_MODEL_COUNT(m, CODE)); i++) sum += dv_formula_jumps(c[i].op);
  return sum;
}

int dv_code_fits(const dv_model *m, int code, int n, int constant, int inputs)
{
  if (!dv_within(code, n, DV_MODEL_COUNT(m, CODE))) return 0;
  const dv_code *c = dv_model_CODE(m) + code;
  int depth = 0;
  for (int i = 0; i < n; i++) {
    int op = c[i].op, arg = c[i].arg, takes = dv_formula_args(op);
    if (!dv_is_row(op, DV_OP_COUNT) || takes > depth) return 0;
    if (op == DV_OP_CONST && (arg < 0 || constant < 0 || !dv_in_number(m, constant, (int64_t)arg + 1))) return 0;
    if (op == DV_OP_INPUT && !dv_is_row(arg, inputs)) return 0;
    if (op == DV_OP_POWI && (arg < -POWER_MOST || arg > POWER_MOST)) return 0;
    depth += 1 - takes;
    if (depth > DV_FORMULA_DEPTH) return 0;
  }
  return n == 0 || depth == 1;
}

// ---- junctions

static int on_links(const dv_model *m, const dv_junction *j, int ends, int numbers)
{
  for (int k = 0; k < ends; k++)
    if (!dv_is_row_or_none(j->link[k], m->nlink) || !dv_is_row_or_none(j->seen[k], m->nseen)) return 0;
  return dv_in_number(m, j->num, numbers) && dv_in_number(m, j->seen_num, numbers);
}

static int frame_fits(const dv_model *m, int i)
{
  const dv_junction *all = dv_model_JUNCTION(m), *j = all + i;
  return on_links(m, j, 1, 12) && dv_is_written(m, j->pos, 12) &&
         (j->same_axes == -1 || (dv_is_row(j->same_axes, i) && all[j->same_axes].type == DV_AT_FRAME));
}

// Terms come first: so there is no way round.
static int combination_fits(const dv_model *m, int i)
{
  const dv_junction *all = dv_model_JUNCTION(m), *j = all + i;
  const int *term = dv_model_INT(m) + j->term;
  if (j->nterm < 0 || !dv_is_list(m, j->term, j->nterm, 0, i) || !dv_in_number(m, j->num, (int64_t)j->nterm + 1)) return 0;
  for (int k = 0; k < j->nterm; k++)
    if (all[term[k]].type > DV_AT_COMBINATION || (j->motion >= 0 && all[term[k]].motion < 0)) return 0;
  return 1;
}

static int place_fits(const dv_model *m, int i)
{
  const dv_junction *j = dv_model_JUNCTION(m) + i;
  switch (j->type) {
  case DV_AT_COORDINATE: return dv_is_row(j->iq, m->nq) && dv_is_row(j->iv, m->nv) && dv_is_written(m, j->pos, 1);
  case DV_AT_LINE: return on_links(m, j, 2, 6) && dv_is_written(m, j->pos, 1);
  case DV_AT_COMBINATION: return combination_fits(m, i) && dv_is_written(m, j->pos, 1);
  case DV_AT_FRAME: return frame_fits(m, i);
  case DV_AT_NODE: return dv_is_row_or_none(j->x, m->nx) && dv_is_written(m, j->capacity, 1);
  default: return 0;
  }
}

static int junction_fits(const dv_model *m, int i)
{
  const dv_junction *j = dv_model_JUNCTION(m) + i;
  int width = j->type == DV_AT_FRAME ? 6 : 1;
  return place_fits(m, i) && dv_is_row(j->domain, DV_DOMAIN_COUNT) && j->width == width && dv_is_text(m, j->name) &&
         dv_is_written(m, j->shared, width) && dv_is_written(m, j->sum, width) &&
         (j->motion < 0 || dv_is_written(m, j->motion, j->type == DV_AT_FRAME ? DV_MOTION : 1));
}

// ---- calls

static int has_law(const dv_kind *k, int what)
{
  switch (what) {
  case DV_C_PUBLISH: return k->publish != NULL;
  case DV_C_SIGNAL: return k->signal != NULL;
  case DV_C_ANSWER: return k->answer != NULL;
  default: return k->rate != NULL;
  }
}

static const dv_kind *kind_of(const dv_model *m, int part)
{
  return dv_is_row(part, DV_MODEL_COUNT(m, PART)) ? dv_kinds_x1[dv_model_PART(m)[part].kind] : NULL;
}

// Its frame's accelerations are computed, its parameters begin with three numbers, and it has a switch.
static int hold_fits(const dv_model *m, int part)
{
  const dv_kind *k = kind_of(m, part);
  if (!k || k->seizes != DV_HOLDS_STILL || DV_MODEL_COUNT(m, LOOP) || !m->wants_wrench) return 0;
  const dv_junction *j = dv_model_JUNCTION(m) + dv_model_INT(m)[dv_model_PART(m)[part].port];
  return j->type == DV_AT_FRAME && j->motion >= 0;
}

static int call_fits(const dv_model *m, int i)
{
  const dv_call *c = dv_model_CALL(m) + i;
  if (!dv_is_row(c->what, DV_C_COUNT)) return 0;
  if (c->what == DV_C_HOLD) return hold_fits(m, c->part);
  if (c->what == DV_C_TEE) return dv_is_row(c->part, DV_MODEL_COUNT(m, TEE));
  if (c->what == DV_C_BOND) return dv_is_row(c->part, DV_MODEL_COUNT(m, BOND_BLOCK));
  if (c->what != DV_C_PUBLISH && c->what != DV_C_SIGNAL && c->what != DV_C_ANSWER && c->what != DV_C_RATE) return 1;
  const dv_kind *k = kind_of(m, c->part);
  return k && has_law(k, c->what);
}

static int quadrature_fits(const dv_model *m, int i)
{
  const dv_quadrature *q = dv_model_QUADRATURE(m) + i;
  if (q->what == DV_Q_DRIVE) return dv_is_row(q->part, DV_MODEL_COUNT(m, DRIVE));
  const dv_kind *k = kind_of(m, q->part);
  return k && (q->what == DV_Q_POWER_IN || (q->what == DV_Q_LOSS && k->loss) || (q->what == DV_Q_CARRIED && k->carried));
}

// ---- the rest

static int constant_fits(const dv_model *m, int i)
{
  const dv_constant *c = dv_model_CONSTANT(m) + i;
  return dv_is_written(m, c->work, 1) && dv_in_number(m, c->num, 1);
}

static int settlement_fits(const dv_model *m, int i)
{
  const dv_settlement *s = dv_model_SETTLEMENT(m) + i;
  if (!dv_is_row(s->junction, DV_MODEL_COUNT(m, JUNCTION))) return 0;
  return dv_is_written(m, s->flow, 1) && (s->capacity < 0 || dv_is_read(m, s->capacity, 1)) &&
         dv_model_JUNCTION(m)[s->junction].type == DV_AT_NODE;
}

// Of a loop: its calls are of signals and of bonds that stay within the work, in the order of evaluation.
static int loop_calls_fit(const dv_model *m, const dv_tee *t)
{
  if (!dv_is_list(m, t->call, t->ncall, 0, DV_MODEL_COUNT(m, CALL))) return 0;
  for (int k = 0; k < t->ncall; k++) {
    const dv_call *c = dv_model_CALL(m) + dv_model_INT(m)[t->call + k];
    if (c->what != DV_C_SIGNAL && c->what != DV_C_BOND) return 0;
  }
  for (int k = 0; k < t->nunknown; k++)
    if (!dv_is_written(m, dv_model_INT(m)[t->unknown + k], 1)) return 0;
  return 1;
}

static int node_parts_fit(const dv_model *m, const dv_tee *t)
{
  for (int k = 0; k < t->npart; k++)
    if (!kind_of(m, dv_model_INT(m)[t->part + k])->answer) return 0;
  return dv_in_number(m, t->start, t->nunknown);
}

static int tee_fits(const dv_model *m, int i)
{
  const dv_tee *t = dv_model_TEE(m) + i;
  int64_t n = t->nunknown;
  if (n < 1 || n > m->nwork || t->npart < 0 || t->ncall < 0 || !dv_is_list(m, t->part, t->npart, 0, DV_MODEL_COUNT(m, PART)) ||
      !dv_is_list(m, t->unknown, n, 0, t->ncall ? m->nwork : DV_MODEL_COUNT(m, JUNCTION)))
    return 0;
  return (t->ncall ? loop_calls_fit(m, t) : node_parts_fit(m, t)) && dv_is_written(m, t->room, 5 * n + n * n);
}

static int bond_op_fits(const dv_model *m, int i)
{
  const dv_bond_op *o = dv_model_BOND_OP(m) + i;
  int formula = o->what == DV_B_VALUE || o->what == DV_B_SLOPE;
  int stately = o->what == DV_B_LOAD || o->what == DV_B_RATE;
  int termed = o->what == DV_B_ROOT || o->what == DV_B_RATE || o->what == DV_B_PUT;
  if (o->what < DV_B_LOAD || o->what > DV_B_PUT || o->n < 0 || !dv_is_list(m, o->term, 2 * (int64_t)o->n, 0, m->nwork)) return 0;
  if (o->inside < 0 || o->inside > o->n || (stately && !dv_is_row(o->x, m->nx)) || (termed && !o->n)) return 0;
  if (formula &&
      (!o->ncode || !dv_code_fits(m, o->code, o->ncode, o->constant, o->n) || !dv_is_written(m, o->room, 3 * (int64_t)o->n)))
    return 0;
  return o->what == DV_B_RATE || dv_is_written(m, o->out, 1);
}

static int bond_block_fits(const dv_model *m, int i)
{
  const dv_bond_block *b = dv_model_BOND_BLOCK(m) + i;
  const dv_bond_op *op = dv_model_BOND_OP(m) + b->op;
  int64_t n = b->nunknown;
  if (b->nop < 1 || !dv_within(b->op, b->nop, DV_MODEL_COUNT(m, BOND_OP)) || n < 0 || n > b->nop || (b->curved && !n)) return 0;
  for (int k = n ? 0 : 1; k < b->nop; k++)
    if (op[k].what == DV_B_RATE || op[k].what == DV_B_PUT) return 0;  // alone, or not at all
  return dv_is_written(m, b->room, b->curved ? 5 * n + n * n : n * (n + 1));
}

static int parts_have(const dv_model *m, int at, int n, int (*has)(const dv_kind *))
{
  if (n < 0 || !dv_is_list(m, at, n, 0, DV_MODEL_COUNT(m, PART))) return 0;
  for (int i = 0; i < n; i++)
    if (!has(kind_of(m, dv_model_INT(m)[at + i]))) return 0;
  return 1;
}

static int has_field(const dv_kind *k) { return k->field != NULL; }
static int has_profile(const dv_kind *k) { return k->profile != NULL; }
static int has_sample(const dv_kind *k) { return k->sample && k->period > 0; }

static const char *lists_fault(const dv_model *m)
{
  const int *watch = dv_model_INT(m) + m->watch;
  int good = parts_have(m, m->field, m->nfield, has_field) && parts_have(m, m->profile, m->nprofile, has_profile) &&
             parts_have(m, m->sample, m->nsample, has_sample) && dv_is_list(m, m->seen_q, m->seen_nq, -1, m->nq) &&
             dv_is_list(m, m->seen_v, m->seen_nv, -1, m->nv) && m->nwatch >= 0 && dv_in_int(m, m->watch, 2 * (int64_t)m->nwatch);
  for (int i = 0; good && i < m->nwatch; i++)
    good = dv_is_written(m, watch[2 * i], 1) && dv_is_row(watch[2 * i + 1], m->nx + m->nd);
  return good ? NULL : "this model is damaged: its header points nowhere";
}

static int flags_fit(const dv_model *m)
{
  const int flag[] = {m->elastic, m->full, m->still, m->wants_wrench, m->multipliers, m->serves};
  for (size_t i = 0; i < sizeof flag / sizeof *flag; i++)
    if (flag[i] != 0 && flag[i] != 1) return 0;
  return 1;
}

// Numbers of the whole, and how much room its work has: no more than its rows can fill. Cells hold pointers: where these are
// shorter than on the computer that made the block, as on 32-bit ARM and in a page, cells need half of it.
static const char *header_fault(const dv_model *m)
{
  int64_t sum = 0, cells = DV_SEATS_REALS + (int64_t)DV_MODEL_COUNT(m, PART) * (int64_t)(sizeof(dv_cell) / sizeof(real));
  for (int i = 0; i < DV_W_COUNT; i++) {
    int at = dv_work_at(m, (dv_work_id)i), n = dv_work_reals(m, (dv_work_id)i);
    sum += n;
    for (int k = 0; k < i; k++)
      if (!dv_apart(at, n, dv_work_at(m, (dv_work_id)k), dv_work_reals(m, (dv_work_id)k)))
        return "this model is damaged: arrays of its work overlap";
  }
  if (m->cell_reals < cells || m->cell_reals > 2 * cells || m->nwork > sum + m->bytes ||
      m->work_residual != m->work_energy + DV_ENERGY_RESIDUAL ||
      (m->serves && m->desired_reals < (int64_t)m->nlink * DV_DESIRED_REALS))
    return "this model is damaged: its work has not the size that it needs";
  if (m->nominal < 0 || m->nominal > m->nnum / 2 || !dv_in_number(m, m->gravity, 3) || !dv_in_number(m, m->weightless, 3) ||
      !dv_is_text(m, m->foreign) || !flags_fit(m) || (m->nlink > m->nv && !m->elastic))
    return "this model is damaged: its header points nowhere";
  return NULL;
}

#define EACH(id, fits)                                                                                                           \
  for (int i = 0; i < DV_MODEL_COUNT(m, id); i++)                                                                                \
    if (!fits(m, i)) return "this model is damaged: a row of " #id " points nowhere";

static const char *others_fault(const dv_model *m)
{
  EACH(CONSTANT, constant_fits)
  EACH(SETTLEMENT, settlement_fits)
  EACH(TEE, tee_fits)
  EACH(BOND_OP, bond_op_fits)
  EACH(BOND_BLOCK, bond_block_fits)
  EACH(CALL, call_fits)
  EACH(QUADRATURE, quadrature_fits)
  return lists_fault(m);
}

static const char *junctions_fault(const dv_model *m)
{
  EACH(JUNCTION, junction_fits)
  return NULL;
}

const char *dv_rows_fault(const dv_model *m)
{
  const char *what, *why = NULL;
  if (dv_block_fault(m, &what)) return "this model is damaged: its arrays are not as its header says";
  if (!why) why = header_fault(m);
  if (!why) why = dv_tree_rows_fault(m);
  if (!why) why = dv_loop_rows_fault(m);
  if (!why) why = junctions_fault(m);
  if (!why) why = dv_part_rows_fault(m);  // kinds are known after it
  return why ? why : others_fault(m);
}

#endif
