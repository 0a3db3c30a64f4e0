// scene_scenario.c: scenarios that are played in this case, for the page that plays them.
#include "scene/scene.h"

#include "spec/scenario_spec.h"

#include <math.h>
#include <string.h>

static void put_some(dv_json_out *o, const char *key, double x)
{
  if (isfinite(x)) dv_json_number(o, key, x);
}

static const dv_fault_spec *fault_named(const dv_spec *s, const char *name)
{
  for (int i = 0; name && i < s->nfault; i++)
    if (!strcmp(s->fault[i].name, name)) return &s->fault[i];
  return NULL;
}

// What an event sets is an input and its value, whether the file calls it a fault or not.
static void put_setting(dv_json_out *o, const dv_machine *m, const dv_moment_spec *e)
{
  const dv_fault_spec *f = fault_named(m->spec, e->fault.text);
  const char *input = f ? f->input.text : e->input.text;
  if (!input || !dv_scene_input(m, input)) return;
  dv_json_text(o, "input", input);
  dv_json_number(o, "value", f ? f->value : e->value);
  put_some(o, "lasts", e->lasts);
}

static void put_moments(dv_json_out *o, const dv_machine *m, const char *key, const dv_moment_spec *e, int n)
{
  dv_json_open(o, key, '[');
  for (int i = 0; i < n; i++) {
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "text", e[i].text);
    dv_json_text(o, "column", e[i].column.text);
    put_some(o, "above", e[i].above);
    put_some(o, "below", e[i].below);
    put_some(o, "hold", e[i].hold);
    put_some(o, "at", e[i].at);
    if (e[i].step) dv_json_int(o, "step", e[i].step);
    put_setting(o, m, &e[i]);
    dv_json_close(o);
  }
  dv_json_close(o);
}

static void put_score(dv_json_out *o, const dv_scenario_spec *s)
{
  static const char *const measure[] = {"max", "min", "mean", "final", "largest", "time"};
  dv_json_open(o, "score", '[');
  for (int i = 0; i < s->nscore; i++) {
    const dv_score_spec *p = &s->score[i];
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "label", p->label);
    dv_json_text(o, "measure", measure[p->measure]);
    dv_json_text(o, "column", p->column.text);
    dv_json_number(o, "best", p->best);
    dv_json_number(o, "worst", p->worst);
    dv_json_number(o, "weight", p->weight);
    dv_json_close(o);
  }
  dv_json_close(o);
}

void dv_scene_scenarios(dv_json_out *o, const dv_machine *m)
{
  const dv_spec *spec = m->spec;
  dv_json_open(o, "scenarios", '[');
  for (int i = 0; i < spec->nscenario; i++) {
    const dv_scenario_spec *s = &spec->scenario[i];
    if (!dv_scenario_played(spec, s)) continue;
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "name", s->name);
    dv_json_text(o, "doc", s->doc);
    dv_json_number(o, "limit", s->limit);
    put_moments(o, m, "steps", s->step, s->nstep);
    put_moments(o, m, "events", s->event, s->nevent);
    put_moments(o, m, "fails", s->fail, s->nfail);
    put_score(o, s);
    dv_json_close(o);
  }
  dv_json_close(o);
}
