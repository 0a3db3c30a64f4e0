// adjoint.c: what the state weighs in the metrics, from the end of a run to its start.
//
// A step of tangents is  y_i = x + h sum a_ij k_j,  dk_i = J_i (dy_i),  dx1 = dx + sum w_j (h dk_j + k_j dh). Transposed:
//
//   kbar_i = h (w_i L + sum_{j > i} a_ji ybar_j),  ybar_i = J_i' kbar_i,  Lstart = L + sum ybar_i,  hbar = sum w_j k_j.L + ...
//
// At a root g of the state at the end of a step h moves:  L <- L - (hbar(L) / hbar(g')) g'.
#include "solve/adjoint_inside.h"

#include "engine/program.h"
#include "solve/charted.h"

#include <math.h>
#include <string.h>

enum { STATES = 1 };  // behind time

int dv_adjoint_is_zero(const dv_sensitivity *s, const double *L)
{
  for (int i = 0; i < s->rows * W; i++)
    if (L[i] != 0) return 0;
  return 1;
}

static void add_all(const dv_sensitivity *s, double *to, const double *from)
{
  for (int i = 0; i < s->rows * W; i++) to[i] += from[i];
}

// a += sum over states of b_i c_i, for each lane.
static void add_product(double *a, double by, int nx, const double *k, const double *c)
{
  for (int i = 0; i < nx; i++)
    for (int l = 0; l < W; l++) a[l] += by * k[i] * c[i * W + l];
}

// ---- steps

// y = x + h sum of w_j k_j
static void sum_values(dv_sensitivity *s, const dv_note *n, const double *w, int stages)
{
  int nx = s->o.m->nx;
  memcpy(s->y, n->x, (size_t)nx * sizeof *s->y);
  for (int j = 0; j < stages; j++)
    for (int i = 0; i < nx && w[j] != 0; i++) s->y[i] += n->h * w[j] * s->k[j * nx + i];
}

// Stands at all stages, and where the state is tidied.
static int stand(dv_sensitivity *s, const dv_note *n)
{
  const dv_tableau *m = s->method;
  int bad = 0;
  if (s->charted) return dv_charted_stand_all(s, &(dv_stretch){n->t, n->h, n->latest, n->x, n->d});
  for (int i = 0; i < m->stages && !bad; i++) {
    sum_values(s, n, m->part[i], i);
    dv_tangents_point(s->tangents, DV_TANGENT_RATES, i);
    bad = dv_tangents_stand(s->tangents, DV_TANGENT_RATES, -1, s->num, fmin(n->t + m->node[i] * n->h, n->latest), s->y, n->d);
    if (!bad) dv_tangents_values(s->tangents, s->k + i * s->o.m->nx);
  }
  sum_values(s, n, m->weight, m->stages);
  return bad;
}

int dv_adjoint_untidy(dv_sensitivity *s, const dv_note *n, double *L)
{
  if (dv_tangents_stand(s->tangents, DV_TANGENT_TIDY, -1, s->num, fmin(n->t + n->h, n->latest), s->y, n->d)) return 1;
  dv_tangents_back(s->tangents, L + STATES * W, s->out);
  memset(L + STATES * W, 0, (size_t)s->o.m->nx * W * sizeof *L);
  add_all(s, L, s->out);
  return 0;
}

// From the end of a step (after `stand`) to its start: L is renewed, hbar [W] is what its length weighs. gathered: 1: with what
// records within it weigh.
static int go_back(dv_sensitivity *s, const dv_note *n, double *L, double *hbar, int gathered)
{
  const dv_tableau *m = s->method;
  int nx = s->o.m->nx;
  double *x = L + STATES * W, *kbar = s->tape->kbar, *y = s->out + STATES * W;
  if (s->tidy && dv_adjoint_untidy(s, n, L)) return 1;
  if (s->charted) {
    dv_charted_back(s, &(dv_stretch){n->t, n->h, n->latest, n->x, n->d}, L, hbar, gathered);
    return 0;
  }
  memcpy(hbar, L, W * sizeof *hbar);
  for (int j = 0; j < m->stages; j++) {
    add_product(hbar, m->weight[j], nx, s->k + j * nx, x);
    for (int i = 0; i < nx * W; i++) kbar[j * nx * W + i] = n->h * m->weight[j] * x[i];
  }
  for (int i = m->stages - 1; i >= 0; i--) {
    dv_tangents_point(s->tangents, DV_TANGENT_RATES, i);
    dv_tangents_back(s->tangents, kbar + i * nx * W, s->out);
    add_all(s, L, s->out);
    for (int l = 0; l < W; l++) hbar[l] += m->node[i] * s->out[l];
    for (int j = 0; j < i; j++) {
      double a = m->part[i][j];
      if (a == 0) continue;
      add_product(hbar, a, nx, s->k + j * nx, y);
      for (int e = 0; e < nx * W; e++) kbar[j * nx * W + e] += n->h * a * y[e];
    }
  }
  return 0;
}

