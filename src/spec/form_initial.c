// form_initial.c: `initial:` of the machine, with what the case changes: positions and rates by coordinate or joint, part.state,
// node.pressure.
#include "spec/check.h"
#include "spec/forms.h"

#include <string.h>

// "pin.rate" -> "pin" if it ends so, else NULL.
static const char *without_rate(dv_check *c, const char *key)
{
  size_t n = strlen(key), m = strlen(".rate");
  return n > m && !strcmp(key + n - m, ".rate") ? dv_arena_copy(c->arena, key, n - m) : NULL;
}

static const char *joint_name(const void *c, int i) { return ((const dv_check *)c)->spec->joint[i].name; }

static dv_joint_spec *find_joint(dv_check *c, const char *name)
{
  int i = dv_name_rows_find(c->arena, &c->joints, c, c->spec->njoint, joint_name, name);
  return i < 0 ? NULL : &c->spec->joint[i];
}

// "pin.rate" -> "pin" for a rate, "pin" itself for a position; NULL: the key ends otherwise.
static const char *begun(dv_check *c, const char *key, int rate) { return rate ? without_rate(c, key) : key; }

static int set_coordinate(dv_check *c, const dv_node *n, int rate)
{
  const char *name = begun(c, n->key, rate);
  int i = name ? dv_names_find(&c->coordinates, name) : -1;
  if (i < 0) return 0;
  dv_coordinate_spec *x = c->coordinate[i];
  x->given |= rate ? 2 : 1;
  if (n->type == DV_SCALAR)
    dv_check_number(c, n, n->key, dv_spec_axis_unit(c->arena, rate ? "{f}" : "{x}", x->rotary), rate ? &x->rate : &x->position);
  else
    dv_diag_add(c->diags, DV_ERROR, n->type == DV_NULL ? n->key_mark : n->mark, "give a number",
                "initial value of '%s' must be a single number", n->key);
  return 1;
}

static int set_joint(dv_check *c, const dv_node *n, int rate)
{
  const char *name = begun(c, n->key, rate);
  dv_joint_spec *j = name ? find_joint(c, name) : NULL;
  if (!j) return 0;
  if (n->type == DV_MAP)
    dv_keys_check(c->diags, rate ? &dv_keys_velocity : &dv_keys_pose, n, dv_arena_text(c->arena, "'%s'", n->key));
  if (rate) dv_form_rate(c, NULL, n, j);
  else dv_form_position(c, NULL, n, j);
  return 1;
}

static int set_state(dv_check *c, const dv_node *n, int rate)
{
  (void)rate;
  const char *dot = strchr(n->key, '.');
  for (int i = 0; dot && i < c->spec->npart; i++) {
    dv_part_spec *p = &c->spec->part[i];
    const dv_kind *k = p->state ? p->as : NULL;
    if (strlen(p->name) != (size_t)(dot - n->key) || strncmp(p->name, n->key, (size_t)(dot - n->key))) continue;
    for (int s = 0; k && s < k->nstate; s++)
      if (!strcmp(k->state[s].name, dot + 1)) {
        if (n->type == DV_SCALAR) dv_check_number(c, n, n->key, k->state[s].unit, &p->state[s]);
        return 1;
      }
  }
  return 0;
}

// node.pressure, node.voltage
static int set_node(dv_check *c, const dv_node *n, int rate)
{
  (void)rate;
  for (int i = 0; i < c->spec->nnode; i++) {
    dv_node_spec *node = &c->spec->node[i];
    const dv_domain_row *is = dv_domain_of((int)node->domain);
    size_t length = strlen(node->name);
    if (strncmp(n->key, node->name, length) || n->key[length] != '.' || strcmp(n->key + length + 1, is->shared)) continue;
    if (n->type == DV_SCALAR) dv_check_number(c, n, n->key, is->effort, &node->initial);
    return 1;
  }
  return 0;
}

// What a key may mean, the first that knows it: 1.
static const struct {
  int (*set)(dv_check *c, const dv_node *n, int rate);
  int rate;
} meanings[] = {
    {set_coordinate, 0},
    {set_coordinate, 1},
    {set_joint,      0},
    {set_joint,      1},
    {set_state,      0},
    {set_node,       0},
};

static int set(dv_check *c, const dv_node *n)
{
  for (int i = 0; i < DV_COUNT(meanings); i++)
    if (meanings[i].set(c, n, meanings[i].rate)) return 0;
  const char *rated = without_rate(c, n->key), *name = rated ? rated : n->key;
  const char *remedy = dv_did_you_mean(c->diags, name, c->coordinates.item, c->coordinates.n, NULL);
  if (!remedy)
    remedy =
        dv_did_you_mean(c->diags, name, c->scope.item, c->scope.n, "name a coordinate, coordinate.rate, joint or part.state");
  dv_diag_add(c->diags, DV_ERROR, n->key_mark, remedy, "nothing to start is called '%.64s'", n->key);
  return -1;
}

int dv_form_initial(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  int faulty = 0;
  (void)k;
  (void)to;
  for (int i = 0; i < n->n; i++) faulty |= set(c, n->item[i]);
  return faulty;
}
