// waypoints.c: guidance along straight legs between way-points: a goal ahead on the leg, and the heading towards it.
//
//   goal = foot of the vehicle on the leg + ahead along it, not beyond its end;   yaw = atan2(dy, dx) of the leg
//
// The next leg begins when the vehicle is within `radius` of the leg's end (an event). The last point is held.
#include "kinds/marine/euler.h"

DV_PARAMETERS(
    DV_P(ahead,  "m",   1,   1e-3, 1e5, "distance from the vehicle to the goal")
    DV_P(radius, "m",   0.5, 1e-3, 1e5, "a way-point closer than this is reached")
    DV_P(speed,  "m/s", 0,   0,    100, "rate of the goal along the leg")
);

enum { LEG };
enum { X, Y, Z, YAW, VX, VY, VZ, LEFT };

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_WATCHES, "vehicle; it is only watched"}
};
static const dv_table tables[] = {
    {.name = "points",
     .columns = 3,
     .unit = {"m", "m", "m"},
     .rows_least = 2,
     .doc = "rows of [x, y, z], world axes; the first is where the first leg begins"},
};
static const dv_quantity discrete[] = {
    {"leg", "1", 1, "legs that are done", 0}
};
static const dv_quantity outs[] = {
    {"x",    "m",   1, "goal along x",                   0},
    {"y",    "m",   1, "along y",                        0},
    {"z",    "m",   1, "along z",                        0},
    {"yaw",  "rad", 1, "heading of the leg",             0},
    {"vx",   "m/s", 1, "rate of the goal along x",       0},
    {"vy",   "m/s", 1, "along y",                        0},
    {"vz",   "m/s", 1, "along z",                        0},
    {"left", "m",   1, "distance to the end of the leg", 0},
};

// Begin and end of the leg: a choice at each way-point.
DV_FN void leg(const dv_cell *c, v3 *a, v3 *b)
{
  *a = dv_v3_of(c->table[0]), *b = dv_v3_of(c->table[0] + 3);
  for (int i = 1; i < c->rows[0] - 1; i++) {
    dv_bool past = c->d[LEG] >= (double)i;
    for (int k = 0; k < 3; k++) {
      a->x[k] = dv_select(past, c->table[0][3 * i + k], a->x[k]);
      b->x[k] = dv_select(past, c->table[0][3 * i + 3 + k], b->x[k]);
    }
  }
}

DV_FN real left(const dv_cell *c)
{
  v3 a = dv_v3_zero(), b = dv_v3_zero();
  leg(c, &a, &b);
  v3 d = dv_v3_sub(b, dv_v3_of(c->pose + 9));
  return dv_sqrt(dv_v3_dot(d, d));
}

DV_LAW(signal)
{
  v3 a = dv_v3_zero(), b = dv_v3_zero();
  leg(c, &a, &b);
  v3 d = dv_v3_sub(b, a);
  real length = dv_sqrt(dv_max(dv_v3_dot(d, d), dv_real(1e-12)));
  v3 e = dv_v3_scale(d, 1 / length);
  real along = dv_v3_dot(dv_v3_sub(dv_v3_of(c->pose + 9), a), e) + p->ahead;
  dv_bool there = along > length;
  dv_v3_put(c->out + X, dv_v3_add(a, dv_v3_scale(e, dv_clamp(along, dv_real(0), length))));
  dv_v3_put(c->out + VX, dv_v3_scale(e, dv_select(there, dv_real(0), p->speed)));
  c->out[YAW] = dv_atan2(d.x[1], d.x[0]);
  c->out[LEFT] = left(c);
}

DV_LAW(root) { c->root[0] = left(c) - p->radius; }

DV_LAW(jump)
{
  dv_bool next = (left(c) <= p->radius) & (c->d[LEG] < c->rows[0] - 2);
  c->d[LEG] += dv_select(next, dv_real(1), dv_real(0));
}

DV_KIND(control, waypoints) = {
    .name = "control.waypoints",
    .doc = "way-point guidance: a goal ahead on straight legs, and the heading",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(table, tables),
    DV_ROWS(discrete, discrete),
    DV_ROWS(out, outs),
    .nroot = 1,
    .signal = signal,
    .root = root,
    .jump = jump,
    .example =
        "# a vehicle without inertia to speak of follows a goal 1 m ahead with 1 m/s, turns at the corner, and stops at the end\n"
        "bodies: {hull: {mass: 1 g, inertia: [1, 1, 1]}}\n"
        "joints: {base: {type: free, child: hull}}\n"
        "gravity: 0\n"
        "parts:\n"
        "  way: {kind: control.waypoints, frame: hull, points: [[0, 0, 0], [10, 0, 0], [10, 10, 0]], ahead: 1 m, radius: 0.5 m}\n"
        "  more: {kind: control.waypoints, frame: hull, points: [[0, 0, 0], [4, 0, 0], [8, 0, 0], [10, 0, 0], [10, 10, 0]], ahead: 1 m, radius: 0.5 m, speed: 3 m/s}\n"
        "  pull: {kind: force.wrench, frame: hull, fx: way.x - base.x - base.vx, fy: way.y - base.y - base.vy}\n"
        "until: 30 s\n"
        "solver: {rtol: 1e-9, atol: 1e-11}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: base.x, at: 5 s, is: 5, within: 2e-3, source: 1 m/s}\n"
        "      - {value: more.left + base.x, at: 5 s, is: 8, within: 1e-9, source: to the end of the second leg of four}\n"
        "      - {value: way.x - base.x, at: 5 s, is: 1, within: 1e-9, source: ahead}\n"
        "      - {value: more.vx, at: 5 s, is: 3, within: 1e-12, source: speed along the leg}\n"
        "      - {final: more.vy, is: 0, within: 1e-12, source: the goal has arrived}\n"
        "      - {final: base.x, is: 10, within: 1e-6, source: the last point}\n"
        "      - {final: base.y, is: 10, within: 1e-4, source: the last point}\n"
        "      - {final: way.yaw, is: 1.5707963267948966, within: 1e-12, source: heading of the second leg}\n",
};