// The slope of the root at the end of the step, and what it weighs at the start: in `other`, lane 0. *rate: along h.
static int root_back(dv_sensitivity *s, const dv_note *n, double *rate)
{
  double *g = s->tape->other, hbar[W];
  if (dv_tangents_stand(s->tangents, DV_TANGENT_ROOTS, -1, s->num, n->t + n->h, n->end, n->d)) return 1;
  memset(s->rooted, 0, (size_t)s->o.m->nroot * W * sizeof(double));
  s->rooted[n->root * W] = 1;
  dv_tangents_back(s->tangents, s->rooted, g);
  if (go_back(s, n, g, hbar, 0)) return 1;
  *rate = hbar[0];
  return 0;
}

static int back_step(dv_sensitivity *s, const dv_note *n)
{
  struct dv_tape *p = s->tape;
  double hbar[W], rate = 0, *L = p->lambda;
  if (dv_adjoint_is_zero(s, L) && !dv_charted_waits(s)) return 0;
  if (stand(s, n)) return 1;
  if (n->root >= 0 && root_back(s, n, &rate)) return 1;
  if (go_back(s, n, L, hbar, 1)) return 1;
  if (n->root >= 0 && rate == 0)
    dv_sensitivity_fail(s, n->t, "an event there only just happens: what leads to it stands still", "move a parameter a little");
  if (n->root >= 0) {
    for (int i = 0; i < s->rows; i++)
      for (int l = 0; l < W; l++) L[i * W + l] -= hbar[l] / rate * p->other[i * W];
    return 0;
  }
  for (int l = 0; l < W; l++) L[l] -= hbar[l];
  if (!n->corner) return 0;
  dv_sensitivity_corner(s, n->t, s->dh);
  for (int i = 0; i < s->o.n; i++)
    for (int l = 0; l < W; l++) p->corner[i * W + l] += hbar[l] * s->dh[i / W][i % W];
  return 0;
}

// A record within a step: its weights come back to the step's start.
static int back_look(dv_sensitivity *s, const dv_note *n)
{
  struct dv_tape *p = s->tape;
  double hbar[W];
  if (dv_adjoint_is_zero(s, p->mu)) return 0;
  if (stand(s, n) || go_back(s, n, p->mu, hbar, 0)) return 1;
  for (int l = 0; l < W; l++) p->mu[l] -= hbar[l];
  add_all(s, p->lambda, p->mu);
  memset(p->mu, 0, (size_t)s->rows * W * sizeof(double));
  return 0;
}

// ---- what happens to discrete states

static int back_change(dv_sensitivity *s, const dv_note *n)
{
  const dv_model *m = s->o.m;
  double *L = s->tape->lambda, *d = L + (size_t)(STATES + m->nx) * W;
  if (dv_adjoint_is_zero(s, L)) return 0;
  dv_tangent_of what = n->what == DV_NOTE_SAMPLE ? DV_TANGENT_SAMPLE : DV_TANGENT_JUMP;
  if (dv_tangents_stand(s->tangents, what, n->part, s->num, n->t, n->x, n->d)) {
    const char *name = dv_model_text(m, dv_model_PART(m)[n->part].name);
    dv_sensitivity_fail(s, n->t, dv_arena_text(s->arena, "what '%s' does there has none", name), "leave it out, or end before");
    return 1;
  }
  dv_tangents_back(s->tangents, d, s->out);
  memset(d, 0, (size_t)m->nd * W * sizeof *d);
  add_all(s, L, s->out);
  return 0;
}

// ---- records

// Weights of the columns of a row, lane by lane, into L and, of those that are shown, into `shown`. 1: there are such.
static int weigh(dv_sensitivity *s, const dv_note *n, double *const *weight, int lanes, double *L)
{
  const dv_variable *v = dv_model_VARIABLE(s->o.m);
  int any = 0, row;
  memset(s->tape->shown, 0, (size_t)s->nshown * W * sizeof(double));
  for (int c = 0; c < s->o.ncolumn; c++)
    for (int l = 0; l < lanes; l++) {
      double w = weight[l][(size_t)n->row * (size_t)s->o.ncolumn + (size_t)c];
      const dv_variable *is = &v[s->o.variable[c]];
      if (w == 0) continue;
      if (is->array == DV_IN_STATE) L[(STATES + is->index) * W + l] += w;
      else if (is->array != DV_IN_NUMBER) s->tape->shown[s->cell[c] * W + l] += w, any = 1;
      else if ((row = dv_tangents_row_of(s->tangents, is->index)) >= 0) L[row * W + l] += w;
    }
  return any;
}

