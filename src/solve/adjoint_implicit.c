// adjoint_implicit.c: the way back through steps of rosenbrock (implicit.h).
//
//   mu_i = W^-T kbar_i,  Fbar_i = h mu_i,  ubar_i = mu_i - kbar_i,  Dbar = sum g_i h^2 mu_i,  and through J: h g mu_i . (dJ b_i)
//
// What J weighs waits until the way back comes to the step at whose start it was taken. Records within a step are blends of its
// stages: what they weigh is gathered before the step goes back.
#include "solve/adjoint_inside.h"
#include "solve/implicit.h"

#include <math.h>
#include <string.h>

enum { STATES = 1 };  // behind time

// What weighs: the start of a step, its stages, the place of J, its length.
typedef struct {
  double *start, *kbar, *J;  // [rows][W], [stages][n][W], [rows][W]
  double hbar[W];
} weights;

struct dv_implicit_back {
  int taken, stood;  // notes: step at whose start J was taken last; step at which the programs stand, -1: none
  int J_of;          // whose J it has, -1: none
  weights gathered, root;
  int any;              // 1: something was gathered
  double *J;            // [rows][W] what J weighs in steps that went back
  double *mu, *weight;  // [n][W]
  double *D;            // [n][W]
};

// ---- notes

static void enter(void *self, double t, double h, const double *x, const double *d, double latest, const int *crossed,
                  const double *end, int corner, const double *kept)
{
  dv_sensitivity *s = self;
  struct dv_implicit_back *q = s->tape->implicit;
  if (s->failed) return;
  dv_note *n = dv_tape_put(s, DV_NOTE_STEP, t, x, d);
  n->h = h, n->latest = latest, n->corner = corner;
  if (crossed) n->root = dv_sensitivity_crossed(s, t + h, end, d, crossed), n->end = dv_tape_keep(s, end, s->o.m->nx);
  if (kept[DV_KEPT_TIME] == t) q->taken = s->tape->note.n - 1;
  n->of = q->taken;
}

static weights new_weights(dv_sensitivity *s)
{
  size_t rows = (size_t)s->rows * W;
  return (weights){.start = DV_TAKE(s->arena, double, rows),
                   .kbar = DV_TAKE(s->arena, double, (size_t)(DV_ROS_STAGES * s->implicit->n + 1) * W),
                   .J = DV_TAKE(s->arena, double, rows)};
}

void dv_implicit_back_open(dv_sensitivity *s)
{
  struct dv_implicit_back *q = s->tape->implicit = DV_TAKE(s->arena, struct dv_implicit_back, 1);
  size_t n = (size_t)(s->implicit->n + 1) * W;
  q->gathered = new_weights(s), q->root = new_weights(s);
  q->J = DV_TAKE(s->arena, double, (size_t)s->rows *W);
  q->mu = DV_TAKE(s->arena, double, n), q->weight = DV_TAKE(s->arena, double, n), q->D = DV_TAKE(s->arena, double, n);
  s->tape->every = 1;  // states are all kept
  s->follower.enter = enter, s->follower.look = dv_tape_look_within, s->follower.step = dv_tape_no_step;
}

static void clear(const dv_sensitivity *s, weights *w)
{
  size_t rows = (size_t)s->rows * W * sizeof(double);
  memset(w->start, 0, rows), memset(w->J, 0, rows), memset(w->hbar, 0, sizeof w->hbar);
  memset(w->kbar, 0, (size_t)(DV_ROS_STAGES * s->implicit->n) * W * sizeof(double));
}

void dv_implicit_back_begin(dv_sensitivity *s)
{
  struct dv_implicit_back *q = s->tape->implicit;
  q->stood = q->J_of = -1, q->any = 0;
  clear(s, &q->gathered);
  memset(q->J, 0, (size_t)s->rows * W * sizeof(double));
}

// ---- back

static void add(double *to, const double *from, int n)
{
  for (int i = 0; i < n * W; i++) to[i] += from[i];
}

static void add_scaled(double *to, double by, const double *from, int n)
{
  for (int i = 0; i < n * W && by != 0; i++) to[i] += by * from[i];
}

// a[l] += by sum of c_i d_i
static void add_product(double *a, double by, int n, const double *c, const double *d)
{
  for (int i = 0; i < n; i++)
    for (int l = 0; l < W; l++) a[l] += by * c[i] * d[i * W + l];
}

