// duty_open.c: the names of a study become axes, signals and coordinates of the machine.
#include "study/instant.h"

#include "spec/joint_type.h"

#include "engine/engine.h"

#include <string.h>

static int fault(dv_duty_instant *u, dv_mark mark, const char *remedy, const char *what)
{
  dv_diag_add(u->diags, DV_ERROR, mark, remedy, "%s", what);
  return -1;
}

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

static int find_motion(dv_duty_instant *u, int i)
{
  static const char *const suffix[] = {"", ".rate", ".acceleration"};
  const dv_actuator_spec *a = &u->s->actuator[i];
  const dv_variable *table = dv_model_VARIABLE(u->k->m);
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

// A floating or ball joint has no coordinate that an actuator could move.
static int find_whole(dv_duty_instant *u)
{
  const dv_spec *s = u->k->spec;
  for (int i = 0; i < s->njoint; i++) {
    const dv_joint_spec *j = &s->joint[i];
    if (j->ncoordinate || !dv_joint_is_whole(j) || j->motion != DV_MOVES_FREE) continue;
    return fault(u, j->mark, "lock or prescribe it, in the load case if need be",
                 dv_arena_text(u->k->arena, "joint '%s' floats; a duty needs a base that stands or moves as told", j->name));
  }
  return 0;
}

static int find_moved(dv_duty_instant *u)
{
  const dv_kinematics *k = u->k;
  const char *names = "";
  for (int i = 0; i < k->nmover; i++) {
    const dv_mover *m = &k->mover[i];
    if (!m->free) continue;
    names = dv_arena_text(k->arena, "%s%s%s", names, u->nmoved ? ", " : "", m->name);
    u->iq[u->nmoved] = m->iq, u->iv[u->nmoved] = m->iv;
    u->lower[u->nmoved] = m->lower, u->upper[u->nmoved++] = m->upper;
  }
  if (u->nmoved == u->n || (u->nrow && u->nmoved > u->n)) return find_whole(u);
  return fault(
      u, u->s->mark, u->nmoved > u->n ? "lock the others (motion: locked), in the load case if need be" : "remove one",
      dv_arena_text(k->arena, "study '%s' has %d actuators for %d free coordinates: %s", u->s->name, u->n, u->nmoved, names));
}

static dv_duty_instant *instant_new(dv_kinematics *k, const dv_study_spec *s, dv_diags *d)
{
  dv_arena *a = k->arena;
  const dv_model *m = k->m;
  int n = s->nactuator, nv = m->nv, rows = DV_MODEL_COUNT(m, CLOSURE);
  dv_duty_instant *u = DV_TAKE(a, dv_duty_instant, 1);
  *u = (dv_duty_instant){.k = k, .s = s, .diags = d, .n = n, .nrow = rows};
  u->way = DV_TAKE(a, dv_way, n);
  u->iq = DV_TAKE(a, int, 2 * nv);
  u->iv = u->iq + nv;
  u->lower = DV_TAKE(a, double, 2 * nv);
  u->upper = u->lower + nv;
  u->signal = (int(*)[3])dv_arena_take(a, (size_t)n * sizeof *u->signal);
  u->x = DV_TAKE(a, double, 2 * m->nx);
  u->dx = u->x + m->nx;
  u->d = DV_TAKE(a, double, m->nd);
  u->want = DV_TAKE(a, double, 3 * n);
  u->most = DV_TAKE(a, double, 2 * n);
  u->A = DV_TAKE(a, double, n *nv);
  u->G = DV_TAKE(a, double, nv *nv);
  u->B = DV_TAKE(a, double, n *n);
  u->c = DV_TAKE(a, double, 2 * rows);
  u->J = DV_TAKE(a, double, rows *nv);
  u->speed = DV_TAKE(a, double, 3 * n);
  u->more = u->speed + n;
  u->force = u->more + n;
  u->tau = DV_TAKE(a, double, 2 * nv);
  u->row = u->tau + nv;
  u->mass = DV_TAKE(a, double, (size_t)nv *(size_t)nv);
  memcpy(u->x, dv_model_START(m), (size_t)m->nx * sizeof(double));
  memcpy(u->d, dv_model_START(m) + m->nx, (size_t)m->nd * sizeof(double));
  return u;
}

dv_duty_instant *dv_duty_open(dv_kinematics *k, const dv_study_spec *s, dv_diags *d)
{
  dv_duty_instant *u = instant_new(k, s, d);
  for (int i = 0; i < u->n; i++)
    if (dv_way_find(k, s->actuator[i].axis.text, &u->way[i]) || find_motion(u, i)) return NULL;
  if (find_moved(u)) return NULL;
  if (s->point.text && dv_spot_find(k, s->point.text, &u->point)) return NULL;
  return u;
}
