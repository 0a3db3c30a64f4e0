// mjcf_tendon.c: tendons as axes: sums of coordinates, and straight lines between two sites.
#include "import/mjcf.h"
#include "import/vocabulary.h"

#include <math.h>
#include <string.h>

// Sums of angles, or of lengths; both in one have no unit here.
static int put_sum(dv_mjcf *f, const dv_xml *e, dv_node *axis)
{
  dv_robot *u = f->u;
  dv_node *sum = dv_put_map(u, axis, "sum", e->mark);
  int at = 0, slides = -1;
  for (const dv_xml *j; (j = dv_xml_next(e, "joint", &at));) {
    const char *name = dv_xml_get(j, "joint");
    int k = name ? dv_robot_joint_find(u, dv_robot_name(u, name)) : -1;
    if (k < 0) return dv_diag_add(u->r->diags, DV_ERROR, j->mark, NULL, "there is no joint '%s'", name ? name : ""), -1;
    int slide = !strcmp(u->joints.item[k].type, "prismatic");
    if (slides >= 0 && slides != slide) return 1;
    slides = slide;
    if (dv_doc_find(sum, u->joints.item[k].name)) return 1;
    dv_put_number(u, sum, u->joints.item[k].name, j->mark, dv_mjcf_number(f, j, NULL, "coef", 1));
  }
  return slides < 0;
}

static int put_line(dv_mjcf *f, const dv_xml *e, dv_node *axis)
{
  const char *end[2] = {NULL, NULL};
  for (int i = 0; i < e->n; i++) {
    const char *site = !strcmp(e->item[i]->name, "site") && i < 2 ? dv_xml_get(e->item[i], "site") : NULL;
    int k = site ? dv_names_find(&f->sites, site) : -1;
    if (k < 0) return 1;
    end[i] = f->site_at[k];
  }
  if (!end[0] || !end[1]) return 1;
  dv_put_text(f->u, axis, "from", e->mark, end[0]);
  dv_put_text(f->u, axis, "to", e->mark, end[1]);
  return 0;
}

static dv_node *put_part(dv_robot *u, const char *axis, const char *what, const char *kind, dv_mark mark)
{
  const char *name = dv_robot_part_name(u, dv_arena_text(u->r->arena, "%s_%s", axis, what));
  dv_node *p = dv_put_map(u, u->parts, name, mark);
  dv_put_text(u, p, "kind", mark, kind);
  dv_put_text(u, p, "axis", mark, axis);
  return p;
}

static int put_forces(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const char *name)
{
  double stiffness = dv_mjcf_number(f, e, c, "stiffness", 0), damping = dv_mjcf_number(f, e, c, "damping", 0), rest[2] = {0};
  int n = 0;
  if (dv_mjcf_numbers(f, e, c, "springlength", rest, 1, 2, &n) < 0) return -1;
  if (stiffness > 0 && (n != 1 || rest[0] < 0)) dv_robot_ignore(f->u, "springs of tendons without one rest length", name);
  else if (stiffness > 0) {
    dv_node *p = put_part(f->u, name, "spring", DV_WORD_SPRING, e->mark);
    dv_put_number(f->u, p, "stiffness", e->mark, stiffness);
    if (rest[0] != 0) dv_put_number(f->u, p, "rest", e->mark, rest[0]);
  }
  if (damping > 0) dv_put_number(f->u, put_part(f->u, name, "damper", DV_WORD_DAMPER, e->mark), "damping", e->mark, damping);
  if (dv_mjcf_get(e, c, "range")) dv_robot_ignore(f->u, "limits of tendons", name);
  return 0;
}

int dv_mjcf_tendons(dv_mjcf *f, const dv_xml *list)
{
  for (int i = 0; i < list->n; i++) {
    const dv_xml *e = list->item[i];
    const char *given = dv_xml_get(e, "name");
    dv_node *axis = dv_node_new(f->u->r->arena, DV_MAP, e->mark);
    int fixed = !strcmp(e->name, "fixed"), left = fixed ? put_sum(f, e, axis) : put_line(f, e, axis);
    if (left < 0) return -1;
    if (left || !given) {
      dv_robot_ignore(f->u, "tendons that are no sum of angles and no straight line", given);
      continue;
    }
    const char *name = dv_robot_part_name(f->u, given);
    dv_node_append(f->u->r->arena, f->u->axes, name, axis);
    if (put_forces(f, e, dv_mjcf_class_of(f, e, NULL), name)) return -1;
  }
  return 0;
}
