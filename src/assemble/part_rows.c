// part_rows.c: parts of the spec -> rows of the model: numbers, junctions, inputs; then the drives.
#include "assemble/bond_internal.h"
#include "assemble/extra.h"
#include "assemble/internal.h"
#include "assemble/junction_find.h"
#include "assemble/slope.h"
#include "engine/times.h"

#include <math.h>
#include <string.h>

const char *dv_unit_on_axis(dv_assembler *c, const char *unit, int rotary)
{
  return strchr(unit, '{') ? dv_spec_axis_unit(c->arena, unit, rotary) : unit;
}

static void check_units(dv_assembler *c, const dv_part_spec *p, const dv_kind *k, int rotary)
{
  for (int i = 0; i < k->nparam; i++) {
    if (!strchr(k->param[i].unit, '{')) continue;
    const char *unit = dv_spec_axis_unit(c->arena, k->param[i].unit, rotary);
    if (dv_spec_unit_fits(c->spec, unit, p->param_dim[i])) continue;
    dv_diag_add(c->diags, DV_ERROR, p->param_mark[i], dv_arena_text(c->arena, "give it in %s", unit),
                "%s of '%s' is %s, but its axis is %s and needs %s", k->param[i].name, p->name,
                dv_dim_text(c->arena, p->param_dim[i]), rotary ? "rotary" : "linear", unit);
  }
}

static void connect_ports(dv_assembler *c, int index, const dv_part_spec *p, const dv_kind *k)
{
  int first = dv_builder_take(c->b, DV_S_INT, k->nport), slots = 0, frames = 0, rotary = 0;
  for (int i = 0; i < k->nport; i++) {
    int j = dv_junction_for(c, &p->port[i], &k->port[i], p->name);
    if (j >= 0) dv_junction_use(c, j, k->port[i].role != DV_WATCHES);
    DV_AT(c->b, int, INT, first)[i] = j;
    slots += dv_domain_of((int)k->port[i].domain)->width;
    frames += k->port[i].domain == DV_FRAME;
    if (j >= 0) rotary |= DV_AT(c->b, dv_junction, JUNCTION, j)->domain == DV_ROTARY;
  }
  check_units(c, p, k, rotary);
  dv_part *row = DV_AT(c->b, dv_part, PART, index);
  row->port = first;
  row->nslot = slots + dv_bond_slots(c, index);
  row->nframe = frames;
}

// A part with a single axis or frame reads it where it is; others have what their ports share gathered, slot by slot.
static void take_slots(dv_assembler *c, dv_part *row, const dv_kind *k)
{
  int only = k->nport == 1 ? DV_AT(c->b, int, INT, row->port)[0] : -1;
  const dv_junction *j = only < 0 ? NULL : DV_AT(c->b, dv_junction, JUNCTION, only);
  row->direct = j && j->type != DV_AT_NODE && row->nslot == j->width;
  row->flow = row->direct ? j->shared : dv_work_take(c, row->nslot);
  row->pos = row->direct && !row->nframe ? j->pos : dv_work_take(c, row->nslot);
  row->pose = row->direct && row->nframe ? j->pos : dv_work_take(c, 12 * row->nframe);
}

static void take_work(dv_assembler *c, dv_part *row, const dv_kind *k)
{
  take_slots(c, row, k);
  row->effort = dv_work_take(c, row->nslot);
  row->capacity = dv_work_take(c, row->nslot);
  row->out = dv_work_take(c, k->nout);
  row->root = dv_work_take(c, row->nroot);
  row->guard = dv_work_take(c, k->nwarning);
  row->stored = dv_work_take(c, 1);
  row->power = dv_work_take(c, k->bond ? 1 : k->nport);
}

// Numbers that lists of the kind take; the part's kind has them spread out, at the end.
int dv_part_listed(const dv_assembler *c, const dv_part_spec *p)
{
  const dv_kind *k = c->kinds[p->kind];
  int plain = 0;
  for (int i = 0; i < k->nparam; i++) plain += strchr(k->param[i].name, '[') == NULL;
  return p->as->nparam - plain;
}

