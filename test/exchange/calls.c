// calls.c: FMI functions as a careless importer calls them: NULL, no instance, wrong order, wrong references and lengths, numbers
// that are none, damaged states. An answer each time (error, or nothing done), and the instance goes on as if nothing had been.
//
//   test_fmu_calls FOLDER [CALLS [INSTANCES]]     where machine.dvm lies (davit build); by hand 0 1000000
#include "base/hash.h"
#include "fmu/fmi.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  void (*log)(void *, const char *, int, const char *, const char *, ...);
  void *rest[4];
} callbacks2;
typedef struct {
  int flag[5];
  double next;
} event2;
typedef void log3(void *, int, const char *, const char *);

void *fmi2Instantiate(const char *, int, const char *, const char *, const callbacks2 *, int, int);
void fmi2FreeInstance(void *);
int fmi2SetDebugLogging(void *, int, size_t, const char *const *);
int fmi2SetupExperiment(void *, int, double, double, int, double);
int fmi2EnterInitializationMode(void *), fmi2ExitInitializationMode(void *), fmi2Terminate(void *), fmi2Reset(void *);
int fmi2GetReal(void *, const unsigned *, size_t, double *), fmi2SetReal(void *, const unsigned *, size_t, const double *);
int fmi2GetInteger(void *, const unsigned *, size_t, int *), fmi2SetString(void *, const unsigned *, size_t, const char *const *);
int fmi2GetFMUstate(void *, void **), fmi2SetFMUstate(void *, void *), fmi2FreeFMUstate(void *, void **);
int fmi2SerializedFMUstateSize(void *, void *, size_t *), fmi2SerializeFMUstate(void *, void *, char *, size_t);
int fmi2DeSerializeFMUstate(void *, const char *, size_t, void **);
int fmi2GetDirectionalDerivative(void *, const unsigned *, size_t, const unsigned *, size_t, const double *, double *);
int fmi2EnterEventMode(void *), fmi2NewDiscreteStates(void *, event2 *), fmi2EnterContinuousTimeMode(void *);
int fmi2CompletedIntegratorStep(void *, int, int *, int *), fmi2SetTime(void *, double);
int fmi2GetDerivatives(void *, double *, size_t), fmi2GetEventIndicators(void *, double *, size_t);
int fmi2GetContinuousStates(void *, double *, size_t), fmi2SetContinuousStates(void *, const double *, size_t);
int fmi2GetNominalsOfContinuousStates(void *, double *, size_t);
int fmi2SetRealInputDerivatives(void *, const unsigned *, size_t, const int *, const double *);
int fmi2GetRealOutputDerivatives(void *, const unsigned *, size_t, const int *, double *);
int fmi2DoStep(void *, double, double, int), fmi2CancelStep(void *);
int fmi2GetStatus(void *, int, int *), fmi2GetRealStatus(void *, int, double *), fmi2GetBooleanStatus(void *, int, int *);

void *fmi3InstantiateCoSimulation(const char *, const char *, const char *, bool, bool, bool, bool, const uint32_t *, size_t,
                                  void *, log3 *, void (*)(void));
void *fmi3InstantiateModelExchange(const char *, const char *, const char *, bool, bool, void *, log3 *);
void fmi3FreeInstance(void *);
int fmi3EnterInitializationMode(void *, bool, double, double, bool, double), fmi3ExitInitializationMode(void *);
int fmi3EnterEventMode(void *), fmi3EnterStepMode(void *), fmi3EnterContinuousTimeMode(void *), fmi3Terminate(void *);
int fmi3GetFloat64(void *, const uint32_t *, size_t, double *, size_t);
int fmi3SetFloat64(void *, const uint32_t *, size_t, const double *, size_t);
int fmi3GetNumberOfVariableDependencies(void *, uint32_t, size_t *);
int fmi3GetFMUState(void *, void **), fmi3SetFMUState(void *, void *), fmi3FreeFMUState(void *, void **);
int fmi3SerializedFMUStateSize(void *, void *, size_t *), fmi3SerializeFMUState(void *, void *, uint8_t *, size_t);
int fmi3DeserializeFMUState(void *, const uint8_t *, size_t, void **);
int fmi3GetDirectionalDerivative(void *, const uint32_t *, size_t, const uint32_t *, size_t, const double *, size_t, double *,
                                 size_t);
