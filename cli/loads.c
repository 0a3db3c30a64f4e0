// loads.c: `davit loads FILE|RESULT`: what pins and cylinders carry: peaks, dynamic amplification, rainflow cycles, histories.
//
// A pin's load is the reaction `joint.reaction.*`, a cylinder's the effort of its linear axis. A machine file is run first; only
// then can reactions be turned into another frame, since that needs the attitudes of bodies.
#include "loads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDING 1e-9

const option options_loads[] = {
    OUTPUT("o", "FOLDER", "write loads.csv (histories) and cycles.csv (rainflow) there"),
    OPTION("frame", "child|world|BODY", "axes of the components; world and BODY with a machine file (child)"),
    INPUT(
        "static", "pose|mean|first|last|T|RESULT",
        "the static value: of the machine held still in each pose, of this result, at a time in s, or the mean of another, slow "
        "run (pose with a machine file, else mean)"),
    OPTION("slope", "M", "slope of the S-N line for the equivalent range (3)"),
    OPTION("cycles", "N", "cycles that the equivalent range is for (1)"),
    OPTION("json", NULL, "as JSON, cycles included"),
    UNITS_OPTION,
    OPTION("until", "T", "end of the run of a machine file, e.g. 2s"),
    OPTION("every", "DT", "recording interval, e.g. 10ms"),
    OPTION("solver", "NAME", "as of run"),
    STEP_OPTION,
    TOLERANCE_OPTIONS,
    MACHINE_OPTIONS,
    END_OPTIONS,
};

const char *const load_columns[LOAD_COLUMNS] = {"*.reaction.*", "*.axis.effort"};

double *loads_column(args *a, const dv_history *h, const char *name)
{
  int c = dv_history_find(h, name);
  if (c < 0) return NULL;
  double *y = DV_TAKE(a->arena, double, h->nrow + 1);
  dv_history_column(h, c, y);
  return y;
}

// Rows v of the vector turned by the attitude of `body`: into the world (sign 1), or from the world into it (-1).
static void turn(args *a, const dv_history *h, const char *body, int sign, double *v[3])
{
  static const char *const part[] = {"qw", "qx", "qy", "qz"};
  double *q[4];
  for (int k = 0; k < 4; k++) q[k] = loads_column(a, h, dv_arena_text(a->arena, "%s.%s", body, part[k]));
  if (!q[0]) return;  // the world itself
  for (int i = 0; i < h->nrow; i++) {
    double w = q[0][i], u[3] = {sign * q[1][i], sign * q[2][i], sign * q[3][i]}, x[3] = {v[0][i], v[1][i], v[2][i]}, c[3], d[3];
    for (int k = 0; k < 3; k++) c[k] = u[(k + 1) % 3] * x[(k + 2) % 3] - u[(k + 2) % 3] * x[(k + 1) % 3] + w * x[k];
    for (int k = 0; k < 3; k++) d[k] = u[(k + 1) % 3] * c[(k + 2) % 3] - u[(k + 2) % 3] * c[(k + 1) % 3];
    for (int k = 0; k < 3; k++) v[k][i] = x[k] + 2 * d[k];
  }
}

static void add_load(args *a, loads *l, const char *name, const char *unit, double *y)
{
  *DV_PUSH(a->arena, l) = (load){.name = name, .unit = unit, .y = y};
}

