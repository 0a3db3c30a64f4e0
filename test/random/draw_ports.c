// draw_ports.c: what the ports of a part are plugged into.
#include "draft.h"

#include <string.h>

// Lines of oil and wires store a little of their own, so that anything may be plugged in; a source has its node for itself.
static const char *node_for(draft *d, dv_domain domain, int fixed)
{
  names *list = domain == DV_HYDRAULIC ? &d->hydraulic : &d->electric;
  if (!fixed && list->n && chance(&d->rnd, list->n > 2 ? 0.9 : 0.6)) return names_pick(d, list);
  const char *name = fresh(d, domain == DV_HYDRAULIC ? "oil" : "wire");
  if (fixed) return name;
  dv_node *n = node_put(d->arena, node_section(d->arena, d->root, "nodes"), name, node_map(d->arena));
  if (domain == DV_HYDRAULIC) {
    node_put(d->arena, n, "initial", quantity(d, between(&d->rnd, 0, 1e7), "Pa"));
    node_put(d->arena, n, "volume", quantity(d, about(&d->rnd, 5e-4, 3), "m^3"));
  } else {
    node_put(d->arena, n, "initial", quantity(d, between(&d->rnd, -12, 12), "V"));
    node_put(d->arena, n, "capacitance", quantity(d, about(&d->rnd, 1e-3, 5), "F"));
  }
  return name;
}

static const char *end_of(draft *d, const dv_port *p, int first)
{
  switch (p->domain) {
  case DV_LINEAR: return names_pick(d, &d->linear);
  case DV_ROTARY: return names_pick(d, &d->rotary);
  case DV_AXIS: {
    const char *a = names_pick(d, chance(&d->rnd, 0.5) ? &d->linear : &d->rotary);
    return a ? a : names_pick(d, d->linear.n ? &d->linear : &d->rotary);
  }
  case DV_FRAME: return frame(d, !first);
  default: return node_for(d, p->domain, p->role == DV_FIXES);
  }
}

// Another end than those that the part has already, if there is one.
static const char *other_end(draft *d, const dv_port *p, int first, const dv_node *entry)
{
  const char *end = NULL;
  for (int tries = 0; tries < 4; tries++) {
    int taken = 0;
    end = end_of(d, p, first);
    for (int i = 0; end && i < entry->n; i++) taken |= !strcmp(entry->item[i]->text, end);
    if (!taken) break;
  }
  return end;
}

int draw_ports(draft *d, const dv_kind *k, dv_node *entry)
{
  for (int i = 0; i < k->nport; i++) {
    if (k->port[i].role == DV_MAY_ANSWER && chance(&d->rnd, 0.5)) continue;
    const char *end = other_end(d, &k->port[i], i == 0, entry);
    if (!end) return 0;
    node_put(d->arena, entry, k->port[i].name, node_text(d->arena, "%s", end));
  }
  return 1;
}
