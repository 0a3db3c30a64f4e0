// mjcf_out.h: what the files that write MJCF share.
#pragma once

#include "export/outgoing.h"

enum { DV_STEPS_OUT = 12 };  // joints of one body: six freedoms, each a screw at most

typedef struct {
  dv_outgoing *o;
  dv_xml_out *x;
  dv_names assets, sites;
  struct {
    dv_robot_shape *item;
    int n, cap;
  } meshes;
  struct {
    double *item;
    int n, cap;
  } positions;       // at the start, in the order of the joints
  int moved;         // they are not the file's zero
  int *rotor;        // [joint] 1: it is said by an armature
  double *armature;  // [joint]
} dv_mjcf_out;

void dv_mjcf_out_equality(dv_mjcf_out *f);  // mjcf_out_loop.c
