// model_open.c: models from machine files.
#include "assemble/assemble.h"
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
  for (int i = 0; i < machine->diags->n; i++) note(n, dv_diag_text(machine->diags, i));
  return out;
}

dv_model *dv_model_open(const char *path, const char *case_name, const char *const *setting, int nsetting, char *message,
                        size_t room)
{
  jmp_buf out;
  notes n = {message, room, 0};
  if (message && room) *message = 0;
  if (!path || nsetting < 0 || (nsetting && !setting)) return note(&n, "error: there is no path, or no settings"), NULL;
  for (int i = 0; i < nsetting; i++)
    if (!setting[i]) return note(&n, "error: a setting is NULL"), NULL;
  dv_arena *a = dv_arena_try();
  if (!a || setjmp(out)) return note(&n, "error: out of memory"), dv_arena_free(a), NULL;
  dv_arena_guard(a, jump, &out);
  dv_machine_options o = {.case_name = case_name, .settings = setting, .nsetting = nsetting, .under = a};
  dv_model *m = open_machine(a, path, &o, &n);
  dv_arena_free(a);
  return m;
}