// Coordinates and axes of a kind with lists.
static void find_each(dv_assembler *c, dv_part *row, const dv_part_spec *p)
{
  row->neach = row->nrow = p->neach;
  row->row = -1;
  if (p->as->bond) return;
  row->each = dv_builder_take(c->b, DV_S_INT, 3 * p->neach);
  for (int i = 0; i < p->neach; i++) {
    const dv_coordinate *k = dv_find_coordinate(c, p->each[i].text);
    if (!k || !k->spec) {
      dv_diag_add(c->diags, DV_ERROR, p->each[i].mark, "name a joint with one coordinate", "'%s' is not a coordinate",
                  p->each[i].text);
      continue;
    }
    dv_connection at = {0};
    dv_port port = {p->as->axes ? p->as->axes : p->as->each, DV_AXIS, DV_ANSWERS, ""};
    at.name = i < p->naxes && p->as->axes ? p->axes[i] : p->each[i];
    int j = dv_junction_for(c, &at, &port, p->name), *out = DV_AT(c->b, int, INT, row->each);
    out[i] = k->iq;
    out[p->neach + i] = k->iv;
    out[2 * p->neach + i] = j;
  }
}

// Parameters, tables (with room for derived columns), formula constants; then the kind derives what it needs.
static void take_numbers(dv_assembler *c, dv_part *row, const dv_part_spec *p, const dv_kind *k)
{
  int plain = k->nparam - dv_part_listed(c, p);
  row->par = dv_builder_take(c->b, DV_S_NUMBER, k->npar > 0 ? k->npar : 1);
  memcpy(DV_AT(c->b, double, NUMBER, row->par), p->param, (size_t)plain * sizeof(double));
  row->list = dv_number_add(c, p->param + plain, k->nparam - plain);
  row->opt = dv_builder_take(c->b, DV_S_INT, k->noption);
  for (int i = 0; i < k->noption; i++) DV_AT(c->b, int, INT, row->opt)[i] = p->option[i];
  row->given = dv_builder_take(c->b, DV_S_INT, c->kinds[p->kind]->nparam);
  for (int i = 0; p->given && i < c->kinds[p->kind]->nparam; i++) DV_AT(c->b, int, INT, row->given)[i] = p->given[i];
  row->rows = dv_builder_take(c->b, DV_S_INT, k->ntable);
  for (int t = 0; t < k->ntable; t++) {
    int given = k->table[t].columns, stride = given + k->table[t].derived, rows = p->table[t].rows;
    row->table[t] = dv_builder_take(c->b, DV_S_NUMBER, rows * stride);
    DV_AT(c->b, int, INT, row->rows)[t] = rows;
    for (int r = 0; r < rows; r++)
      memcpy(DV_AT(c->b, double, NUMBER, row->table[t] + r * stride), p->table[t].value + r * given,
             (size_t)given * sizeof(double));
  }
  row->code = dv_builder_take(c->b, DV_S_CODE, p->formula.ncode);
  row->ncode = p->formula.ncode;
  if (row->ncode) memcpy(DV_AT(c->b, dv_code, CODE, row->code), p->formula.code, (size_t)row->ncode * sizeof(dv_code));
  row->constant = dv_number_add(c, p->formula.constant, p->formula.nconst);
}

static const char *period_fault(const dv_kind *k, const double *par)
{
  double period = k->period ? par[k->period - 1] : 0;
  return period > 0 && period < DV_PERIOD_LEAST ? "its sampling period is shorter than a microsecond|give 1e-6 s or more" : NULL;
}

// Derived numbers; then what does not go together.
static void prepare(dv_assembler *c, const dv_part *row, const dv_part_spec *p)
{
  const dv_kind *k = p->as;
  dv_cell cell;
  memset(&cell, 0, sizeof cell);
  cell.opt = DV_AT(c->b, int, INT, row->opt);
  cell.rows = DV_AT(c->b, int, INT, row->rows);
  cell.n = row->neach;
  cell.m = row->nrow;
  cell.row = row->row < 0 ? NULL : (const dv_task_row *)(const void *)DV_AT(c->b, int, INT, row->row);
  cell.given = DV_AT(c->b, int, INT, row->given);
  cell.own = k->own;
  cell.dx = p->state;
  for (int t = 0; t < k->ntable; t++) cell.table[t] = DV_AT(c->b, double, NUMBER, row->table[t]);
  if (k->prepare) k->prepare(DV_AT(c->b, double, NUMBER, row->par), &cell);
  const char *fault = k->fault ? k->fault(DV_AT(c->b, double, NUMBER, row->par), &cell) : NULL;
  if (!fault) fault = period_fault(k, DV_AT(c->b, double, NUMBER, row->par));
  if (!fault && k->start) fault = dv_start_law(c->arena, k, DV_AT(c->b, double, NUMBER, row->par), &cell);
  if (!fault) dv_tell_idle_part(c, p, DV_AT(c->b, double, NUMBER, row->par), &cell);
  if (!fault) return;
  int cut = (int)strcspn(fault, "|");
  dv_diag_add(c->diags, DV_ERROR, p->mark, fault[cut] ? fault + cut + 1 : NULL, "'%s': %.*s", p->name, cut, fault);
}

