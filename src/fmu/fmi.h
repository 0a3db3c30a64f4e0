// fmi.h: what FMI 2.0 and 3.0 share: an instance of the machine that lies in the FMU's resources.
//
// The machine's block is read once; value references are handles of davit.h, and behind them come
//   variables + i: rate of the i-th continuous state;  variables + states: time;  then the event indicators
#pragma once

#include "davit/davit.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum { DV_FMU_OK, DV_FMU_WARNING, DV_FMU_DISCARD, DV_FMU_ERROR, DV_FMU_FATAL } dv_fmu_status;  // as in both versions
// Within: the importer was called inside a step (FMI 3.0: intermediate update).
typedef enum {
  DV_FMU_NEW,
  DV_FMU_STARTING,
  DV_FMU_EVENT,
  DV_FMU_BETWEEN,
  DV_FMU_STEPPING,
  DV_FMU_ENDED,
  DV_FMU_WITHIN
} dv_fmu_mode;

enum { DV_FMU_ENTRIES = 1 << 28 };  // of an array, at most
typedef struct dv_fmu dv_fmu;
typedef void dv_fmu_tell(dv_fmu *f, dv_fmu_status status, const char *message);
// FMI 3.0: what the importer may do at a time within a step: set inputs, get variables; a step has ended there; a step may be
// ended early, and whether it shall be, and where.
typedef void dv_fmu_update(void *environment, double t, bool sets, bool gets, bool finished, bool may_end, bool *ends,
                           double *end);

struct dv_fmu {
  uint64_t magic;  // an instance that is none is told from one by this
  dv_model *m;
  dv_sim *s;
  dv_fmu_mode mode;
  int exchange;  // 1: Model Exchange; 0: Co-Simulation
  int nvariable, nstate, nroot;
  double stop;    // HUGE_VAL: none
  double next;    // of the last event, s
  double *slope;  // [nvariable] of inputs over the next step; NULL: none was given yet
  int nslope;     // that are not zero
  dv_fmu_tell *tell;
  dv_fmu_update *update;  // asks for inputs within steps; NULL: nobody gives them
  int sets;               // 1: while `update` lets the importer set inputs
  void *callback[2];      // of the version: what messages go through, and what they are given
  char *name;
  char text[1200];
};

// NULL after a message. folder: the resources; token: of the description.
dv_fmu *dv_fmu_new(const char *name, const char *token, const char *folder, int exchange, dv_fmu_tell *tell, void *a, void *b);
void dv_fmu_free(dv_fmu *f);
int dv_fmu_is(const dv_fmu *f);  // 1: an instance
dv_fmu_status dv_fmu_say(dv_fmu *f, dv_fmu_status status, const char *format, ...);
// OK, or an error with the sim's own message.
dv_fmu_status dv_fmu_done(dv_fmu *f, int bad, const char *what);
dv_fmu_status dv_fmu_allow(dv_fmu *f, unsigned modes, const char *what);  // an error in modes that are not among these: 1 << mode
dv_fmu_status dv_fmu_null(dv_fmu *f, const char *what);                   // an error: an argument of `what` is NULL
dv_fmu_status dv_fmu_none(dv_fmu *f, size_t n, const char *what,
                          const char *lack);                                      // an error unless nothing (n = 0) is asked for
dv_fmu_status dv_fmu_go(dv_fmu *f, dv_fmu_mode mode);                             // OK, in this mode
dv_fmu_status dv_fmu_has_length(dv_fmu *f, const double *x, size_t n, int want);  // OK: an array of this length

// What the functions of both versions begin with: an instance, the modes in which they may be called, arguments that are there.
#define DV_FMU_ANY (~0u)
#define DV_FMU_IN(mode) (1u << (mode))
#define DV_FMU_OPEN(c)                                                                                                           \
  dv_fmu *f = (c);                                                                                                               \
  if (!dv_fmu_is(f)) return DV_FMU_FATAL
#define DV_FMU_ONLY(modes, what)                                                                                                 \
  if (dv_fmu_allow(f, modes, what)) return DV_FMU_ERROR
#define DV_FMU_GIVEN(arguments, what)                                                                                            \
  if (!(arguments)) return (status)dv_fmu_null(f, what)
#ifdef _WIN32
#define DV_FMU_EXPORT __declspec(dllexport)
#else
#define DV_FMU_EXPORT __attribute__((visibility("default")))
#endif

dv_fmu_status dv_fmu_start(dv_fmu *f, double start, double stop, double tolerance);
dv_fmu_status dv_fmu_get(dv_fmu *f, const uint32_t *reference, size_t n, double *value);
dv_fmu_status dv_fmu_set(dv_fmu *f, const uint32_t *reference, size_t n, const double *value);
dv_fmu_status dv_fmu_slope(dv_fmu *f, const uint32_t *unknown, size_t nunknown, const uint32_t *known, size_t nknown,
                           const double *seed, double *out);
dv_fmu_status dv_fmu_indicators(dv_fmu *f, double *root, const char *asked);  // [nroot]
dv_fmu_status dv_fmu_event(dv_fmu *f, int *changed, double *next);
dv_fmu_status dv_fmu_step(dv_fmu *f, double t, double dt);
// First derivatives of inputs, for the next step.
dv_fmu_status dv_fmu_input_slopes(dv_fmu *f, const uint32_t *reference, size_t n, const int *order, const double *value);
dv_fmu_status dv_fmu_reset(dv_fmu *f);

dv_fmu_status dv_fmu_nominals(const dv_fmu *f, double *x);  // [nstate]

// States: the mode before the sim's own. What keeps one is freed by free.
size_t dv_fmu_state_bytes(const dv_fmu *f);
dv_fmu_status dv_fmu_keep(dv_fmu *f, void **state);  // *state NULL: made
dv_fmu_status dv_fmu_forget(void **state);
dv_fmu_status dv_fmu_restore(dv_fmu *f, const void *state);
dv_fmu_status dv_fmu_pack(dv_fmu *f, const void *state, void *bytes, size_t n);
dv_fmu_status dv_fmu_unpack(dv_fmu *f, const void *bytes, size_t n, void **state);
