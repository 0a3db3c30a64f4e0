// davit.c: the public library over machines, runs and histories.
#include "davit/davit.h"

#include "assemble/assemble.h"
#include "record/record.h"
#include "solve/solve.h"

#include <string.h>

typedef struct {
  const char **item;
  int n, cap;
} texts;

struct dv_session {
  dv_arena *arena;
  const char *path, *case_name;
  texts settings, patterns;
  dv_machine *machine;  // of the last check or run
  dv_record *record;
  dv_run_result result;
};

const char *dv_version(void) { return DAVIT_VERSION; }

static const char *keep(dv_session *s, const char *text) { return text ? dv_arena_copy(s->arena, text, strlen(text)) : NULL; }

dv_session *dv_open(const char *path)
{
  dv_arena *a = dv_arena_new();
  dv_session *s = DV_TAKE(a, dv_session, 1);
  s->arena = a;
  s->path = keep(s, path);
  return s;
}

static void forget(dv_session *s)
{
  dv_machine_close(s->machine);
  s->machine = NULL;
  s->record = NULL;
  memset(&s->result, 0, sizeof s->result);
}

void dv_close(dv_session *s)
{
  if (!s) return;
  forget(s);
  dv_arena_free(s->arena);
}

void dv_case(dv_session *s, const char *name) { s->case_name = keep(s, name); }

void dv_set(dv_session *s, const char *path, const char *value)
{
  *DV_PUSH(s->arena, &s->settings) = dv_arena_text(s->arena, "%s=%s", path, value);
}

void dv_record_only(dv_session *s, const char *pattern) { *DV_PUSH(s->arena, &s->patterns) = keep(s, pattern); }

int dv_check(dv_session *s)
{
  forget(s);
  dv_machine_options o = {.case_name = s->case_name, .settings = s->settings.item, .nsetting = s->settings.n};
  s->machine = dv_machine_open(s->path, &o);
  return s->machine->model ? DV_OK : DV_BAD_FILE;
}

int dv_simulate(dv_session *s)
{
  static const char *const shown[] = {NULL};
  if (dv_check(s)) return DV_BAD_FILE;
  dv_machine *m = s->machine;
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  int own = s->patterns.n > 0;
  s->record =
      dv_record_new(m->arena, m->diags, m->model, own ? s->patterns.item : (const char **)(size_t)shown, own ? s->patterns.n : 1);
  if (!s->record) return DV_BAD_USE;
  dv_state *state = dv_state_new(m->arena, m->model);
  if (dv_start(m, state)) return DV_RUN_FAILED;
  return dv_run(m->model, state, &o, dv_record_row, NULL, s->record, &s->result, m->diags, m->arena) ? DV_RUN_FAILED : DV_OK;
}

int dv_message_count(const dv_session *s) { return s->machine ? s->machine->diags->n : 0; }

const char *dv_message(const dv_session *s, int i)
{
  return i >= 0 && i < dv_message_count(s) ? dv_diag_text(s->machine->diags, i) : "";
}

int dv_row_count(const dv_session *s) { return s->record ? s->record->log->nrow : 0; }

int dv_column_count(const dv_session *s) { return s->record ? s->record->log->ncolumn : 0; }

static int is_column(const dv_session *s, int column) { return column >= 0 && column < dv_column_count(s); }

const char *dv_column_name(const dv_session *s, int column)
{
  return is_column(s, column) ? s->record->log->column[column].name : "";
}

const char *dv_column_unit(const dv_session *s, int column)
{
  return is_column(s, column) ? s->record->log->column[column].unit : "";
}

int dv_column_find(const dv_session *s, const char *name) { return s->record ? dv_history_find(s->record->log, name) : -1; }

void dv_column_read(const dv_session *s, int column, double *out)
{
  if (is_column(s, column)) dv_history_column(s->record->log, column, out);
}

int dv_save(dv_session *s, const char *path)
{
  if (!s->record) return DV_BAD_USE;
  return dv_history_write(s->record->log, path, s->machine->diags) ? DV_RUN_FAILED : DV_OK;
}

dv_summary dv_summary_of(const dv_session *s)
{
  const dv_run_result *r = &s->result;
  return (dv_summary){r->steps, r->evaluations, r->wall, r->ledger.residual, r->ledger.relative};
}
