// tree.c: random trees and states; splitmix64 as the source of numbers.
#include "tree.h"

#include <stddef.h>
#include <stdio.h>

double tree_uniform(uint64_t *seed, double lo, double hi)
{
  uint64_t z = (*seed += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return lo + (hi - lo) * ((double)(z >> 11) * 0x1p-53);
}

static int pick(uint64_t *seed, int n) { return (int)tree_uniform(seed, 0, n); }

static void unit_quaternion(uint64_t *seed, double *e)
{
  double n2;
  do {
    n2 = 0;
    for (int i = 0; i < 4; i++) {
      e[i] = tree_uniform(seed, -1, 1);
      n2 += e[i] * e[i];
    }
  } while (n2 > 1 || n2 < 0.01);
  for (int i = 0; i < 4; i++) e[i] /= sqrt(n2);
}

static void rotation(uint64_t *seed, double *R)
{
  double e[4];
  unit_quaternion(seed, e);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) R[3 * i + j] = 2 * e[1 + i] * e[1 + j] + (i == j ? 2 * e[0] * e[0] - 1 : 0);
  for (int i = 0; i < 3; i++) {
    int y = (i + 1) % 3, z = (i + 2) % 3;
    R[3 * y + z] -= 2 * e[0] * e[1 + i];
    R[3 * z + y] += 2 * e[0] * e[1 + i];
  }
}

static void identity(double *R)
{
  for (int i = 0; i < 9; i++) R[i] = i % 4 == 0;
}

// A homogeneous box, turned: its inertia satisfies the triangle inequality.
static void box(uint64_t *seed, tree_link *b)
{
  double side[3], R[9], d[3];
  b->mass = tree_uniform(seed, 0.5, 5);
  for (int i = 0; i < 3; i++) {
    side[i] = tree_uniform(seed, 0.1, 0.8);
    b->com[i] = tree_uniform(seed, -0.3, 0.3);
  }
  for (int i = 0; i < 3; i++) {
    double y = side[(i + 1) % 3], z = side[(i + 2) % 3];
    d[i] = b->mass / 12 * (y * y + z * z);
  }
  rotation(seed, R);
  for (int i = 0, k = 0; i < 3; i++)
    for (int j = i; j < 3; j++, k++) {
      b->inertia[k] = 0;
      for (int a = 0; a < 3; a++) b->inertia[k] += R[3 * i + a] * d[a] * R[3 * j + a];
    }
}

// An added inertia B B^T, split in its blocks.
static void added(uint64_t *seed, tree_link *b)
{
  double B[36], A[6][6];
  for (int i = 0; i < 36; i++) B[i] = tree_uniform(seed, -0.6, 0.6);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      A[i][j] = 0;
      for (int k = 0; k < 6; k++) A[i][j] += B[6 * i + k] * B[6 * j + k];
    }
  double *J = b->added, *H = J + 6, *M = H + 9;
  for (int i = 0, k = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      H[3 * i + j] = A[i][3 + j];
      if (j < i) continue;
      J[k] = A[i][j];
      M[k++] = A[3 + i][3 + j];
    }
}

static tree_link *link_add(random_tree *t, int parent, const char *joint)
{
  tree_link *b = &t->body[t->n++];
  memset(b, 0, sizeof *b);
  b->parent = parent;
  snprintf(b->joint, sizeof b->joint, "%s", joint);
  identity(b->R);
  return b;
}

// Chains of joints over massless links that make universal, cylindrical and planar joints; returns the last.
static tree_link *chain(random_tree *t, uint64_t *seed, int parent, int room)
{
  static const char *const chains[3][3] = {
      {"revolute_x",  "revolute_y",  NULL        },
      {"prismatic_z", "revolute_z",  NULL        },
      {"prismatic_x", "prismatic_y", "revolute_z"},
  };
  int which = pick(seed, room > 2 ? 3 : 2), first = t->n;
  tree_link *b = NULL;
  for (int k = 0; k < 3 && chains[which][k]; k++) b = link_add(t, k ? t->n - 1 : parent, chains[which][k]);
  rotation(seed, t->body[first].R);
  for (int i = 0; i < 3; i++) t->body[first].p[i] = tree_uniform(seed, -0.5, 0.5);
  return b;
}

static tree_link *single(random_tree *t, uint64_t *seed, int parent, int options)
{
  static const char *const rows[] = {
#define ROWS_IF_0(name)
#define ROWS_IF_1(name) #name "_x", #name "_y", #name "_z",
#define DV_PRIMITIVE(name, alone, ...) ROWS_IF_##alone(name)
#include "base/primitives.def"
      "ball", "free"};
  const int nrow = (int)(sizeof rows / sizeof *rows);
  const char *joint = rows[pick(seed, options & TREE_INNER_FREE ? nrow : nrow - 1)];
  if (t->n == 0 && options & TREE_FLOATING) joint = "free";
  tree_link *b = link_add(t, parent, joint);
  if (pick(seed, 3)) rotation(seed, b->R);  // a third of the placements are pure translations
  for (int i = 0; i < 3; i++) b->p[i] = pick(seed, 2) ? tree_uniform(seed, -0.5, 0.5) : 0;  // on axes and in planes, too
  if (strncmp(joint, "helical", 7) == 0) b->pitch = tree_uniform(seed, -0.2, 0.2);
  if (strncmp(joint, "leadscrew", 9) == 0) b->pitch = tree_uniform(seed, -1, 1);
  return b;
}

