// equations_screw.c: the momentum form by projection matrices for `davit equations`.
//
//   twist of each link t = P u,  p = M u,  p' = E + G + tau,  M u' + h = G + tau;  tau holds -K q of elastic bodies
#include "equations.h"

#include "engine/evaluation.h"
#include "formulation/projection.h"

#include <string.h>

static void add(equations *e, const char *name, const char *latex, const char *doc, int columns, const double *x)
{
  *DV_PUSH(e->a->arena, &e->block) = (block){.name = name, .latex = latex, .doc = doc, .columns = columns, .x = x};
}

// Twists of all links at their origins, own axes.
static void add_projection(equations *e, dv_projection *s)
{
  static const char *const plain[6] = {"wx", "wy", "wz", "vx", "vy", "vz"};
  int n = e->n, rows = 6 * s->tree.nlink;
  double *P = DV_TAKE(e->a->arena, double, (size_t)rows *(size_t)n);
  const char **row = DV_TAKE(e->a->arena, const char *, rows);
  for (int i = 0; i < s->nsection; i++) {
    int link = s->section[i].link;
    if (s->section[i].node != DV_SLICE_LINK) continue;
    dv_projection_section(s, i);
    for (int r = 0; r < 6; r++) {
      row[6 * link + r] = dv_arena_text(e->a->arena, "%s.%s", equations_body(e, link), plain[r]);
      for (int k = 0; k < n; k++) P[(6 * link + r) * n + k] = r < 3 ? s->P[k].w.x[r] : s->P[k].v.x[r - 3];
    }
  }
  add(e, "P", "\\mathbf P", "twists of all links by rates: own axes, at their origins", n, P);
  block *b = &e->block.item[e->block.n - 1];
  b->rows = rows, b->row = row;
}

// Bending stiffness is diagonal: modes are orthogonal.
static const double *stiffness(const equations *e, const eval *s)
{
  double *K = DV_TAKE(e->a->arena, double, e->n);
  const dv_spec *spec = s->machine->spec;
  dv_tree tree = dv_tree_of(s->m);
  for (int i = 0; i < DV_MODEL_COUNT(s->m, BODY); i++) {
    int link = dv_model_BODY(s->m)[i].link;
    const dv_elastic_spec *x = spec->body[i].elastic;
    for (int k = 0; x && link >= 0 && k < tree.link[link].modes; k++) K[tree.link[link].mv + k] = x->stiffness[k];
  }
  return K;
}

void equations_screw(equations *e, const eval *s)
{
  dv_arena *a = e->a->arena;
  dv_tree tree = dv_tree_of(s->m);
  dv_projection *x = dv_projection_new(a, &tree, dv_model_NUMBER(s->m));
  int n = e->n;
  double *tau = DV_TAKE(a, double, n), *rate = DV_TAKE(a, double, n), *acceleration = DV_TAKE(a, double, n);
  memcpy(acceleration, s->work + s->m->work_a, (size_t)n * sizeof *acceleration);
  dv_projection_place(x, s->q, s->v);
  dv_projection_form(x);
  dv_projection_effort(x, acceleration, tau);
  for (int i = 0; i < n; i++) rate[i] = x->E[i] + x->G[i] + tau[i];
  add(e, "u", "u", "rates", 1, s->v);
  add_projection(e, x);
  add(e, "M", "\\mathbf M", "mass matrix, sum of P^T D P", n, x->M);
  add(e, "p", "p", "momentum M u", 1, x->momentum);
  add(e, "E", "\\mathbf E", "dT/dq at constant u", 1, x->E);
  add(e, "h", "h", "velocity forces M' u - E", 1, x->h);
  add(e, "G", "\\mathbf G", "weight", 1, x->G);
  add(e, "K", "\\mathbf K", "stiffness of elastic bodies, the diagonal", 1, stiffness(e, s));
  add(e, "tau", "\\tau", "efforts of parts and drives, with -K q: M u' + h - G", 1, tau);
  add(e, "p_rate", "\\dot p", "E + G + tau", 1, rate);
  add(e, "acceleration", "\\dot u", "accelerations u'", 1, acceleration);
  equations_reactions(e, s);
}
