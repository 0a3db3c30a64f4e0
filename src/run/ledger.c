// ledger.c: every joule of a run: where it came from, where it went.
//
//   change of (kinetic + potential + stored) = supplied - removed - dissipated + residual
//
// A part takes in E_in over its ports and stores dS. Active: it supplies dS - E_in + L (negative: it removes), L by its loss
// law. Passive: it dissipates L; without storage and loss law E_in. What a passive part neither stores nor loses is residual.
// What a jump of a part lets go of its store (a spring that is released) is dissipated.
// What a medium carries into a part beyond effort x flow (compressed oil, a road that rises) is supplied too, in a row of its
// own. Drives supply (remove) the work of their efforts. Throughput: supplied + removed + dissipated + half the changes of
// kinetic, potential and each part's stored energy between records, and at least what is there (present).
#include "run/running.h"
#include "engine/skeleton_at.h"

#include <math.h>
#include <string.h>

// Energy of a part now; what parts exchange with each other is throughput too, so they are looked at one by one.
static double held(const dv_running *r, int part)
{
  const dv_part *p = dv_model_PART(r->m) + part;
  return dv_kind_of(r->m, p)->stored ? r->work[p->stored] : 0;
}

static void look(const dv_running *r, const double *quad, dv_books *b)
{
  const dv_model *m = r->m;
  const double *energy = r->work + m->work_energy;
  b->kinetic = energy[DV_ENERGY_KINETIC];
  b->potential = energy[DV_ENERGY_POTENTIAL];
  b->stored = energy[DV_ENERGY_STORED];
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) b->part[i] = held(r, i);
  memcpy(b->quad, quad, (size_t)m->nquad * sizeof(double));
}

static void room(dv_arena *a, const dv_model *m, dv_books *b)
{
  b->part = DV_TAKE(a, double, DV_MODEL_COUNT(m, PART));
  b->quad = DV_TAKE(a, double, m->nquad);
}

static const dv_kind *kind_of(const dv_model *m, int part) { return dv_kind_of(m, dv_model_PART(m) + part); }

static int has_loss(const dv_model *m, int part)
{
  const dv_quadrature *q = dv_model_QUADRATURE(m);
  for (int i = 0; i < m->nquad; i++)
    if (q[i].what == DV_Q_LOSS && q[i].part == part) return 1;
  return 0;
}

// How much of each integral stands in the residual: an active part's intake, a passive part's loss, minus the drives' work.
static void signs(dv_arena *a, const dv_model *m, dv_accounts *c)
{
  const dv_quadrature *q = dv_model_QUADRATURE(m);
  c->sign = DV_TAKE(a, double, m->nquad);
  for (int i = 0; i < m->nquad; i++) {
    if (q[i].what == DV_Q_DRIVE) {
      c->sign[i] = -1;
      continue;
    }
    const dv_kind *k = kind_of(m, q[i].part);
    if (q[i].what == DV_Q_LOSS) c->sign[i] = !k->active;
    else if (q[i].what == DV_Q_CARRIED) c->sign[i] = -!k->active;
    else c->sign[i] = k->active || !(k->stored || has_loss(m, q[i].part));
  }
}

static double residual(const dv_running *r)
{
  const dv_accounts *c = &r->accounts;
  double sum = c->now.kinetic - c->start.kinetic + (c->now.potential - c->start.potential);
  for (int i = 0; i < r->m->nquad; i++) sum += c->sign[i] * (c->now.quad[i] - c->start.quad[i]);
  for (int i = 0; i < DV_MODEL_COUNT(r->m, PART); i++)
    if (!kind_of(r->m, i)->active) sum += c->now.part[i] - c->start.part[i] + c->lost_in_jumps[i];
  return sum;
}

// Energy that is there even if nothing flows: kinetic, and that of a bond graph, where inertias are parts. A small part of what
// rests in springs and heights counts too: a run in which next to nothing moves is not judged by its rounding.
static double present(const dv_running *r, const dv_books *b)
{
  double sum = b->kinetic, resting = fabs(b->potential);
  for (int i = 0; i < DV_MODEL_COUNT(r->m, PART); i++) {
    if (kind_of(r->m, i)->bond) sum += b->part[i];
    resting += fabs(b->part[i]);
  }
  return sum + 1e-6 * resting;
}

