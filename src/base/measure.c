// measure.c: see measure.h; the laws are in measure_laws.h.
#include "base/measure_laws.h"

const dv_measure_row dv_measure_rows[DV_MEASURE_COUNT] = {
#define X(name, key, unit, doc) {key, unit, doc},
    DV_MEASURES(X)
#undef X
};

double dv_measure_of(dv_measure what, const dv_course *c) { return measure_of(what, c); }

int dv_measure_takes_goal(dv_measure what)
{
  return what == DV_MEASURE_RISE || what == DV_MEASURE_OVERSHOOT || what == DV_MEASURE_SETTLING || what == DV_MEASURE_ERROR ||
         what == DV_MEASURE_CROSSING || what == DV_MEASURE_FALLS;
}
