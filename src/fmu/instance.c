// instance.c: one machine of an FMU: opened from the block in its resources, asked and stepped through davit.h.
#include "fmu/fmi.h"

#include "base/hash.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t is_instance = 0x756d66746976a44u;

int dv_fmu_is(const dv_fmu *f) { return f && f->magic == is_instance; }

dv_fmu_status dv_fmu_say(dv_fmu *f, dv_fmu_status status, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  vsnprintf(f->text, sizeof f->text, format, list);
  va_end(list);
  f->tell(f, status, f->text);
  return status;
}

dv_fmu_status dv_fmu_done(dv_fmu *f, int bad, const char *what)
{
  if (!bad) return DV_FMU_OK;
  const char *why = dv_sim_message(f->s);
  return dv_fmu_say(f, DV_FMU_ERROR, "%s: %s", what, why && *why ? why : "failed");
}

dv_fmu_status dv_fmu_null(dv_fmu *f, const char *what) { return dv_fmu_say(f, DV_FMU_ERROR, "%s: an argument is NULL", what); }

dv_fmu_status dv_fmu_none(dv_fmu *f, size_t n, const char *what, const char *lack)
{
  return n ? dv_fmu_say(f, DV_FMU_ERROR, "%s: this machine has %s", what, lack) : DV_FMU_OK;
}

dv_fmu_status dv_fmu_go(dv_fmu *f, dv_fmu_mode mode)
{
  f->mode = mode;
  return DV_FMU_OK;
}

dv_fmu_status dv_fmu_allow(dv_fmu *f, unsigned modes, const char *what)
{
  static const char *const name[] = {"instantiated", "initialisation mode", "event mode",         "continuous-time mode",
                                     "step mode",    "terminated",          "intermediate update"};
  if (modes >> f->mode & 1) return DV_FMU_OK;
  return dv_fmu_say(f, DV_FMU_ERROR, "%s may not be called when the FMU is in state '%s'", what, name[f->mode]);
}

dv_fmu_status dv_fmu_has_length(dv_fmu *f, const double *x, size_t n, int want)
{
  if (n == (size_t)want && (x || !n)) return DV_FMU_OK;
  return dv_fmu_say(f, DV_FMU_ERROR, n == (size_t)want ? "the array is NULL" : "the array has %d entries, not %zu", want, n);
}

// The whole file, NULL: not there or no memory.
static void *read_file(const char *path, size_t *n)
{
  FILE *file = fopen(path, "rb");
  long size = 0;
  char *bytes = NULL;
  if (!file) return NULL;
  if (!fseek(file, 0, SEEK_END) && (size = ftell(file)) > 0 && !fseek(file, 0, SEEK_SET)) bytes = malloc((size_t)size);
  if (bytes && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
    free(bytes);
    bytes = NULL;
  }
  fclose(file);
  *n = (size_t)size;
  return bytes;
}

static char *join(const char *a, const char *b)
{
  size_t n = strlen(a) + strlen(b) + 2;
  char *out = malloc(n);
  size_t end = strlen(a);
  if (out) snprintf(out, n, "%s%s%s", a, end && (a[end - 1] == '/' || a[end - 1] == '\\') ? "" : "/", b);
  return out;
}

static dv_model *load(dv_fmu *f, const char *folder, const char *token)
{
  char *path = join(folder ? folder : "", "machine.dvm"), own[40], why[1000] = "";
  size_t n = 0;
  void *bytes = path ? read_file(path, &n) : NULL;
  dv_model *m = NULL;
  if (!bytes) dv_fmu_say(f, DV_FMU_ERROR, "cannot read '%s'; the FMU must be unpacked with its resources", path ? path : "?");
  else {
    // the token of the description (exchange/fmu_out.c)
    snprintf(own, sizeof own, "{davit-%016llx}", (unsigned long long)dv_hash_bytes(bytes, n));
    if (!token || strcmp(token, own) != 0)
      dv_fmu_say(f, DV_FMU_ERROR, "the token '%s' is not that of the machine in the resources, '%s'", token ? token : "", own);
    else if (!(m = dv_model_load(bytes, n, why, sizeof why))) dv_fmu_say(f, DV_FMU_ERROR, "%s", why);
  }
  free(bytes);
  free(path);
  return m;
}

