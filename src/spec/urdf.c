// urdf.c: a robot in URDF (wiki.ros.org/urdf/XML) as a machine in the model language.
//
// A URDF joint's origin is our `at`, and the child link's frame is the joint frame, so the trees map one to one.
// The root link is fixed to the world by a joint `root`; a massless root link named `world` is the world itself.
#include "spec/urdf.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

dv_node *dv_urdf_text(dv_urdf *u, const dv_xml *e, const char *text, int quoted)
{
  dv_node *n = dv_node_new(u->r->arena, DV_SCALAR, e->mark);
  n->text = text;
  n->quoted = quoted;
  return n;
}

static dv_node *number(dv_urdf *u, const dv_xml *e, double x)
{
  char text[DV_NUMBER_TEXT];
  dv_number_write(text, x);
  return dv_urdf_text(u, e, dv_arena_copy(u->r->arena, text, strlen(text)), 0);
}

dv_node *dv_urdf_numbers(dv_urdf *u, const dv_xml *e, const double *x, int n)
{
  if (n == 1) return number(u, e, x[0]);
  dv_node *list = dv_node_new(u->r->arena, DV_SEQ, e->mark);
  for (int i = 0; i < n; i++) dv_node_append(u->r->arena, list, NULL, number(u, e, x[i]));
  return list;
}

dv_node *dv_urdf_map(dv_urdf *u, const dv_xml *e) { return dv_node_new(u->r->arena, DV_MAP, e->mark); }

void dv_urdf_put(dv_urdf *u, dv_node *map, const char *key, dv_node *value) { dv_node_append(u->r->arena, map, key, value); }

int dv_urdf_get(dv_urdf *u, const dv_xml *e, const char *attribute, double *x, int n)
{
  const char *text = dv_xml_get(e, attribute), *p = text;
  double value[6];
  int i = 0;
  if (!text) return 0;
  for (; p && i <= n; i++) {
    p += strspn(p, " \t\r\n");
    if (!*p || i == n) break;
    p = dv_number_read(p, &value[i]);
    if (p && (!isfinite(value[i]) || !strchr(" \t\r\n", *p))) p = NULL;
  }
  if (p && i == n && !*p) return memcpy(x, value, (size_t)n * sizeof *x), 1;
  const char *remedy = dv_arena_text(u->r->arena, "write %d number%s", n, n > 1 ? "s with spaces between" : "");
  dv_diag_add(u->r->diags, DV_ERROR, e->mark, remedy, "%s=\"%s\" of <%s> is not %s", attribute, text, e->name,
              n > 1 ? "a list of numbers" : "a number");
  return -1;
}

int dv_urdf_origin(dv_urdf *u, const dv_xml *owner, dv_node *map)
{
  const dv_xml *e = dv_xml_child(owner, "origin");
  double xyz[3] = {0}, rpy[3] = {0};
  if (!e) return 0;
  if (dv_urdf_get(u, e, "xyz", xyz, 3) < 0 || dv_urdf_get(u, e, "rpy", rpy, 3) < 0) return -1;
  int moved = xyz[0] != 0 || xyz[1] != 0 || xyz[2] != 0, turned = rpy[0] != 0 || rpy[1] != 0 || rpy[2] != 0;
  dv_node *at = dv_urdf_map(u, e);
  if (moved) dv_urdf_put(u, at, "xyz", dv_urdf_numbers(u, e, xyz, 3));
  if (turned) dv_urdf_put(u, at, "rpy", dv_urdf_numbers(u, e, rpy, 3));
  if (at->n) dv_urdf_put(u, map, "at", at);
  return 0;
}

static int is_reserved(const char *name)
{
  static const char *const word[] = {"world", "t", "pi", "e", "g0"};
  for (size_t i = 0; i < sizeof word / sizeof *word; i++)
    if (!strcmp(name, word[i])) return 1;
  return 0;
}

