// collocation.c: variables and rows of a motion's problem: z = states at all points, inputs, durations of phases, largest values
// that shall be least; rows: the machine's equations, columns within limits, rates of inputs, the whole duration.
#include "study/collocation_inside.h"

#include <math.h>

typedef dv_collocation collocation;

static const dv_variable *variable_of(const collocation *c, int v) { return dv_model_VARIABLE(c->t.m) + v; }

static int input_of(const collocation *c, int variable)
{
  for (int j = 0; j < c->nu; j++)
    if (c->t.input[j].variable == variable || c->t.input[j].output == variable) return j;
  return -1;
}

// ---- mesh

static void lay_mesh(collocation *c)
{
  dv_arena *a = c->arena;
  int s = c->stages - 1, k = 0;
  for (int p = 0; p < c->t.nphase; p++) c->ninterval += c->t.phase[p].n;
  c->npoint = c->ninterval * s + 1, c->nnode = c->ninterval + !c->t.held;
  c->interval_phase = DV_TAKE(a, int, c->ninterval + 1), c->stage = DV_TAKE(a, int, c->ninterval * c->stages + 1);
  c->interval_from = DV_TAKE(a, double, c->ninterval + 1), c->interval_width = DV_TAKE(a, double, c->ninterval + 1);
  c->eval = DV_TAKE(a, dv_evaluation, c->ninterval * c->stages + 1);
  for (int p = 0; p < c->t.nphase; p++)
    for (int i = 0; i < c->t.phase[p].n; i++, k++) {
      const double *mesh = c->t.phase[p].mesh;
      c->interval_phase[k] = p, c->interval_from[k] = mesh[i], c->interval_width[k] = mesh[i + 1] - mesh[i];
      for (int j = 0; j < c->stages; j++) {
        int shared = !j && i && !c->t.held;  // the end of the interval before
        c->stage[k * c->stages + j] = shared ? c->neval - 1 : c->neval;
        if (shared) continue;
        double at = c->t.rule->at[j];
        c->eval[c->neval++] = (dv_evaluation){
            k * s + j, p, k, k, c->t.held ? k : k + 1, mesh[i] + at * (mesh[i + 1] - mesh[i]), c->t.held ? 0 : at};
      }
    }
}

// ---- columns

static int see(collocation *c, int array, int index, int square, double target)
{
  for (int i = 0; i < c->seen.n; i++) {
    const dv_seen *s = &c->seen.item[i];
    if (s->array == array && s->index == index && s->square == square && (!square || s->target == target)) return i;
  }
  *DV_PUSH(c->arena, &c->seen) = (dv_seen){array, index, square, target};
  return c->seen.n - 1;
}

static int is_bound(const collocation *c, const dv_motion_limit *l)
{
  return variable_of(c, l->variable)->array == DV_IN_STATE || (input_of(c, l->variable) >= 0 && !l->at_end);
}

static int end_of(const collocation *c, int phase)
{
  int k = -1;
  for (int p = 0; p <= (phase < 0 ? c->t.nphase - 1 : phase); p++) k += c->t.phase[p].n;
  return k;
}

// Rows of a column at every evaluation of its phases; where an interval begins, the one before has been looked at.
static void limit_column(collocation *c, int seen, int phase, int at_end, dv_seen_row row)
{
  int last = end_of(c, phase);
  row.seen = seen;
  if (at_end) {
    row.at = c->stage[last * c->stages + c->stages - 1];
    *DV_PUSH(c->arena, &c->seen_row) = row;
    return;
  }
  for (int e = 0; e < c->neval; e++) {
    const dv_evaluation *x = &c->eval[e];
    int again = !c->t.held && x->interval && x->point == x->interval * (c->stages - 1);
    if ((phase >= 0 && x->phase != phase) || again) continue;
    row.at = e;
    *DV_PUSH(c->arena, &c->seen_row) = row;
  }
}

