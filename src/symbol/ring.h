// ring.h: trigonometric polynomials: sums of  number x monomial x cos or sin of a sum of angles.
//
//   2 m L^2 cos(a + b) + x y' sin(2 a)
//
// A monomial is a product of powers of atoms (parameters, lengths, rates), a sum of angles has whole factors. Products of cosines
// and sines become sums (cos a cos b = 1/2 cos(a - b) + 1/2 cos(a + b)), so that equal expressions have equal terms: what is zero
// vanishes by itself. Everything lives in the arena of the ring.
#pragma once

#include "base/arena.h"

enum { DV_RING_ATOMS = 400, DV_RING_ANGLES = 64, DV_RING_TERMS = 3000000 };

typedef enum { DV_CONSTANT, DV_COORDINATE, DV_RATE } dv_atom_sort;

typedef struct {
  const char *name;
  double value;  // of a constant; of a coordinate: how large it is, for pruning
  dv_atom_sort sort;
  const char *unit;        // "": none
  const char *definition;  // text that its value comes from; NULL: none
  int derived;             // 1: a function of other constants, which the file does not name; its definition is a formula of them
} dv_atom;

// Powers of atoms, or factors of angles: each vector of small whole numbers once; its number stands for it, 0 for all zeros.
typedef struct {
  int width;        // most
  int used;         // entries in use
  signed char *at;  // [n][width]
  int n, cap;
  int *slot, nslot;  // index + 1; 0: empty
} dv_exponents;

typedef struct {
  int power;  // monomial
  int angle;  // 2 x sum of angles, + 1: the sine; 0: no angle
  double c;
} dv_term;

typedef struct {
  int n;
  const dv_term *term;
} dv_poly;

typedef struct {
  dv_arena *arena;
  dv_atom *atom;  // [natom]
  int natom;
  dv_atom *angle;  // [nangle]; value: in rad
  double *turn;    // [nangle] angle per unit of the name: cos(turn x name); 1 but for leadscrews
  int nangle;
  dv_exponents power, sum;
  // sums being made: a hash of terms
  struct {
    dv_term *term;
    double *size;  // sum of the magnitudes that went in
    int n, cap;
    int *slot, nslot;
  } heap;
  double terms;      // made so far
  const char *full;  // not NULL: something became too large, and what; all results are worthless then
} dv_ring;

dv_ring *dv_ring_new(dv_arena *a);
int dv_ring_atom(dv_ring *r, dv_atom atom);                 // its number; one of that name that is there already is taken
int dv_ring_angle(dv_ring *r, dv_atom angle, double turn);  // likewise

int dv_exponents_of(dv_ring *r, dv_exponents *e, const signed char *v);
static inline const signed char *dv_exponents_at(const dv_exponents *e, int i) { return e->at + (size_t)i * (size_t)e->width; }

dv_poly dv_poly_number(dv_ring *r, double c);
dv_poly dv_poly_atom(dv_ring *r, int atom);
dv_poly dv_poly_trig(dv_ring *r, int angle, int sine);
dv_poly dv_poly_add(dv_ring *r, dv_poly a, dv_poly b);
dv_poly dv_poly_sub(dv_ring *r, dv_poly a, dv_poly b);
dv_poly dv_poly_scale(dv_ring *r, dv_poly a, double c);
dv_poly dv_poly_times(dv_ring *r, dv_poly a, dv_poly b);
dv_poly dv_poly_slope_atom(dv_ring *r, dv_poly a, int atom);            // partial derivative
dv_poly dv_poly_slope_angle(dv_ring *r, dv_poly a, int angle);          // by the named quantity, with its `turn`
dv_poly dv_poly_unit(dv_ring *r, dv_poly a, int w, const int rest[3]);  // with w^2 = 1 - sum of the squares of the rest

double dv_poly_value(const dv_ring *r, dv_poly a);                             // with the values of atoms and angles
double dv_term_size(const dv_ring *r, const dv_term *t);                       // magnitude with |cos|, |sin| = 1
double dv_poly_size(const dv_ring *r, dv_poly a);                              // sum of those
int dv_poly_is_number(dv_poly a, double *c);                                   // 1: no atom, no angle
dv_poly dv_poly_prune(dv_ring *r, dv_poly a, double least, double *left_out);  // terms of less than `least` go; adds their sizes

// Sums of many: begin, any number of times add, end.
void dv_sum_begin(dv_ring *r);
void dv_sum_term(dv_ring *r, int power, int angle, double c);
void dv_sum_add(dv_ring *r, dv_poly a, double c);
void dv_sum_product(dv_ring *r, dv_poly a, dv_poly b, double c);
dv_poly dv_sum_end(dv_ring *r);
