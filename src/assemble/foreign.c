// foreign.c: a model names the kinds that came from libraries, and what these libraries were: so its hash, saved states and
// compiled code hold for them alone.
#include "assemble/internal.h"
#include "kinds/kinds.h"

#include "base/text.h"

#include <inttypes.h>

static int is_used(const dv_assembler *c, int kind)
{
  for (int i = 0; i < c->part.n; i++)
    if (c->part.item[i].kind == kind) return 1;
  return 0;
}

void dv_assemble_foreign(dv_assembler *c)
{
  const dv_outside *o = c->spec->outside;
  dv_text t = {.arena = c->arena};
  for (int i = 0; o && i < o->n; i++)
    if (is_used(c, DV_KINDS_OWN + i)) dv_text_add(&t, "%s %016" PRIx64 "\n", c->kinds[DV_KINDS_OWN + i]->name, o->hash[i]);
  c->b->header.foreign = dv_builder_text(c->b, dv_text_all(&t));
  c->b->header.outside.table = c->b->header.foreign ? o : NULL;
}
