// film.h: what the viewer draws of a run: frames, as many as a page can hold.
#pragma once

#include "run/camera.h"
#include "record/history.h"

enum { DV_FILM_RATE = 60, DV_FILM_LENGTH = 2400 };

// Films a run into its history: at most DV_FILM_RATE frames a second, DV_FILM_LENGTH in all.
typedef struct {
  dv_camera *camera;
  dv_film *film;
  double every, next;  // s
} dv_filming;

dv_filming *dv_filming_new(dv_arena *a, const dv_model *m, dv_history *l, double until);
void dv_filming_row(dv_filming *f, double t, const double *x, const double *dx, const double *work);
