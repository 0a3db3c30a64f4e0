// libraries.c: kinds from libraries that the user names: `--kinds FILE.so` with every verb, and DAVIT_KINDS in the environment.
#include "cli.h"

#include "outside/outside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const option common_options[] = {
    INPUT("kinds", "FILE.so",
          "take kinds from this library, made with davit_add_kinds; may be repeated (or DAVIT_KINDS=A.so:B.so)"),
    OPTION("allow-fmu", NULL, "load the FMUs that the machine names: they are code of others; remembered for each of them"),
    END_OPTIONS};

typedef struct {
  const char **item;
  int n, cap;
} names;

static void split(args *a, names *list, const char *text)
{
  for (const char *p = text; p && *p; p += *p == ':') {
    size_t n = strcspn(p, ":");
    const char **slot = n ? DV_PUSH(a->arena, list) : NULL;
    if (slot) *slot = dv_arena_copy(a->arena, p, n);
    p += n;
  }
}

int kinds_load(args *a)
{
  names list = {0};
  const char **given;
  int n = values_of(a, "kinds", &given);
  split(a, &list, getenv("DAVIT_KINDS"));
  for (int i = 0; i < n; i++) {
    const char **slot = DV_PUSH(a->arena, &list);
    assert(slot);
    *slot = given[i];
  }
  if (!list.n || !strcmp(a->verb->name, "help") || !strcmp(a->verb->name, "version")) return FINE;
  a->kinds = dv_outside_load(a->arena, a->diags, list.item, list.n);
  return a->kinds ? FINE : BAD_FILE;
}

const dv_kind *const *kinds_table(const args *a) { return a->kinds ? a->kinds->all : dv_kinds_x1; }

const char *kinds_libraries(const args *a)
{
  dv_text t = {.arena = a->arena};
  const dv_outside *o = a->kinds;
  for (int i = 0; o && i < o->n; i++)
    if (!i || strcmp(o->library[i], o->library[i - 1]))
      dv_text_add(&t, "%s%s %016llx", i ? ", " : "", o->library[i], (unsigned long long)o->hash[i]);
  return dv_text_all(&t);
}
