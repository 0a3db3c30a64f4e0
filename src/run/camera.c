// camera.c: frames of a running machine.
#include "run/camera.h"

#include "engine/program.h"
#include "model/variable_value.h"

#include <string.h>

// What poses say already: places and twists of bodies, unless a plot or a scenario names them. Points have names because their
// motion is of interest: they are channels.
static int is_pose(const dv_model *m, const dv_variable *v)
{
  const dv_body *b = dv_model_BODY(m);
  if (v->array != DV_IN_WORK || v->shown) return 0;
  for (int i = 0; i < DV_MODEL_COUNT(m, BODY); i++)
    if ((v->index >= b[i].pose && v->index < b[i].pose + 16) || (v->index >= b[i].twist && v->index < b[i].twist + 6)) return 1;
  return 0;
}

dv_camera *dv_camera_new(dv_arena *a, const dv_model *m)
{
  const dv_variable *v = dv_model_VARIABLE(m);
  dv_camera *c = DV_TAKE(a, dv_camera, 1);
  int n = DV_MODEL_COUNT(m, VARIABLE);
  c->model = m;
  c->nbody = DV_MODEL_COUNT(m, BODY);
  c->channel = DV_TAKE(a, int, n);
  for (int i = 0; i < n; i++)
    if (v[i].array != DV_IN_NUMBER && strcmp(dv_model_text(m, v[i].path), "time") && !is_pose(m, &v[i]))
      c->channel[c->nchannel++] = i;
  c->width = 1 + DV_FRAME_POSE * c->nbody + c->nchannel;
  return c;
}

void dv_camera_shoot(const dv_camera *c, double t, const double *x, const double *dx, const double *work, float *frame)
{
  *frame++ = (float)t;
  for (int i = 0; i < c->nbody; i++)
    for (int k = 0; k < DV_FRAME_POSE; k++) *frame++ = (float)work[dv_model_BODY(c->model)[i].pose + 9 + k];
  for (int i = 0; i < c->nchannel; i++) *frame++ = (float)dv_variable_value(c->model, c->channel[i], x, dx, work);
}
