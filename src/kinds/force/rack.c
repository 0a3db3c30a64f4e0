// rack.c: rack and pinion with stiffness, damping and play.
//
//   s = x_rack - radius x_pinion,   force e on the rack, torque -radius e on the pinion   (mesh.h)
//
// A rigid rack is an axis of `axes:` that combines two coordinates; this one has stiffness, damping and play.
#include "kinds/force/mesh.h"

DV_PARAMETERS(
    DV_P(radius, "m", DV_REQUIRED, -100, 100, "travel per angle; negative: opposite senses")
    DV_HOLDS(mesh_par mesh)
    DV_P_AT(mesh.stiffness, stiffness, "N/m",       DV_REQUIRED, 0, 1e15, "stiffness along the rack")
    DV_P_AT(mesh.damping,   damping,   "N.s/m",     0,           0, 1e12, "damping along the rack")
    DV_P_AT(mesh.gap,       gap,       "m",         0,           0, 1,    "play along the rack")
);

enum { A, B };

static const dv_port ports[] = {
    {"pinion", DV_ROTARY, DV_ANSWERS, "shaft of the pinion"},
    {"rack",   DV_LINEAR, DV_ANSWERS, "axis of the rack"   }
};

DV_FN real stretch(const par *p, const real *a) { return a[B] - p->radius * a[A]; }

#include "kinds/force/mesh_laws.inc"

DV_LAW(answer)
{
  real e = mesh_effort_at(p, c);
  c->effort[A] = -p->radius * e;
  c->effort[B] = e;
}

DV_KIND(force, rack) = {
    .name = "force.rack",
    .doc = "rack and pinion, with stiffness and play",
    MESH_KIND,
    .example =
        "bodies: {wheel: {mass: 1 kg, inertia: [1, 1, 1]}, slide: {mass: 4 kg}, turn: {inertia: [1, 1, 1]}, held: {mass: 1 kg}}\n"
        "joints: {a: {type: revolute, axis: z, child: wheel}, x: {type: prismatic, axis: x, child: slide}, b: {type: revolute, axis: z, child: turn}, y: {type: prismatic, axis: x, child: held, motion: locked}}\n"
        "gravity: 0\n"
        "parts:\n"
        "  rack: {kind: force.rack, pinion: a, rack: x, radius: 0.5 m, stiffness: 1e7 N/m, damping: 1e4 N.s/m}\n"
        "  drive: {kind: force.effort, axis: a, effort: 2 N.m}\n"
        "  soft: {kind: force.rack, pinion: b, rack: y, radius: 0.5 m, stiffness: 400 N/m, damping: 80 N.s/m}\n"
        "  push: {kind: force.effort, axis: b, effort: 2 N.m}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-9, atol: 1e-12}\n"
        "cases: {example: {expect: [{final: x.rate, is: 0.5, within: 1e-5, source: T r t/(I + m r^2)}, {final: a.rate, is: 1, "
        "within: 1e-5, source: v/r}, {final: b, is: 0.02*(1 - 11*exp(-10)), within: 1e-8, source: 'T/k r^2 (1 - (1 + w t) exp(-w t))'}]}}\n",
};
