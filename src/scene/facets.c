// facets.c: shapes of a machine's bodies as triangles; bodies without any are drawn as sticks between their joints and points.
#include "scene/picture.h"

#include "scene/scene.h"

#include <math.h>
#include <string.h>

enum { AROUND = 32, ARC = 8 };

typedef struct {
  dv_facets *to;
  const double *R, *p;  // from here to the world
  const dv_placement *at;
  float color[3];
  int front;
} pen;

static void place(const double *R, const double *p, const double *x, double *out)
{
  for (int i = 0; i < 3; i++) out[i] = R[3 * i] * x[0] + R[3 * i + 1] * x[1] + R[3 * i + 2] * x[2] + p[i];
}

static void add(const pen *k, const double *a, const double *b, const double *c)
{
  const double *const corner[3] = {a, b, c};
  dv_facet f = {.front = k->front};
  memcpy(f.color, k->color, sizeof f.color);
  for (int i = 0; i < 3; i++) {
    double in[3], world[3];
    place(k->at->R, k->at->p, corner[i], in);
    place(k->R, k->p, in, world);
    for (int j = 0; j < 3; j++) {
      f.corner[i][j] = (float)world[j];
      if (!isfinite(f.corner[i][j])) return;
    }
  }
  *DV_PUSH(k->to->arena, k->to) = f;
}

static void box(const pen *k, const double *size)
{
  for (int axis = 0; axis < 3; axis++)
    for (int side = -1; side < 2; side += 2) {
      double c[4][3];
      for (int i = 0; i < 4; i++) {
        c[i][axis] = 0.5 * side * size[axis];
        c[i][(axis + 1) % 3] = (i == 1 || i == 2 ? 0.5 : -0.5) * size[(axis + 1) % 3];
        c[i][(axis + 2) % 3] = (i > 1 ? 0.5 : -0.5) * size[(axis + 2) % 3];
      }
      add(k, c[0], c[1], c[2]);
      add(k, c[0], c[2], c[3]);
    }
}

// Around z: radius and height of n rings.
static void turn(const pen *k, const double (*ring)[2], int n)
{
  for (int i = 0; i + 1 < n; i++)
    for (int j = 0; j < AROUND; j++) {
      double c[4][3];
      for (int m = 0; m < 4; m++) {
        const double *r = ring[i + (m > 1)], angle = 2 * M_PI * (j + (m == 1 || m == 2)) / AROUND;
        c[m][0] = r[0] * cos(angle), c[m][1] = r[0] * sin(angle), c[m][2] = r[1];
      }
      if (ring[i][0] > 0) add(k, c[0], c[1], c[2]);
      if (ring[i + 1][0] > 0) add(k, c[0], c[2], c[3]);
    }
}

static void cylinder(const pen *k, double radius, double length)
{
  const double ring[4][2] = {
      {0,      -0.5 * length},
      {radius, -0.5 * length},
      {radius, 0.5 * length },
      {0,      0.5 * length }
  };
  turn(k, ring, 4);
}

// A capsule; with length 0 a sphere.
static void capsule(const pen *k, double radius, double length)
{
  double ring[2 * ARC + 2][2];
  for (int i = 0; i <= ARC; i++) {
    double angle = 0.5 * M_PI * i / ARC, r = i ? radius * sin(angle) : 0, h = radius * cos(angle) + 0.5 * length;
    ring[i][0] = ring[2 * ARC + 1 - i][0] = r;
    ring[i][1] = -h, ring[2 * ARC + 1 - i][1] = h;
  }
  turn(k, (const double(*)[2])ring, 2 * ARC + 2);
}

static void mesh(const pen *given, const dv_machine *m, const dv_visual_spec *v)
{
  dv_mesh all;
  pen k = *given;
  if (dv_mesh_read(k.to->arena, m->diags, v->file, &all)) return;
  for (int i = 0; i < all.n; i++) {
    double c[3][3];
    uint32_t color = v->own_color && all.color ? all.color[i] : 0;
    for (int j = 0; j < 3; j++) k.color[j] = color ? (float)(color >> (8 * j) & 255) / 255 : given->color[j];
    for (int j = 0; j < 9; j++) c[j / 3][j % 3] = v->scale[j % 3] * all.at[9 * (size_t)i + (size_t)j];
    add(&k, c[0], c[1], c[2]);
  }
}

static void shape(pen *k, const dv_machine *m, const dv_visual_spec *v)
{
  k->at = &v->at;
  for (int i = 0; i < 3; i++) k->color[i] = (float)v->color[i];
  switch (v->shape) {
  case DV_BOX: box(k, v->size); break;
  case DV_CYLINDER: cylinder(k, v->size[0], v->size[1]); break;
  case DV_CAPSULE: capsule(k, v->size[0], v->size[1]); break;
  case DV_SPHERE: capsule(k, v->size[0], 0); break;
  case DV_MESH: mesh(k, m, v); break;
  }
}

// ---- sticks

static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, origin[3] = {0, 0, 0};

typedef struct {
  dv_arena *arena;
  double (*item)[2][3];
  int n, cap;
} sticks;

static void add_stick(sticks *s, const double *a, const double *b)
{
  double(*to)[2][3] = DV_PUSH(s->arena, s);
  memcpy((*to)[0], a, sizeof(*to)[0]);
  memcpy((*to)[1], b, sizeof(*to)[1]);
}

