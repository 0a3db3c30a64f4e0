// duty_table.c: what a duty asks for, instant by instant, in columns; its peaks.
//
//   pressure = force / area, flow = area x speed;   drop = (1 - line loss) (supply - load - check valves)
//   margin = flow of the open valve at that drop / |flow|
#include "study/instant.h"

#include "engine/engine.h"
#include "engine/skeleton_at.h"

#include <math.h>

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
  // clang-format off
      [DV_DUTY_POSITION]   = {"position",   "m",     "rad"},
      [DV_DUTY_SPEED]      = {"speed",      "m/s",   "rad/s"},
      [DV_DUTY_FORCE]      = {"force",      "N",     "N.m"},
      [DV_DUTY_POWER]      = {"power",      "W",     "W"},
      [DV_DUTY_PRESSURE]   = {"pressure",   "Pa",    "Pa"},
      [DV_DUTY_FLOW]       = {"flow",       "m^3/s", "m^3/s"},
      [DV_DUTY_VALVE_DROP] = {"valve_drop", "Pa",    "Pa"},
      [DV_DUTY_VALVE_FLOW] = {"valve_flow", "m^3/s", "m^3/s"},
      [DV_DUTY_MARGIN]     = {"margin",     "1",     "1"},
  // clang-format on
  };
  const dv_actuator_spec *s = &t->study->actuator[i];
  int oil = s->area > 0 || s->displacement > 0, last = s->valve >= 0 ? DV_DUTY_MARGIN : oil ? DV_DUTY_FLOW : DV_DUTY_POWER;
  for (int c = 0; c < DV_DUTY_COUNT; c++)
    t->column[i][c] =
        c > last ? -1
                 : add_column(t->log, dv_arena_text(a, "%s.%s", s->name, row[c].name), s->rotary ? row[c].rotary : row[c].linear);
}

dv_duty *dv_duty_table(dv_duty_instant *u, const dv_case_spec *load)
{
  dv_kinematics *k = u->k;
  dv_arena *a = k->arena;
  const dv_study_spec *s = u->s;
  dv_duty *t = DV_TAKE(a, dv_duty, 1);
  *t = (dv_duty){.study = s, .load = load, .spec = k->spec, .log = dv_history_new(a, 5 + 3 * u->nmoved + DV_DUTY_COUNT * u->n)};
  t->moved = DV_TAKE(a, int, u->nmoved);
  t->efforts = !u->nrow;
  t->column = (int(*)[DV_DUTY_COUNT])dv_arena_take(a, (size_t)u->n * sizeof *t->column);
  t->log->ncolumn = 0;
  add_column(t->log, "t", "s");
  for (int i = 0; i < k->nmover; i++) {
    const dv_mover *c = &k->mover[i];
    if (!c->free) continue;
    t->moved[t->nmoved++] = add_column(t->log, dv_arena_text(a, "%s.position", c->name), c->rotary ? "rad" : "m");
    add_column(t->log, dv_arena_text(a, "%s.rate", c->name), c->rotary ? "rad/s" : "m/s");
    if (t->efforts) add_column(t->log, dv_arena_text(a, "%s.effort", c->name), c->rotary ? "N.m" : "N");
  }
  int oil = 0;
  for (int i = 0; i < s->nactuator; i++) add_actuator(a, t, i), oil |= t->column[i][DV_DUTY_FLOW] >= 0;
  t->power = add_column(t->log, "power", "W");
  t->flow = oil ? add_column(t->log, "pump.flow", "m^3/s") : -1;
  t->pump = oil && s->supply > 0 ? add_column(t->log, "pump.power", "W") : -1;
  t->speed = s->point.text ? add_column(t->log, dv_arena_text(a, "%s.speed", s->point.text), "m/s") : -1;
  return t;
}

// What the supply leaves for the valve, and what the valve then passes.
static void put_valve(const dv_duty_instant *u, const dv_duty *t, int i, double *row)
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

static void put_actuator(const dv_duty_instant *u, const dv_duty *t, int i, double *row)
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

void dv_duty_row(dv_duty_instant *u, dv_duty *t)
{
  const dv_model *m = u->k->m;
  double *row = dv_history_append(t->log), x[3], v[3];
  row[0] = u->t;
  for (int i = 0; i < u->nmoved; i++) {
    row[t->moved[i]] = u->x[u->iq[i]];
    row[t->moved[i] + 1] = u->x[m->nq + u->iv[i]];
    if (t->efforts) row[t->moved[i] + 2] = u->tau[u->iv[i]];
  }
  for (int i = 0; i < u->n; i++) put_actuator(u, t, i, row);
  if (t->pump >= 0) row[t->pump] = u->s->supply * row[t->flow] / u->s->efficiency;
  if (t->speed < 0) return;
  dv_engine_point(m, u->x, u->x + m->nq, u->point.body, u->point.at, x, v, NULL, u->k->work);
  row[t->speed] = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

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
