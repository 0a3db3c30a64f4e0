// place.c: placements of the file as polynomials: xyz, rpy, euler, points, Denavit-Hartenberg rows.
//
// What is built here is compared with the numbers that the reader found; where it differs (a welded joint, a form that is not
// known here), the numbers are taken.
#include "symbol/machine.h"

#include <math.h>
#include <string.h>

const dv_node *dv_symbol_node(const dv_symbol_machine *m, const char *section, const char *name)
{
  const dv_node *map = dv_doc_find(m->symbols->root, section);
  return map && map->type == DV_MAP ? dv_doc_find(map, name) : NULL;
}

static const dv_node *item(const dv_node *list, int i)
{
  return list && list->type == DV_SEQ && i < list->n ? list->item[i] : NULL;
}
static const dv_node *key(const dv_node *map, const char *name)
{
  return map && map->type == DV_MAP ? dv_doc_find(map, name) : NULL;
}

dv_pv dv_symbol_point_at(dv_symbol_machine *m, const dv_body_spec *b, int point)
{
  const dv_node *body = b == &m->spec->world ? key(m->symbols->root, "world") : dv_symbol_node(m, "bodies", b->name);
  const dv_node *at = key(key(body, "points"), b->point[point].name);
  dv_pv p;
  for (int i = 0; i < 3; i++)
    p.x[i] = dv_symbol_named(m->symbols, item(at, i), b->point[point].at[i], "m", "p_%s_%s_%c", b->name ? b->name : "world",
                             b->point[point].name, "xyz"[i]);
  return p;
}

static double tidy(double x) { return fabs(x) < 1e-15 ? 0 : fabs(x - rint(x)) < 1e-15 ? rint(x) : x; }

static dv_pose numbers(dv_ring *r, const dv_placement *is)
{
  double R[9];
  for (int i = 0; i < 9; i++) R[i] = tidy(is->R[i]);
  return (dv_pose){dv_pm_numbers(r, R), dv_pv_numbers(r, is->p)};
}

static int fits(const dv_ring *r, const dv_pose *x, const dv_placement *is)
{
  int good = 1;
  for (int i = 0; i < 9; i++) good &= fabs(dv_poly_value(r, x->R.x[i]) - is->R[i]) < 1e-13;
  for (int i = 0; i < 3; i++)
    good &= fabs(dv_poly_value(r, x->p.x[i]) - is->p[i]) <= 1e-13 * (fabs(is->p[i]) + dv_poly_size(r, x->p.x[i]));
  return good;
}

static dv_pose one(dv_ring *r)
{
  static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  return (dv_pose){.R = dv_pm_numbers(r, unit)};
}

static void turn(dv_symbol_machine *m, dv_pose *x, int axis, const dv_node *angle)
{
  double e[3] = {axis == 0, axis == 1, axis == 2};
  if (!angle) return;
  dv_pm R = dv_pm_turn(m->ring, e, dv_symbol_trig(m->symbols, angle, 0), dv_symbol_trig(m->symbols, angle, 1));
  x->R = dv_pm_times(m->ring, x->R, R);
}

// What it gives is compared afterwards.
static dv_poly length(dv_symbol_machine *m, const dv_node *n) { return n ? dv_symbol_read(m->symbols, n) : (dv_poly){0}; }

static void dh(dv_symbol_machine *m, const dv_node *row, int classic_link, dv_pose *x)
{
  const dv_node *word = key(row, "convention");
  int modified = word && word->type == DV_SCALAR && !strcmp(word->text, "modified");
  dv_pose link = one(m->ring), spin = one(m->ring);
  turn(m, &link, 0, key(row, "alpha"));
  link.p.x[0] = length(m, key(row, "a"));
  turn(m, &spin, 2, key(row, "theta"));
  spin.p.x[2] = length(m, key(row, "d"));
  if (classic_link) *x = modified ? one(m->ring) : link;
  else *x = dv_pose_times(m->ring, *x, modified ? dv_pose_times(m->ring, link, spin) : spin);
}

static void turns(dv_symbol_machine *m, const dv_node *at, dv_pose *x)
{
  const dv_node *rpy = key(at, "rpy"), *euler = key(at, "euler"), *order = key(euler, "order");
  for (int i = 2; i >= 0 && rpy; i--) turn(m, x, i, item(rpy, i));
  for (int i = 0; order && order->type == DV_SCALAR && i < 3 && order->text[i]; i++)
    if (order->text[i] >= 'x' && order->text[i] <= 'z') turn(m, x, order->text[i] - 'x', item(key(euler, "angles"), i));
}

dv_pose dv_symbol_frame(dv_symbol_machine *m, const dv_node *at, const dv_body_spec *parent, const dv_placement *is)
{
  dv_pose x = one(m->ring);
  const dv_node *xyz = key(at, "xyz"), *point = key(at, "point"), *row = key(at, "dh");
  turns(m, at, &x);
  for (int i = 0; i < 3 && xyz; i++) x.p.x[i] = length(m, item(xyz, i));
  for (int i = 0; i < parent->npoint && point && point->type == DV_SCALAR; i++)
    if (!strcmp(parent->point[i].name, point->text)) x.p = dv_symbol_point_at(m, parent, i);
  if (row) dh(m, row, 0, &x);
  return fits(m->ring, &x, is) ? x : numbers(m->ring, is);
}

dv_pose dv_symbol_child_at(dv_symbol_machine *m, const dv_node *at, const dv_placement *is)
{
  dv_pose x = one(m->ring);
  if (key(at, "dh")) dh(m, key(at, "dh"), 1, &x);
  return fits(m->ring, &x, is) ? x : numbers(m->ring, is);
}