int fmi3GetAdjointDerivative(void *, const uint32_t *, size_t, const uint32_t *, size_t, const double *, size_t, double *,
                             size_t);
int fmi3UpdateDiscreteStates(void *, bool *, bool *, bool *, bool *, bool *, double *);
int fmi3CompletedIntegratorStep(void *, bool, bool *, bool *), fmi3SetTime(void *, double);
int fmi3GetContinuousStateDerivatives(void *, double *, size_t), fmi3SetContinuousStates(void *, const double *, size_t);
int fmi3GetEventIndicators(void *, double *, size_t), fmi3GetNominalsOfContinuousStates(void *, double *, size_t);
int fmi3GetNumberOfEventIndicators(void *, size_t *), fmi3GetNumberOfContinuousStates(void *, size_t *);
int fmi3DoStep(void *, double, double, bool, bool *, bool *, bool *, double *);

enum { OK, WARNING, DISCARD, ERROR, FATAL, ME = 0, CS = 1, NONE = 99999 };
static char token[40], uri[4096], folder[4096];
static int told, checks;

static void log_two(void *e, const char *name, int status, const char *category, const char *format, ...)
{
  (void)e, (void)name, (void)status, (void)category, (void)format;
  told++;
}

static void log_three(void *e, int status, const char *category, const char *message)
{
  (void)e, (void)status, (void)category;
  assert(*message);
  told++;
}

static const callbacks2 callbacks = {log_two, {0}};

// The call answers with this status, and an error is told.
#define SAYS(status, call) expect(status, call, __LINE__, #call)
static void expect(int want, int got, int line, const char *call)
{
  static int before;
  int good = got == want && (got != ERROR || told > before);
  checks++;
  before = told;
  if (good) return;
  fprintf(stderr, "%d: %s: %d, not %d%s\n", line, call, got, want, got == want ? ": nothing was told" : "");
  abort();
}

static void *two(int type)
{
  void *c = fmi2Instantiate("two", type, token, uri, &callbacks, 0, 0);
  if (!c) fprintf(stderr, "no instance of %s\n", uri), abort();
  return c;
}

static void *three(int type)
{
  void *c = type == CS ? fmi3InstantiateCoSimulation("3", token, folder, 0, 0, 0, 0, NULL, 0, NULL, log_three, NULL)
                       : fmi3InstantiateModelExchange("3", token, folder, 0, 0, NULL, log_three);
  assert(c);
  return c;
}

static void begin2(void *c)
{
  SAYS(OK, fmi2SetupExperiment(c, 0, 0, 0, 0, 0));
  SAYS(OK, fmi2EnterInitializationMode(c));
  SAYS(OK, fmi2ExitInitializationMode(c));
}

static void begin3(void *c)
{
  SAYS(OK, fmi3EnterInitializationMode(c, 0, 0, 0, 0, 0));
  SAYS(OK, fmi3ExitInitializationMode(c));
}

static double value2(void *c, unsigned r)
{
  double x = NAN;
  SAYS(OK, fmi2GetReal(c, &r, 1, &x));
  return x;
}

// ---- no instance

