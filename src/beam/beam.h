// beam.h: an elastic beam as shape functions: what it weighs, how stiff its modes are, how its points and sections move.
//
// Beam axes: x along the beam from 0 to length, y and z across. A mode bends along y or z, twists about x or stretches along x.
// The modes of one way are the Ritz modes in the span of the chosen functions: mass and stiffness of the beam alone are diagonal.
#pragma once

#include "base/arena.h"

typedef enum { DV_BEND_Y, DV_BEND_Z, DV_TWIST, DV_STRETCH, DV_BEAM_WAYS } dv_beam_way;
typedef enum {
  DV_HINGED_HINGED,  // sines; the frame is the chord
  DV_CLAMPED_FREE,   // the frame is the root's tangent
  DV_CLAMPED_CLAMPED,
  DV_FREE_FREE,
  DV_POLYNOMIAL,
  DV_CRAIG_BAMPTON  // static shapes of a moved tip, and modes with both ends clamped
} dv_beam_ends;

enum { DV_POLYNOMIAL_MOST = 12, DV_ELEMENTS_MOST = 60, DV_BEAM_MODES_MOST = 32 };

// A section: second moments Iy = int z^2 dA, Iz = int y^2 dA, torsion constant J, shear areas along y and z, outer fibres.
typedef struct {
  double x, A, Iy, Iz, J, Ay, Az, cy, cz;
} dv_beam_section;

// A point mass on the axis.
typedef struct {
  double at, mass;
} dv_beam_mass;

typedef struct {
  double length, E, G, density;
  int nsection;                    // linear between rows; one: uniform
  const dv_beam_section *section;  // x rising
  dv_beam_ends ends;
  int ends_z;  // 0: as `ends`; 1 + dv_beam_ends: those of bending along z
  int timoshenko, shortens;
  int elements;             // > 0: shapes are modes of so many finite elements; 0: closed forms
  int count[DV_BEAM_WAYS];  // modes of each way
  int npolynomial;          // given coefficients by power of x/length; 0: (x/length)^2, ^3, ...
  double (*polynomial)[DV_POLYNOMIAL_MOST];
  int nmass;
  const dv_beam_mass *mass;
} dv_beam_data;

// A mode at a point: displacement, rotation of the section, slope of the axis; strains: curvature, twist or stretch; shear.
typedef struct {
  double phi[3], psi[3], slope, strain, shear;
} dv_beam_value;

typedef struct dv_beam {
  const dv_beam_data *data;
  int modes;
  dv_beam_way *way;  // [modes]
  int *order;        // [modes] number of the mode in its way, from 1
  double *mass, *stiffness;
  const struct dv_beam_basis *basis;  // of each way
} dv_beam;

const dv_beam *dv_beam_new(dv_arena *a, const dv_beam_data *d);  // NULL: the functions are not independent
// Ends of a way.
static inline dv_beam_ends dv_beam_ends_of(const dv_beam_data *d, dv_beam_way way)
{
  return way == DV_BEND_Z && d->ends_z ? (dv_beam_ends)(d->ends_z - 1) : d->ends;
}

dv_beam_section dv_beam_section_at(const dv_beam_data *d, double x);
void dv_beam_at(const dv_beam *b, double x, dv_beam_value *v);   // [modes]
void dv_beam_shortening(const dv_beam *b, double x, double *G);  // [modes][modes]: -int_0^x slope_k slope_l

// The mass beyond x = from as the skeleton's nodes (skeleton/beam_link.h), beam axes, origin at x = 0.
typedef struct {
  int n, stride;
  double *node;                  // [n][stride]: c, r0[3], phi[modes][3], with shortening G[modes][modes]
  double J[3];                   // of sections about x, y, z
  double *Jpsi, *N;              // [modes][3]; [modes][modes], without shortening with the nodes' share
  double mass, moment, inertia;  // sum of m, m x, m x^2
} dv_beam_field;
dv_beam_field dv_beam_field_beyond(dv_arena *a, const dv_beam *b, double from);

// A body from outside: nodes with mass, inertia and the shapes of its modes there; body axes.
typedef struct {
  int nodes, modes;
  double *node;                 // [nodes][7 + 6 modes]: x y z, mass, jx jy jz, then displacement and rotation of each mode
  double *stiffness, *damping;  // [modes]
} dv_modal_table;
dv_beam_field dv_modal_field(dv_arena *a, const dv_modal_table *t);
void dv_modal_mass(const dv_modal_table *t, double *mass);              // [modes] diagonal of the modal mass
int dv_modal_nearest(const dv_modal_table *t, const double at[3]);      // node
void dv_modal_at(const dv_modal_table *t, int node, dv_beam_value *v);  // [modes]

// Replaces n rows of `width` numbers by fewer that have the same sums of products. Returns how many.
int dv_rows_compress(int n, int width, double *row);
// Points and weights of Gauss and Legendre on [0, 1].
enum { DV_GAUSS_MOST = 64 };
void dv_gauss(int n, double *x, double *weight);
