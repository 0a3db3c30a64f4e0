// sweep_card.c: machines are opened and begun by threads of the processor, advanced and measured by the card, and entered into
// the journal. Steps with events are taken by the processor, and the card goes on behind them. What a card cannot do is done as
// without it: the table is the same, to the bit.
#include "batch/sweep_card.h"

#include "batch/card_text.h"
#include "batch/card_work.h"
#include "batch/hands.h"
#include "batch/sweep_inside.h"
#include "engine/closed_loops.h"
#include "engine/compiled.h"
#include "step/step.h"

#include <math.h>
#include <string.h>

enum { STEPS_AT_ONCE = 500, LOOKED_AT = 5 };
static const size_t rows_most = (size_t)2 << 30;  // bytes of records that are brought to the processor at once

typedef dv_card_work work;

// ---- what the runs have in common

static int refuse(work *w, const char *why, const char *remedy)
{
  dv_diag_add(w->d, DV_ERROR, (dv_mark){w->s->file, 0, 0}, remedy, "the sweep cannot be made on a card: %s", why);
  return 1;
}

// The machine where a run begins: its state in order, its samples taken.
static int begin(const dv_machine *m, const dv_run_options *o, dv_state *s)
{
  dv_run_options start = *o;
  dv_run_result r;
  if (dv_start(m, s)) return 1;
  start.until = s->t, start.nalso = 0;
  return dv_run(m->model, s, &start, NULL, NULL, NULL, &r, m->diags, m->arena);
}

static void show_columns(work *w)
{
  int *cell = DV_TAKE(w->arena, int, w->record->log->ncolumn);
  for (int i = 1; i < w->record->log->ncolumn; i++)
    w->want.nshown += dv_shown_cell(&dv_model_VARIABLE(w->first->model)[w->record->variable[i]], &cell[w->want.nshown]);
  w->want.shown = cell;
}

static int open_first(work *w)
{
  const dv_sweep *s = w->s;
  for (int run = 0; run < s->plan->nrun && (!w->first || !w->first->model); run++) {
    dv_machine_close(w->first);
    w->first = dv_sweep_open(s, run);
  }
  if (!w->first || !w->first->model) return refuse(w, "none of its machines can be made", "look at one of them: davit run");
  w->o = dv_run_options_of(&w->first->spec->solver);
  const dv_stepper *method = w->o.method && !w->o.momentum ? dv_stepper_find(w->o.method, 1) : NULL;
  if (!method || dv_step_is_controlled(method, w->o.step))
    return refuse(w, "it has no fixed step", "give e.g. --solver rk4 --step 1ms");
  if (method->is->implicit && w->o.entries)
    return refuse(w, "it has exact derivatives, and a card takes differences", "leave `derivatives: exact` out");
  dv_sweep_times(s, w->first, &w->o);
  w->record = dv_sweep_record(s, w->first);
  w->start = dv_state_new(w->arena, w->first->model);
  if (!w->record || begin(w->first, &w->o, w->start))
    return refuse(w, "its first machine does not start", "look at it: davit run");
  w->want.open = dv_sweep_differing(w->arena, s, w->first->model, &w->want.nopen);
  if (!w->want.open) return refuse(w, "the runs differ in more than numbers", "make one sweep for each structure");
  show_columns(w);
  w->t = dv_trace_machine(w->arena, w->d, w->first->model, &w->want, s->file);
  if (!w->t) return 1;
  w->plan = dv_plan_steps(w->arena, w->first->model, dv_model_NUMBER(w->first->model), &w->o, w->start->t, &w->steps);
  w->time = dv_plan_times(w->arena, w->plan, w->steps, &w->rows);
  return w->steps ? 0 : refuse(w, "it ends where it begins", "give a later --until");
}

// ---- what is kept of a record

static dv_gpu_measure measure_of(const work *w, const dv_reduction *r, int quantity)
{
  dv_gpu_measure m = {.what = (int)r->how, .quantity = quantity, .at = r->at, .goal = r->goal, .band = r->band};
  for (int i = 0; i < w->rows; i++) {
    if (w->time[i] < r->from) m.first++;
    else if (!(w->time[i] > r->to)) m.n++;
  }
  return m;
}

// The values that the reducers look at; 1: the card cannot compute all of them.
static int keep_values(work *w, const char **text)
{
  int n = 0;
  for (int i = 0; i < w->s->nmetric; i++)
    for (int k = 0; k < w->s->metric[i].n; k++, n++) {
      const dv_reduction *r = &w->s->metric[i].reduction[k];
      w->measure[n] = measure_of(w, r, n);
      text[n] = dv_card_formula_text(w->arena, w->t, w->record, &r->value);
      if (!text[n]) return 1;
    }
  return 0;
}

