// collocation_motion.c: guesses, results and errors of a motion; what its rows are called.
#include "study/collocation_inside.h"

#include <math.h>
#include <string.h>

typedef dv_collocation collocation;

// ---- guess

// Where the limits at a phase's end want the states, from where they were: [nx].
static void aim(const collocation *c, int phase, double *x)
{
  const dv_variable *v = dv_model_VARIABLE(c->t.m);
  for (int k = 0; k < c->t.nlimit; k++) {
    const dv_motion_limit *l = &c->t.limit[k];
    int here = l->at_end && (l->phase < 0 ? phase == c->t.nphase - 1 : l->phase == phase);
    if (here && v[l->variable].array == DV_IN_STATE)
      x[v[l->variable].index] = fmin(fmax(x[v[l->variable].index], l->lower), l->upper);
  }
}

static double within(double x, double lower, double upper) { return fmin(fmax(x, lower), upper); }

void dv_collocation_guess(const dv_collocation *c, double *z)
{
  dv_arena *a = dv_arena_under(c->arena);
  double *from = DV_TAKE(a, double, 2 * c->nx + 1), *to = from + c->nx;
  memset(z, 0, (size_t)c->p.n * sizeof *z);
  memcpy(to, c->t.start, (size_t)c->nx * sizeof *to);
  for (int k = 0, phase = -1; k < c->ninterval; k++) {
    if (c->interval_phase[k] != phase) {
      memcpy(from, to, (size_t)c->nx * sizeof *to);
      aim(c, phase = c->interval_phase[k], to);
    }
    for (int j = 0; j < c->stages; j++)
      for (int i = 0; i < c->nx; i++) {
        double share = c->interval_from[k] + c->t.rule->at[j] * c->interval_width[k];
        z[dv_at_state(c, k * (c->stages - 1) + j, i)] = from[i] + share * (to[i] - from[i]);
      }
  }
  for (int k = 0; k < c->nnode; k++)
    for (int j = 0; j < c->nu; j++) z[dv_at_input(c, k, j)] = c->t.input[j].guess;
  for (int p = 0; p < c->t.nphase; p++) z[dv_at_duration(c, p)] = c->t.phase[p].guess;
  for (int k = 0; k < c->nslack; k++) z[dv_at_slack(c, k)] = c->p.scale[dv_at_slack(c, k)];
  for (int i = 0; i < c->p.n; i++) z[i] = within(z[i], c->p.lower[i], c->p.upper[i]);
  dv_arena_free(a);
}

// Row of `table` [n][width] at time t.
static void look_up(int n, const double *time, const double *table, int width, double t, double *out)
{
  int k = 0;
  while (k < n - 2 && time[k + 1] < t) k++;
  int next = n > 1 ? k + 1 : k;
  double span = time[next] - time[k], share = span > 0 ? within((t - time[k]) / span, 0, 1) : 0;
  for (int i = 0; i < width; i++) out[i] = (1 - share) * table[k * width + i] + share * table[next * width + i];
}

void dv_collocation_read(const dv_collocation *c, const dv_motion_found *from, double *z)
{
  dv_collocation_guess(c, z);
  for (int p = 0; p < c->t.nphase; p++) z[dv_at_duration(c, p)] = from->duration[p];
  for (int k = 0; k < c->ninterval; k++)
    for (int j = 0; j < c->stages; j++) {
      double t = dv_collocation_time(c, z, c->interval_phase[k], c->interval_from[k] + c->t.rule->at[j] * c->interval_width[k]);
      look_up(from->npoint, from->t, from->x, c->nx, t, z + dv_at_state(c, k * (c->stages - 1) + j, 0));
    }
  for (int k = 0; k < c->nnode && from->ninput; k++) {
    int last = k == c->ninterval, i = last ? k - 1 : k;
    double share = c->interval_from[i] + (last ? 1 : c->t.held ? 0.5 : 0) * c->interval_width[i];
    look_up(from->ninput, from->tu, from->u, c->nu, dv_collocation_time(c, z, c->interval_phase[i], share),
            z + dv_at_input(c, k, 0));
  }
  for (int k = 0; k < c->seen_row.n; k++) {
    const dv_seen_row *s = &c->seen_row.item[k];
    if (s->slack < 0 || !from->nseen) continue;
    double *slack = &z[dv_at_slack(c, s->slack)];
    for (int i = 0; i < from->npoint; i++) *slack = fmax(*slack, -s->sign * from->seen[i * from->nseen + s->seen]);
  }
  for (int i = 0; i < c->p.n; i++) z[i] = within(z[i], c->p.lower[i], c->p.upper[i]);
}

// ---- result

