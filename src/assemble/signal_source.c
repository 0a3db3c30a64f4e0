// signal_source.c: where a signal's name leads: time, coordinates, outputs of parts.
#include "assemble/bond_internal.h"
#include "assemble/internal.h"
#include "assemble/junction_find.h"
#include "assemble/slope.h"

#include <string.h>

enum { REFUSED = -2 };  // slope.c has said why

static dv_source source_of(dv_from from, int part, int work)
{
  dv_source s = {from, part, -1, work, -1, -1, -1};
  return s;
}

static int coordinate_source(dv_assembler *c, const char *name, dv_source *out)
{
  const dv_model *h = &c->b->header;
  const char *dot = strrchr(name, '.');
  const dv_coordinate *k = dv_find_coordinate(c, name);
  if (k) {
    *out = source_of(DV_FROM_COORDINATE, -1, k->spec ? h->work_q + k->iq : k->iq >= 0 ? h->work_q + k->iq : h->work_v + k->iv);
    return 0;
  }
  if (!dot) return -1;
  if (dot[1] == 'd') k = dv_find_coordinate(c, dv_arena_text(c->arena, "%.*s%s", (int)(dot + 1 - name), name, dot + 2));
  if (k && !k->spec && k->iq < 0) {  // base.dwx, the rate of base.wx
    *out = source_of(DV_FROM_ACCELERATION, -1, h->work_a + k->iv);
    return 0;
  }
  k = dv_find_coordinate(c, dv_arena_copy(c->arena, name, (size_t)(dot - name)));
  if (!k || !k->spec) return -1;
  if (strcmp(dot, ".position") == 0) *out = source_of(DV_FROM_COORDINATE, -1, h->work_q + k->iq);
  else if (strcmp(dot, ".rate") == 0) *out = source_of(DV_FROM_COORDINATE, -1, h->work_v + k->iv);
  else if (strcmp(dot, ".acceleration") == 0) *out = source_of(DV_FROM_ACCELERATION, -1, h->work_a + k->iv);
  else if (strcmp(dot, ".effort") == 0) *out = source_of(DV_FROM_ACCELERATION, -1, h->work_tau + k->iv);
  else return -1;
  return 0;
}

int dv_motion_of(const char *name)
{
  static const char *const of[DV_MOTION] = {
      "dwx", "dwy", "dwz", "ax", "ay", "az", "roll_acceleration", "pitch_acceleration", "yaw_acceleration"};
  for (int i = 0; i < DV_MOTION; i++)
    if (strcmp(name, of[i]) == 0) return i;
  return -1;
}

// tip.ax of a place, ram.acceleration of an axis: what the engine finds after the dynamics.
static int motion_source(dv_assembler *c, const char *name, dv_source *out)
{
  const char *dot = strrchr(name, '.');
  int i = dot ? dv_find_part(c, dv_arena_copy(c->arena, name, (size_t)(dot - name))) : -1, at = dot ? dv_motion_of(dot + 1) : -1;
  if (i < 0) return -1;
  int is = c->part.item[i].as->stands_for, axis = is == DV_FOR_AXIS && strcmp(dot, ".acceleration") == 0;
  if (!axis && (at < 0 || is != DV_FOR_PLACE)) return -1;
  int junction = DV_AT(c->b, int, INT, DV_AT(c->b, dv_part, PART, i)->port)[0];
  if (junction < 0) return -1;
  *out = source_of(DV_FROM_MOTION, -1, dv_junction_motion(c, junction) + (axis ? 0 : at));
  out->junction = junction;
  return 0;
}

static int part_source(dv_assembler *c, const char *name, dv_source *out)
{
  int i = dv_find_part(c, name), which = 0;
  // part.output, where both names may hold dots: arm.gain.elbow
  for (const char *dot = strchr(name, '.'); i < 0 && dot; dot = strchr(dot + 1, '.')) {
    i = dv_find_part(c, dv_arena_copy(c->arena, name, (size_t)(dot - name)));
    if (i < 0) continue;
    const dv_kind *k = c->part.item[i].as;
    for (which = 0; which < k->nout && strcmp(k->out[which].name, dot + 1); which++) continue;
    if (which >= k->nout) i = -1;
  }
  if (i < 0) return -1;
  const dv_kind *k = c->part.item[i].as;
  if (which >= k->nout) return -1;
  if (k->smooth < 0 && which > c->smooth.item[i] && which < 3) {
    i = dv_twin_of(c, i, which);
    if (i < 0) return REFUSED;
  }
  int first = DV_AT(c->b, dv_part, PART, i)->out;
  *out = source_of(DV_FROM_PART, i, first + which);
  int given = k->jets && which % 3 == 0 ? 2 : which == 0 ? c->smooth.item[i] : 0;
  if (given >= 1) out->rate = first + which + 1;
  if (given >= 2) out->acceleration = first + which + 2;
  return 0;
}

