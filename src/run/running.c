// running.c: a run: opened at a state, recorded, its events acted upon, its books closed.
#include "run/running.h"
#include "engine/closed_loops.h"
#include "engine/compiled.h"
#include "engine/skeleton_at.h"

#include <math.h>
#include <string.h>

enum { CHAIN_MOST = 8 };  // events that one event brings about

// The state with rates and their accelerations, whatever is integrated; after an evaluation at x.
static const double *show(dv_running *r, const double *x)
{
  const dv_model *m = r->m;
  if (!r->shown) return x;
  memcpy(r->shown, x, (size_t)m->nx * sizeof(double));
  memcpy(r->shown + m->nq, r->work + m->work_v, (size_t)m->nv * sizeof(double));
  memcpy(r->dx + m->nq, r->work + m->work_a, (size_t)m->nv * sizeof(double));
  return r->shown;
}

int dv_running_record(dv_running *r, double t, const double *x, const double *quad, int last)
{
  const dv_model *m = r->m;
  const double *d = r->s->d;
  r->recorded = t;
  if (r->silent) return 0;
  if (last && r->times.nsampling) {  // the next run samples here; the record shows it already
    memcpy(r->d_end, d, (size_t)m->nd * sizeof(double));
    dv_times_foresee(r, t, x, r->d_end);
    d = r->d_end;
  }
  if (r->o->follow) r->o->follow->record(r->o->follow->self, t, x, d);
  r->out->evaluations++;
  if (r->engine->rates(m, r->num, t, x, d, r->dx, NULL, r->work) && dv_fail_tee(r, t)) return r->unanswered = 1;
  r->engine->observe(m, r->num, x, r->work);
  dv_ledger_note(r, t, quad);
  dv_guard_look(r, t, last ? x : NULL);
  if (r->progress) r->progress(r->context, t, r->o->until);
  return r->record ? r->record(r->context, t, show(r, x), r->dx, r->work) : 0;
}

// What a part stores now; its jump may let go of it.
static double stored(dv_running *r, int part, double t, const double *x)
{
  const dv_part *p = dv_model_PART(r->m) + part;
  if (!dv_kind_of(r->m, p)->stored) return 0;
  r->engine->rates(r->m, r->num, t, x, r->s->d, r->dx, NULL, r->work);
  r->engine->observe(r->m, r->num, x, r->work);
  return r->work[p->stored];
}

// The rates of the run's state change; what that takes is the part's loss.
static void seize(dv_running *r, int part, double t)
{
  double *x = r->s->x;
  if (r->shown) r->engine->leave(r->m, r->num, t, x, r->s->d, x, r->work);
  r->accounts.lost_in_jumps[part] += dv_seize(r->m, part, x, r->s->d, r->work, r->seize);
  if (r->shown) r->engine->enter(r->m, r->num, x, x, r->work);
}

// A part that merges has taken its object, or let it go: from here on other rates are independent. Until then it is as it was,
// also for what momenta mean. The kinetic energy that this takes.
static double remake(dv_running *r, int part, double t)
{
  const dv_model *m = r->m;
  double *x = r->s->x, *d = r->s->d, *held = d + dv_model_PART(m)[part].d, now = *held, lost = 0;
  *held = now < 0.5;
  if (r->shown) r->engine->leave(m, r->num, t, x, d, x, r->work);
  dv_engine_x1.tidy(m, r->num, t, x, d, r->work);
  if (now > 0.5) lost = dv_seize(m, part, x, d, r->work, r->seize);
  *held = now;
  dv_engine_loops_choose(m, x, d, DV_INDEPENDENT_GIVEN, NULL, r->work);
  dv_engine_x1.tidy(m, r->num, t, x, d, r->work);
  if (r->shown) r->engine->enter(m, r->num, x, x, r->work);
  r->way = 0;
  return lost;
}

// What is taken from the beginning has one velocity with what takes it.
static void merge_at_start(dv_running *r)
{
  const dv_model *m = r->m;
  double *d = r->s->d;
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    double *held = d + dv_model_PART(m)[i].d;
    if (!dv_merges(m, i) || *held < 0.5) continue;
    *held = 0;
    dv_engine_loops_choose(m, r->s->x, d, DV_INDEPENDENT_GIVEN, NULL, r->work);
    *held = 1;
    remake(r, i, r->s->t);
  }
}

// What a kind that resets its states has left for them.
static void reset(const dv_model *m, const dv_part *p, dv_state *s)
{
  const dv_kind *k = dv_kind_of(m, p);
  if (k->resets) memcpy(s->x + p->x, s->d + p->d, (size_t)k->nstate * sizeof(double));
}