static int in_name(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

const char *dv_urdf_name(dv_urdf *u, const dv_xml *e, const char *attribute)
{
  const char *given = dv_xml_get(e, attribute);
  if (!given || !*given) {
    dv_diag_add(u->r->diags, DV_ERROR, e->mark, dv_arena_text(u->r->arena, "write <%s %s=\"...\">", e->name, attribute),
                "<%s> has no %s", e->name, attribute);
    return NULL;
  }
  char *name = dv_arena_text(u->r->arena, "%s%s", given, is_reserved(given) ? "_" : "");
  for (char *p = name; *p; p++)
    if (!in_name(*p)) *p = '_';
  // a reference to it changes in the same way, so only the definition needs a word
  if (strcmp(name, given) != 0 && !strcmp(attribute, "name"))
    dv_diag_add(u->r->diags, DV_WARNING, e->mark, NULL, "'%s' is called '%s' here: %s", given, name,
                is_reserved(given) ? "that name is reserved" : "names have letters, digits, _ and -");
  return name;
}

const char *dv_urdf_link_name(dv_urdf *u, const dv_xml *e, const char *attribute)
{
  const char *given = dv_xml_get(e, attribute);
  return given && u->world && !strcmp(given, u->world) ? "world" : dv_urdf_name(u, e, attribute);
}

// Names of the robot's elements of one sort (or of a child of them), sorted; `at` is the element's index.
static dv_slot *sort_names(dv_urdf *u, const char *element, const char *child, const char *attribute, int *n)
{
  dv_slot *s = DV_TAKE(u->r->arena, dv_slot, u->robot->n);
  *n = 0;
  for (int i = 0; i < u->robot->n; i++) {
    const dv_xml *e = u->robot->item[i];
    const char *name = dv_xml_get(child ? dv_xml_child(e, child) : e, attribute);
    if (!strcmp(e->name, element) && name) s[(*n)++] = (dv_slot){name, i};
  }
  dv_slots_sort(s, *n);
  return s;
}

// Joints between links that are not there; -1 after a diagnostic.
static int check_ends(dv_urdf *u)
{
  static const char *const ends[] = {"parent", "child"};
  int n, bad = 0;
  const dv_slot *links = sort_names(u, "link", NULL, "name", &n);
  const char **names = DV_TAKE(u->r->arena, const char *, n + 1);
  for (int i = 0; i < n; i++) names[i] = links[i].key;
  for (int i = 0; i < u->robot->n; i++)
    for (int k = 0; k < 2 && !strcmp(u->robot->item[i]->name, "joint"); k++) {
      const dv_xml *end = dv_xml_child(u->robot->item[i], ends[k]);
      const char *link = end ? dv_xml_get(end, "link") : NULL;
      if (!link || dv_slot_find(links, n, link)) continue;
      const char *near = dv_nearest(link, names, n);
      dv_diag_add(u->r->diags, DV_ERROR, end->mark, near ? dv_arena_text(u->r->arena, "did you mean '%s'?", near) : NULL,
                  "there is no link '%s'", link);
      bad = -1;
    }
  return bad;
}

// The only link that is nobody's child; NULL after a diagnostic.
static const dv_xml *find_root(dv_urdf *u)
{
  int n;
  const dv_slot *children = sort_names(u, "joint", "child", "link", &n);
  const dv_xml *root = NULL, *second = NULL;
  for (int i = 0; i < u->robot->n && !second; i++) {
    const dv_xml *e = u->robot->item[i];
    const char *name = dv_xml_get(e, "name");
    if (strcmp(e->name, "link") != 0 || !name || dv_slot_find(children, n, name)) continue;
    if (root) second = e;
    else root = e;
  }
  if (!root)
    dv_diag_add(u->r->diags, DV_ERROR, u->robot->mark, "one link must be no joint's child", "the robot has no root link");
  if (second)
    dv_diag_add(u->r->diags, DV_ERROR, second->mark, "connect them with joints", "links '%s' and '%s' are both roots",
                dv_xml_get(root, "name"), dv_xml_get(second, "name"));
  return second ? NULL : root;
}

// Links or joints into `section`; equal names are reported with both places. -1 after any diagnostic.
static int convert(dv_urdf *u, const char *element, dv_node *section, dv_node *one(dv_urdf *, const dv_xml *))
{
  int bad = 0;
  for (int i = 0; i < u->robot->n; i++) {
    const dv_xml *e = u->robot->item[i];
    if (strcmp(e->name, element) != 0 ||
        (u->world && one == dv_urdf_body && !strcmp(dv_xml_get(e, "name") ? dv_xml_get(e, "name") : "", u->world)))
      continue;
    const char *name = dv_urdf_name(u, e, "name");
    dv_node *node = name ? one(u, e) : NULL;
    if (node) dv_urdf_put(u, section, name, node);
    else bad = -1;
  }
  const dv_slot *s = dv_map_sort(u->r->arena, section);
  for (int i = 1; i < section->n; i++) {
    if (strcmp(s[i - 1].key, s[i].key) != 0) continue;
    dv_diag_add(u->r->diags, DV_ERROR, section->item[s[i].at]->mark, "rename one of them",
                "%s '%s' appears twice, first at line %d", element, s[i].key, section->item[s[i - 1].at]->mark.line);
    bad = -1;
  }
  return bad;
}

// The joint that holds the root link, first in the list; its name is free in the robot.
static void add_root_joint(dv_urdf *u, dv_node *joints, const dv_xml *root)
{
  int n;
  const dv_slot *taken = sort_names(u, "joint", NULL, "name", &n);
  const char *name = "root";
  while (dv_slot_find(taken, n, name)) name = dv_arena_text(u->r->arena, "%s_", name);
  dv_node *joint = dv_urdf_map(u, root);
  dv_urdf_put(u, joint, "type", dv_urdf_text(u, root, "fixed", 0));
  dv_urdf_put(u, joint, "child", dv_urdf_text(u, root, dv_urdf_link_name(u, root, "name"), 0));
  dv_urdf_put(u, joints, name, joint);
}

dv_node *dv_urdf_read(dv_reader *r, const char *file, const char *bytes, size_t n)
{
  dv_urdf u = {.r = r, .robot = dv_xml_read(r, file, bytes, n)};
  if (!u.robot) return NULL;
  if (strcmp(u.robot->name, "robot") != 0) {
    dv_diag_add(r->diags, DV_ERROR, u.robot->mark, "a URDF begins with <robot name=\"...\">", "this is <%s>, not a robot",
                u.robot->name);
    return NULL;
  }
  if (check_ends(&u)) return NULL;
  const dv_xml *root = find_root(&u);
  if (!root) return NULL;
  const char *name = dv_xml_get(root, "name");
  u.material = sort_names(&u, "material", NULL, "name", &u.nmaterial);
  if (!strcmp(name, "world") && !dv_xml_child(root, "inertial")) u.world = name;
  dv_node *machine = dv_urdf_map(&u, u.robot), *bodies = dv_urdf_map(&u, u.robot), *joints = dv_urdf_map(&u, u.robot);
  if (dv_xml_get(u.robot, "name")) dv_urdf_put(&u, machine, "name", dv_urdf_text(&u, u.robot, dv_xml_get(u.robot, "name"), 0));
  dv_urdf_put(&u, machine, "bodies", bodies);
  dv_urdf_put(&u, machine, "joints", joints);
  if (!u.world) add_root_joint(&u, joints, root);
  u.loops = dv_urdf_map(&u, u.robot);
  int bad = convert(&u, "link", bodies, dv_urdf_body) | convert(&u, "joint", joints, dv_urdf_joint);
  if (u.loops->n) dv_urdf_put(&u, machine, "loops", u.loops);
  return bad ? NULL : machine;
}

void dv_doc_free_base(dv_doc *doc)
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