static int back_record(dv_sensitivity *s, const dv_note *n, double *const *weight, int lanes)
{
  double *L = n->side ? s->tape->mu : s->tape->lambda;
  if (!weigh(s, n, weight, lanes, L)) return 0;
  if (dv_tangents_stand(s->tangents, DV_TANGENT_SHOW, -1, s->num, n->t, n->x, n->d)) return 1;
  dv_tangents_back(s->tangents, s->tape->shown, s->out);
  add_all(s, L, s->out);
  return 0;
}

// ---- the whole run

static int back_note(dv_sensitivity *s, int i, double *const *weight, int lanes)
{
  dv_note *n = &s->tape->note.item[i];
  if (!n->x && dv_tape_again(s, i)) return 1;
  if (s->implicit && n->what == DV_NOTE_STEP) return dv_implicit_back_step(s, i);
  if (s->implicit && n->what == DV_NOTE_LOOK) return dv_implicit_back_look(s, i);
  if (s->charted && s->charted->method->between && n->what == DV_NOTE_LOOK) return dv_charted_back_look(s, i);
  switch (n->what) {
  case DV_NOTE_STEP: return back_step(s, n);
  case DV_NOTE_LOOK: return back_look(s, n);
  case DV_NOTE_SAMPLE:
  case DV_NOTE_JUMP: return back_change(s, n);
  default: return back_record(s, n, weight, lanes);
  }
}

// What the parameters weigh, from what the start and the numbers do.
static void gather(const dv_sensitivity *s, int lanes, double *slope)
{
  const dv_model *m = s->o.m;
  const double *L = s->tape->lambda;
  for (int i = 0; i < s->o.n; i++) {
    const double *start = s->o.start + (size_t)i * (size_t)(m->nx + m->nd);
    for (int l = 0; l < lanes; l++) {
      double sum = s->tape->corner[i * W + l];
      for (int j = 0; j < m->nx + m->nd; j++) sum += start[j] * L[(STATES + j) * W + l];
      for (int j = 0; j < s->nopen; j++)
        sum += s->o.number[(size_t)i * (size_t)m->nnum + (size_t)s->open[j]] * L[s->open_row[j] * W + l];
      slope[l * s->o.n + i] = sum;
    }
  }
}

int dv_adjoint_can(const char *method)
{
  return dv_tableau_of(method) || dv_sensitivity_implicit(method) || dv_charted_of(method);
}

dv_sensitivity *dv_adjoint_new(dv_arena *a, dv_diags *d, const dv_sensitivity_options *o, double steps, double room)
{
  if (!dv_adjoint_can(o->method)) {
    dv_diag_add(d, DV_ERROR, (dv_mark){o->file, 0, 0},
                "use --solver rk4 --step H, rosenbrock --step H or dopri5, or leave --adjoint out",
                "%s has no way back along a run: the orders and lengths of its steps are not kept", o->method);
    return NULL;
  }
  dv_sensitivity *s = dv_sensitivity_make(a, d, o, 1);
  if (!s) return NULL;
  dv_tape_open(s, steps, room);
  return dv_sensitivity_begin(s) ? NULL : s;
}

int dv_adjoint_rows(const dv_sensitivity *s) { return s->tape->rows; }

int dv_adjoint_back(dv_sensitivity *s, double *const *weight, int nmetric, double *slope)
{
  struct dv_tape *p = s->tape;
  size_t bytes = (size_t)s->rows * W * sizeof(double);
  for (int first = 0; first < nmetric && !s->failed; first += W) {
    int lanes = nmetric - first < W ? nmetric - first : W;
    dv_tape_rewind(s);
    if (s->implicit) dv_implicit_back_begin(s);
    if (s->charted) dv_charted_back_begin(s);
    memset(p->lambda, 0, bytes), memset(p->mu, 0, bytes), memset(p->corner, 0, (size_t)s->o.n * W * sizeof(double));
    for (int i = p->note.n - 1; i >= 0 && !s->failed; i--)
      if (back_note(s, i, weight + first, lanes)) dv_sensitivity_tell(s, p->note.item[i].t);
    gather(s, lanes, slope + (size_t)first * (size_t)s->o.n);
  }
  return s->failed;
}
