// site.h: a place on an elastic body. It has no coordinates of its own: those of the beam it is on, x, move it. On no beam: a
// weld.
//
//   r = p + phi x (+ e x^T G x / 2),  R_PL = exp([psi x]),   S_k = (Jr psi_k, R^T phi'_k),  Jr = 1 - a [th] + b [th]^2
//   th = psi x,  a = (1 - cos t)/t^2,  b = (t - sin t)/t^3,  t = |th|
//
// What a site carries goes to the link as usual and to the modal coordinates: A += S^T I S, C += X^T I S, e += S^T (I c + p).
// In its room: S[modes][6] in site axes, th[3], a, b, and their derivatives by t^2. By series up to 1.5 rad, where the closed
// forms cancel; these beyond.
#pragma once

#include "skeleton/beam_link.h"

#define P(name) site_##name
#define FREEDOMS h.l->site_modes
#define ELASTIC  // no share of desired.c
enum { P(rates) = DV_MODES_MOST };

// Out of line, with the link spread over arguments: the passes of rigid trees stay as short as they were.
#define SITE DV_HD __attribute__((unused, noinline))
#define FAR const dv_link *link, dv_link_work *work, const real *num, dv_link_work *all
#define SPREAD h.l, h.k, h.num, h.w

// Sum over n of (-1)^n x^n / (2n + f)! and its derivative; c: the coefficients.
DV_FN real P(series)(const double *c, real x, real *slope)
{
  real sum = dv_real(c[9]), d = dv_real(0);
  for (int n = 8; n >= 0; n--) {
    d = d * x + sum;
    sum = sum * x + c[n];
  }
  *slope = d;
  return sum;
}

// sin t/t, a, b, da/d(t^2), db/d(t^2) of x = t^2, closed.
DV_FN void P(closed)(real x, real *out)
{
  real t = dv_sqrt(x), s, c;
  dv_sincos(t, &s, &c);
  out[0] = s / t;
  out[1] = (1 - c) / x;
  out[2] = (t - s) / (t * x);
  out[3] = 0.5 * (out[0] - 2 * out[1]) / x;
  out[4] = 0.5 * (out[1] - 3 * out[2]) / x;
}

// sin t/t, and known: th, a, b, da/d(t^2), db/d(t^2).
DV_FN real P(know)(v3 th, real *known)
{
  const double one[] = {1.0 / 1,
                        -1.0 / 6,
                        1.0 / 120,
                        -1.0 / 5040,
                        1.0 / 362880,
                        -1.0 / 39916800,
                        1.0 / 6227020800.0,
                        -1.0 / 1307674368000.0,
                        1.0 / 355687428096000.0,
                        -1.0 / 121645100408832000.0};
  const double two[] = {1.0 / 2,
                        -1.0 / 24,
                        1.0 / 720,
                        -1.0 / 40320,
                        1.0 / 3628800,
                        -1.0 / 479001600,
                        1.0 / 87178291200.0,
                        -1.0 / 20922789888000.0,
                        1.0 / 6402373705728000.0,
                        -1.0 / 2432902008176640000.0};
  const double three[] = {1.0 / 6,
                          -1.0 / 120,
                          1.0 / 5040,
                          -1.0 / 362880,
                          1.0 / 39916800,
                          -1.0 / 6227020800.0,
                          1.0 / 1307674368000.0,
                          -1.0 / 355687428096000.0,
                          1.0 / 121645100408832000.0,
                          -1.0 / 51090942171709440000.0};
  real tt = dv_v3_dot(th, th), unused, far[5];
  dv_bool is_far = tt > 2.25;
  P(closed)(dv_select(is_far, tt, dv_real(2.25)), far);
  tt = dv_select(is_far, dv_real(2.25), tt);
  dv_v3_put(known, th);
  known[3] = P(series)(two, tt, known + 5);
  known[4] = P(series)(three, tt, known + 6);
  for (int i = 1; i < 5; i++) known[2 + i] = dv_select(is_far, far[i], known[2 + i]);
  return dv_select(is_far, far[0], P(series)(one, tt, &unused));
}

// phi' of mode k, parent axes.
DV_FN v3 P(slide)(const here h, int k, const real *x)
{
  const int n = h.l->site_modes;
  const real *phi = dv_site_shape(h) + 3, *G = phi + 6 * n;
  real g = dv_real(0);
  for (int l = 0; h.l->site_shortens && l < n; l++) g += G[n * k + l] * x[l];
  return dv_v3_add(dv_v3_of(phi + 3 * k), dv_v3_scale(dv_v3_of(dv_site_shape(h)), g));
}
DV_FN v3 P(bend)(const here h, const real *x)  // psi x
{
  v3 th = dv_v3_zero();
  for (int k = 0; k < h.l->site_modes; k++)
    th = dv_v3_add(th, dv_v3_scale(dv_v3_of(dv_site_shape(h) + 3 + 3 * (h.l->site_modes + k)), x[k]));
  return th;
}

