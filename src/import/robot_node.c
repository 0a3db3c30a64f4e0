// robot_node.c: pieces of a machine file while a robot becomes one.
#include "import/robot.h"

#include "base/number.h"

#include <string.h>

static dv_node *put(dv_robot *u, dv_node *map, const char *key, dv_node_type type, dv_mark mark)
{
  dv_node *n = dv_node_new(u->r->arena, type, mark);
  dv_node_append(u->r->arena, map, key, n);
  return n;
}

dv_node *dv_put_map(dv_robot *u, dv_node *map, const char *key, dv_mark mark) { return put(u, map, key, DV_MAP, mark); }

dv_node *dv_put_list(dv_robot *u, dv_node *map, const char *key, dv_mark mark) { return put(u, map, key, DV_SEQ, mark); }

void dv_put_text(dv_robot *u, dv_node *map, const char *key, dv_mark mark, const char *text)
{
  put(u, map, key, DV_SCALAR, mark)->text = text;
}

void dv_put_quoted(dv_robot *u, dv_node *map, const char *key, dv_mark mark, const char *text)
{
  dv_node *n = put(u, map, key, DV_SCALAR, mark);
  n->text = text;
  n->quoted = 1;
}

void dv_put_number(dv_robot *u, dv_node *map, const char *key, dv_mark mark, double x)
{
  char text[DV_NUMBER_TEXT];
  dv_number_write(text, x);
  dv_put_text(u, map, key, mark, dv_arena_copy(u->r->arena, text, strlen(text)));
}

void dv_put_numbers(dv_robot *u, dv_node *map, const char *key, dv_mark mark, const double *x, int n)
{
  dv_node *list = dv_put_list(u, map, key, mark);
  for (int i = 0; i < n; i++) dv_put_number(u, list, NULL, mark, x[i]);
}

static int is_zero(const double *x, int n)
{
  for (int i = 0; i < n; i++)
    if (x[i] != 0) return 0;
  return 1;
}

void dv_put_pose(dv_robot *u, dv_node *map, const char *key, dv_mark mark, const dv_pose *p)
{
  int moved = !is_zero(p->xyz, 3);
  int turned = p->by == DV_BY_RPY ? !is_zero(p->turn, 3) : p->by == DV_BY_QUATERNION && !is_zero(p->turn + 1, 3);
  if (!moved && !turned) return;
  dv_node *at = dv_put_map(u, map, key, mark);
  if (moved) dv_put_numbers(u, at, "xyz", mark, p->xyz, 3);
  if (turned && p->by == DV_BY_RPY) dv_put_numbers(u, at, "rpy", mark, p->turn, 3);
  else if (turned) dv_put_numbers(u, at, "quaternion", mark, p->turn, 4);
}
