// bundle_lane.c: a lane of a bundle on its own for a while: where its signals have corners of their own, and where it has events.
//
// State, what the method carries (kept, scratch) and roots are copied out and back, so that it goes on with the bits of a run
// alone.
#include "run/bundle_inside.h"

#include <math.h>
#include <string.h>

static void pick(const dv_bundle *b, int lane, const double *from, int n, double *to)
{
  for (int i = 0; i < n; i++) to[i] = from[i * b->lanes + lane];
}

static void put(const dv_bundle *b, int lane, const double *from, int n, double *to)
{
  for (int i = 0; i < n; i++) to[i * b->lanes + lane] = from[i];
}

// What the method says of its errors.
static void pick_apart(const dv_bundle *b, int lane)
{
  if (b->s.apart) pick(b, lane, b->s.apart, b->s.chart->n, b->one[lane]->stray->apart);
}

static void put_apart(const dv_bundle *b, int lane)
{
  if (b->s.apart) put(b, lane, b->one[lane]->stray->apart, b->s.chart->n, b->s.apart);
}

// The run's time and state, integrals and roots.
static void take_state(dv_bundle *b, int lane)
{
  dv_state *s = b->sim[lane]->s;
  s->t = b->t;
  pick(b, lane, b->x, b->m->nx, s->x);
  pick(b, lane, b->d, b->m->nd, s->d);
  pick(b, lane, b->quad, b->m->nquad, s->quad);
  pick(b, lane, b->root, b->m->nroot, b->one[lane]->root);
}

void dv_bundle_out(dv_bundle *b, int lane)
{
  dv_onestep *f = b->one[lane];
  dv_state *s = b->sim[lane]->s;
  take_state(b, lane);
  pick(b, lane, b->s.kept, dv_state_kept(b->m), s->kept);
  pick(b, lane, b->s.scratch, b->nscratch, f->s.scratch);
  f->s.recalled = b->s.recalled >> lane & 1;
  f->s.factored = 0;
  pick_apart(b, lane);
}

void dv_bundle_out_after(dv_bundle *b, int lane, double h)
{
  dv_onestep *f = b->one[lane];
  dv_bundle_out(b, lane);
  pick(b, lane, b->x_before, b->m->nx, f->x);
  pick(b, lane, b->quad_before, b->m->nquad, f->quad);
  pick(b, lane, b->root_next, b->m->nroot, f->root_next);
  f->taken = h;
  f->s.latest = b->s.latest;
  if (f->stray) pick(b, lane, b->apart_before, b->s.chart->n, f->stray->before);
}

void dv_bundle_in(dv_bundle *b, int lane)
{
  const dv_onestep *f = b->one[lane];
  const dv_state *s = b->sim[lane]->s;
  put(b, lane, s->x, b->m->nx, b->x);
  put(b, lane, s->d, b->m->nd, b->d);
  put(b, lane, s->quad, b->m->nquad, b->quad);
  put(b, lane, s->kept, dv_state_kept(b->m), b->s.kept);
  put(b, lane, f->s.scratch, b->nscratch, b->s.scratch);
  put(b, lane, f->root, b->m->nroot, b->root);
  b->s.recalled = (b->s.recalled & ~(1 << lane)) | (f->s.recalled & 1) << lane;
  b->s.factored = 0;
  put_apart(b, lane);
}

void dv_bundle_leave(dv_bundle *b, int lane)
{
  dv_onestep *f = b->one[lane];
  take_state(b, lane);
  pick(b, lane, b->root_next, b->m->nroot, f->root_next);
  if (b->s.pattern) pick(b, lane, b->s.kept, dv_state_kept(b->m), b->sim[lane]->s->kept);
  f->s.recalled = b->s.pattern && b->s.recalled >> lane & 1 ? DV_RECALLED_IN_LANES : 0;
  pick_apart(b, lane);
}

void dv_bundle_enter(dv_bundle *b, int lane)
{
  const dv_onestep *f = b->one[lane];
  const dv_state *s = b->sim[lane]->s;
  put(b, lane, s->x, b->m->nx, b->x);
  put(b, lane, s->d, b->m->nd, b->d);
  put(b, lane, s->quad, b->m->nquad, b->quad);
  put(b, lane, f->root, b->m->nroot, b->root);
  put(b, lane, f->root_next, b->m->nroot, b->root_next);
  if (b->s.pattern) put(b, lane, s->kept, dv_state_kept(b->m), b->s.kept);
  put_apart(b, lane);
}

