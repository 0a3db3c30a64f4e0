// formulation_screw.c: screw projection on random trees, rigid and elastic: its terms against the skeleton's recursions, E and h
// against differences, reactions by auxiliary speeds against the skeleton's and against Newton and Euler on every body.
#include "skeleton/elastic.h"

#include "formulation/projection.h"

static dv_projection *project(dv_arena *arena, int which)
{
  make(which, which % 32 & ~TREE_DRIVEN);
  dv_projection *s = dv_projection_new(arena, &t.tree, t.num);
  dv_projection_place(s, q, v);
  dv_projection_form(s);
  return s;
}

static void terms(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    dv_arena *arena = dv_arena_new();
    dv_projection *s = project(arena, i);
    const int n = t.tree.nv;
    double p[NV], slope[NV], g[NV], sum[NV];
    dv_crba_x1(&t.tree, t.num, w, q, mass);
    close_arrays(n * n, s->M, mass, 1e-12, "mass matrix", i);
    dv_hamilton_x1(&t.tree, t.num, w, q, v, p, slope);
    close_arrays(n, s->momentum, p, 1e-12, "momentum", i);
    close_arrays(n, s->E, slope, 1e-12, "E", i);
    dv_rnea_x1(&t.tree, t.num, w, q, zero, zero, NULL, g);
    for (int k = 0; k < n; k++) sum[k] = -s->G[k];
    close_arrays(n, sum, g, 1e-12, "weight", i);
    dv_rnea_x1(&t.tree, t.num, w, q, v, a, NULL, effort);
    dv_projection_effort(s, a, sum);
    close_arrays(n, sum, effort, 1e-12, "effort", i);
    dv_arena_free(arena);
  }
}

static double kinetic(dv_projection *s, const double *at)
{
  double T = 0;
  dv_projection_place(s, at, v);
  dv_projection_form(s);
  for (int k = 0; k < t.tree.nv; k++) T += 0.5 * s->momentum[k] * v[k];
  return T;
}

// E = dT/dq at constant u where the rate is that of a coordinate; quasi-velocities (1) have brackets besides.
static void find_quasi(char *quasi)
{
  memset(quasi, 0, NV);
  for (int i = 0; i < t.tree.nlink; i++) {
    dv_joint_facts f = dv_joint_row_facts_x1(t.link[i].joint);
    if (f.nv > 1) memset(quasi + t.link[i].iv, 1, (size_t)f.nv);
  }
}

// F1: M' u - E = h, where M' and E are differences.
static void differences(void **state)
{
  const double h = 1e-5;
  (void)state;
  for (int i = 0; i < 40; i++) {
    dv_arena *arena = dv_arena_new();
    dv_projection *s = project(arena, i);
    const int n = t.tree.nv;
    char quasi[NV];
    double E[NV], velocity[NV], p[2][NV], dT[NV], rate[NV], at[2 * NV], along[NV];
    memcpy(E, s->E, sizeof *E * (size_t)n);
    memcpy(velocity, s->h, sizeof *E * (size_t)n);
    for (int side = 0; side < 2; side++) {
      dv_coordinate_add_x1(&t.tree, q, side ? h : -h, v, at);
      kinetic(s, at);
      memcpy(p[side], s->momentum, sizeof *E * (size_t)n);
    }
    for (int k = 0; k < n; k++) rate[k] = (p[1][k] - p[0][k]) / (2 * h) - E[k];
    close_arrays(n, velocity, rate, 1e-7, "h = M' u - E", i);
    find_quasi(quasi);
    for (int k = 0; k < n; k++) {
      double T[2];
      dT[k] = E[k];
      if (quasi[k]) continue;
      memset(along, 0, sizeof along);
      along[k] = 1;
      for (int side = 0; side < 2; side++) {
        dv_coordinate_add_x1(&t.tree, q, side ? h : -h, along, at);
        T[side] = kinetic(s, at);
      }
      dT[k] = (T[1] - T[0]) / (2 * h);
    }
    close_arrays(n, E, dT, 1e-7, "E = dT/dq", i);
    dv_arena_free(arena);
  }
}

static void reactions(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    dv_arena *arena = dv_arena_new();
    dv_projection *s = project(arena, i);
    dv_auxiliary r = dv_auxiliary_new(arena, s);
    dv_rnea_x1(&t.tree, t.num, w, q, v, a, fext, effort);
    for (int k = 0; k < t.tree.nlink; k++) {
      double rho[6], own[6];
      dv_auxiliary_form(s, k, fext, &r);
      dv_auxiliary_reaction(s, &r, a, rho);
      for (int d = 0; d < 6; d++) own[d] = -(d < 3 ? w[k].n.x[d] : w[k].f.x[d - 3]);
      close_arrays(6, rho, own, 1e-11, "reaction", i);
    }
    dv_arena_free(arena);
  }
}

