// kinds_audit.c: `davit kinds --audit`: what holds for every kind, of the kinds of libraries; without any, of our own.
#include "cli.h"

#include "audit/audit.h"

#include <stdio.h>

typedef struct {
  args *a;
  int tried, faults;
} tally;

static void audit_one(tally *t, int i)
{
  const dv_outside *o = t->a->kinds;
  const char *library = i < DV_KINDS_OWN ? NULL : o->library[i - DV_KINDS_OWN];
  const void *width[3];
  dv_audit_widths(o, i, width);
  const dv_kind *k = width[0];
  int faults = dv_audit_declared(t->a->diags, library, k);
  const char *untried = faults ? NULL : dv_audit_untried(k);
  if (!faults && !untried) faults = dv_audit_laws(t->a->diags, library, width) + dv_audit_energy(t->a->diags, library, width);
  printf("%-28s %s%s\n", k->name,
         faults    ? "FAULTS"
         : untried ? "declared soundly; laws not tried alone: "
                   : "ok",
         untried ? untried : "");
  t->faults += faults;
  t->tried++;
}

int kinds_audit(args *a)
{
  tally t = {.a = a};
  for (int i = a->kinds ? DV_KINDS_OWN : 0; kinds_table(a)[i]; i++) audit_one(&t, i);
  printf("%d kind%s, %d fault%s\n", t.tried, t.tried == 1 ? "" : "s", t.faults, t.faults == 1 ? "" : "s");
  return t.faults ? BAD_FILE : FINE;
}

// Each kind's example, the smallest machine that uses it, as FOLDER/kind.yaml: for `davit test`.
int kinds_examples(args *a, const char *folder)
{
  int bad = FINE;
  for (int i = a->kinds ? DV_KINDS_OWN : 0; kinds_table(a)[i] && !bad; i++) {
    const dv_kind *k = kinds_table(a)[i];
    bad = write_text(a, a->diags, dv_arena_text(a->arena, "%s/%s.yaml", folder, k->name), k->example);
  }
  return bad;
}
