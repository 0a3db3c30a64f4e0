// rows_tree.c: links of both trees in a block from outside, elastic bodies, sites and stations on them.
//
// Coordinates and rates lie in the order of the links, each joint's own before the modes of its body: passes count on it.
#include "engine/rows_within.h"
#include "engine/work.h"

#if DV_LANES == 1 && !defined(DV_TRACE)

static const struct {
  int nq, nv;
} joints[] = {
#define DV_JOINT(name, family, axis, nq, nv, sine) {nq, nv},
#include "skeleton/joints.def"
};
enum { JOINTS = sizeof joints / sizeof *joints, LINK_REALS = sizeof(dv_link_work) / sizeof(real) };

typedef struct {
  const dv_model *m;
  const dv_link *link;
  int n, nq, nv;      // links; coordinates and rates so far
  int64_t room, end;  // reals: where the scratch of elastic bodies begins and ends
} tree;

// Numbers of n modes over some nodes: beam_link.h.
static int64_t field_numbers(int64_t modes, int64_t nodes, int shortens)
{
  return 3 + 3 * modes + modes * modes + nodes * (4 + 3 * modes + (shortens ? modes * modes : 0));
}

static int is_field(const dv_model *m, int shape, int modes, int nodes, int shortens)
{
  return nodes >= 0 && dv_in_number(m, shape, field_numbers(modes, nodes, shortens));
}

static int in_room(const tree *t, int at, int64_t n) { return at >= t->room && at + n <= t->end; }

static int beam_fits(tree *t, const dv_link *l)
{
  if (l->body != DV_BEAM) return l->modes == 0;
  int good = l->modes >= 0 && l->modes <= DV_MODES_MOST && l->mq == t->nq && l->mv == t->nv &&
             is_field(t->m, l->shape, l->modes, l->nodes, l->shortens) && in_room(t, l->room, DV_BEAM_ROOM(l->modes));
  if (!good) return 0;
  t->nq += l->modes;
  t->nv += l->modes;
  return 1;
}

// A site with modes moves as its parent, a beam, does.
static int site_fits(const tree *t, const dv_link *l, int site)
{
  int n = l->site_modes;
  if (!site) return n == 0;
  if (!in_room(t, l->site_room, DV_SITE_ROOM((int64_t)n))) return 0;
  if (n == 0) return 1;
  const dv_link *beam = l->parent < 0 ? NULL : t->link + l->parent;
  return n > 0 && beam && beam->body == DV_BEAM && beam->modes == n && l->iq == beam->mq && l->iv == beam->mv &&
         l->site_beam_room == beam->room && dv_in_number(t->m, l->site_shape, 3 + 6 * n + (l->site_shortens ? n * n : 0));
}

static int link_fits(tree *t, int i)
{
  const dv_link *l = t->link + i;
  int numbers = (int)(sizeof(dv_link_num) / sizeof(real)) - (t->m->full ? 0 : 21), site = l->joint == JOINTS - 1;
  if (l->parent < -1 || l->parent >= i || !dv_is_row(l->joint, JOINTS) || l->body < 0 || l->body > DV_BEAM || l->drive < 0 ||
      l->drive > DV_DRIVEN || l->level < 0 || l->level > 7 || !dv_in_number(t->m, l->num, numbers))
    return 0;
  if (l->body == DV_FULL && !t->m->full) return 0;
  if ((l->body == DV_BEAM || l->site_modes) && !t->m->elastic) return 0;
  if (!l->site_modes && (l->iq != t->nq || l->iv != t->nv)) return 0;
  t->nq += joints[l->joint].nq;
  t->nv += joints[l->joint].nv;
  return site_fits(t, l, site) && beam_fits(t, l);
}

static int tree_fits(tree t, int nq, int nv)
{
  t.room = (int64_t)t.n * LINK_REALS;
  if (t.room > t.end || t.end > t.room + t.n * (int64_t)(DV_BEAM_ROOM(DV_MODES_MOST) + DV_SITE_ROOM(DV_MODES_MOST))) return 0;
  for (int i = 0; i < t.n; i++)
    if (!link_fits(&t, i)) return 0;
  return t.nq == nq && t.nv == nv;
}

