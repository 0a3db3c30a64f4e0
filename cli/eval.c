// eval.c: `davit eval FILE`: mass matrix, bias, accelerations, efforts, poses, momentum, energy, reactions at one state.
//
//   M a + bias = parts + effort; with --skeleton no part acts. With loops, of the machine's tree; the acceleration is that of
//   the closed machine, and v = G y', G^T M G come beside it.
#include "eval.h"

#include "assemble/closing.h"
#include "step/step.h"
#include "engine/times.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const option options_eval[] = {
    INPUT("at", "state.json", "the state ('-': standard input); default: the initial state of the file"),
    OPTION("jacobian", "body[.point]", "also the Jacobian of a body's origin or of a point; may be repeated"),
    OPTION("skeleton", NULL, "bodies and joints alone: no part acts, driven coordinates stand and accelerate as given"),
    OPTION("json", NULL, "as JSON"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static int find_base(const dv_model *m)
{
  for (int i = 0; i < DV_MODEL_COUNT(m, JOINT); i++) {
    const dv_joint *j = joint_at(m, i);
    if (j->parent < 0 && j->iv == 0 && j->nv == 6 && has_attitude(j)) return i;
  }
  return -1;
}

static const dv_placement *stand_of(const dv_machine *m, int base)
{
  const char *name = base < 0 ? "" : dv_model_text(m->model, joint_at(m->model, base)->name);
  for (int i = 0; i < m->spec->njoint; i++)
    if (!strcmp(m->spec->joint[i].name, name)) return &m->spec->joint[i].at;
  return NULL;
}

// Loops close with the positions and rates that were asked for: those that are not the initial ones.
static int eval_close(eval *e, dv_state *s)
{
  const dv_model *m = e->m;
  const double *start = dv_model_START(m);
  char *position = DV_TAKE(e->a->arena, char, m->nv), *rate = DV_TAKE(e->a->arena, char, m->nv);
  const dv_chart *c = dv_chart_new(e->a->arena, m);
  if (!DV_MODEL_COUNT(m, LOOP) || !memcmp(start, s->x, (size_t)m->nx * sizeof(double))) return 0;
  for (int i = 0; i < m->nv; i++) {
    position[i] = c->number[i] >= 0 && s->x[c->number[i]] != start[c->number[i]];
    rate[i] = s->x[m->nq + i] != start[m->nq + i];
  }
  dv_closing_wish wish = {position, rate};
  return dv_closing(m, s->x, s->d, &wish, NULL, e->machine->diags, e->a->arena);
}

// The machine with its parts, as a run begins: driven coordinates follow their signals, parts with events know their side, and
// what is sampled has taken its first sample.
static void eval_follow(eval *e, dv_state *s)
{
  const dv_model *m = e->m;
  const double *num = dv_model_NUMBER(m);
  double *q = DV_TAKE(e->a->arena, double, m->nq), period;
  if (m->nq) memcpy(q, e->q, (size_t)m->nq * sizeof(double));
  dv_engine_x1.tidy(m, num, 0, e->q, e->d, e->work);
  for (int i = 0; i < DV_MODEL_COUNT(m, DRIVE); i++) {
    const dv_drive *d = dv_model_DRIVE(m) + i;
    if (fabs(q[d->iq] - e->q[d->iq]) > 1e-12)
      dv_diag_add(e->machine->diags, DV_WARNING, (dv_mark){e->a->operand[0], 0, 0}, "--skeleton takes the position that is given",
                  "'%s' is driven: it stands where its signal says", dv_model_text(m, d->name));
  }
  dv_state_begin(m, &dv_engine_x1, s, e->work);
  for (int i = 0, part; (part = dv_engine_sampled(m, num, i, &period)) >= 0; i++)
    dv_engine_x1.sample(m, num, part, 0, e->q, e->d, e->work);
}

int eval_open(eval *e)
{
  args *a = e->a;
  const dv_model *m = e->m;
  dv_state *s = dv_state_new(a->arena, m);
  e->q = s->x;
  e->v = s->x + m->nq;
  e->d = s->d;
  e->effort = DV_TAKE(a->arena, double, m->nv);
  e->acceleration = DV_TAKE(a->arena, double, m->nv);
  e->work = new_work(a->arena, m);
  e->base = find_base(m);
  e->stand = stand_of(e->machine, e->base);
  if (e->base >= 0) e->acceleration[0] = NAN;  // not given
  int bad = has(a, "at") ? eval_read(e, value_of(a, "at")) : 0;
  if (bad) return bad;
  if (eval_close(e, s)) return RUN_FAILED;
  eval_base(e);
  eval_base_acceleration(e);
  e->dx = DV_TAKE(a->arena, double, m->nx);
  if (!has(a, "skeleton")) eval_follow(e, s);
  dv_engine_x1.rates(m, dv_model_NUMBER(m), 0, s->x, s->d, e->dx, NULL, e->work);  // junctions get their places
  return 0;
}

int run_eval(args *a)
{
  dv_machine *machine = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!machine->model) return fail_open(a, machine, a->operand[0]);
  eval e = {.a = a, .machine = machine, .m = machine->model};
  int bad = eval_open(&e);
  if (!bad) eval_write(&e);
  int code = bad ? bad : a->diags->nerror ? BAD_USAGE : FINE;
  if (code != FINE) print_failure(a, a->operand[0], a->diags);
  return finish(machine, code);
}
