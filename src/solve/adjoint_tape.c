// adjoint_tape.c: notes of a run: what happened, at which states.
#include "solve/adjoint_inside.h"

#include "solve/charted.h"

#include <math.h>
#include <string.h>

enum { CHUNK = 1 << 16 };
static const double room_usual = 0x1p25;  // doubles of states that are kept, a quarter of a gigabyte

double *dv_tape_keep(dv_sensitivity *s, const double *from, int n)
{
  struct dv_tape *p = s->tape;
  if (!p->chunk || p->used + (size_t)n > p->size) {
    p->size = n > CHUNK ? (size_t)n : CHUNK, p->used = 0;
    p->chunk = DV_TAKE(s->arena, double, p->size);
  }
  double *to = p->chunk + p->used;
  p->used += (size_t)n;
  if (n) memcpy(to, from, (size_t)n * sizeof *to);
  return to;
}

static double *keep_changed(dv_sensitivity *s, double *last, const double *from, int n)
{
  return last && (!n || !memcmp(last, from, (size_t)n * sizeof *from)) ? last : dv_tape_keep(s, from, n);
}

// States of steps that are computed again are not kept.
static int keeps(const struct dv_tape *p) { return p->every == 1 || p->steps % p->every == 0; }

dv_note *dv_tape_put(dv_sensitivity *s, dv_note_of what, double t, const double *x, const double *d)
{
  const dv_model *m = s->o.m;
  struct dv_tape *p = s->tape;
  dv_note *n = DV_PUSH(s->arena, &p->note);
  p->d = keep_changed(s, p->d, d, m->nd);
  *n = (dv_note){.what = what, .part = -1, .row = -1, .root = -1, .t = t, .d = p->d};
  if (keeps(p)) n->kept = 1, n->x = p->x = keep_changed(s, p->x, x, m->nx);
  return n;
}

static void look(void *self, double t, double h, const double *x, const double *d, double latest)
{
  dv_sensitivity *s = self;
  if (s->failed) return;
  dv_note *n = dv_tape_put(s, DV_NOTE_LOOK, t, x, d);
  n->h = h, n->latest = latest;
  s->tape->looking = 1;
}

static void step(void *self, double t, double h, const double *x, const double *d, double latest, const int *crossed,
                 const double *end, int corner)
{
  dv_sensitivity *s = self;
  if (s->failed) return;
  dv_note *n = dv_tape_put(s, DV_NOTE_STEP, t, x, d);
  n->h = h, n->latest = latest, n->corner = corner;
  if (crossed) n->root = dv_sensitivity_crossed(s, t + h, end, d, crossed), n->end = dv_tape_keep(s, end, s->o.m->nx);
  s->tape->steps++;
}

void dv_tape_look_within(void *self, double t, double h, const double *x, const double *d, double latest)
{
  dv_sensitivity *s = self;
  struct dv_tape *p = s->tape;
  if (s->failed) return;
  int step = p->note.n - 1;
  while (p->note.item[step].what != DV_NOTE_STEP) step--;
  dv_note *n = dv_tape_put(s, DV_NOTE_LOOK, t, x, d);
  n->h = h, n->latest = latest, n->of = step;
  p->looking = 1;
}

void dv_tape_no_step(void *self, double t, double h, const double *x, const double *d, double latest, const int *crossed,
                     const double *end, int corner)
{
  (void)self, (void)t, (void)h, (void)x, (void)d, (void)latest, (void)crossed, (void)end, (void)corner;
}

static void sample(void *self, int part, double t, const double *x, const double *d)
{
  dv_sensitivity *s = self;
  if (!s->failed) dv_tape_put(s, DV_NOTE_SAMPLE, t, x, d)->part = part;
}

static void jump(void *self, int part, double t, const double *x, const double *d)
{
  dv_sensitivity *s = self;
  dv_sensitivity_refuse_jump(s, part, t);
  if (!s->failed) dv_tape_put(s, DV_NOTE_JUMP, t, x, d)->part = part;
}

static void starting(void *self, int part, double t, const double *x, const double *d)
{
  dv_tape_put(self, DV_NOTE_JUMP, t, x, d)->part = part;
}

