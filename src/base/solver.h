// solver.h: the solvers of runs, one row each (solvers.def): reader, schema, help, `modes`, documents and runs read these.
#pragma once

typedef enum {
  DV_STEP_OWN,       // of several steps, always by the error (SUNDIALS)
  DV_STEP_FIXED,     // fixed
  DV_STEP_EITHER,    // fixed, or by the error if asked
  DV_STEP_BY_ERROR,  // by the error, or fixed if a step is given
} dv_step_choice;

// How errors grow over a step h on a linear machine x' = A x: by the terms of a series in hA, by the method's own formula, never.
typedef enum { DV_GROWTH_UNTOLD, DV_GROWTH_SERIES, DV_GROWTH_EULER, DV_GROWTH_RKN, DV_GROWTH_NEVER } dv_growth;

enum { DV_TERMS_MOST = 8 };

// What implicit methods are told besides, as files and options say it.
#define DV_LINEAR_WORDS "auto|dense|klu"
#define DV_DERIVATIVE_WORDS "differences|exact"

typedef struct {
  const char *name, *other;  // other: further names, "|cvode"
  int order;
  dv_step_choice chooses;
  int implicit, estimate, momenta;
  dv_growth growth;
  double term[DV_TERMS_MOST];  // of hA, (hA)^2, ...; 0 after the last
  const char *doc;
} dv_solver;

typedef enum {
#define DV_SOLVER(id, ...) DV_SOLVER_##id,
#include "base/solvers.def"
  DV_SOLVER_COUNT
} dv_solver_id;

#ifdef __cplusplus
extern "C" {
#endif
extern const dv_solver dv_solvers[DV_SOLVER_COUNT];
extern const char dv_solver_words[];                // "|cvode-bdf|cvode|..."
extern const char dv_solver_list[];                 // ", cvode-bdf, cvode-adams..."
const dv_solver *dv_solver_find(const char *name);  // NULL: the default; NULL is returned where there is none of that name
// What it cannot do of what is asked ("rkn" + what is a sentence); NULL: nothing. step < 0: by the error.
typedef struct {
  const char *key, *what, *remedy;  // key: of the file's `solver:`
} dv_solver_fault;
const dv_solver_fault *dv_solver_refuses(const dv_solver *s, double step, int momenta);
#ifdef __cplusplus
}
#endif
