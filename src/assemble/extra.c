// extra.c: parts that the user did not write as parts: friction and end stops of joints, oil of nodes, expressions at inputs,
// axes and places that formulas look at.
#include "assemble/extra.h"
#include "base/names.h"
#include "spec/joint_type.h"

#include <math.h>
#include <string.h>

static dv_part_spec *add_row(dv_assembler *c, const char *name, int row, dv_mark mark)
{
  dv_part_spec *p = DV_PUSH(c->arena, &c->part);
  const dv_kind *k = c->kinds[row];
  p->name = name;
  p->mark = mark;
  p->kind = row;
  p->as = k;
  p->param = DV_TAKE(c->arena, double, k->nparam + 1);
  p->param_mark = DV_TAKE(c->arena, dv_mark, k->nparam + 1);
  p->param_dim = DV_TAKE(c->arena, dv_dim, k->nparam + 1);
  p->option = DV_TAKE(c->arena, int, k->noption + 1);
  p->port = DV_TAKE(c->arena, dv_connection, k->nport + 1);
  p->in = DV_TAKE(c->arena, dv_input_spec, k->nin + 1);
  p->state = DV_TAKE(c->arena, double, k->nstate + 1);
  for (int i = 0; i < k->nparam; i++) {
    p->param[i] = k->param[i].def;
    p->param_dim[i].any = 1;
    p->param_mark[i] = mark;
  }
  return p;
}

static dv_part_spec *add(dv_assembler *c, const char *name, dv_stands_for what, dv_mark mark)
{
  return add_row(c, name, dv_kind_for(c->kinds, what), mark);
}

static void set(dv_part_spec *p, const char *name, double value)
{
  const dv_kind *k = p->as;
  for (int i = 0; i < k->nparam; i++)
    if (strcmp(k->param[i].name, name) == 0) p->param[i] = value;
}

static dv_part_spec *on_coordinate(dv_assembler *c, const dv_coordinate_spec *k, const char *suffix, dv_stands_for what)
{
  dv_part_spec *p = add(c, dv_arena_text(c->arena, "%s.%s", k->name, suffix), what, k->mark);
  p->port[0].name.text = k->name;
  p->port[0].name.mark = k->mark;
  return p;
}

// A joint of three turns in a row locks where the second brings the outer axes into one line: a quarter of a turn from where they
// are square to each other; half a turn from where they are one, if a tie holds both turns alike. rad to either side; 0: never.
static double locks(const dv_joint_spec *j, int coordinate)
{
  const dv_joint_row *row = &dv_joint_rows[j->type];
  double quarter = acos(0);
  if (dv_joint_is_whole(j)) return 0;
  for (int k = 1; k + 1 < dv_joint_steps(j->type); k++) {
    int turns = row->step[k].at == coordinate;
    for (int i = k - 1; i <= k + 1; i++) turns &= !strcmp(row->step[i].primitive, "revolute");
    if (turns && j->coordinate[row->step[k - 1].at].motion == DV_MOVES_FREE &&
        j->coordinate[row->step[k + 1].at].motion == DV_MOVES_FREE)
      return *row->tie ? 2 * quarter : quarter;
  }
  return 0;
}

static void watch_coordinate(dv_assembler *c, const dv_coordinate_spec *k, int stops, double lock)
{
  int ends = !stops && (isfinite(k->lower) || isfinite(k->upper));
  if (!ends && !isfinite(k->rate_most) && !isfinite(k->effort_most) && !(lock > 0)) return;
  dv_part_spec *p = on_coordinate(c, k, "limits", DV_FOR_LIMITS);
  if (isfinite(k->lower) && !stops) set(p, "lower", k->lower);
  if (isfinite(k->upper) && !stops) set(p, "upper", k->upper);
  if (isfinite(k->rate_most)) set(p, "speed", k->rate_most);
  if (isfinite(k->effort_most)) set(p, "effort", k->effort_most);
  if (lock > 0) {
    double around = 2 * lock * round(0.5 * k->position / lock);
    set(p, "lock_lower", around - lock), set(p, "lock_upper", around + lock);
  }
}

