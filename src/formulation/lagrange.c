// lagrange.c: B(q), its derivatives in closed form, weight, Coriolis matrices (Rokseth 2014, ch. 2.3 and 3.1).
//
//   B = sum J^T M J
//   dB/dq_j = Z + Z^T,  Z = sum (dJ/dq_j - S_j J)^T M J,   since dM/dq_j = S_j M - M S_j,  S_j = blkdiag([e_j], [e_j])
//   dJ_v[k]/dq_j = e_min(j,k) x J_v[max(j,k)],   de_k/dq_j = e_j x e_k for j < k, else 0
//
// e is the angular part of a column, zero for sliding ones; so the rule holds for revolute, prismatic and helical joints.
// Columns of one ball or free joint all turn with its child: along each other they count as j < k. Their brackets
// [turn_i, turn_j] = eps_ijm turn_m, [turn_i, slide_j] = eps_ijm slide_m enter as in Hamel's equations.
#include "formulation/lagrange.h"

#include <string.h>

void dv_lagrange_mass(const dv_chain *c, double *B)
{
  int nv = c->nv;
  memset(B, 0, (size_t)nv * (size_t)nv * sizeof *B);
  for (int i = 0; i < c->ninertia; i++) {
    const dv_chain_inertia *b = &c->inertia[i];
    const double *J = c->J[i], *H = c->H[i];  // H = M J
    for (int k = 0; k < b->n; k++)
      for (int l = 0; l < b->n; l++)
        for (int r = 0; r < 6; r++) B[b->column[k] * nv + b->column[l]] += J[r * b->n + k] * H[r * b->n + l];
  }
}

static v3 linear(const double *J, int n, int k)
{
  v3 v = {
      {J[k], J[n + k], J[2 * n + k]}
  };
  return v;
}

// Column k of dJ/dq_j - S_j J, for a joint k ahead of j; behind j and on it everything turns along, and it is zero.
static void relative_slope(const dv_chain *c, const dv_chain_inertia *b, const double *J, int j, int k, double *d)
{
  v3 ej = c->column[b->column[j]].turn, ek = c->column[b->column[k]].turn;
  dv_v3_put(d, dv_v3_sub(dv_v3_cross(ek, linear(J, b->n, j)), dv_v3_cross(ej, linear(J, b->n, k))));
  dv_v3_put(d + 3, dv_v3_cross(ek, ej));
}

static void add_slopes(const dv_chain *c, const dv_chain_inertia *b, const double *J, const double *H, double *dB)
{
  int nv = c->nv, n = b->n;
  const int *at = b->column;
  for (int j = 0; j < n; j++) {
    double *D = dB + (size_t)at[j] * (size_t)(nv * nv), d[6];
    for (int k = 0; k < j && c->column[at[k]].link < c->column[at[j]].link; k++) {
      relative_slope(c, b, J, j, k, d);
      for (int l = 0; l < n; l++) {
        double z = 0;
        for (int r = 0; r < 6; r++) z += d[r] * H[r * n + l];
        D[at[k] * nv + at[l]] += z;
        D[at[l] * nv + at[k]] += z;
      }
    }
  }
}

void dv_lagrange_slopes(const dv_chain *c, double *dB)
{
  size_t n = (size_t)c->nv;
  memset(dB, 0, n * n * n * sizeof *dB);
  for (int i = 0; i < c->ninertia; i++) add_slopes(c, &c->inertia[i], c->J[i], c->H[i], dB);
}

// g = dV/dq = -sum m J_v^T g0
void dv_lagrange_gravity(const dv_chain *c, double *g)
{
  v3 g0 = dv_v3_of(c->num + c->tree.gravity);
  memset(g, 0, (size_t)c->nv * sizeof *g);
  for (int i = 0; i < c->ninertia; i++) {
    const dv_chain_inertia *b = &c->inertia[i];
    for (int k = 0; k < b->n && b->weighs; k++) g[b->column[k]] -= b->M[0] * dv_v3_dot(linear(c->J[i], b->n, k), g0);
  }
}