// Integrals of one part: NAN where there is none.
struct dv_flows {
  double in, loss;
};

void dv_ledger_open(dv_running *r)
{
  dv_accounts *c = &r->accounts;
  int n = DV_MODEL_COUNT(r->m, PART);
  if (!c->sign) {
    signs(r->arena, r->m, c);
    c->lost_in_jumps = DV_TAKE(r->arena, double, n);
    room(r->arena, r->m, &c->start);
    room(r->arena, r->m, &c->now);
    c->flows = DV_TAKE(r->arena, struct dv_flows, n);
    r->out->ledger.row = DV_TAKE(r->arena, dv_ledger_row, n + r->m->nquad + 1);
  }
  memset(c->lost_in_jumps, 0, (size_t)n * sizeof(double));
  c->exchanged = c->power_most = 0;
  look(r, r->s->quad, &c->start);
  look(r, r->s->quad, &c->now);
  c->kinetic_most = present(r, &c->start);
  c->last_time = r->s->t;
}

void dv_ledger_note(dv_running *r, double t, const double *quad)
{
  dv_accounts *c = &r->accounts;
  dv_books *b = &c->now;
  double kinetic = b->kinetic, potential = b->potential, stored = 0;
  for (int i = 0; i < DV_MODEL_COUNT(r->m, PART); i++) stored += fabs(held(r, i) - b->part[i]);
  look(r, quad, b);
  double exchange = 0.5 * (fabs(b->kinetic - kinetic) + fabs(b->potential - potential) + stored);
  if (t > c->last_time) c->power_most = fmax(c->power_most, exchange / (t - c->last_time));
  c->last_time = t;
  c->exchanged += exchange;
  c->kinetic_most = fmax(c->kinetic_most, present(r, b));
  r->work[r->m->work_energy + DV_ENERGY_RESIDUAL] = residual(r);
}

static dv_ledger_row part_row(const dv_running *r, int part, struct dv_flows f)
{
  const dv_part *p = dv_model_PART(r->m) + part;
  const dv_kind *k = kind_of(r->m, part);
  const dv_accounts *c = &r->accounts;
  dv_ledger_row row = {dv_model_text(r->m, p->name), 0, 0, c->now.part[part] - c->start.part[part]};
  double in = isnan(f.in) ? 0 : f.in, loss = isnan(f.loss) ? 0 : f.loss;
  loss += c->lost_in_jumps[part];
  row.dissipated = isnan(f.loss) && !k->stored && !k->active ? in : loss;
  if (k->active) row.supplied = row.stored - in + loss;
  return row;
}

static void part_rows(dv_running *r, dv_ledger *out)
{
  const dv_model *m = r->m;
  int n = DV_MODEL_COUNT(m, PART);
  struct dv_flows *f = r->accounts.flows;
  const dv_quadrature *q = dv_model_QUADRATURE(m);
  for (int i = 0; i < n; i++) f[i].in = f[i].loss = NAN;
  for (int i = 0; i < m->nquad; i++) {
    double flow = r->accounts.now.quad[i] - r->accounts.start.quad[i];
    if (q[i].what == DV_Q_POWER_IN) f[q[i].part].in = flow;
    if (q[i].what == DV_Q_LOSS) f[q[i].part].loss = flow;
  }
  double carried = 0;
  for (int i = 0; i < m->nquad; i++)
    if (q[i].what == DV_Q_CARRIED && !kind_of(m, q[i].part)->active)
      carried += r->accounts.now.quad[i] - r->accounts.start.quad[i];
  if (carried != 0) out->row[out->nrow++] = (dv_ledger_row){"carried by oil, ground", carried, 0, 0};
  for (int i = 0; i < n; i++)
    if (!isnan(f[i].in) || !isnan(f[i].loss) || kind_of(m, i)->stored) out->row[out->nrow++] = part_row(r, i, f[i]);
}

