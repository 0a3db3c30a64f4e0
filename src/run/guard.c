// guard.c: what a run should tell while it goes well: parts out of their range, oil that would cavitate, states that end
// beyond all sense. Each once.
#include "run/running.h"

#include <math.h>

enum { ATMOSPHERE = 100000 };  // Pa; pressures are over that of the air

static int guards(const dv_model *m)
{
  int n = 0;
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) n += dv_kind_of(m, dv_model_PART(m) + i)->nwarning;
  return n;
}

void dv_guard_open(dv_running *r) { r->told = DV_TAKE(r->arena, char, guards(r->m) + DV_MODEL_COUNT(r->m, JUNCTION) + 1); }

static void look_at_parts(dv_running *r, double t)
{
  const dv_model *m = r->m;
  for (int i = 0, n = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    const dv_part *p = dv_model_PART(m) + i;
    const dv_kind *k = dv_kind_of(r->m, p);
    for (int g = 0; g < k->nwarning; g++, n++) {
      if (r->told[n] || !(r->work[p->guard + g] < 0)) continue;
      dv_mark mark = {dv_model_text(m, p->file), p->line, p->col};
      dv_diag_add(r->diags, DV_WARNING, mark, NULL, "'%s': %s at t = %.6g s", dv_model_text(m, p->name), k->warning[g], t);
      r->told[n] = 1;
    }
  }
}

// A source below vacuum: pressures of this machine are differences, as in a model of loads, and nothing cavitates.
static int differences(const dv_running *r)
{
  const dv_junction *j = dv_model_JUNCTION(r->m);
  for (int i = 0; i < DV_MODEL_COUNT(r->m, JUNCTION); i++)
    if (j[i].type == DV_AT_NODE && j[i].domain == DV_HYDRAULIC && j[i].x < 0 && !j[i].solved &&
        r->work[j[i].shared] < -ATMOSPHERE)
      return 1;
  return 0;
}

static void look_at_nodes(dv_running *r, double t)
{
  const dv_model *m = r->m;
  if (differences(r)) return;
  char *told = r->told + guards(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, JUNCTION); i++) {
    const dv_junction *j = dv_model_JUNCTION(m) + i;
    if (j->type != DV_AT_NODE || j->domain != DV_HYDRAULIC || told[i] || !(r->work[j->shared] < -ATMOSPHERE)) continue;
    dv_mark none = {NULL, 0, 0};
    dv_diag_add(r->diags, DV_WARNING, none, "feed the line through a check valve from the tank, or move more slowly",
                "node '%s' is at %.3g bar at t = %.6g s: oil would cavitate", dv_model_text(m, j->name),
                r->work[j->shared] / ATMOSPHERE, t);
    told[i] = 1;
  }
}

// Solvers can step across a pole or follow an unstable machine until numbers mean nothing.
static void look_at_end(dv_running *r, const double *x)
{
  for (int i = 0; i < r->m->nx; i++) {
    if (!(fabs(x[i]) > 1e15 * (r->scale[i] > 0 ? r->scale[i] : 1))) continue;
    dv_mark none = {NULL, 0, 0};
    dv_diag_add(r->diags, DV_WARNING, none, "look where it begins to grow; what comes after means nothing", "%s ends at %.3g",
                dv_state_place(r->arena, r->m, i), x[i]);
    return;
  }
}

void dv_guard_look(dv_running *r, double t, const double *end)
{
  look_at_parts(r, t);
  look_at_nodes(r, t);
  if (end) look_at_end(r, end);
}

void dv_guard_blame(dv_running *r, double t, const double *x)
{
  if (!r->told) return;
  for (int i = 0; i < r->m->nx; i++)
    if (!isfinite(x[i])) return;
  r->engine->rates(r->m, r->num, t, x, r->s->d, r->dx, NULL, r->work);
  r->engine->observe(r->m, r->num, x, r->work);
  look_at_parts(r, t);
}
