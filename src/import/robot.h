// robot.h: a robot while it is read: links and joints as numbers. Readers of formats fill it; passes over it repair and complete;
// robot_doc.c writes it as a machine.
#pragma once

#include "base/names.h"
#include "import/import.h"
#include "spec/reader.h"
#include "spec/spec.h"
#include "xml/xml.h"

// Origin and rotation, kept in the form that the file gives so that it is written back with its very numbers.
typedef enum { DV_NOT_TURNED, DV_BY_RPY, DV_BY_QUATERNION } dv_turn;
typedef struct {
  double xyz[3], turn[4];  // turn: roll pitch yaw, or w x y z
  dv_turn by;
} dv_pose;

typedef struct {
  dv_mark mark;
  dv_shape shape;
  double size[3];    // as in dv_visual_spec
  const char *mesh;  // real path; NULL: missing, nothing is drawn
  double scale[3];
  dv_pose at;
  double color[4];
  int colored, rather_own;  // rather_own: its color is only for a mesh that has none of its own
  double friction;          // of a collision shape; < 0: not given
  int type, affinity;       // bits of MJCF: two shapes touch where one's type meets the other's affinity; both 0: as any other
} dv_robot_shape;

typedef struct {
  const char *name;
  dv_mark mark;
  double at[3];
} dv_robot_point;

typedef struct {
  const char *name;
  dv_mark mark, mass_mark, inertia_mark;
  int stated;           // 1: the file gives mass and inertia
  double mass, com[3];  // link axes
  double inertia[6];    // about the centre of mass, link axes: xx yy zz xy xz yz
  struct {
    dv_robot_shape *item;
    int n, cap;
  } shapes, collisions;      // collisions: only where contacts are asked for
  double friction, contact;  // coefficient, N/m of all its collision shapes; 0: not given
  struct {
    dv_robot_point *item;
    int n, cap;
  } points;
} dv_robot_link;

typedef struct {
  const char *name, *type;  // type as in the model language
  dv_mark mark;
  int parent, child;  // links; -1: the world
  dv_pose at;
  double axis[3], axis2[3], pitch;
  double lower, upper;      // -inf, inf: none
  double effort, velocity;  // most; 0: not given
  double damping, friction, stiffness, rest, armature, position;
  double stop, stop_damping;  // of the limits; 0: they do not act
  double start[7];            // of a free or ball joint
  int starts;                 // how many of them; 0: at zero
  int locked;
  int weightless;     // locked, since nothing with inertia moves with it or with what it mimics: the case `servo` leads it
  const char *mimic;  // joint that it follows: ratio x that + offset; NULL: none
  double ratio, offset;
} dv_robot_joint;

// Things of one sort that are left out or changed, for one line of the notes.
typedef struct {
  const char *what;  // "collision shapes"
  int n;
  dv_text names;
  int shown;
} dv_tally;

typedef struct {
  dv_reader *r;
  const dv_import_options *options;
  const char *file, *name;
  const double *gravity;  // NULL: the default
  struct {
    dv_robot_link *item;
    int n, cap;
  } links;
  struct {
    dv_robot_joint *item;
    int n, cap;
  } joints;
  struct {
    const char *(*item)[2];
    int n, cap;
  } apart;                                                     // links that do not touch each other
  dv_node *loops, *axes, *parts, *signals, *cases, *contacts;  // what the format brings beside, ready as it is written
  struct {
    dv_tally *item;
    int n, cap;
  } ignored, changed;
  dv_names bodies, scope;  // names taken: of links; of joints, parts, signals and axes
  struct dv_finder *finder;
} dv_robot;

// robot.c
dv_robot *dv_robot_new(dv_reader *r, const char *file, const dv_import_options *o);
// Names as given: they are changed to what the model language allows, and to be unique; then that is noted.
dv_robot_link *dv_robot_link_add(dv_robot *u, const char *given, dv_mark mark);
dv_robot_joint *dv_robot_joint_add(dv_robot *u, const char *given, const char *type, dv_mark mark);  // no limits
const char *dv_robot_part_name(dv_robot *u, const char *given);         // of a part, signal or axis: unique among them and joints
int dv_robot_link_find(const dv_robot *u, const char *name);            // -1: none; linear
int dv_robot_joint_find(const dv_robot *u, const char *name);           // likewise
const char *dv_robot_name(dv_robot *u, const char *given);              // as the model language allows it
void dv_robot_ignore(dv_robot *u, const char *what, const char *name);  // name NULL: only counted
// The shape by the name that URDF and SDF give it; 1: none that we show, and that is noted.
int dv_robot_shape_of(dv_robot *u, const char *name, dv_robot_shape *out);
void dv_robot_note(dv_robot *u, const char *what, const char *format, ...) __attribute__((format(printf, 3, 4)));
double dv_robot_rounded(double x);        // to three digits, of what nobody measured; 0 unless it is above zero
const char *dv_robot_notes(dv_robot *u);  // lines, or NULL

