// check.c: from document to checked spec, section by section; every fault is reported once.
#include "base/solver.h"
#include "spec/check.h"
#include "spec/reader.h"

#include <math.h>
#include <string.h>

// Signals, parts, joints and axes are named in formulas and columns: one name space.
static void collect(dv_check *c, const char *section, const char *what)
{
  const dv_node *map = dv_check_get(c->root, section, DV_MAP);
  int n = map ? map->n : 0;
  c->named =
      dv_arena_grow(c->arena, c->named, (size_t)c->scope.n * sizeof *c->named, (size_t)(c->scope.n + n) * sizeof *c->named);
  for (int i = 0; i < n; i++) {
    const dv_node *it = map->item[i];
    int at = dv_names_add(c->arena, &c->scope, it->key);
    if (at >= 0) {
      c->named[at] = (dv_named){it, what};
      continue;
    }
    const dv_named *first = &c->named[dv_names_find(&c->scope, it->key)];
    dv_diag_add(c->diags, DV_ERROR, it->key_mark, "rename one of them", "%s '%.64s' has the name of a %s (line %d)", what,
                it->key, first->what, first->node->key_mark.line);
  }
}

static const char *file_name(dv_arena *a, const char *path)
{
  const char *slash = path ? strrchr(path, '/') : NULL,
             *base = slash  ? slash + 1
                     : path ? path
                            : "machine",
             *dot = strrchr(base, '.');
  return dv_arena_copy(a, base, dot && dot != base ? (size_t)(dot - base) : strlen(base));
}

static void read_head(dv_check *c)
{
  dv_spec *s = c->spec;
  s->solver.method = dv_solvers[0].name;
  s->gravity[2] = -9.81;
  dv_read(c, &dv_keys_machine, c->root, s);
  if (!s->name) s->name = file_name(c->arena, c->doc->file);
  if (s->language != 1)
    dv_diag_add(c->diags, DV_ERROR, dv_doc_find(c->root, "davit")->mark, "write 'davit: 1', or use a newer davit",
                "version %g of the language is not known here", s->language);
}

static void check_all(dv_check *c)
{
  int before = c->diags->nerror;
  dv_keys_check(c->diags, &dv_keys_machine, c->root, "the machine");
  collect(c, "signals", "signal");
  collect(c, "parts", "part");
  collect(c, "joints", "joint");
  collect(c, "axes", "axis");
  collect(c, "loops", "loop");
  dv_check_parameters(c);
  read_head(c);
  dv_check_bodies(c);
  dv_check_joints(c);
  dv_check_tree(c);
  // Inertias and tree must be sound before a lack of inertia means anything.
  int sound = c->diags->nerror == before;
  dv_check_loops(c);
  dv_check_axes(c);
  dv_check_nodes(c);
  dv_check_parts(c);
  dv_check_oil(c);
  dv_read_one(c, &dv_keys_machine, "initial", c->root, -1, c->spec);
  dv_check_whole_rates(c);
  dv_check_limits(c);
  if (sound && !c->spec->nloop) dv_check_tips(c);  // in a loop a body without mass may be carried by others
  dv_check_run(c);
  dv_check_desk(c);
  dv_check_scenarios(c);
  dv_check_io(c);
  dv_check_studies(c);
  if (c->diags->nerror == before) dv_check_added(c);
}

static int count_kinds(const dv_kind *const *kinds)
{
  int n = 0;
  while (kinds[n]) n++;
  return n;
}

static int same_place(const dv_mark *a, const dv_mark *b)
{
  return a->line == b->line && a->col == b->col && !strcmp(a->file ? a->file : "", b->file ? b->file : "");
}

// Faults of `from`, whose arena will go, that `to` has not yet.
static void gather(dv_diags *to, const dv_diags *from)
{
  for (int i = 0; i < from->n; i++) {
    const dv_diag *d = &from->item[i];
    int known = 0;
    for (int k = 0; k < to->n && !known; k++)
      known = same_place(&to->item[k].mark, &d->mark) && !strcmp(to->item[k].what, d->what);
    dv_mark mark = d->mark;
    if (mark.file) mark.file = dv_arena_copy(to->arena, mark.file, strlen(mark.file));
    if (!known) dv_diag_add(to, d->severity, mark, d->remedy, "%s", d->what);
  }
}

// What a machine is read with.
typedef struct {
  dv_units *units;
  const dv_kind *const *kinds;
  const char *case_name;
  const char *const *settings;
  int nsetting;
} with;

// A text that fits everything would hide what nobody has seen yet.
static void acknowledge(dv_doc *doc, const dv_node *list)
{
  enum { SHORTEST = 8 };
  int n = !list ? 0 : list->type == DV_SEQ ? list->n : list->type == DV_SCALAR;
  for (int i = 0; i < n; i++) {
    const dv_node *it = list->type == DV_SEQ ? list->item[i] : list;
    if (it->type != DV_SCALAR) continue;
    if (strlen(it->text) >= SHORTEST) dv_diag_acknowledge(doc->diags, it->text);
    else dv_diag_add(doc->diags, DV_ERROR, it->mark, "copy more of the warning", "'%.64s' would fit too many warnings", it->text);
  }
}

