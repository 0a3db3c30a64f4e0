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

// Ball and free joints move as a whole; prescribed they have roll, pitch and yaw, and what is not prescribed is locked.
static void check_whole(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  int prescribed = 0;
  for (int i = 0; i < j->ncoordinate; i++) prescribed |= j->coordinate[i].motion == DV_MOVES_PRESCRIBED;
  for (int i = 0; i < n->n; i++)
    if (n->item[i]->type == DV_SCALAR && !strcmp(n->item[i]->text, "free"))
      dv_diag_add(c->diags, DV_ERROR, n->item[i]->mark, "prescribe or lock it, or use a chain of simpler joints",
                  "'%.64s' of joint '%s' cannot be free alone: this type of joint moves as a whole", n->item[i]->key, j->name);
  j->motion = prescribed ? DV_MOVES_PRESCRIBED : DV_MOVES_LOCKED;
  if (!prescribed) j->ncoordinate = 0;
}

void dv_check_motion(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  int whole = dv_joint_is_whole(j), n_all = j->ncoordinate;
  int by_name = n && n->type == DV_MAP && !(n_all == 1 || dv_doc_find(n, "prescribed"));
  for (int i = 0; i < n_all; i++) j->coordinate[i].motion = whole && by_name ? DV_MOVES_LOCKED : DV_MOVES_FREE;
  j->welded = n && n->type == DV_SCALAR && !strcmp(n->text, "welded");
  if (n && n->type == DV_MAP && !by_name && n_all > 1) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "write a map by coordinate: {x: {prescribed: signal}}",
                "joint '%s' has %d coordinates", j->name, n_all);
  } else if (by_name) {
    for (int i = 0; i < n->n; i++) {
      int k = dv_check_suffix(c, j, n->item[i]);
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
