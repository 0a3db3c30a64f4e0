// examples.c: how each kind is used in its own example, which has numbers that go together.
#include "draft.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

static int is_kind(const dv_kind *k, const dv_node *entry)
{
  const dv_node *kind = entry->type == DV_MAP ? dv_doc_find(entry, "kind") : NULL;
  if (!kind || !kind->text) return 0;
  return !strcmp(kind->text, k->name) || (!strncmp(k->name, "signal.", 7) && !strcmp(kind->text, k->name + 7));
}

static dv_node *entry_of(const dv_kind *k, const dv_node *root)
{
  static const char *const section[] = {"parts", "signals"};
  for (int s = 0; s < 2; s++) {
    const dv_node *map = dv_doc_find(root, section[s]);
    for (int i = 0; map && map->type == DV_MAP && i < map->n; i++)
      if (is_kind(k, map->item[i])) return map->item[i];
  }
  return NULL;
}

dv_node **examples_read(dv_arena *a, dv_node **whole_file)
{
  int n = 0;
  while (dv_kinds_x1[n]) n++;
  dv_node **e = DV_TAKE(a, dv_node *, n);
  for (int i = 0; i < n; i++) {
    dv_doc *doc = dv_doc_read_memory(a, dv_diags_new(a), "example", dv_kinds_x1[i]->example, strlen(dv_kinds_x1[i]->example));
    whole_file[i] = doc->root;
    if (doc->root) e[i] = entry_of(dv_kinds_x1[i], doc->root);
  }
  return e;
}

// Sizes of what an example leaves open, by unit.
static double size_of(const char *unit)
{
  static const struct {
    const char *unit;
    double size;
  } row[] = {
      {"m",        0.2  },
      {"rad",      0.3  },
      {"s",        0.05 },
      {"kg",       2    },
      {"N",        20   },
      {"N.m",      5    },
      {"Pa",       2e6  },
      {"m^3/s",    1e-4 },
      {"m^3/s/Pa", 1e-12},
      {"m^3/rad",  1e-6 },
      {"kg/m^3",   1000 },
      {"Pa.s",     0.04 },
      {"ohm",      10   },
      {"H",        1e-3 },
      {"F",        1e-3 },
      {"m^3",      1e-3 },
      {"m^2",      1e-5 },
      {"N/m",      500  },
      {"N.s/m",    20   },
      {"kg.m^2",   0.1  },
      {"Hz",       1    },
      {"rad/s",    2    },
      {"V",        10   },
      {"A",        1    }
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    if (!strcmp(unit, row[i].unit)) return row[i].size;
  return 1;
}

double typical(const draft *d, const dv_node *example, const char *key, const char *unit, double otherwise)
{
  const dv_node *n = example ? dv_doc_find(example, key) : NULL;
  double x, factor, offset;
  dv_dim dim;
  if (n && n->type == DV_SEQ && n->n) n = n->item[0];
  if (n && n->type == DV_SCALAR) {
    const char *rest = dv_number_read(n->text, &x);
    while (rest && *rest == ' ') rest++;
    if (rest && !*rest) return x;
    if (rest && !dv_units_parse(d->units, rest, &factor, &offset, &dim)) return x * factor + offset;
  }
  return fabs(otherwise) < 1e12 && otherwise != 0 ? otherwise : size_of(unit);
}