static int open_card(work *w)
{
  dv_gpu_options o = {
      .program = {.method = w->o.method, .single = w->c->single},
      .contract = w->c->contract,
      .rows = w->rows,
      .cache = w->c->cache,
      .card = w->c->first
  };
  for (int i = 0; i < w->s->nmetric; i++) w->nreduced += w->s->metric[i].n;
  int columns = w->record->log->ncolumn, most = w->nreduced > columns ? w->nreduced : columns;
  const char **text = DV_TAKE(w->arena, const char *, most);
  w->measure = DV_TAKE(w->arena, dv_gpu_measure, w->nreduced);
  w->columns = keep_values(w, text);
  for (int c = 1; c < columns && w->columns; c++) text[c - 1] = dv_card_column_text(w->arena, w->t, w->record, c);
  o.program.kept = text;
  o.program.nkept = w->columns ? columns - 1 : w->nreduced;
  if (w->columns) o.bytes = rows_most;
  o.many = w->s->plan->nrun;
  w->gpu = dv_fleet_open(w->d, w->t, w->s->file, &o, w->c->cards);
  if (!w->gpu) return 1;
  w->c->card = dv_fleet_name(w->d->arena, w->gpu);
  w->runs = (dv_card_runs){w->first->model, w->t->open,   w->t->nopen,   &w->o,      w->record,
                           w->plan,         w->s->metric, w->s->nmetric, w->columns, o.program.nkept};
  return dv_fleet_plan(w->gpu, w->plan, w->steps);
}

static void take_room(work *w)
{
  long many = dv_fleet_many(w->gpu);
  w->run = DV_TAKE(w->arena, int, many), w->where = DV_TAKE(w->arena, char, many);
  w->place = DV_TAKE(w->arena, int, many), w->at = DV_TAKE(w->arena, int, many);
  w->state = DV_TAKE(w->arena, double, (size_t)many *(size_t)dv_card_width(w));
}

// ---- some runs: prepared

static void note_fault(work *w, int fault)
{
  if (fault) atomic_store(&w->fault, fault);
}

// 1: all numbers that differ from those of the first are open.
static int differs_openly(const work *w, const dv_model *m)
{
  const double *mine = dv_model_NUMBER(w->first->model), *other = dv_model_NUMBER(m);
  for (int i = 0, k = 0; i < m->nnum; i++) {
    while (k < w->t->nopen && w->t->open[k] < i) k++;
    if (memcmp(&mine[i], &other[i], sizeof(double)) && (k == w->t->nopen || w->t->open[k] != i)) return 0;
  }
  return 1;
}

// 1: none is zero where the other is not: the Jacobians have entries at the same places.
static int zeros_alike(const work *w, const dv_model *m)
{
  if (!dv_fleet_slope(w->gpu)) return 1;
  for (int k = 0; k < w->t->nopen; k++)
    if ((dv_model_NUMBER(m)[w->t->open[k]] == 0) != (dv_model_NUMBER(w->first->model)[w->t->open[k]] == 0)) return 0;
  return 1;
}

static int fits(const work *w, const dv_machine *m, const dv_state *s)
{
  const dv_model *first = w->first->model;
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  return dv_model_alike(first, m->model) && dv_sweep_same_run(&w->o, &o) && s->t == w->start->t && differs_openly(w, m->model) &&
         zeros_alike(w, m->model) && dv_engine_loops_alike(first, w->start->d, s->d) &&
         dv_plan_shared(first, dv_model_NUMBER(first), dv_model_NUMBER(m->model), s->t, w->o.until);
}

static void prepare(void *context, long k, int hand)
{
  work *w = context;
  const dv_sweep *own = &w->of_hand[hand];
  dv_sweep_member p = {.machine = dv_sweep_open(own, w->run[k]), .run = w->run[k]};
  const dv_model *m = p.machine->model;
  dv_state *s = m ? dv_state_new(p.machine->arena, m) : NULL;
  double *to = w->state + k * dv_card_width(w);
  w->where[k] = DV_CARD_HERE;
  if (m) p.record = dv_sweep_record(own, p.machine);
  if (!p.record) {
    note_fault(w, dv_sweep_enter_failure(own, &p, DV_RUN_REFUSED));
    w->where[k] = DV_CARD_ENTERED;
  } else if (!begin(p.machine, &w->o, s) && fits(w, p.machine, s)) {
    memcpy(to, s->x, (size_t)m->nx * sizeof *to), to += m->nx;
    memcpy(to, s->d, (size_t)m->nd * sizeof *to), to += m->nd;
    for (int i = 0; i < w->t->nopen; i++) to[i] = dv_model_NUMBER(m)[w->t->open[i]];
    w->where[k] = DV_CARD_THERE;
  }
  dv_machine_close(p.machine);
}