// From a body's origin to what it carries, and from a joint to the body that moves in it.
static sticks find_sticks(dv_arena *a, const dv_machine *m, const double *const *pose)
{
  const dv_spec *s = m->spec;
  sticks out = {.arena = a};
  for (int i = 0; i < s->njoint; i++) {
    const dv_joint_spec *j = &s->joint[i];
    const double *up = j->parent >= 0 ? pose[j->parent] : NULL;
    double at[3];
    place(up ? up : one, up ? up + 9 : origin, j->at.p, at);
    if (j->child >= 0 && !s->body[j->child].nvisual) add_stick(&out, at, pose[j->child] + 9);
    if (up && !s->body[j->parent].nvisual) add_stick(&out, up + 9, at);
  }
  for (int i = 0; i < s->nbody; i++)
    for (int k = 0; k < s->body[i].npoint && !s->body[i].nvisual; k++) {
      double at[3];
      place(pose[i], pose[i] + 9, s->body[i].point[k].at, at);
      add_stick(&out, pose[i] + 9, at);
    }
  return out;
}

static double extent(const dv_facets *f, const sticks *s)
{
  double low[3], high[3], most = 0;
  for (int j = 0; j < 3; j++) low[j] = HUGE_VAL, high[j] = -HUGE_VAL;
  for (int i = 0; i < 3 * f->n; i++)
    for (int j = 0; j < 3; j++)
      low[j] = fmin(low[j], f->item[i / 3].corner[i % 3][j]), high[j] = fmax(high[j], f->item[i / 3].corner[i % 3][j]);
  for (int i = 0; i < 2 * s->n; i++)
    for (int j = 0; j < 3; j++)
      low[j] = fmin(low[j], s->item[i / 2][i % 2][j]), high[j] = fmax(high[j], s->item[i / 2][i % 2][j]);
  for (int j = 0; j < 3; j++) most = fmax(most, high[j] - low[j]);
  return most > 0 ? most : 1;
}

// Between two places, z along; the length.
static double span(const double *from, const double *to, dv_placement *at)
{
  double z[3], x[3], length = 0;
  for (int i = 0; i < 3; i++) z[i] = to[i] - from[i], length += z[i] * z[i], at->p[i] = 0.5 * (from[i] + to[i]);
  length = sqrt(length);
  int flat = 0;
  for (int i = 0; i < 3; i++) z[i] = length > 0 ? z[i] / length : i == 2, flat = fabs(z[i]) < fabs(z[flat]) ? i : flat;
  double n = sqrt(1 - z[flat] * z[flat]);
  for (int i = 0; i < 3; i++) x[i] = ((i == flat) - z[flat] * z[i]) / n;
  for (int i = 0; i < 3; i++) {
    at->R[3 * i] = x[i], at->R[3 * i + 2] = z[i];
    at->R[3 * i + 1] = z[(i + 1) % 3] * x[(i + 2) % 3] - z[(i + 2) % 3] * x[(i + 1) % 3];
  }
  return length;
}

static void draw_stick(dv_facets *to, const double (*ends)[3], double radius)
{
  dv_placement at = {0};
  double length = span(ends[0], ends[1], &at);
  pen k = {
      .to = to, .R = one, .p = origin, .at = &at, .color = {0.45F, 0.52F, 0.60F}
  };
  capsule(&k, radius, length);
}

void dv_arrow_facets(dv_facets *to, const double from[3], const double vector[3], const float color[3])
{
  dv_placement at = {0};
  double tip[3];
  for (int i = 0; i < 3; i++) tip[i] = from[i] + vector[i];
  double half = 0.5 * span(from, tip, &at), neck = 0.4 * half, thin = 0.03 * half, thick = 0.1 * half;
  const double ring[5][2] = {
      {0,     -half},
      {thin,  -half},
      {thin,  neck },
      {thick, neck },
      {0,     half }
  };
  pen k = {
      .to = to, .R = one, .p = origin, .at = &at, .color = {color[0], color[1], color[2]},
                    .front = 1
  };
  if (half > 0) turn(&k, ring, 5);
}

dv_facets dv_body_facets(dv_arena *a, const dv_machine *m, int body)
{
  dv_facets out = {.arena = a};
  pen k = {.to = &out, .R = one, .p = origin};
  for (int v = 0; v < m->spec->body[body].nvisual; v++) shape(&k, m, &m->spec->body[body].visual[v]);
  return out;
}

dv_facets dv_stick_facets(dv_arena *a, const dv_machine *m, const double *const *pose, double size)
{
  dv_facets out = {.arena = a};
  sticks s = find_sticks(a, m, pose);
  double radius = 0.02 * fmax(size, extent(&out, &s));
  for (int i = 0; i < s.n; i++) draw_stick(&out, (const double(*)[3])s.item[i], radius);
  return out;
}

dv_facets dv_machine_facets(dv_arena *a, const dv_machine *m, const double *const *pose)
{
  dv_facets out = {.arena = a};
  sticks s = find_sticks(a, m, pose);
  for (int i = 0; i < m->spec->nbody; i++) {
    pen k = {.to = &out, .R = pose[i], .p = pose[i] + 9};
    for (int v = 0; v < m->spec->body[i].nvisual; v++) shape(&k, m, &m->spec->body[i].visual[v]);
  }
  double radius = 0.02 * extent(&out, &s);
  for (int i = 0; i < s.n; i++) draw_stick(&out, (const double(*)[3])s.item[i], radius);
  return out;
}
