// points.c: places and Jacobians of points, lengths of axes between two points and what their forces do: B.
//
//   J_v = dr along each rate,  J_w = the turning axes;   l^2 = |b - a|^2,  tau = B f,  B = dl along each rate = (d(l^2)/2)/l
#include "symbol/machine.h"

#include <string.h>

static void place_links(dv_symbol_machine *m)
{
  for (int i = 0; i < m->nlink; i++) {
    dv_symbol_link *l = &m->link[i];
    l->world = l->parent < 0 ? l->at : dv_pose_times(m->ring, m->link[l->parent].world, l->at);
  }
}

static int carries(const dv_symbol_machine *m, int link, int end)
{
  for (; end >= 0; end = m->link[end].parent)
    if (end == link) return 1;
  return 0;
}

static dv_pv place_of(dv_symbol_machine *m, int link, dv_pv at)
{
  if (link < 0) return at;
  const dv_pose *X = &m->link[link].world;
  return dv_pv_add(m->ring, X->p, dv_pm_on(m->ring, X->R, at));
}

static void jacobian(dv_symbol_machine *m, dv_symbol_point *p)
{
  p->J = DV_TAKE(m->ring->arena, dv_poly, 6 * m->nv);
  for (int k = 0; k < m->nv; k++) {
    if (!carries(m, m->v[k].link, p->link)) continue;
    dv_pv axis = dv_pm_on(m->ring, m->link[m->v[k].link].world.R, m->v[k].turn);
    for (int i = 0; i < 3; i++) {
      p->J[i * m->nv + k] = dv_symbol_along(m, p->place.x[i], k);
      p->J[(3 + i) * m->nv + k] = axis.x[i];
    }
  }
}

dv_poly *dv_symbol_body_rates(dv_symbol_machine *m, int body, int screw)
{
  int seat = m->seat[body], turns = screw ? 0 : 3, moves = 3 - turns;
  const dv_symbol_link *l = &m->link[seat];
  dv_pv place = screw ? l->world.p : place_of(m, seat, l->centre);
  dv_poly *J = DV_TAKE(m->ring->arena, dv_poly, 6 * m->nv);
  for (int k = 0; k < m->nv; k++) {
    if (!carries(m, m->v[k].link, seat)) continue;
    dv_pv axis = dv_pm_on(m->ring, m->link[m->v[k].link].world.R, m->v[k].turn), move;
    for (int i = 0; i < 3; i++) move.x[i] = dv_symbol_along(m, place.x[i], k);
    axis = dv_pm_back(m->ring, l->world.R, axis);
    if (screw) move = dv_pm_back(m->ring, l->world.R, move);
    for (int i = 0; i < 3; i++) {
      J[(turns + i) * m->nv + k] = dv_symbol_tidy(m, axis.x[i]);
      J[(moves + i) * m->nv + k] = dv_symbol_tidy(m, move.x[i]);
    }
  }
  return J;
}

static void prune_place(dv_symbol_machine *m, dv_pv *place)
{
  double most = 0;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < place->x[i].n; k++) {
      double size = dv_term_size(m->ring, &place->x[i].term[k]);
      if (place->x[i].term[k].angle && size > most) most = size;
    }
  for (int i = 0; i < 3; i++) {
    double out = 0;
    int was = place->x[i].n;
    place->x[i] = dv_poly_prune(m->ring, place->x[i], m->prune * most, &out);
    m->pruned += was - place->x[i].n;
    if (most > 0 && out / most > m->left_out) m->left_out = out / most;
  }
}

static void add_point(dv_symbol_machine *m, int body, int point)
{
  const dv_body_spec *b = &m->spec->body[body];
  dv_symbol_point *p = &m->point[m->npoint++];
  p->name = dv_arena_text(m->ring->arena, "%s.%s", b->name, b->point[point].name);
  p->link = m->seat[body];
  p->at = dv_symbol_point_at(m, b, point);
  p->place = place_of(m, p->link, p->at);
  if (m->prune > 0) prune_place(m, &p->place);
  jacobian(m, p);
}

static int is_end(const dv_spec *s, int body)
{
  for (int i = 0; i < s->njoint; i++)
    if (s->joint[i].parent == body) return 0;
  return 1;
}

// "body", "body.point", "world.point": its link and place; 0: found.
static int find_point(dv_symbol_machine *m, const char *text, int *link, dv_pv *at)
{
  for (int i = -1; i < m->spec->nbody; i++) {
    const dv_body_spec *b = i < 0 ? &m->spec->world : &m->spec->body[i];
    const char *name = i < 0 ? "world" : b->name;
    size_t n = strlen(name);
    if (strncmp(text, name, n) != 0) continue;
    *link = i < 0 ? -1 : m->seat[i];
    *at = (dv_pv){0};
    if (!text[n]) return 0;
    for (int k = 0; k < b->npoint && text[n] == '.'; k++)
      if (!strcmp(b->point[k].name, text + n + 1)) return *at = dv_symbol_point_at(m, b, k), 0;
  }
  return -1;
}

static void add_axis(dv_symbol_machine *m, const dv_axis_spec *s)
{
  int link[2];
  dv_pv at[2];
  if (s->nterm || !s->at.line || find_point(m, s->at.from.text, &link[0], &at[0]) ||
      find_point(m, s->at.to.text, &link[1], &at[1]))
    return;
  dv_symbol_axis *x = &m->axis[m->naxis++];
  dv_pv d = dv_pv_sub(m->ring, place_of(m, link[1], at[1]), place_of(m, link[0], at[0]));
  x->name = s->name;
  x->square = dv_pv_dot(m->ring, d, d);
  x->slope = DV_TAKE(m->ring->arena, dv_poly, m->nv);
  for (int k = 0; k < m->nv; k++) x->slope[k] = dv_poly_scale(m->ring, dv_symbol_along(m, x->square, k), 0.5);
}

void dv_symbol_points(dv_symbol_machine *m)
{
  const dv_spec *s = m->spec;
  int most = 0;
  for (int i = 0; i < s->nbody; i++) most += s->body[i].npoint;
  m->point = DV_TAKE(m->ring->arena, dv_symbol_point, most);
  m->axis = DV_TAKE(m->ring->arena, dv_symbol_axis, s->naxis);
  place_links(m);
  for (int i = 0; i < s->nbody; i++)
    for (int k = 0; k < s->body[i].npoint && is_end(s, i) && m->seat[i] >= 0; k++) add_point(m, i, k);
  for (int i = 0; i < s->naxis && !m->ring->full; i++) add_axis(m, &s->axis[i]);
}
