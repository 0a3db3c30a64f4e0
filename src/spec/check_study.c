// check_study.c: `studies:`: duties of actuators, valves and load cases.
#include "spec/check.h"
#include "spec/forms.h"
#include "spec/study_spec.h"

#include <string.h>

int dv_form_curve(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  static const dv_table points = {
      "points", 2, 0, {"Pa", "m^3/s"},
         2, 1, "pressure drop, flow"
  };
  (void)k;
  dv_check_table(c, n, &points, to);
  return 0;
}

static void check_valve(dv_check *c, const dv_node *n, const dv_valve_spec *v)
{
  const dv_node *rated = dv_check_get(n, "rated", DV_MAP), *rows = dv_doc_find(n, "points");
  if (!rated == !rows)
    dv_diag_add(c->diags, DV_ERROR, n->key_mark, "give rated: {flow, drop}, or points: [[drop, flow], ...]",
                rated ? "valve '%s' has two curves" : "valve '%s' has no curve", n->key);
  for (int i = 1; rows && i < v->curve.rows; i++)
    if (v->curve.value[2 * i + 1] <= v->curve.value[2 * i - 1])
      dv_diag_add(c->diags, DV_ERROR, rows->type == DV_SEQ ? rows->item[i]->mark : rows->mark, "give rising flows",
                  "the flow of valve '%s' does not rise with the drop at row %d", n->key, i + 1);
}

static int find_valve(dv_check *c, const dv_study_spec *s, const dv_ref *n)
{
  if (!n->text) return -1;
  const char **names = DV_TAKE(c->arena, const char *, s->nvalve);
  for (int i = 0; i < s->nvalve; i++) {
    names[i] = s->valve[i].name;
    if (!strcmp(names[i], n->text)) return i;
  }
  dv_diag_add(c->diags, DV_ERROR, n->mark,
              dv_did_you_mean(c->diags, n->text, names, s->nvalve, "add it to the study's 'valves:'"),
              "the study has no valve '%.64s'", n->text);
  return -1;
}

static void check_oil(dv_check *c, const dv_study_spec *s, const dv_node *n, dv_actuator_spec *a)
{
  const dv_node *wrong = dv_doc_find(n, a->rotary ? "area" : "displacement");
  if (wrong)
    dv_diag_add(c->diags, DV_ERROR, wrong->key_mark, a->rotary ? "give displacement" : "give area",
                "'%s' does not fit: axis '%s' is %s", wrong->key, a->axis.text, a->rotary ? "rotary" : "linear");
  if (a->annulus == 0) a->annulus = a->area;
  a->displacement *= a->ratio;
  a->valve = find_valve(c, s, &a->valve_name);
  a->check = find_valve(c, s, &a->check_name);
  if (a->valve >= 0 && a->area == 0 && a->displacement == 0)
    dv_diag_add(c->diags, DV_ERROR, a->valve_name.mark, a->rotary ? "add displacement" : "add area",
                "actuator '%s' has a valve, but its oil is not known", a->name);
  if (a->valve >= 0 && s->supply == 0)
    dv_diag_add(c->diags, DV_ERROR, a->valve_name.mark, "add 'supply: ...' to the study", "valve '%s' has no supply pressure",
                s->valve[a->valve].name);
}

static void check_actuator(dv_check *c, const dv_study_spec *s, const dv_node *n, dv_actuator_spec *a)
{
  a->valve = a->check = -1;
  if (n->type != DV_MAP) dv_diag_add(c->diags, DV_ERROR, n->key_mark, "give axis and motion", "actuator '%s' is empty", a->name);
  if (!a->axis.text || !a->motion.text) return;  // of a map, the keys' check has said so
  dv_connection at = {.name = a->axis};
  a->rotary = dv_check_rotary(c, &at);
  if (a->rotary < 0) dv_check_no_axis(c, a->axis.text, a->axis.mark);
  int signal = dv_names_find(&c->scope, a->motion.text);
  if (signal < 0 || strcmp(c->named[signal].what, "signal"))
    dv_diag_add(c->diags, DV_ERROR, a->motion.mark,
                dv_did_you_mean(c->diags, a->motion.text, c->scope.item, c->scope.n, "add it to 'signals:'"),
                "there is no signal '%.64s'", a->motion.text);
  if (a->rotary >= 0) check_oil(c, s, n, a);
}

void dv_check_studies(dv_check *c)
{
  const dv_node *map = dv_doc_find(c->root, "studies");
  dv_spec *spec = c->spec;
  dv_read_one(c, &dv_keys_machine, "studies", c->root, -1, spec);
  for (int k = 0; k < spec->nstudy; k++) {
    dv_study_spec *s = &spec->study[k];
    const dv_node *n = map->item[k], *valves = dv_check_get(n, "valves", DV_MAP),
                  *actuators = dv_check_get(n, "actuators", DV_MAP);
    if (s->duration == 0) s->duration = spec->solver.until;
    for (int i = 0; i < s->nvalve; i++) check_valve(c, valves->item[i], &s->valve[i]);
    for (int i = 0; i < s->nactuator; i++) check_actuator(c, s, actuators->item[i], &s->actuator[i]);
  }
}
