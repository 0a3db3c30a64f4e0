// keys.c: the tables of keys, section by section.
#include "base/measure.h"
#include "base/solver.h"
#include "spec/keys.h"

// clang-format off
#define KEYS(name_, table) {name_, table, DV_COUNT(table)}
#define NUMBER(u) DV_AS_NUMBER, .unit = u
#define TRIPLE(u) DV_AS_LIST, .unit = u, .least = 3, .most = 3

static const dv_key dh[] = {
  {"a", NUMBER("m"), .doc = "link length, along x"},
  {"alpha", NUMBER("rad"), .doc = "link twist, about x"},
  {"d", NUMBER("m"), .doc = "offset along z (added to a prismatic joint's position)"},
  {"theta", NUMBER("rad"), .doc = "angle about z (added to a revolute joint's position)"},
  {"convention", DV_AS_CHOICE, .words = "classic|modified", .doc = "classic: Rz Tz Tx Rx, the motion comes first; modified (Craig): Rx Tx Rz Tz"},
};
const dv_section dv_keys_dh = KEYS("dh", dh);

static const dv_key euler[] = {
  {"order", DV_AS_TEXT, .required = 1, .doc = "axes of the three turns, each about the frame that the turns before have turned: zyx, zxz, xyz ...; about axes that stand still: the same in reverse"},
  {"angles", TRIPLE("rad"), .required = 1, .doc = "in that order"},
};
const dv_section dv_keys_euler = KEYS("euler", euler);

#define POSE                                                                                     \
  {"xyz", TRIPLE("m"), .doc = "origin"},                                                         \
  {"rpy", TRIPLE("rad"), .doc = "roll, pitch, yaw: R = Rz(yaw) Ry(pitch) Rx(roll)"},             \
  {"euler", DV_AS_MAP, .section = &dv_keys_euler, .doc = "three turns in an order of your own"}, \
  {"quaternion", DV_AS_LIST, .unit = "1", .least = 4, .most = 4, .doc = "w, x, y, z"},           \
  {"matrix", DV_AS_ROWS, .least = 3, .most = 4, .doc = "rotation 3x3, or rotation and origin 3x4 or 4x4"}

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

static const dv_key inertia[] = {
  {"xx", NUMBER("kg m^2")}, {"yy", NUMBER("kg m^2")}, {"zz", NUMBER("kg m^2")},
  {"xy", NUMBER("kg m^2")}, {"xz", NUMBER("kg m^2")}, {"yz", NUMBER("kg m^2")},
};
const dv_section dv_keys_inertia = KEYS("inertia", inertia);

static const dv_key round_shape[] = {
  {"radius", NUMBER("m"), .required = 1, .doc = "radius"},
  {"length", NUMBER("m"), .doc = "length along z; of a capsule: of its straight part"},
};
const dv_section dv_keys_round = KEYS("round shape", round_shape);

static const dv_key sphere[] = {
  {"radius", NUMBER("m"), .required = 1, .doc = "radius"},
};
const dv_section dv_keys_sphere = KEYS("sphere", sphere);

#define SHAPES                                                                                  \
  {"box", TRIPLE("m"), .doc = "edges along x, y, z"},                                           \
  {"cylinder", DV_AS_MAP, .section = &dv_keys_round, .doc = "radius and length, along z"},      \
  {"capsule", DV_AS_MAP, .section = &dv_keys_round, .doc = "radius and straight length, along z"}, \
  {"sphere", DV_AS_MAP, .section = &dv_keys_sphere, .doc = "radius"},                           \
  {"at", DV_AS_MAP, .section = &dv_keys_pose, .doc = "placement in body axes"}

static const dv_key solid[] = {
  SHAPES,
  {"density", NUMBER("kg/m^3"), .doc = "instead of mass"},
  {"mass", NUMBER("kg"), .doc = "instead of density"},
  {"cut", DV_AS_CHOICE, .words = "false|true", .doc = "true: this shape is taken away from the others (a bore, a hollow)"},
};
const dv_section dv_keys_solid = KEYS("solid", solid);
static const dv_key a_solid = {"solid", DV_AS_MAP, .section = &dv_keys_solid};

static const dv_key visual[] = {
  SHAPES,
  {"mesh", DV_AS_TEXT, .doc = "STL or OBJ file, relative to this file"},
  {"scale", DV_AS_NUMBER | DV_AS_LIST, .unit = "1", .least = 3, .most = 3, .doc = "of a mesh"},
  {"color", DV_AS_TEXT | DV_AS_LIST, .unit = "1", .least = 3, .most = 4, .doc = "name, \"#rrggbb\" or [r, g, b, a] from 0 to 1"},
};
const dv_section dv_keys_visual = KEYS("visual", visual);
static const dv_key a_visual = {"visual", DV_AS_MAP, .section = &dv_keys_visual};

