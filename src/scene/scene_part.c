// scene_part.c: places where parts meet the machine and each other, parts with their ports and numbers, the bond graph.
#include "scene/scene.h"

#include "scene/picture.h"

#include "engine/program.h"
#include "skeleton/skeleton.h"

#include <math.h>
#include <string.h>

// Body of a link of the observer's tree, -1: none.
static int body_of(const dv_model *m, int seen)
{
  for (int i = 0; i < DV_MODEL_COUNT(m, BODY); i++)
    if (dv_model_BODY(m)[i].seen == seen) return i;
  return -1;
}

typedef struct {
  int body;  // -1: the world
  double R[9], p[3];
} place;

// (R, p) in the frame X = (R_X, p_X), seen from outside that frame: R_X R, R_X p + p_X; or seen from inside: R_X' R, R_X' (p -
// p_X).
static void move(place *f, const double *X, int inside)
{
  double R[9] = {0}, p[3] = {0};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      double x = inside ? X[3 * k + i] : X[3 * i + k];
      p[i] += x * (f->p[k] - (inside ? X[9 + k] : 0));
      for (int c = 0; c < 3; c++) R[3 * i + c] += x * f->R[3 * k + c];
    }
  for (int i = 0; i < 3; i++) f->p[i] = p[i] + (inside ? 0 : X[9 + i]);
  memcpy(f->R, R, sizeof R);
}

// A frame of a link in the axes of its body. Sites on elastic bodies are links without a body: their rest on the beam counts.
static place placed(const dv_model *m, int seen, const double *R, const double *p)
{
  static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const double *num = dv_model_NUMBER(m);
  place f = {
      -1, {0    },
       { p[0], p[1], p[2]}
  };
  memcpy(f.R, R ? R : one, sizeof f.R);
  while (seen >= 0 && (f.body = body_of(m, seen)) < 0) {
    const dv_link *l = &dv_model_SEEN(m)[seen];
    move(&f, num + l->num, 0);
    seen = l->parent;
  }
  if (f.body >= 0) move(&f, num + dv_model_BODY(m)[f.body].seen_num, 1);
  return f;
}

int dv_frame_place(const dv_machine *machine, int junction, double R[9], double p[3])
{
  const dv_model *m = machine->model;
  const dv_junction *j = &dv_model_JUNCTION(m)[junction];
  const double *num = dv_model_NUMBER(m) + j->seen_num;
  place f = placed(m, j->seen[0], num, num + 9);
  memcpy(R, f.R, sizeof f.R);
  memcpy(p, f.p, sizeof f.p);
  return f.body;
}

static void put_point(dv_json_out *o, const dv_model *m, const char *key, int seen, const double *p)
{
  place f = placed(m, seen, NULL, p);
  dv_json_open(o, key, '{');
  dv_json_int(o, "body", f.body);
  dv_json_numbers(o, "at", f.p, 3);
  dv_json_close(o);
}

// Reach of the cylinder that a named axis stands for.
static void put_reach(dv_json_out *o, const dv_spec *s, const char *axis)
{
  for (int i = 0; i < s->naxis; i++) {
    const dv_axis_spec *x = &s->axis[i];
    if (strcmp(x->name, axis) || !isfinite(x->reach[0]) || !isfinite(x->reach[1])) continue;
    dv_json_number(o, "lower", x->reach[0]);
    dv_json_number(o, "upper", x->reach[1]);
  }
}

static void put_place(dv_json_out *o, const dv_machine *machine, const dv_junction *j)
{
  const dv_model *m = machine->model;
  static const char *const type[] = {"coordinate", "line", "sum", "frame", "node"};
  const double *num = dv_model_NUMBER(m) + j->seen_num;
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "type", type[j->type]);
  dv_json_text(o, "domain", dv_domain_of(j->domain)->name);
  dv_json_text(o, "name", dv_model_text(m, j->name));
  if (j->type == DV_AT_LINE) {
    put_point(o, m, "from", j->seen[0], num);
    put_point(o, m, "to", j->seen[1], num + 3);
    put_reach(o, machine->spec, dv_model_text(m, j->name));
  }
  if (j->type == DV_AT_FRAME) {
    put_point(o, m, "on", j->seen[0], num + 9);
    dv_json_numbers(o, "axes", placed(m, j->seen[0], num, num + 9).R, 9);
  }
  dv_json_close(o);
}

void dv_scene_places(dv_json_out *o, const dv_machine *m)
{
  dv_json_open(o, "places", '[');
  for (int i = 0; i < DV_MODEL_COUNT(m->model, JUNCTION); i++) put_place(o, m, &dv_model_JUNCTION(m->model)[i]);
  dv_json_close(o);
}

