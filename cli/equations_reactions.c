// equations_reactions.c: reactions of all joints by auxiliary speeds for `davit equations --method screw-projection`.
//
//   rho = -(M_r u' + h_r) + G_r + tau_r:  what the child exerts on the parent, in the child's axes about its origin
#include "equations.h"

#include "engine/evaluation.h"
#include "formulation/projection.h"

#include <string.h>

enum { TERMS = 4 };  // h_r, G_r, tau_r, rho

typedef struct {
  dv_projection *projection;  // observer's tree: one link per body
  const int *rate;            // of the machine behind each of its rates; -1: stands still
  double *M, *term[TERMS];    // [6 joints][n], [6 joints]
} reactions;

// Coordinates or rates of the observer's tree.
static double *spread(dv_arena *a, const double *x, const int *from, int n)
{
  double *out = DV_TAKE(a, double, n);
  for (int i = 0; i < n; i++) out[i] = from[i] < 0 ? 0 : x[from[i]];
  return out;
}

// A wrench (n, f) on a link in its axes, in the axes and about the origin of its body.
static void to_body(const double *R, const double *x, double *out)
{
  v3 n = dv_v3_of(x), f = dv_v3_of(x + 3);
  dv_v3_put(out, dv_m3_tmul(R, dv_v3_sub(n, dv_v3_cross(dv_v3_of(R + 9), f))));
  dv_v3_put(out + 3, dv_m3_tmul(R, f));
}

static void put_joint(const equations *e, reactions *x, int joint, const dv_auxiliary *r, const double *rho)
{
  const dv_body *b = dv_model_BODY(e->m) + dv_model_JOINT(e->m)[joint].child;
  const double *R = dv_model_NUMBER(e->m) + b->seen_num, *from[TERMS] = {r->h, r->G, r->tau, rho};
  int n = x->projection->nv;
  for (int k = 0; k < TERMS; k++) to_body(R, from[k], x->term[k] + 6 * joint);
  for (int k = 0; k < n; k++) {
    double column[6], out[6];
    for (int d = 0; d < 6; d++) column[d] = r->M[d * n + k];
    to_body(R, column, out);
    for (int d = 0; d < 6 && x->rate[k] >= 0; d++) x->M[(6 * joint + d) * e->n + x->rate[k]] += out[d];
  }
}

static void add_blocks(equations *e, const reactions *x, int joints)
{
  static const char *const axis[6] = {"mx", "my", "mz", "fx", "fy", "fz"};
  const char **row = DV_TAKE(e->a->arena, const char *, 6 * joints);
  for (int i = 0; i < 6 * joints; i++)
    row[i] = dv_arena_text(e->a->arena, "%s.%s", dv_model_text(e->m, dv_model_JOINT(e->m)[i / 6].name), axis[i % 6]);
  const block some[] = {
      {.name = "M_r",   .latex = "\\mathbf M_r", .doc = "momentum along auxiliary speeds by rates", .columns = e->n, .x = x->M      },
      {.name = "h_r",   .latex = "h_r",          .doc = "velocity forces along them",               .columns = 1,    .x = x->term[0]},
      {.name = "G_r",   .latex = "\\mathbf G_r", .doc = "weight along them",                        .columns = 1,    .x = x->term[1]},
      {.name = "tau_r", .latex = "\\tau_r",      .doc = "forces of parts along them",               .columns = 1,    .x = x->term[2]},
      {.name = "rho",
       .latex = "\\rho",
       .doc = "reactions -(M_r u' + h_r) + G_r + tau_r, on the parent",
       .columns = 1,
       .x = x->term[3]                                                                                                              },
  };
  for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
    block *b = DV_PUSH(e->a->arena, &e->block);
    *b = some[i];
    b->rows = 6 * joints, b->row = row;
  }
}

void equations_reactions(equations *e, const eval *s)
{
  const dv_model *m = s->m;
  dv_arena *a = e->a->arena;
  const double *num = dv_model_NUMBER(m), *acceleration;
  const int *index = dv_model_INT(m), joints = DV_MODEL_COUNT(m, JOINT);
  dv_tree tree = dv_tree_of(m);
  tree.nlink = m->nseen, tree.nq = m->seen_nq, tree.nv = m->seen_nv, tree.link = dv_model_SEEN(m);
  reactions x = {.projection = dv_projection_new(a, &tree, num), .rate = index + m->seen_v};
  dv_auxiliary r = dv_auxiliary_new(a, x.projection);
  x.M = DV_TAKE(a, double, 6 * (size_t)joints * (size_t)e->n);
  for (int i = 0; i < TERMS; i++) x.term[i] = DV_TAKE(a, double, 6 * joints);
  acceleration = spread(a, s->work + m->work_a, x.rate, tree.nv);
  dv_engine_x1.observe(m, num, s->q, s->work);  // forces of parts on the observer's links
  dv_projection_place(x.projection, spread(a, s->q, index + m->seen_q, tree.nq), spread(a, s->v, x.rate, tree.nv));
  for (int i = 0; i < joints; i++) {
    double rho[6];
    int child = dv_model_JOINT(m)[i].child;
    dv_auxiliary_form(x.projection, dv_model_BODY(m)[child].seen, s->work + m->work_seen_fext, &r);
    dv_auxiliary_reaction(x.projection, &r, acceleration, rho);
    put_joint(e, &x, i, &r, rho);
  }
  if (joints) add_blocks(e, &x, joints);
}
