// check_io.c: `io:`, how a controller in another process drives the machine. Names are looked up where the machine is served:
// columns are known then.
#include "base/transport_rows.h"
#include "spec/check.h"

#include <string.h>

static void check_register(dv_check *c, const dv_node *n, const dv_register_spec *r)
{
  if (n->type != DV_MAP) {
    dv_diag_add(c->diags, DV_ERROR, n->key_mark, "write '{address: 0}'", "register '%.64s' is not a map", n->key);
    return;
  }
  dv_keys_check(c->diags, &dv_keys_register, n, dv_arena_text(c->arena, "register '%.64s'", n->key));
  if (r->scale.value == 0)
    dv_diag_add(c->diags, DV_ERROR, dv_doc_find(n, "scale")->mark, "give the value of one count", "'scale' is zero");
}

void dv_check_io(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "io", DV_MAP), *mode = map ? dv_doc_find(map, "mode") : NULL;
  const dv_node *registers = map ? dv_doc_find(map, "registers") : NULL;
  dv_io_spec *io = &c->spec->io;
  for (int i = 0; registers && i < io->nregister; i++) check_register(c, registers->item[i], &io->registers[i]);
  const dv_transport_row *row = &dv_transport_rows[io->transport];
  if (!row->waits && mode && !io->realtime)
    dv_diag_add(c->diags, DV_ERROR, mode->mark, "write 'mode: realtime'", "%s cannot go in lock-step: its clients do not wait",
                row->name);
  if (!row->waits) io->realtime = 1;
}
