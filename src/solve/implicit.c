// implicit.c: the stages of a rosenbrock step and their tangents.
//
//   W db_i = dh F_i + h dF_i + du_i + g_i (2 h dh D + h^2 dD) + g (dh J b_i + h dJ b_i)
#include "solve/implicit.h"

#include "solve/exact_entries.h"
#include "solve/machine_pattern.h"

#include <math.h>
#include <string.h>

static const double G = dv_ros_g;

double dv_implicit_node(int stage)
{
  double sum = stage == DV_STAGE_LATE ? dv_ros_later : 0;
  for (int j = 0; j < stage && stage < DV_ROS_STAGES; j++) sum += dv_ros_alpha[stage][j];
  return sum;
}

double dv_implicit_slant(int stage)
{
  double sum = G;
  for (int j = 0; j < stage; j++) sum += dv_ros_gamma[stage][j];
  return sum;
}

// ---- the matrix

int dv_implicit_take(dv_sensitivity *s, double t, const double *x)
{
  struct dv_implicit *q = s->implicit;
  const dv_model *m = s->o.m;
  const double *d = x + m->nx;
  q->stepping.factored = 0;
  q->J_t = t;
  memcpy(q->J_x, x, (size_t)(m->nx + m->nd) * sizeof *x);
  memset(q->room.fresh, 0, (size_t)q->stepping.pattern->count * sizeof(double));
  if (q->entries && q->entries->take(q->entries->self, t, x, d, q->room.fresh)) return 1;
  if (q->chart->nattitude) {
    dv_tangents_displace(s->tangents, NULL, NULL);
    if (s->tape) dv_tangents_point(s->tangents, DV_TANGENT_STAGE, 0);
    if (dv_tangents_stand(s->tangents, DV_TANGENT_STAGE, -1, s->num, t, x, d)) return 1;
    dv_tangents_values(s->tangents, q->room.start);
    dv_jacobian_turn(&q->stepping, &q->room);
  }
  memcpy(q->room.J, q->room.fresh, (size_t)q->stepping.pattern->count * sizeof(double));
  return 0;
}

// As dv_lu_solve (step/lu.h), of W right-hand sides.
void dv_implicit_solve(const dv_sensitivity *s, double *b)
{
  const struct dv_implicit *q = s->implicit;
  const dv_pattern *p = q->stepping.pattern;
  for (int l = 0; l < W; l++) {
    double *one = q->room.xi;
    for (int i = 0; i < q->n; i++) one[i] = b[i * W + l];
    dv_lu_solve(p, q->room.W, one, q->room.line);
    for (int i = 0; i < q->n; i++) b[i * W + l] = one[i];
  }
}

// W = L U in the order of elimination, L with ones on its diagonal:  U' y = b,  L' x = y.
void dv_implicit_solve_back(const dv_sensitivity *s, double *b)
{
  const struct dv_implicit *q = s->implicit;
  const dv_pattern *p = q->stepping.pattern;
  const double *at = q->room.W;
  for (int k = 0; k < q->n; k++) {
    double *y = b + p->order[k] * W;
    for (int l = 0; l < W; l++) y[l] *= at[p->diagonal[k]];
    for (int e = p->diagonal[k] + 1; e < p->first[k + 1]; e++)
      for (int l = 0; l < W; l++) b[p->order[p->at[e]] * W + l] -= at[e] * y[l];
  }
  for (int k = q->n - 1; k >= 0; k--) {
    const double *x = b + p->order[k] * W;
    for (int e = p->first[k]; e < p->diagonal[k]; e++)
      for (int l = 0; l < W; l++) b[p->order[p->at[e]] * W + l] -= at[e] * x[l];
  }
}

// ---- stages

static double *tangent_of(const struct dv_implicit *q, double *array, int batch, int stage)
{
  return array + (size_t)(batch * DV_STAGE_POINTS + stage) * (size_t)q->n * W;
}

// out = sum of w_j k_j
static void blend(const struct dv_implicit *q, const double *w, int count, double *out)
{
  for (int i = 0; i < q->n; i++) {
    out[i] = 0;
    for (int j = 0; j < count; j++) out[i] += w[j] * q->k[j * q->n + i];
  }
}

static void add_slopes(const struct dv_implicit *q, int batch, const double *w, int count, double *out)
{
  for (int j = 0; j < count; j++) {
    const double *dk = tangent_of(q, q->dk, batch, j);
    for (int i = 0; i < q->n * W && w[j] != 0; i++) out[i] += w[j] * dk[i];
  }
}