// Force or moment of a pin: its magnitude and components. child: the body in whose axes it is recorded; NULL: leave the axes.
static void add_vector(args *a, const dv_history *h, loads *l, const char *pin, char what, const char *child, const char *frame)
{
  double *v[3], *size = DV_TAKE(a->arena, double, h->nrow + 1);
  for (int k = 0; k < 3; k++) v[k] = loads_column(a, h, dv_arena_text(a->arena, "%s.reaction.%c%c", pin, what, 'x' + k));
  if (!v[0] || !v[1] || !v[2]) return;
  for (int i = 0; i < h->nrow; i++) size[i] = hypot(hypot(v[0][i], v[1][i]), v[2][i]);
  if (child) {
    turn(a, h, child, 1, v);
    turn(a, h, frame, -1, v);
  }
  const char *unit = what == 'f' ? "N" : "N.m", *name = what == 'f' ? "force" : "moment";
  add_load(a, l, dv_arena_text(a->arena, "%s.%s", pin, name), unit, size);
  for (int k = 0; k < 3; k++) add_load(a, l, dv_arena_text(a->arena, "%s.%s.%c", pin, name, 'x' + k), unit, v[k]);
}

// A part on a linear axis: what it exerts, positive when it pushes its axis open; the column holds what it takes.
static void add_axis(args *a, const dv_history *h, loads *l, const char *part, const char *name)
{
  double *y = loads_column(a, h, name);
  for (int i = 0; i < h->nrow; i++) y[i] = 0 - y[i];
  add_load(a, l, part, "N", y);
}

// The body that a joint carries, by the joint's name; NULL: a result without its machine.
static const char *child_of(const dv_machine *m, const char *joint)
{
  for (int i = 0; m && i < m->spec->njoint; i++)
    if (!strcmp(m->spec->joint[i].name, joint)) return m->spec->body[m->spec->joint[i].child].name;
  return NULL;
}

// Names with a dot may mean any column, others only pins and parts.
static int asked_for(const args *a, const char *name, int is_load)
{
  for (int i = 1; i < a->noperand; i++)
    if ((is_load || strchr(a->operand[i], '.')) && dv_pattern_fits(a->operand[i], name)) return 1;
  return a->noperand < 2;
}

void loads_gather(args *a, const dv_history *h, const dv_machine *m, loads *l)
{
  const char *frame = value_of(a, "frame"), pin_end[] = ".reaction.fx", axis_end[] = ".axis.effort";
  int turned = frame && strcmp(frame, "child") != 0;
  for (int c = 1; c < h->ncolumn; c++) {
    const char *name = h->column[c].name;
    int pin = ends_with(name, pin_end), axis = ends_with(name, axis_end) && !strcmp(h->column[c].unit, "N");
    size_t cut = strlen(name) - (pin ? sizeof pin_end : sizeof axis_end) + 1;
    const char *of = pin || axis ? dv_arena_text(a->arena, "%.*s", (int)cut, name) : name;
    if (!asked_for(a, of, pin || axis)) continue;
    if (pin) add_vector(a, h, l, of, 'f', turned ? child_of(m, of) : NULL, frame);
    if (pin) add_vector(a, h, l, of, 'm', turned ? child_of(m, of) : NULL, frame);
    else if (axis) add_axis(a, h, l, of, name);
    else if (a->noperand > 1 && !strstr(name, ".reaction.")) add_load(a, l, of, h->column[c].unit, loads_column(a, h, name));
  }
}

static double largest(const loads *l, const char *unit)
{
  double most = 0;
  for (int k = 0; k < l->n; k++)
    for (int i = 0; i < l->nrow && !strcmp(l->item[k].unit, unit); i++)
      if (isfinite(l->item[k].y[i])) most = fmax(most, fabs(l->item[k].y[i]));
  return most;
}

static int is_zero(const load *p, int nrow)
{
  for (int i = 0; i < nrow; i++)
    if (p->y[i] != 0) return 0;
  return 1;
}

// The magnitude of a vector stands before its three components.
static int is_vector(const loads *l, int k) { return k + 3 < l->n && ends_with(l->item[k + 1].name, ".x"); }