// ---- advanced

static int put(work *w)
{
  const dv_model *m = w->first->model;
  dv_arena *a = dv_arena_new();
  w->on = 0;
  for (long k = 0; k < w->n; k++) w->place[k] = w->where[k] == DV_CARD_THERE ? (int)w->on++ : -1;
  double *all = DV_TAKE(a, double, (size_t)w->on *(size_t)dv_card_width(w) + 1);
  for (long k = 0; k < w->n; k++)
    for (int i = 0; i < dv_card_width(w) && w->place[k] >= 0; i++)
      all[i * w->on + w->place[k]] = w->state[k * dv_card_width(w) + i];
  int bad = w->on && dv_fleet_put(w->gpu, w->on, all, all + m->nx * w->on, all + (m->nx + m->nd) * w->on, NULL);
  dv_arena_free(a);
  return bad;
}

int dv_card_advance(work *w, int from)
{
  for (int step = from; step < w->steps && w->on; step += STEPS_AT_ONCE) {
    double seconds = 0;
    int left = w->steps - step;
    if (dv_card_stopped(w)) return 1;
    if (dv_fleet_run(w->gpu, step, left < STEPS_AT_ONCE ? left : STEPS_AT_ONCE, &seconds)) return -1;
    w->c->seconds += seconds;
  }
  return w->on && dv_fleet_stopped(w->gpu, w->at) ? -1 : 0;
}

static int fetch(work *w, dv_arena *a)
{
  if (!w->on) return 0;
  if (w->columns) {
    w->result = DV_TAKE(a, double, dv_fleet_kept_size(w->gpu));
    return dv_fleet_kept(w->gpu, w->result);
  }
  w->result = DV_TAKE(a, double, (size_t)w->nreduced *(size_t)w->on);
  return dv_fleet_reduce(w->gpu, w->time, w->measure, w->nreduced, w->result);
}

// ---- and entered

static void values_by_measures(const work *w, dv_diags *d, long k, double *value)
{
  for (int i = 0, n = 0; i < w->s->nmetric; i++) {
    double *reduced = DV_TAKE(d->arena, double, w->s->metric[i].n + 1);
    for (int j = 0; j < w->s->metric[i].n; j++) reduced[j] = w->result[n++ * w->on + k];
    value[i] = dv_metric_of(d, &w->s->metric[i], reduced);
  }
}

static void values_by_columns(const work *w, dv_diags *d, long k, double *value)
{
  int columns = w->record->log->ncolumn;
  dv_history *h = dv_history_new(d->arena, columns);
  memcpy(h->column, w->record->log->column, (size_t)columns * sizeof *h->column);
  for (int row = 0; row < w->rows; row++) {
    double *to = dv_history_append(h);
    to[0] = w->time[row];
    for (int c = 1; c < columns; c++) to[c] = w->result[dv_fleet_kept_at(w->gpu, k, row, c - 1)];
  }
  for (int i = 0; i < w->s->nmetric; i++) value[i] = dv_metric_value(d, &w->s->metric[i], h);
}

static void make_here(work *w, const dv_sweep *own, int run)
{
  dv_sweep_member p = {.machine = dv_sweep_open(own, run), .run = run};
  p.record = dv_sweep_record(own, p.machine);
  note_fault(w, dv_sweep_run_alone(own, &p));
  dv_machine_close(p.machine);
}

static void enter(void *context, long k, int hand)
{
  work *w = context;
  int there = w->where[k] == DV_CARD_THERE && w->at[w->place[k]] < 0;
  if (there) {
    double value[DV_SWEEP_METRICS];
    dv_arena *a = dv_arena_new();
    if (w->columns) values_by_columns(w, dv_diags_new(a), w->place[k], value);
    else values_by_measures(w, dv_diags_new(a), w->place[k], value);
    note_fault(w, dv_journal_write(w->s->journal, w->run[k], DV_RUN_DONE, value, NULL));
    dv_arena_free(a);
  } else if (w->where[k] != DV_CARD_ENTERED) make_here(w, &w->of_hand[hand], w->run[k]);
  if (there) w->where[k] = DV_CARD_ENTERED;
  atomic_fetch_add(&w->done, 1);
}

