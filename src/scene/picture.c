// picture.c: the machine as it stands in a state.
#include "scene/picture.h"

#include "engine/program.h"
#include "model/variable_value.h"

#include <math.h>
#include <string.h>

// An evaluated state.
typedef struct {
  const double **pose;  // [body]
  double *dx, *work;
} evaluated;

static evaluated evaluate(dv_arena *a, const dv_machine *machine, const dv_state *s)
{
  const dv_model *m = machine->model;
  const double *num = dv_model_NUMBER(m);
  evaluated e = {.work = DV_TAKE(a, double, dv_engine_x1.nwork(m)), .dx = DV_TAKE(a, double, m->nx + 1)};
  e.pose = DV_TAKE(a, const double *, DV_MODEL_COUNT(m, BODY) + 1);
  dv_engine_x1.ready(m, num, e.work);
  dv_engine_x1.rates(m, num, s->t, s->x, s->d, e.dx, NULL, e.work);
  dv_engine_x1.observe(m, num, s->x, e.work);
  for (int i = 0; i < DV_MODEL_COUNT(m, BODY); i++) e.pose[i] = e.work + dv_model_BODY(m)[i].pose;
  return e;
}

const double *const *dv_poses(dv_arena *a, const dv_machine *machine, const dv_state *s) { return evaluate(a, machine, s).pose; }

typedef struct {
  double from[3], force[3];
} push;

typedef struct {
  push *item;
  int n, cap;
} pushes;

static void turn(const double *R, const double *x, double *out)
{
  for (int i = 0; i < 3; i++) out[i] = R[3 * i] * x[0] + R[3 * i + 1] * x[1] + R[3 * i + 2] * x[2];
}

// What a part puts on the frame at one of its ports, in world axes.
static int find_push(dv_arena *a, const dv_machine *machine, const dv_state *s, const evaluated *e, const char *port,
                     int junction, push *out)
{
  double R[9], p[3], f[3];
  for (int i = 0; i < 3; i++) {
    int v = dv_model_find(machine->model, dv_arena_text(a, "%s.effort.f%c", port, "xyz"[i]));
    if (v < 0) return 0;
    f[i] = -dv_variable_value(machine->model, v, s->x, e->dx, e->work);
  }
  int body = dv_frame_place(machine, junction, R, p);
  turn(R, f, out->force);
  memcpy(out->from, p, sizeof p);
  if (body < 0) return 1;
  memcpy(f, out->force, sizeof f);
  turn(e->pose[body], f, out->force);
  turn(e->pose[body], p, out->from);
  for (int i = 0; i < 3; i++) out->from[i] += e->pose[body][9 + i];
  return 1;
}

static pushes find_pushes(dv_arena *a, const dv_machine *m, const dv_state *s, const evaluated *e, const dv_look *look)
{
  pushes out = {0};
  for (int i = 0; i < m->spec->npart; i++) {
    const dv_part_spec *p = &m->spec->part[i];
    const dv_part *row = &dv_model_PART(m->model)[i];
    for (int k = 0; look->pushes && look->pushes[i] && k < p->as->nport; k++) {
      push one;
      int junction = dv_model_INT(m->model)[row->port + k];
      if (p->as->port[k].domain != DV_FRAME || junction < 0) continue;
      if (find_push(a, m, s, e, dv_arena_text(a, "%s.%s", p->name, p->as->port[k].name), junction, &one)) *DV_PUSH(a, &out) = one;
    }
  }
  return out;
}

static double size_of(const double *x) { return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]); }

static double extent(const dv_facets *f)
{
  double most = 0;
  for (int j = 0; j < 3; j++) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < 3 * f->n; i++)
      low = fmin(low, f->item[i / 3].corner[i % 3][j]), high = fmax(high, f->item[i / 3].corner[i % 3][j]);
    most = fmax(most, high - low);
  }
  return most;
}

static void add_arrows(dv_facets *f, const pushes *p, double most, double length)
{
  static const float blue[3] = {0.24F, 0.65F, 1};
  for (int i = 0; i < p->n; i++) {
    double size = size_of(p->item[i].force), vector[3];
    if (!(size > 1e-3 * most)) continue;
    for (int k = 0; k < 3; k++) vector[k] = p->item[i].force[k] / size * length * sqrt(size / most);
    dv_arrow_facets(f, p->item[i].from, vector, blue);
  }
}

const void *dv_pictures(dv_arena *a, const dv_machine *machine, const dv_state *const *s, int states, const dv_look *look,
                        size_t *n)
{
  enum { PART = 4 };  // arrows: the longest is a quarter of the machine
  double up[3], most = 0;
  dv_facets all = {.arena = a}, *f = DV_TAKE(a, dv_facets, states);
  pushes *p = DV_TAKE(a, pushes, states);
  for (int i = 0; i < 3; i++) up[i] = -machine->spec->gravity[i];
  for (int i = 0; i < states; i++) {
    evaluated e = evaluate(a, machine, s[i]);
    f[i] = dv_machine_facets(a, machine, e.pose);
    p[i] = find_pushes(a, machine, s[i], &e, look);
    for (int k = 0; k < p[i].n; k++) most = fmax(most, size_of(p[i].item[k].force));
  }
  for (int i = 0; i < states; i++) {
    add_arrows(&f[i], &p[i], most, extent(&f[i]) / PART);
    for (int k = 0; k < f[i].n; k++) *DV_PUSH(a, &all) = f[i].item[k];
  }
  if (!all.n) return NULL;
  size_t row = 4 * (size_t)look->width, whole = row * (size_t)states;
  dv_pixels strip = {look->width * states, look->height, dv_arena_take(a, whole * (size_t)look->height)};
  for (int i = 0; i < states; i++) {
    dv_pixels one = dv_raster(a, &f[i], &all, up, look->width, look->height);
    for (size_t y = 0; y < (size_t)look->height; y++) memcpy(strip.at + y * whole + (size_t)i * row, one.at + y * row, row);
  }
  return dv_png(a, &strip, n);
}

const void *dv_picture(dv_arena *a, const dv_machine *machine, const dv_state *s, int width, int height, size_t *n)
{
  return dv_pictures(a, machine, &s, 1, &(dv_look){.width = width, .height = height}, n);
}
