// linear_sides.c: a state where two laws meet has other slopes on either side, and says so.
//
// Exact slopes take the branch that holds, and of the larger or smaller of two equals half of each. Where several choices stand
// at their edges at once the sum may be none of these, where both sides are the same: a valve in neutral behind a law that
// divides by another gain for each sign. Quotients of one side, f(h) and f(h/2) extrapolated, see that: they differ between the
// sides however short h is, where what is only curved differs by h; what jumps or has an infinite slope (a root at zero) grows
// without end.
#include "solve/linear.h"

#include <math.h>
#include <string.h>

#define FLOOR 1e-5  // of a row's largest effect: less says nothing
#define SHORT (1.0 / 64)

enum { WHOLE, HALF, TINY, LENGTHS };

typedef struct {
  dv_linear_plan *p;
  int rows, columns, lanes;
  double *here, *most;          // [rows] values at the state; largest effect of a step
  double *mean;                 // [rows][columns] of both sides, where the entry differs from one; NaN
  double *look[2][LENGTHS];     // [rows][lanes] before, behind; by whole, half and short steps
  int outside, kinks, unbound;  // how many
  int row, column;              // the first that is told
  double left, right;
} sides;

static const double length[LENGTHS] = {1, 0.5, SHORT};

static double quotient(const sides *s, int behind, int how, int row, int lane, double step)
{
  double by = (behind ? -length[how] : length[how]) * step;
  return (s->look[behind][how][row * s->lanes + lane] - s->here[row]) / by;
}

static void note(sides *s, int row, int column, double left, double right)
{
  if (s->kinks + s->unbound == 0) s->row = row, s->column = column, s->left = left, s->right = right;
}

// 1: quotients grow as steps become shorter, and are not on their way to the entry.
static int grows(const sides *s, int behind, int row, int lane, double step, double is, double least)
{
  double whole = fabs(quotient(s, behind, WHOLE, row, lane, step)), tiny = quotient(s, behind, TINY, row, lane, step);
  return fabs(tiny) > 4 * whole && fabs(tiny) > 1000 * least && fabs(tiny - is) > 0.5 * fabs(tiny);
}

// Slope to one side, from quotients that agree at all lengths; NaN: a law ends within the step, which is not at the state.
static double one_side(const sides *s, int behind, int row, int lane, double step, double least)
{
  double whole = quotient(s, behind, WHOLE, row, lane, step), half = quotient(s, behind, HALF, row, lane, step);
  double tiny = quotient(s, behind, TINY, row, lane, step), side = 2 * half - whole, room = 0.02 * fabs(side) + least;
  return fabs(half - whole) <= room && fabs(tiny - side) <= room ? side : NAN;
}

static void judge(sides *s, int row, int column, int lane)
{
  double step = dv_linear_step(s->p, column), is = *dv_linear_entry(s->p, row, column), least = FLOOR * s->most[row] / step;
  double before = one_side(s, 1, row, lane, step, least), after = one_side(s, 0, row, lane, step, least);
  double low = fmin(before, after), high = fmax(before, after), room = 0.01 * fmax(fabs(low), fabs(high)) + least;
  int settled = !isnan(before) && !isnan(after);
  s->mean[row * s->columns + column] = settled && (is < high - room || is > low + room) ? 0.5 * (low + high) : NAN;
  if (!settled && (grows(s, 0, row, lane, step, is, least) || grows(s, 1, row, lane, step, is, least)))
    note(s, row, column, 0, 0), s->unbound++;
  if (settled && high - low > room) note(s, row, column, before, after), s->kinks++;
  if (settled && high - low <= room) s->outside += is < low - room || is > high + room;
}

// Where one is not what both sides are, all take the mean: half of one law and all of another is no machine.
static void take_means(sides *s)
{
  for (int i = 0; i < s->rows * s->columns && s->outside; i++)
    if (!isnan(s->mean[i])) *dv_linear_entry(s->p, i / s->columns, i % s->columns) = s->mean[i];
}