static const dv_key a_point = {"point", TRIPLE("m"), .doc = "x, y, z in body axes"};

static const dv_key text = {.name = "text", .as = DV_AS_TEXT};

static const dv_key csv[] = {
  {"csv", DV_AS_TEXT, .required = 1, .doc = "file with commas, semicolons, tabs or blanks; relative to this file"},
  {"columns", DV_AS_ITEMS, .each = &text, .doc = "names in the header line, or numbers from 1"},
  {"units", DV_AS_ITEMS, .each = &text, .doc = "units of these columns, if the header has none in brackets"},
};
const dv_section dv_keys_csv = KEYS("csv table", csv);

static const dv_key series[] = {
  {"csv", DV_AS_TEXT, .doc = "file with commas, semicolons, tabs or blanks; relative to this file"},
  {"columns", DV_AS_ITEMS, .each = &text, .doc = "name in the header line, or number from 1"},
  {"units", DV_AS_ITEMS, .each = &text, .doc = "unit of the column, if the header has none in brackets"},
  {"from", DV_AS_NUMBER, .doc = "without a file: first of numbers in equal steps"},
  {"to", DV_AS_NUMBER, .doc = "last of them"},
  {"count", NUMBER("1"), .doc = "how many, 2 to 1000"},
};
const dv_section dv_keys_series = KEYS("list of numbers", series);

static const dv_key section_keys[] = {
  {"A", NUMBER("m^2"), .doc = "area"},
  {"Iy", NUMBER("m^4"), .doc = "second moment about y, of z^2: bending along z (default: Iz)"},
  {"Iz", NUMBER("m^4"), .doc = "second moment about z, of y^2: bending along y (default: Iy)"},
  {"J", NUMBER("m^4"), .doc = "torsion constant (default: Iy + Iz)"},
  {"shear", NUMBER("1"), .doc = "shear area over area (5/6; of box, tube and I their own)"},
  {"fibres", DV_AS_LIST, .unit = "m", .least = 2, .most = 2, .doc = "distances of the outer fibres along y and z, for stresses"},
  {"box", TRIPLE("m"), .doc = "hollow box: height along y, width along z, wall"},
  {"tube", DV_AS_LIST, .unit = "m", .least = 2, .most = 2, .doc = "outer diameter, wall"},
  {"I", DV_AS_LIST, .unit = "m", .least = 4, .most = 4, .doc = "height along y, width along z, flange, web"},
  {"table", DV_AS_ROWS | DV_AS_MAP, .section = &dv_keys_csv, .doc = "rows x, A, Iy, Iz, J of a beam that changes along its length, or {csv: file}"},
};
const dv_section dv_keys_beam_section = KEYS("section", section_keys);

static const dv_key material[] = {
  {"E", NUMBER("Pa"), .doc = "Young's modulus (210e9)"},
  {"G", NUMBER("Pa"), .doc = "shear modulus (E/2.6)"},
  {"density", NUMBER("kg/m^3"), .doc = "density (7850)"},
};
const dv_section dv_keys_material = KEYS("material", material);

static const dv_key beam_modes[] = {
  {"bending_y", NUMBER("1"), .doc = "modes that deflect along y"},
  {"bending_z", NUMBER("1"), .doc = "modes that deflect along z"},
  {"torsion", NUMBER("1"), .doc = "modes that twist"},
  {"axial", NUMBER("1"), .doc = "modes that stretch"},
};
const dv_section dv_keys_beam_modes = KEYS("modes", beam_modes);

static const dv_key beam_damping[] = {
  {"ratio", DV_AS_NUMBER | DV_AS_LIST, .unit = "1", .doc = "of critical, for all modes or one each"},
  {"alpha", NUMBER("1/s"), .doc = "Rayleigh: times modal mass"},
  {"beta", NUMBER("s"), .doc = "Rayleigh: times modal stiffness"},
  {"coefficient", DV_AS_NUMBER | DV_AS_TEXT, .doc = "of every mode: N s/m (N m s/rad of torsion), or a signal"},
};
const dv_section dv_keys_beam_damping = KEYS("damping", beam_damping);

static const dv_key beam_mass[] = {
  {"at", NUMBER("m"), .required = 1, .doc = "distance from the beam's origin"},
  {"mass", NUMBER("kg"), .required = 1, .doc = "point mass on the beam's axis"},
};
static const dv_section dv_keys_beam_mass = KEYS("mass on a beam", beam_mass);
static const dv_key a_beam_mass = {"mass", DV_AS_MAP, .section = &dv_keys_beam_mass};

