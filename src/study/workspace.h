// workspace.h: what a point can reach within the limits of joints and cylinders, and how well it moves there.
#pragma once

#include "study/reach.h"

enum { DV_WORKSPACE_CELLS = 80, DV_WORKSPACE_FINE = 240 };

// The section: distance r from the sweeping axis and height z along it; without a sweep, two directions of the chain's plane.
typedef struct {
  dv_arm *arm;
  int about;              // coordinate of the arm that sweeps the section; -1: none
  double axis[3], at[3];  // of the sweep; a point on it
  double ex[3], ez[3];    // directions of a section without a sweep
  int nrest, *rest;       // coordinates that move within the section
  double *lower, *upper;  // [n] what limits leave of each coordinate, where they concern one alone
  double *middle;         // [n] a pose within limits

  int na, nb;             // cells over rest[0], rest[1]
  double *u, *w;          // [nb + 1][na + 1] section of their corners
  double *least, *whole;  // [nb][na] smallest singular value of the Jacobian; sqrt(det J J'); NaN: beyond limits

  double r[2], z[2];                           // extremes
  double area, volume, sweep;                  // m2, m3, rad
  double least_singular, least_det, most_det;  // over all poses; det: of three coordinates
  int folds;                                   // 1: the section covers itself: singular poses inside
  int sampled;                                 // 1: more than two coordinates: from samples, areas are approximate
} dv_workspace;

// about: name of a coordinate, "none", or NULL: the first if it turns and there are three or more. NULL after a diagnostic.
dv_workspace *dv_workspace_new(dv_arm *c, const char *about, dv_diags *d);
const char *dv_workspace_way(const dv_workspace *s,
                             int up);  // of a section without a sweep: "x", "-y", or "ahead", "up" where it is oblique
void dv_workspace_section(const dv_workspace *s, const double *moved, double rz[2]);
// Smallest singular value, product of singular values, and determinant (three coordinates; else NaN).
void dv_workspace_dexterity(const dv_workspace *s, const double *moved, double *least, double *whole, double *det);

// area.c: union of triangles, on a grid of small squares.
typedef struct {
  double x0, y0, dx, dy;
  int nx, ny;
  char *covered;  // [ny][nx]
} dv_raster;
dv_raster *dv_raster_new(dv_arena *a, const double x[2], const double y[2], int n);
void dv_raster_triangle(dv_raster *r, const double *a, const double *b, const double *c);
void dv_raster_point(dv_raster *r, double x, double y);
void dv_raster_measure(const dv_raster *r, double *area, double *moment);  // moment: integral of x
