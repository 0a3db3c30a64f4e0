// check_initial.c: `initial:` of the machine, with what the case changes: positions and rates by coordinate or joint, part.state,
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

static dv_joint_spec *find_joint(dv_check *c, const char *name)
{
  for (int i = 0; i < c->spec->njoint; i++)
    if (!strcmp(c->spec->joint[i].name, name)) return &c->spec->joint[i];
  return NULL;
}

static int set_coordinate(dv_check *c, const dv_node *n, const char *name, int rate)
{
  int i = dv_names_find(&c->coordinates, name);
  if (i < 0) return 0;
  dv_coordinate_spec *x = c->coordinate[i];
  const char *unit = x->rotary ? (rate ? "rad/s" : "rad") : (rate ? "m/s" : "m");
  x->given |= rate ? 2 : 1;
  if (n->type == DV_SCALAR) dv_check_number(c, n, n->key, unit, rate ? &x->rate : &x->position);
  else
    dv_diag_add(c->diags, DV_ERROR, n->type == DV_NULL ? n->key_mark : n->mark, "give a number",
                "initial value of '%s' must be a single number", n->key);
  return 1;
}

static int set_joint(dv_check *c, const dv_node *n, const char *name, int rate)
{
  dv_joint_spec *j = find_joint(c, name);
  if (!j) return 0;
  if (n->type == DV_MAP)
    dv_keys_check(c->diags, rate ? &dv_keys_velocity : &dv_keys_pose, n, dv_arena_text(c->arena, "'%s'", n->key));
  if (rate) dv_form_rate(c, NULL, n, j);
  else dv_form_position(c, NULL, n, j);
  return 1;
}

static int set_state(dv_check *c, const dv_node *n)
{
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
static int set_node(dv_check *c, const dv_node *n)
{
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

void dv_check_initial(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "initial", DV_MAP);
  for (int i = 0; map && i < map->n; i++) {
    const dv_node *n = map->item[i];
    const char *rated = without_rate(c, n->key);
    if (set_coordinate(c, n, n->key, 0) || (rated && set_coordinate(c, n, rated, 1))) continue;
    if (set_joint(c, n, n->key, 0) || (rated && set_joint(c, n, rated, 1)) || set_state(c, n) || set_node(c, n)) continue;
    const char *name = rated ? rated : n->key;
    const char *remedy = dv_did_you_mean(c->diags, name, c->coordinates.item, c->coordinates.n, NULL);
    if (!remedy)
      remedy =
          dv_did_you_mean(c->diags, name, c->scope.item, c->scope.n, "name a coordinate, coordinate.rate, joint or part.state");
    dv_diag_add(c->diags, DV_ERROR, n->key_mark, remedy, "nothing to start is called '%.64s'", n->key);
  }
}

void dv_check_limits(dv_check *c)
{
  for (int i = 0; i < c->coordinates.n; i++) {
    const dv_coordinate_spec *x = c->coordinate[i];
    if (x->motion == DV_MOVES_PRESCRIBED || (x->position >= x->lower && x->position <= x->upper)) continue;
    dv_diag_add(c->diags, DV_WARNING, x->mark, "change its position or its limits",
                "initial position %g of '%s' is outside its limits %g to %g", x->position, x->name, x->lower, x->upper);
  }
}
