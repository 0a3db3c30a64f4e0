// fmi3.c: the functions of FMI 3.0 (Modelica Association, 2022), Model Exchange and Co-Simulation.
#include "fmu/fmi.h"

#include <math.h>
#include <stdlib.h>

#define EXPORT DV_FMU_EXPORT

typedef void *instance, *fmu_state;
typedef int status;
typedef bool truth, tick;
typedef const char *text;
typedef uint8_t octet;
typedef uint32_t reference;
typedef const uint8_t *binary;
typedef void log_message(void *environment, status s, text category, text message);

static void tell(dv_fmu *f, dv_fmu_status s, const char *message)
{
  log_message *log = (log_message *)(uintptr_t)f->callback[0];
  if (log) log(f->callback[1], (status)s, s == DV_FMU_WARNING ? "logStatusWarning" : "logStatusError", message);
}

static instance instantiate(text name, text token, text folder, int exchange, void *environment, log_message *log)
{
  return dv_fmu_new(name, token, folder, exchange, tell, (void *)(uintptr_t)log, environment);
}

EXPORT text fmi3GetVersion(void) { return "3.0"; }

EXPORT instance fmi3InstantiateModelExchange(text name, text token, text folder, truth visible, truth logging, void *environment,
                                             log_message *log)
{
  (void)visible, (void)logging;
  return instantiate(name, token, folder, 1, environment, log);
}

EXPORT instance fmi3InstantiateCoSimulation(text name, text token, text folder, truth visible, truth logging, truth event_mode,
                                            truth early_return, const reference r[], size_t n, void *environment,
                                            log_message *log, dv_fmu_update *update)
{
  (void)visible, (void)logging, (void)event_mode, (void)early_return, (void)r, (void)n;
  dv_fmu *f = instantiate(name, token, folder, 0, environment, log);
  if (f) f->update = update;
  return f;
}

EXPORT instance fmi3InstantiateScheduledExecution(text name, text token, text folder, truth visible, truth logging,
                                                  void *environment, log_message *log, void (*tock)(void), void (*lock)(void),
                                                  void (*unlock)(void))
{
  (void)name, (void)token, (void)folder, (void)visible, (void)logging, (void)tock, (void)lock, (void)unlock;
  if (log) log(environment, DV_FMU_ERROR, "logStatusError", "this machine has no scheduled execution");
  return NULL;
}

EXPORT void fmi3FreeInstance(instance c) { dv_fmu_free(c); }

EXPORT status fmi3EnterInitializationMode(instance c, truth has_tolerance, double tolerance, double start, truth has_stop,
                                          double stop)
{
  DV_FMU_OPEN(c);
  DV_FMU_ONLY(DV_FMU_IN(DV_FMU_NEW), "fmi3EnterInitializationMode");
  return (status)dv_fmu_start(f, start, has_stop ? stop : HUGE_VAL, has_tolerance ? tolerance : 0);
}

static status same_length(dv_fmu *f, size_t n, size_t m)
{
  return n == m ? DV_FMU_OK
                : (status)dv_fmu_say(f, DV_FMU_ERROR, "%zu variables and %zu values; every variable is one number", n, m);
}

EXPORT status fmi3GetFloat64(instance c, const reference r[], size_t n, double value[], size_t m)
{
  DV_FMU_OPEN(c);
  return same_length(f, n, m) ? DV_FMU_ERROR : (status)dv_fmu_get(f, r, n, value);
}

EXPORT status fmi3SetFloat64(instance c, const reference r[], size_t n, const double value[], size_t m)
{
  DV_FMU_OPEN(c);
  return same_length(f, n, m) ? DV_FMU_ERROR : (status)dv_fmu_set(f, r, n, value);
}

// All variables are doubles.
static status none(instance c, size_t n, const char *what)
{
  DV_FMU_OPEN(c);
  return (status)dv_fmu_none(f, n, what, "variables of type Float64 only");
}

