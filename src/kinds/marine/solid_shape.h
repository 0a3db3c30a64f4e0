// solid_shape.h: added mass of simple bodies in unbounded water, diagonal in their axes: x y z, then about x y z.
//
//   ellipsoid: A_x = m a0/(2 - a0),  I_x = m/5 (b^2 - c^2)^2 (g0 - b0) / (2 (b^2 - c^2) + (b^2 + c^2)(b0 - g0)),
//   m = 4/3 pi rho a b c,  a0 = a b c int_0^inf dl / ((a^2 + l) sqrt((a^2 + l)(b^2 + l)(c^2 + l))) = 2/3 a b c R_D(b^2, c^2, a^2)
//
// Lamb, art. 114-115. Cylinder along x: the disc's rho pi r^2 on every cross section. Box: DNV-RP-N103; turning as its ellipsoid.
#pragma once

#include "davit/kind.h"

// Carlson's R_D(x, y, z) by duplication: 3/2 int_0^inf dl / ((z + l) sqrt((x + l)(y + l)(z + l))).
DV_FN real shape_rd(real x, real y, real z)
{
  real sum = dv_real(0), f = dv_real(1);
  for (int i = 0; i < 16; i++) {
    real sx = dv_sqrt(x), sy = dv_sqrt(y), sz = dv_sqrt(z), l = sx * (sy + sz) + sy * sz;
    sum += f / (sz * (z + l));
    f *= 0.25;
    x = 0.25 * (x + l), y = 0.25 * (y + l), z = 0.25 * (z + l);
  }
  real m = (x + y + 3 * z) / 5, X = 1 - x / m, Y = 1 - y / m, Z = 1 - z / m, ea = X * Y, eb = Z * Z, ec = ea - eb,
       ed = ea - 6 * eb;
  real tail = 1 + ed * (-3.0 / 14 + 9.0 / 88 * ed - 4.5 / 26 * Z * (ed + 2 * ec)) +
              Z * ((ed + 2 * ec) / 6 + Z * (-9.0 / 22 * ec + 3.0 / 26 * Z * ea));
  return 3 * sum + f * tail / (m * dv_sqrt(m));
}

// About the axis whose cross section has the half axes b, c.
DV_FN real shape_turn(real mass, real b, real c, real b0, real c0)
{
  real e = b * b - c * c, s = b * b + c * c, den = 2 * e + s * (b0 - c0), round = 1e-6 * s;
  dv_bool oblong = dv_abs(e) > round;
  return dv_select(oblong, mass / 5 * e * e * (c0 - b0) / dv_select(oblong, den, dv_real(1)), dv_real(0));
}

DV_FN void shape_ellipsoid(real rho, real a, real b, real c, real *A)
{
  real abc = a * b * c, mass = 4.1887902047863905 * rho * abc, k = 2.0 / 3 * abc;
  real a0 = k * shape_rd(b * b, c * c, a * a), b0 = k * shape_rd(c * c, a * a, b * b), c0 = k * shape_rd(a * a, b * b, c * c);
  A[0] = mass * a0 / (2 - a0);
  A[1] = mass * b0 / (2 - b0);
  A[2] = mass * c0 / (2 - c0);
  A[3] = shape_turn(mass, b, c, b0, c0);
  A[4] = shape_turn(mass, c, a, c0, a0);
  A[5] = shape_turn(mass, a, b, a0, b0);
}

// Length and radius.
DV_FN void shape_cylinder(real rho, real length, real r, real *A)
{
  real mass = 3.141592653589793 * rho * r * r * length;
  A[0] = A[3] = dv_real(0);
  A[1] = A[2] = mass;
  A[4] = A[5] = mass * length * length / 12;
}

// Rectangular plate across its normal: coefficient on rho pi/4 (short side)^2 (long side).
DV_FN real shape_plate(real u, real v)
{
  const double ratio[9] = {1, 1.25, 1.5, 2, 2.5, 3, 4, 6.25, 10},
               value[9] = {0.579, 0.642, 0.690, 0.757, 0.801, 0.830, 0.872, 0.917, 0.947};
  real a = dv_min(u, v), b = dv_max(u, v), r = b / a, k = dv_real(value[0]);
  for (int i = 0; i < 8; i++) {
    real s = dv_clamp((r - ratio[i]) / (ratio[i + 1] - ratio[i]), dv_real(0), dv_real(1));
    k += s * (value[i + 1] - value[i]);
  }
  k = dv_select(r > 10.0, 1 - 0.53 / r, k);
  return 0.7853981633974483 * k * a * a * b;
}

// Sides l m n; moving along l.
DV_FN real shape_block(real rho, real l, real m, real n)
{
  real side = dv_sqrt(m * n), q = side / (l + side), q2 = q * q;
  return rho * (1 + dv_sqrt((1 - q2) / (2 * (1 + q2)))) * shape_plate(m, n);
}

DV_FN void shape_box(real rho, real l, real m, real n, real *A)
{
  shape_ellipsoid(rho, 0.5 * l, 0.5 * m, 0.5 * n, A);
  A[0] = shape_block(rho, l, m, n);
  A[1] = shape_block(rho, m, n, l);
  A[2] = shape_block(rho, n, l, m);
}
