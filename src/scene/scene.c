// scene.c: the scene: sections that draw, then what can be plotted, driven and changed.
#include "scene/scene.h"

#include "engine/program.h"
#include "spec/plots_json.h"

#include <math.h>
#include <string.h>

static const char *text(const dv_machine *m, int offset) { return dv_model_text(m->model, offset); }

static void put_channels(dv_json_out *o, const dv_machine *m)
{
  const dv_camera *c = dv_camera_new(o->text.arena, m->model);
  dv_json_open(o, "channels", '[');
  for (int i = 0; i < c->nchannel; i++) {
    const dv_variable *v = &dv_model_VARIABLE(m->model)[c->channel[i]];
    const char *row[] = {text(m, v->path), text(m, v->unit), text(m, v->doc), v->role == DV_ROLE_STATE ? "state" : "output"};
    dv_json_texts(o, NULL, row, 4);
  }
  dv_json_close(o);
}

static const dv_part_spec *part_named(const dv_spec *s, const char *name, size_t n)
{
  for (int i = 0; i < s->npart; i++)
    if (!strncmp(s->part[i].name, name, n) && !s->part[i].name[n]) return &s->part[i];
  return NULL;
}

static void put_limit(dv_json_out *o, const dv_part_spec *p, const char *name)
{
  for (int i = 0; p && i < p->as->nparam; i++)
    if (!strcmp(p->as->param[i].name, name)) dv_json_number(o, name, p->param[i]);
}

// What may be set from outside while the machine runs.
static void put_inputs(dv_json_out *o, const dv_machine *m)
{
  dv_json_open(o, "inputs", '[');
  for (int i = 0; i < DV_MODEL_COUNT(m->model, VARIABLE); i++) {
    const dv_variable *v = &dv_model_VARIABLE(m->model)[i];
    if (v->role != DV_ROLE_INPUT) continue;
    const char *path = text(m, v->path), *dot = strrchr(path, '.');
    size_t n = dot ? (size_t)(dot - path) : strlen(path);
    const dv_part_spec *p = part_named(m->spec, path, n);
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "name", dv_arena_copy(o->text.arena, path, n));
    dv_json_text(o, "unit", text(m, v->unit));
    dv_json_number(o, "value", dv_model_NUMBER(m->model)[v->index]);
    put_limit(o, p, "lower");
    put_limit(o, p, "upper");
    dv_json_close(o);
  }
  dv_json_close(o);
}

// Numbers of `parameters:`, as the file writes them.
static void put_parameters(dv_json_out *o, const dv_machine *m)
{
  const dv_node *map = m->doc->root ? dv_doc_find(m->doc->root, "parameters") : NULL;
  dv_json_open(o, "parameters", '[');
  for (int i = 0; map && i < map->n; i++) {
    const char *row[] = {map->item[i]->key, map->item[i]->text ? map->item[i]->text : ""};
    dv_json_texts(o, NULL, row, 2);
  }
  dv_json_close(o);
}

static void put_display(dv_json_out *o, const dv_display_spec *d)
{
  static const char *const around[] = {NULL, "land", "water"};
  dv_json_open(o, "display", '{');
  dv_json_bool(o, "si", d->si);
  dv_json_text(o, "around", around[d->around]);
  if (isfinite(d->ground)) dv_json_number(o, "ground", d->ground);
  dv_json_close(o);
}

// Poses of the bodies where the machine begins: there is no frame yet, or the machine has been driven away since.
static void put_start(dv_json_out *o, const dv_model *m)
{
  dv_arena *a = o->text.arena;
  const double *num = dv_model_NUMBER(m);
  dv_state *s = dv_state_new(a, m);
  double *work = DV_TAKE(a, double, dv_engine_x1.nwork(m)), *dx = DV_TAKE(a, double, m->nx + 1);
  dv_engine_x1.ready(m, num, work);
  dv_engine_x1.rates(m, num, s->t, s->x, s->d, dx, NULL, work);
  dv_engine_x1.observe(m, num, s->x, work);
  dv_json_open(o, "start", '[');
  for (int i = 0; i < DV_MODEL_COUNT(m, BODY); i++) dv_json_numbers(o, NULL, work + dv_model_BODY(m)[i].pose + 9, DV_FRAME_POSE);
  dv_json_close(o);
}

const char *dv_scene(dv_arena *a, const dv_machine *m)
{
  dv_json_out o = {.text = {.arena = a}};
  const dv_spec *s = m->spec;
  dv_json_open(&o, NULL, '{');
  dv_json_text(&o, "name", s->name);
  dv_json_text(&o, "doc", s->doc);
  dv_json_text(&o, "case", s->case_name);
  dv_json_numbers(&o, "gravity", s->gravity, 3);
  dv_json_number(&o, "until", s->solver.until);
  dv_json_int(&o, "states", m->model->nx);
  put_display(&o, &s->display);
  put_start(&o, m->model);
  dv_scene_meshes(&o, m);
  dv_scene_bodies(&o, m);
  dv_scene_joints(&o, m);
  dv_scene_rods(&o, m);
  dv_scene_places(&o, m);
  dv_scene_parts(&o, m);
  put_inputs(&o, m);
  put_parameters(&o, m);
  dv_scene_desk(&o, m);
  dv_scene_scenarios(&o, m);
  dv_plots_json(&o, "plots", s);
  dv_scene_graph(&o, m);
  put_channels(&o, m);
  dv_json_close(&o);
  return dv_text_all(&o.text);
}
