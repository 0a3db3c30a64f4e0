// bushing.c: spring and damper in six freedoms between two frames, in the axes of the first: rubber mounts, bearings, joints that
// give.
//
//   d = Ra^T (pb - pa) - rest,  f = K d + K3 d^3 + C d';   Ra^T Rb = exp(theta),  n = J^-T(theta) m + Cr w,  w = wb - wa
//   m = Kr theta + Kr3 theta^3;   cubes component by component
//
// f acts on a at the origin of b, -f on b. theta is the turning vector, theta' = J^-1 w, J^-1 = 1 - theta x/2 + c (theta x)^2
// with c = (1 - (t/2) cot(t/2))/t^2: so the moments have the potential of m at any angle up to half a turn.
#include "davit/kind.h"
#include "math/quaternion.h"

DV_PARAMETERS(
    DV_HOLDS(real stiffness[6], damping[6], rest[3], cubic[6])
    DV_P_AT(stiffness[0], stiffness_x,     "N/m",       0, 0,    1e15, "force per displacement along x of the first frame")
    DV_P_AT(stiffness[1], stiffness_y,     "N/m",       0, 0,    1e15, "along y")
    DV_P_AT(stiffness[2], stiffness_z,     "N/m",       0, 0,    1e15, "along z")
    DV_P_AT(stiffness[3], stiffness_roll,  "N.m/rad",   0, 0,    1e15, "moment per angle about x")
    DV_P_AT(stiffness[4], stiffness_pitch, "N.m/rad",   0, 0,    1e15, "about y")
    DV_P_AT(stiffness[5], stiffness_yaw,   "N.m/rad",   0, 0,    1e15, "about z")
    DV_P_AT(damping[0],   damping_x,       "N.s/m",     0, 0,    1e12, "force per velocity along x")
    DV_P_AT(damping[1],   damping_y,       "N.s/m",     0, 0,    1e12, "along y")
    DV_P_AT(damping[2],   damping_z,       "N.s/m",     0, 0,    1e12, "along z")
    DV_P_AT(damping[3],   damping_roll,    "N.m.s/rad", 0, 0,    1e12, "moment per angular velocity about x")
    DV_P_AT(damping[4],   damping_pitch,   "N.m.s/rad", 0, 0,    1e12, "about y")
    DV_P_AT(damping[5],   damping_yaw,     "N.m.s/rad", 0, 0,    1e12, "about z")
    DV_P_AT(rest[0],      rest_x,          "m",         0, -1e6, 1e6,  "where the second frame rests in the first: x")
    DV_P_AT(rest[1],      rest_y,          "m",         0, -1e6, 1e6,  "y")
    DV_P_AT(rest[2],      rest_z,          "m",         0, -1e6, 1e6,  "z")
    DV_P_AT(cubic[0],     cubic_x,         "N/m^3",     0, 0,    1e18, "force per displacement cubed along x, beside the stiffness: it hardens")
    DV_P_AT(cubic[1],     cubic_y,         "N/m^3",     0, 0,    1e18, "along y")
    DV_P_AT(cubic[2],     cubic_z,         "N/m^3",     0, 0,    1e18, "along z")
    DV_P_AT(cubic[3],     cubic_roll,      "N.m/rad^3", 0, 0,    1e18, "moment per angle cubed about x")
    DV_P_AT(cubic[4],     cubic_pitch,     "N.m/rad^3", 0, 0,    1e18, "about y")
    DV_P_AT(cubic[5],     cubic_yaw,       "N.m/rad^3", 0, 0,    1e18, "about z")
);

static const dv_port ports[] = {
    {"a", DV_FRAME, DV_ANSWERS, "body or point whose axes count"},
    {"b", DV_FRAME, DV_ANSWERS, "body or point that it holds"   }
};
static const dv_quantity outs[] = {
    {"fx",     "N",   100, "force on the first frame along its x",  0},
    {"fy",     "N",   100, "along y",                               0},
    {"fz",     "N",   100, "along z",                               0},
    {"mx",     "N.m", 10,  "moment on the first frame about its x", 0},
    {"my",     "N.m", 10,  "about y",                               0},
    {"mz",     "N.m", 10,  "about z",                               0},
    {"turned", "rad", 1,   "angle between the frames",              0},
};
enum { TURNED = 6 };

