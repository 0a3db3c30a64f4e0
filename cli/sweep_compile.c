// sweep_compile.c: a sweep with straight-line code: the machine compiled with what the plan varies left open.
//
// A few runs of the plan are opened; numbers that differ among them are open, the others are folded in. A run that differs
// in more is interpreted, and all give the same bits. Libraries are kept in the user's cache under their key.
#include "sweep.h"

#include "base/hash.h"
#include "cache.h"
#include "compile.h"
#include "engine/compiled.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

static int note(sweep *w, const char *why)
{
  dv_diag_add(w->a->diags, DV_WARNING, (dv_mark){w->s.file, 0, 0}, "the sweep is made without --compile", "%s", why);
  return FINE;
}

static void find_shown(sweep *w, const dv_machine *m, dv_trace_options *o)
{
  int n;
  const char **name = dv_metrics_columns(w->a->arena, w->metric, w->s.nmetric, &n);
  compile_show(w->a->arena, w->a->diags, m->model, name, n, o);
}

// What makes one library of a machine differ from another one.
static const char *what_of(args *a, const dv_model *m, const dv_trace_options *o, int lanes)
{
  uint64_t key = dv_compiled_key(m, o->open, o->nopen);
  key = dv_hash_on(key, o->shown, (size_t)o->nshown * sizeof *o->shown);
  return dv_arena_text(a->arena, "sweep %016llx %d", (unsigned long long)key, lanes);
}

static int build(sweep *w, const dv_machine *m, const dv_trace_options *o, const char *path, int lanes)
{
  dv_diags *refusal = dv_diags_new(w->a->arena);
  double begin = sweep_clock();
  dv_traced_machine *t = dv_trace_machine(m->arena, refusal, m->model, o, w->s.file);
  if (!t) return note(w, refusal->item[0].what);
  int code = compile_build(w->a, dv_trace_library(m->arena, t, w->s.file), path, lanes);
  if (code == FINE)
    fprintf(stderr, "  compiled in %.1f s: %d operations, %d open numbers\n", sweep_clock() - begin,
            dv_trace_operations(m->arena, t), o->nopen);
  return code;
}

// One process builds; the others of the same sweep wait for it.
static int load_or_build(sweep *w, const cache *c, const dv_machine *m, const dv_trace_options *o, int lanes)
{
  dv_arena *a = w->a->arena;
  const char *name = cache_name(a, c, m->model, what_of(w->a, m->model, o, lanes));
  int code = FINE, lock = openat(c->folder, dv_arena_text(a, "%s.lock", name), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (lock >= 0) flock(lock, LOCK_EX);
  w->s.compiled = compiled_cached(c, name, m->model);
  if (!w->s.compiled) {
    code = build(w, m, o, cache_path(a, c, name), lanes);
    w->s.compiled = compiled_cached(c, name, m->model);
  }
  if (lock >= 0) close(lock);
  return code;
}

int sweep_compile(sweep *w, const dv_machine *m, int lanes)
{
  dv_trace_options o = {0};
  cache c;
  w->s.compiled = compiled_of(w->a, m);
  if (!has(w->a, "compile")) return FINE;
  o.open = dv_sweep_differing(w->a->arena, &w->s, m->model, &o.nopen);
  if (!o.open) return note(w, "the runs differ in more than numbers");
  find_shown(w, m, &o);
  int code = cache_make(w->a, &c);
  if (code != FINE) return code;
  code = load_or_build(w, &c, m, &o, lanes);
  cache_close(&c);
  return code;
}
