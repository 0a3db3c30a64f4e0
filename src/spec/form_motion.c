// form_motion.c: how the coordinates of a joint move: free, locked, prescribed by a signal, or welded (not at all).
#include "spec/check.h"
#include "spec/forms.h"

#include <string.h>

// Which coordinate a suffix means; reports if none.
int dv_check_suffix(dv_check *c, const dv_joint_spec *j, const dv_node *key)
{
  const char *name[DV_STEPS], *all = "";
  int n = dv_joint_steps(j->type);
  for (int i = 0; i < n; i++) {
    name[i] = dv_joint_coordinate(j->type, i, NULL);
    if (!strcmp(name[i], key->key)) return i;
    all = dv_arena_text(c->arena, "%s%s%s", all, i ? ", " : "its coordinates are: ", name[i]);
  }
  dv_diag_add(c->diags, DV_ERROR, key->key_mark, dv_did_you_mean(c->diags, key->key, name, n, all),
              "joint '%s' has no coordinate '%.64s'", j->name, key->key);
  return -1;
}

static void read_signal(dv_check *c, const dv_node *n, dv_coordinate_spec *x)
{
  x->motion = DV_MOVES_PRESCRIBED;
  x->signal = (dv_ref){n->text, n->mark};
  const char *word = dv_arena_copy(c->arena, n->text, strcspn(n->text, "."));
  int i = dv_names_find(&c->scope, word);
  if (i >= 0 && (!strcmp(c->named[i].what, "signal") || !strcmp(c->named[i].what, "part"))) return;
  const char *remedy = dv_did_you_mean(c->diags, word, c->scope.item, c->scope.n, "add it to 'signals:'");
  dv_diag_add(c->diags, DV_ERROR, n->mark, remedy, "signal '%.64s' that prescribes '%s' does not exist", n->text, x->name);
}

// free | locked | {prescribed: signal}
static void read_motion(dv_check *c, const dv_node *n, dv_coordinate_spec *x)
{
  const dv_node *signal = dv_check_get(n, "prescribed", DV_SCALAR);
  if (n->type == DV_SCALAR && !strcmp(n->text, "free")) x->motion = DV_MOVES_FREE;
  else if (n->type == DV_SCALAR && !strcmp(n->text, "locked")) x->motion = DV_MOVES_LOCKED;
  else if (n->type == DV_MAP && n->n == 1 && signal) read_signal(c, signal, x);
  else dv_diag_add(c->diags, DV_ERROR, n->mark, "write free, locked or {prescribed: signal}", "unknown motion of '%s'", x->name);
}

// A prescribed base whose other coordinates are not spoken of used to be held; now it falls or drifts, which is worth a word.
static void warn_of_free(dv_check *c, const dv_node *n, const dv_joint_spec *j)
{
  const char *all = "";
  for (int i = 0; i < j->ncoordinate; i++) {
    int rotary;
    const char *name = dv_joint_coordinate(j->type, i, &rotary);
    if (!dv_doc_find(n, name)) all = dv_arena_text(c->arena, "%s%s%s", all, *all ? ", " : "", name);
  }
  if (*all)
    dv_diag_add(c->diags, DV_WARNING, n->mark, "say `others: locked` to hold them, or `others: free`",
                "%s of joint '%s' are free beside the prescribed ones", all, j->name);
}

// A ball or free joint of which all coordinates do the same moves as a whole; else it is a chain of x, y, z, yaw, pitch, roll.
static void check_whole(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  int count[3] = {0};
  for (int i = 0; i < j->ncoordinate; i++) count[j->coordinate[i].motion]++;
  j->motion = count[DV_MOVES_FREE] == j->ncoordinate     ? DV_MOVES_FREE
              : count[DV_MOVES_LOCKED] == j->ncoordinate ? DV_MOVES_LOCKED
                                                         : DV_MOVES_PRESCRIBED;
  if (count[DV_MOVES_PRESCRIBED] && !dv_doc_find(n, "others")) warn_of_free(c, n, j);
  if (j->motion != DV_MOVES_PRESCRIBED) j->ncoordinate = 0;
}

// others: free or locked, of all coordinates that are not named.
static dv_motion others(dv_check *c, const dv_node *n, const dv_joint_spec *j)
{
  const dv_node *o = dv_doc_find(n, "others");
  int locked = o && o->type == DV_SCALAR && !strcmp(o->text, "locked");
  if (o && !locked && (o->type != DV_SCALAR || strcmp(o->text, "free")))
    dv_diag_add(c->diags, DV_ERROR, o->mark, "write free or locked", "unknown motion of the other coordinates of '%s'", j->name);
  return locked ? DV_MOVES_LOCKED : DV_MOVES_FREE;
}

// One word for all coordinates, or what the only one does.
static void move_all(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  for (int i = 0; i < j->ncoordinate; i++) read_motion(c, n, &j->coordinate[i]);
  if (!dv_joint_is_whole(j)) return;
  j->motion = j->coordinate[0].motion;
  j->ncoordinate = 0;
}

static void move_by_name(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  dv_motion rest = others(c, n, j);
  for (int i = 0; i < j->ncoordinate; i++) j->coordinate[i].motion = rest;
  for (int i = 0; i < n->n; i++) {
    int k = strcmp(n->item[i]->key, "others") ? dv_check_suffix(c, j, n->item[i]) : -1;
    if (k >= 0) read_motion(c, n->item[i], &j->coordinate[k]);
  }
  if (dv_joint_is_whole(j)) check_whole(c, n, j);
}

int dv_form_motion(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_joint_spec *j = to;
  if (j->type == DV_J_COUNT) return 0;
  int count = dv_joint_steps(j->type), one = n->type == DV_MAP && (count == 1 || dv_doc_find(n, "prescribed"));
  int word = n->type == DV_SCALAR ? dv_keys_word(k->words, n->text) : -1;
  if (n->type == DV_SCALAR && word < 0) return -1;  // reported with the keys
  j->welded = word >= 0 && !strcmp(n->text, "welded");
  if (j->welded) return 0;
  j->ncoordinate = count;
  if (one && count > 1) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "write a map by coordinate: {x: {prescribed: signal}}",
                "joint '%s' has %d coordinates", j->name, count);
    if (dv_joint_is_whole(j)) j->ncoordinate = 0;
  } else if (n->type == DV_MAP && !one) move_by_name(c, n, j);
  else move_all(c, n, j);
  return 0;
}