// F_i and its tangents. The late one stands at no displacement, as the first.
static int stand_stage(dv_sensitivity *s, const dv_stretch *p, int i, const dv_carried *c)
{
  struct dv_implicit *q = s->implicit;
  const double *w = dv_ros_alpha[i == DV_STAGE_LATE ? 0 : i];
  int count = i == DV_STAGE_LATE ? 0 : i;
  double node = dv_implicit_node(i);
  blend(q, w, count, q->xi);
  dv_tangents_displace(s->tangents, q->xi, NULL);
  if (s->tape) dv_tangents_point(s->tangents, DV_TANGENT_STAGE, i);
  if (dv_tangents_stand(s->tangents, DV_TANGENT_STAGE, -1, s->num, fmin(p->t + node * p->h, p->latest), p->x, p->d)) return 1;
  dv_tangents_values(s->tangents, q->F + i * q->n);
  for (int b = 0; b < c->batches; b++) {
    memcpy(s->point, c->from[b], (size_t)q->row * W * sizeof(double));
    memset(s->point + q->row * W, 0, (size_t)q->n * W * sizeof(double));
    for (int l = 0; l < W; l++) s->point[l] += node * c->dh[b][l];
    add_slopes(q, b, w, count, s->point + q->row * W);
    dv_tangents_along(s->tangents, s->point, tangent_of(q, q->dF, b, i));
  }
  return 0;
}

static double late_by(const dv_stretch *p) { return (p->t + dv_ros_later * p->h) - p->t; }
static int drifts(const dv_sensitivity *s, const dv_stretch *p) { return s->implicit->stepping.pattern->timed && late_by(p) > 0; }

static int stand_late(dv_sensitivity *s, const dv_stretch *p, const dv_carried *c)
{
  struct dv_implicit *q = s->implicit;
  memset(q->D, 0, (size_t)q->n * sizeof(double));
  if (!drifts(s, p)) return 0;
  if (stand_stage(s, p, DV_STAGE_LATE, c)) return 1;
  for (int i = 0; i < q->n; i++) q->D[i] = (q->F[DV_STAGE_LATE * q->n + i] - q->F[i]) / late_by(p);
  return 0;
}

static int stand_bend(dv_sensitivity *s, int i)
{
  struct dv_implicit *q = s->implicit;
  dv_tangents_displace(s->tangents, NULL, q->b + i * q->n);
  if (s->tape) dv_tangents_point(s->tangents, DV_TANGENT_BEND, i);
  if (dv_tangents_stand(s->tangents, DV_TANGENT_BEND, -1, s->num, q->J_t, q->J_x, q->J_x + s->o.m->nx)) return 1;
  dv_tangents_values(s->tangents, q->Jb + i * q->n);
  return 0;
}

static void solve_values(dv_sensitivity *s, const dv_stretch *p, int i)
{
  struct dv_implicit *q = s->implicit;
  double *b = q->b + i * q->n, *k = q->k + i * q->n, w[DV_ROS_STAGES], slant = dv_implicit_slant(i) * p->h * p->h;
  for (int j = 0; j < i; j++) w[j] = dv_ros_gamma[i][j] / G;
  blend(q, w, i, q->u);
  for (int e = 0; e < q->n; e++) b[e] = p->h * q->F[i * q->n + e] + q->u[e] + slant * q->D[e];
  dv_lu_solve(q->stepping.pattern, q->room.W, b, q->room.line);
  for (int e = 0; e < q->n; e++) k[e] = b[e] - q->u[e];
}

// Tangents of D into `right`, by `by`.
static void add_drift(const dv_sensitivity *s, const dv_stretch *p, const double *dh, int batch, double by, double *right)
{
  const struct dv_implicit *q = s->implicit;
  const double *late = tangent_of(q, q->dF, batch, DV_STAGE_LATE), *first = tangent_of(q, q->dF, batch, 0), length = late_by(p);
  for (int e = 0; e < q->n; e++)
    for (int l = 0; l < W; l++)
      right[e * W + l] += by * (late[e * W + l] - first[e * W + l] - q->D[e] * dv_ros_later * dh[l]) / length;
}

static void solve_slopes(dv_sensitivity *s, const dv_stretch *p, int i, int batch, const dv_carried *c)
{
  struct dv_implicit *q = s->implicit;
  double *dk = tangent_of(q, q->dk, batch, i), *right = q->right, w[DV_ROS_STAGES], h = p->h, slant = dv_implicit_slant(i);
  const double *dF = tangent_of(q, q->dF, batch, i), *F = q->F + i * q->n, *Jb = q->Jb + i * q->n, *dh = c->dh[batch];
  dv_tangents_along(s->tangents, c->at_J[batch], right);  // dJ b: stood at the bend last
  for (int e = 0; e < q->n; e++)
    for (int l = 0; l < W; l++)
      right[e * W + l] =
          G * (dh[l] * Jb[e] + h * right[e * W + l]) + dh[l] * F[e] + h * dF[e * W + l] + 2 * slant * h * dh[l] * q->D[e];
  if (drifts(s, p)) add_drift(s, p, dh, batch, slant * h * h, right);
  for (int j = 0; j < i; j++) w[j] = dv_ros_gamma[i][j] / G;
  add_slopes(q, batch, w, i, right);
  dv_implicit_solve(s, right);
  memcpy(dk, right, (size_t)q->n * W * sizeof *dk);
  for (int j = 0; j < i; j++) w[j] = -w[j];
  add_slopes(q, batch, w, i, dk);
}

