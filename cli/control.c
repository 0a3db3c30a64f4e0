// control.c: `davit control FILE`: a linear controller for the machine near a state, as a part of a machine file.
#include "control.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const option options_control[] = {
    OPTION("weight", "NAME=SIZE,...",
           "LQR: variables that shall be small, and the deviation that counts as one: pin=2deg,slide=5cm"),
    OPTION("effort", "NAME=SIZE,...", "the same of inputs (default: half of their range)"),
    OPTION("poles", "P,...", "instead of weights: all poles of the closed loop, 1/s: -4,-2+3i,-2-3i"),
    OPTION("input", "a,b", "inputs that the controller sets (default: all signals of kind input)"),
    OPTION("measured", "NAME=NOISE,...", "what is measured, and the deviation of its noise: a Kalman filter gives the rest"),
    OPTION("disturbance", "NAME=SIZE,...", "white noise on states or inputs, per root of a second, for the filter"),
    OPTION("period", "T", "sampling period of the controller, e.g. 10ms; without it: continuous"),
    OPTION("horizon", "N", "model predictive: LQR that keeps limits, looking N periods ahead"),
    OPTION("limit", "NAME=A..B,...", "predictive: variables that it keeps within limits, besides the inputs: slide=-20..30cm"),
    OPTION("at-equilibrium", NULL, "design at the equilibrium near the initial state"),
    INPUT("from-state", "FILE", "design at a saved state"),
    OPTION("at", "T,...|A:B:N", "design where a run is at time T; several: gains along the run, which --by chooses among"),
    OPTION("by", "NAME", "of several: the variable that chooses among them (default: time)"),
    OPTION("name", "NAME", "of the part (regulator)"),
    OPTION("part-only", NULL, "write the part alone, to be included; else a machine that runs with it"),
    OUTPUT("o", "FILE.yaml", "write the controller there"),
    OUTPUT("plot", "x.svg|x.png", "draw how the closed loop comes back from a deviation"),
    OPTION("json", NULL, "gains, poles and matrices as JSON"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static const char *pole_text(dv_arena *a, double re, double im)
{
  return im != 0 ? dv_arena_text(a, "%.7g \u00b1 %.7gi", re, fabs(im)) : dv_arena_text(a, "%.7g", re + 0.0);
}

// Poles in 1/s, also of a sampled loop: ln(z)/T.
static void pole_at(const dv_regulator *r, int k, double *re, double *im)
{
  *re = r->cl_re[k], *im = r->cl_im[k];
  if (!(r->period > 0)) return;
  double size = hypot(r->cl_re[k], r->cl_im[k]);
  *re = log(size) / r->period;
  *im = atan2(r->cl_im[k], r->cl_re[k]) / r->period;
}

static void print_poles(const control *c, int first, int n, const char *what)
{
  printf("%s\n", what);
  for (int k = first; k < first + n; k++) {
    double re, im;
    if (c->r.cl_im[k] < 0) continue;
    pole_at(&c->r, k, &re, &im);
    double size = hypot(re, im);
    printf("  %-28s %10.4g Hz  damping %.4g\n", pole_text(c->a->arena, re, im), size / (2 * acos(-1)), size > 0 ? -re / size : 0);
  }
}

static void print_gains(const control *c)
{
  const dv_linear *l = &c->l;
  printf("%-28s", "gain");
  for (int j = 0; j < l->nu; j++) printf(" %16s", l->input[j]);
  printf("\n");
  for (int i = 0; i < l->n; i++) {
    printf("  %-26s", l->state[i]);
    for (int j = 0; j < l->nu; j++) printf(" %16.8g", c->r.K[j * l->n + i]);
    printf("\n");
  }
}

static void print_filter(const control *c)
{
  const dv_linear *l = &c->l;
  int y = c->r.nmeasured;
  const double *L = c->r.period > 0 ? c->r.now : c->r.L;
  printf("%-28s", "filter gain");
  for (int j = 0; j < y; j++) printf(" %16s", c->measured[j].name);
  printf("  deviation of the estimate\n");
  for (int i = 0; i < l->n; i++) {
    printf("  %-26s", l->state[i]);
    for (int j = 0; j < y; j++) printf(" %16.8g", L[i * y + j]);
    printf("  %.4g\n", sqrt(fmax(c->r.P[i * l->n + i], 0)));
  }
}

static void print_control(const control *c)
{
  const dv_regulator *r = &c->r;
  print_gains(c);
  if (r->L) print_filter(c);
  print_poles(c, 0, c->l.n, r->period > 0 ? "closed loop, sampled: ln(z)/T [1/s]" : "closed loop [1/s]");
  if (r->L) print_poles(c, c->l.n, c->l.n, "filter [1/s]");
  if (r->X) printf("Riccati's equation: %.2g of its largest term is left", r->left_X);
  if (r->X && r->P) printf("; that of the filter: %.2g", r->left_P);
  if (r->X || r->P) printf("\n");
}

static void print_points(const control *point, int n)
{
  for (int k = 0; k < n; k++) {
    if (n > 1)
      printf("%sat %.6g s, %s = %.6g\n", k ? "\n" : "", point->time[k], point->schedule ? point->schedule : "t", point[k].by);
    print_control(&point[k]);
  }
}

static void put_design(dv_json_out *o, const control *c)
{
  const dv_linear *l = &c->l;
  const dv_regulator *r = &c->r;
  dv_json_matrix(o, "A", r->A, l->n, l->n);
  dv_json_matrix(o, "B", r->B, l->n, l->nu);
  dv_json_matrix(o, "K", r->K, l->nu, l->n);
  if (r->S) dv_json_matrix(o, "S", r->S, l->nu, l->nu);
  if (r->X) dv_json_matrix(o, "X", r->X, l->n, l->n), dv_json_number(o, "residual", r->left_X);
  if (r->L) {
    dv_json_matrix(o, "C", r->C, r->nmeasured, l->n);
    dv_json_matrix(o, "L", r->L, l->n, r->nmeasured);
    if (r->period > 0) dv_json_matrix(o, "L_now", r->now, l->n, r->nmeasured);
    dv_json_matrix(o, "P", r->P, l->n, l->n);
    dv_json_number(o, "filter_residual", r->left_P);
  }
  dv_json_numbers(o, "poles_re", r->cl_re, r->npoles);
  dv_json_numbers(o, "poles_im", r->cl_im, r->npoles);
}

// One design stands among the other members, several in a list.
static void put_control(const control *point, int n, int ok)
{
  const control *c = point;
  dv_json_out o = {.text = {.arena = c->a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, c->a->operand[0], ok);
  if (ok) {
    dv_json_texts(&o, "states", c->l.state, c->l.n);
    dv_json_texts(&o, "inputs", c->l.input, c->l.nu);
    dv_json_number(&o, "period", c->r.period);
    if (n == 1) put_design(&o, c);
    else dv_json_open(&o, "points", '[');
    for (int k = 0; k < n && n > 1; k++) {
      dv_json_open(&o, NULL, '{');
      dv_json_number(&o, "at", c->time[k]);
      dv_json_number(&o, "by", point[k].by);
      put_design(&o, &point[k]);
      dv_json_close(&o);
    }
    if (n > 1) dv_json_close(&o);
  }
  put_diags(&o, c->m->diags);
  dv_json_close(&o);
  print_json(&o);
}

// How far a pole of the design is from any of the machine with the part in it, of its size.
static double farthest(const dv_regulator *r, const dv_linear *l)
{
  double worst = 0;
  for (int i = 0; i < r->npoles; i++) {
    double least = HUGE_VAL;
    for (int k = 0; k < l->n; k++) least = fmin(least, hypot(l->re[k] - r->cl_re[i], l->im[k] - r->cl_im[i]));
    worst = fmax(worst, least / (1 + hypot(r->cl_re[i], r->cl_im[i])));
  }
  return worst;
}

// Poles of the machine with the part in it, against those of the design. 1: they cannot be found.
static int compare_poles(const control *c, dv_machine *m, double *worst)
{
  dv_state *s = dv_state_new(m->arena, m->model);
  dv_linear l;
  for (int i = 0; i < c->m->model->nx; i++) {
    int at = dv_model_find(m->model, dv_model_state_name(c->m->model, i));
    if (at >= 0 && dv_model_VARIABLE(m->model)[at].array == DV_IN_STATE)
      s->x[dv_model_VARIABLE(m->model)[at].index] = c->state->x[i];
  }
  s->t = c->state->t;
  if (dv_linearise(m->model, s, NULL, 0, NULL, 0, &l, m->diags, m->arena) || l.n != c->r.npoles) return 1;
  *worst = fmax(*worst, farthest(&c->r, &l));
  return 0;
}

// The written file opens; where its poles are those of the design (continuous, chosen by time if at all) they are compared.
static int verify(const control *point, int n, const char *path)
{
  const control *c = point;
  dv_machine_options o = machine_options(c->a, NULL);
  dv_machine *m = dv_machine_open(path, &o);
  double worst = 0;
  int code = FINE, bad = 0, quiet = has(c->a, "json");
  if (!m->model) {
    dv_diag_add(c->m->diags, DV_ERROR, (dv_mark){path, 0, 0}, "write --part-only and connect it by hand",
                "the machine with the controller does not open: %s", m->diags->n ? m->diags->item[0].what : "");
    code = RUN_FAILED;
  } else if (!(c->r.period > 0) && !c->schedule) {
    for (int k = 0; k < n && !bad; k++) bad = compare_poles(&point[k], m, &worst);
    if (bad || !(worst < 1e-3))
      dv_diag_add(c->m->diags, DV_WARNING, (dv_mark){path, 0, 0}, "look at it with davit modes",
                  "the poles of the machine with the controller differ from the design");
    else if (!quiet) printf("%s: the machine with the controller has these poles, to %.1g\n", path, worst);
    if (bad) code = RUN_FAILED;
  } else if (!quiet) printf("%s: written; it opens as a machine with the controller\n", path);
  dv_machine_close(m);
  return code;
}

static int write_controller(const control *point, int n)
{
  const char *path = value_of(point->a, "o");
  if (!path) return FINE;
  int code = write_text(point->a, point->m->diags, path, control_text(point, n, path));
  return code != FINE || has(point->a, "part-only") ? code : verify(point, n, path);
}

static int design(control *c)
{
  int code = control_read(c);
  if (code == FINE) code = control_numbers(c);
  if (code == FINE && dv_regulator_design(c->m->arena, c->m->diags, &c->r)) code = RUN_FAILED;
  return code;
}

int run_control(args *a)
{
  control c = {.a = a}, *point = &c;
  c.m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!c.m->model) return fail_open(a, c.m, a->operand[0]);
  int code = design(&c), n = c.ntime > 1 ? c.ntime : 1;
  if (code == FINE) code = control_along(&c, &point);
  if (code == FINE && !has(a, "json")) print_points(point, n);
  if (code == FINE) code = write_controller(point, n);
  if (code == FINE && value_of(a, "plot")) code = control_draw(point, value_of(a, "plot"));
  if (has(a, "json") && code != BAD_USAGE) put_control(point, n, code == FINE);
  return finish(c.m, code);
}
