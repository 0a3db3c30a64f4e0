// urdf.c: robots in URDF (wiki.ros.org/urdf/XML).
//
// A URDF joint's origin is our `at`, and the child link's frame is the joint frame, so the trees map one to one.
// The root link is fixed to the world by a joint `root`; a massless root link named `world` is the world itself.
#include "import/urdf.h"

#include <string.h>

const char *dv_urdf_name(dv_robot *u, const dv_xml *e, const char *attribute)
{
  const char *given = dv_xml_get(e, attribute);
  if (given && *given) return dv_robot_name(u, given);
  dv_diag_add(u->r->diags, DV_ERROR, e->mark, dv_arena_text(u->r->arena, "write <%s %s=\"...\">", e->name, attribute),
              "<%s> has no %s", e->name, attribute);
  return NULL;
}

int dv_urdf_origin(dv_robot *u, const dv_xml *owner, dv_pose *out)
{
  const dv_xml *e = dv_xml_child(owner, "origin");
  *out = (dv_pose){.by = DV_BY_RPY};
  return dv_xml_numbers(u->r->diags, e, "xyz", out->xyz, 3) < 0 || dv_xml_numbers(u->r->diags, e, "rpy", out->turn, 3) < 0 ? -1
                                                                                                                           : 0;
}

// Names of the robot's elements of one sort (or of a child of them), sorted; `at` is the element's index.
static dv_slot *sort_names(const dv_urdf *f, const char *element, const char *child, const char *attribute, int *n)
{
  dv_slot *s = DV_TAKE(f->u->r->arena, dv_slot, f->root->n);
  *n = 0;
  for (int i = 0; i < f->root->n; i++) {
    const dv_xml *e = f->root->item[i];
    const char *name = dv_xml_get(child ? dv_xml_child(e, child) : e, attribute);
    if (!strcmp(e->name, element) && name) s[(*n)++] = (dv_slot){name, i};
  }
  dv_slots_sort(s, *n);
  return s;
}

// Joints between links that are not there; -1 after a diagnostic.
static int check_ends(const dv_urdf *f)
{
  static const char *const ends[] = {"parent", "child"};
  int n, bad = 0, at = 0;
  const dv_slot *links = sort_names(f, "link", NULL, "name", &n);
  const char **names = DV_TAKE(f->u->r->arena, const char *, n + 1);
  for (int i = 0; i < n; i++) names[i] = links[i].key;
  for (const dv_xml *joint; (joint = dv_xml_next(f->root, "joint", &at));)
    for (int k = 0; k < 2; k++) {
      const dv_xml *end = dv_xml_child(joint, ends[k]);
      const char *link = dv_xml_get(end, "link");
      if (!link || dv_slot_find(links, n, link)) continue;
      const char *near = dv_nearest(link, names, n);
      dv_diag_add(f->u->r->diags, DV_ERROR, end->mark, near ? dv_arena_text(f->u->r->arena, "did you mean '%s'?", near) : NULL,
                  "there is no link '%s'", link);
      bad = -1;
    }
  return bad;
}

// The only link that is nobody's child; NULL after a diagnostic.
static const dv_xml *find_root(const dv_urdf *f)
{
  int n, at = 0;
  const dv_slot *children = sort_names(f, "joint", "child", "link", &n);
  const dv_xml *root = NULL, *second = NULL;
  dv_diags *d = f->u->r->diags;
  for (const dv_xml *e; !second && (e = dv_xml_next(f->root, "link", &at));) {
    const char *name = dv_xml_get(e, "name");
    if (!name || dv_slot_find(children, n, name)) continue;
    if (root) second = e;
    else root = e;
  }
  if (!root && !dv_xml_child(f->root, "link"))
    dv_diag_add(d, DV_ERROR, f->root->mark, "add a <link>; of a file that only defines macros, take the one that calls them",
                "the robot has no link");
  else if (!root) dv_diag_add(d, DV_ERROR, f->root->mark, "one link must be no joint's child", "the robot has no root link");
  if (second)
    dv_diag_add(d, DV_ERROR, second->mark, "connect them with joints", "links '%s' and '%s' are both roots",
                dv_xml_get(root, "name"), dv_xml_get(second, "name"));
  return second ? NULL : root;
}