static const dv_key beam[] = {
  {"length", NUMBER("m"), .required = 1, .doc = "from the body's origin along its axis"},
  {"axis", DV_AS_CHOICE, .words = "x|y|z", .doc = "body axis that lies along the beam; the beam's y and z are the next two"},
  {"section", DV_AS_MAP, .section = &dv_keys_beam_section, .required = 1, .doc = "areas and second moments"},
  {"material", DV_AS_MAP, .section = &dv_keys_material, .doc = "steel by default"},
  {"theory", DV_AS_CHOICE, .words = "euler-bernoulli|timoshenko", .doc = "without or with shear deformation"},
  {"modes", DV_AS_NUMBER | DV_AS_MAP, .unit = "1", .section = &dv_keys_beam_modes, .doc = "a number: of bending modes along y and along z; 0: rigid"},
  {"shapes", DV_AS_CHOICE, .words = "hinged-hinged|clamped-free|clamped-clamped|free-free|polynomial|craig-bampton", .doc = "ends that the modes are made for: hinged-hinged (the frame is the chord) by default"},
  {"elements", NUMBER("1"), .doc = "finite elements that bending shapes come from; 0: closed forms (Timoshenko and Craig-Bampton: 16)"},
  {"polynomials", DV_AS_ROWS, .doc = "shapes: polynomial: coefficients by power of x/length; default (x/length)^2, ^3, ..."},
  {"stiffening", DV_AS_CHOICE, .words = "false|true", .doc = "bending draws points nearer: spinning and hanging beams stiffen"},
  {"pins", DV_AS_CHOICE, .words = "section|chord", .doc = "what joints on the beam turn with: the section that they sit on, or the beam's frame (angles between chords)"},
  {"damping", DV_AS_MAP, .section = &dv_keys_beam_damping, .doc = "of the structure"},
  {"masses", DV_AS_ITEMS, .each = &a_beam_mass, .doc = "point masses that ride on the beam"},
  {"stations", DV_AS_LIST, .unit = "m", .doc = "where section loads, stresses and displacements are recorded"},
};
const dv_section dv_keys_beam = KEYS("beam", beam);

static const dv_key modal[] = {
  {"file", DV_AS_TEXT, .required = 1, .doc = "table of stiffnesses, nodes and mode shapes; relative to this file"},
  {"damping", DV_AS_MAP, .section = &dv_keys_beam_damping, .doc = "of the structure"},
};
const dv_section dv_keys_modal = KEYS("modal", modal);

static const dv_key body[] = {
  {"mass", NUMBER("kg"), .doc = "mass; 0 if neither it nor a solid is given"},
  {"com", TRIPLE("m"), .doc = "centre of mass in body axes"},
  {"inertia", DV_AS_LIST | DV_AS_MAP, .unit = "kg m^2", .least = 3, .most = 6, .section = &dv_keys_inertia,
   .doc = "elements [xx, yy, zz] or [xx, yy, zz, xy, xz, yz] of the inertia matrix, in body axes"},
  {"inertia_at", DV_AS_CHOICE, .words = "com|origin", .doc = "point that the inertia is about"},
  {"solid", DV_AS_MAP | DV_AS_ITEMS, .section = &dv_keys_solid, .each = &a_solid, .doc = "mass, com and inertia from shapes"},
  {"spatial", DV_AS_ROWS, .least = 6, .most = 6, .doc = "6x6 inertia to add, (angular, linear) about the body's origin; has no weight"},
  {"beam", DV_AS_MAP, .section = &dv_keys_beam, .doc = "an elastic beam, instead of mass, com and inertia"},
  {"modal", DV_AS_MAP, .section = &dv_keys_modal, .doc = "an elastic body from outside: nodes and mode shapes of a table"},
  {"points", DV_AS_NAMED, .each = &a_point, .doc = "named points"},
  {"visual", DV_AS_MAP | DV_AS_ITEMS, .section = &dv_keys_visual, .each = &a_visual, .doc = "shapes to show"},
};
const dv_section dv_keys_body = KEYS("body", body);
static const dv_key a_body = {"body", DV_AS_MAP, .section = &dv_keys_body};

static const dv_key world[] = {
  {"points", DV_AS_NAMED, .each = &a_point, .doc = "named points, used as world.name"},
};
static const dv_section keys_world = KEYS("world", world);

static const dv_key limits[] = {
  {"lower", NUMBER(NULL), .doc = "least position"},
  {"upper", NUMBER(NULL), .doc = "largest position"},
  {"stiffness", NUMBER(NULL), .doc = "of the end stops; without it limits do not act, and the run warns where they are passed"},
  {"damping", NUMBER(NULL), .doc = "of the end stops"},
  {"effort", NUMBER(NULL), .doc = "most force or torque (information)"},
  {"rate", NUMBER(NULL), .doc = "most speed (information)"},
};
const dv_section dv_keys_limits = KEYS("limits", limits);

static const dv_key friction[] = {
  {"viscous", NUMBER(NULL), .doc = "effort per rate"},
  {"coulomb", NUMBER(NULL), .doc = "effort"},
  {"smoothing", NUMBER(NULL), .doc = "rate over which Coulomb friction changes sign (0.001)"},
};
const dv_section dv_keys_friction = KEYS("friction", friction);

