// moonpool.c: the water in a well through a ship: one column that goes up and down (piston mode), and what is lowered through it.
//
//   rho A (D + kappa sqrt(A)) z'' = rho g A (elevation of the sea - z) - b z' - walls - drag
//   walls = 1/2 rho A c |u| u, u = z' - ship;   drag = 1/2 rho cd S/(1 - S/A)^2 |w| w, w = z' - object;   b = 2 decay mass
//
// Fukuda 1977 (kappa 0.41); kappa of a round well in a wide bottom is that of a piston in a wall, 8/(3 pi^1.5) (Rayleigh 1878).
// The sea's pressure at the keel is that of its elevation: long waves. Beside drag the object feels no force of the column: its
// buoyancy and added mass are parts of their own, in the water outside.
#include "kinds/marine/marine.h"

DV_PARAMETERS(
    DV_P(area,      "m^2", DV_REQUIRED,        1e-4, 1e5,  "of the well, level")
    DV_P(draft,     "m",   DV_REQUIRED,        1e-3, 1e3,  "from the surface at rest down to the frame, at the keel")
    DV_P(end,       "1",   0.47889899233377753, 0,    3,    "kappa: water below the keel that moves along, over the root of the area")
    DV_P(surface,   "m",   0,                  -1e6, 1e6,  "height of the surface at rest above the world's origin")
    DV_P(decay,     "1",   0.05,               0,    10,   "linear damping over critical: waves that the column sends out")
    DV_P(walls,     "1",   0,                  0,    1e3,  "drag coefficient of walls, keel and baffles, of the well's area")
    DV_P(cd,        "1",   1,                  0,    100,  "drag coefficient of the object")
    DV_P(across,    "m^2", 0,                  0,    1e5,  "area of the object, seen from above; 0: there is none")
    DV_P(tall,      "m",   1,                  1e-3, 1e3,  "height of the object: over it the drag fades, at the keel and at the surface")
);

enum { LEVEL, SPEED };  // states
enum { RISE, ABOVE, DRAG };

static const dv_port ports[] = {
    {"frame",  DV_FRAME, DV_ANSWERS,    "the ship, at the middle of the well at its keel"},
    {"object", DV_FRAME, DV_MAY_ANSWER, "what is lowered through it"                     },
};
static const dv_quantity states[] = {
    {"level", "m",   1, "of the water in the well, over the surface at rest", 0},
    {"speed", "m/s", 1, "its rate",                                           0},
};
static const dv_quantity outs[] = {
    {"rise",  "m", 1,   "of the water in the well, over the sea",  0},
    {"above", "m", 1,   "of the water in the well, over the keel", 0},
    {"drag",  "N", 100, "of the column on the object, upward",     0},
};

DV_FAULT(fault)
{
  double S = dv_lane(p->across, 0), A = dv_lane(p->area, 0);
  (void)c;
  return S >= 0.95 * A ? "the object fills the well|give across: less than 0.95 of the area" : NULL;
}

typedef struct {
  v3 up, up_ship, up_object;         // world, frames' axes
  real density, gravity, sea, keel;  // sea, keel: heights over the surface at rest
  real mass, past_ship, past_object, walls, drag;
} pool;

// u |u| of a drag, per density and area / 2.
DV_FN real squared(real coefficient, real density, real area, real u)
{
  return 0.5 * density * coefficient * area * u * dv_abs(u);
}

DV_FN real share(const par *p, real inside) { return dv_clamp(0.5 + inside / p->tall, dv_real(0), dv_real(1)); }

DV_FN pool look(const par *p, const dv_cell *c)
{
  pool o;
  marine_point m = marine_at(c, dv_v3_zero());
  o.up = dv_v3_of(m.water.up);
  o.up_ship = dv_m3_tmul(c->pose, o.up);
  o.up_object = dv_m3_tmul(c->pose + 12, o.up);
  o.density = m.water.density;
  o.gravity = m.water.gravity;
  o.keel = dv_v3_dot(o.up, m.at) - p->surface;
  o.sea = m.water.depth + o.keel;
  o.mass = o.density * p->area * (p->draft + p->end * dv_sqrt(p->area));
  o.past_ship = c->x[SPEED] - dv_v3_dot(o.up_ship, dv_v3_of(c->flow + 3));
  o.past_object = c->x[SPEED] - dv_v3_dot(o.up_object, dv_v3_of(c->flow + 9));
  o.walls = squared(p->walls, o.density, p->area, o.past_ship);
  real at = dv_v3_dot(o.up, dv_v3_of(c->pose + 21)) - p->surface, free = 1 - p->across / p->area;
  real in = share(p, c->x[LEVEL] - at) * share(p, at - o.keel);
  o.drag = in * squared(p->cd, o.density, p->across, o.past_object) / (free * free);
  return o;
}

DV_FN real stiffness(const par *p, const pool *o) { return o->density * o->gravity * p->area; }

DV_FN real sent(const par *p, const pool *o) { return 2 * p->decay * dv_sqrt(o->mass * stiffness(p, o)); }

DV_LAW(signal)
{
  pool o = look(p, c);
  c->out[RISE] = c->x[LEVEL] - o.sea;
  c->out[ABOVE] = c->x[LEVEL] - o.keel;
  c->out[DRAG] = o.drag;
}

