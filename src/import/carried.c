// carried.c: what hangs on a joint: its inertia about the joint's axis while the robot is at zero, and tips without any.
#include "import/carried.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>

static dv_placement link_place(dv_carried *c, int link);

dv_carried *dv_carried_new(const dv_robot *u)
{
  dv_arena *a = u->r->arena;
  dv_carried *c = DV_TAKE(a, dv_carried, 1);
  int n = u->links.n, nj = u->joints.n;
  *c = (dv_carried){u,
                    DV_TAKE(a, int, n),
                    DV_TAKE(a, int, nj + 1),
                    DV_TAKE(a, dv_placement, n),
                    DV_TAKE(a, int, n + 2),
                    DV_TAKE(a, int, nj + 1)};
  for (int i = 0; i < n; i++) c->holder[i] = -1;
  for (int j = 0; j < nj; j++) {
    const dv_robot_joint *one = &u->joints.item[j];
    if (one->child >= 0) c->holder[one->child] = j;
    c->first[one->parent + 2]++;
  }
  for (int i = 1; i < n + 2; i++) c->first[i] += c->first[i - 1];
  int *next = DV_TAKE(a, int, n + 1);
  memcpy(next, c->first, (size_t)(n + 1) * sizeof *next);
  for (int j = 0; j < nj; j++) c->joint[next[u->joints.item[j].parent + 1]++] = j;
  for (int i = 0; i < n; i++) c->place[i] = link_place(c, i);
  return c;
}

// At zero; links that hang on themselves end after as many steps as there are links.
static dv_placement link_place(dv_carried *c, int link)
{
  dv_placement x = dv_place_identity;
  for (int i = link, steps = 0; i >= 0 && c->holder[i] >= 0 && steps <= c->u->links.n; steps++) {
    const dv_robot_joint *j = &c->u->joints.item[c->holder[i]];
    if (i != link && i < link) return dv_place_times(c->place[i], x);  // known already
    x = dv_place_times(dv_pose_placement(&j->at), x);
    i = j->parent;
  }
  return x;
}

static int moves(const dv_robot_joint *j) { return strcmp(j->type, "fixed") != 0 && !j->locked; }

// About the line through p along e: m d^2 + e' I e; along it: m.
static double of_link(const dv_robot_link *l, const dv_placement *x, const double p[3], const double e[3], int slides)
{
  double r[3], along = 0, square = 0, w[3], spin = 0;
  if (slides) return l->mass;
  for (int i = 0; i < 3; i++) {
    r[i] = x->p[i] - p[i];
    w[i] = 0;
    for (int k = 0; k < 3; k++) r[i] += x->R[3 * i + k] * l->com[k], w[i] += x->R[3 * k + i] * e[k];
    along += r[i] * e[i];
    square += r[i] * r[i];
  }
  const double *I = l->inertia;
  spin = I[0] * w[0] * w[0] + I[1] * w[1] * w[1] + I[2] * w[2] * w[2] +
         2 * (I[3] * w[0] * w[1] + I[4] * w[0] * w[2] + I[5] * w[1] * w[2]);
  return l->mass * fmax(0, square - along * along) + spin;
}

double dv_carried_inertia(dv_carried *c, int joint, int rigidly, int *more)
{
  const dv_robot *u = c->u;
  const dv_robot_joint *j = &u->joints.item[joint];
  int slides = !strcmp(j->type, "prismatic"), whole = j->axis[0] == 0 && j->axis[1] == 0 && j->axis[2] == 0;
  const dv_placement *at = &c->place[j->child];
  double e[3] = {0}, size = 0, sum = 0;
  for (int i = 0; i < 9; i++) e[i / 3] += at->R[i] * j->axis[i % 3];
  for (int i = 0; i < 3; i++) size += e[i] * e[i];
  for (int i = 0; i < 3 && size > 0; i++) e[i] /= sqrt(size);
  int n = 0, steps = 0;
  *more = 0;
  c->todo[n++] = j->child;
  while (n && steps++ <= u->links.n) {
    int link = c->todo[--n];
    const dv_robot_link *l = &u->links.item[link];
    sum += whole ? l->mass + fabs(l->inertia[0]) : of_link(l, &c->place[link], at->p, e, slides);
    for (int i = c->first[link + 1]; i < c->first[link + 2]; i++) {
      const dv_robot_joint *next = &u->joints.item[c->joint[i]];
      if (rigidly && moves(next)) *more = 1;
      else if (n < u->joints.n) c->todo[n++] = next->child;
    }
  }
  return sum;
}

// A joint at the end of a chain that moves nothing with inertia is held, and so is what follows it; then the joint before it may
// be the end.
void dv_robot_tips(dv_robot *u)
{
  dv_carried *c = dv_carried_new(u);
  for (int again = 1; again;) {
    again = 0;
    for (int i = u->joints.n - 1; i >= 0; i--) {
      dv_robot_joint *j = &u->joints.item[i];
      int more = 0;
      if (!moves(j) || j->child < 0 || dv_carried_inertia(c, i, 1, &more) > 1e-18 || more) continue;
      j->locked = j->weightless = again = 1;
      dv_robot_note(u, "joints held, since nothing with inertia moves with them (the case servo leads them)", "%s", j->name);
    }
  }
  for (int i = 0; i < u->joints.n; i++) {
    dv_robot_joint *j = &u->joints.item[i];
    int of = j->mimic ? dv_robot_joint_find(u, j->mimic) : -1;
    if (of < 0 || !u->joints.item[of].locked || (j->locked && !j->weightless)) continue;
    j->locked = j->weightless = 1;
    j->position = j->ratio * u->joints.item[of].position + j->offset;
  }
}