// part.port.effort, part.port.flow, part.port.position: read when the part has answered.
static int port_source(dv_assembler *c, const char *name, dv_source *out)
{
  const char *last = strrchr(name, '.'), *middle = last;
  if (!last) return -1;
  while (middle > name && *--middle != '.') continue;
  int i = middle > name ? dv_find_part(c, dv_arena_copy(c->arena, name, (size_t)(middle - name))) : -1;
  if (i < 0) return -1;
  const dv_kind *k = c->part.item[i].as;
  const dv_part *row = DV_AT(c->b, dv_part, PART, i);
  for (int p = 0, slot = 0; p < k->nport; p++) {
    int same = strncmp(k->port[p].name, middle + 1, (size_t)(last - middle - 1)) == 0 &&
               strlen(k->port[p].name) == (size_t)(last - middle - 1);
    if (same && k->port[p].domain != DV_FRAME) {
      int first = strcmp(last, ".effort") == 0     ? row->effort
                  : strcmp(last, ".flow") == 0     ? row->flow
                  : strcmp(last, ".position") == 0 ? row->pos
                                                   : -1;
      if (first < 0) return -1;
      *out = source_of(DV_FROM_PORT, i, first + slot);
      out->junction = DV_AT(c->b, int, INT, row->port)[p];
      return 0;
    }
    slot += dv_domain_of((int)k->port[p].domain)->width;
  }
  return -1;
}

// node.pressure, node.voltage
static int node_source(dv_assembler *c, const char *name, dv_source *out)
{
  const char *dot = strrchr(name, '.');
  if (!dot) return -1;
  for (int i = 0; i < c->b->section[DV_S_JUNCTION].count; i++) {
    const dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
    const char *node = DV_AT(c->b, char, TEXT, j->name);
    if (j->type != DV_AT_NODE || strlen(node) != (size_t)(dot - name) || strncmp(node, name, strlen(node))) continue;
    if (strcmp(dot + 1, dv_domain_of(j->domain)->shared)) continue;
    *out = source_of(DV_FROM_NODE, -1, j->shared);
    out->junction = i;
    return 0;
  }
  return -1;
}

int dv_watcher(const dv_assembler *c, const char *out)
{
  const char *has = dv_motion_of(out) >= 0 ? "x" : out;  // accelerations are those of the kind with positions
  for (int w = 0; c->kinds[w]; w++)
    for (int i = 0; c->kinds[w]->stands_for == DV_FOR_PLACE && i < c->kinds[w]->nout; i++)
      if (strcmp(c->kinds[w]->out[i].name, has) == 0) return w;
  return -1;
}

const char *dv_place_suffix(const dv_assembler *c, const char *name, const char **watch)
{
  const char *first = strchr(name, '.'), *last = strrchr(name, '.');
  int body = first ? dv_find_body(c, dv_arena_copy(c->arena, name, (size_t)(first - name))) : -1;
  if (body < 0) return NULL;
  int there = first == last || dv_find_body_point(c, dv_arena_copy(c->arena, name, (size_t)(last - name)));
  int row = there ? dv_watcher(c, last + 1) : -1;
  if (row >= 0) *watch = strchr(c->kinds[row]->name, '.') + 1;
  return row >= 0 ? last : NULL;
}

static int place_source(dv_assembler *c, const char *name, dv_source *out)
{
  const char *by, *dot = dv_place_suffix(c, name, &by);
  if (!dot) return -1;
  const char *watch = dv_arena_text(c->arena, "%.*s.%s%s", (int)(dot - name), name, by, dot);
  return dv_motion_of(dot + 1) >= 0 ? motion_source(c, watch, out) : part_source(c, watch, out);
}

