// rows_fault.c: are the rows of a block from outside such that the engine can run them?
//
// Every index of a row must lie in the array that it points into, with all that is read from there; -1 where a row has nothing
// there. What kinds make of their own numbers is theirs: they take any.
#include "engine/block.h"
#include "engine/program.h"
#include "model/saved_fault.h"
#include "skeleton/skeleton.h"

#if DV_LANES == 1 && !defined(DV_TRACE)

static int within(int at, int n, int most) { return at >= -1 && n >= 0 && n <= most && at <= most - n; }
static int in_work(const dv_model *m, int at, int n) { return within(at, n, m->nwork); }
static int in_number(const dv_model *m, int at, int n) { return within(at, n, DV_MODEL_COUNT(m, NUMBER)); }
static int in_int(const dv_model *m, int at, int n) { return within(at, n, DV_MODEL_COUNT(m, INT)); }
static int is_text(const dv_model *m, int at) { return at >= 0 && at < DV_MODEL_COUNT(m, TEXT); }
static int is_row(int i, int count) { return i >= -1 && i < count; }
static int is_link(const dv_model *m, int i) { return is_row(i, m->nlink); }
static int is_seen(const dv_model *m, int i) { return is_row(i, m->nseen); }

// A list of n indices below most, in the ints.
static int is_list(const dv_model *m, int at, int n, int most)
{
  if (!in_int(m, at, n)) return 0;
  const int *list = dv_model_INT(m) + at;
  for (int i = 0; i < n; i++)
    if (!is_row(list[i], most)) return 0;
  return 1;
}

static int is_copies(const dv_model *m, dv_copies c)
{
  return c.n >= 0 && c.n < 1 << 24 && (c.n == 0 || is_list(m, c.at, 2 * c.n, m->nwork));
}

static int is_code(const dv_model *m, int code, int n, int constant)
{
  return within(code, n, DV_MODEL_COUNT(m, CODE)) && in_number(m, constant, 0);
}

// Coordinates and rates of each type of joint.
static const struct {
  int nq, nv;
} joints[] = {
#define DV_JOINT(name, family, axis, nq, nv, sine) {nq, nv},
#include "skeleton/joints.def"
};
enum { JOINTS = sizeof joints / sizeof *joints };

static int tree_fits(const dv_model *m, const dv_link *l, int n, int nq, int nv)
{
  for (int i = 0; i < n; i++, l++) {
    int numbers = (int)(offsetof(dv_link_num, full) / sizeof(double)) + (l->body == DV_FULL ? 21 : 0);
    if (!(l->parent >= -1 && l->parent < i) || l->joint < 0 || l->joint >= JOINTS || l->body < 0 || l->body > DV_BEAM) return 0;
    if (!within(l->iq, joints[l->joint].nq, nq) || !within(l->iv, joints[l->joint].nv, nv) || l->num < 0 ||
        !in_number(m, l->num, numbers))
      return 0;
    if (!within(l->mq, l->modes, nq) || !within(l->mv, l->modes, nv) || !in_number(m, l->shape, 0) || l->nodes < 0) return 0;
    if (l->site_modes < 0 || l->site_modes > nv || !in_number(m, l->site_shape, 0)) return 0;
  }
  return 1;
}

static int drive_fits(const dv_model *m, const dv_drive *d)
{
  return within(d->iq, 1, m->nq) && within(d->iv, 1, m->nv) && in_work(m, d->value, 1) && in_work(m, d->rate, 1) &&
         in_work(m, d->acceleration, 1) && in_work(m, d->applied, 1) && is_text(m, d->name);
}

static int on_links(const dv_model *m, const dv_junction *j)
{
  int numbers = j->type == DV_AT_FRAME ? 12 : 6;
  return is_link(m, j->link[0]) && is_link(m, j->link[1]) && is_seen(m, j->seen[0]) && is_seen(m, j->seen[1]) &&
         in_number(m, j->num, numbers) && in_number(m, j->seen_num, numbers);
}

static int frame_fits(const dv_model *m, const dv_junction *j)
{
  return j->width == 6 && in_work(m, j->pos, 12) && is_row(j->body, DV_MODEL_COUNT(m, BODY)) &&
         is_row(j->same_axes, DV_MODEL_COUNT(m, JUNCTION));
}