dv_fmu *dv_fmu_new(const char *name, const char *token, const char *folder, int exchange, dv_fmu_tell *tell, void *a, void *b)
{
  dv_fmu *f = calloc(1, sizeof *f);
  char why[1000] = "";
  if (!f) return NULL;
  *f = (dv_fmu){
      .magic = is_instance, .exchange = exchange, .tell = tell, .callback = {a, b},
                 .stop = HUGE_VAL, .next = HUGE_VAL
  };
  f->name = join(name && *name ? name : "machine", "");
  if (f->name) f->name[strlen(f->name) - 1] = 0;
  f->m = load(f, folder, token);
  f->s = f->m ? dv_sim_new(f->m, NULL, why, sizeof why) : NULL;
  if (f->m && !f->s) dv_fmu_say(f, DV_FMU_ERROR, "%s", why);
  if (!f->s) {
    dv_fmu_free(f);
    return NULL;
  }
  f->nvariable = dv_model_variables(f->m), f->nstate = dv_model_states(f->m), f->nroot = dv_model_roots(f->m);
  return f;
}

void dv_fmu_free(dv_fmu *f)
{
  if (!dv_fmu_is(f) || dv_fmu_allow(f, ~DV_FMU_IN(DV_FMU_WITHIN), "FreeInstance")) return;
  dv_sim_free(f->s);
  dv_model_free(f->m);
  free(f->name);
  free(f->slope);
  f->magic = 0;
  free(f);
}

// Steps by the error take the importer's tolerance; atol keeps its proportion. The sim is a new one with the values of the old.
static dv_fmu_status take_tolerance(dv_fmu *f, double tolerance)
{
  dv_method by = dv_model_method(f->m);
  char why[1000] = "";
  if (!(tolerance > 0) || !(tolerance < 1) || by.step > 0) return DV_FMU_OK;
  by.atol *= by.rtol > 0 ? tolerance / by.rtol : 1;
  by.rtol = tolerance;
  dv_sim *s = dv_sim_new(f->m, &by, why, sizeof why);
  if (!s) return dv_fmu_say(f, DV_FMU_ERROR, "%s", why);
  for (int i = 0; i < f->nvariable; i++) {
    dv_info v;
    double value = dv_sim_get(f->s, i);
    if (!dv_model_info(f->m, i, &v) && v.settable && value != v.start) dv_sim_set(s, i, value);
  }
  dv_sim_free(f->s);
  f->s = s;
  return DV_FMU_OK;
}

dv_fmu_status dv_fmu_start(dv_fmu *f, double start, double stop, double tolerance)
{
  if (!isfinite(start) || !(stop > start))
    return dv_fmu_say(f, DV_FMU_ERROR, "the experiment from %g s to %g s has no length", start, stop);
  if (!f->exchange && take_tolerance(f, tolerance)) return DV_FMU_ERROR;
  f->stop = stop;
  f->mode = DV_FMU_STARTING;
  return start == dv_sim_time(f->s) ? DV_FMU_OK : dv_fmu_done(f, dv_sim_set_time(f->s, start), "start time");
}

// Zero is on the positive side here, FMI counts it to the other: a stop that is just touched would not be seen to be pressed.
dv_fmu_status dv_fmu_indicators(dv_fmu *f, double *root, const char *asked)
{
  dv_fmu_status s = dv_fmu_done(f, dv_sim_roots(f->s, root), asked);
  for (int i = 0; i < f->nroot && root; i++)
    if (root[i] == 0) root[i] = DBL_MIN;
  return s;
}

// Rates and event indicators, computed when the first is asked for.
typedef struct {
  double *value;  // [nstate + nroot]
  int has_rates, has_roots;
} derived;