static void jump(dv_running *r, int part, double t, const double *x)
{
  const dv_part *p = dv_model_PART(r->m) + part;
  double before = stored(r, part, t, x);
  int seizes = dv_seizes(r->m, part), held = seizes && r->s->d[p->d] > 0.5;
  if (r->o->follow) r->o->follow->jump(r->o->follow->self, part, t, x, r->s->d);
  r->engine->jump(r->m, r->num, part, t, x, r->s->d, r->work);
  int turned = seizes && (r->s->d[p->d] > 0.5) != held;
  if (turned && dv_merges(r->m, part)) r->accounts.lost_in_jumps[part] += remake(r, part, t);
  else if (turned && !held) seize(r, part, t);
  reset(r->m, p, r->s);
  r->accounts.lost_in_jumps[part] += before - stored(r, part, t, x);
}

void dv_state_begin(const dv_model *m, const dv_engine *engine, dv_state *s, double *work)
{
  const double *num = dv_model_NUMBER(m);
  for (int n = 0; n < 2; n++)  // again for those that look at others
    for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
      const dv_part *p = dv_model_PART(m) + i;
      if (!dv_kind_jumps(dv_kind_of(m, p))) continue;
      engine->jump(m, num, i, s->t, s->x, s->d, work);
      reset(m, p, s);
      if (dv_merges(m, i)) dv_engine_loops_choose(m, s->x, s->d, DV_INDEPENDENT_GIVEN, NULL, work);
    }
}

int dv_running_lost(dv_running *r, double t)
{
  for (int i = 0; r->m->outside.table && i < DV_MODEL_COUNT(r->m, PART); i++) {
    const dv_part *p = dv_model_PART(r->m) + i;
    const dv_kind *k = dv_kind_of(r->m, p);
    if (k->lost && r->s->d[p->d + k->lost - 1] < 0) return dv_fail_part(r, t, i);
  }
  return 0;
}

int dv_running_stepped(dv_running *r, double t)
{
  int any = 0;
  for (int i = 0; i < DV_MODEL_COUNT(r->m, PART); i++) {
    const dv_part *p = dv_model_PART(r->m) + i;
    const dv_kind *k = dv_kind_of(r->m, p);
    if (!k->after_steps) continue;
    size_t bytes = (size_t)k->ndiscrete * sizeof(double);
    if (k->resets) memcpy(r->s->d + p->d, r->s->x + p->x, (size_t)k->nstate * sizeof(double));
    memcpy(r->d_end, r->s->d + p->d, bytes);
    r->engine->jump(r->m, r->num, i, t, r->s->x, r->s->d, r->work);
    reset(r->m, p, r->s);
    any |= memcmp(r->d_end, r->s->d + p->d, bytes) != 0;
  }
  if (any) r->s->kept[DV_KEPT_STEPS] = 0, r->out->events++;
  return any;
}

int dv_running_cross(dv_running *r, double t, const double *before, double *after, int *crossed)
{
  int any = 0;
  for (int i = 0; i < r->m->nroot; i++) any |= crossed[i] = (before[i] < 0) != (after[i] < 0);
  if (!any) return 0;
  dv_running_jump(r, t, r->s->x, crossed);
  r->engine->roots(r->m, r->num, t, r->s->x, r->s->d, r->work, after);
  return 1;
}

static int jump_parts(dv_running *r, double t, const double *x, const int *crossed)
{
  int last = -1;
  for (int i = 0; i < DV_MODEL_COUNT(r->m, PART); i++) {
    const dv_part *p = dv_model_PART(r->m) + i;
    int hit = 0;
    for (int k = 0; k < p->nroot; k++) hit |= crossed[p->root_index + k];
    if (!hit) continue;
    if (dv_kind_jumps(dv_kind_of(r->m, p))) jump(r, i, t, x);
    last = i;
  }
  return last;
}

// A jump may carry the root of another part across zero (a contact that closes a grip): that part jumps then.
int dv_running_jump(dv_running *r, double t, const double *x, const int *crossed)
{
  double *before = r->root, *after = r->root + r->m->nroot;
  int last = -1, any = 1;
  r->out->events++;
  r->s->kept[DV_KEPT_STEPS] = 0;  // another machine from here on
  r->engine->roots(r->m, r->num, t, x, r->s->d, r->work, before);
  for (int n = 0; n < CHAIN_MOST && any; n++) {
    last = jump_parts(r, t, x, n ? r->chain : crossed);
    r->engine->roots(r->m, r->num, t, x, r->s->d, r->work, after);
    any = 0;
    for (int i = 0; i < r->m->nroot; i++) any |= r->chain[i] = (before[i] < 0) != (after[i] < 0);
    memcpy(before, after, (size_t)r->m->nroot * sizeof(double));
  }
  return last;
}

