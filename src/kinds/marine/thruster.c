// thruster.c: propeller in a duct: motor, blades, and the column of water that they drive (Healey et al. 1995).
//
//   u = 0.7 R n, V^2 = u^2 + s^2, tan(th) = s/u, a = pitch - th,  L = 1/2 rho V^2 A CL sin 2a,  D = 1/2 rho V^2 A CD (1 - cos 2a)
//   T = L cos th - D sin th,  Qh = 0.7 R (L sin th + D cos th),   J n' = Q - d n - Qh
//   m s' = T - f,  f = 2 rho A |s - uT| (s - uT)
//
// n shaft speed, s axial flow, uT advance of the body, f on it. first: n' = (command - n)/lag, static: n = command;
// both with f = gain |n| n - slip |n| uT. Commands have a dead band and a limit. current: unfelt takes uT over ground.
#include "kinds/marine/marine.h"

DV_PARAMETERS(
    DV_P(dx,       "1",           1,    -1,   1,    "direction of positive thrust, in the body's axes: x")
    DV_P(dy,       "1",           0,    -1,   1,    "y")
    DV_P(dz,       "1",           0,    -1,   1,    "z")
    DV_P(radius,   "m",           0.15, 1e-3, 20,   "dynamic: radius of the propeller")
    DV_P(pitch,    "rad",         0.8,  0.01, 1.5,  "angle of the blades")
    DV_P(cl,       "1",           2,    0,    10,   "lift coefficient")
    DV_P(cd,       "1",           2,    0,    10,   "drag coefficient")
    DV_P(inertia,  "kg.m^2",      5,    1e-9, 1e6,  "of shaft, propeller and motor")
    DV_P(friction, "N.m.s/rad",   10,   0,    1e6,  "viscous friction of the shaft")
    DV_P(water,    "kg",          29,   1e-6, 1e7,  "mass of the driven water")
    DV_P(most,     "N.m",         1e30, 0,    1e30, "limit of the motor's torque")
    DV_P(gain,     "N.s^2/rad^2", 0.1,  0,    1e9,  "first, static: thrust per speed squared")
    DV_P(slip,     "N.s^2/m",     0,    0,    1e9,  "thrust lost per speed and advance")
    DV_P(lag,      "s",           0.2,  1e-4, 100,  "first: time constant of the speed")
    DV_P(dead,     "rad/s",       0,    0,    1e4,  "command below which nothing turns")
    DV_P(fastest,  "rad/s",       1e30, 0,    1e30, "limit of the speed")
    MARINE_FADE
    DV_DERIVED(real area, unit[3])
    DV_DERIVED(real sin_pitch, cos_pitch)
);

enum { MODEL, CURRENT };  // options
enum { DYNAMIC, FIRST, STATIC };
enum { SPIN, FLOW };                           // states
enum { TORQUE, COMMAND };                      // inputs
enum { THRUST, BLADE, LOAD, ADVANCE, SPEED };  // outputs

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_ANSWERS, "point where it sits"}
};
static const dv_option options[] = {
    {"model",   "dynamic|first|static", "how the thrust comes about"                                            },
    {"current", "felt|unfelt",          "whether its advance is that through the water, or that over the ground"},
};
static const int state_count[] = {2, 1, 0};
static const dv_quantity states[] = {
    {"spin", "rad/s", 10, "speed of the shaft",       0},
    {"flow", "m/s",   1,  "axial speed of the water", 0}
};
static const dv_quantity ins[] = {
    {"torque",  "N.m",   100, "dynamic: torque of the motor", DV_BY_RATE | DV_OPTIONAL                              },
    {"command", "rad/s", 10,  "first, static: wanted speed",  DV_BY_SIGNAL | DV_BY_ANSWER | DV_BY_RATE | DV_OPTIONAL},
};
static const dv_quantity outs[] = {
    {"thrust",  "N",     100, "on the body",                                   0},
    {"blade",   "N",     100, "of the blades on the water",                    0},
    {"load",    "N.m",   100, "torque of the water on the shaft",              0},
    {"advance", "m/s",   1,   "speed of the body along it, through the water", 0},
    {"speed",   "rad/s", 10,  "of the shaft",                                  0},
};

DV_FAULT(fault)
{
  real size = dv_abs(p->dx) + dv_abs(p->dy) + dv_abs(p->dz);
  (void)c;
  return dv_lane(size, 0) > 0 ? NULL : "its direction is zero|give dx, dy or dz";
}

DV_PREPARE(prepare)
{
  real size = dv_sqrt(p->dx * p->dx + p->dy * p->dy + p->dz * p->dz);
  (void)c;
  p->area = 3.141592653589793 * p->radius * p->radius;
  dv_sincos(p->pitch, &p->sin_pitch, &p->cos_pitch);
  p->unit[0] = p->dx / size, p->unit[1] = p->dy / size, p->unit[2] = p->dz / size;
}

typedef struct {
  real advance, rho, spin, blade, load, thrust;
} state;

