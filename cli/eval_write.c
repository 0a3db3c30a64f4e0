// eval_write.c: what `davit eval` computes and prints.
//
// Rows of a floating base are turned to world axes, T = diag(R, R):
//   M_W = T M T',   effort_W = T effort,   a_W = T a + (w x v, 0),   bias_W = T bias - M_W (w x v, 0)
// and named float.world.vx ...; those of other free joints are in the axes of their child.
#include "eval.h"
#include "engine/closed_loops.h"
#include "engine/efforts.h"
#include "engine/skeleton_at.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  int n;
  const char **name;                            // rows
  double *mass, *bias, *acceleration, *effort;  // [n][n], [n]...
  double *parts;                                // [n] what the parts exert along each rate
  double *tree_mass;                            // [n][n], rows of the base in its own axes
} rows;

static const double *numbers(const dv_model *m) { return dv_model_NUMBER(m); }

static void name_rows(eval *e, rows *r)
{
  static const char *const base[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
  dv_arena *a = e->a->arena;
  const char *joint = e->base < 0 ? "" : dv_model_text(e->m, joint_at(e->m, e->base)->name);
  r->name = DV_TAKE(a, const char *, r->n);
  for (int i = 0; i < r->n; i++)
    r->name[i] = e->base >= 0 && i < 6 ? dv_arena_text(a, "%s.world.%s", joint, base[i]) : rate_name(a, e->m, i);
}

// T x for a vector of rows
static void turn(const eval *e, double *x)
{
  if (e->base < 0) return;
  rotate(e->R, x, x);
  rotate(e->R, x + 3, x + 3);
}

// T A T' for rows and columns, or A T' alone
static void turn_columns(const eval *e, double *A, int rows, int n)
{
  for (int i = 0; i < rows; i++) turn(e, A + (size_t)i * (size_t)n);
}

static void turn_both(const eval *e, double *A, int n)
{
  turn_columns(e, A, n, n);
  for (int j = 0; j < n && e->base >= 0; j++) {
    double c[6];
    for (int i = 0; i < 6; i++) c[i] = A[i * n + j];
    turn(e, c);
    for (int i = 0; i < 6; i++) A[i * n + j] = c[i];
  }
}

// a_W = T a + c, bias_W = T bias - M_W c, with c = w x v of the base in world axes
static void turn_all(const eval *e, rows *r)
{
  double c[3], w[3], v[3];
  turn_both(e, r->mass, r->n);
  turn(e, r->bias);
  turn(e, r->acceleration);
  turn(e, r->effort);
  turn(e, r->parts);
  if (e->base < 0) return;
  rotate(e->R, e->v, v);
  rotate(e->R, e->v + 3, w);
  cross(w, v, c);
  for (int k = 0; k < 3; k++) r->acceleration[k] += c[k];
  for (int i = 0; i < r->n; i++)
    for (int k = 0; k < 3; k++) r->bias[i] -= r->mass[i * r->n + k] * c[k];
}

// Bodies and joints alone. Forward dynamics last: it leaves the velocities for the observer. Driven coordinates keep the given
// acceleration.
static void move_skeleton(eval *e, rows *r)
{
  const dv_model *m = e->m;
  size_t n = (size_t)m->nv * sizeof(double);
  double *tau = DV_TAKE(e->a->arena, double, m->nv), *w = e->work;
  if (n) memcpy(r->acceleration, e->acceleration, n);
  if (n) memcpy(tau, e->effort, n);
  dv_engine_forward_dynamics(m, e->q, e->v, tau, r->acceleration, w);
  memcpy(w + m->work_q, e->q, (size_t)m->nq * sizeof *w);
  memcpy(w + m->work_v, e->v, n);
  memcpy(w + m->work_a, r->acceleration, n);
  memset(w + m->work_sum, 0, (size_t)m->nsum * sizeof *w);
}

// With all parts, and the given efforts beside; what driven coordinates do is their signals'.
static void move_machine(eval *e, rows *r)
{
  const dv_model *m = e->m;
  dv_engine_with_efforts(m, 0, e->q, e->d, e->effort, e->dx, e->work);
  dv_engine_part_efforts(m, e->effort, r->parts, e->work);
  if (dv_engine_with_efforts(m, 0, e->q, e->d, e->effort, e->dx, e->work))
    dv_diag_add(e->machine->diags, DV_WARNING, (dv_mark){e->a->operand[0], 0, 0}, NULL, "something is not finite at this state");
  for (int i = 0; i < m->nv; i++) r->acceleration[i] = e->dx[m->nq + i];
  for (int i = 0; i < m->nv; i++) r->effort[i] -= r->parts[i];
}

static void compute(eval *e, rows *r)
{
  const dv_model *m = e->m;
  dv_arena *a = e->a->arena;
  int n = r->n = m->nv;
  double *zero = DV_TAKE(a, double, n), *w = e->work;
  r->mass = DV_TAKE(a, double, (size_t)n *(size_t)n);
  r->bias = DV_TAKE(a, double, n);
  r->acceleration = DV_TAKE(a, double, n);
  r->effort = DV_TAKE(a, double, n);
  r->parts = DV_TAKE(a, double, n);
  dv_engine_mass_matrix(m, e->q, r->mass, w);
  r->tree_mass = DV_TAKE(a, double, (size_t)n *(size_t)n);
  if (n) memcpy(r->tree_mass, r->mass, (size_t)(n * n) * sizeof *w);
  dv_engine_inverse_dynamics(m, e->q, e->v, zero, r->bias, w);
  dv_engine_inverse_dynamics(m, e->q, e->v, e->acceleration, r->effort, w);
  if (has(e->a, "skeleton")) move_skeleton(e, r);
  else move_machine(e, r);
  dv_engine_x1.observe(m, numbers(m), e->q, w);
  turn_all(e, r);
}

static void put_bodies(dv_json_out *o, const eval *e)
{
  dv_json_open(o, "bodies", '{');
  for (int i = 0; i < DV_MODEL_COUNT(e->m, BODY); i++) {
    const dv_body *b = dv_model_BODY(e->m) + i;
    const double *pose = e->work + b->pose, *twist = e->work + b->twist;
    dv_json_open(o, dv_model_text(e->m, b->name), '{');
    dv_json_numbers(o, "position", pose + 9, 3);
    dv_json_numbers(o, "quaternion", pose + 12, 4);
    dv_json_numbers(o, "velocity", twist + 3, 3);
    dv_json_numbers(o, "angular_velocity", twist, 3);
    dv_json_close(o);
  }
  dv_json_close(o);
}

static void put_joint_numbers(dv_json_out *o, const eval *e, const char *key, int position)
{
  dv_json_open(o, key, '{');
  for (int i = 0; i < DV_MODEL_COUNT(e->m, JOINT); i++) {
    const dv_joint *j = joint_at(e->m, i);
    const double *at = position ? e->q + j->iq : e->v + j->iv;
    int n = position ? j->nq : j->nv;
    if (n == 1) dv_json_number(o, dv_model_text(e->m, j->name), *at);
    else if (n) dv_json_numbers(o, dv_model_text(e->m, j->name), at, n);
  }
  dv_json_close(o);
}

// Independent rates, the map v = G y' and the mass matrix of the closed machine, G^T M G.
static void put_loops(dv_json_out *o, eval *e, const rows *r)
{
  dv_arena *a = e->a->arena;
  size_t n = (size_t)r->n;
  double *G = DV_TAKE(a, double, n *n), *B = DV_TAKE(a, double, n *n);
  int *column = DV_TAKE(a, int, n);
  const char **name = DV_TAKE(a, const char *, n);
  if (!DV_MODEL_COUNT(e->m, LOOP)) return;
  int free = dv_engine_loops_map(e->m, e->q, e->d, G, e->work);
  dv_engine_loops_columns(e->m, e->d, column);
  for (int j = 0; j < r->n; j++)
    if (column[j] >= 0) name[column[j]] = rate_name(a, e->m, j);
  for (int i = 0; i < free; i++)
    for (int j = 0; j < free; j++)
      for (int p = 0; p < r->n; p++)
        for (int q = 0; q < r->n; q++) B[i * free + j] += G[p * free + i] * r->tree_mass[p * r->n + q] * G[q * free + j];
  dv_json_texts(o, "independent", name, free);
  dv_json_matrix(o, "map", G, r->n, free);
  dv_json_matrix(o, "independent_mass_matrix", B, free, free);
}

static void put_reactions(dv_json_out *o, const eval *e)
{
  dv_json_open(o, "reactions", '{');
  for (int i = 0; i < DV_MODEL_COUNT(e->m, LOOP); i++) {
    const dv_loop *l = dv_model_LOOP(e->m) + i;
    if (dv_model_CLOSURE(e->m)[l->row].what == DV_RELATION) continue;
    dv_json_open(o, dv_model_text(e->m, l->name), '{');
    dv_json_numbers(o, "force", e->work + l->reaction, 3);
    dv_json_numbers(o, "moment", e->work + l->reaction + 3, 3);
    dv_json_close(o);
  }
  for (int i = 0; i < DV_MODEL_COUNT(e->m, JOINT); i++) {
    const dv_joint *j = joint_at(e->m, i);
    dv_json_open(o, dv_model_text(e->m, j->name), '{');
    dv_json_numbers(o, "force", e->work + j->reaction, 3);
    dv_json_numbers(o, "moment", e->work + j->reaction + 3, 3);
    dv_json_close(o);
  }
  dv_json_close(o);
}

// A body's origin or a named point: body and place in its axes; 0 if there is none such.
static int find_point(const dv_model *m, const char *name, int *body, double at[3])
{
  memset(at, 0, 3 * sizeof *at);
  for (int i = 0; i < DV_MODEL_COUNT(m, BODY); i++)
    if (!strcmp(dv_model_text(m, dv_model_BODY(m)[i].name), name)) return *body = i, 1;
  for (int i = 0; i < DV_MODEL_COUNT(m, POINT); i++) {
    const dv_point *p = dv_model_POINT(m) + i;
    if (strcmp(dv_model_text(m, p->name), name)) continue;
    memcpy(at, numbers(m) + p->num, 3 * sizeof *at);
    return *body = p->body, 1;
  }
  return 0;
}

static void unknown_point(eval *e, const char *name)
{
  const dv_model *m = e->m;
  int nb = DV_MODEL_COUNT(m, BODY), np = DV_MODEL_COUNT(m, POINT);
  const char **names = DV_TAKE(e->a->arena, const char *, nb + np);
  for (int i = 0; i < nb; i++) names[i] = dv_model_text(m, dv_model_BODY(m)[i].name);
  for (int i = 0; i < np; i++) names[nb + i] = dv_model_text(m, dv_model_POINT(m)[i].name);
  bad_usage(e->a, did_you_mean(e->a->arena, name, names, nb + np), "--jacobian: there is no body or point '%s'", name);
}

static void put_jacobians(dv_json_out *o, eval *e)
{
  const char **name;
  int n = values_of(e->a, "jacobian", &name), nv = e->m->nv;
  if (!n) return;
  dv_json_open(o, "jacobians", '{');
  for (int i = 0; i < n; i++) {
    double at[3], *J = DV_TAKE(e->a->arena, double, 6 * nv);
    int body;
    if (!find_point(e->m, name[i], &body, at)) {
      unknown_point(e, name[i]);
      continue;
    }
    dv_engine_jacobian(e->m, e->q, body, at, J, e->work);
    turn_columns(e, J, 6, nv);
    dv_json_open(o, name[i], '{');
    dv_json_matrix(o, "linear", J + 3 * nv, 3, nv);
    dv_json_matrix(o, "angular", J, 3, nv);
    dv_json_close(o);
  }
  dv_json_close(o);
}

static void put_sums(dv_json_out *o, const eval *e)
{
  const double *h = e->work + e->m->work_momentum, *energy = e->work + e->m->work_energy;
  dv_json_open(o, "momentum", '{');
  dv_json_numbers(o, "linear", h + 3, 3);
  dv_json_numbers(o, "angular", h, 3);
  dv_json_close(o);
  dv_json_numbers(o, "centre_of_mass", h + 6, 3);
  dv_json_open(o, "energy", '{');
  dv_json_number(o, "kinetic", energy[DV_ENERGY_KINETIC]);
  dv_json_number(o, "potential", energy[DV_ENERGY_POTENTIAL]);
  if (!has(e->a, "skeleton")) dv_json_number(o, "stored", energy[DV_ENERGY_STORED]);
  dv_json_close(o);
}

static void write_json(eval *e, const rows *r)
{
  dv_json_out o = {.text = {.arena = e->a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, e->a->operand[0], 1);
  // where it stands, loops closed: as --at takes it
  put_joint_numbers(&o, e, "position", 1);
  put_joint_numbers(&o, e, "rate", 0);
  dv_json_texts(&o, "coordinates", r->name, r->n);
  dv_json_matrix(&o, "mass_matrix", r->mass, r->n, r->n);
  dv_json_numbers(&o, "bias", r->bias, r->n);
  dv_json_numbers(&o, "acceleration", r->acceleration, r->n);
  dv_json_numbers(&o, "effort", r->effort, r->n);
  dv_json_numbers(&o, "parts", r->parts, r->n);
  put_bodies(&o, e);
  put_sums(&o, e);
  put_reactions(&o, e);
  put_loops(&o, e, r);
  put_jacobians(&o, e);
  put_diags(&o, e->machine->diags);
  dv_json_close(&o);
  if (!e->a->diags->nerror) print_json(&o);
}

static void write_table(eval *e, const rows *r)
{
  const dv_model *m = e->m;
  const double *energy = e->work + m->work_energy;
  printf("%-20s %14s %14s %14s %14s %14s\n", "coordinate", "rate", "bias", "parts", "acceleration", "effort");
  for (int i = 0; i < r->n; i++) {
    double rate[6];
    if (e->base >= 0 && i < 6) rotate(e->R, e->v + i / 3 * 3, rate + i / 3 * 3);
    printf("%-20s %14.7g %14.7g %14.7g %14.7g %14.7g\n", r->name[i], e->base >= 0 && i < 6 ? rate[i] : e->v[i], r->bias[i],
           r->parts[i], r->acceleration[i], r->effort[i]);
  }
  printf("\n%-20s %14s %14s %14s   velocity\n", "body", "x [m]", "y [m]", "z [m]");
  for (int i = 0; i < DV_MODEL_COUNT(m, BODY); i++) {
    const dv_body *b = dv_model_BODY(m) + i;
    const double *p = e->work + b->pose + 9, *v = e->work + b->twist + 3;
    printf("%-20s %14.7g %14.7g %14.7g   %.7g %.7g %.7g m/s\n", dv_model_text(m, b->name), p[0], p[1], p[2], v[0], v[1], v[2]);
  }
  printf("\nenergy: kinetic %.9g J, potential %.9g J", energy[DV_ENERGY_KINETIC], energy[DV_ENERGY_POTENTIAL]);
  if (has(e->a, "skeleton")) puts("; bodies and joints alone, without the machine's parts");
  else printf(", stored in parts %.9g J\n", energy[DV_ENERGY_STORED]);
  puts("--json gives the mass matrix, reactions and all digits.");
}

void eval_write(eval *e)
{
  rows r = {0};
  compute(e, &r);
  name_rows(e, &r);
  if (has(e->a, "json") || has(e->a, "jacobian")) write_json(e, &r);
  else write_table(e, &r);
}
