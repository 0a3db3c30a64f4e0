// loop_choose.c: which closures count and which rates depend on the others, in one lane.
//
// Gaussian elimination with full pivoting on the closure Jacobian, rows and columns in their sizes: rank-revealing, and it leaves
// those rates independent that the others follow with small factors. Driven rates are independent always, preferred ones if they
// can.
#include "davit/real.h"

#if DV_LANES == 1

#include "engine/loop.h"
#include "engine/closed_loops.h"

static const double rank_least = 1e-7;  // pivots below are rounding
static const double G_limit = 5;        // a new choice is due when the factors have grown by this
static const double gap_most = 1e-10;   // of a redundant closure

static dv_eval at(const dv_model *m, const double *num, const double *x, const double *d, double *work)
{
  dv_eval e = dv_eval_of(m, num, 0, x, work);
  memcpy(dv_work_q(m, e.w), x, (size_t)m->nq * sizeof(double));
  memcpy(dv_work_v(m, e.w), x + m->nq, (size_t)m->nv * sizeof(double));
  if (m->nd) memcpy(dv_work_d(m, e.w), d, (size_t)m->nd * sizeof(double));
  dv_velocity_x1(&e.tree, e.num, e.link, x, x + m->nq);
  dv_pose_x1(&e.tree, e.num, e.link);
  return e;
}

// All closures at x.
static dv_loop_room all_rows(const dv_eval *e)
{
  dv_loop_room r = dv_loop_room_of_x1(e);
  for (int i = 0; i < r.nrow; i++) r.wants[i] = 1;
  dv_loop_rows_x1(e, &r);
  return r;
}

void dv_engine_closures(const dv_model *m, const double *x, const double *d, double *c, double *J, double *reach, double *work)
{
  dv_eval e = at(m, dv_model_NUMBER(m), x, d, work);
  dv_loop_room r = all_rows(&e);
  memcpy(c, r.c, (size_t)r.nrow * sizeof(double));
  memcpy(reach, r.reach, (size_t)r.nrow * sizeof(double));
  memcpy(J, r.J, (size_t)(r.nrow * r.nv) * sizeof(double));
}

int dv_engine_loop_flipped(const dv_model *m, int loop, const double *work)
{
  const dv_loop *l = dv_model_LOOP(m) + loop;
  const double *num = dv_model_NUMBER(m);
  double R[2][9], most = 1;
  const dv_link_work *links = dv_work_link(m, work);
  for (int k = 0; k < 2; k++) {
    if (l->link[k] < 0) memcpy(R[k], num + l->num + 12 * k, sizeof R[k]);
    else dv_m3_product(links[l->link[k]].R_WB, num + l->num + 12 * k, R[k]);
  }
  for (int i = 0; i < 3; i++) {
    double dot = 0;
    if (!(l->along >> i & 1)) continue;
    for (int k = 0; k < 3; k++) dot += R[0][3 * k + i] * R[1][3 * k + i];
    most = fmin(most, dot);
  }
  return most < 0;
}

typedef struct {
  double *S;             // [nrow][nv] what is left of J
  char *level;           // [nv] 0 any, 1 and 2 rather independent, 3 never dependent
  char *row, *col;       // 1: used
  char *rates;           // [nrow] 1: of rates alone
  int now;               // 0: rows of positions, 1: all
  double least;          // pivot of those taken
  int *group;            // [nv] loops that share a rate are a group: towards the rate that it is called by
  int *rows, *cols;      // [nv] first of that group, -1: none
  int *row_next, *next;  // [nrow], [nv] in rising order, -1: end
} table;

static double largest(const table *t, const dv_loop_room *r, int group, int most, int *row, int *col)
{
  double best = 0;
  for (int i = t->rows[group]; i >= 0; i = t->row_next[i]) {
    if (t->row[i] || t->rates[i] > t->now) continue;
    for (int j = t->cols[group]; j >= 0; j = t->next[j]) {
      double a = fabs(t->S[i * r->nv + j]);
      if (t->col[j] || t->level[j] > most || a <= best * (1 + 1e-9)) continue;
      best = a;
      *row = i;
      *col = j;
    }
  }
  return best;
}

static void eliminate(const table *t, const dv_loop_room *r, int group, int row, int col)
{
  const double *top = t->S + row * r->nv;
  for (int i = t->rows[group]; i >= 0; i = t->row_next[i]) {
    double factor = t->S[i * r->nv + col] / top[col];
    if (t->row[i] || factor == 0) continue;
    for (int j = t->cols[group]; j >= 0; j = t->next[j]) t->S[i * r->nv + j] -= factor * top[j];
    t->S[i * r->nv + col] = 0;
  }
}

