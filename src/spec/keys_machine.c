// keys_machine.c: keys of a machine file.
#include "spec/keys_inside.h"
#include "spec/scenario_spec.h"

// clang-format off
static const dv_key join[] = {
  {"parent", DV_AS_TEXT, .required = 1, .doc = "body of this machine that carries it, or world"},
  {"at", DV_AS_MAP, .section = &dv_keys_place, .doc = "where, in the parent's axes"},
};
static const dv_section keys_join = KEYS("join", join);
static const dv_key include[] = {
  {"file", DV_AS_TEXT, .required = 1, .doc = "relative to this file"},
  {"as", DV_AS_TEXT, .doc = "prefix of all its names: as: left makes boom left_boom"},
  {"with", DV_AS_NAMED, .each = &dv_key_number, .doc = "values of its parameters, by their own names"},
  {"join", DV_AS_MAP, .section = &keys_join, .doc = "what stands on the world in it stands there"},
};
const dv_section dv_keys_include = KEYS("include", include);
static const dv_key an_include = {"include", DV_AS_TEXT | DV_AS_MAP, .section = &dv_keys_include};

static const dv_key a_pair = {"pair", DV_AS_ITEMS, .each = &dv_key_text, .doc = "two bodies"};
static const dv_key contacts[] = {
  {"of", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, .required = 1, .doc = "bodies whose shapes touch: their collision, else visual, else solid"},
  {"with", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, .doc = "what they touch: bodies, or the world (z = 0, or its profile); default: each other, but not what a joint joins"},
  {"except", DV_AS_ITEMS, .each = &a_pair, .doc = "pairs of bodies that do not touch: [[hand, base]]"},
  {"corners", NUMBER("1"), FROM_TO(4, 16), DEFAULT(16), .doc = "most corners of the hull of a mesh"},
  {"by", DV_AS_OPEN, .doc = "law: keys of contact parts (stiffness, damping, friction, rub, law, restitution ...)"},
};
static const dv_section keys_contacts = KEYS("contacts", contacts);
static const dv_key a_group = {"contact group", DV_AS_MAP, .section = &keys_contacts};

static const dv_key machine[] = {
  {"davit", NUMBER("1"), DEFAULT(1), TO(dv_spec, language), .doc = "version of the language: 1"},
  {"name", DV_AS_TEXT, TO(dv_spec, name), .doc = "name of the machine; default: of the file"},
  {"doc", DV_AS_TEXT, TO(dv_spec, doc), .doc = "what the machine is"},
  {"gravity", DV_AS_NUMBER | DV_AS_LIST, .unit = "m/s^2", .least = 3, .most = 3, BY(dv_form_gravity, dv_spec, gravity), .doc = "vector, or a number: downward along -z (9.81)"},
  {"include", DV_AS_TEXT | DV_AS_ITEMS | DV_AS_MAP, .each = &an_include, .section = &dv_keys_include, .doc = "files to merge; this file wins"},
  {"parameters", DV_AS_NAMED, .each = &dv_key_number, .doc = "named numbers, units and expressions allowed"},
  {"acknowledge", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, .doc = "texts of warnings that are known and need not be told"},
  {"world", DV_AS_MAP, .section = &dv_keys_world, INSIDE(dv_spec, world), .doc = "what stands still"},
  {"bodies", DV_AS_NAMED, .each = &dv_key_body, .doc = "rigid bodies"},
  {"joints", DV_AS_NAMED, .each = &dv_key_joint, .doc = "joints; each body is the child of one"},
  {"loops", DV_AS_NAMED, .each = &dv_key_loop, .doc = "joints that close chains, and relations between coordinates"},
  {"independent", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, TO_LIST(dv_spec, independent, nindependent), .doc = "coordinates that the others follow in machines with loops; default: found"},
  {"axes", DV_AS_NAMED, .each = &dv_key_axis, ITEMS(dv_spec, axis, naxis), LATER, .doc = "distances between two points and sums of coordinates, as axes for parts"},
  {"nodes", DV_AS_NAMED, .each = &dv_key_node, .doc = "facts of hydraulic and electric nodes; a node exists as soon as a port names it"},
  {"oil", DV_AS_TEXT, TO(dv_spec, oil), .doc = "part whose oil is in all hydraulic parts: their inputs `thinner` and `lighter` follow its temperature"},
  {"signals", DV_AS_SIGNALS, .doc = "functions of time and of other signals"},
  {"parts", DV_AS_PARTS, .doc = "what exchanges power with the machine"},
  {"contacts", DV_AS_NAMED, .each = &a_group, .doc = "groups of bodies whose shapes touch each other or the ground; a part for each pair"},
  {"variants", DV_AS_NAMED, .each = &dv_key_variant, ITEMS(dv_spec, variants, nvariant), .doc = "machines of the same family"},
  {"variant", DV_AS_TEXT, .doc = "the one that is meant if neither command line nor case names one; default: the machine as it stands"},
  {"nominal", DV_AS_OPEN, .doc = "path: value, where the machine as its controllers know it differs from what it is"},
  {"cases", DV_AS_NAMED, .each = &dv_key_case, ITEMS(dv_spec, cases, ncase), .doc = "experiments"},
  {"studies", DV_AS_NAMED, .each = &dv_key_study, ITEMS(dv_spec, study, nstudy), LATER, .doc = "loads, flows and margins along a duty: see davit study"},
  {"optimise", DV_AS_NAMED, .each = &dv_key_optimise, .doc = "what shall be best, by which numbers, within which limits: see davit optimise"},
  {"plan", DV_AS_NAMED, .each = &dv_key_plan, .doc = "motions that are best within limits: see davit plan"},
  {"operator", DV_AS_MAP, .section = &dv_keys_desk, INSIDE(dv_spec, desk), .doc = "gamepad and keyboard of davit view"},
  {"faults", DV_AS_NAMED, .each = &dv_key_fault, ITEMS(dv_spec, fault, nfault), .doc = "what a trainer may break, by name"},
  {"scenario", DV_AS_NAMED, .each = &dv_key_scenario, ITEMS(dv_spec, scenario, nscenario), .doc = "tasks for trainees, by name: steps, events, score"},
  {"io", DV_AS_MAP, .section = &dv_keys_io, INSIDE(dv_spec, io), .doc = "how a controller in another process drives it: see davit serve"},
  {"record", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, TO_LIST(dv_spec, record, nrecord), .doc = "columns to record, * stands for any letters; default: all"},
#define HERE_TOO(...) __VA_ARGS__,
  RUN(HERE_TOO),
};
const dv_section dv_keys_machine = KEYS("machine", machine);