static void lay_limits(collocation *c)
{
  for (int k = 0; k < c->t.nlimit; k++) {
    const dv_motion_limit *l = &c->t.limit[k];
    if (is_bound(c, l)) continue;
    const dv_variable *v = variable_of(c, l->variable);
    limit_column(c, see(c, v->array, v->index, 0, 0), l->phase, l->at_end,
                 (dv_seen_row){.slack = -1, .lower = l->lower, .upper = l->upper, .text = l->text});
  }
  for (int i = 0; c->t.steady && i < c->nx; i++)
    if (c->t.steady[i]) limit_column(c, see(c, DV_IN_RATE, i, 0, 0), -1, 1, (dv_seen_row){.slack = -1, .text = "steady"});
}

static void lay_terms(collocation *c)
{
  c->term_seen = DV_TAKE(c->arena, int, c->t.nterm + 1);
  for (int k = 0; k < c->t.nterm; k++) {
    const dv_motion_term *t = &c->t.term[k];
    int square = t->what == DV_TERM_SQUARE || t->what == DV_TERM_FINAL_SQUARE;
    c->term_seen[k] = -1;
    if (t->what == DV_TERM_TIME) continue;
    const dv_variable *v = variable_of(c, t->variable);
    int seen = c->term_seen[k] = see(c, v->array, v->index, square, t->target);
    if (t->what != DV_TERM_MAX && t->what != DV_TERM_PEAK) continue;
    dv_seen_row row = {.slack = c->nslack++, .sign = -1, .lower = -HUGE_VAL, .text = t->text};
    limit_column(c, seen, -1, 0, row);
    row.sign = 1, row.lower = 0, row.upper = HUGE_VAL;
    if (t->what == DV_TERM_PEAK) limit_column(c, seen, -1, 0, row);
  }
}

static void lay_rates(collocation *c)
{
  for (int j = 0; j < c->nu; j++)
    for (int k = 0; k < c->ninterval && !c->t.held; k++) {
      if (c->t.input[j].fastest < HUGE_VAL) *DV_PUSH(c->arena, &c->rate_row) = (dv_rate_row){j, k, 1};
      if (c->t.input[j].slowest > -HUGE_VAL) *DV_PUSH(c->arena, &c->rate_row) = (dv_rate_row){j, k, 0};
    }
}

// ---- bounds

static void bound(collocation *c, int i, double lower, double upper)
{
  c->p.lower[i] = fmax(c->p.lower[i], lower), c->p.upper[i] = fmin(c->p.upper[i], upper);
}

static void bound_limit(collocation *c, const dv_motion_limit *l)
{
  const dv_variable *v = variable_of(c, l->variable);
  int last = end_of(c, l->phase), first = l->phase > 0 ? end_of(c, l->phase - 1) + 1 : 0, s = c->stages - 1;
  if (v->array == DV_IN_STATE) {
    for (int p = l->at_end ? (last + 1) * s : first * s + 1; p <= (last + 1) * s; p++)
      bound(c, dv_at_state(c, p, v->index), l->lower, l->upper);
    return;
  }
  for (int k = first; k <= last + !c->t.held; k++) bound(c, dv_at_input(c, k, input_of(c, l->variable)), l->lower, l->upper);
}

static void lay_bounds(collocation *c)
{
  const dv_sparse_problem *p = &c->p;
  for (int i = 0; i < p->n; i++) p->lower[i] = -HUGE_VAL, p->upper[i] = HUGE_VAL, p->scale[i] = 1;
  for (int k = 0; k < c->nnode; k++)
    for (int j = 0; j < c->nu; j++) bound(c, dv_at_input(c, k, j), c->t.input[j].lower, c->t.input[j].upper);
  for (int k = 0; k < c->t.nphase; k++) bound(c, dv_at_duration(c, k), c->t.phase[k].lower, c->t.phase[k].upper);
  for (int k = 0; k < c->t.nlimit; k++)
    if (is_bound(c, &c->t.limit[k])) bound_limit(c, &c->t.limit[k]);
  for (int j = 0; j < c->nu; j++)  // what cannot jump begins as the file says
    if (c->rate_row.n && (c->t.input[j].fastest < HUGE_VAL || c->t.input[j].slowest > -HUGE_VAL))
      p->lower[dv_at_input(c, 0, j)] = p->upper[dv_at_input(c, 0, j)] = c->t.input[j].guess;
  for (int i = 0; i < c->nx; i++) p->lower[dv_at_state(c, 0, i)] = p->upper[dv_at_state(c, 0, i)] = c->t.start[i];
}

