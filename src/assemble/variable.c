// variable.c: the one table of names: states, outputs, parameters.
#include "assemble/bond_internal.h"
#include "assemble/internal.h"
#include "assemble/junction_find.h"
#include "assemble/slope.h"
#include "base/names.h"

#include <math.h>
#include <string.h>

typedef struct {
  dv_assembler *c;
  dv_mark mark;
  dv_names *taken;  // paths that have a row
} table;

static void add_within(const table *t, const char *path, const char *unit, const char *doc, int role, int array, int index,
                       int shown, double nominal, double least, double most)
{
  dv_builder *b = t->c->b;
  if (dv_names_add(t->c->arena, t->taken, path) < 0) return;  // a free joint and its body may have one name: the joint came first
  dv_variable v = {dv_builder_text(b, path),
                   dv_builder_text(b, unit),
                   dv_builder_text(b, doc),
                   role,
                   array,
                   index,
                   dv_builder_text(b, t->mark.file),
                   t->mark.line,
                   t->mark.col,
                   shown,
                   nominal,
                   least,
                   most};
  *DV_AT(b, dv_variable, VARIABLE, dv_builder_take(b, DV_S_VARIABLE, 1)) = v;
}

static void add(const table *t, const char *path, const char *unit, const char *doc, int role, int array, int index, int shown,
                double nominal)
{
  add_within(t, path, unit, doc, role, array, index, shown, nominal, -HUGE_VAL, HUGE_VAL);
}

static const char *path(const table *t, const char *name, const char *suffix)
{
  return dv_arena_text(t->c->arena, "%s.%s", name, suffix);
}

static void output(const table *t, const char *name, const char *unit, const char *doc, int work, int shown)
{
  add(t, name, unit, doc, DV_ROLE_OUTPUT, DV_IN_WORK, work, shown, 1);
}

static void coordinate_rows(const table *t, const dv_coordinate *k)
{
  const dv_model *h = &t->c->b->header;
  int r = k->spec->rotary, driven = k->spec->motion != DV_MOVES_FREE;
  add(t, path(t, k->name, "position"), r ? "rad" : "m", "coordinate", DV_ROLE_STATE, DV_IN_STATE, k->iq, 1, 1);
  add(t, path(t, k->name, "rate"), r ? "rad/s" : "m/s", "rate", DV_ROLE_STATE, DV_IN_STATE, h->nq + k->iv, 1, 1);
  output(t, path(t, k->name, "acceleration"), r ? "rad/s2" : "m/s2", "acceleration", h->work_a + k->iv, 0);
  output(t, path(t, k->name, "effort"), r ? "N.m" : "N", driven ? "effort of the drive" : "effort of the parts",
         h->work_tau + k->iv, driven);
  output(t, path(t, k->name, "momentum"), r ? "kg m2/s" : "kg m/s", "generalised momentum, row of B v", h->work_momenta + k->iv,
         0);
}

static void component_row(const table *t, const dv_coordinate *k)
{
  const dv_model *h = &t->c->b->header;
  const char *s = strrchr(k->name, '.') + 1;
  if (k->iq >= 0) {
    const char *doc = k->turns ? "attitude, quaternion" : "position";
    add(t, k->name, k->turns ? "1" : "m", doc, DV_ROLE_STATE, DV_IN_STATE, k->iq, 1, 1);
    return;
  }
  add(t, k->name, k->turns ? "rad/s" : "m/s", "velocity, child axes", DV_ROLE_STATE, DV_IN_STATE, h->nq + k->iv, 1, 1);
  const char *rate = dv_arena_text(t->c->arena, "%.*sd%s", (int)(s - k->name), k->name, s);
  output(t, rate, k->turns ? "rad/s2" : "m/s2", "rate of the velocity, child axes", h->work_a + k->iv, 0);
  const char *momentum = dv_arena_text(t->c->arena, "%.*smomentum.%s", (int)(s - k->name), k->name, s);
  output(t, momentum, k->turns ? "kg m2/s" : "kg m/s", "generalised momentum, row of B v, child axes", h->work_momenta + k->iv,
         0);
}

