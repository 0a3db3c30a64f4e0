// camera.h: what the viewer draws at one instant, as floats.
//
// A frame is [time, pose of each body (x y z, qw qx qy qz), channels...]; a channel is a row of the variable table that
// changes and is not part of a pose. doc/viewer.md has the formats.
#pragma once

#include "base/arena.h"
#include "model/model.h"

enum { DV_FRAME_POSE = 7 };

typedef struct {
  const dv_model *model;
  int nbody, nchannel, width;  // width: floats of a frame
  int *channel;                // [nchannel] row of the variable table
} dv_camera;

dv_camera *dv_camera_new(dv_arena *a, const dv_model *m);
// At an evaluated point (x1, after observe).
void dv_camera_shoot(const dv_camera *c, double t, const double *x, const double *dx, const double *work, float *frame);
