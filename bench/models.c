// models.c: links are rods of given mass and length along z with a slightly skew inertia; splitmix64 for the scatter.
#include "models.h"

#include <stddef.h>
#include <stdio.h>

enum { RIGID = offsetof(dv_link_num, full) / sizeof(real) };

typedef struct {
  dv_bench_model *m;
  dv_link *link;
  uint64_t seed;
} maker;

static double uniform(uint64_t *seed, double lo, double hi)
{
  uint64_t z = (*seed += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return lo + (hi - lo) * ((double)((z ^ (z >> 31)) >> 11) * 0x1p-53);
}

// A rod's mass, centre and inertia about its joint: I = I_c + m (c.c 1 - c c^T).
static void rod(maker *k, dv_link_num *x, double mass, double length)
{
  const double cx = uniform(&k->seed, -0.02, 0.02), cy = uniform(&k->seed, -0.02, 0.02), c[3] = {cx, cy, length / 2};
  const double across = mass * (length * length / 12 + 1e-3), along = 0.2 * across + 2e-3 * mass;
  const double Ic[6] = {across, 0.01 * along, -0.02 * along, 1.05 * across, 0.015 * along, along};
  const double cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
  x->m = mass;
  for (int i = 0; i < 3; i++) x->mc[i] = mass * c[i];
  for (int i = 0, n = 0; i < 3; i++)
    for (int j = i; j < 3; j++, n++) x->I[n] = Ic[n] + mass * ((i == j ? cc : 0) - c[i] * c[j]);
}

// Adds a link; returns its number.
static int link_add(maker *k, int parent, const char *joint, const double *p, double mass, double length)
{
  dv_tree *t = &k->m->tree;
  const int i = t->nlink++, row = dv_joint_row_x1(joint);
  const dv_joint_facts facts = dv_joint_row_facts_x1(row);
  dv_link_num *x = (dv_link_num *)(void *)(k->m->num + 3 + i * RIGID);
  k->link[i] = (dv_link){.parent = parent, .joint = row, .iq = t->nq, .iv = t->nv, .num = 3 + i * RIGID};
  t->nq += facts.nq;
  t->nv += facts.nv;
  for (int j = 0; j < 9; j++) x->R[j] = j % 4 == 0;
  for (int j = 0; j < 3; j++) x->p[j] = p[j];
  k->link[i].level = dv_level(p);
  rod(k, x, mass, length);
  return i;
}

static const char *revolute(int axis)
{
  static const char *const rows[3] = {"revolute_x", "revolute_y", "revolute_z"};
  return rows[axis % 3];
}

static void arm(maker *k, int floating)
{
  int parent = floating ? link_add(k, -1, "free", (double[3]){0, 0, 0}, 200, 1) : -1;
  for (int i = 0; i < 7; i++) {
    const double p[3] = {floating && !i ? 0.3 : 0, 0, i ? 0.3 : 0.15};
    parent = link_add(k, parent, revolute(i % 2 ? 1 : 2), p, 6 - 0.6 * i, 0.3);
  }
}

static void chain(maker *k, int n)
{
  for (int i = 0; i < n; i++) link_add(k, i - 1, revolute(i), (double[3]){0, 0, i ? 0.2 : 0.1}, 1, 0.2);
}

static void tree(maker *k, int n)
{
  for (int i = 0; i < n; i++) {
    const double p[3] = {0, i ? (i % 2 ? 0.1 : -0.1) : 0, i ? 0.2 : 0.1};
    link_add(k, i ? (i - 1) / 2 : -1, revolute(i), p, 1, 0.2);
  }
}

// Every placement turned: R = R_x(a) R_y(b).
static void turned(maker *k, int n)
{
  for (int i = 0; i < n; i++) {
    double px = uniform(&k->seed, -0.05, 0.05), py = uniform(&k->seed, -0.05, 0.05);
    link_add(k, i - 1, "revolute_z", (double[3]){px, py, i ? 0.2 : 0.1}, 1, 0.2);
    double a = uniform(&k->seed, -1.2, 1.2), b = uniform(&k->seed, -1.2, 1.2);
    const double ca = cos(a), sa = sin(a), cb = cos(b), sb = sin(b);
    const double R[9] = {cb, 0, sb, sa * sb, ca, -sa * cb, -ca * sb, sa, ca * cb};
    memcpy(((dv_link_num *)(void *)(k->m->num + k->link[i].num))->R, R, sizeof R);
    k->link[i].turned = 1;
  }
}

static void sample_make(dv_bench_model *m, int k)
{
  const dv_tree *t = &m->tree;
  uint64_t seed = 777 + 1000003u * (unsigned)k;
  double *q = m->q + k * t->nq, n2 = 0;
  for (int i = 0; i < t->nq; i++) q[i] = uniform(&seed, -1.5, 1.5);
  for (int i = 0; i < t->nv; i++) {
    m->v[k * t->nv + i] = uniform(&seed, -1, 1);
    m->tau[k * t->nv + i] = uniform(&seed, -5, 5);
    m->a[k * t->nv + i] = uniform(&seed, -1, 1);
  }
  // a floating base comes first: its attitude is a unit quaternion
  if (t->nq == t->nv) return;
  for (int i = 3; i < 7; i++) n2 += q[i] * q[i];
  for (int i = 3; i < 7; i++) q[i] /= sqrt(n2);
}

static int links_make(maker *k, const char *name)
{
  int n = 7;
  char more;
  if (!strcmp(name, "arm7")) return arm(k, 0), 1;
  if (!strcmp(name, "float7")) return arm(k, 1), 1;
  if (sscanf(name, "chain%d%c", &n, &more) == 1 && n > 0 && n < 256) return chain(k, n), 1;
  if (sscanf(name, "turned%d%c", &n, &more) == 1 && n > 0 && n < 256) return turned(k, n), 1;
  if (sscanf(name, "tree%d%c", &n, &more) == 1 && n > 0 && n < 256) return tree(k, n), 1;
  return 0;
}

dv_bench_model *dv_bench_model_make(dv_arena *arena, const char *name, const char *title)
{
  dv_bench_model *m = DV_TAKE(arena, dv_bench_model, 1);
  maker k = {m, DV_TAKE(arena, dv_link, 256), 12345};
  m->name = name;
  m->title = title;
  m->num = DV_TAKE(arena, double, 3 + 256 * RIGID);
  m->num[2] = -9.81;
  m->tree.link = k.link;
  if (!links_make(&k, name)) return NULL;
  m->q = DV_TAKE(arena, double, DV_BENCH_SAMPLES * m->tree.nq);
  double **rates[3] = {&m->v, &m->a, &m->tau};
  for (int i = 0; i < 3; i++) *rates[i] = DV_TAKE(arena, double, DV_BENCH_SAMPLES * m->tree.nv);
  for (int i = 0; i < DV_BENCH_SAMPLES; i++) sample_make(m, i);
  return m;
}

dv_sample dv_bench_model_sample(const dv_bench_model *m, int k)
{
  const int nq = m->tree.nq, nv = m->tree.nv;
  return (dv_sample){m->q + k * nq, m->v + k * nv, m->a + k * nv, m->tau + k * nv, NULL};
}
