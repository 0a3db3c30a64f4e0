// tree.c: joints and bodies -> links of the two trees.
//
// A joint becomes a chain of one-freedom links (or one ball or free link); links between are massless. In the fast tree
// a fixed joint lumps its child into the parent's link; in the observer's it is a driven link that stands still.
#include "base/primitive.h"
#include "assemble/internal.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { RIGID_REALS = offsetof(dv_link_num, full) / sizeof(real), FULL_REALS = sizeof(dv_link_num) / sizeof(real) };

// Depth first, in the order of the file: what hangs on a body follows it, so that the passes find parents close by.
void dv_assemble_order(dv_assembler *c)
{
  const dv_spec *s = c->spec;
  int *first = DV_TAKE(c->arena, int, s->nbody + 1), *next = DV_TAKE(c->arena, int, s->njoint + 1),
      *stack = DV_TAKE(c->arena, int, s->njoint + 1);
  int n = 0, top = 0;
  for (int i = s->njoint - 1; i >= 0; i--) {  // joints that hang on each body (the world first), by index + 1
    int *head = &first[s->joint[i].parent + 1];
    next[i] = *head;
    *head = i + 1;
  }
  c->order = DV_TAKE(c->arena, int, s->njoint + 1);
  if (first[0]) stack[top++] = first[0] - 1;
  while (top) {
    int i = stack[--top], down = first[s->joint[i].child + 1];
    c->order[n++] = i;
    if (next[i]) stack[top++] = next[i] - 1;
    if (down) stack[top++] = down - 1;
  }
}

// One more link at the end of a chain; X: its placement in the parent link. Returns its index.
int dv_link_add(dv_assembler *c, dv_tree_draft *t, int parent, const char *row, const dv_placement *X, int drive, double pitch)
{
  int i = dv_builder_take(c->b, (dv_section_id)t->section, 1), index = dv_joint_row_x1(row);
  dv_joint_facts facts = dv_joint_row_facts_x1(index);
  double number[FULL_REALS] = {0};
  memcpy(number, X->R, sizeof X->R);
  memcpy(number + 9, X->p, sizeof X->p);
  number[RIGID_REALS - 1] = pitch;
  dv_link link = {.parent = parent, .joint = index, .body = DV_RIGID, .drive = drive, .iq = t->nq, .iv = t->nv};
  link.turned = dv_placement_turned(X);
  link.level = dv_level(X->p);
  link.num = dv_number_add(c, number, c->b->header.full ? FULL_REALS : RIGID_REALS);  // the added 6x6 only where there is one
  *(dv_link *)dv_builder_at(c->b, (dv_section_id)t->section, i) = link;
  t->nq += facts.nq;
  t->nv += facts.nv;
  return i;
}

typedef struct {
  const char *family;  // a primitive
  int coordinate;      // of the joint
  double axis[3];      // in the frame that the steps before have made
} step;

// One-freedom steps of a joint; 0 for ball and free joints that are free or locked as a whole, and fixed ones.
static int joint_steps(const dv_joint_spec *j, step *s)
{
  const dv_joint_row *row = &dv_joint_rows[j->type];
  int n = j->ncoordinate ? dv_joint_steps(j->type) : 0;
  for (int k = 0; k < n; k++) {
    s[k] = (step){.family = row->step[k].primitive, .coordinate = row->step[k].at};
    dv_joint_direction(j, k, s[k].axis);
  }
  return n;
}

dv_coordinate *dv_remember(dv_assembler *c, const char *name, const dv_coordinate_spec *spec, int iq, int iv)
{
  dv_coordinate *k = DV_PUSH(c->arena, &c->coordinate);
  k->name = name;
  k->spec = spec;
  k->iq = iq;
  k->iv = iv;
  return k;
}

