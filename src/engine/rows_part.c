// rows_part.c: parts of a block from outside: cells, lists, options, tables, formula, and what their kinds call a fault.
//
// A law reads and writes what its kind declares: as many states, inputs, outputs. Of a kind with lists `name[]` counts once for
// each of its coordinates, `name[row]` once for each row of its task.
#include "engine/loop.h"
#include "engine/rows_within.h"
#include "engine/times.h"
#include "model/saved_fault.h"

#include <string.h>

#if DV_LANES == 1 && !defined(DV_TRACE)

enum { MOST = 1 << 20 };  // coordinates, rows, slots of one part

static int64_t spread(const dv_part *p, const char *name)
{
  const char *open = strchr(name, '[');
  return !open || open == name ? 1 : strcmp(open, "[]") == 0 ? p->neach : p->nrow;
}

static int64_t count(const dv_part *p, const dv_quantity *q, int n)
{
  int64_t sum = 0;
  for (int i = 0; i < n; i++) sum += spread(p, q[i].name);
  return sum;
}

// States that belong to a parameter exist if that is given.
static int64_t states_of(const dv_model *m, const dv_part *p, const dv_kind *k)
{
  const int *given = dv_model_INT(m) + p->given;
  int64_t sum = 0;
  if (k->state_option || !k->each) return dv_kind_states(k, dv_model_INT(m) + p->opt);
  for (int i = 0; i < k->nstate; i++)
    if (!k->state[i].reads || given[k->state[i].reads - 1]) sum += spread(p, k->state[i].name);
  return sum;
}

static int64_t listed(const dv_part *p, const dv_kind *k)
{
  int64_t sum = 0;
  for (int i = 0; i < k->nparam; i++) sum += strchr(k->param[i].name, '[') ? spread(p, k->param[i].name) : 0;
  return sum;
}

static int choices_of(const dv_option *o)
{
  int n = 1;
  for (const char *at = o->choices; *at; at++) n += *at == '|';
  return n;
}

static int options_fit(const dv_model *m, const dv_part *p, const dv_kind *k)
{
  if (!dv_in_int(m, p->opt, k->noption) || !dv_in_int(m, p->given, k->nparam)) return 0;
  for (int i = 0; i < k->noption; i++)
    if (!dv_is_row(dv_model_INT(m)[p->opt + i], choices_of(k->option + i))) return 0;
  return 1;
}

static int tables_fit(const dv_model *m, const dv_part *p, const dv_kind *k)
{
  if (!dv_in_int(m, p->rows, k->ntable)) return 0;
  for (int t = 0; t < DV_TABLES; t++) {
    if (t >= k->ntable) {  // no law looks there
      if (p->table[t]) return 0;
      continue;
    }
    int rows = dv_model_INT(m)[p->rows + t], width = k->table[t].columns + k->table[t].derived;
    if (rows < 0 || rows < k->table[t].rows_least || !dv_in_number(m, p->table[t], (int64_t)rows * width)) return 0;
  }
  return 1;
}

// An axis: the service goes from it to the coordinates and distances that it adds up.
static int is_axis(const dv_model *m, int junction)
{
  if (!dv_is_row(junction, DV_MODEL_COUNT(m, JUNCTION))) return 0;
  return dv_model_JUNCTION(m)[junction].type <= DV_AT_COMBINATION;
}

static int is_frame(const dv_model *m, int link, int num)
{
  return dv_is_row_or_none(link, m->nlink) && dv_in_number(m, num, 12);
}

static int task_row_fits(const dv_model *m, const dv_task_row *r)
{
  if (r->what == DV_ROW_AXIS) return is_axis(m, r->link);
  return r->what >= 0 && r->what < DV_ROW_AXIS && is_frame(m, r->link, r->num) &&
         (r->from_num < 0 || is_frame(m, r->from, r->from_num));
}

