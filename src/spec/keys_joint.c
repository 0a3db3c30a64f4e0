// keys_joint.c: keys of joints, loops, axes and nodes.
#include "spec/keys_inside.h"

// clang-format off
static const dv_key limits[] = {
  {"lower", NUMBER("{x}"), TO(dv_coordinate_spec, lower), .doc = "least position"},
  {"upper", NUMBER("{x}"), TO(dv_coordinate_spec, upper), .doc = "largest position"},
  {"stiffness", NUMBER("{e}/{x}"), FROM_ZERO, TO(dv_coordinate_spec, limit_stiffness), .doc = "of the end stops; without it limits do not act, and the run warns where they are passed"},
  {"damping", NUMBER("{e}/{f}"), FROM_ZERO, TO(dv_coordinate_spec, limit_damping), .doc = "of the end stops"},
  {"effort", NUMBER("{e}"), FROM_ZERO, TO(dv_coordinate_spec, effort_most), .doc = "most force or torque of the parts or of the drive; does not act, a run that passes it warns"},
  {"rate", NUMBER("{f}"), FROM_ZERO, TO(dv_coordinate_spec, rate_most), .doc = "most speed; does not act, a run that passes it warns"},
};
const dv_section dv_keys_limits = KEYS("limits", limits);

static const dv_key friction[] = {
  {"viscous", NUMBER("{e}/{f}"), FROM_ZERO, TO(dv_coordinate_spec, viscous), .doc = "effort per rate"},
  {"coulomb", NUMBER("{e}"), FROM_ZERO, TO(dv_coordinate_spec, coulomb), .doc = "effort"},
  {"smoothing", NUMBER("{f}"), ABOVE_ZERO, DEFAULT(1e-3), TO(dv_coordinate_spec, stribeck), .doc = "rate over which Coulomb friction changes sign"},
};
const dv_section dv_keys_friction = KEYS("friction", friction);

#define DV_JOINT_TYPE(id, name, ...) "|" name
static const char joint_types[] =
#include "spec/joint_types.def"
  ;
static const dv_key velocity[] = {
  {"linear", TRIPLE("m/s"), TO(dv_velocity_spec, linear), .doc = "velocity of the child's origin (free joints)"},
  {"angular", TRIPLE("rad/s"), TO(dv_velocity_spec, angular), .doc = "angular velocity"},
  {"axes", DV_AS_CHOICE, .words = "child|parent|world", TO(dv_velocity_spec, axes), .doc = "axes that both are given in: the child's, those of the joint's frame on its parent, the world's"},
};
const dv_section dv_keys_velocity = KEYS("velocity", velocity);