// Programs stand at all stages of the step, and J is its own.
static int stand(dv_sensitivity *s, int i)
{
  struct dv_implicit_back *q = s->tape->implicit;
  const dv_note *n = &s->tape->note.item[i];
  dv_stretch p = {n->t, n->h, n->latest, n->x, n->d};
  dv_carried none = {0};
  if (q->stood == i) return 0;
  if (q->J_of != n->of) {
    const dv_note *at = &s->tape->note.item[n->of];
    int nx = s->o.m->nx;
    memcpy(s->out, at->x, (size_t)nx * sizeof(double)), memcpy(s->out + nx, at->d, (size_t)s->o.m->nd * sizeof(double));
    if (dv_implicit_take(s, at->t, s->out)) return 1;
    q->J_of = n->of;
  }
  q->stood = i;
  return dv_implicit_go(s, &p, &none);
}

// From the state after tau of the step, weighed by L, to its start and stages. taubar [W]: what tau weighs.
static int leave(dv_sensitivity *s, double tau, double *L, weights *to, double *taubar)
{
  struct dv_implicit *r = s->implicit;
  const dv_stretch *p = &r->now;
  double w[DV_ROS_STAGES], dw[DV_ROS_STAGES], ubar[W] = {0}, *xi = s->out + r->row * W;
  if (dv_implicit_reach(s, tau, w, dw)) return 1;
  dv_note at = {.t = p->t, .h = tau, .latest = p->latest, .d = p->d};
  if (s->tidy && dv_adjoint_untidy(s, &at, L)) return 1;
  memcpy(taubar, L, W * sizeof *taubar);
  dv_tangents_point(s->tangents, DV_TANGENT_MOVE, 0);
  dv_tangents_back(s->tangents, L + STATES * W, s->out);
  memset(L + STATES * W, 0, (size_t)s->o.m->nx * W * sizeof *L);
  add(to->start, L, r->row), add(to->start, s->out, r->row);
  for (int j = 0; j < DV_ROS_STAGES; j++) {
    add_scaled(to->kbar + j * r->n * W, w[j], xi, r->n);
    add_product(ubar, dw[j], r->n, r->k + j * r->n, xi);
  }
  for (int l = 0; l < W; l++) taubar[l] += ubar[l] / p->h, to->hbar[l] -= ubar[l] * tau / (p->h * p->h);
  return 0;
}

// What F_i weighs goes to the start and the stages before.
static void back_rate(dv_sensitivity *s, int i, const double *weight, weights *to)
{
  struct dv_implicit *r = s->implicit;
  double node = dv_implicit_node(i);
  dv_tangents_point(s->tangents, DV_TANGENT_STAGE, i);
  dv_tangents_back(s->tangents, weight, s->out);
  add(to->start, s->out, r->row);
  for (int l = 0; l < W; l++) to->hbar[l] += node * s->out[l];
  for (int j = 0; j < i && i < DV_ROS_STAGES; j++)
    add_scaled(to->kbar + j * r->n * W, dv_ros_alpha[i][j], s->out + r->row * W, r->n);
}

static void back_bend(dv_sensitivity *s, int i, weights *to)
{
  struct dv_implicit *r = s->implicit;
  struct dv_implicit_back *q = s->tape->implicit;
  for (int e = 0; e < r->n * W; e++) q->weight[e] = r->now.h * dv_ros_g * q->mu[e];
  dv_tangents_point(s->tangents, DV_TANGENT_BEND, i);
  dv_tangents_back(s->tangents, q->weight, s->out);
  add(to->J, s->out, r->row);
}

// D is a difference of two rates.
static void back_drift(dv_sensitivity *s, weights *to)
{
  struct dv_implicit *r = s->implicit;
  struct dv_implicit_back *q = s->tape->implicit;
  double by = (r->now.t + dv_ros_later * r->now.h) - r->now.t;
  add_product(to->hbar, -dv_ros_later / by, r->n, r->D, q->D);
  for (int e = 0; e < r->n * W; e++) q->D[e] /= by;
  back_rate(s, DV_STAGE_LATE, q->D, to);
}