static void vector_rows(const table *t, const char *name, const char *const *suffix, int n, const char *unit, const char *doc,
                        int work, int shown)
{
  for (int i = 0; i < n; i++) output(t, path(t, name, suffix[i]), unit, doc, work + i, shown);
}

static const char *const turned[] = {"r11", "r12", "r13", "r21", "r22", "r23", "r31", "r32", "r33"};
static const char axes_doc[] = "rotation matrix: rij in row i, column j; columns are its axes in the world";

static void body_rows(const table *t, int i)
{
  static const char *const p[] = {"x", "y", "z"}, *const q[] = {"qw", "qx", "qy", "qz"}, *const w[] = {"wx", "wy", "wz"},
                           *const v[] = {"vx", "vy", "vz"}, *const angle[] = {"roll", "pitch", "yaw"};
  const dv_body *b = DV_AT(t->c->b, dv_body, BODY, i);
  int pose = b->pose, twist = b->twist;
  const char *name = t->c->spec->body[i].name;
  vector_rows(t, name, p, 3, "m", "position of the body's origin, world axes", pose + 9, 0);
  vector_rows(t, name, q, 4, "1", "attitude in the world", pose + 12, 0);
  vector_rows(t, name, angle, 3, "rad", "attitude in the world: Rz(yaw) Ry(pitch) Rx(roll)", pose + 16, 0);
  vector_rows(t, name, turned, 9, "1", axes_doc, pose, 0);
  vector_rows(t, name, v, 3, "m/s", "velocity of the body's origin, world axes", twist + 3, 0);
  vector_rows(t, name, w, 3, "rad/s", "angular velocity, world axes", twist, 0);
}

static void point_rows(const table *t, int i)
{
  static const char *const xyz[] = {"x", "y", "z"}, *const angle[] = {"roll", "pitch", "yaw"}, *const v[] = {"vx", "vy", "vz"},
                           *const w[] = {"wx", "wy", "wz"}, *const q[] = {"qw", "qx", "qy", "qz"};
  dv_point p = *DV_AT(t->c->b, dv_point, POINT, i);
  const char *name = dv_arena_text(t->c->arena, "%s", DV_AT(t->c->b, char, TEXT, p.name));
  vector_rows(t, name, xyz, 3, "m", "position of the point, world axes", p.at, 0);
  vector_rows(t, name, angle, 3, "rad", "attitude there: Rz(yaw) Ry(pitch) Rx(roll)", p.at + 3, 0);
  vector_rows(t, name, v, 3, "m/s", "velocity of the point, world axes", p.at + 6, 0);
  vector_rows(t, name, w, 3, "rad/s", "angular velocity there, world axes", p.at + 9, 0);
  vector_rows(t, name, q, 4, "1", "attitude there", p.at + 12, 0);
  vector_rows(t, name, turned, 9, "1", axes_doc, p.at + 16, 0);
}

static const struct {
  const char *name, *unit, *doc;
} station_out[DV_STATION_OUT] = {
    {"axial",    "N",   "axial force in the section, tension positive"},
    {"shear_y",  "N",   "shear force along y"                         },
    {"shear_z",  "N",   "shear force along z"                         },
    {"torque",   "N.m", "torque about the beam's axis"                },
    {"moment_y", "N.m", "bending moment about y"                      },
    {"moment_z", "N.m", "bending moment about z"                      },
    {"stress",   "Pa",  "largest normal stress in the section"        },
    {"dx",       "m",   "displacement along the beam"                 },
    {"dy",       "m",   "displacement along y"                        },
    {"dz",       "m",   "displacement along z"                        },
};

int dv_station_column(const char *name)
{
  for (int i = 0; i < DV_STATION_OUT; i++)
    if (strcmp(station_out[i].name, name) == 0) return i;
  return -1;
}