// Components of a ball or free joint, so that signals can read them by name.
static void remember_components(dv_assembler *c, const dv_joint_spec *j, int iq, int iv)
{
  static const char *const q[] = {"x", "y", "z", "qw", "qx", "qy", "qz"}, *const v[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
  int first = 3 - dv_joint_slides(j);
  for (int i = first; i < 7; i++)
    dv_remember(c, dv_arena_text(c->arena, "%s.%s", j->name, q[i]), NULL, iq + i - first, -1)->turns = i >= 3;
  for (int i = first; i < 6; i++)
    dv_remember(c, dv_arena_text(c->arena, "%s.%s", j->name, v[i]), NULL, -1, iv + i - first)->turns = i >= 3;
}

// A chain of one-freedom links; X: the joint frame in the parent link, on return the moved joint frame in the last link.
static int add_chain(dv_assembler *c, dv_tree_draft *t, const dv_joint_spec *j, const step *s, int n, int link, dv_placement *X)
{
  for (int k = 0; k < n; k++) {
    const dv_coordinate_spec *coordinate = &j->coordinate[s[k].coordinate];
    dv_placement align = dv_place_identity;
    char row[32];
    snprintf(row, sizeof row, "%s_%c", s[k].family, "xyz"[dv_axis_row(s[k].axis, align.R)]);
    *X = dv_place_times(*X, align);
    if (t == &c->fast) dv_remember(c, coordinate->name, coordinate, t->nq, t->nv);
    double number = dv_primitive_number(dv_primitive_find(s[k].family), j->pitch);
    link = dv_link_add(c, t, link, row, X, coordinate->motion == DV_MOVES_FREE ? DV_FREE : DV_DRIVEN, number);
    for (int i = 0; i < 3; i++)
      for (int m = 0; m < 3; m++) X->R[3 * i + m] = align.R[3 * m + i];
    memset(X->p, 0, sizeof X->p);
  }
  return link;
}

static void add_joint(dv_assembler *c, dv_tree_draft *t, int joint)
{
  const dv_joint_spec *j = &c->spec->joint[joint];
  dv_seat *child = &t->seat[j->child], parent = dv_seat_of_joint(c, t, j);
  dv_placement X = parent.at;
  step s[DV_STEPS];
  int n = joint_steps(j, s), link = parent.link, drive = j->motion == DV_MOVES_FREE ? DV_FREE : DV_DRIVEN;
  if (t == &c->fast) {
    c->joint_iq[joint] = t->nq;
    c->joint_iv[joint] = t->nv;
  }
  if (n) {
    link = add_chain(c, t, j, s, n, link, &X);
  } else if (dv_joint_is_whole(j)) {
    if (t == &c->fast) remember_components(c, j, t->nq, t->nv);
    link = dv_link_add(c, t, link, dv_joint_rows[j->type].whole, &X, drive, 0);
    X = dv_place_identity;
  } else if (t == &c->seen) {
    link = dv_link_add(c, t, link, "prismatic_x", &X, DV_DRIVEN, 0);
    X = dv_place_identity;
  } else if (dv_is_elastic(&c->spec->body[j->child])) {  // a weld that keeps its own link
    dv_placement at = X;
    memcpy(at.R, dv_place_identity.R, sizeof at.R);
    link = dv_link_add(c, t, link, "site", &at, DV_FREE, 0);
    memset(X.p, 0, sizeof X.p);
  }
  child->link = link;
  child->at = dv_place_times(X, j->child_at);
  if (dv_is_elastic(&c->spec->body[j->child])) dv_elastic_link(c, t, j->child);
}

// R S R^T for a symmetric S given as xx xy xz yy yz zz.
static void turn_symmetric(const double R[9], const double S[6], double out[6])
{
  double A[9] = {S[0], S[1], S[2], S[1], S[3], S[4], S[2], S[4], S[5]}, B[9], C[9];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) B[3 * i + k] = R[3 * i] * A[k] + R[3 * i + 1] * A[3 + k] + R[3 * i + 2] * A[6 + k];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) C[3 * i + k] = B[3 * i] * R[3 * k] + B[3 * i + 1] * R[3 * k + 1] + B[3 * i + 2] * R[3 * k + 2];
  double packed[6] = {C[0], C[1], C[2], C[4], C[5], C[8]};
  memcpy(out, packed, sizeof packed);
}

// Adds mass, mass x centre, and inertia about the link's origin (Steiner): I_O = R I R^T + m (r.r 1 - r r^T)
static void add_rigid(double *num, const dv_body_spec *b, const dv_placement *X)
{
  dv_placement com = dv_place_identity;
  double I[6];
  memcpy(com.p, b->com, sizeof com.p);
  com = dv_place_times(*X, com);
  turn_symmetric(X->R, b->inertia, I);
  const double *r = com.p;
  double rr = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  num[12] += b->mass;
  for (int i = 0; i < 3; i++) num[13 + i] += b->mass * r[i];
  for (int i = 0, n = 0; i < 3; i++)
    for (int k = i; k < 3; k++, n++) num[16 + n] += I[n] + b->mass * ((i == k ? rr : 0) - r[i] * r[k]);
}

// 6x6 A (angular, linear) moved from body to link: A' = T^T A T with w_B = R^T w, v_B = R^T (v + w x p).
void dv_spatial_move(const double *A, const dv_placement *X, double *out)
{
  double T[36] = {0}, B[36] = {0};
  const double *p = X->p;
  double S[9] = {0, -p[2], p[1], p[2], 0, -p[0], -p[1], p[0], 0};  // [p]x; w x p = -[p]x w
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      T[6 * i + k] = T[6 * (3 + i) + 3 + k] = X->R[3 * k + i];
      for (int n = 0; n < 3; n++) T[6 * (3 + i) + k] -= X->R[3 * n + i] * S[3 * n + k];
    }
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 6; k++)
      for (int n = 0; n < 6; n++) B[6 * i + k] += A[6 * i + n] * T[6 * n + k];
  memset(out, 0, 36 * sizeof(double));
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 6; k++)
      for (int n = 0; n < 6; n++) out[6 * i + k] += T[6 * n + i] * B[6 * n + k];
}

