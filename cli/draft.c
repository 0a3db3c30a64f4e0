// draft.c: a machine in its initial pose as lines: what its bodies look like, sticks for those without shapes, names.
#include "draft.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static stand stand_of(dv_kinematics *k, int body)
{
  stand s = {
      .R = {1, 0, 0, 0, 1, 0, 0, 0, 1}
  };
  if (body < 0) return s;
  dv_spot_at(k, &(dv_spot){.body = body}, k->q, s.p);
  for (int i = 0; i < 3; i++) {
    dv_spot tip = {.body = body};
    double x[3];
    tip.at[i] = 1;
    dv_spot_at(k, &tip, k->q, x);
    for (int j = 0; j < 3; j++) s.R[3 * j + i] = x[j] - s.p[j];
  }
  return s;
}

static stand stand_on(const stand *s, const dv_placement *at)
{
  stand out;
  stand_put(s, at->p, out.p);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out.R[3 * i + j] = s->R[3 * i] * at->R[j] + s->R[3 * i + 1] * at->R[3 + j] + s->R[3 * i + 2] * at->R[6 + j];
  return out;
}

// The twelve edges: corners that differ in one coordinate.
static void draw_box(dv_draft *d, const char *layer, const stand *s, const double *size)
{
  for (int a = 0; a < 8; a++)
    for (int axis = 0; axis < 3; axis++) {
      double x[2][3], at[2][3];
      if (a >> axis & 1) continue;
      for (int end = 0; end < 2; end++) {
        for (int i = 0; i < 3; i++) x[end][i] = ((a | end << axis) >> i & 1 ? 0.5 : -0.5) * size[i];
        stand_put(s, x[end], at[end]);
      }
      dv_draft_line(d, layer, at[0], at[1]);
    }
}

static void draw_round(dv_draft *d, const char *layer, const stand *s, const dv_visual_spec *v)
{
  double half = v->shape == DV_SPHERE ? 0 : v->size[1] / 2, a[3], b[3];
  stand_put(s, (double[]){0, 0, -half}, a);
  stand_put(s, (double[]){0, 0, half}, b);
  if (v->shape != DV_SPHERE) dv_draft_tube(d, layer, a, b, v->size[0]);
  if (v->shape != DV_CYLINDER) dv_draft_ball(d, layer, a, v->size[0]);
  if (v->shape == DV_CAPSULE) dv_draft_ball(d, layer, b, v->size[0]);
}

static void draw_shapes(dv_draft *d, const dv_body_spec *b, const stand *s, dv_diags *diags)
{
  for (int i = 0; i < b->nvisual; i++) {
    const dv_visual_spec *v = &b->visual[i];
    stand at = stand_on(s, &v->at);
    if (v->shape == DV_BOX) draw_box(d, b->name, &at, v->size);
    else if (v->shape == DV_MESH) draft_mesh(d, b->name, &at, v, diags);
    else draw_round(d, b->name, &at, v);
  }
}

// Points with their names; on a body without shapes a stick leads to each.
static void draw_body(dv_draft *d, dv_kinematics *k, int body, dv_diags *diags)
{
  const dv_spec *spec = k->spec;
  const dv_body_spec *b = &spec->body[body];
  stand s = stand_of(k, body);
  double at[3];
  draw_shapes(d, b, &s, diags);
  for (int i = 0; i < b->npoint; i++) {
    stand_put(&s, b->point[i].at, at);
    if (!b->nvisual) dv_draft_line(d, b->name, s.p, at);
    dv_draft_label(d, "POINTS", at, dv_arena_text(d->arena, "%s.%s", b->name, b->point[i].name));
  }
  for (int j = 0; j < spec->njoint; j++) {
    const dv_joint_spec *joint = &spec->joint[j];
    if (joint->parent != body || b->nvisual) continue;
    stand_put(&s, joint->at.p, at);
    dv_draft_line(d, b->name, s.p, at);
  }
}

