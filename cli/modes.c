// modes.c: `davit modes FILE`: x' = A x + B u, y = C x + D u about a state; eigenvalues and mode shapes of A.
#include "modes.h"

#include <math.h>
#include <stdio.h>

const option options_modes[] = {
    OPTION("at-equilibrium", NULL,
           "linearise at the equilibrium near the initial state (joints of `start: {hold: }` held until it is found)"),
    INPUT("from-state", "FILE", "linearise at a saved state"),
    OPTION("input", "a,b", "inputs u: paths of inputs or parameters"),
    OPTION("output", "a,b", "outputs y: paths of variables"),
    OUTPUT("plot", "x.svg|x.png", "draw poles and shapes of modes"),
    OPTION("over", "path=LO:HI:N", "with --plot: poles and frequencies over a number of the file"),
    OPTION("json", NULL, "matrices, eigenvalues and shapes as JSON"),
    OPTION("derivatives", "exact|differences", "slopes by the machine's graph, to rounding (default); differences: to compare"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

enum { DOMINANT = 3 };

static double part_of(const dv_linear *l, int state, int mode)
{
  return hypot(l->shape_re[state * l->n + mode], l->shape_im[state * l->n + mode]);
}

// The states that take the largest part in a mode, largest first, down to a fifth of it.
static const char *dominant(dv_arena *a, const dv_linear *l, int mode)
{
  dv_text t = {.arena = a};
  char *taken = DV_TAKE(a, char, l->n);
  double first = 0;
  for (int k = 0; k < DOMINANT && k < l->n; k++) {
    int best = -1;
    for (int i = 0; i < l->n; i++)
      if (!taken[i] && (best < 0 || part_of(l, i, mode) > part_of(l, best, mode))) best = i;
    double size = part_of(l, best, mode);
    if (!k) first = size;
    if (size < 0.2 * first) break;
    taken[best] = 1;
    dv_text_add(&t, "%s%s", k ? ", " : "", l->state[best]);
  }
  return dv_text_all(&t);
}

static void print_modes(const args *a, const dv_linear *l)
{
  printf("%4s  %-30s %14s %10s  %s\n", "mode", "eigenvalue [1/s]", "frequency [Hz]", "damping", "states");
  for (int k = 0; k < l->nmode; k++) {
    const char *value = l->im[k] > 0 ? dv_arena_text(a->arena, "%.7g \u00b1 %.7gi", l->re[k], l->im[k])
                                     : dv_arena_text(a->arena, "%.7g", l->re[k]);
    int wide = l->im[k] > 0;  // the sign takes two bytes
    printf("%4d  %-*s %14.7g %10.4g  %s\n", k + 1, 30 + wide, value, l->frequency[k], l->damping[k], dominant(a->arena, l, k));
  }
}

static int fastest(const dv_linear *l)
{
  int at = 0;
  for (int k = 1; k < l->nmode; k++)
    if (l->frequency[k] > l->frequency[at]) at = k;
  return at;
}

static void print_steps(const args *a, const dv_linear *l)
{
  dv_stable_step s[DV_STABLE_STEPS];
  int n = l->nmode ? dv_stable_steps(l, s, a->arena) : 0;
  double pole = n ? hypot(l->re[fastest(l)], l->im[fastest(l)]) : 0;
  if (n) printf("\nfastest pole: mode %d, %.7g 1/s; largest stable step near this state:\n", fastest(l) + 1, pole);
  for (int i = 0; i < n; i++)
    if (isfinite(s[i].step)) printf("  %-14s %.6g s\n", s[i].method, s[i].step);
    else printf("  %-14s stable at any; follows the fastest pole below %.6g s\n", s[i].method, 1 / pole);
}

static void put_steps(dv_json_out *o, const dv_linear *l)
{
  dv_stable_step s[DV_STABLE_STEPS];
  int n = l->nmode ? dv_stable_steps(l, s, o->text.arena) : 0;
  if (n) dv_json_int(o, "fastest", fastest(l));
  dv_json_open(o, "largest_steps", '[');
  for (int i = 0; i < n; i++) {
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "method", s[i].method);
    if (isfinite(s[i].step)) dv_json_number(o, "step", s[i].step);
    dv_json_close(o);
  }
  dv_json_close(o);
}

static void put_mode(dv_json_out *o, const dv_linear *l, int k)
{
  double *re = DV_TAKE(o->text.arena, double, 2 * l->n), *im = re + l->n;
  for (int i = 0; i < l->n; i++) re[i] = l->shape_re[i * l->n + k], im[i] = l->shape_im[i * l->n + k];
  dv_json_open(o, NULL, '{');
  dv_json_number(o, "re", l->re[k]);
  dv_json_number(o, "im", l->im[k]);
  dv_json_number(o, "frequency", l->frequency[k]);
  dv_json_number(o, "damping", l->damping[k]);
  dv_json_numbers(o, "shape_re", re, l->n);
  dv_json_numbers(o, "shape_im", im, l->n);
  dv_json_close(o);
}

static void put_modes(const args *a, const dv_machine *m, const dv_linear *l, int ok)
{
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, a->operand[0], ok);
  if (ok) {
    dv_json_text(&o, "derivatives", l->exact ? "exact" : "differences");
    dv_json_texts(&o, "states", l->state, l->n);
    dv_json_texts(&o, "inputs", l->input, l->nu);
    dv_json_texts(&o, "outputs", l->output, l->ny);
    dv_json_matrix(&o, "A", l->A, l->n, l->n);
    dv_json_matrix(&o, "B", l->B, l->n, l->nu);
    dv_json_matrix(&o, "C", l->C, l->ny, l->n);
    dv_json_matrix(&o, "D", l->D, l->ny, l->nu);
    dv_json_open(&o, "modes", '[');
    for (int k = 0; k < l->nmode; k++) put_mode(&o, l, k);
    dv_json_close(&o);
    put_steps(&o, l);
  }
  put_diags(&o, m->diags);
  dv_json_close(&o);
  print_json(&o);
}

int modes_linearise(args *a, dv_machine *m, dv_linear *l)
{
  dv_state *s = dv_state_new(m->arena, m->model);
  const char **input, **output, *from = value_of(a, "from-state");
  int nu = items_of(a, "input", &input), ny = items_of(a, "output", &output);
  dv_equilibrium_result r;
  if (from && dv_state_load(m->model, s, from, m->diags)) return BAD_FILE;
  const dv_start_spec *at = &m->spec->start;
  if (has(a, "at-equilibrium") &&
      dv_equilibrium_held(m->model, s, at->hold, at->nhold, dv_differences_chosen(m), &r, m->diags, m->arena))
    return RUN_FAILED;
  return dv_linearise_machine(m, s, nu ? input : NULL, nu, output, ny, l) ? RUN_FAILED : FINE;
}

int run_modes(args *a)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 1);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  dv_linear l = {0};
  int code = modes_linearise(a, m, &l);
  if (has(a, "over") && !has(a, "plot")) code = bad_usage(a, "add --plot x.svg", "--over says what a figure shows");
  if (has(a, "json")) put_modes(a, m, &l, code == FINE);
  else if (code == FINE) {
    print_modes(a, &l);
    print_steps(a, &l);
  }
  if (code == FINE && has(a, "plot")) code = modes_draw(a, &l, value_of(a, "plot"));
  return finish(m, code);
}