static int junction_fits(const dv_model *m, const dv_junction *j)
{
  int n = j->width;
  if (j->type < DV_AT_COORDINATE || j->type > DV_AT_NODE || n < 1 || n > 6) return 0;
  if (!in_work(m, j->shared, n) || !in_work(m, j->sum, n) || !in_work(m, j->pos, 1)) return 0;
  if (j->type == DV_AT_COORDINATE && (!within(j->iq, 1, m->nq) || !within(j->iv, 1, m->nv))) return 0;
  if ((j->type == DV_AT_LINE || j->type == DV_AT_FRAME) && !on_links(m, j)) return 0;
  if (j->type == DV_AT_FRAME && !frame_fits(m, j)) return 0;
  if (j->type == DV_AT_COMBINATION && !is_list(m, j->term, j->nterm, DV_MODEL_COUNT(m, JUNCTION))) return 0;
  if (j->type == DV_AT_NODE && (!is_row(j->x, m->nx) || !in_work(m, j->capacity, 1))) return 0;
  return is_text(m, j->name) && (j->motion < 0 || in_work(m, j->motion, 1));
}

// Ints that a part's kind reads: options, rows of its tables, what was given.
static int part_lists_fit(const dv_model *m, const dv_part *p, const dv_kind *k)
{
  if (!is_copies(m, p->gather) || !is_copies(m, p->fix) || !is_copies(m, p->store) || !is_copies(m, p->answer)) return 0;
  if (!is_list(m, p->port, k->nport, DV_MODEL_COUNT(m, JUNCTION)) || !in_int(m, p->opt, k->noption) ||
      !in_int(m, p->rows, k->ntable) || !in_int(m, p->given, k->nparam) || !in_int(m, p->source, p->nin))
    return 0;
  for (int t = 0; t < k->ntable; t++) {
    int rows = dv_model_INT(m)[p->rows + t], width = k->table[t].columns + k->table[t].derived;
    if (rows < 0 || rows > 1 << 24 || width < 0 || p->table[t] < 0 || !in_number(m, p->table[t], rows * width)) return 0;
  }
  return in_int(m, p->each, 3 * p->neach) && (p->row < 0 || in_int(m, p->row, 5 * p->nrow));
}

static int part_fits(const dv_model *m, const dv_part *p)
{
  if (p->kind < 0 || p->kind >= DV_KINDS_OWN) return 0;
  const dv_kind *k = dv_kinds_x1[p->kind];
  int n = p->nslot;
  if (n < 0 || n > 1 << 20 || p->nframe < 0 || p->nframe > n || p->nin < 0 || p->neach < 0 || p->neach > 1 << 20 || p->nrow < 0)
    return 0;
  if (p->par < 0 || !in_number(m, p->par, k->npar) || !within(p->x, 0, m->nx) || !within(p->d, 0, m->nd)) return 0;
  if (!in_work(m, p->effort, n) || !in_work(m, p->flow, n) || !in_work(m, p->pos, p->direct ? 1 : n) ||
      !in_work(m, p->pose, 12 * p->nframe) || !in_work(m, p->capacity, n) || !in_work(m, p->in, p->nin) ||
      !in_work(m, p->out, 1) || !in_work(m, p->root, p->nroot) || !in_work(m, p->guard, k->nwarning))
    return 0;
  if (!within(p->root_index, p->nroot, m->nroot) || !within(p->side, k->holds ? p->nroot : 0, m->nd)) return 0;
  if (!in_work(m, p->stored, 1) || !in_work(m, p->power, k->nport) || !is_text(m, p->name) || !is_text(m, p->file)) return 0;
  return is_code(m, p->code, p->ncode, p->constant) && in_number(m, p->list, 0) && part_lists_fit(m, p, k);
}

static int call_fits(const dv_model *m, const dv_call *c)
{
  int most = c->what == DV_C_BOND ? DV_MODEL_COUNT(m, BOND_BLOCK) : DV_MODEL_COUNT(m, PART);
  return c->what >= 0 && c->what < DV_C_COUNT && is_row(c->part, most);
}

static int body_fits(const dv_model *m, const dv_body *b)
{
  return is_text(m, b->name) && is_link(m, b->link) && in_number(m, b->num, 12) && is_seen(m, b->seen) &&
         in_number(m, b->seen_num, 12) && in_work(m, b->pose, 19) && in_work(m, b->twist, 6);
}

static int joint_fits(const dv_model *m, const dv_joint *j)
{
  int bodies = DV_MODEL_COUNT(m, BODY);
  return is_text(m, j->name) && is_row(j->parent, bodies) && is_row(j->child, bodies) && within(j->iq, j->nq, m->nq) &&
         within(j->iv, j->nv, m->nv) && in_work(m, j->reaction, DV_REACTION) && is_text(m, j->file);
}

static int point_fits(const dv_model *m, const dv_point *p)
{
  return is_text(m, p->name) && is_row(p->body, DV_MODEL_COUNT(m, BODY)) && in_number(m, p->num, 3) && in_work(m, p->at, 12) &&
         is_seen(m, p->seen) && in_number(m, p->seen_num, 12) && is_link(m, p->link) && in_number(m, p->link_num, 3);
}

