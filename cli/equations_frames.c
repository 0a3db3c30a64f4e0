// equations_frames.c: the moving frame method's matrices for `davit equations`.
//
//   E of each body, X' = B v, B', M* = B^T M B, N* = B^T (M B' + D M B), F* = B^T F with F the weight;   M* a + N* v = F* + tau
#include "equations.h"

#include "engine/evaluation.h"
#include "formulation/moving_frame.h"

#include <string.h>

const char *equations_body(const equations *e, int link)
{
  const dv_body *b = dv_model_BODY(e->m);
  for (int i = 0; i < DV_MODEL_COUNT(e->m, BODY); i++)
    if (b[i].link == link) return dv_model_text(e->m, b[i].name);
  return dv_arena_text(e->a->arena, "link %d", link + 1);
}

static void add_frame(equations *e, const dv_frames *f, int link)
{
  static const char *axis[4] = {"x", "y", "z", ""}, *of[4] = {"e1", "e2", "e3", "centre"};
  double *E = DV_TAKE(e->a->arena, double, 16);
  for (int i = 0; i < 3; i++) {
    memcpy(E + 4 * i, f->R[link] + 3 * i, 3 * sizeof *E);
    E[4 * i + 3] = f->x[link].x[i];
  }
  E[15] = 1;
  block b = {
      .name = "E", .latex = "\\mathbf E", .doc = "frame: axes and mass centre of", .of = equations_body(e, link), .columns = 4};
  b.x = E;
  b.rows = 4, b.row = axis, b.column = of;
  *DV_PUSH(e->a->arena, &e->block) = b;
}

// Velocity of the mass centre in world axes and angular velocity in body axes; with added mass, both of the origin in body axes.
static const char **row_names(const equations *e, const dv_frames *f)
{
  static const char *const plain[6] = {"vx", "vy", "vz", "wx", "wy", "wz"};
  const char **name = DV_TAKE(e->a->arena, const char *, 6 * (size_t)f->nblock);
  for (int i = 0; i < 6 * f->nblock; i++) {
    const dv_frame_rows *b = &f->rows[i / 6];
    name[i] = dv_arena_text(e->a->arena, "%s%s.%s", equations_body(e, b->link), b->added ? ".water" : "", plain[i % 6]);
  }
  return name;
}

static void add(equations *e, const char *name, const char *latex, const char *doc, int columns, const double *x, int rows,
                const char **row)
{
  block b = {.name = name, .latex = latex, .doc = doc, .columns = columns, .x = x, .rows = rows, .row = row};
  *DV_PUSH(e->a->arena, &e->block) = b;
}

void equations_moving_frame(equations *e, const eval *s)
{
  dv_arena *a = e->a->arena;
  dv_tree tree = dv_tree_of(s->m);
  dv_frames *f = dv_frames_new(a, &tree, dv_model_NUMBER(s->m), 0);
  double *tau = DV_TAKE(a, double, e->n), *acceleration = DV_TAKE(a, double, e->n);
  int n = e->n, rows = 6 * f->nblock;
  const char **row = row_names(e, f);
  memcpy(acceleration, s->work + s->m->work_a, (size_t)n * sizeof *acceleration);
  if (has(e->a, "rotations")) dv_frames_collapse(f);
  dv_frames_place(f, s->q, s->v);
  dv_frames_form(f);
  dv_frames_weigh(f);
  for (int i = 0; i < rows && has(e->a, "rotations"); i++)
    if (i % 6 < 3) f->F[i] = 0;  // forces go with the velocities that count no more
  dv_frames_load(f);
  dv_frames_effort(f, s->v, acceleration, tau);
  for (int i = 0; i < tree.nlink; i++) add_frame(e, f, i);
  add(e, "v", "v", "rates", 1, s->v, 0, NULL);
  add(e, "B", "\\mathbf B", "velocities of all bodies by rates", n, f->B, rows, row);
  add(e, "B_rate", "\\dot{\\mathbf B}", "its rate", n, f->Bdot, rows, row);
  add(e, "M", "\\mathbf M^*", "mass matrix B^T M B", n, f->M, 0, NULL);
  add(e, "N", "\\mathbf N^*", "B^T (M B' + D M B)", n, f->N, 0, NULL);
  add(e, "F", "F", "weight on each body", 1, f->F, rows, row);
  add(e, "F_star", "F^*", "B^T F", 1, f->Fstar, 0, NULL);
  add(e, "a", "\\dot v", "accelerations", 1, acceleration, 0, NULL);
  add(e, "tau", "\\tau", "efforts of parts and drives: M a + N v - F_star", 1, tau, 0, NULL);
}