// Coordinates and axes of a kind with lists; the rows of its task.
static int each_fits(const dv_model *m, const dv_part *p)
{
  int n = p->neach, ints = sizeof(dv_task_row) / sizeof(int);
  if (!dv_in_int(m, p->each, 3 * (int64_t)n)) return 0;
  if (!dv_is_list(m, p->each, n, 0, m->nq) || !dv_is_list(m, n ? p->each + n : 0, n, 0, m->nv)) return 0;
  for (int i = 0; i < n; i++)
    if (!is_axis(m, dv_model_INT(m)[p->each + 2 * n + i])) return 0;
  if (p->row < 0) return p->nrow == n;
  if (!dv_in_int(m, p->row, (int64_t)p->nrow * ints)) return 0;
  const dv_task_row *row = (const dv_task_row *)(const void *)(dv_model_INT(m) + p->row);
  for (int i = 0; i < p->nrow; i++)
    if (!task_row_fits(m, row + i)) return 0;
  return 1;
}

// What the law asks of the service must have room.
static int service_fits(const dv_model *m, const dv_part *p, const dv_kind *k)
{
  int64_t most = m->nq > m->nv ? m->nq : m->nv, n = p->neach, rows = p->nrow, nv = m->nv;
  if (!(k->service & (DV_ASKS_MODEL | DV_ASKS_SHAPE))) return 1;
  return m->serves && !m->elastic && m->law_reals >= DV_SERVICE_ROOM * (most + n + rows) + 2 * (n + rows) * (n + rows) &&
         m->map_reals >= nv * nv + nv * n + 16 * nv;
}

static int ports_fit(const dv_model *m, const dv_part *p, const dv_kind *k)
{
  const int *port = dv_model_INT(m) + p->port;
  int slots = 0, frames = 0;
  if (!dv_is_list(m, p->port, k->nport, 0, DV_MODEL_COUNT(m, JUNCTION))) return 0;
  for (int i = 0; i < k->nport; i++) {
    const dv_junction *j = dv_model_JUNCTION(m) + port[i];
    int domain = (int)k->port[i].domain, width = dv_domain_of(domain)->width;
    if (j->width != width || (j->type == DV_AT_FRAME) != (domain == DV_FRAME) ||
        (j->type == DV_AT_NODE) != dv_domain_is_node(domain))
      return 0;
    slots += width;
    frames += domain == DV_FRAME;
  }
  return p->nframe == frames && (k->bond ? p->nslot >= slots : p->nslot == slots);
}

static int copies_fit(const dv_model *m, dv_copies c)
{
  if (c.n < 0 || !dv_in_int(m, c.at, 2 * (int64_t)c.n)) return 0;
  const int *pair = dv_model_INT(m) + c.at;
  for (int i = 0; i < c.n; i++)
    if (!dv_is_written(m, pair[2 * i], 1) || !dv_is_read(m, pair[2 * i + 1], 1)) return 0;
  return 1;
}

// Elements of bond graphs have no laws but that of their energy, which reads a state and an answer for each component.
static int bond_fits(const dv_model *m, const dv_part *p, const dv_kind *k)
{
  int stores = k->stored && p->nslot;
  return (!p->nslot || p->nslot >= p->neach) && (!k->stored || (p->nslot >= p->neach && p->nin >= p->neach)) &&
         dv_code_fits(m, p->code, p->ncode, p->constant, 1) && (!stores || dv_is_read(m, p->in, p->nin)) &&
         dv_is_written(m, p->power, 1);
}

static int law_numbers_fit(const dv_model *m, const dv_part *p, const dv_kind *k)
{
  int64_t inputs = p->nin - count(p, k->in, k->nin);
  int roots = k->nroot == DV_ROOTS_OF_FORMULA ? dv_code_jumps(m, p->code, p->ncode) : k->nroot;
  return inputs >= 0 && inputs % 3 == 0 && dv_code_fits(m, p->code, p->ncode, p->constant, (int)(inputs / 3)) &&
         (!k->formula || p->ncode > 0) && p->nroot == roots && (!roots || k->root) && dv_is_written(m, p->power, k->nport) &&
         dv_within(p->x, states_of(m, p, k), m->nx) && dv_in_number(m, p->list, listed(p, k));
}

static int in_discrete(const dv_model *m, int at, int64_t n)
{
  int rows = DV_MODEL_COUNT(m, CLOSURE);
  return dv_within(at, n, m->nd) && (!rows || dv_apart(at, n, m->loop_d, DV_LOOP_PIVOT + 2 * (int64_t)rows));
}

