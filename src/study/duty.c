// duty.c: inverse dynamics along a duty in actuator space.
//
//   x_i(q) = X_i(t) gives q;   A q' = X',  A q'' = X'' - bend,  A = dx/dq
//   tau = M (q'' - a0), a0 what the machine with its parts would do by itself;   A' f = tau
//
// So springs, friction, water and tilt of the file are in it, and the actuators give what is missing.
#include "study/duty.h"

#include "engine/engine.h"
#include "study/least.h"

#include <math.h>
#include <string.h>

typedef struct {
  dv_kinematics *k;
  const dv_study_spec *s;
  dv_diags *diags;
  dv_way *way;      // [n]
  int n;            // actuators = moved coordinates
  int *iq, *iv;     // [n] of the moved coordinates
  int (*signal)[3];  // [n] work: value, rate, acceleration of the motions
  dv_spot point;
  double *x, *d, *dx, *row, *A, *want;  // state [nx], discrete [nd], rates [nx], [nv], [n][n], X X' X'' [3][n]
  double *qd, *qdd, *tau, *force;       // [n]
  double *mass;                         // [nv][nv]
  double t;
  int told;  // actuators whose leaving of their limits was told, bits
} duty;

static int fault(duty *u, dv_mark mark, const char *remedy, const char *what)
{
  dv_diag_add(u->diags, DV_ERROR, mark, remedy, "%s", what);
  return -1;
}

// Gauss with row pivots on A [n][n], or on its transpose; b becomes the solution. -1: singular.
static int solve(dv_arena *a, int n, const double *A, int transposed, double *b)
{
  double *W = DV_TAKE(a, double, n *n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) W[i * n + j] = transposed ? A[j * n + i] : A[i * n + j];
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(W[i * n + k]) > fabs(W[best * n + k])) best = i;
    if (fabs(W[best * n + k]) < 1e-12) return -1;
    for (int j = 0; j < n && best != k; j++) {
      double x = W[k * n + j];
      W[k * n + j] = W[best * n + j], W[best * n + j] = x;
    }
    double x = b[k];
    b[k] = b[best], b[best] = x;
    for (int i = k + 1; i < n; i++) {
      double f = W[i * n + k] / W[k * n + k];
      for (int j = k; j < n; j++) W[i * n + j] -= f * W[k * n + j];
      b[i] -= f * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= W[k * n + j] * b[j];
    b[k] /= W[k * n + k];
  }
  return 0;
}

// ---- the study's names

static int smoothness(const dv_spec *s, const char *name, int depth)
{
  if (!strcmp(name, "t")) return 2;
  for (int i = 0; i < s->npart && depth < 32; i++) {
    const dv_part_spec *p = &s->part[i];
    if (strcmp(p->name, name)) continue;
    int least = p->as->smooth < 0 ? 2 : p->as->smooth;
    for (int n = 0; p->as->smooth < 0 && n < p->formula.ninput; n++) {
      int of = smoothness(s, p->formula.input[n], depth + 1);
      least = of < least ? of : least;
    }
    return least;
  }
  return 0;
}

static int find_motion(duty *u, int i)
{
  static const char *const suffix[] = {"", ".rate", ".acceleration"};
  const dv_actuator_spec *a = &u->s->actuator[i];
  const dv_variable *table = DV_MODEL_AT(u->k->m, dv_variable, VARIABLE);
  if (smoothness(u->k->spec, a->motion.text, 0) < 2)
    return fault(u, a->motion.mark, "use a cubic, quintic, trapezoid or spline",
                 dv_arena_text(u->k->arena, "signal '%s' has no two derivatives", a->motion.text));
  for (int o = 0; o < 3; o++) {
    int v = dv_model_find(u->k->m, dv_arena_text(u->k->arena, "%s%s", a->motion.text, suffix[o]));
    if (v < 0 || table[v].array != DV_IN_WORK)
      return fault(u, a->motion.mark, NULL, dv_arena_text(u->k->arena, "'%s' is no signal", a->motion.text));
    u->signal[i][o] = table[v].index;
  }
  return 0;
}

