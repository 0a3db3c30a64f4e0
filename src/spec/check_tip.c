// check_tip.c: what is free must have inertia.
//
// At a free joint, the bodies that hang rigidly on it (by fixed, locked and prescribed joints) have the inertia M about
// the joint's frame; with the motions S that are free, S' M S must be positive definite. If further free joints hang on
// them, theirs decide.
#include "beam/eigen.h"
#include "spec/check.h"

#include <math.h>
#include <string.h>

typedef struct {
  dv_check *check;
  int *first;  // [body + 1] children of body b - 1 (0: the world) are joints child[first[b] .. first[b + 1])
  int *child;
} tree;

static int is_free(const dv_joint_spec *j)
{
  if (!j->ncoordinate) return dv_joint_is_whole(j) && j->motion == DV_MOVES_FREE;
  for (int i = 0; i < j->ncoordinate; i++)
    if (j->coordinate[i].motion == DV_MOVES_FREE) return 1;
  return 0;
}

// Where a coordinate is: initially, or, if a signal moves it, anywhere but in a special place.
static double where(const dv_coordinate_spec *q)
{
  return q->motion == DV_MOVES_PRESCRIBED ? q->position + 0.6180339887 : q->position;
}

static void positions(const dv_joint_spec *j, double q[DV_STEPS])
{
  for (int i = 0; i < DV_STEPS; i++) q[i] = i < j->ncoordinate ? where(&j->coordinate[i]) : 0;
}

// Child's frame in the parent's.
static dv_placement pose(const dv_joint_spec *j)
{
  double q[DV_STEPS];
  positions(j, q);
  dv_placement m = j->ncoordinate ? dv_joint_motion_at(j, q) : dv_joint_motion_now(j);
  return dv_place_times(dv_place_times(j->at, m), j->child_at);
}

// X' M X for the motion of frame B seen from the frame that B is placed in by x: adds to sum.
static void add_moved(const double m[36], const dv_placement *x, double sum[36])
{
  // twist of B, in B: w_B = R' w, v_B = R' (v + w x p)
  double T[36] = {0}, MT[36] = {0};
  const double *p = x->p, cross[9] = {0, p[2], -p[1], -p[2], 0, p[0], p[1], -p[0], 0};  // -[p x]: w x p = -p x w
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      T[6 * i + j] = T[6 * (i + 3) + j + 3] = x->R[3 * j + i];
      for (int k = 0; k < 3; k++) T[6 * (i + 3) + j] += x->R[3 * k + i] * cross[3 * k + j];
    }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < 6; k++) MT[6 * i + j] += m[6 * i + k] * T[6 * k + j];
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < 6; k++) sum[6 * i + j] += T[6 * k + i] * MT[6 * k + j];
}

typedef struct {
  int body;
  dv_placement at;  // in the moved joint frame
} held;

// Inertia of what the joint carries rigidly; 1 if a further free joint hangs on it.
static int carried(tree *t, const dv_joint_spec *j, double sum[36])
{
  struct {
    held *item;
    int n, cap;
  } todo = {0};
  dv_spec *s = t->check->spec;
  memset(sum, 0, 36 * sizeof *sum);
  *DV_PUSH(t->check->arena, &todo) = (held){j->child, j->child_at};
  while (todo.n) {
    held h = todo.item[--todo.n];
    double m[36];
    dv_body_spatial(&s->body[h.body], m);
    add_moved(m, &h.at, sum);
    for (int i = t->first[h.body + 1]; i < t->first[h.body + 2]; i++) {
      const dv_joint_spec *next = &s->joint[t->child[i]];
      if (is_free(next)) return 1;
      *DV_PUSH(t->check->arena, &todo) = (held){next->child, dv_place_times(h.at, pose(next))};
    }
  }
  return 0;
}

// Columns (angular, linear) of the motions that are free, in the moved joint frame; gives their number.
static int free_motions(const dv_joint_spec *j, double S[6][6])
{
  double q[DV_STEPS];
  int n = 0;
  memset(S, 0, 36 * sizeof(double));
  if (!j->ncoordinate && dv_joint_is_whole(j)) {
    for (; n < 3 + dv_joint_slides(j); n++) S[n][n] = 1;
    return n;
  }
  positions(j, q);
  for (int k = 0; k < dv_joint_steps(j->type); k++)
    if (j->coordinate[dv_joint_rows[j->type].step[k].at].motion == DV_MOVES_FREE) dv_joint_twist(j, q, k, S[n++]);
  return n;
}

static void judge(dv_check *c, const dv_joint_spec *j, const double M[36])
{
  double S[6][6], m[36], value[6], least = HUGE_VAL, most = 0;
  int n = free_motions(j, S);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      m[n * a + b] = 0;
      for (int i = 0; i < 36; i++) m[n * a + b] += S[a][i / 6] * M[i] * S[b][i % 6];
    }
  dv_eigen_symmetric(n, m, value, NULL);
  for (int i = 0; i < n; i++) {
    least = fmin(least, value[i]);
    most = fmax(most, value[i]);
  }
  if (least > 1e-12 * most) return;
  const dv_body_spec *b = &c->spec->body[j->child];
  double all = 0;
  for (int i = 0; i < 36; i++) all = fmax(all, fabs(M[i]));
  if (all == 0)
    dv_diag_add(c->diags, DV_ERROR, b->mark, "give it mass, or lock the joint",
                "body '%s' at the end of the chain has no mass: its free joint '%s' cannot be accelerated", b->name, j->name);
  else
    dv_diag_add(c->diags, DV_ERROR, b->mark, "give it inertia, move its centre of mass off the axis, or lock the joint",
                "body '%s' at the end of the chain has no inertia about a free axis of joint '%s', which cannot be accelerated",
                b->name, j->name);
}

// Joints by parent: counted, then placed.
static void list_children(tree *t)
{
  dv_spec *s = t->check->spec;
  t->first = DV_TAKE(t->check->arena, int, s->nbody + 3);
  t->child = DV_TAKE(t->check->arena, int, s->njoint);
  for (int i = 0; i < s->njoint; i++) t->first[s->joint[i].parent + 3]++;
  for (int i = 1; i < s->nbody + 3; i++) t->first[i] += t->first[i - 1];
  for (int i = 0; i < s->njoint; i++) t->child[t->first[s->joint[i].parent + 2]++] = i;
}

void dv_check_tips(dv_check *c)
{
  tree t = {.check = c};
  dv_spec *s = c->spec;
  list_children(&t);
  for (int i = 0; i < s->njoint; i++) {
    double M[36];
    if (is_free(&s->joint[i]) && !carried(&t, &s->joint[i], M)) judge(c, &s->joint[i], M);
  }
}
