// outgoing_part.c: springs and dampers on coordinates belong to their joints; all other parts are lost.
#include "export/outgoing.h"
#include "import/vocabulary.h"

#include <string.h>

static double parameter(const dv_part_spec *p, const char *name)
{
  for (int i = 0; i < p->as->nparam; i++)
    if (!strcmp(p->as->param[i].name, name)) return p->param[i];
  return 0;
}

// 1: it is said by the joint.
static int put_part(dv_outgoing *o, const dv_part_spec *p)
{
  int spring = !strcmp(p->as->name, DV_WORD_SPRING), damper = !strcmp(p->as->name, DV_WORD_DAMPER);
  if ((!spring && !damper) || (spring && !o->row->springs) || p->port[0].line || !p->port[0].name.text) return 0;
  int k = dv_out_coordinate_find(o, p->port[0].name.text);
  if (k < 0) return 0;
  for (int i = 0; i < p->as->nin; i++)
    if (p->in[i].given) return 0;
  dv_robot_joint *j = &o->u->joints.item[o->coordinates.item[k].joint];
  if (damper) return j->damping += parameter(p, "damping"), 1;
  if (j->stiffness != 0) return 0;
  j->stiffness = parameter(p, "stiffness");
  j->rest = parameter(p, "rest") - o->coordinates.item[k].zero;
  return 1;
}

void dv_out_parts(dv_outgoing *o)
{
  const dv_spec *s = o->spec;
  for (int i = 0; i < s->npart; i++)
    if (!put_part(o, &s->part[i])) dv_robot_ignore(o->u, s->part[i].is_signal ? "signals" : "parts", s->part[i].name);
  for (int i = 0; i < s->nbody; i++)
    if (s->body[i].npoint && !o->row->points) dv_robot_ignore(o->u, "points of bodies", s->body[i].name);
  for (int i = 0; i < s->nloop; i++)
    if (!o->row->loops && !dv_loop_is_relation(s->loop[i].type)) dv_robot_ignore(o->u, "loops", s->loop[i].name);
  int stops = 0, starts = 0;
  for (int i = 0; i < o->u->joints.n; i++) {
    const dv_robot_joint *j = &o->u->joints.item[i];
    if (j->stop > 0 && !o->row->stops && !stops++) dv_robot_ignore(o->u, "stiffness of stops", NULL);
    if ((j->position != 0 || (j->starts && (j->start[0] != 0 || j->start[1] != 0))) && !o->row->starts && !starts++)
      dv_robot_ignore(o->u, "positions at the start", NULL);
  }
}