static dv_fmu_status get_derived(dv_fmu *f, int i, derived *d, double *value)
{
  dv_fmu_status s = DV_FMU_OK;
  if (!d->value && !(d->value = malloc(sizeof(double) * (size_t)(f->nstate + f->nroot + 1))))
    return dv_fmu_say(f, DV_FMU_ERROR, "out of memory");
  if (i < f->nstate && !d->has_rates++) s = dv_fmu_done(f, dv_sim_rates(f->s, d->value), "derivatives");
  if (i >= f->nstate && !d->has_roots++) s = dv_fmu_indicators(f, d->value + f->nstate, "event indicators");
  *value = d->value[i];
  return s;
}

// An importer may give NULL where there is nothing, and nowhere else. 1 after a message: arrays are not there.
static int lacks_arrays(dv_fmu *f, size_t n, const void *a, const void *b)
{
  if (n > DV_FMU_ENTRIES) return dv_fmu_say(f, DV_FMU_ERROR, "an array of %zu entries", n), 1;
  if (!n || (a && b)) return 0;
  return dv_fmu_say(f, DV_FMU_ERROR, "an array of %zu entries is NULL", n), 1;
}

dv_fmu_status dv_fmu_get(dv_fmu *f, const uint32_t *reference, size_t n, double *value)
{
  if (lacks_arrays(f, n, reference, value)) return DV_FMU_ERROR;
  derived known = {0};
  dv_fmu_status s = DV_FMU_OK;
  int time = f->nvariable + f->nstate;
  for (size_t i = 0; i < n && s < DV_FMU_ERROR; i++) {
    int r = reference[i] > INT32_MAX ? -1 : (int)reference[i];
    if (r < 0 || r > time + f->nroot)
      s = dv_fmu_say(f, DV_FMU_ERROR, "there is no variable with value reference %u", reference[i]);
    else if (r < f->nvariable) value[i] = dv_sim_get(f->s, r);
    else if (r == time) value[i] = dv_sim_time(f->s);
    else s = get_derived(f, r < time ? r - f->nvariable : r - f->nvariable - 1, &known, &value[i]);
  }
  free(known.value);
  return s;
}

// Within a step the importer sets inputs where it was asked for them, and nothing else.
static dv_fmu_status may_set(dv_fmu *f, uint32_t reference)
{
  dv_info v;
  if (f->mode != DV_FMU_WITHIN) return DV_FMU_OK;
  if (f->sets && !dv_model_info(f->m, (int)reference, &v) && v.is == DV_IS_INPUT) return DV_FMU_OK;
  return dv_fmu_say(f, DV_FMU_ERROR, "the variable with value reference %u cannot be set within a step now", reference);
}

dv_fmu_status dv_fmu_set(dv_fmu *f, const uint32_t *reference, size_t n, const double *value)
{
  if (lacks_arrays(f, n, reference, value) || dv_fmu_allow(f, ~DV_FMU_IN(DV_FMU_ENDED), "set")) return DV_FMU_ERROR;
  dv_fmu_status s = DV_FMU_OK;
  for (size_t i = 0; i < n && s < DV_FMU_ERROR; i++) {
    if (reference[i] >= (uint32_t)f->nvariable)
      s = dv_fmu_say(f, DV_FMU_ERROR, "the variable with value reference %u cannot be set", reference[i]);
    else if (!(s = may_set(f, reference[i]))) s = dv_fmu_done(f, dv_sim_set(f->s, (int)reference[i], value[i]), "set");
  }
  return s;
}

// Handles of davit.h: rates are asked for by their state. -1: an output that is a state itself, whose slope is its own seed.
static dv_fmu_status handles(dv_fmu *f, const uint32_t *reference, size_t n, int rates, int *handle)
{
  dv_info v;
  for (size_t i = 0; i < n; i++) {
    int r = reference[i] > INT32_MAX ? -1 : (int)reference[i], rate = r - f->nvariable;
    if (r >= 0 && r < f->nvariable) handle[i] = rates && !dv_model_info(f->m, r, &v) && v.is == DV_IS_STATE ? -1 : r;
    else if (rates && rate >= 0 && rate < f->nstate) handle[i] = dv_model_state(f->m, rate);
    else return dv_fmu_say(f, DV_FMU_ERROR, "no derivative of or by the variable with value reference %u", reference[i]);
  }
  return DV_FMU_OK;
}

