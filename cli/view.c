// view.c: `davit view FILE`: a machine that runs live, or a result that is replayed, in the browser.
#include "cli.h"
#include "host.h"

#include "server/server.h"
#include "scene/page.h"
#include "scene/scene.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>

const option options_view[] = {
    OPTION("host", "ADDRESS", "listen there instead of on this computer only (127.0.0.1)"),
    HOST_OPTIONS,
    OPTION("record", "NAME", "recordings are NAME-1.h5, NAME-2.h5... (default: name of the machine and '-live')"),
    OPTION("solver", "NAME", "as of run (rosenbrock in the place of cvode, unless it is named here)"),
    OPTION("formulation", dv_run_formulation_words + 1, dv_run_formulation_docs + 2),
    OPTION("step", "H", "step of the fixed-step solvers, e.g. 2ms (1 ms)"),
    TOLERANCE_OPTIONS,
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static int replay(args *a, dv_serve_options *o)
{
  dv_history *l = read_run(a, a->operand[0]);
  if (!l) return BAD_FILE;
  o->page = dv_report(a->arena, l, a->operand[0], a->diags);
  if (!o->page) return BAD_FILE;
  return dv_serve(o, a->diags) ? RUN_FAILED : FINE;
}

// The case that is driven: the one asked for, or what the operator's section says.
static const char *driven_case(args *a, const dv_reading *r)
{
  const char *given = value_of(a, "case");
  if (given) return given;
  dv_machine_options o = machine_options(a, NULL);
  dv_machine *m = dv_reading_machine(r, &o);
  const char *name = m->spec && m->spec->desk.case_name
                         ? dv_arena_copy(a->arena, m->spec->desk.case_name, strlen(m->spec->desk.case_name))
                         : NULL;
  dv_machine_close(m);
  return name;
}

// Steps of one millisecond, linearly implicit: oil is stiff. cvode keeps pace every 5 ms.
static dv_run_options live_options(const args *a, const dv_machine *m)
{
  dv_run_options o = run_options(a, m);
  if (!value_of(a, "solver") && dv_solver_find(o.method)->chooses == DV_STEP_OWN)
    o.method = dv_solvers[DV_SOLVER_rosenbrock].name;
  o.method = dv_arena_copy(a->arena, o.method, strlen(o.method));  // the machine may be compiled again
  int adaptive = dv_solver_find(o.method)->chooses == DV_STEP_OWN;
  if (!(o.step > 0)) o.step = 1e-3;
  o.every = adaptive ? 5e-3 : o.step;
  return o;
}

static void warn_controls(dv_machine *m)
{
  const dv_desk_spec *d = &m->spec->desk;
  for (int i = 0; i < d->ncontrol; i++)
    if (!dv_scene_input(m, d->control[i].input.text))
      dv_diag_add(m->diags, DV_WARNING, d->control[i].input.mark,
                  "make it a signal of kind input, or choose the case where it is one",
                  "control '%s' moves no input of the machine", d->control[i].input.text);
}

// The machine's name as a file of this folder, whatever letters the machine file gave it.
static const char *recordings_of(args *a, const dv_machine *m)
{
  char *name = dv_arena_text(a->arena, "%.100s-live", m->spec->name ? m->spec->name : "machine");
  for (char *c = name; *c; c++)
    if (*c == '/' || (unsigned char)*c < ' ' || *c == 127 || (c == name && (*c == '.' || *c == '-'))) *c = '_';
  return name;
}

static int drive(args *a, dv_serve_options *o, const dv_reading *r)
{
  const char *record = value_of(a, "record");
  dv_machine_options options = machine_options(a, driven_case(a, r));
  options.draw = 1;
  dv_machine *m = dv_reading_machine(r, &options);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  warn_controls(m);
  print_diags(m->diags);
  dv_text page = {.arena = a->arena};
  dv_text_put(&page, (const char *)dv_page, dv_page_bytes);
  o->page = &page;
  dv_session_options s = {.reading = r,
                          .options = options,
                          .run = live_options(a, m),
                          .record = record ? record : recordings_of(a, m),
                          .command = a->command,
                          .version = DAVIT_VERSION,
                          .say = host_say};
  o->session = dv_session_new(m, &s);
  int bad = dv_serve(o, a->diags);
  dv_session_close(o->session);
  return bad ? RUN_FAILED : FINE;
}

// Recordings come and go for days: what is large is the system's again when it is freed. By itself the allocator learns from the
// first large piece to keep such pieces, in the heap of each thread.
static void give_back(void)
{
  enum { LARGE = 1 << 17 };
  mallopt(M_MMAP_THRESHOLD, LARGE);
  mallopt(M_TRIM_THRESHOLD, LARGE);
}

static int live(args *a, dv_serve_options *o)
{
  give_back();
  dv_import_options import = import_options(a);
  dv_reading *r = dv_reading_open_with(a->operand[0], &import);
  int code = drive(a, o, r);
  dv_reading_close(r);
  return code;
}

int run_view(args *a)
{
  dv_serve_options o;
  host h = {.a = a, .may = "watch, drive, record and change parameters"};
  int bad = host_begin(&h, &o);
  if (bad) return bad;
  if (dv_page_missing(a->diags)) return RUN_FAILED;
  watch_signals();
  int code = is_result(a->operand[0]) ? replay(a, &o) : live(a, &o);
  host_end(&h);
  return code;
}
