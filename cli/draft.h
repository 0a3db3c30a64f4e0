// draft.h: a machine as a drawing; private to draft*.c, convert.c and workspace*.c.
#pragma once

#include "cli.h"
#include "plot/draft.h"
#include "study/machine_kinematics.h"

// Where a body stands: R row-major, p.
typedef struct {
  double R[9], p[3];
} stand;

static inline void stand_put(const stand *s, const double *x, double out[3])
{
  for (int i = 0; i < 3; i++) out[i] = s->p[i] + s->R[3 * i] * x[0] + s->R[3 * i + 1] * x[1] + s->R[3 * i + 2] * x[2];
}

// keep: [body] 1: it is drawn, with its joints.
dv_draft *draft_machine(dv_kinematics *k, dv_diags *d,
                        const char *keep);                           // initial pose: shapes, joints, points, axes between points
void draft_frames(dv_draft *d, dv_kinematics *k, const char *keep);  // the axes of joints, red, green and blue in a sketch
void draft_mesh(dv_draft *d, const char *layer, const stand *s, const dv_visual_spec *v, dv_diags *diags);
int draft_write(args *a, const dv_machine *m, const dv_draft *d, const char *path);
