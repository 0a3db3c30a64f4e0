// point.c: one point or ball against the ground; see contact.h.
#include "kinds/contact/contact.h"

DV_PARAMETERS(
    DV_GROUP(k, contact_par, CONTACT_PARAMETERS)
    DV_DERIVED(real bounce)
);

DV_FN v3 place(const par *p, const dv_cell *c, int i)
{
  (void)p, (void)c, (void)i;
  return dv_v3_zero();
}

#include "kinds/contact/one_point.inc"

DV_KIND(contact, point) = {
    .name = "contact.point",
    .doc = "a point or a ball that touches the ground: normal force, friction, touch-downs and lift-offs",
    CONTACT_KIND,
    .look = "contact",
    .example =
        "# laid on the ground: it swings to twice its sink; dropped: it comes back; against walls with losses; sliding to "
        "a stop\n"
        "bodies: {laid: {mass: 1 kg}, ball: {mass: 2 kg}, shot: {mass: 3 kg}, block: {mass: 2 kg}, sled: {}, puck: {mass: 5 "
        "kg}}\n"
        "joints:\n"
        "  laid: {type: prismatic, axis: z, child: laid}\n"
        "  ball: {type: prismatic, axis: z, child: ball, position: 5.1 m}\n"
        "  shot: {type: prismatic, axis: x, child: shot, position: -0.5 m, rate: 1 m/s}\n"
        "  puck: {type: prismatic, axis: x, child: puck, position: -0.5 m, rate: 2 m/s}\n"
        "  sled: {type: prismatic, axis: y, child: sled, rate: 4 m/s}\n"
        "  block: {type: prismatic, axis: z, parent: sled, child: block, position: -1 mm}\n"
        "gravity: [0, 0, -10]\n"
        "parts:\n"
        "  soft: {kind: contact.point, object: laid, stiffness: 1000 N/m, deepest: 0.1 m}\n"
        "  floor: {kind: contact.point, object: ball, stiffness: 1e6 N/m, radius: 0.1 m, deepest: 0.1 m}\n"
        "  wall: {kind: contact.point, object: shot, nx: -1, nz: 0, law: hunt-crossley, stiffness: 1e5 N/m, hunt: 0.5 s/m}\n"
        "  board: {kind: contact.point, object: puck, nx: -1, nz: 0, law: hunt-crossley, stiffness: 1e6 N/m, restitution: 0.6}\n"
        "  ice: {kind: contact.point, object: block, stiffness: 2e4 N/m, friction: 0.2, smoothing: 1e-6 m/s}\n"
        "until: 2.5 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12, every: 1 ms}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: laid, at: 0.2 s, is: -8.556169530704595e-06, within: 1e-9, source: -m g/k (1 - cos(w t))}\n"
        "      - {min: laid, is: -0.02, within: 1e-6, source: 2 m g/k}\n"
        "      - {final: floor.down, is: 1, within: 1e-9, source: sqrt(2 h/g)}\n"
        "      - {final: floor.speed, is: 10, within: 1e-8, source: sqrt(2 g h)}\n"
        "      - {final: floor.up, is: 1.0044468829354918, within: 1e-7, source: \"1 + 2 (pi - atan(w v/g))/w, w^2 = k/m\"}\n"
        "      - {value: floor.normal, at: 1.0022234414677459 s, is: 14162.149765859504, relative: 1e-6, source: \"m g + sqrt((m "
        "g)^2 + k m v^2)\"}\n"
        "      - {final: floor.losses, is: 1, within: 1e-12, source: one bounce}\n"
        "      - {final: shot.rate, is: -0.748434931597434, within: 1e-7, source: \"a v - log(1 + a v) is the same before and "
        "after\"}\n"
        "      - {final: puck.rate, is: -1.2, within: 1e-6, source: restitution}\n"
        "      - {value: sled.rate, at: 1.5 s, is: 1, within: 1e-5, source: v - mu g t}\n"
        "      - {value: sled, at: 1.5 s, is: 3.75, within: 1e-5, source: v t - mu g t^2/2}\n"
        "      - {final: sled.rate, is: 0, within: 1e-5, source: it stopped at 2 s}\n"
        "      - {final: ice.friction, is: 0, within: 1e-3, source: and rests}\n"
        "      - {drift: energy.residual, within: 1e-4, source: every joule is accounted for}\n",
};
