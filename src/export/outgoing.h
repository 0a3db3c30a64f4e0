// outgoing.h: a machine on its way out: links and joints as a dv_robot, as far as a format can have them. Private to src/export.
//
// A link's frame is its joint's frame after the motion, so what a body holds is moved by child_at. A joint of several freedoms is
// a chain of hinges and slides with empty links between them, unless the format has it.
#pragma once

#include "export/export.h"
#include "import/robot.h"
#include "xml/xml_out.h"

typedef struct dv_outgoing dv_outgoing;

// What a format can have.
typedef struct {
  dv_export_format format;
  int ball, screw, free;  // joints: free 1: any, -1: of the world only
  int loops;              // closures between bodies
  int sums;               // sums of coordinates
  int springs, gravity;
  int stops;      // stiffness of stops
  int starts;     // positions at the start
  int points;     // places on bodies
  int one_scope;  // no joint is called as a link
  void (*write)(dv_outgoing *o, dv_xml_out *x);
} dv_out_row;

// A coordinate of the machine, and the joint that has it.
typedef struct {
  const char *name;
  int joint;
  double start, zero;  // its value at the start; where the file's zero lies
} dv_out_coordinate;

// A relation of coordinates: sum of factor x term + offset = 0.
typedef struct {
  const char *name;
  int n;
  int *joint;
  double *factor, offset;
} dv_out_sum;

struct dv_outgoing {
  dv_robot *u;
  const dv_machine *m;
  const dv_spec *spec;
  const dv_out_row *row;
  const char *path;     // of the file; NULL: standard output
  int posed;            // the file's zero is the machine's start: loops are closed there
  int *link;            // [body]
  dv_placement *frame;  // [body] its frame in its link's
  dv_placement *stand;  // [link] in the world, with all coordinates at the file's zero
  struct {
    int *item;
    int n, cap;
  } empty;  // [link] 1: between the joints of a chain
  struct {
    dv_out_coordinate *item;
    int n, cap;
  } coordinates;  // by joint
  struct {
    dv_out_sum *item;
    int n, cap;
  } sums;
};

void dv_out_skeleton(dv_outgoing *o);   // outgoing.c
void dv_out_relations(dv_outgoing *o);  // outgoing_loop.c: mimics and sums
void dv_out_parts(dv_outgoing *o);      // outgoing_part.c: springs and dampers on coordinates; what is lost
int dv_out_coordinate_find(const dv_outgoing *o, const char *name);                 // -1: none
int dv_out_holder(const dv_outgoing *o, int link);                                  // the joint that holds it
dv_placement dv_out_frame(const dv_outgoing *o, int body, const dv_placement *at);  // a frame of a body in its link
const char *dv_out_mesh(dv_outgoing *o, const char *file);                          // as seen from the file that is written
const char *dv_out_link(const dv_outgoing *o, int link);                            // its name; "world"
void dv_out_rpy(const double R[9], double rpy[3]);

// How a format writes what URDF and SDF both have: as attributes or as elements; what it calls the file of a mesh.
typedef struct {
  void (*numbers)(dv_xml_out *x, const char *name, const double *value, int n);
  void (*words)(dv_xml_out *x, const char *name, const char *words);
  const char *mesh_file;
} dv_out_manner;
void dv_out_shape(dv_outgoing *o, dv_xml_out *x, const dv_out_manner *by, const dv_robot_shape *s);  // <geometry>
void dv_out_inertia(dv_xml_out *x, const dv_out_manner *by, const dv_robot_link *l);                 // <inertia>

void dv_urdf_write(dv_outgoing *o, dv_xml_out *x);
void dv_sdf_write(dv_outgoing *o, dv_xml_out *x);
void dv_mjcf_write(dv_outgoing *o, dv_xml_out *x);
