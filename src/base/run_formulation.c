// run_formulation.c: the rows of run_formulations.def.
#include "base/run_formulation.h"

const dv_run_formulation dv_run_formulations[DV_RUN_BY_COUNT] = {
#define DV_OF_RATES(id, name, ...) {name, 0, __VA_ARGS__},
#define DV_OF_MOMENTA(id, name, ...) {name, 1, __VA_ARGS__},
#include "base/run_formulations.def"
};

const char dv_run_formulation_words[] =
#define DV_OF_RATES(id, name, ...) "|" name
#include "base/run_formulations.def"
    ;
const char dv_run_formulation_docs[] =
#define DV_OF_RATES(id, name, multipliers, summary, doc) "; " name ": " doc
#include "base/run_formulations.def"
    ;
const char dv_run_formulation_of_rates[] =
#define DV_OF_RATES(id, name, ...) "|" name
#define DV_OF_MOMENTA(...)
#include "base/run_formulations.def"
    ;
const char dv_run_formulation_rate_docs[] =
#define DV_OF_RATES(id, name, multipliers, summary, doc) "; " name ": " doc
#define DV_OF_MOMENTA(...)
#include "base/run_formulations.def"
    ;