typedef struct {
  v3 r, d, rate, turn, spin;  // b against a, axes of a; r: without the rest
  real R[9], c, angle;        // Ra^T Rb; factor of (turn x)^2; angle
} gap;

// Turning vector, its length, and c.
DV_FN void turning(gap *g)
{
  real q[4];
  dv_quat_of(g->R, q);
  v3 u = dv_v3_of(q + 1);
  real s = dv_sqrt(dv_v3_dot(u, u)), half = dv_atan2(s, q[0]), t = 2 * half, t2 = t * t;
  dv_bool small = s < 1e-3;
  real safe = dv_max(s, dv_real(1e-3)), t2_safe = dv_max(t2, dv_real(1e-6));
  g->turn = dv_v3_scale(u, dv_select(small, 2 * (1 + s * s / 6 + 0.075 * s * s * s * s), t / safe));
  g->c = dv_select(small, 1.0 / 12 + t2 / 720, (1 - half * q[0] / safe) / t2_safe);
  g->angle = t;
}

DV_FN gap look(const par *p, const dv_cell *c)
{
  const real *a = c->pose, *b = c->pose + 12;
  gap g;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) g.R[3 * i + k] = a[i] * b[k] + a[3 + i] * b[3 + k] + a[6 + i] * b[6 + k];
  v3 wa = dv_v3_of(c->flow), rest = dv_v3_of(p->rest);
  g.r = dv_m3_tmul(a, dv_v3_sub(dv_v3_of(b + 9), dv_v3_of(a + 9)));
  g.d = dv_v3_sub(g.r, rest);
  g.rate = dv_v3_sub(dv_v3_sub(dv_m3_mul(g.R, dv_v3_of(c->flow + 9)), dv_v3_of(c->flow + 3)), dv_v3_cross(wa, g.r));
  g.spin = dv_v3_sub(dv_m3_mul(g.R, dv_v3_of(c->flow + 6)), wa);
  turning(&g);
  return g;
}

// Of the spring i where it is moved by x.
DV_FN real pull(const par *p, int i, real x) { return (p->stiffness[i] + p->cubic[i] * x * x) * x; }
DV_FN real kept(const par *p, int i, real x) { return (0.5 * p->stiffness[i] + 0.25 * p->cubic[i] * x * x) * x * x; }

// Force and moment on a, at the origin of b.
DV_FN void wrench(const par *p, const gap *g, v3 *f, v3 *n)
{
  v3 m;
  for (int i = 0; i < 3; i++) {
    f->x[i] = pull(p, i, g->d.x[i]) + p->damping[i] * g->rate.x[i];
    m.x[i] = pull(p, 3 + i, g->turn.x[i]);
  }
  v3 once = dv_v3_cross(g->turn, m), twice = dv_v3_cross(g->turn, once);
  for (int i = 0; i < 3; i++) n->x[i] = m.x[i] + 0.5 * once.x[i] + g->c * twice.x[i] + p->damping[3 + i] * g->spin.x[i];
}

DV_LAW(signal)
{
  gap g = look(p, c);
  v3 f, n;
  wrench(p, &g, &f, &n);
  dv_v3_put(c->out, f);
  dv_v3_put(c->out + 3, n);
  c->out[TURNED] = g.angle;
}

DV_LAW(answer)
{
  gap g = look(p, c);
  v3 f, n;
  wrench(p, &g, &f, &n);
  dv_v3_put(c->effort, dv_v3_scale(dv_v3_add(n, dv_v3_cross(g.r, f)), dv_real(-1)));
  dv_v3_put(c->effort + 3, dv_v3_scale(f, dv_real(-1)));
  dv_v3_put(c->effort + 6, dv_m3_tmul(g.R, n));
  dv_v3_put(c->effort + 9, dv_m3_tmul(g.R, f));
}

