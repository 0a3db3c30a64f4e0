// elastic.h: random trees with elastic bodies, and random states of them.
#pragma once

#include "tree.h"
#include "check.h"

enum { TREES = 120, MODES = 4, NODES = 6, LINKS = 3 * TREE_LINKS, NUM = 400 * LINKS, NV = 8 * TREE_LINKS };

// A random tree with every third body elastic; what hangs on such a body hangs on a site of its own.
typedef struct {
  dv_tree tree;
  dv_link link[LINKS];
  int nnum, room;
  _Alignas(64) double num[NUM];
} elastic_tree;

static random_tree rigid;
static elastic_tree t;
UNUSED_OK static _Alignas(64) double work[LINKS * 200];
UNUSED_OK static dv_link_work *const w = (dv_link_work *)(void *)work;
UNUSED_OK static double q[2 * NV], v[NV], a[NV], tau[NV], effort[NV], mass[NV * NV], zero[NV], fext[6 * LINKS];

static int number(uint64_t *seed, int n, double size)
{
  int at = t.nnum;
  for (int i = 0; i < n; i++) t.num[t.nnum++] = tree_uniform(seed, -size, size);
  return at;
}

static void symmetric(double *G, int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) G[n * i + j] = G[n * j + i];
}

// Sections: N = Jpsi^T-like blocks must leave the whole inertia positive, so that sections are nodes of their own:
// J_i = 1 j_i, N = sum j_i psi^T psi, Jpsi = sum j_i psi, I += sum j_i.
static void sections(uint64_t *seed, dv_link *k, double *I)
{
  double *Jpsi = t.num + k->shape + 3, *N = Jpsi + 3 * k->modes;
  memset(Jpsi, 0, (size_t)(3 * k->modes + k->modes * k->modes) * sizeof *Jpsi);
  for (int s = 0; s < 3; s++) {
    double psi[3 * MODES], j = tree_uniform(seed, 0.1, 0.3);
    for (int i = 0; i < 3 * k->modes; i++) Jpsi[i] += j * (psi[i] = tree_uniform(seed, -1, 1));
    for (int i = 0; i < k->modes; i++)
      for (int l = 0; l < k->modes; l++)
        for (int x = 0; x < 3; x++) N[k->modes * i + l] += j * psi[3 * i + x] * psi[3 * l + x];
    I[0] += j, I[3] += j, I[5] += j;
  }
}

static void make_beam(uint64_t *seed, dv_link *k, double *I)
{
  const int n = k->modes, stride = 4 + 3 * n + (k->shortens ? n * n : 0);
  k->body = DV_BEAM;
  k->nodes = NODES;
  k->shape = number(seed, 3 + 3 * n + n * n, 0.5);
  sections(seed, k, I);
  for (int i = 0; i < NODES; i++) {
    int at = number(seed, stride, 0.5);
    t.num[at] += 1;
    if (k->shortens) symmetric(t.num + at + 4 + 3 * n, n);
  }
  if (!k->shortens)  // the nodes' share of the modal mass
    for (int i = 0; i < NODES; i++) {
      const double *phi = t.num + k->shape + 3 + 3 * n + n * n + stride * i + 4;
      double *N = t.num + k->shape + 3 + 3 * n;
      for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++)
          for (int x = 0; x < 3; x++) N[n * r + c] += phi[3 * r + x] * phi[3 * c + x];
    }
}

// The link becomes elastic, with modal coordinates of its own.
static void bend(uint64_t *seed, dv_link *k, int modes, int shortens)
{
  k->modes = modes;
  k->shortens = shortens;
  k->mq = t.tree.nq, k->mv = t.tree.nv;
  t.tree.nq += modes, t.tree.nv += modes;
  make_beam(seed, k, t.num + k->num + 16);
}

// A beam that is welded to the world: a site on nothing.
static void add_weld(uint64_t *seed)
{
  dv_link *k = &t.link[t.tree.nlink++];
  *k = (dv_link){.parent = -1, .joint = dv_joint_row_x1("site"), .num = t.nnum};
  for (int i = 0; i < 3; i++) t.num[t.nnum + 4 * i] = 1;
  t.nnum += (int)(sizeof(dv_link_num) / sizeof(real));
  bend(seed, k, 2, 1);
}

