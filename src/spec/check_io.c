// check_io.c: `io:`, how a controller in another process drives the machine. Names are looked up where the machine is served:
// columns are known then.
#include "base/transport_rows.h"
#include "spec/check.h"

#include <string.h>

// Counts and what they mean; their units are compared with the variable's when that is known.
static void read_count(dv_check *c, const dv_node *map, const char *key, double *value, dv_dim *dim)
{
  const dv_node *n = dv_doc_find(map, key);
  dv_quantity_value q;
  if (!n || dv_check_quantity(c, n, &q)) return;
  *value = q.value;
  *dim = q.dim;
}

static void read_register(dv_check *c, const dv_node *n, dv_register_spec *r)
{
  dv_keys_check(c->diags, &dv_keys_register, n, dv_arena_text(c->arena, "register '%.64s'", n->key));
  r->name = (dv_ref){n->key, n->key_mark};
  r->scale = 1;
  r->scale_dim.any = r->offset_dim.any = 1;
  dv_read(c, &dv_keys_register, n, r);
  read_count(c, n, "scale", &r->scale, &r->scale_dim);
  read_count(c, n, "offset", &r->offset, &r->offset_dim);
  if (r->scale == 0)
    dv_diag_add(c->diags, DV_ERROR, dv_doc_find(n, "scale")->mark, "give the value of one count", "'scale' is zero");
}

static void read_registers(dv_check *c, const dv_node *map, dv_io_spec *io)
{
  const dv_node *list = map ? dv_check_get(map, "registers", DV_MAP) : NULL;
  io->registers = DV_TAKE(c->arena, dv_register_spec, list ? list->n : 0);
  for (int i = 0; list && i < list->n; i++) {
    const dv_node *n = list->item[i];
    if (n->type == DV_MAP) read_register(c, n, &io->registers[io->nregister++]);
    else dv_diag_add(c->diags, DV_ERROR, n->key_mark, "write '{address: 0}'", "register '%.64s' is not a map", n->key);
  }
}

void dv_check_io(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "io", DV_MAP), *mode = map ? dv_doc_find(map, "mode") : NULL;
  dv_io_spec *io = &c->spec->io;
  dv_read(c, &dv_keys_io, map, io);
  read_registers(c, map, io);
  const dv_transport_row *row = &dv_transport_rows[io->transport];
  if (!row->waits && mode && !io->realtime)
    dv_diag_add(c->diags, DV_ERROR, mode->mark, "write 'mode: realtime'", "%s cannot go in lock-step: its clients do not wait",
                row->name);
  if (!row->waits) io->realtime = 1;
}