static void station_rows(table *t, int *row, const dv_body_spec *b)
{
  const dv_elastic_spec *e = b->elastic;
  for (int k = 0; e && k < e->nstation; k++) {
    int work = DV_AT(t->c->b, dv_station, STATION, (*row)++)->out;
    t->mark = e->mark;
    const char *name = dv_arena_text(t->c->arena, "%s.station%d", b->name, k + 1);
    for (int i = 0; i < DV_STATION_OUT; i++)
      output(t, path(t, name, station_out[i].name), station_out[i].unit, station_out[i].doc, work + i, 0);
  }
}

static void reaction_rows(const table *t, const char *name, const char *force, const char *moment, int work)
{
  static const char *const f[] = {"reaction.fx", "reaction.fy", "reaction.fz"}, *const m[] = {"reaction.mx", "reaction.my",
                                                                                              "reaction.mz"};
  vector_rows(t, name, f, 3, "N", force, work, 0);
  vector_rows(t, name, m, 3, "N.m", moment, work + 3, 0);
  output(t, path(t, name, "reaction.force"), "N", "size of that force", work + 6, 0);
  output(t, path(t, name, "reaction.moment"), "N.m", "size of that moment", work + 7, 0);
}

static void joint_rows(const table *t, int i)
{
  reaction_rows(t, t->c->spec->joint[i].name, "force of the joint on its child, child axes",
                "moment of the joint on its child, child axes", DV_AT(t->c->b, dv_joint, JOINT, i)->reaction);
}

static void loop_rows(const table *t, int i)
{
  const dv_loop l = *DV_AT(t->c->b, dv_loop, LOOP, i);
  const dv_loop_spec *s = &t->c->loop.item[i];
  output(t, path(t, s->name, "redundant"), "1", "redundant closures that it has a part in: its reaction is the least of many",
         l.redundant, 0);
  if (dv_loop_is_relation(s->type)) {
    output(t, path(t, s->name, "effort"), "", "effort on its first coordinate per unit of its factor", l.reaction, 0);
    return;
  }
  reaction_rows(t, s->name, "force of the loop on its child, child axes",
                "moment of the loop on its child about the loop's frame, child axes", l.reaction);
}

static void port_rows(const table *t, const dv_part_spec *p, const dv_part *row, int port, int slot)
{
  const dv_junction *j = DV_AT(t->c->b, dv_junction, JUNCTION, DV_AT(t->c->b, int, INT, row->port)[port]);
  const char *name = path(t, p->name, p->as->port[port].name);
  const dv_domain_row *is = dv_domain_of(j->domain);
  output(t, path(t, name, "power"), "W", "power into the part", row->power + port, 0);
  if (j->width != 1) {
    static const char *const e[] = {"effort.mx", "effort.my", "effort.mz", "effort.fx", "effort.fy", "effort.fz"};
    vector_rows(t, name, e, 3, "N.m", "moment taken by the part, frame axes", row->effort + slot, 0);
    vector_rows(t, name, e + 3, 3, "N", "force taken by the part, frame axes", row->effort + slot + 3, 0);
    return;
  }
  output(t, path(t, name, "effort"), is->effort, "effort, taken by the part", row->effort + slot, 0);
  output(t, path(t, name, "flow"), is->flow, "flow", row->flow + slot, 0);
  if (j->type != DV_AT_NODE) output(t, path(t, name, "position"), is->position, "coordinate of the axis", row->pos + slot, 0);
}

static int part_rotary(dv_assembler *c, const dv_part *row, const dv_kind *k)
{
  for (int i = 0; i < k->nport; i++)
    if (DV_AT(c->b, dv_junction, JUNCTION, DV_AT(c->b, int, INT, row->port)[i])->domain == DV_ROTARY) return 1;
  return 0;
}

