// charted_back.c: the way back through steps of explicit methods in a chart: the transpose of charted.c.
//
//   Lstart = L + xbar,  kbar_j = h sum_i a_ij xibar_i,  hbar = sum_i xibar_i . (sum_j a_ij k_j) + ...
//
// A record at tau = u h within a step lies at xi = h sum w_j(u) k_j: it weighs the stages by h w_j, and tau by sum w_j' k_j.
#include "solve/adjoint_inside.h"
#include "solve/charted.h"

#include <string.h>

enum { STATES = 1 };  // behind time

// What the records within a step weigh: its start, its stages, its length.
struct dv_charted_gathered {
  double *start, *kbar, hbar[W];  // [rows][W], [stages][n][W]
  int any, stood;                 // 1: something; note of the step at whose stages the programs stand, -1: none
};

static size_t stage_bytes(const dv_sensitivity *s)
{
  return (size_t)(s->charted->method->by->stages * s->charted->n) * W * sizeof(double);
}

// ---- notes

static void enter(void *self, double t, double h, const double *x, const double *d, double latest, const int *crossed,
                  const double *end, int corner, const double *kept)
{
  dv_sensitivity *s = self;
  (void)kept;
  if (s->failed) return;
  dv_note *n = dv_tape_put(s, DV_NOTE_STEP, t, x, d);
  n->h = h, n->latest = latest, n->corner = corner;
  if (crossed) n->root = dv_sensitivity_crossed(s, t + h, end, d, crossed), n->end = dv_tape_keep(s, end, s->o.m->nx);
}

void dv_charted_back_open(dv_sensitivity *s)
{
  struct dv_charted_gathered *g = s->charted->gathered = DV_TAKE(s->arena, struct dv_charted_gathered, 1);
  g->start = DV_TAKE(s->arena, double, (size_t)s->rows *W), g->kbar = DV_TAKE(s->arena, double, stage_bytes(s) / sizeof(double));
  g->stood = -1;
  if (!s->charted->method->between) return;
  s->tape->every = 1;  // states are all kept
  s->follower.enter = enter, s->follower.look = dv_tape_look_within, s->follower.step = dv_tape_no_step;
}

void dv_charted_back_begin(dv_sensitivity *s) { s->charted->gathered->any = 0, s->charted->gathered->stood = -1; }

int dv_charted_waits(const dv_sensitivity *s) { return s->charted && s->charted->gathered->any; }

// ---- back

int dv_charted_stand_all(dv_sensitivity *s, const dv_stretch *p)
{
  struct dv_charted *c = s->charted;
  c->gathered->stood = -1;
  for (int i = 0; i < c->method->by->stages; i++)
    if (dv_charted_stand(s, p, i)) return 1;
  dv_charted_place(s, p->h, c->method->by->stages, c->xi);
  return dv_charted_move(s, p, c->xi);
}

// What xi of stage i weighs, bar [n][W], goes to the stages before and to the length.
static void spread(dv_sensitivity *s, double h, int i, const double *bar, double *hbar)
{
  const struct dv_charted *c = s->charted;
  const dv_charted_method *m = c->method;
  int n = c->n, nv = s->o.m->nv, count = i < m->by->stages ? i : m->by->stages;
  for (int j = 0; j < count; j++) {
    double *kbar = s->tape->kbar + (size_t)(j * n) * W;
    const double *k = s->k + j * n;
    for (int e = 0; e < n; e++) {
      int apart = dv_charted_apart(c, nv, e);
      double w = (apart ? m->rate[i] : dv_charted_part(m, i))[j], bend = apart ? m->bend[i][j] : 0;
      for (int l = 0; l < W && w != 0; l++) kbar[e * W + l] += h * w * bar[e * W + l], hbar[l] += w * k[e] * bar[e * W + l];
      for (int l = 0; l < W && bend != 0; l++) {
        kbar[(nv + e) * W + l] += h * h * bend * bar[e * W + l];
        hbar[l] += 2 * h * bend * k[nv + e] * bar[e * W + l];
      }
    }
  }
}