static int count_roots(const dv_kind *k, const dv_formula *f)
{
  int n = 0;
  if (k->nroot != DV_ROOTS_OF_FORMULA) return k->nroot;
  for (int i = 0; i < f->ncode; i++) n += dv_formula_jumps(f->code[i].op);
  return n;
}

static void add_part(dv_assembler *c, int i)
{
  const dv_part_spec *p = &c->part.item[i];
  const dv_kind *k = p->as;
  dv_model *h = &c->b->header;
  dv_builder_take(c->b, DV_S_PART, 1);
  connect_ports(c, i, p, k);
  dv_part row = *DV_AT(c->b, dv_part, PART, i);
  row.kind = p->kind;
  row.x = h->nz;  // within z; moved behind q and v when those are known to all
  row.d = h->nd;
  row.root_index = h->nroot;
  row.nroot = count_roots(k, &p->formula);
  row.side = k->holds ? h->nd + k->ndiscrete : -1;
  h->nz += dv_kind_states(k, p->option);
  h->nd += k->ndiscrete + (k->holds ? row.nroot : 0);
  h->nroot += row.nroot;
  take_work(c, &row, k);
  find_each(c, &row, p);
  if (k->task) dv_part_task(c, &row, p);
  take_numbers(c, &row, p, k);
  row.name = dv_builder_text(c->b, p->name);
  row.file = dv_builder_text(c->b, p->mark.file);
  row.line = p->mark.line;
  row.col = p->mark.col;
  *DV_AT(c->b, dv_part, PART, i) = row;
  prepare(c, &row, p);
}

// Derivatives that a signal has by its name.
static int smoothness(const dv_assembler *c, const char *name)
{
  int part = dv_find_part(c, name);
  const char *dot = strchr(name, '.');
  if (strcmp(name, "t") == 0) return 2;
  if (part >= 0) return c->smooth.item[part];
  part = dot ? dv_find_part(c, dv_arena_copy(c->arena, name, (size_t)(dot - name))) : -1;
  const dv_kind *k = part < 0 ? NULL : c->part.item[part].as;
  for (int i = 0; k && k->jets && i < k->nout; i += 3)
    if (strcmp(k->out[i].name, dot + 1) == 0) return 2;
  return 0;
}

// Derivatives that the first output of each part has. Expressions have as many as their inputs: repeat until it settles.
static void find_smoothness(dv_assembler *c)
{
  for (int i = 0; i < c->part.n; i++) {
    int s = c->part.item[i].as->smooth;
    *DV_PUSH(c->arena, &c->smooth) = s < 0 ? 2 : s;
  }
  for (int changed = 1; changed;) {
    changed = 0;
    for (int i = 0; i < c->part.n; i++) {
      if (c->part.item[i].as->smooth >= 0) continue;
      const dv_formula *f = &c->part.item[i].formula;
      for (int n = 0; n < f->ninput; n++) {
        int s = smoothness(c, f->input[n]);
        if (s < c->smooth.item[i]) {
          c->smooth.item[i] = s;
          changed = 1;
        }
      }
    }
  }
}

// Where an input comes from; one that never changes is put into its cell once.
static int input_source(dv_assembler *c, const dv_input_spec *in, int reads, int cell)
{
  dv_source s;
  if (!in->given) return dv_constant_put(c, cell, (reads & DV_OPTIONAL_ONE) == DV_OPTIONAL_ONE);
  if (in->formula.code[0].op == DV_OP_CONST) return dv_constant_put(c, cell, in->formula.constant[0]);
  dv_ref ref = {in->formula.input[0], in->mark};
  return dv_find_source(c, ref, &s) ? dv_constant_put(c, cell, 0) : s.work;
}