// Efforts, flows, states and coefficients of a bond-graph element.
static void bond_rows(const table *t, int part, const dv_part *row)
{
  const dv_ints *own = dv_vars_of(t->c, part);
  for (int i = 0; i < own->n; i++) {
    const dv_bond_var *v = &t->c->bonds->var.item[own->item[i]];
    if (!v->name || strchr(v->name, '\'')) continue;
    if (v->op == DV_V_CONSTANT) add(t, v->name, "", "coefficient", DV_ROLE_PARAMETER, DV_IN_NUMBER, v->num, 0, 1);
    else output(t, v->name, "", "variable of the bond graph", v->cell, 0);
  }
  if (row->nslot) output(t, path(t, t->c->part.item[part].name, "power"), "W", "power along its half arrow", row->power, 0);
}

// Derivatives of an expression are its own, or its twin's, or not known.
static int output_cell(const dv_assembler *c, int part, int n)
{
  if (c->part.item[part].as->smooth < 0 && n > c->smooth.item[part] && n < 3) part = dv_twin_of(c, part, n);
  return part < 0 ? -1 : DV_AT(c->b, dv_part, PART, part)->out + n;
}

// A sampled part leaves its continuous states alone: the name means what it holds instead.
static void state_row(const table *t, const dv_part_spec *p, const dv_part *row, int n, int rotary)
{
  const dv_quantity *s = &p->as->state[n];
  const char *name = path(t, p->name, s->name), *unit = dv_unit_on_axis(t->c, s->unit, rotary);
  int sampled = dv_part_sampled(p), held = sampled ? dv_held_as(p->as, s->name) : -1;
  if (held >= 0) output(t, name, unit, p->as->discrete[held].doc, t->c->b->header.work_d + row->d + held, 1);
  add(t, sampled ? path(t, name, "continuous") : name, unit, s->doc, DV_ROLE_STATE, DV_IN_STATE, row->x + n, !sampled,
      s->nominal);
}

// Of a part without axes: the unit depends on what the list is over, and dimension.c says it.
static const char *output_unit(dv_assembler *c, const dv_kind *k, const char *unit, int rotary)
{
  return k->nport || !strchr(unit, '{') ? dv_unit_on_axis(c, unit, rotary) : "";
}

// An input has the limits that its part has.
static double limit_of(const dv_part_spec *p, const char *name, double else_)
{
  for (int i = 0; i < p->as->nparam; i++)
    if (strcmp(p->as->param[i].name, name) == 0) return p->param[i];
  return else_;
}

static double least_of(const dv_part_spec *p, int n)
{
  return p->as->external && n == 0 ? limit_of(p, "lower", -HUGE_VAL) : p->as->param[n].lo;
}

static double most_of(const dv_part_spec *p, int n)
{
  return p->as->external && n == 0 ? limit_of(p, "upper", HUGE_VAL) : p->as->param[n].hi;
}

static void part_rows(table *t, int i)
{
  dv_assembler *c = t->c;
  const dv_part_spec *p = &c->part.item[i];
  const dv_kind *k = p->as;
  const dv_part row = *DV_AT(c->b, dv_part, PART, i);
  int rotary = part_rotary(c, &row, k), hidden = i >= c->spec->npart;
  t->mark = p->mark;
  if (hidden && k->stands_for == DV_FOR_PLACE) return;                    // its body has these rows
  if (c->slope.order.item[i]) return;                                     // rows of a twin go by the name of its signal
  int valued = k->nout && strcmp(k->out[0].name, "value") == 0;           // such an output goes by the name of its part
  if (hidden && valued && dv_names_find(t->taken, p->name) >= 0) return;  // what it feeds has an output of that name
  for (int n = 0; n < k->nout; n++) {
    int work = output_cell(c, i, n);
    if (work >= 0)
      output(t, valued && n == 0 ? p->name : path(t, p->name, k->out[n].name), output_unit(c, k, k->out[n].unit, rotary),
             k->out[n].doc, work, !hidden && (n == 0 || !valued));
  }
  if (k->stands_for == DV_FOR_AXIS)
    output(t, path(t, p->name, "acceleration"), rotary ? "rad/s2" : "m/s2", "its acceleration",
           DV_AT(c->b, dv_junction, JUNCTION, DV_AT(c->b, int, INT, row.port)[0])->motion, 0);
  for (int n = 0; n < dv_kind_states(k, p->option); n++) state_row(t, p, &row, n, rotary);
  for (int n = 0, slot = 0; n < k->nport; n++) {
    if (!hidden || k->port[n].role != DV_WATCHES) port_rows(t, p, &row, n, slot);
    slot += dv_domain_of((int)k->port[n].domain)->width;
  }
  if (k->bond) bond_rows(t, i, &row);
  if (k->stored) output(t, path(t, p->name, "energy"), "J", "stored energy", row.stored, 0);
  int plain = k->nparam - dv_part_listed(c, p);
  for (int n = 0; n < k->nparam; n++)
    add_within(t, path(t, p->name, k->param[n].name), dv_unit_on_axis(c, k->param[n].unit, rotary), k->param[n].doc,
               k->external && n == 0 ? DV_ROLE_INPUT : DV_ROLE_PARAMETER, DV_IN_NUMBER,
               n < plain ? row.par + n : row.list + n - plain, 0, 1, least_of(p, n), most_of(p, n));
}