static void coordinate_parts(dv_assembler *c, const dv_coordinate_spec *k, double lock)
{
  if (k->viscous != 0 || k->coulomb != 0) {
    dv_part_spec *p = on_coordinate(c, k, "friction", DV_FOR_FRICTION);
    set(p, "viscous", k->viscous);
    set(p, "coulomb", k->coulomb);
    if (k->stribeck > 0) set(p, "smoothing", k->stribeck);
  }
  int stops = k->limit_stiffness > 0;
  if (stops) {
    dv_part_spec *p = on_coordinate(c, k, "stop", DV_FOR_STOP);
    if (isfinite(k->lower)) set(p, "lower", k->lower);
    if (isfinite(k->upper)) set(p, "upper", k->upper);
    set(p, "stiffness", k->limit_stiffness);
    set(p, "damping", k->limit_damping);
  }
  watch_coordinate(c, k, stops, lock);
}

void dv_add_joint_parts(dv_assembler *c)
{
  for (int i = 0; i < c->spec->njoint; i++) {
    const dv_joint_spec *j = &c->spec->joint[i];
    for (int k = 0; k < j->ncoordinate; k++) coordinate_parts(c, &j->coordinate[k], locks(j, k));
  }
}

// Stiffness and damping of modal coordinates.
void dv_add_elastic_parts(dv_assembler *c)
{
  for (int i = 0; i < c->spec->nbody; i++) {
    const dv_elastic_spec *e = c->spec->body[i].elastic;
    for (int k = 0; e && k < e->nmode; k++) {
      dv_part_spec *p = on_coordinate(c, &e->mode[k], "elastic", DV_FOR_MODE);
      set(p, "stiffness", e->stiffness[k]);
      set(p, "damping", e->damping[k]);
      if (e->beam) set(p, "most", e->mode[k].rotary ? 1 : 0.5 * e->data.length);
      p->in[0] = e->more;
    }
  }
}

static dv_part_spec *on_node(dv_assembler *c, const dv_node_spec *n, const char *suffix, dv_stands_for what)
{
  dv_part_spec *p = add(c, dv_arena_text(c->arena, "%s.%s", n->name, suffix), what, n->mark);
  p->port[0].name.text = n->name;
  p->port[0].name.mark = n->mark;
  return p;
}

void dv_add_node_parts(dv_assembler *c)
{
  for (int i = 0; i < c->spec->nnode; i++) {
    const dv_node_spec *n = &c->spec->node[i];
    if (n->capacitance > 0) set(on_node(c, n, "capacitance", DV_FOR_CAPACITANCE), "capacitance", n->capacitance);
    if (!(n->volume > 0)) continue;
    dv_part_spec *p = on_node(c, n, "volume", DV_FOR_VOLUME);
    set(p, "volume", n->volume);
    if (n->bulk > 0) set(p, "bulk", n->bulk);
  }
}

static int is_single(const dv_formula *f) { return f->ncode == 1; }

// An input that is more than a number or a name becomes a signal of its own. The file's part stays as it is written.
void dv_add_input_parts(dv_assembler *c)
{
  int n = c->part.n;
  for (int i = 0; i < n; i++) {
    const dv_kind *k = c->part.item[i].as;
    dv_input_spec *own = DV_TAKE(c->arena, dv_input_spec, k->nin + 1);
    for (int in = 0; in < k->nin; in++) own[in] = c->part.item[i].in[in];
    c->part.item[i].in = own;
    for (int in = 0; in < k->nin; in++) {
      dv_input_spec old = c->part.item[i].in[in];
      int slope = k->slope == in + 1;  // has a name of its own: y.rate
      if (!old.given || (is_single(&old.formula) && !slope)) continue;
      dv_part_spec *p = add(c, dv_arena_text(c->arena, "%s.%s", c->part.item[i].name, k->in[in].name), DV_FOR_FORMULA, old.mark);
      p->formula = old.formula;
      p->formula_mark = old.mark;
      p->is_signal = 1;
      dv_formula one = {0};
      one.ncode = 1;
      one.code = DV_TAKE(c->arena, dv_code, 1);
      one.code->op = DV_OP_INPUT;
      one.ninput = 1;
      one.input = DV_TAKE(c->arena, const char *, 1);
      one.input[0] = p->name;
      c->part.item[i].in[in].formula = one;
    }
  }
}

