// urdf.h: what the URDF files share while a robot becomes a machine.
#pragma once

#include "spec/xml.h"

typedef struct {
  dv_reader *r;
  const dv_xml *robot;
  const char *world;        // name of a root link that stands for the world; NULL: none
  const dv_slot *material;  // the robot's own, by name
  int nmaterial;
  dv_node *loops;  // what joints mimic
} dv_urdf;

dv_node *dv_urdf_body(dv_urdf *u, const dv_xml *link);    // NULL after a diagnostic
dv_node *dv_urdf_joint(dv_urdf *u, const dv_xml *joint);  // NULL after a diagnostic

// Name as the model language allows it; says so if it had to change. NULL after a diagnostic if it is missing.
const char *dv_urdf_name(dv_urdf *u, const dv_xml *e, const char *attribute);
const char *dv_urdf_link_name(dv_urdf *u, const dv_xml *e, const char *attribute);  // "world" for the link that stands for it

// Nodes with the place of an element.
dv_node *dv_urdf_text(dv_urdf *u, const dv_xml *e, const char *text, int quoted);
dv_node *dv_urdf_numbers(dv_urdf *u, const dv_xml *e, const double *x, int n);
dv_node *dv_urdf_map(dv_urdf *u, const dv_xml *e);
void dv_urdf_put(dv_urdf *u, dv_node *map, const char *key, dv_node *value);

// n numbers of an attribute: 1 found, 0 not there (x untouched), -1 after a diagnostic.
int dv_urdf_get(dv_urdf *u, const dv_xml *e, const char *attribute, double *x, int n);
// `at: {xyz, rpy}` of an <origin>; nothing if it is missing or zero. 0, or -1 after a diagnostic.
int dv_urdf_origin(dv_urdf *u, const dv_xml *owner, dv_node *map);