// of: those that are states are taken out; the slopes of the others come back to the front of `out`.
static dv_fmu_status slopes_of_others(dv_fmu *f, int *of, size_t nof, const int *by, size_t nby, const double *seed, double *out)
{
  int n = 0;
  for (size_t i = 0; i < nof; i++)
    if (of[i] >= 0) of[n++] = of[i];
  return dv_fmu_done(f, dv_sim_slope(f->s, of, n, by, (int)nby, seed, out), "directional derivative");
}

static double own_seed(uint32_t reference, const uint32_t *known, size_t nknown, const double *seed)
{
  double sum = 0;
  for (size_t j = 0; j < nknown; j++)
    if (known[j] == reference) sum += seed[j];
  return sum;
}

typedef struct {
  const uint32_t *unknown, *known;
  size_t nunknown, nknown;
  const double *seed;
} asked;

// handle [2 nunknown + nknown] and value [nunknown]: room.
static dv_fmu_status slope_into(dv_fmu *f, const asked *q, int *handle, double *value, double *out)
{
  int *all = handle + q->nunknown, *by = all + q->nunknown;
  dv_fmu_status s = handles(f, q->unknown, q->nunknown, 1, all);
  if (!s) s = handles(f, q->known, q->nknown, 0, by);
  if (s) return s;
  memcpy(handle, all, q->nunknown * sizeof *handle);
  s = slopes_of_others(f, handle, q->nunknown, by, q->nknown, q->seed, value);
  for (size_t i = 0, n = 0; i < q->nunknown && !s; i++)
    out[i] = all[i] >= 0 ? value[n++] : own_seed(q->unknown[i], q->known, q->nknown, q->seed);
  return s;
}

dv_fmu_status dv_fmu_slope(dv_fmu *f, const uint32_t *unknown, size_t nunknown, const uint32_t *known, size_t nknown,
                           const double *seed, double *out)
{
  if (lacks_arrays(f, nunknown, unknown, out) || lacks_arrays(f, nknown, known, seed)) return DV_FMU_ERROR;
  int *handle = malloc(sizeof *handle * (2 * nunknown + nknown + 1));
  double *value = malloc(sizeof *value * (nunknown + 1));
  dv_fmu_status s = DV_FMU_ERROR;
  if (handle && value) s = slope_into(f, &(asked){unknown, known, nunknown, nknown, seed}, handle, value, out);
  else dv_fmu_say(f, s, "out of memory");
  free(handle);
  free(value);
  return s;
}

dv_fmu_status dv_fmu_event(dv_fmu *f, int *changed, double *next)
{
  dv_happening h = {0};
  int bad = dv_sim_event(f->s, &h);
  *changed = h.states_changed;
  *next = f->next = h.next;
  return dv_fmu_done(f, bad, "event");
}

dv_fmu_status dv_fmu_input_slopes(dv_fmu *f, const uint32_t *reference, size_t n, const int *order, const double *value)
{
  dv_info v;
  if (lacks_arrays(f, n, reference, value) || lacks_arrays(f, n, order, value)) return DV_FMU_ERROR;
  if (n && !f->slope && !(f->slope = calloc((size_t)f->nvariable + 1, sizeof(double))))
    return dv_fmu_say(f, DV_FMU_ERROR, "out of memory");
  for (size_t i = 0; i < n; i++) {
    int r = reference[i] < (uint32_t)f->nvariable ? (int)reference[i] : -1;
    if (r < 0 || dv_model_info(f->m, r, &v) || v.is != DV_IS_INPUT)
      return dv_fmu_say(f, DV_FMU_ERROR, "the variable with value reference %u is no input", reference[i]);
    if (order[i] < 1 || !isfinite(value[i]))
      return dv_fmu_say(f, DV_FMU_ERROR, "derivative %d of an input: %g", order[i], value[i]);
    if (order[i] > 1 && value[i] != 0)
      return dv_fmu_say(f, DV_FMU_ERROR, "inputs go along lines: only first derivatives are taken, not %d", order[i]);
    if (order[i] == 1) f->nslope += (value[i] != 0) - (f->slope[r] != 0), f->slope[r] = value[i];
  }
  return DV_FMU_OK;
}