static void add_full(double *num, const dv_body_spec *b, const dv_placement *X)
{
  double A[36], *J = num + RIGID_REALS, *H = J + 6, *M = H + 9;
  dv_spatial_move(b->full, X, A);
  for (int i = 0, n = 0; i < 3; i++)
    for (int k = i; k < 3; k++, n++) {
      J[n] += A[6 * i + k];
      M[n] += A[6 * (3 + i) + 3 + k];
    }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) H[3 * i + k] += A[6 * i + 3 + k];
}

static void add_inertia(dv_assembler *c, dv_tree_draft *t, int body)
{
  const dv_body_spec *b = &c->spec->body[body];
  const dv_seat *seat = &t->seat[body];
  if (seat->link < 0 || dv_is_elastic(b)) return;
  dv_link *link = dv_builder_at(c->b, (dv_section_id)t->section, seat->link);
  double *num = DV_AT(c->b, double, NUMBER, link->num);
  add_rigid(num, b, &seat->at);
  if (!b->has_full) return;
  if (link->body == DV_BEAM) {
    dv_diag_add(c->diags, DV_ERROR, b->mark, "fix it a little further along the beam",
                "'%s' has added mass, but sits on the root of a beam, which moves as one with it", b->name);
    return;
  }
  link->body = DV_FULL;
  add_full(num, b, &seat->at);
}

static void build(dv_assembler *c, dv_tree_draft *t)
{
  t->seat = DV_TAKE(c->arena, dv_seat, c->spec->nbody + 1);
  for (int i = 0; i < c->spec->njoint; i++) add_joint(c, t, c->order[i]);
  for (int i = 0; i < c->spec->nbody; i++) add_inertia(c, t, i);
  dv_elastic_rooms(c, t);
}

// Coordinates and rates of a joint.
void dv_joint_size(const dv_joint_spec *j, int *nq, int *nv)
{
  *nq = *nv = j->ncoordinate;
  if (j->ncoordinate || !dv_joint_is_whole(j)) return;
  dv_joint_facts whole = dv_joint_row_facts_x1(dv_joint_row_x1(dv_joint_rows[j->type].whole));
  *nq = whole.nq;
  *nv = whole.nv;
}

// Coordinates of the observer's tree, by links: both trees have the same moving links in the same order.
static void map_coordinates(dv_assembler *c)
{
  dv_model *h = &c->b->header;
  h->seen_q = dv_builder_take(c->b, DV_S_INT, c->seen.nq);
  h->seen_v = dv_builder_take(c->b, DV_S_INT, c->seen.nv);
  int *q = DV_AT(c->b, int, INT, h->seen_q), *v = DV_AT(c->b, int, INT, h->seen_v), iq = 0, iv = 0, nq = 0, nv = 0;
  for (int i = 0; i < c->spec->njoint; i++) {
    const dv_joint_spec *j = &c->spec->joint[c->order[i]];
    int weld = !j->ncoordinate && !dv_joint_is_whole(j), wide, rates;
    dv_joint_size(j, &wide, &rates);
    if (weld) wide = rates = 1;
    for (int k = 0; k < wide; k++) q[nq++] = weld ? -1 : iq++;
    for (int k = 0; k < rates; k++) v[nv++] = weld ? -1 : iv++;
    const dv_body_spec *b = &c->spec->body[j->child];
    for (int k = 0; dv_is_elastic(b) && k < b->elastic->nmode; k++) {
      q[nq++] = iq++;
      v[nv++] = iv++;
    }
  }
}

void dv_assemble_trees(dv_assembler *c)
{
  dv_model *h = &c->b->header;
  for (int i = 0; i < c->spec->nbody; i++) h->elastic |= dv_is_elastic(&c->spec->body[i]);
  for (int i = 0; i < c->spec->nbody; i++) h->full |= c->spec->body[i].has_full;
  c->joint_iq = DV_TAKE(c->arena, int, c->spec->njoint + 1);
  c->joint_iv = DV_TAKE(c->arena, int, c->spec->njoint + 1);
  c->fast.section = DV_S_LINK;
  c->seen.section = DV_S_SEEN;
  build(c, &c->fast);
  build(c, &c->seen);
  map_coordinates(c);
  h->nq = c->fast.nq;
  h->nv = c->fast.nv;
  h->seen_nq = c->seen.nq;
  h->seen_nv = c->seen.nv;
  h->nlink = c->b->section[DV_S_LINK].count;
  h->nseen = c->b->section[DV_S_SEEN].count;
  h->gravity = dv_number_add(c, c->spec->gravity, 3);
  h->weightless = dv_number_add(c, (const double[3]){0, 0, 0}, 3);
}