static void node_rows(const table *t, int i)
{
  dv_junction j = *DV_AT(t->c->b, dv_junction, JUNCTION, i);
  if (j.type != DV_AT_NODE) return;
  int state = j.x >= 0;
  const dv_domain_row *is = dv_domain_of(j.domain);
  const char *name = dv_arena_text(t->c->arena, "%s.%s", DV_AT(t->c->b, char, TEXT, j.name), is->shared);
  add(t, name, is->effort, dv_arena_text(t->c->arena, "%s of the node", is->shared), state ? DV_ROLE_STATE : DV_ROLE_OUTPUT,
      state ? DV_IN_STATE : DV_IN_WORK, state ? j.x : j.shared, 1, is->nominal);
}

static void whole_rows(const table *t)
{
  static const char *const e[] = {"kinetic", "potential", "stored", "total", "residual"}, *const l[] = {"lx", "ly", "lz"},
                           *const p[] = {"px", "py", "pz"}, *const com[] = {"x", "y", "z"};
  const dv_model *h = &t->c->b->header;
  vector_rows(t, "energy", e, DV_ENERGY_COUNT, "J", "energy of the whole machine", h->work_energy, 1);
  vector_rows(t, "momentum", l, 3, "kg m2/s", "angular momentum about the world's origin", h->work_momentum, 0);
  vector_rows(t, "momentum", p, 3, "kg m/s", "momentum", h->work_momentum + 3, 0);
  vector_rows(t, "centre", com, 3, "m", "centre of mass", h->work_momentum + 6, 0);
}

void dv_assemble_variables(dv_assembler *c)
{
  dv_mark file = {c->spec->source->file, 0, 0};
  dv_names taken = {0};
  table t = {c, file, &taken};
  for (int i = 0; i < c->coordinate.n; i++) {
    const dv_coordinate *k = &c->coordinate.item[i];
    if (k->spec) t.mark = k->spec->mark;
    if (k->spec) coordinate_rows(&t, k);
    else component_row(&t, k);
  }
  for (int i = 0; i < c->part.n; i++) part_rows(&t, i);
  for (int i = 0; i < c->b->section[DV_S_JUNCTION].count; i++) node_rows(&t, i);
  for (int i = 0; i < c->spec->njoint; i++) {
    t.mark = c->spec->joint[i].mark;
    joint_rows(&t, i);
  }
  for (int i = 0; i < c->loop.n; i++) {
    t.mark = c->loop.item[i].mark;
    loop_rows(&t, i);
  }
  for (int i = 0; i < c->spec->nbody; i++) {
    t.mark = c->spec->body[i].mark;
    body_rows(&t, i);
  }
  for (int i = 0, row = 0; i < c->spec->nbody; i++) station_rows(&t, &row, &c->spec->body[i]);
  for (int i = 0; i < c->b->section[DV_S_POINT].count; i++) point_rows(&t, i);
  t.mark = file;
  whole_rows(&t);
}
