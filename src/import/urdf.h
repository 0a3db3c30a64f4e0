// urdf.h: what the URDF files share.
#pragma once

#include "import/robot.h"

typedef struct {
  dv_robot *u;
  const dv_xml *root;
  const char *world;        // name of a root link that stands for the world; NULL: none
  const dv_slot *material;  // the robot's own, by name
  const dv_slot *link;      // by name
  int nmaterial, nlink;
  int *index;  // [element of the root] its link, or -1
} dv_urdf;

int dv_urdf_link(dv_urdf *f, const dv_xml *e, dv_robot_link *out);  // 0, or -1 after a diagnostic
int dv_urdf_joint(dv_urdf *f, const dv_xml *e);                     // likewise
int dv_urdf_link_of(const dv_urdf *f, const char *name);            // its number; -1: the world

const char *dv_urdf_name(dv_robot *u, const dv_xml *e, const char *attribute);  // NULL after a diagnostic
int dv_urdf_origin(dv_robot *u, const dv_xml *owner, dv_pose *out);             // of its <origin>; 0, or -1 after a diagnostic