static int group_of(const table *t, int rate)
{
  while (t->group[rate] != rate) rate = t->group[rate] = t->group[t->group[rate]];
  return rate;
}

static void join_rates(const dv_eval *e, const dv_loop *l, const table *t)
{
  const int *column = dv_model_INT(e->m) + l->column;
  for (int i = 1; i < l->ncolumn; i++) {
    int a = group_of(t, column[0]), b = group_of(t, column[i]);
    t->group[a < b ? b : a] = a < b ? a : b;
  }
}

static void find_groups(const dv_eval *e, const dv_loop_room *r, const table *t)
{
  const dv_loop *l = dv_model_LOOP(e->m);
  for (int j = 0; j < r->nv; j++) t->group[j] = j, t->rows[j] = t->cols[j] = -1;
  for (int i = 0; i < DV_MODEL_COUNT(e->m, LOOP); i++) join_rates(e, &l[i], t);
  for (int j = r->nv - 1; j >= 0; j--) {
    int group = group_of(t, j);
    t->next[j] = t->cols[group];
    t->cols[group] = j;
  }
  for (int i = DV_MODEL_COUNT(e->m, LOOP) - 1; i >= 0; i--)
    for (int k = l[i].row + l[i].nrow - 1; k >= l[i].row && l[i].ncolumn; k--) {
      int group = group_of(t, dv_model_INT(e->m)[l[i].column]);
      t->row_next[k] = t->rows[group];
      t->rows[group] = k;
    }
}

// Behind the copy of J.
static table lay_table(const dv_eval *e, const dv_loop_room *r)
{
  int *list = (int *)(void *)(r->copy + r->nrow * r->nv), n = r->nrow, nv = r->nv;
  char *mark = (char *)(list + 4 * nv + n);
  table t = {r->copy,  mark, mark + 2 * nv, mark + nv,     mark + 2 * nv + n, 0,
             HUGE_VAL, list, list + nv,     list + 2 * nv, list + 4 * nv,     list + 3 * nv};
  memset(mark, 0, (size_t)(2 * nv + 2 * n));
  for (int i = 0; i < n; i++) t.rates[i] = (char)dv_closure_rates(dv_model_CLOSURE(e->m)[i].what);
  find_groups(e, r, &t);
  return t;
}

// Pivots into d, those of positions first, each group's together: dv_loop_factor goes by that.
static void find_pivots(const dv_loop_room *r, table *t, double *d)
{
  int rank = 0, row = 0, col = 0;
  for (int i = 0; i < r->nrow; i++)
    for (int j = 0; j < r->nv; j++) t->S[i * r->nv + j] = r->size[i] > 0 ? r->J[i * r->nv + j] / r->size[i] : 0;
  for (t->now = 0; t->now < 2; t->now++)
    for (int group = 0; group < r->nv; group++)
      for (int most = 0; most < 3; most++)
        for (double pivot; (pivot = largest(t, r, group, most, &row, &col)) > rank_least;) {
          t->least = fmin(t->least, pivot);
          t->row[row] = t->col[col] = 1;
          eliminate(t, r, group, row, col);
          d[DV_LOOP_PIVOT + rank] = row;
          d[DV_LOOP_PIVOT + r->nrow + rank++] = col;
        }
  d[DV_LOOP_RANK] = rank + 1;
}

// The largest entry that the pivots leave.
static double left_over(const table *t, const dv_loop_room *r)
{
  double most = 0;
  int row, col;
  for (int group = 0; group < r->nv; group++) most = fmax(most, largest(t, r, group, 2, &row, &col));
  return most;
}

// Largest factor of the present choice.
static double G_largest(dv_eval *e, const double *d)
{
  memcpy(dv_work_d(e->m, e->w), d, (size_t)e->m->nd * sizeof(double));
  dv_loop_room r = dv_loop_room_of_x1(e);
  dv_loop_factor_x1(&r);
  dv_loop_spread_x1(&r);
  return *r.G_most;
}

void dv_engine_driven(const dv_model *m, char *driven)
{
  const dv_link *l = dv_model_LINK(m);
  memset(driven, 0, (size_t)m->nv);
  for (int i = 0; i < m->nlink; i++)
    if (l[i].drive == DV_DRIVEN) memset(driven + l[i].iv, 1, (size_t)dv_joint_row_facts_x1(l[i].joint).nv);
}

