// davit.c: the public library over machines, runs and histories.
#include "davit/davit.h"

#include "assemble/assemble.h"
#include "base/file.h"
#include "exchange/fmu_in.h"
#include "outside/outside.h"
#include "record/record.h"
#include "scene/film.h"
#include "scene/page.h"
#include "scene/scene.h"
#include "solve/solve.h"
#include "spec/plots_json.h"

#include <setjmp.h>
#include <string.h>

typedef struct {
  const char **item;
  int n, cap;
} texts;

struct dv_session {
  dv_arena *arena;
  const char *path, *case_name;
  texts settings, patterns, libraries;
  int lost;       // a setting had no room: no run of this session would be what was asked for
  int no_memory;  // of the last call
  volatile sig_atomic_t halt;
  int film, allow_fmus;
  dv_arena *work;       // of the last check or run; all of it goes when it is given up
  dv_machine *machine;  // in it
  dv_record *record;
  dv_filming *filming;  // NULL: nobody watches
  dv_run_result result;
};

static const char no_memory[] = "error: out of memory; record fewer columns or a longer interval, or free memory and try again";

const char *dv_version(void) { return DAVIT_VERSION; }

static void forget(dv_session *s)
{
  dv_arena_free(s->work);
  s->work = NULL;
  s->machine = NULL;
  s->record = NULL;
  s->filming = NULL;
  s->no_memory = 0;
  memset(&s->result, 0, sizeof s->result);
}

static void jump(void *out) { longjmp(*(jmp_buf *)out, 1); }

// Work that takes memory: without enough of it control comes back here, whatever the work was doing.
static int guarded(dv_session *s, int (*work)(dv_session *s, const void *what), const void *what)
{
  jmp_buf out;
  if (!s) return DV_BAD_USE;
  if (setjmp(out)) {
    dv_arena_guard(s->arena, NULL, NULL);
    return DV_NO_MEMORY;
  }
  dv_arena_guard(s->arena, jump, &out);
  int code = work(s, what);
  dv_arena_guard(s->arena, NULL, NULL);
  return code;
}

// The same for work whose results are of no use when it was given up.
static int guarded_run(dv_session *s, int (*work)(dv_session *s, const void *what))
{
  int code = guarded(s, work, NULL);
  if (code != DV_NO_MEMORY) return code;
  forget(s);
  s->no_memory = 1;
  return code;
}

static const char *keep(dv_session *s, const char *text) { return text ? dv_arena_copy(s->arena, text, strlen(text)) : NULL; }

static int keep_path(dv_session *s, const void *path) { return s->path = keep(s, path), 0; }

dv_session *dv_open(const char *path)
{
  jmp_buf out;
  dv_arena *a = dv_arena_try();
  if (!a) return NULL;
  if (setjmp(out)) return dv_arena_free(a), NULL;
  dv_arena_guard(a, jump, &out);
  dv_session *s = DV_TAKE(a, dv_session, 1);
  s->arena = a;
  if (guarded(s, keep_path, path ? path : "")) return dv_arena_free(a), NULL;
  return s;
}

void dv_close(dv_session *s)
{
  if (!s) return;
  forget(s);
  dv_arena_free(s->arena);
}

static int keep_case(dv_session *s, const void *name) { return s->case_name = keep(s, name), 0; }

void dv_case(dv_session *s, const char *name)
{
  if (guarded(s, keep_case, name) == DV_NO_MEMORY) s->lost = 1;
}

static int keep_setting(dv_session *s, const void *pair)
{
  const char *const *text = pair, *own = dv_arena_text(s->arena, "%s=%s", text[0], text[1]);
  *DV_PUSH(s->arena, &s->settings) = own;
  return 0;
}

void dv_set(dv_session *s, const char *path, const char *value)
{
  const char *pair[2] = {path ? path : "", value ? value : ""};
  if (guarded(s, keep_setting, pair) == DV_NO_MEMORY) s->lost = 1;
}

static int keep_pattern(dv_session *s, const void *text)
{
  const char *own = keep(s, text);
  *DV_PUSH(s->arena, &s->patterns) = own;
  return 0;
}

void dv_record_only(dv_session *s, const char *pattern)
{
  if (guarded(s, keep_pattern, pattern ? pattern : "") == DV_NO_MEMORY) s->lost = 1;
}

static int keep_library(dv_session *s, const void *path)
{
  const char *own = keep(s, path);
  *DV_PUSH(s->arena, &s->libraries) = own;
  return 0;
}

void dv_allow_fmus(dv_session *s, int on)
{
  if (s) s->allow_fmus = on;
}

void dv_use_kinds(dv_session *s, const char *library)
{
  if (guarded(s, keep_library, library ? library : "") == DV_NO_MEMORY) s->lost = 1;
}

// Libraries live as long as the machine. NULL: their faults are told as those of a machine are.
static const dv_outside *load_kinds(dv_session *s)
{
  dv_machine *none = DV_TAKE(s->work, dv_machine, 1);
  none->arena = s->work;
  none->diags = dv_diags_new(s->work);
  const dv_outside *kinds = dv_outside_load(s->work, none->diags, s->libraries.item, s->libraries.n);
  if (!kinds) s->machine = none;
  return kinds;
}

static int check(dv_session *s, const void *none)
{
  (void)none;
  forget(s);
  if (s->lost) return DV_NO_MEMORY;
  s->work = dv_arena_under(s->arena);
  dv_machine_options o = {.case_name = s->case_name, .settings = s->settings.item, .nsetting = s->settings.n, .under = s->work};
  if (s->libraries.n && !(o.kinds = load_kinds(s))) return DV_BAD_FILE;
  o.maker = dv_fmus_of_program(s->work, s->allow_fmus);
  s->machine = dv_machine_open(s->path, &o);
  return s->machine->model ? DV_OK : DV_BAD_FILE;
}

