// sim_value.c: variables of a sim by handle.
#include "base/number.h"
#include "model/variable_value.h"
#include "run/sim.h"

#include <math.h>
#include <string.h>

const dv_variable *dv_sim_variable(const body *b, int handle)
{
  if (handle < 0 || handle >= DV_MODEL_COUNT(b->m, VARIABLE)) return NULL;
  return dv_model_VARIABLE(b->m) + handle;
}

static int no_handle(body *b, int handle)
{
  return dv_sim_fault(b, "error: there is no variable %d; handles are 0 to %d, see dv_model_find", handle,
                      DV_MODEL_COUNT(b->m, VARIABLE) - 1);
}

// ---- reading

static double value_of(const body *b, const dv_variable *v)
{
  switch (v->array) {
  case DV_IN_STATE: return b->x[v->index];
  case DV_IN_RATE: return b->r.dx[v->index];
  case DV_IN_WORK: return b->r.work[v->index];
  default: return b->num[v->index];
  }
}

typedef struct {
  const int *handle;
  int n;
  double *value;
} reading;

// States of machines that need no tidying, and numbers, need no evaluation.
int dv_sim_needs_work(const body *b, const dv_variable *v)
{
  return v->array != DV_IN_NUMBER && (v->array != DV_IN_STATE || b->r.chart->tidy);
}

static int read_many(body *b, void *what)
{
  const reading *q = what;
  int work = 0;
  for (int i = 0; i < q->n; i++) {
    const dv_variable *v = dv_sim_variable(b, q->handle[i]);
    if (!v) return no_handle(b, q->handle[i]);
    work |= dv_sim_needs_work(b, v);
  }
  int code = work ? dv_sim_refresh(b) : DV_OK;
  for (int i = 0; i < q->n; i++) {
    const dv_variable *v = dv_sim_variable(b, q->handle[i]);
    q->value[i] = dv_sim_needs_work(b, v) || v->array == DV_IN_NUMBER ? value_of(b, v) : b->s->x[v->index];
  }
  return code;
}

int dv_sim_get_many(dv_sim *s, const int *handle, int n, double *value)
{
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  if (n < 0 || (n && (!handle || !value))) return dv_sim_fault(s->body, "error: %d variables, but no arrays", n);
  return dv_sim_guarded(s, read_many, &(reading){handle, n, value});
}

double dv_sim_get(dv_sim *s, int handle)
{
  double value = (double)NAN;
  dv_sim_get_many(s, &handle, 1, &value);
  return value;
}

// ---- writing

// NULL: may have this value.
static const char *wrong(const body *b, const dv_variable *v, double value)
{
  if (!isfinite(value)) return "is not finite";
  if (v->role == DV_ROLE_OUTPUT) return "is an output, which follows from the others";
  if (v->array == DV_IN_STATE || v->role == DV_ROLE_INPUT) return NULL;
  if (!dv_number_settable(b->m, v)) return "cannot change while the machine runs; give it to dv_model_open as a setting";
  if (value < v->least || value > v->most) return "is outside of its range";
  return dv_number_is_part(dv_model_text(b->m, v->unit), value) ? "counts: give a whole number" : NULL;
}

static void put_state(body *b, const dv_variable *v, double value)
{
  b->s->x[v->index] = value;
  b->s->kept[DV_KEPT_STEPS] = 0;
}

static const char *put(body *b, const dv_variable *v, double value)
{
  if (v->array == DV_IN_STATE) return put_state(b, v, value), NULL;
  if (v->role == DV_ROLE_INPUT) return b->num[v->index] = value, NULL;
  return dv_number_set(b->m, v, value);
}

typedef struct {
  const int *handle;
  int n;
  const double *value;
} writing;

static int refuse(body *b, const dv_variable *v, double value, const char *why)
{
  const char *unit = dv_model_text(b->m, v->unit);
  return dv_sim_fault(b, "error: %s = %g%s%s %s", dv_model_text(b->m, v->path), value, *unit ? " " : "", unit, why);
}

static int write_many(body *b, void *what)
{
  const writing *q = what;
  for (int i = 0; i < q->n; i++) {
    const dv_variable *v = dv_sim_variable(b, q->handle[i]);
    const char *why = v ? wrong(b, v, q->value[i]) : NULL;
    if (!v) return no_handle(b, q->handle[i]);
    if (why) return refuse(b, v, q->value[i], why);
  }
  for (int i = 0; i < q->n; i++) {
    const dv_variable *v = dv_sim_variable(b, q->handle[i]);
    if (v->array == DV_IN_NUMBER && b->num[v->index] == q->value[i]) continue;
    const char *why = put(b, v, q->value[i]);
    if (why) return refuse(b, v, q->value[i], why);
    b->changed |= v->role == DV_ROLE_INPUT ? DV_CHANGED_INPUTS : DV_CHANGED_WHOLE;
    if (v->role == DV_ROLE_PARAMETER) b->own = b->renumbered = 1;
    b->fresh = 0;
    if (v->array == DV_IN_STATE) b->failed = 0;
  }
  return DV_OK;
}

int dv_sim_set_many(dv_sim *s, const int *handle, int n, const double *value)
{
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  if (n < 0 || (n && (!handle || !value))) return dv_sim_fault(s->body, "error: %d variables, but no arrays", n);
  return write_many(s->body, &(writing){handle, n, value});
}

int dv_sim_set(dv_sim *s, int handle, double value) { return dv_sim_set_many(s, &handle, 1, &value); }

// ---- what a model says of them

int dv_model_variables(const dv_model *m) { return dv_model_is_kept(m) ? DV_MODEL_COUNT(m, VARIABLE) : 0; }

int dv_model_states(const dv_model *m) { return dv_model_is_kept(m) ? m->nx : 0; }

int dv_model_roots(const dv_model *m) { return dv_model_is_kept(m) ? m->nroot : 0; }

const char *dv_model_name(const dv_model *m) { return dv_model_is_kept(m) ? dv_model_text(m, m->name) : ""; }

static double start_of(const dv_model *m, const dv_variable *v)
{
  if (v->array == DV_IN_STATE) return dv_model_START(m)[v->index];
  return v->array == DV_IN_NUMBER ? dv_model_NUMBER(m)[v->index] : 0;
}

int dv_model_info(const dv_model *m, int handle, dv_info *out)
{
  if (handle < 0 || handle >= dv_model_variables(m) || !out) return DV_BAD_USE;
  const dv_variable *v = dv_model_VARIABLE(m) + handle;
  double nominal = v->array == DV_IN_STATE ? dv_model_SCALE(m)[v->index] : v->nominal;
  *out = (dv_info){.name = dv_model_text(m, v->path),
                   .unit = dv_model_text(m, v->unit),
                   .doc = dv_model_text(m, v->doc),
                   .is = (dv_is)v->role,
                   .shown = v->shown == DV_RECORDED,
                   .settable = v->role == DV_ROLE_STATE || v->role == DV_ROLE_INPUT ||
                               (v->role == DV_ROLE_PARAMETER && dv_number_settable(m, v)),
                   .start = start_of(m, v),
                   .nominal = nominal,
                   .least = v->least,
                   .most = v->most};
  return DV_OK;
}