#define ABSENT(name, type)                                                                                                       \
  EXPORT status fmi3Get##name(instance c, const reference r[], size_t n, type value[], size_t m)                                 \
  {                                                                                                                              \
    (void)r, (void)value, (void)m;                                                                                               \
    return none(c, n, "fmi3Get" #name);                                                                                          \
  }                                                                                                                              \
  EXPORT status fmi3Set##name(instance c, const reference r[], size_t n, const type value[], size_t m)                           \
  {                                                                                                                              \
    (void)r, (void)value, (void)m;                                                                                               \
    return none(c, n, "fmi3Set" #name);                                                                                          \
  }
ABSENT(Float32, float)
ABSENT(Int8, int8_t)
ABSENT(UInt8, uint8_t)
ABSENT(Int16, int16_t)
ABSENT(UInt16, uint16_t)
ABSENT(Int32, int32_t)
ABSENT(UInt32, uint32_t)
ABSENT(Int64, int64_t)
ABSENT(UInt64, uint64_t)
ABSENT(Boolean, truth)
ABSENT(String, text)

EXPORT status fmi3GetBinary(instance c, const reference r[], size_t n, size_t size[], binary value[], size_t m)
{
  (void)r, (void)size, (void)value, (void)m;
  return none(c, n, "fmi3GetBinary");
}

EXPORT status fmi3SetBinary(instance c, const reference r[], size_t n, const size_t size[], const binary value[], size_t m)
{
  (void)r, (void)size, (void)value, (void)m;
  return none(c, n, "fmi3SetBinary");
}

EXPORT status fmi3GetClock(instance c, const reference r[], size_t n, tick value[])
{
  (void)r, (void)value;
  return none(c, n, "fmi3GetClock");
}

EXPORT status fmi3SetClock(instance c, const reference r[], size_t n, const tick value[])
{
  (void)r, (void)value;
  return none(c, n, "fmi3SetClock");
}

// What depends on what stands in the description.
EXPORT status fmi3GetNumberOfVariableDependencies(instance c, reference r, size_t *n)
{
  DV_FMU_OPEN(c);
  (void)r;
  DV_FMU_GIVEN(n, "fmi3GetNumberOfVariableDependencies");
  *n = 0;
  return (status)dv_fmu_say(f, DV_FMU_ERROR, "dependencies stand in modelDescription.xml and do not change");
}

EXPORT status fmi3GetVariableDependencies(instance c, reference r, size_t of[], reference by[], size_t at[], int kind[], size_t n)
{
  DV_FMU_OPEN(c);
  (void)r, (void)of, (void)by, (void)at, (void)kind, (void)n;
  return (status)dv_fmu_say(f, DV_FMU_ERROR, "dependencies stand in modelDescription.xml and do not change");
}

EXPORT status fmi3GetDirectionalDerivative(instance c, const reference unknown[], size_t nunknown, const reference known[],
                                           size_t nknown, const double seed[], size_t nseed, double out[], size_t nout)
{
  DV_FMU_OPEN(c);
  if (same_length(f, nknown, nseed) || same_length(f, nunknown, nout)) return DV_FMU_ERROR;
  return (status)dv_fmu_slope(f, unknown, nunknown, known, nknown, seed, out);
}

// seed' J, a column of J at a time.
EXPORT status fmi3GetAdjointDerivative(instance c, const reference unknown[], size_t nunknown, const reference known[],
                                       size_t nknown, const double seed[], size_t nseed, double out[], size_t nout)
{
  DV_FMU_OPEN(c);
  if (same_length(f, nunknown, nseed) || same_length(f, nknown, nout)) return DV_FMU_ERROR;
  DV_FMU_GIVEN((seed || !nseed) && (out || !nout) && (known || !nknown), "fmi3GetAdjointDerivative");
  if (nunknown > DV_FMU_ENTRIES) return (status)dv_fmu_say(f, DV_FMU_ERROR, "an array of %zu entries", nunknown);
  double one = 1, *column = malloc((nunknown + 1) * sizeof *column);
  status s = DV_FMU_OK;
  if (!column) return (status)dv_fmu_say(f, DV_FMU_ERROR, "out of memory");
  for (size_t j = 0; j < nknown && !s; j++) {
    s = (status)dv_fmu_slope(f, unknown, nunknown, known + j, 1, &one, column);
    out[j] = 0;
    for (size_t i = 0; i < nunknown; i++) out[j] += seed[i] * column[i];
  }
  free(column);
  return s;
}

static status no_clocks(instance c, size_t n, const char *what)
{
  DV_FMU_OPEN(c);
  return (status)dv_fmu_none(f, n, what, "no clocks");
}

EXPORT status fmi3EnterConfigurationMode(instance c)
{
  DV_FMU_OPEN(c);
  return (status)dv_fmu_say(f, DV_FMU_ERROR, "this machine has no structural parameters");
}

EXPORT status fmi3ExitConfigurationMode(instance c)
{
  DV_FMU_OPEN(c);
  return (status)dv_fmu_say(f, DV_FMU_ERROR, "this machine has no structural parameters");
}

#define CLOCK1(name, type)                                                                                                       \
  EXPORT status fmi3##name(instance c, const reference r[], size_t n, type a[])                                                  \
  {                                                                                                                              \
    (void)r, (void)a;                                                                                                            \
    return no_clocks(c, n, "fmi3" #name);                                                                                        \
  }
#define CLOCK2(name, type, other)                                                                                                \
  EXPORT status fmi3##name(instance c, const reference r[], size_t n, type a[], other b[])                                       \
  {                                                                                                                              \
    (void)r, (void)a, (void)b;                                                                                                   \
    return no_clocks(c, n, "fmi3" #name);                                                                                        \
  }
CLOCK2(GetIntervalDecimal, double, int)
CLOCK1(GetShiftDecimal, double)
CLOCK2(GetShiftFraction, uint64_t, uint64_t)
CLOCK1(SetIntervalDecimal, const double)
CLOCK2(SetIntervalFraction, const uint64_t, const uint64_t)
CLOCK1(SetShiftDecimal, const double)
CLOCK2(SetShiftFraction, const uint64_t, const uint64_t)

EXPORT status fmi3GetIntervalFraction(instance c, const reference r[], size_t n, uint64_t a[], uint64_t b[], int d[])
{
  (void)r, (void)a, (void)b, (void)d;
  return no_clocks(c, n, "fmi3GetIntervalFraction");
}

EXPORT status fmi3EvaluateDiscreteStates(instance c)
{
  DV_FMU_OPEN(c);
  return DV_FMU_OK;
}

EXPORT status fmi3UpdateDiscreteStates(instance c, truth *again, truth *terminate, truth *nominals_changed, truth *values_changed,
                                       truth *has_next, double *next)
{
  DV_FMU_OPEN(c);
  DV_FMU_GIVEN(again && terminate && nominals_changed && values_changed && has_next && next, "fmi3UpdateDiscreteStates");
  DV_FMU_ONLY(DV_FMU_IN(DV_FMU_EVENT), "fmi3UpdateDiscreteStates");
  int changed = 0;
  double at = HUGE_VAL;
  status s = (status)dv_fmu_event(f, &changed, &at);
  *again = *terminate = *nominals_changed = false;
  *values_changed = changed != 0;
  *has_next = at < HUGE_VAL;
  *next = *has_next ? at : 0;
  return s;
}

// ---- Model Exchange

EXPORT status fmi3GetNumberOfEventIndicators(instance c, size_t *n)
{
  DV_FMU_OPEN(c);
  DV_FMU_GIVEN(n, "fmi3GetNumberOfEventIndicators");
  *n = (size_t)f->nroot;
  return DV_FMU_OK;
}

EXPORT status fmi3GetNumberOfContinuousStates(instance c, size_t *n)
{
  DV_FMU_OPEN(c);
  DV_FMU_GIVEN(n, "fmi3GetNumberOfContinuousStates");
  *n = (size_t)f->nstate;
  return DV_FMU_OK;
}

// ---- what both versions have

#define FUNCTION(two, three, modes, arguments, answer)                                                                           \
  EXPORT status fmi3##three arguments                                                                                            \
  {                                                                                                                              \
    DV_FMU_OPEN(c);                                                                                                              \
    DV_FMU_ONLY(modes, __func__);                                                                                                \
    return (status)(answer);                                                                                                     \
  }
#include "fmu/functions.def"

// ---- Co-Simulation

EXPORT status fmi3EnterStepMode(instance c)
{
  DV_FMU_OPEN(c);
  DV_FMU_ONLY(DV_FMU_IN(DV_FMU_STEPPING), "fmi3EnterStepMode");
  f->mode = DV_FMU_STEPPING;
  return DV_FMU_OK;
}

EXPORT status fmi3GetOutputDerivatives(instance c, const reference r[], size_t n, const int32_t order[], double value[], size_t m)
{
  (void)r, (void)order, (void)value, (void)m;
  DV_FMU_OPEN(c);
  return n ? (status)dv_fmu_say(f, DV_FMU_ERROR, "outputs have no derivatives here (maxOutputDerivativeOrder is 0)") : DV_FMU_OK;
}

EXPORT status fmi3DoStep(instance c, double t, double dt, truth no_return, truth *event, truth *terminate, truth *early,
                         double *last)
{
  DV_FMU_OPEN(c);
  (void)no_return;
  DV_FMU_GIVEN(event && terminate && early && last, "fmi3DoStep");
  DV_FMU_ONLY(DV_FMU_IN(DV_FMU_STEPPING), "fmi3DoStep");
  status s = (status)dv_fmu_step(f, t, dt);
  *event = *terminate = *early = false;
  *last = dv_sim_time(f->s);
  return s;
}

EXPORT status fmi3ActivateModelPartition(instance c, reference r, double t)
{
  DV_FMU_OPEN(c);
  (void)r, (void)t;
  return (status)dv_fmu_say(f, DV_FMU_ERROR, "this machine has no scheduled execution");
}