static void no_instance(void)
{
  double x = 0, none[64] = {0};
  unsigned r = 0;
  void *p = NULL;
  void *wrong[] = {NULL, none};  // and memory that is no instance
  assert(!fmi2Instantiate(NULL, CS, NULL, NULL, NULL, 0, 0));
  assert(!fmi2Instantiate("x", CS, "{other}", uri, &callbacks, 0, 0));
  assert(!fmi2Instantiate("x", CS, token, "file:///nowhere%2", &callbacks, 0, 0));
  assert(!fmi2Instantiate("x", 7, token, uri, &callbacks, 0, 0));
  assert(!fmi3InstantiateModelExchange(NULL, NULL, NULL, 0, 0, NULL, NULL));
  for (int i = 0; i < 2; i++) {
    void *c = wrong[i];
    fmi2FreeInstance(c), fmi3FreeInstance(c);
    SAYS(FATAL, fmi2DoStep(c, 0, 1, 0));
    SAYS(FATAL, fmi2GetReal(c, &r, 1, &x));
    SAYS(FATAL, fmi2GetFMUstate(c, &p));
    SAYS(FATAL, fmi2Reset(c));
    SAYS(FATAL, fmi3GetFloat64(c, &r, 1, &x, 1));
    SAYS(FATAL, fmi3SetTime(c, 1));
    SAYS(FATAL, fmi3Terminate(c));
  }
}

// ---- arguments

static void nulls2(void *c)
{
  unsigned r = 0;
  double x = 0;
  int order = 1;
  SAYS(ERROR, fmi2GetReal(c, NULL, 1, &x));
  SAYS(ERROR, fmi2GetReal(c, &r, 1, NULL));
  SAYS(OK, fmi2GetReal(c, NULL, 0, NULL));
  SAYS(ERROR, fmi2SetReal(c, &r, 1, NULL));
  SAYS(ERROR, fmi2GetReal(c, &r, SIZE_MAX, &x));
  SAYS(ERROR, fmi2GetInteger(c, NULL, 1, NULL));
  SAYS(ERROR, fmi2SetString(c, NULL, 1, NULL));
  SAYS(OK, fmi2SetDebugLogging(c, 1, 3, NULL));
  SAYS(ERROR, fmi2GetFMUstate(c, NULL));
  SAYS(ERROR, fmi2SetFMUstate(c, NULL));
  SAYS(OK, fmi2FreeFMUstate(c, NULL));
  SAYS(ERROR, fmi2SerializedFMUstateSize(c, NULL, NULL));
  SAYS(ERROR, fmi2SerializeFMUstate(c, NULL, NULL, 0));
  SAYS(ERROR, fmi2DeSerializeFMUstate(c, NULL, 10, NULL));
  SAYS(ERROR, fmi2GetDirectionalDerivative(c, &r, 1, &r, 1, NULL, NULL));
  SAYS(ERROR, fmi2GetDirectionalDerivative(c, &r, SIZE_MAX, &r, 1, &x, &x));
  SAYS(ERROR, fmi2SetRealInputDerivatives(c, &r, 1, NULL, &x));
  SAYS(ERROR, fmi2SetRealInputDerivatives(c, NULL, 1, &order, NULL));
  SAYS(ERROR, fmi2GetRealOutputDerivatives(c, NULL, 1, NULL, NULL));
  SAYS(ERROR, fmi2GetDerivatives(c, NULL, 2));
  SAYS(ERROR, fmi2GetContinuousStates(c, NULL, 2));
  SAYS(ERROR, fmi2GetNominalsOfContinuousStates(c, NULL, 2));
  SAYS(ERROR, fmi2GetRealStatus(c, 2, NULL));
  SAYS(ERROR, fmi2GetBooleanStatus(c, 3, NULL));
  SAYS(DISCARD, fmi2GetStatus(c, 0, NULL));
}