static void by_hands(work *w, void (*what)(void *, long, int))
{
  dv_hands_run(&(dv_hands){.jobs = w->c->jobs, .items = w->n, .work = what, .stop = w->c->stop, .context = w});
}

// ---- all

// The next runs that are open.
static void gather(work *w, int *run)
{
  double value[DV_SWEEP_METRICS];
  for (w->n = 0; *run < w->s->plan->nrun && w->n < dv_fleet_many(w->gpu); ++*run)
    if (*run % w->c->shards == w->c->shard && dv_journal_read(w->s->journal, *run, value) == DV_RUN_OPEN) w->run[w->n++] = *run;
}

static void count(work *w)
{
  for (long k = 0; k < w->n; k++)
    if (w->place[k] >= 0 && w->at[w->place[k]] < 0) w->c->there++;
    else w->c->here++;
}

// What other roundings do: some of the runs that ended on the card, made once more by the processor.
static void compare(work *w)
{
  double there[DV_SWEEP_METRICS], here[DV_SWEEP_METRICS];
  long looked = 0;
  w->c->off = NAN;
  for (long k = 0; k < w->n && looked < LOOKED_AT; k += w->n / LOOKED_AT + 1) {
    if (w->place[k] < 0 || w->at[w->place[k]] >= 0 || dv_journal_read(w->s->journal, w->run[k], there) != DV_RUN_DONE) continue;
    dv_sweep_member p = {.machine = dv_sweep_open(w->s, w->run[k]), .run = w->run[k]};
    p.record = dv_sweep_record(w->s, p.machine);
    int bad = dv_sweep_values(w->s, &p, here);
    for (int i = 0; i < w->s->nmetric && !bad; i++) {
      double size = fabs(here[i]), off = fabs(there[i] - here[i]) / (size > 0 ? size : 1);
      if (!(off <= w->c->off)) w->c->off = off;
    }
    looked++;
    dv_machine_close(p.machine);
  }
}

static int make_some(work *w)
{
  by_hands(w, prepare);
  if (dv_card_stopped(w)) return 1;
  if (atomic_load(&w->fault) || put(w)) return -1;
  int code = dv_card_advance(w, 0);
  if (!code) code = dv_card_cross(w);
  if (code) return code;
  dv_arena *a = dv_arena_new();
  code = fetch(w, a) ? -1 : 0;
  if (!code) by_hands(w, enter);
  dv_arena_free(a);
  if (!code && dv_card_stopped(w)) code = 1;
  if (!code) count(w);
  if (!code && (w->c->single || w->c->contract) && isnan(w->c->off)) compare(w);
  if (w->c->progress) w->c->progress(w->c->context, (int)atomic_load(&w->done));
  return atomic_load(&w->fault) ? -1 : code;
}

// A reading for each hand. 1 after a diagnostic: the file is another by now.
static int open_hands(work *w)
{
  w->of_hand = DV_TAKE(w->arena, dv_sweep, w->c->jobs);
  for (int i = 0; i < w->c->jobs; i++) {
    dv_reading *r = dv_reading_open(w->s->file, w->s->machine.free_base);
    w->of_hand[i] = *w->s;
    w->of_hand[i].reading = r;
    if (!r->doc->root || strcmp(r->doc->hash, w->s->reading->doc->hash))
      return refuse(w, "the file has changed since it was read", "begin again with --fresh");
  }
  return 0;
}

static void close_hands(work *w)
{
  for (int i = 0; w->of_hand && i < w->c->jobs; i++) dv_reading_close((dv_reading *)(uintptr_t)w->of_hand[i].reading);
}

int dv_sweep_on_card(const dv_sweep *s, dv_diags *d, dv_card_sweep *c)
{
  work *w = DV_TAKE(d->arena, work, 1);
  *w = (work){.s = s, .c = c, .d = d, .arena = dv_arena_new()};
  c->off = NAN;
  int code = open_first(w) || open_hands(w) || open_card(w) ? -1 : 0;
  if (!code) take_room(w);
  for (int run = 0; !code && run < s->plan->nrun;) {
    gather(w, &run);
    if (w->n) code = make_some(w);
  }
  c->fault = atomic_load(&w->fault);
  if (w->gpu) dv_fleet_close(w->gpu);
  close_hands(w);
  dv_machine_close(w->first);
  dv_arena_free(w->arena);
  return code;
}