static double size_between(double lower, double upper, double otherwise)
{
  double size = fmax(isfinite(lower) ? fabs(lower) : 0, isfinite(upper) ? fabs(upper) : 0);
  return size > 0 ? size : otherwise > 0 ? otherwise : 1;
}

static void lay_scales(collocation *c)
{
  const double *size = dv_model_SCALE(c->t.m);
  const dv_sparse_problem *p = &c->p;
  for (int k = 0; k < c->npoint; k++)
    for (int i = 0; i < c->nx; i++) p->scale[dv_at_state(c, k, i)] = size[i] > 0 ? size[i] : 1;
  for (int k = 0; k < c->nnode; k++)
    for (int j = 0; j < c->nu; j++) {
      const dv_motion_input *u = &c->t.input[j];
      p->scale[dv_at_input(c, k, j)] = size_between(u->lower, u->upper, variable_of(c, u->variable)->nominal);
    }
  for (int k = 0; k < c->t.nphase; k++) p->scale[dv_at_duration(c, k)] = c->t.phase[k].guess;
  for (int k = 0; k < c->t.nterm; k++) {
    const dv_motion_term *t = &c->t.term[k];
    int row = 0;
    if (t->what != DV_TERM_MAX && t->what != DV_TERM_PEAK) continue;
    while (c->seen_row.item[row].slack < 0 || c->seen_row.item[row].text != t->text) row++;
    p->scale[dv_at_slack(c, c->seen_row.item[row].slack)] = size_between(0, 0, variable_of(c, t->variable)->nominal);
  }
}

// ---- rows

static void lay_rows(collocation *c)
{
  const double *size = dv_model_SCALE(c->t.m);
  const dv_sparse_problem *p = &c->p;
  for (int r = 0; r < p->m; r++) p->row_lower[r] = p->row_upper[r] = 0, p->row_scale[r] = 1;
  for (int r = 0; r < dv_row_seen(c, 0); r++) p->row_scale[r] = size[r % c->nx] > 0 ? size[r % c->nx] : 1;
  for (int k = 0; k < c->seen_row.n; k++) {
    const dv_seen_row *s = &c->seen_row.item[k];
    const dv_seen *of = &c->seen.item[s->seen];
    double nominal = of->array == DV_IN_RATE         ? size[of->index]
                     : c->seen_variable[s->seen] < 0 ? 1
                                                     : variable_of(c, c->seen_variable[s->seen])->nominal;
    int r = dv_row_seen(c, k);
    p->row_lower[r] = s->lower, p->row_upper[r] = s->upper;
    p->row_scale[r] = size_between(s->lower, s->upper, nominal);
  }
  for (int k = 0; k < c->rate_row.n; k++) {
    const dv_rate_row *x = &c->rate_row.item[k];
    int r = dv_row_rate(c, k);
    p->row_lower[r] = x->above ? -HUGE_VAL : 0, p->row_upper[r] = x->above ? 0 : HUGE_VAL;
    p->row_scale[r] = p->scale[dv_at_input(c, 0, x->input)];
  }
  if (!dv_has_whole(c)) return;
  p->row_lower[dv_row_whole(c)] = c->t.shortest, p->row_upper[dv_row_whole(c)] = c->t.longest;
  p->row_scale[dv_row_whole(c)] = p->scale[dv_at_duration(c, 0)];
}