static void drive_rows(dv_running *r, dv_ledger *out)
{
  const dv_model *m = r->m;
  const dv_quadrature *q = dv_model_QUADRATURE(m);
  for (int i = 0; i < m->nquad; i++) {
    if (q[i].what != DV_Q_DRIVE) continue;
    const dv_drive *d = dv_model_DRIVE(m) + q[i].part;
    dv_ledger_row row = {dv_model_text(m, d->name), r->accounts.now.quad[i] - r->accounts.start.quad[i], 0, 0};
    out->row[out->nrow++] = row;
  }
}

void dv_ledger_close(dv_running *r)
{
  const dv_accounts *c = &r->accounts;
  dv_ledger *l = &r->out->ledger;
  *l = (dv_ledger){.row = l->row};
  part_rows(r, l);
  drive_rows(r, l);
  l->kinetic = c->now.kinetic - c->start.kinetic;
  l->potential = c->now.potential - c->start.potential;
  l->stored = c->now.stored - c->start.stored;
  for (int i = 0; i < l->nrow; i++) {
    double s = l->row[i].supplied;
    if (s > 0) l->supplied += s;
    else l->removed -= s;
    l->dissipated += l->row[i].dissipated;
  }
  l->residual = residual(r);
  l->throughput = l->supplied + l->removed + fabs(l->dissipated) + c->exchanged;
  if (l->throughput < c->kinetic_most) l->throughput = c->kinetic_most;
  l->relative = l->throughput > 0 ? fabs(l->residual) / l->throughput : l->residual != 0;
}

// By the error: 1e-4. A fixed step h of order p: energy E turns over in a time E/P; a step that takes the share s = h P/E of that
// makes an error of about s^p, ten times that is a fault; never above a hundredth, where no step has resolved what happens.
double dv_ledger_limit(const dv_running *r)
{
  const dv_accounts *c = &r->accounts;
  double least = 1e-4, most = 1e-2, energy = fmax(c->kinetic_most, r->out->ledger.throughput);
  if (r->o->ledger > 0) return r->o->ledger;
  if (!(r->step > 0)) return least;
  double share = energy > 0 ? r->step * c->power_most / energy : 0;
  return fmin(fmax(10 * pow(share, r->order), r->order > 2 ? 1e-3 : most), most);
}

double dv_ledger_joule(const dv_running *r)
{
  const dv_model *m = r->m;
  const double *scale = dv_model_SCALE(m) + m->nq;
  double *mass = DV_TAKE(r->arena, double, (size_t)m->nv *(size_t)m->nv), sum = 0;
  if (m->nv) dv_engine_mass_matrix(m, r->s->x, mass, r->work);
  for (int i = 0; i < m->nv; i++) sum += 0.5 * mass[i * m->nv + i] * scale[i] * scale[i];
  return sum > 0 ? sum : 1;
}

// An energy that is not a number: of a part, or of an integral over one.
static const char *not_finite(const dv_running *r)
{
  const dv_accounts *c = &r->accounts;
  const dv_part *p = dv_model_PART(r->m);
  const dv_quadrature *q = dv_model_QUADRATURE(r->m);
  for (int i = 0; i < DV_MODEL_COUNT(r->m, PART); i++)
    if (!isfinite(c->now.part[i])) return dv_model_text(r->m, p[i].name);
  for (int i = 0; i < r->m->nquad; i++)
    if (!isfinite(c->now.quad[i])) return q[i].what == DV_Q_DRIVE ? "a drive" : dv_model_text(r->m, p[q[i].part].name);
  return isfinite(c->now.kinetic + c->now.potential) ? NULL : "the skeleton";
}

int dv_ledger_check(dv_running *r)
{
  const char *whose = not_finite(r);
  dv_mark none = {NULL, 0, 0};
  if (!whose) return 0;
  if (dv_fail_tee(r, r->s->t)) return 2;
  dv_diag_add(r->diags, DV_ERROR, none, "look at what it is divided by there: a modulus, a stiffness or an inertia that is zero",
              "the energy of '%s' is not finite at t = %.6g s", whose, r->s->t);
  return 2;
}