static int cells_fit(const dv_model *m, const dv_part *p, const dv_kind *k)
{
  return dv_is_written(m, p->effort, p->nslot) && dv_is_written(m, p->flow, p->nslot) &&
         dv_is_read(m, p->pos, p->direct ? !p->nframe : p->nslot) && dv_is_read(m, p->pose, 12 * (int64_t)p->nframe) &&
         dv_is_written(m, p->capacity, p->nslot) && dv_is_read(m, p->in, p->nin) &&
         dv_is_written(m, p->out, count(p, k->out, k->nout)) && dv_is_written(m, p->root, p->nroot) &&
         dv_is_written(m, p->guard, k->nwarning) && dv_is_written(m, p->stored, 1) &&
         dv_is_list(m, p->source, p->nin, -1, m->nwork);
}

static int states_fit(const dv_model *m, const dv_part *p, const dv_kind *k)
{
  return dv_within(p->root_index, p->nroot, m->nroot) && in_discrete(m, p->d, count(p, k->discrete, k->ndiscrete)) &&
         (k->holds ? in_discrete(m, p->side, p->nroot) : p->side == -1);
}

static int counts_fit(const dv_part *p)
{
  const int n[] = {p->nslot, p->nframe, p->nin, p->neach, p->nrow, p->nroot, p->ncode};
  for (size_t i = 0; i < sizeof n / sizeof *n; i++)
    if (n[i] < 0 || n[i] > MOST) return 0;
  return 1;
}

static int part_fits(const dv_model *m, const dv_part *p)
{
  if (!dv_is_row(p->kind, DV_KINDS_OWN) || !counts_fit(p)) return 0;
  const dv_kind *k = dv_kinds_x1[p->kind];
  if (!dv_is_text(m, p->name) || !dv_is_text(m, p->file) || !dv_in_number(m, p->par, k->npar)) return 0;
  if (!options_fit(m, p, k) || !tables_fit(m, p, k) || !ports_fit(m, p, k)) return 0;
  if (!k->bond && (k->each ? !each_fits(m, p) : p->neach || p->nrow)) return 0;
  if (!(k->bond ? bond_fits : law_numbers_fit)(m, p, k)) return 0;
  return cells_fit(m, p, k) && states_fit(m, p, k) && service_fits(m, p, k) && copies_fit(m, p->gather) &&
         copies_fit(m, p->fix) && copies_fit(m, p->store) && copies_fit(m, p->answer);
}

// Numbers that do not go together, as the kind says; also among those that controllers know.
static int is_sound(const dv_model *m, const dv_part *p, int shift)
{
  const dv_kind *k = dv_kind_of(m, p);
  const double *num = dv_model_NUMBER(m) + shift;
  const int *ints = dv_model_INT(m);
  dv_cell c;
  memset(&c, 0, sizeof c);
  c.opt = ints + p->opt;
  c.rows = ints + p->rows;
  c.given = ints + p->given;
  c.n = p->neach;
  c.m = p->nrow;
  c.own = k->own;
  c.row = p->row < 0 ? NULL : (const dv_task_row *)(const void *)(ints + p->row);
  for (int t = 0; t < k->ntable; t++) c.table[t] = (double *)(uintptr_t)(num + p->table[t]);
  double period = k->period ? num[p->par + k->period - 1] : 0;
  return (period == 0 || period >= DV_PERIOD_LEAST) && (!k->fault || !k->fault(num + p->par, &c));
}

int dv_numbers_sound(const dv_model *m)
{
  const dv_part *p = dv_model_PART(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++)
    if (!is_sound(m, p + i, 0) || (m->nominal && !is_sound(m, p + i, m->nominal))) return 0;
  return 1;
}

const char *dv_part_rows_fault(const dv_model *m)
{
  const dv_part *p = dv_model_PART(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++)
    if (!part_fits(m, p + i)) return "this model is damaged: a part points nowhere";
  return dv_numbers_sound(m) ? NULL : "this model is damaged: numbers of a part do not go together";
}

#endif