// Names that are columns but come too late for a formula, and outputs of a part that has no such one. NULL: neither.
static const char *why_not(dv_assembler *c, const char *name)
{
  static const char *const late[] = {"energy.stored", "energy.total", "energy.residual"};
  for (size_t i = 0; i < sizeof late / sizeof *late; i++)
    if (strcmp(name, late[i]) == 0)
      return "it is summed up when all parts have answered: columns, plots and expectations may use it, formulas not";
  int i = dv_find_part(c, dv_arena_copy(c->arena, name, strcspn(name, ".")));
  if (i < 0 || !strchr(name, '.')) return NULL;
  const dv_kind *k = c->part.item[i].as;
  const char *all = k->nout ? "its outputs are:" : "it has no outputs";
  for (int o = 0; o < k->nout && o < 20; o++) all = dv_arena_text(c->arena, "%s %s", all, k->out[o].name);
  for (int s = 0; s < dv_kind_states(k, c->part.item[i].option); s++)
    all = dv_arena_text(c->arena, "%s%s %s", all, s ? "," : "; its states:", k->state[s].name);
  for (int s = 0; s < k->nparam; s++)
    if (!strcmp(k->param[s].name, strchr(name, '.') + 1))
      all = dv_arena_text(c->arena, "it is a parameter: give the number a name under `parameters:` and use that; %s", all);
  return all;
}

int dv_held_as(const dv_kind *k, const char *state)
{
  size_t n = strcspn(state, ".");
  for (int i = 0; i < k->ndiscrete; i++) {
    const char *d = k->discrete[i].name;
    if (!strncmp(d, state, n) && !strncmp(d + n, "_held", 5) && !strcmp(d + n + 5, state + n)) return i;
  }
  return -1;
}

// The cell that holds a copy of a part's state, the one that it goes by in results.
static int watched_cell(dv_assembler *c, int part, int state)
{
  for (int i = 0; i < c->watched.n; i++)
    if (c->watched.item[i].part == part && c->watched.item[i].state == state) return c->watched.item[i].work;
  const dv_part_spec *p = &c->part.item[part];
  int held = dv_part_sampled(p) ? dv_held_as(p->as, p->as->state[state].name) : -1;
  struct dv_watched w = {part, state, held, dv_work_take(c, 1)};
  *DV_PUSH(c->arena, &c->watched) = w;
  return w.work;
}

// part.state: valve.spool, law.sum.x
static int state_source(dv_assembler *c, const char *name, dv_source *out)
{
  for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
    int i = dv_find_part(c, dv_arena_copy(c->arena, name, (size_t)(dot - name)));
    if (i < 0) continue;
    const dv_part_spec *p = &c->part.item[i];
    for (int s = 0; s < dv_kind_states(p->as, p->option); s++)
      if (strcmp(p->as->state[s].name, dot + 1) == 0) {
        *out = source_of(DV_FROM_STATE, i, watched_cell(c, i, s));
        return 0;
      }
  }
  return -1;
}

static int among(const char *const *names, int n, const char *name)
{
  for (int i = 0; i < n; i++)
    if (strcmp(names[i], name) == 0) return i;
  return -1;
}

// energy.kinetic, momentum.px, centre.z, pin.momentum, base.momentum.vx
static int whole_source(dv_assembler *c, const char *name, dv_source *out)
{
  static const char *const energy[] = {"energy.kinetic", "energy.potential"}, *const sums[] = {
                                                                                  "momentum.lx", "momentum.ly", "momentum.lz",
                                                                                  "momentum.px", "momentum.py", "momentum.pz",
                                                                                  "centre.x",    "centre.y",    "centre.z"};
  const dv_model *h = &c->b->header;
  int i = among(energy, DV_COUNT(energy), name), k = among(sums, DV_COUNT(sums), name);
  int work = i >= 0 ? h->work_energy + i : k >= 0 ? h->work_momentum + k : -1;
  const char *word = strstr(name, ".momentum");
  if (work < 0 && word && (!word[9] || word[9] == '.')) {
    const dv_coordinate *x = dv_find_coordinate(c, dv_arena_text(c->arena, "%.*s%s", (int)(word - name), name, word + 9));
    if (x && x->iv >= 0) work = h->work_momenta + x->iv;
  }
  if (work < 0) return -1;
  *out = source_of(DV_FROM_WHOLE, -1, work);
  return 0;
}