static int add_site(uint64_t *seed, int beam)
{
  dv_link *b = &t.link[beam], *k = &t.link[t.tree.nlink];
  *k = (dv_link){.parent = beam, .joint = dv_joint_row_x1("site"), .iq = b->mq, .iv = b->mv, .site_modes = b->modes};
  k->site_shortens = b->shortens;
  k->num = t.nnum;
  memset(t.num + t.nnum, 0, sizeof(dv_link_num));
  for (int i = 0; i < 3; i++) t.num[t.nnum + 4 * i] = 1;
  for (int i = 0; i < 3; i++) t.num[t.nnum + 9 + i] = tree_uniform(seed, -0.5, 0.5);
  t.nnum += (int)(sizeof(dv_link_num) / sizeof(real));
  k->site_shape = number(seed, 3 + 6 * k->site_modes + k->site_modes * k->site_modes, 0.5);
  memcpy(t.num + k->site_shape, t.num + b->shape, 3 * sizeof(double));
  symmetric(t.num + k->site_shape + 3 + 6 * k->site_modes, k->site_modes);
  return t.tree.nlink++;
}

static void make(int which, int options)
{
  uint64_t seed = 500 + (uint64_t)which;
  int at[TREE_LINKS], nroom = 0;
  tree_make(&rigid, 3000 + (uint64_t)which, 1 + which % 12, options);
  memset(&t, 0, sizeof t);
  memcpy(t.num, rigid.num, sizeof(double) * (size_t)rigid.nnum);
  t.nnum = rigid.nnum;
  for (int i = 0; i < rigid.n; i++) {
    int parent = rigid.link[i].parent;
    if (parent >= 0) parent = at[parent];
    if (parent >= 0 && t.link[parent].body == DV_BEAM) parent = add_site(&seed, parent);
    dv_link *k = &t.link[at[i] = t.tree.nlink++];
    dv_joint_facts f = dv_joint_row_facts_x1(rigid.link[i].joint);
    *k = rigid.link[i];
    k->parent = parent;
    k->iq = t.tree.nq, k->iv = t.tree.nv;
    t.tree.nq += f.nq, t.tree.nv += f.nv;
    if (i % 3 || k->body == DV_FULL) continue;
    bend(&seed, k, 1 + which % MODES, which / MODES % 2);
    if (which % 3 == 0) add_site(&seed, at[i]);
    if (which % 3 == 1) bend(&seed, &t.link[add_site(&seed, at[i])], 2, which % 2);  // a beam welded to the beam
  }
  if (which % 4 == 1) add_weld(&seed);
  nroom = t.tree.nlink * (int)(sizeof(dv_link_work) / sizeof(real));
  for (int i = 0; i < t.tree.nlink; i++) {
    dv_link *k = &t.link[i];
    k->room = nroom;
    if (k->body == DV_BEAM) nroom += DV_BEAM_ROOM(k->modes);
    if (k->joint != dv_joint_row_x1("site")) continue;
    k->site_room = nroom;
    nroom += DV_SITE_ROOM(k->site_modes);
    if (k->site_modes) k->site_beam_room = t.link[k->parent].room;
  }
  assert_true(nroom <= (int)(sizeof work / sizeof *work) && t.nnum < NUM && t.tree.nv <= NV);
  t.tree.link = t.link;
  t.tree.elastic = 1;
  t.tree.full = rigid.tree.full;
  for (int i = 0; i < t.tree.nq; i++) q[i] = tree_uniform(&seed, -0.5, 0.5);
  for (int i = 0; i < t.tree.nv; i++) {
    v[i] = tree_uniform(&seed, -1, 1);
    a[i] = tree_uniform(&seed, -1, 1);
    tau[i] = tree_uniform(&seed, -5, 5);
  }
  dv_coordinate_normalise_x1(&t.tree, q);
  for (int i = 0; i < 6 * t.tree.nlink; i++) fext[i] = tree_uniform(&seed, -3, 3);
}
