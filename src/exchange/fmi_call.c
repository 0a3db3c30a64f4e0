// fmi_call.c: calls the functions of an FMU's library: FMI 2.0 (Modelica Association, 2014), FMI 3.0 (2022).
#include "exchange/fmi_call.h"

#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OK, WARNING, DISCARD, ERROR, FATAL };

static dv_fmi_function *find(void *library, int version, const char *name)
{
  char full[80];
  dv_fmi_function *f = NULL;
  snprintf(full, sizeof full, "fmi%d%s", version, name);
  void *p = dlsym(library, full);
  memcpy(&f, &p, sizeof f);
  return f;
}

static void bind_types(dv_fmi *f, void *library)
{
  static const char *const name[DV_FMI_NO_NUMBER] = {"Float64", "Float32", "Int8",  "UInt8",  "Int16",  "UInt16",
                                                     "Int32",   "UInt32",  "Int64", "UInt64", "Boolean"};
  char full[20];
  for (int i = 0; i < DV_FMI_NO_NUMBER; i++) {
    const char *of = f->version == 3 ? name[i] : i == DV_FMI_INT32 ? "Integer" : i == DV_FMI_BOOLEAN ? "Boolean" : NULL;
    if (!of) continue;
    snprintf(full, sizeof full, "Get%s", of);
    f->get[i] = find(library, f->version, full);
    snprintf(full, sizeof full, "Set%s", of);
    f->set[i] = find(library, f->version, full);
  }
  f->get[DV_FMI_FLOAT64] = f->call[DV_FMI_GET], f->set[DV_FMI_FLOAT64] = f->call[DV_FMI_SET];
}

const char *dv_fmi_bind(dv_fmi *f, void *library)
{
  static const struct {
    const char *two, *three;
    int need;
  } row[] = {
#define X(id, ...) {__VA_ARGS__},
      DV_FMI_CALLS(X)
#undef X
  };
  int mine = DV_FMI_ALWAYS | (f->exchange ? DV_FMI_EXCHANGE : DV_FMI_STEPPED);
  for (int i = 0; i < DV_FMI_CALL_COUNT; i++) {
    const char *name = f->version == 2 ? row[i].two : row[i].three;
    if (!name) continue;
    f->call[i] = find(library, f->version, name);
    if (!f->call[i] && (row[i].need & mine)) return name;
  }
  bind_types(f, library);
  return NULL;
}

// ---- messages

static void keep(dv_fmi_holder *h, int status, const char *text)
{
  if (status >= DISCARD && text) snprintf(h->message, sizeof h->message, "%s", text);
}

static void log2_(void *environment, const char *instance, int status, const char *category, const char *format, ...)
{
  char text[DV_FMI_MESSAGE];
  va_list list;
  (void)instance, (void)category;
  if (!format || !environment) return;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  keep(environment, status, text);
}

static void log3_(void *environment, int status, const char *category, const char *message)
{
  (void)category;
  if (environment) keep(environment, status, message);
}

// ---- instances

enum { LINES_AT_ONCE = 64 };

// FMI 3.0, within a step: inputs where they are at this time.
static void update3(void *environment, double t, bool sets, bool gets, bool finished, bool may_end, bool *ends, double *end)
{
  dv_fmi_holder *h = environment;
  const dv_fmi_lines *l = &h->lines;
  double value[LINES_AT_ONCE];
  (void)gets, (void)finished, (void)may_end, (void)end;
  if (ends) *ends = false;
  for (size_t i = 0; sets && i < l->n; i += LINES_AT_ONCE) {
    size_t n = l->n - i < LINES_AT_ONCE ? l->n - i : LINES_AT_ONCE;
    for (size_t k = 0; k < n; k++) value[k] = l->from[i + k] + l->slope[i + k] * (t - l->begin);
    dv_fmi_set_reals(h, l->reference + i, n, value);
  }
}

static void *new3(dv_fmi_holder *h, const char *name)
{
  typedef void log(void *, int, const char *, const char *);
  typedef void *exchange(const char *, const char *, const char *, bool, bool, void *, log *);
  typedef void update(void *, double, bool, bool, bool, bool, bool *, double *);
  typedef void *stepped(const char *, const char *, const char *, bool, bool, bool, bool, const uint32_t *, size_t, void *, log *,
                        update *);
  const dv_fmi *f = h->fmi;
  if (f->exchange)
    return ((exchange *)f->call[DV_FMI_INSTANTIATE_EXCHANGE])(name, f->token, f->resources, false, false, h, log3_);
  return ((stepped *)f->call[DV_FMI_INSTANTIATE_STEPPED])(name, f->token, f->resources, false, false, false, false, f->updated,
                                                          f->nupdated, h, log3_, f->nupdated ? update3 : NULL);
}