static void back_stages(dv_sensitivity *s, weights *to)
{
  struct dv_implicit *r = s->implicit;
  struct dv_implicit_back *q = s->tape->implicit;
  double h = r->now.h, by = (r->now.t + dv_ros_later * h) - r->now.t;
  int n = r->n, drifts = r->stepping.pattern->timed && by > 0;
  memset(q->D, 0, (size_t)n * W * sizeof(double));
  for (int i = DV_ROS_STAGES - 1; i >= 0; i--) {
    double *kbar = to->kbar + i * n * W, slant = dv_implicit_slant(i);
    memcpy(q->mu, kbar, (size_t)n * W * sizeof(double));
    dv_implicit_solve_back(s, q->mu);
    add_product(to->hbar, 1, n, r->F + i * n, q->mu);
    add_product(to->hbar, 2 * slant * h, n, r->D, q->mu);
    add_product(to->hbar, dv_ros_g, n, r->Jb + i * n, q->mu);
    add_scaled(q->D, slant * h * h, q->mu, n);
    back_bend(s, i, to);
    for (int j = 0; j < i; j++) {
      double g = dv_ros_gamma[i][j] / dv_ros_g;
      add_scaled(to->kbar + j * n * W, g, q->mu, n), add_scaled(to->kbar + j * n * W, -g, kbar, n);
    }
    for (int e = 0; e < n * W; e++) q->weight[e] = h * q->mu[e];
    if (!i && drifts) {
      back_drift(s, to);  // leaves D over its length
      add_scaled(q->weight, -1, q->D, n);
    }
    back_rate(s, i, q->weight, to);
  }
}

int dv_implicit_back_look(dv_sensitivity *s, int i)
{
  const dv_note *n = &s->tape->note.item[i];
  double *mu = s->tape->mu, taubar[W];
  weights *to = &s->tape->implicit->gathered;
  if (dv_adjoint_is_zero(s, mu)) return 0;
  if (stand(s, n->of) || leave(s, n->h, mu, to, taubar)) return 1;
  for (int l = 0; l < W; l++) to->start[l] -= taubar[l];  // the record's time stays
  s->tape->implicit->any = 1;
  memset(mu, 0, (size_t)s->rows * W * sizeof(double));
  return 0;
}

// The slope of the root at the end of the step, back to its start, in lane 0. *rate: along h.
static int back_root(dv_sensitivity *s, const dv_note *n, double *rate)
{
  weights *to = &s->tape->implicit->root;
  double *g = s->tape->other, taubar[W];
  clear(s, to);
  if (dv_tangents_stand(s->tangents, DV_TANGENT_ROOTS, -1, s->num, n->t + n->h, n->end, n->d)) return 1;
  memset(s->rooted, 0, (size_t)s->o.m->nroot * W * sizeof(double));
  s->rooted[n->root * W] = 1;
  dv_tangents_back(s->tangents, s->rooted, g);
  if (leave(s, n->h, g, to, taubar)) return 1;
  back_stages(s, to);
  *rate = to->hbar[0] + taubar[0];
  return 0;
}

// The length of the step moves with its root, with a corner, or with its start.
static void settle_length(dv_sensitivity *s, const dv_note *n, weights *w, double rate)
{
  struct dv_implicit_back *q = s->tape->implicit;
  if (n->root >= 0) {
    for (int i = 0; i < s->rows; i++)
      for (int l = 0; l < W; l++) {
        w->start[i * W + l] -= w->hbar[l] / rate * q->root.start[i * W];
        w->J[i * W + l] -= w->hbar[l] / rate * q->root.J[i * W];
      }
    return;
  }
  for (int l = 0; l < W; l++) w->start[l] -= w->hbar[l];
  if (!n->corner) return;
  dv_sensitivity_corner(s, n->t, s->dh);
  for (int i = 0; i < s->o.n; i++)
    for (int l = 0; l < W; l++) s->tape->corner[i * W + l] += w->hbar[l] * s->dh[i / W][i % W];
}

int dv_implicit_back_step(dv_sensitivity *s, int i)
{
  struct dv_implicit_back *q = s->tape->implicit;
  const dv_note *n = &s->tape->note.item[i];
  weights *w = &q->gathered;
  double *L = s->tape->lambda, rate = 0, taubar[W];
  size_t bytes = (size_t)s->rows * W * sizeof(double);
  if (!dv_adjoint_is_zero(s, L) || q->any) {
    if (stand(s, i)) return 1;
    if (n->root >= 0 && back_root(s, n, &rate)) return 1;
    if (n->root >= 0 && rate == 0)
      dv_sensitivity_fail(s, n->t, "an event there only just happens: what leads to it stands still",
                          "move a parameter a little");
    if (leave(s, n->h, L, w, taubar)) return 1;
    back_stages(s, w);
    for (int l = 0; l < W; l++) w->hbar[l] += taubar[l];
    settle_length(s, n, w, rate);
    memcpy(L, w->start, bytes);
    add(q->J, w->J, s->rows);
    clear(s, w);
    q->any = 0;
  }
  if (n->of != i) return 0;
  add(L, q->J, s->rows);
  memset(q->J, 0, bytes);
  return 0;
}