// Which variable a column is, for those who show it; -1: a rate without a name.
static void name_columns(collocation *c)
{
  const dv_variable *v = dv_model_VARIABLE(c->t.m);
  c->seen_variable = DV_TAKE(c->arena, int, c->seen.n + 1);
  for (int i = 0; i < c->seen.n; i++) {
    c->seen_variable[i] = -1;
    for (int k = DV_MODEL_COUNT(c->t.m, VARIABLE) - 1; k >= 0; k--)
      if (v[k].array == c->seen.item[i].array && v[k].index == c->seen.item[i].index) c->seen_variable[i] = k;
  }
}

static void take_room(collocation *c)
{
  dv_arena *a = c->arena;
  dv_sparse_problem *p = &c->p;
  int rows = dv_curvature_rows(c->curve);
  p->n = dv_at_slack(c, c->nslack), p->m = dv_row_whole(c) + dv_has_whole(c);
  p->lower = DV_TAKE(a, double, p->n + 1), p->upper = DV_TAKE(a, double, p->n + 1), p->scale = DV_TAKE(a, double, p->n + 1);
  p->row_lower = DV_TAKE(a, double, p->m + 1), p->row_upper = DV_TAKE(a, double, p->m + 1);
  p->row_scale = DV_TAKE(a, double, p->m + 1);
  c->at = DV_TAKE(a, double, p->n + 1);
  c->y = DV_TAKE(a, double, (size_t)c->neval *(size_t)rows + 1);
  c->slope = DV_TAKE(a, double, (size_t)c->neval *(size_t)c->slopes->n + 1);
  c->local = DV_TAKE(a, double, dv_curvature_variables(c->curve) + 1);
  c->bend = DV_TAKE(a, double, c->bends->n + 1);
}

static int trace(collocation *c, dv_diags *d)
{
  int *number = DV_TAKE(c->arena, int, c->nu + 1);
  for (int j = 0; j < c->nu; j++) number[j] = c->t.input[j].number;
  c->curve = dv_curvature_new(c->arena, c->t.m, &(dv_curvature_options){c->t.start, number, c->nu, c->seen.item, c->seen.n});
  if (!c->curve) {
    dv_diag_add(d, DV_ERROR, (dv_mark){c->t.file, 0, 0}, "'davit compile' names the part",
                "the machine decides by its numbers what to do: it has no slopes to plan with");
    return 1;
  }
  c->slopes = dv_curvature_slopes(c->curve), c->bends = dv_curvature_bends(c->curve);
  c->slope_first = DV_TAKE(c->arena, int, dv_curvature_rows(c->curve) + 2);
  for (int e = 0; e < c->slopes->n; e++) c->slope_first[c->slopes->row[e] + 1]++;
  for (int i = 0; i < dv_curvature_rows(c->curve); i++) c->slope_first[i + 1] += c->slope_first[i];
  return 0;
}

dv_collocation *dv_collocation_new(dv_arena *a, dv_diags *d, const dv_motion_task *t)
{
  collocation *c = DV_TAKE(a, collocation, 1);
  c->arena = a, c->t = *t, c->nx = t->m->nx, c->nu = t->ninput, c->stages = t->rule->n;
  for (int j = 0; j < c->stages; j++) dv_lobatto_weights(t->rule, t->rule->at[j], c->integral[j]);
  lay_mesh(c);
  lay_limits(c);
  lay_terms(c);
  lay_rates(c);
  name_columns(c);
  if (trace(c, d)) return NULL;
  take_room(c);
  lay_bounds(c);
  lay_scales(c);
  lay_rows(c);
  dv_collocation_lay(c);
  return c;
}

const dv_sparse_problem *dv_collocation_problem(const dv_collocation *c) { return &c->p; }
int dv_collocation_intervals(const dv_collocation *c) { return c->ninterval; }
int dv_collocation_term(const dv_collocation *c, int term) { return c->term_seen[term]; }