static void connect_inputs(dv_assembler *c, int i)
{
  const dv_part_spec *p = &c->part.item[i];
  const dv_kind *k = p->as;
  int n = k->nin + 3 * p->formula.ninput, first = dv_builder_take(c->b, DV_S_INT, n), in = dv_work_take(c, n);
  for (int m = 0; m < k->nin; m++) {
    int source = input_source(c, &p->in[m], k->in[m].reads, in + m);
    DV_AT(c->b, int, INT, first)[m] = source;
  }
  for (int m = 0; m < p->formula.ninput; m++) {
    for (int d = 0; d < 3; d++) {
      int source = dv_formula_source(c, i, m, d).work;
      DV_AT(c->b, int, INT, first)[k->nin + 3 * m + d] = source;
    }
  }
  dv_part *row = DV_AT(c->b, dv_part, PART, i);
  row->source = first;
  row->nin = n;
  row->in = in;
}

static void add_drive(dv_assembler *c, const dv_coordinate *k)
{
  const dv_coordinate_spec *s = k->spec;
  dv_source from = {DV_FROM_TIME, -1, -1, 0, 0, 0, -1};
  if (s->motion == DV_MOVES_LOCKED) {
    int zero = dv_constant_add(c, 0);
    from.work = dv_constant_add(c, s->position);
    from.rate = from.acceleration = zero;
  } else if (dv_find_source(c, s->signal, &from) == 0 && (from.rate < 0 || from.acceleration < 0)) {
    dv_diag_add(
        c->diags, DV_ERROR, s->signal.mark,
        "smooth it: give its points to a signal of kind spline, or pass it through a signal of kind filter (reference filter)",
        "'%s' cannot prescribe the motion of '%s': it has no rate and acceleration", s->signal.text, s->name);
  }
  int name = dv_builder_text(c->b, s->name), i = dv_builder_take(c->b, DV_S_DRIVE, 1);
  dv_drive row = {k->iq, k->iv, from.work, from.rate, from.acceleration, dv_work_take(c, 1), name};
  *DV_AT(c->b, dv_drive, DRIVE, i) = row;
}

static void place_sums(dv_assembler *c)
{
  dv_model *h = &c->b->header;
  dv_work_place(c, DV_W_sum);
  for (int i = 0; i < c->b->section[DV_S_JUNCTION].count; i++) {
    DV_AT(c->b, dv_junction, JUNCTION, i)->sum += h->work_sum;
    DV_AT(c->b, dv_junction, JUNCTION, i)->capacity += h->work_sum;
  }
  for (int i = 0; i < c->part.n; i++) DV_AT(c->b, dv_part, PART, i)->x += h->nq + h->nv;
}

void dv_assemble_parts(dv_assembler *c)
{
  for (int i = 0; i < c->spec->npart; i++) *DV_PUSH(c->arena, &c->part) = c->spec->part[i];
  dv_add_joint_parts(c);
  dv_add_elastic_parts(c);
  dv_add_node_parts(c);
  dv_add_input_parts(c);
  dv_add_watch_parts(c);
  find_smoothness(c);
  dv_add_slope_parts(c);
  dv_bonds_graph(c);
  dv_bonds_causality(c);
  dv_bonds_states(c);
  for (int i = 0; i < c->part.n; i++) add_part(c, i);
  for (int i = 0; i < c->part.n; i++) {  // every axis has an acceleration
    int port = c->part.item[i].as->nport ? DV_AT(c->b, int, INT, DV_AT(c->b, dv_part, PART, i)->port)[0] : -1;
    if (port >= 0 && (c->part.item[i].as->stands_for == DV_FOR_AXIS || c->part.item[i].as->seizes == DV_HOLDS_STILL))
      dv_junction_motion(c, port);
  }
  dv_bonds_place(c);
  for (int i = 0; i < c->part.n; i++) connect_inputs(c, i);
  for (int i = 0; i < c->coordinate.n; i++) {
    const dv_coordinate *k = &c->coordinate.item[i];
    if (k->spec && k->spec->motion != DV_MOVES_FREE) add_drive(c, k);
  }
  place_sums(c);
}
