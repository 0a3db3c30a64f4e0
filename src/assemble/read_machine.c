// read_machine.c: from a path to a model in one call, and to many models from one reading of the file.
#include "assemble/assemble.h"
#include "base/file.h"
#include "spec/units.h"

static dv_machine *new_machine(dv_arena *under)
{
  dv_arena *a = dv_arena_under(under);
  dv_machine *m = DV_TAKE(a, dv_machine, 1);
  m->arena = a;
  m->diags = dv_diags_new(a);
  return m;
}

static const dv_kind *const *kinds_of(const dv_machine_options *o) { return o->kinds ? o->kinds->all : dv_kinds_x1; }

// What the file itself asks for. -1 after a diagnostic.
static int make_kinds(dv_machine *m, dv_machine_options *o)
{
  if (!o->maker) return 0;
  const dv_outside *made = o->maker->make(o->maker, m->doc, o->kinds);
  if (m->diags->nerror) return -1;
  o->kinds = made;
  return 0;
}

static void assemble(dv_machine *m, const dv_machine_options *o)
{
  if (!m->spec) return;
  m->spec->outside = o->kinds;
  m->model = o->draw ? dv_assemble_drawn(m->spec, kinds_of(o), &m->drawing) : dv_assemble(m->spec, kinds_of(o));
}

dv_machine *dv_machine_open(const char *path, const dv_machine_options *o)
{
  dv_machine_options none = {0};
  if (!o) o = &none;
  dv_machine *m = new_machine(o->under);
  dv_import_options import = o->import;
  import.free_base |= o->free_base;
  m->doc = dv_import_read(m->arena, m->diags, path, &import);
  if (!m->doc->root || m->diags->nerror) return m;
  dv_machine_options with = *o;
  if (make_kinds(m, &with)) return m;
  m->spec = dv_spec_read(m->doc, kinds_of(&with), o->case_name, o->settings, o->nsetting);
  assemble(m, &with);
  return m;
}

void dv_machine_close(dv_machine *m)
{
  if (m) dv_arena_free(m->arena);
}

dv_reading *dv_reading_open(const char *path, int free_base)
{
  return dv_reading_open_with(path, &(dv_import_options){.free_base = free_base});
}

static dv_reading *reading_of(dv_arena *a, dv_doc *doc)
{
  dv_reading *r = DV_TAKE(a, dv_reading, 1);
  r->arena = a;
  r->doc = doc;
  if (!r->doc->root || r->doc->diags->nerror) return r;
  r->units = dv_units_open(a);
  return r;
}

dv_reading *dv_reading_open_with(const char *path, const dv_import_options *import)
{
  dv_arena *a = dv_arena_new();
  return reading_of(a, dv_import_read(a, dv_diags_new(a), path, import));
}

dv_reading *dv_reading_text(const char *path, const char *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  return reading_of(a, dv_import_text(a, dv_diags_new(a), path, bytes, n, NULL));
}

static void also_read(void *machine, const char *path) { dv_file_was_read(((dv_machine *)machine)->arena, path); }

// What was said of the file is said of each machine of it; what was read for it was read for each.
dv_machine *dv_reading_machine(const dv_reading *r, const dv_machine_options *o)
{
  dv_machine *m = new_machine(o->under);
  m->doc = DV_TAKE(m->arena, dv_doc, 1);
  *m->doc = *r->doc;
  m->doc->arena = m->arena;
  m->doc->diags = m->diags;
  for (int i = 0; i < r->doc->diags->n; i++) {
    const dv_diag *d = &r->doc->diags->item[i];
    dv_diag_add(m->diags, d->severity, d->mark, d->remedy, "%s", d->what);
  }
  dv_files_read(r->arena, also_read, m);
  dv_machine_options with = *o;
  if (!r->units || make_kinds(m, &with)) return m;
  m->spec = dv_spec_read_with(m->doc, r->units, kinds_of(&with), o->case_name, o->settings, o->nsetting);
  assemble(m, &with);
  return m;
}

void dv_reading_close(dv_reading *r)
{
  if (!r) return;
  dv_arena_free(r->arena);
}