#define DV_JOINT_TYPE(id, name, ...) "|" name
static const char joint_types[] =
#include "spec/joint_types.def"
  ;
static const dv_key velocity[] = {
  {"linear", TRIPLE("m/s"), .doc = "velocity of the child's origin (free joints)"},
  {"angular", TRIPLE("rad/s"), .doc = "angular velocity"},
  {"axes", DV_AS_CHOICE, .words = "child|parent|world", .doc = "axes that both are given in: the child's, those of the joint's frame on its parent, the world's"},
};
const dv_section dv_keys_velocity = KEYS("velocity", velocity);

static const dv_key joint[] = {
  {"type", DV_AS_CHOICE, .words = joint_types + 1, .required = 1, .doc = "kind of joint"},
  {"parent", DV_AS_TEXT, .doc = "body, or world (default)"},
  {"child", DV_AS_TEXT, .required = 1, .doc = "body"},
  {"axis", DV_AS_TEXT | DV_AS_LIST, .unit = "1", .least = 3, .most = 3, .doc = "x, y, z, -x, -y, -z or a vector in joint axes; default z; planar: the normal"},
  {"axis2", DV_AS_TEXT | DV_AS_LIST, .unit = "1", .least = 3, .most = 3, .doc = "universal: second axis (axis x, axis2 y)"},
  {"at", DV_AS_MAP, .section = &dv_keys_place, .doc = "joint frame in the parent's axes"},
  {"pitch", NUMBER("m/rad"), .doc = "helical: advance per radian"},
  {"lead", NUMBER("m"), .doc = "helical: advance per revolution, instead of pitch"},
  {"curve", DV_AS_TEXT, .doc = "curve: expression of its coordinates x and y that is zero on the curve"},
  {"motion", DV_AS_CHOICE | DV_AS_OPEN, .words = "free|locked|welded", .doc = "free, locked, {prescribed: signal}, or a map of these by coordinate; welded: fixed at its position"},
  {"position", DV_AS_NUMBER | DV_AS_LIST | DV_AS_MAP, .section = &dv_keys_pose, .doc = "initial (or locked) position; ball [w, x, y, z], free [x, y, z, w, x, y, z]"},
  {"rate", DV_AS_NUMBER | DV_AS_LIST | DV_AS_MAP, .section = &dv_keys_velocity, .doc = "initial rate; free: velocity, angular velocity in the child's axes, or a map that names the axes"},
  {"limits", DV_AS_LIST | DV_AS_OPEN, .least = 2, .most = 2, .section = &dv_keys_limits, .doc = "[lower, upper] or a map; by coordinate if there are several"},
  {"friction", DV_AS_OPEN, .section = &dv_keys_friction, .doc = "in the joint; by coordinate if there are several"},
};
const dv_section dv_keys_joint = KEYS("joint", joint);
static const dv_key a_joint = {"joint", DV_AS_MAP, .section = &dv_keys_joint};

#define DV_CLOSURE_TYPE(id, name, ...) "|" name
static const char loop_types[] =
#include "spec/closure_types.def"
  ;
static const dv_key loop[] = {
  {"type", DV_AS_CHOICE, .words = loop_types + 1,
   .required = 1, .doc = "joint that closes the chain, or relation between coordinates"},
  {"parent", DV_AS_TEXT, .doc = "body of the first frame, or world (default)"},
  {"child", DV_AS_TEXT, .doc = "body of the second frame, or world"},
  {"axis", DV_AS_TEXT | DV_AS_LIST, .unit = "1", .least = 3, .most = 3, .doc = "in both frames; default z; planar, point-in-plane: the normal; universal: in the first frame"},
  {"axis2", DV_AS_TEXT | DV_AS_LIST, .unit = "1", .least = 3, .most = 3, .doc = "universal: in the second frame, at right angles to axis (axis x, axis2 y)"},
  {"at", DV_AS_MAP, .section = &dv_keys_frame, .doc = "first frame in the parent's axes"},
  {"child_at", DV_AS_MAP, .section = &dv_keys_frame, .doc = "second frame in the child's axes"},
  {"length", NUMBER("m"), .doc = "distance: between the two origins"},
  {"pitch", NUMBER("m/rad"), .doc = "helical: advance per radian"},
  {"lead", NUMBER("m"), .doc = "helical: advance per revolution, instead of pitch"},
  {"of", DV_AS_ITEMS, .each = &text, .doc = "gear, rack, equal: two coordinates; first = ratio x second + offset"},
  {"ratio", NUMBER(NULL), .doc = "gear: first per second; 1, m/rad or rad/m as the coordinates are"},
  {"radius", NUMBER("m"), .doc = "rack: of the pinion; the rack is the first coordinate"},
  {"sum", DV_AS_OPEN, .doc = "sum: coordinates, each with its factor; their sum and the offset are zero"},
  {"offset", NUMBER(NULL), .doc = "of gear, rack, equal, sum"},
  {"zero", DV_AS_TEXT | DV_AS_NUMBER, .doc = "expression: of coordinates, that is zero"},
};
const dv_section dv_keys_loop = KEYS("loop", loop);
static const dv_key a_loop = {"loop", DV_AS_MAP, .section = &dv_keys_loop};