int dv_fmi_new(dv_fmi_holder *h, const char *name)
{
  typedef void *make2(const char *, int, const char *, const char *, const dv_fmi2_callbacks *, int, int);
  h->callbacks = (dv_fmi2_callbacks){log2_, calloc, free, NULL, h};
  h->message[0] = 0;
  if (h->fmi->version == 3) h->instance = new3(h, name);
  else
    h->instance = ((make2 *)h->fmi->call[DV_FMI_INSTANTIATE])(name, h->fmi->exchange ? 0 : 1, h->fmi->token, h->fmi->resources,
                                                              &h->callbacks, 0, 0);
  return h->instance ? OK : FATAL;
}

void dv_fmi_free(dv_fmi_holder *h)
{
  typedef void end(void *);
  if (h->instance) ((end *)h->fmi->call[DV_FMI_FREE])(h->instance);
  h->instance = NULL;
}

int dv_fmi_plain(dv_fmi_holder *h, dv_fmi_call which)
{
  typedef int plain(void *);
  return ((plain *)h->fmi->call[which])(h->instance);
}

int dv_fmi_enter_start(dv_fmi_holder *h, double t)
{
  typedef int setup(void *, int, double, double, int, double);
  typedef int enter3(void *, bool, double, double, bool, double);
  const dv_fmi *f = h->fmi;
  if (f->version == 3) return ((enter3 *)f->call[DV_FMI_ENTER_START])(h->instance, false, 0, t, false, 0);
  int status = ((setup *)f->call[DV_FMI_SETUP])(h->instance, 0, 0, t, 0, 0);
  return status > WARNING ? status : dv_fmi_plain(h, DV_FMI_ENTER_START);
}

// ---- values

typedef int get2(void *, const uint32_t *, size_t, void *);
typedef int set2(void *, const uint32_t *, size_t, const void *);
typedef int get3(void *, const uint32_t *, size_t, void *, size_t);
typedef int set3(void *, const uint32_t *, size_t, const void *, size_t);

static int get_raw(dv_fmi_holder *h, dv_fmi_type type, const uint32_t *reference, size_t n, void *to)
{
  dv_fmi_function *f = h->fmi->get[type];
  if (!n) return OK;
  if (!f) return ERROR;
  return h->fmi->version == 3 ? ((get3 *)f)(h->instance, reference, n, to, n) : ((get2 *)f)(h->instance, reference, n, to);
}

static int set_raw(dv_fmi_holder *h, dv_fmi_type type, const uint32_t *reference, size_t n, const void *from)
{
  dv_fmi_function *f = h->fmi->set[type];
  if (!n) return OK;
  if (!f) return ERROR;
  return h->fmi->version == 3 ? ((set3 *)f)(h->instance, reference, n, from, n) : ((set2 *)f)(h->instance, reference, n, from);
}

int dv_fmi_get_reals(dv_fmi_holder *h, const uint32_t *reference, size_t n, double *value)
{
  return get_raw(h, DV_FMI_FLOAT64, reference, n, value);
}

int dv_fmi_set_reals(dv_fmi_holder *h, const uint32_t *reference, size_t n, const double *value)
{
  return set_raw(h, DV_FMI_FLOAT64, reference, n, value);
}

#define DV_FMI_WHOLES(X)                                                                                                         \
  X(INT8, int8_t)                                                                                                                \
  X(UINT8, uint8_t)                                                                                                              \
  X(INT16, int16_t)                                                                                                              \
  X(UINT16, uint16_t)                                                                                                            \
  X(INT32, int32_t)                                                                                                              \
  X(UINT32, uint32_t)                                                                                                            \
  X(INT64, int64_t)                                                                                                              \
  X(UINT64, uint64_t)

// A boolean is an int in FMI 2.0.
static int get_truth(dv_fmi_holder *h, uint32_t reference, double *value)
{
  int two = 0;
  bool three = false;
  int status = get_raw(h, DV_FMI_BOOLEAN, &reference, 1, h->fmi->version == 3 ? (void *)&three : &two);
  *value = two || three;
  return status;
}

static int set_truth(dv_fmi_holder *h, uint32_t reference, double value)
{
  int two = value > 0.5;
  bool three = two != 0;
  return set_raw(h, DV_FMI_BOOLEAN, &reference, 1, h->fmi->version == 3 ? (const void *)&three : &two);
}

int dv_fmi_get(dv_fmi_holder *h, dv_fmi_type type, uint32_t reference, double *value)
{
  int status = ERROR;
  *value = 0;
#define X(id, T)                                                                                                                 \
  if (type == DV_FMI_##id) {                                                                                                     \
    T number = 0;                                                                                                                \
    status = get_raw(h, type, &reference, 1, &number);                                                                           \
    *value = (double)number;                                                                                                     \
  }
  X(FLOAT64, double)
  X(FLOAT32, float)
  DV_FMI_WHOLES(X)
#undef X
  return type == DV_FMI_BOOLEAN ? get_truth(h, reference, value) : status;
}

