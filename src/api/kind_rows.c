// kind_rows.c: the table of kinds as programs see it.
#include "davit/davit.h"

#include "base/arena.h"
#include "kinds/kinds.h"
#include "spec/spec.h"

#include <setjmp.h>
#include <stdio.h>

static void jump(void *out) { longjmp(*(jmp_buf *)out, 1); }

int dv_kind_rows(void) { return DV_KINDS_OWN; }

static const dv_kind *kind_at(int i) { return i >= 0 && i < DV_KINDS_OWN ? dv_kinds_x1[i] : NULL; }

int dv_kind_row(int kind, dv_kind_facts *out)
{
  const dv_kind *k = kind_at(kind);
  if (!k || !out) return DV_BAD_USE;
  *out = (dv_kind_facts){k->name, k->doc, k->nparam};
  return DV_OK;
}

int dv_kind_parameter(int kind, int i, dv_info *out)
{
  const dv_kind *k = kind_at(kind);
  if (!k || i < 0 || i >= k->nparam || !out) return DV_BAD_USE;
  const dv_param *p = &k->param[i];
  *out = (dv_info){.name = p->name,
                   .unit = p->unit ? p->unit : "",
                   .doc = p->doc ? p->doc : "",
                   .is = DV_IS_PARAMETER,
                   .start = p->def,
                   .least = p->lo,
                   .most = p->hi};
  return DV_OK;
}

size_t dv_kind_text(int kind, int markdown, char *to, size_t room)
{
  jmp_buf lost;
  const dv_kind *k = kind_at(kind);
  if (to && room) *to = 0;
  dv_arena *a = k ? dv_arena_try() : NULL;
  if (!a || setjmp(lost)) return dv_arena_free(a), 0;
  dv_arena_guard(a, jump, &lost);
  int n = snprintf(to, to ? room : 0, "%s", dv_kind_reference(a, k, markdown));
  dv_arena_free(a);
  return n > 0 ? (size_t)n : 0;
}
