// check_desk.c: `operator:`, how hands move the inputs of a live machine, and `faults:`, what a trainer may break.
#include "spec/check.h"

#include <math.h>
#include <string.h>

enum { MOST = 64 };  // axes or buttons of a gamepad

static int read_index(dv_check *c, const dv_node *map, const char *key)
{
  double x = -1;
  if (dv_check_key(c, map, key, "1", &x)) return -1;
  if (x >= 0 && x < MOST && floor(x) == x) return (int)x;
  dv_diag_add(c->diags, DV_ERROR, dv_doc_find(map, key)->mark, "count from 0", "'%s' is %g, not a number of the gamepad", key, x);
  return -1;
}

static dv_press_spec read_press(dv_check *c, const dv_node *map)
{
  dv_press_spec p = {-1, NULL};
  if (!map) return p;
  p.button = read_index(c, map, "button");
  p.key = dv_check_text(map, "key");
  return p;
}

static void read_keys(dv_check *c, const dv_node *n, dv_control_spec *k)
{
  if (!n) return;
  if (n->type == DV_SCALAR) k->press.key = n->text;
  else if (n->type == DV_SEQ && n->n == 2 && n->item[0]->text && n->item[1]->text) {
    k->key_down = n->item[0]->text;
    k->press.key = n->item[1]->text;
  } else dv_diag_add(c->diags, DV_ERROR, n->mark, "write 'keys: [down, up]' or one key", "a control has one key or two");
}

static void read_mode(dv_check *c, const dv_node *map, dv_control_spec *k)
{
  const dv_desk_spec *d = &c->spec->desk;
  const dv_node *mode = dv_check_get(map, "mode", DV_SCALAR);
  if (!mode) return;
  k->mode = mode->text;
  for (int i = 0; i < d->nmode; i++)
    if (!strcmp(d->mode[i].text, mode->text)) return;
  dv_diag_add(c->diags, DV_ERROR, mode->mark, "add it to 'modes: {names: [...]}'", "there is no mode '%s'", mode->text);
}

static void read_control(dv_check *c, const dv_node *n, double dead_zone, dv_control_spec *k)
{
  *k = (dv_control_spec){
      .input = {n->key, n->key_mark},
        .axis = -1, .press = {-1,     NULL       },
        .scale = 1, .dead_zone = dead_zone
  };
  if (n->type != DV_MAP) return;
  k->axis = read_index(c, n, "axis");
  k->press.button = read_index(c, n, "button");
  read_keys(c, dv_doc_find(n, "keys"), k);
  read_mode(c, n, k);
  dv_check_key(c, n, "scale", "1", &k->scale);
  dv_check_key(c, n, "dead_zone", "1", &k->dead_zone);
  const char *toggle = dv_check_text(n, "toggle");
  k->toggle = toggle && !strcmp(toggle, "yes");
  k->label = dv_check_text(n, "label");
  if (!dv_doc_find(n, "axis") && !dv_doc_find(n, "button") && !dv_doc_find(n, "keys"))
    dv_diag_add(c->diags, DV_ERROR, n->key_mark, "add 'axis:', 'button:' or 'keys:'", "nothing moves control '%s'", n->key);
}

static void read_modes(dv_check *c, const dv_node *map, dv_desk_spec *d)
{
  const dv_node *names = map ? dv_check_get(map, "names", DV_SEQ) : NULL;
  d->next_mode = read_press(c, map);
  d->mode = DV_TAKE(c->arena, dv_ref, names ? names->n : 0);
  for (int i = 0; names && i < names->n; i++)
    if (names->item[i]->text) d->mode[d->nmode++] = (dv_ref){names->item[i]->text, names->item[i]->mark};
}

static void read_faults(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "faults", DV_MAP);
  dv_spec *s = c->spec;
  s->fault = DV_TAKE(c->arena, dv_fault_spec, map ? map->n : 0);
  for (int i = 0; map && i < map->n; i++) {
    const dv_node *n = map->item[i], *input = n->type == DV_MAP ? dv_check_get(n, "input", DV_SCALAR) : NULL;
    dv_fault_spec *f = &s->fault[s->nfault];
    if (!input || dv_check_key(c, n, "value", NULL, &f->value)) continue;
    f->name = n->key;
    f->doc = dv_check_text(n, "doc");
    f->input = (dv_ref){input->text, input->mark};
    s->nfault++;
  }
}

void dv_check_desk(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "operator", DV_MAP), *controls = map ? dv_check_get(map, "controls", DV_MAP) : NULL;
  dv_desk_spec *d = &c->spec->desk;
  double dead_zone = 0.1;
  read_faults(c);
  d->dead_man = d->next_mode = (dv_press_spec){-1, NULL};
  if (!map) return;
  d->case_name = dv_check_text(map, "case");
  d->dead_man = read_press(c, dv_check_get(map, "dead_man", DV_MAP));
  dv_check_key(c, map, "dead_zone", "1", &dead_zone);
  read_modes(c, dv_check_get(map, "modes", DV_MAP), d);
  d->control = DV_TAKE(c->arena, dv_control_spec, controls ? controls->n : 0);
  for (int i = 0; controls && i < controls->n; i++) read_control(c, controls->item[i], dead_zone, &d->control[d->ncontrol++]);
}
