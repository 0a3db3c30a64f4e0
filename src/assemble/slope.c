// slope.c: time derivatives of what formulas name, by the chain rule.
//
//   y = f(u):  y' = f_u u',  y'' = f_u u'' + u' f_uu u'
//
// The law of an expression gives its value, and the derivatives that its inputs bring along, as signals of time do. For others
// that somebody asks for it gets a twin, y' or y'': the same formula, read when rates, or accelerations, are known. So a force
// may read y and y.rate without waiting for accelerations. What has no derivative is refused where it is named.
#include "assemble/slope.h"

#include <string.h>

enum { UNKNOWN, ASKED, YES, NO };

static const char nothing[] = "";  // the derivative of what is constant between instants

static int follows(const dv_kind *k) { return k->smooth < 0; }  // its derivatives are those of its formula
static const char *join(dv_assembler *c, const char *a, const char *b) { return dv_arena_text(c->arena, "%s.%s", a, b); }

static int output_of(const dv_kind *k, const char *name)
{
  for (int i = 0; i < k->nout; i++)
    if (strcmp(k->out[i].name, name) == 0) return i;
  return -1;
}

// "name.suffix" of a part: the part, and what is behind its name; -1: none.
static int split(dv_assembler *c, const char *name, const char **suffix)
{
  int i = dv_find_part(c, name);
  *suffix = "";
  if (i >= 0) return i;
  for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
    i = dv_find_part(c, dv_arena_copy(c->arena, name, (size_t)(dot - name)));
    if (i < 0) continue;
    *suffix = dot + 1;
    if (output_of(c->part.item[i].as, *suffix) >= 0 || !strcmp(*suffix, "rate") || !strcmp(*suffix, "acceleration") ||
        dv_motion_of(*suffix) >= 0)
      return i;
  }
  return -1;
}

// 1: all that its formula names has so many derivatives.
static int has_slopes(dv_assembler *c, int part, int order)
{
  char *known = &c->slope.known[2 * part + order - 1];
  const dv_formula *f = &c->part.item[part].formula;
  if (*known == ASKED) return 0;  // made of itself
  if (*known != UNKNOWN) return *known == YES;
  *known = ASKED;
  int all = 1;
  for (int i = 0; i < f->ninput && all; i++) all = dv_slope_name(c, f->input[i], order) != NULL;
  *known = all ? YES : NO;
  return all;
}

// Derivatives of places: each follows the one before it.
static const char *after_place(const char *name)
{
  static const char *const chain[][3] = {
      {"x",     "vx",         "ax"                },
      {"y",     "vy",         "ay"                },
      {"z",     "vz",         "az"                },
      {"wx",    "dwx",        ""                  },
      {"wy",    "dwy",        ""                  },
      {"wz",    "dwz",        ""                  },
      {"roll",  "roll_rate",  "roll_acceleration" },
      {"pitch", "pitch_rate", "pitch_acceleration"},
      {"yaw",   "yaw_rate",   "yaw_acceleration"  },
      {"qw",    "qw_rate",    ""                  },
      {"qx",    "qx_rate",    ""                  },
      {"qy",    "qy_rate",    ""                  },
      {"qz",    "qz_rate",    ""                  },
      {"r11",   "r11_rate",   ""                  },
      {"r12",   "r12_rate",   ""                  },
      {"r13",   "r13_rate",   ""                  },
      {"r21",   "r21_rate",   ""                  },
      {"r22",   "r22_rate",   ""                  },
      {"r23",   "r23_rate",   ""                  },
      {"r31",   "r31_rate",   ""                  },
      {"r32",   "r32_rate",   ""                  },
      {"r33",   "r33_rate",   ""                  },
  };
  for (int i = 0; i < DV_COUNT(chain); i++)
    for (int k = 0; k < 2; k++)
      if (*chain[i][k + 1] && strcmp(name, chain[i][k]) == 0) return chain[i][k + 1];
  return NULL;
}

