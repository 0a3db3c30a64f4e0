// riccati.h: linear design: algebraic Riccati equations, poles by feedback, machines between two samples. Matrices are row-major.
#pragma once

#include "base/arena.h"

// Least  integral (or sum)  x'Q x + 2 x'N u + u'R u  of  x' = A x + B u  (or x(k+1) = A x + B u).
typedef struct {
  int n, m;
  int sampled;          // 1: x(k+1)
  const double *A, *B;  // [n][n], [n][m]
  const double *Q, *R;  // [n][n], [m][m] positive definite
  const double *N;      // [n][m]; NULL: zero
} dv_riccati;

// X [n][n] the stabilising solution, K [m][n] with u = -K x; *residual: of the equation, of its largest term.
// 0; 1: there is no stabilising solution; 2: R is not positive definite.
int dv_riccati_solve(dv_arena *a, const dv_riccati *p, double *X, double *K, double *residual);

// K [m][n] such that A - B K has the n poles re, im (conjugates next to each other). 0; 1: what is left cannot be moved by B.
int dv_place_poles(dv_arena *a, int n, int m, const double *A, const double *B, const double *re, const double *im, double *K);

// Eigenvalues of A [n][n] by falling real part; V [n][n], unless NULL: right (left 0) or left (1) vectors, columns as LAPACK has
// them: those of a pair are real part and imaginary part. 0, or 1: they do not converge.
int dv_eigenvalues(dv_arena *a, int n, const double *A, double *re, double *im, double *V, int left);

double *dv_balance(dv_arena *a, int n, const double *A);  // [n] sizes of states in which A is even: A_ij size_j / size_i

// e^(F t) [n][n] and, unless NULL, S = integral over 0..t of e^(F's) W e^(F s).
void dv_exponential(dv_arena *a, int n, const double *F, double t, double *E, const double *W, double *S);

// C [n][k] = A [n][m] B [m][k]; A' B of A [m][n].
void dv_product(int n, int m, int k, const double *A, const double *B, double *C);
void dv_product_turned(int n, int m, int k, const double *A, const double *B, double *C);
int dv_solve_linear(dv_arena *a, int n, int k, const double *A, const double *B, double *X);  // A X = B [n][k]; 0, or 1: singular
