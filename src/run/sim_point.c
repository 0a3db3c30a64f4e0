// sim_point.c: a sim's machine at a point, for integrators of others: rates, event indicators, what happens, derivatives.
#include "run/sim.h"

#include <math.h>
#include <string.h>

static int no_array(dv_sim *s) { return dv_sim_fault(s->body, "error: there is no array"); }

// Roots at this instant, if a step has led here: all that was to happen has happened.
static void look(body *b)
{
  if (!b->looked && b->m->nroot) b->r.engine->roots(b->m, b->num, b->s->t, b->s->x, b->s->d, b->r.work, b->root);
  b->looked = 1;
}

// What another integrator has exchanged cannot be known here.
static void moved(body *b)
{
  b->shifted = 1;
  b->s->kept[DV_KEPT_STEPS] = 0;
  b->changed |= DV_CHANGED_WHOLE;
  b->fresh = 0;
  b->failed = 0;
}

int dv_sim_set_time(dv_sim *s, double t)
{
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  if (!isfinite(t)) return dv_sim_fault(s->body, "error: the time is not finite");
  if (t == s->body->s->t) return DV_OK;
  look(s->body);
  s->body->s->t = t;
  s->body->changed |= DV_CHANGED_TIME;
  moved(s->body);
  return DV_OK;
}

int dv_sim_get_states(dv_sim *s, double *x)
{
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  if (!x && s->body->m->nx) return no_array(s);
  if (s->body->m->nx) memcpy(x, s->body->s->x, (size_t)s->body->m->nx * sizeof(double));
  return DV_OK;
}

int dv_sim_set_states(dv_sim *s, const double *x)
{
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  body *b = s->body;
  const int nx = b->m->nx;
  if (!x && nx) return no_array(s);
  for (int i = 0; i < nx; i++)
    if (!isfinite(x[i])) return dv_sim_fault(b, "error: %s is not finite", dv_model_state_name(b->m, i));
  look(b);
  if (nx) memcpy(b->s->x, x, (size_t)nx * sizeof(double));
  moved(b);
  return DV_OK;
}

// Rates at the state as it is given: a solver of others wants them smooth, so nothing is tidied and nobody samples.
static int rates(body *b, void *dx)
{
  dv_running *r = &b->r;
  r->engine->ready(b->m, b->num, r->work);
  b->fresh = 0;
  b->out.evaluations++;
  if (r->engine->rates(b->m, b->num, b->s->t, b->s->x, b->s->d, r->dx, NULL, r->work)) {
    dv_fail_finite(r, b->s->t, b->s->x, r->dx, "look at the inputs and the law behind it");
    dv_sim_tell(b, DV_RUN_FAILED);
    b->failed = 0;  // another point may be fine
    return DV_RUN_FAILED;
  }
  memcpy(dx, r->dx, (size_t)b->m->nx * sizeof(double));
  return DV_OK;
}

int dv_sim_rates(dv_sim *s, double *dx)
{
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  if (!dx) return s->body->m->nx ? no_array(s) : DV_OK;
  return dv_sim_guarded(s, rates, dx);
}

static int roots(body *b, void *root)
{
  dv_running *r = &b->r;
  if (!b->m->nroot) return DV_OK;
  r->engine->ready(b->m, b->num, r->work);
  b->fresh = 0;
  r->engine->roots(b->m, b->num, b->s->t, b->s->x, b->s->d, r->work, root);
  return DV_OK;
}

int dv_sim_roots(dv_sim *s, double *root)
{
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  if (!root && s->body->m->nroot) return no_array(s);
  return dv_sim_guarded(s, roots, root);
}

// ---- events

static double next_instant(const dv_running *r, double t)
{
  double next = r->times.corner;
  for (int i = 0; i < r->times.nsampling; i++) next = fmin(next, dv_times_next(t, r->times.sampling[i].period, r->times.near));
  return next;
}

// Sides that parts held before, from the roots at the last look: parts whose side has changed act.
static int act(body *b)
{
  dv_running *r = &b->r;
  double *after = b->tilt;
  if (!b->m->nroot) return 0;
  look(b);
  r->engine->roots(b->m, b->num, b->s->t, b->s->x, b->s->d, r->work, after);
  int any = dv_running_cross(r, b->s->t, b->root, after, r->chain);
  memcpy(b->root, after, (size_t)b->m->nroot * sizeof(double));
  return any;
}

static int happen(body *b, void *what)
{
  dv_happening *out = what;
  dv_running *r = &b->r;
  const dv_model *m = b->m;
  size_t nx = (size_t)m->nx * sizeof(double);
  double *before = b->lean;
  r->engine->ready(m, b->num, r->work);
  memcpy(before, b->s->x, nx);
  if (r->chart->tidy) r->engine->tidy(m, b->num, b->s->t, b->s->x, b->s->d, r->work);
  int acted = act(b);
  dv_times_again(r, b->changed & DV_CHANGED_TIME);
  b->changed &= ~DV_CHANGED_TIME;
  acted |= dv_times_serve(r, b->s->t);
  acted |= act(b);
  int bad = dv_loops_review(r, b->s->t);
  *out = (dv_happening){memcmp(before, b->s->x, nx) != 0, acted, next_instant(r, b->s->t)};
  b->changed |= DV_CHANGED_WHOLE;
  b->fresh = 0;
  return dv_sim_tell(b, bad ? DV_RUN_FAILED : DV_OK);
}