static void nulls3(void *c)
{
  uint32_t r = 0;
  double x = 0;
  SAYS(ERROR, fmi3GetFloat64(c, NULL, 1, &x, 1));
  SAYS(ERROR, fmi3SetFloat64(c, &r, 1, NULL, 1));
  SAYS(ERROR, fmi3GetFloat64(c, &r, 1, &x, 2));
  SAYS(ERROR, fmi3GetFloat64(c, &r, SIZE_MAX, &x, SIZE_MAX));
  SAYS(ERROR, fmi3GetNumberOfVariableDependencies(c, 0, NULL));
  SAYS(ERROR, fmi3GetFMUState(c, NULL));
  SAYS(ERROR, fmi3SetFMUState(c, NULL));
  SAYS(ERROR, fmi3SerializedFMUStateSize(c, NULL, NULL));
  SAYS(ERROR, fmi3SerializeFMUState(c, NULL, NULL, 0));
  SAYS(ERROR, fmi3DeserializeFMUState(c, NULL, 10, NULL));
  SAYS(ERROR, fmi3GetDirectionalDerivative(c, &r, 1, &r, 1, NULL, 1, NULL, 1));
  SAYS(ERROR, fmi3GetAdjointDerivative(c, &r, 1, &r, 1, NULL, 1, NULL, 1));
  SAYS(ERROR, fmi3GetAdjointDerivative(c, &r, SIZE_MAX, &r, 1, &x, SIZE_MAX, &x, 1));
  SAYS(ERROR, fmi3GetContinuousStateDerivatives(c, NULL, 2));
  SAYS(ERROR, fmi3GetNominalsOfContinuousStates(c, NULL, 2));
  SAYS(ERROR, fmi3GetNumberOfEventIndicators(c, NULL));
  SAYS(ERROR, fmi3GetNumberOfContinuousStates(c, NULL));
  SAYS(ERROR, fmi3DoStep(c, 0, 0.01, 1, NULL, NULL, NULL, NULL));
  SAYS(ERROR, fmi3UpdateDiscreteStates(c, NULL, NULL, NULL, NULL, NULL, NULL));
  SAYS(ERROR, fmi3CompletedIntegratorStep(c, 1, NULL, NULL));
}

static void wrong_numbers(void *c, unsigned input)
{
  unsigned far[] = {NONE, 0x7FFFFFFF, 0x80000000u, 0xFFFFFFFFu};
  double x[64] = {0}, bad[] = {NAN, INFINITY, -INFINITY};
  int order[] = {0, -1, 2, 1};
  for (int i = 0; i < 4; i++) {
    SAYS(ERROR, fmi2GetReal(c, &far[i], 1, x));
    SAYS(ERROR, fmi2SetReal(c, &far[i], 1, x));
    SAYS(ERROR, fmi2GetDirectionalDerivative(c, &far[i], 1, &input, 1, x, x));
    SAYS(ERROR, fmi2GetDirectionalDerivative(c, &input, 1, &far[i], 1, x, x));
    SAYS(ERROR, fmi2SetRealInputDerivatives(c, &far[i], 1, order + 3, x));
  }
  for (int i = 0; i < 3; i++) {
    SAYS(ERROR, fmi2SetReal(c, &input, 1, &bad[i]));
    SAYS(ERROR, fmi2SetRealInputDerivatives(c, &input, 1, order + 3, &bad[i]));
    SAYS(ERROR, fmi2DoStep(c, 0, bad[i], 1));
    SAYS(ERROR, fmi2DoStep(c, bad[i], 0.01, 1));
  }
  for (int i = 0; i < 3; i++) SAYS(ERROR, fmi2SetRealInputDerivatives(c, &input, 1, &order[i], &(double){1}));
  SAYS(ERROR, fmi2DoStep(c, 0, 0, 1));
  SAYS(ERROR, fmi2DoStep(c, 0, -0.01, 1));
  SAYS(ERROR, fmi2DoStep(c, 1, 0.01, 1));
  SAYS(ERROR, fmi2GetDerivatives(c, x, 1));
  SAYS(ERROR, fmi2GetContinuousStates(c, x, 64));
  SAYS(ERROR, fmi2GetEventIndicators(c, x, 64));
}

// ---- order