static const dv_key line[] = {
  {"from", DV_AS_TEXT, .required = 1, .doc = "body.point"},
  {"to", DV_AS_TEXT, .required = 1, .doc = "body.point"},
};
const dv_section dv_keys_line = KEYS("line", line);

static const dv_key number = {.name = "number", .as = DV_AS_NUMBER};
static const dv_key axis[] = {
  {"from", DV_AS_TEXT, .doc = "body.point"},
  {"to", DV_AS_TEXT, .doc = "body.point"},
  {"sum", DV_AS_OPEN, .doc = "instead of two points: coordinates and other axes, each with its factor"},
  {"offset", NUMBER(NULL), .doc = "added to the sum"},
  {"limits", DV_AS_LIST, .least = 2, .most = 2, .doc = "[least, largest] value, e.g. of a cylinder; kinematics studies stay within"},
};
const dv_section dv_keys_axis = KEYS("axis", axis);
static const dv_key an_axis = {"axis", DV_AS_MAP, .section = &dv_keys_axis};

static const dv_key node[] = {
  {"initial", NUMBER(NULL), .doc = "pressure or voltage at the start"},
  {"volume", NUMBER("m^3"), .doc = "oil that the node itself encloses"},
  {"bulk", NUMBER("Pa"), .doc = "its bulk modulus (1.4e9)"},
  {"capacitance", NUMBER("F"), .doc = "of an electric node itself, against ground; a small one where only resistors meet"},
};
const dv_section dv_keys_node = KEYS("node", node);
static const dv_key a_node = {"node", DV_AS_MAP, .section = &dv_keys_node};

static const dv_key solver[] = {
  {"method", DV_AS_CHOICE, .words = dv_solver_words + 1, .doc = "integrator; cvode is cvode-bdf"},
  {"formulation", DV_AS_CHOICE, .words = "velocity|momentum|multipliers", .doc = "what is integrated beside coordinates: rates v, or momenta p = B v; multipliers: rates, loops by multipliers"},
  {"rtol", NUMBER("1"), .doc = "relative tolerance"},
  {"atol", NUMBER("1"), .doc = "absolute tolerance"},
  {"order", NUMBER("1"), .doc = "highest order of cvode; 2 suits undamped structures: BDF of higher order is not stable there"},
  {"step", DV_AS_NUMBER | DV_AS_TEXT, .unit = "s", .doc = "fixed step, or auto: rosenbrock and dopri5 choose it by rtol and atol"},
  {"linear", DV_AS_CHOICE, .words = "auto|dense|klu", .doc = "linear equations of cvode-bdf; klu: sparse; auto: sparse where it saves work"},
  {"every", NUMBER("s"), .doc = "interval of recorded rows"},
  {"ledger", NUMBER("1"), .doc = "warn when the energy residual exceeds this share of the throughput"},
};
const dv_section dv_keys_solver = KEYS("solver", solver);

static const dv_key plot[] = {
  {"title", DV_AS_TEXT, .doc = "above the figure"},
  {"columns", DV_AS_TEXT | DV_AS_ITEMS, .each = &text, .required = 1, .doc = "names of columns; * stands for any letters"},
  {"x", DV_AS_TEXT, .doc = "column on the x axis instead of time"},
};
const dv_section dv_keys_plot = KEYS("plot", plot);
static const dv_key a_plot = {"plot", DV_AS_MAP | DV_AS_ITEMS, .section = &dv_keys_plot, .each = &text};

#define X(name, key, unit, doc_) {key, DV_AS_TEXT, .doc = "column or expression of columns: " doc_},
#define METRIC                                                                                                  \
  DV_MEASURES(X)                                                                                                \
  {"at", NUMBER("s"), .doc = "time of `value`"},                                                                \
  {"from", NUMBER("s"), .doc = "start of the window"},                                                          \
  {"to", NUMBER("s"), .doc = "end of the window"},                                                              \
  {"goal", NUMBER(NULL), .doc = "where a step response should end; default: its last value"},                   \
  {"band", NUMBER("1"), .doc = "of settling, a share of the way (0.02)"}

static const dv_key metric[] = {METRIC};
const dv_section dv_keys_metric = KEYS("metric", metric);
static const dv_key a_metric = {"metric", DV_AS_MAP, .section = &dv_keys_metric};

