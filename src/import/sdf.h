// sdf.h: what the SDF files share.
#pragma once

#include "import/robot.h"

enum { DV_SDF_WORLD = -1, DV_SDF_NONE = -2, DV_SDF_DEPTH = 64 };

// A frame: a link, a joint, a <frame>, or a model as the models around it see it.
typedef struct {
  const char *name;  // with the names of the models around it: a::b
  const char *out;   // as the machine calls it: without the outermost model, unless another has that name
  const dv_xml *at;
  int model;           // in which it stands
  int inside;          // of a model: its number; -1
  int known;           // 0: not placed yet, 1: on the way, 2: placed
  dv_placement place;  // in the world
  int link;            // of a link: its number; -1
} dv_sdf_frame;

// Number 0 is what holds the models: the world, or the file.
typedef struct {
  const char *prefix;     // "", or "arm::"
  const dv_xml *at, *by;  // by: the <include> that brings it; NULL
  int parent;             // model that it is nested in; -1
  int frame;              // that stands for it; DV_SDF_WORLD
  double version;         // of the file that it comes from
  int still;              // <static>: nothing of it moves
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
  int missing;     // included models that are not there
} dv_sdf;

// sdf_list.c: all models, links, joints and frames by their names, and what links and joints are called in the machine.
int dv_sdf_list(dv_sdf *f, const dv_xml *root, const dv_xml *top);
static inline int dv_sdf_is(const dv_sdf *f, int i, const char *element) { return !strcmp(f->frames.item[i].at->name, element); }

// sdf_frame.c: <pose> as numbers; frames placed in the world, whatever they are relative to. -1 after a diagnostic.
int dv_sdf_pose(dv_sdf *f, const dv_xml *e, dv_placement *out);
int dv_sdf_pose_on(dv_sdf *f, int link, const dv_xml *e, dv_placement *out);  // of what a link holds, in the link's axes
int dv_sdf_find(const dv_sdf *f, int model, const char *name);                // a frame, DV_SDF_WORLD or DV_SDF_NONE
int dv_sdf_find_joint(const dv_sdf *f, int model, const char *name);          // likewise, a joint
int dv_sdf_no_frame(dv_sdf *f, dv_mark mark, const char *name);               // -1 after the diagnostic that it is missing
int dv_sdf_place(dv_sdf *f, int frame);
int dv_sdf_link_of(const dv_sdf *f, int frame);  // the link that a frame is fixed to, DV_SDF_WORLD or DV_SDF_NONE

// sdf_link.c: mass and shapes of the link of a frame, which is `x` in the axes of its body.
int dv_sdf_link(dv_sdf *f, int frame, const dv_placement *x, dv_robot_link *out);
// sdf_joint.c: a joint whose frames are placed.
int dv_sdf_joint(dv_sdf *f, int frame);
int dv_sdf_axis(dv_sdf *f, int frame, const dv_xml *e, double out[3]);  // in the joint's axes
dv_placement dv_sdf_body(const dv_sdf *f, int link);                    // its frame in the world: that of the joint that holds it
int dv_sdf_end(dv_sdf *f, int frame, const char *which, int *link);     // parent or child of a joint; world: -1
// sdf_gear.c: a joint of type gearbox, when all others are there.
int dv_sdf_gear(dv_sdf *f, int frame);
