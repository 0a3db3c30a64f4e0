// sdf_list.c: what is in an SDF file and in those that it includes.
//
// Names have those of the models around them before them (arm::wrist::j1). In the machine the outermost is left out where the
// rest is no other's name. A joint may have the name of a link in old files; then it is found under that name with _joint, as
// sdformat has it.
#include "base/file.h"
#include "import/sdf.h"

#include <stdlib.h>
#include <string.h>

static int list_scope(dv_sdf *f, int own, int depth);

// Without the outermost model.
static const char *short_name(const dv_sdf_frame *one)
{
  const char *rest = strstr(one->name, "::");
  return rest && one->model > 0 ? rest + 2 : one->name;
}

static int add_frame(dv_sdf *f, int own, const dv_xml *e, const char *name)
{
  dv_arena *a = f->u->r->arena;
  if (!name) return dv_diag_add(f->u->r->diags, DV_ERROR, e->mark, "give it a name", "<%s> has no name", e->name), -1;
  const char *full = dv_arena_text(a, "%s%s", f->models.item[own].prefix, name), *key = full;
  int there = dv_names_find(&f->names, key);
  if (there >= 0 && dv_sdf_is(f, there, e->name))
    return dv_diag_add(f->u->r->diags, DV_ERROR, e->mark, "rename one of them", "'%s' appears twice", name), -1;
  while (dv_names_add(a, &f->names, key) < 0) key = dv_arena_text(a, "%s_%s", key, e->name);
  *DV_PUSH(a, &f->frames) = (dv_sdf_frame){.name = full, .at = e, .model = own, .inside = -1, .link = -1};
  dv_sdf_frame *one = &f->frames.item[f->frames.n - 1];
  one->out = short_name(one);
  return 0;
}

static int is_true(const dv_xml *e)
{
  const char *words = dv_xml_words(e);
  return !strcmp(words, "true") || !strcmp(words, "1");
}

static int add_model(dv_sdf *f, const dv_xml *e, const dv_xml *by, int parent, double version, int depth)
{
  dv_arena *a = f->u->r->arena;
  const char *given = dv_xml_words(dv_xml_child(by, "name")), *merge = dv_xml_get(by, "merge");
  const char *name = *given ? given : dv_xml_get(e, "name"), *before = f->models.item[parent].prefix;
  const dv_xml *still = dv_xml_child(by, "static");
  int merged = merge && (!strcmp(merge, "true") || !strcmp(merge, "1"));
  if (depth > 16) return dv_diag_add(f->u->r->diags, DV_ERROR, e->mark, NULL, "models are nested too deeply"), -1;
  if (!name) name = "model";
  if (add_frame(f, parent, e, merged ? dv_arena_text(a, "_merged__%s__model__", name) : name)) return -1;
  if (!f->u->name && parent == 0) f->u->name = name;
  dv_sdf_model one = {.prefix = merged ? before : dv_arena_text(a, "%s%s::", before, name), .at = e, .by = by, .parent = parent};
  one.frame = f->frames.n - 1;
  one.version = version;
  one.still = f->models.item[parent].still || is_true(still ? still : dv_xml_child(e, "static"));
  f->frames.item[one.frame].inside = f->models.n;
  *DV_PUSH(a, &f->models) = one;
  return list_scope(f, f->models.n - 1, depth + 1);
}

static double version_of(const dv_xml *root)
{
  const char *version = dv_xml_get(root, "version");
  // 1.10 comes after 1.9
  const char *minor = version ? strchr(version, '.') : NULL;
  return minor ? strtod(version, NULL) >= 2 ? 100 : strtod(minor + 1, NULL) : 100;
}

// The model of an included file: model://name, or the file itself. Its name and pose may be given anew. What is not there, or
// comes from a server, is left out.
static int include_model(dv_sdf *f, const dv_xml *by, int parent, int depth)
{
  dv_reader *r = f->u->r;
  const char *uri = dv_xml_words(dv_xml_child(by, "uri")), *path = *uri ? dv_find_sdf(f->u, uri) : NULL;
  size_t n;
  if (!path) {
    dv_robot_ignore(f->u, "included models that are not found", uri);
    f->missing++;
    return 0;
  }
  if (depth >= 16 || r->files-- <= 0)
    return dv_diag_add(r->diags, DV_ERROR, by->mark, "include less", "too many includes, or models that include themselves"), -1;
  const char *bytes = dv_file_read(r->arena, r->diags, path, by->mark, r->bytes, &n);
  if (!bytes) return -1;
  dv_reader_took(r, bytes, n);
  const dv_xml *root = dv_xml_read(r->arena, r->diags, &r->nodes, path, bytes, n), *model = dv_xml_child(root, "model");
  if (!root) return -1;
  if (!model) return dv_diag_add(r->diags, DV_ERROR, by->mark, NULL, "there is no model in '%s'", path), -1;
  return add_model(f, model, by, parent, version_of(root), depth + 1);
}

static int list_scope(dv_sdf *f, int own, int depth)
{
  static const char *const pass[] = {"link", "joint", "frame"};
  const dv_xml *e = f->models.item[own].at;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < e->n; i++) {
      const dv_xml *c = e->item[i];
      if (!strcmp(c->name, pass[k]) && add_frame(f, own, c, dv_xml_get(c, "name"))) return -1;
      if (k == 0 && !strcmp(c->name, "model") && add_model(f, c, NULL, own, f->models.item[own].version, depth)) return -1;
      if (k == 0 && !strcmp(c->name, "include") && include_model(f, c, own, depth)) return -1;
    }
  return 0;
}

static void name_in_machine(dv_sdf *f, const char *element)
{
  dv_arena *a = f->u->r->arena;
  dv_names once = {0}, twice = {0};
  for (int i = 0; i < f->frames.n; i++)
    if (dv_sdf_is(f, i, element) && dv_names_add(a, &once, f->frames.item[i].out) < 0)
      dv_names_add(a, &twice, f->frames.item[i].out);
  for (int i = 0; i < f->frames.n; i++) {
    dv_sdf_frame *one = &f->frames.item[i];
    if (dv_sdf_is(f, i, element) && dv_names_find(&twice, one->out) >= 0) one->out = one->name;
  }
}

int dv_sdf_list(dv_sdf *f, const dv_xml *root, const dv_xml *top)
{
  *DV_PUSH(f->u->r->arena, &f->models) =
      (dv_sdf_model){.prefix = "", .at = top, .parent = -1, .frame = DV_SDF_WORLD, .version = version_of(root)};
  if (list_scope(f, 0, 0)) return -1;
  name_in_machine(f, "link");
  name_in_machine(f, "joint");
  return 0;
}
