// ball.c: a small FMU of FMI 2.0 for the tests of import: a ball that bounces, and a clock that ticks every quarter second.
//
// h' = v, v' = -g; at h <= 0 with v < 0: v := -e v. It wants to know of every step, and counts them.
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { H, V, DER_H, DER_V, E, G, FAILS_AT, REALS };
enum { BOUNCES = 10, TICKS, STEPS };
enum { OK, WARNING, DISCARD, ERROR };

typedef void logger(void *environment, const char *instance, int status, const char *category, const char *format, ...);
typedef struct {
  logger *log;
  void *(*allocate)(size_t n, size_t size);
  void (*free)(void *piece);
  void *finished, *environment;
} callbacks;

typedef struct {
  double real[REALS];
  int bounces, ticks, steps;
  double t;
  const callbacks *call;
} ball;

typedef struct {
  int again, ends, nominals, values, has_next;
  double next;
} event_info;

EXPORT void *fmi2Instantiate(const char *name, int type, const char *guid, const char *resources, const callbacks *c, int visible,
                             int logging)
{
  (void)name, (void)type, (void)resources, (void)visible, (void)logging;
  if (strcmp(guid, "{ball}") != 0) return NULL;
  ball *b = c->allocate(1, sizeof *b);
  b->call = c;
  b->real[H] = 1, b->real[E] = 0.7, b->real[G] = 9.81, b->real[FAILS_AT] = 1e9;
  return b;
}

EXPORT void fmi2FreeInstance(ball *b) { b->call->free(b); }
EXPORT int fmi2SetupExperiment(ball *b, int has, double tolerance, double start, int has_stop, double stop)
{
  (void)has, (void)tolerance, (void)has_stop, (void)stop;
  b->t = start;
  return OK;
}
EXPORT int fmi2EnterInitializationMode(ball *b) { return b ? OK : ERROR; }
EXPORT int fmi2ExitInitializationMode(ball *b) { return b ? OK : ERROR; }
EXPORT int fmi2Terminate(ball *b) { return b ? OK : ERROR; }
EXPORT int fmi2EnterEventMode(ball *b) { return b ? OK : ERROR; }
EXPORT int fmi2EnterContinuousTimeMode(ball *b) { return b ? OK : ERROR; }

static double value_of(const ball *b, uint32_t r) { return r == DER_H ? b->real[V] : r == DER_V ? -b->real[G] : b->real[r]; }

EXPORT int fmi2GetReal(ball *b, const uint32_t *r, size_t n, double *value)
{
  for (size_t i = 0; i < n; i++) {
    if (r[i] >= REALS) return ERROR;
    value[i] = value_of(b, r[i]);
  }
  return OK;
}

EXPORT int fmi2SetReal(ball *b, const uint32_t *r, size_t n, const double *value)
{
  for (size_t i = 0; i < n; i++) {
    if (r[i] >= REALS) return ERROR;
    b->real[r[i]] = value[i];
  }
  return OK;
}

EXPORT int fmi2GetInteger(ball *b, const uint32_t *r, size_t n, int *value)
{
  for (size_t i = 0; i < n; i++) value[i] = r[i] == BOUNCES ? b->bounces : r[i] == TICKS ? b->ticks : b->steps;
  return OK;
}

EXPORT int fmi2SetInteger(ball *b, const uint32_t *r, size_t n, const int *value)
{
  (void)b, (void)r, (void)n, (void)value;
  return ERROR;
}

EXPORT int fmi2NewDiscreteStates(ball *b, event_info *e)
{
  memset(e, 0, sizeof *e);
  if (b->real[H] <= 0 && b->real[V] < 0) b->real[V] *= -b->real[E], b->bounces++, e->values = 1;
  while (b->t >= 0.25 * (b->ticks + 1)) b->ticks++;
  e->has_next = 1, e->next = 0.25 * (b->ticks + 1);
  return OK;
}

EXPORT int fmi2CompletedIntegratorStep(ball *b, int no_prior, int *event, int *ends)
{
  (void)no_prior;
  b->steps++;
  *event = *ends = 0;
  return OK;
}

EXPORT int fmi2SetTime(ball *b, double t)
{
  b->t = t;
  return OK;
}

EXPORT int fmi2SetContinuousStates(ball *b, const double *x, size_t n)
{
  memcpy(b->real, x, n * sizeof *x);
  return n == 2 ? OK : ERROR;
}

EXPORT int fmi2GetContinuousStates(ball *b, double *x, size_t n)
{
  memcpy(x, b->real, n * sizeof *x);
  return n == 2 ? OK : ERROR;
}

EXPORT int fmi2GetDerivatives(ball *b, double *rate, size_t n)
{
  if (b->t > b->real[FAILS_AT]) {
    b->call->log(b->call->environment, "ball", ERROR, "error", "the ball is lost %s %d", "after", b->bounces);
    return ERROR;
  }
  rate[0] = b->real[V], rate[1] = -b->real[G];
  return n == 2 ? OK : ERROR;
}

EXPORT int fmi2GetEventIndicators(ball *b, double *root, size_t n)
{
  root[0] = b->real[H] > 0 || b->real[V] < 0 ? b->real[H] : -1;
  return n == 1 ? OK : ERROR;
}

EXPORT int fmi2DoStep(ball *b, double t, double dt, int no_prior)
{
  (void)no_prior;
  b->real[H] += b->real[V] * dt - b->real[G] * dt * dt / 2;
  b->real[V] -= b->real[G] * dt;
  b->t = t + dt;
  return b->t > b->real[FAILS_AT] ? ERROR : OK;
}