// A wrench at a link's origin, link axes, about the world's origin in world axes: added to out (n, f).
static void to_world(const dv_projection *s, int link, v3 n, v3 f, double sign, double *out)
{
  v3 force = dv_m3_mul(s->R[link], f), moment = dv_v3_add(dv_m3_mul(s->R[link], n), dv_v3_cross(s->p[link], force));
  for (int j = 0; j < 3; j++) {
    out[j] += sign * moment.x[j];
    out[3 + j] += sign * force.x[j];
  }
}

// Momentum of every body alone, from the twists of its sections.
static void momenta(dv_projection *s, double *out)
{
  memset(out, 0, 6 * (size_t)t.tree.nlink * sizeof *out);
  for (int i = 0; i < s->nsection; i++) {
    const dv_slice *c = &s->section[i];
    dv_twist twist = dv_twist_zero();
    dv_projection_section(s, i);
    for (int k = 0; k < s->nv; k++) twist = dv_twist_add(twist, dv_twist_scale(s->P[k], s->u[k]));
    dv_wrench h = dv_slice_momentum(s, c, twist);
    v3 n = dv_v3_add(h.n, dv_v3_cross(c->r, h.f)), f = dv_v3_scale(h.f, c->c);
    if (c->node == DV_SLICE_LINK) n = dv_v3_add(n, dv_turning_momentum(s, c->link, s->u + t.link[c->link].mv));
    to_world(s, c->link, n, f, 1, out + 6 * c->link);
  }
}

// Momentum of every body alone a time h later.
static void momenta_later(dv_projection *s, double h, double *out)
{
  double at[2 * NV], u[NV], middle[NV];
  for (int k = 0; k < t.tree.nv; k++) {
    middle[k] = v[k] + 0.5 * h * a[k];
    u[k] = v[k] + h * a[k];
  }
  dv_coordinate_add_x1(&t.tree, q, h, middle, at);
  dv_projection_place(s, at, u);
  momenta(s, out);
}

// The change of a body's momentum is its weight, the world's wrench and the reactions of its joints; added mass has momentum too.
static void bodies_close(void **state)
{
  static double before[6 * LINKS], after[6 * LINKS], load[6 * LINKS];
  const double h = 1e-5;
  (void)state;
  for (int i = 0; i < 40; i++) {
    dv_arena *arena = dv_arena_new();
    make(i, i % 32 & ~TREE_DRIVEN);
    dv_projection *s = dv_projection_new(arena, &t.tree, t.num);
    dv_auxiliary r = dv_auxiliary_new(arena, s);
    momenta_later(s, -h, before);
    momenta_later(s, h, after);
    dv_projection_place(s, q, v);
    memset(load, 0, sizeof load);
    for (int k = 0; k < t.tree.nlink; k++) {
      double rho[6];
      int parent = t.link[k].parent;
      dv_auxiliary_form(s, k, fext, &r);
      dv_auxiliary_reaction(s, &r, a, rho);
      to_world(s, k, dv_v3_of(rho), dv_v3_of(rho + 3), -1, load + 6 * k);
      to_world(s, k, dv_v3_of(fext + 6 * k), dv_v3_of(fext + 6 * k + 3), 1, load + 6 * k);
      if (parent >= 0) to_world(s, k, dv_v3_of(rho), dv_v3_of(rho + 3), 1, load + 6 * parent);
    }
    for (int k = 0; k < s->nsection; k++) {
      const dv_slice *c = &s->section[k];
      dv_wrench g = dv_slice_weight(s, c);
      to_world(s, c->link, dv_v3_add(g.n, dv_v3_cross(c->r, g.f)), dv_v3_scale(g.f, c->c), 1, load + 6 * c->link);
    }
    for (int k = 0; k < 6 * t.tree.nlink; k++) after[k] = (after[k] - before[k]) / (2 * h);
    close_arrays(6 * t.tree.nlink, load, after, 1e-7, "Newton-Euler", i);
    dv_arena_free(arena);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(terms),
      cmocka_unit_test(differences),
      cmocka_unit_test(reactions),
      cmocka_unit_test(bodies_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
