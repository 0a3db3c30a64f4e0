// buoyancy_cylinder.h: what of a cylinder along z lies under a level surface, in any attitude.
//
// The surface is z = (D - s p)/n over p, across the axis where it rises; s, n: parts of up along p and z. Before p0 = (D - n H)/s
// all of the length 2 H is wet, beyond p1 = (D + n H)/s nothing. With w = 2 sqrt(R^2 - p^2), Sk the integral of w p^k up to p:
//   V = H (S0(p0) + S0(p1)) + int w z dp,   V p = H (S1(p0) + S1(p1)) + int w p z dp,   V z = int w (z^2 - H^2)/2 dp,  p0 to p1
// which holds for either sign of n. p = R sin f, by Gauss's ten points: 1e-8.
#pragma once

#include "kinds/marine/buoyancy_box.h"

typedef struct {
  real angle, sine, cosine;
} buoyancy_chord;

DV_FN buoyancy_chord buoyancy_chord_at(real p)
{
  const double most = 1 - 1e-12;  // where the slope of asin is still finite
  buoyancy_chord e;
  e.sine = dv_clamp(p, dv_real(-most), dv_real(most));
  e.angle = dv_asin(e.sine);
  e.cosine = dv_sqrt(1 - e.sine * e.sine);
  return e;
}

// A cylinder whose middle lies `depth` below the surface; up: of the world, in its axes.
DV_FN buoyancy_wet buoyancy_cylinder(real R, real H, v3 up, real depth)
{
  const double gauss[10] = {-0.9739065285171717, -0.8650633666889845, -0.6794095682990244, -0.4333953941292472,
                            -0.1488743389816312, 0.1488743389816312,  0.4333953941292472,  0.6794095682990244,
                            0.8650633666889845,  0.9739065285171717};
  const double weight[10] = {0.0666713443086881, 0.1494513491505804, 0.2190863625159820, 0.2692667193099965, 0.2955242247147530,
                             0.2955242247147530, 0.2692667193099965, 0.2190863625159820, 0.1494513491505804, 0.0666713443086881};
  real s = dv_sqrt(up.x[0] * up.x[0] + up.x[1] * up.x[1] + 1e-16), n = up.x[2];
  n = n + dv_select(dv_abs(n) < 1e-9, dv_real(2e-9), dv_real(0));  // lying: as if a hair beside
  buoyancy_chord a = buoyancy_chord_at((depth - n * H) / (s * R)), b = buoyancy_chord_at((depth + n * H) / (s * R));
  real middle = 0.5 * (a.angle + b.angle), half = 0.5 * (b.angle - a.angle), along = dv_real(0);
  real volume = H * R * R * (a.angle + b.angle + 3.141592653589793 + a.sine * a.cosine + b.sine * b.cosine);
  real across = -2.0 / 3 * H * R * R * R * (a.cosine * a.cosine * a.cosine + b.cosine * b.cosine * b.cosine);
  for (int i = 0; i < 10; i++) {
    real sine, cosine;
    dv_sincos(middle + half * gauss[i], &sine, &cosine);
    real z = (depth - s * R * sine) / n, area = 2 * R * R * half * weight[i] * cosine * cosine;
    volume += area * z;
    across += area * R * sine * z;
    along += 0.5 * area * (z * z - H * H);
  }
  buoyancy_wet wet;
  wet.volume = volume;
  wet.moment.x[0] = across * up.x[0] / s;
  wet.moment.x[1] = across * up.x[1] / s;
  wet.moment.x[2] = along;
  return wet;
}
