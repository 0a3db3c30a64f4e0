// scene_desk.c: the operator's controls and the trainer's faults, as far as their inputs are there.
#include "scene/scene.h"

#include <string.h>

int dv_scene_input(const dv_machine *m, const char *name)
{
  for (int i = 0; i < m->spec->npart; i++)
    if (m->spec->part[i].as->external && !strcmp(m->spec->part[i].name, name)) return 1;
  return 0;
}

static void put_press(dv_json_out *o, const char *key, dv_press_spec p)
{
  if (p.button < 0 && !p.key) return;
  dv_json_open(o, key, '{');
  if (p.button >= 0) dv_json_int(o, "button", p.button);
  if (p.key) dv_json_text(o, "key", p.key);
  dv_json_close(o);
}

static void put_control(dv_json_out *o, const dv_control_spec *k)
{
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "input", k->input.text);
  dv_json_text(o, "label", k->label ? k->label : k->input.text);
  if (k->axis >= 0) dv_json_int(o, "axis", k->axis);
  if (k->press.button >= 0) dv_json_int(o, "button", k->press.button);
  if (k->key_down) dv_json_text(o, "down", k->key_down);
  if (k->press.key) dv_json_text(o, "up", k->press.key);
  if (k->mode) dv_json_text(o, "mode", k->mode);
  dv_json_number(o, "scale", k->scale);
  dv_json_number(o, "deadZone", k->dead_zone);
  dv_json_bool(o, "toggle", k->toggle);
  dv_json_close(o);
}

void dv_scene_desk(dv_json_out *o, const dv_machine *m)
{
  const dv_desk_spec *d = &m->spec->desk;
  dv_json_open(o, "operator", '{');
  put_press(o, "deadMan", d->dead_man);
  put_press(o, "nextMode", d->next_mode);
  dv_json_open(o, "modes", '[');
  for (int i = 0; i < d->nmode; i++) dv_json_text(o, NULL, d->mode[i].text);
  dv_json_close(o);
  dv_json_open(o, "controls", '[');
  for (int i = 0; i < d->ncontrol; i++)
    if (dv_scene_input(m, d->control[i].input.text)) put_control(o, &d->control[i]);
  dv_json_close(o);
  dv_json_close(o);
  dv_json_open(o, "faults", '[');
  for (int i = 0; i < m->spec->nfault; i++) {
    const dv_fault_spec *f = &m->spec->fault[i];
    if (!dv_scene_input(m, f->input.text)) continue;
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "name", f->name);
    dv_json_text(o, "doc", f->doc);
    dv_json_text(o, "input", f->input.text);
    dv_json_number(o, "value", f->value);
    dv_json_close(o);
  }
  dv_json_close(o);
}
