// sensor.c: a sampled measurement: gain, bias, white noise, range, resolution and dead time, as a program would read it.
//
//   y_k = round(clamp(gain u(t_k - delay) + bias + noise w_k)),  t_k = k T,  w_k normal with deviation 1, from a seed
//
// The delay is a whole number of periods, rounded, at most 32. Before it has passed the sensor shows its first sample.
#include "kinds/random.h"
#include "kinds/signal/signal.h"

enum { LATE = 32, SHOWN = LATE + 1, RANDOM, FILLED };  // discrete: samples, the newest first; shown value; generator; started

DV_PARAMETERS(
    DV_P(period,     "s", DV_REQUIRED, 1e-6,  1e6,        "sampling period")
    DV_P(gain,       "1", 1,           -1e6,  1e6,        "of the sensor")
    DV_P(bias,       "*", 0,           -1e30, 1e30,       "added to what it measures")
    DV_P(noise,      "*", 0,           0,     1e30,       "standard deviation of each sample")
    DV_P(delay,      "s", 0,           0,     1e6,        "dead time, at most 32 periods")
    DV_P(lower,      "*", -1e30,       -1e30, 1e30,       "least value that it can show")
    DV_P(upper,      "*", 1e30,        -1e30, 1e30,       "greatest value that it can show")
    DV_P(resolution, "*", 0,           0,     1e30,       "step between two values; 0: none")
    DV_P(seed,       "count", 1,           0,     2147483646, "of the noise; give each sensor its own")
    DV_DERIVED(real late, start)  // delay in periods, first number of the generator
);

// clang-format off
#define SAMPLE(i) {"late_" #i, "", 1, "sample " #i " periods ago", 0}
static const dv_quantity discrete[] = {
    SAMPLE(0),  SAMPLE(1),  SAMPLE(2),  SAMPLE(3),  SAMPLE(4),  SAMPLE(5),  SAMPLE(6),  SAMPLE(7),  SAMPLE(8),
    SAMPLE(9),  SAMPLE(10), SAMPLE(11), SAMPLE(12), SAMPLE(13), SAMPLE(14), SAMPLE(15), SAMPLE(16), SAMPLE(17),
    SAMPLE(18), SAMPLE(19), SAMPLE(20), SAMPLE(21), SAMPLE(22), SAMPLE(23), SAMPLE(24), SAMPLE(25), SAMPLE(26),
    SAMPLE(27), SAMPLE(28), SAMPLE(29), SAMPLE(30), SAMPLE(31), SAMPLE(32),
    {"shown",  "",  1,   "shown value",                   0},
    {"random", "1", 1e9, "state of the noise",            0},
    {"filled", "1", 1,   "1: the first sample was taken", 0},
};
// clang-format on
static const dv_quantity ins[] = {
    {"in", "", 1, "what is measured", DV_BY_SAMPLE}
};
DV_PREPARE(prepare)
{
  (void)c;
  p->late = dv_floor(p->delay / p->period + 0.5);
  p->start = random_start(p->seed);
}

DV_LAW(signal)
{
  (void)p;
  c->out[0] = c->d[SHOWN];
}

// Noise of this sample; the generator goes on by two numbers.
DV_FN real noise(const par *p, dv_cell *c)
{
  real s = random_next(dv_select(c->d[FILLED] > 0.5, c->d[RANDOM], p->start)), next = random_next(s);
  c->d[RANDOM] = next;
  return p->noise * random_normal(s, next);
}

DV_LAW(sample)
{
  dv_bool first = dv_not(c->d[FILLED] > 0.5);
  for (int i = LATE; i > 0; i--) c->d[i] = dv_select(first, c->in[0], c->d[i - 1]);
  c->d[0] = c->in[0];
  real u = c->d[0];
  for (int i = 1; i <= LATE; i++) u = dv_select(p->late >= dv_real(i), c->d[i], u);
  real y = dv_clamp(p->gain * u + p->bias + noise(p, c), p->lower, p->upper), step = dv_max(p->resolution, dv_real(1e-300));
  c->d[SHOWN] = dv_select(p->resolution > 0.0, step * dv_floor(y / step + 0.5), y);
  c->d[FILLED] = dv_real(1);
}

DV_FAULT(fault)
{
  double periods = dv_lane(p->delay, 0) / dv_lane(p->period, 0);
  (void)c;
  if (periods > (int)LATE + 0.5) return "its delay is longer than 32 periods|give a longer period";
  return dv_lane(p->lower, 0) > dv_lane(p->upper, 0) ? "its range ends before it begins|swap lower and upper" : NULL;
}

DV_KIND(signal, sensor) = {
    .name = "signal.sensor",
    .doc = "sampled measurement with gain, bias, noise, range, resolution and dead time",
    DV_PARAMS,
    DV_ROWS(discrete, discrete),
    DV_ROWS(in, ins),
    .out = signal_outs,
    .nout = 1,
    .fault = fault,
    .prepare = prepare,
    .signal = signal,
    .sample = sample,
    .period = 1 + P_period,
    .steps = 1,
    .example = "signals:\n"
               "  late: {kind: sensor, in: 2*t, period: 10 ms, delay: 50 ms, gain: 3, bias: 1}\n"
               "  coarse: {kind: sensor, in: t, period: 10 ms, resolution: 0.25, lower: 0.5, upper: 12}\n"
               "  noisy: {kind: sensor, in: 0, period: 1 ms, noise: 2}\n"
               "  other: {kind: sensor, in: 0, period: 1 ms, noise: 2, seed: 2}\n"
               "until: 20 s\n"
               "solver: {every: 1 ms}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: late, at: 1.005 s, is: 6.7, within: 1e-12, source: 1 + 6 (1 - 0.05)}\n"
               "      - {value: late, at: 0.03 s, is: 1, within: 1e-12, source: its first sample}\n"
               "      - {value: coarse, at: 0.2 s, is: 0.5, within: 1e-12, source: lower}\n"
               "      - {value: coarse, at: 7.4 s, is: 7.5, within: 1e-12, source: nearest step}\n"
               "      - {final: coarse, is: 12, within: 1e-12, source: upper}\n"
               "      - {mean: noisy, is: 0, within: 0.06, source: four deviations of the mean of 20000}\n"
               "      - {mean: noisy*noisy, is: 4, within: 0.16, source: variance}\n"
               "      - {mean: noisy*other, is: 0, within: 0.12, source: another seed is another noise}\n",
};
