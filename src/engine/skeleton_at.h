// skeleton_at.h: the skeleton alone at one state, for eval and analyses; one lane.
#pragma once

#include "model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// q [nq], v [nv] as in x.
void dv_engine_mass_matrix(const dv_model *m, const double *q, double *mass, double *work);  // [nv][nv]
void dv_engine_inverse_dynamics(const dv_model *m, const double *q, const double *v, const double *a, double *tau, double *work);
void dv_engine_forward_dynamics(const dv_model *m, const double *q, const double *v, double *tau, double *a,
                                double *work);  // hybrid: see skeleton.h; loops are closed
void dv_engine_jacobian(const dv_model *m, const double *q, int body, const double point[3], double *jac,
                        double *work);  // [6][nv] angular, linear; world axes; point in body axes
// The same of a part's frame (a junction), at its own place or at a place of the world; where that is.
void dv_engine_frame_jacobian(const dv_model *m, const double *q, int junction, const double *place, double *where, double *jac,
                              double *work);
// Position, velocity and acceleration at zero joint accelerations of a point, world axes; velocity and acceleration or NULL.
void dv_engine_point(const dv_model *m, const double *q, const double *v, int body, const double point[3], double position[3],
                     double *velocity, double *acceleration, double *work);

#ifdef __cplusplus
}
#endif