SITE void P(set_far)(FAR, const real *q)
{
  const here h = dv_here_of(link, work, num, all);
  const int n = h.l->site_modes;
  real *S = dv_site_room(h), *known = S + 6 * n;
  v3 th = P(bend)(h, q), r = dv_v3_of(h.b->p);
  real s = P(know)(th, known), a = known[3], b = known[4];
  for (int j = 0; j < 3; j++) {  // 1 + s [th] + a [th]^2, by columns
    v3 e1 = dv_v3_cross(th, dv_v3_unit(j)), e2 = dv_v3_cross(th, e1);
    for (int i = 0; i < 3; i++) h.k->E[3 * i + j] = (i == j) + s * e1.x[i] + a * e2.x[i];
  }
  for (int k = 0; k < n; k++) {
    v3 psi = dv_v3_of(dv_site_shape(h) + 3 + 3 * (n + k)), t1 = dv_v3_cross(th, psi), t2 = dv_v3_cross(th, t1);
    v3 slide = P(slide)(h, k, q), straight = dv_v3_of(dv_site_shape(h) + 3 + 3 * k);
    for (int j = 0; j < 3; j++) {
      S[6 * k + j] = psi.x[j] - a * t1.x[j] + b * t2.x[j];
      r.x[j] += 0.5 * (slide.x[j] + straight.x[j]) * q[k];
    }
    dv_v3_put(S + 6 * k + 3, dv_m3_tmul(h.k->E, slide));
  }
  h.k->r = r;
}
DV_FN void P(set)(HERE, const real *q) { P(set_far)(SPREAD, q); }
DV_FN v3 P(down)(HERE, v3 a) { return dv_m3_tmul(h.k->E, a); }
DV_FN v3 P(up)(HERE, v3 a) { return dv_m3_mul(h.k->E, a); }
DV_FN v3 P(origin)(HERE) { return h.k->r; }
DV_FN void P(gain)(HERE, const real *x, v3 *w, v3 *v)
{
  for (int k = 0; k < h.l->site_modes; k++)
    for (int j = 0; j < 3; j++) {
      w->x[j] += dv_site_room(h)[6 * k + j] * x[k];
      v->x[j] += dv_site_room(h)[6 * k + 3 + j] * x[k];
    }
}

// Rate of Jr along th', times psi:  -a' th x psi - a th' x psi + b' th x (th x psi) + b (th' x (th x psi) + th x (th' x psi))
DV_FN v3 P(turn_rate)(const here h, v3 rate, v3 psi)
{
  const real *known = dv_site_room(h) + 6 * h.l->site_modes;
  v3 th = dv_v3_of(known), t1 = dv_v3_cross(th, psi), t2 = dv_v3_cross(th, t1), r1 = dv_v3_cross(rate, psi), out;
  v3 mixed = dv_v3_add(dv_v3_cross(rate, t1), dv_v3_cross(th, r1));
  real along = 2 * dv_v3_dot(th, rate);
  for (int j = 0; j < 3; j++)
    out.x[j] = along * (known[6] * t2.x[j] - known[5] * t1.x[j]) - known[3] * r1.x[j] + known[4] * mixed.x[j];
  return out;
}
// e x'^T G x', parent axes.
DV_FN v3 P(shorten_rate)(const here h, const real *qd)
{
  v3 sum = dv_v3_zero();
  for (int k = 0; h.l->site_shortens && k < h.l->site_modes; k++)
    sum = dv_v3_add(sum, dv_v3_scale(dv_v3_sub(P(slide)(h, k, qd), dv_v3_of(dv_site_shape(h) + 3 + 3 * k)), qd[k]));
  return sum;
}
SITE void P(product_far)(FAR, v3 w, const real *qd, v3 *cw, v3 *cv)
{
  const here h = dv_here_of(link, work, num, all);
  v3 turn = dv_v3_zero(), slide = turn, rate = P(bend)(h, qd);
  P(gain)(0, h, qd, &turn, &slide);
  *cw = dv_v3_add(*cw, dv_v3_add(dv_v3_cross(w, turn), P(turn_rate)(h, rate, rate)));
  *cv = dv_v3_add(*cv, dv_v3_cross(dv_v3_add(w, w), slide));
  if (h.l->site_shortens) *cv = dv_v3_add(*cv, P(down)(0, h, P(shorten_rate)(h, qd)));
}
DV_FN void P(product)(HERE, v3 w, const real *qd, v3 *cw, v3 *cv) { P(product_far)(SPREAD, w, qd, cw, cv); }
DV_FN void P(force)(HERE, v3 n, v3 f, real *tau)
{
  for (int k = 0; k < h.l->site_modes; k++)  // NOLINTNEXTLINE: where there are sites these began at zero
    tau[k] += dv_v3_dot(dv_v3_of(dv_site_room(h) + 6 * k), n) + dv_v3_dot(dv_v3_of(dv_site_room(h) + 6 * k + 3), f);
}

