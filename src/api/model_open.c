// model_open.c: models from machine files.
#include "assemble/assemble.h"
#include "exchange/fmu_in.h"
#include "outside/outside.h"
#include "run/model_keep.h"
#include "solve/solve.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static void jump(void *out) { longjmp(*(jmp_buf *)out, 1); }

typedef struct {
  char *text;
  size_t room, used;
} notes;

static void note(notes *n, const char *text)
{
  if (!n->text || n->used >= n->room) return;
  int wrote = snprintf(n->text + n->used, n->room - n->used, "%s%s", n->used ? "\n" : "", text);
  n->used += wrote > 0 ? (size_t)wrote : 0;
}

static void note_all(notes *n, const dv_diags *d)
{
  for (int i = 0; i < d->n; i++) note(n, dv_diag_text(d, i));
}

static dv_model *open_machine(dv_arena *a, const char *path, const dv_machine_options *o, notes *n)
{
  dv_machine *machine = dv_machine_open(path, o);
  dv_model *out = NULL;
  dv_state *s = machine->model ? dv_state_new(machine->arena, machine->model) : NULL;
  if (s && !dv_start(machine, s)) {
    const dv_model *m = dv_saved_block(a, machine->model, &machine->spec->solver, s);
    out = dv_model_keep_new((size_t)m->bytes);
    if (out) memcpy(out, m, (size_t)m->bytes);
    else note(n, "error: out of memory");
  }
  note_all(n, machine->diags);
  return out;
}

// Kinds of these libraries live in an arena of their own, as long as the model.
static const dv_outside *load(dv_arena *a, const char *const *library, int n, notes *told)
{
  dv_diags *d = dv_diags_new(a);
  const dv_outside *kinds = dv_outside_load(a, d, library, n);
  if (!kinds) note_all(told, d);
  return kinds;
}

static int all_there(const char *const *text, int n)
{
  if (n < 0 || (n && !text)) return 0;
  for (int i = 0; i < n; i++)
    if (!text[i]) return 0;
  return 1;
}

static void give_arena(void *arena) { dv_arena_free(arena); }

// a: what goes with the call; kept: code of others, and what FMUs made of the machine.
static dv_model *open_all(dv_arena *a, dv_arena *kept, const char *path, const dv_opening *how, notes *n)
{
  dv_machine_options o = {.case_name = how->case_name, .settings = how->setting, .nsetting = how->nsetting, .under = kept};
  if (how->nlibrary && !(o.kinds = load(kept, how->library, how->nlibrary, n))) return NULL;
  o.maker = dv_fmus_of_program(kept, how->allow_fmus);
  return open_machine(a, path, &o, n);
}

dv_model *dv_model_open_with(const char *path, const dv_opening *o, char *message, size_t room)
{
  jmp_buf out;
  notes n = {message, room, 0};
  if (message && room) *message = 0;
  if (!path || !o) return note(&n, path ? "error: there is no dv_opening" : "error: there is no path"), NULL;
  if (!all_there(o->setting, o->nsetting)) return note(&n, "error: a setting is NULL"), NULL;
  if (!all_there(o->library, o->nlibrary)) return note(&n, "error: a library is NULL"), NULL;
  dv_arena *a = dv_arena_try(), *kept = a ? dv_arena_try() : NULL;
  if (!kept || setjmp(out)) return note(&n, "error: out of memory"), dv_arena_free(a), dv_arena_free(kept), NULL;
  dv_arena_guard(a, jump, &out);
  dv_arena_guard(kept, jump, &out);
  dv_model *m = open_all(a, kept, path, o, &n);
  dv_arena_free(a);
  if (m && m->outside.table) dv_model_keep_thing(m, kept, give_arena);
  else dv_arena_free(kept);
  return m;
}

dv_model *dv_model_open(const char *path, const char *case_name, const char *const *setting, int nsetting, char *message,
                        size_t room)
{
  const dv_opening o = {.case_name = case_name, .setting = setting, .nsetting = nsetting};
  return dv_model_open_with(path, &o, message, room);
}
