// point.c: draws a kind's parameters from their declared ranges and everything else around the nominal values.
#include "point.h"

#include "base/formula_code.h"
#include "support.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

double drawn(double lo, double hi)
{
  static uint64_t seed = 20260;
  return uniform(&seed, lo, hi);
}

// Open ends are taken at 10: what "any number" means for a law is not in the table.
static double within(double lo, double hi)
{
  if (lo <= -1e30) lo = -10;
  if (hi >= 1e30) hi = fmax(10, 10 * lo);
  if (lo > 0) return exp(drawn(log(lo), log(hi)));
  if (lo < 0) return drawn(0, 1) < 0.5 ? drawn(lo, hi) : drawn(fmax(lo, -10), fmin(hi, 10));
  return drawn(0, 1) < 0.2 ? 0 : hi * exp(drawn(-20, 0));
}

static double parameter(const dv_param *q)
{
  if (!isnan(q->def) && drawn(0, 1) < 0.4) return q->def;
  return fmin(fmax(within(q->lo, q->hi), q->lo), q->hi);
}

static int choices(const char *text)
{
  int n = 1;
  for (; *text; text++) n += *text == '|';
  return n;
}

enum { TABLE_ROWS = 5 };

static const dv_code one_input[] = {
    {DV_OP_INPUT, 0}
};

// Offsets one after the other.
static void lay_out(point *p)
{
  const dv_kind *k = p->kind;
  shape *s = &p->shape;
  int at = 0;
  s->nslot = s->nframe = 0;
  for (int i = 0; i < k->nport; i++) {
    s->nslot += k->port[i].domain == DV_FRAME ? 6 : 1;
    s->nframe += k->port[i].domain == DV_FRAME;
  }
  s->nin = k->nin + (k->formula ? 3 : 0);
  s->par = at, at += k->npar;
  s->t = at++;
  s->x = at, at += k->nstate;
  s->dx = at, at += k->nstate;
  s->d = at, at += k->ndiscrete;
  s->effort = at, at += s->nslot;
  s->flow = at, at += s->nslot;
  s->pos = at, at += s->nslot;
  s->pose = at, at += 12 * s->nframe;
  s->capacity = at, at += s->nslot;
  s->in = at, at += s->nin;
  s->out = at, at += k->nout;
  s->root = at, at += k->nroot > 0 ? k->nroot : 0;  // formulas of the examples have no conditions
  for (int i = 0; i < k->ntable; i++) s->table[i] = at, at += TABLE_ROWS * (k->table[i].columns + k->table[i].derived);
  s->constant = at++;
  s->amount = at++;
  s->size = at;
}

static void put(point *p, int i, int lane, double value) { p->block[i * LANES + lane] = value; }

// Parameters that the kind does not call a fault; where none of many draws will do, its defaults.
static void draw_parameters(const dv_kind *k, const dv_cell *c, double *par)
{
  for (int tries = 0; tries < 1000; tries++) {
    for (int i = 0; i < k->nparam; i++) par[i] = parameter(&k->param[i]);
    for (int i = 1; i < k->nparam; i++)  // lower, upper: in that order
      if (!strcmp(k->param[i].name, "upper") && par[i] < par[i - 1]) par[i] = par[i - 1] + 1;
    if (!k->fault || !k->fault(par, c)) return;
  }
  for (int i = 0; i < k->nparam; i++)
    if (!isnan(k->param[i].def)) par[i] = k->param[i].def;
}

