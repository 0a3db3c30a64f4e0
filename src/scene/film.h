// film.h: what the viewer draws at one instant, as floats, and the camera that takes it.
//
// A frame is [time, pose of each body (x y z, qw qx qy qz), channels...]; a channel is a row of the variable table that
// changes and is not part of a pose. doc/viewer.md has the formats.
#pragma once

#include "model/model.h"
#include "record/history.h"

enum { DV_FRAME_POSE = 7, DV_FILM_RATE = 60, DV_FILM_LENGTH = 2400 };

typedef struct {
  const dv_model *model;
  int nbody, nchannel, width;  // width: floats of a frame
  int *channel;                // [nchannel] row of the variable table
} dv_camera;

dv_camera *dv_camera_new(dv_arena *a, const dv_model *m);
// At an evaluated point (x1, after observe).
void dv_camera_shoot(const dv_camera *c, double t, const double *x, const double *dx, const double *work, float *frame);

// Films a run into its history: at most DV_FILM_RATE frames a second, DV_FILM_LENGTH in all.
typedef struct {
  dv_camera *camera;
  dv_film *film;
  double every, next;  // s
} dv_filming;

dv_filming *dv_filming_new(dv_arena *a, const dv_model *m, dv_history *l, double until);
void dv_filming_row(dv_filming *f, double t, const double *x, const double *dx, const double *work);