static void say_stopped(const dv_machine *m, double t)
{
  dv_mark none = {NULL, 0, 0};
  dv_diag_add(m->diags, DV_ERROR, none, NULL, "the run was stopped at t = %g s", t);
}

void dv_record_film(dv_session *s, int on)
{
  if (s) s->film = on;
}

// Results say where they come from, and hold what the viewer draws if they are to.
static void tell_facts(dv_session *s)
{
  const dv_machine *m = s->machine;
  dv_history *l = s->record->log;
  dv_json_out plots = {.text = {.arena = s->work}};
  dv_plots_json(&plots, NULL, m->spec);
  dv_history_fact(l, "machine", m->spec->name ? m->spec->name : "");
  dv_history_fact(l, "case", m->spec->case_name ? m->spec->case_name : "");
  if (m->spec->variant) dv_history_fact(l, "variant", m->spec->variant);
  dv_history_fact(l, "file", m->doc->file);
  dv_history_fact(l, "hash", m->doc->hash);
  dv_history_fact(l, "solver", m->spec->solver.method ? m->spec->solver.method : "");
  dv_history_fact(l, "davit", DAVIT_VERSION);
  dv_history_fact(l, "plots", dv_text_all(&plots.text));
  if (!s->film) return;
  s->filming = dv_filming_new(s->work, m->model, l, m->spec->solver.until);
  l->film.scene = dv_scene(s->work, m);
}

static int take_row(void *session, double t, const double *x, const double *dx, const double *work)
{
  dv_session *s = session;
  if (s->filming) dv_filming_row(s->filming, t, x, dx, work);
  return dv_record_row(s->record, t, x, dx, work);
}

static int simulate(dv_session *s, const void *none)
{
  static const char *const shown[] = {NULL};
  int code = check(s, none);
  if (code) return code;
  dv_machine *m = s->machine;
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  o.halt = &s->halt;
  int own = s->patterns.n > 0;
  s->record =
      dv_record_new(m->arena, m->diags, m->model, own ? s->patterns.item : (const char **)(size_t)shown, own ? s->patterns.n : 1);
  if (!s->record) return DV_BAD_USE;
  tell_facts(s);
  dv_state *state = dv_state_new(m->arena, m->model);
  if (dv_start(m, state)) return DV_RUN_FAILED;
  if (!dv_run(m->model, state, &o, take_row, NULL, s, &s->result, m->diags, m->arena)) return DV_OK;
  if (s->halt) say_stopped(m, state->t);
  const char *part =
      dv_arena_text(m->arena, "the run %s at t = %g s of %g s", s->halt ? "was stopped" : "failed", state->t, o.until);
  dv_history_fact(s->record->log, "incomplete", part);  // dv_save keeps what there is
  return DV_RUN_FAILED;
}

int dv_check(dv_session *s) { return guarded_run(s, check); }

int dv_simulate(dv_session *s)
{
  if (s) s->halt = 0;
  return guarded_run(s, simulate);
}

void dv_stop(dv_session *s)
{
  if (s) s->halt = 1;
}

int dv_message_count(const dv_session *s)
{
  if (!s) return 0;
  return s->no_memory ? 1 : s->machine ? s->machine->diags->n : 0;
}

const char *dv_message(const dv_session *s, int i)
{
  jmp_buf out;
  if (i < 0 || i >= dv_message_count(s)) return "";
  if (s->no_memory || setjmp(out)) return no_memory;
  dv_arena_guard(s->work, jump, &out);
  const char *text = dv_diag_text(s->machine->diags, i);
  dv_arena_guard(s->work, NULL, NULL);
  return text;
}

int dv_row_count(const dv_session *s) { return s && s->record ? s->record->log->nrow : 0; }

int dv_column_count(const dv_session *s) { return s && s->record ? s->record->log->ncolumn : 0; }

static int is_column(const dv_session *s, int column) { return column >= 0 && column < dv_column_count(s); }

const char *dv_column_name(const dv_session *s, int column)
{
  return is_column(s, column) ? s->record->log->column[column].name : "";
}

const char *dv_column_unit(const dv_session *s, int column)
{
  return is_column(s, column) ? s->record->log->column[column].unit : "";
}

int dv_column_find(const dv_session *s, const char *name)
{
  return s && s->record && name ? dv_history_find(s->record->log, name) : -1;
}

void dv_column_read(const dv_session *s, int column, double *out)
{
  if (out && is_column(s, column)) dv_history_column(s->record->log, column, out);
}

static int save_page(dv_session *s, const char *path)
{
  dv_diags *d = s->machine->diags;
  const dv_text *page = dv_report(s->work, s->record->log, path, d);
  return page && !dv_file_write(d, path, page->at, page->n) ? DV_OK : DV_RUN_FAILED;
}

static int save(dv_session *s, const void *path)
{
  if (!s->record || !path) return DV_BAD_USE;
  const char *end = strrchr(path, '.');
  if (end && !strcmp(end, ".html")) return save_page(s, path);
  return dv_history_write(s->record->log, path, s->machine->diags) ? DV_RUN_FAILED : DV_OK;
}

int dv_save(dv_session *s, const char *path) { return guarded(s, save, path); }

dv_summary dv_summary_of(const dv_session *s)
{
  if (!s) return (dv_summary){0};
  const dv_run_result *r = &s->result;
  return (dv_summary){r->steps, r->evaluations, r->wall, r->ledger.residual, r->ledger.relative};
}