static const dv_key expect[] = {
  METRIC,
  {"metric", DV_AS_TEXT, .doc = "instead of a column: a name in `metrics:`"},
  {"frequency", NUMBER("1"), .doc = "instead of a column: frequency (Hz, undamped) of this mode, from 1, linearised where the run begins"},
  {"damping", NUMBER("1"), .doc = "likewise: its damping ratio"},
  {"is", NUMBER(NULL), .doc = "the number that it must have"},
  {"within", NUMBER(NULL), .doc = "absolute tolerance"},
  {"relative", NUMBER("1"), .doc = "relative tolerance"},
  {"source", DV_AS_TEXT, .doc = "where the number comes from"},
};
#undef X
const dv_section dv_keys_expect = KEYS("expectation", expect);
static const dv_key an_expect = {"expectation", DV_AS_MAP, .section = &dv_keys_expect};

static const dv_key start[] = {
  {"at", DV_AS_CHOICE, .words = "initial|equilibrium", .required = 1, .doc = "the initial state, or the state of rest near it"},
  {"hold", DV_AS_ITEMS, .each = &text, .doc = "joints that stay where they are meanwhile"},
};
const dv_section dv_keys_start = KEYS("start", start);

#define RUN                                                                                                   \
  {"initial", DV_AS_OPEN, .doc = "initial positions and rates by coordinate, states by part.state"},          \
  {"until", NUMBER("s"), .doc = "end of the run (10 s)"},                                                     \
  {"start", DV_AS_MAP, .section = &dv_keys_start, .doc = "where the run begins"},                             \
  {"solver", DV_AS_MAP, .section = &dv_keys_solver, .doc = "integrator and its tolerances"},                  \
  {"plots", DV_AS_ITEMS, .each = &a_plot, .doc = "figures"},                                                  \
  {"metrics", DV_AS_NAMED, .each = &a_metric, .doc = "named numbers of a run, for `davit metrics` and `expect`"}, \
  {"expect", DV_AS_ITEMS, .each = &an_expect, .doc = "numbers that the run must give"}

#define CHANGES                                                                                              \
  {"set", DV_AS_OPEN, .doc = "path: value, for any path of the machine"},                                    \
  {"parameters", DV_AS_NAMED, .each = &number, .doc = "parameters to change; a variant may add some"},       \
  {"signals", DV_AS_OPEN, .doc = "signals to add or change; null removes one"},                              \
  {"parts", DV_AS_OPEN, .doc = "parts to add or change; null removes one"}

static const dv_key variant[] = {
  {"doc", DV_AS_TEXT, .doc = "what the variant is"},
  {"like", DV_AS_TEXT | DV_AS_ITEMS, .each = &text, .doc = "variant to begin with, or several, one after the other"},
  {"drop", DV_AS_TEXT | DV_AS_ITEMS, .each = &text, .doc = "bodies to leave out, with all that hangs on them"},
  {"lock", DV_AS_OPEN | DV_AS_ITEMS, .each = &text, .doc = "joints to lock: {joint: position}, or [joint, ...] where they stand"},
  {"weld", DV_AS_OPEN | DV_AS_ITEMS, .each = &text, .doc = "joints to weld, likewise: both bodies become one"},
  {"bodies", DV_AS_OPEN, .doc = "bodies to add or change"},
  {"joints", DV_AS_OPEN, .doc = "joints to add or change; null removes one"},
  {"loops", DV_AS_OPEN, .doc = "loops to add or change; null removes one"},
  {"axes", DV_AS_OPEN, .doc = "axes to add or change; null removes one"},
  {"nodes", DV_AS_OPEN, .doc = "nodes to add or change; null removes one"},
  {"solver", DV_AS_MAP, .section = &dv_keys_solver, .doc = "integrator and its tolerances"},
  CHANGES,
};
const dv_section dv_keys_variant = KEYS("variant", variant);
static const dv_key a_variant = {"variant", DV_AS_MAP, .section = &dv_keys_variant};

static const dv_key one_case[] = {
  {"doc", DV_AS_TEXT, .doc = "what the case shows"},
  {"variant", DV_AS_TEXT, .doc = "variant of the machine that it is about"},
  CHANGES,
  {"nominal", DV_AS_OPEN, .doc = "path: value, what controllers believe in this case"},
  RUN,
};
const dv_section dv_keys_case = KEYS("case", one_case);
static const dv_key a_case = {"case", DV_AS_MAP, .section = &dv_keys_case};

static const dv_key rated[] = {
  {"flow", NUMBER("m^3/s"), .required = 1, .doc = "flow at full opening"},
  {"drop", NUMBER("Pa"), .required = 1, .doc = "and the pressure drop at that flow"},
};
const dv_section dv_keys_rated = KEYS("rated point", rated);

static const dv_key valve[] = {
  {"rated", DV_AS_MAP, .section = &dv_keys_rated, .doc = "one point of a square root: flow proportional to sqrt(drop)"},
  {"points", DV_AS_ROWS | DV_AS_MAP, .section = &dv_keys_csv, .doc = "instead: rows [drop, flow] of a data sheet, straight lines between them"},
};
const dv_section dv_keys_valve = KEYS("valve", valve);
static const dv_key a_valve = {"valve", DV_AS_MAP, .section = &dv_keys_valve};

