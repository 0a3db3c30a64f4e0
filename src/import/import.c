// import.c: machine files by their suffix; robots in XML by their root element.
#include "import/import.h"

#include "base/file.h"
#include "import/xacro.h"

#include <string.h>
#include <strings.h>

// One row per format: the root element tells.
static const struct {
  const char *root;
  int (*read)(dv_robot *u, const dv_xml *root);
} formats[] = {
    {"robot",  dv_urdf_read},
    {"mujoco", dv_mjcf_read},
    {"sdf",    dv_sdf_read },
};

static const char *const suffix[] = {".urdf", ".xml", ".mjcf", ".sdf", ".world", ".xacro"};

int dv_import_takes(const char *path)
{
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof suffix / sizeof *suffix; i++)
    if (!strcasecmp(dot, suffix[i])) return 1;
  return 0;
}

// Macros of ROS, or expressions alone.
static int has_macros(const dv_xml *e)
{
  if (!strncmp(e->name, "xacro:", 6) || dv_xml_get(e, "xmlns:xacro")) return 1;
  for (int i = 0; i < e->n; i++)
    if (has_macros(e->item[i])) return 1;
  return 0;
}

static int read_format(dv_robot *u, const dv_xml *root)
{
  if (has_macros(root) && !(root = dv_xacro_expand(u, root))) return -1;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (!strcmp(root->name, formats[i].root)) return formats[i].read(u, root);
  dv_diag_add(u->r->diags, DV_ERROR, root->mark, "a URDF begins with <robot>, a model of MuJoCo with <mujoco>, an SDF with <sdf>",
              "this is <%s>, not a robot", root->name);
  return -1;
}

static void drop(dv_node *map, const char *key)
{
  for (int i = 0; i < map->n; i++) {
    if (strcmp(map->item[i]->key, key) != 0) continue;
    memmove(&map->item[i], &map->item[i + 1], (size_t)(map->n - i - 1) * sizeof *map->item);
    map->n--;
    return;
  }
}

// A machine that includes a robot has its own desk, and its own gravity where the robot's is that which everybody has.
static void leave_behind(const dv_robot *u, dv_node *machine)
{
  const double *g = u->gravity;
  drop(machine, "operator");
  if (g && (g[0] != 0 || g[1] != 0 || g[2] != -9.81)) return;
  drop(machine, "gravity");
  drop(machine, "parameters");
}

// The machine that a robot is, with notes in the reader; NULL after a diagnostic.
static dv_node *robot_tree(dv_reader *r, const char *file, const char *bytes, size_t n, const dv_import_options *o, int included)
{
  file = dv_arena_copy(r->arena, file, strlen(file));
  dv_robot *u = dv_robot_new(r, file, o);
  const dv_xml *root = dv_xml_read(r->arena, r->diags, &r->nodes, file, bytes, n);
  if (!root || read_format(u, root) || dv_robot_repair(u)) return NULL;
  dv_robot_tips(u);
  dv_robot_mesh_says(u);
  dv_robot_stops(u);
  dv_robot_contacts(u);
  dv_robot_each_other(u);
  dv_robot_servos(u);
  dv_find_report(u);
  dv_node *machine = dv_robot_doc(u);
  if (included) leave_behind(u, machine);
  const char *notes = dv_robot_notes(u);
  if (notes) r->notes = r->notes ? dv_arena_text(r->arena, "%s\n%s", r->notes, notes) : notes;
  return machine;
}

static dv_doc *read_robot(dv_reader *r, const char *file, const char *bytes, size_t n, const dv_import_options *o)
{
  dv_reader_took(r, bytes, n);
  dv_doc *doc = dv_reader_finish(r, file, robot_tree(r, file, bytes, n, o, 0));
  if (o && o->free_base && doc->root) dv_import_free_base(doc);
  return doc;
}

// A robot that a machine includes.
typedef struct {
  dv_foreign foreign;
  const dv_import_options *options;
} includer;

static dv_node *include_robot(const dv_foreign *self, dv_reader *r, const char *path, const char *bytes, size_t n)
{
  const dv_import_options *given = ((const includer *)self)->options;
  dv_import_options *o = DV_TAKE(r->arena, dv_import_options, 1);
  if (given) *o = *given;
  o->beside = NULL;  // meshes are as seen from the robot, whose nodes say where they come from
  return robot_tree(r, path, bytes, n, o, 1);
}

dv_doc *dv_import_memory(dv_arena *a, dv_diags *d, const char *name, const char *bytes, size_t n, const dv_import_options *o)
{
  dv_reader r = dv_reader_new(a, d);
  if (n <= DV_DOC_BYTES) return read_robot(&r, name, bytes, n, o);
  dv_diag_add(d, DV_ERROR, (dv_mark){name, 0, 0}, NULL, "cannot read '%s': the text is too large", name);
  return dv_reader_finish(&r, name, NULL);
}

dv_doc *dv_import_text(dv_arena *a, dv_diags *d, const char *name, const char *bytes, size_t n, const dv_import_options *o)
{
  const includer in = {
      {dv_import_takes, include_robot},
      o
  };
  return dv_doc_read_memory_with(a, d, name, bytes, n, &in.foreign);
}

dv_doc *dv_import_read(dv_arena *a, dv_diags *d, const char *path, const dv_import_options *o)
{
  size_t n;
  if (!dv_import_takes(path)) {
    const includer in = {
        {dv_import_takes, include_robot},
        o
    };
    dv_doc *doc = dv_doc_read_with(a, d, path, &in.foreign);
    if (o && o->free_base && doc->root) dv_import_free_base(doc);
    return doc;
  }
  dv_reader r = dv_reader_new(a, d);
  const char *bytes = dv_file_read(a, d, path, (dv_mark){NULL, 0, 0}, DV_DOC_BYTES, &n);
  return bytes ? read_robot(&r, path, bytes, n, o) : dv_reader_finish(&r, path, NULL);
}

void dv_import_free_base(dv_doc *doc)
{
  const dv_node *joints = dv_doc_find(doc->root, "joints");
  for (int i = 0; joints && i < joints->n; i++) {
    const dv_node *parent = dv_doc_find(joints->item[i], "parent");
    dv_node *type = dv_doc_find(joints->item[i], "type");
    if ((parent && parent->text && strcmp(parent->text, "world") != 0) || !type || !type->text ||
        strcmp(type->text, "fixed") != 0)
      continue;
    type->text = "free";
    return;
  }
  dv_diag_add(doc->diags, DV_ERROR, (dv_mark){doc->file, 0, 0}, NULL,
              "no body is fixed to the world, so there is no base to set free");
}
