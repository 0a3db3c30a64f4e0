// check_desk.c: `operator:`, how hands move the inputs of a live machine.
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

static void check_control(dv_check *c, const dv_node *n, dv_control_spec *k)
{
  if (n->type != DV_MAP) return;
  if (!dv_doc_find(n, "dead_zone")) k->dead_zone = c->spec->desk.dead_zone;
  check_mode(c, n, k);
  if (!dv_doc_find(n, "axis") && !dv_doc_find(n, "button") && !dv_doc_find(n, "keys"))
    dv_diag_add(c->diags, DV_ERROR, n->key_mark, "add 'axis:', 'button:' or 'keys:'", "nothing moves control '%s'", n->key);
}

static int has_signal(const dv_node *map, const char *name)
{
  const dv_node *signals = map && map->type == DV_MAP ? dv_doc_find(map, "signals") : NULL;
  return signals && signals->type == DV_MAP && dv_doc_find(signals, name) != NULL;
}

// Of the machine as it stands, or of one of its cases or variants.
static int is_signal_somewhere(const dv_node *root, const char *name)
{
  static const char *const section[] = {"cases", "variants"};
  if (has_signal(root, name)) return 1;
  for (int k = 0; k < 2; k++) {
    const dv_node *all = dv_doc_find(root, section[k]);
    for (int i = 0; all && all->type == DV_MAP && i < all->n; i++)
      if (has_signal(all->item[i], name)) return 1;
  }
  return 0;
}

static void check_input(dv_check *c, const char *name, dv_mark mark, const char *what)
{
  if (!is_signal_somewhere(c->root, name))
    dv_diag_add(c->diags, DV_WARNING, mark, "name a signal of kind input", "%s moves '%.64s', but no signal is called so", what,
                name);
}

static void check_faults(dv_check *c)
{
  const dv_node *faults = dv_check_get(c->root, "faults", DV_MAP);
  for (int i = 0; faults && i < faults->n; i++) {
    const dv_node *n = faults->item[i]->type == DV_MAP ? dv_doc_find(faults->item[i], "input") : NULL;
    if (n && n->text) check_input(c, n->text, n->mark, "a fault");
  }
}

void dv_check_desk(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "operator", DV_MAP), *controls = map ? dv_doc_find(map, "controls") : NULL;
  dv_desk_spec *d = &c->spec->desk;
  for (int i = 0; controls && i < d->ncontrol; i++) {
    check_control(c, controls->item[i], &d->control[i]);
    check_input(c, controls->item[i]->key, controls->item[i]->key_mark, "a control");
  }
  check_faults(c);
}
