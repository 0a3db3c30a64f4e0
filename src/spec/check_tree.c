// check_tree.c: joints and bodies must be a tree from the world.
#include "spec/check.h"

#include <string.h>

typedef struct {
  dv_check *check;
  int *joint_of;  // [body] joint whose child it is, or -1
} tree;

static const char *line_of(dv_check *c, dv_mark m) { return m.line ? dv_arena_text(c->arena, " (line %d)", m.line) : ""; }

static void find_joints(tree *t)
{
  dv_check *c = t->check;
  dv_spec *s = c->spec;
  for (int i = 0; i < s->nbody; i++) t->joint_of[i] = -1;
  for (int i = 0; i < s->njoint; i++) {
    const dv_joint_spec *j = &s->joint[i];
    if (j->child < 0) continue;
    int before = t->joint_of[j->child];
    if (before < 0) t->joint_of[j->child] = i;
    else
      dv_diag_add(c->diags, DV_ERROR, j->mark, "each body is the child of one joint",
                  "body '%s' is the child of joint '%s' and already of joint '%s'%s", s->body[j->child].name, j->name,
                  s->joint[before].name, line_of(c, s->joint[before].mark));
  }
}

// A body whose joint has its name misspelled is not reported a second time.
static int nearly_named(const dv_check *c, const char *body)
{
  const dv_node *joints = dv_check_get(c->root, "joints", DV_MAP);
  for (int i = 0; joints && i < joints->n; i++) {
    const char *child = joints->item[i]->type == DV_MAP ? dv_check_text(joints->item[i], "child") : NULL;
    if (child && c->spec->joint[i].child < 0 && dv_nearest(child, &body, 1)) return 1;
  }
  return 0;
}

static void report_loose(tree *t)
{
  dv_check *c = t->check;
  dv_spec *s = c->spec;
  for (int i = 0; i < s->nbody; i++)
    if (t->joint_of[i] < 0 && !nearly_named(c, s->body[i].name))
      dv_diag_add(c->diags, DV_ERROR, s->body[i].mark, "add a joint of type free or fixed", "body '%s' has no joint",
                  s->body[i].name);
}

// Follows parents from every body; whoever meets his own steps is on a cycle.
static void report_cycles(tree *t)
{
  dv_check *c = t->check;
  dv_spec *s = c->spec;
  int *seen = DV_TAKE(c->arena, int, s->nbody);
  for (int i = 0; i < s->nbody; i++) {
    int b = i;
    while (b >= 0 && !seen[b] && t->joint_of[b] >= 0) {
      seen[b] = i + 1;
      b = s->joint[t->joint_of[b]].parent;
    }
    if (b < 0 || seen[b] != i + 1) continue;
    const char *path = s->body[b].name;
    int k = b, n = 0;
    do {
      k = s->joint[t->joint_of[k]].parent;
      if (++n < 8) path = dv_arena_text(c->arena, "%s -> %s", path, s->body[k].name);
    } while (k != b);
    dv_diag_add(c->diags, DV_ERROR, s->joint[t->joint_of[b]].mark, "give one of them the parent world",
                "joints form a cycle: %s%s", path, n < 8 ? "" : " ...");
  }
}

void dv_check_tree(dv_check *c)
{
  tree t = {.check = c, .joint_of = DV_TAKE(c->arena, int, c->spec->nbody)};
  find_joints(&t);
  report_loose(&t);
  report_cycles(&t);
}
