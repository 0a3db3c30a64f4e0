// charted_back.c: the way back through steps of explicit methods in a chart: the transpose of charted.c.
//
//   Lstart = L + xbar,  kbar_j = h sum_i a_ij xibar_i,  hbar = sum_i xibar_i . (sum_j a_ij k_j) + ...
#include "solve/adjoint_inside.h"
#include "solve/charted.h"

#include <string.h>

enum { STATES = 1 };  // behind time

int dv_charted_stand_all(dv_sensitivity *s, const dv_stretch *p)
{
  struct dv_charted *c = s->charted;
  for (int i = 0; i < c->method->stages; i++)
    if (dv_charted_stand(s, p, i)) return 1;
  dv_charted_place(s, p->h, c->method->stages, c->xi);
  return dv_charted_move(s, p, c->xi);
}

// What xi of stage i weighs, bar [n][W], goes to the stages before and to the length.
static void spread(dv_sensitivity *s, double h, int i, const double *bar, double *hbar)
{
  const struct dv_charted *c = s->charted;
  const dv_charted_method *m = c->method;
  int n = c->n, nv = s->o.m->nv, count = i < m->stages ? i : m->stages;
  for (int j = 0; j < count; j++) {
    double *kbar = s->tape->kbar + (size_t)(j * n) * W;
    const double *k = s->k + j * n;
    for (int e = 0; e < n; e++) {
      int apart = dv_charted_apart(c, nv, e);
      double w = (apart ? m->rate : m->part)[i][j], bend = apart ? m->bend[i][j] : 0;
      for (int l = 0; l < W && w != 0; l++) kbar[e * W + l] += h * w * bar[e * W + l], hbar[l] += w * k[e] * bar[e * W + l];
      for (int l = 0; l < W && bend != 0; l++) {
        kbar[(nv + e) * W + l] += h * h * bend * bar[e * W + l];
        hbar[l] += 2 * h * bend * k[nv + e] * bar[e * W + l];
      }
    }
  }
}

void dv_charted_back(dv_sensitivity *s, const dv_stretch *p, double *L, double *hbar)
{
  struct dv_charted *c = s->charted;
  int stages = c->method->stages, rows = c->row * W;
  double *xi = s->out + rows;
  memcpy(hbar, L, W * sizeof *hbar);
  memset(s->tape->kbar, 0, (size_t)(stages * c->n) * W * sizeof(double));
  dv_tangents_point(s->tangents, DV_TANGENT_MOVE, 0);
  dv_tangents_back(s->tangents, L + STATES * W, s->out);
  memset(L + STATES * W, 0, (size_t)s->o.m->nx * W * sizeof *L);
  for (int e = 0; e < rows; e++) L[e] += s->out[e];
  spread(s, p->h, stages, xi, hbar);
  for (int i = stages - 1; i >= 0; i--) {
    dv_tangents_point(s->tangents, DV_TANGENT_STAGE, i);
    dv_tangents_back(s->tangents, s->tape->kbar + (size_t)(i * c->n) * W, s->out);
    for (int e = 0; e < rows; e++) L[e] += s->out[e];
    for (int l = 0; l < W; l++) hbar[l] += c->method->node[i] * s->out[l];
    spread(s, p->h, i, xi, hbar);
  }
}