// attribute.c: n numbers of an attribute or of an element's text: 1 found, 0 not there (x untouched), -1 after a diagnostic.
int dv_xml_numbers(dv_diags *d, const dv_xml *e, const char *attribute, double *x, int n);
int dv_xml_some(dv_diags *d, const dv_xml *e, const char *attribute, double *x, int least, int most, int *count);
int dv_xml_texts(dv_diags *d, const dv_xml *e, double *x, int n);

// pose.c
dv_placement dv_pose_placement(const dv_pose *p);
dv_pose dv_pose_of(const dv_placement *p);  // by quaternion
dv_placement dv_placement_inverse(dv_placement p);
void dv_quaternion_rotation(const double q[4], double R[9]);  // of any size but zero
void dv_rotation_quaternion(const double R[9], double q[4]);
void dv_inertia_turn(const double R[9], double I[6]);  // R I R', xx yy zz xy xz yz

// find_files.c: the file that a robot means, or NULL: not there, said once. Only files that end as meshes do.
const char *dv_find_mesh(dv_robot *u, const char *uri);
const char *dv_find_mesh_from(dv_robot *u, const char *from, const char *uri);  // else beside `from`, which the robot includes
// A file (XML, xacro, YAML) that the file `from` includes: by $(find package)/ or package://, beside that file, or beside the
// robot; NULL: not there, or not allowed.
const char *dv_find_include(dv_robot *u, const char *from, const char *path);
// A model of SDF: the file that the URI names, or model.sdf in the folder; NULL likewise.
const char *dv_find_sdf(dv_robot *u, const char *uri);
const char *dv_find_beside(dv_robot *u, const char *path);  // as seen from the machine's file
// `path` as seen from `folder`, which ends with a slash; both real.
const char *dv_path_seen_from(dv_arena *a, const char *folder, const char *path);
void dv_find_report(dv_robot *u);  // one warning for all that is missing

// Passes: repair.c: inertias; tips.c: massless ends; stops.c: limits and starts. robot_doc.c: the machine.
int dv_robot_repair(dv_robot *u);  // -1 after a diagnostic
void dv_robot_tips(dv_robot *u);
void dv_robot_stops(dv_robot *u);
void dv_robot_mesh_says(dv_robot *u);   // what mesh files say of their axes and colors, where it counts (mesh_says.c)
void dv_robot_contacts(dv_robot *u);    // collision shapes on the ground, where they are asked for (contacts.c)
void dv_robot_each_other(dv_robot *u);  // and with each other (self_contacts.c)
static inline int dv_robot_touches(const dv_robot *u) { return u->options->ground || u->options->each_other; }
void dv_robot_servos(dv_robot *u);  // a case `servo` for robots without drives
dv_node *dv_robot_doc(dv_robot *u);

// plugins.c: a plugin of Gazebo as parts, when links and joints are there; prefix: of its model's names. 1 taken, 0 ignored,
// which is noted, -1 after a diagnostic.
int dv_robot_plugin(dv_robot *u, const dv_xml *plugin, const char *prefix);

// The formats: 0, or -1 after a diagnostic.
int dv_urdf_read(dv_robot *u, const dv_xml *root);
int dv_sdf_read(dv_robot *u, const dv_xml *root);
int dv_mjcf_read(dv_robot *u, const dv_xml *root);

// robot_node.c: nodes with the place of an element.
dv_node *dv_put_map(dv_robot *u, dv_node *map, const char *key, dv_mark mark);
dv_node *dv_put_list(dv_robot *u, dv_node *map, const char *key, dv_mark mark);
void dv_put_text(dv_robot *u, dv_node *map, const char *key, dv_mark mark, const char *text);  // key NULL: an item of a list
void dv_put_quoted(dv_robot *u, dv_node *map, const char *key, dv_mark mark, const char *text);
void dv_put_number(dv_robot *u, dv_node *map, const char *key, dv_mark mark, double x);
void dv_put_numbers(dv_robot *u, dv_node *map, const char *key, dv_mark mark, const double *x, int n);
void dv_put_pose(dv_robot *u, dv_node *map, const char *key, dv_mark mark, const dv_pose *p);  // nothing if it is zero
