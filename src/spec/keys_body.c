// keys_body.c: keys of bodies and of the world.
#include "spec/keys_inside.h"

// clang-format off
const dv_key dv_key_point = {"point", TRIPLE("m"), TO(dv_point_spec, at), .doc = "x, y, z in body axes"};

static const dv_key body[] = {
  {"mass", NUMBER("kg"), TO(dv_body_spec, mass), .doc = "mass; 0 if neither it nor a solid is given"},
  {"com", TRIPLE("m"), TO(dv_body_spec, com), .doc = "centre of mass in body axes"},
  {"inertia", DV_AS_LIST | DV_AS_MAP, .unit = "kg m^2", .least = 3, .most = 6, .section = &dv_keys_inertia, BY(dv_form_inertia, dv_body_spec, inertia),
   .doc = "elements [xx, yy, zz] or [xx, yy, zz, xy, xz, yz] of the inertia matrix, in body axes"},
  {"inertia_at", DV_AS_CHOICE, .words = "com|origin", TO(dv_body_spec, inertia_at), .doc = "point that the inertia is about"},
  {"solid", DV_AS_MAP | DV_AS_ITEMS, .section = &dv_keys_solid, .each = &dv_key_solid, .doc = "mass, com and inertia from shapes"},
  {"spatial", DV_AS_ROWS, .least = 6, .most = 6, BY_WHOLE(dv_form_spatial), .doc = "6x6 inertia to add, (angular, linear) about the body's origin; has no weight"},
  {"beam", DV_AS_MAP, .section = &dv_keys_beam, .doc = "an elastic beam, instead of mass, com and inertia"},
  {"modal", DV_AS_MAP, .section = &dv_keys_modal, .doc = "an elastic body from outside: nodes and mode shapes of a table"},
  {"points", DV_AS_NAMED, .each = &dv_key_point, ITEMS(dv_body_spec, point, npoint), .doc = "named points"},
  {"collision", DV_AS_MAP | DV_AS_ITEMS, .section = &dv_keys_visual, .each = &dv_key_visual, .doc = "shapes that touch (contacts:); default: those to show"},
  {"visual", DV_AS_MAP | DV_AS_ITEMS, .section = &dv_keys_visual, .each = &dv_key_visual, .doc = "shapes to show"},
};
const dv_section dv_keys_body = KEYS("body", body);
const dv_key dv_key_body = {"body", DV_AS_MAP, .section = &dv_keys_body};

static const dv_key world[] = {
  {"points", DV_AS_NAMED, .each = &dv_key_point, ITEMS(dv_body_spec, point, npoint), .doc = "named points, used as world.name"},
};
const dv_section dv_keys_world = KEYS("world", world);