// Inputs that change: constant over pieces, the machine's own steps or a sixteenth, each with the value of its middle.
static int count_pieces(const dv_fmu *f, double dt)
{
  double own = dv_model_method(f->m).step;
  return own > 0 ? (int)fmin(1e6, ceil(dt / own * (1 - 1e-9))) : 16;
}

static int step_sloped(dv_fmu *f, double dt)
{
  int pieces = count_pieces(f, dt), bad = 0;
  double *from = malloc(((size_t)f->nvariable + 1) * sizeof *from);
  if (!from) return 1;
  for (int i = 0; i < f->nvariable; i++) from[i] = f->slope[i] != 0 ? dv_sim_get(f->s, i) : 0;
  for (int k = 0; k <= pieces && !bad; k++) {
    double along = k < pieces ? (k + 0.5) / pieces * dt : dt;
    for (int i = 0; i < f->nvariable; i++)
      if (f->slope[i] != 0) bad |= dv_sim_set(f->s, i, from[i] + f->slope[i] * along) != DV_OK;
    if (k < pieces && !bad) bad = dv_sim_step(f->s, dt / pieces);
  }
  memset(f->slope, 0, (size_t)f->nvariable * sizeof *f->slope);
  f->nslope = 0;
  free(from);
  return bad;
}

// The importer is called: for inputs (sets), or to look (gets).
static void ask(dv_fmu *f, double t, int sets, int gets)
{
  bool ends = false;
  double end = t;
  f->mode = DV_FMU_WITHIN;
  f->sets = sets;
  f->update(f->callback[1], t, sets, gets, gets, false, &ends, &end);
  f->sets = 0;
  f->mode = DV_FMU_STEPPING;
}

static int step_updated(dv_fmu *f, double dt)
{
  int pieces = count_pieces(f, dt), bad = 0;
  double t = dv_sim_time(f->s);
  for (int k = 0; k < pieces && !bad; k++) {
    ask(f, t + (k + 0.5) / pieces * dt, 1, 0);
    bad = dv_sim_step(f->s, dt / pieces);
    if (!bad) ask(f, dv_sim_time(f->s), k + 1 == pieces, 1);
  }
  return bad;
}

dv_fmu_status dv_fmu_step(dv_fmu *f, double t, double dt)
{
  double now = dv_sim_time(f->s), near = 1e-9 * (1 + fabs(now));
  if (!isfinite(t) || !isfinite(dt) || !(dt > 0))
    return dv_fmu_say(f, DV_FMU_ERROR, "a step of %g s at %g s: it must be later than now", dt, t);
  if (fabs(t - now) > near)
    return dv_fmu_say(f, DV_FMU_ERROR, "the step begins at %.9g s, but the machine is at %.9g s; restore a state to go back", t,
                      now);
  if (t + dt > f->stop + near)
    return dv_fmu_say(f, DV_FMU_ERROR, "the step to %.9g s ends after the stop time %.9g s", t + dt, f->stop);
  return dv_fmu_done(f, f->update ? step_updated(f, dt) : f->nslope ? step_sloped(f, dt) : dv_sim_step(f->s, dt), "step");
}

dv_fmu_status dv_fmu_reset(dv_fmu *f)
{
  if (dv_fmu_allow(f, ~DV_FMU_IN(DV_FMU_WITHIN), "Reset")) return DV_FMU_ERROR;
  f->mode = DV_FMU_NEW;
  f->stop = f->next = HUGE_VAL;
  return dv_fmu_done(f, dv_sim_reset(f->s), "reset");
}

dv_fmu_status dv_fmu_nominals(const dv_fmu *f, double *x)
{
  for (int i = 0; i < f->nstate; i++) {
    dv_info v;
    x[i] = dv_model_info(f->m, dv_model_state(f->m, i), &v) || !(v.nominal > 0) ? 1 : v.nominal;
  }
  return DV_FMU_OK;
}
