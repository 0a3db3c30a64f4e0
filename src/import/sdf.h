// sdf.h: what the SDF files share.
#pragma once

#include "import/robot.h"

// A frame of a model: a link, a joint or a <frame>.
typedef struct {
  const char *name;  // with the names of nested models before it: a::b
  const dv_xml *at;
  int model;
  int known;           // 0: not placed yet, 1: on the way, 2: placed
  dv_placement place;  // in the world
  int link;            // of a link: its number; -1
} dv_sdf_frame;

typedef struct {
  const char *prefix;  // "", or "arm::"
  const dv_xml *at;
  dv_placement place;
  int parent;  // model that it is nested in; -1
} dv_sdf_model;

typedef struct {
  dv_robot *u;
  struct {
    dv_sdf_model *item;
    int n, cap;
  } models;
  struct {
    dv_sdf_frame *item;
    int n, cap;
  } frames;
  dv_names names;  // of the frames, in their order
  int *holder;     // [link] frame of the joint that holds it; -1: none
} dv_sdf;

// sdf_frame.c: <pose> as numbers; frames placed in the world, whatever they are relative to. -1 after a diagnostic.
int dv_sdf_pose(dv_sdf *f, const dv_xml *e, dv_placement *out);
int dv_sdf_frame_find(const dv_sdf *f, int model, const char *name);  // -1: none
int dv_sdf_place(dv_sdf *f, int frame, int depth);

// sdf_link.c: mass and shapes of a link, whose own frame is `x` in that of its body.
int dv_sdf_link(dv_sdf *f, const dv_xml *e, const dv_placement *x, dv_robot_link *out);
// sdf_joint.c: a joint whose frames are placed.
int dv_sdf_joint(dv_sdf *f, int frame);
dv_placement dv_sdf_body(const dv_sdf *f, int link);  // the body's frame in the world: that of the joint that holds it