static void draw_numbers(point *p, int lane)
{
  const dv_kind *k = p->kind;
  double par[256] = {0}, table[DV_TABLES][128] = {{0}};
  dv_cell c;
  memset(&c, 0, sizeof c);
  c.opt = p->opt;
  c.given = p->given;
  c.rows = p->rows;
  for (int t = 0; t < k->ntable; t++) {
    int stride = k->table[t].columns + k->table[t].derived;
    for (int r = 0; r < TABLE_ROWS; r++)
      for (int i = 0; i < k->table[t].columns; i++)
        table[t][r * stride + i] = i || !k->table[t].rising ? drawn(-2, 2) : r + drawn(0.1, 0.9);
    c.table[t] = table[t];
  }
  draw_parameters(k, &c, par);
  if (k->prepare) k->prepare(par, &c);
  for (int i = 0; i < k->npar; i++) put(p, p->shape.par + i, lane, par[i]);
  for (int t = 0; t < k->ntable; t++)
    for (int i = 0; i < TABLE_ROWS * (k->table[t].columns + k->table[t].derived); i++)
      put(p, p->shape.table[t] + i, lane, table[t][i]);
}

static void draw_pose(point *p, int frame, int lane)
{
  double w = drawn(-1, 1), x = drawn(-1, 1), y = drawn(-1, 1), z = drawn(-1, 1), n = sqrt(w * w + x * x + y * y + z * z);
  w /= n, x /= n, y /= n, z /= n;
  double R[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                 2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                 2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  for (int i = 0; i < 12; i++) put(p, p->shape.pose + 12 * frame + i, lane, i < 9 ? R[i] : drawn(-2, 2));
}

// Shared variables: pressure, voltage; rates and coordinates of axes; twists and poses of frames. The rest is not known yet.
static void draw_ports(point *p, int lane)
{
  const dv_kind *k = p->kind;
  const shape *s = &p->shape;
  for (int i = 0, slot = 0, frame = 0; i < k->nport; i++) {
    dv_domain d = k->port[i].domain;
    int width = d == DV_FRAME ? 6 : 1, node = d == DV_HYDRAULIC || d == DV_ELECTRIC;
    for (int n = 0; n < width; n++, slot++) {
      put(p, s->effort + slot, lane, d == DV_HYDRAULIC ? drawn(-5e4, 3e7) : d == DV_ELECTRIC ? drawn(-100, 100) : NAN);
      put(p, s->flow + slot, lane, node ? NAN : drawn(-2, 2));
      put(p, s->pos + slot, lane, d == DV_FRAME || node ? NAN : drawn(-1, 1));
      put(p, s->capacity + slot, lane, NAN);
    }
    if (d == DV_FRAME) draw_pose(p, frame++, lane);
  }
}

void point_random(point *p, int row)
{
  const dv_kind *k = p->kind = dv_kinds_x1[row];
  shape *s = &p->shape;
  memset(s, 0, sizeof *s);
  s->kind = row;
  for (int i = 0; i < k->noption; i++) p->opt[i] = (int)drawn(0, choices(k->option[i].choices));
  for (int i = 0; i < k->ntable; i++) p->rows[i] = TABLE_ROWS;
  lay_out(p);
  s->nstate = dv_kind_states(k, p->opt);
  s->opt = p->opt;
  s->given = p->given;
  assert(k->nparam <= DV_COUNT(p->given));
  s->rows = p->rows;
  s->code = k->formula ? one_input : NULL;
  s->ncode = k->formula ? 1 : 0;
  for (int i = 0; i < s->size * LANES; i++) p->block[i] = NAN;
  for (int l = 0; l < LANES; l++) {
    draw_numbers(p, l);
    draw_ports(p, l);
    put(p, s->t, l, drawn(0, 6));
    put(p, s->constant, l, drawn(-2, 2));
    for (int i = 0; i < s->nstate; i++) put(p, s->x + i, l, k->state[i].nominal * drawn(-2, 2));
    for (int i = 0; i < k->ndiscrete; i++) put(p, s->d + i, l, k->discrete[i].nominal * drawn(-2, 2));
    for (int i = 0; i < s->nin; i++) put(p, s->in + i, l, (i < k->nin ? k->in[i].nominal : 1) * drawn(-2, 2));
  }
}

int point_has(const point *p, law which)
{
  const dv_kind *k = p->kind;
  const int has[LAW_COUNT] = {!!k->publish, !!k->signal, !!k->answer,  !!k->rate, !!k->root,
                              !!k->sample,  !!k->stored, !!k->carried, !!k->loss};
  return has[which];
}

static void blank(double *block, int first, int n)
{
  for (int i = first * LANES; i < (first + n) * LANES; i++) block[i] = NAN;
}

// Which laws read an input: as the compiler has it.
static int reads(const dv_kind *k, int input, law which)
{
  static const int by[LAW_COUNT] = {DV_BY_PUBLISH, DV_BY_SIGNAL, DV_BY_ANSWER, DV_BY_RATE, 0, DV_BY_SAMPLE, 0, 0, 0};
  int declared = k->in[input].reads & DV_BY_ANY;
  if (!declared) declared = k->signal ? DV_BY_SIGNAL : DV_BY_ANSWER | DV_BY_RATE | DV_BY_PUBLISH;
  return !by[which] || declared & by[which];
}

void point_hide(const point *p, law which, double *block)
{
  const dv_kind *k = p->kind;
  const shape *s = &p->shape;
  memcpy(block, p->block, (size_t)(s->size * LANES) * sizeof(double));
  if (which >= LAW_ROOT && which != LAW_SAMPLE) return;  // these see the whole instant
  for (int i = 0, slot = 0; i < k->nport; i++) {
    dv_domain d = k->port[i].domain;
    int width = d == DV_FRAME ? 6 : 1, node = d == DV_HYDRAULIC || d == DV_ELECTRIC;
    blank(block, (node ? s->flow : s->effort) + slot, width);
    if (which == LAW_PUBLISH && k->port[i].role == DV_FIXES) blank(block, s->effort + slot, width);
    blank(block, s->capacity + slot, width);
    slot += width;
  }
  for (int i = 0; i < k->nin; i++)
    if (!reads(k, i, which)) blank(block, s->in + i, 1);
  blank(block, s->dx, k->nstate);
  blank(block, s->out, k->nout);
}

int point_written(const point *p, law which, int *first, int *count)
{
  const dv_kind *k = p->kind;
  const shape *s = &p->shape;
  int n = 0;
  for (int i = 0, slot = 0; i < k->nport; i++) {
    dv_domain d = k->port[i].domain;
    int node = d == DV_HYDRAULIC || d == DV_ELECTRIC, fixes = k->port[i].role == DV_FIXES, at = -1;
    if (which == LAW_PUBLISH && fixes) at = s->effort + slot;
    if (which == LAW_PUBLISH && k->port[i].role == DV_STORES) at = s->capacity + slot;
    if (which == LAW_ANSWER && !fixes) at = (node ? s->flow : s->effort) + slot;
    if (at >= 0) first[n] = at, count[n++] = d == DV_FRAME ? 6 : 1;
    slot += d == DV_FRAME ? 6 : 1;
  }
  if (which == LAW_SIGNAL) first[n] = s->out, count[n++] = k->nout;
  if (which == LAW_RATE) first[n] = s->dx, count[n++] = s->nstate;
  if (which == LAW_ROOT) first[n] = s->root, count[n++] = k->nroot > 0 ? k->nroot : 0;
  if (which == LAW_SAMPLE) first[n] = s->d, count[n++] = k->ndiscrete;
  if (which >= LAW_STORED) first[n] = s->amount, count[n++] = 1;
  return n;
}

int point_possible(const dv_kind *k) { return !k->each && !(k->service & ~DV_ASKS_GROUND); }

void point_keep(point *p, law which, const double *block)
{
  int first[16], count[16], n = which <= LAW_RATE ? point_written(p, which, first, count) : 0;
  for (int r = 0; r < n; r++)
    memcpy(p->block + first[r] * LANES, block + first[r] * LANES, (size_t)(count[r] * LANES) * sizeof(double));
}
