// seize.h: parts that bring two bodies to one velocity at an event, with momentum kept.
#pragma once

#include "model/model.h"

int dv_seizes(const dv_model *m, int part);  // 1: its kind asks for it
int dv_merges(const dv_model *m, int part);  // 1: and its two frames are one body then
size_t dv_seize_room(const dv_model *m);     // doubles of scratch; 0: no part of the machine does
// Brings the frames of a part's ports to one velocity in x = (q, v, ...), which is tidy; the kinetic energy that this takes.
double dv_seize(const dv_model *m, int part, double *x, const double *d, double *work, double *room);
