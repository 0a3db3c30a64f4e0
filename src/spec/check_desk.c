// check_desk.c: `operator:`, how hands move the inputs of a live machine, and `faults:`, what a trainer may break.
#include "spec/check.h"
#include "spec/forms.h"

#include <string.h>

int dv_form_keys(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_control_spec *control = to;
  (void)k;
  if (n->type == DV_SCALAR) return control->press.key = n->text, 0;
  if (n->n == 2 && n->item[0]->text && n->item[1]->text) {
    control->key_down = n->item[0]->text;
    control->press.key = n->item[1]->text;
    return 0;
  }
  dv_diag_add(c->diags, DV_ERROR, n->mark, "write 'keys: [down, up]' or one key", "a control has one key or two");
  return -1;
}

static void check_mode(dv_check *c, const dv_node *map, const dv_control_spec *k)
{
  const dv_desk_spec *d = &c->spec->desk;
  if (!k->mode) return;
  for (int i = 0; i < d->nmode; i++)
    if (!strcmp(d->mode[i].text, k->mode)) return;
  dv_diag_add(c->diags, DV_ERROR, dv_doc_find(map, "mode")->mark, "add it to 'modes: {names: [...]}'", "there is no mode '%s'",
              k->mode);
}

static void read_control(dv_check *c, const dv_node *n, dv_control_spec *k)
{
  k->input = (dv_ref){n->key, n->key_mark};
  k->dead_zone = c->spec->desk.dead_zone;
  dv_read(c, &dv_keys_control, n->type == DV_MAP ? n : NULL, k);
  if (n->type != DV_MAP) return;
  check_mode(c, n, k);
  if (!dv_doc_find(n, "axis") && !dv_doc_find(n, "button") && !dv_doc_find(n, "keys"))
    dv_diag_add(c->diags, DV_ERROR, n->key_mark, "add 'axis:', 'button:' or 'keys:'", "nothing moves control '%s'", n->key);
}

static void read_faults(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "faults", DV_MAP);
  dv_spec *s = c->spec;
  s->fault = DV_TAKE(c->arena, dv_fault_spec, map ? map->n : 0);
  for (int i = 0; map && i < map->n; i++) {
    const dv_node *n = map->item[i];
    dv_fault_spec *f = &s->fault[s->nfault];
    if (n->type != DV_MAP || dv_read(c, &dv_keys_fault, n, f) || !f->input.text) continue;
    f->name = n->key;
    s->nfault++;
  }
}

void dv_check_desk(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "operator", DV_MAP), *controls = map ? dv_check_get(map, "controls", DV_MAP) : NULL;
  dv_desk_spec *d = &c->spec->desk;
  read_faults(c);
  dv_read(c, &dv_keys_desk, map, d);
  d->control = DV_TAKE(c->arena, dv_control_spec, controls ? controls->n : 0);
  for (int i = 0; controls && i < controls->n; i++) read_control(c, controls->item[i], &d->control[d->ncontrol++]);
}