int dv_sim_event(dv_sim *s, dv_happening *out)
{
  dv_happening own;
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  return dv_sim_guarded(s, happen, out ? out : &own);
}

// ---- derivatives

// of: a state stands for its rate.
static double amount(const body *b, int handle)
{
  const dv_variable *v = dv_sim_variable(b, handle);
  if (v->array == DV_IN_STATE) return b->r.dx[v->index];
  if (v->array == DV_IN_RATE) return b->r.dx[v->index];
  return v->array == DV_IN_WORK ? b->r.work[v->index] : b->num[v->index];
}

static double *place(body *b, const dv_variable *v) { return v->array == DV_IN_STATE ? &b->s->x[v->index] : &b->num[v->index]; }

// What is derived from a parameter follows.
static void put(body *b, int handle, double value)
{
  const dv_variable *v = dv_sim_variable(b, handle);
  if (v->role == DV_ROLE_PARAMETER) dv_number_set(b->m, v, value);
  else *place(b, v) = value;
}

// How far along the seed: each variable by about 1e-5 of its size, so that what is left out and what is lost are both small.
static double reach(const body *b, const dv_sim_slopes *q)
{
  double least = HUGE_VAL;
  for (int i = 0; i < q->nalong; i++) {
    const dv_variable *v = dv_sim_variable(b, q->along[i]);
    double here = v->array == DV_IN_STATE ? b->s->x[v->index] : b->num[v->index];
    double size = v->array == DV_IN_STATE ? b->r.scale[v->index] : v->nominal;
    if (q->seed[i] != 0) least = fmin(least, 0x1p-17 * fmax(fabs(here), size > 0 ? size : 1) / fabs(q->seed[i]));
  }
  return least;
}

// Everything at the displaced point.
static int evaluate(body *b, const dv_sim_slopes *q, const double *base, double by, double *value)
{
  dv_running *r = &b->r;
  for (int i = 0; i < q->nalong; i++) put(b, q->along[i], base[i] + by * q->seed[i]);
  r->engine->ready(b->m, b->num, r->work);
  int bad = r->engine->rates(b->m, b->num, b->s->t, b->s->x, b->s->d, r->dx, NULL, r->work);
  r->engine->observe(b->m, b->num, b->s->x, r->work);
  for (int i = 0; i < q->nof; i++) value[i] = amount(b, q->of[i]);
  return bad;
}

static int differ(body *b, void *what)
{
  const dv_sim_slopes *q = what;
  int most = b->m->nx + DV_MODEL_COUNT(b->m, VARIABLE), bad = 0;
  double *base = b->lean, *plus = b->tilt, *minus = b->tilt + most, h = reach(b, q);
  if (q->nof > most || q->nalong > b->m->nx + b->m->nnum) return dv_sim_fault(b, "error: more variables than there are");
  if (b->exact && !b->exact(b, q)) return DV_OK;
  memset(q->out, 0, (size_t)q->nof * sizeof(double));
  if (!(h < HUGE_VAL)) return DV_OK;
  for (int i = 0; i < q->nalong; i++) base[i] = *place(b, dv_sim_variable(b, q->along[i]));
  bad |= evaluate(b, q, base, h, plus);
  bad |= evaluate(b, q, base, -h, minus);
  for (int i = 0; i < q->nalong; i++) put(b, q->along[i], base[i]);
  for (int i = 0; i < q->nof; i++) q->out[i] = (plus[i] - minus[i]) / (2 * h);
  b->r.engine->ready(b->m, b->num, b->r.work);
  b->fresh = 0;
  return bad ? dv_sim_fault(b, "error: the machine is not finite near this point"), DV_RUN_FAILED : DV_OK;
}

static int check(body *b, const dv_sim_slopes *q)
{
  for (int i = 0; i < q->nof; i++)
    if (!dv_sim_variable(b, q->of[i])) return dv_sim_fault(b, "error: there is no variable %d", q->of[i]);
  for (int i = 0; i < q->nalong; i++) {
    const dv_variable *v = dv_sim_variable(b, q->along[i]);
    if (!v) return dv_sim_fault(b, "error: there is no variable %d", q->along[i]);
    if (v->array != DV_IN_STATE && v->array != DV_IN_NUMBER)
      return dv_sim_fault(b, "error: %s is an output; derivatives are along states, inputs and parameters",
                          dv_model_text(b->m, v->path));
    if (v->role == DV_ROLE_PARAMETER && !dv_number_settable(b->m, v))
      return dv_sim_fault(b, "error: %s cannot change while the machine runs", dv_model_text(b->m, v->path));
    if (!isfinite(q->seed[i])) return dv_sim_fault(b, "error: the seed of %s is not finite", dv_model_text(b->m, v->path));
  }
  return DV_OK;
}

int dv_sim_slope(dv_sim *s, const int *of, int nof, const int *along, int nalong, const double *seed, double *out)
{
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  dv_sim_slopes q = {of, along, nof, nalong, seed, out};
  if (nof < 0 || nalong < 0 || (nof && (!of || !out)) || (nalong && (!along || !seed))) return no_array(s);
  int code = check(s->body, &q);
  return code ? code : dv_sim_guarded(s, differ, &q);
}
