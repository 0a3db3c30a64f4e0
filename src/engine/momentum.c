// momentum.c: the same machine with momenta p = B v in the place of rates: what is integrated is y = (q, p, z).
//
//   v = B^-1 p,   p' = slope - g + tau   (hamilton.c; Rokseth 2014, eqs 3.12-3.15)
//
// B^-1 p is the acceleration that efforts p give the machine at rest and without weight: O(n), no matrix. A driven coordinate
// keeps its rate in y; the others' momenta are then p_f = B_ff v_f + B_fd v_d, and the equations stand as they are. A free base's
// is kept in world axes about the world's origin, where p' is the outer wrench alone: no integrator then loses momentum.
// With loops p are still the tree's, p' has their J^T lambda, and v is what p means along the loops (loop_dynamics.c).
#include "engine/engine.h"

#include "engine/floating.h"
#include "engine/loop.h"

#define PLAIN DV_X(dv_engine)

static real *reals(double *p) { return (real *)(void *)p; }

// Behind the work of the plain engine.
typedef struct {
  real *x;         // [nx] the state with rates
  real *zero;      // [nv]
  real *load, *p;  // [nv]
} room;

static room room_of(const dv_model *m, double *work)
{
  room r;
  r.x = reals(work) + m->nwork;
  r.zero = r.x + m->nx;
  r.load = r.zero + m->nv;
  r.p = r.load + m->nv;
  return r;
}

static int nwork(const dv_model *m) { return (m->nwork + m->nx + 3 * m->nv + 7) / 8 * 8; }

static void ready(const dv_model *m, const double *num, double *work)
{
  memset(work, 0, (size_t)nwork(m) * sizeof(real));
  PLAIN.ready(m, num, work);
}

// Where coordinates are driven, to[i] = from[i].
static void keep_driven(const dv_eval *e, const real *from, real *to)
{
  for (int i = 0; i < e->tree.nlink; i++) {
    const dv_link *l = &e->tree.link[i];
    if (l->drive != DV_DRIVEN) continue;
    memcpy(to + l->iv, from + l->iv, (size_t)DV_X(dv_joint_row_facts)(l->joint).nv * sizeof(real));
  }
}

// Rows of free bases, to the world's axes or to their own.
static void turn_bases(const dv_eval *e, const real *q, real *rows, void (*turn)(const real *q, real *rows))
{
  for (int i = 0; i < e->tree.nlink; i++)
    if (dv_floats(&e->tree.link[i])) turn(q + e->tree.link[i].iq, rows + e->tree.link[i].iv);
}

// Rates from momenta: room.x = (q, B^-1 p, z).
static const double *with_rates(const dv_model *m, const double *num, double t, const double *y, const double *d, double *work)
{
  dv_eval e = dv_eval_of(m, num, t, y, work);
  dv_tree floating = e.tree;
  room r = room_of(m, work);
  real *v = r.x + m->nq;
  memcpy(r.load, e.x + m->nq, (size_t)m->nv * sizeof(real));
  memmove(r.x, e.x, (size_t)m->nx * sizeof(real));
  e.d = reals((double *)(uintptr_t)d);
  e.x = r.x;
  DV_X(dv_evaluate_drives)(&e, r.x, v);
  turn_bases(&e, r.x, r.load, dv_rows_to_base);
  floating.gravity = m->weightless;
  if (DV_MODEL_COUNT(m, LOOP)) DV_X(dv_loops_swing)(&e, r.load, v);
  else DV_X(dv_aba)(&floating, e.num, e.link, r.x, r.zero, r.load, NULL, v);
  return (const double *)(const void *)r.x;
}

static void enter(const dv_model *m, const double *num, const double *x, double *y, double *work)
{
  dv_eval e = dv_eval_of(m, num, 0, x, work);
  room r = room_of(m, work);
  DV_X(dv_hamilton)(&e.tree, e.num, e.link, e.x, e.x + m->nq, r.p, r.load);
  keep_driven(&e, e.x + m->nq, r.p);
  turn_bases(&e, e.x, r.p, dv_rows_to_world);
  if (y != x) memcpy(y, x, (size_t)m->nx * sizeof(real));
  memcpy(reals(y) + m->nq, r.p, (size_t)m->nv * sizeof(real));
}

static void leave(const dv_model *m, const double *num, double t, const double *y, const double *d, double *x, double *work)
{
  memcpy(x, with_rates(m, num, t, y, d, work), (size_t)m->nx * sizeof(real));
}