static const dv_key actuator[] = {
  {"axis", DV_AS_TEXT, .required = 1, .doc = "coordinate or named axis that it moves"},
  {"motion", DV_AS_TEXT, .required = 1, .doc = "signal that the axis follows; must have two derivatives"},
  {"area", NUMBER("m^2"), .doc = "of a cylinder: area that the oil acts on"},
  {"annulus", NUMBER("m^2"), .doc = "area when the axis shrinks (default: area)"},
  {"displacement", NUMBER("m^3/rad"), .doc = "of a motor: oil per radian, or per revolution (m^3/revolution)"},
  {"ratio", NUMBER("1"), .doc = "turns of the motor per turn of the axis (1)"},
  {"valve", DV_AS_TEXT, .doc = "of `valves:`, feeds the actuator"},
  {"check", DV_AS_TEXT, .doc = "of `valves:`, check valves in series with it"},
  {"checks", NUMBER("1"), .doc = "how many (0)"},
  {"load", DV_AS_CHOICE, .words = "signed|magnitude", .doc = "an overhauling load adds to the valve's drop (signed), or is taken as resisting (magnitude)"},
};
const dv_section dv_keys_actuator = KEYS("actuator", actuator);
static const dv_key an_actuator = {"actuator", DV_AS_MAP, .section = &dv_keys_actuator};

static const dv_key study[] = {
  {"doc", DV_AS_TEXT, .doc = "what the study is for"},
  {"duration", NUMBER("s"), .doc = "of the duty (default: until)"},
  {"samples", NUMBER("1"), .doc = "instants that are looked at (1201)"},
  {"point", DV_AS_TEXT, .doc = "body.point whose speed is reported"},
  {"supply", NUMBER("Pa"), .doc = "pressure in front of the valves"},
  {"line_loss", NUMBER("1"), .doc = "share of a valve's drop that lines take (0)"},
  {"efficiency", NUMBER("1"), .doc = "of the pump (1)"},
  {"margin", NUMBER("1"), .doc = "least ratio of a valve's flow to the flow needed (1)"},
  {"ends", NUMBER("s"), .doc = "time at both ends in which margins do not count (0)"},
  {"valves", DV_AS_NAMED, .each = &a_valve, .doc = "flow against pressure drop at full opening"},
  {"actuators", DV_AS_NAMED, .each = &an_actuator, .required = 1, .doc = "what moves, how, and what feeds it"},
  {"cases", DV_AS_NAMED, .each = &a_case, .doc = "load cases: payload, tilt, variant, as any case of the file"},
};
const dv_section dv_keys_study = KEYS("study", study);
static const dv_key a_study = {"study", DV_AS_MAP, .section = &dv_keys_study};

static const dv_key press[] = {
  {"button", NUMBER("1"), .doc = "of the gamepad, from 0"},
  {"key", DV_AS_TEXT, .doc = "of the keyboard: a, space, shift, arrowup..."},
};
const dv_section dv_keys_press = KEYS("press", press);

static const dv_key modes[] = {
  {"names", DV_AS_ITEMS, .each = &text, .required = 1, .doc = "in the order in which they follow each other"},
  {"button", NUMBER("1"), .doc = "of the gamepad, goes to the next"},
  {"key", DV_AS_TEXT, .doc = "of the keyboard, goes to the next"},
};
const dv_section dv_keys_modes = KEYS("modes", modes);

static const dv_key control[] = {
  {"axis", NUMBER("1"), .doc = "of the gamepad, from 0: -1 to 1 spans the input's range around its value"},
  {"button", NUMBER("1"), .doc = "of the gamepad, from 0: upper end of the range while it is pressed"},
  {"keys", DV_AS_TEXT | DV_AS_ITEMS, .each = &text, .doc = "of the keyboard: [down, up], or one that is pressed"},
  {"mode", DV_AS_TEXT, .doc = "works in this mode only"},
  {"scale", NUMBER("1"), .doc = "share of the range at full deflection; negative: the other way (1)"},
  {"dead_zone", NUMBER("1"), .doc = "deflection below which nothing happens (that of the operator)"},
  {"toggle", DV_AS_CHOICE, .words = "no|yes", .doc = "a press switches, the next one switches back"},
  {"label", DV_AS_TEXT, .doc = "what the operator reads"},
};
const dv_section dv_keys_control = KEYS("control", control);
static const dv_key a_control = {"control", DV_AS_MAP, .section = &dv_keys_control};

