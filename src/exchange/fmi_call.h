// fmi_call.h: one face for the functions of an FMU's library, be it of FMI 2.0 or 3.0.
//
// Statuses are those of both versions: 0 ok, 1 warning, 2 discard, 3 error, 4 fatal.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum {
  DV_FMI_FLOAT64,
  DV_FMI_FLOAT32,
  DV_FMI_INT8,
  DV_FMI_UINT8,
  DV_FMI_INT16,
  DV_FMI_UINT16,
  DV_FMI_INT32,
  DV_FMI_UINT32,
  DV_FMI_INT64,
  DV_FMI_UINT64,
  DV_FMI_BOOLEAN,
  DV_FMI_NO_NUMBER  // text, bytes, clocks, arrays
} dv_fmi_type;

// Functions: name in FMI 2.0, in FMI 3.0 (NULL: not there), which interface needs it.
enum { DV_FMI_ALWAYS = 1, DV_FMI_EXCHANGE = 2, DV_FMI_STEPPED = 4, DV_FMI_IF_THERE = 0 };
#define DV_FMI_CALLS(X)                                                                                                          \
  X(INSTANTIATE, "Instantiate", NULL, DV_FMI_ALWAYS)                                                                             \
  X(INSTANTIATE_EXCHANGE, NULL, "InstantiateModelExchange", DV_FMI_EXCHANGE)                                                     \
  X(INSTANTIATE_STEPPED, NULL, "InstantiateCoSimulation", DV_FMI_STEPPED)                                                        \
  X(FREE, "FreeInstance", "FreeInstance", DV_FMI_ALWAYS)                                                                         \
  X(SETUP, "SetupExperiment", NULL, DV_FMI_ALWAYS)                                                                               \
  X(ENTER_START, "EnterInitializationMode", "EnterInitializationMode", DV_FMI_ALWAYS)                                            \
  X(EXIT_START, "ExitInitializationMode", "ExitInitializationMode", DV_FMI_ALWAYS)                                               \
  X(TERMINATE, "Terminate", "Terminate", DV_FMI_ALWAYS)                                                                          \
  X(GET, "GetReal", "GetFloat64", DV_FMI_ALWAYS)                                                                                 \
  X(SET, "SetReal", "SetFloat64", DV_FMI_ALWAYS)                                                                                 \
  X(ENTER_EVENT, "EnterEventMode", "EnterEventMode", DV_FMI_EXCHANGE)                                                            \
  X(DISCRETE, "NewDiscreteStates", "UpdateDiscreteStates", DV_FMI_EXCHANGE)                                                      \
  X(ENTER_TIME, "EnterContinuousTimeMode", "EnterContinuousTimeMode", DV_FMI_EXCHANGE)                                           \
  X(COMPLETED, "CompletedIntegratorStep", "CompletedIntegratorStep", DV_FMI_EXCHANGE)                                            \
  X(SET_TIME, "SetTime", "SetTime", DV_FMI_EXCHANGE)                                                                             \
  X(SET_STATES, "SetContinuousStates", "SetContinuousStates", DV_FMI_EXCHANGE)                                                   \
  X(GET_STATES, "GetContinuousStates", "GetContinuousStates", DV_FMI_EXCHANGE)                                                   \
  X(GET_RATES, "GetDerivatives", "GetContinuousStateDerivatives", DV_FMI_EXCHANGE)                                               \
  X(GET_ROOTS, "GetEventIndicators", "GetEventIndicators", DV_FMI_EXCHANGE)                                                      \
  X(STEP, "DoStep", "DoStep", DV_FMI_STEPPED)                                                                                    \
  X(INPUT_SLOPES, "SetRealInputDerivatives", NULL, DV_FMI_IF_THERE)

typedef enum {
#define X(id, ...) DV_FMI_##id,
  DV_FMI_CALLS(X)
#undef X
      DV_FMI_CALL_COUNT
} dv_fmi_call;

typedef void dv_fmi_function(void);

// FMI 2.0 gives an instance its callbacks by this.
typedef struct {
  void (*log)(void *environment, const char *instance, int status, const char *category, const char *format, ...);
  void *(*allocate)(size_t n, size_t size);
  void (*free)(void *piece);
  void (*finished)(void *environment, int status);
  void *environment;
} dv_fmi2_callbacks;

// A loaded library. It is not changed once it is loaded, so that threads can share it; messages go to the caller that made the
// instance.
typedef struct {
  int version;   // 2, 3
  int exchange;  // 1: Model Exchange, 0: Co-Simulation
  const char *token, *resources;
  dv_fmi_function *call[DV_FMI_CALL_COUNT];
  dv_fmi_function *get[DV_FMI_NO_NUMBER], *set[DV_FMI_NO_NUMBER];  // of the types that the library knows
  const uint32_t *updated;                                         // [nupdated] FMI 3.0: inputs that go along lines within a step
  size_t nupdated;
} dv_fmi;

// Inputs over a step: from + slope (t - begin).
typedef struct {
  const uint32_t *reference;  // [n]
  const double *from, *slope;
  size_t n;
  double begin;
} dv_fmi_lines;

enum { DV_FMI_MESSAGE = 400 };

// Who holds an instance.
typedef struct {
  const dv_fmi *fmi;
  void *instance;  // NULL: none
  dv_fmi2_callbacks callbacks;
  char message[DV_FMI_MESSAGE];  // the last that was no mere notice; "": none
  dv_fmi_lines lines;            // FMI 3.0: of the step that goes on
} dv_fmi_holder;

typedef struct {
  int again, ends, states_changed, has_next;
  double next;
} dv_fmi_happening;

// NULL, or the name of a function that the library lacks.
const char *dv_fmi_bind(dv_fmi *f, void *library);

int dv_fmi_new(dv_fmi_holder *h, const char *name);  // 0, or 4
void dv_fmi_free(dv_fmi_holder *h);
int dv_fmi_enter_start(dv_fmi_holder *h, double t);
int dv_fmi_plain(dv_fmi_holder *h, dv_fmi_call which);  // functions of the instance alone
int dv_fmi_get(dv_fmi_holder *h, dv_fmi_type type, uint32_t reference, double *value);
int dv_fmi_set(dv_fmi_holder *h, dv_fmi_type type, uint32_t reference, double value);
int dv_fmi_get_reals(dv_fmi_holder *h, const uint32_t *reference, size_t n, double *value);
int dv_fmi_set_reals(dv_fmi_holder *h, const uint32_t *reference, size_t n, const double *value);
int dv_fmi_set_lines(dv_fmi_holder *h, const dv_fmi_lines *lines);  // for the next step; they must live until its end
int dv_fmi_set_time(dv_fmi_holder *h, double t);
int dv_fmi_vector(dv_fmi_holder *h, dv_fmi_call which, double *value, size_t n);  // states, rates, event indicators
int dv_fmi_discrete(dv_fmi_holder *h, dv_fmi_happening *out);
int dv_fmi_completed(dv_fmi_holder *h, int *event, int *ends);
int dv_fmi_step(dv_fmi_holder *h, double t, double dt);