// What joints, loops and sections of beams carry: "name" of the first word or words, then one of these.
static int reaction_source(dv_assembler *c, const char *name, dv_source *out)
{
  static const char *const parts[] = {"fx", "fy", "fz", "mx", "my", "mz", "force", "moment"};
  const char *word = strstr(name, ".reaction.");
  int k = word ? among(parts, DV_COUNT(parts), word + strlen(".reaction.")) : -1;
  if (k < 0) return -1;
  const char *of = dv_arena_copy(c->arena, name, (size_t)(word - name));
  int joint = dv_find_joint(c, of), loop = joint < 0 ? dv_find_loop(c, of) : -1;
  if (joint < 0 && (loop < 0 || dv_loop_is_relation(c->loop.item[loop].type))) return -1;
  int reaction = joint >= 0 ? DV_AT(c->b, dv_joint, JOINT, joint)->reaction : DV_AT(c->b, dv_loop, LOOP, loop)->reaction;
  *out = source_of(DV_FROM_REACTION, -1, reaction + k);
  return 0;
}

// gear.effort of a relation, boom.station1.moment_y
static int carried_source(dv_assembler *c, const char *name, dv_source *out)
{
  const char *dot = strrchr(name, '.');
  for (int i = 0; dot && i < c->loop.n; i++) {
    const dv_loop_spec *l = &c->loop.item[i];
    if (strlen(l->name) != (size_t)(dot - name) || strncmp(l->name, name, (size_t)(dot - name))) continue;
    if (strcmp(dot, ".effort") || !dv_loop_is_relation(l->type)) continue;
    *out = source_of(DV_FROM_REACTION, -1, DV_AT(c->b, dv_loop, LOOP, i)->reaction);
    return 0;
  }
  for (int i = 0, row = 0; dot && i < c->spec->nbody; i++) {
    const dv_body_spec *b = &c->spec->body[i];
    for (int k = 0; b->elastic && k < b->elastic->nstation; k++, row++) {
      const char *stem = dv_arena_text(c->arena, "%s.station%d", b->name, k + 1);
      int which = strlen(stem) == (size_t)(dot - name) && !strncmp(stem, name, strlen(stem)) ? dv_station_column(dot + 1) : -1;
      if (which < 0) continue;
      *out = source_of(DV_FROM_REACTION, -1, DV_AT(c->b, dv_station, STATION, row)->out + which);
      return 0;
    }
  }
  return -1;
}

int dv_find_source(dv_assembler *c, dv_ref ref, dv_source *out)
{
  if (strcmp(ref.text, "t") == 0) {
    int t = c->b->header.work_time;
    *out = source_of(DV_FROM_TIME, -1, t);
    out->rate = t + 1;
    out->acceleration = t + 2;
    return 0;
  }
  int found = part_source(c, ref.text, out);
  if (found == REFUSED) return -1;
  if (found == 0 || motion_source(c, ref.text, out) == 0 || coordinate_source(c, ref.text, out) == 0 ||
      port_source(c, ref.text, out) == 0 || node_source(c, ref.text, out) == 0 || dv_bond_source(c, ref.text, out) == 0 ||
      place_source(c, ref.text, out) == 0 || state_source(c, ref.text, out) == 0 || whole_source(c, ref.text, out) == 0 ||
      reaction_source(c, ref.text, out) == 0 || carried_source(c, ref.text, out) == 0)
    return 0;
  int n = 0;
  const char **names = DV_TAKE(c->arena, const char *, c->part.n + c->coordinate.n + 1);
  for (int i = 0; i < c->part.n; i++)
    if (c->part.item[i].as->nout) names[n++] = c->part.item[i].name;
  for (int i = 0; i < c->coordinate.n; i++) names[n++] = c->coordinate.item[i].name;
  const char *near = dv_nearest(ref.text, names, n), *why = why_not(c, ref.text);
  dv_diag_add(c->diags, DV_ERROR, ref.mark,
              why    ? why
              : near ? dv_arena_text(c->arena, "did you mean '%s'?", near)
                     : "name a signal, part.output, coordinate, coordinate.rate, axis, body.point.x, or t",
              "there is no signal '%s'", ref.text);
  return -1;
}