static void add_watch(dv_assembler *c, const char *name, int row, const char *what, dv_mark mark)
{
  dv_part_spec *p = add_row(c, name, row, mark);
  p->port[0].name = (dv_ref){what, mark};
  p->is_signal = 1;
}

// A formula that names boom.tip.z wants a signal of the place boom.tip, one that names boom.tip.r13 one of its attitude.
void dv_watch_place(dv_assembler *c, const char *name, dv_mark mark)
{
  const char *watch, *dot = dv_place_suffix(c, name, &watch);
  if (!dot || dv_find_coordinate(c, name)) return;
  const char *what = dv_arena_copy(c->arena, name, (size_t)(dot - name)), *part = dv_arena_text(c->arena, "%s.%s", what, watch);
  if (dv_find_part(c, part) >= 0) return;
  add_watch(c, part, dv_watcher(c, dot + 1), what, mark);
  if (!c->slope.order.n) return;  // one that a derivative asks for comes late
  *DV_PUSH(c->arena, &c->smooth) = 0;
  *DV_PUSH(c->arena, &c->slope.order) = 0;
}

static void watch_names(dv_assembler *c, dv_formula f, dv_mark mark)
{
  for (int i = 0; i < f.ninput; i++) dv_watch_place(c, f.input[i], mark);
}

// Axes on which a part with stops of its own sits: a cylinder, a bumper, a rope.
static dv_names stopped_axes(const dv_assembler *c)
{
  dv_names all = {0};
  for (int i = 0; i < c->spec->npart; i++) {
    const dv_part_spec *p = &c->part.item[i];
    for (int k = 0; p->as->holds && k < p->as->nport; k++)
      if (p->port[k].name.text) dv_names_add(c->arena, &all, p->port[k].name.text);
  }
  return all;
}

// Limits of an axis are those of what sits on it, and do not act by themselves: a run that passes them is warned.
static void watch_limits(dv_assembler *c, const dv_axis_spec *a, const dv_names *stopped)
{
  if ((!isfinite(a->reach[0]) && !isfinite(a->reach[1])) || dv_names_find(stopped, a->name) >= 0) return;
  const char *name = dv_arena_text(c->arena, "%s.limits", a->name);
  add_watch(c, name, dv_kind_for(c->kinds, DV_FOR_LIMITS), a->name, a->mark);
  dv_part_spec *p = &c->part.item[c->part.n - 1];
  if (isfinite(a->reach[0])) set(p, "lower", a->reach[0]);
  if (isfinite(a->reach[1])) set(p, "upper", a->reach[1]);
}

void dv_add_watch_parts(dv_assembler *c)
{
  int n = c->part.n;
  for (int i = 0; i < c->spec->naxis; i++) {
    const dv_axis_spec *a = &c->spec->axis[i];
    if (dv_find_part(c, a->name) < 0 && !dv_find_coordinate(c, a->name))
      add_watch(c, a->name, dv_kind_for(c->kinds, DV_FOR_AXIS), a->name, a->mark);
  }
  dv_names stopped = stopped_axes(c);
  for (int i = 0; i < c->spec->naxis; i++) watch_limits(c, &c->spec->axis[i], &stopped);
  for (int i = 0; i < n; i++) {
    watch_names(c, c->part.item[i].formula, c->part.item[i].mark);
    for (int k = 0; k < c->part.item[i].as->nin; k++)
      if (c->part.item[i].in[k].given) watch_names(c, c->part.item[i].in[k].formula, c->part.item[i].in[k].mark);
  }
}
