// machine.c: from a path to a model in one call.
#include "compile/compile.h"

dv_machine *dv_machine_open(const char *path, const dv_machine_options *o)
{
  dv_machine_options none = {0};
  if (!o) o = &none;
  dv_arena *a = dv_arena_new();
  dv_machine *m = DV_TAKE(a, dv_machine, 1);
  m->arena = a;
  m->diags = dv_diags_new(a);
  m->doc = dv_doc_read(a, m->diags, path);
  if (!m->doc->root || m->diags->nerror) return m;
  if (o->free_base) dv_doc_free_base(m->doc);
  m->spec = dv_spec_read(m->doc, dv_kinds_x1, o->case_name, o->settings, o->nsetting);
  if (m->spec) m->model = o->draw ? dv_compile_drawn(m->spec, dv_kinds_x1, &m->drawing) : dv_compile(m->spec, dv_kinds_x1);
  return m;
}

void dv_machine_close(dv_machine *m)
{
  if (m) dv_arena_free(m->arena);
}