static int find_moved(duty *u)
{
  const dv_kinematics *k = u->k;
  const char *names = "";
  int free = 0;
  for (int i = 0; i < k->nmover; i++) {
    if (!k->mover[i].free) continue;
    names = dv_arena_text(k->arena, "%s%s%s", names, free ? ", " : "", k->mover[i].name);
    if (free < u->n) u->iq[free] = k->mover[i].iq, u->iv[free] = k->mover[i].iv;
    free++;
  }
  if (free == u->n) return 0;
  return fault(u, u->s->mark, free > u->n ? "lock the others (motion: locked), in the load case if need be" : "remove one",
               dv_arena_text(k->arena, "study '%s' has %d actuators for %d free coordinates: %s", u->s->name, u->n, free, names));
}

static duty *duty_new(dv_kinematics *k, const dv_study_spec *s, dv_diags *d)
{
  dv_arena *a = k->arena;
  const dv_model *m = k->m;
  int n = s->nactuator;
  duty *u = DV_TAKE(a, duty, 1);
  *u = (duty){.k = k, .s = s, .diags = d, .n = n};
  u->way = DV_TAKE(a, dv_way, n);
  u->iq = DV_TAKE(a, int, 2 * n);
  u->iv = u->iq + n;
  u->signal = (int(*)[3])dv_arena_take(a, (size_t)n * sizeof *u->signal);
  u->x = DV_TAKE(a, double, 2 * m->nx);
  u->dx = u->x + m->nx;
  u->d = DV_TAKE(a, double, m->nd);
  u->row = DV_TAKE(a, double, m->nv);
  u->A = DV_TAKE(a, double, n *n);
  u->want = DV_TAKE(a, double, 7 * n);
  u->qd = u->want + 3 * n;
  u->qdd = u->want + 4 * n;
  u->tau = u->want + 5 * n;
  u->force = u->want + 6 * n;
  u->mass = DV_TAKE(a, double, (size_t)m->nv *(size_t)m->nv);
  memcpy(u->x, DV_MODEL_AT(m, double, START), (size_t)m->nx * sizeof(double));
  memcpy(u->d, DV_MODEL_AT(m, double, START) + m->nx, (size_t)m->nd * sizeof(double));
  return u;
}

static duty *open(dv_kinematics *k, const dv_study_spec *s, dv_diags *d)
{
  duty *u = duty_new(k, s, d);
  for (int i = 0; i < u->n; i++)
    if (dv_way_find(k, s->actuator[i].axis.text, &u->way[i]) || find_motion(u, i)) return NULL;
  if (find_moved(u)) return NULL;
  if (s->point.text && dv_spot_find(k, s->point.text, &u->point)) return NULL;
  return u;
}

// ---- one instant

// Residual of x_i(q) = X_i over the moved coordinates.
static int miss(void *context, const double *moved, double *r, double *J)
{
  duty *u = context;
  for (int i = 0; i < u->n; i++) u->x[u->iq[i]] = moved[i];
  for (int i = 0; i < u->n; i++) {
    r[i] = dv_way_at(u->k, &u->way[i], u->x, u->k->v, J ? u->row : NULL, NULL) - u->want[i];
    for (int j = 0; J && j < u->n; j++) J[i * u->n + j] = u->row[u->iv[j]];
  }
  return 0;
}

static int cannot_reach(duty *u, const double *r)
{
  int worst = 0;
  for (int i = 1; i < u->n; i++)
    if (fabs(r[i]) > fabs(r[worst])) worst = i;
  const char *unit = u->way[worst].rotary ? "rad" : "m";
  dv_diag_add(u->diags, DV_ERROR, u->s->actuator[worst].mark, "change its motion, or the places of its ends",
              "actuator '%s' cannot reach %.6g %s at t = %.4g s: the nearest is %.6g %s", u->s->actuator[worst].name,
              u->want[worst], unit, u->t, u->want[worst] + r[worst], unit);
  return -1;
}