static void begin_with(dv_sensitivity *s, double *L, double *hbar, struct dv_charted_gathered *g)
{
  memset(s->tape->kbar, 0, stage_bytes(s));
  if (!g->any) return;
  memcpy(s->tape->kbar, g->kbar, stage_bytes(s));
  for (int e = 0; e < s->rows * W; e++) L[e] += g->start[e];
  for (int l = 0; l < W; l++) hbar[l] += g->hbar[l];
  g->any = 0;
}

// From the displaced state to its start, in L, and the weights of xi, which are given.
static const double *move_back(dv_sensitivity *s, double *L)
{
  int rows = s->charted->row * W;
  dv_tangents_point(s->tangents, DV_TANGENT_MOVE, 0);
  dv_tangents_back(s->tangents, L + STATES * W, s->out);
  memset(L + STATES * W, 0, (size_t)s->o.m->nx * W * sizeof *L);
  for (int e = 0; e < rows; e++) L[e] += s->out[e];
  return s->out + rows;
}

void dv_charted_back(dv_sensitivity *s, const dv_stretch *p, double *L, double *hbar, int gathered)
{
  struct dv_charted *c = s->charted;
  struct dv_charted_gathered none = {0};
  int stages = c->method->by->stages, rows = c->row * W;
  memcpy(hbar, L, W * sizeof *hbar);
  const double *xi = move_back(s, L);
  begin_with(s, L, hbar, gathered ? c->gathered : &none);
  spread(s, p->h, stages, xi, hbar);
  for (int i = stages - 1; i >= 0; i--) {
    dv_tangents_point(s->tangents, DV_TANGENT_STAGE, i);
    dv_tangents_back(s->tangents, s->tape->kbar + (size_t)(i * c->n) * W, s->out);
    for (int e = 0; e < rows; e++) L[e] += s->out[e];
    for (int l = 0; l < W; l++) hbar[l] += c->method->by->node[i] * s->out[l];
    spread(s, p->h, i, xi, hbar);
  }
}

// ---- records within a step

// Programs stand at all stages of the step, once for all records within it.
static int stand_within(dv_sensitivity *s, int of)
{
  struct dv_charted_gathered *g = s->charted->gathered;
  const dv_note *n = &s->tape->note.item[of];
  if (g->stood == of) return 0;
  if (dv_charted_stand_all(s, &(dv_stretch){n->t, n->h, n->latest, n->x, n->d})) return 1;
  g->stood = of;
  return 0;
}

static void clear(const dv_sensitivity *s, struct dv_charted_gathered *g)
{
  memset(g->start, 0, (size_t)s->rows * W * sizeof(double));
  memset(g->kbar, 0, stage_bytes(s));
  memset(g->hbar, 0, sizeof g->hbar);
  g->any = 1;
}

int dv_charted_back_look(dv_sensitivity *s, int i)
{
  struct dv_charted *c = s->charted;
  struct dv_charted_gathered *g = c->gathered;
  const dv_note *n = &s->tape->note.item[i], *of = &s->tape->note.item[n->of];
  double w[DV_STAGES_MOST], dw[DV_STAGES_MOST], taubar[W], *mu = s->tape->mu, u = n->h / of->h;
  if (dv_adjoint_is_zero(s, mu)) return 0;
  if (stand_within(s, n->of)) return 1;
  if (dv_charted_reach(s, &(dv_stretch){of->t, of->h, of->latest, of->x, of->d}, n->h, w, dw)) return 1;
  if (s->tidy && dv_adjoint_untidy(s, n, mu)) return 1;
  if (!g->any) clear(s, g);
  memcpy(taubar, mu, sizeof taubar);
  const double *xi = move_back(s, mu);
  for (int j = 0; j < c->method->by->stages; j++)
    for (int e = 0; e < c->n; e++)
      for (int l = 0; l < W; l++) {
        double by = xi[e * W + l], k = s->k[j * c->n + e];
        g->kbar[(j * c->n + e) * W + l] += of->h * w[j] * by;
        g->hbar[l] += (w[j] - u * dw[j]) * k * by;
        taubar[l] += dw[j] * k * by;
      }
  for (int l = 0; l < W; l++) mu[l] -= taubar[l];  // the record's time stays
  for (int e = 0; e < s->rows * W; e++) g->start[e] += mu[e];
  memset(mu, 0, (size_t)s->rows * W * sizeof(double));
  return 0;
}
