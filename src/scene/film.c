// film.c: frames of a running machine.
#include "scene/film.h"

#include "engine/program.h"
#include "record/record.h"

#include <math.h>
#include <string.h>

// What poses say already: places and twists of bodies. Points have names because their motion is of interest: they are channels.
static int is_pose(const dv_model *m, const dv_variable *v)
{
  const dv_body *b = dv_model_BODY(m);
  if (v->array != DV_IN_WORK) return 0;
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

dv_filming *dv_filming_new(dv_arena *a, const dv_model *m, dv_history *l, double until)
{
  dv_filming *f = DV_TAKE(a, dv_filming, 1);
  f->camera = dv_camera_new(a, m);
  f->film = &l->film;
  f->film->width = f->camera->width;
  f->every = fmax(1.0 / DV_FILM_RATE, until / DV_FILM_LENGTH);
  f->next = -HUGE_VAL;
  return f;
}

// Every second frame goes when there are too many, so that a run of any length has a film.
static void thin(dv_filming *f)
{
  dv_film *film = f->film;
  size_t width = (size_t)film->width;
  for (int i = 1; 2 * i < film->n; i++)
    memcpy(film->item + width * (size_t)i, film->item + 2 * width * (size_t)i, width * sizeof *film->item);
  film->n = (film->n + 1) / 2;
  f->every *= 2;
}

void dv_filming_row(dv_filming *f, double t, const double *x, const double *dx, const double *work)
{
  if (t < f->next - 0.01 * f->every) return;
  if (f->film->n >= 2 * DV_FILM_LENGTH) thin(f);
  f->next = (floor(t / f->every + 0.01) + 1) * f->every;
  dv_camera_shoot(f->camera, t, x, dx, work, dv_film_append(f->film));
}
