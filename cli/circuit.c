// circuit.c: `davit circuit FILE`: the hydraulics of a machine as a circuit in the symbols of ISO 1219-1.
#include "cli.h"

#include "plot/circuit.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

const option options_circuit[] = {
    OUTPUT("o", "FILE", "picture: .svg"),
    OPTION("only", "LIST", "parts of these names (patterns with *), with their sources and tanks"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static const dv_symbol symbols[] = {
#define DV_SYMBOL(kind, place, ...) {kind, DV_SYMBOL_##place, __VA_ARGS__},
#include "kinds/circuit.def"
#undef DV_SYMBOL
};

static const dv_symbol *symbol_of(dv_arena *a, const dv_kind *k)
{
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
    if (!strcmp(symbols[i].kind, k->name)) return &symbols[i];
  const char **port = DV_TAKE(a, const char *, k->nport + 1);
  int n = 0;
  for (int i = 0; i < k->nport; i++)
    if (k->port[i].domain == DV_HYDRAULIC) port[n++] = k->port[i].name;
  return n ? dv_symbol_box(a, k->name, port, n) : NULL;
}

static int is_asked(const args *a, const dv_part_spec *p, const dv_symbol *s)
{
  const char **only;
  int n = items_of(a, "only", &only), found = n == 0 || s->place == DV_SYMBOL_SOURCE || s->place == DV_SYMBOL_TANK;
  for (int k = 0; k < n; k++) found |= !fnmatch(only[k], p->name, 0);
  return found;
}

static dv_circuit *circuit_of(const args *a, dv_machine *m)
{
  dv_circuit *c = dv_circuit_new(m->arena);
  for (int i = 0; i < m->spec->npart; i++) {
    const dv_part_spec *p = &m->spec->part[i];
    const dv_symbol *s = symbol_of(m->arena, p->as);
    if (!s || !is_asked(a, p, s)) continue;
    int part = dv_circuit_add(c, p->name, s);
    for (int k = 0; k < p->as->nport; k++)
      if (p->as->port[k].domain == DV_HYDRAULIC && p->port[k].name.text)
        dv_circuit_join(c, part, p->as->port[k].name, p->port[k].name.text);
  }
  return c;
}

int run_circuit(args *a)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  const char *to = value_of(a, "o");
  if (to && strcmp(extension(to), ".svg") != 0)
    return finish(m, bad_usage(a, "name it .svg", "cannot draw a circuit as '%s'", to));
  dv_circuit *c = circuit_of(a, m);
  if (!c->part.n) {
    dv_diag_add(m->diags, DV_ERROR, (dv_mark){a->operand[0], 0, 0}, "signals: davit blocks; powers of all sorts: davit bondgraph",
                "the machine has no hydraulic parts%s", has(a, "only") ? " of these names" : "");
    return finish(m, BAD_FILE);
  }
  size_t n;
  const char *svg = dv_circuit_svg(c, &n);
  printf("%s: %d parts, %d lines\n", m->spec->name, c->part.n, c->net.n);
  return finish(m, to ? write_bytes(a, m->diags, to, svg, n) : FINE);
}
