// pilot.c: pilot stage of a proportional valve, from the command to the spool: dead band, hysteresis, ramps, lag, and its faults.
//
//   goal = g(u) + offset,  g: nothing within the dead band, `start` at its edge, one at one
//   y' = w, within the ramps,   w = (goal - y -+ h)/time outside the play, 0 in it;   h = hysteresis/2 - dither, not below zero
//
// The play is that of backlash (Prandtl-Ishlinskii operator; Visintin 1994), reached with the lag `time`. `stuck` holds the spool
// where it is, `slow` scales its rate, `offset` shifts its zero: faults that may come during a run. `dither` is the amplitude of
// an oscillation too fast for the spool: it moves the edges of the play towards each other by that much.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(deadband,   "1",   0,    0,    0.95, "commands up to this do nothing")
    DV_P(start,      "1",   0,    0,    0.95, "spool where the dead band ends, to pass the valve's overlap")
    DV_P(onset,      "1",   0.01, 1e-6, 1,    "command beyond the dead band over which `start` is reached")
    DV_P(hysteresis, "1",   0,    0,    1,    "width of the loop between rising and falling command")
    DV_P(dither,     "1",   0,    0,    1,    "amplitude of the dither, in the command: takes the hysteresis away")
    DV_P(up,         "1/s", 1e30, 1e-6, 1e30, "ramp: greatest rate away from zero")
    DV_P(down,       "1/s", 1e30, 1e-6, 1e30, "ramp: greatest rate towards zero")
    DV_P(time,       "s",   0.02, 1e-5, 100,  "time constant")
);

enum { COMMAND, STUCK, SLOW, OFFSET };

static const dv_quantity states[] = {
    {"spool", "1", 1, "spool", 0}
};
static const dv_quantity ins[] = {
    {"command", "1", 1, "command, -1..1; held to that",              DV_BY_RATE                  },
    {"stuck",   "1", 1, "fault: one half or more holds the spool",   DV_BY_RATE | DV_OPTIONAL    },
    {"slow",    "1", 1, "fault: part of its rate that is left",      DV_BY_RATE | DV_OPTIONAL_ONE},
    {"offset",  "1", 1, "fault: added to where the spool should be", DV_BY_RATE | DV_OPTIONAL    },
};
static const dv_quantity outs[] = {
    {"value", "1", 1, "spool", 0}
};

DV_FN real to_one_side(const par *p, real u)
{
  real beyond = dv_max(u - p->deadband, dv_real(0)) / (1 - p->deadband), rise = dv_min(beyond / p->onset, dv_real(1));
  return p->start * rise + (1 - p->start) * beyond;
}

// Of both sides, so that it has a slope at zero, too.
DV_FN real goal(const par *p, real u) { return to_one_side(p, u) - to_one_side(p, -u); }

DV_LAW(signal)
{
  (void)p;
  c->out[0] = c->x[0];
}

DV_LAW(rate)
{
  real y = c->x[0], half = dv_max(0.5 * p->hysteresis - p->dither, dv_real(0)),
       u = dv_clamp(c->in[COMMAND], dv_real(-1), dv_real(1));
  real gap = goal(p, u) + c->in[OFFSET] - y, off = dv_max(gap - half, dv_real(0)) - dv_max(-gap - half, dv_real(0)),
       w = off / p->time;
  real most = dv_select(y * w < 0.0, p->down, p->up), kept = dv_clamp(c->in[SLOW], dv_real(0), dv_real(1));
  c->dx[0] = dv_select(c->in[STUCK] >= 0.5, dv_real(0), kept * dv_clamp(w, -most, most));
}

DV_KIND(control, pilot) = {
    .name = "control.pilot",
    .doc = "pilot stage of a valve: dead band, hysteresis, dither, ramps, lag; faults: stuck, slow, offset",
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .signal = signal,
    .rate = rate,
    .example =
        "signals:\n"
        "  u: {kind: piecewise, points: [[0, 0], [10, 1], [20, 0]]}\n"
        "  fault: {kind: step, at: 12 s}\n"
        "  loop: {kind: control.pilot, command: u, hysteresis: 0.1, time: 0.1 s}\n"
        "  eased: {kind: control.pilot, command: u, hysteresis: 0.1, dither: 0.03, time: 0.1 s}\n"
        "  dead: {kind: control.pilot, command: u, deadband: 0.2, start: 0.1, time: 0.01 s}\n"
        "  ramped: {kind: control.pilot, command: 1, up: 0.05 s-1, time: 0.01 s}\n"
        "  stuck: {kind: control.pilot, command: u, stuck: fault, time: 0.01 s}\n"
        "  slow: {kind: control.pilot, command: 1, slow: 0.1, time: 1 s}\n"
        "  shifted: {kind: control.pilot, command: 0.5, offset: -0.2, time: 0.1 s}\n"
        "until: 20 s\n"
        "solver: {rtol: 1e-9, atol: 1e-11}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: loop, at: 8 s, is: 0.74, within: 1e-8, source: 'rising: u - hysteresis/2 - time/10 s'}\n"
        "      - {value: loop, at: 16 s, is: 0.46, within: 1e-8, source: 'falling: u + hysteresis/2 + time/10 s'}\n"
        "      - {value: eased, at: 16 s, is: 0.43, within: 1e-8, source: 'falling: u + hysteresis/2 - dither + time/10 s'}\n"
        "      - {value: dead, at: 1.9 s, is: 0, within: 1e-9, source: within the dead band}\n"
        "      - {value: dead, at: 6 s, is: 0.1 + 0.9*(0.4 - 1e-3)/0.8, within: 1e-8, source: 'start + (1 - start)(u - "
        "0.2)/0.8, 10 ms behind'}\n"
        "      - {value: ramped, at: 8 s, is: 0.4, within: 1e-8, source: 8 s of 0.05/s}\n"
        "      - {final: stuck, is: 0.801, within: 1e-8, source: 'where it was at 12 s, 10 ms behind'}\n"
        "      - {value: slow, at: 10 s, is: 1 - exp(-1), within: 1e-8, source: a tenth of the rate}\n"
        "      - {final: shifted, is: 0.3, within: 1e-9, source: 0.5 - 0.2}\n",
};
