// keys_kind.c: the keys of a part, from its kind.
#include "spec/keys_inside.h"

// Least and largest value in words.
static const char *with_range(dv_arena *a, const dv_param *p)
{
  int low = fabs(p->lo) < 1e30, high = fabs(p->hi) < 1e30;
  if (low && high) return dv_arena_text(a, "%s (%g to %g)", p->doc, p->lo, p->hi);
  if (low) return dv_arena_text(a, "%s (%g or more)", p->doc, p->lo);
  return p->doc;
}

static const char *unit_or_null(const char *unit) { return unit && *unit && !(unit[0] == '*' && !unit[1]) ? unit : NULL; }

static const dv_section *state_section(dv_arena *a, const dv_kind *k)
{
  dv_section *s = DV_TAKE(a, dv_section, 1);
  dv_key *key = DV_TAKE(a, dv_key, k->nstate);
  for (int i = 0; i < k->nstate; i++)
    key[i] = (dv_key){.name = dv_list_name(a, k->state[i].name),
                      .as = DV_AS_NUMBER | (dv_is_list(k->state[i].name) ? DV_AS_LIST : 0),
                      .unit = unit_or_null(k->state[i].unit),
                      .doc = k->state[i].doc};
  *s = (dv_section){dv_arena_text(a, "initial states of %s", k->name), key, k->nstate};
  return s;
}

static const dv_key a_name = {.name = "name", .as = DV_AS_TEXT};

// Terminals and coefficients of a bond-graph element.
static dv_key *bond_keys(const dv_kind *k, dv_key *at)
{
  for (int i = 0; i < k->nterminal; i++)
    *at++ = (dv_key){.name = k->terminal[i].name,
                     .as = DV_AS_TEXT | DV_AS_MAP | DV_AS_ITEMS,
                     .section = &dv_keys_line,
                     .each = &a_name,
                     .required = 1,
                     .doc = k->terminal[i].doc,
                     BY_WHOLE(dv_form_terminal),
                     .place = i};
  for (int i = 0; i < k->ncoefficient; i++) {
    int law = k->coefficient[i].gives == DV_GIVES_LAW;
    *at++ = (dv_key){.name = k->coefficient[i].name,
                     .as = law ? DV_AS_TEXT : DV_AS_NUMBER | DV_AS_LIST | DV_AS_ROWS,
                     .required = k->ncoefficient == 1,
                     .doc = k->coefficient[i].doc,
                     BY_WHOLE(dv_form_coefficient),
                     .place = i,
                     LATER};
  }
  return at;
}

static dv_key *input_keys(dv_arena *a, const dv_kind *k, dv_key *at)
{
  for (int i = 0; i < k->nin; i++)
    *at++ = (dv_key){.name = dv_list_name(a, k->in[i].name),
                     .as = DV_AS_NUMBER | (dv_is_list(k->in[i].name) ? DV_AS_LIST : 0),
                     .unit = unit_or_null(k->in[i].unit),
                     .required = !(k->in[i].reads & DV_OPTIONAL),
                     .doc = k->in[i].doc};
  return at;
}

static dv_key *port_keys(const dv_kind *k, dv_key *at)
{
  for (int i = 0; i < k->nport; i++) {
    int axis = dv_domain_is_axis((int)k->port[i].domain);
    *at++ = (dv_key){.name = k->port[i].name,
                     .as = DV_AS_TEXT | (axis ? DV_AS_MAP : 0),
                     .section = axis ? &dv_keys_line : NULL,
                     .required = k->port[i].role != DV_MAY_ANSWER,
                     .doc = k->port[i].doc};
  }
  return at;
}

// Parameters, options and tables.
static dv_key *number_keys(dv_arena *a, const dv_kind *k, dv_key *at)
{
  for (int i = 0; i < k->nparam; i++)
    *at++ = (dv_key){.name = dv_list_name(a, k->param[i].name),
                     .as = DV_AS_NUMBER | (dv_is_list(k->param[i].name) ? DV_AS_LIST : 0),
                     .unit = unit_or_null(k->param[i].unit),
                     .required = isnan(k->param[i].def),
                     .doc = with_range(a, &k->param[i])};
  for (int i = 0; i < k->noption; i++)
    *at++ = (dv_key){.name = k->option[i].name, .as = DV_AS_CHOICE, .words = k->option[i].choices, .doc = k->option[i].doc};
  for (int i = 0; i < k->ntable; i++)
    *at++ = (dv_key){.name = k->table[i].name,
                     .as = DV_AS_ROWS | DV_AS_MAP | (k->table[i].columns == 1 ? DV_AS_LIST : 0),
                     .section = k->table[i].columns == 1 ? &dv_keys_series : &dv_keys_csv,
                     .required = k->table[i].rows_least > 0,
                     .doc = k->table[i].doc};
  return at;
}

// What a controller works on: coordinates, actuators, the rows of its task.
static dv_key *list_keys(const dv_kind *k, dv_key *at)
{
  if (k->each)
    *at++ = (dv_key){.name = k->each,
                     .as = DV_AS_ITEMS | DV_AS_TEXT,
                     .each = &a_name,
                     .required = !k->bond,
                     .doc = k->bond ? "names of its components; without them it is scalar" : "coordinates that it works on",
                     TO_LIST(dv_part_spec, each, neach)};
  if (k->axes)
    *at++ = (dv_key){.name = k->axes,
                     .as = DV_AS_ITEMS | DV_AS_TEXT,
                     .each = &a_name,
                     .doc = "axis of the actuator of each; default: the coordinate itself",
                     TO_LIST(dv_part_spec, axes, naxes)};
  if (k->task) {
    *at++ = (dv_key){.name = k->task,
                     .as = DV_AS_ITEMS | DV_AS_TEXT,
                     .each = &a_name,
                     .doc = "task: rows such as arm.tip.z (x y z roll pitch yaw), or axes; default: the coordinates themselves",
                     TO_LIST(dv_part_spec, row, nrow)};
    *at++ = (dv_key){.name = "relative_to",
                     .as = DV_AS_TEXT,
                     .doc = "body or point in whose axes the task counts; default: world",
                     BY(dv_form_point, dv_part_spec, from)};
  }
  return at;
}

const dv_section *dv_keys_of_kind(dv_arena *a, const dv_kind *k)
{
  dv_key *key = DV_TAKE(a, dv_key, 7 + k->nport + k->nparam + k->noption + k->ntable + k->nin + k->nterminal + k->ncoefficient),
         *at = key;
  *at++ = (dv_key){.name = "kind", .as = DV_AS_TEXT, .words = k->name, .doc = k->doc};
  at = port_keys(k, at);
  at = number_keys(a, k, at);
  at = input_keys(a, k, at);
  at = bond_keys(k, at);
  at = list_keys(k, at);
  if (k->formula) *at++ = (dv_key){.name = k->formula, .as = DV_AS_NUMBER, .required = 1, .doc = "expression"};
  if (k->nstate) *at++ = (dv_key){.name = "initial", .as = DV_AS_MAP, .section = state_section(a, k), .doc = "initial states"};
  dv_section *s = DV_TAKE(a, dv_section, 1);
  *s = (dv_section){k->name, key, (int)(at - key)};
  return s;
}
