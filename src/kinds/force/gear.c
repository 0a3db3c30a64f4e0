// gear.c: gear with stiffness, damping and play between two shafts.
//
//   s = x_a - ratio x_b,   torque e on a, -ratio e on b   (mesh.h)
//
// A rigid gear is an axis of `axes:` that combines two coordinates; this one has stiffness, damping and play.
#include "kinds/force/mesh.h"

DV_PARAMETERS(
    DV_P(ratio, "1", DV_REQUIRED, -1e6, 1e6, "turns of a per turn of b; negative: opposite senses")
    DV_HOLDS(mesh_par mesh)
    DV_P_AT(mesh.stiffness, stiffness, "N.m/rad",   DV_REQUIRED, 0, 1e15, "stiffness at shaft a")
    DV_P_AT(mesh.damping,   damping,   "N.m.s/rad", 0,           0, 1e12, "damping at shaft a")
    DV_P_AT(mesh.gap,       gap,       "rad",       0,           0, 10,   "play at shaft a")
);

enum { A, B };

static const dv_port ports[] = {
    {"a", DV_ROTARY, DV_ANSWERS, "fast shaft"},
    {"b", DV_ROTARY, DV_ANSWERS, "slow shaft"}
};

DV_FN real stretch(const par *p, const real *a) { return a[A] - p->ratio * a[B]; }

#include "kinds/force/mesh_laws.inc"

DV_LAW(answer)
{
  real e = mesh_effort_at(p, c);
  c->effort[A] = e;
  c->effort[B] = -p->ratio * e;
}

DV_KIND(force, gear) = {
    .name = "force.gear",
    .doc = "gear between two shafts, with stiffness and play",
    MESH_KIND,
    .example =
        "bodies: {fast: {mass: 1 kg, inertia: [1, 1, 1]}, slow: {mass: 1 kg, inertia: [8, 8, 8]}}\n"
        "joints: {a: {type: revolute, axis: z, child: fast}, b: {type: revolute, axis: z, child: slow}}\n"
        "gravity: 0\n"
        "parts:\n"
        "  gear: {kind: force.gear, a: a, b: b, ratio: 2, stiffness: 1e6 N.m/rad, damping: 1e3 N.m.s/rad}\n"
        "  drive: {kind: force.effort, axis: a, effort: 3 N.m}\n"
        "until: 2 s\n"
        "solver: {rtol: 1e-9, atol: 1e-12}\n"
        "cases: {example: {expect: [{final: b.rate, is: 1, within: 1e-5, source: 'T t ratio/(I_a ratio^2 + I_b)'}, {final: "
        "a.rate, is: 2, within: 1e-5, source: ratio}, {drift: energy.residual, within: 1e-5}]}}\n",
};