static void order2(void)
{
  double x[2];
  event2 e;
  int a, b;
  void *c = two(CS);
  SAYS(ERROR, fmi2DoStep(c, 0, 0.01, 1));
  SAYS(ERROR, fmi2ExitInitializationMode(c));
  SAYS(ERROR, fmi2SetupExperiment(c, 0, 0, NAN, 0, 0));
  SAYS(ERROR, fmi2SetupExperiment(c, 0, 0, 2, 1, 1));
  SAYS(ERROR, fmi2SetTime(c, 1));
  begin2(c);
  SAYS(ERROR, fmi2SetupExperiment(c, 0, 0, 0, 0, 0));
  SAYS(ERROR, fmi2EnterInitializationMode(c));
  // Model Exchange is none of its business
  SAYS(OK, fmi2GetContinuousStates(c, x, 2));
  SAYS(ERROR, fmi2SetTime(c, 1));
  SAYS(ERROR, fmi2SetContinuousStates(c, x, 2));
  SAYS(ERROR, fmi2EnterEventMode(c));
  SAYS(ERROR, fmi2NewDiscreteStates(c, &e));
  SAYS(ERROR, fmi2EnterContinuousTimeMode(c));
  SAYS(ERROR, fmi2CompletedIntegratorStep(c, 1, &a, &b));
  SAYS(ERROR, fmi2CancelStep(c));
  SAYS(OK, fmi2DoStep(c, 0, 0.01, 1));
  SAYS(OK, fmi2Terminate(c));
  SAYS(ERROR, fmi2DoStep(c, 0.01, 0.01, 1));
  SAYS(ERROR, fmi2SetReal(c, &(unsigned){0}, 1, x));
  SAYS(OK, fmi2Reset(c));
  begin2(c);
  SAYS(OK, fmi2DoStep(c, 0, 0.01, 1));
  fmi2FreeInstance(c);
  c = two(ME);
  begin2(c);
  SAYS(ERROR, fmi2DoStep(c, 0, 0.01, 1));
  SAYS(ERROR, fmi2NewDiscreteStates(c, NULL));
  SAYS(OK, fmi2NewDiscreteStates(c, &e));
  SAYS(OK, fmi2EnterContinuousTimeMode(c));
  SAYS(ERROR, fmi2NewDiscreteStates(c, &e));
  SAYS(ERROR, fmi2CompletedIntegratorStep(c, 1, NULL, &b));
  SAYS(OK, fmi2CompletedIntegratorStep(c, 1, &a, &b));
  SAYS(ERROR, fmi2SetTime(c, NAN));
  SAYS(OK, fmi2GetContinuousStates(c, x, 2));
  SAYS(ERROR, fmi2SetContinuousStates(c, NULL, 2));
  SAYS(ERROR, fmi2SetContinuousStates(c, (double[]){NAN, 0}, 2));
  SAYS(OK, fmi2SetContinuousStates(c, x, 2));
  SAYS(OK, fmi2GetDerivatives(c, x, 2));
  fmi2FreeInstance(c);
}

static void order3(void)
{
  bool b[5];
  double x[2];
  void *c = three(CS);
  SAYS(ERROR, fmi3DoStep(c, 0, 0.01, 1, b, b, b, x));
  SAYS(ERROR, fmi3EnterInitializationMode(c, 0, 0, INFINITY, 0, 0));
  SAYS(ERROR, fmi3EnterStepMode(c));
  begin3(c);
  SAYS(OK, fmi3EnterStepMode(c));
  SAYS(ERROR, fmi3SetTime(c, 1));
  SAYS(ERROR, fmi3SetContinuousStates(c, x, 2));
  SAYS(ERROR, fmi3UpdateDiscreteStates(c, b, b, b, b, b, x));
  nulls3(c);
  SAYS(OK, fmi3DoStep(c, 0, 0.01, 1, b, b, b, x));
  fmi3FreeInstance(c);
  c = three(ME);
  begin3(c);
  SAYS(ERROR, fmi3EnterStepMode(c));
  SAYS(ERROR, fmi3DoStep(c, 0, 0.01, 1, b, b, b, x));
  nulls3(c);
  SAYS(OK, fmi3EnterContinuousTimeMode(c));
  nulls3(c);
  SAYS(OK, fmi3GetContinuousStateDerivatives(c, x, 2));
  fmi3FreeInstance(c);
}

// ---- states