void dv_bundle_drop(dv_bundle *b, int lane)
{
  dv_state *s = b->sim[lane]->s;
  s->t = b->t;
  pick(b, lane, b->x_before, b->m->nx, s->x);
  pick(b, lane, b->d, b->m->nd, s->d);
  pick(b, lane, b->quad_before, b->m->nquad, s->quad);
  pick(b, lane, b->root, b->m->nroot, b->one[lane]->root);
  if (b->s.pattern) pick(b, lane, b->kept_before, dv_state_kept(b->m), s->kept);
  if (b->s.apart) pick(b, lane, b->apart_before, b->s.chart->n, b->one[lane]->stray->apart);
  b->one[lane]->s.recalled = 0;
  b->lane[lane].failed = b->lane[lane].alone = b->away[lane] = 1;
}

void dv_bundle_fail(dv_bundle *b, int lane)
{
  dv_bundle_lane *l = &b->lane[lane];
  pick(b, lane, b->x, b->m->nx, b->row_x);
  pick(b, lane, b->x_before, b->m->nx, b->row_before);
  l->failed = b->away[lane] = 1;
  l->failed_t = b->t;
  l->failed_x = dv_state_worst(b->m, b->row_x, b->row_before);
}

void dv_bundle_alone(dv_bundle *b, int lane, double end, int tried)
{
  dv_onestep *f = b->one[lane];
  int bad = tried ? dv_onestep_end_step(f, b->t, end) : 0;
  if (!bad) bad = dv_onestep_to(f, end);
  b->away[lane] = 1;
  if (!bad) {
    dv_bundle_in(b, lane);
    return;
  }
  b->lane[lane].failed = 1;
  b->lane[lane].failed_t = b->sim[lane]->s->t;
  b->lane[lane].failed_x = -1;
}

// What ledger and guards look at, from the vector's work into the lane's own.
static void gather(const dv_bundle *b, int lane)
{
  const dv_model *m = b->m;
  const dv_part *p = dv_model_PART(m);
  const dv_junction *j = dv_model_JUNCTION(m);
  double *w = b->sim[lane]->work;
  pick(b, lane, b->work + m->work_energy * b->lanes, DV_ENERGY_COUNT, w + m->work_energy);
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++, p++) {
    pick(b, lane, b->work + p->stored * b->lanes, 1, w + p->stored);
    pick(b, lane, b->work + p->guard * b->lanes, dv_kind_of(b->m, p)->nwarning, w + p->guard);
  }
  for (int i = 0; i < DV_MODEL_COUNT(m, JUNCTION); i++)
    if (j[i].type == DV_AT_NODE) pick(b, lane, b->work + j[i].shared * b->lanes, 1, w + j[i].shared);
}

void dv_bundle_note(dv_bundle *b, int lane, double t, const double *quad, const double *end)
{
  dv_running *r = b->sim[lane];
  int residual = b->m->work_energy + DV_ENERGY_RESIDUAL;
  gather(b, lane);
  dv_ledger_note(r, t, quad);
  dv_guard_look(r, t, end);
  b->work[residual * b->lanes + lane] = r->work[residual];
}

static void note(dv_bundle *b, int lane, double t, const double *x, const double *quad, int last)
{
  b->sim[lane]->recorded = t;
  if (!b->show) {
    pick(b, lane, x, b->m->nx, b->row_x);
    pick(b, lane, quad, b->m->nquad, b->row_quad);
    dv_bundle_note(b, lane, t, b->row_quad, last ? b->row_x : NULL);
  }
  b->lane[lane].record(b->lane[lane].context, t, x, b->dx, b->work, b->lanes, lane);
}

void dv_bundle_record(dv_bundle *b, double t, const double *x, const double *quad, int last)
{
  int any = 0;
  for (int l = 0; l < b->n; l++) any |= !b->away[l];
  if (!any) return;
  if (b->show) b->show(b->m, b->num, t, x, b->d, b->dx, b->work);
  else {
    b->engine->rates(b->m, b->num, t, x, b->d, b->dx, NULL, b->work);
    b->engine->observe(b->m, b->num, x, b->work);
  }
  for (int l = 0; l < b->n; l++)
    if (!b->away[l]) note(b, l, t, x, quad, last);
}