// sin and cos of 2a from those of the inflow angle, so that no angle is needed where nothing moves.
DV_FN void blades(const par *p, real rho, real n, real s, real *T, real *Q)
{
  real u = 0.7 * p->radius * n, V2 = u * u + s * s, V = dv_sqrt(dv_max(V2, dv_real(1e-30))), st = s / V, ct = u / V;
  real sa = p->sin_pitch * ct - p->cos_pitch * st, ca = p->cos_pitch * ct + p->sin_pitch * st, q = 0.5 * rho * V2 * p->area;
  real L = q * p->cl * 2 * sa * ca, D = q * p->cd * 2 * sa * sa;
  *T = L * ct - D * st;
  *Q = 0.7 * p->radius * (L * st + D * ct);
}

DV_FN real command(const par *p, const dv_cell *c)
{
  real want = dv_clamp(c->in[COMMAND], -p->fastest, p->fastest);
  return dv_select(dv_abs(want) > p->dead, want, dv_real(0));
}

DV_FN state look(const par *p, const dv_cell *c)
{
  marine_point m = marine_at(c, dv_v3_zero());
  state s;
  real wet = marine_fade(m.water.depth, p->height);
  s.rho = m.water.density * wet;
  s.advance = dv_v3_dot(c->opt[CURRENT] ? dv_v3_of(c->flow + 3) : m.velocity, dv_v3_of(p->unit));
  if (c->opt[MODEL] == DYNAMIC) {
    real slip = c->x[FLOW] - s.advance;
    s.spin = c->x[SPIN];
    blades(p, s.rho, s.spin, c->x[FLOW], &s.blade, &s.load);
    s.thrust = 2 * s.rho * p->area * dv_abs(slip) * slip;
  } else {
    s.spin = c->opt[MODEL] == FIRST ? c->x[SPIN] : command(p, c);
    s.thrust = s.blade = wet * (p->gain * dv_abs(s.spin) * s.spin - p->slip * dv_abs(s.spin) * s.advance);
    s.load = dv_real(0);
  }
  return s;
}

DV_LAW(signal)
{
  state s = look(p, c);
  c->out[THRUST] = s.thrust;
  c->out[BLADE] = s.blade;
  c->out[LOAD] = s.load;
  c->out[ADVANCE] = s.advance;
  c->out[SPEED] = s.spin;
}

DV_LAW(answer)
{
  marine_clear(c);
  marine_push(c, dv_v3_zero(), dv_v3_scale(dv_v3_of(p->unit), c->out[THRUST]), dv_v3_zero());
}

DV_LAW(rate)
{
  real spin = c->out[SPEED];
  if (c->opt[MODEL] == FIRST) c->dx[SPIN] = (command(p, c) - spin) / p->lag;
  if (c->opt[MODEL] != DYNAMIC) return;
  c->dx[SPIN] = (dv_clamp(c->in[TORQUE], -p->most, p->most) - p->friction * spin - c->out[LOAD]) / p->inertia;
  c->dx[FLOW] = (c->out[BLADE] - c->out[THRUST]) / p->water;
}

DV_AMOUNT(stored)
{
  if (c->opt[MODEL] != DYNAMIC) return dv_real(0);
  return 0.5 * p->inertia * c->x[SPIN] * c->x[SPIN] + 0.5 * p->water * c->x[FLOW] * c->x[FLOW];
}

// Friction of the shaft, of the blades, and what the jet carries away.
DV_AMOUNT(loss)
{
  real spin = c->out[SPEED];
  if (c->opt[MODEL] != DYNAMIC) return dv_real(0);
  return p->friction * spin * spin + c->out[LOAD] * spin - c->out[BLADE] * c->x[FLOW] +
         c->out[THRUST] * (c->x[FLOW] - c->out[ADVANCE]);
}

DV_KIND(marine, thruster) = {
    .name = "marine.thruster",
    .doc = "thruster: motor, blades and driven water, or a thrust curve with or without lag",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    .state_option = 1,
    .state_count = state_count,
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .service = DV_ASKS_WATER,
    .fault = fault,
    .prepare = prepare,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .keeps = 1,
    .stored = stored,
    .loss = loss,
    .active = 1,
    .form = "MSe",
    .look = "thruster",
    .example = "# at the bollard: T = f, so s = sqrt(T/2 rho A); the sheet's numbers for 100 N\n"
               "bodies: {hull: {mass: 1 kg}}\n"
               "joints: {x: {type: prismatic, axis: x, child: hull, motion: locked}}\n"
               "parts:\n"
               "  sea: {kind: marine.water}\n"
               "  ahead: {kind: marine.thruster, frame: hull, torque: 161.31024826 N.m}\n"
               "  back: {kind: marine.thruster, frame: hull, model: static, gain: 0.5, fastest: 20, command: -30}\n"
               "  idle: {kind: marine.thruster, frame: hull, model: first, gain: 0.5, dead: 3, command: 2}\n"
               "until: 60 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: ahead.thrust, is: 100, within: 1e-4, source: sheet of the vehicle V8}\n"
               "      - {final: ahead.flow, is: 0.830724, within: 1e-5, source: sheet of the vehicle V8}\n"
               "      - {final: ahead.spin, is: 15.049904, within: 1e-5, source: sheet of the vehicle V8}\n"
               "      - {final: ahead.load, is: 10.811205, within: 1e-5, source: sheet of the vehicle V8}\n"
               "      - {final: back.thrust, is: -200, within: 1e-12, source: \"gain n^2 at the limit\"}\n"
               "      - {final: idle.thrust, is: 0, within: 1e-12, source: dead band}\n",
};
