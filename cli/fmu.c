// fmu.c: `davit fmu FILE`: the machine as a functional mock-up unit for other tools.
#include "cli.h"

#include "exchange/fmu.h"
#include "scene/picture.h"
#include "step/step.h"

#include <stdio.h>
#include <string.h>

enum { PICTURE = 256 };  // pixels each way

const option options_fmu[] = {
    OUTPUT("o", "FILE.fmu", "where it goes (default: the machine's name beside you)"),
    OPTION("fmi", "2|3", "version of the standard (default 3)"),
    OPTION("solver", "NAME", "how it steps in Co-Simulation: rk4, rosenbrock...; cvode becomes rosenbrock by its tolerances"),
    STEP_OPTION,
    TOLERANCE_OPTIONS,
    OPTION("until", "T", "end of the default experiment, e.g. 2s"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static const char *base_name(dv_arena *a, const char *path)
{
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
  return dot > name ? dv_arena_text(a, "%.*s", (int)(dot - name), name) : name;
}

// The core has methods of one step only, and integrates rates: what the machine says otherwise becomes rosenbrock by its
// tolerances.
static dv_solver_spec core_solver(dv_solver_spec s)
{
  if (!s.method || !dv_stepper_find(s.method, 1)) s.method = dv_solvers[DV_SOLVER_rosenbrock].name, s.step = -1, s.linear = NULL;
  if (dv_run_formulations[s.formulation].momenta) s.formulation = DV_RUN_BY_velocity;
  return s;
}

// The model as the library gives it out: with its start and its solver.
static dv_model *saved(args *a, dv_machine *m, const dv_state *s)
{
  char why[2000] = "";
  dv_mark none = {a->operand[0], 0, 0};
  if (m->model->outside.table) {
    dv_diag_add(m->diags, DV_ERROR, none, "build them into davit", "kinds from outside cannot go into an FMU: they are code");
    return NULL;
  }
  dv_solver_spec solver = core_solver(m->spec->solver);
  const dv_model *block = dv_saved_with_graph(a->arena, dv_saved_block(a->arena, m->model, &solver, s));
  dv_model *out = dv_model_load(block, (size_t)block->bytes, why, sizeof why);
  if (!out) dv_diag_add(m->diags, DV_ERROR, none, NULL, "%s", why);
  return out;
}

static int export(args *a, dv_machine *m, int version)
{
  dv_state *s = dv_state_new(m->arena, m->model);
  dv_model *model = dv_start(m, s) ? NULL : saved(a, m, s);
  if (!model) return BAD_FILE;
  const char *name = base_name(a->arena, a->operand[0]), *out = value_of(a, "o");
  dv_fmu_options o = {.version = version, .identifier = dv_fmu_identifier(a->arena, name)};
  size_t n = 0;
  o.picture = dv_picture(a->arena, m, s, PICTURE, PICTURE, &o.picture_bytes);
  if (!out) out = dv_arena_text(a->arena, "%s.fmu", name);
  const void *bytes = dv_fmu_write(a->arena, m->diags, model, &o, &n);
  int code = bytes ? write_bytes(a, m->diags, out, bytes, n) : RUN_FAILED;
  if (code == FINE)
    printf("%s: FMI %d.0, Model Exchange and Co-Simulation, %d variables, %.1f MB, for 64-bit Linux%s\n", out, version,
           dv_model_variables(model), (double)n / 1e6, dv_fmu_has_windows() ? " and Windows" : "");
  dv_model_free(model);
  return code;
}

int run_fmu(args *a)
{
  const char *fmi = value_of(a, "fmi");
  int version = !fmi || !strcmp(fmi, "3") || !strcmp(fmi, "3.0") ? 3 : !strcmp(fmi, "2") || !strcmp(fmi, "2.0") ? 2 : 0;
  if (!version) return bad_usage(a, "2 or 3", "there is no FMI version '%s' here", fmi);
  if (!dv_fmu_has_kit())
    return bad_usage(a, "build davit with -DDV_FMU=ON", "this davit was built without the library that FMUs carry");
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 1);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  return finish(m, export(a, m, version));
}
