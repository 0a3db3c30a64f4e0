// page_parameters.c: sliders of `parameters:` for a page, which has no reader: the machine is made again at some notches of each
// parameter, and what differs of the numbers of its block and of its start goes along. So a page never guesses how a number
// follows from a parameter.
#include "page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTCHES = 10, START = 5 };
static const double factor[NOTCHES] = {0, 0.5, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2};

typedef struct {
  const char *name, *unit;
  double value;             // in that unit
  double *number[NOTCHES];  // the block's numbers, then its start; NULL: the machine cannot be made there
} knob;

// "187 bar", "0.9": a number and perhaps its unit; formulas follow other parameters.
static int plain(args *a, const dv_node *n, knob *k)
{
  if (n->type != DV_SCALAR || !n->text) return 0;
  char *end;
  double x = strtod(n->text, &end);
  if (end == n->text || !isfinite(x) || x == 0) return 0;
  end += strspn(end, " ");
  if (strpbrk(end, "()[]+,") || *end == '*' || *end == '/' || *end == '-' || *end == '^') return 0;
  *k = (knob){.name = n->key, .unit = dv_arena_copy(a->arena, end, strlen(end)), .value = x};
  return 1;
}

static double at_notch(const knob *k, int i)
{
  char text[40];
  snprintf(text, sizeof text, "%.6g", factor[i] * k->value);  // as people would write it
  return i == START ? k->value : strtod(text, NULL);
}

static int count_of(const dv_model *m) { return m->nnum + m->nx + m->nd; }

static double *numbers_of(args *a, const dv_model *m, const dv_state *start)
{
  double *out = DV_TAKE(a->arena, double, count_of(m));
  memcpy(out, dv_model_NUMBER(m), (size_t)m->nnum * sizeof *out);
  memcpy(out + m->nnum, start->x, (size_t)(m->nx + m->nd) * sizeof *out);
  return out;
}

// The numbers of the same machine with the parameter at another notch; NULL: it is refused, or made of something else.
static double *made(args *a, const dv_reading *r, dv_machine_options o, const dv_machine *m, const knob *k, int i)
{
  const char **setting = DV_TAKE(a->arena, const char *, o.nsetting + 1);
  if (o.nsetting) memcpy(setting, o.settings, (size_t)o.nsetting * sizeof *setting);
  setting[o.nsetting] = dv_arena_text(a->arena, "parameters.%s=%.17g%s%s", k->name, at_notch(k, i), *k->unit ? " " : "", k->unit);
  o.settings = setting;
  o.nsetting++;
  o.draw = 0;
  dv_machine *other = dv_reading_machine(r, &o);
  double *out = NULL;
  if (other->model && dv_model_alike(m->model, other->model)) {
    dv_state *start = dv_state_new(other->arena, other->model);
    if (!dv_start(other, start)) out = numbers_of(a, other->model, start);
  }
  dv_machine_close(other);
  return out;
}

// Only a plain 1 may be switched off: lengths and masses of nothing make no machine.
static int has_notch(const knob *k, int i) { return factor[i] > 0 || (k->value == 1 && !*k->unit); }

// Whether number j is another one at some notch.
static int differs(const knob *k, int j)
{
  for (int i = 0; i < NOTCHES; i++)
    if (k->number[i] && memcmp(&k->number[i][j], &k->number[START][j], sizeof(double))) return 1;
  return 0;
}

static void put_knob(dv_json_out *o, const knob *k, int count)
{
  dv_arena *a = o->text.arena;
  int n = 0, start = 0;
  int *index = DV_TAKE(a, int, count);
  double *row = DV_TAKE(a, double, count);
  for (int j = 0; j < count; j++)
    if (differs(k, j)) index[n++] = j;
  if (!n) return;
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "name", k->name);
  dv_json_text(o, "unit", k->unit);
  dv_json_open(o, "index", '[');
  for (int j = 0; j < n; j++) dv_json_int(o, NULL, index[j]);
  dv_json_close(o);
  dv_json_open(o, "at", '[');
  for (int i = 0; i < NOTCHES; i++)
    if (k->number[i]) dv_json_number(o, NULL, at_notch(k, i)), start += i < START;
  dv_json_close(o);
  dv_json_int(o, "start", start);
  dv_json_open(o, "values", '[');
  for (int i = 0; i < NOTCHES; i++) {
    if (!k->number[i]) continue;
    for (int j = 0; j < n; j++) row[j] = k->number[i][index[j]];
    dv_json_numbers(o, NULL, row, n);
  }
  dv_json_close(o);
  dv_json_close(o);
}

const char *page_parameters(args *a, const dv_reading *r, const dv_machine_options *o, const dv_machine *m, const dv_state *start)
{
  dv_json_out out = {.text = {.arena = a->arena}};
  const dv_node *map = m->doc->root ? dv_doc_find(m->doc->root, "parameters") : NULL;
  dv_json_open(&out, NULL, '[');
  for (int i = 0; map && i < map->n; i++) {
    knob k;
    if (!plain(a, map->item[i], &k)) continue;
    for (int j = 0; j < NOTCHES; j++)
      if (has_notch(&k, j)) k.number[j] = j == START ? numbers_of(a, m->model, start) : made(a, r, *o, m, &k, j);
    put_knob(&out, &k, count_of(m->model));
  }
  dv_json_close(&out);
  return dv_text_all(&out.text);
}
