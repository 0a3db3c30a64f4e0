// check_body.c: `bodies:`: mass, centre, inertia or solids, points, pictures.
#include "spec/check.h"

#include <math.h>
#include <string.h>

// A solid gives mass, centre and inertia; the same from elsewhere is a contradiction.
static void refuse_beside_solid(dv_check *c, const dv_node *body)
{
  static const char *const key[] = {"com", "inertia", "inertia_at"};
  for (int i = 0; i < DV_COUNT(key); i++) {
    const dv_node *n = dv_doc_find(body, key[i]);
    if (n) dv_diag_add(c->diags, DV_ERROR, n->key_mark, "remove it, or the solid", "'%s' is given by the solid already", key[i]);
  }
}

static int finite_all(const double *x, int n)
{
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i])) return 0;
  return 1;
}

static void check_mass(dv_check *c, const dv_node *body, dv_body_spec *b)
{
  const dv_node *solid = dv_doc_find(body, "solid"), *mass = dv_doc_find(body, "mass"), *inertia = dv_doc_find(body, "inertia");
  if (b->mass < 0) {
    dv_diag_add(c->diags, DV_ERROR, mass->mark, "give zero or more", "mass of body '%s' is negative (%g kg)", b->name, b->mass);
    b->mass = 0;
  }
  if (solid && (solid->type == DV_MAP || solid->type == DV_SEQ)) {
    refuse_beside_solid(c, body);
    dv_check_solid(c, solid, b, mass != NULL);
  } else if (inertia && inertia->type != DV_NULL) dv_check_inertia(c, inertia, b);
  if (isfinite(b->mass) && finite_all(b->com, 3) && finite_all(b->inertia, 6)) return;
  dv_diag_add(c->diags, DV_ERROR, b->mark, "check its dimensions", "mass or inertia of body '%s' is too large to compute with",
              b->name);
  b->mass = 0;
  memset(b->com, 0, sizeof b->com);
  memset(b->inertia, 0, sizeof b->inertia);
}

static void read_body(dv_check *c, const dv_node *n, dv_body_spec *b)
{
  b->name = n->key;
  b->mark = n->key_mark;
  if (n->type != DV_MAP) return;
  int errors = c->diags->nerror;
  dv_read(c, &dv_keys_body, n, b);
  if (dv_doc_find(n, "beam")) dv_check_beam(c, n, b);
  else if (dv_doc_find(n, "modal")) dv_check_modal(c, n, b);
  else check_mass(c, n, b);
  int sound = c->diags->nerror == errors;
  if (b->has_full) dv_check_spatial(c, dv_doc_find(n, "spatial"), b);
  // a solid is its own picture
  const dv_node *visual = dv_doc_find(n, "visual"), *solid = dv_doc_find(n, "solid"), *touches = dv_doc_find(n, "collision");
  dv_body_spec aside = *b;
  if (touches) dv_check_visuals(c, touches, &aside);  // parts are made of it (contact_groups.c); here its faults are told
  if (visual) dv_check_visuals(c, visual, b);
  else if (solid && sound) dv_check_visuals(c, solid, b);
}

void dv_check_bodies(dv_check *c)
{
  c->spec->world.name = "world";
  const dv_node *map = dv_check_get(c->root, "bodies", DV_MAP);
  dv_spec *s = c->spec;
  s->body = DV_TAKE(c->arena, dv_body_spec, map ? map->n : 0);
  for (int i = 0; map && i < map->n; i++) {
    if (dv_names_add(c->arena, &c->bodies, map->item[i]->key) < 0) continue;
    read_body(c, map->item[i], &s->body[s->nbody++]);
  }
}