void dv_lagrange_mass_rate(int n, const double *dB, const double *v, double *Bdot)
{
  memset(Bdot, 0, (size_t)n * (size_t)n * sizeof *Bdot);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n * n; i++) Bdot[i] += v[j] * dB[(size_t)j * (size_t)(n * n) + (size_t)i];
}

// [E_k, E_l] = sign E_m among the columns of one ball or free joint; 0: they commute.
static int bracket(const dv_chain *c, int k, int l, int *m)
{
  int link = c->column[k].link, first = c->tree.link[link].iv;
  dv_joint_facts f = dv_joint_row_facts_x1(c->tree.link[link].joint);
  if (link != c->column[l].link || f.nq == f.nv) return 0;
  int turns = first + f.nv - 3;  // the columns that turn are the last three
  int i = (k - first) % 3, j = (l - first) % 3;
  if ((k < turns && l < turns) || i == j) return 0;
  *m = (k < turns || l < turns ? first : turns) + 3 - i - j;
  return (j - i + 3) % 3 == 1 ? 1 : -1;
}

void dv_lagrange_bracket(const dv_chain *c, const double *v, const double *w, double *out)
{
  int m;
  memset(out, 0, (size_t)c->nv * sizeof *out);
  for (int k = 0; k < c->nv; k++)
    for (int l = 0; l < c->nv; l++) {
      int sign = bracket(c, k, l, &m);
      if (sign) out[m] += sign * v[k] * w[l];
    }
}

void dv_lagrange_momentum(const dv_chain *c, const double *B, const double *dB, const double *v, double *p, double *slope)
{
  int n = c->nv, m;
  for (int i = 0; i < n; i++) {
    p[i] = 0;
    for (int k = 0; k < n; k++) p[i] += B[i * n + k] * v[k];
  }
  for (int j = 0; j < n; j++) {
    const double *D = dB + (size_t)j * (size_t)(n * n);
    slope[j] = 0;
    for (int k = 0; k < n; k++)
      for (int l = 0; l < n; l++) slope[j] += 0.5 * v[k] * D[k * n + l] * v[l];
    for (int k = 0; k < n; k++) {
      int sign = bracket(c, k, j, &m);
      if (sign) slope[j] += sign * v[k] * p[m];
    }
  }
}

// <[E_k, E_l], E_j>
static double along(const dv_chain *c, const double *B, int k, int l, int j)
{
  int m, sign = bracket(c, k, l, &m);
  return sign ? sign * B[m * c->nv + j] : 0;
}

// C_jl = 1/2 sum_k (dB_jl/dq_k + dB_jk/dq_l - dB_kl/dq_j + <[k,l],j> - <[k,j],l> - <[l,j],k>) v_k   (Koszul's formula)
void dv_lagrange_christoffel(const dv_chain *c, const double *B, const double *dB, const double *v, double *C)
{
  int n = c->nv;
  size_t nn = (size_t)n * (size_t)n;
  for (int j = 0; j < n; j++)
    for (int l = 0; l < n; l++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += v[k] *
               (dB[(size_t)k * nn + (size_t)(j * n + l)] + dB[(size_t)l * nn + (size_t)(j * n + k)] -
                dB[(size_t)j * nn + (size_t)(k * n + l)] + along(c, B, k, l, j) - along(c, B, k, j, l) - along(c, B, l, j, k));
      C[j * n + l] = 0.5 * sum;
    }
}

// C_jl = 1/2 sum_k v_k dB_kl/dq_j
void dv_lagrange_document(int n, const double *dB, const double *v, double *C)
{
  for (int j = 0; j < n; j++)
    for (int l = 0; l < n; l++) {
      C[j * n + l] = 0;
      for (int k = 0; k < n; k++) C[j * n + l] += 0.5 * v[k] * dB[(size_t)j * (size_t)(n * n) + (size_t)(k * n + l)];
    }
}