static dv_spec *read_as(dv_doc *doc, const with *w, int nominal)
{
  dv_check c = {.arena = doc->arena, .diags = doc->diags, .units = w->units, .doc = doc, .kinds = w->kinds};
  dv_reader r = {.arena = doc->arena, .diags = doc->diags, .nodes = DV_DOC_NODES};
  acknowledge(doc, dv_doc_find(doc->root, "acknowledge"));
  // The case and the settings change a copy: the document can be read again with another case.
  dv_doc *mine = DV_TAKE(doc->arena, dv_doc, 1);
  *mine = *doc;
  mine->kinds = w->kinds;
  mine->root = dv_reader_copy(&r, doc->root, 1);
  if (!mine->root) return NULL;
  c.spec = DV_TAKE(c.arena, dv_spec, 1);
  c.spec->arena = c.arena;
  c.spec->source = mine;
  c.spec->known = DV_TAKE(c.arena, dv_known_units, 1);
  c.spec->units = w->units;
  c.kind_keys = DV_TAKE(c.arena, const dv_section *, count_kinds(w->kinds));
  dv_check_apply(&c, mine, w->case_name, w->settings, w->nsetting);
  if (nominal) dv_check_apply_nominal(mine);
  c.root = mine->root;
  dv_check_contacts(&c, mine->root);
  check_all(&c);
  return doc->diags->nerror ? NULL : c.spec;
}

// The machine, and where its controllers know it differently, that one too.
static dv_spec *read(dv_doc *doc, const with *w)
{
  dv_spec *s = read_as(doc, w, 0);
  if (!s || !dv_check_get(s->source->root, "nominal", DV_MAP)) return s;
  dv_doc once = *doc;
  once.diags = dv_diags_new(doc->arena);
  s->nominal = read_as(&once, w, 1);
  gather(doc->diags, once.diags);
  return s->nominal ? s : NULL;
}

static int before(const dv_mark *a, const dv_mark *b)
{
  int file = strcmp(a->file ? a->file : "", b->file ? b->file : "");
  return file ? file < 0 : a->line != b->line ? a->line < b->line : a->col < b->col;
}

// A user goes through the file from top to bottom.
static void sort(dv_diags *d)
{
  for (int i = 1; i < d->n; i++) {
    dv_diag it = d->item[i];
    int k = i;
    for (; k > 0 && before(&it.mark, &d->item[k - 1].mark); k--) d->item[k] = d->item[k - 1];
    d->item[k] = it;
  }
}

dv_spec *dv_spec_read_with(dv_doc *doc, dv_units *u, const dv_kind *const *kinds, const char *case_name,
                           const char *const *settings, int nsetting)
{
  with w = {u, kinds, case_name, settings, nsetting};
  dv_spec *s = read(doc, &w);
  sort(doc->diags);
  return s;
}

dv_spec *dv_spec_read(dv_doc *doc, const dv_kind *const *kinds, const char *case_name, const char *const *settings, int nsetting)
{
  return doc->root ? dv_spec_read_with(doc, dv_units_open(doc->arena), kinds, case_name, settings, nsetting) : NULL;
}

// One reading, whose faults are kept.
static void read_once(dv_doc *doc, const with *w)
{
  dv_doc once = *doc;
  once.arena = dv_arena_under(doc->arena);
  once.diags = dv_diags_new(once.arena);
  read(&once, w);
  gather(doc->diags, once.diags);
  dv_arena_free(once.arena);
}

int dv_spec_check(dv_doc *doc, const dv_kind *const *kinds, const char *const *settings, int nsetting)
{
  dv_units *u = doc->root ? dv_units_open(doc->arena) : NULL;
  const dv_node *cases = u ? dv_check_get(doc->root, "cases", DV_MAP) : NULL;
  const dv_node *variants = u ? dv_check_get(doc->root, "variants", DV_MAP) : NULL;
  const dv_node *studies = u ? dv_check_get(doc->root, "studies", DV_MAP) : NULL;
  const char **more = DV_TAKE(doc->arena, const char *, nsetting + 1);
  if (nsetting) memcpy(more, settings, (size_t)nsetting * sizeof *more);
  for (int i = -1; u && i < (cases ? cases->n : 0); i++) {
    with w = {u, kinds, i < 0 ? NULL : cases->item[i]->key, settings, nsetting};
    read_once(doc, &w);
  }
  for (int i = 0; i < (variants ? variants->n : 0); i++) {
    more[nsetting] = dv_arena_text(doc->arena, "variant=%s", variants->item[i]->key);
    with w = {u, kinds, NULL, more, nsetting + 1};
    read_once(doc, &w);
  }
  for (int k = 0; k < (studies ? studies->n : 0); k++) {
    const dv_node *loads = dv_check_get(studies->item[k], "cases", DV_MAP);
    for (int i = 0; i < (loads ? loads->n : 0); i++) {
      const char *name = dv_arena_text(doc->arena, "studies.%s.cases.%s", studies->item[k]->key, loads->item[i]->key);
      with w = {u, kinds, name, settings, nsetting};
      read_once(doc, &w);
    }
  }
  sort(doc->diags);
  return doc->diags->nerror;
}
