// joint.h: joints by their formulas: the child's motion in the joint's frame, and what each rate turns and slides.
#pragma once

#include "skeleton/skeleton.h"

enum { DV_JOINT_RATES = 6 };

// Rotation Q and displacement d of the child in the joint's frame.
void dv_joint_motion(const dv_link *l, double pitch, const double *q, double *Q, v3 *d);

// Axes of its rates in child axes; zero: does not turn, does not slide. Returns how many.
int dv_joint_axes(const dv_link *l, double pitch, v3 *turn, v3 *slide);
