// compiled.h: a machine as `davit compile` wrote it, and the engine that runs it.
#pragma once

#include "engine/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

// A machine that `davit compile` wrote, by width: 1, 4, 8 lanes; NULL: not there. Its numbers are folded in but for the open
// ones.
typedef struct {
  char magic[8];  // "dvmach3"
  uint64_t key;   // dv_compiled_key of its model
  int32_t nx, nd, nquad, nopen, nshown, unused;
  const int32_t *open;   // rising: numbers that are taken from num
  const int32_t *shown;  // what `show` writes: cells of the work; ~i: the rate of state i
  dv_rates *rates[3];
  dv_event *sample[3];
  dv_roots *roots[3];
  dv_tidy *tidy[3];
  dv_show *show[3];  // as rates and observe, but for `shown` alone
} dv_compiled;

// The same with the right-hand side, samples and roots of a compiled machine, which leave nothing but rates of coordinates in the
// work; `own` holds it.
const dv_engine *dv_engine_compiled(const dv_engine *plain, const dv_compiled *c, dv_engine *own);
dv_show *dv_compiled_show(const dv_compiled *c, int lanes);  // NULL: none, also of no machine
int dv_shown_cell(const dv_variable *v, int *cell);          // as in `shown`; 0: a state or a number, which needs no code
int dv_compiled_shows(const dv_compiled *c, const dv_variable *v);
// Everything that is compiled in: structure and numbers without the open ones; not the initial state, sizes and texts.
uint64_t dv_compiled_key(const dv_model *m, const int32_t *open, int nopen);
int dv_compiled_fits(const dv_compiled *c, const dv_model *m);  // 1: it is that of the model

#ifdef __cplusplus
}
#endif