static int find_pose(duty *u, dv_arena *scratch)
{
  double *q = DV_TAKE(scratch, double, 2 * u->n), *r = q + u->n, size = 1e-3;
  dv_least p = {.n = u->n, .m = u->n, .f = miss, .context = u};
  dv_least_result out;
  for (int i = 0; i < u->n; i++) q[i] = u->x[u->iq[i]], size = fmax(size, fabs(u->want[i]));
  dv_least_squares(scratch, &p, q, &out);
  miss(u, q, r, u->A);
  return out.norm < 1e-9 * size ? 0 : cannot_reach(u, r);
}

static int find_rates(duty *u, dv_arena *scratch)
{
  const dv_model *m = u->k->m;
  double *v = u->x + m->nq, bend;
  memcpy(u->qd, u->want + u->n, (size_t)u->n * sizeof(double));
  int bad = solve(scratch, u->n, u->A, 0, u->qd);
  for (int i = 0; i < u->n && !bad; i++) v[u->iv[i]] = u->qd[i];
  for (int i = 0; i < u->n && !bad; i++) {
    dv_way_at(u->k, &u->way[i], u->x, v, NULL, &bend);
    u->qdd[i] = u->want[2 * u->n + i] - bend;
  }
  if (!bad) bad = solve(scratch, u->n, u->A, 0, u->qdd);
  if (bad)
    dv_diag_add(u->diags, DV_ERROR, u->s->mark, "an actuator is at a dead point: change the motion",
                "the actuators of study '%s' do not determine the motion at t = %.4g s", u->s->name, u->t);
  return bad;
}

// The motions at t, and coordinates that signals prescribe.
static void ask_signals(duty *u)
{
  const dv_model *m = u->k->m;
  const double *num = DV_MODEL_AT(m, double, NUMBER);
  dv_engine_x1.tidy(m, num, u->t, u->x, u->d, u->k->work);
  dv_engine_x1.rates(m, num, u->t, u->x, u->d, u->dx, NULL, u->k->work);
  for (int o = 0; o < 3; o++)
    for (int i = 0; i < u->n; i++) u->want[o * u->n + i] = u->k->work[u->signal[i][o]];
}

static int find_forces(duty *u, dv_arena *scratch)
{
  const dv_model *m = u->k->m;
  if (dv_engine_x1.rates(m, DV_MODEL_AT(m, double, NUMBER), u->t, u->x, u->d, u->dx, NULL, u->k->work))
    return fault(u, u->s->mark, "check the parameters", dv_arena_text(scratch, "the machine's rates are not finite at t = %g s", u->t));
  dv_engine_mass_matrix(m, u->x, u->mass, u->k->work);
  for (int i = 0; i < u->n; i++) {
    u->tau[i] = 0;
    for (int j = 0; j < u->n; j++) u->tau[i] += u->mass[u->iv[i] * m->nv + u->iv[j]] * (u->qdd[j] - u->dx[m->nq + u->iv[j]]);
  }
  memcpy(u->force, u->tau, (size_t)u->n * sizeof(double));
  return solve(scratch, u->n, u->A, 1, u->force);
}

static void warn_limits(duty *u)
{
  for (int i = 0; i < u->n && i < 31; i++) {
    const dv_way *w = &u->way[i];
    double x = u->want[i], slack = 1e-9 * fmax(1, fabs(x));
    if ((u->told >> i & 1) || (x >= w->lower - slack && x <= w->upper + slack)) continue;
    u->told |= 1 << i;
    dv_diag_add(u->diags, DV_WARNING, u->s->actuator[i].mark, "change its motion, or the limits",
                "actuator '%s' leaves the limits of '%s' at t = %.4g s: %.6g is not within [%.6g, %.6g]", u->s->actuator[i].name,
                w->name, u->t, x, w->lower, w->upper);
  }
}

// ---- columns