// Sums of forces cancel to rounding: what is less than a billionth of the machine's largest force (a moment: or of that force on
// an arm of 1 m) is zero. Vectors that are zero are left out, unless they were asked for.
void loads_quiet(const args *a, loads *l)
{
  double force = largest(l, "N"), moment = fmax(largest(l, "N.m"), force);
  int kept = 0;
  l->noise[0] = ROUNDING * force, l->noise[1] = ROUNDING * moment;
  for (int k = 0; k < l->n; k++) {
    double least = !strcmp(l->item[k].unit, "N") ? l->noise[0] : !strcmp(l->item[k].unit, "N.m") ? l->noise[1] : 0;
    for (int i = 0; i < l->nrow; i++)
      if (fabs(l->item[k].y[i]) <= least) l->item[k].y[i] = 0;
  }
  for (int k = 0; k < l->n;) {
    int size = is_vector(l, k) ? 4 : 1, drop = size == 4 && a->noperand < 2 && is_zero(&l->item[k], l->nrow);
    for (int i = 0; i < size; i++, k++)
      if (!drop) l->item[kept++] = l->item[k];
  }
  l->n = kept;
}

static int number_option(args *a, const char *name, double least, double *out)
{
  const char *text = value_of(a, name);
  char *end;
  if (!text) return FINE;
  *out = strtod(text, &end);
  if (!*text || *end || !(*out >= least))
    return bad_usage(a, "give a number of at least 1", "--%s: '%s' is no such number", name, text);
  return FINE;
}

static int report(args *a, const loads_run *r)
{
  const dv_history *h = r->log;
  const char *title = dv_history_fact_text(h, "machine");
  loads l = {.title = title && *title ? title : a->operand[0], .nrow = h->nrow, .time = loads_column(a, h, h->column[0].name)};
  double slope = 3, cycles = 1;
  if (number_option(a, "slope", 1, &slope) || number_option(a, "cycles", 1, &cycles)) return BAD_USAGE;
  loads_gather(a, h, r->machine, &l);
  loads_quiet(a, &l);
  if (!l.n) {
    dv_diag_add(a->diags, DV_ERROR, (dv_mark){a->operand[0], 0, 0},
                "record them: davit run FILE --columns '*.reaction.*,*.axis.effort' --out RESULT, or give the machine file here",
                "no load of a pin or cylinder is recorded%s", a->noperand > 1 ? " under these names" : "");
    return BAD_FILE;
  }
  l.si = has(a, "si") || reads_si(r->log);
  loads_measure(a, &l, slope, cycles);
  int code = loads_find_still(a, r, &l);
  if (code) return code;
  if (has(a, "json")) loads_print_json(a, &l);
  else loads_print(a, &l);
  return value_of(a, "o") ? loads_write(a, &l, value_of(a, "o")) : FINE;
}

// A frame must be a body of the machine, and there must be a machine.
static int check_frame(args *a, const dv_machine *m)
{
  const char *frame = value_of(a, "frame");
  if (!frame || !strcmp(frame, "child")) return FINE;
  if (!m)
    return bad_usage(a, "give the machine file instead of the result", "--frame %s: a result does not know its bodies", frame);
  if (!strcmp(frame, "world")) return FINE;
  const char **names = DV_TAKE(a->arena, const char *, m->spec->nbody + 1);
  for (int i = 0; i < m->spec->nbody; i++) {
    names[i] = m->spec->body[i].name;
    if (!strcmp(names[i], frame)) return FINE;
  }
  return bad_usage(a, did_you_mean(a->arena, frame, names, m->spec->nbody), "--frame: there is no body '%s'", frame);
}

int run_loads(args *a)
{
  const char *path = a->operand[0];
  loads_run r = {0};
  if (is_result(path)) {
    if (check_frame(a, NULL)) return BAD_USAGE;
    r.log = read_run(a, path);
    return r.log ? report(a, &r) : BAD_FILE;
  }
  watch_signals();
  dv_machine *m = machine_open(a, path, value_of(a, "case"), 1);
  if (!m->model) return fail_open(a, m, path);
  int code = check_frame(a, m);
  if (code == FINE) code = loads_run_machine(a, m, &r);
  if (code == FINE) code = report(a, &r);
  return finish(m, code);
}
