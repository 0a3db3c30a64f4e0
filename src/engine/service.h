// service.h: what the files of the model service share. It has a scratch of its own, so that what kinematics has published
// stays, and the numbers of the machine as its controllers know it.
#pragma once

#include "engine/evaluation.h"

DV_FN const dv_eval *dv_service_eval(const dv_service *s) { return (const dv_eval *)s->machine; }
DV_FN dv_link_work *dv_service_links(const dv_eval *e) { return dv_work_service(e->m, e->w); }
DV_FN const real *dv_service_numbers(const dv_eval *e) { return e->num + e->m->nominal; }

// An axis at a state: coordinate, rate, acceleration while the rates are constant, and d(coordinate)/dq [nv].
typedef struct {
  real x, rate, drift, *row;
} dv_axis_motion;

// Where a frame is and how it moves. J: [6][nv], angular rows first; at constant rates it accelerates by alpha, a.
typedef struct {
  real R[9];
  v3 p, w, v, alpha, a;
  real *J;
} dv_frame_motion;

#ifdef __cplusplus
extern "C" {
#endif
// After dv_velocity and dv_pose in the scratch; v NULL: after dv_position and dv_pose, and x and row only.
void DV_X(dv_service_axis)(const dv_eval *e, int junction, const real *q, const real *v, dv_axis_motion *out);
// service_frame.c. A frame on a link (-1: the world) whose placement is at num; after dv_velocity and dv_pose in the scratch.
void DV_X(dv_service_frame)(const dv_eval *e, int link, int num, dv_frame_motion *m);
void DV_X(dv_frame_relative)(const dv_frame_motion *b, int nv, dv_frame_motion *m);        // m as an observer on b sees it
void DV_X(dv_frame_row)(const dv_frame_motion *m, int nv, int what, dv_axis_motion *out);  // one of its six coordinates
void DV_X(dv_service_efforts)(const dv_eval *e, const real *q, const real *v, const real *a, real *tau);  // B a + C v + g
void DV_X(dv_service_place)(const dv_service *s, const dv_choice *c, const real *position, const real *rate, real *q, real *v);
void DV_X(dv_service_reduced)(const dv_service *s, const dv_choice *c, const real *q, const real *v, const dv_reduced *out);
#ifdef __cplusplus
}
#endif