static void damaged_states(void)
{
  void *c = two(CS), *m = two(ME), *s = NULL, *back = NULL;
  size_t n = 0;
  begin2(c), begin2(m);
  SAYS(OK, fmi2DoStep(c, 0, 0.01, 1));
  SAYS(OK, fmi2GetFMUstate(c, &s));
  SAYS(OK, fmi2GetFMUstate(c, &s));  // once more, into the same
  SAYS(OK, fmi2SerializedFMUstateSize(c, s, &n));
  char *bytes = malloc(n), *cut;
  SAYS(ERROR, fmi2SerializeFMUstate(c, s, bytes, n - 1));
  SAYS(OK, fmi2SerializeFMUstate(c, s, bytes, n));
  for (size_t k = 0; k < n; k += 1 + n / 97) {  // ASan sees what is read behind the end
    cut = malloc(k ? k : 1);
    memcpy(cut, bytes, k);
    SAYS(ERROR, fmi2DeSerializeFMUstate(c, cut, k, &back));
    free(cut);
  }
  double was = value2(c, 0);
  for (size_t k = 0; k < n; k++) {
    bytes[k] ^= 0x41;
    SAYS(OK, fmi2DeSerializeFMUstate(c, bytes, n, &back));
    int said = fmi2SetFMUstate(c, back);
    // mode, stop and next stand before what the checksum covers: another number there may be one, too
    if (said == OK && k >= 32) fprintf(stderr, "byte %zu of %zu changed: taken\n", k, n), abort();
    SAYS(OK, fmi2FreeFMUstate(c, &back));
    assert(!back);
    bytes[k] ^= 0x41;
    SAYS(OK, fmi2SetFMUstate(c, s));
  }
  SAYS(ERROR, fmi2SetFMUstate(m, s));  // of the other interface: it is in step mode
  assert(value2(c, 0) == was);
  SAYS(OK, fmi2DoStep(c, 0.01, 0.01, 1));
  free(bytes);
  SAYS(OK, fmi2FreeFMUstate(c, &s));
  SAYS(OK, fmi2FreeFMUstate(c, &s));
  fmi2FreeInstance(c), fmi2FreeInstance(m);
}

// ---- random calls

static unsigned random_state = 1;
static unsigned pick(unsigned n)
{
  random_state = random_state * 1664525u + 1013904223u;
  return (random_state >> 8) % n;
}

// One call with arguments that are mostly wrong. Nothing is asked of the answer but that one comes.
static void any_call(void *c, void **state, unsigned variables)
{
  static const double odd[] = {0, 1, -1, 1e-3, 1e300, -1e300, 1e-300, (double)NAN, (double)INFINITY};
  double x[8] = {odd[pick(9)], odd[pick(9)]}, y[8];
  unsigned r[2] = {pick(2) ? pick(variables + 8) : pick(1u << 31), pick(variables)};
  int a, b, order[2] = {(int)pick(4) - 1, 1};
  event2 e;
  size_t n = pick(3);
  switch (pick(24)) {
  case 0: fmi2SetupExperiment(c, (int)pick(2), x[0], x[1], (int)pick(2), odd[pick(9)]); break;
  case 1: fmi2EnterInitializationMode(c); break;
  case 2: fmi2ExitInitializationMode(c); break;
  case 3:
    if (!pick(8)) fmi2Terminate(c);
    break;
  case 4: fmi2Reset(c); break;
  case 5: fmi2GetReal(c, pick(4) ? r : NULL, n, y); break;
  case 6: fmi2SetReal(c, r, n, pick(4) ? x : NULL); break;
  case 7: fmi2GetFMUstate(c, state); break;
  case 8: fmi2SetFMUstate(c, *state); break;
  case 9: fmi2FreeFMUstate(c, state); break;
  case 10: fmi2GetDirectionalDerivative(c, r, n, r + 1, pick(2), x, y); break;
  case 11: fmi2EnterEventMode(c); break;
  case 12: fmi2NewDiscreteStates(c, &e); break;
  case 13: fmi2EnterContinuousTimeMode(c); break;
  case 14: fmi2CompletedIntegratorStep(c, 1, &a, &b); break;
  case 15: fmi2SetTime(c, x[0]); break;
  case 16: fmi2GetDerivatives(c, y, n); break;
  case 17: fmi2GetEventIndicators(c, y, n); break;
  case 18: fmi2SetContinuousStates(c, x, n); break;
  case 19: fmi2SetRealInputDerivatives(c, r, n, order, x); break;
  case 20: fmi2DoStep(c, x[0], fmin(x[1], 1), 1); break;
  case 21: fmi2GetRealStatus(c, (int)pick(5), y); break;
  case 22: fmi3GetAdjointDerivative(c, r, n, r, n, x, n, y, n); break;
  default: fmi2GetNominalsOfContinuousStates(c, y, n); break;
  }
  (void)y, (void)e, (void)a, (void)b;
}