static const char *after_part(dv_assembler *c, int part, const char *suffix)
{
  const dv_kind *k = c->part.item[part].as;
  const char *name = c->part.item[part].name;
  int which = *suffix ? output_of(k, suffix) : 0;
  if (which < 0 || which >= k->nout) return NULL;
  if (k->stands_for == DV_FOR_PLACE) {
    const char *next = after_place(k->out[which].name);
    return next ? join(c, name, next) : NULL;
  }
  if (k->jets) return which % 3 < 2 ? join(c, name, k->out[which + 1].name) : NULL;
  if (follows(k)) return which < 2 && has_slopes(c, part, which + 1) ? join(c, name, which ? "acceleration" : "rate") : NULL;
  if (k->stands_for == DV_FOR_AXIS) return join(c, name, which ? "acceleration" : "rate");
  if (which == 0 && k->steps) return nothing;
  if (which == 0 && k->slope) return join(c, name, k->in[k->slope - 1].name);
  if (which == 0 && k->nout > 1 && strcmp(k->out[1].name, "rate") == 0) return join(c, name, "rate");
  if (which == 1 && k->nout > 2 && strcmp(k->out[2].name, "acceleration") == 0) return join(c, name, "acceleration");
  return NULL;
}

static const char *after_coordinate(dv_assembler *c, const char *name)
{
  const char *dot = strrchr(name, '.');
  const dv_coordinate *k = dv_find_coordinate(c, name);
  if (k && k->spec) return join(c, name, "rate");
  if (k && k->iq < 0) return dv_arena_text(c->arena, "%.*sd%s", (int)(dot + 1 - name), name, dot + 1);
  if (k || !dot) return NULL;
  const char *stem = dv_arena_copy(c->arena, name, (size_t)(dot - name));
  k = dv_find_coordinate(c, stem);
  if (!k || !k->spec) return NULL;
  if (strcmp(dot, ".position") == 0) return join(c, stem, "rate");
  return strcmp(dot, ".rate") == 0 ? join(c, stem, "acceleration") : NULL;
}

static const char *after(dv_assembler *c, const char *name)
{
  const char *suffix, *dot, *watch;
  int part = split(c, name, &suffix);
  if (name == nothing || strcmp(name, "t") == 0) return nothing;
  if (part >= 0) return after_part(c, part, suffix);
  const char *next = after_coordinate(c, name);
  if (next || dv_find_coordinate(c, name)) return next;
  dot = dv_place_suffix(c, name, &watch);
  next = dot ? after_place(dot + 1) : NULL;
  return next ? dv_arena_text(c->arena, "%.*s.%s", (int)(dot - name), name, next) : NULL;
}

const char *dv_slope_name(dv_assembler *c, const char *name, int order)
{
  for (int i = 0; i < order && name; i++) name = after(c, name);
  return name;
}

static dv_source zero(dv_assembler *c)
{
  if (c->slope.zero < 0) c->slope.zero = dv_constant_add(c, 0);
  return (dv_source){DV_FROM_TIME, -1, -1, c->slope.zero, -1, -1, -1};
}

static int find_slope(dv_assembler *c, dv_ref ref, int order, dv_source *out)
{
  dv_source plain;
  if (dv_find_source(c, ref, &plain)) return -1;
  int given = order == 0 ? plain.work : order == 1 ? plain.rate : plain.acceleration;
  if (given >= 0) {
    *out = plain;
    out->work = given;
    return 0;
  }
  const char *name = dv_slope_name(c, ref.text, order);
  if (name && name != nothing) return dv_find_source(c, (dv_ref){name, ref.mark}, out);
  *out = zero(c);
  return 0;
}

dv_source dv_formula_source(dv_assembler *c, int part, int input, int order)
{
  const dv_part_spec *p = &c->part.item[part];
  dv_ref ref = {p->formula.input[input], p->mark};
  dv_source s = {DV_FROM_TIME, -1, -1, 0, -1, -1, -1};
  if (order <= c->slope.order.item[part]) {
    find_slope(c, ref, order, &s);
    return s;
  }
  dv_find_source(c, ref, &s);
  s.work = order == 1 ? s.rate : s.acceleration;  // that it brings along
  return s.work < 0 ? zero(c) : s;
}

int dv_twin_of(const dv_assembler *c, int part, int order)
{
  return dv_find_part(c, dv_arena_text(c->arena, "%s%s", c->part.item[part].name, order == 1 ? "'" : "''"));
}

static void ask(dv_assembler *c, const char *name, dv_mark mark);

static void add_twin(dv_assembler *c, int part, int order)
{
  if (dv_twin_of(c, part, order) >= 0) return;
  dv_part_spec twin = c->part.item[part];
  twin.name = dv_arena_text(c->arena, "%s%s", twin.name, order == 1 ? "'" : "''");
  *DV_PUSH(c->arena, &c->part) = twin;
  *DV_PUSH(c->arena, &c->smooth) = 0;
  *DV_PUSH(c->arena, &c->slope.order) = order;
  for (int i = 0; i < twin.formula.ninput; i++)
    for (int k = 1; k <= order; k++) ask(c, dv_slope_name(c, twin.formula.input[i], k), twin.mark);
}

