// mjcf.h: what the MJCF files share.
#pragma once

#include "import/robot.h"

typedef struct dv_mjcf_class {
  const char *name;
  const dv_xml *at;                    // <default>
  const struct dv_mjcf_class *parent;  // NULL: none
} dv_mjcf_class;

// A body of the file. Its link's frame lies at its last joint: a point of the body is `shift` less there.
typedef struct {
  const char *name;
  int link;  // -1: the world
  double shift[3];
} dv_mjcf_body;

typedef struct {
  dv_robot *u;
  const dv_xml *root;
  double angle;                 // radians in a unit of its angles
  const char *sequence;         // of Euler angles
  const char *meshes;           // folder of meshes, with a slash behind
  int auto_limits, from_geoms;  // from_geoms: -1 where no inertia is given, 0 never, 1 always
  double groups[2];             // of geoms that have mass
  double bound_mass, bound_inertia;
  double gravity[3];
  struct {
    dv_mjcf_class *item;
    int n, cap;
  } classes;
  struct {
    dv_mjcf_body *item;
    int n, cap;
  } bodies;
  dv_names solids;  // meshes whose mass is known, by path and scale
  struct dv_mesh_solid *solid;
  dv_names sites;  // "body.site" by the site's name
  const char **site_at;
  int unnamed;
} dv_mjcf;

// mjcf_default.c: an attribute of the element, or of its class and those above; numbers of it as dv_xml_numbers.
void dv_mjcf_classes(dv_mjcf *f, const dv_xml *root);
const dv_mjcf_class *dv_mjcf_class_of(const dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *inherited);
const char *dv_mjcf_get(const dv_xml *e, const dv_mjcf_class *c, const char *attribute);
int dv_mjcf_numbers(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const char *attribute, double *x, int least, int most,
                    int *count);
double dv_mjcf_number(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const char *attribute, double none);

// mjcf_frame.c: pos and one of quat, axisangle, euler, xyaxes, zaxis. 0, or -1 after a diagnostic.
int dv_mjcf_frame(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, dv_placement *out);

// mjcf_body.c, mjcf_geom.c, mjcf_joint.c
int dv_mjcf_worldbody(dv_mjcf *f, const dv_xml *world);
const dv_mjcf_body *dv_mjcf_body_of(const dv_mjcf *f, const char *name);  // NULL: none
// A geom: a shape of the body, whose frame is `at` in the body's; its mass goes into `mass` as a link of its own axes at the
// body.
int dv_mjcf_geom(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const dv_placement *at, dv_robot_link *shapes,
                 dv_robot_link *mass);
void dv_solid_add(dv_robot_link *sum, double mass, const double com[3], const double inertia[6]);  // inertia about com
void dv_solid_finish(dv_robot_link *sum);                                                          // to the centre of mass
int dv_mjcf_joint(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const char *body, dv_robot_joint *out, double pos[3],
                  const dv_placement *turned);

// mjcf_equality.c, mjcf_actuator.c, mjcf_tendon.c, mjcf_key.c
int dv_mjcf_equality(dv_mjcf *f, const dv_xml *list);
int dv_mjcf_tendons(dv_mjcf *f, const dv_xml *list);
int dv_mjcf_actuators(dv_mjcf *f, const dv_xml *list);
int dv_mjcf_keys(dv_mjcf *f, const dv_xml *list);
void dv_mjcf_rotors(dv_mjcf *f);  // armatures