static int add_column(dv_history *l, const char *name, const char *unit)
{
  l->column[l->ncolumn] = (dv_column){name, unit};
  return l->ncolumn++;
}

static void add_actuator(dv_arena *a, dv_duty *t, int i)
{
  static const struct {
    const char *name, *linear, *rotary;
  } row[] = {
      [DV_DUTY_POSITION] = {"position", "m", "rad"},
      [DV_DUTY_SPEED] = {"speed", "m/s", "rad/s"},
      [DV_DUTY_FORCE] = {"force", "N", "N.m"},
      [DV_DUTY_POWER] = {"power", "W", "W"},
      [DV_DUTY_PRESSURE] = {"pressure", "Pa", "Pa"},
      [DV_DUTY_FLOW] = {"flow", "m3/s", "m3/s"},
      [DV_DUTY_VALVE_DROP] = {"valve_drop", "Pa", "Pa"},
      [DV_DUTY_VALVE_FLOW] = {"valve_flow", "m3/s", "m3/s"},
      [DV_DUTY_MARGIN] = {"margin", "1", "1"},
  };
  const dv_actuator_spec *s = &t->study->actuator[i];
  int oil = s->area > 0 || s->displacement > 0, last = s->valve >= 0 ? DV_DUTY_MARGIN : oil ? DV_DUTY_FLOW : DV_DUTY_POWER;
  for (int c = 0; c < DV_DUTY_COUNT; c++)
    t->column[i][c] = c > last ? -1
                               : add_column(t->log, dv_arena_text(a, "%s.%s", s->name, row[c].name),
                                            s->rotary ? row[c].rotary : row[c].linear);
}

static dv_duty *table_new(duty *u, const dv_case_spec *load)
{
  dv_kinematics *k = u->k;
  dv_arena *a = k->arena;
  const dv_study_spec *s = u->s;
  dv_duty *t = DV_TAKE(a, dv_duty, 1);
  *t = (dv_duty){.study = s, .load = load, .spec = k->spec, .log = dv_history_new(a, 5 + 3 * u->n + DV_DUTY_COUNT * u->n)};
  t->moved = DV_TAKE(a, int, u->n);
  t->column = (int(*)[DV_DUTY_COUNT])dv_arena_take(a, (size_t)u->n * sizeof *t->column);
  t->log->ncolumn = 0;
  add_column(t->log, "t", "s");
  for (int i = 0; i < k->nmover; i++) {
    const dv_mover *c = &k->mover[i];
    if (!c->free) continue;
    t->moved[t->nmoved++] = add_column(t->log, dv_arena_text(a, "%s.position", c->name), c->rotary ? "rad" : "m");
    add_column(t->log, dv_arena_text(a, "%s.rate", c->name), c->rotary ? "rad/s" : "m/s");
    add_column(t->log, dv_arena_text(a, "%s.effort", c->name), c->rotary ? "N.m" : "N");
  }
  int oil = 0;
  for (int i = 0; i < s->nactuator; i++) add_actuator(a, t, i), oil |= t->column[i][DV_DUTY_FLOW] >= 0;
  t->power = add_column(t->log, "power", "W");
  t->flow = oil ? add_column(t->log, "pump.flow", "m3/s") : -1;
  t->pump = oil && s->supply > 0 ? add_column(t->log, "pump.power", "W") : -1;
  t->speed = s->point.text ? add_column(t->log, dv_arena_text(a, "%s.speed", s->point.text), "m/s") : -1;
  return t;
}