// Nothing is eliminated here: the beam's modal mass, coupling and bias take their share.
SITE void P(solve_far)(FAR, const dv_lump *I, v3 pn, v3 pf, dv_lump *r, v3 *n, v3 *f)
{
  const here h = dv_here_of(link, work, num, all);
  const int modes = h.l->site_modes;
  beam_room beam = dv_beam_room_at(dv_site_beam_room(h), modes);
  *r = *I;
  *n = dv_v3_add(pn, dv_lump_moment(I, h.k->cw, h.k->cv));
  *f = dv_v3_add(pf, dv_lump_force(I, h.k->cw, h.k->cv));
  P(force)(0, h, *n, *f, beam.e);
  for (int k = 0; k < modes; k++) {
    v3 turn = dv_v3_of(dv_site_room(h) + 6 * k), slide = dv_v3_of(dv_site_room(h) + 6 * k + 3);
    v3 moment = dv_lump_moment(I, turn, slide), force = dv_lump_force(I, turn, slide);
    P(force)(0, h, moment, force, beam.A + modes * k);
    force = P(up)(0, h, force);
    moment = dv_v3_add(P(up)(0, h, moment), dv_v3_cross(h.k->r, force));
    for (int j = 0; j < 3; j++) {
      beam.C[6 * k + j] += moment.x[j];
      beam.C[6 * k + 3 + j] += force.x[j];
    }
  }
}
DV_FN void P(solve)(HERE, const dv_lump *I, v3 pn, v3 pf, const real *tau, int want, dv_lump *r, v3 *n, v3 *f)
{
  (void)tau, (void)want;
  P(solve_far)(SPREAD, I, pn, pf, r, n, f);
}
DV_FN void P(finish)(HERE, v3 *al, v3 *acc, real *qdd) { P(gain)(e, h, qdd, al, acc); }
DV_FN void P(turn)(HERE, real *S) { dv_s3_rotate(h.k->E, S); }
DV_FN void P(press)(HERE, const solid *c, int j, v3 *n, v3 *f)
{
  v3 al = dv_v3_of(dv_site_room(h) + 6 * j), acc = dv_v3_of(dv_site_room(h) + 6 * j + 3);
  *n = dv_v3_add(dv_s3_mul(c->I, al), dv_v3_cross(c->mc, acc));
  *f = dv_v3_add(dv_v3_scale(acc, c->m), dv_v3_cross(al, c->mc));
}
SITE void P(lift_far)(const real *E, dv_lump *u) { dv_lump_rotate(E, u); }
DV_FN void P(lift)(HERE, dv_lump *u, int eliminated)
{
  (void)eliminated;
  P(lift_far)(h.k->E, u);
}

// S_k'^T h added to the slopes of the beam, h: momentum n, f of all that the site carries.
DV_FN void P(slope)(const here h, real *slope)
{
  const int n = h.l->site_modes;
  const real *qd = dv_beam_room_at(dv_site_beam_room(h), n).rate;
  v3 rate = P(bend)(h, qd), turn = dv_v3_zero(), unused = turn;
  P(gain)(0, h, qd, &turn, &unused);
  for (int k = 0; k < n; k++) {
    v3 psi = dv_v3_of(dv_site_shape(h) + 3 + 3 * (n + k)), slide = dv_v3_of(dv_site_room(h) + 6 * k + 3);
    v3 more = dv_v3_sub(P(slide)(h, k, qd), dv_v3_of(dv_site_shape(h) + 3 + 3 * k));  // e (G x')_k
    v3 change = dv_v3_sub(P(down)(0, h, more), dv_v3_cross(turn, slide));
    slope[k] += dv_v3_dot(P(turn_rate)(h, rate, psi), h.k->n) + dv_v3_dot(change, h.k->f);
  }
}

// The coordinates are the beam's.
DV_FN void P(rate)(const real *q, const real *v, real *qdot) { (void)q, (void)v, (void)qdot; }
DV_FN void P(add)(const real *q, double h, const real *dq, real *out) { (void)q, (void)h, (void)dq, (void)out; }
DV_FN void P(normalise)(real *q) { (void)q; }

#include "skeleton/passes.inc"
#undef SITE
#undef FAR
#undef SPREAD
