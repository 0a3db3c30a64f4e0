// section_load.c: what a section of a beam passes on: forces, moments, stress; and how far it has moved.
//
//   (n, f) = sum over the mass beyond of m (a - g) + what the beam exerts on the links that hang on it beyond;   loads = -(n, f)
//   stress = N/A + |M_y| c_z/I_y + |M_z| c_y/I_z, largest in the section; tension is positive
//
// Loads are in the axes of the turned section, about its centre. They come from equilibrium, not from curvature: exact for any
// number of modes where the motion is.
#include "engine/section_load.h"

// Adds a child's reaction, seen from the beam's link about its origin.
DV_FN void add_child(const dv_link_work *beam, const dv_link_work *child, v3 *n, v3 *f)
{
  v3 force = dv_m3_tmul(beam->R_WB, dv_m3_mul(child->R_WB, child->f));
  v3 moment = dv_m3_tmul(beam->R_WB, dv_m3_mul(child->R_WB, child->n));
  v3 arm = dv_m3_tmul(beam->R_WB, dv_v3_sub(child->p_WB, beam->p_WB));
  *f = dv_v3_add(*f, force);
  *n = dv_v3_add(*n, dv_v3_add(moment, dv_v3_cross(arm, force)));
}

static void loads(const dv_eval *e, const dv_tree *tree, dv_link_work *links, const dv_station *s, v3 *n, v3 *f)
{
  const int *beyond = dv_model_INT(e->m) + s->beyond;
  dv_link part = tree->link[s->beam];
  real wrench[6];
  part.nodes = s->nodes;
  part.shape = s->shape;
  DV_X(dv_beam_part)(tree, e->num, links, s->beam, &part, e->num + s->J, e->w + s->room, wrench);
  *n = dv_v3_of(wrench);
  *f = dv_v3_of(wrench + 3);
  for (int i = 0; i < s->nbeyond; i++) add_child(&links[s->beam], &links[beyond[i]], n, f);
}

// From link axes about its origin to the section's: beam axes turned with the section, about its place, outer part on inner.
DV_FN void to_section(const dv_link_work *beam, const dv_link_work *site, const real *R, v3 n, v3 f, real *out)
{
  v3 arm = dv_m3_tmul(beam->R_WB, dv_v3_sub(site->p_WB, beam->p_WB));
  n = dv_v3_sub(n, dv_v3_cross(arm, f));
  f = dv_m3_tmul(site->R_WB, dv_m3_mul(beam->R_WB, f));
  n = dv_m3_tmul(site->R_WB, dv_m3_mul(beam->R_WB, n));
  f = dv_v3_scale(dv_m3_tmul(R, f), dv_real(-1));
  n = dv_v3_scale(dv_m3_tmul(R, n), dv_real(-1));
  dv_v3_put(out + DV_STATION_AXIAL, f);
  dv_v3_put(out + DV_STATION_TORQUE, n);
}

void DV_X(dv_stations)(const dv_eval *e, const dv_tree *tree, dv_link_work *links)
{
  const dv_station *s = dv_model_STATION(e->m);
  for (int i = 0; i < DV_MODEL_COUNT(e->m, STATION); i++, s++) {
    const dv_link_work *beam = &links[s->beam], *site = &links[s->site];
    const real *R = e->num + s->num, *p = R + 9, *x = p + 3, *A = x + 1;
    real *out = e->w + s->out, zero = dv_real(0);
    v3 n, f, along = dv_v3_zero();
    loads(e, tree, links, s, &n, &f);
    to_section(beam, site, R, n, f, out);
    real y = out[DV_STATION_MOMENT_Y], z = out[DV_STATION_MOMENT_Z];
    out[DV_STATION_STRESS] = out[DV_STATION_AXIAL] / A[0] + dv_max(y, zero - y) * A[4] / A[1] + dv_max(z, zero - z) * A[3] / A[2];
    along.x[0] = x[0];
    v3 at = dv_m3_tmul(beam->R_WB, dv_v3_sub(site->p_WB, beam->p_WB));
    dv_v3_put(out + DV_STATION_MOVED, dv_v3_sub(dv_m3_tmul(R, dv_v3_sub(at, dv_v3_of(p))), along));
  }
}