static const dv_key joint[] = {
  {"type", DV_AS_CHOICE, .words = joint_types + 1, BY_WHOLE(dv_form_joint_type), .required = 1, .doc = "kind of joint"},
  {"parent", DV_AS_TEXT, BY(dv_form_body, dv_joint_spec, parent), .doc = "body, or world (default)"},
  {"child", DV_AS_TEXT, BY(dv_form_body, dv_joint_spec, child), .required = 1, .doc = "body"},
  {"axis", DV_AS_TEXT | DV_AS_LIST, .unit = "1", .least = 3, .most = 3, BY(dv_form_direction, dv_joint_spec, axis), .doc = "x, y, z, -x, -y, -z or a vector in joint axes; default z; planar: the normal"},
  {"axis2", DV_AS_TEXT | DV_AS_LIST, .unit = "1", .least = 3, .most = 3, BY(dv_form_direction, dv_joint_spec, axis2), .doc = "universal: second axis (axis x, axis2 y); planar: direction of x, as far as it is in the plane"},
  {"at", DV_AS_MAP, .section = &dv_keys_place, BY(dv_form_place, dv_joint_spec, at), .doc = "joint frame in the parent's axes"},
  {"pitch", NUMBER("m/rad"), TO(dv_joint_spec, pitch), .doc = "helical: advance per radian"},
  {"lead", NUMBER("m"), BY(dv_form_lead, dv_joint_spec, pitch), .doc = "helical: advance per revolution, instead of pitch"},
  {"curve", DV_AS_TEXT, TO(dv_joint_spec, curve), .doc = "curve: expression of its coordinates x and y that is zero on the curve"},
  {"path", DV_AS_ITEMS, .each = &dv_key_text, .least = 2, .most = 3, TO_LIST(dv_joint_spec, path, npath), .doc = "path: x, y and z (default 0) as expressions of s, a length: ['0.5 [m]*cos(s/0.5 [m])', ...]"},
  {"points", DV_AS_ROWS | DV_AS_MAP, .section = &dv_keys_csv, BY(dv_form_points, dv_joint_spec, points), .doc = "path: instead rows [s, x, y, z], a natural cubic spline through them, straight beyond its ends"},
  {"motion", DV_AS_CHOICE | DV_AS_OPEN, .words = "free|locked|welded", BY_WHOLE(dv_form_motion), .doc = "free, locked, {prescribed: signal}, or a map of these by coordinate; welded: fixed at its position"},
  {"position", DV_AS_NUMBER | DV_AS_LIST | DV_AS_MAP, .section = &dv_keys_pose, BY_WHOLE(dv_form_position), .doc = "initial (or locked) position; ball [w, x, y, z], free [x, y, z, w, x, y, z]"},
  {"rate", DV_AS_NUMBER | DV_AS_LIST | DV_AS_MAP, .section = &dv_keys_velocity, BY_WHOLE(dv_form_rate), .doc = "initial rate; free: velocity, angular velocity in the child's axes, or a map that names the axes"},
  {"limits", DV_AS_LIST | DV_AS_OPEN, .least = 2, .most = 2, .section = &dv_keys_limits, BY_WHOLE(dv_form_limits), .doc = "[lower, upper] or a map; by coordinate if there are several"},
  {"friction", DV_AS_OPEN, .section = &dv_keys_friction, BY_WHOLE(dv_form_friction), .doc = "in the joint; by coordinate if there are several"},
};
const dv_section dv_keys_joint = KEYS("joint", joint);
const dv_key dv_key_joint = {"joint", DV_AS_MAP, .section = &dv_keys_joint};

#define DV_CLOSURE_TYPE(id, name, ...) "|" name
static const char loop_types[] =
#include "spec/closure_types.def"
  ;
