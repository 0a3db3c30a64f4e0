// peers.c: our skeleton and codes that others wrote give the same answers on the same random trees.
//
// Poses, twists, efforts, mass matrix, accelerations, reactions, totals and Jacobians to 1e-9 of max(1, largest entry).
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

#include "peer.h"
#include "skeleton/tree.h"

enum { TREES = 60, SAMPLES = 2, ROOM = TREE_NV * TREE_NV + 6 * TREE_NV + 6 };

static const char *const op_name[DV_PEER_OPS] = {"kinematics", "rnea", "crba", "aba", "reaction", "total", "point"};

typedef struct {
  random_tree tree;
  tree_state state[SAMPLES];
  double ours[ROOM], theirs[ROOM];
} fixture;

static int size(const dv_tree *t, int op)
{
  const int n[DV_PEER_OPS] = {18 * t->nlink, t->nv, t->nv * t->nv, t->nv, 6 * t->nlink, 11, 6 * t->nv + 6};
  return n[op];
}

static double distance(int n, const double *x, const double *y)
{
  double far = 0, large = 1;
  for (int i = 0; i < n; i++) {
    if (!isfinite(x[i]) || !isfinite(y[i])) return INFINITY;
    far = fmax(far, fabs(x[i] - y[i]));
    large = fmax(large, fmax(fabs(x[i]), fabs(y[i])));
  }
  return far / large;
}

// Both codes with the same samples: the first with external wrenches if wanted, the last at zero acceleration (bias).
static void samples_put(fixture *b, const dv_peer *code, void *peer, int forced)
{
  static const double zero[TREE_NV];
  for (int k = 0; k < SAMPLES; k++) {
    const tree_state *x = &b->state[k];
    const dv_sample s = {x->q, x->v, k == SAMPLES - 1 ? zero : x->a, x->tau, forced && k == 0 ? x->fext : NULL};
    code->put(peer, k, &s);
  }
}

static void trees_agree(fixture *b, const dv_peer *other, uint64_t seed, int forced)
{
  const dv_peer *own = &dv_peer_davit_x1;
  const dv_tree *t = &b->tree.tree;
  for (int k = 0; k < SAMPLES; k++) tree_state_make(&b->tree, seed + 1000 * (unsigned)k, &b->state[k]);
  void *x = own->make(t, b->tree.num, SAMPLES), *y = other->make(t, b->tree.num, SAMPLES);
  assert_non_null(y);
  samples_put(b, own, x, forced);
  samples_put(b, other, y, forced);
  for (int k = 0; k < SAMPLES; k++)
    for (int op = 0; op < DV_PEER_OPS; op++) {
      if (!other->run[op]) continue;
      own->run[op](x, k);
      own->get(x, op, k, b->ours);
      other->run[op](y, k);
      other->get(y, op, k, b->theirs);
      double d = distance(size(t, op), b->ours, b->theirs);
      if (!(d < 1e-9))
        fail_msg("%s: %s of tree %d (%d links), sample %d: %.2e", other->name, op_name[op], (int)seed, t->nlink, k, d);
    }
  own->drop(x);
  other->drop(y);
}

// Leadscrews are screws by their angle here: no peer has them.
static fixture *tree_of(fixture *b, uint64_t seed, int options)
{
  tree_make(&b->tree, seed, 1 + (int)(seed % 30), options);
  for (int i = 0; i < b->tree.n; i++) {
    tree_link *l = &b->tree.body[i];
    if (strncmp(l->joint, "leadscrew", 9) != 0) continue;
    snprintf(l->joint, sizeof l->joint, "helical_%c", "xyz"[i % 3]);
    l->pitch /= 5;
  }
  tree_pack(&b->tree);
  return b;
}

static void simbody_fixed(void **state)
{
  for (uint64_t seed = 0; seed < TREES; seed++) trees_agree(tree_of(*state, seed, TREE_INNER_FREE), &dv_peer_simbody, seed, 1);
}

static void simbody_floating(void **state)
{
  const int options = TREE_FLOATING | TREE_INNER_FREE;
  for (uint64_t seed = 0; seed < TREES; seed++) trees_agree(tree_of(*state, seed, options), &dv_peer_simbody, seed, 1);
}

static void simbody_massless(void **state)
{
  const int options = TREE_FLOATING | TREE_MASSLESS;
  for (uint64_t seed = 0; seed < TREES; seed++) trees_agree(tree_of(*state, seed, options), &dv_peer_simbody, seed, 1);
}

static void simbody_driven(void **state)
{
  const int options = TREE_DRIVEN | TREE_INNER_FREE;
  for (uint64_t seed = 0; seed < TREES; seed++) trees_agree(tree_of(*state, seed, options), &dv_peer_simbody, seed, 1);
}

// The joints that MuJoCo has, and inertias along the link's axes.
static fixture *plain_tree_of(fixture *b, uint64_t seed, int options)
{
  tree_of(b, seed, options);
  for (int i = 0; i < b->tree.n; i++) {
    tree_link *l = &b->tree.body[i];
    if (strncmp(l->joint, "helical", 7) == 0) snprintf(l->joint, sizeof l->joint, "revolute_%c", "xyz"[i % 3]);
    l->inertia[1] = l->inertia[2] = l->inertia[4] = 0;
  }
  tree_pack(&b->tree);
  return b;
}

static void mujoco_fixed(void **state)
{
  for (uint64_t seed = 0; seed < TREES; seed++)
    trees_agree(plain_tree_of(*state, seed, TREE_INNER_FREE), &dv_peer_mujoco, seed, 0);
}

static void mujoco_floating(void **state)
{
  const int options = TREE_FLOATING | TREE_INNER_FREE;
  for (uint64_t seed = 0; seed < TREES; seed++) trees_agree(plain_tree_of(*state, seed, options), &dv_peer_mujoco, seed, 0);
}

// One chain of turning and sliding joints.
static fixture *chain_of(fixture *b, uint64_t seed)
{
  tree_of(b, seed, 0);
  for (int i = 0; i < b->tree.n; i++) {
    tree_link *l = &b->tree.body[i];
    l->parent = i - 1;
    if (strncmp(l->joint, "helical", 7) == 0 || strcmp(l->joint, "ball") == 0)
      snprintf(l->joint, sizeof l->joint, "revolute_%c", "xyz"[i % 3]);
  }
  tree_pack(&b->tree);
  return b;
}

static void kdl_chains(void **state)
{
  for (uint64_t seed = 0; seed < TREES; seed++) trees_agree(chain_of(*state, seed), &dv_peer_kdl, seed, 0);
}

static int setup(void **state)
{
  *state = aligned_alloc(64, (sizeof(fixture) + 63) / 64 * 64);
  return *state ? 0 : -1;
}

static int teardown(void **state)
{
  free(*state);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(simbody_fixed),  cmocka_unit_test(simbody_floating), cmocka_unit_test(simbody_massless),
      cmocka_unit_test(simbody_driven), cmocka_unit_test(mujoco_fixed),     cmocka_unit_test(mujoco_floating),
      cmocka_unit_test(kdl_chains),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
