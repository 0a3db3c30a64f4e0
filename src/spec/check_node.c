// check_node.c: hydraulic and electric nodes. A node exists as soon as a port names it; `nodes:` adds facts.
#include "spec/check.h"
#include "spec/forms.h"

#include <string.h>

// Every node that a part names, in the order of the file.
static void collect(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "parts", DV_MAP);
  dv_spec *s = c->spec;
  int room = 0;
  for (int i = 0; map && i < map->n; i++) {
    int kind = dv_check_find_kind(c, map->item[i], 0);
    const dv_kind *k = kind < 0 ? NULL : c->kinds[kind];
    for (int p = 0; k && p < k->nport; p++) {
      const char *name = dv_domain_is_node((int)k->port[p].domain) ? dv_check_text(map->item[i], k->port[p].name) : NULL;
      int at = name ? dv_names_add(c->arena, &c->nodes, name) : -1;
      if (at < 0) continue;
      if (s->nnode == room) {
        room = room ? 2 * room : 16;
        s->node = dv_arena_grow(c->arena, s->node, (size_t)s->nnode * sizeof *s->node, (size_t)room * sizeof *s->node);
      }
      s->node[s->nnode++] = (dv_node_spec){.name = name, .mark = map->item[i]->key_mark, .domain = k->port[p].domain};
    }
  }
}

int dv_form_node_initial(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_node_spec *node = to;
  return dv_check_number(c, n, k->name, dv_domain_of((int)node->domain)->effort, &node->initial);
}

static void read_node(dv_check *c, const dv_node *n, dv_node_spec *node)
{
  const dv_node *volume = dv_doc_find(n, "volume"), *bulk = dv_doc_find(n, "bulk"), *odd = volume ? volume : bulk;
  node->mark = n->key_mark;
  if (volume) node->bulk = 1.4e9;
  dv_read(c, &dv_keys_node, n, node);
  if (node->domain != DV_HYDRAULIC) {
    if (node->oil.text) odd = dv_doc_find(n, "oil");
    if (odd) dv_diag_add(c->diags, DV_ERROR, odd->key_mark, "remove it", "electric node '%s' has no '%s'", node->name, odd->key);
    return;
  }
  const dv_node *electric = dv_doc_find(n, "capacitance");
  if (electric)
    dv_diag_add(c->diags, DV_ERROR, electric->key_mark, "give a volume", "hydraulic node '%s' has no 'capacitance'", node->name);
  if (bulk && !volume)
    dv_diag_add(c->diags, DV_ERROR, bulk->key_mark, "add 'volume: ...'", "'bulk' of node '%s' has no volume", node->name);
}

void dv_check_nodes(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "nodes", DV_MAP);
  collect(c);
  for (int i = 0; map && i < map->n; i++) {
    const dv_node *n = map->item[i];
    int at = dv_names_find(&c->nodes, n->key);
    if (at < 0) {
      const char *remedy = dv_did_you_mean(c->diags, n->key, c->nodes.item, c->nodes.n, "remove it, or connect a port to it");
      dv_diag_add(c->diags, DV_ERROR, n->key_mark, remedy, "no port is connected to node '%.64s'", n->key);
    } else if (n->type == DV_MAP) read_node(c, n, &c->spec->node[at]);
  }
}
