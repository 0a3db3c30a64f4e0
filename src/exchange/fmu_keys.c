// fmu_keys.c: keys of a part that is an FMU, beside those of the kind that is made for it.
#include "exchange/fmu_part.h"

#include "spec/check.h"

#include <string.h>

static const dv_key own[] = {
    {.name = "file",    .as = DV_AS_TEXT,  .doc = "the FMU, beside the machine file"                        },
    {.name = "mode",    .as = DV_AS_TEXT,  .doc = "exchange (Model Exchange) or steps (Co-Simulation)"      },
    {.name = "order",   .as = DV_AS_TEXT,  .doc = "of the extrapolation between communication steps: 0 or 1"},
    {.name = "ports",   .as = DV_AS_MAP,   .doc = "pairs of variables that are effort and flow of a port"   },
    {.name = "outputs", .as = DV_AS_ITEMS, .doc = "variables that are shown"                                },
};
enum { OWN = sizeof own / sizeof *own };

int dv_fmu_is_key(const char *name)
{
  for (int i = 0; i < OWN; i++)
    if (!strcmp(own[i].name, name)) return 1;
  return 0;
}

int dv_fmu_unknown_keys(dv_arena *a, dv_diags *d, const dv_kind *k, const dv_node *part)
{
  const dv_section *kind = dv_keys_of_kind(a, k);
  dv_key *all = DV_TAKE(a, dv_key, kind->n + OWN);
  memcpy(all, own, sizeof own);
  memcpy(all + OWN, kind->key, (size_t)kind->n * sizeof *all);
  dv_section s = {kind->name, all, kind->n + OWN};
  int unknown = 0;
  for (int i = 0; i < part->n; i++) {
    const dv_node *it = part->item[i];
    if (dv_keys_find(&s, it->key)) continue;
    dv_diag_add(d, DV_ERROR, it->key_mark, dv_keys_nearest(d, &s, it->key), "unknown key '%.64s' in part '%.64s'", it->key,
                part->key);
    unknown = -1;
  }
  return unknown;
}
