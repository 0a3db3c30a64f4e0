// random_point.c: draws a kind's parameters from their declared ranges and everything else around the nominal values.
#include "audit/random_point.h"

#if DV_LANES == 1

#include "base/formula_code.h"
#include "base/number.h"
#include "base/random_stream.h"

#include <math.h>
#include <string.h>

double dv_point_drawn(point *p, double lo, double hi) { return lo + (hi - lo) * dv_random_unit(&p->seed); }

// Open ends are taken at 10: what "any number" means for a law is not in the table.
static double within(point *p, double lo, double hi)
{
  if (lo <= -1e30) lo = -10;
  if (hi >= 1e30) hi = fmax(10, 10 * lo);
  if (lo > 0) return exp(dv_point_drawn(p, log(lo), log(hi)));
  if (lo < 0) return dv_point_drawn(p, 0, 1) < 0.5 ? dv_point_drawn(p, lo, hi) : dv_point_drawn(p, fmax(lo, -10), fmin(hi, 10));
  return dv_point_drawn(p, 0, 1) < 0.2 ? 0 : hi * exp(dv_point_drawn(p, -20, 0));
}

static double parameter(point *p, const dv_param *q)
{
  if (!isnan(q->def) && dv_point_drawn(p, 0, 1) < 0.4) return q->def;
  double x = fmin(fmax(within(p, q->lo, q->hi), q->lo), q->hi);
  return dv_unit_counts(q->unit) ? floor(x) : x;
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
  s->guard = at, at += k->nwarning + 1;             // one beyond, which stays as it is
  for (int i = 0; i < k->ntable; i++) s->table[i] = at, at += TABLE_ROWS * (k->table[i].columns + k->table[i].derived);
  s->constant = at++;
  s->amount = at++;
  s->size = at;
}

static void put(point *p, int i, int lane, double value) { p->block[i * LANES + lane] = value; }

// Any numbers; `sort` 1: none below zero; 2: these rising from row to row, 3: falling; 4: rising from zero on. Numbers before a
// value of any unit are places in a matrix, the same in all lanes.
static void draw_table(point *p, const dv_table *t, int sort, double *row)
{
  const char *last = t->unit[t->columns - 1] ? t->unit[t->columns - 1] : "";
  int stride = t->columns + t->derived;
  for (int r = 0; r < TABLE_ROWS; r++, row += stride)
    for (int i = 0; i < t->columns; i++) {
      int key = !i && t->rising, index = !t->rising && t->unit[i] && !strcmp(t->unit[i], "1") && !strcmp(last, "*");
      double v = key ? r + dv_point_drawn(p, 0.1, 0.9) : dv_point_drawn(p, sort ? 0 : -2, 2);
      if (sort == 2 || sort == 4) v = key ? v : r + 0.4 * v;
      if (sort == 3) v = key ? v : 2.0 * (TABLE_ROWS - r) + 0.4 * v;
      row[i] = index ? 1 + (3 * r + i) % 6 : sort == 4 && !r ? 0 : v;
    }
}

// Parameters that the kind does not call a fault; where none of many draws will do, its defaults.
static void draw_parameters(point *p, const dv_cell *c, double *par)
{
  const dv_kind *k = p->kind;
  for (int tries = 0; tries <= 1000; tries++) {
    for (int t = 0; t < k->ntable; t++) draw_table(p, &k->table[t], tries % 5, c->table[t]);
    for (int i = 0; i < k->nparam; i++) par[i] = parameter(p, &k->param[i]);
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
  double par[POINT_PARAMETERS] = {0}, table[DV_TABLES][POINT_TABLE] = {{0}};
  dv_cell c;
  memset(&c, 0, sizeof c);
  c.opt = p->opt;
  c.given = p->given;
  c.rows = p->rows;
  for (int t = 0; t < k->ntable; t++) c.table[t] = table[t];
  draw_parameters(p, &c, par);
  if (k->prepare) k->prepare(par, &c);
  for (int i = 0; i < k->npar; i++) put(p, p->shape.par + i, lane, par[i]);
  for (int t = 0; t < k->ntable; t++)
    for (int i = 0; i < TABLE_ROWS * (k->table[t].columns + k->table[t].derived); i++)
      put(p, p->shape.table[t] + i, lane, table[t][i]);
}

static void draw_pose(point *p, int frame, int lane)
{
  double w = dv_point_drawn(p, -1, 1), x = dv_point_drawn(p, -1, 1), y = dv_point_drawn(p, -1, 1), z = dv_point_drawn(p, -1, 1),
         n = sqrt(w * w + x * x + y * y + z * z);
  w /= n, x /= n, y /= n, z /= n;
  double R[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                 2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                 2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  for (int i = 0; i < 12; i++) put(p, p->shape.pose + 12 * frame + i, lane, i < 9 ? R[i] : dv_point_drawn(p, -2, 2));
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
      put(p, s->effort + slot, lane,
          d == DV_HYDRAULIC  ? dv_point_drawn(p, -5e4, 3e7)
          : d == DV_ELECTRIC ? dv_point_drawn(p, -100, 100)
                             : NAN);
      put(p, s->flow + slot, lane, node ? NAN : dv_point_drawn(p, -2, 2));
      put(p, s->pos + slot, lane, d == DV_FRAME || node ? NAN : dv_point_drawn(p, -1, 1));
      put(p, s->capacity + slot, lane, NAN);
    }
    if (d == DV_FRAME) draw_pose(p, frame++, lane);
  }
}