void dv_running_tidy(dv_running *r, double *x)
{
  const dv_model *m = r->m;
  const double *scale = dv_model_SCALE(m);
  double off = 0;
  memcpy(x, r->s->x, (size_t)m->nx * sizeof(double));
  if (!r->chart->tidy) return;
  r->engine->tidy(m, r->num, r->s->t, x, r->s->d, r->work);
  for (int i = 0; i < m->nx; i++) off = fmax(off, fabs(x[i] - r->s->x[i]) / fmax(fabs(x[i]), scale[i]));
  if (off <= DV_TIDY_WITHIN) memcpy(x, r->s->x, (size_t)m->nx * sizeof(double));
}

static void tidy_start(dv_running *r)
{
  dv_running_tidy(r, r->dx);
  if (r->m->nx) memcpy(r->s->x, r->dx, (size_t)r->m->nx * sizeof(double));
}

// Momenta are as large as the mass that moves at the nominal rate.
static void size_momenta(dv_running *r)
{
  const dv_model *m = r->m;
  double *scale = DV_TAKE(r->arena, double, m->nx), *mass = DV_TAKE(r->arena, double, (size_t)m->nv *(size_t)m->nv);
  dv_chart *c = DV_TAKE(r->arena, dv_chart, 1);
  memcpy(scale, r->scale, (size_t)m->nx * sizeof(double));
  if (m->nv) dv_engine_mass_matrix(m, r->s->x, mass, r->work);
  *c = *r->chart;
  c->scale = DV_TAKE(r->arena, double, c->n);
  memcpy(c->scale, r->chart->scale, (size_t)c->n * sizeof(double));
  for (int i = 0, k = 0; i < m->nv; i++) {
    while (k < c->nmoving && c->moving[k] < m->nv + i) k++;
    if (k == c->nmoving || c->moving[k] != m->nv + i) continue;  // driven: its rate stays
    double own = mass[i * (m->nv + 1)];                          // 0: it moves nothing but by its ties, and has no momentum
    scale[m->nq + i] = c->scale[m->nv + i] *= own > 0 ? own : 1;
  }
  r->scale = scale;
  r->chart = c;
}

// From here on the run's state is what the engine integrates; dv_run takes it back at the end.
static void enter(dv_running *r)
{
  if (!r->o->momentum) return;
  r->shown = DV_TAKE(r->arena, double, r->m->nx);
  size_momenta(r);
  r->engine->enter(r->m, r->num, r->s->x, r->s->x, r->work);
}

void dv_running_leave(dv_running *r)
{
  if (!r->shown) return;
  r->s->kept[DV_KEPT_STEPS] = 0;
  r->engine->leave(r->m, r->num, r->s->t, r->s->x, r->s->d, r->s->x, r->work);
}

// Numbers may have changed since the state was left: parts hold the sides on which they are.
void dv_roots_turn(const dv_model *m, const double *now, double *before, int lanes, int lane)
{
  const dv_part *p = dv_model_PART(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++, p++) {
    const dv_kind *k = dv_kind_of(m, p);
    for (int r = p->root_index; r < p->root_index + p->nroot; r++)
      if (k->holds || !k->jump) before[r * lanes + lane] = now[r * lanes + lane];
  }
}

void dv_running_hold(dv_running *r)
{
  const dv_part *p = dv_model_PART(r->m);
  if (r->m->nroot) r->engine->roots(r->m, r->num, r->s->t, r->s->x, r->s->d, r->work, r->root);
  for (int i = 0; i < DV_MODEL_COUNT(r->m, PART); i++, p++) {
    int other = 0;
    if (!dv_kind_of(r->m, p)->holds) continue;
    for (int k = 0; k < p->nroot; k++) other |= (r->root[p->root_index + k] < 0) != (r->s->d[p->side + k] < 0);
    if (other) r->engine->jump(r->m, r->num, i, r->s->t, r->s->x, r->s->d, r->work);
  }
}

static const double records_most = 1e9;

static int refuse_records(dv_running *r)
{
  dv_mark none = {NULL, 0, 0};
  dv_diag_add(r->diags, DV_ERROR, none, "give a larger `every`", "records every %.3g s for %.3g s are %.3g rows", r->every,
              r->o->until - r->s->t, (r->o->until - r->s->t) / r->every);
  return 2;
}

int dv_running_begin(dv_running *r)
{
  const dv_model *m = r->m;
  r->engine->ready(m, r->num, r->work);
  tidy_start(r);
  enter(r);
  if (r->s->t == 0) {
    dv_state_begin(m, r->engine, r->s, r->work);
    merge_at_start(r);
  } else {
    dv_running_hold(r);
  }
  int bad = r->engine->rates(m, r->num, r->s->t, r->s->x, r->s->d, r->dx, NULL, r->work);
  if (bad) return dv_fail_finite(r, r->s->t, r->s->x, r->dx, "check the initial state and the parameters");
  bad = dv_running_lost(r, r->s->t);
  if (bad) return bad;
  dv_loops_begin(r);
  r->engine->rates(m, r->num, r->s->t, r->s->x, r->s->d, r->dx, NULL, r->work);
  r->engine->observe(m, r->num, r->s->x, r->work);
  return 0;
}