// What the supply leaves for the valve, and what the valve then passes.
static void put_valve(const duty *u, const dv_duty *t, int i, double *row)
{
  const dv_actuator_spec *a = &u->s->actuator[i];
  const int *c = t->column[i];
  double flow = row[c[DV_DUTY_FLOW]], pressure = row[c[DV_DUTY_PRESSURE]], end = u->s->duration - u->s->ends;
  double load = a->magnitude ? fabs(pressure) : flow < 0 ? -pressure : pressure;
  double lost = a->check >= 0 ? a->checks * dv_valve_drop(&u->s->valve[a->check], flow) : 0;
  double drop = (1 - u->s->line_loss) * (u->s->supply - load - lost), most = dv_valve_flow(&u->s->valve[a->valve], drop);
  int counts = fabs(flow) > 1e-12 && u->t >= u->s->ends && u->t <= end;
  row[c[DV_DUTY_VALVE_DROP]] = drop;
  row[c[DV_DUTY_VALVE_FLOW]] = most;
  row[c[DV_DUTY_MARGIN]] = counts ? most / fabs(flow) : NAN;
}

static void put_actuator(const duty *u, const dv_duty *t, int i, double *row)
{
  const dv_actuator_spec *a = &u->s->actuator[i];
  const int *c = t->column[i];
  double speed = u->want[u->n + i], force = u->force[i];
  row[c[DV_DUTY_POSITION]] = u->want[i];
  row[c[DV_DUTY_SPEED]] = speed;
  row[c[DV_DUTY_FORCE]] = force;
  row[c[DV_DUTY_POWER]] = fabs(force * speed);
  row[t->power] += fabs(force * speed);
  if (c[DV_DUTY_FLOW] < 0) return;
  double area = a->displacement > 0 ? a->displacement : speed < 0 ? a->annulus : a->area;
  row[c[DV_DUTY_PRESSURE]] = force / area;
  row[c[DV_DUTY_FLOW]] = area * speed;
  row[t->flow] += fabs(area * speed);
  if (c[DV_DUTY_MARGIN] >= 0) put_valve(u, t, i, row);
}

static void put_row(duty *u, dv_duty *t)
{
  const dv_model *m = u->k->m;
  double *row = dv_history_append(t->log), x[3], v[3];
  row[0] = u->t;
  for (int i = 0; i < u->n; i++) {
    row[t->moved[i]] = u->x[u->iq[i]];
    row[t->moved[i] + 1] = u->qd[i];
    row[t->moved[i] + 2] = u->tau[i];
    put_actuator(u, t, i, row);
  }
  if (t->pump >= 0) row[t->pump] = u->s->supply * row[t->flow] / u->s->efficiency;
  if (t->speed < 0) return;
  dv_engine_point(m, u->x, u->x + m->nq, u->point.body, u->point.at, x, v, NULL, u->k->work);
  row[t->speed] = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

dv_duty *dv_duty_run(dv_kinematics *k, const dv_study_spec *s, const dv_case_spec *load, dv_diags *d)
{
  duty *u = open(k, s, d);
  dv_duty *t = u ? table_new(u, load) : NULL;
  for (int i = 0; t && i < s->samples; i++) {
    dv_arena *scratch = dv_arena_new();
    u->t = s->duration * i / (s->samples - 1);
    ask_signals(u);
    int bad = find_pose(u, scratch) || find_rates(u, scratch) || find_forces(u, scratch);
    dv_arena_free(scratch);
    if (bad) return NULL;
    warn_limits(u);
    put_row(u, t);
  }
  return t;
}

// ---- peaks

dv_peak dv_duty_most(const dv_duty *t, int column)
{
  dv_peak p = {0, 0};
  for (int i = 0; i < t->log->nrow; i++) {
    const double *row = dv_history_row(t->log, i);
    if (fabs(row[column]) > fabs(p.value)) p = (dv_peak){row[column], row[0]};
  }
  return p;
}

dv_peak dv_duty_least(const dv_duty *t, int column)
{
  dv_peak p = {NAN, 0};
  for (int i = 0; i < t->log->nrow; i++) {
    const double *row = dv_history_row(t->log, i);
    if (!isnan(row[column]) && !(row[column] >= p.value)) p = (dv_peak){row[column], row[0]};
  }
  return p;
}

int dv_duty_meets(const dv_duty *t, int actuator)
{
  int c = t->column[actuator][DV_DUTY_MARGIN];
  return c < 0 || !(dv_duty_least(t, c).value < t->study->margin);
}
