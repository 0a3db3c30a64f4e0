// compare_rotated.c: a machine that does not know the world's axes does the same things in any place and attitude.
//
// All joints on the world are placed in a frame that is turned and shifted; gravity turns with it.
#include "trial.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

typedef struct {
  double R[9], p[3];
} turn;

static void read_three(const dv_node *list, double out[3])
{
  for (int i = 0; i < 3; i++) out[i] = 0;
  for (int i = 0; list && list->type == DV_SEQ && i < 3 && i < list->n; i++) dv_number_read(list->item[i]->text, &out[i]);
}

// R = Rz(yaw) Ry(pitch) Rx(roll)
static void attitude(const double rpy[3], double R[9])
{
  double cr = cos(rpy[0]), sr = sin(rpy[0]), cp = cos(rpy[1]), sp = sin(rpy[1]), cy = cos(rpy[2]), sy = sin(rpy[2]);
  const double m[9] = {cy * cp,
                       cy * sp * sr - sy * cr,
                       cy * sp * cr + sy * sr,
                       sy * cp,
                       sy * sp * sr + cy * cr,
                       sy * sp * cr - cy * sr,
                       -sp,
                       cp * sr,
                       cp * cr};
  memcpy(R, m, sizeof m);
}

static dv_node *placed(trial *t, const turn *w, const dv_node *at)
{
  dv_node *out = node_map(t->arena), *rows = node_put(t->arena, out, "matrix", node_list(t->arena));
  double xyz[3], rpy[3], R[9];
  read_three(at ? dv_doc_find(at, "xyz") : NULL, xyz);
  read_three(at ? dv_doc_find(at, "rpy") : NULL, rpy);
  attitude(rpy, R);
  for (int i = 0; i < 3; i++) {
    double row[4] = {0, 0, 0, w->p[i]};
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < 3; j++) row[j] += w->R[3 * i + k] * R[3 * k + j];
      row[3] += w->R[3 * i + k] * xyz[k];
    }
    node_put(t->arena, rows, NULL, node_numbers(t->arena, row, 4));
  }
  return out;
}

static dv_node *turned_gravity(trial *t, const turn *w)
{
  const dv_node *g = dv_doc_find(t->root, "gravity");
  double was[3] = {0, 0, -9.81}, is[3] = {0};
  if (g && g->type == DV_SEQ) read_three(g, was);
  else if (g) was[2] = 0;  // `gravity: 0` is all that is drawn
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) is[i] += w->R[3 * i + k] * was[k];
  return node_numbers(t->arena, is, 3);
}

// A loop on the world is not turned: none is drawn, but shrinking may leave one.
static int knows_the_world(const dv_node *root)
{
  const dv_node *loops = dv_doc_find(root, "loops");
  for (int i = 0; loops && i < loops->n; i++)
    if (dv_doc_find(loops->item[i], "child") && !dv_doc_find(loops->item[i], "parent")) return 1;
  return 0;
}

verdict compare_rotated(trial *t)
{
  const dv_node *doc = dv_doc_find(t->root, "doc");
  if (!doc || !doc->text || strcmp(doc->text, ISOTROPIC) || knows_the_world(t->root)) return NOT_HERE;
  stream s = stream_of(t->number, 13);
  double rpy[3];
  turn w;
  for (int i = 0; i < 3; i++) rpy[i] = between(&s, -1.5, 1.5), w.p[i] = between(&s, -5, 5);
  attitude(rpy, w.R);
  dv_node *root = node_copy(t->arena, t->root), *joints = dv_doc_find(root, "joints");
  for (int i = 0; joints && i < joints->n; i++) {
    dv_node *j = joints->item[i], *at = placed(t, &w, dv_doc_find(j, "at"));
    if (dv_doc_find(j, "parent")) continue;
    node_drop_key(j, "at");
    node_put(t->arena, j, "at", at);
  }
  node_drop_key(root, "gravity");
  node_put(t->arena, root, "gravity", turned_gravity(t, &w));
  machine *m = machine_read(t->units, root, NULL, 0);
  verdict v = m->model ? same_machine(t, m, NULL, "rotated") : say(t, "rotated: refused: %s", machine_refusal(m));
  machine_free(m);
  return v;
}
