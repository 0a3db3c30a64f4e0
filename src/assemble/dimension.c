// dimension.c: what signals measure: dimensions through expressions, units of their columns, and whether they fit where they go.
//
// A signal without inputs is of the sort of its parameters (amplitude: 5 mm), an expression of that of its names. Both `x +
// x.rate` and a velocity where a force belongs are worth a warning; a bare number fits everywhere, and so does what it is
// multiplied with.
#include "assemble/internal.h"
#include "base/names.h"

#include <math.h>
#include <string.h>

enum { UNSEEN, ASKED, SEEN, DEEPEST = 200 };  // signals behind signals, beyond which none asks on

typedef struct {
  dv_assembler *c;
  dv_units *units;
  dv_dim *dim;  // [nparts] of the first output of signals
  char *seen;   // [nparts]
  dv_names paths;
  int depth;
} survey;

static const dv_dim anything = {.any = 1};

static dv_dim per_time(dv_dim d, int times)
{
  d.e[2] = (signed char)(d.e[2] - 2 * times);
  return d;
}

static dv_dim over(dv_dim a, dv_dim b)
{
  for (int i = 0; i < 7; i++) a.e[i] = (signed char)(a.e[i] - b.e[i]);
  return a;
}

static dv_dim known(const survey *s, const char *unit) { return dv_known_dim(s->c->spec, s->units, unit); }

static dv_variable *row_of(const survey *s, const char *path)
{
  int i = dv_names_find(&s->paths, path);
  return i < 0 ? NULL : DV_AT(s->c->b, dv_variable, VARIABLE, i);
}

static const char *path(const survey *s, const char *name, const char *suffix)
{
  return dv_arena_text(s->c->arena, "%s.%s", name, suffix);
}

static int is_signal(const dv_kind *k) { return k->nout && !strcmp(k->out[0].name, "value") && !*k->out[0].unit; }

static dv_dim look_up(survey *s, const char *name);

static int on_name(void *context, const char *name, dv_quantity_value *out)
{
  *out = (dv_quantity_value){NAN, look_up(context, name)};
  return 0;
}

// Its parameters that may be of any sort are all of one.
static dv_dim of_parameters(const dv_part_spec *p)
{
  for (int i = 0; i < p->as->nparam; i++)
    if (!strcmp(p->as->param[i].unit, "*") && !p->param_dim[i].any) return p->param_dim[i];
  return anything;
}

static dv_dim of_signal(survey *s, int i)
{
  const dv_part_spec *p = &s->c->part.item[i];
  if (s->seen[i] != UNSEEN || s->depth > DEEPEST) return s->dim[i];
  s->seen[i] = ASKED;
  s->depth++;
  if (!p->formula.ncode) s->dim[i] = p->as->nin ? anything : of_parameters(p);
  else if (dv_formula_dimension(s->c->diags, &p->formula, p->formula_mark, on_name, s, &s->dim[i])) s->dim[i] = anything;
  s->seen[i] = SEEN;
  s->depth--;
  return s->dim[i];
}

// A signal by its name, `name.rate` or `name.acceleration`; -1: none of them.
static int find_signal(const survey *s, const char *name, int *derivative)
{
  static const char *const suffix[] = {"", ".rate", ".acceleration"};
  size_t n = strlen(name);
  for (*derivative = 0; *derivative < DV_COUNT(suffix); ++*derivative) {
    size_t tail = strlen(suffix[*derivative]);
    if (n <= tail || strcmp(name + n - tail, suffix[*derivative])) continue;
    int i = dv_find_part(s->c, dv_arena_copy(s->c->arena, name, n - tail));
    if (i >= 0 && is_signal(s->c->part.item[i].as)) return i;
  }
  return -1;
}

static dv_dim look_up(survey *s, const char *name)
{
  int derivative, i = find_signal(s, name, &derivative);
  if (!strcmp(name, "t")) return anything;  // sin(t), 3*t: seconds as a number
  if (i >= 0) return per_time(of_signal(s, i), derivative);
  const dv_variable *v = row_of(s, name);
  if (!v) v = row_of(s, path(s, name, "position"));
  return v ? known(s, DV_AT(s->c->b, char, TEXT, v->unit)) : anything;
}