// What is taken follows what takes it.
static void prefer_taken(const dv_eval *e, char *level)
{
  const dv_loop *l = dv_model_LOOP(e->m);
  int any = 0, n = DV_MODEL_COUNT(e->m, LOOP);
  for (int i = 0; i < n; i++) any |= l[i].held >= 0 && dv_loop_held(e, &l[i]);
  for (int i = 0; i < e->m->nv && any; i++) level[i] = (char)(level[i] ? level[i] : 1);
  for (int i = 0; i < n && any; i++) {
    if (l[i].held < 0 || !dv_loop_held(e, &l[i])) continue;
    for (int k = l[i].link[1]; k >= 0; k = e->tree.link[k].parent)
      for (int j = 0; j < dv_joint_row_facts_x1(e->tree.link[k].joint).nv; j++)
        if (level[e->tree.link[k].iv + j] == 1) level[e->tree.link[k].iv + j] = 0;
  }
}

int dv_engine_loops_choose(const dv_model *m, const double *x, double *d, int preferred, const char *rather, double *work)
{
  dv_eval e = at(m, dv_model_NUMBER(m), x, d, work);
  dv_loop_room r = all_rows(&e);
  const int *given = dv_model_INT(m) + m->loop_given;
  double *mine = d + m->loop_d;
  table t = lay_table(&e, &r);
  if (!(preferred & DV_DRIVEN_TOO)) dv_engine_driven(m, t.level);
  int next = preferred == DV_RATE_GIVEN ? DV_INDEPENDENT_GIVEN : 0;  // named ones keep their rates, though none was given
  for (int i = 0; i < r.nv; i++) {
    int wish = rather ? 2 * rather[i] : given[i] & preferred ? 2 : (given[i] & next) != 0;
    t.level[i] = (char)(t.level[i] ? 3 : wish);
  }
  prefer_taken(&e, t.level);
  find_pivots(&r, &t, mine);
  mine[DV_LOOP_LIMIT] = G_limit * fmax(1, G_largest(&e, d));
  return (int)mine[DV_LOOP_RANK] - 1;
}

int dv_engine_loops_doubtful(const dv_model *m, const double *x, double *d, double *work)
{
  const double rounding = 1e-12, met = 1e-6;
  dv_eval e = at(m, dv_model_NUMBER(m), x, d, work);
  dv_loop_room r = all_rows(&e);
  table t = lay_table(&e, &r);
  find_pivots(&r, &t, d + m->loop_d);
  return t.least < met || left_over(&t, &r) > rounding;
}

// 1: the row is left out here (loop_solve.c), and may gape until the position is passed.
static int is_dropped(const dv_loop_room *r, int row)
{
  for (int k = 0; k < r->rank; k++)
    if (r->row[k] == row) return r->dropped[k] > 0.5;
  return 0;
}

static int is_pivot_row(const dv_loop_room *r, int row)
{
  for (int k = 0; k < r->rank; k++)
    if (r->row[k] == row) return 1;
  return 0;
}

// Of a row of rates that was taken for redundant: J_row less what the pivots' rows make of it, in its size.
static double slip_of(dv_loop_room *r, int row)
{
  const double *J = r->J + row * r->nv;
  double most = 0;
  dv_loop_factor_x1(r);
  for (int k = 0; k < r->rank; k++) r->rhs[k] = J[r->column[k]];
  dv_loop_solve_transposed_x1(r, r->rhs);
  for (int j = 0; j < r->nv; j++) {
    double left = J[j];
    for (int k = 0; k < r->rank; k++) left -= r->rhs[k] * r->J[r->row[k] * r->nv + j];
    most = fmax(most, fabs(left));
  }
  return most / (r->size[row] > 0 ? r->size[row] : 1);
}

// What is left of a closure, in its size.
static double gap_of(const dv_eval *e, dv_loop_room *r, int row)
{
  if (!dv_closure_rates(dv_model_CLOSURE(e->m)[row].what)) return fabs(r->c[row]) / (r->reach[row] > 0 ? r->reach[row] : 1);
  return is_pivot_row(r, row) ? 0 : slip_of(r, row);
}

// The closure with the widest gap, or -1 if all are closed.
static int gaping_row(const dv_eval *e, dv_loop_room *r)
{
  int worst = -1;
  double most = gap_most;
  for (int i = 0; i < r->nrow; i++) {
    double gap = gap_of(e, r, i);
    if (gap <= most || is_dropped(r, i)) continue;
    most = gap;
    worst = i;
  }
  return worst;
}

