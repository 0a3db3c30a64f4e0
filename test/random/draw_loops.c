// draw_loops.c: closures where two bodies happen to be, and relations between coordinates.
#include "draft.h"

#include "engine/program.h"
#include "engine/skeleton_at.h"

#include <string.h>

typedef struct {
  const char *type;
  int freedoms;  // that it takes
} closure_row;

static const closure_row closure_rows[] = {
    {"ball",           3},
    {"distance",       1},
    {"point-on-line",  2},
    {"point-in-plane", 1},
    {"planar",         3},
    {"universal",      4},
    {"cylindrical",    4},
    {"revolute",       5},
    {"prismatic",      5},
    {"rolling-disc",   3},
    {"rolling-ball",   3},
    {"skate",          1},
};

typedef struct {
  double R[9], p[3];
} pose;

// Where a body is at the start: its origin, and three points one metre along its axes.
static pose pose_of(const machine *m, const char *name)
{
  pose out = {
      {1,  0, 0, 0, 1, 0, 0, 0, 1},
      {0, 0, 0}
  };
  const dv_model *model = m->model;
  double *work = dv_arena_take(m->arena, (size_t)dv_engine_x1.nwork(model) * sizeof(double));
  dv_engine_x1.ready(model, dv_model_NUMBER(model), work);
  for (int b = 0; b < DV_MODEL_COUNT(model, BODY); b++) {
    if (strcmp(dv_model_text(model, dv_model_BODY(model)[b].name), name)) continue;
    static const double at[4][3] = {
        {0, 0, 0},
        {1, 0, 0},
        {0, 1, 0},
        {0, 0, 1}
    };
    double where[4][3];
    for (int i = 0; i < 4; i++)
      dv_engine_point(model, m->start->x, m->start->x + model->nq, b, at[i], where[i], NULL, NULL, work);
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) out.R[3 * r + c] = where[c + 1][r] - where[0][r];
    memcpy(out.p, where[0], sizeof out.p);
  }
  return out;
}

// The second frame in its body, where the first one (turned as body `a`, at `r` in it) is in the world.
static dv_node *matching(draft *d, const pose *a, const pose *b, const double r[3])
{
  dv_node *at = node_map(d->arena), *rows = node_put(d->arena, at, "matrix", node_list(d->arena));
  for (int i = 0; i < 3; i++) {
    double row[4] = {0};
    for (int k = 0; k < 3; k++) {
      double world = a->p[k] - b->p[k];
      for (int j = 0; j < 3; j++) row[j] += b->R[3 * k + i] * a->R[3 * k + j], world += a->R[3 * k + j] * r[j];
      row[3] += b->R[3 * k + i] * world;
    }
    node_put(d->arena, rows, NULL, node_numbers(d->arena, row, 4));
  }
  return at;
}

static void close_chain(draft *d)
{
  int world = !d->isotropic && chance(&d->rnd, 0.2);
  const char *a = world ? "world" : names_pick(d, &d->bodies), *b = names_pick(d, &d->bodies), *name = fresh(d, "loop");
  const closure_row *row =
      &closure_rows[whole(&d->rnd, chance(&d->rnd, 0.7) ? 4 : (int)(sizeof closure_rows / sizeof *closure_rows))];
  machine *m = machine_read(d->units, d->root, NULL, 0);
  dv_node *e = node_map(d->arena);
  if (a != b && m->model && m->model->nv > row->freedoms) {
    pose pa = pose_of(m, a), pb = pose_of(m, b);
    double r[3];
    for (int i = 0; i < 3; i++) r[i] = d->size * between(&d->rnd, -1, 1);
    node_put(d->arena, e, "type", node_text(d->arena, "%s", row->type));
    if (!world || chance(&d->rnd, 0.5)) node_put(d->arena, e, "parent", node_text(d->arena, "%s", a));
    node_put(d->arena, e, "child", node_text(d->arena, "%s", b));
    node_put(d->arena, node_put(d->arena, e, "at", node_map(d->arena)), "xyz", node_numbers(d->arena, r, 3));
    if (!strncmp(row->type, "rolling", 7)) node_put(d->arena, e, "radius", quantity(d, d->size, "m")), r[2] += d->size;
    if (!strcmp(row->type, "distance")) node_put(d->arena, e, "length", quantity(d, d->size, "m")), r[0] += d->size;
    node_put(d->arena, e, "child_at", matching(d, &pa, &pb, r));
    draft_try(d, "loops", name, e);
  }
  machine_free(m);
}

static dv_node *pair(draft *d, const char *a, const char *b)
{
  dv_node *of = node_list(d->arena);
  node_put(d->arena, of, NULL, node_text(d->arena, "%s", a));
  node_put(d->arena, of, NULL, node_text(d->arena, "%s", b));
  return of;
}

static void relate(draft *d)
{
  static const char *const types[] = {"expression", "gear", "rack", "equal", "sum"};
  const char *a = names_pick(d, &d->coordinates), *b = names_pick(d, &d->coordinates), *name = fresh(d, "loop");
  dv_node *e = node_map(d->arena), *sum;
  double ratio = about(&d->rnd, 1, 3) * (chance(&d->rnd, 0.5) ? 1 : -1);
  int type = whole(&d->rnd, 5);
  if (!a || a == b) return;
  node_put(d->arena, e, "type", node_text(d->arena, "%s", types[type]));
  if (type == 0) node_put(d->arena, e, "zero", node_text(d->arena, "%s - %.4g*sin(%s)", a, ratio, b));
  if (type == 1) node_put(d->arena, e, "ratio", quantity(d, ratio, ""));
  if (type == 2) node_put(d->arena, e, "radius", quantity(d, 0.3 * ratio, "m"));
  if (type == 4) {
    sum = node_put(d->arena, e, "sum", node_map(d->arena));
    node_put(d->arena, sum, a, quantity(d, 1, ""));
    node_put(d->arena, sum, b, quantity(d, ratio, ""));
  } else if (type) node_put(d->arena, e, "of", pair(d, a, b));
  if (type && chance(&d->rnd, 0.4)) node_put(d->arena, e, "offset", quantity(d, between(&d->rnd, -0.3, 0.3), ""));
  draft_try(d, "loops", name, e);
}

void draw_loops(draft *d)
{
  if (!chance(&d->rnd, 0.35) || d->bodies.n < 2) return;
  for (int i = 1 + whole(&d->rnd, 2); i > 0; i--) {
    if (chance(&d->rnd, 0.6)) close_chain(d);
    else relate(d);
  }
}