// Joints between bodies that are drawn, and between these and others.
static int is_drawn(const dv_joint_spec *j, const char *keep)
{
  return j->type != DV_J_FIXED && ((j->parent >= 0 && keep[j->parent]) || (j->child >= 0 && keep[j->child]));
}

static void draw_joints(dv_draft *d, dv_kinematics *k, const char *keep)
{
  for (int j = 0; j < k->spec->njoint; j++) {
    const dv_joint_spec *joint = &k->spec->joint[j];
    if (!is_drawn(joint, keep)) continue;
    stand s = stand_of(k, joint->parent);
    double at[3];
    stand_put(&s, joint->at.p, at);
    dv_draft_label(d, "JOINTS", at, joint->name);
  }
}

static void draw_line(dv_draft *d, dv_kinematics *k, const dv_connection *at, const char *name, const char *keep)
{
  dv_spot end[2];
  double x[2][3], middle[3];
  if (!at->line || dv_spot_find(k, at->from.text, &end[0]) || dv_spot_find(k, at->to.text, &end[1])) return;
  for (int i = 0; i < 2; i++)
    if (end[i].body >= 0 && !keep[end[i].body]) return;
  for (int i = 0; i < 2; i++) dv_spot_at(k, &end[i], k->q, x[i]);
  for (int i = 0; i < 3; i++) middle[i] = (x[0][i] + x[1][i]) / 2;
  dv_draft_line(d, "AXES", x[0], x[1]);
  dv_draft_label(d, "AXES", middle, name);
}

dv_draft *draft_machine(dv_kinematics *k, dv_diags *diags, const char *keep)
{
  const dv_spec *s = k->spec;
  dv_draft *d = dv_draft_new(k->arena);
  for (int i = 0; i < 3; i++) d->up[i] = -k->spec->gravity[i];
  for (int i = 0; i < s->nbody; i++)
    if (keep[i]) draw_body(d, k, i, diags);
  draw_joints(d, k, keep);
  for (int i = 0; i < s->naxis; i++) draw_line(d, k, &s->axis[i].at, s->axis[i].name, keep);
  for (int i = 0; i < s->npart; i++)
    for (int p = 0; p < s->part[i].as->nport; p++) draw_line(d, k, &s->part[i].port[p], s->part[i].name, keep);
  return d;
}

// The axes of each joint's place, in the layers FRAME-X, FRAME-Y, FRAME-Z.
void draft_frames(dv_draft *d, dv_kinematics *k, const char *keep)
{
  static const char *const layer[] = {"FRAME-X", "FRAME-Y", "FRAME-Z"};
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (int i = 0; i < d->n; i++)
    for (int n = 0; n < d->item[i].n; n++)
      for (int c = 0; c < 3; c++) least = fmin(least, d->item[i].at[n][c]), most = fmax(most, d->item[i].at[n][c]);
  for (int j = 0; j < k->spec->njoint; j++) {
    const dv_joint_spec *joint = &k->spec->joint[j];
    if (!is_drawn(joint, keep)) continue;
    stand s = stand_of(k, joint->parent), at = stand_on(&s, &joint->at);
    for (int c = 0; c < 3; c++) {
      double tip[3];
      for (int i = 0; i < 3; i++) tip[i] = at.p[i] + 0.06 * (most - least) * at.R[3 * i + c];
      dv_draft_line(d, layer[c], at.p, tip);
    }
  }
}

int draft_write(args *a, const dv_machine *m, const dv_draft *d, const char *path)
{
  size_t n;
  const char *text = (strcmp(extension(path), ".svg") ? dv_draft_dxf : dv_draft_svg)(d, m->spec->name, &n);
  int code = write_bytes(a, a->diags, path, text, n);
  if (code) return code;
  if (!has(a, "json")) printf("%s: side view and plan\n", path);
  return FINE;
}