DV_LAW(answer)
{
  pool o = look(p, c);
  for (int i = 0; i < 12; i++) c->effort[i] = dv_real(0);
  for (int i = 0; i < 3; i++) {
    c->effort[3 + i] = -o.walls * o.up_ship.x[i];
    c->effort[9 + i] = -o.drag * o.up_object.x[i];
  }
}

DV_LAW(rate)
{
  pool o = look(p, c);
  c->dx[LEVEL] = c->x[SPEED];
  c->dx[SPEED] = (stiffness(p, &o) * (o.sea - c->x[LEVEL]) - sent(p, &o) * c->x[SPEED] - o.walls - o.drag) / o.mass;
}

DV_AMOUNT(stored)
{
  pool o = look(p, c);
  return 0.5 * (o.mass * c->x[SPEED] * c->x[SPEED] + stiffness(p, &o) * c->x[LEVEL] * c->x[LEVEL]);
}

// What the sea lifts at the keel.
DV_AMOUNT(carried)
{
  pool o = look(p, c);
  return stiffness(p, &o) * o.sea * c->x[SPEED];
}

DV_AMOUNT(loss)
{
  pool o = look(p, c);
  return sent(p, &o) * c->x[SPEED] * c->x[SPEED] + o.walls * o.past_ship + o.drag * o.past_object;
}

DV_KIND(marine, moonpool) = {
    .name = "marine.moonpool",
    .doc =
        "water in a well through a ship: its piston mode, driven by the sea, damped by walls and by what is lowered through it",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(out, outs),
    .service = DV_ASKS_WATER,
    .fault = fault,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .carried = carried,
    .stored = stored,
    .loss = loss,
    .form = "I",
    .example =
        "# wells of 16 m2 in 5 m of draft: the piston mode, half a swing with baffles and one past a box, and waves of 9 s\n"
        "parameters: {A: 16 m^2, D: 5 m, k: 0.41, L: D + k*sqrt(A), S: 4 m^2, T: 9 s, zeta: 0.1, w: sqrt(g/L), g: 9.80665 m/s^2,\n"
        "  walls: 3/(2*L), box: 1.5*(S/A)/(1 - S/A)^2/(2*L), r: 2*pi/T/w}\n"
        "gravity: [0, 0, -g]\n"
        "bodies: {ship: {}, box: {}}\n"
        "joints: {ship: {type: fixed, child: ship, at: {xyz: [0, 0, -D]}}, box: {type: fixed, child: box, at: {xyz: [0, 0, -2.5]}}}\n"
        "parts:\n"
        "  water: {kind: marine.water, density: 1025 kg/m3}\n"
        "  free: {kind: marine.moonpool, frame: ship, area: A, draft: D, end: k, decay: 0, initial: {level: -1 m}}\n"
        "  baffles: {kind: marine.moonpool, frame: ship, area: A, draft: D, end: k, decay: 0, walls: 3, initial: {level: -1 m}}\n"
        "  past: {kind: marine.moonpool, frame: ship, object: box, area: A, draft: D, end: k, decay: 0, across: S, cd: 1.5, "
        "initial: {level: -1 m}}\n"
        "  sent: {kind: marine.moonpool, frame: ship, area: A, draft: D, end: k, decay: zeta}\n"
        "  round: {kind: marine.moonpool, frame: ship, area: A, draft: D, decay: 0, initial: {level: -1 m}}\n"
        "until: 5 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12, every: 1 ms}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {frequency: 1, is: 'sqrt(g/(D + 8/(3*pi^1.5)*sqrt(A)))/(2*pi)', relative: 1e-7, source: Rayleigh 1878}\n"
        "      - {frequency: 2, is: w/(2*pi), relative: 1e-6, source: \"sqrt(g/(D + kappa sqrt(A)))\"}\n"
        "      - {final: free.level, is: '-cos(w*5 [s])', within: 1e-7, source: it swings}\n"
        "      - {min: '(1 - 2*walls*baffles.level)*exp(2*walls*baffles.level)', from: 2 s, to: 3.5 s, is: '(1 + 2*walls*1 "
        "[m])*exp(-2*walls*1 [m])', relative: 1e-6, source: \"d(v^2)/dz + 2 c v^2 = -2 w^2 z over half a swing\"}\n"
        "      - {min: '(1 - 2*box*past.level)*exp(2*box*past.level)', from: 2 s, to: 3.5 s, is: '(1 + 2*box*1 [m])*exp(-2*box*1 "
        "[m])', relative: 1e-6, source: likewise}\n"
        "      - {drift: energy.residual, within: 1e-3, source: of 80 kJ}\n"
        "  waves:\n"
        "    until: 150 s\n"
        "    parts: {sea: {kind: marine.wave, amplitude: 0.2 m, period: T}}\n"
        "    expect:\n"
        "      - {amplitude: sent.level, from: 120 s, is: '0.2/sqrt((1 - r^2)^2 + (2*zeta*r)^2)', relative: 1e-4, source: a driven "
        "oscillator}\n"
        "      - {drift: energy.residual, within: 0.2, source: of 80 kJ and what the sea brings}\n",
};
