// control_read.c: what a controller shall do, by names with units; and the machine near the state where it is designed.
#include "control.h"

#include "base/number.h"
#include "kinds/control/matrix_controller.h"
#include "spec/quantity.h"

#include <math.h>
#include <string.h>

enum { STATES_MOST = DV_LINEAR_STATES, INPUTS_MOST = DV_LINEAR_OUTPUTS };

const char *control_unit(const control *c, const char *name)
{
  int at = dv_model_find(c->m->model, name);
  const char *unit = at < 0 ? "" : dv_model_text(c->m->model, dv_model_VARIABLE(c->m->model)[at].unit);
  return *unit && strcmp(unit, "1") ? unit : NULL;
}

// "name=size unit"; the unit must fit that of the variable.
static int read_sized(control *c, const char *option, const char *text, sized *out)
{
  args *a = c->a;
  const char *equals = strchr(text, '=');
  if (!equals || equals == text)
    return bad_usage(a, dv_arena_text(a->arena, "e.g. --%s 'pin=2 deg'", option), "--%s: '%s' is not name=size", option, text);
  out->name = dv_arena_copy(a->arena, text, (size_t)(equals - text));
  if (dv_quantity_read(a->arena, a->diags, dv_arena_text(a->arena, "--%s %s", option, out->name), equals + 1,
                       control_unit(c, out->name), &out->size))
    return BAD_USAGE;
  if (isfinite(out->size) && out->size > 0) return FINE;
  return bad_usage(a, NULL, "--%s: the size of '%s' must be above zero", option, out->name);
}

static int read_list(control *c, const char *option, sized **out, int *n)
{
  const char **text;
  *n = items_of(c->a, option, &text);
  *out = DV_TAKE(c->a->arena, sized, *n + 1);
  for (int i = 0; i < *n; i++) {
    int code = read_sized(c, option, text[i], &(*out)[i]);
    if (code != FINE) return code;
  }
  return FINE;
}

static int must_exist(control *c, const char *option, const sized *list, int n)
{
  for (int i = 0; i < n; i++)
    if (dv_model_find(c->m->model, list[i].name) < 0)
      return bad_usage(c->a, dv_variable_nearest(c->a->arena, c->m->model, list[i].name), "--%s: there is no variable '%s'",
                       option, list[i].name);
  return FINE;
}

// ---- inputs: signals that something outside sets

static int input_row(const control *c, const char *name, const char *what)
{
  return dv_model_find(c->m->model, dv_arena_text(c->a->arena, "%s.%s", name, what));
}

static int is_input(const control *c, const char *name)
{
  int at = input_row(c, name, "value");
  return at >= 0 && dv_model_VARIABLE(c->m->model)[at].role == DV_ROLE_INPUT;
}

static int find_inputs(control *c)
{
  const dv_model *m = c->m->model;
  const char **name;
  c->nu = items_of(c->a, "input", &name);
  c->input = DV_TAKE(c->a->arena, const char *, DV_MODEL_COUNT(m, VARIABLE) + c->nu + 1);
  for (int i = 0; i < c->nu; i++) {
    c->input[i] = name[i];
    if (!is_input(c, name[i]))
      return bad_usage(c->a, "give the machine a signal {kind: input} of that name", "'%s' is not an input", name[i]);
  }
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE) && !items_of(c->a, "input", &name); i++) {
    const char *path = dv_model_text(m, dv_model_VARIABLE(m)[i].path);
    if (is_input(c, path)) c->input[c->nu++] = path;
  }
  if (!c->nu)
    return bad_usage(c->a, "e.g. signals: {force: {kind: input, lower: -50 N, upper: 50 N}}",
                     "the machine has no input that a controller could set");
  if (c->nu > (int)INPUTS_MOST)
    return bad_usage(c->a, "choose by --input", "a controller sets at most %d inputs; there are %d", (int)INPUTS_MOST, c->nu);
  return FINE;
}

// ---- the state

