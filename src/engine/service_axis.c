// service_axis.c: coordinate, row of the Jacobian, rate and drift of an axis at any state.
//
//   distance: x = |d|, dx/dq = u . (J1 - J0), x' = u . d', drift = u . (J1' - J0') v + (|d'|^2 - x'^2) / x;  d = p1 - p0, u = d/x
//   sum:      x = sum k_i x_i + offset, and so on
#include "engine/service.h"

static const real *end_of(const dv_eval *e, const dv_junction *j, int k) { return dv_service_numbers(e) + j->num + 3 * k; }

// One end of a distance: place; velocity and drift if there are rates.
static void add_end(const dv_eval *e, const dv_junction *j, int k, int moves, v3 d[3])
{
  const dv_link_work *l = dv_service_links(e) + j->link[k];
  v3 r = dv_v3_of(end_of(e, j, k)), p[3] = {r, dv_v3_zero(), dv_v3_zero()};
  real drift[6];
  if (j->link[k] >= 0) p[0] = dv_v3_add(l->p_WB, dv_m3_mul(l->R_WB, r));
  if (j->link[k] >= 0 && moves) {
    p[1] = dv_m3_mul(l->R_WB, dv_v3_add(l->v, dv_v3_cross(l->w, r)));
    DV_X(dv_jdotv)(&e->tree, dv_service_numbers(e), dv_service_links(e), j->link[k], end_of(e, j, k), drift);
    p[2] = dv_v3_of(drift + 3);
  }
  for (int i = 0; i < 3; i++) d[i] = k ? dv_v3_add(d[i], p[i]) : dv_v3_sub(d[i], p[i]);
}

static void add_line(const dv_eval *e, const dv_junction *j, real factor, int moves, dv_axis_motion *out)
{
  real *J = dv_work_service_rows(e->m, e->w);
  int nv = e->m->nv;
  v3 d[3] = {dv_v3_zero(), dv_v3_zero(), dv_v3_zero()};
  add_end(e, j, 0, moves, d);
  add_end(e, j, 1, moves, d);
  real x = dv_sqrt(dv_v3_dot(d[0], d[0])), rate = dv_v3_dot(d[0], d[1]) / x;
  out->x += factor * x;
  out->rate += factor * rate;
  out->drift += factor * (dv_v3_dot(d[0], d[2]) + dv_v3_dot(d[1], d[1]) - rate * rate) / x;
  for (int k = 0; k < 2; k++) {
    if (j->link[k] < 0) continue;
    DV_X(dv_jacobian)(&e->tree, dv_service_numbers(e), dv_service_links(e), j->link[k], end_of(e, j, k), J);
    for (int i = 0; i < nv; i++) {
      real along = factor * (d[0].x[0] * J[3 * nv + i] + d[0].x[1] * J[4 * nv + i] + d[0].x[2] * J[5 * nv + i]) / x;
      out->row[i] += k ? along : -along;
    }
  }
}

static void add_axis(const dv_eval *e, int junction, real factor, const real *q, const real *v, dv_axis_motion *out)
{
  const dv_junction *j = dv_model_JUNCTION(e->m) + junction;
  const real *k = dv_service_numbers(e) + j->num;
  const int *term = dv_model_INT(e->m) + j->term;
  if (j->type == DV_AT_LINE) {
    add_line(e, j, factor, v != NULL, out);
  } else if (j->type == DV_AT_COORDINATE) {
    out->x += factor * q[j->iq];
    if (v) out->rate += factor * v[j->iv];
    out->row[j->iv] += factor;
  } else {
    out->x += factor * k[j->nterm];
    for (int i = 0; i < j->nterm; i++) add_axis(e, term[i], factor * k[i], q, v, out);
  }
}

void DV_X(dv_service_axis)(const dv_eval *e, int junction, const real *q, const real *v, dv_axis_motion *out)
{
  out->x = out->rate = out->drift = dv_real(0);
  for (int i = 0; i < e->m->nv; i++) out->row[i] = dv_real(0);
  add_axis(e, junction, dv_real(1), q, v, out);
}