int dv_implicit_go(dv_sensitivity *s, const dv_stretch *p, const dv_carried *c)
{
  struct dv_implicit *q = s->implicit;
  q->now = *p;
  dv_jacobian_factor(&q->stepping, &q->room, p->h, G);
  for (int i = 0; i < DV_ROS_STAGES; i++) {
    if (stand_stage(s, p, i, c)) return 1;
    if (!i && stand_late(s, p, c)) return 1;
    solve_values(s, p, i);
    if (stand_bend(s, i)) return 1;
    for (int b = 0; b < c->batches; b++) solve_slopes(s, p, i, b, c);
  }
  return 0;
}

int dv_implicit_reach(dv_sensitivity *s, double tau, double *w, double *dw)
{
  struct dv_implicit *q = s->implicit;
  const dv_stretch *p = &q->now;
  double u = tau / p->h;
  for (int i = 0; i < DV_ROS_STAGES; i++) {
    w[i] = u * dv_ros_weight[i] + u * (u - 1) * dv_ros_curve[i];
    dw[i] = dv_ros_weight[i] + (2 * u - 1) * dv_ros_curve[i];
  }
  blend(q, w, DV_ROS_STAGES, q->xi);
  dv_tangents_displace(s->tangents, q->xi, NULL);
  if (dv_tangents_stand(s->tangents, DV_TANGENT_MOVE, -1, s->num, p->t, p->x, p->d)) return 1;
  dv_tangents_values(s->tangents, s->y);
  return 0;
}

// ---- beside the run

// Tangents `to` after `tau` of the step, which moves by dtau [batches].
static int arrive(dv_sensitivity *s, double tau, double *const *dtau, const dv_carried *c, double *const *to)
{
  struct dv_implicit *q = s->implicit;
  const dv_stretch *p = &q->now;
  double w[DV_ROS_STAGES], dw[DV_ROS_STAGES], u = tau / p->h;
  if (dv_implicit_reach(s, tau, w, dw)) return 1;
  for (int b = 0; b < c->batches; b++) {
    double *xi = s->point + q->row * W;
    memcpy(s->point, c->from[b], (size_t)q->row * W * sizeof(double));
    memset(xi, 0, (size_t)q->n * W * sizeof(double));
    add_slopes(q, b, w, DV_ROS_STAGES, xi);
    for (int j = 0; j < DV_ROS_STAGES; j++)
      for (int e = 0; e < q->n; e++)
        for (int l = 0; l < W; l++) xi[e * W + l] += dw[j] * (dtau[b][l] - u * c->dh[b][l]) / p->h * q->k[j * q->n + e];
    memcpy(to[b], c->from[b], (size_t)s->rows * W * sizeof(double));
    dv_tangents_along(s->tangents, s->point, to[b] + W);  // states are behind time
    for (int l = 0; l < W; l++) to[b][l] += dtau[b][l];
  }
  return s->tidy ? dv_sensitivity_tidied(s, fmin(p->t + tau, p->latest), s->y, p->d, to, c->batches) : 0;
}

// The length of the step is where a root is zero.
static int move_root(dv_sensitivity *s, const dv_stretch *p, const double *end, const int *crossed)
{
  struct dv_implicit *q = s->implicit;
  double *none[1] = {s->zero}, one[W] = {1}, *dh[1] = {one}, *speed[1] = {s->speed};
  dv_carried all = {s->seed, s->dh, q->at_J, s->batches}, length = {none, dh, none, 1};
  if (dv_implicit_go(s, p, &all) || arrive(s, p->h, s->dh, &all, s->side)) return 1;
  if (dv_implicit_go(s, p, &length) || arrive(s, p->h, dh, &length, speed)) return 1;
  return dv_sensitivity_root(s, p->t + p->h, end, p->d, crossed, s->side, s->speed, s->dh);
}