static const dv_key desk[] = {
  {"case", DV_AS_TEXT, .doc = "case that is driven live, if none is named"},
  {"dead_man", DV_AS_MAP, .section = &dv_keys_press, .doc = "must be held, or all controls are neutral"},
  {"modes", DV_AS_MAP, .section = &dv_keys_modes, .doc = "what the sticks move"},
  {"dead_zone", NUMBER("1"), .doc = "deflection below which nothing happens (0.1)"},
  {"controls", DV_AS_NAMED, .each = &a_control, .doc = "by the name of the input that it moves"},
};
const dv_section dv_keys_desk = KEYS("operator", desk);

static const dv_key fault[] = {
  {"input", DV_AS_TEXT, .required = 1, .doc = "input of the machine that makes the fault"},
  {"value", NUMBER(NULL), .required = 1, .doc = "of the input while the fault lasts"},
  {"doc", DV_AS_TEXT, .doc = "what happens"},
};
const dv_section dv_keys_fault = KEYS("fault", fault);
static const dv_key a_fault = {"fault", DV_AS_MAP, .section = &dv_keys_fault};

static const dv_key join[] = {
  {"parent", DV_AS_TEXT, .required = 1, .doc = "body of this machine that carries it, or world"},
  {"at", DV_AS_MAP, .section = &dv_keys_place, .doc = "where, in the parent's axes"},
};
static const dv_section keys_join = KEYS("join", join);
static const dv_key include[] = {
  {"file", DV_AS_TEXT, .required = 1, .doc = "relative to this file"},
  {"as", DV_AS_TEXT, .doc = "prefix of all its names: as: left makes boom left_boom"},
  {"with", DV_AS_NAMED, .each = &number, .doc = "values of its parameters, by their own names"},
  {"join", DV_AS_MAP, .section = &keys_join, .doc = "what stands on the world in it stands there"},
};
const dv_section dv_keys_include = KEYS("include", include);
static const dv_key an_include = {"include", DV_AS_TEXT | DV_AS_MAP, .section = &dv_keys_include};

static const dv_key machine[] = {
  {"davit", NUMBER("1"), .doc = "version of the language: 1"},
  {"name", DV_AS_TEXT, .doc = "name of the machine; default: of the file"},
  {"doc", DV_AS_TEXT, .doc = "what the machine is"},
  {"gravity", DV_AS_NUMBER | DV_AS_LIST, .unit = "m/s^2", .least = 3, .most = 3, .doc = "vector, or a number: downward along -z (9.81)"},
  {"include", DV_AS_TEXT | DV_AS_ITEMS | DV_AS_MAP, .each = &an_include, .section = &dv_keys_include, .doc = "files to merge; this file wins"},
  {"parameters", DV_AS_NAMED, .each = &number, .doc = "named numbers, units and expressions allowed"},
  {"acknowledge", DV_AS_TEXT | DV_AS_ITEMS, .each = &text, .doc = "texts of warnings that are known and need not be told"},
  {"world", DV_AS_MAP, .section = &keys_world, .doc = "what stands still"},
  {"bodies", DV_AS_NAMED, .each = &a_body, .doc = "rigid bodies"},
  {"joints", DV_AS_NAMED, .each = &a_joint, .doc = "joints; each body is the child of one"},
  {"loops", DV_AS_NAMED, .each = &a_loop, .doc = "joints that close chains, and relations between coordinates"},
  {"independent", DV_AS_TEXT | DV_AS_ITEMS, .each = &text, .doc = "coordinates that the others follow in machines with loops; default: found"},
  {"axes", DV_AS_NAMED, .each = &an_axis, .doc = "distances between two points and sums of coordinates, as axes for parts"},
  {"nodes", DV_AS_NAMED, .each = &a_node, .doc = "facts of hydraulic and electric nodes; a node exists as soon as a port names it"},
  {"signals", DV_AS_SIGNALS, .doc = "functions of time and of other signals"},
  {"parts", DV_AS_PARTS, .doc = "what exchanges power with the machine"},
  {"variants", DV_AS_NAMED, .each = &a_variant, .doc = "machines of the same family"},
  {"variant", DV_AS_TEXT, .doc = "the one that is meant if neither command line nor case names one; default: the machine as it stands"},
  {"nominal", DV_AS_OPEN, .doc = "path: value, where the machine as its controllers know it differs from what it is"},
  {"cases", DV_AS_NAMED, .each = &a_case, .doc = "experiments"},
  {"studies", DV_AS_NAMED, .each = &a_study, .doc = "loads, flows and margins along a duty: see davit study"},
  {"operator", DV_AS_MAP, .section = &dv_keys_desk, .doc = "gamepad and keyboard of davit view"},
  {"faults", DV_AS_NAMED, .each = &a_fault, .doc = "what a trainer may break, by name"},
  {"record", DV_AS_TEXT | DV_AS_ITEMS, .each = &text, .doc = "columns to record, * stands for any letters; default: all"},
  RUN,
};
const dv_section dv_keys_machine = KEYS("machine", machine);
