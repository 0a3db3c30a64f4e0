// nominal.c: the machine as its controllers know it: a second block of numbers behind the machine's own.
//
// Both come from one file and must have one structure: the same links, joints, calls and places of numbers.
#include "assemble/internal.h"

#include <string.h>

static int same_section(const dv_builder *b, const dv_model *m, int id)
{
  const dv_building *s = &b->section[id];
  const dv_section *t = &m->section[id];
  size_t bytes = (size_t)s->count * (size_t)s->size;
  return s->count == t->count && s->size == t->size && (!bytes || !memcmp(s->bytes, (const char *)m + t->offset, bytes));
}

// Links may differ in the zeros of their origins: the passes then know those that both have.
static int same_links(const dv_builder *b, const dv_model *m)
{
  dv_link *mine = (dv_link *)(void *)b->section[DV_S_LINK].bytes;
  const dv_link *other = dv_model_LINK(m);
  if (b->section[DV_S_LINK].count != m->nlink) return 0;
  for (int i = 0; i < m->nlink; i++) {
    dv_link l = other[i];
    l.level = mine[i].level &= other[i].level;
    if (memcmp(&l, &mine[i], sizeof l)) return 0;
  }
  return 1;
}

// What is wrong with the nominal machine alone is told as it is.
static void pass_on(dv_diags *to, const dv_diags *from)
{
  for (int i = 0; i < from->n; i++)
    if (from->item[i].severity == DV_ERROR)
      dv_diag_add(to, DV_ERROR, from->item[i].mark, from->item[i].remedy, "nominal machine: %s", from->item[i].what);
}

void dv_assemble_nominal(dv_assembler *c, const dv_model *nominal)
{
  static const int structure[] = {DV_S_DRIVE, DV_S_JUNCTION, DV_S_PART, DV_S_BODY, DV_S_INT};
  if (!nominal) {
    pass_on(c->diags, c->spec->nominal->source->diags);
    return;
  }
  int n = c->b->section[DV_S_NUMBER].count, same = nominal->nnum == n && same_links(c->b, nominal);
  for (int i = 0; i < (int)(sizeof structure / sizeof *structure); i++) same &= same_section(c->b, nominal, structure[i]);
  if (!same) {
    const dv_node *node = dv_doc_find(c->spec->source->root, "nominal");
    dv_diag_add(c->diags, DV_ERROR, node ? node->key_mark : (dv_mark){0}, "change numbers only, such as masses and lengths",
                "the nominal machine is built differently from the machine itself");
    return;
  }
  c->b->header.nominal = dv_number_add(c, dv_model_NUMBER(nominal), n);
}
