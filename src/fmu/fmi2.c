// fmi2.c: the functions of FMI 2.0 (Modelica Association, 2014), Model Exchange and Co-Simulation.
#include "fmu/fmi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT DV_FMU_EXPORT

typedef void *component;
typedef int status, truth;
typedef const char *text;
typedef char octet;
typedef unsigned reference;
typedef struct {
  void (*log)(void *environment, text name, status s, text category, text message, ...);
  void *(*allocate)(size_t n, size_t size);
  void (*release)(void *p);
  void (*finished)(void *environment, status s);
  void *environment;
} callbacks;
typedef struct {
  truth again, ended, nominals_changed, values_changed, has_next;
  double next;
} event_info;

enum { MODEL_EXCHANGE, CO_SIMULATION };  // fmi2Type

static void tell(dv_fmu *f, dv_fmu_status s, const char *message)
{
  const callbacks *c = f->callback[0];
  if (c && c->log)
    c->log(c->environment, f->name, (status)s, s == DV_FMU_WARNING ? "logStatusWarning" : "logStatusError", "%s", message);
}

static int hex(char c)
{
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// "file:///a%20b" -> "/a b"; on Windows without the slash before the drive. NULL: no memory.
static char *path_of(text uri)
{
  char *out = malloc(strlen(uri) + 1), *to = out;
  if (!out) return NULL;
  if (!strncmp(uri, "file://", 7)) uri += 7;
  else if (!strncmp(uri, "file:", 5)) uri += 5;
  if (!strncmp(uri, "localhost/", 10)) uri += 9;
#ifdef _WIN32
  if (*uri == '/' && uri[1] && uri[2] == ':') uri++;
#endif
  for (; *uri; uri++) {
    int high = *uri == '%' ? hex(uri[1]) : -1, low = high >= 0 ? hex(uri[2]) : -1;
    *to++ = (char)(low >= 0 ? 16 * high + low : *uri);
    if (low >= 0) uri += 2;
  }
  *to = 0;
  return out;
}

EXPORT text fmi2GetTypesPlatform(void) { return "default"; }
EXPORT text fmi2GetVersion(void) { return "2.0"; }

EXPORT component fmi2Instantiate(text name, int type, text guid, text location, const callbacks *functions, truth visible,
                                 truth logging)
{
  (void)visible, (void)logging;
  if (type != MODEL_EXCHANGE && type != CO_SIMULATION) return NULL;
  char *folder = location ? path_of(location) : NULL;
  component c = dv_fmu_new(name, guid, folder, type == MODEL_EXCHANGE, tell, (void *)(uintptr_t)functions, NULL);
  free(folder);
  return c;
}

EXPORT void fmi2FreeInstance(component c) { dv_fmu_free(c); }

EXPORT status fmi2SetupExperiment(component c, truth has_tolerance, double tolerance, double start, truth has_stop, double stop)
{
  DV_FMU_OPEN(c);
  DV_FMU_ONLY(DV_FMU_IN(DV_FMU_NEW), "fmi2SetupExperiment");
  status s = (status)dv_fmu_start(f, start, has_stop ? stop : HUGE_VAL, has_tolerance ? tolerance : 0);
  f->mode = DV_FMU_NEW;
  return s;
}

EXPORT status fmi2EnterInitializationMode(component c)
{
  DV_FMU_OPEN(c);
  DV_FMU_ONLY(DV_FMU_IN(DV_FMU_NEW), "fmi2EnterInitializationMode");
  f->mode = DV_FMU_STARTING;
  return DV_FMU_OK;
}

EXPORT status fmi2GetReal(component c, const reference r[], size_t n, double value[])
{
  DV_FMU_OPEN(c);
  return (status)dv_fmu_get(f, r, n, value);
}

EXPORT status fmi2SetReal(component c, const reference r[], size_t n, const double value[])
{
  DV_FMU_OPEN(c);
  return (status)dv_fmu_set(f, r, n, value);
}

// All variables are real numbers.
static status none(component c, size_t n, const char *what)
{
  DV_FMU_OPEN(c);
  return (status)dv_fmu_none(f, n, what, "real variables only");
}

#define ABSENT(name, type)                                                                                                       \
  EXPORT status fmi2Get##name(component c, const reference r[], size_t n, type value[])                                          \
  {                                                                                                                              \
    (void)r, (void)value;                                                                                                        \
    return none(c, n, "fmi2Get" #name);                                                                                          \
  }                                                                                                                              \
  EXPORT status fmi2Set##name(component c, const reference r[], size_t n, const type value[])                                    \
  {                                                                                                                              \
    (void)r, (void)value;                                                                                                        \
    return none(c, n, "fmi2Set" #name);                                                                                          \
  }
ABSENT(Integer, int)
ABSENT(Boolean, truth)
ABSENT(String, text)

EXPORT status fmi2GetDirectionalDerivative(component c, const reference unknown[], size_t nunknown, const reference known[],
                                           size_t nknown, const double seed[], double out[])
{
  DV_FMU_OPEN(c);
  return (status)dv_fmu_slope(f, unknown, nunknown, known, nknown, seed, out);
}

// ---- Model Exchange

EXPORT status fmi2NewDiscreteStates(component c, event_info *e)
{
  DV_FMU_OPEN(c);
  DV_FMU_GIVEN(e, "fmi2NewDiscreteStates");
  DV_FMU_ONLY(DV_FMU_IN(DV_FMU_EVENT), "fmi2NewDiscreteStates");
  double next = HUGE_VAL;
  int changed = 0;
  status s = (status)dv_fmu_event(f, &changed, &next);
  *e = (event_info){.values_changed = changed, .has_next = next < HUGE_VAL, .next = next < HUGE_VAL ? next : 0};
  return s;
}

// ---- what both versions have

#define FUNCTION(two, three, modes, arguments, answer)                                                                           \
  EXPORT status fmi2##two arguments                                                                                              \
  {                                                                                                                              \
    DV_FMU_OPEN(c);                                                                                                              \
    DV_FMU_ONLY(modes, __func__);                                                                                                \
    return (status)(answer);                                                                                                     \
  }
#include "fmu/functions.def"

// ---- Co-Simulation

EXPORT status fmi2SetRealInputDerivatives(component c, const reference r[], size_t n, const int order[], const double value[])
{
  DV_FMU_OPEN(c);
  DV_FMU_ONLY(DV_FMU_IN(DV_FMU_STEPPING) | DV_FMU_IN(DV_FMU_STARTING) | DV_FMU_IN(DV_FMU_NEW), "fmi2SetRealInputDerivatives");
  return (status)dv_fmu_input_slopes(f, r, n, order, value);
}

EXPORT status fmi2GetRealOutputDerivatives(component c, const reference r[], size_t n, const int order[], double value[])
{
  (void)r, (void)order, (void)value;
  DV_FMU_OPEN(c);
  return n ? (status)dv_fmu_say(f, DV_FMU_ERROR, "outputs have no derivatives here (maxOutputDerivativeOrder is 0)") : DV_FMU_OK;
}

EXPORT status fmi2DoStep(component c, double t, double dt, truth no_return)
{
  DV_FMU_OPEN(c);
  (void)no_return;
  DV_FMU_ONLY(DV_FMU_IN(DV_FMU_STEPPING), "fmi2DoStep");
  return (status)dv_fmu_step(f, t, dt);
}

EXPORT status fmi2CancelStep(component c)
{
  DV_FMU_OPEN(c);
  return (status)dv_fmu_say(f, DV_FMU_ERROR, "no step is under way: steps end before fmi2DoStep returns");
}

#define ASK(name, type)                                                                                                          \
  EXPORT status fmi2Get##name(component c, int kind, type *value)                                                                \
  {                                                                                                                              \
    DV_FMU_OPEN(c);                                                                                                              \
    (void)kind, (void)value;                                                                                                     \
    return (status)dv_fmu_say(f, DV_FMU_DISCARD, "fmi2Get" #name ": no step is under way");                                      \
  }
ASK(Status, status)
ASK(IntegerStatus, int)
ASK(StringStatus, text)

enum { LAST_TIME = 2, TERMINATED = 3 };  // of fmi2StatusKind

EXPORT status fmi2GetRealStatus(component c, int kind, double *value)
{
  DV_FMU_OPEN(c);
  DV_FMU_GIVEN(value, "fmi2GetRealStatus");
  *value = dv_sim_time(f->s);
  return kind == LAST_TIME ? DV_FMU_OK : DV_FMU_DISCARD;
}

EXPORT status fmi2GetBooleanStatus(component c, int kind, truth *value)
{
  DV_FMU_OPEN(c);
  DV_FMU_GIVEN(value, "fmi2GetBooleanStatus");
  *value = 0;
  return kind == TERMINATED ? DV_FMU_OK : DV_FMU_DISCARD;
}