double dv_engine_loops_strain(const dv_model *m, const double *x, const double *d, double *work)
{
  double most = 0;
  if (d[m->loop_d + DV_LOOP_RANK] - 1 >= DV_MODEL_COUNT(m, CLOSURE)) return 0;
  dv_eval e = at(m, dv_model_NUMBER(m), x, d, work);
  dv_loop_room r = all_rows(&e);
  for (int i = 0; i < r.nrow; i++)
    if (!is_pivot_row(&r, i)) most = fmax(most, gap_of(&e, &r, i));
  return most / gap_most;
}

int dv_engine_loops_gape(const dv_model *m, const double *x, const double *d, double *work)
{
  if (d[m->loop_d + DV_LOOP_RANK] - 1 >= DV_MODEL_COUNT(m, CLOSURE)) return -1;
  dv_eval e = at(m, dv_model_NUMBER(m), x, d, work);
  dv_loop_room r = all_rows(&e);
  return gaping_row(&e, &r);
}

int dv_engine_loops_review(const dv_model *m, const double *x, double *d, double *work, int *gaping)
{
  dv_eval e = at(m, dv_model_NUMBER(m), x, d, work);
  dv_loop_room r = all_rows(&e);
  double before = d[m->loop_d + DV_LOOP_RANK];
  *gaping = gaping_row(&e, &r);
  int holds = *r.G_most <= d[m->loop_d + DV_LOOP_LIMIT];
  if (*gaping < 0 && holds) return 0;
  dv_engine_loops_choose(m, x, d, holds ? DV_INDEPENDENT_GIVEN : 0, NULL, work);
  return *gaping >= 0 && d[m->loop_d + DV_LOOP_RANK] > before ? 2 : 1;
}

int dv_engine_loops_due(const dv_model *m, int lanes, int lane, const double *d, const double *work)
{
  return !(work[m->work_loop * lanes + lane] <= d[(m->loop_d + DV_LOOP_LIMIT) * lanes + lane]);
}

int dv_engine_loops_alike(const dv_model *m, const double *d, const double *other)
{
  size_t pivots = 2 * (size_t)DV_MODEL_COUNT(m, CLOSURE);
  if (!pivots) return 1;
  d += m->loop_d;
  other += m->loop_d;
  return d[DV_LOOP_RANK] == other[DV_LOOP_RANK] && !memcmp(d + DV_LOOP_PIVOT, other + DV_LOOP_PIVOT, pivots * sizeof(double));
}

int dv_engine_is_pivot(const dv_model *m, int d)
{
  int rows = DV_MODEL_COUNT(m, CLOSURE), i = d - m->loop_d, first = DV_LOOP_PIVOT;
  if (!rows || i < 0 || i >= dv_loop_states(rows)) return 0;
  int rank = (int)dv_model_START(m)[m->nx + m->loop_d + DV_LOOP_RANK] - 1;
  return i == DV_LOOP_RANK || (i >= first && i < first + rank) || (i >= first + rows && i < first + rows + rank);
}

// Rows of the present choice at x, eliminated.
static dv_loop_room eliminated(const dv_model *m, const double *x, const double *d, double *work)
{
  dv_eval e = at(m, dv_model_NUMBER(m), x, d, work);
  dv_loop_room r = dv_loop_room_of_x1(&e);
  dv_loop_rows_x1(&e, &r);
  dv_loop_factor_x1(&r);
  return r;
}

double dv_engine_loops_margin(const dv_model *m, const double *x, const double *d, double *work)
{
  dv_loop_room r = eliminated(m, x, d, work);
  dv_loop_spread_x1(&r);
  return d[m->loop_d + DV_LOOP_LIMIT] - *r.G_most;
}

double dv_engine_loops_pivot(const dv_model *m, const double *x, const double *d, double *work)
{
  dv_loop_room r = eliminated(m, x, d, work);
  double least = 1;
  for (int k = 0; k < r.rank; k++) {
    double size = r.kept[k].size * r.span[r.column[k]], p = r.LU[k * (r.rank + 1)];  // the factors keep its inverse
    least = fmin(least, r.lost[k] > 0.5 ? 0 : 1 / (fabs(p) * size));
  }
  return least;
}