static int body_fits(const dv_model *m, const dv_body *b)
{
  return dv_is_text(m, b->name) && dv_is_row_or_none(b->link, m->nlink) && dv_in_number(m, b->num, 12) &&
         dv_is_row(b->seen, m->nseen) && dv_in_number(m, b->seen_num, 12) && dv_is_written(m, b->pose, 19) &&
         dv_is_written(m, b->twist, 6);
}

static int joint_fits(const dv_model *m, const dv_joint *j)
{
  int bodies = DV_MODEL_COUNT(m, BODY);
  return dv_is_text(m, j->name) && dv_is_row_or_none(j->parent, bodies) && dv_is_row(j->child, bodies) &&
         dv_within(j->iq, j->nq, m->nq) && dv_within(j->iv, j->nv, m->nv) && dv_is_written(m, j->reaction, DV_REACTION) &&
         dv_is_text(m, j->file);
}

static int point_fits(const dv_model *m, const dv_point *p)
{
  return dv_is_text(m, p->name) && dv_is_row(p->body, DV_MODEL_COUNT(m, BODY)) && dv_in_number(m, p->num, 3) &&
         dv_is_written(m, p->at, 25) && dv_is_row(p->seen, m->nseen) && dv_in_number(m, p->seen_num, 12) &&
         dv_is_row_or_none(p->link, m->nlink) && dv_in_number(m, p->link_num, 3);
}

static int station_fits(const dv_model *m, const dv_station *s)
{
  if (!dv_is_row(s->beam, m->nseen) || !dv_is_row(s->site, m->nseen)) return 0;
  const dv_link *l = dv_model_SEEN(m) + s->beam;
  return is_field(m, s->shape, l->modes, s->nodes, l->shortens) && dv_in_number(m, s->J, 6) && dv_in_number(m, s->num, 18) &&
         dv_is_list(m, s->beyond, s->nbeyond, 0, m->nseen) && dv_is_written(m, s->room, DV_BEAM_ROOM(l->modes)) &&
         dv_is_written(m, s->out, DV_STATION_OUT);
}

static int drive_fits(const dv_model *m, const dv_drive *d)
{
  return dv_is_row(d->iq, m->nq) && dv_is_row(d->iv, m->nv) && dv_is_read(m, d->value, 1) && dv_is_read(m, d->rate, 1) &&
         dv_is_read(m, d->acceleration, 1) && dv_is_written(m, d->applied, 1) && dv_is_text(m, d->name);
}

const char *dv_tree_rows_fault(const dv_model *m)
{
  tree fast = {.m = m, .link = dv_model_LINK(m), .n = m->nlink, .end = m->link_reals};
  tree seen = {.m = m, .link = dv_model_SEEN(m), .n = m->nseen, .end = m->seen_reals};
  if (!tree_fits(fast, m->nq, m->nv) || !tree_fits(seen, m->seen_nq, m->seen_nv))
    return "this model is damaged: a link points nowhere";
  for (int i = 0; i < DV_MODEL_COUNT(m, BODY); i++)
    if (!body_fits(m, dv_model_BODY(m) + i)) return "this model is damaged: a body points nowhere";
  for (int i = 0; i < DV_MODEL_COUNT(m, JOINT); i++)
    if (!joint_fits(m, dv_model_JOINT(m) + i)) return "this model is damaged: a joint points nowhere";
  for (int i = 0; i < DV_MODEL_COUNT(m, POINT); i++)
    if (!point_fits(m, dv_model_POINT(m) + i)) return "this model is damaged: a point points nowhere";
  for (int i = 0; i < DV_MODEL_COUNT(m, STATION); i++)
    if (!station_fits(m, dv_model_STATION(m) + i)) return "this model is damaged: a section points nowhere";
  for (int i = 0; i < DV_MODEL_COUNT(m, DRIVE); i++)
    if (!drive_fits(m, dv_model_DRIVE(m) + i)) return "this model is damaged: a drive points nowhere";
  return NULL;
}

#endif
