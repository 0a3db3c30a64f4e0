// mjcf_out_loop.c: relations and loops as equality constraints. A hinge is two points that stay together.
#include "export/mjcf_out.h"
#include "spec/place.h"

#include <string.h>

static void put_connect(dv_mjcf_out *f, const dv_loop_spec *l, const char *name, const double along[3])
{
  const dv_outgoing *o = f->o;
  int first = l->body[0] < 0;  // the world comes second
  dv_placement at = dv_out_frame(o, l->body[first], &l->at[first]);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) at.p[i] += at.R[3 * i + k] * along[k];
  dv_xml_begin(f->x, "connect");
  dv_xml_text(f->x, "name", name);
  dv_xml_text(f->x, "body1", dv_out_link(o, o->link[l->body[first]]));
  if (l->body[!first] >= 0) dv_xml_text(f->x, "body2", dv_out_link(o, o->link[l->body[!first]]));
  dv_xml_write(f->x, "anchor", at.p, 3);
  dv_xml_end(f->x);
}

static void put_weld(dv_mjcf_out *f, const dv_loop_spec *l)
{
  const dv_outgoing *o = f->o;
  int first = l->body[0] < 0;
  dv_xml_begin(f->x, "weld");
  dv_xml_text(f->x, "name", l->name);
  dv_xml_text(f->x, "body1", dv_out_link(o, o->link[l->body[first]]));
  if (l->body[!first] >= 0) dv_xml_text(f->x, "body2", dv_out_link(o, o->link[l->body[!first]]));
  dv_xml_end(f->x);
}

static void put_loop(dv_mjcf_out *f, const dv_loop_spec *l)
{
  static const double here[3];
  dv_arena *a = f->o->u->r->arena;
  if (l->body[0] < 0 && l->body[1] < 0) return;
  switch (l->type) {
  case DV_L_BALL: put_connect(f, l, l->name, here); break;
  case DV_L_FIXED: put_weld(f, l); break;
  case DV_L_REVOLUTE:
    put_connect(f, l, l->name, here);
    put_connect(f, l, dv_arena_text(a, "%s_axis", l->name), l->axis);
    break;
  default: dv_robot_ignore(f->o->u, "loops", l->name);
  }
}

static void put_mimic(dv_mjcf_out *f, const dv_robot_joint *j)
{
  double poly[5] = {j->offset, j->ratio, 0, 0, 0};
  dv_xml_begin(f->x, "joint");
  dv_xml_text(f->x, "name", dv_arena_text(f->o->u->r->arena, "%s_mimic", j->name));
  dv_xml_text(f->x, "joint1", j->name);
  dv_xml_text(f->x, "joint2", j->mimic);
  dv_xml_write(f->x, "polycoef", poly, 5);
  dv_xml_end(f->x);
}

static void put_tendons(dv_mjcf_out *f)
{
  const dv_outgoing *o = f->o;
  if (!o->sums.n) return;
  dv_xml_begin(f->x, "tendon");
  for (int i = 0; i < o->sums.n; i++) {
    const dv_out_sum *s = &o->sums.item[i];
    dv_xml_begin(f->x, "fixed");
    dv_xml_text(f->x, "name", s->name);
    for (int k = 0; k < s->n; k++) {
      dv_xml_begin(f->x, "joint");
      dv_xml_text(f->x, "joint", o->u->joints.item[s->joint[k]].name);
      dv_xml_write(f->x, "coef", &s->factor[k], 1);
      dv_xml_end(f->x);
    }
    dv_xml_end(f->x);
  }
  dv_xml_end(f->x);
}

static int has_equalities(const dv_mjcf_out *f)
{
  int n = f->o->sums.n;
  for (int i = 0; i < f->o->u->joints.n; i++) n += f->o->u->joints.item[i].mimic && !f->rotor[i];
  for (int i = 0; i < f->o->spec->nloop; i++) n += !dv_loop_is_relation(f->o->spec->loop[i].type);
  return n > 0;
}

void dv_mjcf_out_equality(dv_mjcf_out *f)
{
  const dv_outgoing *o = f->o;
  put_tendons(f);
  if (!has_equalities(f)) return;
  dv_xml_begin(f->x, "equality");
  for (int i = 0; i < o->u->joints.n; i++)
    if (o->u->joints.item[i].mimic && !f->rotor[i]) put_mimic(f, &o->u->joints.item[i]);
  for (int i = 0; i < o->sums.n; i++) {
    double poly[5] = {-o->sums.item[i].offset, 0, 0, 0, 0};
    dv_xml_begin(f->x, "tendon");
    dv_xml_text(f->x, "name", dv_arena_text(o->u->r->arena, "%s_holds", o->sums.item[i].name));
    dv_xml_text(f->x, "tendon1", o->sums.item[i].name);
    dv_xml_write(f->x, "polycoef", poly, 5);
    dv_xml_end(f->x);
  }
  for (int i = 0; i < o->spec->nloop; i++)
    if (!dv_loop_is_relation(o->spec->loop[i].type)) put_loop(f, &o->spec->loop[i]);
  dv_xml_end(f->x);
}
