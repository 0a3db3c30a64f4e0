// scene_part.c: places where parts meet the machine and each other, parts with their ports and numbers, the bond graph.
#include "view/scene.h"

#include "engine/program.h"

// Body of a link of the observer's tree, -1: the world.
static int body_of(const dv_model *m, int seen)
{
  for (int i = 0; i < DV_MODEL_COUNT(m, BODY); i++)
    if (DV_MODEL_AT(m, dv_body, BODY)[i].seen == seen) return i;
  return -1;
}

// A point of a link in the axes of its body: R_LB' (p - p_LB).
static void put_point(dv_json_out *o, const dv_model *m, const char *key, int seen, const double *p)
{
  int body = seen < 0 ? -1 : body_of(m, seen);
  const double *X = body < 0 ? NULL : DV_MODEL_AT(m, double, NUMBER) + DV_MODEL_AT(m, dv_body, BODY)[body].seen_num;
  double at[3];
  for (int i = 0; i < 3; i++) {
    at[i] = X ? 0 : p[i];
    for (int k = 0; X && k < 3; k++) at[i] += X[3 * k + i] * (p[k] - X[9 + k]);
  }
  dv_json_open(o, key, '{');
  dv_json_int(o, "body", body);
  dv_json_numbers(o, "at", at, 3);
  dv_json_close(o);
}

// Axes of a frame port in those of its body, row-major.
static void put_axes(dv_json_out *o, const dv_model *m, int seen, const double *R)
{
  int body = seen < 0 ? -1 : body_of(m, seen);
  const double *X = body < 0 ? NULL : DV_MODEL_AT(m, double, NUMBER) + DV_MODEL_AT(m, dv_body, BODY)[body].seen_num;
  double axes[9];
  for (int i = 0; i < 9; i++) {
    axes[i] = X ? 0 : R[i];
    for (int k = 0; X && k < 3; k++) axes[i] += X[3 * k + i / 3] * R[3 * k + i % 3];
  }
  dv_json_numbers(o, "axes", axes, 9);
}

static void put_place(dv_json_out *o, const dv_model *m, const dv_junction *j)
{
  static const char *const type[] = {"coordinate", "line", "sum", "frame", "node"};
  static const char *const domain[] = {"linear", "rotary", "axis", "frame", "hydraulic", "electric"};
  const double *num = DV_MODEL_AT(m, double, NUMBER) + j->seen_num;
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "type", type[j->type]);
  dv_json_text(o, "domain", domain[j->domain]);
  dv_json_text(o, "name", dv_model_text(m, j->name));
  if (j->type == DV_AT_LINE) {
    put_point(o, m, "from", j->seen[0], num);
    put_point(o, m, "to", j->seen[1], num + 3);
  }
  if (j->type == DV_AT_FRAME) {
    put_point(o, m, "on", j->seen[0], num + 9);
    put_axes(o, m, j->seen[0], num);
  }
  dv_json_close(o);
}

void dv_scene_places(dv_json_out *o, const dv_machine *m)
{
  dv_json_open(o, "places", '[');
  for (int i = 0; i < DV_MODEL_COUNT(m->model, JUNCTION); i++)
    put_place(o, m->model, &DV_MODEL_AT(m->model, dv_junction, JUNCTION)[i]);
  dv_json_close(o);
}

// Tables as the machine holds them, with the columns that it derived: [rows][columns].
static void put_tables(dv_json_out *o, const dv_model *m, const dv_part_spec *p, const dv_part *row)
{
  dv_json_open(o, "tables", '{');
  for (int i = 0; i < p->as->ntable; i++)
    dv_json_matrix(o, p->as->table[i].name, DV_MODEL_AT(m, double, NUMBER) + row->table[i], p->table[i].rows,
                   p->as->table[i].columns + p->as->table[i].derived);
  dv_json_close(o);
}

static void put_part(dv_json_out *o, const dv_model *m, const dv_part_spec *p, const dv_part *row)
{
  const dv_kind *k = p->as;
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "name", p->name);
  dv_json_text(o, "kind", k->name);
  dv_json_text(o, "doc", k->doc);
  dv_json_text(o, "look", k->look);
  dv_json_bool(o, "signal", p->is_signal);
  dv_json_bool(o, "source", k->active);
  dv_json_bool(o, "stores", k->stored != NULL);
  dv_json_open(o, "ports", '[');
  for (int i = 0; i < k->nport; i++) {
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "name", k->port[i].name);
    dv_json_int(o, "place", DV_MODEL_AT(m, int, INT)[row->port + i]);
    dv_json_close(o);
  }
  dv_json_close(o);
  dv_json_open(o, "params", '{');
  for (int i = 0; i < k->nparam; i++) dv_json_number(o, k->param[i].name, p->param[i]);
  dv_json_close(o);
  if (k->look) put_tables(o, m, p, row);
  dv_json_close(o);
}

void dv_scene_parts(dv_json_out *o, const dv_machine *m)
{
  dv_json_open(o, "parts", '[');
  for (int i = 0; i < m->spec->npart; i++) put_part(o, m->model, &m->spec->part[i], &DV_MODEL_AT(m->model, dv_part, PART)[i]);
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