DV_AMOUNT(stored)
{
  gap g = look(p, c);
  real sum = dv_real(0);
  for (int i = 0; i < 3; i++) sum += kept(p, i, g.d.x[i]) + kept(p, 3 + i, g.turn.x[i]);
  return sum;
}

DV_AMOUNT(loss)
{
  gap g = look(p, c);
  real sum = dv_real(0);
  for (int i = 0; i < 3; i++) sum += p->damping[i] * g.rate.x[i] * g.rate.x[i] + p->damping[3 + i] * g.spin.x[i] * g.spin.x[i];
  return sum;
}

DV_LAW(guard)
{
  gap g = look(p, c);
  c->guard[0] = 3.1 - g.angle;
}
static const char *const warnings[] = {
    "it is turned by half a turn, where its moments change side; put the work of so large an angle into a joint with a spring"};

DV_KIND(force, bushing) = {
    .name = "force.bushing",
    .doc = "spring and damper in six freedoms between two frames, linear or hardening",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(out, outs),
    .signal = signal,
    .answer = answer,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .stored = stored,
    .loss = loss,
    .example =
        "# each freedom alone is a linear oscillator, the turning one at any angle; together they keep their energy\n"
        "gravity: 0\n"
        "bodies:\n"
        "  rotor: {mass: 1 kg, inertia: [1, 1, 0.5]}\n"
        "  sled: {mass: 4 kg, points: {side: [0.2, 0, 0]}}\n"
        "  block: {mass: 2 kg, inertia: [0.3, 0.2, 0.1]}\n"
        "  hard: {mass: 1 kg}\n"
        "joints:\n"
        "  turn: {type: revolute, axis: y, child: rotor, position: 2 rad}\n"
        "  slide: {type: prismatic, axis: y, child: sled, rate: 1 m/s}\n"
        "  float: {type: free, child: block, position: {xyz: [0.1, 0.2, -0.3], rpy: [1, -0.7, 1.2]}, rate: [1, 0, 0, 0.5, 2, "
        "-1]}\n"
        "  swing: {type: prismatic, axis: x, child: hard, position: 1 m}\n"
        "parts:\n"
        "  cube: {kind: force.bushing, a: world, b: hard, cubic_x: 3.437592909 N/m^3}\n"
        "  twist: {kind: force.bushing, a: world, b: rotor, stiffness_x: 1 kN/m, stiffness_pitch: 9 N.m/rad}\n"
        "  shear: {kind: force.bushing, a: world, b: sled.side, rest_x: 0.2 m, stiffness_y: 100 N/m, damping_y: 16 N.s/m}\n"
        "  mount: {kind: force.bushing, a: world, b: block, stiffness_x: 100 N/m, stiffness_y: 200 N/m, stiffness_z: 300 N/m,\n"
        "          stiffness_roll: 2 N.m/rad, stiffness_pitch: 4 N.m/rad, stiffness_yaw: 8 N.m/rad,\n"
        "          cubic_y: 500 N/m^3, cubic_roll: 3 N.m/rad^3}\n"
        "until: 2 s\n"
        "solver: {rtol: 1e-11, atol: 1e-13}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: turn, is: 1.920340573300732, within: 1e-8, source: 2 cos(3 t)}\n"
        "      - {final: slide, is: 0.0010260571399524133, within: 1e-9, source: exp(-2 t) sin(w t)/w}\n"
        "      - {value: swing, at: 1 s, is: 0, within: 1e-8, source: 'a quarter of the period of a cubic spring from 1 m: "
        "1.854074677/sqrt(k), a complete elliptic integral'}\n"
        "      - {value: swing.rate, at: 1 s, is: -1.3110287771, within: 1e-8, source: sqrt(k/2)}\n"
        "      - {drift: energy.residual, within: 1e-7, source: moments have a potential}\n",
};