static void enter(void *self, double t, double h, const double *x, const double *d, double latest, const int *crossed,
                  const double *end, int corner, const double *kept)
{
  dv_sensitivity *s = self;
  struct dv_implicit *q = s->implicit;
  dv_stretch p = {t, h, latest, x, d};
  int bad = 0;
  if (s->failed) return;
  if (kept[DV_KEPT_TIME] == t) {
    bad = dv_implicit_take(s, t, kept + DV_KEPT_X);
    for (int b = 0; b < s->batches; b++) memcpy(q->at_J[b], s->seed[b], (size_t)s->rows * W * sizeof(double));
  }
  for (int b = 0; b < s->batches; b++) memset(s->dh[b], 0, W * sizeof(double));
  if (corner) dv_sensitivity_corner(s, t, s->dh);
  for (int b = 0; b < s->batches && !crossed; b++)
    for (int l = 0; l < W; l++) s->dh[b][l] -= s->seed[b][l];
  if (!bad && crossed) bad = move_root(s, &p, end, crossed);
  dv_carried c = {s->seed, s->dh, q->at_J, s->batches};
  if (bad || dv_implicit_go(s, &p, &c)) dv_sensitivity_tell(s, t);
}

// A record at a time that stays.
static void look(void *self, double t, double h, const double *x, const double *d, double latest)
{
  dv_sensitivity *s = self;
  struct dv_implicit *q = s->implicit;
  dv_carried c = {s->seed, s->dh, q->at_J, s->batches};
  (void)x, (void)d, (void)latest;
  if (s->failed) return;
  for (int b = 0; b < s->batches; b++)
    for (int l = 0; l < W; l++) q->none[b][l] = -s->seed[b][l];
  if (arrive(s, h, q->none, &c, s->side)) dv_sensitivity_tell(s, t);
  s->now = s->side;
}

static void step(void *self, double t, double h, const double *x, const double *d, double latest, const int *crossed,
                 const double *end, int corner)
{
  dv_sensitivity *s = self;
  dv_carried c = {s->seed, s->dh, s->implicit->at_J, s->batches};
  (void)x, (void)d, (void)latest, (void)crossed, (void)end, (void)corner;
  if (s->failed) return;
  if (arrive(s, h, s->dh, &c, s->side)) dv_sensitivity_tell(s, t);
  dv_sensitivity_adopt(s);
}

const dv_follower dv_implicit_follower = {.enter = enter, .look = look, .step = step};

// ---- making

struct dv_implicit *dv_implicit_new(dv_arena *a, dv_diags *d, const dv_sensitivity_options *o)
{
  struct dv_implicit *q = DV_TAKE(a, struct dv_implicit, 1);
  q->chart = dv_chart_new(a, o->m);
  q->n = q->chart->n;
  const dv_pattern *p = dv_pattern_of_chart(a, o->m, q->chart, 0);
  q->stepping = (dv_stepping){.m = o->m, .chart = q->chart, .pattern = p};
  q->entries = dv_exact_entries(a, &(dv_entries_options){o->m, q->chart, p, o->open, 0, 1});
  if (q->entries || !q->chart->nmoving) return q;
  dv_diag_add(d, DV_ERROR, (dv_mark){o->file, 0, 0}, "use --solver cvode",
              "rosenbrock has no slopes here: its Jacobian would be one of differences, since a law looks at numbers to decide");
  return NULL;
}

void dv_implicit_room(dv_sensitivity *s)
{
  struct dv_implicit *q = s->implicit;
  dv_arena *a = s->arena;
  size_t n = (size_t)q->n, many = (size_t)(s->batches + 1) * DV_STAGE_POINTS * n * W, one = DV_STAGE_POINTS * n + 1;
  q->row = dv_tangents_row_of_xi(s->tangents);
  q->J_x = DV_TAKE(a, double, s->o.m->nx + s->o.m->nd + 1);
  q->F = DV_TAKE(a, double, one), q->k = DV_TAKE(a, double, one), q->b = DV_TAKE(a, double, one), q->Jb = DV_TAKE(a, double, one);
  q->D = DV_TAKE(a, double, n + 1), q->u = DV_TAKE(a, double, n + 1), q->xi = DV_TAKE(a, double, n + 1);
  q->dF = DV_TAKE(a, double, many), q->dk = DV_TAKE(a, double, many), q->right = DV_TAKE(a, double, n *W + 1);
  q->at_J = DV_TAKE(a, double *, s->batches + 1), q->none = DV_TAKE(a, double *, s->batches + 1);
  for (int b = 0; b < s->batches; b++)
    q->at_J[b] = DV_TAKE(a, double, (size_t)s->rows *W), q->none[b] = DV_TAKE(a, double, (size_t)s->rows *W);
  q->room = dv_jacobian_lay_out(&q->stepping, DV_TAKE(a, double, dv_jacobian_reals(s->o.m) + 1));
}
