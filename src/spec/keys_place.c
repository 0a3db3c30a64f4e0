// keys_place.c: keys of placements: poses, frames, Denavit-Hartenberg rows.
#include "spec/keys_inside.h"

// clang-format off
static const dv_key dh[] = {
  {"a", NUMBER("m"), TO(dv_dh_row, a), .doc = "link length, along x"},
  {"alpha", NUMBER("rad"), TO(dv_dh_row, alpha), .doc = "link twist, about x"},
  {"d", NUMBER("m"), TO(dv_dh_row, d), .doc = "offset along z (added to a prismatic joint's position)"},
  {"theta", NUMBER("rad"), TO(dv_dh_row, theta), .doc = "angle about z (added to a revolute joint's position)"},
  {"convention", DV_AS_CHOICE, .words = "classic|modified", TO(dv_dh_row, modified), .doc = "classic: Rz Tz Tx Rx, the motion comes first; modified (Craig): Rx Tx Rz Tz"},
};
const dv_section dv_keys_dh = KEYS("dh", dh);

static const dv_key euler[] = {
  {"order", DV_AS_TEXT, TO(dv_place_spec, order), .required = 1, .doc = "axes of the three turns, each about the frame that the turns before have turned: zyx, zxz, xyz ...; about axes that stand still: the same in reverse"},
  {"angles", TRIPLE("rad"), TO(dv_place_spec, angles), .required = 1, .doc = "in that order"},
};
const dv_section dv_keys_euler = KEYS("euler", euler);

#define POSE \
  {"xyz", TRIPLE("m"), TO(dv_place_spec, xyz), .doc = "origin"}, \
  {"rpy", TRIPLE("rad"), TO(dv_place_spec, rpy), .doc = "roll, pitch, yaw: R = Rz(yaw) Ry(pitch) Rx(roll)"}, \
  {"euler", DV_AS_MAP, .section = &dv_keys_euler, HERE, .doc = "three turns in an order of your own"}, \
  {"quaternion", NUMBERS(4, "1"), TO(dv_place_spec, quaternion), .doc = "w, x, y, z"}, \
  {"matrix", DV_AS_ROWS, .least = 3, .most = 4, BY(dv_form_matrix, dv_place_spec, matrix), .doc = "rotation 3x3, or rotation and origin 3x4 or 4x4"}

static const dv_key pose[] = {POSE};
const dv_section dv_keys_pose = KEYS("pose", pose);

static const dv_key place[] = {
  POSE,
  {"dh", DV_AS_MAP, .section = &dv_keys_dh, .doc = "Denavit-Hartenberg row of a joint about or along z"},
  {"point", DV_AS_TEXT, .doc = "origin at a named point of the parent body"},
};
const dv_section dv_keys_place = KEYS("placement", place);

static const dv_key frame[] = {
  POSE,
  {"point", DV_AS_TEXT, .doc = "origin at a named point of the body"},
};
const dv_section dv_keys_frame = KEYS("frame", frame);