int dv_running_open(dv_running *r)
{
  const dv_model *m = r->m;
  r->every = dv_running_every(r->o);
  if (r->record && !r->o->endless && r->o->until - r->s->t > records_most * r->every) return refuse_records(r);
  r->engine = r->o->momentum ? dv_engine_momentum(&dv_engine_x1) : &dv_engine_x1;
  r->fast = r->o->momentum ? r->engine : dv_engine_compiled(r->engine, r->o->compiled, &r->own);
  r->chart = dv_chart_new(r->arena, m);
  r->num = dv_model_NUMBER(m);
  r->scale = dv_model_SCALE(m);
  r->work = DV_TAKE(r->arena, double, r->engine->nwork(m));
  r->dx = DV_TAKE(r->arena, double, m->nx);
  r->d_end = DV_TAKE(r->arena, double, m->nd);
  r->seize = DV_TAKE(r->arena, double, dv_seize_room(m));
  r->take_in = DV_TAKE(r->arena, double, dv_loops_room(m));
  r->recorded = -HUGE_VAL;
  r->root = DV_TAKE(r->arena, double, 2 * m->nroot);
  r->chain = DV_TAKE(r->arena, int, m->nroot);
  int bad = dv_running_begin(r);
  if (bad) return bad;
  dv_ledger_open(r);
  dv_guard_open(r);
  return dv_ledger_check(r);
}

// What flowed between records is not seen: where there are few, as much as so many steps could have resolved counts, a turnover
// of all energy in twenty of them.
static double flowed(const dv_running *r)
{
  double seen = r->out->ledger.throughput;
  return r->s->t < 20 * r->every ? fmax(seen, r->accounts.kinetic_most * (double)r->out->steps / 20) : seen;
}

// Energy that the tolerances leave open: atol times that of the machine's nominal rates, of its weight over nominal lengths, and
// ten times what rests in heights and springs, whose forces work on errors of position. A coarse atol does not excuse more.
static double least_energy(const dv_running *r)
{
  enum { LARGE = 2000 };  // rates, of which no mass matrix is made
  const double *g = r->num + r->m->gravity, weight = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  const dv_books *b = &r->accounts.now;
  double resting = fabs(b->potential);
  if (r->m->nv > LARGE) return 1e-12;
  for (int i = 0; i < DV_MODEL_COUNT(r->m, PART); i++) resting += fabs(b->part[i]);
  return (r->o->atol > 0 ? fmin(r->o->atol, 1e-6) : 1e-8) * (dv_ledger_joule(r) * (1 + 2 * weight) + 10 * resting);
}

// 1: a ground that is dug and filled; what stands on it is moved by no work.
static int is_dug(const dv_model *m)
{
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    const dv_kind *k = dv_kind_of(m, dv_model_PART(m) + i);
    if (k->profile && k->nstate) return 1;
  }
  return 0;
}

static void warn_ledger(dv_running *r)
{
  const dv_ledger *l = &r->out->ledger;
  dv_mark none = {NULL, 0, 0};
  double limit = dv_ledger_limit(r);
  if (l->relative > limit && fabs(l->residual) > limit * flowed(r) && fabs(l->residual) > least_energy(r))
    dv_diag_add(r->diags, DV_WARNING, none,
                r->step > 0 && r->fan && !r->fan->entries
                    ? "use a smaller step, a solver that chooses it, or exact slopes (derivatives: exact)"
                : r->step > 0  ? "use a smaller step, or a solver that chooses it"
                : is_dug(r->m) ? "tighten rtol; work of a ground that changes under what stands on it is not counted"
                               : "tighten rtol, or look for a part that creates energy",
                "the energy ledger does not close: residual %.3g J, %.2g of the throughput", l->residual, l->relative);
}

// Whatever loses energy may close its books by giving some: a stop that does not push while it is pressed in.
static void warn_gains(dv_running *r)
{
  const dv_ledger *l = &r->out->ledger;
  dv_mark none = {NULL, 0, 0};
  double limit = fmax(dv_ledger_limit(r) * flowed(r), 10 * least_energy(r));
  for (int i = 0; i < l->nrow; i++)
    if (l->row[i].dissipated < -limit)
      dv_diag_add(r->diags, DV_WARNING, none, "look at its law and its state at the start, and compare with another solver",
                  "'%s' can only lose energy, but gave away %.3g J", l->row[i].name, -l->row[i].dissipated);
}

void dv_running_close(dv_running *r)
{
  dv_ledger_close(r);
  warn_ledger(r);
  warn_gains(r);
}