static int look(sides *s, int first, int count)
{
  int bad = 0;
  for (int behind = 0; behind < 2; behind++)
    for (int how = 0; how < LENGTHS; how++)
      bad |= dv_linear_look(s->p, first, count, behind ? -length[how] : length[how], s->look[behind][how]);
  return bad;
}

static double nominal(const dv_linear_plan *p, int row)
{
  double size = p->output[row - p->out->n]->nominal;
  return size > 0 ? size : 1;
}

// At least what nominal sizes make of nothing but rounding.
static void find_most(sides *s)
{
  const dv_linear_plan *p = s->p;
  for (int i = 0; i < s->rows; i++) s->most[i] = 1e-6 * (i < p->out->n ? p->chart->scale[p->chart->moving[i]] : nominal(p, i));
  for (int i = 0; i < s->rows; i++)
    for (int j = 0; j < s->columns; j++)
      s->most[i] = fmax(s->most[i], fabs(*dv_linear_entry(s->p, i, j)) * dv_linear_step(s->p, j));
}

// Once: who designs looks at a state several times.
static void say(dv_diags *d, const char *what)
{
  for (int i = 0; i < d->n; i++)
    if (!strcmp(d->item[i].what, what)) return;
  dv_diag_add(d, DV_WARNING, (dv_mark){NULL, 0, 0}, "look at a state a little beside it, or at a run", "%s", what);
}

static void tell(const sides *s, dv_diags *d)
{
  const dv_linear *o = s->p->out;
  const char *of = s->row < o->n ? o->state[s->row] : o->output[s->row - o->n], *rate = s->row < o->n ? "the rate of " : "";
  const char *along = s->column < o->n ? o->state[s->column] : o->input[s->column - o->n];
  int others = s->kinks + s->unbound - 1;
  const char *more = others ? dv_arena_text(d->arena, " (and %d more slopes like it)", others) : "";
  if (s->left == 0 && s->right == 0)
    say(d, dv_arena_text(d->arena, "%s'%s' has no slope by '%s' at this state: it jumps there, or is infinitely steep%s", rate,
                         of, along, more));
  else
    say(d,
        dv_arena_text(d->arena,
                      "two laws meet at this state: the slope of %s'%s' by '%s' is %.4g on one side and %.4g on the other%s; the "
                      "linear machine is that of one side, or between",
                      rate, of, along, s->left, s->right, more));
}

int dv_linear_sides(dv_linear_plan *p, dv_diags *d, dv_arena *under)
{
  dv_arena *a = dv_arena_under(under);
  sides s = {.p = p, .rows = p->out->n + p->ny, .columns = p->out->n + p->nu, .lanes = p->fan->engine->lanes};
  size_t room = (size_t)s.rows * s.lanes + 1;
  for (int i = 0; i < 2 * LENGTHS; i++) s.look[i / LENGTHS][i % LENGTHS] = DV_TAKE(a, double, room);
  s.here = DV_TAKE(a, double, s.rows + 1), s.most = DV_TAKE(a, double, s.rows + 1);
  s.mean = DV_TAKE(a, double, (size_t)s.rows *s.columns + 1);
  for (int i = 0; i < s.rows * s.columns; i++) s.mean[i] = NAN;
  find_most(&s);
  int bad = !s.columns || dv_linear_look(p, 0, 1, 0, s.look[0][0]);
  for (int i = 0; i < s.rows && !bad; i++) s.here[i] = s.look[0][0][i * s.lanes];
  for (int j = 0; j < s.columns && !bad; j += s.lanes) {
    int count = s.columns - j < s.lanes ? s.columns - j : s.lanes;
    if (look(&s, j, count)) continue;
    for (int i = 0; i < s.rows; i++)
      for (int l = 0; l < count; l++) judge(&s, i, j + l, l);
  }
  take_means(&s);
  if (d && s.kinks + s.unbound) tell(&s, d);
  dv_arena_free(a);
  return s.outside;
}
