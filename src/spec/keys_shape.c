// keys_shape.c: keys of inertias and shapes: solids and pictures.
#include "spec/keys_inside.h"

// clang-format off
static const dv_key inertia[] = {
  {"xx", NUMBER("kg m^2"), TO(dv_inertia_spec, xx)}, {"yy", NUMBER("kg m^2"), TO(dv_inertia_spec, yy)}, {"zz", NUMBER("kg m^2"), TO(dv_inertia_spec, zz)},
  {"xy", NUMBER("kg m^2"), TO(dv_inertia_spec, xy)}, {"xz", NUMBER("kg m^2"), TO(dv_inertia_spec, xz)}, {"yz", NUMBER("kg m^2"), TO(dv_inertia_spec, yz)},
};
const dv_section dv_keys_inertia = KEYS("inertia", inertia);

static const dv_key round_shape[] = {
  {"radius", NUMBER("m"), ABOVE_ZERO, TO(dv_round_spec, radius), .required = 1, .doc = "radius"},
  {"length", NUMBER("m"), ABOVE_ZERO, TO(dv_round_spec, length), .required = 1, .doc = "length along z; of a capsule: of its straight part"},
};
const dv_section dv_keys_round = KEYS("round shape", round_shape);

static const dv_key sphere[] = {
  {"radius", NUMBER("m"), ABOVE_ZERO, TO(dv_round_spec, radius), .required = 1, .doc = "radius"},
};
const dv_section dv_keys_sphere = KEYS("sphere", sphere);

#define SHAPES(type, place) \
  {"box", TRIPLE("m"), ABOVE_ZERO, TO(type, shape.box), .doc = "edges along x, y, z"}, \
  {"cylinder", DV_AS_MAP, .section = &dv_keys_round, INSIDE(type, shape.cylinder), .doc = "radius and length, along z"}, \
  {"capsule", DV_AS_MAP, .section = &dv_keys_round, INSIDE(type, shape.capsule), .doc = "radius and straight length, along z"}, \
  {"sphere", DV_AS_MAP, .section = &dv_keys_sphere, INSIDE(type, shape.sphere), .doc = "radius"}, \
  {"at", DV_AS_MAP, .section = &dv_keys_pose, BY(dv_form_place, type, place), .doc = "placement in body axes"}

static const dv_key solid[] = {
  SHAPES(dv_solid_spec, at),
  {"mesh", DV_AS_TEXT, BY(dv_form_file, dv_solid_spec, file), .doc = "closed mesh: STL, OBJ, Collada or glTF file, relative to this file"},
  {"scale", DV_AS_NUMBER | DV_AS_LIST, .unit = "1", .least = 3, .most = 3, BY(dv_form_same, dv_solid_spec, scale), .doc = "of a mesh"},
  {"density", NUMBER("kg/m^3"), TO(dv_solid_spec, density), .doc = "instead of mass"},
  {"mass", NUMBER("kg"), TO(dv_solid_spec, mass), .doc = "instead of density"},
  {"cut", DV_AS_CHOICE, .words = "false|true", TO(dv_solid_spec, cut), .doc = "true: this shape is taken away from the others (a bore, a hollow)"},
};
const dv_section dv_keys_solid = KEYS("solid", solid);
const dv_key dv_key_solid = {"solid", DV_AS_MAP, .section = &dv_keys_solid};

static const dv_key visual[] = {
  SHAPES(dv_picture_spec, is.at),
  {"mesh", DV_AS_TEXT, BY(dv_form_file, dv_picture_spec, is.file), .doc = "STL, OBJ, Collada or glTF file, relative to this file"},
  {"scale", DV_AS_NUMBER | DV_AS_LIST, .unit = "1", .least = 3, .most = 3, BY(dv_form_same, dv_picture_spec, is.scale), .doc = "of a mesh"},
  {"color", DV_AS_TEXT | DV_AS_LIST, .unit = "1", .least = 3, .most = 4, FROM_TO(0, 1), BY(dv_form_color, dv_picture_spec, is.color), .doc = "name, \"#rrggbb\" or [r, g, b, a] from 0 to 1"},
};
const dv_section dv_keys_visual = KEYS("visual", visual);
const dv_key dv_key_visual = {"visual", DV_AS_MAP, .section = &dv_keys_visual};