static const dv_key loop[] = {
  {"type", DV_AS_CHOICE, .words = loop_types + 1,
   TO(dv_loop_spec, type), .required = 1, .doc = "joint that closes the chain, or relation between coordinates"},
  {"parent", DV_AS_TEXT, BY(dv_form_body, dv_loop_spec, body[0]), .doc = "body of the first frame, or world (default)"},
  {"child", DV_AS_TEXT, BY(dv_form_body, dv_loop_spec, body[1]), .doc = "body of the second frame, or world"},
  {"axis", DV_AS_TEXT | DV_AS_LIST, .unit = "1", .least = 3, .most = 3, BY(dv_form_direction, dv_loop_spec, axis), .doc = "in both frames; default z; planar, point-in-plane: the normal; universal, rolling: in the first frame"},
  {"axis2", DV_AS_TEXT | DV_AS_LIST, .unit = "1", .least = 3, .most = 3, BY(dv_form_direction, dv_loop_spec, axis2), .doc = "universal: in the second frame, at right angles to axis (axis x, axis2 y)"},
  {"axle", DV_AS_TEXT | DV_AS_LIST, .unit = "1", .least = 3, .most = 3, BY(dv_form_direction, dv_loop_spec, axis2), .doc = "rolling-disc, skate: in the second frame (y); a skate does not move along it"},
  {"at", DV_AS_MAP, .section = &dv_keys_frame, BY(dv_form_place, dv_loop_spec, at[0]), .doc = "first frame in the parent's axes"},
  {"child_at", DV_AS_MAP, .section = &dv_keys_frame, BY(dv_form_place, dv_loop_spec, at[1]), .doc = "second frame in the child's axes"},
  {"length", NUMBER("m"), TO(dv_loop_spec, length), .doc = "distance: between the two origins"},
  {"pitch", NUMBER("m/rad"), TO(dv_loop_spec, pitch), .doc = "helical: advance per radian"},
  {"lead", NUMBER("m"), BY(dv_form_lead, dv_loop_spec, pitch), .doc = "helical: advance per revolution, instead of pitch"},
  {"of", DV_AS_ITEMS, .each = &dv_key_text, BY_WHOLE(dv_form_of), .doc = "gear, rack, equal: two coordinates; first = ratio x second + offset"},
  {"ratio", NUMBER(NULL), BY_WHOLE(dv_form_ratio), .doc = "gear: first per second; 1, m/rad or rad/m as the coordinates are"},
  {"radius", NUMBER("m"), BY_WHOLE(dv_form_ratio), .doc = "rack: of the pinion; the rack is the first coordinate; rolling: of disc or ball"},
  {"sum", DV_AS_OPEN, BY_WHOLE(dv_form_sum), .doc = "sum: coordinates, each with its factor; their sum and the offset are zero"},
  {"offset", NUMBER(NULL), BY_WHOLE(dv_form_offset), .doc = "of gear, rack, equal, sum"},
  {"zero", DV_AS_TEXT | DV_AS_NUMBER, BY_WHOLE(dv_form_zero), .doc = "expression: of coordinates, that is zero"},
};
const dv_section dv_keys_loop = KEYS("loop", loop);
const dv_key dv_key_loop = {"loop", DV_AS_MAP, .section = &dv_keys_loop};

static const dv_key line[] = {
  {"from", DV_AS_TEXT, BY(dv_form_point, dv_connection, from), .required = 1, .doc = "body.point"},
  {"to", DV_AS_TEXT, BY(dv_form_point, dv_connection, to), .required = 1, .doc = "body.point"},
};
const dv_section dv_keys_line = KEYS("line", line);

static const dv_key axis[] = {
  {"from", DV_AS_TEXT, BY(dv_form_point, dv_axis_spec, at.from), .doc = "body.point"},
  {"to", DV_AS_TEXT, BY(dv_form_point, dv_axis_spec, at.to), .doc = "body.point"},
  {"sum", DV_AS_OPEN, BY_WHOLE(dv_form_terms), .doc = "instead of two points: coordinates and other axes, each with its factor"},
  {"offset", NUMBER("{x}"), TO(dv_axis_spec, offset), LATER, .doc = "added to the sum"},
  {"limits", NUMBERS(2, "{x}"), TO(dv_axis_spec, reach), LATER, .doc = "[least, largest] value, e.g. of a cylinder; kinematics studies stay within"},
};
const dv_section dv_keys_axis = KEYS("axis", axis);
const dv_key dv_key_axis = {"axis", DV_AS_MAP, .section = &dv_keys_axis};

static const dv_key node[] = {
  {"initial", NUMBER(NULL), BY_WHOLE(dv_form_node_initial), .doc = "pressure or voltage at the start"},
  {"volume", NUMBER("m^3"), ABOVE_ZERO, TO(dv_node_spec, volume), .doc = "oil that the node itself encloses"},
  {"bulk", NUMBER("Pa"), ABOVE_ZERO, TO(dv_node_spec, bulk), .doc = "its bulk modulus (1.4e9)"},
  {"oil", DV_AS_TEXT, TO(dv_node_spec, oil), .doc = "part whose oil it is; default: the machine's `oil`"},
  {"capacitance", NUMBER("F"), ABOVE_ZERO, TO(dv_node_spec, capacitance), .doc = "of an electric node itself, against ground; a small one where only resistors meet"},
};
const dv_section dv_keys_node = KEYS("node", node);
const dv_key dv_key_node = {"node", DV_AS_MAP, .section = &dv_keys_node};