// p' after an evaluation. The last pass leaves the links with the twists of the motion, as kinematics did.
static void momentum_rates(dv_eval *e, room r, real *rate)
{
  const dv_model *m = e->m;
  const real *q = dv_work_q(m, e->w), *fext = m->wants_wrench ? dv_work_fext(m, e->w) : NULL;
  DV_X(dv_rnea)(&e->tree, e->num, e->link, q, r.zero, r.zero, fext, r.load);  // weight less what pushes on the bodies
  DV_X(dv_hamilton)(&e->tree, e->num, e->link, q, dv_work_v(m, e->w), r.p, rate);
  for (int i = 0; i < m->nlink; i++)
    if (dv_floats(&e->tree.link[i])) memset(rate + e->tree.link[i].iv, 0, 6 * sizeof(real));  // the world does not turn
  for (int i = 0; i < m->nv; i++) rate[i] += dv_work_tau(m, e->w)[i] - r.load[i];
  if (DV_MODEL_COUNT(m, LOOP)) {
    const real *loops = DV_X(dv_loop_room_of)(e).load;  // J^T lambda, since the dynamics
    for (int i = 0; i < m->nv; i++) rate[i] += loops[i];
  }
  turn_bases(e, q, rate, dv_rows_to_world);
  keep_driven(e, dv_work_a(m, e->w), rate);
}

static int with_momenta(dv_rates *plain, const dv_model *m, const double *num, double t, const double *y, const double *d,
                        double *dy, double *power, double *work)
{
  int bad = plain(m, num, t, with_rates(m, num, t, y, d, work), d, dy, power, work);
  dv_eval e = dv_eval_of(m, num, t, y, work);
  momentum_rates(&e, room_of(m, work), reals(dy) + m->nq);
  return bad;
}

static int rates(const dv_model *m, const double *num, double t, const double *y, const double *d, double *dy, double *power,
                 double *work)
{
  return with_momenta(PLAIN.rates, m, num, t, y, d, dy, power, work);
}

static int slopes(const dv_model *m, const double *num, double t, const double *y, const double *d, double *dy, double *power,
                  double *work)
{
  return with_momenta(PLAIN.slopes, m, num, t, y, d, dy, power, work);
}

static void observe(const dv_model *m, const double *num, const double *y, double *work)
{
  (void)y;  // its rates are in the room since the evaluation
  PLAIN.observe(m, num, (const double *)(const void *)room_of(m, work).x, work);
}

static void roots(const dv_model *m, const double *num, double t, const double *y, double *d, double *work, double *root)
{
  PLAIN.roots(m, num, t, with_rates(m, num, t, y, d, work), d, work, root);
}

static void jump(const dv_model *m, const double *num, int part, double t, const double *y, double *d, double *work)
{
  PLAIN.jump(m, num, part, t, with_rates(m, num, t, y, d, work), d, work);
}

static void sample(const dv_model *m, const double *num, int part, double t, const double *y, double *d, double *work)
{
  PLAIN.sample(m, num, part, t, with_rates(m, num, t, y, d, work), d, work);
}

static void pack(const dv_model *const *m, double *num) { PLAIN.pack(m, num); }

// Dependent coordinates and rates of drives as they must be; momenta stay.
static void tidy(const dv_model *m, const double *num, double t, double *y, const double *d, double *work)
{
  dv_eval e = dv_eval_of(m, num, t, y, work);
  room r = room_of(m, work);
  real *p = reals(y) + m->nq;
  memcpy(r.p, p, (size_t)m->nv * sizeof(real));
  PLAIN.tidy(m, num, t, y, d, work);
  keep_driven(&e, p, r.p);
  memcpy(p, r.p, (size_t)m->nv * sizeof(real));
}

// Momenta are added as rates are.
static void add(const dv_model *m, const double *y, double h, const double *step, double *out) { PLAIN.add(m, y, h, step, out); }

const dv_engine DV_X(dv_momentum_engine) = {DV_LANES, sizeof(real), pack,   ready, rates, observe, tidy,  add,
                                            roots,    jump,         sample, nwork, enter, leave,   slopes};

#if DV_LANES == 1
const dv_engine *dv_engine_momentum(const dv_engine *plain)
{
#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
  if (plain->lanes == 4) return &dv_momentum_engine_x4;
  if (plain->lanes == 8) return &dv_momentum_engine_x8;
#endif
  return plain->lanes == 1 ? &dv_momentum_engine_x1 : NULL;
}
#endif
