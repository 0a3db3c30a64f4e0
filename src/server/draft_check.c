// draft_check.c: a text becomes faults and a machine, in a process of its own.
#include "server/draft_check.h"

#include "sandbox/sandbox.h"
#include "scene/live_page.h"
#include "scene/scene.h"
#include "solve/solve.h"

#include <errno.h>
#include <string.h>

static const size_t memory_most = (size_t)4 << 30;  // bytes
enum { SECONDS_MOST = 10, FAULTS_MOST = 100 };

static const char *remedy_of(const dv_diag *d)
{
  if (d->remedy || !(strstr(d->what, strerror(EACCES)) || strstr(d->what, strerror(EMFILE)))) return d->remedy;
  return "files lie below the folder of the machine file; --folder of davit edit names another";
}

static void put_faults(dv_json_out *o, const dv_diags *d)
{
  dv_json_open(o, "faults", '[');
  for (int i = 0; i < d->n && i < FAULTS_MOST; i++) {
    const dv_diag *f = &d->item[i];
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "severity", f->severity == DV_ERROR ? "error" : "warning");
    dv_json_text(o, "file", f->mark.file);
    dv_json_int(o, "line", f->mark.line);
    dv_json_int(o, "col", f->mark.col);
    dv_json_text(o, "what", f->what);
    dv_json_text(o, "remedy", remedy_of(f));
    dv_json_close(o);
  }
  dv_json_close(o);
}

// Names of the states, and where they begin: whether another machine can go on from this one.
static void put_states(dv_json_out *o, const dv_model *m, const dv_state *start)
{
  dv_json_open(o, "states", '[');
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++) {
    const dv_variable *v = &dv_model_VARIABLE(m)[i];
    if (v->role == DV_ROLE_STATE) dv_json_text(o, NULL, dv_model_text(m, v->path));
  }
  dv_json_close(o);
  dv_json_numbers(o, "start", start->x, m->nx + m->nd);
}

static void put_cases(dv_json_out *o, const dv_spec *s)
{
  dv_json_open(o, "cases", '[');
  for (int i = 0; i < s->ncase; i++) dv_json_text(o, NULL, s->cases[i].name);
  dv_json_close(o);
}

static void put_machine(dv_json_out *o, const dv_machine *m)
{
  dv_arena *a = m->arena;
  dv_solver_spec s = m->spec->solver;
  dv_state *start = dv_state_new(a, m->model);
  dv_page_solver(&s);
  if (dv_start(m, start)) return;
  const dv_model *block = dv_saved_block(a, m->model, &s, start);
  const dv_page_case c = {.name = m->spec->case_name,
                          .scene = dv_scene(a, m),
                          .parameters = "[]",
                          .block = block,
                          .bytes = (size_t)block->bytes,
                          .method = s.method,
                          .step = s.step,
                          .every = s.every > 0 ? s.every : 10 * s.step,
                          .until = s.until};
  dv_page_case_json(o, "machine", &c);
  put_cases(o, m->spec);
  put_states(o, m->model, start);
}

// The case that is driven if none is asked for, in the reading's arena; NULL: none.
static const char *operators_case(const dv_reading *r)
{
  dv_machine *m = dv_reading_machine(r, &(dv_machine_options){0});
  const char *name = m->spec ? m->spec->desk.case_name : NULL, *kept = name ? dv_arena_copy(r->arena, name, strlen(name)) : NULL;
  dv_machine_close(m);
  return kept;
}

const char *dv_draft_answer(dv_arena *a, const dv_draft *draft)
{
  dv_json_out o = {.text = {.arena = a}};
  dv_reading *r = dv_reading_text(draft->file, draft->text, draft->n);
  const char *name = draft->case_name ? draft->case_name : r->units ? operators_case(r) : NULL;
  dv_machine *m = dv_reading_machine(r, &(dv_machine_options){.case_name = name && *name ? name : NULL, .draw = 1});
  dv_json_open(&o, NULL, '{');
  if (m->model) put_machine(&o, m);
  put_faults(&o, m->diags);
  dv_json_close(&o);
  dv_machine_close(m);
  dv_reading_close(r);
  return dv_text_all(&o.text);
}

// In the other process.
static int work(void *context, dv_arena *a, dv_sandbox_out *out)
{
  const char *all = dv_draft_answer(a, context);
  dv_sandbox_put(out, all, strlen(all));
  return 0;
}

void dv_draft_check(dv_json_out *o, const dv_draft *draft)
{
  dv_arena *a = o->text.arena;
  size_t n = 0;
  const char *why = NULL;
  dv_sandbox_share share = {.folder = draft->folder, .memory = memory_most, .seconds = SECONDS_MOST};
  const char *got = dv_sandbox_run(a, &share, work, (void *)(size_t)draft, &n, &why);
  if (got) {
    dv_json_raw(o, "result", dv_arena_copy(a, got, n));
    return;
  }
  dv_diags *d = dv_diags_new(a);
  dv_diag_add(d, DV_ERROR, (dv_mark){draft->file, 1, 1}, "make the text smaller or simpler", "the text cannot be checked: %s",
              why);
  dv_json_open(o, "result", '{');
  put_faults(o, d);
  dv_json_close(o);
}