// Whole numbers are rounded; what does not fit into the type is refused.
int dv_fmi_set(dv_fmi_holder *h, dv_fmi_type type, uint32_t reference, double value)
{
  float single = (float)value;
  if (type == DV_FMI_FLOAT64) return set_raw(h, type, &reference, 1, &value);
  if (type == DV_FMI_FLOAT32) return set_raw(h, type, &reference, 1, &single);
  if (type == DV_FMI_BOOLEAN) return set_truth(h, reference, value);
  if (!(fabs(value) < 9e15)) return ERROR;
  int64_t whole = llround(value);
#define X(id, T)                                                                                                                 \
  if (type == DV_FMI_##id) {                                                                                                     \
    T number = (T)whole;                                                                                                         \
    return (double)number == (double)whole ? set_raw(h, type, &reference, 1, &number) : ERROR;                                   \
  }
  DV_FMI_WHOLES(X)
#undef X
  return ERROR;
}

int dv_fmi_set_lines(dv_fmi_holder *h, const dv_fmi_lines *lines)
{
  const uint32_t *reference = lines->reference;
  const double *slope = lines->slope;
  size_t n = lines->n;
  if (h->fmi->version == 3) h->lines = *lines;
  if (h->fmi->version == 3) return OK;
  typedef int slopes(void *, const uint32_t *, size_t, const int *, const double *);
  dv_fmi_function *f = h->fmi->call[DV_FMI_INPUT_SLOPES];
  static const int first[64] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  int status = OK;
  for (size_t i = 0; i < n && status <= WARNING; i += 64)
    status = ((slopes *)f)(h->instance, reference + i, n - i < 64 ? n - i : 64, first, slope + i);
  return status;
}

// ---- Model Exchange

int dv_fmi_set_time(dv_fmi_holder *h, double t)
{
  typedef int set(void *, double);
  return ((set *)h->fmi->call[DV_FMI_SET_TIME])(h->instance, t);
}

int dv_fmi_vector(dv_fmi_holder *h, dv_fmi_call which, double *value, size_t n)
{
  typedef int vector(void *, double *, size_t);
  return n ? ((vector *)h->fmi->call[which])(h->instance, value, n) : OK;
}

int dv_fmi_discrete(dv_fmi_holder *h, dv_fmi_happening *out)
{
  typedef struct {
    int again, ends, nominals, values, has_next;
    double next;
  } info2;
  typedef int two(void *, info2 *);
  typedef int three(void *, bool *, bool *, bool *, bool *, bool *, double *);
  dv_fmi_function *f = h->fmi->call[DV_FMI_DISCRETE];
  if (h->fmi->version == 2) {
    info2 e = {0};
    int status = ((two *)f)(h->instance, &e);
    *out = (dv_fmi_happening){e.again != 0, e.ends != 0, e.values != 0, e.has_next != 0, e.next};
    return status;
  }
  bool again = false, ends = false, nominals = false, values = false, has_next = false;
  double next = 0;
  int status = ((three *)f)(h->instance, &again, &ends, &nominals, &values, &has_next, &next);
  *out = (dv_fmi_happening){again, ends, values, has_next, next};
  return status;
}

int dv_fmi_completed(dv_fmi_holder *h, int *event, int *ends)
{
  typedef int two(void *, int, int *, int *);
  typedef int three(void *, bool, bool *, bool *);
  dv_fmi_function *f = h->fmi->call[DV_FMI_COMPLETED];
  *event = *ends = 0;
  if (h->fmi->version == 2) return ((two *)f)(h->instance, 1, event, ends);
  bool enter = false, end = false;
  int status = ((three *)f)(h->instance, true, &enter, &end);
  *event = enter, *ends = end;
  return status;
}

// ---- Co-Simulation

int dv_fmi_step(dv_fmi_holder *h, double t, double dt)
{
  typedef int two(void *, double, double, int);
  typedef int three(void *, double, double, bool, bool *, bool *, bool *, double *);
  dv_fmi_function *f = h->fmi->call[DV_FMI_STEP];
  if (h->fmi->version == 2) return ((two *)f)(h->instance, t, dt, 1);
  bool event = false, ends = false, early = false;
  double last = t + dt;
  int status = ((three *)f)(h->instance, t, dt, true, &event, &ends, &early, &last);
  if (status > WARNING || !(ends || early)) return status;
  keep(h, ERROR, ends ? "it ended the simulation" : "it stopped within the step, which it was not allowed to");
  return ERROR;
}