static void random_calls(int n)
{
  for (int type = ME; type <= CS; type++) {
    void *c = two(type), *state = NULL;
    unsigned variables = 0;
    for (double x; fmi2GetReal(c, &variables, 1, &x) == OK; variables++) {}
    for (int i = 0; i < n; i++) any_call(c, &state, variables);
    fmi2FreeFMUstate(c, &state);
    fmi2FreeInstance(c);
  }
}

static void read_token(void)
{
  char path[4200];
  snprintf(path, sizeof path, "%s/machine.dvm", folder);
  FILE *f = fopen(path, "rb");
  if (!f) fprintf(stderr, "no %s\n", path), abort();
  fseek(f, 0, SEEK_END);
  size_t n = (size_t)ftell(f);
  char *bytes = malloc(n);
  rewind(f);
  if (!bytes || fread(bytes, 1, n, f) != n) abort();
  fclose(f);
  snprintf(token, sizeof token, "{davit-%016llx}", (unsigned long long)dv_hash_bytes(bytes, n));
  free(bytes);
}

static long resident(void)  // pages
{
  long all = 0, held = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (f && fscanf(f, "%ld %ld", &all, &held) != 2) held = 0;
  if (f) fclose(f);
  return held;
}

// Instances made, stepped and freed, of both versions and types: from the second tenth on memory does not grow.
static void rounds(int n)
{
  long from = 0;
  for (int i = 0; i < n; i++) {
    int type = i & 1;
    void *c = i & 2 ? two(type) : three(type);
    bool b[3];
    double last;
    if (i & 2) begin2(c);
    else begin3(c);
    if (type == CS && i & 2) SAYS(OK, fmi2DoStep(c, 0, 0.01, 1));
    else if (type == CS) SAYS(OK, fmi3DoStep(c, 0, 0.01, 1, &b[0], &b[1], &b[2], &last));
    if (i & 2) fmi2FreeInstance(c);
    else fmi3FreeInstance(c);
    if (i == n / 10) from = resident();
  }
  long grown = (resident() - from) * 4;
  if (n >= 10000) printf("%d instances: %ld kB more\n", n, grown);
  if (n >= 10000 && grown > 1024) abort();
}

static unsigned find_input(void *c)
{
  const dv_fmu *f = c;
  dv_info v;
  for (int i = 0; i < f->nvariable; i++)
    if (!dv_model_info(f->m, i, &v) && v.is == DV_IS_INPUT) return (unsigned)i;
  abort();
}

int main(int argc, char **argv)
{
  if (argc < 2) return 64;
  snprintf(folder, sizeof folder, "%s", argv[1]);
  snprintf(uri, sizeof uri, "file://%s", argv[1]);
  read_token();
  no_instance();
  for (int type = ME; type <= CS; type++) {
    void *c = two(type);
    unsigned input = find_input(c);
    nulls2(c);
    begin2(c);
    nulls2(c);
    wrong_numbers(c, input);
    assert(isfinite(value2(c, input)));
    fmi2FreeInstance(c);
  }
  order2();
  order3();
  damaged_states();
  random_calls(argc > 2 ? atoi(argv[2]) : 20000);
  rounds(argc > 3 ? atoi(argv[3]) : 200);
  printf("%d checks\n", checks);
  return 0;
}
