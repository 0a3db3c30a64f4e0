// check_motion.c: how the coordinates of a joint move: free, locked, prescribed by a signal, or welded (not at all).
#include "spec/check.h"

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

void dv_check_motion(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  int whole = dv_joint_is_whole(j), n_all = j->ncoordinate;
  int by_name = n && n->type == DV_MAP && !(n_all == 1 || dv_doc_find(n, "prescribed"));
  dv_motion rest = by_name ? others(c, n, j) : DV_MOVES_FREE;
  for (int i = 0; i < n_all; i++) j->coordinate[i].motion = rest;
  j->welded = n && n->type == DV_SCALAR && !strcmp(n->text, "welded");
  if (n && n->type == DV_MAP && !by_name && n_all > 1) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "write a map by coordinate: {x: {prescribed: signal}}",
                "joint '%s' has %d coordinates", j->name, n_all);
  } else if (by_name) {
    for (int i = 0; i < n->n; i++) {
      int k = strcmp(n->item[i]->key, "others") ? dv_check_suffix(c, j, n->item[i]) : -1;
      if (k >= 0) read_motion(c, n->item[i], &j->coordinate[k]);
    }
    if (whole) check_whole(c, n, j);
    return;
  } else if (n && (n->type == DV_MAP || n->type == DV_SCALAR)) {
    // An unknown word has been reported with the keys.
    if (n->type == DV_MAP || dv_keys_word("free|locked", n->text) >= 0)
      for (int i = 0; i < n_all; i++) read_motion(c, n, &j->coordinate[i]);
  }
  if (!whole) return;
  j->motion = j->coordinate[0].motion;
  j->ncoordinate = 0;
}
