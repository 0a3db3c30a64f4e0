// sections.c: which sections of the guide help with the faults of a machine file: those that tell about the keys they stand
// under. What is wrong with a robot of another format is told in a document of its own.
#include "cli.h"
#include "import/import.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *key, *place;
} sections[] = {
#define SECTION(key, place) {key, place},
#include "sections.def"
};

// The key at the top of the file under which a line stands.
static const char *key_at(const dv_doc *d, int line)
{
  const char *key = NULL;
  for (int i = 0; i < d->root->n; i++)
    if (d->root->item[i]->key && d->root->item[i]->key_mark.line <= line) key = d->root->item[i]->key;
  return key;
}

static const char *place_of(const dv_machine *m, const dv_diag *g)
{
  if (g->severity != DV_ERROR || !g->mark.file || !g->mark.line || strcmp(g->mark.file, m->doc->file) != 0) return NULL;
  const char *key = key_at(m->doc, g->mark.line);
  for (int i = 0; key && i < DV_COUNT(sections); i++)
    if (!strcmp(sections[i].key, key)) return sections[i].place;
  return NULL;
}

void print_sections(const dv_machine *m)
{
  const char *told[DV_COUNT(sections)];
  int n = 0;
  if (!m->doc || !m->doc->root || m->doc->root->type != DV_MAP) return;
  if (dv_import_takes(m->doc->file)) {
    if (m->diags->nerror) fputs("davit: the guide has more in doc/robots.md\n", stderr);
    return;
  }
  for (int i = 0; i < m->diags->n; i++) {
    const char *place = place_of(m, &m->diags->item[i]);
    int again = place == NULL;
    for (int k = 0; k < n; k++) again |= told[k] == place || (place && !strcmp(told[k], place));
    if (again) continue;
    fprintf(stderr, "%s#%s", n ? ", " : "davit: the guide has more in doc/modelling.md", place);
    told[n++] = place;
  }
  if (n) fputs("\n", stderr);
}