static int go_to_state(control *c)
{
  args *a = c->a;
  dv_machine *m = c->m;
  const char *from = value_of(a, "from-state");
  const dv_start_spec *start = &m->spec->start;
  dv_equilibrium_result rest;
  c->state = dv_state_new(m->arena, m->model);
  if (!!from + has(a, "at") + has(a, "at-equilibrium") > 1)
    return bad_usage(a, NULL, "take one of --at, --at-equilibrium and --from-state");
  if (from && dv_state_load(m->model, c->state, from, m->diags)) return BAD_FILE;
  if (has(a, "at-equilibrium") &&
      dv_equilibrium_held(m->model, c->state, start->hold, start->nhold, dv_differences_chosen(m), &rest, m->diags, m->arena))
    return RUN_FAILED;
  if (!has(a, "at")) return FINE;
  if (dv_start(m, c->state)) return RUN_FAILED;
  return control_go_on(c, c->time[0]);
}

int control_go_on(control *c, double until)
{
  dv_machine *m = c->m;
  dv_run_options o = run_options(c->a, m);
  dv_run_result done;
  o.until = until;
  return dv_run(m->model, c->state, &o, NULL, NULL, NULL, &done, m->diags, m->arena) ? RUN_FAILED : FINE;
}

// Values at the state, and how fast it leaves it.
static int note_values(void *context, double t, const double *x, const double *dx, const double *work)
{
  control *c = context;
  const dv_model *m = c->m->model;
  for (int i = 0; i < c->nmeasured; i++) c->y0[i] = dv_variable_value(m, dv_model_find(m, c->measured[i].name), x, dx, work);
  for (int i = 0; i < c->nlimited; i++) c->z0[i] = dv_variable_value(m, dv_model_find(m, c->limited[i].name), x, dx, work);
  for (int i = 0; i < c->nu; i++) c->u0[i] = dv_variable_value(m, dv_model_find(m, c->input[i]), x, dx, work);
  c->by = c->schedule ? dv_variable_value(m, dv_model_find(m, c->schedule), x, dx, work) : t;
  c->slip = 0;
  for (int i = 0; i < m->nx; i++) c->slip = fmax(c->slip, fabs(dx[i]) / fmax(fabs(x[i]), 1));
  return 0;
}

static int look(control *c)
{
  dv_machine *m = c->m;
  dv_run_options o = run_options(c->a, m);
  dv_run_result done;
  dv_state *s = dv_state_new(m->arena, m->model);
  memcpy(s->block, c->state->block, (size_t)s->n * sizeof(double));
  s->t = c->state->t;
  c->y0 = DV_TAKE(m->arena, double, c->nmeasured + c->nlimited + 1), c->z0 = c->y0 + c->nmeasured;
  c->u0 = DV_TAKE(m->arena, double, 3 * c->nu + 2 * c->nlimited);
  c->lower = c->u0 + c->nu, c->upper = c->lower + c->nu + c->nlimited;
  for (int i = 0; i < c->nlimited; i++) c->lower[c->nu + i] = c->limited[i].size, c->upper[c->nu + i] = c->most[i];
  o.until = s->t;
  if (dv_run(m->model, s, &o, note_values, NULL, c, &done, m->diags, m->arena)) return RUN_FAILED;
  for (int i = 0; i < c->nu; i++) {
    const double *number = dv_model_NUMBER(m->model);
    const dv_variable *v = dv_model_VARIABLE(m->model);
    c->lower[i] = number[v[input_row(c, c->input[i], "lower")].index];
    c->upper[i] = number[v[input_row(c, c->input[i], "upper")].index];
  }
  if (c->slip > 1e-3 && c->ntime < 2)
    dv_diag_add(m->diags, DV_WARNING, (dv_mark){c->a->operand[0], 0, 0},
                "--at-equilibrium, or inputs that hold the machine there",
                "the machine does not rest where the controller is designed: a rate there is %.3g", c->slip);
  return FINE;
}

// ---- the linear machine

static int linearise(control *c)
{
  dv_machine *m = c->m;
  int ny = c->nweight + c->nlimited + c->nmeasured;
  const char **output = DV_TAKE(m->arena, const char *, ny + 1);
  for (int i = 0; i < c->nweight; i++) output[i] = c->weight[i].name;
  for (int i = 0; i < c->nlimited; i++) output[c->nweight + i] = c->limited[i].name;
  for (int i = 0; i < c->nmeasured; i++) output[c->nweight + c->nlimited + i] = c->measured[i].name;
  if (dv_linearise_machine(m, c->state, c->input, c->nu, output, ny, &c->l)) return RUN_FAILED;
  return FINE;
}

