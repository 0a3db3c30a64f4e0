// shape.h: what the adapters need to know of a link in plain numbers.
#pragma once

#include "skeleton/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { DV_SHAPE_REVOLUTE, DV_SHAPE_PRISMATIC, DV_SHAPE_HELICAL, DV_SHAPE_BALL, DV_SHAPE_FREE } dv_shape_joint;

typedef struct {
  dv_shape_joint joint;
  int axis;                  // 0 1 2, for the joints that have one
  const double *R, *p, *mc;  // placement; mass x centre of mass
  double m, com[3], pitch;   // com: 0 if massless
  const double *I;           // about the link's origin: xx xy xz yy yz zz
  double Ic[6];              // about com
} dv_shape;

dv_shape dv_shape_of(const dv_tree *t, const double *num, int link);
void dv_shape_rotation(const double *quaternion, double *E);  // w x y z -> row-major
void dv_shape_multiply(const double *A, const double *B, double *C);

#ifdef __cplusplus
}
#endif
