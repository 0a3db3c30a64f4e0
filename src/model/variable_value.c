// variable_value.c: values of variables, and a whole state in a few digits.
#include "model/variable_value.h"

#include "base/hash.h"

// The sign of a zero is an accident of the order of sums: -0 + 0 is 0.
double dv_variable_lane(const dv_model *m, int variable, const double *x, const double *dx, const double *work, int lanes,
                        int lane)
{
  const dv_variable *v = &dv_model_VARIABLE(m)[variable];
  const double *array[] = {[DV_IN_STATE] = x, [DV_IN_RATE] = dx, [DV_IN_WORK] = work};
  return v->array == DV_IN_NUMBER ? dv_model_NUMBER(m)[v->index] : array[v->array][v->index * lanes + lane] + 0.0;
}

double dv_variable_value(const dv_model *m, int variable, const double *x, const double *dx, const double *work)
{
  return dv_variable_lane(m, variable, x, dx, work, 1, 0);
}

uint64_t dv_state_hash(const dv_model *m, const dv_state *s)
{
  uint64_t h = dv_hash_bytes(&s->t, sizeof s->t);
  h = dv_hash_on(h, s->x, (size_t)m->nx * sizeof(double));
  return m->nd ? dv_hash_on(h, s->d, (size_t)m->nd * sizeof(double)) : h;
}
