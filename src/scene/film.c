// film.c: frames of a running machine.
#include "scene/film.h"

#include <math.h>
#include <string.h>

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