int dv_engine_loops_map(const dv_model *m, const double *x, const double *d, double *G, double *work)
{
  dv_loop_room r = eliminated(m, x, d, work);
  dv_loop_spread_x1(&r);
  for (int i = 0; i < r.nv; i++)
    for (int j = 0; j < r.nfree; j++) G[i * r.nfree + j] = r.G[j * r.nv + i];
  return r.nfree;
}

void dv_engine_loops_bend(const dv_model *m, const double *x, const double *v, const double *d, double *b, double *work)
{
  dv_eval e = at(m, dv_model_NUMBER(m), x, d, work);
  dv_loop_room r = dv_loop_room_of_x1(&e);
  r.v = v;
  dv_loop_rows_x1(&e, &r);
  dv_loop_factor_x1(&r);
  dv_velocity_x1(&e.tree, e.num, e.link, x, v);
  dv_pose_x1(&e.tree, e.num, e.link);
  dv_loop_bias_x1(&e, &r);
  for (int i = 0; i < r.nv; i++) b[i] = 0;
  for (int k = 0; k < r.rank; k++) r.rhs[k] = -r.gamma[r.row[k]];
  dv_loop_solve_x1(&r, NULL, r.rhs);
  for (int k = 0; k < r.rank; k++) b[r.column[k]] = r.rhs[k];
}

int dv_engine_loops_side(const dv_model *m, const double *x, const double *d, double *work)
{
  dv_loop_room r = eliminated(m, x, d, work);
  int sign = 1;
  for (int k = 0; k < r.rank; k++) {
    if (r.lost[k] > 0.5) return 0;
    if (r.LU[k * r.rank + k] < 0) sign = -sign;
    for (int i = 0; i < k; i++)
      if (r.order[i] > r.order[k]) sign = -sign;
  }
  return sign;
}

int dv_engine_loops_open(const dv_model *m, double *work)
{
  dv_eval e = dv_eval_of(m, dv_model_NUMBER(m), 0, work, work);
  dv_loop_room r = dv_loop_room_of_x1(&e);
  int worst = -1;
  if (*r.open > 0.5)
    for (int k = 0; k < r.rank; k++)
      if (worst < 0 || !(fabs(r.c[r.row[k]]) <= fabs(r.c[worst]))) worst = r.row[k];
  return worst;
}

int dv_engine_loops_columns(const dv_model *m, const double *d, int *column)
{
  const dv_link *l = dv_model_LINK(m);
  const double *mine = d + m->loop_d;
  int nrow = DV_MODEL_COUNT(m, CLOSURE), n = 0;
  for (int i = 0; i < m->nv; i++) column[i] = 0;
  for (int i = 0; i < m->nlink; i++)
    for (int k = 0; k < dv_joint_row_facts_x1(l[i].joint).nv && l[i].drive == DV_DRIVEN; k++) column[l[i].iv + k] = -1;
  for (int k = 0; nrow && k < (int)mine[DV_LOOP_RANK] - 1; k++) column[(int)mine[DV_LOOP_PIVOT + nrow + k]] = -1;
  for (int i = 0; i < m->nv; i++)
    if (!column[i]) column[i] = n++;
  return n;
}

void dv_engine_loops_positions(const dv_model *m, const double *d, double *only)
{
  int nrow = DV_MODEL_COUNT(m, CLOSURE), rank = 0;
  memcpy(only, d, (size_t)m->nd * sizeof(double));
  if (!nrow) return;
  const double *pivot = d + m->loop_d + DV_LOOP_PIVOT;
  while (rank < (int)d[m->loop_d + DV_LOOP_RANK] - 1 && !dv_closure_rates(dv_model_CLOSURE(m)[(int)pivot[rank]].what)) rank++;
  only[m->loop_d + DV_LOOP_RANK] = rank + 1;
}

int dv_engine_rolls(const dv_model *m)
{
  int any = 0;
  for (int i = 0; i < DV_MODEL_COUNT(m, CLOSURE); i++) any |= dv_closure_rates(dv_model_CLOSURE(m)[i].what);
  return any;
}

// 1: dependent, [nv].
void dv_engine_loops_dependent(const dv_model *m, const double *d, char *dependent)
{
  int nrow = DV_MODEL_COUNT(m, CLOSURE);
  memset(dependent, 0, (size_t)m->nv);
  if (!nrow) return;
  const double *mine = d + m->loop_d;
  for (int k = 0; k < (int)mine[DV_LOOP_RANK] - 1; k++) dependent[(int)mine[DV_LOOP_PIVOT + nrow + k]] = 1;
}

#endif