// Equal names are reported with both places. -1 after a diagnostic.
static int check_twice(const dv_urdf *f, const char *element)
{
  int n, bad = 0;
  const dv_slot *s = sort_names(f, element, NULL, "name", &n);
  for (int i = 1; i < n; i++) {
    if (strcmp(s[i - 1].key, s[i].key) != 0) continue;
    dv_diag_add(f->u->r->diags, DV_ERROR, f->root->item[s[i].at]->mark, "rename one of them",
                "%s '%s' appears twice, first at line %d", element, s[i].key, f->root->item[s[i - 1].at]->mark.line);
    bad = -1;
  }
  return bad;
}

// The joint that holds the root link, first in the list; its name is free in the robot.
static void add_root_joint(dv_urdf *f, const dv_xml *root)
{
  int n;
  const dv_slot *taken = sort_names(f, "joint", NULL, "name", &n);
  const char *name = "root";
  while (dv_slot_find(taken, n, name)) name = dv_arena_text(f->u->r->arena, "%s_", name);
  dv_robot_joint *j = dv_robot_joint_add(f->u, name, "fixed", root->mark);
  j->child = dv_urdf_link_of(f, dv_xml_get(root, "name"));
}

int dv_urdf_link_of(const dv_urdf *f, const char *name)
{
  const dv_slot *s = dv_slot_find(f->link, f->nlink, name);
  return s ? f->index[s->at] : -1;
}

static int read_links(dv_urdf *f)
{
  int bad = 0;
  f->index = DV_TAKE(f->u->r->arena, int, f->root->n);
  for (int i = 0; i < f->root->n; i++) {
    const dv_xml *e = f->root->item[i];
    const char *given = dv_xml_get(e, "name");
    f->index[i] = -1;
    if (strcmp(e->name, "link") != 0 || (f->world && given && !strcmp(given, f->world))) continue;
    const char *name = dv_urdf_name(f->u, e, "name");
    f->index[i] = f->u->links.n;
    if (!name || dv_urdf_link(f, e, dv_robot_link_add(f->u, given, e->mark))) bad = -1;
  }
  return bad;
}

// <gazebo reference="link"> with the friction and stiffness of its contacts; 1: there was nothing else in it.
static int take_surface(const dv_urdf *f, const dv_xml *e)
{
  const char *of = dv_xml_get(e, "reference");
  int link = of ? dv_urdf_link_of(f, of) : -1, taken = 0;
  if (link < 0) return 0;
  dv_robot_link *l = &f->u->links.item[link];
  taken += dv_xml_texts(f->u->r->diags, dv_xml_child(e, "mu1"), &l->friction, 1) > 0;
  taken += dv_xml_texts(f->u->r->diags, dv_xml_child(e, "kp"), &l->contact, 1) > 0;
  return taken == e->n;
}

// What else stands in the file.
static int read_rest(const dv_urdf *f)
{
  int at = 0;
  for (const dv_xml *e; (e = dv_xml_next(f->root, "transmission", &at));)
    dv_robot_ignore(f->u, "transmissions", dv_xml_get(e, "name"));
  at = 0;
  for (const dv_xml *e; (e = dv_xml_next(f->root, "gazebo", &at));) {
    int k = 0, plugins = 0;
    if (dv_robot_touches(f->u) && take_surface(f, e)) continue;
    for (const dv_xml *p; (p = dv_xml_next(e, "plugin", &k)); plugins++)
      if (dv_robot_plugin(f->u, p, "") < 0) return -1;
    if (!plugins) dv_robot_ignore(f->u, "gazebo tags", dv_xml_get(e, "reference"));
  }
  return 0;
}

int dv_urdf_read(dv_robot *u, const dv_xml *root)
{
  dv_urdf f = {.u = u, .root = root};
  if (check_ends(&f)) return -1;
  const dv_xml *base = find_root(&f);
  if (!base || check_twice(&f, "link") | check_twice(&f, "joint")) return -1;
  const char *name = dv_xml_get(base, "name");
  u->name = dv_xml_get(root, "name");
  f.material = sort_names(&f, "material", NULL, "name", &f.nmaterial);
  f.link = sort_names(&f, "link", NULL, "name", &f.nlink);
  if (!strcmp(name, "world") && !dv_xml_child(base, "inertial")) f.world = name;
  int bad = read_links(&f), at = 0;
  if (bad) return -1;
  if (!f.world) add_root_joint(&f, base);
  for (const dv_xml *e; (e = dv_xml_next(root, "joint", &at));) bad |= dv_urdf_joint(&f, e);
  return bad || read_rest(&f) ? -1 : 0;
}