// An input in 1 takes anything: a command is often scaled by the area, voltage or speed that it stands for.
static void check_input(survey *s, const dv_part_spec *p, int i)
{
  const dv_input_spec *in = &p->in[i];
  dv_arena *a = s->c->arena;
  if (!in->given || in->formula.code[0].op != DV_OP_INPUT || !strcmp(p->as->in[i].unit, "1")) return;
  dv_dim dim = look_up(s, in->formula.input[0]);
  const char *unit = dv_spec_axis_unit(a, p->as->in[i].unit, 0), *turned = dv_spec_axis_unit(a, p->as->in[i].unit, 1);
  if (dv_dim_equal(dim, known(s, unit)) || dv_dim_equal(dim, known(s, turned))) return;
  const char *factor = dv_dim_unit(a, over(known(s, unit), dim));
  dv_diag_add(s->c->diags, DV_WARNING, in->mark, dv_arena_text(a, "multiply it by a quantity, such as 1[%s]", factor),
              "'%s' of '%s' is in %s, but this is %s", p->as->in[i].name, p->name, unit, dv_dim_text(a, dim));
}

// A coordinate goes where its signal says: 3 deg would move a slide by 52 mm.
static void check_motion(survey *s, const dv_coordinate_spec *q)
{
  if (q->motion != DV_MOVES_PRESCRIBED) return;
  dv_dim dim = look_up(s, q->signal.text);
  const char *unit = q->rotary ? "rad" : "m";
  if (dv_dim_equal(dim, known(s, unit))) return;
  dv_diag_add(s->c->diags, DV_WARNING, q->signal.mark,
              dv_arena_text(s->c->arena, "give the numbers of '%s' in %s", q->signal.text, q->rotary ? "rad or deg" : "m"),
              "'%s' moves in %s, but '%s', which prescribes it, is %s", q->name, unit, q->signal.text,
              dv_dim_text(s->c->arena, dim));
}

static void name_unit(survey *s, int i)
{
  const dv_part_spec *p = &s->c->part.item[i];
  dv_dim dim = of_signal(s, i);
  for (int n = 0; n < p->as->nout && n < 3 && !dim.any; n++) {
    dv_variable *v = row_of(s, n ? path(s, p->name, p->as->out[n].name) : p->name);
    int unit = dv_builder_text(s->c->b, dv_dim_unit(s->c->arena, per_time(dim, n)));
    if (v) v->unit = unit;
  }
}

// effort.boom of a controller is in what moves the coordinate boom, error.arm.tip.z in what the place is measured in.
static void name_list_unit(survey *s, const dv_part_spec *p, const dv_quantity *out)
{
  dv_arena *a = s->c->arena;
  const char *of = strchr(out->name, '.');
  dv_variable *v = of ? row_of(s, path(s, p->name, out->name)) : NULL, *is = v ? row_of(s, path(s, of + 1, "position")) : NULL;
  if (v && !is) is = row_of(s, of + 1);
  const char *unit = is ? DV_AT(s->c->b, char, TEXT, is->unit) : "";
  int rotary = !strcmp(unit, "rad");
  if (!rotary && strcmp(unit, "m") != 0) return;
  int text = dv_builder_text(s->c->b, dv_spec_axis_unit(a, out->unit, rotary));
  row_of(s, path(s, p->name, out->name))->unit = text;
}

static void name_list_units(survey *s)
{
  for (int i = 0; i < s->c->part.n; i++) {
    const dv_part_spec *p = &s->c->part.item[i];
    for (int n = 0; n < p->as->nout && !p->as->nport; n++)
      if (strchr(p->as->out[n].unit, '{')) name_list_unit(s, p, &p->as->out[n]);
  }
}

void dv_assemble_dimensions(dv_assembler *c)
{
  survey s = {.c = c, .units = c->spec->units};
  s.dim = DV_TAKE(c->arena, dv_dim, c->part.n);
  s.seen = DV_TAKE(c->arena, char, c->part.n);
  for (int i = 0; i < c->b->section[DV_S_VARIABLE].count; i++) {
    const char *path = DV_AT(c->b, char, TEXT, DV_AT(c->b, dv_variable, VARIABLE, i)->path);
    dv_names_add(c->arena, &s.paths, dv_arena_copy(c->arena, path, strlen(path)));
  }
  for (int i = 0; i < c->part.n; i++) s.dim[i] = anything;
  name_list_units(&s);
  for (int i = 0; i < c->part.n; i++)
    if (is_signal(c->part.item[i].as) && !c->slope.order.item[i]) name_unit(&s, i);
  for (int i = 0; i < c->part.n; i++)
    for (int n = 0; n < c->part.item[i].as->nin; n++) check_input(&s, &c->part.item[i], n);
  for (int i = 0; i < c->spec->njoint; i++)
    for (int n = 0; n < c->spec->joint[i].ncoordinate; n++) check_motion(&s, &c->spec->joint[i].coordinate[n]);
}
