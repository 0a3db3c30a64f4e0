// node.c: causality of the nodes. Each has one that says its effort: a source, storage (then it is a state), or the flows of the
// parts, if several answer there and none of them stores (tee_rows.c).
#include "assemble/internal.h"

#include <string.h>

double dv_node_initial(const dv_assembler *c, const dv_junction *j)
{
  const dv_node_spec *n = dv_find_node(c, DV_AT(c->b, char, TEXT, j->name));
  return n ? n->initial : 0;
}

typedef struct {
  int sources, stores, answers;
  const char *source[2];  // "part.port (file:line)"
  const char *ports;      // all of them
  dv_mark mark;           // of the first port
} census;

static const char *port_text(dv_assembler *c, int part, int port)
{
  const dv_part_spec *p = &c->part.item[part];
  return dv_arena_text(c->arena, "%s.%s (line %d)", p->name, p->as->port[port].name, p->mark.line);
}

static void add_settlement(dv_assembler *c, int flow, int capacity, int junction)
{
  dv_settlement s = {flow, capacity, junction};
  *DV_AT(c->b, dv_settlement, SETTLEMENT, dv_builder_take(c->b, DV_S_SETTLEMENT, 1)) = s;
}

static void count_port(dv_assembler *c, census *all, int part, int port, int slot)
{
  const dv_part *row = DV_AT(c->b, dv_part, PART, part);
  int j = DV_AT(c->b, int, INT, row->port)[port], role = c->part.item[part].as->port[port].role;
  if (DV_AT(c->b, dv_junction, JUNCTION, j)->type != DV_AT_NODE) return;
  census *n = &all[j];
  const char *text = port_text(c, part, port);
  if (!n->ports) n->mark = c->part.item[part].mark;
  n->ports = n->ports ? dv_arena_text(c->arena, "%s, %s", n->ports, text) : text;
  if (role == DV_FIXES && n->sources++ < 2) n->source[n->sources - 1] = text;
  if (role == DV_STORES) n->stores++;
  if (role == DV_ANSWERS || role == DV_MAY_ANSWER) n->answers++;
  if (role == DV_FIXES) add_settlement(c, row->flow + slot, -1, j);
  if (role == DV_STORES) add_settlement(c, row->flow + slot, row->capacity + slot, j);
}

static void judge(dv_assembler *c, int i, const census *n)
{
  dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
  const char *name = dv_arena_text(c->arena, "%s", DV_AT(c->b, char, TEXT, j->name));
  const char *what = dv_domain_of(j->domain)->shared;
  if (n->sources > 1)
    dv_diag_add(c->diags, DV_ERROR, n->mark, "keep one of them, or put a resistance (an orifice) between two nodes",
                "node '%s' has two sources of %s: %s and %s", name, what, n->source[0], n->source[1]);
  j->solved = !n->sources && !n->stores && n->answers > 1;
  if (!n->sources && !n->stores && !j->solved)
    dv_diag_add(c->diags, DV_ERROR, n->mark,
                dv_arena_text(
                    c->arena,
                    j->domain == DV_HYDRAULIC
                        ? "give the node a volume (`nodes: {%s: {volume: 0.1 l}}`), or connect a source or a chamber"
                        : "give the node a capacitance (`nodes: {%s: {capacitance: 1 uF}}`), or connect a source or a capacitor",
                    name),
                "nothing determines the %s of node '%s': it has neither capacity nor source; ports: %s", what, name, n->ports);
  if (!n->sources && !j->solved) {
    dv_model *h = &c->b->header;
    j->x = h->nq + h->nv + h->nz++;
  }
}

void dv_assemble_nodes(dv_assembler *c)
{
  int n = c->b->section[DV_S_JUNCTION].count;
  census *all = DV_TAKE(c->arena, census, n);
  if (c->diags->nerror) return;
  for (int i = 0; i < c->part.n; i++) {
    const dv_kind *k = c->part.item[i].as;
    for (int p = 0, slot = 0; p < k->nport; slot += dv_domain_of((int)k->port[p++].domain)->width) count_port(c, all, i, p, slot);
  }
  for (int i = 0; i < n; i++)
    if (DV_AT(c->b, dv_junction, JUNCTION, i)->type == DV_AT_NODE) judge(c, i, &all[i]);
}
