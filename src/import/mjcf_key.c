// mjcf_key.c: keyframes as cases: positions in the order of the joints, and inputs.
#include "import/mjcf.h"

#include "base/number.h"

#include <string.h>

enum { VALUES_MOST = 4096 };

static int values_of(const char *p, double *x)
{
  int n = 0;
  while (p && n < VALUES_MOST) {
    p += strspn(p, " \t\r\n");
    if (!*p || !(p = dv_number_read(p + (*p == '+'), &x[n]))) break;
    n++;
  }
  return n;
}

static int width(const dv_robot_joint *j)
{
  if (!strcmp(j->type, "fixed")) return 0;
  return !strcmp(j->type, "free") ? 7 : !strcmp(j->type, "ball") ? 4 : 1;
}

// In the file's order of joints, which is that of reading; rotors come last and follow.
static int put_positions(dv_robot *u, const dv_xml *e, dv_node *one)
{
  double *x = DV_TAKE(u->r->arena, double, VALUES_MOST);
  int n = values_of(dv_xml_get(e, "qpos"), x), want = 0, at = 0;
  for (int i = 0; i < u->joints.n; i++)
    if (!u->joints.item[i].mimic) want += width(&u->joints.item[i]);
  if (!n) return 0;
  if (n != want) return -1;
  dv_node *set = dv_put_map(u, one, "set", e->mark);
  for (int i = 0; i < u->joints.n; i++) {
    const dv_robot_joint *j = &u->joints.item[i];
    int w = j->mimic ? 0 : width(j);
    const char *path = dv_arena_text(u->r->arena, "joints.%s.position", j->name);
    if (w == 1) dv_put_number(u, set, path, e->mark, x[at] - j->offset);
    else if (w) {
      double *q = x + at + w - 4;
      if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0) q[0] = 1;  // MuJoCo takes it so
      dv_put_numbers(u, set, path, e->mark, x + at, w);
    }
    at += w;
  }
  return 0;
}

static void put_inputs(dv_robot *u, const dv_xml *e, dv_node *one)
{
  double *x = DV_TAKE(u->r->arena, double, VALUES_MOST);
  int n = values_of(dv_xml_get(e, "ctrl"), x);
  if (!n || n != u->signals->n) return;
  dv_node *set = dv_doc_find(one, "set");
  if (!set) set = dv_put_map(u, one, "set", e->mark);
  for (int i = 0; i < n; i++)
    dv_put_number(u, set, dv_arena_text(u->r->arena, "signals.%s.value", u->signals->item[i]->key), e->mark, x[i]);
}

int dv_mjcf_keys(dv_mjcf *f, const dv_xml *list)
{
  int at = 0;
  for (const dv_xml *e; (e = dv_xml_next(list, "key", &at));) {
    const char *given = dv_xml_get(e, "name");
    const char *name = given ? dv_robot_name(f->u, given) : dv_arena_text(f->u->r->arena, "key%d", f->u->cases->n + 1);
    dv_node *one = dv_node_new(f->u->r->arena, DV_MAP, e->mark);
    if (dv_doc_find(f->u->cases, name) || put_positions(f->u, e, one)) {
      dv_robot_ignore(f->u, "keyframes that do not fit the joints", name);
      continue;
    }
    put_inputs(f->u, e, one);
    dv_node_append(f->u->r->arena, f->u->cases, name, one);
  }
  return 0;
}
