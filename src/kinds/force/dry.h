// dry.h: dry friction with the Stribeck effect, smoothed around rest, or with bristles (LuGre) that hold at rest.
//
//   g(v) = c + (s - c) e^(-(v/v_s)^2);   smoothed: e = g v/sqrt(v^2 + w^2) + d v, with g = c or with the Stribeck effect
//   LuGre: z' = v - k |v| z/g,  e = k z + m z' + d v;   stores k z^2/2
//
// m is held below 4 g/|v|, where the law is passive (Barahanov and Ortega 2000). LuGre: Canudas de Wit et al. 1995.
#pragma once

#include "davit/kind.h"

enum { DRY_SMOOTH, DRY_STRIBECK, DRY_LUGRE };

typedef struct {
  real coulomb, viscous, smoothing, breakaway, stribeck, bristle, micro;
} dry_par;

DV_FN real dry_level(const dry_par *d, real v)
{
  real u = v / d->stribeck, more = dv_max(d->breakaway - d->coulomb, dv_real(0));
  return d->coulomb + more * dv_exp(-dv_min(u * u, dv_real(700)));
}

DV_FN real dry_around_rest(const dry_par *d, real level, real v)
{
  return level * v / dv_sqrt(v * v + d->smoothing * d->smoothing) + d->viscous * v;
}
DV_FN real dry_smooth(const dry_par *d, real v) { return dry_around_rest(d, d->coulomb, v); }
DV_FN real dry_stribeck(const dry_par *d, real v) { return dry_around_rest(d, dry_level(d, v), v); }

DV_FN real dry_bristle_rate(const dry_par *d, real v, real z)
{
  return v - d->bristle * dv_abs(v) * z / dv_max(dry_level(d, v), dv_real(1e-9));
}

DV_FN real dry_lugre(const dry_par *d, real v, real z)
{
  real most = 4 * dry_level(d, v) / dv_max(dv_abs(v), dv_real(1e-30)), rate = dry_bristle_rate(d, v, z);
  return d->bristle * z + dv_min(d->micro, most) * rate + d->viscous * v;
}

// Power that the friction turns to heat, given its effort.
DV_FN real dry_loss(const dry_par *d, int law, real effort, real v, real z)
{
  return law == DRY_LUGRE ? effort * v - d->bristle * z * dry_bristle_rate(d, v, z) : effort * v;
}

DV_FN real dry_effort(const dry_par *d, int law, real v, const real *bend)
{
  return law == DRY_LUGRE ? dry_lugre(d, v, bend[0]) : law == DRY_STRIBECK ? dry_stribeck(d, v) : dry_smooth(d, v);
}