// Of an expression, the name in it that has no derivative; of that the same, down to what is no expression. Of expressions that
// follow from themselves, one of them.
static const char *culprit(dv_assembler *c, const char *name, int order)
{
  for (int steps = 0; steps <= c->part.n; steps++) {
    const char *suffix, *without = NULL;
    int part = split(c, name, &suffix);
    if (part < 0 || !follows(c->part.item[part].as)) return name;
    const dv_formula *f = &c->part.item[part].formula;
    order += (strcmp(suffix, "rate") == 0) + 2 * (strcmp(suffix, "acceleration") == 0);
    for (int i = 0; i < f->ninput && order <= 2 && !without; i++)
      if (!dv_slope_name(c, f->input[i], order)) without = f->input[i];
    if (!without) return name;
    name = without;
  }
  return name;
}

// Somebody reads a name: twins and watchers that it needs.
static void ask(dv_assembler *c, const char *name, dv_mark mark)
{
  const char *suffix;
  int part = name ? split(c, name, &suffix) : -1;
  if (name && part < 0) dv_watch_place(c, name, mark);
  if (part < 0 || part >= c->slope.n || !follows(c->part.item[part].as)) return;
  int order = strcmp(suffix, "rate") == 0 ? 1 : strcmp(suffix, "acceleration") == 0 ? 2 : 0;
  if (order <= c->smooth.item[part]) return;
  if (has_slopes(c, part, order)) {
    add_twin(c, part, order);
    return;
  }
  const char *which = culprit(c, c->part.item[part].name, order);
  dv_diag_add(c->diags, DV_ERROR, mark,
              "pass it through a signal of kind filter, which has rate and acceleration, or write the derivative yourself",
              "'%s' cannot be computed: the %s time derivative of '%s' is not known", name, order == 1 ? "first" : "second",
              which);
}

static void ask_all(dv_assembler *c, int part)
{
  dv_part_spec p = c->part.item[part];
  for (int i = 0; i < p.formula.ninput; i++) ask(c, p.formula.input[i], p.formula_mark.line ? p.formula_mark : p.mark);
  for (int i = 0; i < p.as->nin; i++)
    if (p.in[i].given && p.in[i].formula.code[0].op == DV_OP_INPUT) ask(c, p.in[i].formula.input[0], p.in[i].mark);
}

// An input that is the rate of the one before it, and is not given, follows from that one.
static void give_rates(dv_assembler *c, int part)
{
  dv_part_spec *p = &c->part.item[part];
  for (int i = 1; i < p->as->nin; i++) {
    const dv_input_spec *last = &p->in[i - 1];
    if ((p->as->in[i].reads & DV_RATE_OF_LAST) != DV_RATE_OF_LAST || p->in[i].given) continue;
    if (!last->given || last->formula.code[0].op != DV_OP_INPUT) continue;
    const char *rate = dv_slope_name(c, last->formula.input[0], 1);
    if (!rate)
      dv_diag_add(c->diags, DV_ERROR, last->mark, dv_arena_text(c->arena, "give `%s` too", p->as->in[i].name),
                  "'%s' of '%s' moves, but its rate is not known", p->as->in[i - 1].name, p->name);
    if (!rate || rate == nothing) continue;
    p->in[i] = (dv_input_spec){.given = 1, .formula = dv_formula_name(c->arena, rate), .mark = last->mark};
  }
}

// What can be had of the user's own expressions is there to be recorded.
void dv_add_slope_parts(dv_assembler *c)
{
  c->slope.n = c->part.n;
  c->slope.known = DV_TAKE(c->arena, char, 2 * c->part.n + 2);
  c->slope.zero = -1;
  for (int i = 0; i < c->slope.n; i++) *DV_PUSH(c->arena, &c->slope.order) = 0;
  for (int i = 0; i < c->slope.n; i++) give_rates(c, i);
  for (int i = 0; i < c->slope.n; i++) ask_all(c, i);
  for (int i = 0; i < c->spec->npart; i++)
    for (int k = c->smooth.item[i] + 1; follows(c->part.item[i].as) && k <= 2; k++)
      if (has_slopes(c, i, k)) add_twin(c, i, k);
}
