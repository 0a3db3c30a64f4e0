// graph_program.c: computes what a program says (graph_layout.c makes it).
#include "graph/graph_order.h"

#include "davit/real.h"

#include <string.h>

enum { W = DV_PROGRAM_WIDTH };

int dv_program_orders(const dv_program *p) { return p->n; }
int dv_program_outputs(const dv_program *p) { return p->nout; }
double dv_program_fixed(const dv_program *p, int output) { return p->value[~p->out[output]]; }

void dv_program_points(dv_program *p, dv_arena *a, int n)
{
  p->point = DV_TAKE(a, double, (size_t)n *(size_t)p->places);
  for (int i = 0; i < n; i++) memcpy(p->point + (size_t)i * (size_t)p->places, p->value, (size_t)p->places * sizeof(double));
  p->value = p->point;
}

void dv_program_point(dv_program *p, int i) { p->value = p->point + (size_t)i * (size_t)p->places; }

// The column of the row for t, or of the next (source.c writes the same).
static double pick(const dv_trace_pick *p, double t)
{
  int lo = 0, hi = p->rows - 1;
  while (hi - lo > 1) {
    int mid = (lo + hi) / 2;
    if (p->table[mid * p->stride] <= t) lo = mid;
    else hi = mid;
  }
  return p->table[(lo + p->next) * p->stride + p->column];
}

static void look_up(const dv_program *p, const dv_order *o, const dv_order *end)
{
  for (; o < end; o++) p->value[o->to] = pick(&p->g->pick.item[o->c], p->value[o->a]);
}

static void obey(const dv_program *p, const dv_order_run *run)
{
  double *const value = p->value;
  const dv_order *o = p->item + run->first, *end = p->item + run->end;
  switch (run->op == DV_T_PICK ? -1 : run->op) {
  case DV_ORDER_SCALED_SUM:
    for (; o < end; o++) value[o->to] = value[o->c] + value[o->a] * value[o->b];
    break;
  case DV_ORDER_SCALED_LESS:
    for (; o < end; o++) value[o->to] = value[o->c] - value[o->a] * value[o->b];
    break;
  case DV_ORDER_SCALED_FROM:
    for (; o < end; o++) value[o->to] = value[o->a] * value[o->b] - value[o->c];
    break;
#define OP(name, n, text, result, da, db, dc)                                                                                    \
  case DV_T_##name:                                                                                                              \
    for (; o < end; o++) {                                                                                                       \
      const double a = value[o->a], b = value[o->b], c = value[o->c];                                                            \
      (void)a, (void)b, (void)c;                                                                                                 \
      value[o->to] = result;                                                                                                     \
    }                                                                                                                            \
    break;
#include "base/graph_ops.def"
#undef OP
  default: look_up(p, o, end); break;
  }
}

static void obey_all(const dv_program *p, int phase)
{
  for (int i = p->phase[phase]; i < p->phase[phase + 1]; i++) obey(p, &p->run[i]);
}

// Newton, until the point wants no more.
static int repeat(dv_program *p)
{
  for (int i = 0; i < p->nturn; i++) p->value[p->turn[i].to] = p->value[p->turn[i].a];
  for (int n = 1;; n++) {
    obey_all(p, DV_WITHIN);
    if (p->value[p->until] == 0) return 0;
    if (n == p->most) return 1;
    for (int i = 0; i < p->nturn; i++) p->next[i] = p->value[p->turn[i].b];
    for (int i = 0; i < p->nturn; i++) p->value[p->turn[i].to] = p->next[i];
  }
}

int dv_program_stand(dv_program *p, const double *in)
{
  int bad = 0;
  memcpy(p->value, in, (size_t)p->fixed * sizeof *in);
  obey_all(p, DV_BEFORE);
  if (p->nturn) bad = repeat(p);
  obey_all(p, DV_BEHIND);
  return bad;
}

const double *dv_program_seed(dv_program *p, const double *in)
{
  memcpy(p->seeded, in, (size_t)p->inputs * W * sizeof *in);
  p->vary(p);
  return p->seeded;
}

int dv_program_place(const dv_program *p, int output) { return p->out[output]; }

void dv_program_run(dv_program *p, const double *in, double *out)
{
  dv_program_seed(p, in);
  for (int i = 0; i < p->nout; i++)
    if (p->out[i] >= 0) memcpy(out + i * W, p->seeded + p->out[i] * W, W * sizeof(double));
    else
      for (int l = 0; l < W; l++) out[i * W + l] = p->value[~p->out[i]];
}
