// equilibrium.c: `davit equilibrium FILE`: a state of rest near the initial state.
#include "cli.h"

#include <math.h>
#include <stdio.h>

const option options_equilibrium[] = {
    OPTION("hold", "a,b", "joints that stay where they are (default: those of the file's `start:`)"),
    OPTION_ROW("save-state", "FILE", "write the state, to start a run from", WRITES_STATE),
    OPTION("json", NULL, "as JSON"),
    OPTION("derivatives", "exact|differences",
           "slopes of the search: by the machine's graph (default), or differences, to compare"),
    MACHINE_OPTIONS,
    END_OPTIONS};

static void put_states(const args *a, const dv_machine *m, const dv_state *s, const dv_equilibrium_result *r, int ok)
{
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, a->operand[0], ok);
  dv_json_int(&o, "iterations", r->iterations);
  dv_json_number(&o, "residual", r->residual);
  dv_json_number(&o, "moved", r->moved);
  dv_json_open(&o, "state", '{');
  for (int i = 0; i < m->model->nx; i++) dv_json_number(&o, dv_model_state_name(m->model, i), s->x[i]);
  dv_json_close(&o);
  put_diags(&o, m->diags);
  dv_json_close(&o);
  print_json(&o);
}

static void print_states(const dv_machine *m, const dv_state *s, const dv_equilibrium_result *r)
{
  const dv_model *model = m->model;
  printf("equilibrium after %d iterations, residual %.3g", r->iterations, r->residual);
  if (r->moved > 0) printf(", where the machine came to in %.3g s", r->moved);
  printf("\n");
  for (int i = 0; i < model->nx; i++) {
    // rates are zero
    if (i >= model->nq && i < model->nq + model->nv) continue;
    int row = dv_model_find(model, dv_model_state_name(model, i));
    const char *unit = row < 0 ? "" : dv_model_text(model, dv_model_VARIABLE(model)[row].unit);
    printf("  %-28s %18.12g %s\n", dv_model_state_name(model, i), s->x[i], unit);
  }
}

// The eigenvalue of the linearised machine that grows fastest; noise of what may stand anywhere is left out.
static void warn_unstable(dv_machine *m, const dv_state *s)
{
  dv_linear l;
  dv_mark none = {NULL, 0, 0};
  double fastest = 0;
  int worst = 0, row = 0;
  if (dv_linearise(m->model, s, NULL, 0, NULL, 0, &l, dv_diags_new(m->arena), m->arena) || !l.nmode) return;
  for (int k = 0; k < l.nmode; k++) {
    fastest = fmax(fastest, hypot(l.re[k], l.im[k]));
    if (l.re[k] > l.re[worst]) worst = k;
  }
  if (!(l.re[worst] > 1e-3 + 1e-6 * fastest)) return;
  for (int i = 0; i < l.ndisplacement; i++)
    if (hypot(l.shape_re[i * l.n + worst], l.shape_im[i * l.n + worst]) >
        hypot(l.shape_re[row * l.n + worst], l.shape_im[row * l.n + worst]))
      row = i;
  dv_diag_add(m->diags, DV_WARNING, none, "start on the other side, or `hold` what stands on its head",
              "this rest is unstable: %s leaves it, e-fold in %.3g s", l.state[row], 1 / l.re[worst]);
}

int run_equilibrium(args *a)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 1);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  dv_state *s = dv_state_new(m->arena, m->model);
  dv_equilibrium_result r = {0};
  const char *save = value_of(a, "save-state"), **names;
  int n = items_of(a, "hold", &names);
  dv_ref *hold = DV_TAKE(a->arena, dv_ref, n);
  for (int i = 0; i < n; i++) hold[i].text = names[i];
  if (!n) hold = m->spec->start.hold, n = m->spec->start.nhold;
  int bad = dv_equilibrium_held(m->model, s, hold, n, dv_differences_chosen(m), &r, m->diags, m->arena), code = bad == 1
                                                                                                                    ? BAD_USAGE
                                                                                                                : bad ? RUN_FAILED
                                                                                                                      : FINE;
  if (code == FINE && !n) warn_unstable(m, s);
  if (code == FINE && save) code = write_state(a, m->diags, m->model, s, save);
  if (has(a, "json")) put_states(a, m, s, &r, code == FINE);
  else if (code == FINE) print_states(m, s, &r);
  return finish(m, code);
}