static int loop_fits(const dv_model *m, const dv_loop *l)
{
  return is_text(m, l->name) && within(l->row, l->nrow, DV_MODEL_COUNT(m, CLOSURE)) && is_link(m, l->link[0]) &&
         is_link(m, l->link[1]) && in_number(m, l->num, 0) && is_seen(m, l->seen[0]) && is_seen(m, l->seen[1]) &&
         is_list(m, l->column, l->ncolumn, m->nv) && is_code(m, l->code, l->ncode, l->constant) && in_work(m, l->room, 0) &&
         is_row(l->child, DV_MODEL_COUNT(m, BODY)) && in_work(m, l->reaction, 1) && in_work(m, l->redundant, 1) &&
         is_text(m, l->file);
}

static int closure_fits(const dv_model *m, const dv_closure *c)
{
  return c->what >= 0 && c->what <= DV_RELATION && c->i >= -1 && c->i < 3 && c->j >= -1 && c->j < 3 && in_number(m, c->value, 1);
}

static int quadrature_fits(const dv_model *m, const dv_quadrature *q)
{
  int most = q->what == DV_Q_DRIVE ? DV_MODEL_COUNT(m, DRIVE) : DV_MODEL_COUNT(m, PART);
  return q->what >= DV_Q_POWER_IN && q->what <= DV_Q_DRIVE && q->part >= 0 && q->part < most;
}

static int constant_fits(const dv_model *m, const dv_constant *c)
{
  return c->work >= 0 && c->num >= 0 && in_work(m, c->work, 1) && in_number(m, c->num, 1);
}

static int settlement_fits(const dv_model *m, const dv_settlement *s)
{
  return in_work(m, s->flow, 1) && in_work(m, s->capacity, 1) && s->junction >= 0 && s->junction < DV_MODEL_COUNT(m, JUNCTION);
}

static int bond_op_fits(const dv_model *m, const dv_bond_op *o)
{
  return o->what >= DV_B_LOAD && o->what <= DV_B_PUT && in_work(m, o->out, 1) && is_row(o->x, m->nx) && o->n >= 0 &&
         o->n < 1 << 24 && is_list(m, o->term, 2 * o->n, m->nwork) && o->inside >= 0 && o->inside <= o->n &&
         is_code(m, o->code, o->ncode, o->constant) && in_work(m, o->room, 0);
}

static int bond_block_fits(const dv_model *m, const dv_bond_block *b)
{
  return within(b->op, b->nop, DV_MODEL_COUNT(m, BOND_OP)) && b->nunknown >= 0 && b->nunknown <= b->nop &&
         b->nunknown < 1 << 12 && in_work(m, b->room, b->nunknown * (b->nunknown + 1));
}

static int header_fits(const dv_model *m)
{
  int parts = DV_MODEL_COUNT(m, PART);
  return is_list(m, m->field, m->nfield, parts) && is_list(m, m->profile, m->nprofile, parts) &&
         is_list(m, m->sample, m->nsample, parts) && is_list(m, m->seen_q, m->seen_nq, m->nq) &&
         is_list(m, m->seen_v, m->seen_nv, m->nv) && m->gravity >= 0 && in_number(m, m->gravity, 3) && m->weightless >= 0 &&
         in_number(m, m->weightless, 3) && m->nominal >= 0 && in_number(m, m->nominal, 0) && within(m->loop_d, 0, m->nd) &&
         in_int(m, m->loop_given, 0);
}

#define EACH(id, fits)                                                                                                           \
  for (int i = 0; i < DV_MODEL_COUNT(m, id); i++)                                                                                \
    if (!fits(m, dv_model_##id(m) + i)) return "this model is damaged: a row of " #id " points nowhere";

const char *dv_rows_fault(const dv_model *m)
{
  const char *what;
  if (dv_block_fault(m, &what)) return "this model is damaged: its arrays are not as its header says";
  if (!header_fits(m)) return "this model is damaged: its header points nowhere";
  if (!tree_fits(m, dv_model_LINK(m), m->nlink, m->nq, m->nv) ||
      !tree_fits(m, dv_model_SEEN(m), m->nseen, m->seen_nq, m->seen_nv))
    return "this model is damaged: a link points nowhere";
  EACH(LOOP, loop_fits)
  EACH(CLOSURE, closure_fits)
  EACH(DRIVE, drive_fits)
  EACH(JUNCTION, junction_fits)
  EACH(CONSTANT, constant_fits)
  EACH(SETTLEMENT, settlement_fits)
  EACH(PART, part_fits)
  EACH(BOND_OP, bond_op_fits)
  EACH(BOND_BLOCK, bond_block_fits)
  EACH(CALL, call_fits)
  EACH(BODY, body_fits)
  EACH(JOINT, joint_fits)
  EACH(POINT, point_fits)
  EACH(QUADRATURE, quadrature_fits)
  return NULL;
}

#endif