// Long and bushy: half of the links continue the newest one, or hang on a link on its way to the root.
static int parent_of(const random_tree *t, uint64_t *seed, int options)
{
  int n = t->n, parent = n - 1;
  if (!(options & TREE_NESTED)) return pick(seed, 2) ? n - 1 : pick(seed, n + 1) - 1;
  while (parent >= 0 && !pick(seed, 2)) parent = t->body[parent].parent;
  return parent;
}

void tree_make(random_tree *t, uint64_t seed, int nlink, int options)
{
  memset(t, 0, sizeof *t);
  for (int i = 0; i < 3; i++) t->gravity[i] = tree_uniform(&seed, -10, 10);
  while (t->n < nlink) {
    int n = t->n, parent = parent_of(t, &seed, options), room = nlink - n;
    if (n && options & TREE_FLOATING && parent < 0) parent = 0;
    while (parent >= 0 && t->body[parent].mass == 0) parent++;  // massless links have one child only
    int massless = options & TREE_MASSLESS && room > 1 && !pick(&seed, 4) && !(n == 0 && options & TREE_FLOATING);
    tree_link *b = massless ? chain(t, &seed, parent, room) : single(t, &seed, parent, options);
    box(&seed, b);
    b->full = options & TREE_FULL && !pick(&seed, 3);
    if (b->full) added(&seed, b);
  }
  for (int i = 0; i < t->n; i++) t->body[i].driven = options & TREE_DRIVEN && !pick(&seed, 3);
  tree_pack(t);
}

// Inertia about the link's origin: I + m (c.c 1 - c c^T).
static void pack_link(const tree_link *b, dv_link *k, dv_link_num *x)
{
  double c2 = 0;
  memcpy(x->R, b->R, sizeof b->R);
  memcpy(x->p, b->p, sizeof b->p);
  x->m = b->mass;
  for (int i = 0; i < 3; i++) {
    x->mc[i] = b->mass * b->com[i];
    c2 += b->com[i] * b->com[i];
  }
  for (int i = 0, n = 0; i < 3; i++)
    for (int j = i; j < 3; j++, n++) x->I[n] = b->inertia[n] + b->mass * ((i == j ? c2 : 0) - b->com[i] * b->com[j]);
  x->pitch = b->pitch;
  if (b->full) memcpy(x->full, b->added, sizeof b->added);
  double I3[9];
  identity(I3);
  k->turned = memcmp(I3, b->R, sizeof I3) != 0;
  k->level = dv_level(b->p);
  k->body = b->full ? DV_FULL : DV_RIGID;
  k->drive = b->driven ? DV_DRIVEN : DV_FREE;
}

void tree_pack(random_tree *t)
{
  const int rigid = (int)(offsetof(dv_link_num, full) / sizeof(real)), whole = (int)(sizeof(dv_link_num) / sizeof(real));
  int iq = 0, iv = 0;
  memcpy(t->num, t->gravity, sizeof t->gravity);
  t->nnum = 3;
  for (int i = 0; i < t->n; i++) {
    dv_link *k = &t->link[i];
    k->parent = t->body[i].parent;
    k->joint = dv_joint_row_x1(t->body[i].joint);
    dv_joint_facts facts = dv_joint_row_facts_x1(k->joint);
    k->iq = iq;
    k->iv = iv;
    k->num = t->nnum;
    iq += facts.nq;
    iv += facts.nv;
    t->nnum += t->body[i].full ? whole : rigid;
    pack_link(&t->body[i], k, (dv_link_num *)(void *)(t->num + k->num));
  }
  t->tree = (dv_tree){.nlink = t->n, .nq = iq, .nv = iv, .gravity = 0, .link = t->link};
  for (int i = 0; i < t->n; i++) t->tree.full |= t->body[i].full;
}

void tree_state_make(const random_tree *t, uint64_t seed, tree_state *s)
{
  memset(s, 0, sizeof *s);
  for (int i = 0; i < t->tree.nq; i++) s->q[i] = tree_uniform(&seed, -1.5, 1.5);
  for (int i = 0; i < t->n; i++) {
    const char *joint = t->body[i].joint;
    int quaternion = strcmp(joint, "ball") == 0 ? 0 : strcmp(joint, "free") == 0 ? 3 : -1;
    if (quaternion >= 0) unit_quaternion(&seed, s->q + t->link[i].iq + quaternion);
  }
  for (int i = 0; i < t->tree.nv; i++) {
    s->v[i] = tree_uniform(&seed, -1, 1);
    s->a[i] = tree_uniform(&seed, -1, 1);
    s->tau[i] = tree_uniform(&seed, -5, 5);
  }
  for (int i = 0; i < 6 * t->n; i++) s->fext[i] = tree_uniform(&seed, -3, 3);
}
