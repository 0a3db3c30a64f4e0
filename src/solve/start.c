// start.c: where a run begins: the initial state, or (`start: {at: equilibrium, hold: [...]}`) the state of rest near it.
//
// Held joints are driven at zero rate and acceleration in a copy of the model, so that their effort is whatever it takes.
#include "skeleton/skeleton.h"
#include "solve/rest.h"

#include "engine/closed_loops.h"
#include "engine/program.h"

#include <math.h>
#include <string.h>

static const double falls = 1e-2;  // m/s2, rad/s2

static const dv_joint *find_joint(const dv_model *m, const char *name)
{
  for (int i = 0; i < DV_MODEL_COUNT(m, JOINT); i++) {
    const dv_joint *j = dv_model_JOINT(m) + i;
    if (!strcmp(dv_model_text(m, j->name), name)) return j;
  }
  return NULL;
}

static void unknown(const dv_model *m, dv_ref joint, dv_diags *d)
{
  int n = DV_MODEL_COUNT(m, JOINT);
  const char **names = DV_TAKE(d->arena, const char *, n);
  for (int i = 0; i < n; i++) names[i] = dv_model_text(m, dv_model_JOINT(m)[i].name);
  const char *near = dv_nearest(joint.text, names, n);
  dv_diag_add(d, DV_ERROR, joint.mark, near ? dv_arena_text(d->arena, "did you mean '%s'?", near) : NULL,
              "there is no joint '%s' to hold", joint.text);
}

// v [nv]: coordinates that are held; how many is added up in nheld.
static const dv_model *hold(const dv_model *m, dv_state *s, const dv_ref *joint, int n, int *v, int *nheld, dv_diags *d,
                            dv_arena *a)
{
  char *block = dv_arena_take(a, (size_t)m->bytes);
  memcpy(block, m, (size_t)m->bytes);
  dv_link *link = (dv_link *)(void *)(block + m->section[DV_S_LINK].offset);
  for (int i = 0; i < n; i++) {
    const dv_joint *j = find_joint(m, joint[i].text);
    if (!j) {
      unknown(m, joint[i], d);
      return NULL;
    }
    for (int k = 0; k < m->nlink; k++)
      if (link[k].iv >= j->iv && link[k].iv < j->iv + j->nv) link[k].drive = DV_DRIVEN;
    for (int k = 0; k < j->nv && *nheld < m->nv; k++) v[(*nheld)++] = j->iv + k;
    memset(s->x + m->nq + j->iv, 0, (size_t)j->nv * sizeof(double));
  }
  return (const dv_model *)(const void *)block;
}

// In closed loops what is held stays independent, and what is tied to it follows.
static void lead_by_held(const dv_model *held, dv_state *s, dv_arena *a)
{
  if (!DV_MODEL_COUNT(held, LOOP)) return;
  double *work = DV_TAKE(a, double, dv_engine_x1.nwork(held));
  dv_engine_x1.ready(held, dv_model_NUMBER(held), work);
  dv_engine_loops_choose(held, s->x, s->d, DV_INDEPENDENT_GIVEN, NULL, work);
}

int dv_equilibrium_held(const dv_model *m, dv_state *s, const dv_ref *joint, int n, int differences, dv_equilibrium_result *out,
                        dv_diags *d, dv_arena *a)
{
  int *v = DV_TAKE(a, int, m->nv), nheld = 0;
  const dv_model *held = n ? hold(m, s, joint, n, v, &nheld, d, a) : m;
  if (held && n) lead_by_held(held, s, a);
  return held ? dv_equilibrium_carried(held, s, v, nheld, differences, out, d, a) : 1;
}

int dv_differences_chosen(const dv_machine *m)
{
  const char *how = m->spec->solver.derivatives;
  return how && !strcmp(how, "differences");
}

static int is_sampled(const dv_model *m)
{
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++)
    if (dv_kind_of(m, dv_model_PART(m) + i)->period) return 1;
  return 0;
}

// What was held, but is carried by nothing, begins to move at once; what sampled controllers will do is not known yet.
static void tell_uncarried(const dv_machine *of, const dv_state *s)
{
  const dv_model *m = of->model;
  const dv_start_spec *at = &of->spec->start;
  if (!at->nhold || is_sampled(m)) return;
  double *work = DV_TAKE(of->arena, double, dv_engine_x1.nwork(m)), *dx = DV_TAKE(of->arena, double, m->nx);
  dv_engine_x1.ready(m, dv_model_NUMBER(m), work);
  dv_engine_x1.rates(m, dv_model_NUMBER(m), s->t, s->x, s->d, dx, NULL, work);
  for (int i = 0; i < at->nhold; i++) {
    const dv_joint *j = find_joint(m, at->hold[i].text);
    double most = 0;
    for (int k = 0; k < m->nlink; k++) {
      const dv_link *l = dv_model_LINK(m) + k;
      if (l->iv >= j->iv && l->iv < j->iv + j->nv && l->drive != DV_DRIVEN) most = fmax(most, fabs(dx[m->nq + l->iv]));
    }
    if (most > falls)
      dv_diag_add(of->diags, DV_WARNING, at->hold[i].mark, "look at the pressures and efforts that should carry it",
                  "'%s' is held for the start, but nothing carries it: the run begins with an acceleration of %.3g",
                  at->hold[i].text, most);
  }
}

// A machine that had to move to its rest may have wandered where nothing holds it (a vehicle along its road): told where one of
// its coordinates went further than its nominal size, the one that went furthest.
static void tell_wandered(const dv_machine *of, const double *from, const dv_state *s)
{
  const dv_model *m = of->model;
  const dv_chart *c = dv_chart_new(of->arena, m);
  dv_mark mark = {of->doc->file, 0, 0};
  int furthest = -1;
  double most = 1;
  for (int j = 0; j < m->nv; j++) {
    int x = c->number[j];
    double way = x < 0 ? 0 : fabs(s->x[x] - from[x]) / c->scale[j];
    if (way > most) most = way, furthest = x;
  }
  if (furthest >= 0)
    dv_diag_add(of->diags, DV_WARNING, mark,
                "say in the file where it stands, nearer to its rest, or hold it (start: {hold: ...})",
                "the equilibrium of the start lies where the machine moved to: %s by %.3g",
                dv_state_place(of->arena, m, furthest), s->x[furthest] - from[furthest]);
}

int dv_start(const dv_machine *m, dv_state *s)
{
  const dv_start_spec *at = &m->spec->start;
  dv_equilibrium_result r;
  if (!at->equilibrium) return 0;
  double *from = DV_TAKE(m->arena, double, m->model->nx);
  memcpy(from, s->x, (size_t)m->model->nx * sizeof(double));
  int bad = dv_equilibrium_held(m->model, s, at->hold, at->nhold, dv_differences_chosen(m), &r, m->diags, m->arena);
  if (!bad) tell_uncarried(m, s);
  if (!bad && r.moved > 0) tell_wandered(m, from, s);
  return bad;
}
