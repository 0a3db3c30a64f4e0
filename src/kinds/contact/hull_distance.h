// hull_distance.h: distance of a point from a convex body of triangles, and the direction in which it grows.
//
//   inside: the greatest of n . x - d over its faces;   outside: the least distance from one of its triangles
//
// It has no corner outside, where it is that of a convex body; inside it changes face where two are as near. Triangles of one
// face may overlap. Each costs some hundred operations, so that hulls have few: 28 with 16 corners.
#pragma once

#include "davit/kind.h"
#include "math/spatial.h"

enum { HULL_CORNERS = 9, HULL_ROW = 13 };  // columns: three corners, normal outwards, its distance from the origin

DV_FN v3 hull_corner(const real *row, int i) { return dv_v3_of(row + 3 * i); }

DV_FN v3 hull_square(const real *row)  // to the triangle; its length is twice the area
{
  v3 a = hull_corner(row, 0);
  return dv_v3_cross(dv_v3_sub(hull_corner(row, 1), a), dv_v3_sub(hull_corner(row, 2), a));
}

DV_FN v3 hull_middle(const real *table, int rows)
{
  v3 sum = dv_v3_zero();
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < 3; k++)
      sum = dv_v3_add(sum, dv_v3_scale(hull_corner(table + HULL_ROW * i, k), dv_real(1.0 / (3 * rows))));
  return sum;
}

// Normals and distances of all faces, whichever way their triangles turn.
DV_FN void hull_prepare(real *table, int rows)
{
  v3 middle = hull_middle(table, rows);
  for (int i = 0; i < rows; i++) {
    real *row = table + HULL_ROW * i;
    v3 n = hull_square(row), a = hull_corner(row, 0);
    real in = dv_v3_dot(n, dv_v3_sub(a, middle)), size = dv_sqrt(dv_v3_dot(n, n) + 1e-300);
    n = dv_v3_scale(n, dv_select(in < 0.0, dv_real(-1), dv_real(1)) / size);
    dv_v3_put(row + HULL_CORNERS, n);
    row[HULL_CORNERS + 3] = dv_v3_dot(n, a);
  }
}

// One lane: no corner lies beyond a face by more than a thousandth of the way from the middle; each triangle has an area.
DV_FN int hull_is_convex(const real *table, int rows)
{
  v3 middle = hull_middle(table, rows);
  for (int i = 0; i < rows; i++) {
    v3 n = hull_square(table + HULL_ROW * i), a = hull_corner(table + HULL_ROW * i, 0);
    double in = dv_lane(dv_v3_dot(n, dv_v3_sub(a, middle)), 0), most = 1e-3 * (in < 0 ? -in : in);
    if (!(most > 0)) return 0;
    for (int k = 0; k < 3 * rows; k++) {
      double over = dv_lane(dv_v3_dot(n, dv_v3_sub(hull_corner(table + HULL_ROW * (k / 3), k % 3), a)), 0);
      if ((in < 0 ? -over : over) > most) return 0;
    }
  }
  return 1;
}

DV_FN v3 hull_choose(dv_bool m, v3 a, v3 b)
{
  for (int i = 0; i < 3; i++) a.x[i] = dv_select(m, a.x[i], b.x[i]);
  return a;
}

// The way to x from the nearest point of an edge that begins at a; to: from a.
DV_FN v3 hull_from_edge(v3 edge, v3 to)
{
  real t = dv_clamp(dv_v3_dot(to, edge) / (dv_v3_dot(edge, edge) + 1e-300), dv_real(0), dv_real(1));
  return dv_v3_sub(to, dv_v3_scale(edge, t));
}

// The way to x from the nearest point of a triangle; over: the height of x above its plane.
DV_FN v3 hull_from_triangle(const real *row, v3 x, real over)
{
  v3 n = dv_v3_of(row + HULL_CORNERS), best = dv_v3_scale(n, over);
  real least = dv_real(1e300);
  dv_bool left = over == over, right = left;
  v3 side = best;
  for (int i = 0; i < 3; i++) {
    v3 a = hull_corner(row, i), edge = dv_v3_sub(hull_corner(row, (i + 1) % 3), a), to = dv_v3_sub(x, a);
    real turn = dv_v3_dot(dv_v3_cross(edge, to), n);
    left = left & (turn >= 0.0);
    right = right & (turn <= 0.0);
    v3 way = hull_from_edge(edge, to);
    real far = dv_v3_dot(way, way);
    side = hull_choose(far < least, way, side);
    least = dv_min(least, far);
  }
  return hull_choose(left | right, best, side);
}

DV_FN real hull_distance(const real *table, int rows, v3 x, v3 *n)
{
  real most = dv_real(-1e300), least = dv_real(1e300);
  v3 face = dv_v3_unit(2), way = face;
  for (int i = 0; i < rows; i++) {
    const real *row = table + HULL_ROW * i;
    real over = dv_v3_dot(dv_v3_of(row + HULL_CORNERS), x) - row[HULL_CORNERS + 3];
    v3 to = hull_from_triangle(row, x, over);
    real far = dv_v3_dot(to, to);
    face = hull_choose(over > most, dv_v3_of(row + HULL_CORNERS), face);
    way = hull_choose(far < least, to, way);
    most = dv_max(most, over);
    least = dv_min(least, far);
  }
  dv_bool outside = most > 0.0;
  real length = dv_sqrt(dv_select(outside, least + 1e-300, dv_real(1)));
  *n = hull_choose(outside, dv_v3_scale(way, 1 / length), face);
  return dv_select(outside, length, most);
}
