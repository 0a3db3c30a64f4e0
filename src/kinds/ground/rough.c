// rough.c: rough road after ISO 8608: 32 sines whose amplitudes follow the spectrum of its class, with phases from a seed.
//
//   G(n) = G0 (n/n0)^-2,  n0 = 0.1/m,  G0 = 16e-6 m^3 (class A) x 4 per class;   a_i^2/2 = integral of G over the i-th band
//
// Bands are equally wide in log n between `lowest` and `highest` (cycles per metre); each sine stands in the middle of its band.
#include "kinds/ground/ground.h"
#include "kinds/random.h"

enum { TRAINS = 32 };

DV_PARAMETERS(
    DV_GROUP(way, ground_way, GROUND_PARAMETERS)
    DV_P(scale,   "1",   1,     0,    1e3,        "factor of the heights")
    DV_P(lowest,  "1/m", 0.011, 1e-5, 1e3,        "longest wave: cycles per metre")
    DV_P(highest, "1/m", 2.83,  1e-4, 1e3,        "shortest wave: cycles per metre")
    DV_P(seed,    "count",   1,     0,    2147483646, "of the phases: another seed, another road")
    DV_DERIVED(real amplitude[TRAINS], number[TRAINS], phase[TRAINS])
);

static const dv_option options[] = {
    {"class", "A|B|C|D|E|F|G|H", "very good (A) to very poor (H); the mean of its range"}
};

DV_FAULT(fault)
{
  (void)c;
  return dv_lane(p->highest, 0) > dv_lane(p->lowest, 0)
             ? NULL
             : "its shortest wave is not shorter than its longest|swap lowest and highest";
}

DV_PREPARE(prepare)
{
  real G0 = dv_real(16e-6), n = p->lowest, s = random_start(p->seed);
  real ratio = dv_exp(dv_log(p->highest / n) / (double)TRAINS);
  for (int i = 0; i < c->opt[0]; i++) G0 *= 4;
  for (int i = 0; i < TRAINS; i++, n *= ratio) {
    p->amplitude[i] = p->scale * dv_sqrt(2 * G0 * 0.01 * (1 / n - 1 / (n * ratio)));
    p->number[i] = 6.283185307179586 * n * dv_sqrt(ratio);
    s = random_next(s);
    p->phase[i] = 6.283185307179586 * random_uniform(s);
  }
}

DV_PROFILE(profile)
{
  real xi = ground_place(&p->way, c, at), height = dv_real(0), slope = dv_real(0), bend = dv_real(0);
  for (int i = 0; i < TRAINS; i++) {
    real si, co;
    dv_sincos(p->number[i] * xi + p->phase[i], &si, &co);
    height += p->amplitude[i] * si;
    slope += p->amplitude[i] * p->number[i] * co;
    bend -= p->amplitude[i] * p->number[i] * p->number[i] * si;
  }
  ground_add(&p->way, c, height, slope, bend, g);
}

GROUND_SIGNAL

DV_KIND(ground, rough) = {
    .name = "ground.rough",
    .doc = "rough road after ISO 8608, from its class and a seed; contacts whose surface is a profile feel it",
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(in, ground_ins),
    DV_ROWS(out, ground_outs),
    .fault = fault,
    .prepare = prepare,
    .signal = signal,
    .profile = profile,
    .look = "profile",
    .example =
        "# variance over 20 km is the integral of the spectrum, G0 n0^2 (1/lowest - 1/highest)\n"
        "signals:\n"
        "  road: {kind: ground.rough, class: C, speed: 100 m/s}\n"
        "  other: {kind: ground.rough, class: C, speed: 100 m/s, seed: 2}\n"
        "until: 200 s\n"
        "solver: {every: 5 ms}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {mean: road*road, is: 2.3182273e-4, relative: 0.01, source: class C has G0 = 256e-6 m^3}\n"
        "      - {mean: other*other, is: 2.3182273e-4, relative: 0.01, source: as above}\n"
        "      - {mean: road.rate^2, is: '4*pi^2*256e-8*(2.83 - 0.011)*1e4 [m^2/s^2]', relative: 0.01, source: 'its slope has 4 pi^2 G0 n0^2 (highest - lowest)'}\n"
        "      - {mean: road*other, is: 0, within: 1e-4, source: another seed is another road}\n",
};