dv_motion_found *dv_collocation_found(dv_arena *a, dv_collocation *c, const double *z)
{
  dv_motion_found *f = DV_TAKE(a, dv_motion_found, 1);
  int rows = dv_curvature_rows(c->curve);
  double *y = DV_TAKE(a, double, rows + 1);
  f->npoint = c->npoint, f->ninput = c->nnode, f->nseen = c->seen.n, f->seen_variable = c->seen_variable;
  f->t = DV_TAKE(a, double, f->npoint + 1), f->x = DV_TAKE(a, double, f->npoint * c->nx + 1);
  f->tu = DV_TAKE(a, double, f->ninput + 1), f->u = DV_TAKE(a, double, f->ninput * c->nu + 1);
  f->duration = DV_TAKE(a, double, c->t.nphase + 1), f->seen = DV_TAKE(a, double, f->npoint * f->nseen + 1);
  memcpy(f->x, z, (size_t)(f->npoint * c->nx) * sizeof *z);
  memcpy(f->u, z + dv_at_input(c, 0, 0), (size_t)(f->ninput * c->nu) * sizeof *z);
  memcpy(f->duration, z + dv_at_duration(c, 0), (size_t)c->t.nphase * sizeof *z);
  for (int e = 0; e < c->neval; e++) {
    const dv_evaluation *x = &c->eval[e];
    f->t[x->point] = dv_collocation_time(c, z, x->phase, x->tau);
    dv_collocation_local(c, z, x, c->local);
    if (!f->nseen || dv_curvature_value(c->curve, c->local, y)) continue;
    memcpy(f->seen + x->point * f->nseen, y + c->nx, (size_t)f->nseen * sizeof *y);
  }
  for (int k = 0; k < f->ninput; k++) f->tu[k] = k == c->ninterval ? f->t[c->npoint - 1] : f->t[k * (c->stages - 1)];
  return f;
}

// ---- error

// Where the error is looked at: one point more than any rule has, or two.
static const dv_lobatto finer = {
    NULL, NULL, 5, {0, 0.17267316464601146, 0.5, 0.82732683535398854, 1}
};

typedef struct {
  double *x, *f;  // [5][nx]
} course;

// Rates at the finer points where the states are x.
static int rates_along(collocation *c, const double *z, int k, course *s, double *y)
{
  dv_evaluation e = c->eval[c->stage[k * c->stages + 1]];
  for (int g = 0; g < finer.n; g++) {
    e.tau = c->interval_from[k] + finer.at[g] * c->interval_width[k], e.share = c->t.held ? 0 : finer.at[g];
    dv_collocation_local(c, z, &e, c->local);
    memcpy(c->local + DV_AT_STATE, s->x + g * c->nx, (size_t)c->nx * sizeof *y);
    if (dv_curvature_value(c->curve, c->local, y)) return 1;
    memcpy(s->f + g * c->nx, y, (size_t)c->nx * sizeof *y);
  }
  return 0;
}

// The interval's polynomial is put into the machine's equations twice, as Picard does: what comes out at its end is nearer to the
// true motion by two orders.
static double error_of(collocation *c, const double *z, int k, course *s, double *y)
{
  const double *size = dv_model_SCALE(c->t.m), *from = z + dv_at_state(c, k * (c->stages - 1), 0);
  const double *end = from + (c->stages - 1) * c->nx;
  double h = z[dv_at_duration(c, c->interval_phase[k])] * c->interval_width[k], worst = 0, w[DV_STAGES_MOST];
  int rows = dv_curvature_rows(c->curve);
  for (int turn = 0; turn < 3; turn++) {
    for (int g = 0; g < finer.n; g++) {
      const dv_lobatto *by = turn ? &finer : c->t.rule;
      dv_lobatto_weights(by, finer.at[g], w);
      for (int i = 0; i < c->nx; i++) {
        double sum = 0;
        for (int l = 0; l < by->n; l++) sum += w[l] * (turn ? s->f[l * c->nx + i] : c->y[c->stage[k * c->stages + l] * rows + i]);
        s->x[g * c->nx + i] = from[i] + h * sum;
      }
    }
    if (turn < 2 && rates_along(c, z, k, s, y)) return HUGE_VAL;
  }
  for (int i = 0; i < c->nx; i++)
    worst = fmax(worst, fabs(s->x[(finer.n - 1) * c->nx + i] - end[i]) / (size[i] > 0 ? size[i] : 1));
  return worst;
}

int dv_collocation_errors(dv_collocation *c, const double *z, double *error)
{
  dv_arena *a = dv_arena_under(c->arena);
  double *g = DV_TAKE(a, double, c->p.m + 1), *y = DV_TAKE(a, double, dv_curvature_rows(c->curve) + 1);
  course s = {DV_TAKE(a, double, finer.n * c->nx + 1), DV_TAKE(a, double, finer.n * c->nx + 1)};
  int bad = dv_collocation_rows(c, z, g);
  for (int k = 0; k < c->ninterval; k++) error[k] = bad ? HUGE_VAL : error_of(c, z, k, &s, y);
  dv_arena_free(a);
  return c->ninterval;
}

// ---- names

const char *dv_collocation_row_name(dv_arena *a, const dv_collocation *c, int row, const double *z)
{
  if (row < dv_row_seen(c, 0)) {
    int k = row / c->nx / (c->stages - 1);
    return dv_arena_text(a, "the motion of '%s' near t = %.4g s", dv_model_state_name(c->t.m, row % c->nx),
                         dv_collocation_time(c, z, c->interval_phase[k], c->interval_from[k]));
  }
  if (row < dv_row_rate(c, 0)) {
    const dv_seen_row *s = &c->seen_row.item[row - dv_row_seen(c, 0)];
    const dv_evaluation *e = &c->eval[s->at];
    return dv_arena_text(a, "'%s' at t = %.4g s", s->text, dv_collocation_time(c, z, e->phase, e->tau));
  }
  if (row < dv_row_whole(c)) {
    const dv_rate_row *r = &c->rate_row.item[row - dv_row_rate(c, 0)];
    return dv_arena_text(a, "the rate of '%s'", c->t.input[r->input].name);
  }
  return "the whole time";
}
