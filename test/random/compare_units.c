// compare_units.c: numbers in other units, as expressions, and as parameters.
#include "trial.h"

#include "base/hash.h"
#include "base/number.h"

#include <string.h>

static const struct {
  const char *unit, *other;
  double factor;  // number in the other unit
} units[] = {
    {"m",       "mm",       1e3              },
    {"m",       "cm",       1e2              },
    {"rad",     "deg",      57.29577951308232},
    {"kg",      "t",        1e-3             },
    {"kg",      "g",        1e3              },
    {"s",       "ms",       1e3              },
    {"Pa",      "bar",      1e-5             },
    {"N",       "kN",       1e-3             },
    {"rad/s",   "deg/s",    57.29577951308232},
    {"m/s",     "mm/s",     1e3              },
    {"V",       "mV",       1e3              },
    {"F",       "mF",       1e3              },
    {"m^3",     "l",        1e3              },
    {"m^2",     "mm^2",     1e6              },
    {"kg/m^3",  "g/cm^3",   1e-3             },
    {"N/m",     "kN/m",     1e-3             },
    {"Hz",      "1/s",      1                },
    {"m/rad",   "mm/rad",   1e3              },
    {"m^3/rad", "cm^3/rad", 1e6              },
};
enum { UNITS = sizeof units / sizeof *units };

// What becomes of a number hangs on its text alone, so that it stays when others are taken away.
static void rewrite(trial *t, dv_node *n, dv_node *parameters)
{
  double x;
  for (int i = 0; i < n->n; i++) rewrite(t, n->item[i], parameters);
  stream own = stream_of(n->text ? dv_hash_bytes(n->text, strlen(n->text)) : 0, t->number), *s = &own;
  const char *rest = n->type == DV_SCALAR ? dv_number_read(n->text, &x) : NULL;
  if (!rest || *rest != ' ') return;
  const char *unit = rest + 1;
  double factor, offset;
  dv_dim dim;
  if (dv_units_parse(t->units, unit, &factor, &offset, &dim)) return;  // a formula
  for (int i = 0; i < UNITS; i++)
    if (!strcmp(units[i].unit, unit) && chance(s, 0.5)) {
      n->text = dv_arena_text(t->arena, "%.17g %s", x * units[i].factor, units[i].other);
      return;
    }
  if (chance(s, 0.4)) n->text = dv_arena_text(t->arena, "%.17g[%s] + %.17g*1[%s]", 0.5 * x, unit, 0.5 * x, unit);
  else if (chance(s, 0.6)) {
    const char *name = dv_arena_text(t->arena, "number%d", parameters->n + 1);
    node_put(t->arena, parameters, name, node_text(t->arena, "%s", n->text));
    n->text = dv_arena_text(t->arena, chance(s, 0.5) ? "%s" : "2*%s/2", name);
  }
}

verdict compare_units(trial *t)
{
  dv_node *root = node_copy(t->arena, t->root), *parameters = node_map(t->arena);
  rewrite(t, root, parameters);
  if (parameters->n) node_put(t->arena, root, "parameters", parameters);
  machine *m = machine_read(t->units, root, NULL, 0);
  verdict v;
  if (!m->model) v = say(t, "other units: refused: %s", machine_refusal(m));
  else if (m->model->nx != t->m->model->nx) v = say(t, "other units: it has other states");
  else v = same_machine(t, m, NULL, "other units");
  machine_free(m);
  return v;
}
