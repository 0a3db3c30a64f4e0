// shrink.c: takes away what does not matter, until every entry and key that is left is needed for the same kind of difference.
#include "judge.h"

#include <string.h>

typedef struct {
  const court *court;
  dv_arena *arena;
  dv_node *root;
  uint64_t number;
  int row, words;
  report *report;
} press;

// The first words of what was said: the same fault, with other numbers.
static int alike(const char *a, const char *b, int words)
{
  for (; *a && *b && words; a++, b++) {
    if (*a != *b) return 0;
    words -= *a == ' ';
  }
  return 1;
}

static int still(press *p)
{
  report r;
  court c = *p->court;
  c.only = p->row;
  judge(&c, p->root, p->number, &r);
  if (r.differs != p->row || !alike(r.said, p->report->said, p->words)) return 0;
  memcpy(p->report->said, r.said, sizeof r.said);
  return 1;
}

static int without(press *p, dv_node *parent, int at)
{
  dv_node *held = parent->item[at];
  node_drop(parent, at);
  if (still(p)) return 1;
  memmove(parent->item + at + 1, parent->item + at, (size_t)(parent->n - at) * sizeof *parent->item);
  parent->item[at] = held;
  parent->n++;
  return 0;
}

// A body goes with its joint.
static int without_body(press *p, dv_node *bodies, dv_node *joints, int at)
{
  dv_node *body = bodies->item[at], *joint = NULL;
  int j = 0;
  for (j = 0; j < joints->n; j++) {
    const dv_node *child = dv_doc_find(joints->item[j], "child");
    if (child && child->text && !strcmp(child->text, body->key)) break;
  }
  if (j == joints->n) return 0;
  joint = joints->item[j];
  node_drop(joints, j);
  if (without(p, bodies, at)) return 1;
  memmove(joints->item + j + 1, joints->item + j, (size_t)(joints->n - j) * sizeof *joints->item);
  joints->item[j] = joint;
  joints->n++;
  return 0;
}

static int walk(press *p, dv_node *n, int level)
{
  int changed = 0;
  if (n->type != DV_MAP || level > 4) return 0;
  for (int i = n->n - 1; i >= 0; i--) {
    if (level > 0 || n->item[i]->type != DV_MAP || !n->item[i]->n)
      if (without(p, n, i)) {
        changed = 1;
        continue;
      }
    changed |= walk(p, n->item[i], level + 1);
  }
  return changed;
}

const dv_node *shrink(const court *c, dv_arena *a, const dv_node *root, uint64_t number, report *r)
{
  press p = {.court = c, .arena = a, .root = node_copy(a, root), .number = number, .row = r->differs, .words = 2, .report = r};
  for (int again = 1, rounds = 0; again && rounds < 4; rounds++) {
    dv_node *bodies = dv_doc_find(p.root, "bodies"), *joints = dv_doc_find(p.root, "joints");
    again = 0;
    for (int i = bodies && joints ? bodies->n - 1 : -1; i >= 0; i--) again |= without_body(&p, bodies, joints, i);
    again |= walk(&p, p.root, 0);
  }
  return p.root;
}