// Tables as the machine holds them, with the columns that it derived: [rows][columns].
static void put_tables(dv_json_out *o, const dv_model *m, const dv_part_spec *p, const dv_part *row)
{
  dv_json_open(o, "tables", '{');
  for (int i = 0; i < p->as->ntable; i++)
    dv_json_matrix(o, p->as->table[i].name, dv_model_NUMBER(m) + row->table[i], p->table[i].rows,
                   p->as->table[i].columns + p->as->table[i].derived);
  dv_json_close(o);
}

// Heights of ground along the way that a part gives it, at t = 0; what its states add is drawn from the film.
static void put_profile(dv_json_out *o, const dv_machine *m, const dv_part_spec *p, const dv_part *row)
{
  enum { PLACES = 2001, INPUTS = 16 };
  const double *num = dv_model_NUMBER(m->model), zero[INPUTS] = {0}, from = -20, step = 0.05;
  double direction = 0, *h = DV_TAKE(o->text.arena, double, PLACES), *level = DV_TAKE(o->text.arena, double, p->as->nstate + 1);
  dv_cell c = {.in = zero, .opt = dv_model_INT(m->model) + row->opt, .rows = dv_model_INT(m->model) + row->rows, .x = level};
  for (int i = 0; i < p->as->ntable; i++) c.table[i] = (double *)(size_t)(num + row->table[i]);
  for (int i = 0; i < p->as->nparam; i++)
    if (!strcmp(p->as->param[i].name, "direction")) direction = p->param[i];
  for (int i = 0; i < PLACES; i++) {
    double at[2] = {(from + i * step) * cos(direction), (from + i * step) * sin(direction)};
    dv_ground g = {0};
    p->as->profile(num + row->par, &c, at, &g);
    h[i] = g.height;
  }
  dv_json_open(o, "profile", '{');
  dv_json_number(o, "from", from);
  dv_json_number(o, "step", step);
  dv_json_numbers(o, "heights", h, PLACES);
  dv_json_close(o);
}

static void put_part(dv_json_out *o, const dv_machine *machine, const dv_part_spec *p, const dv_part *row)
{
  const dv_model *m = machine->model;
  const dv_kind *k = p->as;
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "name", p->name);
  dv_json_text(o, "kind", k->name);
  dv_json_text(o, "doc", k->doc);
  dv_json_text(o, "look", k->look);
  dv_json_bool(o, "signal", p->is_signal);
  dv_json_bool(o, "source", k->active);
  dv_json_bool(o, "stores", k->stored != NULL);
  dv_json_bool(o, "passes", k->nterminal > 1);
  dv_json_open(o, "ports", '[');
  for (int i = 0; i < k->nport; i++) {
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "name", k->port[i].name);
    dv_json_int(o, "place", dv_model_INT(m)[row->port + i]);
    dv_json_close(o);
  }
  dv_json_close(o);
  dv_json_open(o, "params", '{');
  for (int i = 0; i < k->nparam; i++) dv_json_number(o, k->param[i].name, p->param[i]);
  dv_json_close(o);
  dv_json_open(o, "inputs", '[');
  for (int i = 0; i < k->nin; i++)
    if (p->in[i].given) dv_json_text(o, NULL, k->in[i].name);
  dv_json_close(o);
  if (k->look) put_tables(o, m, p, row);
  if (k->profile) put_profile(o, machine, p, row);
  dv_json_close(o);
}

void dv_scene_parts(dv_json_out *o, const dv_machine *m)
{
  dv_json_open(o, "parts", '[');
  for (int i = 0; i < m->spec->npart; i++) put_part(o, m, &m->spec->part[i], &dv_model_PART(m->model)[i]);
  dv_json_close(o);
}

void dv_scene_graph(dv_json_out *o, const dv_machine *m)
{
  const dv_drawing *d = m->drawing;
  if (!d) return;
  dv_json_open(o, "graph", '{');
  dv_json_open(o, "nodes", '[');
  for (int i = 0; i < d->node.n; i++) {
    const char *row[] = {d->node.item[i].label, d->node.item[i].name};
    dv_json_texts(o, NULL, row, 2);
  }
  dv_json_close(o);
  dv_json_open(o, "bonds", '[');
  for (int i = 0; i < d->bond.n; i++) {
    const dv_drawn_bond *b = &d->bond.item[i];
    dv_json_open(o, NULL, '{');
    dv_json_int(o, "from", b->end[0]);
    dv_json_int(o, "to", b->end[1]);
    dv_json_int(o, "stroke", b->stroke);
    dv_json_int(o, "wide", b->wide);
    dv_json_text(o, "power", b->power);
    dv_json_int(o, "sign", b->against ? -1 : 1);
    dv_json_close(o);
  }
  dv_json_close(o);
  dv_json_close(o);
}