static void record(void *self, double t, const double *x, const double *d)
{
  dv_sensitivity *s = self;
  struct dv_tape *p = s->tape;
  if (s->failed) return;
  dv_note *n = dv_tape_put(s, DV_NOTE_RECORD, t, x, d);
  n->row = p->rows++, n->side = p->looking;
  p->looking = 0;
}

static void take_room(dv_sensitivity *s)
{
  const dv_model *m = s->o.m;
  struct dv_tape *p = s->tape;
  dv_arena *a = s->arena;
  size_t rows = (size_t)s->rows * W;
  p->lambda = DV_TAKE(a, double, rows), p->mu = DV_TAKE(a, double, rows), p->back = DV_TAKE(a, double, rows);
  p->other = DV_TAKE(a, double, rows), p->kbar = DV_TAKE(a, double, (size_t)(DV_STAGES_MOST * m->nx + 1) * W);
  p->shown = DV_TAKE(a, double, (size_t)(s->nshown + 1) * W), p->corner = DV_TAKE(a, double, (size_t)(s->o.n + 1) * W);
}

void dv_tape_open(dv_sensitivity *s, double steps, double room)
{
  struct dv_tape *p = s->tape = DV_TAKE(s->arena, struct dv_tape, 1);
  p->every = (long)fmax(1, ceil(steps * s->o.m->nx / (room > 0 ? room : room_usual)));
  take_room(s);
  s->starting = starting;
  s->follower = (dv_follower){s, look, step, sample, jump, record, NULL};
  if (s->implicit) dv_implicit_back_open(s);
  if (s->charted) dv_charted_back_open(s);
}

// ---- states that were not kept

static void open_stepper(dv_sensitivity *s)
{
  struct dv_tape *p = s->tape;
  const dv_model *m = s->o.m;
  dv_arena *a = s->arena;
  p->stepper = dv_stepper_find(s->o.method, 1);
  p->stepping = (dv_stepping){.engine = &dv_engine_x1, .m = m, .chart = dv_chart_new(a, m), .num = s->num, .work = s->work};
  p->stepping.scratch = DV_TAKE(a, double, p->stepper->scratch(m));
  p->quad = DV_TAKE(a, double, m->nquad + 1);
}

// to: the state after a step of length h.
static int step_again(dv_sensitivity *s, const dv_note *n, const double *x, double *to)
{
  struct dv_tape *p = s->tape;
  memcpy(to, x, (size_t)s->o.m->nx * sizeof *to);
  p->stepping.latest = n->latest;
  p->stepping.d = (double *)(uintptr_t)n->d;
  return p->stepper->step(&p->stepping, n->t, n->h, to, p->quad);
}

void dv_tape_rewind(dv_sensitivity *s)
{
  for (int i = 0; i < s->tape->note.n; i++)
    if (!s->tape->note.item[i].kept) s->tape->note.item[i].x = NULL;
}

// As many states as the notes from the first to i have.
static void make_room(dv_sensitivity *s, int first, int i)
{
  struct dv_tape *p = s->tape;
  int need = i - first + 2;
  if (need > p->room) p->room = need, p->again = DV_TAKE(s->arena, double, (size_t)need *(size_t)s->o.m->nx);
}

int dv_tape_again(dv_sensitivity *s, int i)
{
  struct dv_tape *p = s->tape;
  int first = i, bad = 0, nx = s->o.m->nx;
  if (!p->stepper) open_stepper(s);
  while (first > 0 && (!p->note.item[first].kept || p->note.item[first].what != DV_NOTE_STEP)) first--;
  make_room(s, first, i);
  double *at = p->again, *x = p->note.item[first].x;
  for (int k = first; k <= i && !bad; k++) {
    dv_note *n = &p->note.item[k];
    if (n->what == DV_NOTE_RECORD && n->side) {
      bad = step_again(s, n - 1, x, at);
      n->x = at, at += nx;
      continue;
    }
    if (!n->kept) n->x = x;
    if (n->what != DV_NOTE_STEP || k == i) continue;
    bad = step_again(s, n, x, at);
    x = at, at += nx;
    if (n->end) memcpy(x, n->end, (size_t)nx * sizeof *x);
  }
  return bad;
}