void dv_point_random(point *p, const void *const kind[3])
{
  const dv_kind *k = p->kind = kind[0];
  shape *s = &p->shape;
  memset(s, 0, sizeof *s);
  memcpy(s->kind, kind, sizeof s->kind);
  s->still = p->still;
  for (int i = 0; i < k->noption; i++) p->opt[i] = (int)dv_point_drawn(p, 0, choices(k->option[i].choices));
  for (int i = 0; i < k->ntable; i++) p->rows[i] = TABLE_ROWS;
  lay_out(p);
  s->nstate = dv_kind_states(k, p->opt);
  s->opt = p->opt;
  s->given = p->given;
  s->rows = p->rows;
  s->code = k->formula ? one_input : NULL;
  s->ncode = k->formula ? 1 : 0;
  for (int i = 0; i < s->size * LANES; i++) p->block[i] = NAN;
  for (int l = 0; l < LANES; l++) {
    draw_numbers(p, l);
    draw_ports(p, l);
    put(p, s->t, l, dv_point_drawn(p, 0, 6));
    put(p, s->constant, l, dv_point_drawn(p, -2, 2));
    for (int i = 0; i < s->nstate; i++) put(p, s->x + i, l, k->state[i].nominal * dv_point_drawn(p, -2, 2));
    for (int i = 0; i < k->ndiscrete; i++) put(p, s->d + i, l, k->discrete[i].nominal * dv_point_drawn(p, -2, 2));
    for (int i = 0; i < s->nin; i++) put(p, s->in + i, l, (i < k->nin ? k->in[i].nominal : 1) * dv_point_drawn(p, -2, 2));
  }
}

int dv_point_has(const point *p, law which)
{
  const dv_kind *k = p->kind;
  const int has[LAW_COUNT] = {!!k->publish, !!k->signal, !!k->answer, !!k->rate,    !!k->root,
                              !!k->sample,  !!k->guard,  !!k->stored, !!k->carried, !!k->loss};
  return has[which];
}

static void blank(double *block, int first, int n)
{
  for (int i = first * LANES; i < (first + n) * LANES; i++) block[i] = NAN;
}

// Which laws read an input: as the compiler has it.
static int reads(const dv_kind *k, int input, law which)
{
  static const int by[LAW_COUNT] = {DV_BY_PUBLISH, DV_BY_SIGNAL, DV_BY_ANSWER, DV_BY_RATE, 0, DV_BY_SAMPLE, 0, 0, 0, 0};
  int declared = k->in[input].reads & DV_BY_ANY;
  if (!declared) declared = k->signal ? DV_BY_SIGNAL : DV_BY_ANSWER | DV_BY_RATE | DV_BY_PUBLISH;
  return !by[which] || declared & by[which];
}

void dv_point_hide(const point *p, law which, double *block)
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
  if (!k->keeps || which == LAW_SIGNAL) blank(block, s->out, k->nout);
}

int dv_point_written(const point *p, law which, int *first, int *count)
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

const char *dv_point_impossible(const dv_kind *k)
{
  point p = {.kind = k};
  if (k->each) return "it has lists of coordinates";
  if (k->service & ~(DV_ASKS_GROUND | DV_ASKS_WATER)) return "it asks for the model";
  if (k->noption > POINT_OPTIONS || k->npar > POINT_PARAMETERS || k->nparam > POINT_PARAMETERS)
    return "it has too many parameters";
  if (k->nport > POINT_PORTS) return "it has too many ports";
  for (int i = 0; i < k->ntable; i++)
    if (TABLE_ROWS * (k->table[i].columns + k->table[i].derived) > POINT_TABLE) return "its tables are too wide";
  lay_out(&p);
  return p.shape.size > POINT_REALS ? "it has too many quantities" : NULL;
}

void dv_point_keep(point *p, law which, const double *block)
{
  int first[16], count[16], n = which <= LAW_RATE ? dv_point_written(p, which, first, count) : 0;
  for (int r = 0; r < n; r++)
    memcpy(p->block + first[r] * LANES, block + first[r] * LANES, (size_t)(count[r] * LANES) * sizeof(double));
}

#endif