// Without a filter each state is measured, by its own name.
static int measure_states(control *c)
{
  const dv_linear *l = &c->l;
  c->measured = DV_TAKE(c->a->arena, sized, l->n + 1), c->nmeasured = l->n;
  for (int i = 0; i < l->n; i++) {
    c->measured[i].name = l->state[i];
    if (dv_model_find(c->m->model, l->state[i]) >= 0) continue;
    return bad_usage(c->a, "say what is measured instead: --measured NAME=NOISE", "'%s' cannot be measured as it is",
                     l->state[i]);
  }
  return FINE;
}

static int check_sizes(control *c)
{
  int filter = has(c->a, "measured");
  if (!c->l.n) return bad_usage(c->a, NULL, "the machine has no states that move");
  if (filter ? c->l.n <= (int)STATES_MOST && c->nmeasured <= (int)STATES_MOST : c->nmeasured <= (int)STATES_MOST) return FINE;
  return bad_usage(c->a, "lock what hardly moves", "a controller has at most %d states and inputs; the machine has %d states",
                   (int)STATES_MOST, c->l.n);
}

// What several designs are chosen by: a variable, or time.
static int read_schedule(control *c)
{
  args *a = c->a;
  c->schedule = value_of(a, "by");
  if (c->horizon && c->ntime > 1) return bad_usage(a, "take one time", "a predictive controller has one point");
  if (c->schedule && c->ntime < 2) return bad_usage(a, "e.g. --at 0s,2s,5s --by boom", "--by needs several times in --at");
  if (c->ntime > 1 && has(a, "measured"))
    return bad_usage(a, "estimate the states by a part of kind " DV_STATE_OBSERVER ", and leave out --measured",
                     "a filter belongs to one point: several cannot be joined");
  if (c->schedule && !strcmp(c->schedule, "t")) c->schedule = NULL;
  if (!c->schedule || dv_model_find(c->m->model, c->schedule) >= 0) return FINE;
  return bad_usage(a, dv_variable_nearest(a->arena, c->m->model, c->schedule), "--by: there is no variable '%s'", c->schedule);
}

static int read_wishes(control *c)
{
  args *a = c->a;
  int filter = has(a, "measured"), code = find_inputs(c);
  if (code == FINE && !has(a, "weight") == !has(a, "poles"))
    code = bad_usage(a, "e.g. --weight 'pin=2deg,slide=5cm', or --poles -4,-2+3i,-2-3i",
                     has(a, "weight") ? "take --weight or --poles" : "'davit control' needs --weight or --poles");
  if (code == FINE) code = read_list(c, "weight", &c->weight, &c->nweight);
  if (code == FINE) code = must_exist(c, "weight", c->weight, c->nweight);
  if (code == FINE) code = read_list(c, "measured", &c->measured, &c->nmeasured);
  if (code == FINE) code = must_exist(c, "measured", c->measured, c->nmeasured);
  if (code == FINE && !filter && has(a, "disturbance"))
    code = bad_usage(a, "add --measured NAME=NOISE", "--disturbance is for a filter");
  if (code == FINE && filter && !has(a, "disturbance"))
    code = bad_usage(a, "e.g. --disturbance 'force=5 N'", "a filter needs --disturbance: what moves the machine unforeseen");
  if (code == FINE) code = control_limits(c);
  if (code == FINE) code = must_exist(c, "limit", c->limited, c->nlimited);
  if (code == FINE) code = control_times(c);
  return code == FINE ? read_schedule(c) : code;
}

int control_here(control *c)
{
  int filter = has(c->a, "measured"), code = linearise(c);
  if (code == FINE && !filter) {
    code = measure_states(c);
    if (code == FINE) code = linearise(c);
  }
  if (code == FINE) code = check_sizes(c);
  return code == FINE ? look(c) : code;
}

int control_read(control *c)
{
  int code = read_wishes(c);
  if (code == FINE) code = go_to_state(c);
  return code == FINE ? control_here(c) : code;
}

// ---- numbers of the design

static int read_efforts(control *c)
{
  sized *list;
  int n, code = read_list(c, "effort", &list, &n);
  c->effort = DV_TAKE(c->a->arena, double, 2 * c->nu), c->shake = c->effort + c->nu;
  for (int j = 0; j < c->nu; j++) {
    double range = c->upper[j] - c->lower[j];
    c->effort[j] = isfinite(range) && range > 0 ? range / 2 : 1;
  }
  for (int i = 0; i < n && code == FINE; i++) {
    int at = -1;
    for (int j = 0; j < c->nu; j++)
      if (!strcmp(c->input[j], list[i].name)) at = j;
    if (at < 0)
      code = bad_usage(c->a, did_you_mean(c->a->arena, list[i].name, c->input, c->nu),
                       "--effort: '%s' is not an input of the controller", list[i].name);
    else c->effort[at] = list[i].size;
  }
  return code;
}

