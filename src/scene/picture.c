// picture.c: the machine as it stands in a state.
#include "scene/picture.h"

#include "engine/program.h"

const double *const *dv_poses(dv_arena *a, const dv_machine *machine, const dv_state *s)
{
  const dv_model *m = machine->model;
  const double *num = dv_model_NUMBER(m);
  double *work = DV_TAKE(a, double, dv_engine_x1.nwork(m)), *dx = DV_TAKE(a, double, m->nx + 1);
  const double **pose = DV_TAKE(a, const double *, DV_MODEL_COUNT(m, BODY) + 1);
  dv_engine_x1.ready(m, num, work);
  dv_engine_x1.rates(m, num, s->t, s->x, s->d, dx, NULL, work);
  dv_engine_x1.observe(m, num, s->x, work);
  for (int i = 0; i < DV_MODEL_COUNT(m, BODY); i++) pose[i] = work + dv_model_BODY(m)[i].pose;
  return pose;
}

const void *dv_picture(dv_arena *a, const dv_machine *machine, const dv_state *s, int width, int height, size_t *n)
{
  double up[3];
  const double *const *pose = dv_poses(a, machine, s);
  for (int i = 0; i < 3; i++) up[i] = -machine->spec->gravity[i];
  dv_facets f = dv_machine_facets(a, machine, pose);
  if (!f.n) return NULL;
  dv_pixels p = dv_raster(a, &f, up, width, height);
  return dv_png(a, &p, n);
}