static int read_disturbances(control *c)
{
  sized *list;
  int n, code = read_list(c, "disturbance", &list, &n);
  c->disturbance = DV_TAKE(c->a->arena, double, c->l.n + 1);
  for (int i = 0; i < n && code == FINE; i++) {
    int found = 0;
    for (int j = 0; j < c->nu; j++)
      if (!strcmp(c->input[j], list[i].name)) c->shake[j] = list[i].size, found = 1;
    for (int j = 0; j < c->l.n; j++)
      if (!strcmp(c->l.state[j], list[i].name)) c->disturbance[j] = list[i].size, found = 1;
    if (!found)
      code = bad_usage(c->a, did_you_mean(c->a->arena, list[i].name, c->l.state, c->l.n),
                       "--disturbance: '%s' is neither a state nor an input of the controller", list[i].name);
  }
  return code;
}

// "-4", "-2+3i", "-2-3i".
static int read_pole(control *c, const char *text, double *re, double *im)
{
  const char *end = dv_number_read(text, re);
  *im = 0;
  if (end && *end == '+') end++;
  if (end && *end && strcmp(end, "i")) end = dv_number_read(end, im);
  if (end && *end == 'i' && !end[1] && *im != 0) end++;
  if (end && !*end && isfinite(*re) && isfinite(*im)) return FINE;
  return bad_usage(c->a, "e.g. -4 or -2+3i", "--poles: '%s' is not a pole", text);
}

static int read_poles(control *c)
{
  const char **text;
  int n = items_of(c->a, "poles", &text), states = c->l.n;
  double *re = DV_TAKE(c->a->arena, double, 2 * n + 2), *im = re + n;
  if (n && n != states)
    return bad_usage(c->a, "'davit modes' shows those that it has", "the machine has %d states: give as many poles, not %d",
                     states, n);
  for (int i = 0; i < n; i++)
    if (read_pole(c, text[i], &re[i], &im[i])) return BAD_USAGE;
    else if (!(re[i] < 0))
      dv_diag_add(c->m->diags, DV_WARNING, (dv_mark){c->a->operand[0], 0, 0}, "write it with a minus",
                  "--poles: '%s' does not fade: the machine will leave the state of the design by it", text[i]);
  for (int i = 0; i < n; i++) {
    if (im[i] == 0) continue;
    if (i + 1 == n || re[i + 1] != re[i] || im[i + 1] != -im[i])
      return bad_usage(c->a, "write both, one after the other: -2+3i,-2-3i", "--poles: '%s' has no conjugate next to it",
                       text[i]);
    i++;
  }
  c->r.npole = n, c->r.re = re, c->r.im = im;
  return FINE;
}

int control_numbers(control *c)
{
  const char *period = value_of(c->a, "period");
  int code = read_efforts(c);
  if (code == FINE) code = read_disturbances(c);
  if (code == FINE) code = read_poles(c);
  if (code != FINE) return code;
  if (period && dv_quantity_read(c->a->arena, c->a->diags, "--period", period, "s", &c->r.period)) return BAD_USAGE;
  if (period && !(c->r.period >= 1e-6 && c->r.period <= 1e6))
    return bad_usage(c->a, "e.g. 10ms", "--period must be between 1 us and 1e6 s");
  double *noise = DV_TAKE(c->a->arena, double, 2 * c->l.ny + 1), *weight = noise + c->l.ny;
  for (int i = 0; i < c->nmeasured; i++) noise[i] = c->measured[i].size;
  for (int i = 0; i < c->nweight; i++) weight[i] = c->weight[i].size;
  c->r.l = &c->l, c->r.file = c->a->operand[0], c->r.nweight = c->nweight, c->r.weight = weight;
  c->r.nlimited = c->nlimited;
  c->r.effort = c->effort, c->r.shake = c->shake, c->r.noise = noise;
  c->r.disturbance = has(c->a, "measured") ? c->disturbance : NULL;
  return FINE;
}
